//! Positions as one line, as the contest's JSON, and as a drawing for terminals.

use super::Speed;
use super::rules::{BROKEN, CHOICES, Head, NONE, TOP_SPEED};
use super::state::{Board, CRASH, MAX_SIDE, State};
use crate::game::{Action, Game, MAX_SEATS};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;

pub const WORDS: [&str; CHOICES] = ["change_nothing", "turn_left", "turn_right", "speed_up", "slow_down"];
const DIRECTIONS: [&str; 4] = ["up", "right", "down", "left"];
const LETTERS: &str = "urdl";
/// Rounds beyond this are refused: no game gets there.
const MOST_ROUNDS: u32 = 1_000_000;

pub fn action_text(action: Action) -> String {
    match action {
        NONE => "none".into(),
        BROKEN.. => format!("{}!", WORDS[usize::from(action - BROKEN)]),
        _ => WORDS[usize::from(action)].into(),
    }
}

/// `WxH ROUND HEAD… ROWS`: a head is `x,y,direction,speed,died`, rows are as in FEN.
pub fn write(state: &State) -> String {
    let board = &state.board;
    let mut text = format!("{}x{} {}", board.width, board.height, state.round);
    for head in state.heads() {
        let letter = LETTERS.as_bytes()[usize::from(head.direction)] as char;
        let _ = write!(text, " {},{},{letter},{},{}", head.x, head.y, head.speed, head.died);
    }
    for (y, row) in board.cells.chunks(board.width as usize).enumerate() {
        text.push(if y == 0 { ' ' } else { '/' });
        for run in row.chunk_by(|a, b| *a == 0 && *b == 0) {
            match run[0] {
                0 => {
                    let _ = write!(text, "{}", run.len());
                }
                CRASH => text.push('x'),
                seat => text.push((b'a' + seat as u8 - 1) as char),
            }
        }
    }
    text
}

pub fn read(game: &Speed, line: &str) -> Result<State, String> {
    let line = line.trim();
    let fields: Vec<&str> = line.split_ascii_whitespace().collect();
    let example = || format!("not a position of {}, such as 6x4 0 1,1,d,1,0 4,2,u,1,0 6/1a4/4b1/6", game.spec());
    let [size, round, heads @ .., rows] = &fields[..] else { return Err(example()) };
    let (width, height) = size.split_once('x').ok_or_else(example)?;
    let side = |text: &str| text.parse::<i16>().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    let (Some(width), Some(height)) = (side(width), side(height)) else {
        return Err(format!("{size}: sides of a board are numbers from 1 to {MAX_SIDE}"));
    };
    let round = round.parse().map_err(|_| format!("{round}: expected the number of rounds played"))?;
    if heads.is_empty() || heads.len() > MAX_SEATS {
        return Err(format!("{} players: expected 1 to {MAX_SEATS}", heads.len()));
    }
    let mut state = State {
        board: Board::new(width, height),
        round,
        seats: heads.len() as u8,
        heads: [Head::default(); MAX_SEATS],
    };
    for (seat, text) in heads.iter().enumerate() {
        state.heads[seat] =
            read_head(text).ok_or_else(|| format!("{text}: expected a player as x,y,direction,speed,died"))?;
    }
    read_rows(&mut state.board, rows)?;
    check(game, state)
}

fn read_head(text: &str) -> Option<Head> {
    let mut fields = text.split(',');
    let mut next = || fields.next();
    let head = Head {
        x: next()?.parse().ok()?,
        y: next()?.parse().ok()?,
        direction: next().filter(|letter| letter.len() == 1).and_then(|letter| LETTERS.find(letter))? as u8,
        speed: next()?.parse().ok()?,
        died: next()?.parse().ok()?,
    };
    next().is_none().then_some(head)
}

fn read_rows(board: &mut Board, text: &str) -> Result<(), String> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != board.height as usize {
        return Err(format!("{} rows of cells, but the height is {}", rows.len(), board.height));
    }
    let width = board.width as usize;
    for (y, row) in rows.iter().enumerate() {
        let cells = read_row(row, width).ok_or_else(|| {
            format!("row {y}: {row}: expected {width} cells, numbers for free ones, a to f for trails, x for crashes")
        })?;
        board.cells[y * width..][..width].copy_from_slice(&cells);
    }
    Ok(())
}

fn read_row(text: &str, width: usize) -> Option<Vec<i8>> {
    let mut cells = Vec::with_capacity(width);
    for run in text.as_bytes().chunk_by(|a, b| a.is_ascii_digit() && b.is_ascii_digit()) {
        match run {
            [b'x'] => cells.push(CRASH),
            [letter @ b'a'..=b'f'] => cells.push((letter - b'a' + 1) as i8),
            digits => {
                let free = std::str::from_utf8(digits).ok()?.parse::<usize>().ok()?;
                cells.resize(cells.len().checked_add(free).filter(|len| *len <= width)?, 0);
            }
        }
        if cells.len() > width {
            return None;
        }
    }
    (cells.len() == width).then_some(cells)
}

/// The contest's JSON with the rounds played and each seat's round of death, which the contest leaves to be counted.
pub fn to_json(state: &State) -> Value {
    let board = &state.board;
    let cells: Vec<Value> = board.cells.chunks(board.width as usize).map(|row| json!(row)).collect();
    let players: Map<String, Value> = state
        .heads()
        .iter()
        .enumerate()
        .map(|(seat, head)| {
            let player = json!({
                "x": head.x, "y": head.y, "direction": DIRECTIONS[usize::from(head.direction)],
                "speed": head.speed, "active": head.active(),
            });
            ((seat + 1).to_string(), player)
        })
        .collect();
    let died: Vec<u32> = state.heads().iter().map(|head| head.died).collect();
    json!({
        "width": board.width, "height": board.height, "cells": cells, "players": players,
        "running": !state.over(), "round": state.round, "died": died,
    })
}

pub fn from_json(game: &Speed, value: &Value) -> Result<State, String> {
    let number = |value: Option<&Value>, what: &str, low: i64, high: i64| {
        value
            .and_then(Value::as_i64)
            .filter(|number| (low..=high).contains(number))
            .ok_or_else(|| format!("{what} has to be a number from {low} to {high}"))
    };
    let longest = i64::from(MAX_SIDE);
    let width = number(value.get("width"), "width", 1, longest)? as i16;
    let height = number(value.get("height"), "height", 1, longest)? as i16;
    if value.get("round").is_none() {
        return Err(
            "a position needs \"round\", the rounds played: the contest's messages leave it to be counted".into()
        );
    }
    let round = number(value.get("round"), "round", 0, i64::from(MOST_ROUNDS))? as u32;
    let players = value.get("players").and_then(Value::as_object).ok_or("players has to be an object")?;
    if players.is_empty() || players.len() > MAX_SEATS {
        return Err(format!("{} players: expected 1 to {MAX_SEATS}", players.len()));
    }
    let died = match value.get("died") {
        None | Some(Value::Null) => None,
        Some(list) => Some(
            list.as_array().filter(|list| list.len() == players.len()).ok_or("died has to list one round a seat")?,
        ),
    };
    let mut state = State {
        board: Board::new(width, height),
        round,
        seats: players.len() as u8,
        heads: [Head::default(); MAX_SEATS],
    };
    for seat in 0..players.len() {
        let name = (seat + 1).to_string();
        let player = players.get(&name).ok_or_else(|| format!("players has no {name:?}"))?;
        let of = |key: &str| format!("{key} of player {name}");
        let word = player.get("direction").and_then(Value::as_str).unwrap_or_default();
        let direction = DIRECTIONS
            .iter()
            .position(|known| *known == word)
            .ok_or_else(|| format!("{} has to be one of {}", of("direction"), DIRECTIONS.join(", ")))?;
        let active = player
            .get("active")
            .and_then(Value::as_bool)
            .ok_or_else(|| format!("{} has to be true or false", of("active")))?;
        let gone = match died {
            Some(list) => number(list.get(seat), &of("died"), 0, i64::from(MOST_ROUNDS))? as u32,
            None if active => 0,
            None => round.max(1),
        };
        if active != (gone == 0) {
            return Err(format!("player {name} cannot be {} with died {gone}", if active { "active" } else { "out" }));
        }
        state.heads[seat] = Head {
            x: number(player.get("x"), &of("x"), -1, longest)? as i16,
            y: number(player.get("y"), &of("y"), -1, longest)? as i16,
            direction: direction as u8,
            speed: number(player.get("speed"), &of("speed"), 0, i64::from(TOP_SPEED) + 1)? as u8,
            died: gone,
        };
    }
    let rows = value.get("cells").and_then(Value::as_array).ok_or("cells has to be a list of rows")?;
    if rows.len() != height as usize {
        return Err(format!("cells has {} rows, but the height is {height}", rows.len()));
    }
    for (y, row) in rows.iter().enumerate() {
        let row = row.as_array().filter(|row| row.len() == width as usize);
        let row = row.ok_or_else(|| format!("row {y} of cells has to list {width} numbers"))?;
        for (x, cell) in row.iter().enumerate() {
            let cell = number(Some(cell), &format!("cell {x},{y}"), i64::from(CRASH), players.len() as i64)?;
            state.board.cells[y * width as usize + x] = cell as i8;
        }
    }
    check(game, state)
}

/// Returns the position if it can have come about in this game.
fn check(game: &Speed, state: State) -> Result<State, String> {
    let board = &state.board;
    if usize::from(state.seats) != game.seats {
        return Err(format!("{} players, but {} has {}", state.seats, game.spec(), game.seats));
    }
    for (side, wanted, name) in [(board.width, game.width, "width"), (board.height, game.height, "height")] {
        if wanted.is_some_and(|wanted| wanted != side) {
            return Err(format!("{name} {side}, but this is {}", game.spec()));
        }
    }
    if state.round > MOST_ROUNDS {
        return Err(format!("{} rounds: expected at most {MOST_ROUNDS}", state.round));
    }
    if let Some(cell) = board.cells.iter().find(|cell| **cell > state.seats as i8) {
        return Err(format!("a trail of player {cell}, but there are {}", state.seats));
    }
    for (seat, head) in state.heads().iter().enumerate() {
        let player = seat + 1;
        let near = (-1..=board.width).contains(&head.x) && (-1..=board.height).contains(&head.y);
        let on_board = (0..board.width).contains(&head.x) && (0..board.height).contains(&head.y);
        let speeds = if head.active() { 1..=TOP_SPEED } else { 0..=TOP_SPEED + 1 };
        if !near || (head.active() && !on_board) {
            return Err(format!("player {player} stands at {},{}, off the board", head.x, head.y));
        }
        if !speeds.contains(&head.speed) {
            return Err(format!("player {player} has speed {}", head.speed));
        }
        if head.active() && board.at(head.x, head.y) != player as i8 {
            return Err(format!("player {player} is active at {},{}, but the cell is not its own", head.x, head.y));
        }
        if head.died > state.round.max(1) {
            return Err(format!("player {player} died in round {}, but {} were played", head.died, state.round));
        }
    }
    Ok(state)
}

/// Rows of the board: trails in small letters, heads in capitals.
pub fn draw(state: &State) -> String {
    let board = &state.board;
    let mut rows: Vec<Vec<char>> = board
        .cells
        .chunks(board.width as usize)
        .map(|row| {
            row.iter()
                .map(|cell| match *cell {
                    0 => '.',
                    CRASH => 'x',
                    seat => (b'a' + seat as u8 - 1) as char,
                })
                .collect()
        })
        .collect();
    let mut text = format!("round {}", state.round);
    for (seat, head) in state.heads().iter().enumerate() {
        let letter = (b'A' + seat as u8) as char;
        if head.active() {
            rows[head.y as usize][head.x as usize] = letter;
            let arrow = ['↑', '→', '↓', '←'][usize::from(head.direction)];
            let _ = write!(text, "  {letter}{arrow}{}", head.speed);
        } else {
            let _ = write!(text, "  {letter} out in {}", head.died);
        }
    }
    for row in rows {
        text.push('\n');
        text.extend(row);
    }
    text
}
