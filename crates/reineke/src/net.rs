//! Small trained networks: dense layers read from safetensors, run in plain loops, as an evaluation of any game.
//!
//! The network looks at a position once per seat, each time at what that seat sees ([`Game::features`]), and says one
//! number, so that one network serves every seat. What the numbers mean is the [`Head`]'s business.

use crate::eval::Evaluator;
use crate::game::{Game, MAX_SEATS, Values};
use crate::wide::widened;
use safetensors::{Dtype, SafeTensors};
use std::collections::HashMap;
use std::sync::Arc;

/// What a file of weights has to say about itself, beside `game`, `features`, `seats` and `head`.
const FORMAT: [(&str, &str); 2] = [("format", "reineke-value-net"), ("version", "1")];

/// How the numbers of all seats become values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// Their softmax shares out what there is above the lowest outcome; for games with a constant sum.
    Share,
    /// Each by itself: its hyperbolic tangent spans the range of outcomes.
    Value,
    /// Several numbers a seat, log-odds of what the game says.
    Odds,
}

/// A dense layer: `output = bias + input × weights`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layer {
    /// `[input][output]`, so that an input that is zero skips its row.
    weights: Vec<f32>,
    bias: Vec<f32>,
}

impl Layer {
    /// Adds up in the order of the inputs, whatever the width of the CPU's registers.
    pub(crate) fn apply(&self, input: &[f32], output: &mut Vec<f32>) {
        output.clear();
        output.extend_from_slice(&self.bias);
        for (x, row) in input.iter().zip(self.weights.chunks_exact(self.bias.len())) {
            if *x != 0.0 {
                add_times(output, *x, row);
            }
        }
    }
}

widened! {
    /// Adds a row of weights.
    add(out: &mut [f32], row: &[f32]) {
        out.iter_mut().zip(row).for_each(|(y, w)| *y += w);
    }
}

widened! {
    /// Adds a multiple of a row of weights.
    add_times(out: &mut [f32], x: f32, row: &[f32]) {
        out.iter_mut().zip(row).for_each(|(y, w)| *y += x * w);
    }
}

/// A multi-layer perceptron with `ReLU` between its layers; one output, several with [`Head::Odds`].
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    layers: Vec<Layer>,
    head: Head,
    game: String,
    seats: usize,
    features: usize,
}

impl Net {
    /// Reads weights from a safetensors file: `w0` as F32 `[features, width]` and `b0` as F32 `[width]`, then `w1`, `b1`
    /// and so on; the last layer has width 1.
    pub fn from_safetensors(bytes: &[u8]) -> Result<Self, String> {
        let metadata = metadata(bytes, FORMAT)?;
        let head = match text(&metadata, "head")? {
            "share" => Head::Share,
            "value" => Head::Value,
            "odds" => Head::Odds,
            other => return Err(format!("metadata head: expected share, value or odds, found {other}")),
        };
        let game = text(&metadata, "game")?.to_string();
        let seats = whole(&metadata, "seats", MAX_SEATS)?;
        let features = whole(&metadata, "features", 1 << 20)?;
        let (layers, width) = layers(bytes, features)?;
        if width != 1 && head != Head::Odds {
            return Err(format!("tensor w{}: the last layer has width {width}, expected 1", layers.len() - 1));
        }
        Ok(Self { layers, head, game, seats, features })
    }

    /// Why it cannot judge a game: it was made for another, or for other features.
    pub fn suits(&self, game: &str, seats: usize, features: usize) -> Result<(), String> {
        if self.game != game {
            return Err(format!("the network is for {}, not for {game}", self.game));
        }
        for (what, own, wanted) in [("seats", self.seats, seats), ("features", self.features, features)] {
            if own != wanted {
                return Err(format!("the network is for {own} {what}, {game} has {wanted}"));
            }
        }
        Ok(())
    }

    /// How many numbers it looks at.
    #[must_use]
    pub fn features(&self) -> usize {
        self.features
    }

    #[must_use]
    pub fn seats(&self) -> usize {
        self.seats
    }

    #[must_use]
    pub fn head(&self) -> Head {
        self.head
    }

    /// How many numbers it says.
    #[must_use]
    pub fn outputs(&self) -> usize {
        self.layers.last().map_or(0, |layer| layer.bias.len())
    }

    /// What the network says where the features are 0 and 1: those that are 1, and room for the layers.
    pub fn logits_of(&self, ones: impl Iterator<Item = usize>, input: &mut Vec<f32>, output: &mut Vec<f32>) {
        let [first, rest @ ..] = &self.layers[..] else { return };
        let width = first.bias.len();
        output.clear();
        output.extend_from_slice(&first.bias);
        for one in ones {
            add(output, &first.weights[one * width..(one + 1) * width]);
        }
        for layer in rest {
            std::mem::swap(input, output);
            for x in input.iter_mut() {
                *x = x.max(0.0);
            }
            layer.apply(input, output);
        }
    }

    /// What the network says of one seat's features.
    #[must_use]
    pub fn logit(&self, features: &[f32]) -> f32 {
        let (mut input, mut output) = (features.to_vec(), Vec::new());
        for (index, layer) in self.layers.iter().enumerate() {
            if index > 0 {
                for x in &mut input {
                    *x = x.max(0.0);
                }
            }
            layer.apply(&input, &mut output);
            std::mem::swap(&mut input, &mut output);
        }
        input[0]
    }
}

/// What a safetensors file says about itself; it must say `format`.
pub(crate) fn metadata(bytes: &[u8], format: [(&str, &str); 2]) -> Result<HashMap<String, String>, String> {
    let (_, header) = SafeTensors::read_metadata(bytes).map_err(|error| format!("not a safetensors file: {error}"))?;
    let metadata = header.metadata().clone().unwrap_or_default();
    for (key, wanted) in format {
        let found = metadata.get(key).map_or("nothing", String::as_str);
        if found != wanted {
            return Err(format!("metadata {key}: expected {wanted}, found {found}"));
        }
    }
    Ok(metadata)
}

/// The layers of a safetensors file, `w0` and `b0`, `w1` and `b1` and so on, and the width of the last.
pub(crate) fn layers(bytes: &[u8], features: usize) -> Result<(Vec<Layer>, usize), String> {
    let file = SafeTensors::deserialize(bytes).map_err(|error| format!("not a safetensors file: {error}"))?;
    let mut layers = Vec::new();
    let mut width = features;
    for index in 0..file.len().div_ceil(2).max(1) {
        let (weights, outputs) = matrix(&file, &format!("w{index}"), width)?;
        let bias = vector(&file, &format!("b{index}"), outputs)?;
        layers.push(Layer { weights, bias });
        width = outputs;
    }
    Ok((layers, width))
}

pub(crate) fn text<'a>(metadata: &'a HashMap<String, String>, key: &str) -> Result<&'a str, String> {
    metadata.get(key).map(String::as_str).ok_or_else(|| format!("metadata {key} is missing"))
}

pub(crate) fn whole(metadata: &HashMap<String, String>, key: &str, most: usize) -> Result<usize, String> {
    let text = text(metadata, key)?;
    text.parse()
        .ok()
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| format!("metadata {key}: expected a number from 1 to {most}, found {text}"))
}

/// The numbers and the width of `[inputs, width]`.
fn matrix(file: &SafeTensors, name: &str, inputs: usize) -> Result<(Vec<f32>, usize), String> {
    let shape = file.tensor(name).map_err(|_| format!("tensor {name} is missing"))?.shape().to_vec();
    match shape[..] {
        [rows, width] if rows == inputs && width > 0 => Ok((numbers(file, name)?, width)),
        _ => Err(format!("tensor {name}: expected the shape [{inputs}, width], found {shape:?}")),
    }
}

fn vector(file: &SafeTensors, name: &str, width: usize) -> Result<Vec<f32>, String> {
    let shape = file.tensor(name).map_err(|_| format!("tensor {name} is missing"))?.shape().to_vec();
    if shape != [width] {
        return Err(format!("tensor {name}: expected the shape [{width}], found {shape:?}"));
    }
    numbers(file, name)
}

fn numbers(file: &SafeTensors, name: &str) -> Result<Vec<f32>, String> {
    let tensor = file.tensor(name).map_err(|_| format!("tensor {name} is missing"))?;
    if tensor.dtype() != Dtype::F32 {
        return Err(format!("tensor {name}: expected F32, found {}", tensor.dtype()));
    }
    let word = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().expect("chunks have four bytes"));
    let numbers: Vec<f32> = tensor.data().chunks_exact(4).map(word).collect();
    if numbers.iter().any(|number| !number.is_finite()) {
        return Err(format!("tensor {name}: holds numbers that are not finite"));
    }
    Ok(numbers)
}

/// A network as the evaluation of a game.
#[derive(Clone, Debug)]
pub struct NetEval {
    net: Arc<Net>,
}

impl NetEval {
    /// Takes a network for a game that goes by `name` in the files of weights; refuses one that was made for another.
    pub fn new<G: Game>(net: Arc<Net>, game: &G, name: &str) -> Result<Self, String> {
        if net.game == name && game.feature_count() == 0 {
            return Err(format!("{name} has no features that a network could look at"));
        }
        net.suits(name, game.seats(), game.feature_count())?;
        if net.head == Head::Odds {
            return Err("the network tells odds, which no search can use".into());
        }
        if net.head == Head::Share && (game.sum().is_none() || game.seats() == 1) {
            return Err(format!("the network shares out a constant sum, which {name} does not have"));
        }
        Ok(Self { net })
    }
}

impl<G: Game> Evaluator<G> for NetEval {
    type Memo = ();

    fn start(&self, _game: &G, _state: &G::State) {}
    fn step(&self, _game: &G, _memo: &(), _before: &G::State, _after: &G::State) {}

    fn value(&self, game: &G, _memo: &(), state: &G::State) -> Values {
        let seats = game.seats();
        let (low, high) = game.range();
        let mut features = vec![0.0; self.net.features];
        let mut values = [0.0; MAX_SEATS];
        for (seat, value) in values[..seats].iter_mut().enumerate() {
            features.fill(0.0);
            game.features(state, seat, &mut features);
            *value = f64::from(self.net.logit(&features));
        }
        match (self.net.head, game.sum()) {
            (Head::Share, Some(sum)) => {
                let top = values[..seats].iter().copied().fold(f64::NEG_INFINITY, f64::max);
                values[..seats].iter_mut().for_each(|logit| *logit = (*logit - top).exp());
                let scale = (sum - seats as f64 * low) / values[..seats].iter().sum::<f64>();
                values[..seats].iter_mut().for_each(|weight| *weight = low + *weight * scale);
            }
            _ => values[..seats].iter_mut().for_each(|x| *x = low + (high - low) * f64::midpoint(x.tanh(), 1.0)),
        }
        values
    }

    fn bounds(&self, game: &G) -> Option<(f64, f64)> {
        if self.net.head == Head::Share { game.sum().map(|sum| (game.range().0, sum)) } else { None }
    }

    fn scaled(&self, _game: &G) -> bool {
        true
    }
}

#[cfg(test)]
#[path = "net_tests.rs"]
mod tests;
