//! The exact HP behind what is shown in hundredths.

use super::damage::Blow;
use super::dex::Status;
use super::event::Health;
use crate::dice::Rng;

/// Amounts with their odds.
pub type Amounts = Vec<(u16, f64)>;

/// What the roll of the damage makes of the most that it can be.
#[must_use]
pub fn rolled(full: u32) -> Amounts {
    if full <= 1 {
        return vec![(full as u16, 1.0)];
    }
    let mut amounts = Amounts::new();
    for roll in 217..256 {
        let damage = Blow::rolled(full, roll) as u16;
        match amounts.last_mut() {
            Some((last, odds)) if *last == damage => *odds += 1.0 / 39.0,
            _ => amounts.push((damage, 1.0 / 39.0)),
        }
    }
    amounts
}

/// What speaks against something that was shown and should not have been possible, as a logarithm.
const SURPRISE: f64 = -30.0;

/// How likely each number of HP is, if this is the maximum.
#[derive(Clone, Debug, PartialEq)]
pub struct Gauge {
    pub max: u16,
    /// It has a use for Attack, which decides what it does to itself in confusion.
    pub hard: bool,
    odds: Vec<f64>,
    /// How likely all that was shown is for such a Pokémon, as a logarithm.
    pub evidence: f64,
    /// How often something was shown that should not have been possible.
    pub surprises: u32,
}

impl Gauge {
    #[must_use]
    pub fn full(max: u16, hard: bool) -> Self {
        let mut odds = vec![0.0; usize::from(max) + 1];
        odds[usize::from(max)] = 1.0;
        Self { max, hard, odds, evidence: 0.0, surprises: 0 }
    }

    /// The hundredths that are shown for a number of HP.
    fn shown(&self, hp: usize) -> u16 {
        if hp == 0 { 0 } else { Health { hp: hp as u16, max: self.max, status: Status::None }.percent() }
    }

    /// HP change, to each number in `to` with its odds, and then this is shown.
    pub fn change(&mut self, shown: u16, to: impl Fn(u16, &mut dyn FnMut(u16, f64))) {
        let mut next = vec![0.0; self.odds.len()];
        for (hp, odds) in self.odds.iter().enumerate().filter(|(_, odds)| **odds > 0.0) {
            to(hp as u16, &mut |hp, part| next[usize::from(hp.min(self.max))] += odds * part);
        }
        let mut sum = 0.0;
        for (hp, odds) in next.iter_mut().enumerate() {
            if self.shown(hp) == shown {
                sum += *odds;
            } else {
                *odds = 0.0;
            }
        }
        self.witness(sum);
        if sum > 0.0 {
            for odds in &mut next {
                *odds /= sum;
            }
        } else {
            // Never rules out what is there: all that looks like this.
            let alike: Vec<usize> = (0..next.len()).filter(|hp| self.shown(*hp) == shown).collect();
            for hp in &alike {
                next[*hp] = 1.0 / alike.len() as f64;
            }
        }
        self.odds = next;
    }

    /// Something was shown that is as likely as this for such a Pokémon.
    pub fn witness(&mut self, odds: f64) {
        if odds > 0.0 {
            self.evidence += odds.ln();
        } else {
            self.surprises += 1;
            self.evidence += SURPRISE;
        }
    }

    /// HP are lost.
    pub fn lose(&mut self, shown: u16, amounts: &[(u16, f64)]) {
        self.change(shown, |hp, to| amounts.iter().for_each(|(amount, odds)| to(hp.saturating_sub(*amount), *odds)));
    }

    /// HP are gained.
    pub fn gain(&mut self, shown: u16, amounts: &[(u16, f64)]) {
        self.change(shown, |hp, to| amounts.iter().for_each(|(amount, odds)| to(hp.saturating_add(*amount), *odds)));
    }

    #[must_use]
    pub fn odds(&self, hp: u16) -> f64 {
        self.odds.get(usize::from(hp)).copied().unwrap_or(0.0)
    }

    /// A number of HP as likely as it is.
    #[must_use]
    pub fn draw(&self, rng: &mut Rng) -> u16 {
        let mut left = rng.unit();
        let mut last = 0;
        for (hp, odds) in self.odds.iter().enumerate().filter(|(_, odds)| **odds > 0.0) {
            last = hp as u16;
            left -= odds;
            if left < 0.0 {
                break;
            }
        }
        last
    }
}
