//! Reineke's core: the rules of hard games and the searches that play them.
//!
//! [`game::Game`] is the contract; everything in [`search`] is written against it alone, so that a new game is one
//! folder in [`games`].

pub mod batch;
pub mod control;
pub mod decision;
pub mod dice;
pub mod eval;
pub mod game;
pub mod games;
pub mod models;
pub mod net;
pub mod options;
pub mod policy;
pub mod pool;
pub mod search;
mod wide;
