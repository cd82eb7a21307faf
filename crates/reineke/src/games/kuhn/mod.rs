//! Kuhn poker: three cards, two seats, one bet; the smallest game with secrets.
//!
//! Both seats ante one chip and are dealt one of J, Q and K. `pass` is a check, or a fold after a bet; `bet` puts in
//! one more chip, or calls. A position reads `QJ pb`: the cards of both seats, then the betting; a seat knows `Q pb`.

#[cfg(test)]
mod tests;

use crate::dice::{Dice, hash_bytes};
use crate::game::{Action, Actions, Game, MAX_SEATS, Turn, Values};
use crate::options::Options;

pub const PASS: Action = 0;
pub const BET: Action = 1;
const RANKS: &str = "JQK";
/// Every course of the betting.
const COURSES: [&str; 9] = ["", "p", "b", "pp", "pb", "bp", "bb", "pbp", "pbb"];

/// The rules; there are no options.
///
/// ```
/// use reineke::{dice::NoDice, game::Game, games::kuhn::{BET, Kuhn}};
/// let mut state = Kuhn.parse("QJ p").unwrap();
/// Kuhn.apply(&mut state, BET, &mut NoDice);
/// assert_eq!(Kuhn.text(&state), "QJ pb");
/// assert_eq!(Kuhn.info_text(&Kuhn.info(&state, 0), 0), "Q pb");
/// ```
#[derive(Clone, Debug)]
pub struct Kuhn;

/// What everybody has seen: up to three actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Betting {
    moves: u8,
    /// Bit i: the i-th action was a bet.
    bets: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    cards: [u8; 2],
    betting: Betting,
}

/// What one seat knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Info {
    card: u8,
    betting: Betting,
}

impl Betting {
    fn text(self) -> String {
        (0..self.moves).map(|index| if self.bets >> index & 1 == 1 { 'b' } else { 'p' }).collect()
    }

    fn read(text: &str) -> Option<Self> {
        let bets = text.chars().enumerate().map(|(index, letter)| u8::from(letter == 'b') << index).sum();
        COURSES.contains(&text).then_some(Self { moves: text.len() as u8, bets })
    }

    /// Only a bet after a pass is answered by a third action.
    fn is_over(self) -> bool {
        self.moves == 3 || self.moves == 2 && self.bets != 0b10
    }
}

impl Kuhn {
    pub fn from_options(_options: &mut Options) -> Result<Self, String> {
        Ok(Self)
    }
}

impl Game for Kuhn {
    type State = State;
    type Info = Info;

    #[inline]
    fn hidden(&self) -> bool {
        true
    }

    fn spec(&self) -> String {
        "kuhn".into()
    }

    fn seats(&self) -> usize {
        2
    }

    fn actions(&self) -> usize {
        2
    }

    fn range(&self) -> (f64, f64) {
        (-2.0, 2.0)
    }

    fn sum(&self) -> Option<f64> {
        Some(0.0)
    }

    fn start(&self, dice: &mut dyn Dice) -> State {
        State { cards: deal(dice), betting: Betting { moves: 0, bets: 0 } }
    }

    fn turn(&self, state: &State) -> Turn {
        if state.betting.is_over() { Turn::Over } else { Turn::Seat(state.betting.moves as usize % 2) }
    }

    fn legal(&self, _state: &State, _seat: usize, out: &mut Actions) {
        out.extend([PASS, BET]);
    }

    fn apply(&self, state: &mut State, action: Action, _dice: &mut dyn Dice) {
        state.betting.bets |= (action as u8) << state.betting.moves;
        state.betting.moves += 1;
    }

    fn outcome(&self, state: &State) -> Values {
        let showdown = if state.cards[0] > state.cards[1] { 1.0 } else { -1.0 };
        let first = match (state.betting.moves, state.betting.bets) {
            (2, 0b00) => showdown,
            (2, 0b01) => 1.0,
            (3, 0b010) => -1.0,
            _ => 2.0 * showdown,
        };
        let mut values = [0.0; MAX_SEATS];
        values[0] = first;
        values[1] = -first;
        values
    }

    fn info(&self, state: &State, seat: usize) -> Info {
        Info { card: state.cards[seat], betting: state.betting }
    }

    fn key(&self, state: &State, seat: usize) -> u64 {
        hash_bytes(self.info_text(&self.info(state, seat), seat).as_bytes())
    }

    fn sample(&self, info: &Info, seat: usize, dice: &mut dyn Dice) -> State {
        let mut cards = [info.card; 2];
        cards[1 - seat] = other(info.card, dice);
        State { cards, betting: info.betting }
    }

    fn sample_public(&self, info: &Info, _seat: usize, dice: &mut dyn Dice) -> State {
        State { cards: deal(dice), betting: info.betting }
    }

    fn text(&self, state: &State) -> String {
        with_betting(state.cards.map(rank).iter().collect(), state.betting)
    }

    fn parse(&self, text: &str) -> Result<State, String> {
        let text = text.trim();
        let state =
            read(text).filter(|state| self.text(state) == text).ok_or("not a position of kuhn, such as QJ pb")?;
        if state.cards[0] == state.cards[1] {
            return Err(format!("kuhn: there is only one {}", rank(state.cards[0])));
        }
        Ok(state)
    }

    fn info_text(&self, info: &Info, _seat: usize) -> String {
        with_betting(rank(info.card).to_string(), info.betting)
    }

    fn action_text(&self, action: Action) -> String {
        ["pass", "bet"][action as usize].into()
    }

    fn feature_count(&self) -> usize {
        10
    }

    /// 0–2 the own card (J, Q, K), 3–8 the first to third action (passed, bet), 9 whether the seat acts first.
    fn features(&self, state: &State, seat: usize, out: &mut [f32]) {
        out.fill(0.0);
        out[state.cards[seat] as usize] = 1.0;
        for index in 0..state.betting.moves {
            out[3 + 2 * index as usize + usize::from(state.betting.bets >> index & 1)] = 1.0;
        }
        out[9] = if seat == 0 { 1.0 } else { 0.0 };
    }
}

/// Two cards, the first seat's first.
fn deal(dice: &mut dyn Dice) -> [u8; 2] {
    let first = dice.roll(3) as u8;
    [first, other(first, dice)]
}

/// One of the two other cards.
fn other(card: u8, dice: &mut dyn Dice) -> u8 {
    let drawn = dice.roll(2) as u8;
    drawn + u8::from(drawn >= card)
}

fn rank(card: u8) -> char {
    RANKS.as_bytes()[card as usize] as char
}

fn with_betting(cards: String, betting: Betting) -> String {
    if betting.moves == 0 { cards } else { format!("{cards} {}", betting.text()) }
}

/// Reads a superset of what `text` writes.
fn read(text: &str) -> Option<State> {
    let (cards, betting) = text.split_once(' ').unwrap_or((text, ""));
    let cards: Vec<u8> = cards.chars().map(|card| RANKS.find(card).map(|index| index as u8)).collect::<Option<_>>()?;
    Some(State { cards: cards.try_into().ok()?, betting: Betting::read(betting)? })
}
