//! Rock, paper, scissors: the smallest simultaneous turn.
//!
//! Option `rock=1`: what a win with rock counts; 2 gives the biased game whose equilibrium is not uniform.
//! A position reads `?` before the turn and `rock paper` after it.

#[cfg(test)]
mod tests;

use crate::dice::Dice;
use crate::game::{Action, Actions, Game, MAX_SEATS, Seats, Turn, Values, spec_text};
use crate::options::Options;

const NAMES: [&str; 3] = ["rock", "paper", "scissors"];

/// The rules with their option.
///
/// ```
/// use reineke::{dice::NoDice, game::Game, games::rps::RockPaperScissors, options::Options};
/// let rps = RockPaperScissors::from_options(&mut Options::default()).unwrap();
/// let mut state = rps.start(&mut NoDice);
/// rps.apply_joint(&mut state, &[1, 0], &mut NoDice);
/// assert_eq!(rps.text(&state), "paper rock");
/// assert_eq!(rps.outcome(&state)[..2], [1.0, -1.0]);
/// ```
#[derive(Clone, Debug)]
pub struct RockPaperScissors {
    rock: u32,
}

/// What the seats have chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State(Option<[Action; 2]>);

impl RockPaperScissors {
    pub fn from_options(options: &mut Options) -> Result<Self, String> {
        Ok(Self { rock: options.number("rock", 1, 1, 100)? })
    }

    /// What the first of two choices gains.
    fn gain(&self, [own, other]: [Action; 2]) -> f64 {
        let weight = |winner| if winner == 0 { f64::from(self.rock) } else { 1.0 };
        match (own + 3 - other) % 3 {
            0 => 0.0,
            1 => weight(own),
            _ => -weight(other),
        }
    }
}

impl Game for RockPaperScissors {
    type State = State;
    type Info = State;

    #[inline]
    fn simultaneous(&self) -> bool {
        true
    }

    fn spec(&self) -> String {
        let options = [("rock", self.rock.to_string())];
        spec_text("rps", if self.rock == 1 { &[] } else { &options })
    }

    fn seats(&self) -> usize {
        2
    }

    fn actions(&self) -> usize {
        3
    }

    fn range(&self) -> (f64, f64) {
        (-f64::from(self.rock), f64::from(self.rock))
    }

    fn sum(&self) -> Option<f64> {
        Some(0.0)
    }

    fn start(&self, _dice: &mut dyn Dice) -> State {
        State(None)
    }

    fn turn(&self, state: &State) -> Turn {
        if state.0.is_some() { Turn::Over } else { Turn::Seats(Seats::first(2)) }
    }

    fn legal(&self, _state: &State, _seat: usize, out: &mut Actions) {
        out.extend(0..3);
    }

    fn apply(&self, _state: &mut State, _action: Action, _dice: &mut dyn Dice) {
        unreachable!("both seats choose at once")
    }

    fn apply_joint(&self, state: &mut State, actions: &[Action], _dice: &mut dyn Dice) {
        state.0 = Some([actions[0], actions[1]]);
    }

    fn outcome(&self, state: &State) -> Values {
        let mut values = [0.0; MAX_SEATS];
        if let Some([first, second]) = state.0 {
            values[0] = self.gain([first, second]);
            values[1] = self.gain([second, first]);
        }
        values
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

    fn text(&self, state: &State) -> String {
        match state.0 {
            None => "?".into(),
            Some(choices) => choices.map(|choice| NAMES[choice as usize]).join(" "),
        }
    }

    fn parse(&self, text: &str) -> Result<State, String> {
        let text = text.trim();
        let every = (0..3).flat_map(|first| (0..3).map(move |second| State(Some([first, second]))));
        [State(None)]
            .into_iter()
            .chain(every)
            .find(|state| self.text(state) == text)
            .ok_or_else(|| format!("not a position of {}, such as ? or rock paper", self.spec()))
    }

    fn info_text(&self, info: &State, _seat: usize) -> String {
        self.text(info)
    }

    fn action_text(&self, action: Action) -> String {
        NAMES[action as usize].into()
    }

    fn feature_count(&self) -> usize {
        7
    }

    /// 0 whether the choices are still to be made, 1–3 the own choice, 4–6 the other's.
    fn features(&self, state: &State, seat: usize, out: &mut [f32]) {
        out.fill(0.0);
        match state.0 {
            None => out[0] = 1.0,
            Some(choices) => {
                out[1 + choices[seat] as usize] = 1.0;
                out[4 + choices[1 - seat] as usize] = 1.0;
            }
        }
    }
}
