//! The two generators of Showdown: a seed says which.

use super::roll::Source;
use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};
use std::fmt::Write as _;

/// The nonce of libsodium's `randombytes_buf_deterministic`.
const NONCE: &[u8; 12] = b"LibsodiumDRG";

/// The generator of the fifth generation's games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gen5(pub u64);

impl Source for Gen5 {
    #[inline]
    fn draw(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(0x5D58_8B65_6C07_8965).wrapping_add(0x0026_9EC3);
        (self.0 >> 32) as u32
    }
}

/// A `ChaCha20` stream: each call takes the key of the next one from its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sodium(pub [u8; 32]);

impl Source for Sodium {
    fn draw(&mut self) -> u32 {
        let mut stream = [0; 36];
        ChaCha20::new(&self.0.into(), NONCE.into()).apply_keystream(&mut stream);
        let (key, number) = stream.split_at(32);
        self.0.copy_from_slice(key);
        u32::from_be_bytes(number.try_into().expect("four bytes"))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generator {
    Gen5(Gen5),
    Sodium(Sodium),
}

impl Source for Generator {
    #[inline]
    fn draw(&mut self) -> u32 {
        match self {
            Self::Gen5(generator) => generator.draw(),
            Self::Sodium(generator) => generator.draw(),
        }
    }
}

impl Generator {
    /// Reads a seed: `gen5,0123456789abcdef`, `sodium,` and up to 64 digits, or four decimals below 65536.
    pub fn parse(text: &str) -> Result<Self, String> {
        let parsed = match text.split_once(',') {
            Some(("gen5", digits)) => gen5(digits),
            Some(("sodium", digits)) => sodium(digits),
            _ => decimals(text),
        };
        parsed.ok_or_else(|| format!("{text:?} is no seed such as gen5,0123456789abcdef or sodium,0123"))
    }

    /// The state in hexadecimal digits.
    #[must_use]
    pub fn digits(&self) -> String {
        match self {
            Self::Gen5(generator) => format!("{:016x}", generator.0),
            Self::Sodium(generator) => generator.0.iter().fold(String::new(), |mut text, byte| {
                let _ = write!(text, "{byte:02x}");
                text
            }),
        }
    }
}

fn is_hexadecimal(digits: &str) -> bool {
    digits.bytes().all(|digit| digit.is_ascii_hexdigit())
}

fn gen5(digits: &str) -> Option<Generator> {
    let whole = digits.len() == 16 && is_hexadecimal(digits);
    whole.then(|| u64::from_str_radix(digits, 16).ok()).flatten().map(|state| Generator::Gen5(Gen5(state)))
}

fn sodium(digits: &str) -> Option<Generator> {
    if digits.is_empty() || digits.len() > 64 || !is_hexadecimal(digits) {
        return None;
    }
    let padded = format!("{digits:0<64}");
    let mut key = [0; 32];
    for (index, byte) in key.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&padded[2 * index..2 * index + 2], 16).ok()?;
    }
    Some(Generator::Sodium(Sodium(key)))
}

fn decimals(text: &str) -> Option<Generator> {
    let parts = text.split(',').map(|part| part.parse::<u16>().ok()).collect::<Option<Vec<_>>>()?;
    let state = parts.iter().fold(0, |state, part| state << 16 | u64::from(*part));
    (parts.len() == 4).then_some(Generator::Gen5(Gen5(state)))
}
