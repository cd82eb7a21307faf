//! What an evaluation sees of a position: per player how much it reaches, how soon, and how well it stands.

use super::arrival::Arrivals;
use super::packed::Packed;
use super::prepare::seats_of;
use super::voronoi::Regions;
use crate::game::MAX_SEATS;

/// Numbers per player.
pub const FEATURES: usize = 14;

/// Rounds that are looked at exactly.
pub const EXACT: u32 = 3;
/// Nobody speeds up beyond this in them.
pub const CAP: u8 = 3;

/// The features of every active player; absent and dead players are all zero.
///
/// 0 the region with the lead of speed, direction and gaps, as a share of the free cells; 1 its logarithm; 2 how much larger
/// the largest region of another is, in logarithms; 3 the cells reached alone in the exact rounds, 4 that are free; 5 the
/// share of neighbours of the region's cells that are free; 6 the border with others, in root cells; 7 whether no other
/// region meets it; 8 to 10 whether the speed is 2, 3 or more; 11 free cells around the head, in quarters; 12 the free share
/// of the board; 13 the other players.
#[must_use]
pub fn features<const W: usize, const H: usize>(state: &Packed<W, H>) -> [[f32; FEATURES]; MAX_SEATS] {
    let active = state.active();
    let rows = state.rows();
    let (regions, near) = Arrivals::lead(state, active, CAP, EXACT);
    let free = state.open.count(rows).max(1) as f32;
    let sizes: [u32; MAX_SEATS] = std::array::from_fn(|seat| regions.size(seat));
    let mut all = [[0.0; FEATURES]; MAX_SEATS];
    for seat in seats_of(active) {
        let head = &state.heads[seat];
        let own = &regions.own[seat];
        let size = sizes[seat] as f32;
        let log = (size + 1.0).ln();
        let other = seats_of(active & !(1 << seat)).map(|other| sizes[other]).max().unwrap_or(0);
        let foreign = border(&regions, active, seat, rows);
        let speed = |wanted: bool| f32::from(u8::from(wanted));
        all[seat] = [
            size / free,
            log,
            (other as f32 + 1.0).ln() - log,
            near[seat] as f32 / 24.0,
            (own.borders(&state.open, rows) as f32) / (4.0 * size.max(1.0)),
            (foreign as f32).sqrt(),
            foreign as f32 / (size + 1.0).sqrt(),
            f32::from(u8::from(foreign == 0)),
            speed(head.speed == 2),
            speed(head.speed == 3),
            speed(head.speed > 3),
            around(state, seat),
            free / (f32::from(state.width) * f32::from(state.height)),
            active.count_ones() as f32 - 1.0,
        ];
    }
    all
}

/// Pairs of an own cell and a cell beside it that is somebody else's or a battlefront.
fn border<const W: usize, const H: usize>(regions: &Regions<W, H>, active: u8, seat: usize, rows: usize) -> u32 {
    let mut others = regions.fronts;
    for other in seats_of(active & !(1 << seat)) {
        others.add(&regions.own[other], 1, rows);
    }
    regions.own[seat].borders(&others, rows)
}

/// The share of the eight cells around a head that are free.
fn around<const W: usize, const H: usize>(state: &Packed<W, H>, seat: usize) -> f32 {
    let (x, y) = (state.heads[seat].x, state.heads[seat].y);
    let mut free = 0;
    for dy in -1..=1 {
        for dx in -1..=1 {
            let (x, y) = (x + dx, y + dy);
            let inside = (0..state.width).contains(&x) && (0..state.height).contains(&y);
            free += u8::from(inside && state.open.has(x, y));
        }
    }
    f32::from(free) / 8.0
}
