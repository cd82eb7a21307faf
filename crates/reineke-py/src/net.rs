//! Trained networks: onto the shelf, and what games are called in their files.

use crate::native::PyNativeGame;
use crate::pygame;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyAny;
use reineke::models;
use reineke::net::Net;
use reineke::policy::PolicyNet;

/// Puts a network on the shelf under a name.
#[pyfunction]
fn load_net(name: &str, data: &[u8]) -> PyResult<()> {
    models::put(name, Net::from_safetensors(data).map_err(PyValueError::new_err)?);
    Ok(())
}

/// Puts a policy network on the shelf under a name.
#[pyfunction]
fn load_policy(name: &str, data: &[u8]) -> PyResult<()> {
    models::put(name, PolicyNet::from_safetensors(data).map_err(PyValueError::new_err)?);
    Ok(())
}

/// What a game, native or Python, is called in a network's file.
#[pyfunction]
fn net_game(game: &Bound<'_, PyAny>) -> PyResult<String> {
    game.cast::<PyNativeGame>().map_or_else(|_| pygame::name_of(game), |native| Ok(native.get().game.spec()))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(load_net, module)?)?;
    module.add_function(wrap_pyfunction!(load_policy, module)?)?;
    module.add_function(wrap_pyfunction!(net_game, module)?)?;
    Ok(())
}
