//! One round of `spe_ed`, exactly as the contest's server plays it.
//!
//! The round is written once, against [`Grid`]: the full board with its owners and the packed board that searches run on
//! are two grids under the same rules.

use crate::game::{Action, MAX_SEATS};

/// Every so many rounds fast players leave gaps.
pub const GAP_EVERY: u32 = 6;
/// The least speed that leaves a gap.
pub const GAP_SPEED: u8 = 3;
pub const TOP_SPEED: u8 = 10;

pub const CHANGE_NOTHING: Action = 0;
pub const TURN_LEFT: Action = 1;
pub const TURN_RIGHT: Action = 2;
pub const SPEED_UP: Action = 3;
pub const SLOW_DOWN: Action = 4;
/// How many actions a player chooses among.
pub const CHOICES: usize = 5;
/// No valid answer came.
pub const NONE: Action = 5;
/// `BROKEN + a`: the answer `a` came, and then the player broke a rule in the same round.
pub const BROKEN: Action = 6;
/// Everything that can stand in a record.
pub const ENTRIES: usize = 11;

/// Steps (x, y) per direction: up, right, down, left.
pub const STEPS: [(i16, i16); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// A player's head.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Head {
    /// One cell outside the board once the player has left it.
    pub x: i16,
    pub y: i16,
    /// Index into [`STEPS`].
    pub direction: u8,
    /// 1 to 10; 0 or 11 shows what a player died of.
    pub speed: u8,
    /// The round that eliminated the player, 0 while it is active.
    pub died: u32,
}

impl Head {
    #[inline]
    #[must_use]
    pub fn active(&self) -> bool {
        self.died == 0
    }

    /// Applies an answer to direction and speed; false where the speed leaves its range.
    #[inline]
    pub fn steer(&mut self, action: Action) -> bool {
        match action {
            TURN_LEFT => self.direction = (self.direction + 3) % 4,
            TURN_RIGHT => self.direction = (self.direction + 1) % 4,
            SPEED_UP => self.speed += 1,
            SLOW_DOWN => self.speed -= 1,
            _ => {}
        }
        (1..=TOP_SPEED).contains(&self.speed)
    }
}

/// Whether step `step` (from 0) of a move leaves its cell unmarked in round `round`.
#[inline]
#[must_use]
pub fn jumps(round: u32, speed: u8, step: u8) -> bool {
    round.is_multiple_of(GAP_EVERY) && speed >= GAP_SPEED && step > 0 && step + 1 < speed
}

/// What a round needs of a board.
pub trait Grid {
    /// Whether a cell is on the board.
    fn holds(&self, x: i16, y: i16) -> bool;
    /// Puts a player's trail on a cell; one that was taken already becomes a crash.
    fn mark(&mut self, x: i16, y: i16, seat: usize);
    /// Whether a cell that was marked this round is a crash.
    fn crashed(&self, x: i16, y: i16) -> bool;
}

/// Plays round number `round` (from 1): one entry per seat in `actions`, read for active players alone.
///
/// Everybody steers, then everybody moves, then whoever marked a crash is out; a crash stops nobody's movement.
#[inline]
pub fn play_round<G: Grid>(grid: &mut G, heads: &mut [Head], round: u32, actions: &[Action]) {
    // Where each mover came from and how many cells it entered.
    let mut moved = [(0i16, 0i16, 0u8); MAX_SEATS];
    for (seat, head) in heads.iter_mut().enumerate() {
        if !head.active() {
            continue;
        }
        let action = actions[seat];
        let answered = action < NONE;
        let in_range = head.steer(if action >= BROKEN { action - BROKEN } else { action });
        if !answered || !in_range {
            head.died = round;
            continue;
        }
        let (dx, dy) = STEPS[head.direction as usize];
        moved[seat] = (head.x, head.y, head.speed);
        for step in 0..head.speed {
            head.x += dx;
            head.y += dy;
            if !grid.holds(head.x, head.y) {
                head.died = round;
                break;
            }
            if !jumps(round, head.speed, step) {
                grid.mark(head.x, head.y, seat);
            }
        }
    }
    for (head, (x, y, steps)) in heads.iter_mut().zip(moved) {
        if !head.active() || steps == 0 {
            continue;
        }
        let (dx, dy) = STEPS[head.direction as usize];
        let crash = |step: u8| {
            let far = i16::from(step) + 1;
            !jumps(round, steps, step) && grid.crashed(x + dx * far, y + dy * far)
        };
        if (0..steps).any(crash) {
            head.died = round;
        }
    }
}

/// Where and how a player begins: `order` is its place in the drawn order, which gives its block of the board.
#[must_use]
pub fn block(order: usize, width: i16, height: i16) -> (i16, i16, i16, i16) {
    let (across, down) = (width / 4, height / 2);
    ((order % 4) as i16 * across, (order / 4) as i16 * down, across, down)
}

/// The direction of a player who begins at a cell.
#[must_use]
pub fn first_direction(x: i16, y: i16, width: i16, height: i16) -> u8 {
    match (x > width / 2, y > height / 2) {
        (true, true) => 0,
        (false, true) => 1,
        (true, false) => 3,
        (false, false) => 2,
    }
}
