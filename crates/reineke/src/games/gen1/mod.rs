//! Pokémon, generation 1: random battles as Showdown plays them.

pub mod agents;
pub mod analyser;
#[cfg(test)]
mod analyser_tests;
pub mod battle;
pub mod belief;
#[cfg(test)]
mod belief_tests;
pub mod check;
pub mod choice;
pub mod coverage;
pub mod damage;
#[rustfmt::skip]
pub mod data;
pub mod dex;
pub mod duel;
mod effect;
pub mod event;
pub mod game;
#[cfg(test)]
mod game_tests;
pub mod gauge;
pub mod generator;
pub mod habits;
pub mod hit;
pub mod hunch;
#[cfg(test)]
mod hunch_tests;
pub mod json;
pub mod member;
pub mod mind;
mod moves;
pub mod parse;
#[cfg(test)]
mod parse_tests;
pub mod pool;
#[cfg(test)]
mod pool_tests;
pub mod protocol;
pub mod rejection;
pub mod request;
pub mod roll;
pub mod sample;
pub mod scene;
pub mod script;
pub mod seat;
#[cfg(test)]
mod seat_tests;
pub mod sets;
#[cfg(test)]
mod sets_tests;
pub mod side;
pub mod study;
#[cfg(test)]
mod study_tests;
pub mod team;
#[cfg(test)]
mod tests;
pub mod track;
#[cfg(test)]
mod track_tests;
mod tree;
pub mod turn;
pub mod vector;
#[cfg(test)]
mod vector_tests;
mod views;
#[cfg(test)]
mod views_tests;
pub mod worth;
