//! The agents of the literature, as this generation asks for them.

#[cfg(test)]
mod field;
mod heuristics;
mod idle;
mod lance;
mod open;
mod rounds;
pub mod talonbot;
#[cfg(test)]
mod talonbot_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod turn_tests;

use super::game::Gen1;
use super::worth::{Hp, Worth};
use crate::control::Control;
use crate::decision::{Choice, Decision};
use crate::eval::Evaluator;
use crate::game::{Action, Game};
use crate::games::Made;
use crate::options::Options;
use heuristics::Heuristics;
use idle::{Aim, Idle};
use lance::Lance;
use rounds::Rounds;
use talonbot::Talonbot;

/// An agent of this folder by name, or nothing where another search has the name.
pub fn make(name: &str, options: &mut Options, seed: u64) -> Option<Made<Gen1>> {
    match name {
        "maxdamage" => Some(Idle::from_options(options, Aim::Damage, Hp, seed).map(|made| Box::new(made) as _)),
        "heuristics" => Some(Ok(Box::new(Heuristics { seed }))),
        "minimax" | "expectimax" => {
            let depth = options.take("depth")?;
            Some(Rounds::from_options(name, &depth, options, seed))
        }
        "greedy" | "lance" | "light" | "talonbot" => Some(match options.word("eval", &["hp", "worth"]) {
            Ok("worth") => with_eval(name, options, Worth, seed),
            Ok(_) => with_eval(name, options, Hp, seed),
            Err(told) => Err(told),
        }),
        _ => None,
    }
}

fn with_eval(name: &str, options: &mut Options, eval: impl Evaluator<Gen1> + Copy + 'static, seed: u64) -> Made<Gen1> {
    Ok(match name {
        "greedy" => Box::new(Idle::from_options(options, Aim::Position, eval, seed)?),
        "talonbot" => Box::new(Talonbot::from_options(options, eval, seed)?),
        _ => Box::new(Lance::from_options(options, name == "light", eval, seed)?),
    })
}

/// What was found of one action.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    sum: f64,
    visits: u64,
}

impl Tally {
    fn add(&mut self, value: f64) {
        self.sum += value;
        self.visits += 1;
    }

    fn mean(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.sum / self.visits as f64 }
    }
}

/// The action that `rank` puts highest, the first of equals, with what was found of all.
fn decide(legal: &[Action], tallies: &[Tally], rank: impl Fn(&Tally) -> f64, control: &Control) -> Decision {
    let mut best = 0;
    for index in 1..legal.len() {
        if rank(&tallies[index]) > rank(&tallies[best]) {
            best = index;
        }
    }
    let choice = |(index, (action, tally)): (usize, (&Action, &Tally))| Choice {
        action: *action,
        value: tally.mean(),
        values: None,
        visits: tally.visits,
        share: f64::from(u8::from(index == best)),
        proven: false,
    };
    Decision {
        value: tallies[best].mean(),
        choices: legal.iter().zip(tallies).enumerate().map(choice).collect(),
        depth: 1,
        nodes: control.nodes(),
        seconds: control.seconds(),
        line: vec![Gen1.action_text(legal[best])],
        ..Decision::bare(legal[best])
    }
}
