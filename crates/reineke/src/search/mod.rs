//! Searches, each written once against [`Game`] alone.
//!
//! Depth-first searches share [`deepening`] (iterative deepening, root moves, tables, time); [`mcts`] is the one tree
//! search for every kind of node.

pub mod average;
pub mod brs;
pub mod deepening;
pub mod maxn;
pub mod mcts;
pub mod paranoid;
pub mod table;
pub mod tree;
pub mod walk;

use crate::control::Control;
use crate::decision::Decision;
use crate::eval::Evaluator;
use crate::game::{Action, Game, View};
use crate::options::Options;

/// Every search by name, with the line that `reineke agents` shows.
pub const SEARCHES: [(&str, &str); 9] = [
    ("greedy", "the action whose position looks best"),
    ("alphabeta", "minimax with alpha-beta cuts, two seats"),
    ("minimax", "minimax without cuts: the plain twin of alphabeta and paranoid"),
    ("expectimax", "expectation at chance, every seat for itself or the others at random: others=own|even"),
    ("maxn", "every seat maximises its own component; cut=none|shallow|seed"),
    ("paranoid", "everybody against the searching seat, alpha-beta cuts"),
    ("brs", "best-reply search: one opponent answers, the others are skipped"),
    ("brs+", "best-reply search in legal turn order: the other opponents play their ordering move"),
    ("mcts", "Monte-Carlo tree search for turns, chance, simultaneous moves and hidden information"),
];

/// A search with its memory (tables, trees) between the decisions of one game.
pub trait Searcher<G: Game>: Send {
    /// Decides for the seat of a View in which that seat may act.
    fn decide(
        &mut self,
        game: &G,
        view: &View<G>,
        control: &mut Control,
        progress: &mut dyn FnMut(&Decision),
    ) -> Decision;

    /// Thinks ahead from a View in which others are to move, to fill tables and trees.
    fn ponder(&mut self, game: &G, view: &View<G>, control: &mut Control);

    /// The strategy found for what a seat knows, where the search keeps one: (action, probability).
    fn policy(&self, _view: &View<G>) -> Option<Vec<(Action, f64)>> {
        None
    }
}

/// A search by name. Takes its own options out of `options`; the caller refuses what is left.
pub fn make<G: Game, E: Evaluator<G> + 'static>(
    name: &str,
    options: &mut Options,
    game: &G,
    eval: E,
    seed: u64,
) -> Result<Box<dyn Searcher<G>>, String> {
    use deepening::{Deepening, Defaults};
    match name {
        "greedy" => Ok(Box::new(Deepening::from_options(
            options,
            maxn::MaxN::plain(),
            eval,
            seed,
            Defaults { depth: Some(1), deepen: true },
        )?)),
        "expectimax" => {
            if options.word("others", &["own", "even"])? == "even" {
                return Ok(Box::new(Deepening::from_options(
                    options,
                    average::Average,
                    eval,
                    seed,
                    Defaults::default(),
                )?));
            }
            Ok(Box::new(Deepening::from_options(options, maxn::MaxN::plain(), eval, seed, Defaults::default())?))
        }
        "maxn" => {
            let tree = maxn::MaxN::from_options(options, game, &eval)?;
            // The historic client searched one fixed depth.
            let defaults = Defaults { depth: None, deepen: tree.abort != maxn::Abort::Source };
            Ok(Box::new(Deepening::from_options(options, tree, eval, seed, defaults)?))
        }
        "alphabeta" | "minimax" | "paranoid" => {
            if name == "alphabeta" && game.seats() > 2 {
                return Err(format!("alphabeta is for two seats, {} has {}; use paranoid", game.spec(), game.seats()));
            }
            let tree = paranoid::Paranoid { cuts: name != "minimax" };
            Ok(Box::new(Deepening::from_options(options, tree, eval, seed, Defaults::default())?))
        }
        "brs" | "brs+" => {
            let tree = brs::BestReply { skipping: name == "brs" };
            Ok(Box::new(Deepening::from_options(options, tree, eval, seed, Defaults::default())?))
        }
        "mcts" => Ok(Box::new(mcts::Forest::from_options(options, game, eval, seed)?)),
        _ => {
            let names: Vec<&str> = SEARCHES.iter().map(|(name, _)| *name).collect();
            Err(format!("no search is called {name}; there are {}", names.join(", ")))
        }
    }
}
