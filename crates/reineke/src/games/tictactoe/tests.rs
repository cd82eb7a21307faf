use super::*;
use crate::dice::NoDice;
use crate::games::contract;
use std::collections::HashSet;

/// Plays every game to its end: how many x won, how many o won, how many were drawn.
fn count(state: State, seen: &mut HashSet<State>) -> [u32; 3] {
    seen.insert(state);
    if TicTacToe.turn(&state) == Turn::Over {
        return match TicTacToe.outcome(&state)[..2] {
            [1.0, -1.0] => [1, 0, 0],
            [-1.0, 1.0] => [0, 1, 0],
            _ => [0, 0, 1],
        };
    }
    let mut legal = Actions::new();
    TicTacToe.legal(&state, state.mover as usize, &mut legal);
    let mut total = [0; 3];
    for action in legal {
        let mut after = state;
        TicTacToe.apply(&mut after, action, &mut NoDice);
        let counts = count(after, seen);
        (0..3).for_each(|i| total[i] += counts[i]);
    }
    total
}

#[test]
fn there_are_255168_games_over_5478_positions() {
    let mut seen = HashSet::new();
    let counts = count(TicTacToe.start(&mut NoDice), &mut seen);
    assert_eq!(counts, [131_184, 77_904, 46_080]);
    assert_eq!(counts.iter().sum::<u32>(), 255_168);
    assert_eq!(seen.len(), 5_478);
    for state in &seen {
        assert_eq!(TicTacToe.parse(&TicTacToe.text(state)).as_ref(), Ok(state));
    }
}

#[test]
fn the_contract_holds() {
    contract::check(&TicTacToe, 1, 200);
}

#[test]
fn cells_are_named_by_column_and_row() {
    let names: Vec<String> = (0..9).map(|action| TicTacToe.action_text(action)).collect();
    assert_eq!(names.join(" "), "a1 b1 c1 a2 b2 c2 a3 b3 c3");
}

#[test]
fn a_line_wins() {
    let state = TicTacToe.parse("xxx/oo./... o").unwrap();
    assert_eq!(TicTacToe.turn(&state), Turn::Over);
    assert_eq!(TicTacToe.outcome(&state)[..2], [1.0, -1.0]);
}

#[test]
fn a_skipped_turn_passes_the_move_and_nothing_else() {
    let mut state = TicTacToe.parse("x../.o./... x").unwrap();
    assert!(TicTacToe.skip(&mut state));
    assert_eq!(TicTacToe.text(&state), "x../.o./... o");
    let mut over = TicTacToe.parse("xxx/oo./... o").unwrap();
    assert!(!TicTacToe.skip(&mut over));
    assert_eq!(TicTacToe.text(&over), "xxx/oo./... o");
}

#[test]
fn features_are_seen_from_the_seat() {
    let state = TicTacToe.parse("x.o/.../... x").unwrap();
    let set = |seat| {
        let mut out = [0.0; 19];
        TicTacToe.features(&state, seat, &mut out);
        (0..19).filter(|i| out[*i] == 1.0).collect::<Vec<_>>()
    };
    assert_eq!(set(0), [0, 11, 18]);
    assert_eq!(set(1), [2, 9]);
}

#[test]
fn the_board_has_its_coordinates() {
    let state = TicTacToe.parse("x.o/.../... x").unwrap();
    assert_eq!(TicTacToe.board(&state), "1 x.o\n2 ...\n3 ...\n  abc");
}

#[test]
fn impossible_positions_are_refused() {
    for (text, reason) in [
        ("", "not a position of tictactoe, such as x.o/.../... x"),
        ("x.o/.../...", "not a position of tictactoe, such as x.o/.../... x"),
        ("x.o...... x", "not a position of tictactoe, such as x.o/.../... x"),
        ("x.o/.../..# x", "not a position of tictactoe, such as x.o/.../... x"),
        ("x.o/.../... o", "tictactoe: o cannot be to move after 1 x and 1 o"),
        ("xxo/.../... x", "tictactoe: x cannot be to move after 2 x and 1 o"),
        ("xxx/ooo/... x", "tictactoe: x has a line, yet the game went on"),
        ("xxx/oo./..o x", "tictactoe: x has a line, yet the game went on"),
    ] {
        assert_eq!(TicTacToe.parse(text).unwrap_err(), reason, "{text:?}");
    }
}
