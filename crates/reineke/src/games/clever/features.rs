//! What a value network sees of a position: bits alone, most of them thermometers (bit n: at least n + 1).
//!
//! A position is seen by one seat: its own sheet in full, the dice, the turn relative to it, and how far ahead the best
//! of the others is. The layout is listed by [`layout`] and on the game's documentation page.

use super::Clever;
use super::sheet::{Cross, Sheet};
use super::state::{Phase, State};
use super::tables::{BLUE_COLUMNS, BLUE_ROWS, DICE, YELLOW_COLUMNS, YELLOW_DIAGONAL, YELLOW_ROWS};
use crate::net::Net;

/// Words of a position's bits.
pub const WORDS: usize = 6;
/// Sets of inputs, in order: what they tell, and how many there are.
const PARTS: [(&str, usize); 33] = [
    ("yellow boxes", 12),
    ("crosses in each yellow row, column and the diagonal", 9 * 4),
    ("blue boxes", 11),
    ("crosses in each blue row and column", 3 + 4 + 4 + 2 + 3 + 3 + 3),
    ("blue crosses", 11),
    ("green crosses", 11),
    ("orange numbers", 11),
    ("purple numbers", 11),
    ("last purple number", 7),
    ("orange points, in fours", 24),
    ("purple points, in threes", 22),
    ("re-rolls held", 7),
    ("+1 held", 7),
    ("foxes", 5),
    ("lowest area", 5),
    ("points of the lowest area, in threes", 20),
    ("crosses waiting for yellow, for blue", 2 * 2),
    ("yellow waits first", 1),
    ("round", 6),
    ("own phase", 8),
    ("somebody else's phase", 8),
    ("roll", 3),
    ("turns until the own turn", 4),
    ("the own passive pick of this turn is over", 1),
    ("beside the solo tray", 1),
    ("dice in the air", DICE),
    ("dice used for +1", DICE),
    ("faces of the dice that lie", DICE * 6),
    ("dice on the tray", DICE),
    ("lead of the best of the others, in tens from -60", 13),
    ("seats, two to four; alone two", 3),
    ("turns of others to come in this round", 3),
    ("the own turn of this round is to come", 1),
];

/// Inputs of networks that do not know how many sit at a table: all but the last three sets.
pub const PLAIN: usize = INPUTS - PARTS[30].1 - PARTS[31].1 - PARTS[32].1;

/// How many inputs there are.
pub const INPUTS: usize = {
    let mut sum = 0;
    let mut index = 0;
    while index < PARTS.len() {
        sum += PARTS[index].1;
        index += 1;
    }
    sum
};
const _: () = assert!(INPUTS <= WORDS * 64);

/// The sets of inputs in order, with the number of the first.
pub fn layout() -> impl Iterator<Item = (&'static str, usize, usize)> {
    PARTS.into_iter().scan(0, |next, (name, count)| {
        let first = *next;
        *next += count;
        Some((name, first, count))
    })
}

/// The bits of a position.
pub type Bits = [u64; WORDS];

struct Writer {
    bits: Bits,
    next: usize,
}

impl Writer {
    /// Bits of a number, the lowest first.
    #[inline]
    fn set(&mut self, bits: u64, count: usize) {
        let (word, place) = (self.next / 64, self.next % 64);
        self.bits[word] |= bits << place;
        if place + count > 64 {
            self.bits[word + 1] |= bits >> (64 - place);
        }
        self.next += count;
    }

    /// The lowest `level` of `count` bits.
    #[inline]
    fn level(&mut self, level: u32, count: usize) {
        self.set((1u64 << level.min(count as u32)) - 1, count);
    }

    /// One of `count` bits, or none.
    #[inline]
    fn one(&mut self, index: Option<usize>, count: usize) {
        self.set(index.filter(|index| *index < count).map_or(0, |index| 1 << index), count);
    }
}

/// What a seat sees of a position.
#[must_use]
pub fn bits(game: &Clever, state: &State, seat: usize) -> Bits {
    let mut out = Writer { bits: [0; WORDS], next: 0 };
    sheet(&mut out, &state.sheets[seat]);
    context(&mut out, game, state, seat);
    debug_assert_eq!(out.next, INPUTS);
    out.bits
}

fn sheet(out: &mut Writer, sheet: &Sheet) {
    out.set(u64::from(sheet.yellow), 12);
    let rows = YELLOW_ROWS.iter().map(|(row, _)| *row);
    let columns = YELLOW_COLUMNS.iter().map(|(column, _)| *column);
    for group in rows.chain(columns).chain([YELLOW_DIAGONAL]) {
        out.level((sheet.yellow & group).count_ones(), 4);
    }
    out.set(u64::from(sheet.blue), 11);
    for (group, _) in BLUE_ROWS.iter().chain(&BLUE_COLUMNS) {
        out.level((sheet.blue & group).count_ones(), group.count_ones() as usize);
    }
    for count in [sheet.blue.count_ones() as u8, sheet.greens, sheet.oranges, sheet.purples] {
        out.level(u32::from(count), 11);
    }
    out.one(Some(usize::from(sheet.last)), 7);
    out.level(u32::from(sheet.orange_sum).div_ceil(4), 24);
    out.level(u32::from(sheet.purple_sum).div_ceil(3), 22);
    for (count, most) in [(sheet.rerolls, 7), (sheet.pluses, 7), (sheet.foxes, 5)] {
        out.level(u32::from(count), most);
    }
    let areas = sheet.areas();
    let lowest = areas.into_iter().min().unwrap_or(0);
    out.one(areas.iter().position(|points| *points == lowest), 5);
    out.level(u32::from(lowest).div_ceil(3), 20);
    let waiting = |cross| sheet.queue().filter(|waits| *waits == cross).count() as u32;
    out.level(waiting(Cross::Yellow), 2);
    out.level(waiting(Cross::Blue), 2);
    out.set(u64::from(sheet.pending() == Some(Cross::Yellow)), 1);
}

fn context(out: &mut Writer, game: &Clever, state: &State, seat: usize) {
    let seats = game.seats;
    out.one(Some(usize::from(state.round) - 1), 6);
    let mine = usize::from(state.seat) == seat;
    out.one(mine.then_some(state.phase as usize), 8);
    out.one((!mine).then_some(state.phase as usize), 8);
    out.one((state.roll > 0).then(|| usize::from(state.roll) - 1), 3);
    let turn = if game.place.is_some() { 0 } else { usize::from(state.active) };
    let after = |seat: usize| (seat + seats - turn) % seats;
    let (own, now) = (after(seat), after(usize::from(state.seat)));
    out.one(Some(own), 4);
    out.set(u64::from(own > 0 && (now > own || (now == own && state.phase == Phase::Plus))), 1);
    out.set(u64::from(state.rest != 0), 1);
    out.set(u64::from(state.air), DICE);
    out.set(u64::from(state.sheets[seat].used), DICE);
    for die in 0..DICE {
        out.one(usize::from(state.face(die)).checked_sub(1), 6);
    }
    out.set(u64::from(state.tray), DICE);
    let own = i32::from(game.score(state, seat));
    let best = (0..seats).filter(|other| *other != seat).map(|other| i32::from(game.score(state, other))).max();
    let lead = best.map_or(0, |best| ((best - own + 70) / 10).clamp(0, 13) as u32);
    out.level(lead, 13);
    let (seats, place, active) = match game.place {
        Some(place) => (place.seats, place.seat, state.active),
        // Alone is like the first of two.
        None if seats == 1 => (2, 0, u8::from(tray(state))),
        None => (seats as u8, seat as u8, state.active),
    };
    let first = if matches!(state.phase, Phase::Four | Phase::Draw) { 0 } else { active + 1 };
    let others = (first..seats).filter(|turn| *turn != place).count();
    out.one(Some(usize::from(seats) - 2), 3);
    out.level(others as u32, 3);
    out.set(u64::from(first <= place), 1);
}

/// Whether a position of the solo game is in its passive turn.
fn tray(state: &State) -> bool {
    match state.phase {
        Phase::Lowest | Phase::Lots | Phase::Pass => true,
        Phase::Plus => state.rest != 0,
        _ => false,
    }
}

/// The numbers of the set bits, ascending.
#[inline]
pub fn active(bits: &Bits) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(word, bits)| {
        let mut left = *bits;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(word * 64 + bit)
        })
    })
}

/// The numbers of the set bits that a network has inputs for.
#[inline]
pub fn seen<'a>(bits: &'a Bits, net: &Net) -> impl Iterator<Item = usize> + 'a {
    let inputs = net.features();
    active(bits).take_while(move |bit| *bit < inputs)
}
