//! Positions as text, JSON, drawings and network input.

use super::rules::{CELLS, NOBODY, SEATS, SIDE, STONES, State, cells, local};
use super::{NoMove, Sawhian};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// `d1`: the file by letter, the rank by number.
pub fn cell_name(cell: usize) -> String {
    format!("{}{}", char::from(b'a' + (cell / SIDE) as u8), cell % SIDE + 1)
}

/// Who stands on a cell.
fn owner(state: &State, cell: usize) -> Option<usize> {
    (0..SEATS).find(|player| state.stones(*player) >> cell & 1 == 1)
}

/// The board as in the reference data: rows from `y = 0`, each from `x = 0`, joined by `/`.
fn board_text(state: &State) -> String {
    let mut text = String::with_capacity(CELLS + SIDE);
    for y in 0..SIDE {
        for x in 0..SIDE {
            text.push(owner(state, x * SIDE + y).map_or('.', |player| char::from(b'0' + player as u8)));
        }
        if y + 1 < SIDE {
            text.push('/');
        }
    }
    text
}

/// `board hand points alive mover`, the mover `-` when the game is over.
pub fn write(state: &State) -> String {
    let digits = |numbers: [u8; SEATS]| numbers.map(|number| char::from(b'0' + number)).into_iter().collect::<String>();
    let mover = state.mover().map_or("-".to_string(), |mover| mover.to_string());
    let (hand, points, alive) = (digits(state.hand), digits(state.points), digits(alive_bits(state)));
    format!("{} {hand} {points} {alive} {mover}", board_text(state))
}

fn alive_bits(state: &State) -> [u8; SEATS] {
    std::array::from_fn(|player| u8::from(state.alive(player)))
}

/// The opposite of [`write`]; refuses positions that the rules of `game` do not allow.
pub fn read(game: Sawhian, line: &str) -> Result<State, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [board, hand, points, alive, mover] = words[..] else {
        return Err(format!("a position has five words (board hand points alive mover), not {}", words.len()));
    };
    let mover = match mover.as_bytes() {
        [b'-'] => NOBODY,
        [digit @ b'0'..=b'3'] => digit - b'0',
        _ => return Err(format!("mover {mover}: expected 0 to 3, or - when the game is over")),
    };
    let hand = numbers("hand", hand, STONES)?;
    let points = numbers("points", points, STONES)?;
    check(game, assemble(board, hand, points, numbers("alive", alive, 1)?, mover)?)
}

fn numbers(what: &str, text: &str, most: u8) -> Result<[u8; SEATS], String> {
    let digits: Option<Vec<u8>> = text.bytes().map(|b| b.checked_sub(b'0').filter(|digit| *digit <= most)).collect();
    let digits = digits.and_then(|digits| <[u8; SEATS]>::try_from(digits).ok());
    digits.ok_or_else(|| format!("{what} {text}: expected four digits from 0 to {most}"))
}

fn assemble(
    board: &str,
    hand: [u8; SEATS],
    points: [u8; SEATS],
    alive: [u8; SEATS],
    mover: u8,
) -> Result<State, String> {
    let mut state = State { stones: [0; SEATS], hand, points, alive: 0, mover };
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != SIDE || rows.iter().any(|row| row.len() != SIDE) {
        return Err("the board needs 7 rows of 7 cells, joined by /".into());
    }
    for (y, row) in rows.iter().enumerate() {
        for (x, mark) in row.bytes().enumerate() {
            match mark {
                b'.' => {}
                b'0'..=b'3' => state.stones[usize::from(mark - b'0')] |= 1 << (x * SIDE + y),
                _ => return Err(format!("{}: expected . or a player from 0 to 3", cell_name(x * SIDE + y))),
            }
        }
    }
    state.alive = alive.iter().rev().fold(0, |bits, bit| bits << 1 | bit);
    Ok(state)
}

/// Returns the position if play can go on from it, or has ended in it, by the rules.
fn check(game: Sawhian, state: State) -> Result<State, String> {
    for player in 0..SEATS {
        let (board, hand, points) = (state.stones(player).count_ones(), state.hand[player], state.points[player]);
        if board + u32::from(hand) + u32::from(points) != u32::from(STONES) {
            return Err(format!(
                "player {player} has {board} stones on the board, {hand} in hand and {points} points: not 7"
            ));
        }
    }
    if state.points.iter().rposition(|points| *points == STONES) != state.finisher() {
        return Err("two players have 7 points, but the first to get there ends the game".into());
    }
    let can_move = |player: usize| state.alive(player) && state.moves(player) != 0;
    match state.mover() {
        Some(mover) => {
            if let Some(winner) = state.finisher() {
                return Err(format!("player {winner} has won, so the mover has to be -"));
            }
            if !state.alive(mover) {
                return Err(format!("player {mover} is to move but eliminated"));
            }
            if !can_move(mover) {
                return Err(format!("player {mover} is to move but has no move"));
            }
        }
        None if state.finisher().is_some() => {}
        None if game.blocked == NoMove::Server && state.alive != 0 => {
            return Err("nobody is to move, but players are alive and none has 7 points".into());
        }
        None => {
            if let Some(player) = (0..SEATS).find(|player| can_move(*player)) {
                return Err(format!("nobody is to move, but player {player} has a move"));
            }
        }
    }
    Ok(state)
}

/// The format of the reference data.
pub fn to_json(state: &State) -> Value {
    json!({
        "board": board_text(state),
        "hand": state.hand,
        "points": state.points,
        "alive": alive_bits(state),
        "mover": state.mover(),
    })
}

/// The opposite of [`to_json`], as strict as [`read`].
pub fn from_json(game: Sawhian, value: &Value) -> Result<State, String> {
    let list = |key: &str, most: u8| {
        let numbers: Option<Vec<u8>> = value.get(key).and_then(Value::as_array).and_then(|list| {
            list.iter().map(|n| n.as_u64().filter(|n| *n <= u64::from(most)).map(|n| n as u8)).collect()
        });
        let numbers = numbers.and_then(|numbers| <[u8; SEATS]>::try_from(numbers).ok());
        numbers.ok_or_else(|| format!("{key}: expected a list of four numbers from 0 to {most}"))
    };
    let board = value.get("board").and_then(Value::as_str).ok_or("board: expected a string")?;
    let mover = match value.get("mover") {
        Some(Value::Null) => NOBODY,
        Some(number) if number.as_u64().is_some_and(|n| n < SEATS as u64) => number.as_u64().unwrap_or(0) as u8,
        _ => return Err("mover: expected 0 to 3, or null when the game is over".into()),
    };
    check(game, assemble(board, list("hand", STONES)?, list("points", STONES)?, list("alive", 1)?, mover)?)
}

/// The board with player 0 at the bottom, each player's count on his own side.
pub fn draw(state: &State) -> String {
    let about = |player: usize| {
        let mark = if state.mover() == Some(player) { '*' } else { ' ' };
        let out = if state.alive(player) { "" } else { ", out" };
        format!("{mark}{player}: {} in hand, {} off{out}", state.hand[player], state.points[player])
    };
    let left = about(1).trim_start().to_string();
    let margin = left.len();
    let mut text = String::new();
    let _ = writeln!(text, "{:margin$}      {}", "", about(2));
    for y in (0..SIDE).rev() {
        let _ = write!(text, "{:margin$}  {} ", if y == SIDE / 2 { left.as_str() } else { "" }, y + 1);
        for x in 0..SIDE {
            let mark = owner(state, x * SIDE + y).map_or('.', |player| char::from(b'0' + player as u8));
            let _ = write!(text, " {mark}");
        }
        let _ = writeln!(text, "{}", if y == SIDE / 2 { format!("  {}", about(3)) } else { String::new() });
    }
    let _ = writeln!(text, "{:margin$}     a b c d e f g", "");
    let _ = write!(text, "{:margin$}      {}", "", about(0));
    text
}

/// How many numbers [`features`] writes.
pub const FEATURES: usize = SEATS * CELLS + 4 * SEATS;

/// Writes the position as `seat` sees it, his own edge at the bottom and the players counted from him in order of
/// play (`r` = 0 himself, 1 the next, …). Cells are numbered as ever, `x * 7 + y`, after turning the board.
///
/// | numbers | content |
/// |---|---|
/// | `49 r + cell` | 1 where player `r` has a stone |
/// | `196 + r` | stones in hand / 7 |
/// | `200 + r` | points / 7 |
/// | `204 + r` | 1 unless eliminated |
/// | `208 + r` | 1 for the mover; all 0 when the game is over |
pub fn features(state: &State, seat: usize, out: &mut [f32]) {
    out[..FEATURES].fill(0.0);
    for r in 0..SEATS {
        let player = (seat + r) % SEATS;
        for cell in cells(state.stones(player)) {
            out[CELLS * r + local(cell, seat)] = 1.0;
        }
        out[196 + r] = f32::from(state.hand[player]) / f32::from(STONES);
        out[200 + r] = f32::from(state.points[player]) / f32::from(STONES);
        out[204 + r] = f32::from(u8::from(state.alive(player)));
        out[208 + r] = f32::from(u8::from(state.mover() == Some(player)));
    }
}
