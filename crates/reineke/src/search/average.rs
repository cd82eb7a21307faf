//! The searching seat does what is best for it; whatever the others do is as likely as anything else they may do.

use super::tree::{Bounds, Context, Line, Tree, after, expect};
use super::walk::{Cursor, Kind};
use crate::control::Stopped;
use crate::eval::Evaluator;
use crate::game::{Game, MAX_SEATS, NO_ACTION, Values};

pub struct Average;

impl<G: Game, E: Evaluator<G>> Tree<G, E> for Average {
    const VECTOR: bool = true;

    fn proves(&self, _game: &G) -> bool {
        false
    }

    fn exact(&self) -> bool {
        true
    }

    fn value(
        &self,
        cx: &mut Context<G, E>,
        node: &Cursor<G>,
        memo: &E::Memo,
        depth: u32,
        _bounds: Bounds,
        line: &mut Line,
    ) -> Result<Values, Stopped> {
        let kind = node.kind(cx.game, cx.lead);
        if let Some(values) = cx.leaf(kind, node, memo, depth) {
            return Ok(values);
        }
        let Kind::Decision(seat) = kind else { return expect(self, cx, node, memo, depth) };
        let actions = cx.actions(node, memo, seat, depth, None);
        let (mut total, mut best, mut below) = ([0.0; MAX_SEATS], None, Line::new());
        for action in &actions {
            below.clear();
            let values = after(self, cx, node, memo, (seat, *action), depth, Bounds::OPEN, &mut below)?;
            total.iter_mut().zip(values).for_each(|(sum, value)| *sum += value / actions.len() as f64);
            let (known, known_action) = best.unwrap_or(([f64::NEG_INFINITY; MAX_SEATS], NO_ACTION));
            if seat == cx.lead && cx.settings.better(values[seat], *action, known[seat], known_action) {
                best = Some((values, *action));
                line.clear();
                line.push((seat as u8, *action));
                line.extend_from_slice(&below);
            }
        }
        Ok(best.map_or(total, |(values, _)| values))
    }
}
