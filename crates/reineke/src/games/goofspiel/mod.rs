//! Goofspiel: both seats bid a card for each prize at once; the higher bid takes it, equal bids discard it.
//!
//! Options: `cards=4` (2 to 13), `order=random` (each prize is turned up by an explicit chance turn), `up` or `down`
//! (prizes ascend or descend, no chance). Bids are seen once both are made, so there are no secrets. Cards are named
//! `A23456789TJQK`; the action of a card, or the chance outcome that turns it up, is its value − 1.
//!
//! A position reads `A24 234 3 A 4:0`: the hands, the prize on the table, the prizes to come, the points; `-` stands
//! for no card.

#[cfg(test)]
mod tests;

use crate::dice::{Dice, NoDice};
use crate::game::{Action, Actions, Game, MAX_SEATS, Seats, Turn, Values, spec_text};
use crate::options::Options;

const RANKS: &str = "A23456789TJQK";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Random,
    Up,
    Down,
}

/// The rules with their options.
///
/// ```
/// use reineke::{dice::NoDice, game::Game, games::goofspiel::Goofspiel, options::Options};
/// let game = Goofspiel::from_options(&mut Options::default()).unwrap();
/// let mut state = game.parse("A234 A234 3 A24 0:0").unwrap();
/// game.apply_joint(&mut state, &[3, 2], &mut NoDice);
/// assert_eq!(game.text(&state), "A23 A24 - A24 3:0");
/// ```
#[derive(Clone, Debug)]
pub struct Goofspiel {
    cards: u32,
    order: Order,
}

/// Sets of cards have a bit per action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    hands: [u16; 2],
    /// The prize on the table; none while it is still to be turned up, and at the end.
    prize: Option<u8>,
    /// The prizes to come.
    prizes: u16,
    points: [u32; 2],
}

impl Goofspiel {
    pub fn from_options(options: &mut Options) -> Result<Self, String> {
        Ok(Self {
            cards: options.number("cards", 4, 2, 13)?,
            order: match options.word("order", &["random", "up", "down"])? {
                "up" => Order::Up,
                "down" => Order::Down,
                _ => Order::Random,
            },
        })
    }

    fn all(&self) -> u16 {
        (1 << self.cards) - 1
    }

    /// What all prizes add up to.
    fn total(&self) -> u32 {
        self.cards * (self.cards + 1) / 2
    }

    /// Turns up the next prize where the order says which.
    fn turn_up(&self, state: &mut State) {
        let next = match self.order {
            Order::Up => state.prizes.trailing_zeros(),
            Order::Down => state.prizes.checked_ilog2().unwrap_or(16),
            Order::Random => return,
        };
        state.prize = (next < 16).then_some(next as u8);
        state.prizes &= !state.prize.map_or(0, |prize| 1 << prize);
    }

    fn validate(&self, state: &State) -> Result<(), String> {
        let spec = self.spec();
        let [first, second] = state.hands.map(u16::count_ones);
        let table = state.prize.map_or(0, |prize| 1 << prize);
        if first != second {
            return Err(format!("{spec}: hands of {first} and {second} cards"));
        }
        if state.prizes & table != 0 || (state.prizes | table).count_ones() != first {
            return Err(format!("{spec}: hands of {first} cards need {first} prizes on the table and to come"));
        }
        let left = state.prizes | table;
        let gone = self.all() & !left;
        let mut next = State { prize: None, prizes: left, ..*state };
        self.turn_up(&mut next);
        let low = match self.order {
            Order::Random => 0,
            Order::Up => gone,
            Order::Down => left,
        };
        if self.order != Order::Random && (next != *state || low & (low + 1) != 0) {
            return Err(format!("{spec}: the prizes are out of order"));
        }
        let won = u64::from(state.points[0]) + u64::from(state.points[1]);
        let most = cards(gone).map(|card| u64::from(card) + 1).sum::<u64>();
        if won > most {
            return Err(format!("{spec}: {won} points won of {most}"));
        }
        Ok(())
    }
}

impl Game for Goofspiel {
    type State = State;
    type Info = State;

    #[inline]
    fn simultaneous(&self) -> bool {
        true
    }

    #[inline]
    fn chance(&self) -> bool {
        self.order == Order::Random
    }

    fn spec(&self) -> String {
        let mut options = Vec::new();
        if self.cards != 4 {
            options.push(("cards", self.cards.to_string()));
        }
        match self.order {
            Order::Random => {}
            Order::Up => options.push(("order", "up".into())),
            Order::Down => options.push(("order", "down".into())),
        }
        spec_text("goofspiel", &options)
    }

    fn seats(&self) -> usize {
        2
    }

    fn actions(&self) -> usize {
        self.cards as usize
    }

    fn range(&self) -> (f64, f64) {
        (-1.0, 1.0)
    }

    fn sum(&self) -> Option<f64> {
        Some(0.0)
    }

    fn start(&self, _dice: &mut dyn Dice) -> State {
        let mut state = State { hands: [self.all(); 2], prize: None, prizes: self.all(), points: [0; 2] };
        self.turn_up(&mut state);
        state
    }

    fn turn(&self, state: &State) -> Turn {
        match state.prize {
            Some(_) => Turn::Seats(Seats::first(2)),
            None if state.prizes == 0 => Turn::Over,
            None => Turn::Chance,
        }
    }

    fn legal(&self, state: &State, seat: usize, out: &mut Actions) {
        out.extend(cards(state.hands[seat]));
    }

    fn odds(&self, state: &State, out: &mut Vec<(Action, f64)>) {
        let each = 1.0 / f64::from(state.prizes.count_ones());
        out.extend(cards(state.prizes).map(|card| (card, each)));
    }

    fn apply(&self, state: &mut State, action: Action, _dice: &mut dyn Dice) {
        state.prize = Some(action as u8);
        state.prizes &= !(1 << action);
    }

    fn apply_joint(&self, state: &mut State, actions: &[Action], _dice: &mut dyn Dice) {
        let (first, second) = (actions[0], actions[1]);
        state.hands[0] &= !(1 << first);
        state.hands[1] &= !(1 << second);
        let prize = state.prize.take().map_or(0, |prize| u32::from(prize) + 1);
        if first != second {
            state.points[usize::from(first < second)] += prize;
        }
        self.turn_up(state);
    }

    fn outcome(&self, state: &State) -> Values {
        let sign = f64::from(state.points[0].cmp(&state.points[1]) as i8);
        let mut values = [0.0; MAX_SEATS];
        values[0] = sign;
        values[1] = 0.0 - sign;
        values
    }

    fn points(&self, state: &State) -> Values {
        let mut values = [0.0; MAX_SEATS];
        values[..2].copy_from_slice(&state.points.map(f64::from));
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

    /// The round, from 0.
    fn event(&self, state: &State) -> Option<u64> {
        Some(u64::from(self.cards - state.hands[0].count_ones()))
    }

    fn text(&self, state: &State) -> String {
        let [first, second] = state.hands.map(names);
        let prize = names(state.prize.map_or(0, |prize| 1 << prize));
        format!("{first} {second} {prize} {} {}:{}", names(state.prizes), state.points[0], state.points[1])
    }

    fn parse(&self, text: &str) -> Result<State, String> {
        let text = text.trim();
        let state = read(text, self.all()).filter(|state| self.text(state) == text).ok_or_else(|| {
            format!("not a position of {}, such as {}", self.spec(), self.text(&self.start(&mut NoDice)))
        })?;
        self.validate(&state)?;
        Ok(state)
    }

    fn info_text(&self, info: &State, _seat: usize) -> String {
        self.text(info)
    }

    fn action_text(&self, action: Action) -> String {
        names(1 << action)
    }

    fn chance_text(&self, outcome: Action) -> String {
        names(1 << outcome)
    }

    fn parse_chance(&self, text: &str) -> Result<Action, String> {
        self.parse_action(text)
    }

    fn feature_count(&self) -> usize {
        4 * self.cards as usize + 2
    }

    /// With n cards: 0 to n−1 the own hand, n to 2n−1 the other's, 2n to 3n−1 the prizes to come, 3n to 4n−1 the prize
    /// on the table, 4n the own points, 4n+1 the other's. Points are divided by the least power of two that is not
    /// below the sum of all prizes, which is exact.
    fn features(&self, state: &State, seat: usize, out: &mut [f32]) {
        let n = self.cards as usize;
        let table = state.prize.map_or(0, |prize| 1 << prize);
        for card in 0..n {
            let sets = [state.hands[seat], state.hands[1 - seat], state.prizes, table];
            for (index, set) in sets.into_iter().enumerate() {
                out[index * n + card] = f32::from(set >> card & 1);
            }
        }
        let scale = self.total().next_power_of_two() as f32;
        out[4 * n] = state.points[seat] as f32 / scale;
        out[4 * n + 1] = state.points[1 - seat] as f32 / scale;
    }
}

/// The cards of a set, ascending.
fn cards(set: u16) -> impl Iterator<Item = Action> {
    (0..13).filter(move |card| set >> card & 1 == 1)
}

fn names(set: u16) -> String {
    if set == 0 { "-".into() } else { cards(set).map(|card| RANKS.as_bytes()[card as usize] as char).collect() }
}

/// Reads a superset of what `text` writes.
fn read(text: &str, all: u16) -> Option<State> {
    let set = |names: &str| {
        let ranks = names.trim_start_matches('-').chars();
        ranks.map(|rank| RANKS.find(rank).map(|card| 1 << card)).try_fold(0, |set, card| Some(set | card?))
    };
    let mut fields = text.split(' ');
    let mut next_set = || set(fields.next()?).filter(|set: &u16| set & !all == 0);
    let (first, second, table, prizes) = (next_set()?, next_set()?, next_set()?, next_set()?);
    let (own, other) = fields.next()?.split_once(':')?;
    Some(State {
        hands: [first, second],
        prize: if table == 0 { None } else { Some(table.trailing_zeros() as u8) },
        prizes,
        points: [own.parse().ok()?, other.parse().ok()?],
    })
}
