//! Searches of the whole library on packed boards.

use super::Speed;
use super::arrival::Reach;
use super::eval::{Leading, Plain, Timed};
use super::fox::Fox;
use super::minimax::MultiMinimax;
use super::packed::{Packed, Swift};
use super::settings::Settings;
use crate::control::Control;
use crate::decision::Decision;
use crate::eval::Flat;
use crate::game::{Action, Game, View};
use crate::games::{Made, Playable};
use crate::options::Options;
use crate::search::{self, Searcher};

/// A search that sees packed boards: small ones and large ones, whichever the game's size asks for.
struct Packing {
    small: Option<(Swift<1, 66>, Box<dyn Searcher<Swift<1, 66>>>)>,
    large: Option<(Swift<2, 130>, Box<dyn Searcher<Swift<2, 130>>>)>,
}

fn packed<const W: usize, const H: usize>(view: &View<Speed>) -> View<Swift<W, H>> {
    let info = Packed::new(&view.info);
    let key = info.key();
    View { seat: view.seat, info, turn: view.turn, legal: view.legal.clone(), key, search_key: key, open: None }
}

fn make<const W: usize, const H: usize>(
    eval: &str,
    name: &str,
    options: &mut Options,
    game: Speed,
    seed: u64,
) -> Result<(Swift<W, H>, Box<dyn Searcher<Swift<W, H>>>), String> {
    let game = Swift(game);
    let searcher = match eval {
        "flat" => search::make(name, options, &game, Flat, seed),
        "arrival" => {
            let eval = Timed {
                power: options.number("power", 2.0, 0.1, 20.0)?,
                reach: Reach {
                    cap: options.number("cap", 3, 1, 10)?,
                    exact: options.number("exact", 4, 0, 200)?,
                    horizon: options.number("ahead", 30, 1, 200)?,
                },
            };
            search::make(name, options, &game, eval, seed)
        }
        "lead" => {
            let eval = Leading { power: options.number("power", 2.0, 0.1, 20.0)? };
            search::make(name, options, &game, eval, seed)
        }
        _ => {
            let eval = Plain { power: options.number("power", 2.0, 0.1, 20.0)? };
            search::make(name, options, &game, eval, seed)
        }
    }?;
    Ok((game, searcher))
}

impl Searcher<Speed> for Packing {
    fn decide(
        &mut self,
        _game: &Speed,
        view: &View<Speed>,
        control: &mut Control,
        progress: &mut dyn FnMut(&Decision),
    ) -> Decision {
        let board = &view.info.board;
        match (&mut self.small, &mut self.large) {
            (Some((game, searcher)), _) if Packed::<1, 66>::fits(board.width, board.height) => {
                searcher.decide(game, &packed(view), control, progress)
            }
            (_, Some((game, searcher))) => searcher.decide(game, &packed(view), control, progress),
            _ => unreachable!("the game's size has a search"),
        }
    }

    fn ponder(&mut self, _game: &Speed, view: &View<Speed>, control: &mut Control) {
        let board = &view.info.board;
        match (&mut self.small, &mut self.large) {
            (Some((game, searcher)), _) if Packed::<1, 66>::fits(board.width, board.height) => {
                searcher.ponder(game, &packed(view), control);
            }
            (_, Some((game, searcher))) => searcher.ponder(game, &packed(view), control),
            _ => unreachable!("the game's size has a search"),
        }
    }

    fn policy(&self, view: &View<Speed>) -> Option<Vec<(Action, f64)>> {
        let board = &view.info.board;
        match (&self.small, &self.large) {
            (Some((_, searcher)), _) if Packed::<1, 66>::fits(board.width, board.height) => {
                searcher.policy(&packed(view))
            }
            (_, Some((_, searcher))) => searcher.policy(&packed(view)),
            _ => None,
        }
    }
}

impl Playable for Speed {
    const EVALS: &'static [&'static str] = &["lead", "arrival", "voronoi", "flat", "net"];

    fn searcher(&self, name: &str, options: &mut Options, seed: u64) -> Made<Self> {
        if name == "multiminimax" {
            return Ok(Box::new(MultiMinimax(Settings::from_options(options)?)));
        }
        if name == "fox" {
            return Ok(Box::new(Fox::from_options(options, seed)?));
        }
        match options.word("eval", Self::EVALS)? {
            "net" => Err(format!("{} has no features for a network", self.spec())),
            own => self.with_eval(own, name, options, seed),
        }
    }

    fn with_eval(&self, eval: &str, name: &str, options: &mut Options, seed: u64) -> Made<Self> {
        let fits = |side: Option<i16>| side.map(|side| side <= 64);
        let sides = [fits(self.width), fits(self.height)];
        let mut again = options.clone();
        let small =
            if sides.contains(&Some(false)) { None } else { Some(make::<1, 66>(eval, name, options, *self, seed)?) };
        let large = if sides == [Some(true); 2] {
            None
        } else {
            let large = make::<2, 130>(eval, name, &mut again, *self, seed)?;
            *options = again;
            Some(large)
        };
        Ok(Box::new(Packing { small, large }))
    }
}
