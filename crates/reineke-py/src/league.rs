//! Games between four-weight individuals, many at once.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use reineke::games::sawhian::{Individual, League, Pairing, SEATS};
use reineke::options::Options;
use std::collections::HashMap;
use std::sync::Mutex;

type Results<'py> = (Bound<'py, PyArray1<i8>>, Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<u32>>);

/// Plays the games of `pairings` [games, 4], places in `population` [n, 4] by seat; `openings` [games] are seeds.
/// Returns winners [games], -1 for a draw, points [games, 4] and plies [games].
#[pyfunction]
#[pyo3(signature = (population, pairings, openings, options, threads))]
fn sawhian_league<'py>(
    py: Python<'py>,
    population: PyReadonlyArray2<'py, f64>,
    pairings: PyReadonlyArray2<'py, i64>,
    openings: PyReadonlyArray1<'py, u64>,
    options: HashMap<String, String>,
    threads: usize,
) -> PyResult<Results<'py>> {
    let mut options = Options::new(options);
    let league = League::from_options(&mut options).map_err(PyValueError::new_err)?;
    options.finish("the league").map_err(PyValueError::new_err)?;
    let games = pairings.shape()[0];
    if population.shape()[1] != 4 || pairings.shape()[1] != SEATS || openings.shape()[0] != games {
        return Err(PyValueError::new_err("expected a population [n, 4], pairings [games, 4] and openings [games]"));
    }
    let population: Vec<Individual> = rows(population.as_slice()?);
    let seeds = openings.as_slice()?;
    let pairings = rows(pairings.as_slice()?)
        .into_iter()
        .zip(seeds)
        .map(|(seats, opening)| {
            let seats = seats.map(|place: i64| usize::try_from(place).unwrap_or(usize::MAX));
            if seats.iter().any(|place| *place >= population.len()) {
                return Err(PyValueError::new_err("a pairing names an individual that is not in the population"));
            }
            Ok(Pairing { seats, opening: *opening })
        })
        .collect::<PyResult<Vec<_>>>()?;
    let signal: Mutex<PyResult<()>> = Mutex::new(Ok(()));
    let signalled = || {
        let checked = Python::attach(|py| py.check_signals());
        let raised = checked.is_err();
        if raised {
            *signal.lock().expect("no holder panics") = checked;
        }
        raised
    };
    let played = py.detach(|| league.play_all(&population, &pairings, threads, &signalled));
    let Some(played) = played else {
        signal.into_inner().expect("no holder panics")?;
        unreachable!("only a signal ends a league early")
    };
    let winners = played.iter().map(|game| game.winner.map_or(-1, |seat| seat as i8));
    let points: Vec<u8> = played.iter().flat_map(|game| game.points).collect();
    Ok((
        PyArray1::from_iter(py, winners),
        PyArray1::from_vec(py, points).reshape([games, SEATS])?,
        PyArray1::from_iter(py, played.iter().map(|game| game.plies)),
    ))
}

fn rows<T: Copy, const N: usize>(flat: &[T]) -> Vec<[T; N]> {
    flat.as_chunks().0.to_vec()
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(sawhian_league, module)?)
}
