//! Alone in a room: the longest way to live, by plans that are kept and improved from round to round.
//!
//! A plan begins as a greedy filling of the room and is improved by leaving it at some step: by filling anew from there, by
//! going somewhere first, by a jump in a gap round, or by a tour from room to room. Of a large room, only the next steps
//! are planned. What a plan is worth is the rounds that it lives, and what it keeps of the room if somebody comes over a
//! wall.

use super::leap::{Leaps, Rooms, Way};
use super::packed::Packed;
use super::plan::{Landing, Mark, Plan};
use super::plane::Plane;
use super::rivals::Rivals;
use super::rules::{CHOICES, Head};
use super::scent::scents;
use super::sorties::{Sortie, Sorties};
use super::times::{Region, Times};
use super::tour::Tour;
use super::walk::Walk;
use crate::control::{Control, Stopped};
use crate::dice::{Dice, Rng};
use crate::game::{Action, MAX_SEATS};
use std::cell::RefCell;

/// How many of a plan's last steps are tried as the beginning of a jump.
const TAIL: usize = 14;
/// How many steps of ways over a wall are looked at, and their turns: at most steps of a plan, and from where the player is.
const GLANCE: (u32, u32) = (300, 1);
const STARE: (u32, u32) = (20_000, 6);
/// How many steps of a plan before its last are tried as the beginning of a jump.
const TRIES: u32 = 16;
/// How sure it is to live behind a jump, in an empty room or with others inside.
const LANDING: (f64, f64) = (0.97, 0.7);
/// Rounds for which it is known well enough where others are.
const KNOWN: usize = 16;
/// How likely somebody beside a cell goes there; the less, the further away he is.
const MEETING: f64 = 0.5;
/// Of rooms larger than this, `HORIZON` steps are planned, and the filling is believed to use so much of the rest.
const LARGE: u32 = 150;
const HORIZON: usize = 48;
const FILLED: f64 = 0.93;
/// How often a jump from where the player stands is tried before anything else.
const AT_ONCE: u32 = 4;
/// Jumps that follow each other in one filling, at most.
const JUMPS: u32 = 3;
/// Steps of a plan after which somebody may come over a wall, and the rounds that a cell of a wall takes.
const CHECKS: [usize; 5] = [4, 10, 16, 24, 34];
const WALL: u16 = 8;
/// Every second variation leaves the plan within so many steps.
const SOON: usize = 40;
/// How many variations of a hundred go somewhere first, of those that fill.
const STROLLS: u32 = 30;
/// What a round more counts beside the chance of outliving others: it decides between plans that are as good.
const ROUND: f64 = 1e-6;
/// Cells of a tour that are looked at for a node.
const CELLS: usize = 128;

/// The best plan so far.
#[derive(Clone)]
pub struct Planner {
    best: Plan,
    /// How many variations of a hundred are tours.
    tours: u32,
    /// How much it counts what a plan keeps, from 0 to 1.
    guard: f64,
    /// Rounds in which others mostly find an empty room that they can come to.
    claim: f64,
    sorties: Sorties,
    /// With so many others and fewer, plans are to outlive them, not to last as long as can be.
    outlive: u32,
}

impl Planner {
    #[must_use]
    pub fn new(tours: u32, guard: f64, claim: f64) -> Self {
        Self { best: Plan::default(), tours, guard, claim, sorties: Sorties::default(), outlive: 0 }
    }

    /// With so many others and fewer, plans are to outlive them, not to last as long as can be.
    #[must_use]
    pub fn outliving(mut self, outlive: u32) -> Self {
        self.outlive = outlive;
        self
    }

    /// The first action of the best plan, and what it is worth in rounds. Every eighth step of a plan is a node.
    pub fn decide<const W: usize, const H: usize>(
        &mut self,
        root: &Packed<W, H>,
        me: usize,
        rng: &mut Rng,
        control: &mut Control,
    ) -> (Option<Action>, f64) {
        let others = root.active() & !(1 << me);
        let start = Walk::new(root, me);
        let rooms = Rooms::new(root, others);
        let times = Times::of(root, others, Some(WALL));
        let near = Times::of(root, others, None);
        let room = start.surroundings().count(root.rows());
        let worth: Vec<f64> =
            rooms.size.iter().zip(&rooms.inside).map(|(size, inside)| hoped(*size, *inside)).collect();
        let few = others.count_ones() <= self.outlive;
        let rivals = if few { Rivals::new(root, &rooms, others) } else { Rivals::default() };
        self.sorties.renew(root, me, rng);
        let mut search = Filling {
            start,
            rooms: &rooms,
            soon: rooms.least(|x, y| times.get(x, y)),
            crowd: f64::from(others.count_ones()) / f64::from(rooms.size.iter().sum::<u32>().max(1)),
            scents: scents(&rooms, &worth),
            alone: left(room, root.reachable(me).count_ones(), 0),
            tours: self.tours,
            claim: self.claim,
            times: &times,
            near: &near,
            region: RefCell::new(Region::new(&times)),
            sorties: self.sorties.known(),
            rivals: &rivals,
            rng,
            control,
        };
        search.appraise(&mut self.best);
        let risk = root.clash(me, &[1.0; MAX_SEATS]);
        let value = |plan: &Plan| {
            let mixed = |plans: f64, keeps: f64| plans * (1.0 - self.guard) + keeps * self.guard;
            let rounds = mixed(plan.worth, plan.keeps);
            let worth =
                if rivals.any() { mixed(plan.outlives, rivals.out_by(plan.keeps)) + ROUND * rounds } else { rounds };
            worth * (1.0 - plan.actions.first().map_or(0.0, |first| risk[usize::from(*first)]))
        };
        // Whatever the budget, a plain filling comes first.
        if self.best.actions.is_empty()
            && let Ok(mut plan) = search.fill(Plan::default(), start, 0)
        {
            search.appraise(&mut plan);
            self.best = plan;
        }
        for _ in 0..AT_ONCE {
            if let Ok(Some(leap)) = search.over(0, &start, STARE)
                && let Ok(mut plan) = search.land(&Plan::default(), leap, JUMPS)
            {
                search.appraise(&mut plan);
                if value(&plan) >= value(&self.best) {
                    self.best = plan;
                }
            }
        }
        while let Ok(mut plan) = search.vary(&self.best) {
            search.appraise(&mut plan);
            if value(&plan) >= value(&self.best) {
                self.best = plan;
            }
            if self.best.actions.is_empty() {
                break;
            }
        }
        (self.best.actions.first().copied(), self.best.worth)
    }

    /// What it means to do.
    #[must_use]
    pub fn line(&self) -> &[Action] {
        &self.best.actions
    }

    /// The first action of the plan has been played.
    pub fn play(&mut self) {
        self.best.advance();
    }

    /// Something else has been played.
    pub fn forget(&mut self) {
        self.best = Plan::default();
    }
}

/// A way over a wall from step `step` of a plan.
struct Leap<const W: usize, const H: usize> {
    step: usize,
    actions: Way,
    behind: Walk<W, H>,
    landing: Landing,
    /// What is for self of the room behind the wall, in rounds.
    worth: f64,
}

/// The search for plans from one position.
struct Filling<'a, 'c, const W: usize, const H: usize> {
    start: Walk<W, H>,
    rooms: &'a Rooms,
    /// By room: when somebody else may come there.
    soon: Vec<u16>,
    /// Others for each free cell of the board.
    crowd: f64,
    /// By room: where it leads to.
    scents: Vec<f64>,
    /// How much of the room at the start is for self.
    alone: f64,
    tours: u32,
    /// Rounds in which others mostly find an empty room.
    claim: f64,
    /// When others may be where, over walls, too.
    times: &'a Times,
    /// The same without walls.
    near: &'a Times,
    region: RefCell<Region>,
    sorties: &'a [Sortie],
    rivals: &'a Rivals,
    rng: &'a mut Rng,
    control: &'a mut Control<'c>,
}

impl<const W: usize, const H: usize> Filling<'_, '_, W, H> {
    /// Cuts a plan where the board does not allow it any more, and values what is left of it as things are now.
    fn appraise(&mut self, plan: &mut Plan) {
        let mut walk = self.start;
        let mut kept = Plan::default();
        for action in &plan.actions {
            let room = walk.leaps(*action).then(|| walk.surroundings());
            if !walk.step(*action) {
                break;
            }
            kept.actions.push(*action);
            let Head { x, y, speed, .. } = *walk.head();
            let step = kept.actions.len();
            let spared = if speed > 1 && step <= KNOWN { spared(self.near.get(x, y), step) } else { 1.0 };
            let landing = room.filter(|room| !room.has(x, y)).map(|_| {
                let size = walk.surroundings().count(walk.state.rows());
                let first = |rounds| self.region.borrow_mut().size(&walk.state, self.near, x, y, rounds);
                landing(size, known(self.rooms, &self.soon, self.crowd, x, y), step, self.claim, first)
            });
            if spared < 1.0 || landing.is_some() {
                let mark = kept.mark(step, self.alone);
                let odds = mark.odds * spared * landing.map_or(1.0, |landing| landing.odds);
                let scale = landing.map_or(mark.scale * spared, |landing| odds * landing.part);
                kept.note(Mark { scale, odds, ..mark });
            }
        }
        if !kept.actions.is_empty() {
            // Who is too fast at the end has the room ahead only by slowing down there.
            while walk.head().speed > 1
                && let Some(action) = walk.brake()
            {
                walk.step(action);
                kept.actions.push(action);
            }
            let mark = kept.mark(kept.actions.len(), self.alone);
            let beyond = if walk.head().speed > 1 { 0.0 } else { FILLED * f64::from(walk.room()) };
            kept.worth = mark.worth + mark.scale * beyond;
            kept.outlives = self.rivals.outlived(&kept, self.alone, beyond);
        }
        *plan = kept;
        self.look_after(plan);
    }

    /// Finds out what a plan keeps if somebody comes over the walls from where he is now, at one time or another.
    fn look_after(&mut self, plan: &mut Plan) {
        let mut walk = self.start;
        let (mut step, mut total) = (0, 0.0);
        for check in CHECKS {
            while step < check.min(plan.actions.len()) {
                walk.step(plan.actions[step]);
                step += 1;
            }
            let cells = if step == check {
                let head = walk.head();
                self.region.borrow_mut().size(&walk.state, self.times, head.x, head.y, 0)
            } else {
                0
            };
            // Nobody keeps more by being disturbed: where the plan crashes, the room ahead is nobody's.
            total += (step as f64 + f64::from(cells)).min(plan.worth);
        }
        plan.keeps = total / CHECKS.len() as f64;
    }

    /// The first steps of a plan, and where they lead to.
    fn go(&self, plan: &Plan, steps: usize) -> (Plan, Walk<W, H>) {
        let plan = plan.part(steps);
        let mut walk = self.start;
        for action in &plan.actions {
            walk.step(*action);
        }
        (plan, walk)
    }

    /// Another plan: leaves the best one at some step and goes another way.
    fn vary(&mut self, best: &Plan) -> Result<Plan, Stopped> {
        self.control.tick()?;
        self.control.look_at_clock()?;
        if self.rng.roll(100) < self.tours {
            return self.tour(best);
        }
        let steps = best.actions.len();
        if steps == 0 {
            return self.fill(Plan::default(), self.start, JUMPS);
        }
        let range = if self.rng.roll(2) == 0 { steps.min(SOON) } else { steps };
        let leave = self.rng.roll(range as u32) as usize;
        let (mut plan, mut walk) = self.go(best, leave);
        if self.rng.roll(4) == 0
            && let Some(leap) = self.over(plan.actions.len(), &walk, GLANCE)?
        {
            return self.land(&plan, leap, JUMPS);
        }
        if self.rng.roll(100) < STROLLS && walk.head().speed == 1 {
            let first = plan.actions.len();
            let nowhere = |_, _, _, _| Landing { odds: 0.0, part: 0.0 };
            let start = (plan, Mark::begin(1.0));
            let nothing = |_, _| 0.0;
            let (plan, effort) =
                Tour::new((&walk.state, walk.head()), start, self.rng, (&nowhere, &nothing), self.sorties).stroll();
            self.pay(effort)?;
            for action in &plan.actions[first..] {
                walk.step(*action);
            }
            return self.fill(plan, walk, JUMPS);
        }
        // Leaves the plan by an action that lives and does not jump: mostly one of the slow ones.
        let among = if self.rng.roll(8) == 0 { CHOICES as u32 } else { 3 };
        let action = self.rng.roll(among) as Action;
        if walk.clear(action) && walk.step(action) {
            plan.actions.push(action);
        }
        self.fill(plan, walk, JUMPS)
    }

    /// Another plan: leaves the best one, mostly where a room begins, and goes from room to room.
    fn tour(&mut self, best: &Plan) -> Result<Plan, Stopped> {
        let steps = best.actions.len();
        let leave = match self.rng.roll(3) {
            0 => 0,
            1 if !best.marks.is_empty() => best.marks[self.rng.roll(best.marks.len() as u32) as usize].step.min(steps),
            _ => self.rng.roll(steps as u32 + 1) as usize,
        };
        let (mut plan, walk) = self.go(best, leave);
        let mark = plan.mark(leave, self.alone);
        plan.worth = mark.worth;
        let (rooms, region, start, near) = (self.rooms, &self.region, &self.start.state, self.near);
        let (soon, scents, claim, crowd) = (&self.soon, &self.scents, self.claim, self.crowd);
        let part = |x: i16, y: i16, size: u32, rounds: usize| {
            let first = |rounds| region.borrow_mut().size(start, near, x, y, rounds);
            landing(size, known(rooms, soon, crowd, x, y), rounds, claim, first)
        };
        let hope = |x: i16, y: i16| scents[usize::from(rooms.at(x, y))];
        let (plan, effort) =
            Tour::new((&walk.state, walk.head()), (plan, mark), self.rng, (&part, &hope), self.sorties).finish();
        self.pay(effort)?;
        Ok(plan)
    }

    /// Counts the cells that a tour looked at.
    fn pay(&mut self, effort: usize) -> Result<(), Stopped> {
        (0..effort / CELLS).try_for_each(|_| self.control.tick())
    }

    /// Goes on with a plan by filling the room that a walk is in, and tries jumps on the way.
    fn fill(&mut self, mut plan: Plan, mut walk: Walk<W, H>, jumps: u32) -> Result<Plan, Stopped> {
        let first = plan.actions.len();
        let Mark { worth, scale, odds, .. } = plan.mark(first, self.alone);
        let mut passed: Vec<Walk<W, H>> = Vec::with_capacity(64);
        while let Some(action) = walk.greedy(self.rng) {
            if plan.actions.len().is_multiple_of(8) {
                self.control.tick()?;
                self.control.look_at_clock()?;
            }
            passed.push(walk);
            if !walk.step(action) {
                break;
            }
            plan.actions.push(action);
            if plan.actions.len() == HORIZON {
                let room = walk.room();
                if room > LARGE {
                    plan.worth = worth + scale * ((HORIZON - first) as f64 + FILLED * f64::from(room));
                    return Ok(plan);
                }
            }
        }
        plan.worth = worth + scale * (plan.actions.len() - first) as f64;
        let mut found: Option<(f64, Leap<W, H>)> = None;
        if jumps > 0 {
            for (index, walk) in passed.iter().enumerate() {
                if index + TAIL < passed.len() && self.rng.roll(passed.len() as u32) >= TRIES {
                    continue;
                }
                if let Some(leap) = self.over(first + index, walk, GLANCE)? {
                    let promised = worth + scale * (index + leap.actions.len()) as f64 + odds * leap.worth;
                    if promised > found.as_ref().map_or(plan.worth, |known| known.0) {
                        found = Some((promised, leap));
                    }
                }
            }
        }
        let Some((_, leap)) = found else { return Ok(plan) };
        let leaves = self.land(&plan, leap, jumps)?;
        Ok(if leaves.worth > plan.worth { leaves } else { plan })
    }

    /// The best way to jump out of the room at this point, if there is one.
    fn over(
        &mut self,
        step: usize,
        walk: &Walk<W, H>,
        (limit, turns): (u32, u32),
    ) -> Result<Option<Leap<W, H>>, Stopped> {
        self.control.tick()?;
        self.control.look_at_clock()?;
        let head = *walk.head();
        let here = self.rooms.at(head.x, head.y);
        let mut room: Option<Plane<W, H>> = None;
        let mut best: Option<(f64, Landing, Way)> = None;
        let mut seen = smallvec::SmallVec::<[(i16, i16); 16]>::new();
        let mut look = Leaps::new(&walk.state.open, self.rooms, limit, |landed, way| {
            let (x, y) = (landed.x, landed.y);
            if seen.contains(&(x, y)) {
                return;
            }
            seen.push((x, y));
            let there = usize::from(self.rooms.at(x, y));
            let size = if there != usize::from(here) && here != 0 {
                self.rooms.size[there]
            } else if room.get_or_insert_with(|| walk.surroundings()).has(x, y) {
                return;
            } else {
                let mut cell = Plane::EMPTY;
                cell.set(x, y);
                let landing = cell.flood(&walk.state.open, walk.state.rows());
                landing.count(walk.state.rows())
            };
            let first = |rounds| self.region.borrow_mut().size(&walk.state, self.near, x, y, rounds);
            let landing =
                landing(size, known(self.rooms, &self.soon, self.crowd, x, y), step + way.len(), self.claim, first);
            let worth = f64::from(size) * landing.odds * landing.part;
            if worth > 0.0 && best.as_ref().is_none_or(|known| worth > known.0) {
                best = Some((worth, landing, Way::from_slice(way)));
            }
        });
        look.look(head, walk.state.round, turns);
        let steps = look.steps;
        for _ in 0..steps / 64 {
            self.control.tick()?;
        }
        Ok(best.and_then(|(worth, landing, actions)| {
            let mut behind = *walk;
            let lives = actions.iter().all(|action| behind.step(*action));
            lives.then_some(Leap { step, actions, behind, landing, worth })
        }))
    }

    /// Plays a jump behind the first steps of a plan and fills the room that it leads to.
    fn land(&mut self, plan: &Plan, leap: Leap<W, H>, jumps: u32) -> Result<Plan, Stopped> {
        let mut plan = plan.part(leap.step);
        plan.actions.extend(leap.actions);
        let step = plan.actions.len();
        let mark = plan.mark(step, self.alone);
        let odds = mark.odds * leap.landing.odds;
        plan.note(Mark { scale: odds * leap.landing.part, odds, ..mark });
        self.fill(plan, leap.behind, jumps - 1)
    }
}

/// A room of which it is known who is in it and when somebody else may come.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    pub inside: u32,
    /// Rounds until the next one may come over the walls.
    pub soon: u16,
    /// How likely somebody is there once everybody has gone somewhere.
    pub company: f64,
}

/// What it is to land in a room after so many rounds: others who are in it now drive on and share it, or close the way.
/// While it is known where they are, what is `first` reached from the landing is for self. Who comes late to an empty room
/// may find somebody there.
pub fn landing(size: u32, known: Known, rounds: usize, claim: f64, first: impl FnOnce(u16) -> u32) -> Landing {
    let Known { inside, soon, company } = known;
    if inside == 0 {
        let late = rounds.saturating_sub(usize::from(soon)) as f64;
        let taken = if claim > 0.0 { company * (1.0 - (-late / claim).exp()) } else { 0.0 };
        let mix = |free: f64, shared: f64| free * (1.0 - taken) + shared * taken;
        return Landing { odds: mix(LANDING.0, LANDING.1), part: mix(1.0, left(size, 1, rounds.min(KNOWN))) };
    }
    let mut part = left(size, inside, rounds);
    if rounds <= KNOWN {
        part = part.min(f64::from(first(rounds as u16)) / f64::from(size.max(1)));
    }
    Landing { odds: LANDING.1, part }
}

/// How likely nobody is in the way of who comes to a cell at some step, too fast to turn aside, if others can be there after
/// so many rounds.
pub fn spared(others: u16, step: usize) -> f64 {
    if usize::from(others) > step { 1.0 } else { 1.0 - MEETING.min(1.0 / f64::from(others.max(1))) }
}

/// What is known of the room of a cell, with so many others for each free cell of the board.
fn known(rooms: &Rooms, soon: &[u16], crowd: f64, x: i16, y: i16) -> Known {
    let room = usize::from(rooms.at(x, y));
    let company = (crowd * f64::from(rooms.size[room])).min(1.0);
    Known { inside: rooms.inside[room], soon: soon[room], company }
}

/// What may be hoped for in a room some time later, in rounds.
fn hoped(size: u32, inside: u32) -> f64 {
    f64::from(size) * left(size, inside, KNOWN)
}

/// How much of a room that is shared from now on is for self.
fn left(size: u32, inside: u32, rounds: usize) -> f64 {
    let (size, inside) = (f64::from(size), f64::from(inside));
    (size - inside * rounds as f64).max(0.0) / size.max(1.0) / (1.0 + inside)
}
