use super::*;
use crate::dice::{Forced, NoDice};
use crate::eval::Evaluator;
use crate::games::contract;

fn pig(options: &[(&str, &str)]) -> Pig {
    let mut options = Options::new(options.iter().map(|(key, value)| ((*key).into(), (*value).into())));
    Pig::from_options(&mut options).unwrap()
}

fn play(game: &Pig, from: &str, action: Action) -> String {
    let mut state = game.parse(from).unwrap();
    game.apply(&mut state, action, &mut NoDice);
    game.text(&state)
}

fn legal(game: &Pig, text: &str) -> Vec<Action> {
    let mut out = Actions::new();
    game.legal(&game.parse(text).unwrap(), 0, &mut out);
    out.to_vec()
}

#[test]
fn the_contract_holds_for_every_option() {
    contract::check(&pig(&[]), 1, 20);
    contract::check(&pig(&[("chance", "inside")]), 2, 20);
    for seats in ["2", "3", "4", "5", "6"] {
        contract::check(&pig(&[("seats", seats), ("goal", "20")]), 3, 100);
        contract::check(&pig(&[("seats", seats), ("goal", "20"), ("chance", "inside")]), 4, 100);
    }
    contract::check(&pig(&[("goal", "2")]), 5, 100);
}

#[test]
fn the_spec_names_what_is_not_the_default() {
    assert_eq!(pig(&[]).spec(), "pig");
    assert_eq!(
        pig(&[("chance", "inside"), ("goal", "20"), ("seats", "3")]).spec(),
        "pig(seats=3,goal=20,chance=inside)"
    );
}

#[test]
fn a_roll_adds_to_the_turn_and_a_hold_banks_it() {
    let game = pig(&[]);
    assert_eq!(play(&game, "23,17 0+7 6,4", ROLL), "23,17 0+7? 6,4");
    assert_eq!(play(&game, "23,17 0+7? 6,4", 3), "23,17 0+11 7,4");
    assert_eq!(play(&game, "23,17 0+11 7,4", HOLD), "34,17 1+0 7,4");
}

#[test]
fn a_one_loses_the_turn_total() {
    assert_eq!(play(&pig(&[]), "23,17 1+7? 6,4", 0), "23,17 0+0 6,5");
}

#[test]
fn a_turn_begins_with_a_roll_and_ends_when_the_goal_is_in_reach() {
    let game = pig(&[]);
    assert_eq!(legal(&game, "23,17 0+0 6,4"), [ROLL]);
    assert_eq!(legal(&game, "23,17 0+7 6,4"), [ROLL, HOLD]);
    assert_eq!(legal(&game, "95,17 0+5 20,4"), [HOLD]);
}

#[test]
fn who_banks_the_goal_wins() {
    let game = pig(&[("seats", "3")]);
    let state = game.parse(&play(&game, "23,95,17 1+6 9,30,7", HOLD)).unwrap();
    assert_eq!(game.turn(&state), Turn::Over);
    assert_eq!(game.outcome(&state), [0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(game.points(&state), [23.0, 101.0, 17.0, 0.0, 0.0, 0.0]);
}

#[test]
fn an_inside_die_rolls_the_dice_passed_in_and_an_explicit_one_none() {
    let game = pig(&[("chance", "inside")]);
    let mut state = game.parse("0,0 0+0 0,0").unwrap();
    let mut dice = Forced::new(&[3, 0]);
    game.apply(&mut state, ROLL, &mut dice);
    assert_eq!(game.text(&state), "0,0 0+4 1,0");
    game.apply(&mut state, ROLL, &mut dice);
    assert_eq!(game.text(&state), "0,0 1+0 2,0");
    assert_eq!((dice.used, dice.broken), (2, false));
}

/// The chance that a turn held at 20 or more ends with each total, worked out from the odds.
fn turn_totals(game: &Pig, state: State, chance: f64, totals: &mut [f64; 26]) {
    if state.total >= 20 {
        totals[state.total as usize] += chance;
    } else if state.mover == 1 {
        totals[0] += chance;
    } else if game.turn(&state) == Turn::Chance {
        let mut odds = Vec::new();
        game.odds(&state, &mut odds);
        for (face, p) in odds {
            let mut after = state;
            game.apply(&mut after, face, &mut NoDice);
            turn_totals(game, after, chance * p, totals);
        }
    } else {
        let mut after = state;
        game.apply(&mut after, ROLL, &mut NoDice);
        turn_totals(game, after, chance, totals);
    }
}

#[test]
fn holding_at_20_has_the_odds_that_neller_and_presser_print() {
    let game = pig(&[]);
    let mut totals = [0.0; 26];
    turn_totals(&game, game.start(&mut NoDice), 1.0, &mut totals);
    let printed = [(0, 0.6245), (20, 0.0997), (21, 0.0950), (22, 0.0742), (23, 0.0542), (24, 0.0352), (25, 0.0172)];
    for (total, p) in printed {
        assert!((totals[total] - p).abs() < 5e-5, "{total}: {} is not {p}", totals[total]);
    }
    assert!((totals.iter().sum::<f64>() - 1.0).abs() < 1e-12);
}

#[test]
fn an_event_is_a_seat_and_its_rolls_whatever_else_was_chosen() {
    let game = pig(&[]);
    let event = |text| game.event(&game.parse(text).unwrap());
    assert_eq!(event("23,17 1+7 6,4"), Some((1 << 32) + 4));
    assert_eq!(event("23,17 1+7? 6,4"), event("0,10 1+0 6,4"));
    assert_ne!(event("23,17 1+7 6,4"), event("23,17 0+7 6,4"));
}

#[test]
fn the_evaluation_is_the_share_of_points() {
    let game = pig(&[]);
    let state = game.parse("20,13 0+6 6,4").unwrap();
    assert_eq!(PigEval.value(&game, &(), &state)[..3], [27.0 / 41.0, 14.0 / 41.0, 0.0]);
}

#[test]
fn features_are_seen_from_the_seat() {
    let game = pig(&[("seats", "3")]);
    let mut out = [0.0; 8];
    game.features(&game.parse("32,64,16 1+8? 9,30,7").unwrap(), 1, &mut out);
    assert_eq!(out, [0.5, 0.125, 0.25, 1.0, 0.0, 0.0, 0.0625, 1.0]);
}

#[test]
fn impossible_positions_are_refused() {
    let shape = "not a position of pig, such as 0,0 0+0 0,0";
    for (text, reason) in [
        ("", shape),
        ("23,17,5 0+7 6,4", shape),
        ("23,17 2+7 6,4", shape),
        ("23,17 0+7?? 6,4", shape),
        ("023,17 0+7 6,4", shape),
        ("23,17 0+7 6,4 0", shape),
        ("23,-17 0+7 6,4", shape),
        ("23,17 0+1 6,4", "pig: seat 0 cannot have 23+1 points after 6 rolls"),
        ("23,17 0+7 6,2", "pig: seat 1 cannot have 17+0 points after 2 rolls"),
        ("23,117 0+7 6,40", "pig: seat 1 has 117+0 points, but the goal is 100"),
        ("99,17 0+7 60,40", "pig: seat 0 has 99+7 points, but the goal is 100"),
        ("100,17 0+2 60,40", "pig: seat 0 has won, yet has a turn total"),
        ("100,17 0+0? 60,40", "pig: the die cannot be in the air here"),
        ("95,17 0+5? 60,40", "pig: the die cannot be in the air here"),
    ] {
        assert_eq!(pig(&[]).parse(text).unwrap_err(), reason, "{text:?}");
    }
    assert_eq!(
        pig(&[("chance", "inside")]).parse("23,17 0+7? 6,4").unwrap_err(),
        "pig: the die cannot be in the air here"
    );
    assert_eq!(pig(&[]).parse_chance("7").unwrap_err(), "a die shows 1 to 6, not \"7\"");
}
