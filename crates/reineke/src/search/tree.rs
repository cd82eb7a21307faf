//! What all depth-first searches share below the root.
//!
//! A [`Tree`] says how values travel up; a [`Context`] is what it needs on the way.

use super::table::Table;
use super::walk::{Cursor, Kind};
use crate::control::{Control, Stopped};
use crate::dice::Rng;
use crate::eval::Evaluator;
use crate::game::{Action, Actions, Game, MAX_SEATS, Turn, Values};
use smallvec::SmallVec;

/// The course of play a search expects: who does what.
pub type Line = SmallVec<[(u8, Action); 16]>;

/// What a node must beat to matter. A value may be inexact only if it is certain to lose against these.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The seat that moved last, and the best it has found for itself beside this node.
    pub parent: Option<(usize, f64)>,
    /// The window of the searching seat, for searches with one scalar.
    pub alpha: f64,
    pub beta: f64,
}

impl Bounds {
    pub const OPEN: Self = Self { parent: None, alpha: f64::NEG_INFINITY, beta: f64::INFINITY };

    /// At the root: `seat` already has `best`. The window is open for ties, which go by action number.
    #[must_use]
    pub fn root(seat: usize, best: f64) -> Self {
        Self { parent: Some((seat, best)), alpha: best.next_down(), beta: f64::INFINITY }
    }
}

/// Everything a depth-first search needs at hand while it runs.
pub struct Context<'a, 'p, G: Game, E: Evaluator<G>> {
    pub game: &'a G,
    pub eval: &'a E,
    pub control: &'a mut Control<'p>,
    pub table: Option<&'a mut Table>,
    /// The searching seat.
    pub lead: usize,
    pub settings: Settings,
    /// How many heuristic judgements went into values since this was last reset.
    pub judged: u64,
    /// A simultaneous turn was read as a sequence of picks: nothing that rests on it is proven.
    pub sequenced: bool,
    rng: Rng,
}

/// The knobs that every depth-first search has.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub depth: u32,
    pub deepen: bool,
    /// Order moves by the table and by evaluation.
    pub order: bool,
    /// Of equally good actions take the last, not the first.
    pub last: bool,
    /// Samples of a turn with dice inside.
    pub rolls: u32,
    /// Sampled roots of a game with hidden information.
    pub samples: u32,
    pub threads: usize,
    pub seed: u64,
}

impl Settings {
    /// No deepening, no order, one thread.
    pub const BARE: Self =
        Self { depth: 64, deepen: false, order: false, last: false, rolls: 1, samples: 1, threads: 1, seed: 0 };

    /// Whether `(value, action)` is to be preferred to `(best, best_action)`. Ties go by action number alone.
    #[inline]
    #[must_use]
    pub fn better(&self, value: f64, action: Action, best: f64, best_action: Action) -> bool {
        value > best || (value == best && ((action > best_action) == self.last))
    }
}

/// How values travel up a tree.
pub trait Tree<G: Game, E: Evaluator<G>>: Send + Sync {
    /// Whether the values of all seats come out, or only the searching seat's.
    const VECTOR: bool;

    /// Whether a value that rests on no judgement is the true one.
    fn proves(&self, game: &G) -> bool;

    /// Whether the values of all root actions are exact, not only the best one's.
    fn exact(&self) -> bool;

    fn value(
        &self,
        cx: &mut Context<G, E>,
        node: &Cursor<G>,
        memo: &E::Memo,
        depth: u32,
        bounds: Bounds,
        line: &mut Line,
    ) -> Result<Values, Stopped>;
}

impl<'a, 'p, G: Game, E: Evaluator<G>> Context<'a, 'p, G, E> {
    pub fn new(
        game: &'a G,
        eval: &'a E,
        control: &'a mut Control<'p>,
        table: Option<&'a mut Table>,
        lead: usize,
        settings: Settings,
    ) -> Self {
        Self { game, eval, control, table, lead, settings, judged: 0, sequenced: false, rng: Rng::new(0) }
    }
}

impl<G: Game, E: Evaluator<G>> Context<'_, '_, G, E> {
    /// The value of a node that is over or at the horizon.
    #[inline]
    pub fn leaf(&mut self, kind: Kind, node: &Cursor<G>, memo: &E::Memo, depth: u32) -> Option<Values> {
        if kind == Kind::Over {
            return Some(self.eval.result(self.game, &node.state));
        }
        if depth > 0 {
            return None;
        }
        self.judged += 1;
        Some(self.eval.value(self.game, memo, &node.state))
    }

    /// The table key of a node, if it has one.
    #[inline]
    pub fn key(&self, node: &Cursor<G>, depth: u32) -> Option<u64> {
        (self.table.is_some() && depth > 1 && !node.picking())
            .then(|| self.game.hash(&node.state) ^ (self.lead as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// Legal actions of a seat, the promising first: the table's move, then by evaluation.
    #[inline]
    pub fn actions(
        &mut self,
        node: &Cursor<G>,
        memo: &E::Memo,
        seat: usize,
        depth: u32,
        first: Option<Action>,
    ) -> Actions {
        let mut actions = Actions::new();
        node.legal(self.game, seat, &mut actions);
        if self.settings.order && depth > 1 && actions.len() > 1 {
            if depth > 2 {
                self.by_evaluation(node, memo, seat, &mut actions);
            }
            if let Some(place) = first.and_then(|action| actions.iter().position(|a| *a == action)) {
                actions[..=place].rotate_right(1);
            }
        }
        actions
    }

    /// Sorts actions by the value of the position behind them for `seat`, best first, ties by number.
    pub fn by_evaluation(&mut self, node: &Cursor<G>, memo: &E::Memo, seat: usize, actions: &mut Actions) {
        let mut scored: SmallVec<[(f64, Action); 16]> =
            actions.iter().map(|action| (self.glance(node, memo, seat, *action), *action)).collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        for (slot, (_, action)) in actions.iter_mut().zip(scored) {
            *slot = action;
        }
    }

    /// What an action looks like to `seat` without searching.
    pub fn glance(&mut self, node: &Cursor<G>, memo: &E::Memo, seat: usize, action: Action) -> f64 {
        let (game, eval) = (self.game, self.eval);
        let child = self.one_child(node, seat, action, 0).0;
        if child.picking() {
            return 0.0;
        }
        if let Some(values) = eval.settle(game, &node.state, &child.state) {
            return values[seat];
        }
        if game.turn(&child.state) == Turn::Over {
            return eval.result(game, &child.state)[seat];
        }
        eval.value(game, &eval.step(game, memo, &node.state, &child.state), &child.state)[seat]
    }

    /// What `after` gives at the last ply of a game without dice inside, where nothing lies below the child: most nodes
    /// of a search are such leaves.
    #[inline(always)]
    pub fn last_ply(
        &mut self,
        node: &Cursor<G>,
        memo: &E::Memo,
        (seat, action): (usize, Action),
    ) -> Result<Values, Stopped> {
        self.control.tick()?;
        let (game, eval) = (self.game, self.eval);
        let (child, _) = node.after(game, seat, action, &mut self.rng);
        if child.picking() {
            self.sequenced = true;
            self.judged += 1;
            return Ok(eval.value(game, memo, &child.state));
        }
        if let Some(values) = eval.settle(game, &node.state, &child.state) {
            self.judged += 1;
            return Ok(values);
        }
        if game.turn(&child.state) == Turn::Over {
            return Ok(eval.result(game, &child.state));
        }
        self.judged += 1;
        Ok(eval.value(game, &eval.step(game, memo, &node.state, &child.state), &child.state))
    }

    #[inline]
    fn one_child(&mut self, node: &Cursor<G>, seat: usize, action: Action, index: u32) -> (Cursor<G>, bool) {
        if self.game.inside() {
            self.rng = Rng::new(node.dice_seed(self.game, self.settings.seed, action, index));
        }
        node.after(self.game, seat, action, &mut self.rng)
    }
}

/// The value of `node` after `seat` plays `action`: one child, or the mean over sampled dice.
#[allow(clippy::too_many_arguments)]
#[inline]
pub fn after<G: Game, E: Evaluator<G>, T: Tree<G, E> + ?Sized>(
    tree: &T,
    cx: &mut Context<G, E>,
    node: &Cursor<G>,
    memo: &E::Memo,
    (seat, action): (usize, Action),
    depth: u32,
    bounds: Bounds,
    line: &mut Line,
) -> Result<Values, Stopped> {
    cx.control.tick()?;
    let (child, rolled) = cx.one_child(node, seat, action, 0);
    if !rolled || cx.settings.rolls == 1 {
        return enter(tree, cx, node, memo, &child, depth, bounds, line);
    }
    let mut total = enter(tree, cx, node, memo, &child, depth, Bounds::OPEN, line)?;
    for index in 1..cx.settings.rolls {
        cx.control.tick()?;
        let (child, _) = cx.one_child(node, seat, action, index);
        let values = enter(tree, cx, node, memo, &child, depth, Bounds::OPEN, &mut Line::new())?;
        for (sum, value) in total.iter_mut().zip(values) {
            *sum += value;
        }
    }
    for sum in &mut total {
        *sum /= f64::from(cx.settings.rolls);
    }
    Ok(total)
}

#[allow(clippy::too_many_arguments)]
#[inline]
fn enter<G: Game, E: Evaluator<G>, T: Tree<G, E> + ?Sized>(
    tree: &T,
    cx: &mut Context<G, E>,
    node: &Cursor<G>,
    memo: &E::Memo,
    child: &Cursor<G>,
    depth: u32,
    bounds: Bounds,
    line: &mut Line,
) -> Result<Values, Stopped> {
    if child.picking() {
        cx.sequenced = true;
        return tree.value(cx, child, memo, depth - 1, bounds, line);
    }
    if let Some(values) = cx.eval.settle(cx.game, &node.state, &child.state) {
        cx.judged += 1;
        return Ok(values);
    }
    let memo = cx.eval.step(cx.game, memo, &node.state, &child.state);
    tree.value(cx, child, &memo, depth - 1, bounds, line)
}

/// The expectation of a chance node. Chance costs no depth.
pub fn expect<G: Game, E: Evaluator<G>, T: Tree<G, E> + ?Sized>(
    tree: &T,
    cx: &mut Context<G, E>,
    node: &Cursor<G>,
    memo: &E::Memo,
    depth: u32,
) -> Result<Values, Stopped> {
    let mut outcomes = Vec::new();
    cx.game.odds(&node.state, &mut outcomes);
    let mut total = [0.0; MAX_SEATS];
    for (outcome, odds) in outcomes {
        cx.control.tick()?;
        let child = node.chance(cx.game, outcome, &mut cx.rng);
        let memo = cx.eval.step(cx.game, memo, &node.state, &child.state);
        let values = tree.value(cx, &child, &memo, depth, Bounds::OPEN, &mut Line::new())?;
        for (sum, value) in total.iter_mut().zip(values) {
            *sum += odds * value;
        }
    }
    Ok(total)
}

/// The values of all root actions at one depth, without tables, ordering or cuts at the root: the bare search that
/// self-play and trainers run by the million. Ties are the caller's to break.
pub fn root_values<G: Game, E: Evaluator<G>, T: Tree<G, E>>(
    game: &G,
    eval: &E,
    tree: &T,
    state: &G::State,
    actions: &[Action],
    depth: u32,
    control: &mut Control,
) -> SmallVec<[(Action, Values); 16]> {
    let Turn::Seat(lead) = game.turn(state) else { return SmallVec::new() };
    let mut cx = Context::new(game, eval, control, None, lead, Settings::BARE);
    let node = Cursor::new(state.clone());
    let memo = eval.start(game, state);
    let mut line = Line::new();
    actions
        .iter()
        .filter_map(|action| {
            line.clear();
            after(tree, &mut cx, &node, &memo, (lead, *action), depth, Bounds::OPEN, &mut line)
                .ok()
                .map(|v| (*action, v))
        })
        .collect()
}
