//! Pokémon, generation 1: what beliefs are worth.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use reineke::dice::chain;
use reineke::game::Game;
use reineke::games::gen1::game::{Gen1, State};
use reineke::games::gen1::rejection::{self, Shown, accepted};
use reineke::games::gen1::study;

fn course(text: &str) -> PyResult<State> {
    Gen1.parse(text).map_err(PyValueError::new_err)
}

/// What the beliefs of both seats were worth in a battle, given by its course, as JSON.
#[pyfunction]
fn gen1_beliefs(py: Python<'_>, text: &str) -> PyResult<String> {
    let state = course(text)?;
    Ok(py.detach(|| study::score(&state).to_string()))
}

type Chosen = (Vec<Vec<f64>>, usize, usize);

/// Every free choice in a battle: what can be said of each option, the last of them a switch, which was taken, and how many could
/// come in.
#[pyfunction]
fn gen1_chosen(text: &str) -> PyResult<Vec<Chosen>> {
    let each = |one: study::Chosen| (one.options.iter().map(|traits| traits.to_vec()).collect(), one.taken, one.bench);
    Ok(study::chosen(&course(text)?).into_iter().map(each).collect())
}

type Hidden = (u64, Vec<Vec<u64>>, Vec<u64>);

fn hidden(found: rejection::Hidden) -> Hidden {
    (found.count, found.kits, found.species)
}

/// Partial revelations of teams, by a seed: for each how likely the belief takes every kit of those who were seen to be, and how
/// often its own teams, so many, have each kit and each species beside those.
#[pyfunction]
fn gen1_revelations(py: Python<'_>, count: usize, seed: u64, teams: usize) -> Vec<(Vec<Vec<f64>>, Hidden)> {
    let one = |number: usize| {
        let shown = Shown::draw(number, seed);
        let belief = shown.belief();
        let odds = |index| belief.posterior(index).iter().map(|(_, odds)| *odds).collect();
        ((0..shown.members.len()).map(odds).collect(), hidden(shown.believed(teams, seed + number as u64)))
    };
    py.detach(|| (0..count).map(one).collect())
}

/// Of the revelation with this number: how many teams of the generator were drawn until so many had what was shown, or all were drawn
/// that may be, and how often those have each kit and each other species. Another `stream` gives other teams.
#[pyfunction]
fn gen1_accepted(py: Python<'_>, number: usize, seed: u64, least: u64, most: u64, stream: u64) -> (u64, Hidden) {
    let stream = chain(chain(seed, number as u64), stream);
    let (drawn, found) = py.detach(|| accepted(&Shown::draw(number, seed), least, most, stream));
    (drawn, hidden(found))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(gen1_beliefs, module)?)?;
    module.add_function(wrap_pyfunction!(gen1_chosen, module)?)?;
    module.add_function(wrap_pyfunction!(gen1_revelations, module)?)?;
    module.add_function(wrap_pyfunction!(gen1_accepted, module)?)?;
    Ok(())
}
