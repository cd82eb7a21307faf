//! `spe_ed`: Tron for up to six, all moving at once, with speeds and gaps.

pub mod arrival;
mod escape;
pub mod eval;
mod field;
pub mod fill;
mod foresee;
#[cfg(test)]
mod foresee_tests;
pub mod fox;
mod hints;
mod leap;
pub mod minimax;
pub mod packed;
mod packing;
mod plan;
#[cfg(test)]
mod plan_tests;
pub mod plane;
mod prepare;
mod rivals;
pub mod rules;
mod runs;
mod scent;
pub mod settings;
mod sorties;
pub mod state;
#[cfg(test)]
mod tests;
mod text;
mod times;
mod tour;
pub mod voronoi;
mod walk;

pub use rules::{Head, STEPS};
pub use state::{Board, State};

use crate::dice::Dice;
use crate::game::{Action, Actions, Game, MAX_SEATS, Seats, Turn, Values, spec_text};
use crate::options::Options;
use rules::{ENTRIES, SLOW_DOWN, SPEED_UP, TOP_SPEED};
use state::MAX_SIDE;

/// The sides that the contest draws from.
const SIDES: std::ops::RangeInclusive<i16> = 41..=80;
const SEATS: usize = 4;

/// The game with its options.
///
/// ```
/// use reineke::{dice::NoDice, game::{Game, NO_ACTION}, games::speed::Speed, options::Options};
/// let two = Options::new([("seats".to_string(), "2".to_string())]);
/// let game = Speed::from_options(&mut two.clone()).unwrap();
/// let mut state = game.parse("6x4 0 1,1,d,1,0 4,2,u,1,0 6/1a4/4b1/6").unwrap();
/// game.apply_joint(&mut state, &[0, 1], &mut NoDice);
/// assert_eq!(game.text(&state), "6x4 1 1,2,d,1,0 3,2,l,1,0 6/1a4/1a1bb1/6");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed {
    pub seats: usize,
    /// Drawn anew for every game where it is not given.
    pub width: Option<i16>,
    pub height: Option<i16>,
}

impl Speed {
    /// Reads `seats=1..6`, `width=` and `height=`.
    pub fn from_options(options: &mut Options) -> Result<Self, String> {
        let mut side = |key| match options.take(key) {
            None => Ok(None),
            Some(text) => match text.parse::<i16>() {
                Ok(side) if (2..=MAX_SIDE).contains(&side) => Ok(Some(side)),
                _ => Err(format!("{key}={text}: expected a number from 2 to {MAX_SIDE}")),
            },
        };
        let (width, height) = (side("width")?, side("height")?);
        let game = Self { seats: options.number("seats", SEATS, 1, MAX_SEATS)?, width, height };
        if let (Some(width), Some(height)) = (width, height)
            && (width * height) < game.seats as i16
        {
            return Err(format!("{}: the board is too small for {} players", game.spec(), game.seats));
        }
        Ok(game)
    }

    /// A drawn cell for each player, as the contest deals them: the players in random order take the blocks of a board cut
    /// into four columns and two rows. A board too small for that gives any free cell.
    fn deal(&self, state: &mut State, dice: &mut dyn Dice) {
        let (width, height) = (state.board.width, state.board.height);
        let mut order: Vec<usize> = (0..self.seats).collect();
        for last in (1..order.len()).rev() {
            order.swap(last, dice.roll(last as u32 + 1) as usize);
        }
        for (place, seat) in order.into_iter().enumerate() {
            let (left, top, across, down) = rules::block(place, width, height);
            let (x, y) = if across > 0 && down > 0 {
                (left + dice.roll(across as u32) as i16, top + dice.roll(down as u32) as i16)
            } else {
                let free: Vec<usize> =
                    (0..state.board.cells.len()).filter(|index| state.board.cells[*index] == 0).collect();
                let index = free[dice.roll(free.len() as u32) as usize] as i16;
                (index % width, index / width)
            };
            let index = state.board.index(x, y);
            state.board.cells[index] = seat as i8 + 1;
            state.heads[seat] =
                Head { x, y, direction: rules::first_direction(x, y, width, height), speed: 1, died: 0 };
        }
    }
}

/// The legal actions of a head: those that keep its speed in range.
#[inline]
pub(crate) fn choices(head: &Head, out: &mut Actions) {
    out.extend(0..SPEED_UP);
    if head.speed < TOP_SPEED {
        out.push(SPEED_UP);
    }
    if head.speed > 1 {
        out.push(SLOW_DOWN);
    }
}

impl Game for Speed {
    type State = State;
    type Info = State;

    #[inline]
    fn simultaneous(&self) -> bool {
        true
    }

    fn spec(&self) -> String {
        let mut given = Vec::new();
        if self.seats != SEATS {
            given.push(("seats", self.seats.to_string()));
        }
        for (key, side) in [("width", self.width), ("height", self.height)] {
            given.extend(side.map(|side| (key, side.to_string())));
        }
        spec_text("speed", &given)
    }

    fn seats(&self) -> usize {
        self.seats
    }

    /// What a record can hold: the five actions, no answer, and answers that were broken off.
    fn actions(&self) -> usize {
        ENTRIES
    }

    /// The outcome is the share of the win.
    fn range(&self) -> (f64, f64) {
        (0.0, 1.0)
    }

    fn sum(&self) -> Option<f64> {
        Some(1.0)
    }

    fn start(&self, dice: &mut dyn Dice) -> State {
        let mut side = |given: Option<i16>| {
            given.unwrap_or_else(|| SIDES.start() + dice.roll((SIDES.end() - SIDES.start() + 1) as u32) as i16)
        };
        let (width, height) = (side(self.width), side(self.height));
        let mut state = State {
            board: Board::new(width, height),
            round: 0,
            seats: self.seats as u8,
            heads: [Head::default(); MAX_SEATS],
        };
        self.deal(&mut state, dice);
        state
    }

    fn turn(&self, state: &State) -> Turn {
        if state.over() { Turn::Over } else { Turn::Seats(Seats(state.active())) }
    }

    fn legal(&self, state: &State, seat: usize, out: &mut Actions) {
        choices(&state.heads[seat], out);
    }

    /// Whatever a player may send, and what becomes of those who send nothing or too much.
    fn allowed(&self, _state: &State, _seat: usize, action: Action) -> bool {
        usize::from(action) < ENTRIES
    }

    fn apply(&self, _state: &mut State, _action: Action, _dice: &mut dyn Dice) {
        unreachable!("everybody moves at once")
    }

    fn apply_joint(&self, state: &mut State, actions: &[Action], _dice: &mut dyn Dice) {
        state.play(actions);
    }

    fn outcome(&self, state: &State) -> Values {
        state::shares(state.heads())
    }

    /// Rounds survived.
    fn points(&self, state: &State) -> Values {
        let mut points = [0.0; MAX_SEATS];
        for (value, head) in points.iter_mut().zip(state.heads()) {
            *value = f64::from(if head.active() { state.round } else { head.died - 1 });
        }
        points
    }

    fn hash(&self, state: &State) -> u64 {
        state.key()
    }

    fn info(&self, state: &State, _seat: usize) -> State {
        state.clone()
    }

    fn key(&self, state: &State, _seat: usize) -> u64 {
        state.key()
    }

    fn sample(&self, info: &State, _seat: usize, _dice: &mut dyn Dice) -> State {
        info.clone()
    }

    fn text(&self, state: &State) -> String {
        text::write(state)
    }

    fn parse(&self, line: &str) -> Result<State, String> {
        text::read(self, line)
    }

    fn info_text(&self, info: &State, _seat: usize) -> String {
        text::write(info)
    }

    fn action_text(&self, action: Action) -> String {
        text::action_text(action)
    }

    fn json(&self, state: &State) -> serde_json::Value {
        text::to_json(state)
    }

    fn parse_json(&self, value: &serde_json::Value) -> Result<State, String> {
        text::from_json(self, value)
    }

    fn board(&self, state: &State) -> String {
        text::draw(state)
    }
}
