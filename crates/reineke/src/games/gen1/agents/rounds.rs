//! Searches of a fixed depth, told in plies of whole rounds: whoever has to replace a fainted Pokémon looks past that at
//! the round that follows, since nothing comes of a replacement itself.

use super::super::game::{Gen1, SWITCH};
use crate::control::Control;
use crate::decision::Decision;
use crate::game::{Turn, View};
use crate::games::{Made, Playable};
use crate::options::Options;
use crate::search::Searcher;

/// The deepest that can be asked for.
const DEEPEST: u32 = 60;

/// The same search three times: for a round, after one replacement, after two at once.
pub struct Rounds([Box<dyn Searcher<Gen1>>; 3]);

impl Rounds {
    /// A search of [`crate::search`] by name, with `depth` as given.
    pub fn from_options(name: &str, depth: &str, options: &mut Options, seed: u64) -> Made<Gen1> {
        let plies: u32 = match depth.parse() {
            Ok(plies @ 1..=DEEPEST) => plies,
            _ => return Err(format!("depth={depth}: expected a number from 1 to {DEEPEST}")),
        };
        let eval = options.word("eval", Gen1::EVALS)?;
        let mut read = options.clone();
        let mut search = |more: u32| {
            read = options.clone();
            read.set("depth", plies + more);
            Gen1.with_eval(eval, name, &mut read, seed)
        };
        let searches = [search(0)?, search(1)?, search(2)?];
        *options = read;
        Ok(Box::new(Self(searches)))
    }
}

/// Replacements that come before the next round.
fn replacements(view: &View<Gen1>) -> usize {
    match view.turn {
        _ if view.legal.iter().any(|action| *action < SWITCH) => 0,
        Turn::Seats(_) => 2,
        _ => 1,
    }
}

impl Searcher<Gen1> for Rounds {
    fn decide(
        &mut self,
        game: &Gen1,
        view: &View<Gen1>,
        control: &mut Control,
        progress: &mut dyn FnMut(&Decision),
    ) -> Decision {
        self.0[replacements(view)].decide(game, view, control, progress)
    }

    fn ponder(&mut self, _game: &Gen1, _view: &View<Gen1>, _control: &mut Control) {}
}
