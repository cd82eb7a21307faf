//! Pokémon, generation 1: recorded data checked, teams drawn, battles told and shown, real ones followed, speed measured.

use crate::dice::Foreign;
use crate::native::{AnyGame, PyInfo, PyState, make, turn_object};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use reineke::game::{Action, Game as _, View};
use reineke::games::gen1::choice::Choice;
use reineke::games::gen1::dex::{MoveId, Species};
use reineke::games::gen1::game::{Gen1, Info, State};
use reineke::games::gen1::generator::{Gen5, Generator};
use reineke::games::gen1::request::Request;
use reineke::games::gen1::roll::Source as _;
use reineke::games::gen1::script::{self, Script};
use reineke::games::gen1::seat::Seat;
use reineke::games::gen1::{check, coverage, protocol, scene, team, vector};
use std::collections::{BTreeMap, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

type Report = (bool, usize, usize, usize, Option<String>, BTreeMap<String, u64>);

/// Replays one line of recorded data, a battle or a pair of teams: whether it is a battle, what was checked, turns, decisions up to the
/// difference, the first difference, and how often each thing happened. With views, also what each side knows is compared.
#[pyfunction]
#[pyo3(signature = (line, views=false))]
fn gen1_check(py: Python<'_>, line: &[u8], views: bool) -> PyResult<Report> {
    let report = py.detach(|| {
        let record = serde_json::from_slice(line).map_err(|_| "not JSON, or cut off".to_string())?;
        check::line(&record, views)
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

/// The lines that a seat received, turn by turn, the start first; seat 2 looks on.
#[pyfunction]
fn gen1_log(state: &Bound<'_, PyState>, seat: u8) -> PyResult<Vec<Vec<String>>> {
    let turns = inside(state)?.events();
    let told = |events: &Vec<_>| events.iter().flat_map(|event| protocol::lines(event, seat)).collect();
    Ok(turns.iter().map(told).collect())
}

fn inside<'a>(state: &'a Bound<'_, PyState>) -> PyResult<&'a State> {
    state.get().state.downcast_ref().ok_or_else(|| PyTypeError::new_err("not a position of gen1"))
}

/// A whole battle as people look at it, as JSON.
#[pyfunction]
fn gen1_whole(state: &Bound<'_, PyState>) -> PyResult<String> {
    Ok(scene::whole(&inside(state)?.battle).to_string())
}

/// What a seat knows as people look at it, as JSON.
#[pyfunction]
fn gen1_seen(info: &Bound<'_, PyInfo>) -> PyResult<String> {
    let wrong = || PyTypeError::new_err("not what a seat of gen1 knows");
    let view: &View<Gen1> = info.get().view.downcast_ref().ok_or_else(wrong)?;
    Ok(match &view.info {
        Info::Mind(mind) => scene::seen(mind),
        Info::Whole(battle) => scene::whole(battle),
    }
    .to_string())
}

/// Every move and species as people see them, as JSON.
#[pyfunction]
fn gen1_dex() -> String {
    scene::dex().to_string()
}

/// What each number of the battle vector is.
#[pyfunction]
fn gen1_vector_names() -> Vec<String> {
    vector::names().to_vec()
}

/// A set as Showdown packs it.
#[pyfunction]
fn gen1_packed(species: &str, moves: Vec<String>) -> PyResult<String> {
    let species = Species::named(species)
        .ok_or_else(|| PyValueError::new_err(format!("no species here is called {species:?}")))?;
    let mut set = team::Set { species, moves: [MoveId::NONE; 4] };
    for (slot, id) in set.moves.iter_mut().zip(moves) {
        *slot = MoveId::parse(&id).ok_or_else(|| PyValueError::new_err(format!("no move here is called {id:?}")))?;
    }
    Ok(set.packed())
}

/// The position in which a battle between two packed teams begins, as text.
#[pyfunction]
fn gen1_begin(first: &str, second: &str, dice: &Bound<'_, PyAny>) -> PyResult<String> {
    let teams =
        [team::parse(first).map_err(PyValueError::new_err)?, team::parse(second).map_err(PyValueError::new_err)?];
    let mut dice = Foreign::new(dice);
    let state = Gen1::begin(&teams, &mut dice);
    dice.error.map_or_else(|| Ok(Gen1.text(&state)), Err)
}

/// How a seat tells Showdown an action, such as `move 2` or `switch 3`.
#[pyfunction]
fn gen1_choice(state: &Bound<'_, PyState>, seat: usize, action: Action) -> PyResult<String> {
    let battle = &inside(state)?.battle;
    let choice = if seat < 2 { Gen1::choice(battle, seat, action) } else { None };
    choice.map(Choice::text).ok_or_else(|| PyValueError::new_err(format!("{action} cannot be chosen here")))
}

/// A generator of Showdown as dice: the same seed gives the same numbers.
#[pyclass(module = "reineke._core")]
struct Gen1Dice(Generator);

#[pymethods]
impl Gen1Dice {
    #[new]
    fn new(seed: &str) -> PyResult<Self> {
        Generator::parse(seed).map(Self).map_err(PyValueError::new_err)
    }

    /// A number from 0 to sides - 1.
    fn roll(&mut self, sides: u32) -> u32 {
        self.0.below(sides)
    }

    /// Where the generator stands.
    fn digits(&self) -> String {
        self.0.digits()
    }
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

/// A player at a battle on a real server: lines and requests in, views and choices out.
#[pyclass(module = "reineke._core")]
struct Gen1Seat {
    seat: Seat,
    game: Arc<dyn AnyGame>,
}

/// Lines of a server that do not fit together must not take the player down.
fn guarded<T>(work: impl FnOnce() -> Result<T, String>) -> PyResult<T> {
    let done = catch_unwind(AssertUnwindSafe(work));
    done.unwrap_or_else(|_| Err("the lines do not fit together".into())).map_err(PyValueError::new_err)
}

#[pymethods]
impl Gen1Seat {
    #[new]
    fn new() -> PyResult<Self> {
        let game = make("gen1", HashMap::new()).map_err(PyValueError::new_err)?;
        Ok(Self { seat: Seat::default(), game })
    }

    /// The name of a player.
    fn name(&mut self, seat: usize, name: &str) -> PyResult<()> {
        guarded(|| {
            self.seat.name(seat, name);
            Ok(())
        })
    }

    /// A line of the battle.
    fn hear(&mut self, line: &str) -> PyResult<()> {
        guarded(|| self.seat.hear(line))
    }

    /// The server is about to tell everything again.
    fn again(&mut self) {
        self.seat.again();
    }

    /// A request, as JSON.
    #[pyo3(signature = (request, trust = false))]
    fn ask(&mut self, py: Python<'_>, request: &str, trust: bool) -> PyResult<()> {
        py.detach(|| guarded(|| self.seat.ask(&Request::parse(request)?, trust)))
    }

    /// What an agent is shown: what it knows, the turn, what is legal.
    fn view<'py>(&self, py: Python<'py>) -> PyResult<(PyInfo, Bound<'py, PyAny>, Vec<Action>)> {
        let view = guarded(|| self.seat.view().ok_or_else(|| "nothing was asked yet".into()))?;
        let (seat, turn, legal) = (view.seat, turn_object(py, view.turn)?, view.legal.to_vec());
        Ok((PyInfo { view: Arc::new(view), game: Arc::clone(&self.game), seat }, turn, legal))
    }

    /// How an action is chosen, such as `move 2` or `switch 3`.
    fn choice(&self, action: Action) -> PyResult<String> {
        let choice = self.seat.choice(action).map(Choice::text);
        choice.ok_or_else(|| PyValueError::new_err(format!("{action} cannot be chosen here")))
    }

    /// This was chosen.
    fn choose(&mut self, choice: &str) -> PyResult<()> {
        let wrong = || PyValueError::new_err(format!("{choice:?} is no choice such as move 2 or switch 3"));
        self.seat.choose(Choice::parse(choice).ok_or_else(wrong)?);
        Ok(())
    }
}

/// Every choice that a request allows.
#[pyfunction]
fn gen1_choices(request: &str) -> PyResult<Vec<String>> {
    let request = Request::parse(request).map_err(PyValueError::new_err)?;
    Ok(request.choices().into_iter().map(Choice::text).collect())
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Gen1Scripts>()?;
    module.add_class::<Gen1Seat>()?;
    module.add_class::<Gen1Dice>()?;
    module.add_function(wrap_pyfunction!(gen1_choice, module)?)?;
    module.add_function(wrap_pyfunction!(gen1_choices, module)?)?;
    module.add_function(wrap_pyfunction!(gen1_check, module)?)?;
    module.add_function(wrap_pyfunction!(gen1_reachable, module)?)?;
    module.add_function(wrap_pyfunction!(gen1_teams, module)?)?;
    module.add_function(wrap_pyfunction!(gen1_log, module)?)?;
    module.add_function(wrap_pyfunction!(gen1_whole, module)?)?;
    module.add_function(wrap_pyfunction!(gen1_seen, module)?)?;
    module.add_function(wrap_pyfunction!(gen1_dex, module)?)?;
    module.add_function(wrap_pyfunction!(gen1_vector_names, module)?)?;
    module.add_function(wrap_pyfunction!(gen1_packed, module)?)?;
    module.add_function(wrap_pyfunction!(gen1_begin, module)?)?;
    module.add_function(wrap_pyfunction!(gen1_random_play, module)?)?;
    Ok(())
}
