//! Tree search as if nothing were hidden: the gaps in the other team are filled by the generator's odds, and whoever
//! moves second knows what the first chose.

use super::super::game::Gen1;
use super::open::{Open, Position, Within};
use super::{Tally, decide};
use crate::control::Control;
use crate::decision::Decision;
use crate::dice::{Rng, chain};
use crate::eval::Evaluator;
use crate::game::{Game, View};
use crate::options::Options;
use crate::search::Searcher;
use crate::search::mcts::Forest;

/// A tree for each of a few filled teams, their visits added. A node is one descent in one of the trees.
pub struct Lance<E> {
    eval: Within<E>,
    light: bool,
    teams: u32,
    /// What the tree search reads.
    options: Options,
    seed: u64,
}

impl<E: Evaluator<Gen1> + Copy> Lance<E> {
    /// Reads `teams`, and what [`Forest`] reads.
    pub fn from_options(options: &mut Options, light: bool, eval: E, seed: u64) -> Result<Self, String> {
        let teams = options.number("teams", 4, 1, 1000)?;
        let kept = options.clone();
        Forest::from_options(options, &Open { first: 0, light }, Within(eval), seed)?;
        Ok(Self { eval: Within(eval), light, teams, options: kept, seed })
    }

    fn forest(&self, open: &Open, seed: u64) -> Forest<Open, Within<E>> {
        Forest::from_options(&mut self.options.clone(), open, self.eval, seed).expect("these options were read before")
    }
}

impl<E: Evaluator<Gen1> + Copy + 'static> Searcher<Gen1> for Lance<E> {
    fn decide(
        &mut self,
        game: &Gen1,
        view: &View<Gen1>,
        control: &mut Control,
        _progress: &mut dyn FnMut(&Decision),
    ) -> Decision {
        let open = Open { first: view.seat, light: self.light };
        let mut rng = Rng::new(chain(self.seed, view.key));
        let mut tallies = vec![Tally::default(); view.legal.len()];
        let (mut depth, mut beliefs) = (0, Vec::new());
        for index in 0..self.teams {
            let position = Position { state: view.sample(game, &mut rng), pick: None };
            let mut part = control.share(1.0 / f64::from(self.teams - index));
            let inner = View::of(&open, &position, view.seat);
            let found = self.forest(&open, rng.next_u64()).decide(&open, &inner, &mut part, &mut |_| {});
            control.add_nodes(part.nodes());
            for (tally, choice) in tallies.iter_mut().zip(&found.choices) {
                tally.visits += choice.visits;
                tally.sum += choice.value * choice.visits as f64;
            }
            depth = depth.max(found.depth);
            beliefs.push((open.text(&position), 1.0 / f64::from(self.teams)));
        }
        Decision { depth, beliefs, ..decide(&view.legal, &tallies, |tally| tally.visits as f64, control) }
    }

    fn ponder(&mut self, _game: &Gen1, _view: &View<Gen1>, _control: &mut Control) {}
}
