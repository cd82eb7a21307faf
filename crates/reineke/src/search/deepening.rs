//! Iterative deepening, for any [`Tree`]: draws the roots, deepens, orders root moves, keeps the best move of
//! the last finished depth at hand, and turns the outcome into a [`Decision`].

use super::Searcher;
use super::table::Table;
use super::tree::{Bounds, Context, Line, Settings, Tree, after};
use super::walk::Cursor;
use crate::control::{Control, Stopped};
use crate::decision::{Choice, Decision};
use crate::dice::{Rng, chain};
use crate::eval::Evaluator;
use crate::game::{Action, Game, MAX_SEATS, Values, View};
use crate::options::Options;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

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
        let samples = if game.hidden() && view.open.is_none() { self.settings.samples } else { 1 };
        let mut rng = Rng::new(chain(self.settings.seed, view.key));
        (0..samples)
            .map(|_| {
                let state = view.sample(game, &mut rng);
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
            let mut cx = Context::new(game, &self.eval, control, self.tables.first_mut(), lead, settings);
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
                        let mut cx = Context::new(game, eval, &mut control, Some(table), lead, settings);
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
        let mut cx = Context::new(game, &self.eval, control, self.tables.first_mut(), view.seat, self.settings);
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
