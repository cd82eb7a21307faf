//! Native games behind one object-safe face.

use crate::dice::Foreign;
use crate::searcher::{AnySearcher, Native as NativeSearcher};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyTuple};
use reineke::dice::{Dice, Rng, chain};
use reineke::game::{Action, Actions, Game, NO_ACTION, Turn, View};
use reineke::games::{Playable, clever, gen1, goofspiel, kuhn, pig, rps, sawhian, speed, tictactoe};
use reineke::options::Options;
use std::any::Any;
use std::collections::HashMap;
use std::sync::Arc;

/// A full position of a native game. Immutable.
#[pyclass(name = "State", module = "reineke._core", frozen)]
pub struct PyState {
    pub state: Arc<dyn Any + Send + Sync>,
    pub game: Arc<dyn AnyGame>,
}

#[pymethods]
impl PyState {
    fn __repr__(&self) -> String {
        format!("<{} {}>", self.game.spec(), self.game.text(&*self.state))
    }
    fn __str__(&self) -> String {
        self.game.text(&*self.state)
    }
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            self.game.spec() == other.get().game.spec() && self.game.same(&*self.state, &*other.get().state)
        })
    }
    fn __hash__(&self) -> u64 {
        self.game.hash(&*self.state)
    }
    /// Pickled as the game and the text of the position.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        let rebuild = py.import("reineke._core")?.getattr("parse_state")?;
        Ok((rebuild, (self.game.spec(), self.game.text(&*self.state))))
    }
}

/// What one seat of a native game with secrets knows.
#[pyclass(name = "Info", module = "reineke._core", frozen)]
pub struct PyInfo {
    pub view: Arc<dyn Any + Send + Sync>,
    pub game: Arc<dyn AnyGame>,
    pub seat: usize,
}

#[pymethods]
impl PyInfo {
    fn __repr__(&self) -> String {
        format!("<{} seat {} knows {}>", self.game.spec(), self.seat, self.game.info_text(&*self.view, self.seat))
    }
    fn __str__(&self) -> String {
        self.game.info_text(&*self.view, self.seat)
    }
}

type AnyState = Arc<dyn Any + Send + Sync>;

/// The contract without its types.
pub trait AnyGame: Send + Sync {
    fn spec(&self) -> String;
    fn seats(&self) -> usize;
    fn actions(&self) -> usize;
    fn range(&self) -> (f64, f64);
    fn sum(&self) -> Option<f64>;
    fn flags(&self) -> (bool, bool, bool, bool);
    fn evals(&self) -> Vec<&'static str>;
    fn start(&self, dice: &mut dyn Dice) -> AnyState;
    fn turn(&self, state: &dyn Any) -> Turn;
    fn legal(&self, state: &dyn Any, seat: usize) -> Actions;
    fn allowed(&self, state: &dyn Any, seat: usize, action: Action) -> bool;
    fn odds(&self, state: &dyn Any) -> Vec<(Action, f64)>;
    fn play(&self, state: &dyn Any, actions: &[Action], dice: &mut dyn Dice) -> AnyState;
    fn outcome(&self, state: &dyn Any) -> Vec<f64>;
    fn points(&self, state: &dyn Any) -> Vec<f64>;
    fn skip(&self, state: &dyn Any) -> Option<AnyState>;
    fn hash(&self, state: &dyn Any) -> u64;
    fn key(&self, state: &dyn Any, seat: usize) -> u64;
    fn same(&self, a: &dyn Any, b: &dyn Any) -> bool;
    fn view(&self, state: &dyn Any, seat: usize) -> AnyState;
    fn open(&self, state: &dyn Any, seat: usize) -> AnyState;
    fn sample(&self, view: &dyn Any, public: bool, dice: &mut dyn Dice) -> AnyState;
    fn event(&self, state: &dyn Any) -> Option<u64>;
    fn text(&self, state: &dyn Any) -> String;
    fn parse(&self, text: &str) -> Result<AnyState, String>;
    fn info_text(&self, view: &dyn Any, seat: usize) -> String;
    fn action_text(&self, action: Action) -> String;
    fn parse_action(&self, text: &str) -> Result<Action, String>;
    fn chance_text(&self, action: Action) -> String;
    fn parse_chance(&self, text: &str) -> Result<Action, String>;
    fn json(&self, state: &dyn Any) -> String;
    fn parse_json(&self, text: &str) -> Result<AnyState, String>;
    fn board(&self, state: &dyn Any) -> String;
    fn features(&self, state: &dyn Any, seat: usize) -> Vec<f32>;
    fn random_play(&self, games: u64, seed: u64) -> (u64, u64);
    fn searcher(&self, name: &str, options: &mut Options, seed: u64) -> Result<Box<dyn AnySearcher>, String>;
}

pub struct Holder<G: Game> {
    game: Arc<G>,
}

fn down<T: 'static>(any: &dyn Any) -> &T {
    any.downcast_ref().expect("the binding checks that a state belongs to its game")
}

impl<G: Playable> AnyGame for Holder<G> {
    fn spec(&self) -> String {
        self.game.spec()
    }
    fn seats(&self) -> usize {
        self.game.seats()
    }
    fn actions(&self) -> usize {
        self.game.actions()
    }
    fn range(&self) -> (f64, f64) {
        self.game.range()
    }
    fn sum(&self) -> Option<f64> {
        self.game.sum()
    }
    fn flags(&self) -> (bool, bool, bool, bool) {
        (self.game.simultaneous(), self.game.chance(), self.game.inside(), self.game.hidden())
    }
    fn evals(&self) -> Vec<&'static str> {
        G::EVALS.to_vec()
    }
    fn start(&self, dice: &mut dyn Dice) -> AnyState {
        Arc::new(self.game.start(dice))
    }
    fn turn(&self, state: &dyn Any) -> Turn {
        self.game.turn(down(state))
    }
    fn legal(&self, state: &dyn Any, seat: usize) -> Actions {
        let mut out = Actions::new();
        self.game.legal(down(state), seat, &mut out);
        out
    }
    fn allowed(&self, state: &dyn Any, seat: usize, action: Action) -> bool {
        self.game.allowed(down(state), seat, action)
    }
    fn odds(&self, state: &dyn Any) -> Vec<(Action, f64)> {
        let mut out = Vec::new();
        self.game.odds(down(state), &mut out);
        out
    }
    fn play(&self, state: &dyn Any, actions: &[Action], dice: &mut dyn Dice) -> AnyState {
        let mut next: G::State = down::<G::State>(state).clone();
        match self.game.turn(&next) {
            Turn::Seats(_) => self.game.apply_joint(&mut next, actions, dice),
            _ => self.game.apply(&mut next, actions[0], dice),
        }
        Arc::new(next)
    }
    fn outcome(&self, state: &dyn Any) -> Vec<f64> {
        self.game.outcome(down(state))[..self.game.seats()].to_vec()
    }
    fn points(&self, state: &dyn Any) -> Vec<f64> {
        self.game.points(down(state))[..self.game.seats()].to_vec()
    }
    fn skip(&self, state: &dyn Any) -> Option<AnyState> {
        let mut next: G::State = down::<G::State>(state).clone();
        self.game.skip(&mut next).then(|| Arc::new(next) as AnyState)
    }
    fn hash(&self, state: &dyn Any) -> u64 {
        self.game.hash(down(state))
    }
    fn key(&self, state: &dyn Any, seat: usize) -> u64 {
        self.game.key(down(state), seat)
    }
    fn same(&self, a: &dyn Any, b: &dyn Any) -> bool {
        down::<G::State>(a) == down::<G::State>(b)
    }
    fn view(&self, state: &dyn Any, seat: usize) -> AnyState {
        Arc::new(View::of(&*self.game, down(state), seat))
    }
    fn open(&self, state: &dyn Any, seat: usize) -> AnyState {
        Arc::new(View::open(&*self.game, down(state), seat))
    }
    fn sample(&self, view: &dyn Any, public: bool, dice: &mut dyn Dice) -> AnyState {
        let view: &View<G> = down(view);
        if public {
            return Arc::new(view.sample_public(&self.game, dice));
        }
        Arc::new(view.sample(&self.game, dice))
    }
    fn event(&self, state: &dyn Any) -> Option<u64> {
        self.game.event(down(state))
    }
    fn text(&self, state: &dyn Any) -> String {
        self.game.text(down(state))
    }
    fn parse(&self, text: &str) -> Result<AnyState, String> {
        self.game.parse(text).map(|state| Arc::new(state) as AnyState)
    }
    fn info_text(&self, view: &dyn Any, seat: usize) -> String {
        self.game.info_text(&down::<View<G>>(view).info, seat)
    }
    fn action_text(&self, action: Action) -> String {
        self.game.action_text(action)
    }
    fn parse_action(&self, text: &str) -> Result<Action, String> {
        self.game.parse_action(text)
    }
    fn chance_text(&self, action: Action) -> String {
        self.game.chance_text(action)
    }
    fn parse_chance(&self, text: &str) -> Result<Action, String> {
        self.game.parse_chance(text)
    }
    fn json(&self, state: &dyn Any) -> String {
        self.game.json(down(state)).to_string()
    }
    fn parse_json(&self, text: &str) -> Result<AnyState, String> {
        let value = serde_json::from_str(text).map_err(|error| format!("not JSON: {error}"))?;
        self.game.parse_json(&value).map(|state| Arc::new(state) as AnyState)
    }
    fn board(&self, state: &dyn Any) -> String {
        self.game.board(down(state))
    }
    fn features(&self, state: &dyn Any, seat: usize) -> Vec<f32> {
        let mut out = vec![0.0; self.game.feature_count()];
        self.game.features(down(state), seat, &mut out);
        out
    }
    fn random_play(&self, games: u64, seed: u64) -> (u64, u64) {
        let mut rng = Rng::new(seed);
        let (mut decisions, mut signature) = (0, 0);
        for _ in 0..games {
            let mut state = self.game.start(&mut rng);
            decisions += self.game.play_out(&mut state, &mut rng);
            signature = chain(signature, self.game.hash(&state));
        }
        (decisions, signature)
    }
    fn searcher(&self, name: &str, options: &mut Options, seed: u64) -> Result<Box<dyn AnySearcher>, String> {
        let searcher = self.game.searcher(name, options, seed)?;
        Ok(Box::new(NativeSearcher { game: Arc::clone(&self.game), searcher }))
    }
}

/// Name, one line about it, and how it is made.
type Entry = (&'static str, &'static str, fn(&mut Options) -> Result<Arc<dyn AnyGame>, String>);

macro_rules! entry {
    ($name:literal, $about:literal, $game:ty) => {
        ($name, $about, |options| {
            let game = <$game>::from_options(options)?;
            Ok(Arc::new(Holder { game: Arc::new(game) }) as Arc<dyn AnyGame>)
        })
    };
}

/// Every native game: one line of registration each.
pub const GAMES: [Entry; 9] = [
    entry!("sawhian", "four players race seven stones each across one board", sawhian::Sawhian),
    entry!("speed", "Tron for up to six, all at once, with speeds and gaps", speed::Speed),
    entry!("clever", "Ganz schön clever: six dice, five areas, bonuses that lead to bonuses", clever::Clever),
    entry!("gen1", "Pokémon, generation 1: random battles as Showdown plays them", gen1::game::Gen1),
    entry!("tictactoe", "three in a row", tictactoe::TicTacToe),
    entry!("pig", "roll or hold, first to the goal", pig::Pig),
    entry!("rps", "rock, paper, scissors in one simultaneous turn", rps::RockPaperScissors),
    entry!("goofspiel", "bid cards for prize cards, all at once", goofspiel::Goofspiel),
    entry!("kuhn", "poker with three cards", kuhn::Kuhn),
];

pub fn make(name: &str, options: HashMap<String, String>) -> Result<Arc<dyn AnyGame>, String> {
    let Some((_, _, make)) = GAMES.iter().find(|(known, _, _)| *known == name) else {
        return Err(format!("no native game is called {name}"));
    };
    let mut options = Options::new(options);
    let game = make(&mut options)?;
    options.finish(name)?;
    Ok(game)
}

/// Rebuilds a pickled state.
#[pyfunction]
pub fn parse_state(py: Python<'_>, spec: &str, text: &str) -> PyResult<Py<PyAny>> {
    let game = py.import("reineke.games")?.call_method1("load", (spec,))?;
    Ok(game.call_method1("parse", (text,))?.unbind())
}

/// The rules of a native game.
#[pyclass(name = "Game", module = "reineke._core", frozen)]
pub struct PyNativeGame {
    pub game: Arc<dyn AnyGame>,
}

impl PyNativeGame {
    fn check<'a>(&self, state: &'a Bound<'_, PyState>) -> PyResult<&'a PyState> {
        let state = state.get();
        if Arc::ptr_eq(&self.game, &state.game) || self.game.spec() == state.game.spec() {
            return Ok(state);
        }
        Err(PyTypeError::new_err(format!("a position of {} was given to {}", state.game.spec(), self.game.spec())))
    }

    fn wrap(&self, state: AnyState) -> PyState {
        PyState { state, game: Arc::clone(&self.game) }
    }

    fn acting(&self, state: &PyState, seat: usize) -> bool {
        match self.game.turn(&*state.state) {
            Turn::Seat(mover) => mover == seat,
            Turn::Seats(seats) => seats.contains(seat),
            _ => false,
        }
    }
}

fn value(error: String) -> PyErr {
    PyValueError::new_err(error)
}

#[pymethods]
impl PyNativeGame {
    #[new]
    fn new(name: &str, options: HashMap<String, String>) -> PyResult<Self> {
        Ok(Self { game: make(name, options).map_err(value)? })
    }

    #[getter]
    fn spec(&self) -> String {
        self.game.spec()
    }
    #[getter]
    fn seats(&self) -> usize {
        self.game.seats()
    }
    #[getter]
    fn actions(&self) -> usize {
        self.game.actions()
    }
    #[getter]
    fn range(&self) -> (f64, f64) {
        self.game.range()
    }
    #[getter]
    fn sum(&self) -> Option<f64> {
        self.game.sum()
    }
    /// (simultaneous, chance, inside, hidden)
    #[getter]
    fn flags(&self) -> (bool, bool, bool, bool) {
        self.game.flags()
    }
    #[getter]
    fn evals(&self) -> Vec<&'static str> {
        self.game.evals()
    }

    fn start(&self, dice: &Bound<'_, PyAny>) -> PyResult<PyState> {
        let mut dice = Foreign::new(dice);
        let state = self.game.start(&mut dice);
        dice.error.map_or_else(|| Ok(self.wrap(state)), Err)
    }

    fn turn<'py>(&self, py: Python<'py>, state: &Bound<'py, PyState>) -> PyResult<Bound<'py, PyAny>> {
        let state = self.check(state)?;
        turn_object(py, self.game.turn(&*state.state))
    }

    fn legal(&self, state: &Bound<'_, PyState>, seat: usize) -> PyResult<Vec<Action>> {
        let state = self.check(state)?;
        if !self.acting(state, seat) {
            return Err(value(format!("seat {seat} does not act here")));
        }
        Ok(self.game.legal(&*state.state, seat).to_vec())
    }

    fn odds(&self, state: &Bound<'_, PyState>) -> PyResult<Vec<(Action, f64)>> {
        let state = self.check(state)?;
        if self.game.turn(&*state.state) != Turn::Chance {
            return Err(value("this is not a chance turn".into()));
        }
        Ok(self.game.odds(&*state.state))
    }

    /// The state after an action (a number), a chance outcome (a number) or a joint action (one number per seat).
    fn play(
        &self,
        state: &Bound<'_, PyState>,
        action: &Bound<'_, PyAny>,
        dice: &Bound<'_, PyAny>,
    ) -> PyResult<PyState> {
        let state = self.check(state)?;
        let turn = self.game.turn(&*state.state);
        let actions: Vec<Action> = match turn {
            Turn::Seats(_) => {
                action.extract().map_err(|_| value("a simultaneous turn takes one action per seat".into()))?
            }
            _ => vec![action.extract().map_err(|_| value(format!("{action} is not an action")))?],
        };
        let illegal = |action: Action| value(format!("{} is not legal here", self.name(action)));
        match turn {
            Turn::Over => return Err(value("the game is over".into())),
            Turn::Chance => {
                if !self.game.odds(&*state.state).iter().any(|(outcome, _)| *outcome == actions[0]) {
                    return Err(value(format!("chance cannot give {} here", actions[0])));
                }
            }
            Turn::Seat(seat) => {
                if !self.game.allowed(&*state.state, seat, actions[0]) {
                    return Err(illegal(actions[0]));
                }
            }
            Turn::Seats(seats) => {
                if actions.len() != self.game.seats() {
                    return Err(value(format!("{} actions were given for {} seats", actions.len(), self.game.seats())));
                }
                for (seat, action) in actions.iter().enumerate() {
                    let fits = if seats.contains(seat) {
                        self.game.allowed(&*state.state, seat, *action)
                    } else {
                        *action == NO_ACTION
                    };
                    if !fits {
                        return Err(illegal(*action));
                    }
                }
            }
        }
        let mut dice = Foreign::new(dice);
        let next = self.game.play(&*state.state, &actions, &mut dice);
        dice.error.map_or_else(|| Ok(self.wrap(next)), Err)
    }

    fn outcome(&self, state: &Bound<'_, PyState>) -> PyResult<Vec<f64>> {
        let state = self.check(state)?;
        if self.game.turn(&*state.state) != Turn::Over {
            return Err(value("the game is not over".into()));
        }
        Ok(self.game.outcome(&*state.state))
    }

    fn points(&self, state: &Bound<'_, PyState>) -> PyResult<Vec<f64>> {
        Ok(self.game.points(&*self.check(state)?.state))
    }

    fn skip(&self, state: &Bound<'_, PyState>) -> PyResult<Option<PyState>> {
        let state = self.check(state)?;
        if !matches!(self.game.turn(&*state.state), Turn::Seat(_)) {
            return Ok(None);
        }
        Ok(self.game.skip(&*state.state).map(|next| self.wrap(next)))
    }

    fn key(&self, state: &Bound<'_, PyState>, seat: usize) -> PyResult<u64> {
        Ok(self.game.key(&*self.check(state)?.state, seat))
    }

    fn info(&self, state: &Bound<'_, PyState>, seat: usize) -> PyResult<PyInfo> {
        let state = self.check(state)?;
        Ok(PyInfo { view: self.game.view(&*state.state, seat), game: Arc::clone(&self.game), seat })
    }

    /// What a seat would know if nothing were hidden.
    fn open(&self, state: &Bound<'_, PyState>, seat: usize) -> PyResult<PyInfo> {
        let state = self.check(state)?;
        Ok(PyInfo { view: self.game.open(&*state.state, seat), game: Arc::clone(&self.game), seat })
    }

    fn sample(&self, info: &Bound<'_, PyInfo>, public: bool, dice: &Bound<'_, PyAny>) -> PyResult<PyState> {
        let mut dice = Foreign::new(dice);
        let state = self.game.sample(&*info.get().view, public, &mut dice);
        dice.error.map_or_else(|| Ok(self.wrap(state)), Err)
    }

    fn event(&self, state: &Bound<'_, PyState>) -> PyResult<Option<u64>> {
        Ok(self.game.event(&*self.check(state)?.state))
    }
    fn text(&self, state: &Bound<'_, PyState>) -> PyResult<String> {
        Ok(self.game.text(&*self.check(state)?.state))
    }
    fn parse(&self, text: &str) -> PyResult<PyState> {
        self.game.parse(text).map(|state| self.wrap(state)).map_err(value)
    }
    fn info_text(&self, info: &Bound<'_, PyInfo>) -> String {
        self.game.info_text(&*info.get().view, info.get().seat)
    }
    fn action_text(&self, action: Action) -> PyResult<String> {
        if usize::from(action) >= self.game.actions() {
            return Err(value(format!("{action} is not an action of {}", self.game.spec())));
        }
        Ok(self.game.action_text(action))
    }
    fn parse_action(&self, text: &str) -> PyResult<Action> {
        self.game.parse_action(text).map_err(value)
    }
    fn chance_text(&self, outcome: Action) -> String {
        self.game.chance_text(outcome)
    }
    fn parse_chance(&self, text: &str) -> PyResult<Action> {
        self.game.parse_chance(text).map_err(value)
    }
    fn json(&self, state: &Bound<'_, PyState>) -> PyResult<String> {
        Ok(self.game.json(&*self.check(state)?.state))
    }
    fn parse_json(&self, text: &str) -> PyResult<PyState> {
        self.game.parse_json(text).map(|state| self.wrap(state)).map_err(value)
    }
    fn board(&self, state: &Bound<'_, PyState>) -> PyResult<String> {
        Ok(self.game.board(&*self.check(state)?.state))
    }
    fn features(&self, state: &Bound<'_, PyState>, seat: usize) -> PyResult<Vec<f32>> {
        Ok(self.game.features(&*self.check(state)?.state, seat))
    }
    /// Plays random games; (decisions, signature of the final positions).
    fn random_play(&self, py: Python<'_>, games: u64, seed: u64) -> (u64, u64) {
        py.detach(|| self.game.random_play(games, seed))
    }
}

impl PyNativeGame {
    fn name(&self, action: Action) -> String {
        if usize::from(action) < self.game.actions() { self.game.action_text(action) } else { action.to_string() }
    }
}

/// A turn as Python writes it: -1 over, -2 chance, a seat, or a tuple of seats.
pub fn turn_object(py: Python<'_>, turn: Turn) -> PyResult<Bound<'_, PyAny>> {
    Ok(match turn {
        Turn::Over => (-1i32).into_pyobject(py)?.into_any(),
        Turn::Chance => (-2i32).into_pyobject(py)?.into_any(),
        Turn::Seat(seat) => seat.into_pyobject(py)?.into_any(),
        Turn::Seats(seats) => PyTuple::new(py, seats.iter().collect::<Vec<_>>())?.into_any(),
    })
}

/// The view behind what Python passes for a native game: a State where nothing is hidden, an Info otherwise.
pub fn view_of(game: &Arc<dyn AnyGame>, info: &Bound<'_, PyAny>, seat: usize) -> PyResult<AnyState> {
    if let Ok(info) = info.cast::<PyInfo>() {
        return Ok(Arc::clone(&info.get().view));
    }
    let state = info.cast::<PyState>().map_err(|_| PyTypeError::new_err("expected what a seat knows"))?.get();
    if game.spec() != state.game.spec() || game.flags().3 {
        return Err(PyTypeError::new_err(format!("this is not what a seat of {} knows", game.spec())));
    }
    Ok(game.view(&*state.state, seat))
}
