//! Statistics of one seat at what it has observed.

use crate::game::{Action, Values};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Marks an edge without a proof.
pub const UNPROVEN: u32 = u32::MAX;

/// What is known of one action at a node.
#[derive(Clone, Debug)]
pub struct Edge {
    pub action: Action,
    pub visits: u32,
    /// Index of the proven result, or [`UNPROVEN`].
    pub proof: u32,
    pub prior: f32,
    /// Sum and sum of squares of the acting seat's results, scaled to 0..1.
    pub sum: f64,
    pub square: f64,
    /// How many results went into `sum`; less than `visits` where only the exploring seat learns.
    pub weight: f64,
    /// Cumulative regret, and cumulative probability in the strategy (regret matching, Exp3).
    pub regret: f64,
    pub strategy: f64,
}

impl Edge {
    fn new(action: Action) -> Self {
        Self {
            action,
            visits: 0,
            proof: UNPROVEN,
            prior: 0.0,
            sum: 0.0,
            square: 0.0,
            weight: 0.0,
            regret: 0.0,
            strategy: 0.0,
        }
    }

    #[inline]
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.weight > 0.0).then(|| self.sum / self.weight)
    }
}

/// One seat's decision; its edges are ascending by action.
#[derive(Clone, Debug)]
pub struct Node {
    pub seat: u8,
    pub visits: u32,
    pub proof: u32,
    pub edges: Vec<Edge>,
}

#[derive(Default)]
pub struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _bytes: &[u8]) {
        unreachable!("keys are 64-bit numbers")
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// All nodes, found by key.
#[derive(Default)]
pub struct Store {
    index: HashMap<u64, u32, BuildHasherDefault<Identity>>,
    pub nodes: Vec<Node>,
    pub proofs: Vec<Values>,
}

impl Store {
    #[must_use]
    pub fn find(&self, key: u64) -> Option<u32> {
        self.index.get(&key).copied()
    }

    /// A new node; its key must be new.
    pub fn add(&mut self, key: u64, seat: usize, actions: &[Action]) -> u32 {
        let id = self.nodes.len() as u32;
        let edges = actions.iter().map(|action| Edge::new(*action)).collect();
        self.nodes.push(Node { seat: seat as u8, visits: 0, proof: UNPROVEN, edges });
        self.index.insert(key, id);
        id
    }

    /// Makes sure that every legal action has its edge: under a coarser key positions may differ in what is legal. A new
    /// edge is as promising as an even share; true where there is one.
    pub fn widen(&mut self, id: u32, actions: &[Action]) -> bool {
        let edges = &mut self.nodes[id as usize].edges;
        if edges.len() == actions.len() && edges.iter().zip(actions).all(|(edge, action)| edge.action == *action) {
            return false;
        }
        let before = edges.len();
        for action in actions {
            if let Err(place) = edges.binary_search_by_key(action, |edge| edge.action) {
                edges.insert(place, Edge { prior: 1.0 / actions.len() as f32, ..Edge::new(*action) });
            }
        }
        edges.len() > before
    }

    /// How promising actions of a node look.
    pub fn promise(&mut self, id: u32, actions: &[Action], weights: &[f32]) {
        let edges = &mut self.nodes[id as usize].edges;
        for (action, weight) in actions.iter().zip(weights) {
            if let Ok(place) = edges.binary_search_by_key(action, |edge| edge.action) {
                edges[place].prior = *weight;
            }
        }
    }

    pub fn prove(&mut self, values: Values) -> u32 {
        self.proofs.push(values);
        self.proofs.len() as u32 - 1
    }

    pub fn clear(&mut self) {
        self.index.clear();
        self.nodes.clear();
        self.proofs.clear();
    }
}
