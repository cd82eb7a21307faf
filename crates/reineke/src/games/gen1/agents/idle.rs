//! One own action while the other side stands still: the greatest damage, or the best position after it.

use super::super::battle::{Flags, Phase};
use super::super::choice::Choices;
use super::super::game::{Drawn, Gen1, SWITCH, State};
use super::{Tally, decide};
use crate::control::{Control, Stopped};
use crate::decision::Decision;
use crate::dice::{Rng, chain};
use crate::eval::{Evaluator, judge};
use crate::game::{Action, Actions, Game, View};
use crate::options::Options;
use crate::search::Searcher;

/// What an action is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// HP that the other side's Pokémon on the field loses, or its Substitute.
    Damage,
    /// What the evaluation says of the position.
    Position,
}

/// Draws what is hidden `samples` times and plays each action `rolls` times in each. A node is one such turn.
pub struct Idle<E> {
    aim: Aim,
    eval: E,
    samples: u32,
    rolls: u32,
    seed: u64,
}

impl<E: Evaluator<Gen1>> Idle<E> {
    /// Reads `samples` and `rolls`.
    pub fn from_options(options: &mut Options, aim: Aim, eval: E, seed: u64) -> Result<Self, String> {
        let samples = options.number("samples", 8, 1, 10_000)?;
        let rolls = options.number("rolls", 8, 1, 10_000)?;
        Ok(Self { aim, eval, samples, rolls, seed })
    }

    /// What an action is worth on average. Whoever has to replace somebody looks at what the new one can do.
    fn value(
        &self,
        state: &State,
        seat: usize,
        action: Action,
        rng: &mut Rng,
        control: &mut Control,
    ) -> Result<f64, Stopped> {
        if state.battle.phase == Phase::Switch {
            control.tick()?;
            let next = alone(state, seat, action, rng);
            let mut moves = Actions::new();
            Gen1.legal(&next, seat, &mut moves);
            let mut best = f64::NEG_INFINITY;
            for action in moves.into_iter().filter(|action| *action < SWITCH) {
                best = best.max(self.value(&next, seat, action, rng, control)?);
            }
            return Ok(best);
        }
        let mut sum = 0.0;
        for _ in 0..self.rolls {
            control.tick()?;
            sum += self.gain(state, &alone(state, seat, action, rng), seat);
        }
        Ok(sum / f64::from(self.rolls))
    }

    fn gain(&self, before: &State, after: &State, seat: usize) -> f64 {
        match self.aim {
            Aim::Damage => (health(before, 1 - seat) - health(after, 1 - seat)).max(0.0),
            Aim::Position => judge(&Gen1, &self.eval, &self.eval.start(&Gen1, after), after)[seat],
        }
    }
}

/// HP on the field, with the Substitute's.
fn health(state: &State, side: usize) -> f64 {
    let side = &state.battle.sides[side];
    f64::from(side.lead().hp) + f64::from(side.active.substitute)
}

/// The position after a seat acts and the other's Pokémon flinches.
fn alone(state: &State, seat: usize, action: Action, rng: &mut Rng) -> State {
    let mut next = state.clone();
    let mut choices = [None; 2];
    choices[seat] = Gen1::choice(&state.battle, seat, action);
    let mut others = Choices::new();
    state.battle.choices(1 - seat, &mut others);
    choices[1 - seat] = others.first().copied();
    if state.battle.phase == Phase::Move {
        next.battle.sides[1 - seat].active.flags.set(Flags::FLINCH);
    }
    next.think(choices, &mut Drawn::thought(rng));
    next
}

impl<E: Evaluator<Gen1>> Searcher<Gen1> for Idle<E> {
    fn decide(
        &mut self,
        game: &Gen1,
        view: &View<Gen1>,
        control: &mut Control,
        _progress: &mut dyn FnMut(&Decision),
    ) -> Decision {
        let mut rng = Rng::new(chain(self.seed, view.key));
        let mut tallies = vec![Tally::default(); view.legal.len()];
        'budget: for _ in 0..self.samples {
            let state = view.sample(game, &mut rng);
            for (action, tally) in view.legal.iter().zip(&mut tallies) {
                let Ok(value) = self.value(&state, view.seat, *action, &mut rng, control) else { break 'budget };
                tally.add(value);
            }
        }
        decide(&view.legal, &tallies, Tally::mean, control)
    }

    fn ponder(&mut self, _game: &Gen1, _view: &View<Gen1>, _control: &mut Control) {}
}
