//! Sorties: ways out of rooms that no list of runs has, found by breadth-first search over places, directions, speeds and
//! rounds.
//!
//! A sortie begins where a player walks at speed 1, jumps into another room in the next gap round, and ends there at speed
//! 1. Of all ways that come to the same place equally fast, one is followed; none crosses itself.

use super::field::Field;
use super::leap::{Rooms, Way};
use super::packed::Packed;
use super::rules::{CHOICES, GAP_EVERY, GAP_SPEED, SLOW_DOWN, SPEED_UP, jumps};
use super::runs::{Run, steered};
use crate::dice::{Dice, Rng};
use crate::game::Action;
use smallvec::SmallVec;
use std::collections::HashMap;

/// The highest speed: walls of more than four cells are left alone.
const TOP: u8 = 6;
/// Rounds behind the jump until speed 1, at most.
const BRAKING: u8 = 8;
/// Sorties that are kept from one room to another, at most; they all begin in different ways.
const MOST: usize = 8;
/// Steps that are looked at in a round, in the own room and elsewhere.
const EFFORT: usize = 2_000;
/// Rooms of more cells have straights for any run.
const LARGE: u32 = 250;
const PHASES: usize = GAP_EVERY as usize;

/// A way out, with all cells that it drives on, and where it ends.
#[derive(Clone)]
pub struct Sortie {
    pub run: Run,
    pub there: usize,
    cells: SmallVec<[usize; 24]>,
}

impl Sortie {
    /// Whether nothing is in its way.
    #[must_use]
    pub fn clear(&self, field: &Field) -> bool {
        self.cells.iter().all(|cell| field.free[*cell])
    }
}

/// A step of a sortie.
#[derive(Clone, Copy)]
struct Node {
    at: u16,
    /// The step before it; its own number where a sortie begins.
    before: u32,
    direction: u8,
    speed: u8,
    /// The round modulo the gap.
    phase: u8,
    action: Action,
    /// Rounds since the jump, if it has been.
    landed: Option<u8>,
    /// The room that it began in.
    room: u16,
}

/// What is known of ways out, everywhere on the board: every round some more are looked for, and those that are closed
/// are forgotten.
#[derive(Clone, Default)]
pub struct Sorties {
    known: Vec<Sortie>,
    nodes: Vec<Node>,
    /// By place, direction, speed and phase: the number of the last search that was there.
    seen: Vec<u32>,
    search: u32,
}

/// How many sorties are known from one room to another.
type Counts = HashMap<(u16, u16), usize>;

impl Sorties {
    #[must_use]
    pub fn known(&self) -> &[Sortie] {
        &self.known
    }

    /// Forgets what is closed, and looks for more: in the room that a seat is in, and elsewhere.
    pub fn renew<const W: usize, const H: usize>(&mut self, state: &Packed<W, H>, me: usize, rng: &mut Rng) {
        let field = Field::new(state);
        let places = field.free.len() * 4 * usize::from(TOP) * PHASES;
        if self.seen.len() != places {
            *self = Self { seen: vec![0; places], ..Self::default() };
        }
        let rooms = Rooms::new(state, 0);
        let room = |cell: usize| {
            let (x, y) = field.place(cell);
            rooms.at(x, y)
        };
        self.known.retain(|sortie| sortie.clear(&field) && room(sortie.run.start) != room(sortie.there));
        let mut counts = Counts::new();
        for Sortie { run, there, .. } in &self.known {
            *counts.entry((room(run.start), room(*there))).or_default() += 1;
        }
        let head = &state.heads[me];
        let own: SmallVec<[u16; 4]> = rooms.beside(head.x, head.y).collect();
        let narrow = |cell: &usize| field.free[*cell] && rooms.size[usize::from(room(*cell))] <= LARGE;
        let free = (0..field.free.len()).filter(narrow);
        let (near, far): (Vec<usize>, Vec<usize>) = free.partition(|cell| own.contains(&room(*cell)));
        for cells in [near, far] {
            self.nodes.clear();
            self.search += 1;
            let mut next = 0;
            for _ in 0..cells.len() {
                self.begin(cells[rng.roll(cells.len() as u32) as usize], &room);
                while next < self.nodes.len().min(EFFORT) {
                    self.expand(&field, next as u32, &room, &mut counts);
                    next += 1;
                }
                if next == EFFORT {
                    break;
                }
            }
        }
    }

    /// Begins at a cell, whichever way and whenever it is entered.
    fn begin(&mut self, cell: usize, room: &impl Fn(usize) -> u16) {
        let gap = GAP_EVERY as u8;
        for motion in 0..4 * gap {
            let node = Node {
                at: cell as u16,
                before: self.nodes.len() as u32,
                direction: motion / gap,
                speed: 1,
                phase: motion % gap,
                action: SPEED_UP,
                landed: None,
                room: room(cell),
            };
            self.visit(node);
        }
    }

    /// Takes every step from one, and keeps what comes to its end.
    fn expand(&mut self, field: &Field, number: u32, room: &impl Fn(usize) -> u16, counts: &mut Counts) {
        let node = self.nodes[number as usize];
        let phase = (node.phase + 1) % GAP_EVERY as u8;
        for action in 0..CHOICES as Action {
            let (direction, speed) = steered(node.direction, node.speed, action);
            let fine = match node.landed {
                // Nobody walks before the jump, and the jump takes speed.
                None => {
                    let left = (GAP_EVERY as u8 - phase) % GAP_EVERY as u8;
                    action != SLOW_DOWN && (2..=TOP).contains(&speed) && speed + left >= GAP_SPEED
                }
                Some(rounds) => action != SPEED_UP && rounds < BRAKING,
            };
            let at = field.step(usize::from(node.at), direction, usize::from(speed));
            let landed = if phase == 0 { Some(0) } else { node.landed.map(|rounds| rounds + 1) };
            let after =
                Node { at: at as u16, before: number, direction, speed, phase, action, landed, room: node.room };
            if !fine || self.seen[Self::place(&after)] == self.search || !self.clear(field, &after) {
                continue;
            }
            if landed.is_some() && room(at) == node.room {
                continue;
            }
            self.visit(after);
            if speed == 1 {
                self.nodes.pop();
                let count = counts.entry((node.room, room(at))).or_default();
                if *count == MOST {
                    continue;
                }
                let run = self.run(after);
                let like = |Sortie { run: known, there, .. }: &Sortie| {
                    (known.start, known.direction) == (run.start, run.direction) && room(*there) == room(at)
                };
                if !self.known.iter().any(like) {
                    *count += 1;
                    let cells = run.cells(field);
                    self.known.push(Sortie { run, there: at, cells });
                }
            }
        }
    }

    fn place(node: &Node) -> usize {
        let motion = usize::from(node.direction) * usize::from(TOP) + usize::from(node.speed - 1);
        (usize::from(node.at) * 4 * usize::from(TOP) + motion) * PHASES + usize::from(node.phase)
    }

    fn visit(&mut self, node: Node) {
        self.seen[Self::place(&node)] = self.search;
        self.nodes.push(node);
    }

    /// Whether a step drives on free cells alone, none of which its sortie has driven on before.
    fn clear(&self, field: &Field, after: &Node) -> bool {
        let from = usize::from(self.nodes[after.before as usize].at);
        driven(field, from, after).all(|cell| field.free[cell] && !self.crosses(field, after.before, cell))
    }

    /// Whether a sortie has driven on a cell.
    fn crosses(&self, field: &Field, mut number: u32, cell: usize) -> bool {
        loop {
            let node = &self.nodes[number as usize];
            if node.before == number {
                return usize::from(node.at) == cell;
            }
            let from = usize::from(self.nodes[node.before as usize].at);
            if driven(field, from, node).any(|driven| driven == cell) {
                return true;
            }
            number = node.before;
        }
    }

    /// The way to a last step.
    fn run(&self, last: Node) -> Run {
        let mut actions = Way::new();
        let (mut node, mut number) = (&last, u32::MAX);
        while node.before != number {
            actions.push(node.action);
            number = node.before;
            node = &self.nodes[number as usize];
        }
        actions.reverse();
        Run { start: usize::from(node.at), direction: node.direction, actions, phase: node.phase }
    }
}

/// The cells that a step drives on, from where the one before it has led to.
fn driven<'a>(field: &'a Field, from: usize, node: &Node) -> impl Iterator<Item = usize> + 'a {
    let Node { direction, speed, phase, .. } = *node;
    let marked = (0..speed).filter(move |step| !jumps(u32::from(phase), speed, *step));
    marked.map(move |step| field.step(from, direction, usize::from(step) + 1))
}
