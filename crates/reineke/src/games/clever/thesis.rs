//! The thesis' 247 actions, and the game's 60 behind them.
//!
//! 61 boxes: yellow 16, blue 12, green, orange, purple 11 each. 0–60 a pick with the coloured die, or a cross that waits;
//! 61–121 a pick with the white die; 122–243 the same 122 for +1 and passive picks; 244 re-roll; 245 pass; 246 a turn that
//! goes by because nothing else is possible.

use super::layout::YELLOW_CELLS;
use super::rules::{CROSS_BLUE, CROSS_GREEN, CROSS_YELLOW, PASS, REROLL, SIX_ORANGE, SIX_PURPLE};
use super::state::{Phase, State};
use super::tables::WHITE;
use crate::game::Action;

pub const THESIS_ACTIONS: usize = 247;
pub const THESIS_REROLL: i64 = 244;
pub const THESIS_PASS: i64 = 245;
pub const THESIS_INVALID: i64 = 246;
const BOXES: i64 = 61;
/// Where the boxes of each area begin.
const BLUE: i64 = 16;
/// The first blue box has a printed cross; the 2 follows.
const TWO: i64 = 17;
const GREEN: i64 = 28;
const ORANGE: i64 = 39;
const PURPLE: i64 = 50;

/// The box of a yellow number.
const CELLS: [i64; 12] = {
    let mut cells = [0; 12];
    let mut cell = 0;
    while cell < 16 {
        if YELLOW_CELLS[cell] < 12 {
            cells[YELLOW_CELLS[cell] as usize] = cell as i64;
        }
        cell += 1;
    }
    cells
};

/// What the game calls an action that is legal in both; `None` for those that only the game has.
///
/// To let a roll go by although a re-roll is held is such a one: 246 stands alone or not at all.
#[inline]
pub fn encode(state: &State, legal: u64, action: Action) -> Option<i64> {
    let sheet = state.sheet();
    let next = |first: i64, filled: u8| first + i64::from(filled);
    Some(match action {
        REROLL => THESIS_REROLL,
        PASS if legal == 1 << PASS => THESIS_INVALID,
        PASS if state.phase == Phase::Roll => return None,
        PASS => THESIS_PASS,
        CROSS_GREEN => next(GREEN, sheet.greens),
        SIX_ORANGE => next(ORANGE, sheet.oranges),
        SIX_PURPLE => next(PURPLE, sheet.purples),
        CROSS_BLUE.. => TWO + i64::from(action - CROSS_BLUE),
        CROSS_YELLOW.. => CELLS[usize::from(action - CROSS_YELLOW)],
        _ => {
            let target = match action % 16 {
                12 => TWO + i64::from(state.face(1) + state.face(WHITE)) - 2,
                13 => next(GREEN, sheet.greens),
                14 => next(ORANGE, sheet.oranges),
                15 => next(PURPLE, sheet.purples),
                index => CELLS[usize::from(index)],
            };
            let white = if action < 16 { 0 } else { BOXES };
            let extra = if state.phase == Phase::Roll { 0 } else { 2 * BOXES };
            target + white + extra
        }
    })
}

/// The game's action behind one of the 247, if it is legal.
#[inline]
pub fn decode(state: &State, legal: u64, action: i64) -> Option<Action> {
    let direct = state.sheet().pending().is_some();
    let found = match action {
        THESIS_REROLL => REROLL,
        THESIS_PASS | THESIS_INVALID => PASS,
        0..THESIS_REROLL => {
            let (white, place) = (action / BOXES % 2 == 1, action % BOXES);
            let (cross, pick) = match place {
                PURPLE.. => (SIX_PURPLE, 15),
                ORANGE.. => (SIX_ORANGE, 14),
                GREEN.. => (CROSS_GREEN, 13),
                TWO.. => (CROSS_BLUE + (place - TWO) as Action, 12),
                BLUE => return None,
                _ => match YELLOW_CELLS[place as usize] {
                    12 => return None,
                    index => (CROSS_YELLOW + Action::from(index), Action::from(index)),
                },
            };
            if direct { cross } else { pick + if white { 16 } else { 0 } }
        }
        _ => return None,
    };
    (legal >> found & 1 == 1 && encode(state, legal, found) == Some(action)).then_some(found)
}

/// What an action of the 247 is called.
pub fn name(action: i64) -> String {
    let place = match action % BOXES {
        _ if action == THESIS_REROLL => return "re-roll".into(),
        _ if action == THESIS_PASS => return "pass".into(),
        _ if action == THESIS_INVALID => return "nothing possible".into(),
        _ if !(0..THESIS_REROLL).contains(&action) => return "no action".into(),
        place @ PURPLE.. => format!("purple box {}", place - PURPLE + 1),
        place @ ORANGE.. => format!("orange box {}", place - ORANGE + 1),
        place @ GREEN.. => format!("green box {}", place - GREEN + 1),
        place @ TWO.. => format!("blue box {}", place - TWO + 2),
        BLUE => "the printed cross of blue".into(),
        place if YELLOW_CELLS[place as usize] == 12 => format!("the printed cross of yellow row {}", place / 4 + 1),
        place => format!("yellow row {} column {}", place / 4 + 1, place % 4 + 1),
    };
    let die = if action / BOXES % 2 == 1 { "white die" } else { "die or cross" };
    let extra = if action >= 2 * BOXES { " (+1 or tray)" } else { "" };
    format!("{die} into {place}{extra}")
}
