//! The seam between Rust and Python: thin, no logic.

mod batch;
mod beliefs;
mod clever;
mod dice;
mod gen1;
mod league;
mod native;
mod net;
mod pygame;
mod sawhian;
mod searcher;
mod speed;

use pyo3::prelude::*;

/// Every native game: (name, one line about it).
#[pyfunction]
fn native_games() -> Vec<(&'static str, &'static str)> {
    native::GAMES.iter().map(|(name, about, _)| (*name, *about)).collect()
}

/// Every search: (name, one line about it).
#[pyfunction]
fn searches() -> Vec<(&'static str, &'static str)> {
    reineke::search::SEARCHES.to_vec()
}

#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<dice::PyDice>()?;
    module.add_class::<native::PyNativeGame>()?;
    module.add_class::<native::PyState>()?;
    module.add_class::<native::PyInfo>()?;
    module.add_class::<searcher::StopFlag>()?;
    module.add_class::<searcher::PySearcher>()?;
    module.add_function(wrap_pyfunction!(native_games, module)?)?;
    module.add_function(wrap_pyfunction!(searches, module)?)?;
    module.add_function(wrap_pyfunction!(native::parse_state, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    batch::register(module)?;
    clever::register(module)?;
    beliefs::register(module)?;
    gen1::register(module)?;
    league::register(module)?;
    net::register(module)?;
    sawhian::register(module)?;
    speed::register(module)
}
