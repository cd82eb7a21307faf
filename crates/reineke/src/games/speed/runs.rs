//! Runs: what a player does from a walk at speed 1 to a jump over a wall.

use super::field::Field;
use super::leap::Way;
use super::rules::{CHANGE_NOTHING, GAP_EVERY, Head, SPEED_UP, TURN_LEFT, TURN_RIGHT, jumps};
use crate::game::Action;
use smallvec::SmallVec;
use std::sync::LazyLock;

const UP: Action = SPEED_UP;
const ON: Action = CHANGE_NOTHING;

/// All that are looked for; the last action is the jump. Where there are turns, also the other way round.
const RUNS: [&[Action]; 21] = [
    &[UP, UP],
    &[UP, ON, UP],
    &[UP, UP, ON],
    &[UP, UP, UP],
    &[UP, ON, UP, UP],
    &[UP, UP, UP, ON],
    &[UP, UP, UP, UP],
    &[UP, UP, UP, UP, UP],
    &[UP, UP, UP, UP, UP, UP],
    &[UP, TURN_RIGHT, UP],
    &[UP, UP, TURN_RIGHT],
    &[UP, ON, UP, TURN_RIGHT],
    &[UP, TURN_RIGHT, UP, UP],
    &[UP, UP, TURN_RIGHT, UP],
    &[UP, UP, UP, TURN_RIGHT],
    &[UP, UP, TURN_RIGHT, UP, UP],
    &[UP, UP, UP, UP, TURN_RIGHT],
    &[UP, UP, TURN_RIGHT, TURN_RIGHT],
    &[UP, UP, TURN_RIGHT, TURN_LEFT],
    &[UP, TURN_RIGHT, UP, TURN_RIGHT],
    &[UP, TURN_RIGHT, UP, TURN_LEFT],
];

/// A run from a cell, in the direction in which that cell is entered.
#[derive(Clone)]
pub struct Run {
    pub start: usize,
    pub direction: u8,
    pub actions: Way,
    /// The round modulo the gap in which it begins.
    pub phase: u8,
}

impl Run {
    /// All cells that it drives on, from its start to the landing.
    #[must_use]
    pub fn cells(&self, field: &Field) -> SmallVec<[usize; 24]> {
        let mut cells = SmallVec::new();
        cells.push(self.start);
        let (mut at, mut direction, mut speed) = (self.start, self.direction, 1);
        for (action, round) in self.actions.iter().zip(u32::from(self.phase) + 1..) {
            (direction, speed) = steered(direction, speed, *action);
            let driven = (0..speed).filter(|step| !jumps(round, speed, *step));
            cells.extend(driven.map(|step| field.step(at, direction, usize::from(step) + 1)));
            at = field.step(at, direction, usize::from(speed));
        }
        cells
    }
}

/// An action of a run.
struct Step {
    action: Action,
    /// The turns so far, as a direction seen from the start, and the speed.
    turned: u8,
    speed: u8,
    /// The place of what may follow, 0 for nothing.
    next: usize,
    /// Whether it may be the jump.
    jump: bool,
}

/// The runs by their beginnings, so that what they share is looked at once.
static STEPS: LazyLock<Vec<Vec<Step>>> = LazyLock::new(|| {
    let mut steps: Vec<Vec<Step>> = vec![Vec::new()];
    let mirrored = |action: Action| match action {
        TURN_LEFT => TURN_RIGHT,
        TURN_RIGHT => TURN_LEFT,
        action => action,
    };
    for run in RUNS {
        for run in [run.to_vec(), run.iter().map(|action| mirrored(*action)).collect()] {
            let (mut place, mut turned, mut speed) = (0, 0, 1);
            for (number, action) in run.iter().copied().enumerate() {
                (turned, speed) = steered(turned, speed, action);
                let known = steps[place].iter().position(|step| step.action == action).unwrap_or_else(|| {
                    steps[place].push(Step { action, turned, speed, next: 0, jump: false });
                    steps[place].len() - 1
                });
                if number + 1 == run.len() {
                    steps[place][known].jump = true;
                    break;
                }
                if steps[place][known].next == 0 {
                    steps[place][known].next = steps.len();
                    steps.push(Vec::new());
                }
                place = steps[place][known].next;
            }
        }
    }
    steps
});

/// Adds every run from a cell, in one direction, that nothing is in the way of and that jumps over something, and where it
/// lands.
pub fn runs(field: &Field, start: usize, direction: u8, found: &mut Vec<(Run, usize)>) {
    follow(field, (start, direction), 0, start, &mut Way::new(), found);
}

fn follow(
    field: &Field,
    (start, direction): (usize, u8),
    place: usize,
    at: usize,
    way: &mut Way,
    found: &mut Vec<(Run, usize)>,
) {
    for step in &STEPS[place] {
        let (heading, reach) = ((direction + step.turned) % 4, usize::from(step.speed));
        let clear = (1..=reach).take_while(|step| field.free[field.step(at, heading, *step)]).count();
        if clear == 0 {
            continue;
        }
        let there = field.step(at, heading, reach);
        way.push(step.action);
        if step.jump && clear < reach && field.free[there] {
            let phase = (GAP_EVERY - way.len() as u32 % GAP_EVERY) % GAP_EVERY;
            found.push((Run { start, direction, actions: way.clone(), phase: phase as u8 }, there));
        }
        if step.next != 0 && clear == reach {
            follow(field, (start, direction), step.next, there, way, found);
        }
        way.pop();
    }
}

/// The direction and the speed after an action.
#[must_use]
pub fn steered(direction: u8, speed: u8, action: Action) -> (u8, u8) {
    let mut head = Head { direction, speed, ..Head::default() };
    head.steer(action);
    (head.direction, head.speed)
}
