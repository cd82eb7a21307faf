//! The tree search as a [`Searcher`]: evaluators, budgets, several seeded trees merged in order.

use super::machine::{Descent, Machine, Verdict};
use super::node::UNPROVEN;
use super::select::{Rule, Rules};
use crate::control::Control;
use crate::decision::{Choice, Decision};
use crate::dice::{Dice, Rng, chain};
use crate::eval::{Evaluator, judge};
use crate::game::{Action, Game, MAX_SEATS, Turn, Values, View, random_turn};
use crate::options::Options;
use crate::search::Searcher;

/// How a leaf is judged.
#[derive(Clone, Copy, Debug)]
struct Judging {
    /// Random turns before the evaluation looks; beyond the end of the game: a full play-out.
    horizon: u32,
    /// Divisor that brings evaluations on a scale of their own onto the outcome's range.
    squash: f64,
}

/// Seeded trees over one game.
pub struct Forest<G: Game, E> {
    trees: Vec<Machine<G>>,
    eval: E,
    judging: Judging,
    threads: usize,
    seed: u64,
}

impl<G: Game, E: Evaluator<G>> Forest<G, E> {
    /// Reads `select`, `joint`, `c`, `mix`, `horizon`, `squash`, `solver`, `public`, `trees`, `threads`, `capacity`.
    pub fn from_options(options: &mut Options, game: &G, eval: E, seed: u64) -> Result<Self, String> {
        let mut joint = vec!["rm"];
        joint.extend(Rule::NAMES.iter().filter(|name| **name != "rm"));
        let rules = Rules {
            turn: Rule::named(options.word("select", &Rule::NAMES)?),
            joint: Rule::named(options.word("joint", &joint)?),
            explore: options.number("c", 0.7, 0.0, 100.0)?,
            mix: options.number("mix", 0.2, 0.0, 1.0)?,
        };
        let full = u32::MAX;
        let horizon = match options.take("horizon").as_deref() {
            None => {
                if eval.informed() {
                    0
                } else {
                    full
                }
            }
            Some("end") => full,
            Some(text) => {
                text.parse().map_err(|_| format!("horizon={text}: expected a number of random turns, or end"))?
            }
        };
        let squash = options.number("squash", 8.0, 1e-6, 1e9)?;
        let solver = options.switch("solver", true)?;
        let public = options.number("public", 1.0, 0.0, 1.0)?;
        let threads = options.number("threads", 1, 1, 256)?;
        let count = options.number("trees", threads, 1, 256)?;
        let capacity = options.number("capacity", 400_000, 100, 100_000_000)?;
        let trees = (0..count)
            .map(|index| {
                let mut machine = Machine::new(game, rules, chain(seed, index as u64));
                machine.solver = solver && !game.hidden();
                machine.public = public;
                machine.capacity = capacity;
                machine
            })
            .collect();
        Ok(Self { trees, eval, judging: Judging { horizon, squash }, threads, seed })
    }

    /// One tree's work until its control ends it.
    fn grow(
        machine: &mut Machine<G>,
        eval: &E,
        judging: Judging,
        game: &G,
        view: &View<G>,
        seed: u64,
        control: &mut Control,
    ) {
        let mut rng = Rng::new(chain(seed, view.key ^ 0x5eed));
        while control.tick().is_ok() {
            if let Descent::Leaf(leaf) = machine.descend(game, view) {
                let values = judging.values(game, eval, &leaf.state, &mut rng);
                machine.back_up(leaf, &Verdict { values, priors: None });
            }
            if view.legal.len() == 1 && control.nodes() >= 64 {
                break;
            }
            if let Some(id) = machine.store.find(chain_key(view))
                && machine.solver
                && machine.store.nodes[id as usize].proof != UNPROVEN
            {
                break;
            }
        }
    }

    fn grow_all(&mut self, game: &G, view: &View<G>, control: &mut Control) {
        let count = self.trees.len();
        for (index, tree) in self.trees.iter_mut().enumerate() {
            tree.begin(view, chain(self.seed, index as u64));
        }
        let (eval, judging, seed) = (&self.eval, self.judging, self.seed);
        if count == 1 {
            Self::grow(&mut self.trees[0], eval, judging, game, view, seed, control);
            return;
        }
        let share = |index: usize| {
            control.limit().map(|limit| limit / count as u64 + u64::from((index as u64) < limit % count as u64))
        };
        let mut controls: Vec<Control> = (0..count).map(|index| control.fork(share(index))).collect();
        if self.threads > 1 && G::THREADS {
            std::thread::scope(|scope| {
                for (index, (tree, own)) in self.trees.iter_mut().zip(&mut controls).enumerate() {
                    scope.spawn(move || Self::grow(tree, eval, judging, game, view, chain(seed, index as u64), own));
                }
            });
        } else {
            for (index, (tree, own)) in self.trees.iter_mut().zip(&mut controls).enumerate() {
                Self::grow(tree, eval, judging, game, view, chain(seed, index as u64), own);
            }
        }
        control.add_nodes(controls.iter().map(Control::nodes).sum());
    }

    fn decision(&self, game: &G, view: &View<G>, control: &Control) -> Decision {
        let key = chain_key(view);
        let (low, high) = game.range();
        let mixes = self.trees[0].rules.joint.mixes() && (game.hidden() || matches!(view.turn, Turn::Seats(_)));
        let mut choices: Vec<Choice> = Vec::with_capacity(view.legal.len());
        let mut proven_here = false;
        for (index, action) in view.legal.iter().enumerate() {
            let mut choice = Choice { action: *action, value: 0.0, values: None, visits: 0, share: 0.0, proven: false };
            let (mut sum, mut weight, mut total, mut count) = (0.0, 0.0, [0.0; MAX_SEATS], 0u64);
            for tree in &self.trees {
                let (_, values, seen) = &tree.root[index];
                total.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
                count += seen;
                let Some(id) = tree.store.find(key) else { continue };
                let node = &tree.store.nodes[id as usize];
                proven_here |= node.proof != UNPROVEN;
                let Some(edge) = node.edges.iter().find(|edge| edge.action == *action) else { continue };
                choice.visits += u64::from(edge.visits);
                sum += edge.sum;
                weight += edge.weight;
                choice.share += edge.strategy;
                if edge.proof != UNPROVEN {
                    choice.proven = true;
                    choice.values = Some(tree.store.proofs[edge.proof as usize]);
                }
            }
            if let Some(values) = &choice.values {
                choice.value = values[view.seat];
            } else {
                // A mixing rule's raw results carry its exploration; its value does not.
                if count > 0 && !mixes {
                    choice.values = Some(total.map(|sum| sum / count as f64));
                }
                choice.value = if weight > 0.0 { low + (high - low) * sum / weight } else { low };
            }
            choices.push(choice);
        }
        let shares: f64 = choices.iter().map(|choice| choice.share).sum();
        let mut decision = Decision::bare(view.legal[0]);
        if mixes && shares > 0.0 {
            for choice in &mut choices {
                choice.share /= shares;
            }
            let odds: Vec<f64> = choices.iter().map(|choice| choice.share).collect();
            let mut rng = Rng::new(chain(self.seed ^ 0x0dd5, view.key));
            decision.action = choices[rng.pick(&odds)].action;
        } else {
            let mut best = 0;
            for index in 1..choices.len() {
                if rank(&choices[index], (low, high)) > rank(&choices[best], (low, high)) {
                    best = index;
                }
            }
            decision.action = choices[best].action;
            for (index, choice) in choices.iter_mut().enumerate() {
                choice.share = f64::from(u8::from(index == best));
            }
        }
        decision.value = if mixes {
            choices.iter().map(|choice| choice.share * choice.value).sum()
        } else {
            choices.iter().find(|choice| choice.action == decision.action).map_or(low, |choice| choice.value)
        };
        decision.proven = proven_here;
        decision.choices = choices;
        decision.depth = self.trees.iter().map(|tree| tree.depth).max().unwrap_or(0);
        decision.nodes = control.nodes();
        decision.seconds = control.seconds();
        decision.line = self.line(game, view, decision.action);
        decision
    }

    /// The most visited line, as far as it is certain who sees what.
    fn line(&self, game: &G, view: &View<G>, action: Action) -> Vec<String> {
        let mut line = vec![game.action_text(action)];
        if game.hidden() || view.turn != Turn::Seat(view.seat) {
            return line;
        }
        let mut rng = Rng::new(0);
        let mut state = game.sample(&view.info, view.seat, &mut rng);
        game.apply(&mut state, action, &mut rng);
        let tree = &self.trees[0];
        while let Turn::Seat(seat) = game.turn(&state) {
            let Some(id) = tree.store.find(Machine::key(game, &state, seat)) else { break };
            let node = &tree.store.nodes[id as usize];
            let mut best = &node.edges[0];
            for edge in &node.edges {
                if edge.visits > best.visits {
                    best = edge;
                }
            }
            if best.visits == 0 {
                break;
            }
            let text = game.action_text(best.action);
            line.push(if seat == view.seat { text } else { format!("{seat}:{text}") });
            game.apply(&mut state, best.action, &mut rng);
        }
        line
    }
}

/// The node key of the deciding seat.
fn chain_key<G: Game>(view: &View<G>) -> u64 {
    chain(view.search_key, view.seat as u64 + 1)
}

/// What to play: a proven win, else the most tried action that is not a proven loss.
fn rank(choice: &Choice, (low, high): (f64, f64)) -> (u8, u64, f64) {
    match choice {
        _ if choice.proven && choice.value >= high => (2, choice.visits, choice.value),
        _ if choice.proven && choice.value <= low => (0, choice.visits, choice.value),
        _ => (1, choice.visits, choice.value),
    }
}

impl Judging {
    fn values<G: Game, E: Evaluator<G>>(self, game: &G, eval: &E, state: &G::State, rng: &mut Rng) -> Values {
        let mut state = state.clone();
        if self.horizon == u32::MAX {
            game.play_out(&mut state, rng);
            return game.outcome(&state);
        }
        for _ in 0..self.horizon {
            if game.turn(&state) == Turn::Over {
                break;
            }
            random_turn(game, &mut state, rng as &mut dyn Dice);
        }
        if game.turn(&state) == Turn::Over {
            return game.outcome(&state);
        }
        let values = judge(game, eval, &eval.start(game, &state), &state);
        if eval.scaled(game) {
            return values;
        }
        let (low, high) = game.range();
        values.map(|value| low + (high - low) / (1.0 + (-value / self.squash).exp()))
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G> for Forest<G, E> {
    fn decide(
        &mut self,
        game: &G,
        view: &View<G>,
        control: &mut Control,
        progress: &mut dyn FnMut(&Decision),
    ) -> Decision {
        self.grow_all(game, view, control);
        let mut decision = self.decision(game, view, control);
        if game.hidden() {
            let mut rng = Rng::new(chain(self.seed, view.key));
            for _ in 0..32 {
                let text = game.text(&game.sample(&view.info, view.seat, &mut rng));
                match decision.beliefs.iter_mut().find(|(known, _)| *known == text) {
                    Some(entry) => entry.1 += 1.0 / 32.0,
                    None => decision.beliefs.push((text, 1.0 / 32.0)),
                }
            }
        }
        progress(&decision);
        decision
    }

    fn ponder(&mut self, game: &G, view: &View<G>, control: &mut Control) {
        self.grow_all(game, view, control);
    }

    fn policy(&self, view: &View<G>) -> Option<Vec<(Action, f64)>> {
        self.trees[0].policy(chain_key(view))
    }
}
