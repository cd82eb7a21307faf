//! What only spe_ed has: its evaluations by themselves, for measuring.

use crate::native::PyState;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use reineke::dice::chain;
use reineke::eval::Evaluator;
use reineke::games::speed::arrival::Reach;
use reineke::games::speed::eval::{Plain, Timed};
use reineke::games::speed::packed::{Packed, Swift};
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
fn speed_evaluate(py: Python<'_>, states: Vec<Bound<'_, PyState>>, eval: &str, rounds: usize) -> PyResult<u64> {
    let states: Vec<State> = states.iter().map(|state| inside(state).cloned()).collect::<PyResult<_>>()?;
    let small = states.iter().all(|state| Packed::<1, 66>::fits(state.board.width, state.board.height));
    let plain = Plain { power: 2.0 };
    let timed = Timed { power: 2.0, reach: Reach { cap: 3, exact: 4, horizon: 30 } };
    py.detach(|| match (eval, small) {
        ("voronoi", true) => Ok(repeat::<1, 66, _>(&states, &plain, rounds)),
        ("voronoi", false) => Ok(repeat::<2, 130, _>(&states, &plain, rounds)),
        ("arrival", true) => Ok(repeat::<1, 66, _>(&states, &timed, rounds)),
        ("arrival", false) => Ok(repeat::<2, 130, _>(&states, &timed, rounds)),
        _ => Err(PyValueError::new_err(format!("no evaluation is called {eval}"))),
    })
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(speed_evaluate, module)?)
}
