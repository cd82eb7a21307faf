//! Every rule and every trap, one test each.

use super::packed::Packed;
use super::*;
use crate::dice::{NoDice, Rng};
use crate::game::NO_ACTION;
use crate::games::contract;

fn game(seats: usize) -> Speed {
    Speed { seats, width: None, height: None }
}

fn sized(seats: usize, width: i16, height: i16) -> Speed {
    Speed { seats, width: Some(width), height: Some(height) }
}

/// The position after one round of these actions.
fn after(text: &str, words: &[&str]) -> String {
    let seats = text.split(' ').count() - 3;
    let game = game(seats);
    let mut state = game.parse(text).unwrap();
    let actions: Vec<Action> =
        words.iter().map(|word| if *word == "-" { NO_ACTION } else { game.parse_action(word).unwrap() }).collect();
    game.apply_joint(&mut state, &actions, &mut NoDice);
    game.text(&state)
}

/// Positions of games in which everybody chooses by lot among what survives, with all speeds.
pub fn positions<const W: usize, const H: usize>(width: i16, height: i16, each: &mut dyn FnMut(&Packed<W, H>)) {
    let mut rng = Rng::new(5);
    for seed in 0..30 {
        let game = Speed { seats: 2 + seed % 5, width: Some(width), height: Some(height) };
        let mut state = game.start(&mut rng);
        while !Packed::<W, H>::new(&state).over() {
            let packed = Packed::<W, H>::new(&state);
            each(&packed);
            let joint: Vec<Action> = (0..packed.seats as usize)
                .map(|seat| {
                    let lives: Vec<Action> = (0..5).filter(|action| packed.survives(seat, *action)).collect();
                    if lives.is_empty() { 0 } else { lives[rng.roll(lives.len() as u32) as usize] }
                })
                .collect();
            game.apply_joint(&mut state, &joint, &mut NoDice);
        }
    }
}

// covers: P1
#[test]
fn it_keeps_the_contract_of_games() {
    for seats in 1..=6 {
        contract::check(&sized(seats, 9, 7), seats as u64, 20);
        contract::check(&game(seats), seats as u64, 2);
    }
    contract::check(&sized(2, 3, 3), 1, 20);
}

// covers: P1
#[test]
fn a_turn_is_made_before_the_move() {
    assert_eq!(
        after("6x4 0 1,1,d,1,0 4,2,u,1,0 6/1a4/4b1/6", &["turn_left", "turn_right"]),
        "6x4 1 2,1,r,1,0 5,2,r,1,0 6/1aa3/4bb/6"
    );
}

// covers: P1
#[test]
fn a_crash_does_not_stop_the_movement() {
    assert_eq!(
        after("8x2 0 0,0,r,3,0 2,0,d,1,0 7,1,l,1,0 a1b5/7c", &["speed_up", "change_nothing", "change_nothing"]),
        "8x2 1 4,0,r,4,1 2,1,d,1,0 6,1,l,1,0 aaxaa3/2b3cc"
    );
}

// covers: P1
#[test]
fn who_leaves_the_board_shows_the_first_cell_outside_and_leaves_a_trail_to_the_edge() {
    assert_eq!(
        after("4x2 0 1,0,r,4,0 0,1,r,1,0 1a2/b3", &["change_nothing", "change_nothing"]),
        "4x2 1 4,0,r,4,1 1,1,r,1,0 1aaa/bb2"
    );
}

// covers: P1
#[test]
fn gaps_come_at_the_new_speed_in_every_sixth_round() {
    let start = "9x2 5 0,0,r,2,0 8,1,l,1,0 ab7/8b";
    // Speed 3: first and last cell are written, the one between keeps its value.
    assert_eq!(
        after("9x2 5 0,0,r,2,0 8,1,l,1,0 a1b6/8b", &["speed_up", "change_nothing"]),
        "9x2 6 3,0,r,3,0 7,1,l,1,0 aaba5/7bb"
    );
    assert_eq!(after(start, &["speed_up", "change_nothing"]), "9x2 6 3,0,r,3,6 7,1,l,1,0 ax1a5/7bb");
    // Speed 2 leaves none.
    assert_eq!(
        after("9x2 5 0,0,r,2,0 8,1,l,1,0 a8/8b", &["change_nothing", "change_nothing"]),
        "9x2 6 2,0,r,2,0 7,1,l,1,0 aaa6/7bb"
    );
    // Another round leaves none.
    assert_eq!(
        after("9x2 6 0,0,r,3,0 8,1,l,1,0 a8/8b", &["change_nothing", "change_nothing"]),
        "9x2 7 3,0,r,3,0 7,1,l,1,0 aaaa5/7bb"
    );
}

// covers: P1
#[test]
fn heads_that_meet_or_swap_all_die() {
    assert_eq!(
        after("5x1 0 0,0,r,1,0 2,0,l,1,0 a1b2", &["change_nothing", "change_nothing"]),
        "5x1 1 1,0,r,1,1 1,0,l,1,1 axb2"
    );
    assert_eq!(
        after("5x1 0 1,0,r,1,0 2,0,l,1,0 1ab2", &["change_nothing", "change_nothing"]),
        "5x1 1 2,0,r,1,1 1,0,l,1,1 1xx2"
    );
}

// covers: P1
#[test]
fn a_speed_out_of_range_and_a_broken_rule_eliminate_without_a_move() {
    let start = "6x3 0 1,1,d,1,0 4,2,u,10,0 0,0,r,1,0 c5/1a4/4b1";
    assert_eq!(
        after(start, &["slow_down", "speed_up", "change_nothing"]),
        "6x3 1 1,1,d,0,1 4,2,u,11,1 1,0,r,1,0 cc4/1a4/4b1"
    );
    assert_eq!(
        after(start, &["none", "turn_left!", "change_nothing"]),
        "6x3 1 1,1,d,1,1 4,2,l,10,1 1,0,r,1,0 cc4/1a4/4b1"
    );
}

// covers: P1
#[test]
fn without_a_survivor_those_who_died_last_share_the_win() {
    let game = game(3);
    let state = game.parse("5x1 9 0,0,l,1,9 2,0,l,1,9 4,0,l,1,3 a1b1c").unwrap();
    assert_eq!(game.turn(&state), Turn::Over);
    assert_eq!(game.outcome(&state)[..3], [0.5, 0.5, 0.0]);
    assert_eq!(game.points(&state)[..3], [8.0, 8.0, 2.0]);
}

// covers: P1
#[test]
fn the_deal_puts_each_player_into_a_block_of_its_own() {
    for seed in 0..200 {
        let state = game(6).start(&mut Rng::new(seed));
        let (width, height) = (state.board.width, state.board.height);
        assert!((41..=80).contains(&width) && (41..=80).contains(&height));
        let mut blocks: Vec<(i16, i16)> =
            state.heads().iter().map(|head| (head.x / (width / 4), head.y / (height / 2))).collect();
        blocks.sort_unstable();
        assert_eq!(blocks, [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (3, 0)]);
        for head in state.heads() {
            assert_eq!(head.direction, rules::first_direction(head.x, head.y, width, height));
        }
    }
}

// covers: P2
#[test]
fn broken_positions_are_refused_with_a_reason() {
    let game = game(2);
    for (text, reason) in [
        ("", "not a position"),
        ("6x4 0 1,1,d,1,0 4,2,u,1,0 6/1a4/4b1", "3 rows"),
        ("6x4 0 1,1,d,1,0 4,2,u,1,0 6/1a4/4b2/6", "row 2"),
        ("6x4 0 1,1,d,1,0 6/1a4/6/6", "1 players, but speed(seats=2) has 2"),
        ("6x4 0 1,1,d,1,0 4,2,u,11,0 6/1a4/4b1/6", "speed 11"),
        ("6x4 0 1,1,d,1,0 6,2,u,1,0 6/1a4/4b1/6", "off the board"),
        ("6x4 0 1,1,d,1,0 3,2,u,1,0 6/1a4/4b1/6", "not its own"),
        ("6x4 0 1,1,d,1,0 4,2,u,1,5 6/1a4/4b1/6", "died in round 5"),
        ("6x4 0 1,1,d,1,0 4,2,u,1,0 6/1a4/4b1/5c", "trail of player 3"),
        ("999x4 0 1,1,d,1,0 4,2,u,1,0 6/1a4/4b1/6", "sides"),
        ("6x4 -1 1,1,d,1,0 4,2,u,1,0 6/1a4/4b1/6", "rounds played"),
        ("6x4 0 1,1,q,1,0 4,2,u,1,0 6/1a4/4b1/6", "x,y,direction"),
        ("6x4 0 1,1,d,1,0 4,2,u,1,0 99999999999999999999/1a4/4b1/6", "row 0"),
    ] {
        let error = game.parse(text).unwrap_err();
        assert!(error.contains(reason), "{text}: {error}");
    }
    let mut json = game.json(&game.parse("6x4 0 1,1,d,1,0 4,2,u,1,0 6/1a4/4b1/6").unwrap());
    json.as_object_mut().unwrap().remove("round");
    assert!(game.parse_json(&json).unwrap_err().contains("round"));
}

/// Plays random rounds on the board with owners and on a packed one at once.
fn in_step<const W: usize, const H: usize>(game: &Speed, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut state = game.start(&mut rng);
    let mut packed = packed::Packed::<W, H>::new(&state);
    while !state.over() {
        let mut joint = [NO_ACTION; MAX_SEATS];
        for seat in 0..game.seats {
            // Survivable actions for the most part, so that games last; now and then anything a record can hold.
            let any = rng.roll(ENTRIES as u32) as Action;
            let mut safe = (0..5).filter(|action| packed.heads[seat].active() && packed.survives(seat, *action));
            let chosen = safe.nth(rng.roll(3) as usize);
            joint[seat] = if rng.roll(20) == 0 { any } else { chosen.unwrap_or(any) };
        }
        state.play(&joint[..game.seats]);
        packed.play(&joint[..game.seats]);
        assert_eq!(packed.heads, state.heads);
        assert_eq!(packed, packed::Packed::new(&state), "cells and their key are kept along");
    }
}

// covers: P17
#[test]
fn packed_boards_play_as_the_board_with_owners_does() {
    for seed in 0..40 {
        in_step::<1, 66>(&sized(2 + seed as usize % 5, 12 + (seed % 7) as i16, 9), seed);
        in_step::<2, 130>(&sized(2 + seed as usize % 5, 70, 8 + (seed % 5) as i16), seed);
    }
    in_step::<1, 66>(&sized(6, 64, 64), 7);
    in_step::<2, 130>(&sized(6, 128, 128), 8);
}

// covers: P8
#[test]
fn a_cell_on_the_border_of_two_words_belongs_to_whoever_is_there_first() {
    let game = sized(2, 70, 3);
    let state = game.parse("70x3 0 60,1,r,1,0 68,1,l,1,0 70/60a7b1/70").unwrap();
    let regions = voronoi::Regions::<2, 130>::of(&packed::Packed::new(&state), 3);
    let owner = |x: i16| (regions.own[0].has(x, 1), regions.fronts.has(x, 1), regions.own[1].has(x, 1));
    assert_eq!(owner(63), (true, false, false));
    assert_eq!(owner(64), (false, true, false));
    assert_eq!(owner(65), (false, false, true));
}
