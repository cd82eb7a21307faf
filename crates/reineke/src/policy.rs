//! Trained policies: dense layers from an observation to one number per action, read from safetensors.
//!
//! Observations and actions are those of a batch ([`crate::batch::Table`]): a file names the game with its options and the
//! layout that it was trained on, and plays no other.

use crate::net::{Layer, layers, metadata, text, whole};

/// What a file of weights has to say about itself, beside `game`, `layout`, `inputs`, `activation`, `features` and
/// `actions`.
const FORMAT: [(&str, &str); 2] = [("format", "reineke-policy-net"), ("version", "1")];

/// How the small whole numbers of an observation enter the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// As they are.
    Numbers,
    /// Each as a 1 among as many zeros as it has other values.
    Bits,
}

impl Inputs {
    /// How many features there are of numbers within these bounds.
    #[must_use]
    pub fn count(self, bounds: &[(u8, u8)]) -> usize {
        match self {
            Self::Numbers => bounds.len(),
            Self::Bits => bounds.iter().map(|(low, high)| usize::from(high - low) + 1).sum(),
        }
    }

    /// The features of an observation.
    fn write(self, numbers: &[u8], bounds: &[(u8, u8)], out: &mut Vec<f32>) {
        out.clear();
        for (number, (low, high)) in numbers.iter().zip(bounds) {
            match self {
                Self::Numbers => out.push(f32::from(*number)),
                Self::Bits => out.extend((*low..=*high).map(|value| f32::from(u8::from(value == *number)))),
            }
        }
    }
}

/// A multi-layer perceptron with one output per action.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyNet {
    layers: Vec<Layer>,
    inputs: Inputs,
    tanh: bool,
    game: String,
    layout: String,
    features: usize,
    actions: usize,
}

impl PolicyNet {
    /// Reads weights: `w0` as F32 `[features, width]` and `b0` as F32 `[width]`, then `w1`, `b1` and so on; the last layer
    /// has as many outputs as there are actions.
    pub fn from_safetensors(bytes: &[u8]) -> Result<Self, String> {
        let metadata = metadata(bytes, FORMAT)?;
        let inputs = match text(&metadata, "inputs")? {
            "numbers" => Inputs::Numbers,
            "bits" => Inputs::Bits,
            other => return Err(format!("metadata inputs: expected numbers or bits, found {other}")),
        };
        let tanh = match text(&metadata, "activation")? {
            "relu" => false,
            "tanh" => true,
            other => return Err(format!("metadata activation: expected relu or tanh, found {other}")),
        };
        let (features, actions) = (whole(&metadata, "features", 1 << 20)?, whole(&metadata, "actions", 1 << 20)?);
        let (layers, width) = layers(bytes, features)?;
        if width != actions {
            return Err(format!("tensor w{}: the last layer has width {width}, expected {actions}", layers.len() - 1));
        }
        let (game, layout) = (text(&metadata, "game")?.to_string(), text(&metadata, "layout")?.to_string());
        Ok(Self { layers, inputs, tanh, game, layout, features, actions })
    }

    #[must_use]
    pub fn layout(&self) -> &str {
        &self.layout
    }

    /// Refuses other games than that it was made for.
    pub fn plays(&self, game: &str) -> Result<(), String> {
        if self.game == game {
            return Ok(());
        }
        Err(format!("the network is for {}, not for {game}", self.game))
    }

    /// Refuses another layout than that it was made for: observations within these bounds, and so many actions.
    pub fn suits(&self, bounds: &[(u8, u8)], actions: usize) -> Result<(), String> {
        let features = self.inputs.count(bounds);
        for (what, own, wanted) in [("features", self.features, features), ("actions", self.actions, actions)] {
            if own != wanted {
                return Err(format!("the network is for {own} {what}, layout {} has {wanted}", self.layout));
            }
        }
        Ok(())
    }

    /// What the network says of every action where `numbers` are seen.
    #[must_use]
    pub fn logits(&self, numbers: &[u8], bounds: &[(u8, u8)]) -> Vec<f32> {
        let (mut input, mut output) = (Vec::with_capacity(self.features), Vec::new());
        self.inputs.write(numbers, bounds, &mut input);
        for (index, layer) in self.layers.iter().enumerate() {
            if index > 0 {
                for x in &mut input {
                    *x = if self.tanh { x.tanh() } else { x.max(0.0) };
                }
            }
            layer.apply(&input, &mut output);
            std::mem::swap(&mut input, &mut output);
        }
        input
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use safetensors::tensor::{Dtype, TensorView, serialize};
    use std::collections::HashMap;

    /// Two numbers, one of them a bit, and three actions, without hidden layers.
    fn file(changes: &[(&str, &str)], weights: &[f32], outputs: usize) -> Vec<u8> {
        let mut about: HashMap<String, String> = [
            ("format", "reineke-policy-net"),
            ("version", "1"),
            ("game", "toy"),
            ("layout", "lean"),
            ("inputs", "numbers"),
            ("activation", "relu"),
            ("features", "2"),
            ("actions", "3"),
        ]
        .map(|(key, value)| (key.to_string(), value.to_string()))
        .into();
        about.extend(changes.iter().map(|(key, value)| ((*key).to_string(), (*value).to_string())));
        let bytes = |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
        let (weights, bias) = (bytes(weights), bytes(&vec![0.5; outputs]));
        let rows = weights.len() / 4 / outputs;
        let tensors = [
            ("w0", TensorView::new(Dtype::F32, vec![rows, outputs], &weights).unwrap()),
            ("b0", TensorView::new(Dtype::F32, vec![outputs], &bias).unwrap()),
        ];
        serialize(tensors, Some(about)).unwrap()
    }

    #[test]
    fn numbers_enter_as_they_are() {
        let net = PolicyNet::from_safetensors(&file(&[], &[1.0, 2.0, 3.0, -1.0, 0.0, 1.0], 3)).unwrap();
        assert_eq!(net.logits(&[4, 1], &[(0, 6), (0, 1)]), [3.5, 8.5, 13.5]);
    }

    #[test]
    fn bits_are_a_one_among_zeros() {
        let weights: Vec<f32> = (0..5u8).map(f32::from).collect();
        let about = [("inputs", "bits"), ("features", "5"), ("actions", "1")];
        let net = PolicyNet::from_safetensors(&file(&about, &weights, 1)).unwrap();
        let bounds = [(1, 3), (0, 1)];
        net.suits(&bounds, 1).unwrap();
        assert_eq!(net.logits(&[3, 0], &bounds), [2.0 + 3.0 + 0.5]);
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let error = |changes: &[(&str, &str)]| PolicyNet::from_safetensors(&file(changes, &[0.0; 6], 3)).unwrap_err();
        assert_eq!(
            error(&[("format", "reineke-value-net")]),
            "metadata format: expected reineke-policy-net, found reineke-value-net"
        );
        assert_eq!(error(&[("inputs", "words")]), "metadata inputs: expected numbers or bits, found words");
        assert_eq!(error(&[("activation", "sine")]), "metadata activation: expected relu or tanh, found sine");
        assert_eq!(error(&[("actions", "4")]), "tensor w0: the last layer has width 3, expected 4");
        let net = PolicyNet::from_safetensors(&file(&[], &[0.0; 6], 3)).unwrap();
        assert_eq!(net.plays("go").unwrap_err(), "the network is for toy, not for go");
        assert_eq!(net.suits(&[(0, 1)], 3).unwrap_err(), "the network is for 2 features, layout lean has 1");
        assert_eq!(net.suits(&[(0, 1); 2], 5).unwrap_err(), "the network is for 3 actions, layout lean has 5");
    }
}
