//! A network small enough to work out by hand, and files that are wrong in one way each.

use super::*;
use crate::dice::{NoDice, Rng};
use crate::eval::judge;
use crate::game::{Turn, random_turn};
use crate::games::tictactoe::TicTacToe;
use crate::games::{Playable, goofspiel::Goofspiel, pig::Pig};
use crate::models;
use crate::options::Options;
use safetensors::tensor::{TensorView, serialize};

type Tensors = Vec<(&'static str, Vec<usize>, Vec<f32>)>;

const ABOUT: [(&str, &str); 6] = [
    ("format", "reineke-value-net"),
    ("version", "1"),
    ("game", "tictactoe"),
    ("seats", "2"),
    ("features", "19"),
    ("head", "share"),
];

fn file(about: &[(&str, &str)], tensors: &Tensors) -> Vec<u8> {
    let bytes: Vec<Vec<u8>> =
        tensors.iter().map(|(_, _, data)| data.iter().flat_map(|x| x.to_le_bytes()).collect()).collect();
    let views = tensors
        .iter()
        .zip(&bytes)
        .map(|((name, shape, _), data)| (*name, TensorView::new(Dtype::F32, shape.clone(), data).unwrap()));
    let about = about.iter().map(|(key, value)| ((*key).to_string(), (*value).to_string())).collect();
    serialize(views, Some(about)).unwrap()
}

/// Two hidden units: own marks less three, and twice the other's marks; the output is 0.5 + first - second / 4.
fn marks() -> Tensors {
    let mut first = vec![0.0; 2 * 19];
    (0..9).for_each(|cell| first[2 * cell] = 1.0);
    (9..18).for_each(|cell| first[2 * cell + 1] = 2.0);
    vec![
        ("w0", vec![19, 2], first),
        ("b0", vec![2], vec![-3.0, 0.0]),
        ("w1", vec![2, 1], vec![1.0, -0.25]),
        ("b1", vec![1], vec![0.5]),
    ]
}

fn about(key: &str, value: &str) -> Vec<u8> {
    let mut about = ABOUT.to_vec();
    about.iter_mut().filter(|entry| entry.0 == key).for_each(|entry| entry.1 = leak(value));
    file(&about, &marks())
}

fn leak(text: &str) -> &'static str {
    Box::leak(text.to_string().into_boxed_str())
}

fn error(bytes: &[u8]) -> String {
    Net::from_safetensors(bytes).unwrap_err()
}

#[test]
fn a_known_network_says_what_it_says_by_hand() {
    let net = Net::from_safetensors(&file(&ABOUT, &marks())).unwrap();
    let mut features = [0.0; 19];
    assert_eq!(net.logit(&features), 0.5, "nothing on the board: both units are cut off at zero");
    features[..5].fill(1.0);
    features[9..13].fill(1.0);
    assert_eq!(net.logit(&features), 0.5 + 2.0 - 2.0);
    features[9..13].fill(0.0);
    assert_eq!(net.logit(&features), 2.5);
}

#[test]
fn shares_of_a_constant_sum_are_the_softmax_of_the_seats() {
    let game = TicTacToe;
    let net = Arc::new(Net::from_safetensors(&file(&ABOUT, &marks())).unwrap());
    let eval = NetEval::new(net, &game, "tictactoe").unwrap();
    // Seat 0 has four marks and sees four others: 0.5 + 1 - 2. So does seat 1. Then seat 0 has one less.
    let even = game.parse("xxo/oox/xo. x").unwrap();
    assert_eq!(judge(&game, &eval, &(), &even)[..2], [0.0, 0.0]);
    let odd = game.parse("xxo/oo./xx. o").unwrap();
    // Four own, three others: 0.5 + 1 - 1.5 = 0; three own, four others: 0.5 - 2 = -1.5.
    let share = 1.0 / (1.0 + (-1.5f64).exp());
    let values = judge(&game, &eval, &(), &odd);
    assert!((values[0] - (2.0 * share - 1.0)).abs() < 1e-12);
    assert!((values[0] + values[1]).abs() < 1e-12);
    assert_eq!(Evaluator::<TicTacToe>::bounds(&eval, &game), Some((-1.0, 0.0)));
}

#[test]
fn a_value_head_spans_the_range_for_each_seat_by_itself() {
    let game = TicTacToe;
    let net = Arc::new(Net::from_safetensors(&about("head", "value")).unwrap());
    let eval = NetEval::new(net, &game, "tictactoe").unwrap();
    let values = judge(&game, &eval, &(), &game.start(&mut NoDice));
    assert!((values[0] - 0.5f64.tanh()).abs() < 1e-12);
    assert_eq!(values[0], values[1]);
    assert_eq!(values[2], 0.0);
    assert_eq!(Evaluator::<TicTacToe>::bounds(&eval, &game), None);
    assert!(Evaluator::<TicTacToe>::scaled(&eval, &game));
}

#[test]
fn zero_inputs_are_skipped_without_a_trace() {
    let net = Net::from_safetensors(&file(&ABOUT, &marks())).unwrap();
    let game = TicTacToe;
    let mut rng = Rng::new(7);
    let mut state = game.start(&mut rng);
    while game.turn(&state) != Turn::Over {
        let mut features = [0.0; 19];
        game.features(&state, 0, &mut features);
        let mut hidden = [-3.0f32, 0.0];
        for (index, x) in features.iter().enumerate() {
            hidden[0] += x * net.layers[0].weights[2 * index];
            hidden[1] += x * net.layers[0].weights[2 * index + 1];
        }
        assert_eq!(net.logit(&features), 0.5 + hidden[0].max(0.0) - 0.25 * hidden[1].max(0.0));
        random_turn(&game, &mut state, &mut rng);
    }
}

#[test]
fn inputs_of_zero_and_one_may_be_given_by_the_ones() {
    let (mut rng, mut input, mut output) = (Rng::new(8), Vec::new(), Vec::new());
    for widths in [&[1][..], &[7, 1], &[40, 24, 1]] {
        let layers = widths.iter().scan(19, |rows, width| {
            let mut draw = |count| (0..count).map(|_| rng.unit() as f32 - 0.5).collect::<Vec<f32>>();
            let layer = Layer { weights: draw(*rows * width), bias: draw(*width) };
            *rows = *width;
            Some(layer)
        });
        let layers = layers.collect();
        let net = Net { layers, head: Head::Value, game: "any".into(), seats: 1, features: 19 };
        for _ in 0..200 {
            let ones: Vec<usize> = (0..19).filter(|_| rng.unit() < 0.4).collect();
            let mut features = [0.0; 19];
            for one in &ones {
                features[*one] = 1.0;
            }
            net.logits_of(ones.into_iter(), &mut input, &mut output);
            assert_eq!(output[0].to_bits(), net.logit(&features).to_bits());
        }
    }
}

#[test]
fn a_file_that_is_no_network_is_refused_by_what_is_wrong() {
    assert!(error(b"nonsense").starts_with("not a safetensors file"));
    assert_eq!(
        error(&about("format", "reineke-sawhian-lanes")),
        "metadata format: expected reineke-value-net, found reineke-sawhian-lanes"
    );
    assert_eq!(error(&about("version", "2")), "metadata version: expected 1, found 2");
    assert_eq!(error(&about("head", "policy")), "metadata head: expected share, value or odds, found policy");
    assert_eq!(error(&about("seats", "0")), "metadata seats: expected a number from 1 to 6, found 0");
    assert_eq!(error(&file(&ABOUT[..5], &marks())), "metadata head is missing");
    assert_eq!(error(&file(&[], &marks())), "metadata format: expected reineke-value-net, found nothing");
}

#[test]
fn a_tensor_of_the_wrong_shape_is_refused_by_its_name() {
    let with = |change: fn(&mut Tensors)| {
        let mut tensors = marks();
        change(&mut tensors);
        error(&file(&ABOUT, &tensors))
    };
    assert_eq!(error(&about("features", "20")), "tensor w0: expected the shape [20, width], found [19, 2]");
    assert_eq!(with(|t| drop(t.remove(1))), "tensor b0 is missing");
    assert_eq!(with(Vec::clear), "tensor w0 is missing");
    assert_eq!(with(|t| t[1] = ("b0", vec![1], vec![0.0])), "tensor b0: expected the shape [2], found [1]");
    assert_eq!(with(|t| t.truncate(2)), "tensor w0: the last layer has width 2, expected 1");
    assert_eq!(with(|t| t.push(("extra", vec![1], vec![0.0]))), "tensor w2 is missing");
    assert_eq!(with(|t| t[3].2[0] = f32::NAN), "tensor b1: holds numbers that are not finite");
}

#[test]
fn a_network_of_odds_may_say_several_numbers_and_no_search_takes_it() {
    let mut two = marks();
    two.truncate(2);
    let mut odds = ABOUT.to_vec();
    odds[5].1 = "odds";
    let net = Net::from_safetensors(&file(&odds, &two)).unwrap();
    assert_eq!((net.head(), net.outputs()), (Head::Odds, 2));
    let (mut input, mut output) = (Vec::new(), Vec::new());
    net.logits_of([0, 1, 9].into_iter(), &mut input, &mut output);
    assert_eq!(output, [-1.0, 2.0]);
    let refused = NetEval::new(Arc::new(net), &TicTacToe, "tictactoe").unwrap_err();
    assert_eq!(refused, "the network tells odds, which no search can use");
}

#[test]
fn a_network_for_another_game_is_refused() {
    let net = Arc::new(Net::from_safetensors(&file(&ABOUT, &marks())).unwrap());
    let refused = |net: &Arc<Net>, name: &str| NetEval::new(Arc::clone(net), &TicTacToe, name).unwrap_err();
    assert_eq!(refused(&net, "noughts"), "the network is for tictactoe, not for noughts");
    let three = Arc::new(Net::from_safetensors(&about("seats", "3")).unwrap());
    assert_eq!(refused(&three, "tictactoe"), "the network is for 3 seats, tictactoe has 2");
    let goofspiel = Goofspiel::from_options(&mut Options::default()).unwrap();
    let error = NetEval::new(net, &goofspiel, "tictactoe").unwrap_err();
    assert_eq!(error, format!("the network is for 19 features, tictactoe has {}", goofspiel.feature_count()));
}

#[test]
fn every_game_takes_a_network_and_says_when_there_is_none() {
    let options = |pairs: &[(&str, &str)]| {
        Options::new(pairs.iter().map(|(key, value)| ((*key).to_string(), (*value).to_string())))
    };
    let error = |options: &mut Options| TicTacToe.searcher("greedy", options, 0).err().unwrap();
    assert_eq!(error(&mut options(&[("eval", "net")])), "eval=net needs model=FILE");
    assert_eq!(error(&mut options(&[("eval", "net"), ("model", "none")])), "the model none is not loaded");
    models::put("marks", Net::from_safetensors(&file(&ABOUT, &marks())).unwrap());
    assert!(TicTacToe.searcher("mcts", &mut options(&[("eval", "net"), ("model", "marks")]), 0).is_ok());
    let pig = Pig::from_options(&mut Options::default()).unwrap();
    let error = pig.searcher("mcts", &mut options(&[("eval", "net"), ("model", "marks")]), 0).err().unwrap();
    assert_eq!(error, "the network is for tictactoe, not for pig");
}
