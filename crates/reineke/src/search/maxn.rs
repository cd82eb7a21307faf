//! max^n: every seat maximises its own component of the value tuple.
//!
//! With more than two seats there is no alpha-beta. Two cuts are offered: `shallow`, which is sound where values have a
//! lower bound and a constant sum, and `seed`, the comparison of the Sawhian seed, which is not sound.

use super::table::{Bound, Entry};
use super::tree::{Bounds, Context, Line, Tree, after, expect};
use super::walk::{Cursor, Kind};
use crate::control::Stopped;
use crate::eval::Evaluator;
use crate::game::{Game, MAX_SEATS, NO_ACTION, Values};
use crate::options::Options;

/// What an aborted branch counts in the historic search.
const ABORTED: f64 = -1e9;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    None,
    /// Stop once the mover has so much that, with the sum constant, too little is left for the seat before him.
    Shallow,
    /// Stop once the best tuple so far gives the seat before no more than it has elsewhere, though a later child might.
    Seed,
}

/// What happens to a branch that time cuts off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Abort {
    /// The last finished depth decides.
    Discard,
    /// It counts as lost, and whatever its siblings gave decides: the historic client.
    Source,
}

pub struct MaxN {
    pub cut: Cut,
    pub abort: Abort,
    /// Lowest component and constant sum of the values, for the shallow cut.
    pub bounds: (f64, f64),
}

impl MaxN {
    #[must_use]
    pub fn plain() -> Self {
        Self { cut: Cut::None, abort: Abort::Discard, bounds: (0.0, 0.0) }
    }

    pub fn from_options<G: Game, E: Evaluator<G>>(options: &mut Options, game: &G, eval: &E) -> Result<Self, String> {
        let cut = match options.word("cut", &["none", "shallow", "seed"])? {
            "shallow" => Cut::Shallow,
            "seed" => Cut::Seed,
            _ => Cut::None,
        };
        let abort = match options.word("abort", &["discard", "source"])? {
            "source" => Abort::Source,
            _ => Abort::Discard,
        };
        let bounds = eval.bounds(game);
        if cut == Cut::Shallow && bounds.is_none() {
            return Err("cut=shallow needs an evaluation with a lower bound and a constant sum".into());
        }
        Ok(Self { cut, abort, bounds: bounds.unwrap_or((0.0, 0.0)) })
    }

    /// Whether the seat before has no reason left to come here.
    #[inline]
    fn cuts(&self, parent: Option<(usize, f64)>, seat: usize, best: &Values, seats: usize) -> bool {
        let Some((before, has)) = parent else { return false };
        match self.cut {
            Cut::None => false,
            Cut::Seed => best[before] <= has,
            Cut::Shallow => {
                let (low, sum) = self.bounds;
                before != seat && sum - best[seat] - low * (seats as f64 - 2.0) < has
            }
        }
    }
}

impl<G: Game, E: Evaluator<G>> Tree<G, E> for MaxN {
    const VECTOR: bool = true;

    fn proves(&self, _game: &G) -> bool {
        self.cut != Cut::Seed && self.abort == Abort::Discard
    }

    fn exact(&self) -> bool {
        self.cut == Cut::None
    }

    fn value(
        &self,
        cx: &mut Context<G, E>,
        node: &Cursor<G>,
        memo: &E::Memo,
        depth: u32,
        bounds: Bounds,
        line: &mut Line,
    ) -> Result<Values, Stopped> {
        let kind = node.kind(cx.game, cx.lead);
        if let Some(values) = cx.leaf(kind, node, memo, depth) {
            return Ok(values);
        }
        let Kind::Decision(seat) = kind else { return expect(self, cx, node, memo, depth) };

        let key = cx.key(node, depth);
        let mut first = None;
        if let (Some(key), Some(table)) = (key, &cx.table)
            && let Some(entry) = table.get(key)
        {
            if entry.depth == depth {
                let (values, action) = (entry.values, entry.action);
                cx.judged += u64::from(!entry.proven);
                line.push((seat as u8, action));
                return Ok(values);
            }
            first = Some(entry.action);
        }
        let judged_before = cx.judged;
        let actions = cx.actions(node, memo, seat, depth, first);
        let mut best: Option<(Values, u16)> = None;
        let mut below = Line::new();
        let mut exact = true;
        let last = depth == 1 && !cx.game.inside();
        for (index, action) in actions.iter().enumerate() {
            let inner = Bounds { parent: best.map(|(values, _)| (seat, values[seat])), ..Bounds::OPEN };
            below.clear();
            let tried = if last {
                cx.last_ply(node, memo, (seat, *action))
            } else {
                after(self, cx, node, memo, (seat, *action), depth, inner, &mut below)
            };
            let values = match tried {
                Ok(values) => values,
                Err(Stopped) if self.abort == Abort::Source => {
                    return Ok(best.map_or([ABORTED; MAX_SEATS], |(values, _)| values));
                }
                Err(Stopped) => return Err(Stopped),
            };
            let better = best.as_ref().is_none_or(|(known, known_action)| {
                cx.settings.better(values[seat], *action, known[seat], *known_action)
            });
            if better {
                best = Some((values, *action));
                if depth > 1 {
                    line.clear();
                    line.push((seat as u8, *action));
                    line.extend_from_slice(&below);
                }
            }
            let Some((values, _)) = &best else { continue };
            if index + 1 < actions.len() && self.cuts(bounds.parent, seat, values, cx.game.seats()) {
                exact = false;
                break;
            }
        }
        let (values, action) = best.unwrap_or(([0.0; MAX_SEATS], NO_ACTION));
        if depth == 1 {
            line.clear();
            line.push((seat as u8, action));
        }
        if let (Some(key), Some(table), true) = (key, &mut cx.table, exact) {
            let proven = cx.judged == judged_before;
            table.put(Entry { key, depth, bound: Bound::Exact, proven, action, values });
        }
        Ok(values)
    }
}
