//! What [`crate::game`] promises, checked on any game by playing it at random. Every game's tests call [`check`].

use crate::dice::{Dice, NoDice, Rng};
use crate::game::{Action, Actions, Game, MAX_SEATS, NO_ACTION, Turn, View, draw};
use std::collections::HashMap;

/// Plays `games` random games and asserts at every position what the contract says.
pub fn check<G: Game>(game: &G, seed: u64, games: usize) {
    names(game);
    let mut rng = Rng::new(seed);
    let mut views = HashMap::new();
    let mut keys = HashMap::new();
    for _ in 0..games {
        let mut state = game.start(&mut rng);
        loop {
            text(game, &state);
            turn(game, &state);
            for seat in 0..game.seats() {
                knowledge(game, &state, seat, &mut rng);
                let (key, view) = (game.key(&state, seat), game.info_text(&game.info(&state, seat), seat));
                assert_eq!(*views.entry((seat, key)).or_insert_with(|| view.clone()), view, "one key, two views");
                assert_eq!(*keys.entry((seat, view)).or_insert(key), key, "one view, two keys");
            }
            if game.turn(&state) == Turn::Over {
                break;
            }
            step(game, &mut state, &mut rng);
        }
        result(game, &state);
    }
}

/// Plays one random turn; a game that has no chance inside its turns gets no dice for it.
fn step<G: Game>(game: &G, state: &mut G::State, rng: &mut Rng) {
    let mut choose = |state: &G::State, seat: usize| -> Action {
        let mut legal = Actions::new();
        game.legal(state, seat, &mut legal);
        legal[rng.roll(legal.len() as u32) as usize]
    };
    let turn = game.turn(state);
    let mut joint = [NO_ACTION; MAX_SEATS];
    match turn {
        Turn::Over => return,
        Turn::Seat(seat) => joint[0] = choose(state, seat),
        Turn::Seats(seats) => seats.iter().for_each(|seat| joint[seat] = choose(state, seat)),
        Turn::Chance => joint[0] = draw(game, state, rng),
    }
    let dice: &mut dyn Dice = if game.inside() { rng } else { &mut NoDice };
    match turn {
        Turn::Seats(_) => game.apply_joint(state, &joint[..game.seats()], dice),
        _ => game.apply(state, joint[0], dice),
    }
}

fn names<G: Game>(game: &G) {
    let mut seen = HashMap::new();
    for action in 0..game.actions() as u16 {
        let name = game.action_text(action);
        assert_eq!(game.parse_action(&name), Ok(action), "{name}");
        assert_eq!(seen.insert(name.to_lowercase(), action), None, "two actions are called {name}");
    }
    assert!(game.actions() < NO_ACTION as usize);
    assert!(game.parse_action("no such action").is_err());
}

fn text<G: Game>(game: &G, state: &G::State) {
    let text = game.text(state);
    assert!(!text.is_empty() && !text.contains('\n') && text.trim() == text, "{text:?} is one line");
    let back = game.parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(back, *state, "{text}");
    assert_eq!(game.hash(&back), game.hash(state), "{text}");
    assert_eq!(game.parse_json(&game.json(state)).as_ref(), Ok(state), "{text}");
}

fn turn<G: Game>(game: &G, state: &G::State) {
    let text = game.text(state);
    match game.turn(state) {
        Turn::Over => {}
        Turn::Chance => {
            assert!(game.chance(), "{text}: a chance turn that was not declared");
            let mut odds = Vec::new();
            game.odds(state, &mut odds);
            assert!(odds.windows(2).all(|pair| pair[0].0 < pair[1].0), "{text}: {odds:?} ascends");
            assert!(
                odds.iter().all(|(outcome, p)| (*outcome as usize) < game.actions() && *p > 0.0),
                "{text}: {odds:?}"
            );
            assert!((odds.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-12, "{text}: {odds:?} sums to 1");
            for (outcome, _) in odds {
                assert_eq!(game.parse_chance(&game.chance_text(outcome)), Ok(outcome), "{text}");
            }
        }
        Turn::Seat(seat) => actions(game, state, seat),
        Turn::Seats(seats) => {
            assert!(game.simultaneous(), "{text}: a simultaneous turn that was not declared");
            assert!(!seats.is_empty(), "{text}");
            seats.iter().for_each(|seat| actions(game, state, seat));
        }
    }
}

fn actions<G: Game>(game: &G, state: &G::State, seat: usize) {
    let text = game.text(state);
    let mut legal = Actions::new();
    game.legal(state, seat, &mut legal);
    assert!(seat < game.seats() && !legal.is_empty(), "{text}: seat {seat} has no action");
    assert!(legal.windows(2).all(|pair| pair[0] < pair[1]), "{text}: {legal:?} ascends");
    assert!(legal.iter().all(|action| (*action as usize) < game.actions()), "{text}: {legal:?}");
}

/// A sample looks the same to the seat, a public sample the same to everybody who knows no secret.
fn knowledge<G: Game>(game: &G, state: &G::State, seat: usize, dice: &mut dyn Dice) {
    let text = game.text(state);
    let view = View::of(game, state, seat);
    let sample = game.sample(&view.info, seat, dice);
    let public = game.sample_public(&view.info, seat, dice);
    if !game.hidden() {
        assert_eq!(sample, *state, "{text}: nothing is hidden");
        assert_eq!(public, *state, "{text}: nothing is hidden");
    }
    let seen = View::of(game, &sample, seat);
    assert_eq!(seen.turn, view.turn, "{text}");
    assert_eq!(seen.legal, view.legal, "{text}");
    assert_eq!(seen.key, view.key, "{text}");
    assert_eq!(game.info_text(&seen.info, seat), game.info_text(&view.info, seat), "{text}");
    assert_eq!(features(game, &sample, seat), features(game, state, seat), "{text}");
    assert_eq!(game.turn(&public), view.turn, "{text}");
}

fn features<G: Game>(game: &G, state: &G::State, seat: usize) -> Vec<f32> {
    let mut out = vec![f32::NAN; game.feature_count()];
    game.features(state, seat, &mut out);
    assert!(out.iter().all(|number| number.is_finite()), "{}: {out:?}", game.text(state));
    out
}

fn result<G: Game>(game: &G, state: &G::State) {
    let text = game.text(state);
    let values = game.outcome(state);
    let (low, high) = game.range();
    assert!(values[..game.seats()].iter().all(|value| (low..=high).contains(value)), "{text}: {values:?}");
    assert!(values[game.seats()..].iter().all(|value| *value == 0.0), "{text}: {values:?}");
    if let Some(sum) = game.sum() {
        assert!((values.iter().sum::<f64>() - sum).abs() < 1e-9, "{text}: {values:?}");
    }
}
