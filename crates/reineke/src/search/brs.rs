//! Best-reply search: between two moves of the searching seat only one opponent, the one with the strongest reply,
//! really chooses. In plain BRS the others are skipped; in BRS+ they play their ordering move, so that the order of
//! turns stays legal. Depth counts the searching seat's moves and the chosen replies.

use super::tree::{Bounds, Context, Line, Tree, after, expect};
use super::walk::{Cursor, Kind};
use crate::control::Stopped;
use crate::eval::Evaluator;
use crate::game::{Action, Actions, Game, MAX_SEATS, Values};

pub struct BestReply {
    /// Plain BRS where the game can skip turns.
    pub skipping: bool,
}

impl<G: Game, E: Evaluator<G>> Tree<G, E> for BestReply {
    const VECTOR: bool = false;

    /// With two seats it is minimax; with more it leaves replies out.
    fn proves(&self, game: &G) -> bool {
        game.seats() <= 2 && game.sum().is_some()
    }

    fn exact(&self) -> bool {
        false
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
        match kind {
            Kind::Decision(seat) if seat == cx.lead => self.own_move(cx, node, memo, depth, bounds, line),
            Kind::Decision(seat) => {
                let mut best = Reply { values: None, window: (bounds.alpha, bounds.beta) };
                if self.skipping && (cx.game.seats() == 2 || cx.game.skip(&mut node.state.clone())) {
                    self.skipped_replies(cx, node, memo, depth, &mut best, line)?;
                } else {
                    self.reply(cx, node, memo, (seat, depth), &mut best, line)?;
                }
                Ok(best.values.unwrap_or([0.0; MAX_SEATS]))
            }
            _ => expect(self, cx, node, memo, depth),
        }
    }
}

/// The strongest reply found so far, and the window it moves.
struct Reply {
    values: Option<Values>,
    window: (f64, f64),
}

impl Reply {
    fn bounds(&self) -> Bounds {
        Bounds { parent: None, alpha: self.window.0, beta: self.window.1 }
    }

    /// Takes a reply in; true when nothing further can matter.
    fn take(&mut self, lead: usize, values: Values) -> bool {
        if self.values.is_none_or(|known| values[lead] < known[lead]) {
            self.values = Some(values);
        }
        self.window.1 = self.window.1.min(values[lead]);
        self.window.0 >= self.window.1
    }
}

impl BestReply {
    fn own_move<G: Game, E: Evaluator<G>>(
        &self,
        cx: &mut Context<G, E>,
        node: &Cursor<G>,
        memo: &E::Memo,
        depth: u32,
        bounds: Bounds,
        line: &mut Line,
    ) -> Result<Values, Stopped> {
        let lead = cx.lead;
        let mut alpha = bounds.alpha;
        let mut best: Option<Values> = None;
        let mut below = Line::new();
        for action in cx.actions(node, memo, lead, depth, None) {
            below.clear();
            let inner = Bounds { parent: None, alpha, beta: bounds.beta };
            let values = after(self, cx, node, memo, (lead, action), depth, inner, &mut below)?;
            if best.is_none_or(|known| values[lead] > known[lead]) {
                best = Some(values);
                line.clear();
                line.push((lead as u8, action));
                line.extend_from_slice(&below);
            }
            alpha = alpha.max(values[lead]);
            if alpha >= bounds.beta {
                break;
            }
        }
        Ok(best.unwrap_or([0.0; MAX_SEATS]))
    }

    /// Every move of every opponent, the others' turns left out.
    fn skipped_replies<G: Game, E: Evaluator<G>>(
        &self,
        cx: &mut Context<G, E>,
        node: &Cursor<G>,
        memo: &E::Memo,
        depth: u32,
        best: &mut Reply,
        line: &mut Line,
    ) -> Result<bool, Stopped> {
        let lead = cx.lead;
        let mut at = node.clone();
        for _ in 0..cx.game.seats() {
            let Kind::Decision(seat) = at.kind(cx.game, lead) else { break };
            if seat == lead {
                break;
            }
            let at_memo = cx.eval.step(cx.game, memo, &node.state, &at.state);
            for action in cx.actions(&at, &at_memo, seat, depth, None) {
                let mut below = Line::new();
                let tree = AfterSkips { inner: self };
                let values = after(&tree, cx, &at, &at_memo, (seat, action), depth, best.bounds(), &mut below)?;
                let improved = best.values.is_none_or(|known| values[lead] < known[lead]);
                if improved {
                    line.clear();
                    line.push((seat as u8, action));
                    line.extend_from_slice(&below);
                }
                if best.take(lead, values) {
                    return Ok(true);
                }
            }
            if !cx.game.skip(&mut at.state) {
                break;
            }
        }
        Ok(false)
    }

    /// The mover either takes the free reply or plays his ordering move and leaves it to a later opponent.
    fn reply<G: Game, E: Evaluator<G>>(
        &self,
        cx: &mut Context<G, E>,
        node: &Cursor<G>,
        memo: &E::Memo,
        (seat, depth): (usize, u32),
        best: &mut Reply,
        line: &mut Line,
    ) -> Result<bool, Stopped> {
        let lead = cx.lead;
        let mut actions = cx.actions(node, memo, seat, 1, None);
        cx.by_evaluation(node, memo, seat, &mut actions);
        let usual: Action = actions[0];
        let later = Later { inner: self };
        let mut tries: Actions = actions;
        tries.insert(0, usual);
        if cx.game.seats() == 2 {
            tries.remove(0);
        }
        let skipped = usize::from(cx.game.seats() == 2);
        for (index, action) in tries.into_iter().enumerate() {
            let mut below = Line::new();
            // The ordering move costs no depth: the reply is still to come.
            let values = if index + skipped == 0 {
                after(&later, cx, node, memo, (seat, action), depth + 1, best.bounds(), &mut below)?
            } else {
                after(&Used { inner: self }, cx, node, memo, (seat, action), depth, best.bounds(), &mut below)?
            };
            if best.values.is_none_or(|known| values[lead] < known[lead]) {
                line.clear();
                line.push((seat as u8, action));
                line.extend_from_slice(&below);
            }
            if best.take(lead, values) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// After a reply in plain BRS: the remaining opponents are skipped.
struct AfterSkips<'a> {
    inner: &'a BestReply,
}

impl<G: Game, E: Evaluator<G>> Tree<G, E> for AfterSkips<'_> {
    const VECTOR: bool = false;

    fn proves(&self, game: &G) -> bool {
        Tree::<G, E>::proves(self.inner, game)
    }

    fn exact(&self) -> bool {
        false
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
        let mut at = node.clone();
        for _ in 0..cx.game.seats() {
            match at.kind(cx.game, cx.lead) {
                Kind::Decision(seat) if seat != cx.lead => {
                    if !cx.game.skip(&mut at.state) {
                        break;
                    }
                }
                _ => break,
            }
        }
        let memo = cx.eval.step(cx.game, memo, &node.state, &at.state);
        self.inner.value(cx, &at, &memo, depth, bounds, line)
    }
}

/// In BRS+, the free reply is still to come.
struct Later<'a> {
    inner: &'a BestReply,
}

impl<G: Game, E: Evaluator<G>> Tree<G, E> for Later<'_> {
    const VECTOR: bool = false;

    fn proves(&self, game: &G) -> bool {
        Tree::<G, E>::proves(self.inner, game)
    }

    fn exact(&self) -> bool {
        false
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
        match node.kind(cx.game, cx.lead) {
            // Nobody replied: not one of the lines that BRS+ compares.
            Kind::Decision(seat) if seat == cx.lead => Ok([f64::INFINITY; MAX_SEATS]),
            _ => self.inner.value(cx, node, memo, depth, bounds, line),
        }
    }
}

/// In BRS+, the reply has been used: opponents play their ordering move until the searching seat's turn.
struct Used<'a> {
    inner: &'a BestReply,
}

impl<G: Game, E: Evaluator<G>> Tree<G, E> for Used<'_> {
    const VECTOR: bool = false;

    fn proves(&self, game: &G) -> bool {
        Tree::<G, E>::proves(self.inner, game)
    }

    fn exact(&self) -> bool {
        false
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
        match node.kind(cx.game, cx.lead) {
            Kind::Decision(seat) if seat != cx.lead => {
                let mut actions = Actions::new();
                node.legal(cx.game, seat, &mut actions);
                cx.by_evaluation(node, memo, seat, &mut actions);
                line.push((seat as u8, actions[0]));
                after(self, cx, node, memo, (seat, actions[0]), depth + 1, bounds, line)
            }
            _ => self.inner.value(cx, node, memo, depth, bounds, line),
        }
    }
}
