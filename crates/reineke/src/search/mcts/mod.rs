//! One Monte-Carlo tree search for every kind of node.
//!
//! Statistics live in one table, keyed by the acting seat and by what that seat has observed: at a turn there is one
//! entry, at a simultaneous turn one per acting seat (decoupled), and under hidden information samples of the View that
//! look alike to a seat share its entry. Chance is sampled. The search is a machine that can be resumed at any leaf
//! ([`Machine::collect`], [`Machine::back_up`]), so that play-outs, evaluations and networks are evaluators of one loop.

mod forest;
mod machine;
mod node;
mod select;

pub use forest::Forest;
pub use machine::{Leaf, Machine, Verdict};
pub use node::{Edge, Node, Store};
pub use select::{Rule, Rules};
