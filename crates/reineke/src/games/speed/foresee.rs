//! What others will do if they think like the literature's agent, and the best that can be done then.
//!
//! Others are asked what they would do in their place: one answer costs about a millisecond. So the next rounds are played
//! out for one own line after another, and no reply is feared that nobody would give. Whoever keeps doing something else
//! than foreseen is not relied on.

use super::Speed;
use super::arrival::Arrivals;
use super::eval::LEAD;
use super::minimax::{CELL, Search};
use super::packed::Packed;
use super::prepare::{capped, seats_of};
use super::rules::{CHOICES, Head};
use super::settings::Settings;
use crate::control::{Control, Stopped};
use crate::dice::chain;
use crate::game::{Action, Actions, MAX_SEATS, NO_ACTION};
use crate::options::Options;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

/// How much a round counts less than the one after it, for how well somebody is foreseen.
const FADE: f64 = 0.97;
/// What that begins with.
const BELIEF: Record = Record { looks: 10.0, hits: 9.5 };
/// Who is not relied on is asked once in so many rounds what he would do.
const PAUSE: u32 = 8;
/// Answers that are kept, at most.
const KEPT: usize = 1 << 16;
/// Of a node budget, one answer takes no more than one part of so many.
const PARTS: u64 = 64;
/// Nodes below which an answer tells too little.
const LEAST: u64 = 100;
/// Lines that are followed, at most.
const WIDEST: usize = 128;

/// The models of others, and how well they have done.
pub struct Foresight {
    model: Settings,
    /// Nodes for one answer of a model.
    effort: u64,
    /// Lines that are followed at first; twice as many whenever there is time left.
    width: usize,
    /// Rounds that a line is followed.
    ahead: u32,
    /// How often somebody must have done what was foreseen to be relied on.
    trust: f64,
    /// Answers by what they depend on.
    known: HashMap<u64, Action>,
    /// The last round after which something was decided.
    last: u32,
    /// The round that was foreseen last, and where everybody would be after it.
    expected: Option<(u32, [Head; MAX_SEATS])>,
    records: [Record; MAX_SEATS],
}

/// Rounds in which somebody was looked at, and those in which he did what was foreseen; the older, the less they count.
#[derive(Clone, Copy, Debug)]
struct Record {
    looks: f64,
    hits: f64,
}

/// An own line, and where it leads to.
struct Line<const W: usize, const H: usize> {
    state: Packed<W, H>,
    actions: SmallVec<[Action; 16]>,
    value: i64,
}

/// The best line, and its territory in the end, in cells.
#[derive(Clone, Debug)]
pub struct Foreseen {
    pub line: Vec<Action>,
    pub worth: f64,
}

impl Foresight {
    /// Reads `model`, `lines`, `ahead`, `trust`; nothing where `model` is 0.
    pub fn from_options(options: &mut Options) -> Result<Option<Self>, String> {
        let effort = options.number("model", 500, 0, 1_000_000)?;
        let width = options.number("lines", 4, 1, WIDEST)?;
        let ahead = options.number("ahead", 10, 1, 64)?;
        let trust: u32 = options.number("trust", 90, 0, 100)?;
        Ok((effort > 0).then(|| Self {
            model: Settings::literature(),
            effort,
            width,
            ahead,
            trust: f64::from(trust) / 100.0,
            known: HashMap::new(),
            last: 0,
            expected: None,
            records: [BELIEF; MAX_SEATS],
        }))
    }

    /// The line that keeps most territory if others do what is foreseen; none where somebody near mostly does not, where no
    /// line lives, or where the budget ends before anything is known.
    pub fn decide<const W: usize, const H: usize>(
        &mut self,
        game: &Speed,
        root: &Packed<W, H>,
        (me, cap): (usize, u8),
        control: &mut Control,
    ) -> Option<Foreseen> {
        self.learn(root, me);
        let doubted = seats_of(root.reachable(me)).any(|foe| self.sure(foe) < self.trust);
        if doubted && !root.round.is_multiple_of(PAUSE) {
            return None;
        }
        self.expect(game, root, me, control).ok()?;
        if doubted {
            return None;
        }
        let risk = root.clash(me, &std::array::from_fn(|seat| 1.0 - self.sure(seat)));
        let mut best = None;
        let mut width = self.width;
        while width <= WIDEST && self.follow(game, root, (me, cap), (width, &risk), &mut best, control).is_ok() {
            if best.is_none() {
                break;
            }
            width *= 2;
        }
        best
    }

    /// How likely somebody does what is foreseen.
    fn sure(&self, seat: usize) -> f64 {
        self.records[seat].hits / self.records[seat].looks
    }

    /// The best known of all others, for tests.
    #[cfg(test)]
    pub fn surest(&self) -> f64 {
        (0..MAX_SEATS)
            .filter(|seat| self.records[*seat].looks > BELIEF.looks)
            .map(|seat| self.sure(seat))
            .fold(0.0, f64::max)
    }

    /// Sees who did what was foreseen.
    fn learn<const W: usize, const H: usize>(&mut self, root: &Packed<W, H>, me: usize) {
        if root.round < self.last {
            // Another game.
            self.records = [BELIEF; MAX_SEATS];
        }
        self.last = root.round;
        let Some((_, heads)) = self.expected.take().filter(|(round, _)| *round == root.round) else { return };
        for seat in seats_of(root.active() & !(1 << me)) {
            let Record { looks, hits } = self.records[seat];
            // Whether he lives may depend on self.
            let hit = Head { died: 0, ..heads[seat] } == root.heads[seat];
            self.records[seat] = Record { looks: looks * FADE + 1.0, hits: hits * FADE + f64::from(u8::from(hit)) };
        }
    }

    /// Keeps in mind where everybody else will be after this round.
    fn expect<const W: usize, const H: usize>(
        &mut self,
        game: &Speed,
        root: &Packed<W, H>,
        me: usize,
        control: &mut Control,
    ) -> Result<(), Stopped> {
        let joint = self.others(game, root, me, control)?;
        let mut next = *root;
        next.play(&joint);
        self.expected = Some((next.round, next.heads));
        Ok(())
    }

    /// What everybody else would do.
    fn others<const W: usize, const H: usize>(
        &mut self,
        game: &Speed,
        state: &Packed<W, H>,
        me: usize,
        control: &mut Control,
    ) -> Result<[Action; MAX_SEATS], Stopped> {
        let mut joint = [NO_ACTION; MAX_SEATS];
        let effort = control.limit().map_or(self.effort, |limit| self.effort.min(limit / PARTS));
        if effort < self.effort.min(LEAST) {
            return Err(Stopped);
        }
        for seat in seats_of(state.active() & !(1 << me)) {
            let search = Search::new(&self.model, *state, seat);
            let key = chain(search.gist(), effort);
            if let Some(action) = self.known.get(&key) {
                joint[seat] = *action;
                continue;
            }
            if control.limit().is_some_and(|limit| limit.saturating_sub(control.nodes()) < effort) {
                return Err(Stopped);
            }
            let mut legal = Actions::new();
            super::choices(&state.heads[seat], &mut legal);
            let mut part = control.fork(Some(effort));
            joint[seat] = search.run(game, &legal, &mut part, &mut |_| {}).action;
            control.add_nodes(part.nodes());
            // What was broken off is no answer.
            control.look_at_clock()?;
            if self.known.len() == KEPT {
                self.known.clear();
            }
            self.known.insert(key, joint[seat]);
        }
        Ok(joint)
    }

    /// Follows the `width` best lines, round by round. The first time every round counts, later the last one alone.
    fn follow<const W: usize, const H: usize>(
        &mut self,
        game: &Speed,
        root: &Packed<W, H>,
        (me, cap): (usize, u8),
        (width, risk): (usize, &[f64; CHOICES]),
        best: &mut Option<Foreseen>,
        control: &mut Control,
    ) -> Result<(), Stopped> {
        let anew = best.is_none();
        let mut lines = vec![Line { state: *root, actions: SmallVec::new(), value: 0 }];
        for _ in 0..self.ahead {
            let mut next: Vec<Line<W, H>> = Vec::new();
            for line in &lines {
                let mut joint = self.others(game, &line.state, me, control)?;
                for action in (0..CHOICES as Action).filter(|action| capped(&line.state.heads[me], *action, cap)) {
                    joint[me] = action;
                    let mut state = line.state;
                    state.play(&joint);
                    if !state.heads[me].active() {
                        continue;
                    }
                    control.tick()?;
                    let mut actions = line.actions.clone();
                    actions.push(action);
                    let value = worth(&state, me) as f64 * (1.0 - risk[usize::from(actions[0])]);
                    next.push(Line { state, actions, value: value as i64 });
                }
            }
            if next.is_empty() {
                // The end, whatever is done: the search may know a way out.
                *best = None;
                return Ok(());
            }
            next.sort_by_key(|line| (Reverse(line.value), line.actions[0]));
            let mut seen = HashSet::new();
            next.retain(|line| seen.insert(line.state.key()));
            next.truncate(width);
            lines = next;
            if anew {
                *best = Some(lines[0].told());
            }
            if lines[0].state.active() == 1 << me {
                break;
            }
        }
        *best = Some(lines[0].told());
        Ok(())
    }
}

impl<const W: usize, const H: usize> Line<W, H> {
    fn told(&self) -> Foreseen {
        Foreseen { line: self.actions.to_vec(), worth: (self.value / CELL) as f64 }
    }
}

/// The own territory, and how open it is.
fn worth<const W: usize, const H: usize>(state: &Packed<W, H>, me: usize) -> i64 {
    let own = Arrivals::lead_of(state, (state.active(), me), LEAD, None);
    CELL * i64::from(own.count(state.rows())) + i64::from(own.borders(&state.open, state.rows()))
}
