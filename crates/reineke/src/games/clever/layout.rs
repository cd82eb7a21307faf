//! What a learner sees of a position, field by field, and the actions it may name.

use super::Clever;
use super::sheet::{Cross, Sheet};
use super::state::{Phase, State};
use super::tables::{DICE, TRACK};

/// Most crosses that can wait: three of yellow and three of blue on the sheet, and one of round 4.
const WAITING: usize = 7;
/// Roll, +1 after the active turn, passive pick, +1 after it, start of round 4; all 0 once the game is over.
const PHASES: usize = 5;
/// Box numbers of the 4 × 4 yellow boxes; 12 where a cross is printed.
pub const YELLOW_CELLS: [u8; 16] = [0, 1, 2, 12, 3, 4, 12, 5, 6, 12, 7, 8, 12, 9, 10, 11];
/// Eight bits as eight bytes.
pub const BYTES: [u64; 256] = {
    let mut table = [0; 256];
    let mut index = 0;
    while index < 256 * 8 {
        let (byte, bit) = (index / 8, index % 8);
        table[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
        index += 1;
    }
    table
};
const YELLOW_VALUES: [u8; 12] = [3, 6, 5, 2, 1, 5, 1, 2, 4, 3, 4, 6];

/// Which numbers stand for positions and actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// Everything that matters and nothing else, and the game's own 60 actions.
    Lean,
    /// The 85 numbers of the thesis with the phase and the waiting crosses, and its 247 actions.
    Thesis,
}

/// Neighbouring numbers of an observation that mean the same kind of thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    pub count: usize,
    pub low: u8,
    pub high: u8,
}

/// Name, how many numbers, lowest and highest.
type Part = (&'static str, usize, u8, u8);

/// A sheet in the lean layout: 48 numbers.
const SHEET: [Part; 16] = [
    ("yellow", 12, 0, 1),
    ("blue", 11, 0, 1),
    ("green", 1, 0, TRACK),
    ("orange", 1, 0, TRACK),
    ("purple", 1, 0, TRACK),
    ("last_purple", 1, 0, 6),
    ("rerolls", 1, 0, 7),
    ("pluses", 1, 0, 7),
    ("foxes", 1, 0, 5),
    ("yellow_points", 1, 0, 60),
    ("blue_points", 1, 0, 56),
    ("green_points", 1, 0, 66),
    ("orange_points", 1, 0, 96),
    ("purple_points", 1, 0, 66),
    ("used", DICE, 0, 1),
    ("waiting", WAITING, 0, 2),
];
/// Dice and phase in the lean layout: 31 numbers.
const TABLE: [Part; 7] = [
    ("faces", DICE, 0, 6),
    ("pool", DICE, 0, 1),
    ("fields", DICE, 0, 1),
    ("tray", DICE, 0, 1),
    ("round", 1, 1, 6),
    ("roll", 1, 0, 3),
    ("phase", PHASES, 0, 1),
];
/// The seed's 85 numbers in its order, then 12 that it lacks.
const THESIS: [Part; 21] = [
    ("yellow", 16, 0, 6),
    ("blue", 12, 0, 12),
    ("green", 11, 0, 1),
    ("orange", 11, 0, 18),
    ("purple", 11, 0, 6),
    ("faces", DICE, 0, 6),
    ("invalid", DICE, 0, 1),
    ("round", 1, 1, 6),
    ("roll", 1, 0, 3),
    ("pluses", 1, 0, 7),
    ("rerolls", 1, 0, 7),
    ("foxes", 1, 0, 5),
    ("yellow_crosses", 1, 0, 7),
    ("blue_crosses", 1, 0, 7),
    ("green_crosses", 1, 0, 7),
    ("orange_fours", 1, 0, 7),
    ("orange_fives", 1, 0, 7),
    ("orange_sixes", 1, 0, 7),
    ("purple_sixes", 1, 0, 7),
    ("phase", PHASES, 0, 1),
    ("waiting", WAITING, 0, 2),
];

impl Layout {
    /// `lean` or `thesis`.
    pub fn named(name: &str) -> Result<Self, String> {
        match name {
            "lean" => Ok(Self::Lean),
            "thesis" => Ok(Self::Thesis),
            _ => Err(format!("layout={name}: expected lean or thesis")),
        }
    }

    /// The fields of an observation, in order. With several seats a sheet each, the observer's first, then as they sit,
    /// and who is active and who is to move, counted from the observer.
    pub fn fields(self, seats: usize) -> Vec<Field> {
        let named = |prefix: &str, parts: &[Part]| -> Vec<Field> {
            let field = |(name, count, low, high): &Part| Field {
                name: format!("{prefix}{name}"),
                count: *count,
                low: *low,
                high: *high,
            };
            parts.iter().map(field).collect()
        };
        if self == Self::Thesis {
            return named("", &THESIS);
        }
        let mut fields = named("", &SHEET);
        for seat in 1..seats {
            fields.extend(named(&format!("next{seat}_"), &SHEET));
        }
        fields.extend(named("", &TABLE));
        if seats > 1 {
            fields.extend(named("", &[("active", seats, 0, 1), ("mover", seats, 0, 1)]));
        }
        fields
    }

    /// Writes what a seat sees.
    #[inline]
    pub fn observe(self, game: &Clever, state: &State, seat: usize, out: &mut [u8]) {
        let mut pen = Pen(out);
        if self == Self::Thesis {
            thesis(game, state, &mut pen);
        } else {
            lean(game, state, seat, &mut pen);
        }
        debug_assert!(pen.0.is_empty(), "the fields say how many numbers there are");
    }
}

/// Writes numbers one after another.
struct Pen<'a>(&'a mut [u8]);

impl Pen<'_> {
    #[inline]
    fn numbers<const N: usize>(&mut self, numbers: [u8; N]) {
        let (now, later) = std::mem::take(&mut self.0).split_at_mut(N);
        now.copy_from_slice(&numbers);
        self.0 = later;
    }

    #[inline]
    fn bits<const N: usize>(&mut self, set: u16) {
        let [low, high] = set.to_le_bytes().map(|byte| BYTES[usize::from(byte)]);
        let spread = u128::from(high) << 64 | u128::from(low);
        self.numbers::<N>(std::array::from_fn(|bit| spread.to_le_bytes()[bit]));
    }

    /// A 1 among zeros.
    fn one_of(&mut self, place: usize, count: usize) {
        for here in 0..count {
            self.numbers([u8::from(here == place)]);
        }
    }
}

fn lean(game: &Clever, state: &State, seat: usize, pen: &mut Pen<'_>) {
    let seats = game.seats;
    for next in 0..seats {
        lean_sheet(&state.sheets[(seat + next) % seats], pen);
    }
    pen.numbers(state.faces());
    for set in [state.pool, state.field, state.tray] {
        pen.bits::<DICE>(u16::from(set));
    }
    pen.numbers([state.round, state.roll]);
    pen.bits::<PHASES>(phase(game, state));
    if seats > 1 {
        pen.one_of((usize::from(state.active) + seats - seat) % seats, seats);
        pen.one_of((usize::from(state.seat) + seats - seat) % seats, seats);
    }
}

#[inline]
fn lean_sheet(sheet: &Sheet, pen: &mut Pen<'_>) {
    pen.bits::<12>(sheet.yellow);
    pen.bits::<11>(sheet.blue);
    pen.numbers([sheet.greens, sheet.oranges, sheet.purples, sheet.last, sheet.rerolls, sheet.pluses, sheet.foxes]);
    pen.numbers(sheet.areas().map(|points| points as u8));
    pen.bits::<DICE>(u16::from(sheet.used));
    waiting(sheet, pen);
}

/// The waiting crosses in order: 1 yellow, 2 blue.
fn waiting(sheet: &Sheet, pen: &mut Pen<'_>) {
    let mut places = [0; WAITING];
    for (place, cross) in places.iter_mut().zip(sheet.queue()) {
        *place = if cross == Cross::Yellow { 1 } else { 2 };
    }
    pen.numbers(places);
}

fn phase(game: &Clever, state: &State) -> u16 {
    match state.phase {
        Phase::Roll => 1,
        Phase::Plus => {
            let passive = if game.seats == 1 { state.rest != 0 } else { state.seat != state.active };
            if passive { 8 } else { 2 }
        }
        Phase::Lowest | Phase::Lots | Phase::Pass => 4,
        Phase::Draw | Phase::Four => 16,
        Phase::Over => 0,
    }
}

fn thesis(game: &Clever, state: &State, pen: &mut Pen<'_>) {
    let sheet = state.sheet();
    pen.numbers(YELLOW_CELLS.map(|cell| match YELLOW_VALUES.get(usize::from(cell)) {
        Some(value) if sheet.yellow >> cell & 1 == 0 => *value,
        _ => 0,
    }));
    let blue = |cell: usize| if cell > 0 && sheet.blue >> (cell - 1) & 1 == 0 { cell as u8 + 1 } else { 0 };
    pen.numbers::<12>(std::array::from_fn(blue));
    pen.bits::<11>((1 << sheet.greens) - 1);
    pen.numbers::<11>(std::array::from_fn(|place| (sheet.orange >> (5 * place) & 31) as u8));
    pen.numbers::<11>(std::array::from_fn(|place| (sheet.purple >> (3 * place) & 7) as u8));
    pen.numbers(state.faces());
    let choosable = match state.phase {
        Phase::Roll => state.pool,
        Phase::Pass => state.tray,
        _ => game.dice & !sheet.used,
    };
    pen.bits::<DICE>(u16::from(!choosable));
    pen.numbers([state.round, state.roll, sheet.pluses, sheet.rerolls, sheet.foxes]);
    let blues = sheet.queue().filter(|cross| *cross == Cross::Blue).count() as u8;
    pen.numbers([sheet.queue().count() as u8 - blues, blues, 0, 0, 0, 0, 0]);
    pen.bits::<PHASES>(phase(game, state));
    waiting(sheet, pen);
}
