//! Pokémon, generation 1: random battles as Showdown plays them.

pub mod battle;
pub mod check;
pub mod choice;
pub mod coverage;
pub mod damage;
#[rustfmt::skip]
pub mod data;
pub mod dex;
mod effect;
pub mod event;
pub mod generator;
pub mod hit;
pub mod json;
mod moves;
pub mod protocol;
pub mod roll;
pub mod script;
pub mod team;
#[cfg(test)]
mod tests;
mod tree;
pub mod turn;
