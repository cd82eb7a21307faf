use super::battle::Flags;
use super::choice::Choices;
use super::dex::Status;
use super::game::{FIGHT, Gen1, RECHARGE, SWITCH, State};
use super::worth::{Hp, Worth};
use crate::control::Control;
use crate::dice::Rng;
use crate::eval::Evaluator;
use crate::game::{Game, NO_ACTION, Turn, View, random_turn};
use crate::games::{Playable, contract};
use crate::options::Options;
use std::sync::Arc;

#[test]
fn a_battle_keeps_the_contract() {
    contract::check(&Gen1, 3, 2);
}

#[test]
fn every_choice_has_an_action_and_every_action_a_choice() {
    let mut rng = Rng::new(5);
    let mut seen = [0; 4];
    for _ in 0..40 {
        let mut state = Gen1.start(&mut rng);
        while Gen1.turn(&state) != Turn::Over {
            for seat in 0..2 {
                let mut choices = Choices::new();
                state.battle.choices(seat, &mut choices);
                for choice in choices {
                    let action = Gen1::action(&state.battle, seat, choice);
                    let back = Gen1::choice(&state.battle, seat, action).expect("a choice");
                    assert_eq!(Gen1::action(&state.battle, seat, back), action);
                    seen[match action {
                        FIGHT => 0,
                        RECHARGE => 1,
                        SWITCH.. => 2,
                        _ => 3,
                    }] += 1;
                }
            }
            random_turn(&Gen1, &mut state, &mut rng);
        }
    }
    assert!(seen.iter().all(|count| *count > 20), "{seen:?}");
}

#[test]
fn a_course_that_was_changed_is_refused() {
    let mut rng = Rng::new(6);
    let mut state = Gen1.start(&mut rng);
    for _ in 0..4 {
        random_turn(&Gen1, &mut state, &mut rng);
    }
    let text = Gen1.text(&state);
    assert_eq!(Gen1.parse(&text), Ok(state));
    for (from, to, words) in [
        (" --:", " m1-:", "turn 0: other numbers are drawn"),
        ("&", "+", "joined by &"),
        (":", "", "is no turn"),
        (" m", " x", "is no turn"),
    ] {
        let told = Gen1.parse(&text.replacen(from, to, 1)).expect_err(from);
        assert!(told.contains(words), "{told}");
    }
    let told = Gen1.parse(&format!("{text}.7")).expect_err("one number too many");
    assert!(told.contains("other numbers are drawn"), "{told}");
    assert!(Gen1.parse("").is_err() && Gen1.parse("|").is_err());
}

/// Else a search would look for its root where its samples never are, and what is hidden would show.
#[test]
fn whatever_is_sampled_shares_the_key_of_the_position() {
    let mut rng = Rng::new(11);
    let mut seen = 0;
    for _ in 0..30 {
        let mut state = Gen1.start(&mut rng);
        while Gen1.turn(&state) != Turn::Over {
            for seat in (0..2).filter(|seat| state.battle.asked(*seat)) {
                let view = View::of(&Gen1, &state, seat);
                for _ in 0..4 {
                    let sample = Gen1.sample(&view.info, seat, &mut rng);
                    assert_eq!(Gen1.search_key(&sample, seat), view.search_key, "{}", Gen1.info_text(&view.info, seat));
                    seen += 1;
                }
            }
            random_turn(&Gen1, &mut state, &mut rng);
        }
    }
    assert!(seen > 4_000, "{seen}");
}

#[test]
fn a_battle_in_thought_goes_on_to_its_end() {
    let mut rng = Rng::new(7);
    let mut state = Gen1.start(&mut rng);
    for _ in 0..10 {
        random_turn(&Gen1, &mut state, &mut rng);
    }
    let info = Gen1.info(&state, 0);
    let (mut wins, mut keys) = (0.0, std::collections::HashSet::new());
    for _ in 0..200 {
        let mut thought = Gen1.sample(&info, 0, &mut rng);
        assert!(Gen1.text(&thought).len() < 1200 && Gen1.text(&thought).matches(';').count() == 10);
        random_turn(&Gen1, &mut thought, &mut rng);
        keys.insert(Gen1.search_key(&thought, 0));
        Gen1.play_out(&mut thought, &mut rng);
        wins += Gen1.outcome(&thought)[0];
    }
    assert!(wins > 5.0 && wins < 195.0 && keys.len() > 20, "{wins} of 200 won, {} views", keys.len());
}

/// Plays battles between two searches; the share of the first, sides taken in turn with the same dice.
fn duel(first: (&str, &str), second: (&str, &str), nodes: u64, battles: u64) -> f64 {
    let make = |(name, eval): (&str, &str), seed: u64| {
        let mut options = Options::new([("eval".to_string(), eval.to_string())]);
        Gen1.searcher(name, &mut options, seed).expect(name)
    };
    let mut won = 0.0;
    for battle in 0..battles {
        let mut rng = Rng::new(battle / 2);
        let mut state = Gen1.start(&mut rng);
        let swap = battle % 2 == 1;
        let specs = if swap { [second, first] } else { [first, second] };
        let mut players = [make(specs[0], battle), make(specs[1], battle + 1000)];
        while Gen1.turn(&state) != Turn::Over {
            let mut joint = [NO_ACTION; 2];
            for (seat, player) in players.iter_mut().enumerate().filter(|(seat, _)| state.battle.asked(*seat)) {
                let mut control = Control::new(Some(nodes), None, Arc::default());
                joint[seat] = player.decide(&Gen1, &View::of(&Gen1, &state, seat), &mut control, &mut |_| {}).action;
            }
            match Gen1.turn(&state) {
                Turn::Seat(seat) => Gen1.apply(&mut state, joint[seat], &mut rng),
                _ => Gen1.apply_joint(&mut state, &joint, &mut rng),
            }
        }
        won += Gen1.outcome(&state)[usize::from(swap)];
    }
    won / battles as f64
}

#[test]
fn whoever_judges_positions_beats_whoever_plays_them_out_at_random() {
    let share = duel(("mcts", "worth"), ("mcts", "flat"), 100, 10);
    assert!(share > 0.5, "{share}");
}

// covers: T19
#[test]
fn positions_are_worth_what_hp_and_more_say() {
    let mut rng = Rng::new(8);
    let state = Gen1.start(&mut rng);
    let value = |state: &State| [Hp.value(&Gen1, &(), state)[0], Worth.value(&Gen1, &(), state)[0]];
    assert_eq!(value(&state), [0.5, 0.5]);
    let changed = |change: &dyn Fn(&mut State)| {
        let mut other = state.clone();
        change(&mut other);
        value(&other)
    };
    let hurt = changed(&|state| state.battle.sides[1].team[3].hp /= 2);
    assert!((hurt[0] - (0.5 + 0.5 / 12.0)).abs() < 2e-3 && hurt[1] > 0.5, "{hurt:?}");
    for (change, better) in [
        (&(|state: &mut State| state.battle.sides[0].team[0].status = Status::Sleep) as &dyn Fn(&mut State), false),
        (&|state| state.battle.sides[1].team[2].status = Status::Freeze, true),
        (&|state| state.battle.sides[0].active.stages[2] = 2, true),
        (&|state| state.battle.sides[1].active.substitute = 20, false),
        (&|state| state.battle.sides[1].active.flags.set(Flags::RECHARGE), true),
    ] {
        let [hp, worth] = changed(change);
        assert_eq!((hp, worth > 0.5, worth < 0.5), (0.5, better, !better), "{worth}");
    }
}
