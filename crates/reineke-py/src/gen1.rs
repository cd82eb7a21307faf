//! Pokémon, generation 1: recorded data checked, teams drawn, speed measured.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use reineke::games::gen1::generator::{Gen5, Generator};
use reineke::games::gen1::script::{self, Script};
use reineke::games::gen1::{check, coverage, team};
use std::collections::BTreeMap;

type Report = (bool, usize, usize, usize, Option<String>, BTreeMap<String, u64>);

/// Replays one line of recorded data, a battle or a pair of teams: whether it is a battle, what was checked, turns, decisions up to the
/// difference, the first difference, and how often each thing happened.
#[pyfunction]
fn gen1_check(py: Python<'_>, line: &[u8]) -> PyResult<Report> {
    let report = py.detach(|| {
        let record = serde_json::from_slice(line).map_err(|_| "not JSON, or cut off".to_string())?;
        check::line(&record)
    });
    let report = report.map_err(PyValueError::new_err)?;
    let counts = report.coverage.counts().collect();
    Ok((report.battle, report.checked, report.turns, report.decisions, report.difference, counts))
}

/// Every name that coverage can have.
#[pyfunction]
fn gen1_reachable() -> Vec<String> {
    coverage::reachable()
}

/// The two teams that a pair of seeds gives, as Showdown packs them, and the generator's states after each.
#[pyfunction]
fn gen1_teams(first: &str, second: &str) -> PyResult<([String; 2], [String; 2])> {
    let mut sources = [
        Generator::parse(first).map_err(PyValueError::new_err)?,
        Generator::parse(second).map_err(PyValueError::new_err)?,
    ];
    let mut ditto = false;
    let teams = sources.each_mut().map(|source| team::packed(&team::generate(source, &mut ditto)));
    Ok((teams, sources.map(|source| source.digits())))
}

/// Random battles: turns, decisions, checksum.
#[pyfunction]
fn gen1_random_play(py: Python<'_>, battles: usize, seed: u64) -> (u64, u64, u64) {
    let played = py.detach(|| script::random_play(battles, seed));
    (played.turns, played.decisions, played.checksum)
}

/// Random battles that can be played again.
#[pyclass(frozen, module = "reineke._core")]
struct Gen1Scripts(Vec<Script>);

#[pymethods]
impl Gen1Scripts {
    #[new]
    fn new(py: Python<'_>, battles: usize, seed: u64) -> Self {
        py.detach(|| {
            let mut seeds = Gen5(seed);
            Self((0..battles).map(|_| Script::random(&mut seeds)).collect())
        })
    }

    /// Seeds and choices of each, as JSON.
    fn lines(&self) -> Vec<String> {
        self.0.iter().map(|script| script.json().to_string()).collect()
    }

    /// How each ends.
    fn ends(&self) -> Vec<String> {
        self.0.iter().map(Script::end).collect()
    }

    /// Plays all of them: turns, decisions, checksum.
    fn play(&self, py: Python<'_>) -> (u64, u64, u64) {
        let played = py.detach(|| script::play(&self.0));
        (played.turns, played.decisions, played.checksum)
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Gen1Scripts>()?;
    module.add_function(wrap_pyfunction!(gen1_check, module)?)?;
    module.add_function(wrap_pyfunction!(gen1_reachable, module)?)?;
    module.add_function(wrap_pyfunction!(gen1_teams, module)?)?;
    module.add_function(wrap_pyfunction!(gen1_random_play, module)?)?;
    Ok(())
}
