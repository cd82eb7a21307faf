//! Ganz schön clever: six dice, five areas, and bonuses that lead to bonuses. Alone or for up to four.
//!
//! Options: `seats=1` to 4, `mode=official` or `thesis` (solo: random tray, no last +1 and passive pick, drawn round-4
//! bonus), `masks=strict` or `source` (the thesis program's faulty masks of green and purple), `areas=ybgop`,
//! `dice=ybgopw` (fewer of them), `bonuses=on`. Dice land one by one as [`Turn::Chance`]; [`State::land`] and
//! [`Game::play_out`] let a whole roll land at once.

pub mod alone;
mod check;
mod eval;
pub mod features;
#[cfg(test)]
mod features_tests;
pub mod judge;
#[cfg(test)]
mod judge_tests;
mod layout;
pub mod odds;
#[cfg(test)]
mod odds_tests;
pub mod player;
#[cfg(test)]
mod player_tests;
pub mod policy;
#[cfg(test)]
mod random_tests;
mod rules;
pub mod selfplay;
#[cfg(test)]
mod selfplay_tests;
mod sheet;
#[cfg(test)]
mod sheet_tests;
mod state;
mod table;
pub mod tables;
#[cfg(test)]
mod tests;
mod text;
mod thesis;

pub use eval::Points;
pub use layout::{Field, Layout};
pub use rules::{ACTIONS, CROSS_BLUE, CROSS_GREEN, CROSS_YELLOW, PASS, REROLL, SIX_ORANGE, SIX_PURPLE};
pub use sheet::{Cross, Mark, Paper, Sheet};
pub use state::{MOST_SEATS, Phase, State};
pub use table::Table;
pub use tables::{AREAS, Bonus, DICE};

use crate::dice::Dice;
use crate::game::{Action, Actions, Game, MAX_SEATS, Turn, Values, spec_text};
use crate::options::Options;

/// The letters of the dice; the first five are also the areas.
const LETTERS: &str = "ybgopw";
/// Every area full: 344 points and five foxes of 56.
const MOST_POINTS: f64 = 624.0;

/// The rules with their options.
///
/// ```
/// use reineke::{dice::NoDice, game::Game, games::clever::Clever, options::Options};
/// let clever = Clever::from_options(&mut Options::default()).unwrap();
/// let mut state = clever.start(&mut NoDice);
/// state.land([3, 5, 1, 6, 2, 4]);
/// clever.apply(&mut state, clever.parse_action("o:o").unwrap(), &mut NoDice);
/// assert_eq!(state.sheets[0].areas(), [0, 0, 0, 6, 0]);
/// ```
#[derive(Clone, Debug)]
pub struct Clever {
    seats: usize,
    thesis: bool,
    source: bool,
    /// Dice that are rolled, as bits.
    dice: u8,
    paper: Paper,
    /// Whose game of several this is, played alone: the turns of the others are trays.
    place: Option<Place>,
}

/// A seat at a table of several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub seats: u8,
    pub seat: u8,
}

/// A set of letters, in their order, as bits.
fn letters(options: &mut Options, key: &str, all: &str) -> Result<u8, String> {
    let Some(text) = options.take(key) else { return Ok((1u16 << all.len()) as u8 - 1) };
    let set = text.chars().filter_map(|letter| all.find(letter)).fold(0, |set, place| set | 1 << place);
    if text.is_empty() || letters_text(set) != text {
        return Err(format!("{key}={text}: expected some of {all}, in this order"));
    }
    Ok(set)
}

fn letters_text(set: u8) -> String {
    LETTERS.chars().enumerate().filter(|(place, _)| set >> place & 1 == 1).map(|(_, letter)| letter).collect()
}

impl Clever {
    pub fn from_options(options: &mut Options) -> Result<Self, String> {
        let seats = options.number("seats", 1, 1, MOST_SEATS)?;
        let thesis = options.word("mode", &["official", "thesis"])? == "thesis";
        let source = options.word("masks", &["strict", "source"])? == "source";
        let areas = letters(options, "areas", &LETTERS[..AREAS])?;
        let dice = letters(options, "dice", LETTERS)?;
        let bonuses = options.switch("bonuses", true)?;
        if thesis && seats > 1 {
            return Err(format!("seats={seats}: mode=thesis is for one"));
        }
        if source && !thesis {
            return Err("masks=source needs mode=thesis".into());
        }
        Ok(Self { seats, thesis, source, dice, paper: Paper::new(areas, dice, bonuses, source), place: None })
    }

    /// Rounds of a game.
    #[inline]
    pub fn rounds(&self) -> u8 {
        [6, 6, 5, 4][self.place.map_or(self.seats, |place| usize::from(place.seats)) - 1]
    }

    /// What is printed on its sheets.
    #[inline]
    pub fn paper(&self) -> &Paper {
        &self.paper
    }

    /// The score of a seat as if the game ended now.
    #[inline]
    pub fn score(&self, state: &State, seat: usize) -> u16 {
        state.sheets[seat].score_of(self.paper.areas)
    }
}

impl Game for Clever {
    type State = State;
    type Info = State;

    fn chance(&self) -> bool {
        true
    }

    fn spec(&self) -> String {
        let mut options = Vec::new();
        if self.seats != 1 {
            options.push(("seats", self.seats.to_string()));
        }
        if self.thesis {
            options.push(("mode", "thesis".into()));
        }
        if self.source {
            options.push(("masks", "source".into()));
        }
        if self.paper.areas != 0x1f {
            options.push(("areas", letters_text(self.paper.areas)));
        }
        if self.dice != 0x3f {
            options.push(("dice", letters_text(self.dice)));
        }
        if !self.paper.bonuses {
            options.push(("bonuses", "off".into()));
        }
        spec_text("clever", &options)
    }

    fn seats(&self) -> usize {
        self.seats
    }

    fn actions(&self) -> usize {
        ACTIONS
    }

    fn range(&self) -> (f64, f64) {
        (0.0, if self.seats == 1 { MOST_POINTS } else { 1.0 })
    }

    fn sum(&self) -> Option<f64> {
        (self.seats > 1).then_some(1.0)
    }

    fn start(&self, _dice: &mut dyn Dice) -> State {
        self.begin()
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.turn()
    }

    fn legal(&self, state: &State, _seat: usize, out: &mut Actions) {
        let mut mask = self.mask(state);
        while mask != 0 {
            out.push(mask.trailing_zeros() as Action);
            mask &= mask - 1;
        }
    }

    fn allowed(&self, state: &State, _seat: usize, action: Action) -> bool {
        usize::from(action) < ACTIONS && self.mask(state) >> action & 1 == 1
    }

    fn odds(&self, state: &State, out: &mut Vec<(Action, f64)>) {
        let outcomes = match state.phase {
            _ if state.air != 0 => 0x3f,
            Phase::Draw => 0x1f,
            _ => state.lots(),
        };
        let p = 1.0 / f64::from(outcomes.count_ones());
        out.extend((0..8).filter(|outcome| outcomes >> outcome & 1 == 1).map(|outcome| (outcome, p)));
    }

    #[inline]
    fn apply(&self, state: &mut State, action: Action, _dice: &mut dyn Dice) {
        if state.turn() == Turn::Chance { self.chance_turn(state, action) } else { self.act(state, action) }
    }

    /// Alone the score; otherwise 1 shared by the winners: score first, then the best single area.
    fn outcome(&self, state: &State) -> Values {
        let mut values = [0.0; MAX_SEATS];
        if self.seats == 1 {
            values[0] = f64::from(self.score(state, 0));
            return values;
        }
        let rank = |seat: usize| (self.score(state, seat), state.sheets[seat].areas().into_iter().max());
        let best = (0..self.seats).map(rank).max();
        let winners = (0..self.seats).filter(|seat| Some(rank(*seat)) == best).count();
        for seat in (0..self.seats).filter(|seat| Some(rank(*seat)) == best) {
            values[seat] = 1.0 / winners as f64;
        }
        values
    }

    fn points(&self, state: &State) -> Values {
        let mut values = [0.0; MAX_SEATS];
        for seat in 0..self.seats {
            values[seat] = f64::from(self.score(state, seat));
        }
        values
    }

    fn hash(&self, state: &State) -> u64 {
        state.hash(self.seats)
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
        Some(state.event())
    }

    fn text(&self, state: &State) -> String {
        text::write(self, state)
    }

    fn parse(&self, text: &str) -> Result<State, String> {
        text::read(self, text)
    }

    fn info_text(&self, info: &State, _seat: usize) -> String {
        self.text(info)
    }

    fn action_text(&self, action: Action) -> String {
        text::action_text(action)
    }

    fn board(&self, state: &State) -> String {
        text::draw(self, state)
    }

    /// Each roll lands at once.
    fn play_out(&self, state: &mut State, dice: &mut dyn Dice) -> u64 {
        self.random_game(state, dice)
    }
}
