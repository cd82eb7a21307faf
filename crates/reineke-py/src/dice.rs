//! Dice across the seam: Rust's for Python code, Python's for Rust code.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use reineke::dice::{Dice, Rng};
use std::ptr::NonNull;

enum Source {
    Own(Rng),
    /// The dice of a search that is calling Python right now.
    Lent(Option<NonNull<dyn Dice>>),
    /// A search called a game that declared no dice inside its turns.
    Refused,
}

/// A seeded source of chance.
#[pyclass(name = "Dice", module = "reineke._core")]
pub struct PyDice {
    source: Source,
}

// SAFETY: own dice are plain data. Lent ones point into a call that waits for Python; whoever holds the object rolls them
// under the GIL and through the object's own borrow, one at a time, and `lend` takes the pointer back before it returns.
unsafe impl Send for PyDice {}
unsafe impl Sync for PyDice {}

#[pymethods]
impl PyDice {
    #[new]
    #[pyo3(signature = (seed=0))]
    fn new(seed: u64) -> Self {
        Self { source: Source::Own(Rng::new(seed)) }
    }

    /// A number from 0 to sides - 1, each equally likely.
    fn roll(&mut self, sides: u32) -> PyResult<u32> {
        if sides == 0 {
            return Err(PyValueError::new_err("a die has at least one side"));
        }
        match &mut self.source {
            Source::Own(rng) => Ok(rng.roll(sides)),
            // SAFETY: the pointer is set for the length of one call from Rust, and cleared before that call returns.
            Source::Lent(Some(dice)) => Ok(unsafe { dice.as_mut() }.roll(sides)),
            Source::Lent(None) => Err(PyValueError::new_err("these dice belonged to a call that has ended")),
            Source::Refused => Err(PyValueError::new_err(
                "play() rolled dice, but the game does not say so: set `inside = True` on its class",
            )),
        }
    }
}

/// Lends Rust dice to Python for the length of `call`.
pub fn lend<R>(
    py: Python<'_>,
    dice: &mut dyn Dice,
    allowed: bool,
    call: impl FnOnce(&Bound<'_, PyDice>) -> PyResult<R>,
) -> PyResult<R> {
    if !allowed {
        return call(&Bound::new(py, PyDice { source: Source::Refused })?);
    }
    // SAFETY: only the lifetime is changed; `lend` clears the pointer before the borrow ends.
    let pointer: NonNull<dyn Dice> = unsafe { std::mem::transmute(NonNull::from(dice)) };
    let object = Bound::new(py, PyDice { source: Source::Lent(Some(pointer)) })?;
    let result = call(&object);
    object.borrow_mut().source = Source::Lent(None);
    result
}

/// Any Python object with `roll(sides)` as dice. The first error is kept and must be asked for.
pub struct Foreign<'a, 'py> {
    object: &'a Bound<'py, PyAny>,
    pub error: Option<PyErr>,
}

impl<'a, 'py> Foreign<'a, 'py> {
    pub fn new(object: &'a Bound<'py, PyAny>) -> Self {
        Self { object, error: None }
    }
}

impl Dice for Foreign<'_, '_> {
    fn roll(&mut self, sides: u32) -> u32 {
        let rolled = self.object.call_method1("roll", (sides,)).and_then(|value| value.extract::<u32>());
        match rolled {
            Ok(value) if value < sides => value,
            Ok(value) => {
                self.error
                    .get_or_insert_with(|| PyValueError::new_err(format!("a die with {sides} sides showed {value}")));
                0
            }
            Err(error) => {
                self.error.get_or_insert(error);
                0
            }
        }
    }
}
