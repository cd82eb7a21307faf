//! Judging positions that are not over.

use crate::game::{Game, MAX_SEATS, Turn, Values};

/// Gives a position one number per seat. Evaluations may keep a memo along a line of play, so that a step costs what
/// it changes rather than the whole board.
pub trait Evaluator<G: Game>: Send + Sync {
    /// What is carried along a line of play; `()` where nothing is.
    type Memo: Clone + Send + Sync;

    fn start(&self, game: &G, state: &G::State) -> Self::Memo;
    /// The memo of `after`, one turn behind `before`.
    fn step(&self, game: &G, memo: &Self::Memo, before: &G::State, after: &G::State) -> Self::Memo;
    /// The value of a position that is not over.
    fn value(&self, game: &G, memo: &Self::Memo, state: &G::State) -> Values;
    /// The value of a finished game; the outcome, unless the evaluation has a scale of its own.
    fn result(&self, game: &G, state: &G::State) -> Values {
        game.outcome(state)
    }
    /// Ends the search of a line early, with this value, whatever the depth left.
    fn settle(&self, _game: &G, _before: &G::State, _after: &G::State) -> Option<Values> {
        None
    }
    /// Whether it knows anything about unfinished positions.
    fn informed(&self) -> bool {
        true
    }
    /// Lowest value of a component and the constant sum of all, where both exist: sound pruning rests on them.
    fn bounds(&self, _game: &G) -> Option<(f64, f64)> {
        None
    }
    /// Whether values lie on the scale of outcomes, within the game's range.
    fn scaled(&self, game: &G) -> bool {
        self.bounds(game).is_some()
    }
}

/// A shared evaluation, such as a trained model.
impl<G: Game, E: Evaluator<G>> Evaluator<G> for std::sync::Arc<E> {
    type Memo = E::Memo;

    fn start(&self, game: &G, state: &G::State) -> E::Memo {
        (**self).start(game, state)
    }
    #[inline]
    fn step(&self, game: &G, memo: &E::Memo, before: &G::State, after: &G::State) -> E::Memo {
        (**self).step(game, memo, before, after)
    }
    #[inline]
    fn value(&self, game: &G, memo: &E::Memo, state: &G::State) -> Values {
        (**self).value(game, memo, state)
    }
    fn result(&self, game: &G, state: &G::State) -> Values {
        (**self).result(game, state)
    }
    #[inline]
    fn settle(&self, game: &G, before: &G::State, after: &G::State) -> Option<Values> {
        (**self).settle(game, before, after)
    }
    fn informed(&self) -> bool {
        (**self).informed()
    }
    fn bounds(&self, game: &G) -> Option<(f64, f64)> {
        (**self).bounds(game)
    }
    fn scaled(&self, game: &G) -> bool {
        (**self).scaled(game)
    }
}

/// Knows nothing: every unfinished position is worth the middle of the range to everybody.
pub struct Flat;

impl<G: Game> Evaluator<G> for Flat {
    type Memo = ();

    fn start(&self, _game: &G, _state: &G::State) {}
    fn step(&self, _game: &G, _memo: &(), _before: &G::State, _after: &G::State) {}

    fn value(&self, game: &G, _memo: &(), _state: &G::State) -> Values {
        let (low, high) = game.range();
        let each = game.sum().map_or(f64::midpoint(low, high), |sum| sum / game.seats() as f64);
        let mut values = [0.0; MAX_SEATS];
        values[..game.seats()].fill(each);
        values
    }

    fn informed(&self) -> bool {
        false
    }

    fn bounds(&self, game: &G) -> Option<(f64, f64)> {
        game.sum().map(|sum| (game.range().0, sum))
    }
}

/// The value of any position: its result when it is over, the evaluation otherwise.
pub fn judge<G: Game, E: Evaluator<G>>(game: &G, eval: &E, memo: &E::Memo, state: &G::State) -> Values {
    if game.turn(state) == Turn::Over { eval.result(game, state) } else { eval.value(game, memo, state) }
}
