//! A game written in Python, as the contract sees it.
//!
//! The contract's methods cannot fail, Python's can: the first error is kept, the search is told to stop, and harmless
//! answers are given until it has.

use crate::dice::lend;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyTuple};
use reineke::dice::{Dice, Rng, hash_bytes};
use reineke::eval::{Evaluator, Flat};
use reineke::game::{Action, Actions, Game, MAX_SEATS, Seats, Turn, Values, View};
use reineke::models;
use reineke::net::{Net, NetEval};
use reineke::options::Options;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

/// Any Python object as a state or as what a seat knows.
pub struct Object(Py<PyAny>);

impl Clone for Object {
    fn clone(&self) -> Self {
        Python::attach(|py| Self(self.0.clone_ref(py)))
    }
}

impl PartialEq for Object {
    fn eq(&self, other: &Self) -> bool {
        Python::attach(|py| self.0.bind(py).eq(other.0.bind(py)).unwrap_or(false))
    }
}

impl std::fmt::Debug for Object {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// An attribute of a Python object, as the type it should have.
fn attribute<'py, T: FromPyObjectOwned<'py>>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<T> {
    let value = object.getattr(name)?;
    value.extract().map_err(|_| PyValueError::new_err(format!("{name} is {value}, which it cannot be")))
}

pub struct PyGame {
    object: Py<PyAny>,
    spec: String,
    seats: usize,
    actions: usize,
    range: (f64, f64),
    sum: Option<f64>,
    hidden: bool,
    inside: bool,
    pub informed: bool,
    /// How many features a start position has; asked for once, when a network wants to know.
    features: OnceLock<usize>,
    error: Mutex<Option<PyErr>>,
    stop: Mutex<Arc<AtomicBool>>,
}

impl PyGame {
    pub fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let seats: usize = attribute(object, "seats")?;
        let actions: usize = attribute(object, "actions")?;
        let spec: String = object.getattr("spec")?.extract()?;
        if !(1..=MAX_SEATS).contains(&seats) {
            return Err(PyValueError::new_err(format!("{spec} has {seats} seats; 1 to {MAX_SEATS} are possible")));
        }
        if !(1..65_535).contains(&actions) {
            return Err(PyValueError::new_err(format!("{spec}.actions is {actions}; set it to the number of actions")));
        }
        let range: (f64, f64) = (attribute(object, "low")?, attribute(object, "high")?);
        if !(range.0.is_finite() && range.1.is_finite() && range.0 <= range.1) {
            return Err(PyValueError::new_err(format!("{spec}: low and high must be finite, low first")));
        }
        let sum: Option<f64> = attribute(object, "sum")?;
        if sum.is_some_and(|sum| !sum.is_finite()) {
            return Err(PyValueError::new_err(format!("{spec}: sum must be a finite number or None")));
        }
        Ok(Self {
            spec,
            seats,
            actions,
            range,
            sum,
            hidden: attribute(object, "hidden")?,
            inside: attribute(object, "inside")?,
            informed: object.getattr("informed")?.extract()?,
            object: object.clone().unbind(),
            features: OnceLock::new(),
            error: Mutex::new(None),
            stop: Mutex::default(),
        })
    }

    /// The flag to raise when Python code fails.
    pub fn watch(&self, stop: &Arc<AtomicBool>) {
        *self.stop.lock().expect("no holder panics") = Arc::clone(stop);
    }

    pub fn take_error(&self) -> Option<PyErr> {
        let error = self.error.lock().expect("no holder panics").take();
        if error.is_some() {
            self.stop.lock().expect("no holder panics").store(false, Ordering::Relaxed);
        }
        error
    }

    fn failed(&self) -> bool {
        self.error.lock().expect("no holder panics").is_some()
    }

    /// Runs Python code; `fallback` once anything has failed.
    fn ask<R>(&self, fallback: R, question: impl FnOnce(Python<'_>, &Bound<'_, PyAny>) -> PyResult<R>) -> R {
        if self.failed() {
            return fallback;
        }
        Python::attach(|py| match question(py, self.object.bind(py)) {
            Ok(answer) => answer,
            Err(error) => {
                self.error.lock().expect("no holder panics").get_or_insert(error);
                self.stop.lock().expect("no holder panics").store(true, Ordering::Relaxed);
                fallback
            }
        })
    }

    fn wrong(&self, what: &str) -> PyErr {
        PyValueError::new_err(format!("{}: {what}", self.spec))
    }

    /// What a method answered, as the type it should have.
    fn read<'py, T: FromPyObjectOwned<'py>>(&self, answer: &Bound<'py, PyAny>, method: &str) -> PyResult<T> {
        answer.extract().map_err(|_| self.wrong(&format!("{method} gave {answer}")))
    }

    fn values(&self, numbers: &Bound<'_, PyAny>, what: &str) -> PyResult<Values> {
        let numbers: Vec<f64> = self.read(numbers, what)?;
        if numbers.len() != self.seats || numbers.iter().any(|number| !number.is_finite()) {
            return Err(self.wrong(&format!("{what} must give one finite number per seat")));
        }
        let mut values = [0.0; MAX_SEATS];
        values[..self.seats].copy_from_slice(&numbers);
        Ok(values)
    }

    /// Searches scale by the declared range and cut by it: a value beyond it would be wrong in silence.
    fn in_range(&self, values: Values, what: &str) -> PyResult<Values> {
        let (low, high) = self.range;
        if values[..self.seats].iter().any(|value| *value < low - 1e-9 || *value > high + 1e-9) {
            return Err(self.wrong(&format!("{what} gave a value outside low = {low} and high = {high}")));
        }
        Ok(values)
    }

    fn read_turn(&self, turn: &Bound<'_, PyAny>) -> PyResult<Turn> {
        if let Ok(seats) = turn.cast::<PyTuple>() {
            let mut set = Seats(0);
            for seat in seats {
                let seat: usize = self.read(&seat, "turn()")?;
                if seat >= self.seats {
                    return Err(self.wrong(&format!("turn() names seat {seat}")));
                }
                set.0 |= 1 << seat;
            }
            return if set.is_empty() { Err(self.wrong("turn() names no seat")) } else { Ok(Turn::Seats(set)) };
        }
        match self.read::<i64>(turn, "turn()")? {
            -1 => Ok(Turn::Over),
            -2 => Ok(Turn::Chance),
            seat if seat >= 0 && (seat as usize) < self.seats => Ok(Turn::Seat(seat as usize)),
            other => Err(self.wrong(&format!("turn() gave {other}"))),
        }
    }

    fn read_features(&self, state: &Object, seat: usize) -> Vec<f32> {
        self.ask(Vec::new(), |_, game| game.call_method1("features", (&state.0, seat))?.extract())
    }

    fn step(
        &self,
        state: &mut Object,
        dice: &mut dyn Dice,
        action: impl FnOnce(Python<'_>) -> PyResult<Py<PyAny>>,
        inside: bool,
    ) {
        let next = self.ask(None, |py, game| {
            lend(py, dice, inside, |dice| {
                let next = game.call_method1("play", (&state.0, action(py)?, dice))?;
                if next.is_none() {
                    return Err(self.wrong("play() returned None, not a state"));
                }
                Ok(Some(Object(next.unbind())))
            })
        });
        if let Some(next) = next {
            *state = next;
        }
    }
}

impl Game for PyGame {
    type State = Object;
    type Info = Object;

    /// Python code holds the interpreter lock.
    const THREADS: bool = false;

    fn simultaneous(&self) -> bool {
        true
    }
    fn chance(&self) -> bool {
        true
    }
    fn inside(&self) -> bool {
        self.inside
    }
    fn hidden(&self) -> bool {
        self.hidden
    }
    fn spec(&self) -> String {
        self.spec.clone()
    }
    fn seats(&self) -> usize {
        self.seats
    }
    fn actions(&self) -> usize {
        self.actions
    }
    fn range(&self) -> (f64, f64) {
        self.range
    }
    fn sum(&self) -> Option<f64> {
        self.sum
    }

    fn start(&self, dice: &mut dyn Dice) -> Object {
        self.ask(None, |py, game| {
            lend(py, dice, true, |dice| Ok(Some(Object(game.call_method1("start", (dice,))?.unbind()))))
        })
        .unwrap_or_else(|| Object(Python::attach(|py| py.None())))
    }

    fn turn(&self, state: &Object) -> Turn {
        self.ask(Turn::Over, |_, game| self.read_turn(&game.call_method1("turn", (&state.0,))?))
    }

    fn legal(&self, state: &Object, seat: usize, out: &mut Actions) {
        let actions: Vec<Action> = self.ask(vec![0], |_, game| {
            let actions: Vec<Action> = self.read(&game.call_method1("legal", (&state.0, seat))?, "legal()")?;
            if actions.is_empty() || actions.windows(2).any(|pair| pair[0] >= pair[1]) {
                return Err(self.wrong("legal() must give at least one action, ascending"));
            }
            if actions.iter().any(|action| usize::from(*action) >= self.actions) {
                return Err(self.wrong(&format!("legal() gave an action that is not below actions = {}", self.actions)));
            }
            Ok(actions)
        });
        out.extend_from_slice(&actions);
    }

    fn odds(&self, state: &Object, out: &mut Vec<(Action, f64)>) {
        let odds: Vec<(Action, f64)> = self.ask(vec![(0, 1.0)], |_, game| {
            let odds: Vec<(Action, f64)> = self.read(&game.call_method1("odds", (&state.0,))?, "odds()")?;
            let total: f64 = odds.iter().map(|(_, p)| *p).sum();
            if odds.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
                return Err(self.wrong("odds() must give every outcome once, ascending"));
            }
            if odds.iter().any(|(outcome, _)| usize::from(*outcome) >= self.actions) {
                return Err(self.wrong(&format!("odds() gave an outcome that is not below actions = {}", self.actions)));
            }
            if odds.is_empty() || !odds.iter().all(|(_, p)| *p > 0.0) || (total - 1.0).abs() > 1e-6 {
                return Err(self.wrong("odds() must give positive odds that sum to 1"));
            }
            Ok(odds)
        });
        out.extend(odds);
    }

    fn apply(&self, state: &mut Object, action: Action, dice: &mut dyn Dice) {
        let object = |py: Python<'_>| Ok(action.into_pyobject(py)?.into_any().unbind());
        self.step(state, dice, object, self.inside);
    }

    fn apply_joint(&self, state: &mut Object, actions: &[Action], dice: &mut dyn Dice) {
        self.step(state, dice, |py| Ok(PyTuple::new(py, actions)?.into_any().unbind()), self.inside);
    }

    fn outcome(&self, state: &Object) -> Values {
        self.ask([0.0; MAX_SEATS], |_, game| {
            self.in_range(self.values(&game.call_method1("outcome", (&state.0,))?, "outcome()")?, "outcome()")
        })
    }

    fn points(&self, state: &Object) -> Values {
        self.ask([0.0; MAX_SEATS], |_, game| self.values(&game.call_method1("points", (&state.0,))?, "points()"))
    }

    fn skip(&self, state: &mut Object) -> bool {
        let next = self.ask(None, |_, game| {
            let next = game.call_method1("skip", (&state.0,))?;
            Ok((!next.is_none()).then(|| Object(next.unbind())))
        });
        let skipped = next.is_some();
        if let Some(next) = next {
            *state = next;
        }
        skipped
    }

    fn info(&self, state: &Object, seat: usize) -> Object {
        self.ask(None, |_, game| Ok(Some(Object(game.call_method1("info", (&state.0, seat))?.unbind()))))
            .unwrap_or_else(|| state.clone())
    }

    fn key(&self, state: &Object, seat: usize) -> u64 {
        if !self.hidden {
            return self.hash(state);
        }
        hash_bytes(self.info_text(&self.info(state, seat), seat).as_bytes())
    }

    fn sample(&self, info: &Object, seat: usize, dice: &mut dyn Dice) -> Object {
        self.ask(None, |py, game| {
            lend(py, dice, true, |dice| Ok(Some(Object(game.call_method1("sample", (&info.0, seat, dice))?.unbind()))))
        })
        .unwrap_or_else(|| info.clone())
    }

    fn sample_public(&self, info: &Object, seat: usize, dice: &mut dyn Dice) -> Object {
        self.ask(None, |py, game| {
            lend(py, dice, true, |dice| {
                Ok(Some(Object(game.call_method1("sample_public", (&info.0, seat, dice))?.unbind())))
            })
        })
        .unwrap_or_else(|| info.clone())
    }

    fn event(&self, state: &Object) -> Option<u64> {
        self.ask(None, |_, game| self.read(&game.call_method1("event", (&state.0,))?, "event()"))
    }

    fn text(&self, state: &Object) -> String {
        self.ask(String::new(), |_, game| self.read(&game.call_method1("text", (&state.0,))?, "text()"))
    }

    fn parse(&self, text: &str) -> Result<Object, String> {
        Python::attach(|py| match self.object.bind(py).call_method1("parse", (text,)) {
            Ok(state) => Ok(Object(state.unbind())),
            Err(error) => Err(error.to_string()),
        })
    }

    fn info_text(&self, info: &Object, seat: usize) -> String {
        self.ask(String::new(), |_, game| self.read(&game.call_method1("info_text", (&info.0, seat))?, "info_text()"))
    }

    fn action_text(&self, action: Action) -> String {
        self.ask(action.to_string(), |_, game| {
            self.read(&game.call_method1("action_text", (action,))?, "action_text()")
        })
    }

    fn feature_count(&self) -> usize {
        *self.features.get_or_init(|| self.read_features(&self.start(&mut Rng::new(0)), 0).len())
    }

    fn features(&self, state: &Object, seat: usize, out: &mut [f32]) {
        let features = self.read_features(state, seat);
        if features.len() == out.len() && features.iter().all(|number| number.is_finite()) {
            out.copy_from_slice(&features);
        } else {
            let what = format!("features() must give {} finite numbers, as at the start", out.len());
            self.ask((), |_, _| Err(self.wrong(&what)));
        }
    }
}

/// What a game is called in files of weights: the name and the options of its spec, wherever its class is kept.
pub fn name_of(game: &Bound<'_, PyAny>) -> PyResult<String> {
    let spec: String = game.getattr("spec")?.extract()?;
    let name: String = game.getattr("name")?.extract()?;
    let name = if name.is_empty() { game.get_type().name()?.to_string().to_lowercase() } else { name };
    Ok(name + spec.find('(').map_or("", |options| &spec[options..]))
}

/// Which evaluation a search of a Python game uses.
pub enum PyEval {
    /// The class's `evaluate`.
    Own,
    Flat,
    Net(NetEval),
}

impl PyEval {
    /// Reads `eval`: `own` where the class has an `evaluate`, `flat`, or `net` with `model`, the name of a network.
    pub fn from_options(game: &PyGame, options: &mut Options) -> PyResult<Self> {
        let words: &[&str] = if game.informed { &["own", "flat", "net"] } else { &["flat", "net"] };
        Ok(match options.word("eval", words).map_err(PyValueError::new_err)? {
            "own" => Self::Own,
            "flat" => Self::Flat,
            _ => {
                let model = options.take("model").ok_or_else(|| PyValueError::new_err("eval=net needs model=FILE"))?;
                let net = models::get::<Net>(&model).map_err(PyValueError::new_err)?;
                let name = Python::attach(|py| name_of(game.object.bind(py)))?;
                let eval = NetEval::new(net, game, &name);
                game.take_error().map_or(Ok(()), Err)?;
                Self::Net(eval.map_err(PyValueError::new_err)?)
            }
        })
    }
}

impl Evaluator<PyGame> for PyEval {
    type Memo = ();

    fn start(&self, _game: &PyGame, _state: &Object) {}
    fn step(&self, _game: &PyGame, _memo: &(), _before: &Object, _after: &Object) {}

    fn value(&self, game: &PyGame, _memo: &(), state: &Object) -> Values {
        let flat = || Flat.value(game, &(), state);
        match self {
            Self::Flat => flat(),
            Self::Net(net) => net.value(game, &(), state),
            Self::Own => game.ask(flat(), |_, object| {
                let numbers = object.call_method1("evaluate", (&state.0,))?;
                if numbers.is_none() {
                    return Ok(flat());
                }
                game.in_range(game.values(&numbers, "evaluate()")?, "evaluate()")
            }),
        }
    }

    fn informed(&self) -> bool {
        !matches!(self, Self::Flat)
    }

    fn bounds(&self, game: &PyGame) -> Option<(f64, f64)> {
        match self {
            Self::Net(net) => net.bounds(game),
            _ => game.sum().map(|sum| (game.range().0, sum)),
        }
    }

    fn scaled(&self, game: &PyGame) -> bool {
        matches!(self, Self::Net(_)) || self.bounds(game).is_some()
    }
}

/// The contract's View from a `reineke.game.View`.
pub fn python_view(game: &PyGame, view: &Bound<'_, PyAny>) -> PyResult<View<PyGame>> {
    let seat: usize = attribute(view, "seat")?;
    let info = Object(view.getattr("info")?.unbind());
    let turn = game.read_turn(&view.getattr("turn")?)?;
    let legal: Vec<Action> = attribute(view, "legal")?;
    let acts = match turn {
        Turn::Seat(mover) => mover == seat,
        Turn::Seats(seats) => seat < game.seats && seats.contains(seat),
        _ => false,
    };
    if seat >= game.seats || (!acts && !legal.is_empty()) {
        return Err(PyValueError::new_err(format!("seat {seat} does not act here")));
    }
    let known = legal.iter().all(|action| usize::from(*action) < game.actions);
    if !known || legal.windows(2).any(|pair| pair[0] >= pair[1]) {
        return Err(PyValueError::new_err("the legal actions of a view are below the game's actions, ascending"));
    }
    let text = if game.hidden { game.info_text(&info, seat) } else { game.text(&info) };
    if let Some(error) = game.take_error() {
        return Err(error);
    }
    let key = hash_bytes(text.as_bytes());
    let open = view.getattr("open")?;
    let open = (!open.is_none()).then(|| Object(open.unbind()));
    Ok(View { seat, info, turn, legal: Actions::from_slice(&legal), key, search_key: key, open })
}
