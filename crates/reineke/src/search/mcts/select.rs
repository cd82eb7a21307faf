//! Which action to try next, and what to learn from the result.

use super::node::{Edge, Node, UNPROVEN};
use crate::dice::Rng;
use crate::game::Action;

/// How a seat chooses where it explores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    Ucb1,
    /// UCB1 with the variance of the results.
    Tuned,
    /// Priors times an exploration bonus.
    Puct,
    /// Regret matching: mixes.
    Regret,
    /// Exponential weights: mixes.
    Exp3,
}

impl Rule {
    pub const NAMES: [&'static str; 5] = ["ucb1", "tuned", "puct", "rm", "exp3"];

    #[must_use]
    pub fn named(name: &str) -> Self {
        match name {
            "tuned" => Self::Tuned,
            "puct" => Self::Puct,
            "rm" => Self::Regret,
            "exp3" => Self::Exp3,
            _ => Self::Ucb1,
        }
    }

    /// Whether the rule mixes, so that its average strategy is the answer rather than its visits.
    #[must_use]
    pub fn mixes(self) -> bool {
        matches!(self, Self::Regret | Self::Exp3)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Where one seat moves in the open.
    pub turn: Rule,
    /// Where several move at once, or something is hidden.
    pub joint: Rule,
    /// Exploration constant of the UCB family.
    pub explore: f64,
    /// Share of uniform play that the exploring seat of a mixing rule adds.
    pub mix: f64,
}

/// A choice and the odds it had.
#[derive(Clone, Copy, Debug)]
pub struct Pick {
    pub edge: u32,
    /// Probability of the choice in what it was sampled from.
    pub sampled: f64,
}

/// The index of the edge with the highest score among the legal ones; the first of equals.
fn best(node: &Node, legal: &[Action], score: impl Fn(&Edge) -> f64) -> usize {
    let mut found = (0, f64::NEG_INFINITY);
    for (index, edge) in node.edges.iter().enumerate() {
        if legal.len() != node.edges.len() && legal.binary_search(&edge.action).is_err() {
            continue;
        }
        let value = score(edge);
        if value > found.1 {
            found = (index, value);
        }
    }
    found.0
}

/// The probabilities with which a mixing rule plays, over all edges (0 where illegal).
pub fn strategy(rule: Rule, node: &Node, legal: &[Action], mix: f64, out: &mut Vec<f64>) {
    out.clear();
    let open = |edge: &Edge| legal.len() == node.edges.len() || legal.binary_search(&edge.action).is_ok();
    let count = legal.len() as f64;
    if rule == Rule::Exp3 {
        let rate = mix.max(1e-3) / count;
        let top = node.edges.iter().filter(|e| open(e)).map(|e| e.regret).fold(f64::NEG_INFINITY, f64::max);
        out.extend(node.edges.iter().map(|e| if open(e) { ((e.regret - top) * rate).exp() } else { 0.0 }));
    } else {
        out.extend(node.edges.iter().map(|e| if open(e) { e.regret.max(0.0) } else { 0.0 }));
    }
    let total: f64 = out.iter().sum();
    for (share, edge) in out.iter_mut().zip(&node.edges) {
        *share = if total > 0.0 {
            *share / total
        } else if open(edge) {
            1.0 / count
        } else {
            0.0
        };
    }
}

/// Chooses an edge. `proofs` gives the acting seat's scaled proven result of an edge.
#[allow(clippy::too_many_arguments)]
pub fn pick(
    rules: &Rules,
    rule: Rule,
    node: &Node,
    legal: &[Action],
    exploring: bool,
    proof: impl Fn(u32) -> f64,
    rng: &mut Rng,
    scratch: &mut Vec<f64>,
) -> Pick {
    if rule.mixes() {
        strategy(rule, node, legal, rules.mix, scratch);
        let uniform = if exploring { rules.mix } else { 0.0 };
        let count = legal.len() as f64;
        let open = |edge: &Edge| legal.len() == node.edges.len() || legal.binary_search(&edge.action).is_ok();
        let mut left = rng.unit();
        let mut chosen = None;
        for (index, _) in node.edges.iter().enumerate().filter(|(_, edge)| open(edge)) {
            let sampled = (1.0 - uniform) * scratch[index] + uniform / count;
            if sampled > 0.0 {
                chosen = Some(Pick { edge: index as u32, sampled });
            }
            if left < sampled {
                break;
            }
            left -= sampled;
        }
        return chosen.expect("a node has at least one legal action");
    }
    let value = |edge: &Edge| {
        if edge.proof != UNPROVEN {
            return Some(proof(edge.proof));
        }
        // A try that has not come back yet counts as lost, so that a batch of tries spreads.
        edge.mean().or((edge.visits > 0).then_some(0.0))
    };
    let total = f64::from(node.visits.max(1));
    let index = match rule {
        Rule::Puct => {
            let parent = total.sqrt();
            let known: f64 = node.edges.iter().map(|e| e.sum).sum();
            let weight: f64 = node.edges.iter().map(|e| e.weight).sum();
            let first = if weight > 0.0 { known / weight } else { 0.5 };
            best(node, legal, |e| {
                let bonus = rules.explore * f64::from(e.prior) * parent / (1.0 + f64::from(e.visits));
                value(e).unwrap_or(first) + bonus
            })
        }
        Rule::Tuned => best(node, legal, |e| match value(e) {
            None => f64::INFINITY,
            Some(mean) => {
                let (n, log) = (f64::from(e.visits), total.ln());
                let variance = e.square / e.weight.max(1.0) - mean * mean + (2.0 * log / n).sqrt();
                mean + rules.explore * (log / n * variance.clamp(0.0, 0.25)).sqrt()
            }
        }),
        _ => {
            let log = total.ln();
            best(node, legal, |e| match value(e) {
                None => f64::INFINITY,
                Some(mean) => mean + rules.explore * (log / f64::from(e.visits.max(1))).sqrt(),
            })
        }
    };
    Pick { edge: index as u32, sampled: 1.0 }
}

/// Learns from a scaled result and returns what the seat should believe the node was worth: for a mixing rule the result
/// is corrected for exploration, with the edges' means as a control variate.
pub fn learn(rule: Rule, node: &mut Node, pick: Pick, result: f64, exploring: bool, shares: &[f64]) -> f64 {
    let chosen = pick.edge as usize;
    if !rule.mixes() {
        let edge = &mut node.edges[chosen];
        edge.sum += result;
        edge.square += result * result;
        edge.weight += 1.0;
        return result;
    }
    if !exploring {
        // Later strategies are better ones: the average weighs them by their age.
        let weight = f64::from(node.visits);
        for (edge, share) in node.edges.iter_mut().zip(shares) {
            edge.strategy += weight * share;
        }
        return result;
    }
    let seen = node.edges[chosen].mean().unwrap_or(result);
    let corrected = seen + (result - seen) / pick.sampled;
    let estimate = |index: usize, edge: &Edge| {
        if index == chosen { corrected } else { edge.mean().unwrap_or(seen) }
    };
    let worth: f64 =
        node.edges.iter().enumerate().zip(shares).map(|((index, edge), share)| share * estimate(index, edge)).sum();
    for index in 0..node.edges.len() {
        let gain = match rule {
            Rule::Exp3 => {
                if index == chosen {
                    result / pick.sampled
                } else {
                    0.0
                }
            }
            _ => estimate(index, &node.edges[index]) - worth,
        };
        let edge = &mut node.edges[index];
        edge.regret += gain;
        if rule == Rule::Regret {
            edge.regret = edge.regret.max(0.0);
        }
    }
    let edge = &mut node.edges[chosen];
    edge.sum += result;
    edge.square += result * result;
    edge.weight += 1.0;
    worth
}
