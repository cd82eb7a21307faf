//! Searches behind one object-safe face, with stop flags, signals and progress.

use crate::native::{AnyGame, PyNativeGame, view_of};
use crate::pygame::{PyEval, PyGame, python_view};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyDict};
use reineke::control::Control;
use reineke::decision::Decision;
use reineke::game::{Action, Game, View};
use reineke::options::Options;
use reineke::search::{self, Searcher};
use std::any::Any;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// A flag that ends searches from any thread.
#[pyclass(name = "StopFlag", module = "reineke._core", frozen)]
pub struct StopFlag {
    flag: Arc<AtomicBool>,
}

#[pymethods]
impl StopFlag {
    #[new]
    fn new() -> Self {
        Self { flag: Arc::default() }
    }
    fn set(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }
    fn clear(&self) {
        self.flag.store(false, Ordering::Relaxed);
    }
    fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }
}

/// A native search without its types.
pub trait AnySearcher: Send {
    fn decide(
        &mut self,
        view: &dyn Any,
        control: &mut Control,
        progress: &mut dyn FnMut(&Decision),
    ) -> Option<Decision>;
    fn ponder(&mut self, view: &dyn Any, control: &mut Control);
    fn policy(&self, view: &dyn Any) -> Option<Vec<(Action, f64)>>;
}

pub struct Native<G: Game> {
    pub game: Arc<G>,
    pub searcher: Box<dyn Searcher<G>>,
}

impl<G: Game> AnySearcher for Native<G> {
    fn decide(
        &mut self,
        view: &dyn Any,
        control: &mut Control,
        progress: &mut dyn FnMut(&Decision),
    ) -> Option<Decision> {
        let view: &View<G> = view.downcast_ref()?;
        if view.legal.is_empty() {
            return None;
        }
        Some(self.searcher.decide(&self.game, view, control, progress))
    }
    fn ponder(&mut self, view: &dyn Any, control: &mut Control) {
        if let Some(view) = view.downcast_ref() {
            self.searcher.ponder(&self.game, view, control);
        }
    }
    fn policy(&self, view: &dyn Any) -> Option<Vec<(Action, f64)>> {
        self.searcher.policy(view.downcast_ref()?)
    }
}

enum Kind {
    Native { game: Arc<dyn AnyGame>, searcher: Mutex<Box<dyn AnySearcher>> },
    Python { game: Arc<PyGame>, searcher: Mutex<Box<dyn Searcher<PyGame>>> },
}

/// A search with its memory between the decisions of one game.
#[pyclass(name = "Searcher", module = "reineke._core", frozen)]
pub struct PySearcher {
    kind: Kind,
}

fn busy() -> PyErr {
    PyValueError::new_err("this search is already running")
}

#[pymethods]
impl PySearcher {
    /// `game` is a native `Game` or a Python object with the methods of `reineke.game.Game`.
    #[new]
    fn new(game: &Bound<'_, PyAny>, name: &str, options: HashMap<String, String>, seed: u64) -> PyResult<Self> {
        let mut options = Options::new(options);
        let kind = if let Ok(native) = game.cast::<PyNativeGame>() {
            let game = Arc::clone(&native.get().game);
            let searcher = game.searcher(name, &mut options, seed).map_err(PyValueError::new_err)?;
            Kind::Native { game, searcher: Mutex::new(searcher) }
        } else {
            let adapter = PyGame::new(game)?;
            let eval = PyEval::from_options(&adapter, &mut options)?;
            let searcher = search::make(name, &mut options, &adapter, eval, seed).map_err(PyValueError::new_err)?;
            Kind::Python { game: Arc::new(adapter), searcher: Mutex::new(searcher) }
        };
        options.finish(name).map_err(PyValueError::new_err)?;
        Ok(Self { kind })
    }

    /// Decides. `info` is what the seat knows (native games) or a `reineke.game.View` (Python games). With `poll`, signals
    /// are looked at every few milliseconds (main thread only).
    #[pyo3(signature = (info, seat, seconds=None, nodes=None, stop=None, progress=None, poll=false))]
    #[allow(clippy::too_many_arguments)]
    fn decide<'py>(
        &self,
        py: Python<'py>,
        info: &Bound<'py, PyAny>,
        seat: usize,
        seconds: Option<f64>,
        nodes: Option<u64>,
        stop: Option<&Bound<'py, StopFlag>>,
        progress: Option<Py<PyAny>>,
        poll: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let flag = stop.map_or_else(Arc::default, |stop| Arc::clone(&stop.get().flag));
        let failure: Mutex<Option<PyErr>> = Mutex::new(None);
        let signals = || poll && signalled(&failure);
        let seats = seat_count(&self.kind);
        let raised = Arc::clone(&flag);
        let mut tell = |decision: &Decision| {
            if let Some(callback) = &progress
                && !report(callback, decision, seats, &failure)
            {
                raised.store(true, Ordering::Relaxed);
            }
        };
        let decision = match &self.kind {
            Kind::Native { game, searcher } => {
                let view = view_of(game, info, seat)?;
                py.detach(|| {
                    let mut searcher = searcher.try_lock().ok()?;
                    let mut control = Control::new(nodes, seconds, flag).polled(&signals);
                    Some(searcher.decide(&*view, &mut control, &mut tell))
                })
            }
            Kind::Python { game, searcher } => {
                let view = python_view(game, info)?;
                game.watch(&flag);
                let mut searcher = searcher.try_lock().map_err(|_| busy())?;
                let mut control = Control::new(nodes, seconds, flag).polled(&signals);
                let decision = (!view.legal.is_empty()).then(|| searcher.decide(game, &view, &mut control, &mut tell));
                if let Some(error) = game.take_error() {
                    return Err(error);
                }
                Some(decision)
            }
        };
        if let Some(error) = failure.into_inner().expect("no holder panics") {
            // The flag was raised to end the search, not by its owner.
            raised.store(false, Ordering::Relaxed);
            return Err(error);
        }
        let decision = decision.ok_or_else(busy)?;
        let decision = decision.ok_or_else(|| PyValueError::new_err(format!("seat {seat} does not act here")))?;
        decision_dict(py, &decision, seat_count(&self.kind))
    }

    /// Thinks ahead until `stop` is set.
    fn ponder(&self, py: Python<'_>, info: &Bound<'_, PyAny>, seat: usize, stop: &Bound<'_, StopFlag>) -> PyResult<()> {
        let flag = Arc::clone(&stop.get().flag);
        match &self.kind {
            Kind::Native { game, searcher } => {
                let view = view_of(game, info, seat)?;
                py.detach(|| {
                    if let Ok(mut searcher) = searcher.try_lock() {
                        searcher.ponder(&*view, &mut Control::new(None, None, flag));
                    }
                });
                Ok(())
            }
            // A Python game would hold the interpreter while others want to think.
            Kind::Python { .. } => Ok(()),
        }
    }

    /// The strategy that a tree search found for what a seat knows: [(action, probability)], or None.
    fn policy(&self, info: &Bound<'_, PyAny>, seat: usize) -> PyResult<Option<Vec<(Action, f64)>>> {
        match &self.kind {
            Kind::Native { game, searcher } => {
                let view = view_of(game, info, seat)?;
                Ok(searcher.try_lock().map_err(|_| busy())?.policy(&*view))
            }
            Kind::Python { game, searcher } => {
                let view = python_view(game, info)?;
                Ok(searcher.try_lock().map_err(|_| busy())?.policy(&view))
            }
        }
    }
}

fn seat_count(kind: &Kind) -> usize {
    match kind {
        Kind::Native { game, .. } => game.seats(),
        Kind::Python { game, .. } => game.seats(),
    }
}

fn keep(slot: &Mutex<Option<PyErr>>, error: PyErr) {
    slot.lock().expect("no holder panics").get_or_insert(error);
}

/// Whether a signal handler raised (Ctrl-C).
fn signalled(failure: &Mutex<Option<PyErr>>) -> bool {
    Python::attach(|py| match py.check_signals() {
        Ok(()) => false,
        Err(error) => {
            keep(failure, error);
            true
        }
    })
}

/// Tells Python about a decision under way; false if that failed.
fn report(callback: &Py<PyAny>, decision: &Decision, seats: usize, failure: &Mutex<Option<PyErr>>) -> bool {
    Python::attach(|py| {
        let told = decision_dict(py, decision, seats).and_then(|data| callback.call1(py, (data,)));
        if let Err(error) = told {
            keep(failure, error);
            return false;
        }
        true
    })
}

/// Action, value, values of all seats, visits, share, proven.
type Row = (Action, f64, Option<Vec<f64>>, u64, f64, bool);

/// A Decision as plain Python data.
fn decision_dict<'py>(py: Python<'py>, decision: &Decision, seats: usize) -> PyResult<Bound<'py, PyDict>> {
    let data = PyDict::new(py);
    data.set_item("action", decision.action)?;
    data.set_item("value", decision.value)?;
    data.set_item("depth", decision.depth)?;
    data.set_item("nodes", decision.nodes)?;
    data.set_item("seconds", decision.seconds)?;
    data.set_item("line", &decision.line)?;
    data.set_item("proven", decision.proven)?;
    data.set_item("beliefs", &decision.beliefs)?;
    let choices: Vec<Row> = decision
        .choices
        .iter()
        .map(|choice| {
            let values = choice.values.map(|values| values[..seats].to_vec());
            (choice.action, choice.value, values, choice.visits, choice.share, choice.proven)
        })
        .collect();
    data.set_item("choices", choices)?;
    Ok(data)
}
