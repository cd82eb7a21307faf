//! The rules by name, and every fast path against a slow twin on positions from random play.

use super::rules::{HOME, NOBODY};
use super::*;
use crate::dice::{NoDice, Rng};

pub(super) const SERVER: Sawhian = Sawhian { blocked: NoMove::Server, draws: Draws::All };
pub(super) const PASS: Sawhian = Sawhian { blocked: NoMove::Pass, draws: Draws::All };

pub(super) fn cell(name: &str) -> usize {
    SERVER.parse_action(name).expect("a cell") as usize
}

/// A position with these stones and points; everything else is in hand.
pub(super) fn position(stones: [&str; SEATS], points: [u8; SEATS], mover: u8) -> State {
    let mut state = State { points, mover, ..State::START };
    for player in 0..SEATS {
        state.stones[player] = stones[player].split_whitespace().fold(0, |board, name| board | 1 << cell(name));
        state.hand[player] = STONES - points[player] - state.stones[player].count_ones() as u8;
    }
    state
}

pub(super) fn after(game: Sawhian, state: &State, name: &str) -> State {
    let mut next = *state;
    game.apply(&mut next, cell(name) as Action, &mut NoDice);
    next
}

/// Every position of some random games, with the move that was played in it.
pub(super) fn random_play(game: Sawhian, seeds: std::ops::Range<u64>) -> Vec<(State, usize)> {
    let mut seen = Vec::new();
    for seed in seeds {
        let (mut state, mut rng) = (State::START, Rng::new(seed));
        while let Some(player) = state.mover() {
            let moves: Vec<usize> = cells(state.moves(player)).collect();
            let chosen = moves[rng.roll(moves.len() as u32) as usize];
            seen.push((state, chosen));
            game.apply(&mut state, chosen as Action, &mut NoDice);
        }
    }
    seen
}

/// The rules once more, cell by cell along a lane, as the rules page tells them.
fn slow_target(state: &State, player: usize, cell: usize) -> Target {
    let (lane, distance) = (local(cell, player) / SIDE, local(cell, player) % SIDE);
    let at = |d: usize| global(lane * SIDE + d, player);
    let holds = |d: usize| (0..SEATS).find(|owner| state.stones[*owner] >> at(d) & 1 == 1);
    let foreign = |d: usize| holds(d).is_some_and(|owner| owner != player);
    if holds(distance).is_none() && distance == 0 && state.hand[player] > 0 {
        return Target::Cell(cell as u8);
    }
    if holds(distance) != Some(player) {
        return Target::Blocked;
    }
    if distance == 6 {
        return Target::Off;
    }
    if holds(distance + 1).is_none() {
        return Target::Cell(at(distance + 1) as u8);
    }
    let mut d = distance;
    while d < 6 && foreign(d + 1) {
        if d + 2 > 6 {
            return Target::Off;
        }
        if holds(d + 2).is_some() {
            break;
        }
        d += 2;
    }
    if d == distance { Target::Blocked } else { Target::Cell(at(d) as u8) }
}

// covers: W1

#[test]
fn a_stone_enters_on_a_free_cell_of_the_own_edge() {
    let state = after(SERVER, &State::START, "d1");
    assert_eq!(state, position(["d1", "", "", ""], [0; 4], 1));
    assert_eq!(state.target(0, cell("d1")), Target::Cell(cell("d2") as u8), "the stone is there now");
    let corner = position(["a1", "", "", ""], [0; 4], 1);
    assert_eq!(corner.target(1, cell("a1")), Target::Blocked, "a corner belongs to two edges");
}

#[test]
fn nothing_enters_from_an_empty_hand() {
    let state = position(["a2 b2 c2 d2 e2 f2 g2", "", "", ""], [0; 4], 0);
    assert_eq!(state.moves(0) & HOME[0], 0);
    assert_eq!(state.target(0, cell("a1")), Target::Blocked);
}

#[test]
fn a_stone_steps_forward_onto_a_free_cell() {
    let state = position(["d4", "d4", "d4", "d4"], [0; 4], 0);
    let alone = |player: usize| {
        let mut one = state;
        (0..SEATS).filter(|other| *other != player).for_each(|other| one.stones[other] = 0);
        one.target(player, cell("d4"))
    };
    let names = ["d5", "e4", "d3", "c4"];
    assert_eq!([0, 1, 2, 3].map(alone), names.map(|name| Target::Cell(cell(name) as u8)));
}

#[test]
fn a_stone_on_the_far_edge_leaves_for_a_point() {
    let state = after(SERVER, &position(["d7", "", "", ""], [0; 4], 0), "d7");
    assert_eq!(state, position(["", "", "", ""], [1, 0, 0, 0], 1));
}

#[test]
fn a_jump_goes_over_one_foreign_stone_which_stays() {
    let state = position(["d2", "", "d3", ""], [0; 4], 0);
    assert_eq!(after(SERVER, &state, "d2"), position(["d4", "", "d3", ""], [0; 4], 1));
}

#[test]
fn a_chain_of_jumps_is_taken_to_its_last_free_cell() {
    let state = position(["d1", "d2", "d4", "d6"], [0; 4], 0);
    assert_eq!(state.target(0, cell("d1")), Target::Cell(cell("d7") as u8), "and stops on the far edge");
    let shorter = position(["d1", "d2", "d4", "d6 d7"], [0; 4], 0);
    assert_eq!(shorter.target(0, cell("d1")), Target::Cell(cell("d5") as u8));
}

#[test]
fn a_chain_leaves_the_board_over_a_foreign_stone_on_the_edge() {
    let state = position(["d2", "d3", "d5", "d7"], [0; 4], 0);
    assert_eq!(after(SERVER, &state, "d2"), position(["", "d3", "d5", "d7"], [1, 0, 0, 0], 1));
    let near = position(["d6", "", "", "d7"], [0; 4], 0);
    assert_eq!(near.target(0, cell("d6")), Target::Off);
}

#[test]
fn own_stones_two_stones_and_taken_landing_cells_block() {
    let own = position(["d2 d3", "", "", ""], [0; 4], 0);
    assert_eq!(own.target(0, cell("d2")), Target::Blocked);
    let two = position(["d2", "d3 d4", "", ""], [0; 4], 0);
    assert_eq!(two.target(0, cell("d2")), Target::Blocked);
    let taken = position(["d2 d4", "d3", "", ""], [0; 4], 0);
    assert_eq!(taken.target(0, cell("d2")), Target::Blocked);
}

// covers: W2

#[test]
fn the_seventh_point_ends_the_game_at_once() {
    let state = after(SERVER, &position(["d7", "", "", ""], [6, 3, 0, 0], 0), "d7");
    assert_eq!((SERVER.turn(&state), state.alive), (Turn::Over, 0b1111));
    assert_eq!(SERVER.outcome(&state)[..SEATS], [1.0, 0.0, 0.0, 0.0]);
}

/// Player 0 is to move, player 1 after him has an empty hand and six stones that cannot move.
pub(super) fn player_1_stuck() -> State {
    position(["", "a1 a2 a3 b1 b2 b3", "c1 c2 c3 d1 d2 d3", ""], [0, 1, 0, 0], 0)
}

#[test]
fn a_player_without_a_move_is_struck_out_and_keeps_points_and_stones() {
    let before = player_1_stuck();
    let state = after(SERVER, &before, "g1");
    assert_eq!((state.alive, state.mover()), (0b1101, Some(2)));
    assert_eq!(state.stones[1], before.stones[1]);
    assert_eq!(state.points, [0, 1, 0, 0]);
    let later = after(SERVER, &after(SERVER, &after(SERVER, &state, "c1"), "g3"), "f1");
    assert_ne!(later.moves(1), 0, "he could move again");
    assert_eq!(later.mover(), Some(2), "but is out for good");
}

#[test]
fn stones_of_an_eliminated_player_can_be_jumped() {
    let mut state = position(["d2", "", "d3", ""], [0; 4], 0);
    SERVER.eliminate(&mut state, 2);
    assert_eq!(state.target(0, cell("d2")), Target::Cell(cell("d4") as u8));
    SERVER.eliminate(&mut state, 0);
    assert_eq!(state.mover(), Some(1), "the turn goes on when the mover is eliminated");
}

#[test]
fn a_blocked_player_passes_and_may_come_back_in_pass_mode() {
    let before = player_1_stuck();
    let state = after(PASS, &before, "g1");
    assert_eq!((state.alive, state.mover()), (0b1111, Some(2)));
    let freed = after(PASS, &after(PASS, &after(PASS, &state, "c1"), "g3"), "f1");
    assert_eq!(freed.mover(), Some(1), "{}", PASS.board(&freed));
}

#[test]
fn the_game_ends_when_nobody_is_left() {
    let mut state = position(["", "", "", ""], [0, 2, 2, 1], 0);
    (0..SEATS).for_each(|player| SERVER.eliminate(&mut state, player));
    assert_eq!((SERVER.turn(&state), state.mover), (Turn::Over, NOBODY));
    assert_eq!(SERVER.outcome(&state)[..SEATS], [0.0, 0.5, 0.5, 0.0], "most points win, and equal ones share");
    assert_eq!(PASS.outcome(&state)[..SEATS], [0.25; SEATS], "in pass mode it is a draw among all");
    let by_points = Sawhian { draws: Draws::Points, ..PASS };
    assert_eq!(by_points.outcome(&state)[..SEATS], [0.0, 0.5, 0.5, 0.0], "unless points decide");
}

#[test]
fn a_turn_left_out_goes_to_the_next_player_with_a_move() {
    let mut state = player_1_stuck();
    assert!(SERVER.skip(&mut state));
    assert_eq!((state.alive, state.mover()), (0b1101, Some(2)));
    let mut over = State { mover: NOBODY, ..State::START };
    assert!(!SERVER.skip(&mut over));
}

// covers: W3
#[test]
fn a_move_leaves_the_old_position_as_it_was() {
    for (state, chosen) in random_play(SERVER, 0..4) {
        let (copy, mut next) = (state, state);
        SERVER.apply(&mut next, chosen as Action, &mut NoDice);
        assert_eq!(state, copy);
        assert_ne!(state, next);
        assert_ne!(SERVER.hash(&state), SERVER.hash(&next));
    }
    assert!(size_of::<State>() <= 64);
}

// covers: W5
#[test]
fn a_move_is_listed_exactly_if_it_can_be_made() {
    for (state, _) in random_play(SERVER, 0..40) {
        for player in 0..SEATS {
            let mut fast = 0;
            for cell in 0..CELLS {
                assert_eq!(state.target(player, cell), slow_target(&state, player, cell), "{}", SERVER.text(&state));
                fast |= u64::from(state.target(player, cell) != Target::Blocked) << cell;
            }
            assert_eq!(state.moves(player), fast, "player {player} in {}", SERVER.text(&state));
        }
        let mut listed = Actions::new();
        SERVER.legal(&state, state.mover as usize, &mut listed);
        assert!(listed.is_sorted() && (1..=13).contains(&listed.len()));
    }
}

// covers: W5
#[test]
fn move_counts_from_the_start_are_the_known_ones() {
    let counts: Vec<u64> = (0..8).map(|depth| perft(&SERVER, &State::START, depth)).collect();
    assert_eq!(counts, [1, 7, 48, 329, 2207, 14887, 98651, 653067]);
}

#[test]
fn stones_are_never_lost() {
    for game in [SERVER, PASS] {
        for (state, _) in random_play(game, 0..20) {
            for player in 0..SEATS {
                let total = state.stones(player).count_ones() as usize + state.hand(player) + state.points(player);
                assert_eq!(total, 7);
            }
        }
    }
}

#[test]
fn a_play_out_is_the_same_game_as_random_turns() {
    for seed in 0..20 {
        let (mut fast, mut slow) = (State::START, State::START);
        SERVER.play_out(&mut fast, &mut Rng::new(seed));
        let mut rng = Rng::new(seed);
        while SERVER.turn(&slow) != Turn::Over {
            crate::game::random_turn(&SERVER, &mut slow, &mut rng);
        }
        assert_eq!(fast, slow);
    }
}

// covers: W6
#[test]
fn local_and_global_cells_undo_each_other_and_four_turns_are_none() {
    for (player, home) in HOME.into_iter().enumerate() {
        assert!((0..CELLS).all(|cell| global(local(cell, player), player) == cell));
        assert!(cells(home).all(|cell| local(cell, player).is_multiple_of(SIDE)), "the own edge is row 0");
    }
    assert_eq!([0, 1, 2, 3].map(|player| local(cell("b3"), player)), ["b3", "e2", "f5", "c6"].map(cell));
    for (state, _) in random_play(SERVER, 0..4) {
        assert_eq!(rotate(&rotate(&state, 1), 3), state);
        assert_eq!(rotate(&rotate(&state, 2), 2), state);
        assert_eq!(rotate(&state, 4), state);
    }
}

// covers: W6
#[test]
fn turning_the_board_and_the_players_turns_the_moves() {
    for (state, chosen) in random_play(SERVER, 0..20) {
        for turns in 1..SEATS {
            let turned = rotate(&state, turns);
            for player in 0..SEATS {
                let moves = cells(state.moves(player)).fold(0, |set, cell| set | 1 << global(cell, turns));
                assert_eq!(turned.moves((player + turns) % SEATS), moves);
            }
            let (mut a, mut b) = (state, turned);
            SERVER.apply(&mut a, chosen as Action, &mut NoDice);
            SERVER.apply(&mut b, global(chosen, turns) as Action, &mut NoDice);
            assert_eq!(rotate(&a, turns), b);
        }
    }
}

#[test]
fn options_are_read_and_written() {
    let read = |pairs: &[(&str, &str)]| {
        let pairs = pairs.iter().map(|(key, value)| ((*key).to_string(), (*value).to_string()));
        Sawhian::from_options(&mut Options::new(pairs)).map(|game| game.spec())
    };
    assert_eq!(read(&[]).unwrap(), "sawhian");
    assert_eq!(read(&[("blocked", "server"), ("draws", "all")]).unwrap(), "sawhian");
    let both = [("blocked", "pass"), ("draws", "points")];
    assert_eq!(read(&both).unwrap(), "sawhian(blocked=pass,draws=points)");
    assert_eq!(read(&[("blocked", "no")]).unwrap_err(), "blocked=no: expected one of server, pass");
}

#[test]
fn text_and_json_read_back() {
    for game in [SERVER, PASS] {
        for seed in 0..20 {
            let (mut state, mut rng) = (State::START, Rng::new(seed));
            loop {
                assert_eq!(game.parse(&game.text(&state)), Ok(state));
                assert_eq!(game.parse_json(&game.json(&state)), Ok(state));
                if state.mover().is_none() {
                    break;
                }
                crate::game::random_turn(&game, &mut state, &mut rng);
            }
        }
    }
    let p01 = "......./.1.0.../0....3./......./......./1..2.../1.2.23. 5445 0000 1111 0";
    assert_eq!(SERVER.text(&SERVER.parse(p01).unwrap()), p01);
    assert!(
        (0..CELLS).all(|action| SERVER.parse_action(&SERVER.action_text(action as Action)) == Ok(action as Action))
    );
}

#[test]
fn impossible_positions_are_refused_in_one_line() {
    let empty = "......./......./......./......./......./......./.......";
    let refused = [
        (format!("{empty} 7777 0000 1111"), "a position has five words (board hand points alive mover), not 4"),
        (format!("{} 7777 0000 1111 0", &empty[8..]), "the board needs 7 rows of 7 cells, joined by /"),
        (empty.replacen('.', "4", 1) + " 7777 0000 1111 0", "a1: expected . or a player from 0 to 3"),
        (format!("{empty} 777 0000 1111 0"), "hand 777: expected four digits from 0 to 7"),
        (format!("{empty} 7777 0000 1121 0"), "alive 1121: expected four digits from 0 to 1"),
        (format!("{empty} 7777 0000 1111 4"), "mover 4: expected 0 to 3, or - when the game is over"),
        (format!("{empty} 7767 0000 1111 0"), "player 2 has 0 stones on the board, 6 in hand and 0 points: not 7"),
        (format!("{empty} 0770 7007 1111 -"), "two players have 7 points, but the first to get there ends the game"),
        (format!("{empty} 0777 7000 1111 1"), "player 0 has won, so the mover has to be -"),
        (format!("{empty} 7777 0000 0111 0"), "player 0 is to move but eliminated"),
        (format!("{empty} 7777 0000 1111 -"), "nobody is to move, but players are alive and none has 7 points"),
    ];
    for (text, error) in refused {
        assert_eq!(SERVER.parse(&text).unwrap_err(), error);
    }
    let stuck = State { mover: 1, ..player_1_stuck() };
    assert_eq!(SERVER.parse(&SERVER.text(&stuck)).unwrap_err(), "player 1 is to move but has no move");
    let nobody = format!("{empty} 7777 0000 1111 -");
    assert_eq!(PASS.parse(&nobody).unwrap_err(), "nobody is to move, but player 0 has a move");
    let missing = serde_json::json!({"board": empty, "hand": [7, 7, 7, 7], "points": [0, 0, 0], "alive": [1, 1, 1, 1]});
    assert_eq!(SERVER.parse_json(&missing).unwrap_err(), "mover: expected 0 to 3, or null when the game is over");
}

#[test]
fn the_drawing_shows_players_counts_and_the_mover() {
    let mut state = position(["d4", "a3", "", ""], [0, 0, 3, 0], 0);
    SERVER.eliminate(&mut state, 3);
    let drawing = [
        "                          2: 4 in hand, 3 off",
        "                     7  . . . . . . .",
        "                     6  . . . . . . .",
        "                     5  . . . . . . .",
        "1: 6 in hand, 0 off  4  . . . 0 . . .   3: 7 in hand, 0 off, out",
        "                     3  1 . . . . . .",
        "                     2  . . . . . . .",
        "                     1  . . . . . . .",
        "                        a b c d e f g",
        "                         *0: 6 in hand, 0 off",
    ];
    assert_eq!(SERVER.board(&state), drawing.join("\n"));
}

#[test]
fn features_are_the_position_as_the_seat_sees_it() {
    let mut state = position(["b3", "", "d7", ""], [1, 0, 2, 0], 2);
    SERVER.eliminate(&mut state, 1);
    let mut seen = [9.0; FEATURES];
    SERVER.features(&state, 2, &mut seen);
    let ones: Vec<usize> = (0..4 * CELLS).filter(|index| seen[*index] != 0.0).collect();
    assert_eq!(ones, [cell("d1"), 2 * CELLS + cell("f5")], "own stones first, turned by half");
    let sevenths = |numbers: [u8; 4]| numbers.map(|number| f32::from(number) / 7.0);
    assert_eq!(seen[196..200], sevenths([4, 7, 5, 7]), "hands");
    assert_eq!(seen[200..204], sevenths([2, 0, 1, 0]), "points");
    assert_eq!(seen[204..208], [1.0, 1.0, 1.0, 0.0], "alive");
    assert_eq!(seen[208..212], [1.0, 0.0, 0.0, 0.0], "mover");
    assert_eq!(SERVER.feature_count(), 212);
    let mut turned = [0.0; FEATURES];
    SERVER.features(&rotate(&state, 1), 3, &mut turned);
    assert_eq!(seen, turned, "every seat sees the same board from its own side");
}
