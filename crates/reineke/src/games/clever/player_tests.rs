//! The player of a value network against plain twins: argmax, every chain of decisions, every end of a game.

use super::features::layout;
use super::judge::{Judge, Scratch, settle};
use super::judge_tests::{clever, judge, positions, random, sum};
use super::player::Player;
use super::*;
use crate::control::Control;
use crate::decision::Decision;
use crate::dice::{NoDice, Rng, chain};
use crate::game::View;
use crate::models;
use crate::net::Net;
use crate::search::Searcher;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A player with a network, put on the shelf under a name of its own.
fn player(name: &str, game: &Clever, net: &Net, options: &[(&str, &str)], seed: u64) -> Player {
    models::put(name, net.clone());
    let all = [&[("model", name)], options].concat();
    let options = Options::new(all.iter().map(|(key, value)| ((*key).into(), (*value).into())));
    Player::from_options(&mut { options }, game, seed).unwrap()
}

fn decide(player: &mut Player, game: &Clever, state: &State, seat: usize, control: &mut Control) -> Decision {
    let decision = player.decide(game, &View::of(game, state, seat), control, &mut |_| {});
    Decision { seconds: 0.0, ..decision }
}

fn after(game: &Clever, state: &State, action: Action) -> State {
    let mut after = *state;
    game.apply(&mut after, action, &mut NoDice);
    after
}

fn legal(game: &Clever, state: &State, seat: usize) -> Actions {
    View::of(game, state, seat).legal
}

/// Every way to go on until chance or somebody else moves: the positions there. None: too many.
fn ends(game: &Clever, state: &State, seat: usize, out: &mut Vec<State>) -> Option<()> {
    if game.turn(state) != Turn::Seat(seat) {
        out.push(*state);
        return (out.len() < 40).then_some(());
    }
    legal(game, state, seat).iter().try_for_each(|action| ends(game, &after(game, state, *action), seat, out))
}

#[test]
fn whole_games_are_played_without_an_illegal_action() {
    let games: [&[(&str, &str)]; 4] = [&[], &[("mode", "thesis")], &[("seats", "2")], &[("areas", "yg")]];
    for (index, game) in games.map(clever).iter().enumerate() {
        let name = format!("whole games {index}");
        for rolls in ["0", "3"] {
            let mut player = player(&name, game, &random(game, 1), &[("rolls", rolls)], 1);
            let mut rng = Rng::new(9);
            let mut state = game.start(&mut NoDice);
            loop {
                settle(game, &mut state, &mut rng);
                let Turn::Seat(seat) = game.turn(&state) else { break };
                let decision = decide(&mut player, game, &state, seat, &mut Control::endless());
                assert!(game.allowed(&state, seat, decision.action), "{}", game.text(&state));
                let told: Actions = decision.choices.iter().map(|choice| choice.action).collect();
                assert_eq!(told, legal(game, &state, seat), "one choice per legal action");
                assert!(decision.choices.iter().all(|choice| choice.value <= decision.value));
                game.apply(&mut state, decision.action, &mut NoDice);
            }
        }
    }
}

#[test]
fn without_rolls_it_goes_to_the_position_that_the_network_likes_best() {
    for (name, game) in [("argmax", clever(&[])), ("argmax of two", clever(&[("seats", "2")]))] {
        let net = random(&game, 2);
        let mut player = player(name, &game, &net, &[], 0);
        let (judge, mut scratch) = (judge(&game, vec![net]), Scratch::default());
        for (state, seat) in positions(&game, 1, 5) {
            let decision = decide(&mut player, &game, &state, seat, &mut Control::endless());
            let mut best: Option<(Action, f32)> = None;
            for (action, choice) in legal(&game, &state, seat).iter().zip(&decision.choices) {
                let value = judge.value(&game, &after(&game, &state, *action), seat, &mut scratch);
                assert_eq!((choice.action, choice.value), (*action, f64::from(value)));
                if best.is_none_or(|(_, most)| value > most) {
                    best = Some((*action, value));
                }
            }
            assert_eq!((decision.action, decision.value as f32), best.unwrap());
            assert_eq!(decision.nodes, decision.choices.len() as u64, "a node is a look at a position");
        }
    }
}

#[test]
fn ties_go_to_the_lower_action() {
    let game = clever(&[]);
    for rolls in ["0", "2"] {
        let mut player = player("ties", &game, &sum(&game, &[]), &[("rolls", rolls)], 0);
        for (state, seat) in positions(&game, 2, 5) {
            // In the last round a roll may lead to final scores, which are no ties.
            if state.round < game.rounds() {
                let decision = decide(&mut player, &game, &state, seat, &mut Control::endless());
                assert_eq!(decision.action, legal(&game, &state, seat)[0], "{}", game.text(&state));
            }
        }
    }
}

#[test]
fn a_stopped_search_still_answers() {
    let game = clever(&[]);
    let mut player = player("stopped", &game, &random(&game, 3), &[("rolls", "50")], 0);
    for (state, seat) in positions(&game, 3, 2) {
        for nodes in [0, 1, 5, 20, 100] {
            let mut control = Control::new(Some(nodes), None, Arc::default());
            let decision = decide(&mut player, &game, &state, seat, &mut control);
            assert!(game.allowed(&state, seat, decision.action));
            assert!(decision.nodes <= nodes);
        }
        let mut control = Control::new(None, None, Arc::new(AtomicBool::new(true)));
        assert!(game.allowed(&state, seat, decide(&mut player, &game, &state, seat, &mut control).action));
        let mut control = Control::new(None, Some(0.0), Arc::default());
        assert!(game.allowed(&state, seat, decide(&mut player, &game, &state, seat, &mut control).action));
    }
}

#[test]
fn what_was_looked_at_before_the_stop_decides() {
    let game = clever(&[]);
    let net = random(&game, 3);
    let mut quick = player("quick", &game, &net, &[], 0);
    let mut long = player("long", &game, &net, &[("rolls", "1000")], 0);
    for (state, seat) in positions(&game, 4, 2) {
        let bare = decide(&mut quick, &game, &state, seat, &mut Control::endless());
        let mut control = Control::new(Some(bare.nodes), None, Arc::default());
        let stopped = decide(&mut long, &game, &state, seat, &mut control);
        // Where every action ends the game, nothing is left to look at.
        if stopped.depth == 1 {
            assert_eq!(stopped, bare);
        }
    }
}

#[test]
fn equal_seeds_and_nodes_give_equal_decisions() {
    let game = clever(&[]);
    let net = random(&game, 4);
    let play = |seed: u64| {
        let mut player = player("seeds", &game, &net, &[("rolls", "30")], seed);
        positions(&game, 5, 1)
            .into_iter()
            .map(|(state, seat)| {
                let mut control = Control::new(Some(1500), None, Arc::default());
                decide(&mut player, &game, &state, seat, &mut control)
            })
            .collect::<Vec<_>>()
    };
    let first = play(1);
    assert_eq!(first, play(1));
    assert_ne!(first, play(2));
    assert!(first.iter().any(|decision| decision.depth == 2) && first.iter().any(|decision| decision.nodes == 1500));
}

/// Every chain of own decisions, none left out, then one roll, the same for all: the plain twin of `rolls=1`.
fn twin(game: &Clever, judge: &Judge, state: &State, seat: usize, seed: u64) -> Option<Vec<f32>> {
    let mut scratch = Scratch::default();
    let key = chain(chain(seed, game.key(state, seat)), 0);
    let mut values = Vec::new();
    for action in legal(game, state, seat) {
        let mut found = Vec::new();
        ends(game, &after(game, state, action), seat, &mut found)?;
        let mut best = f32::MIN;
        for end in found {
            let mut rolled = end;
            settle(game, &mut rolled, &mut Rng::new(key));
            let value = if game.turn(&end) == Turn::Chance && game.turn(&rolled) == Turn::Seat(seat) {
                let options = legal(game, &rolled, seat);
                let value = |action: &Action| judge.value(game, &after(game, &rolled, *action), seat, &mut scratch);
                options.iter().map(value).fold(f32::MIN, f32::max)
            } else {
                judge.value(game, &end, seat, &mut scratch)
            };
            best = best.max(value);
        }
        values.push(best);
    }
    Some(values)
}

#[test]
fn lines_of_own_decisions_are_followed_to_the_roll_and_through_it() {
    for (name, game) in [("lines", clever(&[])), ("lines of two", clever(&[("seats", "2")]))] {
        let net = random(&game, 5);
        let (judge, mut compared, mut crosses) = (judge(&game, vec![net.clone()]), 0, 0);
        let mut player = player(name, &game, &net, &[("rolls", "1"), ("margin", "1000")], 7);
        for (state, seat) in positions(&game, 6, 20) {
            let mut found = Vec::new();
            if legal(&game, &state, seat).len() < 2 || ends(&game, &state, seat, &mut found).is_none() {
                continue;
            }
            let Some(values) = twin(&game, &judge, &state, seat, 7) else { continue };
            let decision = decide(&mut player, &game, &state, seat, &mut Control::endless());
            let told: Vec<f32> = decision.choices.iter().map(|choice| choice.value as f32).collect();
            assert_eq!(told, values, "{}", game.text(&state));
            compared += 1;
            crosses += u32::from(state.sheets[seat].pending().is_some());
        }
        assert!(compared > 200 && crosses > 5, "{compared} positions, {crosses} with a cross waiting");
    }
}

#[test]
fn a_forced_action_is_worth_the_position_behind_it() {
    let game = clever(&[]);
    let net = random(&game, 6);
    let (judge, mut scratch, mut forced) = (judge(&game, vec![net.clone()]), Scratch::default(), 0);
    for rolls in ["0", "20"] {
        let mut player = player("forced", &game, &net, &[("rolls", rolls)], 0);
        for (state, seat) in positions(&game, 7, 20) {
            let [action] = legal(&game, &state, seat)[..] else { continue };
            let decision = decide(&mut player, &game, &state, seat, &mut Control::endless());
            let value = judge.value(&game, &after(&game, &state, action), seat, &mut scratch);
            assert_eq!((decision.action, decision.value, decision.nodes), (action, f64::from(value), 1));
            assert_eq!(decision.choices[0].share, 1.0);
            forced += 1;
        }
    }
    assert!(forced > 10, "{forced}");
}

/// The best final score that a seat can still reach, where chance has nothing more to say.
fn best_score(game: &Clever, state: &State, seat: usize) -> Option<u16> {
    let mut found = Vec::new();
    ends(game, state, seat, &mut found)?;
    let scores = found.iter().map(|end| (end.phase == Phase::Over).then(|| game.score(end, seat)));
    scores.collect::<Option<Vec<_>>>()?.into_iter().max()
}

#[test]
fn the_last_decisions_of_a_game_reach_the_best_score() {
    for (name, game) in [("last", clever(&[])), ("last of the thesis", clever(&[("mode", "thesis")]))] {
        // Likes re-rolls and nothing else: of no use in the end.
        let (_, first, _) = layout().find(|(name, _, _)| *name == "re-rolls held").unwrap();
        let net = sum(&game, &[(first, 3.0)]);
        let mut bare = player(name, &game, &net, &[], 0);
        let mut far = player(name, &game, &net, &[("rolls", "16"), ("margin", "1000")], 0);
        let (mut single, mut several) = (0, 0);
        for (state, seat) in positions(&game, 8, 300) {
            if state.round != 6 || legal(&game, &state, seat).len() < 2 {
                continue;
            }
            let Some(best) = best_score(&game, &state, seat) else { continue };
            let decision = decide(&mut far, &game, &state, seat, &mut Control::endless());
            assert_eq!(decision.value, f64::from(best), "{}", game.text(&state));
            assert_eq!(best_score(&game, &after(&game, &state, decision.action), seat), Some(best));
            several += 1;
            let over = |action: &Action| game.turn(&after(&game, &state, *action)) == Turn::Over;
            if legal(&game, &state, seat).iter().all(over) {
                let decision = decide(&mut bare, &game, &state, seat, &mut Control::endless());
                assert_eq!(game.score(&after(&game, &state, decision.action), seat), best);
                single += 1;
            }
        }
        assert!(single > 20 && several > single, "{single} last decisions, {several} near the end");
    }
}

#[test]
fn options_that_do_not_fit_are_refused() {
    let game = clever(&[]);
    models::put("fits", random(&game, 1));
    let refused = |options: &[(&str, &str)]| {
        let options = options.iter().map(|(key, value)| ((*key).into(), (*value).into()));
        Player::from_options(&mut Options::new(options), &game, 0).err().unwrap()
    };
    assert_eq!(refused(&[]), "a value network is needed: model=FILE");
    assert_eq!(refused(&[("model", "nowhere")]), "the model nowhere is not loaded");
    assert_eq!(refused(&[("model", "fits+nowhere")]), "the model nowhere is not loaded");
    assert!(refused(&[("model", "fits"), ("rolls", "-1")]).starts_with("rolls=-1: "));
    for wrong in [("margin", "wide"), ("doubt", "-1"), ("points", "2"), ("early", "2")] {
        assert!(refused(&[("model", "fits"), wrong]).starts_with(&format!("{}={}: ", wrong.0, wrong.1)));
    }
}
