//! The games. Each is one folder; [`Playable`] says which evaluations a game offers to the searches.

#[cfg(test)]
pub mod contract;
pub mod goofspiel;
pub mod kuhn;
pub mod pig;
pub mod rps;
pub mod sawhian;
mod sawhian_options;
pub mod tictactoe;

use crate::eval::Flat;
use crate::game::Game;
use crate::models;
use crate::options::Options;
use crate::search::{self, Searcher};

/// A game that searches can be made for by name.
pub trait Playable: Game + Sized {
    /// The evaluations that `eval=` names, the default first.
    const EVALS: &'static [&'static str];

    /// A search by name; takes what it knows out of `options`.
    fn searcher(&self, name: &str, options: &mut Options, seed: u64) -> Result<Box<dyn Searcher<Self>>, String>;
}

macro_rules! flat {
    ($($game:ty),*) => {$(
        impl Playable for $game {
            const EVALS: &'static [&'static str] = &["flat"];

            fn searcher(&self, name: &str, options: &mut Options, seed: u64) -> Result<Box<dyn Searcher<Self>>, String> {
                options.word("eval", Self::EVALS)?;
                search::make(name, options, self, Flat, seed)
            }
        }
    )*};
}

flat!(goofspiel::Goofspiel, kuhn::Kuhn, rps::RockPaperScissors, tictactoe::TicTacToe);

impl Playable for pig::Pig {
    const EVALS: &'static [&'static str] = &["points", "flat"];

    fn searcher(&self, name: &str, options: &mut Options, seed: u64) -> Result<Box<dyn Searcher<Self>>, String> {
        match options.word("eval", Self::EVALS)? {
            "flat" => search::make(name, options, self, Flat, seed),
            _ => search::make(name, options, self, pig::PigEval, seed),
        }
    }
}

impl Playable for sawhian::Sawhian {
    const EVALS: &'static [&'static str] = &["lanes", "seed", "dephiloper", "flat"];

    /// Beside `eval=` reads `weights=a/b/c/d`, `crowding=source|fixed` and `stuck=tuple|play` for the seed evaluation, and
    /// `model=`, the name of the lane tables in [`models`].
    fn searcher(&self, name: &str, options: &mut Options, seed: u64) -> Result<Box<dyn Searcher<Self>>, String> {
        match options.word("eval", Self::EVALS)? {
            "seed" => {
                let eval = sawhian::SeedEval::from_options(options)?;
                search::make(name, options, self, eval, seed)
            }
            "dephiloper" => search::make(name, options, self, sawhian::Dephiloper::default(), seed),
            "flat" => search::make(name, options, self, Flat, seed),
            _ => {
                let name_of_model = options.take("model").unwrap_or_else(|| "sawhian-lanes".into());
                let lanes = models::get::<sawhian::Lanes>(&name_of_model)?;
                search::make(name, options, self, lanes, seed)
            }
        }
    }
}
