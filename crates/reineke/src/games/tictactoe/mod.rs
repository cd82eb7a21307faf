//! Tic-tac-toe: the smallest game without chance or secrets.
//!
//! Actions are cells, `a1` to `c3`: the column's letter, then the row's number; action = row × 3 + column.
//! A position reads `x.o/.../... x`: the rows from row 1 on, then who moves.

use crate::dice::Dice;
use crate::game::{Action, Actions, Game, MAX_SEATS, Turn, Values};
use crate::options::Options;
use std::fmt::Write as _;

#[cfg(test)]
mod tests;

const CELLS: u16 = 0o777;
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
const MARKS: [char; 2] = ['x', 'o'];

/// The rules; there are no options.
///
/// ```
/// use reineke::{dice::NoDice, game::Game, games::tictactoe::TicTacToe};
/// let mut state = TicTacToe.start(&mut NoDice);
/// TicTacToe.apply(&mut state, TicTacToe.parse_action("b2").unwrap(), &mut NoDice);
/// assert_eq!(TicTacToe.text(&state), ".../.x./... o");
/// ```
#[derive(Clone, Debug)]
pub struct TicTacToe;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The cells of each seat, bit = action.
    marks: [u16; 2],
    mover: u8,
}

impl State {
    fn has_line(self, seat: usize) -> bool {
        LINES.iter().any(|line| self.marks[seat] & line == *line)
    }

    fn free(self) -> u16 {
        CELLS & !(self.marks[0] | self.marks[1])
    }
}

impl TicTacToe {
    pub fn from_options(_options: &mut Options) -> Result<Self, String> {
        Ok(Self)
    }
}

impl Game for TicTacToe {
    type State = State;
    type Info = State;

    fn spec(&self) -> String {
        "tictactoe".into()
    }

    fn seats(&self) -> usize {
        2
    }

    fn actions(&self) -> usize {
        9
    }

    fn range(&self) -> (f64, f64) {
        (-1.0, 1.0)
    }

    fn sum(&self) -> Option<f64> {
        Some(0.0)
    }

    fn start(&self, _dice: &mut dyn Dice) -> State {
        State { marks: [0; 2], mover: 0 }
    }

    fn turn(&self, state: &State) -> Turn {
        if state.free() == 0 || state.has_line(0) || state.has_line(1) {
            Turn::Over
        } else {
            Turn::Seat(state.mover as usize)
        }
    }

    fn legal(&self, state: &State, _seat: usize, out: &mut Actions) {
        out.extend((0..9).filter(|cell| state.free() >> cell & 1 == 1));
    }

    fn apply(&self, state: &mut State, action: Action, _dice: &mut dyn Dice) {
        state.marks[state.mover as usize] |= 1 << action;
        state.mover ^= 1;
    }

    fn outcome(&self, state: &State) -> Values {
        let mut values = [0.0; MAX_SEATS];
        for seat in 0..2 {
            if state.has_line(seat) {
                values[seat] = 1.0;
                values[1 - seat] = -1.0;
            }
        }
        values
    }

    fn skip(&self, state: &mut State) -> bool {
        let running = self.turn(state) != Turn::Over;
        state.mover ^= u8::from(running);
        running
    }

    fn info(&self, state: &State, _seat: usize) -> State {
        *state
    }

    fn key(&self, state: &State, _seat: usize) -> u64 {
        self.hash(state)
    }

    fn sample(&self, info: &State, _seat: usize, _dice: &mut dyn Dice) -> State {
        *info
    }

    fn text(&self, state: &State) -> String {
        format!("{} {}", rows(*state, "/"), MARKS[state.mover as usize])
    }

    fn parse(&self, text: &str) -> Result<State, String> {
        let text = text.trim();
        let state = read(text)
            .filter(|state| self.text(state) == text)
            .ok_or("not a position of tictactoe, such as x.o/.../... x")?;
        let [x, o] = state.marks.map(u16::count_ones);
        let mover = MARKS[state.mover as usize];
        if x != o + u32::from(state.mover) {
            return Err(format!("tictactoe: {mover} cannot be to move after {x} x and {o} o"));
        }
        if state.has_line(state.mover as usize) {
            return Err(format!("tictactoe: {mover} has a line, yet the game went on"));
        }
        Ok(state)
    }

    fn info_text(&self, info: &State, _seat: usize) -> String {
        self.text(info)
    }

    fn action_text(&self, action: Action) -> String {
        format!("{}{}", ["a", "b", "c"][action as usize % 3], action / 3 + 1)
    }

    fn board(&self, state: &State) -> String {
        let rows = rows(*state, "\n");
        let numbered = rows.lines().enumerate().map(|(row, cells)| format!("{} {cells}\n", row + 1));
        numbered.chain(["  abc".to_string()]).collect()
    }

    fn feature_count(&self) -> usize {
        19
    }

    /// 0–8 own marks, 9–17 the other's marks, 18 whether the seat is the next to move.
    fn features(&self, state: &State, seat: usize, out: &mut [f32]) {
        for cell in 0..9 {
            out[cell] = f32::from(state.marks[seat] >> cell & 1);
            out[9 + cell] = f32::from(state.marks[1 - seat] >> cell & 1);
        }
        out[18] = f32::from(u8::from(state.mover as usize == seat));
    }
}

fn rows(state: State, between: &str) -> String {
    let mut text = String::new();
    for cell in 0..9 {
        if cell == 3 || cell == 6 {
            text.push_str(between);
        }
        let mark = (0..2).find(|seat| state.marks[*seat] >> cell & 1 == 1).map_or('.', |seat| MARKS[seat]);
        let _ = write!(text, "{mark}");
    }
    text
}

/// Reads a superset of what `text` writes.
fn read(text: &str) -> Option<State> {
    let (rows, mover) = text.split_once(' ')?;
    let mut state = State { marks: [0; 2], mover: MARKS.iter().position(|mark| mover == mark.to_string())? as u8 };
    let cells: Vec<char> = rows.chars().filter(|c| *c != '/').collect();
    if cells.len() != 9 {
        return None;
    }
    for (cell, mark) in cells.into_iter().enumerate() {
        match mark {
            'x' => state.marks[0] |= 1 << cell,
            'o' => state.marks[1] |= 1 << cell,
            '.' => {}
            _ => return None,
        }
    }
    Some(state)
}
