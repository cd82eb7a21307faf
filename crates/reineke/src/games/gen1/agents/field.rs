//! Battles for tests: a few Pokémon a side, the others fainted.

use super::super::battle::{Battle, Phase};
use super::super::dex::{MoveId, Species};
use super::super::event::Silence;
use super::super::game::{Drawn, Gen1, State};
use super::super::team::Set;
use super::super::turn::Play;
use crate::control::Control;
use crate::decision::Decision;
use crate::dice::Rng;
use crate::game::View;
use crate::games::Playable;
use crate::options::Options;
use crate::search::Searcher;
use std::sync::Arc;

pub type Few<'a> = &'a [(&'a str, &'a str)];

fn set((name, moves): (&str, &str)) -> Set {
    let mut set = Set { species: Species::named(name).expect(name), moves: [MoveId::NONE; 4] };
    for (slot, id) in set.moves.iter_mut().zip(moves.split_whitespace()) {
        *slot = MoveId::parse(id).expect(id);
    }
    set
}

/// A battle between those of each side, the first of each on the field.
pub fn field(sides: [Few; 2]) -> State {
    let teams = sides.map(|few| std::array::from_fn(|index| set(*few.get(index).unwrap_or(&few[0]))));
    let mut battle = Battle::new(&teams);
    for (side, few) in battle.sides.iter_mut().zip(sides) {
        for pokemon in &mut side.team[few.len()..] {
            (pokemon.hp, pokemon.fainted) = (0, true);
        }
    }
    Play::new(&mut battle, &mut Drawn::thought(&mut Rng::new(1)), &mut Silence).start();
    State::thought(&battle)
}

/// The same after both that stood there have fainted: both sides choose who comes in.
pub fn replacing(sides: [Few; 2]) -> State {
    let mut state = field(sides);
    for side in &mut state.battle.sides {
        side.fall();
    }
    state.battle.phase = Phase::Switch;
    state
}

pub fn searcher(name: &str, options: &[(&str, &str)], seed: u64) -> Box<dyn Searcher<Gen1>> {
    let mut options = Options::new(options.iter().map(|(key, value)| ((*key).to_string(), (*value).to_string())));
    let made = Gen1.searcher(name, &mut options, seed).expect(name);
    options.finish(name).expect("options that it has");
    made
}

/// What a search by name decides for a seat.
pub fn decided(state: &State, seat: usize, name: &str, options: &[(&str, &str)], nodes: u64, seed: u64) -> Decision {
    let mut control = Control::new(Some(nodes), None, Arc::default());
    searcher(name, options, seed).decide(&Gen1, &View::of(&Gen1, state, seat), &mut control, &mut |_| {})
}
