//! What only Ganz schön clever has: games for learning.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use reineke::game::Game;
use reineke::games::clever::features::{INPUTS, WORDS, layout};
use reineke::games::clever::judge::{Judge, MIDDLE, SCALE};
use reineke::games::clever::odds::{LOWEST, RUNGS, STEP};
use reineke::games::clever::{Clever, MOST_SEATS, selfplay};
use reineke::models;
use reineke::options::Options;
use std::collections::HashMap;

/// What a set of inputs tells, its first, and how many there are.
type Part = (&'static str, usize, usize);

/// Inputs of a value network, their sets (what, first, count), and the score at output 0 and its step to 1.
#[pyfunction]
fn clever_inputs() -> (usize, Vec<Part>, (f32, f32)) {
    (INPUTS, layout().collect(), (MIDDLE, SCALE))
}

/// The scores whose odds a network may tell: the lowest, the step between two, and how many there are.
#[pyfunction]
fn clever_rungs() -> (f32, f32, usize) {
    (LOWEST, STEP, RUNGS)
}

/// Self-play for learning: positions as bits `[n, 6]`, targets `[n]`, final scores `[games * seats]`. The models are names
/// given to `load_net`; without any, the score as it stands judges. With `tables` from 2 to 4, games
/// at tables of two to so many, every seat as if alone.
#[pyfunction]
#[pyo3(signature = (options, games, *, models=vec![], stray=0.0, lam=0.8, seed=0, threads=1, tables=1))]
#[allow(clippy::too_many_arguments, clippy::type_complexity)]
fn clever_selfplay(
    py: Python<'_>,
    options: HashMap<String, String>,
    games: usize,
    models: Vec<String>,
    stray: f64,
    lam: f32,
    seed: u64,
    threads: usize,
    tables: usize,
) -> PyResult<(Bound<'_, PyArray2<u64>>, Bound<'_, PyArray1<f32>>, Bound<'_, PyArray1<f32>>)> {
    let game = Clever::from_options(&mut Options::new(options)).map_err(PyValueError::new_err)?;
    if !(1..=MOST_SEATS).contains(&tables) || (tables > 1 && game.spec() != "clever") {
        return Err(PyValueError::new_err(format!(
            "tables={tables}: expected 1 to {MOST_SEATS}, more than 1 for clever alone"
        )));
    }
    let judge = if models.is_empty() {
        None
    } else {
        let nets =
            models.iter().map(|name| models::get(name)).collect::<Result<_, _>>().map_err(PyValueError::new_err)?;
        Some(Judge::new(nets, &game).map_err(PyValueError::new_err)?)
    };
    let settings = selfplay::Settings { games, stray, lambda: lam, seed, threads, tables };
    let lessons = py.detach(|| selfplay::play(&game, judge.as_ref(), &settings));
    let count = lessons.iter().map(|lesson| lesson.targets.len()).sum();
    let seen = PyArray2::zeros(py, [count, WORDS], false);
    let targets = PyArray1::zeros(py, count, false);
    {
        let (mut seen, mut targets) = (seen.readwrite(), targets.readwrite());
        let (mut seen, mut targets) = (seen.as_slice_mut()?, targets.as_slice_mut()?);
        for lesson in &lessons {
            let (bits, rest) = seen.split_at_mut(WORDS * lesson.seen.len());
            bits.copy_from_slice(lesson.seen.as_flattened());
            seen = rest;
            let (values, rest) = targets.split_at_mut(lesson.targets.len());
            values.copy_from_slice(&lesson.targets);
            targets = rest;
        }
    }
    let scores = PyArray1::from_iter(py, lessons.iter().flat_map(|lesson| lesson.scores.iter().copied()));
    Ok((seen, targets, scores))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(clever_inputs, module)?)?;
    module.add_function(wrap_pyfunction!(clever_rungs, module)?)?;
    module.add_function(wrap_pyfunction!(clever_selfplay, module)?)
}
