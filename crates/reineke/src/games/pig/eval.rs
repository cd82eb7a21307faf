use super::{Pig, State};
use crate::eval::Evaluator;
use crate::game::{Game, MAX_SEATS, Values};

/// A seat's share of all points, the mover's turn total counted as banked; everybody has one point to begin with.
pub struct PigEval;

impl Evaluator<Pig> for PigEval {
    type Memo = ();

    fn start(&self, _game: &Pig, _state: &State) {}
    fn step(&self, _game: &Pig, _memo: &(), _before: &State, _after: &State) {}

    fn value(&self, game: &Pig, _memo: &(), state: &State) -> Values {
        let mut worth = state.points.map(|points| points + 1);
        worth[state.mover as usize] += state.total;
        let all: u32 = worth[..game.seats()].iter().sum();
        let mut values = [0.0; MAX_SEATS];
        for seat in 0..game.seats() {
            values[seat] = f64::from(worth[seat]) / f64::from(all);
        }
        values
    }

    fn bounds(&self, _game: &Pig) -> Option<(f64, f64)> {
        Some((0.0, 1.0))
    }
}
