//! What only Sawhian has: node counts, elimination by an arbiter, lane tables.

use crate::native::PyState;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use reineke::games::sawhian::{self, Lanes, Sawhian, State};
use reineke::models;
use reineke::options::Options;
use std::sync::Arc;

/// The game and the position behind a Python state.
fn inside(state: &Bound<'_, PyState>) -> PyResult<(Sawhian, State)> {
    let state = state.get();
    let position = state.state.downcast_ref::<State>().ok_or_else(|| PyTypeError::new_err("not a position of sawhian"))?;
    let spec = state.game.spec();
    let pairs = spec.trim_start_matches("sawhian").trim_matches(['(', ')']).split(',').filter_map(|pair| pair.split_once('='));
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

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(sawhian_perft, module)?)?;
    module.add_function(wrap_pyfunction!(sawhian_eliminate, module)?)?;
    module.add_function(wrap_pyfunction!(sawhian_load_lanes, module)?)?;
    Ok(())
}
