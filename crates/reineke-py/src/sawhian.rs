//! What only Sawhian has: node counts, elimination by an arbiter, lane tables.

use crate::native::PyState;
use numpy::{PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray2};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use reineke::games::sawhian::selfplay::{self, Judge, Settings};
use reineke::games::sawhian::{self, Lanes, Sawhian, SeedEval, State};
use reineke::models;
use reineke::options::Options;
use std::sync::Arc;

/// The game and the position behind a Python state.
fn inside(state: &Bound<'_, PyState>) -> PyResult<(Sawhian, State)> {
    let state = state.get();
    let position =
        state.state.downcast_ref::<State>().ok_or_else(|| PyTypeError::new_err("not a position of sawhian"))?;
    let spec = state.game.spec();
    let pairs =
        spec.trim_start_matches("sawhian").trim_matches(['(', ')']).split(',').filter_map(|pair| pair.split_once('='));
    let mut options = Options::new(pairs.map(|(key, value)| (key.to_string(), value.to_string())));
    Ok((Sawhian::from_options(&mut options).map_err(PyValueError::new_err)?, *position))
}

/// The number of move sequences of exactly `depth` moves.
#[pyfunction]
fn sawhian_perft(py: Python<'_>, state: &Bound<'_, PyState>, depth: u32) -> PyResult<u64> {
    let (game, position) = inside(state)?;
    Ok(py.detach(|| sawhian::perft(&game, &position, depth)))
}

/// The position after an arbiter struck a player out (too late, illegal, gone).
#[pyfunction]
fn sawhian_eliminate(state: &Bound<'_, PyState>, player: usize) -> PyResult<PyState> {
    let (game, mut position) = inside(state)?;
    if player >= sawhian::SEATS {
        return Err(PyValueError::new_err(format!("there is no player {player}")));
    }
    game.eliminate(&mut position, player);
    Ok(PyState { state: Arc::new(position), game: Arc::clone(&state.get().game) })
}

/// Puts lane tables on the shelf under a name.
#[pyfunction]
fn sawhian_load_lanes(name: &str, data: &[u8]) -> PyResult<()> {
    models::put(name, Lanes::from_safetensors(data).map_err(PyValueError::new_err)?);
    Ok(())
}

/// Self-play for learning: positions `[n, 5]`, search values `[n, 4]`, outcomes `[n, 4]`. Without a model the seed's
/// evaluation judges, and the values are zero.
#[pyfunction]
#[pyo3(signature = (games, *, model=None, depth=3, opening=12, stray=0.05, seed=0, threads=1))]
#[allow(clippy::too_many_arguments, clippy::type_complexity)]
fn sawhian_selfplay<'py>(
    py: Python<'py>,
    games: usize,
    model: Option<&str>,
    depth: u32,
    opening: u32,
    stray: f64,
    seed: u64,
    threads: usize,
) -> PyResult<(Bound<'py, PyArray2<u64>>, Bound<'py, PyArray2<f32>>, Bound<'py, PyArray2<f32>>)> {
    let judge = match model {
        None => Judge::Seed(SeedEval::default()),
        Some(name) => Judge::Lanes(models::get(name).map_err(PyValueError::new_err)?),
    };
    let settings = Settings { games, depth: depth.clamp(1, 12), opening, stray, seed, threads };
    let samples = py.detach(|| selfplay::play(&Sawhian::default(), &judge, &settings));
    let states = PyArray2::zeros(py, [samples.len(), 5], false);
    let values = PyArray2::zeros(py, [samples.len(), 4], false);
    let outcomes = PyArray2::zeros(py, [samples.len(), 4], false);
    {
        let (mut s, mut v, mut o) = (states.readwrite(), values.readwrite(), outcomes.readwrite());
        let (s, v, o) = (s.as_slice_mut()?, v.as_slice_mut()?, o.as_slice_mut()?);
        for (index, sample) in samples.iter().enumerate() {
            s[5 * index..][..5].copy_from_slice(&selfplay::words(&sample.state));
            v[4 * index..][..4].copy_from_slice(&sample.value);
            o[4 * index..][..4].copy_from_slice(&sample.outcome);
        }
    }
    Ok((states, values, outcomes))
}

/// What a learner gathers from the lane tables for positions `[n, 5]`: `[n, 4, 21]`.
#[pyfunction]
#[pyo3(signature = (states, *, threads=1))]
fn sawhian_lane_indices<'py>(
    py: Python<'py>,
    states: PyReadonlyArray2<'py, u64>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray3<u32>>> {
    let states = states.as_slice()?;
    let count = states.len() / 5;
    let width = 4 * sawhian::INDICES;
    let array = PyArray3::zeros(py, [count, 4, sawhian::INDICES], false);
    {
        let mut out = array.readwrite();
        let out = out.as_slice_mut()?;
        let share = count.div_ceil(threads.max(1)).max(1);
        py.detach(|| {
            std::thread::scope(|scope| {
                for (states, out) in states.chunks(5 * share).zip(out.chunks_mut(width * share)) {
                    scope.spawn(move || {
                        for (words, row) in states.chunks_exact(5).zip(out.chunks_exact_mut(width)) {
                            Lanes::indices(&selfplay::from_words(words), row);
                        }
                    });
                }
            });
        });
    }
    Ok(array)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(sawhian_perft, module)?)?;
    module.add_function(wrap_pyfunction!(sawhian_eliminate, module)?)?;
    module.add_function(wrap_pyfunction!(sawhian_load_lanes, module)?)?;
    module.add_function(wrap_pyfunction!(sawhian_selfplay, module)?)?;
    module.add_function(wrap_pyfunction!(sawhian_lane_indices, module)?)?;
    Ok(())
}
