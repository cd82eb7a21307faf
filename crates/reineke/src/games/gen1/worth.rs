//! What positions are worth.

use super::battle::{Active, Flags, Pokemon, Side};
use super::dex::{Stat, Status};
use super::game::{Gen1, State};
use crate::eval::Evaluator;
use crate::game::{MAX_SEATS, Values};

/// By HP alone: half, and a twelfth for each whole Pokémon more than the other side has.
#[derive(Clone, Copy, Debug)]
pub struct Hp;

impl Evaluator<Gen1> for Hp {
    type Memo = ();

    fn start(&self, _game: &Gen1, _state: &State) {}
    fn step(&self, _game: &Gen1, _memo: &(), _before: &State, _after: &State) {}

    fn value(&self, _game: &Gen1, _memo: &(), state: &State) -> Values {
        let [first, second] = state.battle.sides.each_ref().map(|side| side.team.iter().map(share).sum::<f64>());
        both(0.5 + (first - second) / 12.0)
    }

    fn bounds(&self, _game: &Gen1) -> Option<(f64, f64)> {
        Some((0.0, 1.0))
    }
}

/// The part of its HP that somebody has left.
fn share(pokemon: &Pokemon) -> f64 {
    f64::from(pokemon.hp) / f64::from(pokemon.max_hp)
}

fn both(first: f64) -> Values {
    let mut values = [0.0; MAX_SEATS];
    (values[0], values[1]) = (first, 1.0 - first);
    values
}

/// By HP, status, stages and what else counts on the field: the odds of winning.
#[derive(Clone, Copy, Debug)]
pub struct Worth;

/// What a Pokémon that stands is worth beside its HP.
const STANDING: f64 = 0.6;
/// How much of a Pokémon's worth a status takes.
const LOST: [(Status, f64); 5] = [
    (Status::Sleep, 0.45),
    (Status::Freeze, 0.85),
    (Status::Paralysis, 0.25),
    (Status::Burn, 0.25),
    (Status::Poison, 0.12),
];
/// What a stage of a stat is worth.
const STAGES: [(Stat, f64); 5] =
    [(Stat::Attack, 0.09), (Stat::Defense, 0.06), (Stat::Special, 0.12), (Stat::Speed, 0.07), (Stat::Accuracy, 0.1)];
/// Advantage of one Pokémon's worth, as the exponent of the odds.
const SLOPE: f64 = 1.1;

impl Worth {
    fn side(side: &Side) -> f64 {
        let team: f64 = side.team.iter().filter(|pokemon| pokemon.hp > 0).map(Self::member).sum();
        team + if side.lead().hp > 0 { Self::active(side.lead(), &side.active) } else { 0.0 }
    }

    fn member(pokemon: &Pokemon) -> f64 {
        let lost = LOST.iter().find(|(status, _)| *status == pokemon.status).map_or(0.0, |(_, lost)| *lost);
        (STANDING + share(pokemon)) * (1.0 - lost)
    }

    fn active(pokemon: &Pokemon, active: &Active) -> f64 {
        let stages: f64 = STAGES.iter().map(|(stat, each)| each * f64::from(active.stages[*stat as usize])).sum();
        let mut worth = stages * (0.3 + 0.7 * share(pokemon));
        worth += 0.2 * f64::from(u8::from(active.substitute > 0)) - 0.12 * f64::from(u8::from(active.confusion > 0));
        for (flag, each) in [(Flags::REFLECT, 0.12), (Flags::RECHARGE, -0.25)] {
            if active.flags.has(flag) {
                worth += each;
            }
        }
        worth
    }
}

impl Evaluator<Gen1> for Worth {
    type Memo = ();

    fn start(&self, _game: &Gen1, _state: &State) {}
    fn step(&self, _game: &Gen1, _memo: &(), _before: &State, _after: &State) {}

    fn value(&self, _game: &Gen1, _memo: &(), state: &State) -> Values {
        let [first, second] = state.battle.sides.each_ref().map(Self::side);
        both(1.0 / (1.0 + (SLOPE * (second - first)).exp()))
    }

    fn bounds(&self, _game: &Gen1) -> Option<(f64, f64)> {
        Some((0.0, 1.0))
    }
}
