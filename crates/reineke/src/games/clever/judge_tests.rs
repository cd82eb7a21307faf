//! Networks made by hand, and what a judge makes of them.

use super::features::{self, INPUTS, PLAIN};
use super::judge::{Judge, MIDDLE, SCALE, Scratch, settle};
use super::*;
use crate::dice::{NoDice, Rng};
use crate::net::Net;
use safetensors::Dtype;
use safetensors::tensor::{TensorView, serialize};
use std::sync::Arc;

pub fn clever(options: &[(&str, &str)]) -> Clever {
    Clever::from_options(&mut Options::new(options.iter().map(|(key, value)| ((*key).into(), (*value).into()))))
        .unwrap()
}

/// A network for `game` from its layers, each as weights by input and biases.
pub fn network(game: &str, seats: usize, inputs: usize, head: &str, layers: &[(Vec<f32>, Vec<f32>)]) -> Net {
    let bytes = |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let parts: Vec<_> = layers.iter().map(|(weights, bias)| (bytes(weights), bytes(bias))).collect();
    let mut views = Vec::new();
    for (index, ((weights, bias), (all, one))) in layers.iter().zip(&parts).enumerate() {
        let (rows, width) = (weights.len() / bias.len(), bias.len());
        views.push((format!("w{index}"), TensorView::new(Dtype::F32, vec![rows, width], all).unwrap()));
        views.push((format!("b{index}"), TensorView::new(Dtype::F32, vec![width], one).unwrap()));
    }
    let about = [
        ("format", "reineke-value-net".to_string()),
        ("version", "1".to_string()),
        ("game", game.to_string()),
        ("seats", seats.to_string()),
        ("features", inputs.to_string()),
        ("head", head.to_string()),
    ];
    let about = about.into_iter().map(|(key, value)| (key.to_string(), value)).collect();
    Net::from_safetensors(&serialize(views, Some(about)).unwrap()).unwrap()
}

/// A network for a game with random weights, 24 wide.
pub fn random(game: &Clever, seed: u64) -> Net {
    let mut rng = Rng::new(seed);
    let mut draw = |count: usize, size: f32| (0..count).map(|_| (rng.unit() as f32 - 0.5) * size).collect::<Vec<f32>>();
    let layers =
        [(draw(INPUTS * 24, 0.2), draw(24, 0.2)), (draw(24 * 24, 0.3), draw(24, 0.2)), (draw(24, 0.3), draw(1, 0.2))];
    network(&game.spec(), game.seats, INPUTS, "value", &layers)
}

/// A network for a game that adds up weights of inputs.
pub fn sum(game: &Clever, weights: &[(usize, f32)]) -> Net {
    let mut row = vec![0.0; INPUTS];
    for (input, weight) in weights {
        row[*input] += weight;
    }
    network(&game.spec(), game.seats, INPUTS, "value", &[(row, vec![0.0])])
}

pub fn judge(game: &Clever, nets: Vec<Net>) -> Judge {
    Judge::new(nets.into_iter().map(Arc::new).collect(), game).unwrap()
}

/// Some positions of random games in which a seat decides, with the seat.
pub fn positions(game: &Clever, seed: u64, games: usize) -> Vec<(State, usize)> {
    let (mut rng, mut found) = (Rng::new(seed), Vec::new());
    for _ in 0..games {
        let mut state = game.start(&mut NoDice);
        loop {
            settle(game, &mut state, &mut rng);
            let Turn::Seat(seat) = game.turn(&state) else { break };
            found.push((state, seat));
            let mask = game.mask(&state);
            game.act(&mut state, rules::nth(mask, rng.roll(mask.count_ones())) as Action);
        }
    }
    found
}

#[test]
fn a_position_is_worth_what_the_network_says_around_the_middle() {
    let (game, mut scratch) = (clever(&[]), Scratch::default());
    let mut state = game.start(&mut NoDice);
    let first = |name: &str| features::layout().find(|(what, _, _)| *what == name).unwrap().1;
    let judge = judge(&game, vec![sum(&game, &[(first("re-rolls held"), 0.5), (first("+1 held"), 0.25)])]);
    assert_eq!(judge.value(&game, &state, 0, &mut scratch), MIDDLE + 0.5 * SCALE, "a game begins with one re-roll");
    state.sheets[0].pluses = 3;
    assert_eq!(judge.value(&game, &state, 0, &mut scratch), MIDDLE + 0.75 * SCALE);
}

#[test]
fn several_networks_are_averaged() {
    for game in [clever(&[]), clever(&[("seats", "3")])] {
        let [one, other, both] = [vec![1], vec![2], vec![1, 2]]
            .map(|seeds| judge(&game, seeds.into_iter().map(|seed| random(&game, seed)).collect()));
        let mut scratch = Scratch::default();
        for (state, seat) in positions(&game, 3, 3) {
            let [a, b, mean] = [&one, &other, &both].map(|judge| judge.value(&game, &state, seat, &mut scratch));
            assert!((mean - f32::midpoint(a, b)).abs() < 1e-3, "{a} and {b}: {mean}");
        }
    }
}

#[test]
fn a_network_of_another_game_or_layout_is_refused() {
    let (solo, pair) = (clever(&[]), clever(&[("seats", "2")]));
    let refused = |net: Net, game: &Clever| Judge::new(vec![Arc::new(net)], game).err().unwrap();
    assert_eq!(refused(random(&solo, 1), &pair), "the network is for clever, not for clever(seats=2)");
    let old = network("clever", 1, 5, "value", &[(vec![0.0; 5], vec![0.0])]);
    assert_eq!(refused(old, &solo), format!("the network is for 5 features, clever has {INPUTS}"));
    let one = network("clever(seats=2)", 1, INPUTS, "value", &[(vec![0.0; INPUTS], vec![0.0])]);
    assert_eq!(refused(one, &pair), "the network is for 1 seats, clever(seats=2) has 2");
    assert_eq!(Judge::new(Vec::new(), &solo).err().unwrap(), "no network given");
    let mixed = vec![Arc::new(random(&solo, 1)), Arc::new(random(&pair, 1))];
    assert!(Judge::new(mixed, &solo).is_err(), "one of several is enough");
}

/// Networks of fewer inputs are of before the last sets; those of the solo game that name seats know tables of so many.
#[test]
fn a_seat_is_judged_alone_at_its_table_if_the_network_knows_such_tables() {
    let solo = clever(&[]);
    let made = |seats, inputs| network("clever", seats, inputs, "value", &[(vec![0.5; inputs], vec![0.0])]);
    for (net, known) in [(made(1, PLAIN), 1), (made(1, INPUTS), 1), (made(2, INPUTS), 2), (made(3, INPUTS), 3)] {
        let judge = judge(&solo, vec![net]);
        for seats in 2..=4 {
            let game = clever(&[("seats", &seats.to_string())]);
            let expected = (seats <= known).then_some(Place { seats: seats as u8, seat: 1 });
            assert_eq!(judge.alone(&game, 1).place, expected, "{known} of {seats}");
        }
    }
    // Half a point for every input that it has.
    let state = solo.start(&mut NoDice);
    let seen = |inputs| features::active(&features::bits(&solo, &state, 0)).filter(|bit| *bit < inputs).count();
    for inputs in [PLAIN, INPUTS] {
        let value = judge(&solo, vec![made(1, inputs)]).value(&solo, &state, 0, &mut Scratch::default());
        assert!((value - MIDDLE - 0.5 * SCALE * seen(inputs) as f32).abs() < 1e-2);
    }
    assert!(seen(PLAIN) < seen(INPUTS));
}

#[test]
fn a_finished_game_is_worth_its_score_whatever_the_network_says() {
    for game in [clever(&[]), clever(&[("mode", "thesis")]), clever(&[("seats", "4")])] {
        let (judge, mut scratch) = (judge(&game, vec![random(&game, 1)]), Scratch::default());
        let mut state = game.start(&mut NoDice);
        game.play_out(&mut state, &mut Rng::new(4));
        for seat in 0..game.seats {
            assert_eq!(judge.value(&game, &state, seat, &mut scratch), f32::from(game.score(&state, seat)));
        }
    }
}

#[test]
fn a_look_goes_through_the_legal_actions_in_order() {
    let game = clever(&[("seats", "2")]);
    let (judge, mut scratch) = (judge(&game, vec![random(&game, 1)]), Scratch::default());
    for (state, seat) in positions(&game, 5, 2) {
        let mut looked = Vec::new();
        judge.look(&game, &state, &mut scratch, |action, after, value| looked.push((action, *after, value)));
        let mut legal = Actions::new();
        game.legal(&state, seat, &mut legal);
        assert_eq!(looked.iter().map(|(action, _, _)| *action).collect::<Vec<_>>(), legal.to_vec());
        for (action, after, value) in looked {
            let mut played = state;
            game.apply(&mut played, action, &mut NoDice);
            assert_eq!(after, played);
            assert_eq!(value, judge.value(&game, &after, seat, &mut scratch), "for the seat that decided");
        }
    }
}

#[test]
fn chance_settles_into_a_decision_or_the_end() {
    for game in [clever(&[]), clever(&[("mode", "thesis")]), clever(&[("seats", "2")])] {
        let mut rng = Rng::new(6);
        for _ in 0..50 {
            let mut state = game.start(&mut NoDice);
            while game.turn(&state) != Turn::Over {
                settle(&game, &mut state, &mut rng);
                assert_ne!(game.turn(&state), Turn::Chance);
                assert_eq!(game.parse(&game.text(&state)), Ok(state), "a position that can come about");
                let mask = game.mask(&state);
                if mask != 0 {
                    game.act(&mut state, rules::nth(mask, rng.roll(mask.count_ones())) as Action);
                }
            }
        }
    }
}
