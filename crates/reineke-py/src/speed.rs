//! What only `spe_ed` has: its evaluations by themselves, for measuring.

use crate::native::PyState;
use numpy::PyArray2;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use reineke::dice::chain;
use reineke::eval::Evaluator;
use reineke::games::speed::arrival::{Arrivals, Reach};
use reineke::games::speed::eval::{Leading, Plain, Timed};
use reineke::games::speed::packed::{Packed, Swift};
use reineke::games::speed::voronoi::Regions;
use reineke::games::speed::{Speed, State};

fn inside<'a>(state: &'a Bound<'_, PyState>) -> PyResult<&'a State> {
    state.get().state.downcast_ref::<State>().ok_or_else(|| PyTypeError::new_err("not a position of speed"))
}

/// Evaluates every position `rounds` times; returns a key of all values.
fn repeat<const W: usize, const H: usize, E: Evaluator<Swift<W, H>>>(states: &[State], eval: &E, rounds: usize) -> u64 {
    let packed: Vec<(Swift<W, H>, Packed<W, H>)> = states
        .iter()
        .map(|state| (Swift(Speed { seats: state.seats as usize, width: None, height: None }), Packed::new(state)))
        .collect();
    let mut key = 0;
    for _ in 0..rounds {
        for (game, state) in &packed {
            let memo = eval.start(game, state);
            let values = eval.value(game, &memo, state);
            key = values.iter().fold(key, |key, value| chain(key, value.to_bits()));
        }
    }
    key
}

/// Evaluates positions, all of them `rounds` times over; returns a signature of the values.
#[pyfunction]
fn speed_evaluate(py: Python<'_>, states: Vec<Bound<'_, PyState>>, name: &str, rounds: usize) -> PyResult<u64> {
    let states: Vec<State> = states.iter().map(|state| inside(state).cloned()).collect::<PyResult<_>>()?;
    let small = states.iter().all(|state| Packed::<1, 66>::fits(state.board.width, state.board.height));
    let plain = Plain { power: 2.0 };
    let timed = Timed { power: 2.0, reach: Reach { cap: 3, exact: 4, horizon: 30 } };
    py.detach(|| match (name, small) {
        ("voronoi", true) => Ok(repeat::<1, 66, _>(&states, &plain, rounds)),
        ("voronoi", false) => Ok(repeat::<2, 130, _>(&states, &plain, rounds)),
        ("lead", true) => Ok(repeat::<1, 66, _>(&states, &Leading { power: 2.0 }, rounds)),
        ("lead", false) => Ok(repeat::<2, 130, _>(&states, &Leading { power: 2.0 }, rounds)),
        ("arrival", true) => Ok(repeat::<1, 66, _>(&states, &timed, rounds)),
        ("arrival", false) => Ok(repeat::<2, 130, _>(&states, &timed, rounds)),
        _ => Err(PyValueError::new_err(format!("no evaluation is called {name}"))),
    })
}

/// Runs `$body` with the packed form of a state of either size.
macro_rules! packed {
    ($state:expr, $packed:ident => $body:expr) => {
        if Packed::<1, 66>::fits($state.board.width, $state.board.height) {
            let $packed = Packed::<1, 66>::new($state);
            $body
        } else {
            let $packed = Packed::<2, 130>::new($state);
            $body
        }
    };
}

/// Voronoi regions `[height, width]`: the seat that is first, −1 where several are, −2 where nobody comes.
#[pyfunction]
fn speed_regions<'py>(py: Python<'py>, state: &Bound<'py, PyState>) -> PyResult<Bound<'py, PyArray2<i8>>> {
    let state = inside(state)?;
    let owner = packed!(state, packed => {
        let regions = Regions::of(&packed, packed.active());
        rows(state, |x, y| match (0..state.seats as usize).find(|seat| regions.own[*seat].has(x, y)) {
            Some(seat) => seat as i8,
            None => if regions.fronts.has(x, y) { -1 } else { -2 },
        })
    });
    Ok(PyArray2::from_vec2(py, &owner)?)
}

/// The rounds in which one seat reaches each cell, `[height, width]`: 0 where it does not within `rounds`.
#[pyfunction]
fn speed_arrival<'py>(
    py: Python<'py>,
    state: &Bound<'py, PyState>,
    seat: usize,
    cap: u8,
    rounds: u32,
) -> PyResult<Bound<'py, PyArray2<i16>>> {
    let state = inside(state)?;
    if seat >= state.seats as usize || !state.heads[seat].active() {
        return Err(PyValueError::new_err(format!("seat {seat} is not in the game")));
    }
    let mut found = vec![vec![0; state.board.width as usize]; state.board.height as usize];
    packed!(state, packed => for ahead in (1..=rounds).rev() {
        let reach = Reach { cap: cap.clamp(1, 10), exact: ahead, horizon: ahead };
        let arrivals = Arrivals::of(&packed, 1 << seat, reach);
        let near = rows(state, |x, y| arrivals.own[seat].has(x, y));
        for (line, near) in found.iter_mut().zip(near) {
            for (cell, near) in line.iter_mut().zip(near) {
                *cell = if near { ahead as i16 } else { *cell };
            }
        }
    });
    Ok(PyArray2::from_vec2(py, &found)?)
}

/// One value per cell, row by row.
fn rows<T>(state: &State, mut at: impl FnMut(i16, i16) -> T) -> Vec<Vec<T>> {
    (0..state.board.height).map(|y| (0..state.board.width).map(|x| at(x, y)).collect()).collect()
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(speed_evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(speed_regions, module)?)?;
    module.add_function(wrap_pyfunction!(speed_arrival, module)?)
}
