//! Judging positions by territory: a share of the win for every player, by who reaches what first.

use super::arrival::{Arrivals, Reach};
use super::packed::{Packed, Swift};
use super::voronoi::Regions;
use crate::eval::Evaluator;
use crate::game::{MAX_SEATS, Values};

/// Shares grow with a power of the plain Voronoi regions.
pub struct Plain {
    pub power: f64,
}

/// Shares grow with a power of the regions by rounds of arrival.
pub struct Timed {
    pub power: f64,
    pub reach: Reach,
}

/// Shares grow with a power of the regions in which speed, direction and gaps of the next rounds give a lead.
pub struct Leading {
    pub power: f64,
}

/// Rounds that a lead is looked for in, and the speed that nobody accelerates beyond in them.
pub const LEAD: (u32, u8) = (2, 3);

/// Shares proportional to a power of the sizes, plus one cell each.
fn shares(sizes: [u32; MAX_SEATS], seats: u8, power: f64) -> Values {
    let mut values = [0.0; MAX_SEATS];
    let mut total = 0.0;
    for seat in 0..MAX_SEATS {
        if seats >> seat & 1 == 1 {
            values[seat] = f64::from(sizes[seat] + 1).powf(power);
            total += values[seat];
        }
    }
    values.map(|value| value / total)
}

impl<const W: usize, const H: usize> Evaluator<Swift<W, H>> for Plain {
    type Memo = ();

    fn start(&self, _game: &Swift<W, H>, _state: &Packed<W, H>) {}
    fn step(&self, _game: &Swift<W, H>, _memo: &(), _before: &Packed<W, H>, _after: &Packed<W, H>) {}

    fn value(&self, _game: &Swift<W, H>, _memo: &(), state: &Packed<W, H>) -> Values {
        let active = state.active();
        let regions = Regions::of(state, active);
        shares(std::array::from_fn(|seat| regions.size(seat)), active, self.power)
    }

    fn bounds(&self, _game: &Swift<W, H>) -> Option<(f64, f64)> {
        Some((0.0, 1.0))
    }
}

impl<const W: usize, const H: usize> Evaluator<Swift<W, H>> for Timed {
    type Memo = ();

    fn start(&self, _game: &Swift<W, H>, _state: &Packed<W, H>) {}
    fn step(&self, _game: &Swift<W, H>, _memo: &(), _before: &Packed<W, H>, _after: &Packed<W, H>) {}

    fn value(&self, _game: &Swift<W, H>, _memo: &(), state: &Packed<W, H>) -> Values {
        let active = state.active();
        let regions = Arrivals::of(state, active, self.reach);
        shares(std::array::from_fn(|seat| regions.size(seat)), active, self.power)
    }

    fn bounds(&self, _game: &Swift<W, H>) -> Option<(f64, f64)> {
        Some((0.0, 1.0))
    }
}

impl<const W: usize, const H: usize> Evaluator<Swift<W, H>> for Leading {
    type Memo = ();

    fn start(&self, _game: &Swift<W, H>, _state: &Packed<W, H>) {}
    fn step(&self, _game: &Swift<W, H>, _memo: &(), _before: &Packed<W, H>, _after: &Packed<W, H>) {}

    fn value(&self, _game: &Swift<W, H>, _memo: &(), state: &Packed<W, H>) -> Values {
        let active = state.active();
        let regions = Arrivals::lead(state, active, LEAD, None);
        shares(std::array::from_fn(|seat| regions.size(seat)), active, self.power)
    }

    fn bounds(&self, _game: &Swift<W, H>) -> Option<(f64, f64)> {
        Some((0.0, 1.0))
    }
}
