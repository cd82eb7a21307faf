//! The rules on bitboards: where stones go, who moves next, when it ends.
//!
//! Cell `(x, y)` is bit `x * 7 + y`, which is also the number of the action that starts there. A player's *lane* runs
//! from his own edge straight across; forward is one fixed distance in bits for each player.

use crate::dice::mix;

pub const SEATS: usize = 4;
pub const SIDE: usize = 7;
pub const CELLS: usize = SIDE * SIDE;
/// Stones of a player; taking the last one off the board wins.
pub const STONES: u8 = 7;

/// A set of cells.
pub type Cells = u64;

pub(super) const BOARD: Cells = (1 << CELLS) - 1;
const COLUMN: Cells = (1 << SIDE) - 1;
const ROW: Cells = BOARD / COLUMN;

/// Where each player enters stones: bottom, left, top, right.
pub(super) const HOME: [Cells; SEATS] = [ROW, COLUMN, ROW << 6, COLUMN << 42];
/// The last row before each player's stones leave.
pub(super) const FAR: [Cells; SEATS] = [HOME[2], HOME[3], HOME[0], HOME[1]];
/// One cell forward, as a rotation of the board to the left: the top 15 bits are empty, so that one rotation serves
/// all four directions.
const FORWARD: [u32; SEATS] = [1, 7, 64 - 1, 64 - 7];
/// Cells with another one in front.
const INNER: [Cells; SEATS] = [BOARD & !FAR[0], BOARD & !FAR[1], BOARD & !FAR[2], BOARD & !FAR[3]];
/// No player: the game is over.
pub(super) const NOBODY: u8 = SEATS as u8;

/// A position. In `server` mode the mover always has a move: whoever comes to move without one is struck out at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) stones: [Cells; SEATS],
    pub(super) hand: [u8; SEATS],
    pub(super) points: [u8; SEATS],
    /// Bit `p` is set while player `p` has not been eliminated.
    pub(super) alive: u8,
    pub(super) mover: u8,
}

/// Where a stone ends up, or that it cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    Cell(u8),
    /// Off the board: a point.
    Off,
    Blocked,
}

/// The cells whose neighbour in front, as `player` sees it, is in `cells`.
#[inline]
pub(super) const fn behind(cells: Cells, player: usize) -> Cells {
    cells.rotate_right(FORWARD[player]) & INNER[player]
}

impl State {
    /// The empty board: everything in hand, player 0 to move.
    pub const START: Self =
        Self { stones: [0; SEATS], hand: [STONES; SEATS], points: [0; SEATS], alive: 0b1111, mover: 0 };

    #[inline]
    pub const fn stones(&self, player: usize) -> Cells {
        self.stones[player]
    }

    #[inline]
    pub const fn hand(&self, player: usize) -> usize {
        self.hand[player] as usize
    }

    #[inline]
    pub const fn points(&self, player: usize) -> usize {
        self.points[player] as usize
    }

    #[inline]
    pub const fn alive(&self, player: usize) -> bool {
        self.alive >> player & 1 == 1
    }

    /// Whose turn it is, while the game lasts.
    #[inline]
    pub const fn mover(&self) -> Option<usize> {
        if self.mover == NOBODY { None } else { Some(self.mover as usize) }
    }

    #[inline]
    pub const fn occupied(&self) -> Cells {
        self.stones[0] | self.stones[1] | self.stones[2] | self.stones[3]
    }

    /// The player who has taken all his stones off the board.
    #[inline]
    pub fn finisher(&self) -> Option<usize> {
        self.points.iter().position(|points| *points == STONES)
    }

    /// Where the move that starts on `cell` leads.
    #[inline]
    pub fn target(&self, player: usize, cell: usize) -> Target {
        match self.landing(player, 1 << cell) {
            None => Target::Blocked,
            Some(0) => Target::Off,
            Some(to) => Target::Cell(to.trailing_zeros() as u8),
        }
    }

    /// The one routine behind checking and execution: the set of the cell where the stone on `from` (one cell) ends up,
    /// empty when that is off the board; `from` itself when a stone enters there; `None` when there is no such move.
    #[inline]
    fn landing(&self, player: usize, from: Cells) -> Option<Cells> {
        let (own, occupied) = (self.stones[player], self.occupied());
        if own & from == 0 {
            return (from & HOME[player] & !occupied != 0 && self.hand[player] > 0).then_some(from);
        }
        if from & FAR[player] != 0 {
            return Some(0);
        }
        let mut ahead = from.rotate_left(FORWARD[player]);
        if occupied & ahead == 0 {
            return Some(ahead);
        }
        let mut at = None;
        while ahead & occupied & !own != 0 {
            if ahead & FAR[player] != 0 {
                return Some(0);
            }
            let behind = ahead.rotate_left(FORWARD[player]);
            if behind & occupied != 0 {
                break;
            }
            at = Some(behind);
            if behind & FAR[player] != 0 {
                break;
            }
            ahead = behind.rotate_left(FORWARD[player]);
        }
        at
    }

    /// The stones on the board that can move.
    #[inline]
    pub fn movable(&self, player: usize) -> Cells {
        let (own, occupied) = (self.stones[player], self.occupied());
        let open = FAR[player] | behind(BOARD & !occupied, player);
        own & (open | behind(occupied & !own & open, player))
    }

    /// The free cells where a stone can enter.
    #[inline]
    pub fn entries(&self, player: usize) -> Cells {
        if self.hand[player] > 0 { HOME[player] & !self.occupied() } else { 0 }
    }

    /// Every cell that starts a move: exactly those whose [`State::target`] is not `Blocked`.
    #[inline]
    pub fn moves(&self, player: usize) -> Cells {
        self.movable(player) | self.entries(player)
    }

    #[inline]
    pub fn can_move(&self, player: usize) -> bool {
        self.entries(player) != 0 || self.movable(player) != 0
    }

    /// Moves the stone (or enters one) and nothing else; true if that was the player's last stone.
    #[inline]
    pub(super) fn play(&mut self, player: usize, cell: usize) -> bool {
        let from = 1 << cell;
        let Some(to) = self.landing(player, from) else { panic!("player {player} has no move from cell {cell}") };
        if to == from {
            self.stones[player] |= from;
            self.hand[player] -= 1;
            return false;
        }
        self.stones[player] ^= from | to;
        let off = u8::from(to == 0);
        self.points[player] += off;
        off == 1 && self.points[player] == STONES
    }

    /// Gives the turn to the next player who can use it; `strike` eliminates those on the way who cannot.
    #[inline]
    pub(super) fn pass_on(&mut self, strike: bool) {
        let next = (self.mover as usize + 1) % SEATS;
        if self.alive(next) && self.can_move(next) {
            self.mover = next as u8;
        } else {
            self.pass_far(strike);
        }
    }

    /// The same where the next player is not the one: rare, and kept apart so that the common case stays short.
    #[inline(never)]
    fn pass_far(&mut self, strike: bool) {
        let from = self.mover as usize;
        for player in (1..=SEATS).map(|distance| (from + distance) % SEATS) {
            if self.alive(player) && self.can_move(player) {
                self.mover = player as u8;
                return;
            }
            if strike {
                self.alive &= !(1 << player);
            }
        }
        self.mover = NOBODY;
    }

    /// A key of everything in the position; two folded products, as the boards leave the top bits of a word free.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        let counts = u64::from(u32::from_le_bytes(self.hand)) | u64::from(u32::from_le_bytes(self.points)) << 32;
        let turn = u64::from(self.alive) << 8 | u64::from(self.mover);
        let a = fold(self.stones[0] ^ KEYS[0], self.stones[1] ^ KEYS[1]);
        let b = fold(self.stones[2] ^ KEYS[2], self.stones[3] ^ KEYS[3]);
        let c = fold(counts ^ KEYS[4], turn ^ KEYS[5]);
        fold(a ^ c ^ KEYS[6], b ^ KEYS[7])
    }
}

/// The two halves of a 128-bit product, folded.
#[inline]
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

/// Odd numbers with high bits set, so that no factor of a fold is ever 0.
const KEYS: [u64; 8] = {
    let mut keys = [0; 8];
    let mut index = 0;
    while index < keys.len() {
        keys[index] = mix(0x5a77_1a2e ^ index as u64) | 1 << 63 | 1;
        index += 1;
    }
    keys
};

/// The cell as `player` sees it: his own edge is row 0, and his stones move up.
#[inline]
pub const fn local(cell: usize, player: usize) -> usize {
    let (x, y) = (cell / SIDE, cell % SIDE);
    let (x, y) = match player {
        0 => (x, y),
        1 => (6 - y, x),
        2 => (6 - x, 6 - y),
        _ => (y, 6 - x),
    };
    x * SIDE + y
}

/// The cell on the board that `player` sees as `cell`: the inverse of [`local`].
#[inline]
pub const fn global(cell: usize, player: usize) -> usize {
    local(cell, (SEATS - player) % SEATS)
}

/// The position a number of quarter turns clockwise: what was player `p`'s is now player `p + 1`'s, board and all.
#[must_use]
pub fn rotate(state: &State, quarter_turns: usize) -> State {
    let turns = quarter_turns % SEATS;
    let mut turned = *state;
    for player in 0..SEATS {
        let to = (player + turns) % SEATS;
        turned.stones[to] = cells(state.stones[player]).fold(0, |board, cell| board | 1 << global(cell, turns));
        turned.hand[to] = state.hand[player];
        turned.points[to] = state.points[player];
    }
    turned.alive = (state.alive << turns | state.alive >> (SEATS - turns)) & 0b1111;
    if let Some(mover) = state.mover() {
        turned.mover = ((mover + turns) % SEATS) as u8;
    }
    turned
}

/// The numbers of the cells in a set, ascending.
#[inline]
pub fn cells(mut set: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros() as usize;
            set &= set - 1;
            cell
        })
    })
}
