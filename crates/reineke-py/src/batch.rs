//! Many games of clever at once, written into arrays that Python owns.

use numpy::{PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray1, PyReadwriteArray2, PyUntypedArrayMethods};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use reineke::batch::{self, Batch, Illegal, Invalid, Rows, Settings, TALLIES, Table as _, Tally};
use reineke::dice::Rng;
use reineke::game::{Action, Game};
use reineke::games::clever::{Clever, Layout, Table};
use reineke::options::Options;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

fn value(error: impl Into<String>) -> PyErr {
    PyValueError::new_err(error.into())
}

/// Games that are played side by side; rows of arrays are games.
#[pyclass(name = "CleverBatch", module = "reineke._core", frozen)]
pub struct PyBatch {
    batch: Mutex<Batch<Table>>,
    #[pyo3(get)]
    games: usize,
    #[pyo3(get)]
    seats: usize,
    #[pyo3(get)]
    actions: usize,
    #[pyo3(get)]
    width: usize,
}

impl PyBatch {
    fn lock(&self) -> MutexGuard<'_, Batch<Table>> {
        self.batch.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn check(&self, game: usize) -> PyResult<()> {
        if game < self.games {
            return Ok(());
        }
        Err(PyIndexError::new_err(format!("there is no game {game} of {}", self.games)))
    }

    fn shape(&self, name: &str, found: &[usize], columns: usize) -> PyResult<()> {
        if found == [self.games, columns] {
            return Ok(());
        }
        Err(value(format!("{name} is {found:?}, not [{}, {columns}]", self.games)))
    }
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (options, seeds, *, layout, invalid="mask", penalty=0.0, forced=0.0, autoreset=true, threads=1))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        options: HashMap<String, String>,
        seeds: PyReadonlyArray1<'_, u64>,
        layout: &str,
        invalid: &str,
        penalty: f64,
        forced: f64,
        autoreset: bool,
        threads: usize,
    ) -> PyResult<Self> {
        let mut options = Options::new(options);
        let game = Clever::from_options(&mut options).map_err(value)?;
        options.finish("clever").map_err(value)?;
        let layout = Layout::named(layout).map_err(value)?;
        let invalid = match invalid {
            "mask" => Invalid::Refuse,
            "penalty" => Invalid::Penalty(penalty),
            "abort" => Invalid::Abort(penalty),
            _ => return Err(value(format!("invalid={invalid}: expected mask, penalty or abort"))),
        };
        if !penalty.is_finite() || !forced.is_finite() {
            return Err(value("penalties are finite numbers"));
        }
        let table = Table::new(game, layout).map_err(value)?;
        let (seats, actions, width) = (table.seats(), table.actions(), table.width());
        let batch = Batch::new(table, Settings { invalid, forced, autoreset, threads }, seeds.as_slice()?);
        Ok(Self { games: batch.len(), batch: Mutex::new(batch), seats, actions, width })
    }

    #[getter]
    fn spec(&self) -> String {
        self.lock().table.game.spec()
    }

    /// The fields of an observation: name, how many numbers, lowest, highest.
    fn fields(&self) -> Vec<(String, usize, u8, u8)> {
        let fields = self.lock().table.layout.fields(self.seats);
        fields.into_iter().map(|field| (field.name, field.count, field.low, field.high)).collect()
    }

    /// Starts games anew, all or some, from seeds or going on with their generators.
    #[pyo3(signature = (games=None, seeds=None))]
    fn reset(&self, games: Option<Vec<usize>>, seeds: Option<Vec<u64>>) -> PyResult<()> {
        let games = games.unwrap_or_else(|| (0..self.games).collect());
        games.iter().try_for_each(|game| self.check(*game))?;
        if seeds.as_ref().is_some_and(|seeds| seeds.len() != games.len()) {
            return Err(value("one seed a game"));
        }
        let mut batch = self.lock();
        for (index, game) in games.into_iter().enumerate() {
            batch.reset(game, seeds.as_ref().map(|seeds| seeds[index]));
        }
        Ok(())
    }

    /// Writes observations [games, width] and masks [games, actions].
    fn observe(
        &self,
        mut observations: PyReadwriteArray2<'_, u8>,
        mut masks: PyReadwriteArray2<'_, u8>,
    ) -> PyResult<()> {
        self.shape("observations", observations.shape(), self.width)?;
        self.shape("masks", masks.shape(), self.actions)?;
        self.lock().observe(observations.as_slice_mut()?, masks.as_slice_mut()?);
        Ok(())
    }

    /// Plays an action in every game and writes what came of it; an illegal one raises and changes nothing.
    #[allow(clippy::too_many_arguments)]
    fn step(
        &self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut observations: PyReadwriteArray2<'_, u8>,
        mut masks: PyReadwriteArray2<'_, u8>,
        mut rewards: PyReadwriteArray2<'_, f64>,
        mut over: PyReadwriteArray1<'_, bool>,
        mut last: PyReadwriteArray2<'_, u8>,
        mut tallies: PyReadwriteArray2<'_, i32>,
    ) -> PyResult<()> {
        self.shape("observations", observations.shape(), self.width)?;
        self.shape("masks", masks.shape(), self.actions)?;
        self.shape("rewards", rewards.shape(), self.seats)?;
        self.shape("last", last.shape(), self.width)?;
        self.shape("tallies", tallies.shape(), TALLIES)?;
        let actions = actions.as_slice()?;
        if actions.len() != self.games || over.len() != self.games {
            return Err(value(format!("{} actions and {} flags for {} games", actions.len(), over.len(), self.games)));
        }
        let rows = Rows {
            observations: observations.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            over: over.as_slice_mut()?,
            last: last.as_slice_mut()?,
            tallies: tallies.as_slice_mut()?,
        };
        py.detach(|| self.lock().step(actions, rows)).map_err(|Illegal { game, action, over }| {
            let number = actions[game];
            value(if over {
                format!("game {game} is over: it takes no action {number} ({action})")
            } else {
                format!("game {game}: action {number} ({action}) is not legal")
            })
        })
    }

    /// Writes what one seat sees of a game [width].
    fn view(&self, game: usize, seat: usize, mut out: PyReadwriteArray1<'_, u8>) -> PyResult<()> {
        self.check(game)?;
        if seat >= self.seats || out.len() != self.width {
            return Err(value(format!("seat {seat} of {}, {} numbers of {}", self.seats, out.len(), self.width)));
        }
        let batch = self.lock();
        batch.table.observe(batch.state(game), seat, out.as_slice_mut()?);
        Ok(())
    }

    /// The seat to move.
    fn mover(&self, game: usize) -> PyResult<usize> {
        self.check(game)?;
        let batch = self.lock();
        Ok(batch.table.mover(batch.state(game)))
    }

    /// Points of each seat so far; foxes count once the game is over.
    fn points(&self, game: usize) -> PyResult<Vec<i32>> {
        self.check(game)?;
        let batch = self.lock();
        Ok((0..self.seats).map(|seat| batch.points(game, seat)).collect())
    }

    /// Length, forced turns and illegal actions so far.
    fn tally(&self, game: usize) -> PyResult<(i32, i32, i32)> {
        self.check(game)?;
        let tally = self.lock().tally(game);
        Ok((tally.length, tally.forced, tally.illegal))
    }

    /// The position as text.
    fn text(&self, game: usize) -> PyResult<String> {
        self.check(game)?;
        let batch = self.lock();
        Ok(batch.table.game.text(batch.state(game)))
    }

    /// Puts a position into a game; chance happens until there is a choice.
    fn place(&self, game: usize, text: &str) -> PyResult<()> {
        self.check(game)?;
        let mut batch = self.lock();
        let state = batch.table.game.parse(text).map_err(value)?;
        batch.place(game, state);
        Ok(())
    }

    /// Everything to go on from: positions as texts, and into arrays the generators [games, 4] and the lengths, forced
    /// turns and illegal actions so far [games, 3].
    fn save(
        &self,
        mut generators: PyReadwriteArray2<'_, u64>,
        mut tallies: PyReadwriteArray2<'_, i32>,
    ) -> PyResult<Vec<String>> {
        self.shape("generators", generators.shape(), 4)?;
        self.shape("tallies", tallies.shape(), 3)?;
        let batch = self.lock();
        if !batch.autoreset() {
            return Err(value("only games with autoreset are saved: the others may have ended"));
        }
        let rows = generators.as_slice_mut()?.chunks_exact_mut(4).zip(tallies.as_slice_mut()?.chunks_exact_mut(3));
        for (game, (words, counts)) in rows.enumerate() {
            let (own, Tally { length, forced, illegal }) = batch.standing(game);
            words.copy_from_slice(&own);
            counts.copy_from_slice(&[length, forced, illegal]);
        }
        Ok((0..self.games).map(|game| batch.table.game.text(batch.state(game))).collect())
    }

    /// Goes on from what `save` gave.
    fn restore(
        &self,
        positions: Vec<String>,
        generators: PyReadonlyArray2<'_, u64>,
        tallies: PyReadonlyArray2<'_, i32>,
    ) -> PyResult<()> {
        self.shape("generators", generators.shape(), 4)?;
        self.shape("tallies", tallies.shape(), 3)?;
        if positions.len() != self.games {
            return Err(value(format!("{} positions for {} games", positions.len(), self.games)));
        }
        let mut batch = self.lock();
        let states = positions.iter().map(|text| batch.table.game.parse(text)).collect::<Result<Vec<_>, _>>();
        let (words, counts) = (generators.as_slice()?.as_chunks::<4>().0, tallies.as_slice()?.as_chunks::<3>().0);
        let rngs: Option<Vec<Rng>> = words.iter().map(|words| Rng::from_words(*words)).collect();
        let (states, rngs) = (states.map_err(value)?, rngs.ok_or_else(|| value("a generator of zeros"))?);
        for (game, ((state, rng), [length, forced, illegal])) in states.into_iter().zip(rngs).zip(counts).enumerate() {
            batch.restore(game, state, rng, Tally { length: *length, forced: *forced, illegal: *illegal });
        }
        Ok(())
    }

    /// The layout's number of a legal action of the game; `None` where it has none.
    fn encode(&self, game: usize, action: Action) -> PyResult<Option<i64>> {
        self.check(game)?;
        let batch = self.lock();
        Ok(batch.table.encode(batch.state(game), action))
    }

    /// The game's action behind one of the layout; `None` if it is not legal.
    fn decode(&self, game: usize, action: i64) -> PyResult<Option<Action>> {
        self.check(game)?;
        let batch = self.lock();
        Ok(batch.table.decode(batch.state(game), batch.legal(game), action))
    }

    /// What an action of the layout is called.
    fn action_text(&self, action: i64) -> String {
        self.lock().table.name(action)
    }
}

/// Draws a legal action for each row of masks [games, actions] into `out` [games]; -1 where there is none.
#[pyfunction]
fn sample_actions(
    py: Python<'_>,
    masks: PyReadonlyArray2<'_, u8>,
    seed: u64,
    mut out: PyReadwriteArray1<'_, i64>,
) -> PyResult<()> {
    let [games, actions] = *masks.shape() else { unreachable!("masks have two dimensions") };
    let (masks, out) = (masks.as_slice()?, out.as_slice_mut()?);
    if out.len() != games || actions == 0 {
        return Err(value(format!("{} places for {games} games of {actions} actions", out.len())));
    }
    py.detach(|| batch::sample(masks, actions, seed, out));
    Ok(())
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyBatch>()?;
    module.add_function(wrap_pyfunction!(sample_actions, module)?)
}
