//! Alone in a room: the longest way to live, by plans that are kept and improved from round to round.
//!
//! A plan is a list of own actions until death, on the board as it stands. It begins as a greedy filling of the room and
//! is improved by leaving it at some step and filling anew. Where a plan ends, it is tried whether a jump in a gap round
//! shortly before leads to further room.

use super::packed::Packed;
use super::plane::Plane;
use super::rules::{
    CHANGE_NOTHING, CHOICES, GAP_EVERY, GAP_SPEED, SLOW_DOWN, SPEED_UP, STEPS, TOP_SPEED, TURN_LEFT, TURN_RIGHT,
};
use crate::control::{Control, Stopped};
use crate::dice::{Dice, Rng};
use crate::game::{Action, MAX_SEATS, NO_ACTION};

/// How many of a plan's last steps are tried as the beginning of a jump.
const TAIL: usize = 14;
/// One choice in so many of a filling is made at random.
const STRAY: u32 = 40;

/// A player on its way, everybody else standing still.
#[derive(Clone, Copy)]
struct Walk<const W: usize, const H: usize> {
    state: Packed<W, H>,
    me: usize,
}

impl<const W: usize, const H: usize> Walk<W, H> {
    fn new(root: &Packed<W, H>, me: usize) -> Self {
        let mut state = *root;
        for (_, head) in state.heads.iter_mut().enumerate().filter(|(seat, _)| *seat != me) {
            head.died = head.died.max(1);
        }
        Self { state, me }
    }

    /// Plays an action; false where it kills.
    #[inline]
    fn step(&mut self, action: Action) -> bool {
        let mut joint = [NO_ACTION; MAX_SEATS];
        joint[self.me] = action;
        self.state.play(&joint);
        self.state.heads[self.me].active()
    }

    #[inline]
    fn free(&self, x: i16, y: i16) -> bool {
        (0..self.state.width).contains(&x) && (0..self.state.height).contains(&y) && self.state.open.has(x, y)
    }

    fn neighbours(&self, x: i16, y: i16) -> u32 {
        STEPS.iter().map(|(dx, dy)| u32::from(self.free(x + dx, y + dy))).sum()
    }

    /// Whether the free cells around a cell fall into several groups once the cell is taken, as far as the eight cells
    /// around it tell.
    fn splits(&self, x: i16, y: i16) -> bool {
        const RING: [(i16, i16); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        let free: [bool; 8] = RING.map(|(dx, dy)| self.free(x + dx, y + dy));
        // A group is a run of free cells around the ring that holds a side; corners alone join nothing.
        let sides = (0..8).step_by(2).filter(|side| free[*side]).count();
        let joins = (0..8).step_by(2).filter(|side| free[*side] && free[side + 1] && free[(side + 2) % 8]).count();
        sides >= joins + 2
    }

    /// The size of the largest room that the head can drive into.
    fn room(&self) -> u32 {
        let head = &self.state.heads[self.me];
        let rows = self.state.rows();
        let mut left = self.state.open;
        let mut best = 0;
        for (dx, dy) in STEPS {
            let (x, y) = (head.x + dx, head.y + dy);
            if (0..self.state.width).contains(&x) && (0..self.state.height).contains(&y) && left.has(x, y) {
                let mut seed = Plane::EMPTY;
                seed.set(x, y);
                let mut found = seed.flood(&left, rows);
                found.set(x, y);
                best = best.max(found.count(rows));
                left.drop(&found, 1, rows);
            }
        }
        best
    }

    /// The action of a greedy filling: never into a smaller room, along walls, slowly.
    fn greedy(&self, rng: &mut Rng) -> Option<Action> {
        let head = &self.state.heads[self.me];
        if head.speed > 1 {
            return self.brake();
        }
        let mut options: smallvec::SmallVec<[(Action, i16, i16, u32); 3]> = smallvec::SmallVec::new();
        let mut cautious = false;
        for (action, turn) in [(CHANGE_NOTHING, 0), (TURN_LEFT, 3), (TURN_RIGHT, 1)] {
            let (dx, dy) = STEPS[usize::from((head.direction + turn) % 4)];
            let (x, y) = (head.x + dx, head.y + dy);
            if self.free(x, y) {
                cautious |= self.splits(x, y);
                options.push((action, x, y, self.neighbours(x, y)));
            }
        }
        match options[..] {
            [] => return None,
            [only] => return Some(only.0),
            _ => {}
        }
        cautious |= self.splits(head.x, head.y);
        if !cautious && rng.roll(STRAY) == 0 {
            return Some(options[rng.roll(options.len() as u32) as usize].0);
        }
        let mut best = (0, 0, options[0].0);
        for (action, _, _, walls) in &options {
            let room = if cautious {
                let mut next = *self;
                if next.step(*action) { next.room() + 1 } else { 0 }
            } else {
                1
            };
            // More walls first; equals by lot, so that fillings differ.
            let rank = (room, (4 - walls) * 4 + rng.roll(3), *action);
            if (rank.0, rank.1) > (best.0, best.1) {
                best = rank;
            }
        }
        Some(best.2)
    }

    /// The action of a fast head: what leaves most room, slowing down among equals.
    fn brake(&self) -> Option<Action> {
        let mut best: Option<(u32, Action)> = None;
        for action in [SLOW_DOWN, TURN_LEFT, TURN_RIGHT, CHANGE_NOTHING] {
            let mut next = *self;
            if next.step(action) {
                let room = next.room() + u32::from(action == SLOW_DOWN) * 8;
                if best.is_none_or(|(known, _)| room > known) {
                    best = Some((room, action));
                }
            }
        }
        best.map(|(_, action)| action)
    }

    /// The cells that the head can drive to without a jump.
    fn surroundings(&self) -> Plane<W, H> {
        self.state.room(self.me)
    }

    /// One way to the next gap round and over a wall, drawn at random: speeding up more often than not. None where it kills
    /// or lands in the room it comes from.
    fn leap(&self, room: &Plane<W, H>, rng: &mut Rng) -> Option<(Vec<Action>, Self)> {
        let mut walk = *self;
        let rounds = GAP_EVERY - walk.state.round % GAP_EVERY;
        let mut actions = Vec::with_capacity(8);
        let run = 1 + rng.roll(5);
        for left in (0..rounds).rev() {
            let head = &walk.state.heads[walk.me];
            let action = match rng.roll(8) {
                0 => TURN_LEFT,
                1 => TURN_RIGHT,
                _ if left > run => CHANGE_NOTHING,
                _ => SPEED_UP,
            };
            if (action == SPEED_UP && head.speed == TOP_SPEED) || !walk.step(action) {
                return None;
            }
            actions.push(action);
        }
        let head = &walk.state.heads[walk.me];
        (head.speed >= GAP_SPEED && !room.has(head.x, head.y)).then_some((actions, walk))
    }
}

/// A list of actions and what it is worth: the rounds it lives, those in rooms that others share counting less.
#[derive(Clone, Debug, Default)]
struct Plan {
    actions: Vec<Action>,
    worth: f64,
}

/// The best plan so far.
#[derive(Clone, Debug, Default)]
pub struct Planner {
    best: Plan,
}

/// How many ways over a wall are drawn at a step.
const DRAWS: u32 = 24;
/// What is believed of the room behind a jump.
const LANDING: f64 = 0.7;
/// What is left of that for every round until the jump.
const WAITING: f64 = 0.98;
/// A way out of a shared room begins within so many rounds.
const SOON: u32 = 6;
/// How often a jump from where the player stands is tried before anything else.
const AT_ONCE: u32 = 4;
/// Jumps that follow each other in one plan, at most.
const JUMPS: u32 = 3;

impl Planner {
    /// The first action of the best plan, and how many rounds it lives. Every eighth step of a plan is a node.
    pub fn decide<const W: usize, const H: usize>(
        &mut self,
        root: &Packed<W, H>,
        me: usize,
        rng: &mut Rng,
        control: &mut Control,
    ) -> (Option<Action>, f64) {
        let others = root.active() & !(1 << me);
        let start = Walk::new(root, me);
        let mut search = Filling { start, root, others, alone: 1.0, rng, control };
        let room = start.surroundings();
        search.alone = search.share(&room, f64::from(room.count(root.rows())), 0);
        search.keep(&mut self.best);
        for _ in 0..AT_ONCE {
            if let Ok(Some(leap)) = search.over(0, &start)
                && let Ok(plan) = search.land(&[], leap, JUMPS)
                && plan.worth >= self.best.worth
            {
                self.best = plan;
            }
        }
        while let Ok(plan) = search.vary(&self.best) {
            if plan.worth >= self.best.worth {
                self.best = plan;
            }
            if self.best.actions.is_empty() {
                break;
            }
        }
        (self.best.actions.first().copied(), self.best.worth)
    }

    /// The first action of the best plan that jumps out of the room within the next rounds, and what it is worth.
    pub fn escape<const W: usize, const H: usize>(
        &mut self,
        root: &Packed<W, H>,
        me: usize,
        rng: &mut Rng,
        control: &mut Control,
    ) -> Option<(Action, f64)> {
        let others = root.active() & !(1 << me);
        let start = Walk::new(root, me);
        let mut search = Filling { start, root, others, alone: 1.0, rng, control };
        let planned = self.best.actions.len();
        search.keep(&mut self.best);
        if self.best.actions.len() < planned {
            self.forget();
        }
        while let Ok(leap) = search.begin() {
            let Some((before, leap)) = leap else { continue };
            let Ok(plan) = search.land(&before, leap, JUMPS) else { break };
            if plan.worth > self.best.worth {
                self.best = plan;
            }
        }
        self.best.actions.first().map(|action| (*action, self.best.worth))
    }

    /// The first action of the plan has been played.
    pub fn play(&mut self) {
        if !self.best.actions.is_empty() {
            self.best.actions.remove(0);
            self.best.worth -= 1.0;
        }
    }

    /// Something else has been played.
    pub fn forget(&mut self) {
        self.best = Plan::default();
    }
}

/// A way over a wall from step `step` of a plan.
struct Leap<const W: usize, const H: usize> {
    step: usize,
    actions: Vec<Action>,
    behind: Walk<W, H>,
    /// How much of the room behind the wall is for self.
    share: f64,
    /// What the plan is worth if all of that is used.
    worth: f64,
}

/// The search for plans from one position.
struct Filling<'a, 'c, const W: usize, const H: usize> {
    start: Walk<W, H>,
    root: &'a Packed<W, H>,
    others: u8,
    /// How much of the room at the start is for self.
    alone: f64,
    rng: &'a mut Rng,
    control: &'a mut Control<'c>,
}

impl<const W: usize, const H: usize> Filling<'_, '_, W, H> {
    /// A jump out of the room after none or a few greedy steps.
    #[allow(clippy::type_complexity)]
    fn begin(&mut self) -> Result<Option<(Vec<Action>, Leap<W, H>)>, Stopped> {
        let mut walk = self.start;
        let mut before = Vec::new();
        for _ in 0..self.rng.roll(SOON) {
            let Some(action) = walk.greedy(self.rng) else { break };
            if !walk.step(action) {
                return Ok(None);
            }
            before.push(action);
        }
        Ok(self.over(before.len(), &walk)?.map(|leap| (before, leap)))
    }

    /// Cuts a plan where the board does not allow it any more.
    fn keep(&mut self, plan: &mut Plan) {
        let mut walk = self.start;
        let lives = plan.actions.iter().take_while(|action| walk.step(**action)).count();
        if lives < plan.actions.len() {
            plan.actions.truncate(lives);
            plan.worth = self.alone * lives as f64;
        }
    }

    /// Another plan: leaves the best one at some step and fills anew.
    fn vary(&mut self, best: &Plan) -> Result<Plan, Stopped> {
        self.control.tick()?;
        self.control.look_at_clock()?;
        let mut actions = Vec::with_capacity(best.actions.len() + 32);
        let mut walk = self.start;
        if !best.actions.is_empty() {
            let leave = self.rng.roll(best.actions.len() as u32) as usize;
            for action in &best.actions[..leave] {
                walk.step(*action);
                actions.push(*action);
            }
            if self.rng.roll(4) == 0
                && let Some(leap) = self.over(actions.len(), &walk)?
            {
                return self.land(&actions, leap, JUMPS);
            }
            // Leaves the plan by an action that lives: mostly one of the slow ones.
            let among = if self.rng.roll(8) == 0 { CHOICES as u32 } else { 3 };
            let action = self.rng.roll(among) as Action;
            let mut other = walk;
            if (action != SLOW_DOWN || walk.state.heads[walk.me].speed > 1) && other.step(action) {
                actions.push(action);
                walk = other;
            }
        }
        self.fill(actions, walk, JUMPS)
    }

    /// Fills the room that a walk is in until death, and tries jumps from the last steps.
    fn fill(&mut self, mut actions: Vec<Action>, mut walk: Walk<W, H>, jumps: u32) -> Result<Plan, Stopped> {
        let mut tail: Vec<(usize, Walk<W, H>)> = Vec::with_capacity(2 * TAIL + 1);
        while let Some(action) = walk.greedy(self.rng) {
            if actions.len().is_multiple_of(8) {
                self.control.tick()?;
                self.control.look_at_clock()?;
            }
            if tail.len() >= 2 * TAIL {
                tail.drain(..TAIL);
            }
            tail.push((actions.len(), walk));
            if !walk.step(action) {
                break;
            }
            actions.push(action);
        }
        // What was lived through before counts in full; a room that others are in does not.
        let share = if jumps == JUMPS { self.alone } else { 1.0 };
        let lives = share * actions.len() as f64;
        let mut found: Option<Leap<W, H>> = None;
        if jumps > 0 {
            for (step, walk) in tail.iter().rev().take(TAIL) {
                let leap = self.over(*step, walk)?;
                if let Some(leap) = leap
                    && leap.worth > found.as_ref().map_or(lives, |known| known.worth)
                {
                    found = Some(leap);
                }
            }
        }
        let stays = Plan { worth: lives, actions };
        let Some(leap) = found else { return Ok(stays) };
        let leaves = self.land(&stays.actions, leap, jumps)?;
        Ok(if leaves.worth > stays.worth { leaves } else { stays })
    }

    /// The best of some ways to jump out of the room at this point, if there is one.
    fn over(&mut self, step: usize, walk: &Walk<W, H>) -> Result<Option<Leap<W, H>>, Stopped> {
        // Far dearer than a step: the clock must not be guessed from the steps before.
        self.control.tick()?;
        self.control.look_at_clock()?;
        let room = walk.surroundings();
        let mut best: Option<Leap<W, H>> = None;
        for _ in 0..DRAWS {
            let Some((actions, behind)) = walk.leap(&room, self.rng) else { continue };
            let landing = behind.surroundings();
            let size = f64::from(landing.count(walk.state.rows()));
            let until = step + actions.len();
            let share = self.share(&landing, size, until) * Self::trust(until);
            let worth = until as f64 + size * share;
            if best.as_ref().is_none_or(|known| worth > known.worth) {
                best = Some(Leap { step, actions, behind, share, worth });
            }
        }
        Ok(best)
    }

    /// Plays a jump behind the first steps of a plan and fills the room that it leads to.
    fn land(&mut self, plan: &[Action], leap: Leap<W, H>, jumps: u32) -> Result<Plan, Stopped> {
        let mut actions = plan[..leap.step].to_vec();
        actions.extend(leap.actions);
        let until = actions.len() as f64;
        let mut plan = self.fill(actions, leap.behind, jumps - 1)?;
        plan.worth = until + leap.share * (plan.worth - until);
        Ok(plan)
    }

    /// How much of a room is left for self after so many rounds: others who are in it now drive and share it.
    fn share(&self, room: &Plane<W, H>, size: f64, rounds: usize) -> f64 {
        let mut inside = 0;
        for other in super::prepare::seats_of(self.others) {
            let mut head = Plane::EMPTY;
            head.set(self.root.heads[other].x, self.root.heads[other].y);
            inside += u32::from(head.touches(room, self.root.rows()));
        }
        let inside = f64::from(inside);
        let left = (size - inside * rounds as f64).max(0.0) / size.max(1.0);
        left / (1.0 + inside)
    }

    /// How far a jump after so many rounds can be trusted: others may close the way, or land there too.
    fn trust(rounds: usize) -> f64 {
        LANDING * WAITING.powi(rounds as i32)
    }
}
