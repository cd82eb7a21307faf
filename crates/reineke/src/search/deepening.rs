//! Iterative deepening: what all depth-first searches share.
//!
//! A [`Tree`] says how values travel up; this file draws the roots, deepens, orders root moves, keeps the best move of
//! the last finished depth at hand, and turns the outcome into a [`Decision`].

use super::Searcher;
use super::table::Table;
use super::walk::{Cursor, Kind};
use crate::control::{Control, Stopped};
use crate::decision::{Choice, Decision};
use crate::dice::{Rng, chain};
use crate::eval::Evaluator;
use crate::game::{Action, Actions, Game, MAX_SEATS, Turn, Values, View};
use crate::options::Options;
use smallvec::SmallVec;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    let mut cx = Context {
        game,
        eval,
        control,
        table: None,
        lead,
        settings: Settings::BARE,
        judged: 0,
        sequenced: false,
        rng: Rng::new(0),
    };
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

/// A depth-first search with its memory.
pub struct Deepening<T, E> {
    tree: T,
    eval: E,
    tables: Vec<Table>,
    settings: Settings,
    /// Some turn of this game was simultaneous.
    sequenced: bool,
}

/// What is known of a root action.
#[derive(Clone, Copy)]
struct Tried {
    action: Action,
    values: Values,
}

impl<T, E> Deepening<T, E> {
    /// Reads `depth`, `deepen`, `order`, `ties`, `table`, `rolls`, `samples`, `threads`.
    pub fn from_options(
        options: &mut Options,
        tree: T,
        eval: E,
        seed: u64,
        defaults: Defaults,
    ) -> Result<Self, String> {
        let settings = Settings {
            depth: match defaults.depth {
                Some(depth) => depth,
                None => options.number("depth", 64, 1, 64)?,
            },
            deepen: options.switch("deepen", defaults.deepen)?,
            order: options.switch("order", true)?,
            last: options.word("ties", &["first", "last"])? == "last",
            rolls: options.number("rolls", 4, 1, 10_000)?,
            samples: options.number("samples", 12, 1, 10_000)?,
            threads: options.number("threads", 1, 1, 256)?,
            seed,
        };
        let tables = match options.take("table").as_deref() {
            Some("off" | "0") => Vec::new(),
            None => (0..settings.threads).map(|_| Table::new(17)).collect(),
            Some(text) => match text.parse::<u32>() {
                Ok(bits @ 8..=28) => (0..settings.threads).map(|_| Table::new(bits)).collect(),
                _ => return Err(format!("table={text}: expected off, or the table's size as a power of two, 8 to 28")),
            },
        };
        Ok(Self { tree, eval, tables, settings, sequenced: false })
    }
}

/// What a search fixes or presets for its deepening.
#[derive(Clone, Copy, Debug)]
pub struct Defaults {
    /// The only depth there is, where the search has just one.
    pub depth: Option<u32>,
    pub deepen: bool,
}

impl Default for Defaults {
    fn default() -> Self {
        Self { depth: None, deepen: true }
    }
}

/// One thread's share of a search: evaluates root actions.
struct Probe<'a, G: Game, E: Evaluator<G>, T> {
    tree: &'a T,
    roots: &'a [(Cursor<G>, E::Memo)],
}

impl<G: Game, E: Evaluator<G>, T: Tree<G, E>> Probe<'_, G, E, T> {
    /// The mean value of a root action over all roots; exact unless it is certainly below `best`.
    fn value(
        &self,
        cx: &mut Context<G, E>,
        action: Action,
        depth: u32,
        best: Option<f64>,
        line: &mut Line,
    ) -> Result<Values, Stopped> {
        let bounds = match best {
            Some(best) if self.roots.len() == 1 => Bounds::root(cx.lead, best),
            _ => Bounds::OPEN,
        };
        let mut total = [0.0; MAX_SEATS];
        for (node, memo) in self.roots {
            line.clear();
            let values = after(self.tree, cx, node, memo, (cx.lead, action), depth, bounds, line)?;
            for (sum, value) in total.iter_mut().zip(values) {
                *sum += value;
            }
        }
        let count = self.roots.len() as f64;
        Ok(total.map(|sum| sum / count))
    }
}

impl<T, E> Deepening<T, E> {
    fn roots<G: Game>(&self, game: &G, view: &View<G>) -> Vec<(Cursor<G>, E::Memo)>
    where
        E: Evaluator<G>,
    {
        let samples = if game.hidden() { self.settings.samples } else { 1 };
        let mut rng = Rng::new(chain(self.settings.seed, view.key));
        (0..samples)
            .map(|_| {
                let state = game.sample(&view.info, view.seat, &mut rng);
                let memo = self.eval.start(game, &state);
                (Cursor::new(state), memo)
            })
            .collect()
    }

    /// Tries every action of `order` at one depth. Stops where the control says so; the tried ones are kept.
    fn iteration<G: Game>(
        &mut self,
        game: &G,
        roots: &[(Cursor<G>, E::Memo)],
        lead: usize,
        order: &[Action],
        depth: u32,
        control: &mut Control,
    ) -> Iteration
    where
        E: Evaluator<G>,
        T: Tree<G, E>,
    {
        let probe = Probe { tree: &self.tree, roots };
        let settings = self.settings;
        let mut found = Iteration::default();
        let parallel = settings.threads > 1 && control.limit().is_none() && G::THREADS && order.len() > 2;
        let alone = if parallel { 1 } else { order.len() };
        {
            let mut cx = Context {
                game,
                eval: &self.eval,
                control,
                table: self.tables.first_mut(),
                lead,
                settings,
                judged: 0,
                sequenced: false,
                rng: Rng::new(0),
            };
            for action in &order[..alone] {
                let mut line = Line::new();
                match probe.value(&mut cx, *action, depth, found.best_value(lead), &mut line) {
                    Ok(values) => found.add(&settings, lead, *action, values, &line),
                    Err(Stopped) => break,
                }
                if cx.control.stopped() {
                    break;
                }
            }
            found.judged += cx.judged;
            found.sequenced |= cx.sequenced;
        }
        if parallel && found.tried.len() == 1 {
            let next = AtomicUsize::new(1);
            let running = AtomicUsize::new(settings.threads);
            let shared = Mutex::new((found, 0u64));
            let eval = &self.eval;
            std::thread::scope(|scope| {
                for table in self.tables.iter_mut().take(settings.threads) {
                    let (next, shared, probe, running) = (&next, &shared, &probe, &running);
                    let mut control = control.fork(None).unpolled();
                    scope.spawn(move || {
                        let mut cx = Context {
                            game,
                            eval,
                            control: &mut control,
                            table: Some(table),
                            lead,
                            settings,
                            judged: 0,
                            sequenced: false,
                            rng: Rng::new(0),
                        };
                        while let Some(action) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                            let best = shared.lock().expect("no thread panics here").0.best_value(lead);
                            let mut line = Line::new();
                            let Ok(values) = probe.value(&mut cx, *action, depth, best, &mut line) else { break };
                            let mut shared = shared.lock().expect("no thread panics here");
                            shared.0.add(&settings, lead, *action, values, &line);
                        }
                        let mut shared = shared.lock().expect("no thread panics here");
                        shared.0.judged += cx.judged;
                        shared.0.sequenced |= cx.sequenced;
                        shared.1 += cx.control.nodes();
                        running.fetch_sub(1, Ordering::Release);
                    });
                }
                control.attend(&running);
            });
            let (merged, nodes) = shared.into_inner().expect("no thread panics here");
            found = merged;
            control.add_nodes(nodes);
        }
        found
    }
}

/// What one iteration found.
#[derive(Default)]
struct Iteration {
    tried: Vec<Tried>,
    best: Option<Tried>,
    line: Line,
    judged: u64,
    sequenced: bool,
}

impl Iteration {
    fn best_value(&self, lead: usize) -> Option<f64> {
        self.best.map(|best| best.values[lead])
    }

    fn add(&mut self, settings: &Settings, lead: usize, action: Action, values: Values, line: &Line) {
        let tried = Tried { action, values };
        self.tried.push(tried);
        let better = self.best.is_none_or(|best| settings.better(values[lead], action, best.values[lead], best.action));
        if better {
            self.best = Some(tried);
            self.line.clear();
            self.line.push((lead as u8, action));
            self.line.extend_from_slice(line);
        }
    }
}

impl<G: Game, E: Evaluator<G>, T: Tree<G, E>> Searcher<G> for Deepening<T, E> {
    fn decide(
        &mut self,
        game: &G,
        view: &View<G>,
        control: &mut Control,
        progress: &mut dyn FnMut(&Decision),
    ) -> Decision {
        let lead = view.seat;
        let roots = self.roots(game, view);
        let mut order: Vec<Action> = view.legal.to_vec();
        let mut known: Vec<Tried> =
            order.iter().map(|action| Tried { action: *action, values: [0.0; MAX_SEATS] }).collect();
        let mut decision = Decision::bare(order[0]);
        let first = if self.settings.deepen { 1 } else { self.settings.depth };
        for depth in first..=self.settings.depth {
            let mut found = self.iteration(game, &roots, lead, &order, depth, control);
            let Some(best) = found.best else { break };
            let finished = found.tried.len() == order.len() && !control.stopped();
            // A depth that was broken off speaks only if it began with the best move so far.
            if !finished && decision.depth > 0 && (!self.settings.order || found.tried[0].action != decision.action) {
                break;
            }
            self.sequenced |= found.sequenced;
            let proven = finished
                && found.judged == 0
                && !self.sequenced
                && !game.hidden()
                && !game.inside()
                && self.tree.proves(game);
            decision.action = best.action;
            decision.value = best.values[lead];
            decision.line = found.line.iter().map(|step| line_text(game, lead, *step)).collect();
            for tried in &found.tried {
                if let Some(entry) = known.iter_mut().find(|entry| entry.action == tried.action) {
                    *entry = *tried;
                }
            }
            decision.nodes = control.nodes();
            decision.seconds = control.seconds();
            decision.choices = known
                .iter()
                .map(|entry| Choice {
                    action: entry.action,
                    value: entry.values[lead],
                    values: T::VECTOR.then_some(entry.values),
                    visits: 0,
                    share: f64::from(u8::from(entry.action == best.action)),
                    proven: proven && (self.tree.exact() || entry.action == best.action),
                })
                .collect();
            if !finished {
                break;
            }
            decision.depth = depth;
            decision.proven = proven;
            progress(&decision);
            if found.judged == 0 || (order.len() == 1 && self.settings.deepen) {
                break;
            }
            found.tried.sort_by(|a, b| {
                b.values[lead].total_cmp(&a.values[lead]).then_with(|| {
                    let ascending = a.action.cmp(&b.action);
                    if self.settings.last { ascending.reverse() } else { ascending }
                })
            });
            if self.settings.order {
                order = found.tried.iter().map(|tried| tried.action).collect();
            }
        }
        decision.nodes = control.nodes();
        decision.seconds = control.seconds();
        if game.hidden() {
            let weight = 1.0 / roots.len() as f64;
            for (cursor, _) in &roots {
                let text = game.text(&cursor.state);
                match decision.beliefs.iter_mut().find(|(known, _)| *known == text) {
                    Some(entry) => entry.1 += weight,
                    None => decision.beliefs.push((text, weight)),
                }
            }
        }
        decision
    }

    fn ponder(&mut self, game: &G, view: &View<G>, control: &mut Control) {
        let roots = self.roots(game, view);
        let mut cx = Context {
            game,
            eval: &self.eval,
            control,
            table: self.tables.first_mut(),
            lead: view.seat,
            settings: self.settings,
            judged: 0,
            sequenced: false,
            rng: Rng::new(0),
        };
        for depth in 1..=self.settings.depth {
            cx.judged = 0;
            for (node, memo) in &roots {
                if self.tree.value(&mut cx, node, memo, depth, Bounds::OPEN, &mut Line::new()).is_err() {
                    return;
                }
            }
            if cx.judged == 0 {
                return;
            }
        }
    }
}

/// A step of an expected line: other seats' actions carry their seat.
fn line_text<G: Game>(game: &G, lead: usize, (seat, action): (u8, Action)) -> String {
    let text = game.action_text(action);
    if usize::from(seat) == lead { text } else { format!("{seat}:{text}") }
}
