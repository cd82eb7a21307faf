//! The tree search as a [`Searcher`]: evaluators, budgets, several seeded trees merged in order.

use super::machine::{Descent, Machine, Verdict};
use super::node::UNPROVEN;
use super::select::{Rule, Rules};
use crate::control::{Control, Stopped};
use crate::decision::{Choice, Decision};
use crate::dice::{Dice, Rng, chain};
use crate::eval::{Evaluator, judge};
use crate::game::{Action, Actions, Game, MAX_SEATS, Turn, Values, View, random_turn};
use crate::options::Options;
use crate::search::Searcher;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    /// Trees under a node budget; a time budget may use one per thread.
    fixed: usize,
    threads: usize,
    /// What part of the most played action's share an action needs to be played at all, where several move at once or
    /// something is hidden; 1 plays no mixtures.
    least: f64,
    /// Trees of the last decision.
    used: usize,
    seed: u64,
}

/// Positions may repeat, lines may not go on for ever.
const LONGEST_LINE: usize = 64;

/// Nodes before the first report of a tree.
const FIRST_REPORT: u64 = 1024;

impl<G: Game, E: Evaluator<G>> Forest<G, E> {
    /// Reads `select`, `joint`, `c`, `mix`, `horizon`, `squash`, `solver`, `public`, `secrets`, `hunches`, `least`, `trees`, `threads`, `capacity`.
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
        let secrets = options.switch("secrets", false)?;
        let hunches = options.switch("hunches", false)?;
        let least = options.number("least", if rules.joint.mixes() { 0.0 } else { 1.0 }, 0.0, 1.0)?;
        let threads = options.number("threads", 1, 1, 256)?;
        let fixed = options.number("trees", 1, 1, 256)?;
        let capacity = options.number("capacity", 400_000, 100, 100_000_000)?;
        let trees = (0..fixed.max(threads))
            .map(|index| {
                let mut machine = Machine::new(game, rules, chain(seed, index as u64));
                machine.solver = solver && !game.hidden();
                machine.public = public;
                machine.secrets = secrets;
                machine.hunches = hunches;
                machine.capacity = capacity;
                machine
            })
            .collect();
        Ok(Self { trees, eval, judging: Judging { horizon, squash }, fixed, threads, least, used: fixed, seed })
    }

    /// One tree's work until its control ends it, or until so many nodes.
    #[allow(clippy::too_many_arguments)]
    fn grow(
        machine: &mut Machine<G>,
        eval: &E,
        judging: Judging,
        game: &G,
        view: &View<G>,
        rng: &mut Rng,
        control: &mut Control,
        until: u64,
    ) {
        while control.nodes() < until && control.tick().is_ok() {
            if let Descent::Leaf(leaf) = machine.descend(game, view) {
                let Ok(values) = judging.values(game, eval, &leaf.state, rng, control) else { break };
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

    /// Grows all trees; a single one reports each time its work has doubled.
    fn grow_all(&mut self, game: &G, view: &View<G>, control: &mut Control, progress: &mut dyn FnMut(&Decision)) {
        let count = if control.limit().is_some() { self.fixed } else { self.trees.len() };
        self.used = count;
        let mut rngs: Vec<Rng> = Vec::with_capacity(count);
        for (index, tree) in self.trees.iter_mut().take(count).enumerate() {
            tree.begin(view, chain(self.seed, index as u64));
            rngs.push(Rng::new(chain(chain(self.seed, index as u64), view.key ^ 0x5eed)));
        }
        if count == 1 {
            let mut until = FIRST_REPORT;
            loop {
                let (tree, rng) = (&mut self.trees[0], &mut rngs[0]);
                Self::grow(tree, &self.eval, self.judging, game, view, rng, control, until);
                if control.stopped() || control.nodes() < until || view.legal.is_empty() {
                    return;
                }
                progress(&self.decision(game, view, control));
                until *= 2;
            }
        }
        let (eval, judging) = (&self.eval, self.judging);
        let share = |index: usize| {
            control.limit().map(|limit| limit / count as u64 + u64::from((index as u64) < limit % count as u64))
        };
        let mut controls: Vec<Control> = (0..count).map(|index| control.fork(share(index))).collect();
        let parts = self.trees.iter_mut().take(count).zip(&mut rngs);
        if self.threads > 1 && G::THREADS {
            let running = AtomicUsize::new(count);
            let mut done: Vec<u64> = vec![0; count];
            std::thread::scope(|scope| {
                for (((tree, rng), own), done) in parts.zip(controls).zip(&mut done) {
                    let running = &running;
                    let mut own = own.unpolled();
                    scope.spawn(move || {
                        Self::grow(tree, eval, judging, game, view, rng, &mut own, u64::MAX);
                        *done = own.nodes();
                        running.fetch_sub(1, Ordering::Release);
                    });
                }
                control.attend(&running);
            });
            control.add_nodes(done.iter().sum());
        } else {
            for ((tree, rng), own) in parts.zip(&mut controls) {
                Self::grow(tree, eval, judging, game, view, rng, own, u64::MAX);
            }
            control.add_nodes(controls.iter().map(Control::nodes).sum());
        }
    }

    fn decision(&self, game: &G, view: &View<G>, control: &Control) -> Decision {
        let key = chain_key(view);
        let (low, high) = game.range();
        let joint = game.hidden() || matches!(view.turn, Turn::Seats(_));
        let mixes = joint && self.trees[0].rules.joint.mixes();
        let spreads = joint && !mixes && self.least < 1.0;
        let mut choices: Vec<Choice> = Vec::with_capacity(view.legal.len());
        let mut proven_here = false;
        for (index, action) in view.legal.iter().enumerate() {
            let mut choice = Choice { action: *action, value: 0.0, values: None, visits: 0, share: 0.0, proven: false };
            let (mut sum, mut weight, mut total, mut count) = (0.0, 0.0, [0.0; MAX_SEATS], 0u64);
            for tree in &self.trees[..self.used] {
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
        if spreads {
            for choice in &mut choices {
                choice.share = choice.visits as f64;
            }
        }
        let most = choices.iter().map(|choice| choice.share).fold(0.0, f64::max);
        for choice in choices.iter_mut().filter(|choice| choice.share < self.least * most) {
            choice.share = 0.0;
        }
        let shares: f64 = choices.iter().map(|choice| choice.share).sum();
        let mut decision = Decision::bare(view.legal[0]);
        if (mixes || spreads) && shares > 0.0 {
            for choice in &mut choices {
                choice.share /= shares;
            }
            let odds: Vec<f64> = choices.iter().map(|choice| choice.share).collect();
            let mut rng = Rng::new(chain(self.seed ^ 0x0dd5, view.key));
            decision.action = choices[rng.pick(&odds)].action;
        } else {
            let mut best = 0;
            for index in 1..choices.len() {
                if rank(&choices[index], proven_here, (low, high)) > rank(&choices[best], proven_here, (low, high)) {
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
        let mut state = view.sample(game, &mut rng);
        game.apply(&mut state, action, &mut rng);
        let tree = &self.trees[0];
        while let Turn::Seat(seat) = game.turn(&state)
            && line.len() < LONGEST_LINE
        {
            let Some(id) = tree.store.find(tree.key(game, &state, seat)) else { break };
            // Under a coarser key not all that was tried there is legal here.
            let mut legal = Actions::new();
            game.legal(&state, seat, &mut legal);
            let edges = tree.store.nodes[id as usize].edges.iter();
            let tried = edges.filter(|edge| edge.visits > 0 && legal.contains(&edge.action));
            // The first of those that were tried most.
            let Some(best) = tried.rev().max_by_key(|edge| edge.visits) else { break };
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

/// What to play: where everything is settled the best result; else a proven win, else the most tried action that is not a
/// proven loss.
fn rank(choice: &Choice, settled: bool, (low, high): (f64, f64)) -> (u8, f64, f64) {
    let visits = choice.visits as f64;
    match choice {
        _ if choice.proven && (settled || choice.value >= high) => (2, choice.value, 0.0),
        _ if choice.proven && choice.value <= low => (0, visits, choice.value),
        _ => (1, visits, choice.value),
    }
}

/// Turns of a play-out between two looks at the clock.
const LONG: u32 = 256;

impl Judging {
    /// The values of a position, or an end where the search is told to stop in the middle of a long play-out.
    fn values<G: Game, E: Evaluator<G>>(
        self,
        game: &G,
        eval: &E,
        state: &G::State,
        rng: &mut Rng,
        control: &mut Control,
    ) -> Result<Values, Stopped> {
        let mut state = state.clone();
        if self.horizon == u32::MAX && G::THREADS {
            // Native games end; a class in Python may not.
            game.play_out(&mut state, rng);
        }
        for turn in 1..=self.horizon {
            if game.turn(&state) == Turn::Over {
                break;
            }
            random_turn(game, &mut state, rng as &mut dyn Dice);
            if turn % LONG == 0 {
                control.look_at_clock()?;
            }
        }
        if game.turn(&state) == Turn::Over {
            return Ok(game.outcome(&state));
        }
        let values = judge(game, eval, &eval.start(game, &state), &state);
        if eval.scaled(game) {
            return Ok(values);
        }
        let (low, high) = game.range();
        Ok(values.map(|value| low + (high - low) / (1.0 + (-value / self.squash).exp())))
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
        self.grow_all(game, view, control, progress);
        let mut decision = self.decision(game, view, control);
        if game.hidden() {
            let mut rng = Rng::new(chain(self.seed, view.key));
            for _ in 0..32 {
                let text = game.text(&view.sample(game, &mut rng));
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
        self.grow_all(game, view, control, &mut |_| ());
    }

    fn policy(&self, view: &View<G>) -> Option<Vec<(Action, f64)>> {
        let found: Vec<_> = self.trees[..self.used].iter().filter_map(|tree| tree.policy(chain_key(view))).collect();
        let mut merged = found.first()?.clone();
        for (index, entry) in merged.iter_mut().enumerate() {
            entry.1 = found.iter().filter_map(|policy| policy.get(index)).map(|(_, weight)| weight).sum();
        }
        let (total, even) = (merged.iter().map(|(_, weight)| weight).sum::<f64>(), 1.0 / merged.len() as f64);
        for (_, weight) in &mut merged {
            *weight = if total > 0.0 { *weight / total } else { even };
        }
        Some(merged)
    }
}
