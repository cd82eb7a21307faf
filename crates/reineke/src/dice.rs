//! Where chance comes from. A [`crate::game::Game`] never owns a generator: whoever advances a state
//! hands it [`Dice`], so that outcomes can be drawn, recorded and forced.

/// A source of random numbers, one roll at a time.
pub trait Dice {
    /// A number in `0..sides`, every value equally likely.
    fn roll(&mut self, sides: u32) -> u32;

    /// A number in `0..odds.len()`, each as likely as its weight says (weights sum to 1).
    fn pick(&mut self, odds: &[f64]) -> usize {
        let mut left = f64::from(self.roll(1 << 30)) / f64::from(1u32 << 30);
        for (index, p) in odds.iter().enumerate() {
            if left < *p {
                return index;
            }
            left -= p;
        }
        odds.iter().rposition(|p| *p > 0.0).unwrap_or(0)
    }
}

/// Scrambles a number; every input bit reaches every output bit.
#[inline]
#[must_use]
pub const fn mix(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Extends the key `of` a sequence by one more element.
#[inline]
#[must_use]
pub const fn chain(of: u64, element: u64) -> u64 {
    mix(of.rotate_left(23) ^ mix(element))
}

/// A 64-bit key of bytes, the same on every machine and in every version.
#[must_use]
pub fn hash_bytes(bytes: &[u8]) -> u64 {
    let mut key = bytes.len() as u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0u8; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        key = chain(key, u64::from_le_bytes(word));
    }
    key
}

/// A key of anything that can be hashed, the same on every machine of one byte order.
#[derive(Default)]
pub struct Key(u64);

impl std::hash::Hasher for Key {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0 = chain(self.0, hash_bytes(bytes));
    }
    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }
    fn write_u16(&mut self, number: u16) {
        self.write_u64(u64::from(number));
    }
    fn write_u64(&mut self, number: u64) {
        self.0 = chain(self.0, number);
    }
    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }
}

/// The library's generator: xoshiro256++ seeded through [`mix`].
///
/// ```
/// use reineke::dice::{Dice, Rng};
/// let (mut a, mut b) = (Rng::new(7), Rng::new(7));
/// assert_eq!(a.roll(6), b.roll(6));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut state = [0; 4];
        for (index, word) in state.iter_mut().enumerate() {
            *word = mix(seed.wrapping_add((index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)));
        }
        Self { state }
    }

    /// Where the generator stands, so that it can go on elsewhere.
    #[must_use]
    pub const fn words(&self) -> [u64; 4] {
        self.state
    }

    /// The generator that stood there; `None` for four zeros, where none ever stands.
    #[must_use]
    pub fn from_words(state: [u64; 4]) -> Option<Self> {
        (state != [0; 4]).then_some(Self { state })
    }

    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number in `[0, 1)`.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }
}

impl Dice for Rng {
    /// Multiply-and-shift with rejection: exactly uniform.
    #[inline]
    fn roll(&mut self, sides: u32) -> u32 {
        debug_assert!(sides > 0, "a die has at least one side");
        let sides = u64::from(sides);
        loop {
            let product = (self.next_u64() >> 32) * sides;
            let low = product & 0xffff_ffff;
            if low >= sides || low >= (1 << 32) % sides {
                return (product >> 32) as u32;
            }
        }
    }
}

/// Dice that note every roll of another source, for records.
pub struct Recorder<'a> {
    pub source: &'a mut dyn Dice,
    pub rolls: Vec<u32>,
}

impl Dice for Recorder<'_> {
    fn roll(&mut self, sides: u32) -> u32 {
        let value = self.source.roll(sides);
        self.rolls.push(value);
        value
    }
}

/// Dice that give back recorded rolls in order. Running out, or a roll that the die does not have, sets `broken`
/// and yields 0, so that a replay can refuse the record instead of panicking.
pub struct Forced<'a> {
    pub rolls: &'a [u32],
    pub used: usize,
    pub broken: bool,
}

impl<'a> Forced<'a> {
    #[must_use]
    pub fn new(rolls: &'a [u32]) -> Self {
        Self { rolls, used: 0, broken: false }
    }
}

impl Dice for Forced<'_> {
    fn roll(&mut self, sides: u32) -> u32 {
        let value = self.rolls.get(self.used).copied();
        self.used += 1;
        match value {
            Some(value) if value < sides => value,
            _ => {
                self.broken = true;
                0
            }
        }
    }
}

/// Dice for games that never roll any.
pub struct NoDice;

impl Dice for NoDice {
    fn roll(&mut self, _sides: u32) -> u32 {
        unreachable!("this game declared that no chance is drawn inside a turn")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_is_equally_likely() {
        let mut rng = Rng::new(1);
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[rng.roll(6) as usize] += 1;
        }
        assert!(counts.iter().all(|c| (9_600..10_400).contains(c)), "{counts:?}");
    }

    #[test]
    fn pick_follows_the_odds() {
        let mut rng = Rng::new(2);
        let hits = (0..40_000).filter(|_| rng.pick(&[0.25, 0.0, 0.75]) == 2).count();
        assert!((29_500..30_500).contains(&hits), "{hits}");
    }

    #[test]
    fn recorded_rolls_can_be_forced() {
        let mut rng = Rng::new(3);
        let mut recorder = Recorder { source: &mut rng, rolls: vec![] };
        let rolled: Vec<u32> = (0..5).map(|_| recorder.roll(6)).collect();
        let rolls = recorder.rolls;
        let mut forced = Forced::new(&rolls);
        let replayed: Vec<u32> = (0..5).map(|_| forced.roll(6)).collect();
        assert_eq!(rolled, replayed);
        assert!(!forced.broken);
        forced.roll(6);
        assert!(forced.broken, "a sixth roll was never recorded");
    }
}
