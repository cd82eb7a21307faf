//! Pig: roll for as long as you dare; a 1 loses what the turn has brought, `hold` banks it.
//!
//! A turn begins with a roll (there is nothing to hold yet) and ends with a hold once the goal is in reach, so every
//! number stays small. Options: `seats=2` to 6, `goal=100`, `chance=explicit` (the die is a [`Turn::Chance`] after
//! `roll`) or `inside` (it is drawn from the dice passed to `apply`). The rolls of each seat are counted, because
//! [`Game::event`] names a roll by who rolls and how often that seat has rolled before.
//!
//! A position reads `23,17 0+7 5,4`: banked points, mover + turn total, rolls so far; `0+7?` while the die is in the
//! air.

mod eval;
#[cfg(test)]
mod tests;

pub use eval::PigEval;

use crate::dice::{Dice, NoDice};
use crate::game::{Action, Actions, Game, MAX_SEATS, Turn, Values, spec_text};
use crate::options::Options;

pub const ROLL: Action = 0;
pub const HOLD: Action = 1;
const FACES: u32 = 6;

/// The rules with their options.
///
/// ```
/// use reineke::{dice::NoDice, game::Game, games::pig::Pig, options::Options};
/// let pig = Pig::from_options(&mut Options::default()).unwrap();
/// let mut state = pig.parse("0,0 0+0 0,0").unwrap();
/// pig.apply(&mut state, pig.parse_action("roll").unwrap(), &mut NoDice);
/// pig.apply(&mut state, pig.parse_chance("5").unwrap(), &mut NoDice);
/// assert_eq!(pig.text(&state), "0,0 0+5 1,0");
/// ```
#[derive(Clone, Debug)]
pub struct Pig {
    seats: usize,
    goal: u32,
    inside: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Banked points. Only the mover's reach the goal, and then the game is over.
    points: [u32; MAX_SEATS],
    rolls: [u32; MAX_SEATS],
    /// What the turn has brought so far.
    total: u32,
    mover: u8,
    /// The die is in the air: chance moves next.
    rolling: bool,
}

impl State {
    fn reach(&self) -> u32 {
        self.points[self.mover as usize] + self.total
    }
}

impl Pig {
    pub fn from_options(options: &mut Options) -> Result<Self, String> {
        Ok(Self {
            seats: options.number("seats", 2, 2, MAX_SEATS)?,
            goal: options.number("goal", 100, 2, 1000)?,
            inside: options.word("chance", &["explicit", "inside"])? == "inside",
        })
    }

    fn end_turn(&self, state: &mut State) {
        state.total = 0;
        state.mover = (state.mover + 1) % self.seats as u8;
    }

    fn land(&self, state: &mut State, pips: u32) {
        state.rolling = false;
        state.rolls[state.mover as usize] += 1;
        if pips == 1 { self.end_turn(state) } else { state.total += pips }
    }

    fn hold(&self, state: &mut State) {
        state.points[state.mover as usize] += state.total;
        state.total = 0;
        if state.points[state.mover as usize] < self.goal {
            self.end_turn(state);
        }
    }

    /// Reads a superset of what `text` writes.
    fn read(&self, text: &str) -> Option<State> {
        let mut fields = text.split(' ');
        let (points, turn, rolls) = (fields.next()?, fields.next()?, fields.next()?);
        let (mover, total) = turn.split_once('+')?;
        Some(State {
            points: self.numbers(points)?,
            rolls: self.numbers(rolls)?,
            total: total.trim_end_matches('?').parse().ok()?,
            mover: mover.parse().ok().filter(|mover| usize::from(*mover) < self.seats)?,
            rolling: total.ends_with('?'),
        })
    }

    fn numbers(&self, text: &str) -> Option<[u32; MAX_SEATS]> {
        let numbers: Vec<u32> = text.split(',').map(|number| number.parse().ok()).collect::<Option<_>>()?;
        let mut all = [0; MAX_SEATS];
        (numbers.len() == self.seats).then(|| all[..self.seats].copy_from_slice(&numbers))?;
        Some(all)
    }

    fn validate(&self, state: &State) -> Result<(), String> {
        let goal = self.goal;
        for seat in 0..self.seats {
            let mover = seat == state.mover as usize;
            let (points, total, rolls) = (state.points[seat], if mover { state.total } else { 0 }, state.rolls[seat]);
            if points == 1 || total == 1 || u64::from(points) + u64::from(total) > 6 * u64::from(rolls) {
                return Err(format!("pig: seat {seat} cannot have {points}+{total} points after {rolls} rolls"));
            }
            if points >= goal && !mover || points.max(total) >= goal + 6 || points + total >= goal + 6 {
                return Err(format!("pig: seat {seat} has {points}+{total} points, but the goal is {goal}"));
            }
        }
        if state.points[state.mover as usize] >= goal && state.total > 0 {
            return Err(format!("pig: seat {} has won, yet has a turn total", state.mover));
        }
        if state.rolling && (self.inside || state.reach() >= goal) {
            return Err("pig: the die cannot be in the air here".into());
        }
        Ok(())
    }
}

impl Game for Pig {
    type State = State;
    type Info = State;

    fn chance(&self) -> bool {
        !self.inside
    }

    fn inside(&self) -> bool {
        self.inside
    }

    fn spec(&self) -> String {
        let mut options = Vec::new();
        if self.seats != 2 {
            options.push(("seats", self.seats.to_string()));
        }
        if self.goal != 100 {
            options.push(("goal", self.goal.to_string()));
        }
        if self.inside {
            options.push(("chance", "inside".into()));
        }
        spec_text("pig", &options)
    }

    fn seats(&self) -> usize {
        self.seats
    }

    /// The faces of an explicit die count too: chance outcomes lie inside the action space.
    fn actions(&self) -> usize {
        if self.inside { 2 } else { FACES as usize }
    }

    fn range(&self) -> (f64, f64) {
        (0.0, 1.0)
    }

    fn sum(&self) -> Option<f64> {
        Some(1.0)
    }

    fn start(&self, _dice: &mut dyn Dice) -> State {
        State { points: [0; MAX_SEATS], rolls: [0; MAX_SEATS], total: 0, mover: 0, rolling: false }
    }

    fn turn(&self, state: &State) -> Turn {
        if state.points[state.mover as usize] >= self.goal {
            Turn::Over
        } else if state.rolling {
            Turn::Chance
        } else {
            Turn::Seat(state.mover as usize)
        }
    }

    fn legal(&self, state: &State, _seat: usize, out: &mut Actions) {
        if state.reach() < self.goal {
            out.push(ROLL);
        }
        if state.total > 0 {
            out.push(HOLD);
        }
    }

    fn odds(&self, _state: &State, out: &mut Vec<(Action, f64)>) {
        out.extend((0..FACES as Action).map(|face| (face, 1.0 / 6.0)));
    }

    fn apply(&self, state: &mut State, action: Action, dice: &mut dyn Dice) {
        if state.rolling {
            self.land(state, u32::from(action) + 1);
        } else if action == HOLD {
            self.hold(state);
        } else if self.inside {
            self.land(state, dice.roll(FACES) + 1);
        } else {
            state.rolling = true;
        }
    }

    fn outcome(&self, state: &State) -> Values {
        let mut values = [0.0; MAX_SEATS];
        values[state.mover as usize] = 1.0;
        values
    }

    fn points(&self, state: &State) -> Values {
        state.points.map(f64::from)
    }

    fn info(&self, state: &State, _seat: usize) -> State {
        *state
    }

    fn key(&self, state: &State, _seat: usize) -> u64 {
        self.hash(state)
    }

    fn sample(&self, info: &State, _seat: usize, _dice: &mut dyn Dice) -> State {
        *info
    }

    fn event(&self, state: &State) -> Option<u64> {
        Some(u64::from(state.mover) << 32 | u64::from(state.rolls[state.mover as usize]))
    }

    fn text(&self, state: &State) -> String {
        let list = |numbers: &[u32]| numbers[..self.seats].iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let die = if state.rolling { "?" } else { "" };
        format!("{} {}+{}{die} {}", list(&state.points), state.mover, state.total, list(&state.rolls))
    }

    fn parse(&self, text: &str) -> Result<State, String> {
        let text = text.trim();
        let state = self.read(text).filter(|state| self.text(state) == text).ok_or_else(|| {
            format!("not a position of {}, such as {}", self.spec(), self.text(&self.start(&mut NoDice)))
        })?;
        self.validate(&state)?;
        Ok(state)
    }

    fn info_text(&self, info: &State, _seat: usize) -> String {
        self.text(info)
    }

    fn action_text(&self, action: Action) -> String {
        match action {
            ROLL => "roll".into(),
            HOLD => "hold".into(),
            never_legal => never_legal.to_string(),
        }
    }

    fn chance_text(&self, outcome: Action) -> String {
        (outcome + 1).to_string()
    }

    fn parse_chance(&self, text: &str) -> Result<Action, String> {
        let wanted = text.trim();
        (0..FACES as Action)
            .find(|face| self.chance_text(*face) == wanted)
            .ok_or_else(|| format!("a die shows 1 to 6, not {wanted:?}"))
    }

    fn feature_count(&self) -> usize {
        2 * self.seats + 2
    }

    /// With n seats, the own seat first and the others in order of play: 0 to n−1 banked points, n to 2n−1 who moves,
    /// 2n the turn total, 2n+1 whether the die is in the air. Points are divided by the least power of two that is not
    /// below the goal, which is exact.
    fn features(&self, state: &State, seat: usize, out: &mut [f32]) {
        let scale = self.goal.next_power_of_two() as f32;
        let n = self.seats;
        for place in 0..n {
            let other = (seat + place) % n;
            out[place] = state.points[other] as f32 / scale;
            out[n + place] = f32::from(u8::from(state.mover as usize == other));
        }
        out[2 * n] = state.total as f32 / scale;
        out[2 * n + 1] = f32::from(u8::from(state.rolling));
    }
}
