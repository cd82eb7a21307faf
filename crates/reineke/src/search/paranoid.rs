//! One seat against all the others: minimax on the searching seat's component, with or without alpha-beta cuts.
//!
//! With two seats and a constant sum this is plain minimax; with more it is the paranoid search.

use super::table::{Bound, Entry};
use super::tree::{Bounds, Context, Line, Tree, after, expect};
use super::walk::{Cursor, Kind};
use crate::control::Stopped;
use crate::eval::Evaluator;
use crate::game::{Game, MAX_SEATS, NO_ACTION, Values};

pub struct Paranoid {
    pub cuts: bool,
}

impl<G: Game, E: Evaluator<G>> Tree<G, E> for Paranoid {
    const VECTOR: bool = false;

    /// With more than two seats the others' united front is an assumption.
    fn proves(&self, game: &G) -> bool {
        game.seats() <= 2 && game.sum().is_some()
    }

    fn exact(&self) -> bool {
        !self.cuts
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
        let lead = cx.lead;
        let mine = seat == lead;

        let key = cx.key(node, depth);
        let mut first = None;
        if let (Some(key), Some(table)) = (key, &cx.table)
            && let Some(entry) = table.get(key)
        {
            let value = entry.values[lead];
            let settles = entry.depth == depth
                && match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => value >= bounds.beta,
                    Bound::Upper => value <= bounds.alpha,
                };
            if settles {
                cx.judged += u64::from(!entry.proven);
                line.push((seat as u8, entry.action));
                return Ok(entry.values);
            }
            first = Some(entry.action);
        }
        let judged_before = cx.judged;
        let (mut alpha, mut beta) = (bounds.alpha, bounds.beta);
        let actions = cx.actions(node, memo, seat, depth, first);
        let mut best: Option<(Values, u16)> = None;
        let mut below = Line::new();
        let last = depth == 1 && !cx.game.inside();
        for action in &actions {
            let inner = if self.cuts { Bounds { parent: None, alpha, beta } } else { Bounds::OPEN };
            below.clear();
            let values = if last {
                cx.last_ply(node, memo, (seat, *action))?
            } else {
                after(self, cx, node, memo, (seat, *action), depth, inner, &mut below)?
            };
            let value = values[lead];
            let better =
                best.as_ref().is_none_or(|(known, _)| if mine { value > known[lead] } else { value < known[lead] });
            if better {
                best = Some((values, *action));
                line.clear();
                line.push((seat as u8, *action));
                line.extend_from_slice(&below);
            }
            if mine {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if self.cuts && alpha >= beta {
                break;
            }
        }
        let (values, action) = best.unwrap_or(([0.0; MAX_SEATS], NO_ACTION));
        if let (Some(key), Some(table)) = (key, &mut cx.table) {
            let value = values[lead];
            let bound = if !self.cuts || (value > bounds.alpha && value < bounds.beta) {
                Bound::Exact
            } else if value >= bounds.beta {
                Bound::Lower
            } else {
                Bound::Upper
            };
            let proven = cx.judged == judged_before;
            table.put(Entry { key, depth, bound, proven, action, values });
        }
        Ok(values)
    }
}
