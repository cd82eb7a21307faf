//! The learnt evaluation "lanes": win probabilities from the pattern of every line of the board.
//!
//! A player's logit is a sum of table entries. Fourteen belong to the lines of the board: his seven lanes and the
//! seven rows across them, each looked up by its place and the owners of its seven cells. A few more belong to hands,
//! points, who is alive, whose turn it is and how many moves he has. Everything is named from the player's own side
//! of the board and the owners counted from him in order of play, so one set of tables serves all four players. The
//! probabilities are the softmax of the four logits.
//!
//! Entries are whole numbers of 1/[`UNITS`] logits. Sums of whole numbers do not depend on their order, so that the
//! sum kept along a line of play equals the sum taken afresh to the last bit. A softmax only knows differences, and
//! three of them fit one word ([`pack`]): one addition serves all four players.

use super::Sawhian;
use super::rules::{CELLS, SEATS, SIDE, State, cells, local};
use crate::eval::Evaluator;
use crate::game::Values;
use safetensors::{Dtype, SafeTensors};
use std::array::from_fn;

/// Lines of the board, one way and the other.
pub const LINES: usize = 2 * SIDE;
/// Ways to fill a line: five owners (nobody, own, next, …) on seven cells.
pub const CODES: usize = 78_125;
/// One logit in table units.
pub const UNITS: i32 = 1024;
/// Entries of the tensor `scalars`.
pub const SCALARS: usize = MOBILITY + SEATS * MOVES;
/// Table entries in one player's logit: 14 of `lanes`, then 7 of `scalars`.
pub const INDICES: usize = LINES + 7;

/// Where the parts of `scalars` begin: `stock[r][hand][points]` for the player `r` places on, `alive[set]` with bit
/// `r` for that player, `wait[w]` and `mobility[w][moves]` where `w` turns in order of play come before one's own.
const ALIVE: usize = SEATS * 64;
const WAIT: usize = ALIVE + 16;
const MOBILITY: usize = WAIT + SEATS;
const MOVES: usize = 14;

const POWERS: [i32; SIDE] = [1, 5, 25, 125, 625, 3125, 15625];

/// `x` and `y` of a cell, in tables as long as a word is wide: faster than dividing, and no index can be out of range.
const FILE: [u8; 64] = places(true);
const RANK: [u8; 64] = places(false);

const fn places(file: bool) -> [u8; 64] {
    let mut places = [0; 64];
    let mut cell = 0;
    while cell < CELLS {
        places[cell] = (if file { cell / SIDE } else { cell % SIDE }) as u8;
        cell += 1;
    }
    places
}

/// What a file of tables has to say about itself.
const FORMAT: [(&str, &str); 3] = [("format", "reineke-sawhian-lanes"), ("version", "1"), ("units", "1024")];

/// The tables, spread out so that one look-up serves all four players.
pub struct Lanes {
    /// `[line][code]`: what a line with these owners (absolute: 1 is player 0) adds. Lines 0 to 6 are the files `x`,
    /// 7 to 13 the ranks `y`.
    lines: Vec<Packed>,
    /// `[player][hand * 8 + points]`.
    stock: [[Packed; 64]; SEATS],
    alive: [Packed; 16],
    /// By mover.
    wait: [Packed; SEATS],
    /// `[mover][player][moves]`; `None` where the table is all zeros and counting moves would be in vain.
    mobility: Option<Box<[[[Packed; MOVES]; SEATS]; SEATS]>>,
}

/// The sum over the lines of the board, and the code of each line with its offset into the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sums {
    total: Packed,
    lines: [u32; LINES],
}

/// How far players 1, 2 and 3 are above player 0, as `a + b * 2^21 + c * 2^42`. Adding such words adds all three
/// numbers at once, carries and all, and as long as each sum stays within 21 bits [`unpack`] gets it back exactly.
type Packed = i64;

const FIELD: u32 = 21;

fn pack(logits: [i32; SEATS]) -> Packed {
    let above = |player: usize| (logits[player] - logits[0]) as i64;
    above(1) + (above(2) << FIELD) + (above(3) << (2 * FIELD))
}

#[inline]
const fn unpack(packed: Packed) -> [i32; SEATS] {
    let a = packed << (64 - FIELD) >> (64 - FIELD);
    let rest = (packed - a) >> FIELD;
    let b = rest << (64 - FIELD) >> (64 - FIELD);
    [0, a as i32, b as i32, ((rest - b) >> FIELD) as i32]
}

impl Lanes {
    /// Reads tables from a safetensors file: `lanes` as I16 `[2, 7, 78125]` (lanes along the player's way, then rows
    /// across it) and `scalars` as I16 `[332]`.
    pub fn from_safetensors(bytes: &[u8]) -> Result<Self, String> {
        let (_, header) =
            SafeTensors::read_metadata(bytes).map_err(|error| format!("not a safetensors file: {error}"))?;
        for (key, wanted) in FORMAT {
            let found =
                header.metadata().as_ref().and_then(|metadata| metadata.get(key)).map_or("nothing", String::as_str);
            if found != wanted {
                return Err(format!("metadata {key}: expected {wanted}, found {found}"));
            }
        }
        let file = SafeTensors::deserialize(bytes).map_err(|error| format!("not a safetensors file: {error}"))?;
        let tensor = |name: &str, shape: &[usize]| {
            let tensor = file.tensor(name).map_err(|_| format!("tensor {name} is missing"))?;
            if tensor.dtype() != Dtype::I16 || tensor.shape() != shape {
                let (dtype, found) = (tensor.dtype(), tensor.shape());
                return Err(format!("tensor {name}: expected I16 {shape:?}, found {dtype} {found:?}"));
            }
            Ok(tensor.data().chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect::<Vec<_>>())
        };
        Self::from_raw(&tensor("lanes", &[2, SIDE, CODES])?, &tensor("scalars", &[SCALARS])?)
    }

    /// Takes the tables as flat arrays in the layout of the file.
    pub fn from_raw(lanes: &[i16], scalars: &[i16]) -> Result<Self, String> {
        if lanes.len() != LINES * CODES {
            return Err(format!("lanes: expected {} numbers, found {}", LINES * CODES, lanes.len()));
        }
        if scalars.len() != SCALARS {
            return Err(format!("scalars: expected {SCALARS} numbers, found {}", scalars.len()));
        }
        let largest = |part: &[i16]| part.iter().map(|entry| i32::from(*entry).abs()).max().unwrap_or(0);
        let most = lanes.chunks_exact(CODES).map(largest).sum::<i32>()
            + 4 * largest(&scalars[..ALIVE])
            + 3 * largest(&scalars[ALIVE..]);
        if 2 * most >= 1 << (FIELD - 1) {
            return Err(format!("lanes and scalars: logits may reach {}, at most 511 is allowed", most / UNITS));
        }
        let scalar = |index: usize| i32::from(scalars[index]);
        // How many places player `j` sits behind player `i`.
        let places = |i: usize, j: usize| (j + SEATS - i) % SEATS;
        let mobility = |mover: usize, player: usize, moves: usize| {
            let mut logits = [0; SEATS];
            logits[player] = scalar(MOBILITY + places(mover, player) * MOVES + moves);
            pack(logits)
        };
        Ok(Self {
            lines: spread(lanes),
            stock: from_fn(|j| from_fn(|stock| pack(from_fn(|i| scalar(places(i, j) * 64 + stock))))),
            alive: from_fn(|set| pack(from_fn(|i| scalar(ALIVE + seen_from(set as u8, i))))),
            wait: from_fn(|mover| pack(from_fn(|i| scalar(WAIT + places(mover, i))))),
            mobility: scalars[MOBILITY..]
                .iter()
                .any(|entry| *entry != 0)
                .then(|| Box::new(from_fn(|mover| from_fn(|player| from_fn(|moves| mobility(mover, player, moves)))))),
        })
    }

    /// The four logits in units, less that of player 0.
    #[inline]
    pub fn logits(&self, sums: &Sums, state: &State) -> [i32; SEATS] {
        let mut total = sums.total;
        let mover = usize::from(state.mover) % SEATS;
        for (player, stock) in self.stock.iter().enumerate() {
            total += stock[usize::from(state.hand[player] % 8) * 8 + usize::from(state.points[player] % 8)];
        }
        total += self.alive[usize::from(state.alive % 16)] + self.wait[mover];
        if let Some(mobility) = &self.mobility {
            for (player, table) in mobility[mover].iter().enumerate() {
                total += table[moves(state, player)];
            }
        }
        unpack(total)
    }

    /// Writes what a learner has to gather: for each of the four players [`INDICES`] numbers, 14 indices into the
    /// flattened `lanes` and 7 into `scalars`. Their entries add up to the player's logit. For positions not over.
    pub fn indices(state: &State, out: &mut [u32]) {
        for (player, out) in out.chunks_exact_mut(INDICES).take(SEATS).enumerate() {
            let (lines, scalars) = out.split_at_mut(LINES);
            for (line, index) in lines.iter_mut().enumerate() {
                *index = (line * CODES) as u32;
            }
            for (r, stock) in scalars[..SEATS].iter_mut().enumerate() {
                let other = (player + r) % SEATS;
                for cell in cells(state.stones(other)) {
                    let (x, y) = (local(cell, player) / SIDE, local(cell, player) % SIDE);
                    lines[x] += (r + 1) as u32 * POWERS[y] as u32;
                    lines[SIDE + y] += (r + 1) as u32 * POWERS[x] as u32;
                }
                *stock = (r * 64 + state.hand(other) * 8 + state.points(other)) as u32;
            }
            let wait = (player + SEATS - usize::from(state.mover) % SEATS) % SEATS;
            scalars[4] = (ALIVE + seen_from(state.alive, player)) as u32;
            scalars[5] = (WAIT + wait) as u32;
            scalars[6] = (MOBILITY + wait * MOVES + moves(state, player)) as u32;
        }
    }

    /// Changes the code of one line.
    #[inline]
    fn recode(&self, sums: &mut Sums, memo: &Sums, line: usize, change: i32) {
        let old = memo.lines[line];
        let new = old.wrapping_add_signed(change);
        sums.lines[line] = new;
        sums.total += self.lines[new as usize] - self.lines[old as usize];
    }
}

impl Evaluator<Sawhian> for Lanes {
    type Memo = Sums;

    fn start(&self, _game: &Sawhian, state: &State) -> Sums {
        let mut sums = Sums { total: 0, lines: from_fn(|line| (line * CODES) as u32) };
        for player in 0..SEATS {
            for cell in cells(state.stones(player)) {
                let (x, y) = (cell / SIDE, cell % SIDE);
                sums.lines[x] += (player + 1) as u32 * POWERS[y] as u32;
                sums.lines[SIDE + y] += (player + 1) as u32 * POWERS[x] as u32;
            }
        }
        sums.total = sums.lines.iter().map(|index| self.lines[*index as usize]).sum();
        sums
    }

    /// A move changes one or two cells of one lane: its line, and one or two lines across it.
    #[inline]
    fn step(&self, _game: &Sawhian, memo: &Sums, before: &State, after: &State) -> Sums {
        let player = usize::from(before.mover) % SEATS;
        let now = after.stones[player];
        let changed = before.stones[player] ^ now;
        if changed == 0 {
            return *memo;
        }
        let mut sums = *memo;
        let (lanes, rows) = if player.is_multiple_of(2) { (0, SIDE) } else { (SIDE, 0) };
        // The lane of a cell, how far along it is, and the change of the digit that stands for its owner.
        let change = |cell: usize| {
            let sign = 2 * (now >> cell & 1) as i32 - 1;
            let (x, y) = (usize::from(FILE[cell % 64]), usize::from(RANK[cell % 64]));
            let (lane, along) = if lanes == 0 { (x, y) } else { (y, x) };
            (lane, along, sign * (player as i32 + 1))
        };
        let (first, last) = (changed.trailing_zeros() as usize, changed.ilog2() as usize);
        let (lane, along, digit) = change(first);
        self.recode(&mut sums, memo, rows + along, digit * POWERS[lane]);
        let mut in_lane = digit * POWERS[along];
        if first != last {
            let (_, along, digit) = change(last);
            self.recode(&mut sums, memo, rows + along, digit * POWERS[lane]);
            in_lane += digit * POWERS[along];
        }
        self.recode(&mut sums, memo, lanes + lane, in_lane);
        sums
    }

    #[inline]
    fn value(&self, _game: &Sawhian, memo: &Sums, state: &State) -> Values {
        let [a, b, c, d] = softmax(self.logits(memo, state));
        [a, b, c, d, 0.0, 0.0]
    }

    fn bounds(&self, _game: &Sawhian) -> Option<(f64, f64)> {
        Some((0.0, 1.0))
    }
}

/// A set of players with bit `r` for the player `r` places after `player`.
const fn seen_from(set: u8, player: usize) -> usize {
    (set as usize >> player | (set as usize) << (SEATS - player)) & 15
}

/// How many moves a player would have if it were his turn; an eliminated one has none.
#[inline]
fn moves(state: &State, player: usize) -> usize {
    if state.alive(player) { (state.moves(player).count_ones() as usize).min(MOVES - 1) } else { 0 }
}

/// Rewrites the tables of one player's point of view into one word per line and absolute code.
fn spread(lanes: &[i16]) -> Vec<Packed> {
    let views: [[Vec<u32>; 2]; SEATS] = from_fn(|player| [relabel(player, false), relabel(player, true)]);
    let mut lines = Vec::with_capacity(LINES * CODES);
    for line in 0..LINES {
        // The first two cells of the line tell where a player sees it and whether it runs backwards for him.
        let (first, second) = if line < SIDE { (line * SIDE, line * SIDE + 1) } else { (line - SIDE, line) };
        let seen: [(&[i16], &[u32]); SEATS] = from_fn(|player| {
            let (a, b) = (local(first, player), local(second, player));
            let own_line = if a / SIDE == b / SIDE { a / SIDE } else { SIDE + a % SIDE };
            (&lanes[own_line * CODES..][..CODES], &views[player][usize::from(a > b)][..])
        });
        lines.extend((0..CODES).map(|code| pack(seen.map(|(table, view)| i32::from(table[view[code] as usize])))));
    }
    lines
}

/// For every absolute code of a line, its code with the owners counted from `player` and, if asked, read backwards.
fn relabel(player: usize, backwards: bool) -> Vec<u32> {
    (0..CODES)
        .map(|code| {
            (0..SIDE)
                .map(|place| match code / POWERS[place] as usize % 5 {
                    0 => 0,
                    owner => {
                        let r = (owner - 1 + SEATS - player) % SEATS;
                        (r + 1) as u32 * POWERS[if backwards { SIDE - 1 - place } else { place }] as u32
                    }
                })
                .sum()
        })
        .collect()
}

/// `e^(-k / UNITS)` as the product of a fine and a coarse part.
static FINE: [f64; UNITS as usize] = powers_of_e::<{ UNITS as usize }>(1.0 / UNITS as f64);
static COARSE: [f64; 64] = powers_of_e::<64>(1.0);

/// `e^(-i * step)` for `i` in `0..N`, by basic arithmetic only: the same bits on every machine.
const fn powers_of_e<const N: usize>(step: f64) -> [f64; N] {
    let mut powers = [0.0; N];
    let mut index = 0;
    while index < N {
        let exponent = index as f64 * step;
        let (mut sum, mut term, mut n) = (1.0, 1.0, 1.0);
        while n < 220.0 {
            term = term * exponent / n;
            sum += term;
            n += 1.0;
        }
        powers[index] = 1.0 / sum;
        index += 1;
    }
    powers
}

#[inline]
fn softmax(logits: [i32; SEATS]) -> [f64; SEATS] {
    let most = logits[0].max(logits[1]).max(logits[2].max(logits[3]));
    let weights = logits.map(|logit| {
        let less = (most - logit) as usize;
        FINE[less % FINE.len()] * COARSE[(less / FINE.len()).min(COARSE.len() - 1)]
    });
    // Opposite players first: turning the board then only swaps the terms, and the sum stays the same to the last bit.
    let scale = 1.0 / ((weights[0] + weights[2]) + (weights[1] + weights[3]));
    weights.map(|weight| weight * scale)
}
