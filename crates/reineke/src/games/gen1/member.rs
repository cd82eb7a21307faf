//! What is thought of one of the other side's that was seen: its set and its HP.

use super::dex::{MoveId, Species};
use super::gauge::Gauge;
use super::sets::{Kit, kits};

/// However much speaks against a kit that has all moves that were seen, it is no less likely than this, as a logarithm and
/// beside the likeliest.
const LEAST: f64 = -60.0;

#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    pub species: Species,
    /// How likely what it chose was with each of its kits, as logarithms.
    pub choices: Vec<f64>,
    /// One for every maximum of HP, which Substitute may lower a little, and every use for Attack.
    pub gauges: Vec<Gauge>,
    /// The gauge of each kit.
    gauge: Vec<usize>,
}

impl Member {
    #[must_use]
    pub fn new(species: Species) -> Self {
        let mut member = Self { species, choices: Vec::new(), gauges: Vec::new(), gauge: Vec::new() };
        for kit in kits(species) {
            let set = kit.set(species);
            let (max, hard) = (set.pokemon().max_hp, set.hits_hard());
            let known = member.gauges.iter().position(|gauge| (gauge.max, gauge.hard) == (max, hard));
            let place = known.unwrap_or(member.gauges.len());
            if known.is_none() {
                member.gauges.push(Gauge::full(max, hard));
            }
            member.choices.push(0.0);
            member.gauge.push(place);
        }
        member
    }

    /// The gauge of the kit with this number.
    #[must_use]
    pub fn gauge(&self, kit: usize) -> &Gauge {
        &self.gauges[self.gauge[kit]]
    }

    /// What chance has shown of it, as a logarithm of its odds with a kit.
    #[must_use]
    pub fn chance(&self, kit: usize) -> f64 {
        self.gauge(kit).evidence
    }

    /// How likely each of its kits is, if it has these moves.
    #[must_use]
    pub fn posterior(&self, known: &[MoveId]) -> Vec<(&'static Kit, f64)> {
        let kits = kits(self.species);
        let has = |kit: &Kit| known.iter().all(|id| id.is_none() || kit.has(*id));
        // Of a set that is none of the generator's, nothing can be said.
        let strange = !kits.iter().any(has);
        let fits = |kit: &Kit| strange || has(kit);
        let weight = |index: usize| self.choices[index] + self.chance(index);
        let fitting = (0..kits.len()).filter(|index| fits(&kits[*index]));
        let heaviest = fitting.map(weight).fold(f64::MIN, f64::max);
        let odds = |(index, kit): (usize, &'static Kit)| {
            (kit, if fits(kit) { kit.odds * (weight(index) - heaviest).max(LEAST).exp() } else { 0.0 })
        };
        let mut all: Vec<_> = kits.iter().enumerate().map(odds).collect();
        let sum: f64 = all.iter().map(|(_, odds)| odds).sum();
        for (_, odds) in &mut all {
            *odds /= sum;
        }
        all
    }

    /// Every gauge changes by as much.
    pub(super) fn lose(&mut self, shown: u16, amounts: &[(u16, f64)]) {
        self.gauges.iter_mut().for_each(|gauge| gauge.lose(shown, amounts));
    }

    pub(super) fn gain(&mut self, shown: u16, amounts: &[(u16, f64)]) {
        self.gauges.iter_mut().for_each(|gauge| gauge.gain(shown, amounts));
    }

    /// Every gauge loses what `amount` says of it.
    pub(super) fn lose_each(&mut self, shown: u16, amount: impl Fn(&Gauge) -> u16) {
        self.gauges.iter_mut().for_each(|gauge| gauge.lose(shown, &[(amount(gauge), 1.0)]));
    }
}
