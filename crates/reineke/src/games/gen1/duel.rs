//! What Pokémon do to each other on average: the grounds on which positions are judged.

use super::battle::{Battle, Pokemon, Side};
use super::damage::{Blow, critical_odds};
use super::dex::{Category, Effect, MoveId, Species};
use super::hit::Strike;
use super::sets::kits;
use std::sync::OnceLock;

/// What a turn of Hyper Beam is worth: the next is lost, unless the target faints.
const RECHARGED: f32 = 0.6;
/// The middle of the rolls that take a part of the damage.
const MIDDLE: u32 = 236;

/// HP that a move takes per turn, on average over misses, critical hits and rolls; nothing for moves that do more than
/// damage can tell.
#[must_use]
pub fn expected(battle: &Battle, side: usize, id: MoveId) -> f32 {
    if id.is_none() || !id.known() || id.data().category == Category::Status {
        return 0.0;
    }
    let strike = Strike::of(id);
    let data = strike.data;
    let (own, foe) = (&battle.sides[side], &battle.sides[1 - side]);
    if data.immune && foe.active.own_types().iter().any(|kind| data.kind.against(*kind) == -2) {
        return 0.0;
    }
    let lands = if data.accuracy == 0 { 1.0 } else { f32::from(data.accuracy) / 256.0 };
    let part = match data.effect {
        Effect::Counter | Effect::Explode => return 0.0,
        Effect::Knockout => {
            let faster = own.active.stats[3] >= foe.active.stats[3];
            return if faster { lands * f32::from(foe.lead().max_hp) } else { 0.0 };
        }
        Effect::Half => return lands * f32::from(foe.lead().hp) / 2.0,
        Effect::Level => return lands * f32::from(own.lead().level),
        Effect::Recharge => RECHARGED,
        Effect::Charge => 0.5,
        _ => 1.0,
    };
    let hits = match data.hits {
        5 => 3.0,
        count => f32::from(count),
    };
    let sharp = critical_odds(own.lead().species.data().base[4], data.sharp) as f32 / 256.0;
    let damage = |critical| Blow::rolled(battle.blow(side, &strike, critical).full(), MIDDLE) as f32;
    lands * part * hits * (sharp * damage(true) + (1.0 - sharp) * damage(false))
}

/// The most that a side's active Pokémon takes per turn.
#[must_use]
pub fn harm(battle: &Battle, side: usize) -> f32 {
    let active = &battle.sides[side].active;
    let usable = active.moves.iter().zip(active.pp).filter(|(_, pp)| *pp > 0);
    usable.map(|(id, _)| expected(battle, side, *id)).fold(0.0, f32::max)
}

/// What every set does to every other, unhurt.
pub struct Duels {
    /// Where a species' sets begin.
    first: Vec<u16>,
    /// The moves of each set, a bit each.
    moves: Vec<u128>,
    /// By set and set: the part of the second's HP that the first takes per turn.
    harm: Vec<f32>,
}

fn bits(moves: &[MoveId; 4]) -> u128 {
    moves.iter().filter(|id| !id.is_none()).fold(0, |bits, id| bits | 1 << id.0)
}

impl Duels {
    /// The table, made when first asked for.
    #[must_use]
    pub fn all() -> &'static Self {
        static ALL: OnceLock<Duels> = OnceLock::new();
        ALL.get_or_init(Self::new)
    }

    fn new() -> Self {
        let (mut first, mut moves, mut sides) = (Vec::new(), Vec::new(), Vec::new());
        for species in Species::all() {
            first.push(moves.len() as u16);
            for kit in kits(species) {
                moves.push(bits(&kit.moves));
                sides.push(Side::new([kit.set(species).pokemon(); 6]));
            }
        }
        first.push(moves.len() as u16);
        let mut found = Vec::with_capacity(sides.len() * sides.len());
        let mut battle = Battle::new(&[[kits(Species(0))[0].set(Species(0)); 6]; 2]);
        for own in &sides {
            battle.sides[0] = *own;
            for foe in &sides {
                battle.sides[1] = *foe;
                found.push(harm(&battle, 0) / f32::from(foe.team[0].max_hp));
            }
        }
        Self { first, moves, harm: found }
    }

    /// The number of a Pokémon's set.
    #[inline]
    #[must_use]
    pub fn set(&self, pokemon: &Pokemon) -> usize {
        let species = usize::from(pokemon.species.0);
        let (from, to) = (usize::from(self.first[species]), usize::from(self.first[species + 1]));
        let bits = bits(&pokemon.moves);
        (from..to).find(|set| self.moves[*set] == bits).unwrap_or(from)
    }

    /// The part of the second's full HP that the first takes per turn.
    #[inline]
    #[must_use]
    pub fn harm(&self, set: usize, against: usize) -> f32 {
        self.harm[set * self.moves.len() + against]
    }
}
