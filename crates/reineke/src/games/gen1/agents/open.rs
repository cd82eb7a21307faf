//! A battle in the open: nothing is hidden, and of two that choose at once the second knows what the first chose.

use super::super::choice::Choice;
use super::super::game::{Drawn, Gen1, State};
use super::super::roll::{Roll, Rolls};
use crate::dice::{Dice, chain};
use crate::eval::Evaluator;
use crate::game::{Action, Actions, Game, Turn, Values};

/// The rules, as the seat that picks first sees them.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    pub first: usize,
    /// Chance is simplified: every hit does what it does on average, none is critical, and nothing comes of secondary effects.
    pub light: bool,
}

/// A position, and what was picked already.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub state: State,
    pub pick: Option<Action>,
}

/// The middle of the rolls of the damage, 217 to 255.
const MIDDLE: u32 = 236;

/// Dice with simplified chance.
pub struct Light<'a>(pub Drawn<'a>);

impl Rolls for Light<'_> {
    fn roll(&mut self, what: Roll, from: u32, to: u32) -> u32 {
        match what {
            Roll::Damage => MIDDLE,
            Roll::Critical | Roll::Extra => to - 1,
            _ => self.0.roll(what, from, to),
        }
    }
}

impl Open {
    fn both_choose(state: &State) -> bool {
        matches!(Gen1.turn(state), Turn::Seats(_))
    }

    fn play(self, state: &mut State, choices: [Option<Choice>; 2], dice: &mut dyn Dice) {
        let drawn = Drawn::thought(dice);
        if self.light {
            state.think(choices, &mut Light(drawn));
        } else {
            state.think(choices, &mut { drawn });
        }
    }
}

impl Game for Open {
    type State = Position;
    type Info = Position;

    fn inside(&self) -> bool {
        true
    }

    fn spec(&self) -> String {
        Gen1.spec()
    }

    fn seats(&self) -> usize {
        Gen1.seats()
    }

    fn actions(&self) -> usize {
        Gen1.actions()
    }

    fn range(&self) -> (f64, f64) {
        Gen1.range()
    }

    fn sum(&self) -> Option<f64> {
        Gen1.sum()
    }

    fn start(&self, dice: &mut dyn Dice) -> Position {
        Position { state: Gen1.start(dice), pick: None }
    }

    fn turn(&self, position: &Position) -> Turn {
        match Gen1.turn(&position.state) {
            Turn::Seats(_) if position.pick.is_none() => Turn::Seat(self.first),
            Turn::Seats(_) => Turn::Seat(1 - self.first),
            turn => turn,
        }
    }

    fn legal(&self, position: &Position, seat: usize, out: &mut Actions) {
        Gen1.legal(&position.state, seat, out);
    }

    fn apply(&self, position: &mut Position, action: Action, dice: &mut dyn Dice) {
        let Turn::Seat(seat) = self.turn(position) else { return };
        let battle = &position.state.battle;
        let mut choices = [None; 2];
        if Self::both_choose(&position.state) {
            let Some(first) = position.pick.take() else {
                position.pick = Some(action);
                return;
            };
            choices[self.first] = Gen1::choice(battle, self.first, first);
        }
        choices[seat] = Gen1::choice(battle, seat, action);
        self.play(&mut position.state, choices, dice);
    }

    fn outcome(&self, position: &Position) -> Values {
        Gen1.outcome(&position.state)
    }

    fn hash(&self, position: &Position) -> u64 {
        chain(Gen1.hash(&position.state), picked(position))
    }

    fn info(&self, position: &Position, _seat: usize) -> Position {
        position.clone()
    }

    fn key(&self, position: &Position, _seat: usize) -> u64 {
        self.hash(position)
    }

    fn search_key(&self, position: &Position, seat: usize) -> u64 {
        chain(Gen1.search_key(&position.state, seat), picked(position))
    }

    fn sample(&self, info: &Position, _seat: usize, _dice: &mut dyn Dice) -> Position {
        info.clone()
    }

    fn text(&self, position: &Position) -> String {
        Gen1.text(&position.state)
    }

    fn parse(&self, text: &str) -> Result<Position, String> {
        Ok(Position { state: Gen1.parse(text)?, pick: None })
    }

    fn info_text(&self, info: &Position, _seat: usize) -> String {
        self.text(info)
    }

    fn action_text(&self, action: Action) -> String {
        Gen1.action_text(action)
    }
}

fn picked(position: &Position) -> u64 {
    position.pick.map_or(0, |action| u64::from(action) + 1)
}

/// An evaluation of battles, in the open.
#[derive(Clone, Copy, Debug)]
pub struct Within<E>(pub E);

impl<E: Evaluator<Gen1>> Evaluator<Open> for Within<E> {
    type Memo = E::Memo;

    fn start(&self, _game: &Open, position: &Position) -> E::Memo {
        self.0.start(&Gen1, &position.state)
    }

    fn step(&self, _game: &Open, memo: &E::Memo, before: &Position, after: &Position) -> E::Memo {
        self.0.step(&Gen1, memo, &before.state, &after.state)
    }

    fn value(&self, _game: &Open, memo: &E::Memo, position: &Position) -> Values {
        self.0.value(&Gen1, memo, &position.state)
    }

    fn informed(&self) -> bool {
        self.0.informed()
    }

    fn bounds(&self, _game: &Open) -> Option<(f64, f64)> {
        self.0.bounds(&Gen1)
    }
}
