use super::{Clever, State};
use crate::eval::Evaluator;
use crate::game::{Game, MAX_SEATS, Values};

/// The present score; with several seats each one's share of all points, everybody having one more.
pub struct Points;

impl Evaluator<Clever> for Points {
    type Memo = ();

    fn start(&self, _game: &Clever, _state: &State) {}
    fn step(&self, _game: &Clever, _memo: &(), _before: &State, _after: &State) {}

    fn value(&self, game: &Clever, _memo: &(), state: &State) -> Values {
        let points = game.points(state);
        if game.seats() == 1 {
            return points;
        }
        let all: f64 = points[..game.seats()].iter().map(|points| points + 1.0).sum();
        let mut values = [0.0; MAX_SEATS];
        for seat in 0..game.seats() {
            values[seat] = (points[seat] + 1.0) / all;
        }
        values
    }

    fn bounds(&self, game: &Clever) -> Option<(f64, f64)> {
        game.sum().map(|sum| (0.0, sum))
    }

    fn scaled(&self, _game: &Clever) -> bool {
        true
    }
}
