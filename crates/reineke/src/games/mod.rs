//! The games. Each is one folder; [`Playable`] says which evaluations a game offers to the searches.

pub mod clever;
#[cfg(test)]
pub mod contract;
pub mod gen1;
pub mod goofspiel;
pub mod kuhn;
pub mod pig;
pub mod rps;
pub mod sawhian;
pub mod speed;
pub mod tictactoe;

use crate::eval::Flat;
use crate::game::Game;
use crate::models;
use crate::net::{Net, NetEval};
use crate::options::Options;
use crate::search::{self, Searcher};

/// A search, or why there is none.
pub type Made<G> = Result<Box<dyn Searcher<G>>, String>;

/// A game that searches can be made for by name.
pub trait Playable: Game + Sized {
    /// The evaluations that `eval=` names, the default first. Every game takes `net`, a trained network.
    const EVALS: &'static [&'static str];

    /// A search by name, the game's own ones included; takes what it knows out of `options`.
    fn searcher(&self, name: &str, options: &mut Options, seed: u64) -> Made<Self> {
        self.generic(name, options, seed)
    }

    /// A search by name that every game has. With `eval=net` it reads `model=`, the name of a network in [`models`].
    fn generic(&self, name: &str, options: &mut Options, seed: u64) -> Made<Self> {
        match options.word("eval", Self::EVALS)? {
            "net" => {
                let model = options.take("model").ok_or("eval=net needs model=FILE")?;
                let eval = NetEval::new(models::get::<Net>(&model)?, self, &self.spec())?;
                search::make(name, options, self, eval, seed)
            }
            own => self.with_eval(own, name, options, seed),
        }
    }

    /// A search by name on one of the game's own evaluations.
    fn with_eval(&self, eval: &str, name: &str, options: &mut Options, seed: u64) -> Made<Self>;
}

macro_rules! flat {
    ($($game:ty),*) => {$(
        impl Playable for $game {
            const EVALS: &'static [&'static str] = &["flat", "net"];

            fn with_eval(&self, _eval: &str, name: &str, options: &mut Options, seed: u64) -> Made<Self> {
                search::make(name, options, self, Flat, seed)
            }
        }
    )*};
}

flat!(goofspiel::Goofspiel, kuhn::Kuhn, rps::RockPaperScissors, tictactoe::TicTacToe);

impl Playable for gen1::game::Gen1 {
    const EVALS: &'static [&'static str] = &["worth", "hp", "flat", "net"];

    fn searcher(&self, name: &str, options: &mut Options, seed: u64) -> Made<Self> {
        match gen1::agents::make(name, options, seed) {
            Some(made) => made,
            None => self.generic(name, options, seed),
        }
    }

    fn with_eval(&self, eval: &str, name: &str, options: &mut Options, seed: u64) -> Made<Self> {
        match eval {
            "flat" => search::make(name, options, self, Flat, seed),
            "hp" => search::make(name, options, self, gen1::worth::Hp, seed),
            _ => search::make(name, options, self, gen1::worth::Worth, seed),
        }
    }
}

impl Playable for pig::Pig {
    const EVALS: &'static [&'static str] = &["points", "flat", "net"];

    fn with_eval(&self, eval: &str, name: &str, options: &mut Options, seed: u64) -> Made<Self> {
        match eval {
            "flat" => search::make(name, options, self, Flat, seed),
            _ => search::make(name, options, self, pig::PigEval, seed),
        }
    }
}

impl Playable for clever::Clever {
    const EVALS: &'static [&'static str] = &["points", "flat", "net"];

    fn searcher(&self, name: &str, options: &mut Options, seed: u64) -> Made<Self> {
        if name == "td" {
            return Ok(Box::new(clever::player::Player::from_options(options, self, seed)?));
        }
        if name == "ppo" {
            return Ok(Box::new(clever::policy::Policy::from_options(options, self, seed)?));
        }
        match options.word("eval", Self::EVALS)? {
            "net" => Err(format!("{} has no features for that: use td(model=FILE)", self.spec())),
            own => self.with_eval(own, name, options, seed),
        }
    }

    fn with_eval(&self, eval: &str, name: &str, options: &mut Options, seed: u64) -> Made<Self> {
        match eval {
            "flat" => search::make(name, options, self, Flat, seed),
            _ => search::make(name, options, self, clever::Points, seed),
        }
    }
}

impl Playable for sawhian::Sawhian {
    const EVALS: &'static [&'static str] = &["lanes", "seed", "dephiloper", "flat", "net"];

    /// Reads `weights=a/b/c/d`, `crowding=source|fixed` and `stuck=tuple|play` for the seed evaluation, and
    /// `model=`, the name of the lane tables in [`models`].
    fn with_eval(&self, eval: &str, name: &str, options: &mut Options, seed: u64) -> Made<Self> {
        match eval {
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
