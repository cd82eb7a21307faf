//! Voronoi-based Multi-Minimax, the literature's agent, with every extension a switch.
//!
//! For each own action the search plays an isolated minimax with alpha-beta against one opponent at a time, who answers
//! knowing the action, while everybody else stands still; the action counts what the most dangerous opponent leaves of it.
//! A node is a leaf that was evaluated; a depth is a number of plies, two a round.

use super::Speed;
use super::arrival::{Arrivals, Crowd, Reach};
use super::eval::LEAD;
use super::hints::{Hints, Place};
use super::packed::Packed;
use super::plane::Plane;
use super::prepare::{capped, seats_of};
use super::rules::{CHOICES, TOP_SPEED};
use super::settings::{Judge, Settings};
use super::voronoi::Regions;
use crate::control::{Control, Stopped};
use crate::decision::{Choice, Decision};
use crate::dice::chain;
use crate::game::{Action, Game, MAX_SEATS, NO_ACTION, View};
use crate::search::Searcher;
use smallvec::{SmallVec, smallvec};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

pub const LOSS: i64 = -1 << 40;
const WIN: i64 = 1 << 40;
/// One cell of territory outweighs every hugged wall.
pub const CELL: i64 = 1 << 17;

/// Rounds for which it is kept where others may have come to.
const AHEAD: usize = 12;

/// The cells that somebody may have driven to by some round, and some rounds later.
type Strides<const W: usize, const H: usize> = (Plane<W, H>, Plane<W, H>);

/// The agent.
pub struct MultiMinimax(pub Settings);

/// One decision's search on a board of one size.
pub struct Search<'a, const W: usize, const H: usize> {
    settings: &'a Settings,
    root: Packed<W, H>,
    me: usize,
    /// The opponents to reckon with, none in the endgame.
    foes: u8,
    cap: u8,
    /// Whose territory counts.
    owners: u8,
    /// By opponent, and last without one: where all others may have come to by then, round by round.
    crowds: Vec<Vec<Strides<W, H>>>,
    /// The position before anything was left out of it.
    whole: Packed<W, H>,
    /// How safe each own action is for one round.
    safety: [u8; CHOICES],
    /// How likely each ends in a crash with somebody who moves in the same round.
    clash: [f64; CHOICES],
}

/// What one depth found.
#[derive(Clone, Debug)]
struct Found {
    rounds: u32,
    best: Action,
    values: [Option<i64>; CHOICES],
    /// Some line went on beyond the horizon.
    open: bool,
}

/// What a search carries along.
struct Walk<'a, 'p> {
    control: &'a mut Control<'p>,
    /// Some line went on beyond the horizon.
    open: bool,
    hints: Hints,
    /// The most dangerous duel at the last depth, by own action.
    worst: [usize; CHOICES],
}

impl<'a, 'p> Walk<'a, 'p> {
    fn new(control: &'a mut Control<'p>, hints: bool) -> Self {
        Self { control, open: false, hints: Hints::new(hints), worst: [0; CHOICES] }
    }

    fn note_worst(&mut self, action: Action, duel: usize) {
        if self.hints.on() {
            self.worst[usize::from(action)] = duel;
        }
    }
}

impl<'a, const W: usize, const H: usize> Search<'a, W, H> {
    #[must_use]
    pub fn new(settings: &'a Settings, whole: Packed<W, H>, me: usize) -> Self {
        let mut root = whole;
        let mut foes = root.active() & !(1 << me);
        if let Some((wanted, offset)) = settings.window {
            foes = root.window(me, wanted, offset);
        }
        let mut cap = settings.cap;
        if settings.endgame {
            let near = root.reachable(me) & foes;
            if near == 0 {
                foes = 0;
                cap = TOP_SPEED;
            }
        }
        if settings.reduced && foes != 0 {
            let regions = Regions::of(&root, foes | 1 << me);
            foes = seats_of(foes).filter(|foe| regions.meet(&root, me, *foe)).fold(0, |set, foe| set | 1 << foe);
        }
        let owners = if settings.heed { whole.active() } else { foes | 1 << me };
        let crowds = if settings.pace > 0 { crowds(&root, me, foes, owners) } else { Vec::new() };
        root = only(&root, foes | 1 << me);
        Self {
            settings,
            root,
            me,
            foes,
            cap,
            owners,
            crowds,
            whole,
            safety: whole.safety(me),
            clash: if settings.clash > 0 { whole.clash(me, &[1.0; MAX_SEATS]) } else { [0.0; CHOICES] },
        }
    }

    /// A key of all that a decision depends on: what is left of the board, and who.
    #[must_use]
    pub fn gist(&self) -> u64 {
        let words = self.root.open.0.iter().flat_map(|words| &words[1..=self.root.rows()]);
        self.root.motion(words.fold(self.me as u64, |key, word| chain(key, *word)))
    }

    /// What opponents are believed to speed up to.
    fn rival(&self) -> u8 {
        self.settings.rival.unwrap_or(self.cap)
    }

    /// The positions in which nobody but self and one opponent moves, one for each opponent.
    fn duels(&self) -> SmallVec<[(Option<usize>, Packed<W, H>, Place); MAX_SEATS]> {
        let duel = |foe: Option<usize>| {
            let state = only(&self.root, 1 << self.me | foe.map_or(0, |foe| 1 << foe));
            (foe, state, Place::own(state.key(), 0))
        };
        if self.foes == 0 { smallvec![duel(None)] } else { seats_of(self.foes).map(|foe| duel(Some(foe))).collect() }
    }

    /// What a position is worth to self against one opponent.
    fn leaf(&self, state: &Packed<W, H>, foe: Option<usize>, depth: u32) -> i64 {
        let settings = self.settings;
        let out = foe.filter(|foe| !state.heads[*foe].active());
        if settings.judge == Judge::Depth {
            let lives = || (0..CHOICES as Action).any(|action| state.survives(self.me, action));
            return if out.is_some() && lives() { WIN } else { i64::from(depth) };
        }
        let seats = self.owners & !out.map_or(0, |foe| 1 << foe);
        let (own, other) = match settings.judge {
            Judge::Lead => {
                let crowd = self.crowd(foe, depth);
                let seats = if crowd.is_some() { seats & self.movers(foe) } else { seats };
                if settings.foe == 0 {
                    return self.held(state, &Arrivals::lead_of(state, (seats, self.me), LEAD, crowd));
                }
                let regions = Arrivals::lead(state, seats, LEAD, crowd);
                let other = foe.filter(|_| out.is_none()).map_or(0, |foe| regions.size(foe));
                (regions.own[self.me], other)
            }
            Judge::Arrival => {
                let mut heads = *state;
                for seat in seats_of(seats) {
                    // Those who stand still have their root heads; only their reach matters.
                    heads.heads[seat].died = 0;
                }
                let regions = Arrivals::of(&heads, seats, Reach { cap: self.cap.min(3), exact: 4, horizon: 24 });
                let other = foe.filter(|_| out.is_none()).map_or(0, |foe| regions.size(foe));
                (regions.own[self.me], other)
            }
            _ => {
                let regions = Regions::of(state, seats);
                let other = foe.filter(|_| out.is_none()).map_or(0, |foe| regions.size(foe));
                (regions.own[self.me], other)
            }
        };
        self.held(state, &own) - CELL * settings.foe * i64::from(other) / 100
    }

    /// What a territory is worth by itself.
    fn held(&self, state: &Packed<W, H>, own: &Plane<W, H>) -> i64 {
        let rows = state.rows();
        let bonus = if self.settings.hug { own.borders(&state.open, rows) } else { 0 };
        CELL * i64::from(own.count(rows)) + i64::from(bonus)
    }

    /// Self and the opponent of a duel.
    fn movers(&self, foe: Option<usize>) -> u8 {
        1 << self.me | foe.map_or(0, |foe| 1 << foe)
    }

    /// Where those who stand still in a duel may have come to after so many rounds, if that is asked for.
    fn crowd(&self, foe: Option<usize>, rounds: u32) -> Option<Crowd<'_, W, H>> {
        let by = self.crowds.get(foe.unwrap_or(MAX_SEATS))?;
        let cells = (rounds as usize * self.settings.pace / 100).min(AHEAD);
        let (before, after) = &by[cells];
        Some(Crowd { before, after })
    }

    /// The best value that self can reach within `left` more rounds.
    fn maximise(
        &self,
        state: &Packed<W, H>,
        foe: Option<usize>,
        left: u32,
        (mut alpha, beta): (i64, i64),
        walk: &mut Walk,
    ) -> Result<i64, Stopped> {
        let depth = state.round - self.root.round;
        if left == 0 {
            walk.control.tick()?;
            walk.open = true;
            return Ok(self.leaf(state, foe, depth));
        }
        let place = Place::own(if walk.hints.on() { state.key() } else { 0 }, depth);
        let mut best = (LOSS, None);
        for action in walk.hints.first(place, self.settings.order) {
            if !capped(&state.heads[self.me], action, self.cap) {
                continue;
            }
            let value = self.answer((state, place), foe, action, left, (alpha, beta), walk)?;
            if value > best.0 {
                best = (value, Some(action));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        if let Some(action) = best.1 {
            walk.hints.note(place, action);
        }
        Ok(best.0)
    }

    /// What it is worth to be dead after so many rounds: the later the better; the published evaluation counts rounds alone.
    fn death(&self, rounds: u32) -> i64 {
        i64::from(rounds) + if self.settings.judge == Judge::Depth { -1 } else { LOSS }
    }

    /// The replies of an opponent that are believed in, as bits: those that do not kill him for certain, if there are any
    /// and he is not believed to kill himself.
    fn replies(&self, state: &Packed<W, H>, foe: usize) -> u8 {
        let bits = |replies: &dyn Fn(&Action) -> bool| {
            (0..CHOICES as Action).filter(replies).fold(0, |set, reply| set | 1 << reply)
        };
        let all = bits(&|reply| capped(&state.heads[foe], *reply, self.rival()));
        let lives = if self.settings.fear < 2 { bits(&|reply| state.survives(foe, *reply)) & all } else { 0 };
        if lives == 0 { all } else { lives }
    }

    /// The value of an own action: what the opponent's best answer leaves of it.
    fn answer(
        &self,
        (state, place): (&Packed<W, H>, Place),
        foe: Option<usize>,
        action: Action,
        left: u32,
        (alpha, mut beta): (i64, i64),
        walk: &mut Walk,
    ) -> Result<i64, Stopped> {
        let mut joint = [NO_ACTION; MAX_SEATS];
        joint[self.me] = action;
        let place = place.reply(action);
        let mut worst = (WIN, None);
        let replies = foe.map_or(u8::MAX, |foe| self.replies(state, foe));
        let (mut counted, mut mutual) = (false, false);
        for reply in walk.hints.first(place, self.settings.order) {
            if replies >> reply & 1 == 0 {
                continue;
            }
            if let Some(foe) = foe {
                joint[foe] = reply;
            }
            let mut after = *state;
            after.play(&joint);
            let depth = after.round - self.root.round;
            if self.settings.fear == 0
                && foe.is_some_and(|foe| !after.heads[foe].active() && !after.heads[self.me].active())
            {
                mutual = true;
                continue;
            }
            counted = true;
            let value = if !after.heads[self.me].active() {
                self.death(depth)
            } else if foe.is_some_and(|foe| !after.heads[foe].active()) {
                walk.control.tick()?;
                self.leaf(&after, foe, depth)
            } else {
                self.maximise(&after, foe, left - 1, (alpha, beta), walk)?
            };
            if value < worst.0 {
                worst = (value, Some(reply));
            }
            beta = beta.min(value);
            if alpha >= beta || foe.is_none() {
                break;
            }
        }
        if mutual && !counted {
            // Whatever he does takes both along.
            return Ok(self.death(state.round + 1 - self.root.round));
        }
        if let Some(reply) = worst.1 {
            walk.hints.note(place, reply);
        }
        Ok(worst.0)
    }

    /// The values of all own actions at one depth; ties go to the lower action.
    fn look(&self, rounds: u32, order: &[Action], walk: &mut Walk) -> Result<Found, Stopped> {
        walk.open = false;
        let mut found = Found { rounds, best: order[0], values: [None; CHOICES], open: false };
        let mut best = i64::MIN;
        let duels = self.duels();
        for action in order {
            let risk = if self.safety[usize::from(*action)] == 1 { self.settings.caution * CELL } else { 0 };
            let keeps = 1.0 - self.clash[usize::from(*action)] * f64::from(self.settings.clash) / 100.0;
            // Equal values of a lower action have to show, so the window opens by one for it.
            let alpha = if *action < found.best { best - 1 } else { best }.max(2 * LOSS);
            let alpha = if keeps < 1.0 && alpha > 0 { (alpha as f64 / keeps.max(0.01)) as i64 } else { alpha } + risk;
            let mut value = WIN + 1;
            let worst = walk.worst[usize::from(*action)];
            let rest = (0..duels.len()).filter(|duel| *duel != worst);
            for number in std::iter::once(worst).chain(rest) {
                let (foe, duel, place) = &duels[number];
                let against = self.answer((duel, *place), *foe, *action, rounds, (alpha, value), walk)?;
                if against < value {
                    value = against;
                    walk.note_worst(*action, number);
                }
                if value <= alpha {
                    break;
                }
            }
            value -= risk;
            if value > 0 && keeps < 1.0 {
                value = (value as f64 * keeps) as i64;
            }
            found.values[usize::from(*action)] = Some(value);
            if value > best || (value == best && *action < found.best) {
                (best, found.best) = (value, *action);
            }
        }
        found.open = walk.open;
        Ok(found)
    }

    /// An action that takes an opponent along, where every own action is death: the one that leaves opponents the
    /// fewest ways to live. Looks at the whole board and at everybody on it.
    fn kamikaze(&self, legal: &[Action]) -> Option<Action> {
        let (whole, me) = (&self.whole, self.me);
        if legal.iter().any(|action| whole.survives(me, *action)) {
            return None;
        }
        let killed = |action: Action| {
            let mut share = 0.0f64;
            for foe in seats_of(whole.active() & !(1 << me)) {
                let duel = only(whole, 1 << me | 1 << foe);
                let ways: Vec<Action> = (0..CHOICES as Action).filter(|reply| whole.survives(foe, *reply)).collect();
                let dies = |reply: &&Action| {
                    let mut after = duel;
                    let mut joint = [NO_ACTION; MAX_SEATS];
                    (joint[me], joint[foe]) = (action, **reply);
                    after.play(&joint);
                    !after.heads[foe].active()
                };
                share += ways.iter().filter(dies).count() as f64 / ways.len().max(1) as f64;
            }
            share
        };
        let mut best = (0.0, None);
        for action in legal {
            let share = killed(*action);
            if share > best.0 {
                best = (share, Some(*action));
            }
        }
        best.1
    }

    /// Deepens until the control ends it; keeps the last finished depth.
    pub fn run(
        &self,
        game: &Speed,
        legal: &[Action],
        control: &mut Control,
        progress: &mut dyn FnMut(&Decision),
    ) -> Decision {
        let mut order: Vec<Action> = self.settings.order.to_vec();
        order.retain(|action| legal.contains(action) && capped(&self.root.heads[self.me], *action, self.cap));
        let mut decision = self.safe(legal, &order);
        if self.settings.kamikaze
            && let Some(action) = self.kamikaze(legal)
        {
            return Decision { action, line: vec![game.action_text(action)], ..decision };
        }
        if self.settings.parallel > 1 && control.limit().is_none() {
            if let Some(found) = self.side_by_side(&order, control) {
                self.report(game, legal, &found, control, &mut decision);
                progress(&decision);
            }
            return decision;
        }
        let first = if self.settings.deepen { 1 } else { self.settings.rounds };
        let mut walk = Walk::new(control, self.settings.sort);
        for rounds in first..=self.settings.rounds {
            let Ok(found) = self.look(rounds, &order, &mut walk) else { break };
            self.report(game, legal, &found, walk.control, &mut decision);
            progress(&decision);
            if !found.open {
                break;
            }
            if self.settings.sort {
                let value = |action: &Action| std::cmp::Reverse(found.values[usize::from(*action)]);
                order.sort_by_key(|action| (value(action), *action));
            }
        }
        decision.nodes = control.nodes();
        decision.seconds = control.seconds();
        decision
    }

    /// The answer before any depth is finished: the safest action for one round, the lowest of equals.
    fn safe(&self, legal: &[Action], order: &[Action]) -> Decision {
        let choose = |from: &[Action]| {
            let mut from = from.to_vec();
            from.sort_unstable();
            from.into_iter().rev().max_by_key(|action| (self.safety[usize::from(*action)], self.roomy(*action)))
        };
        Decision::bare(choose(order).or_else(|| choose(legal)).unwrap_or(legal[0]))
    }

    /// The room that an action leads to, where that is asked for.
    fn roomy(&self, action: Action) -> u32 {
        if !self.settings.roomy {
            return 0;
        }
        let mut after = only(&self.whole, 1 << self.me);
        let mut joint = [NO_ACTION; MAX_SEATS];
        joint[self.me] = action;
        after.play(&joint);
        if after.heads[self.me].active() { after.room(self.me).count(after.rows()) } else { 0 }
    }

    /// Several depths at once, each on its own thread; the deepest that is finished when time is up.
    fn side_by_side(&self, order: &[Action], control: &mut Control) -> Option<Found> {
        let (next, running) = (AtomicU32::new(1), AtomicUsize::new(self.settings.parallel));
        let best: Mutex<(Option<Found>, u64)> = Mutex::new((None, 0));
        std::thread::scope(|scope| {
            for _ in 0..self.settings.parallel {
                let (next, running, best) = (&next, &running, &best);
                let mut own = control.fork(None).unpolled();
                scope.spawn(move || {
                    let mut walk = Walk::new(&mut own, self.settings.sort);
                    loop {
                        let rounds = next.fetch_add(1, Ordering::Relaxed);
                        if rounds > self.settings.rounds {
                            break;
                        }
                        let Ok(found) = self.look(rounds, order, &mut walk) else { break };
                        let mut best = best.lock().expect("no thread panics here");
                        let settled = !found.open;
                        if best.0.as_ref().is_none_or(|known| known.rounds < rounds) {
                            best.0 = Some(found);
                        }
                        if settled {
                            break;
                        }
                    }
                    best.lock().expect("no thread panics here").1 += own.nodes();
                    running.fetch_sub(1, Ordering::Release);
                });
            }
            control.attend(&running);
        });
        let (found, nodes) = best.into_inner().expect("no thread panics here");
        control.add_nodes(nodes);
        found
    }

    fn report(&self, game: &Speed, legal: &[Action], found: &Found, control: &Control, decision: &mut Decision) {
        let value = |action: Action| found.values[usize::from(action)].unwrap_or(LOSS) as f64 / CELL as f64;
        decision.action = found.best;
        decision.value = value(found.best);
        decision.depth = found.rounds * if self.foes == 0 { 1 } else { 2 };
        decision.nodes = control.nodes();
        decision.seconds = control.seconds();
        decision.line = vec![game.action_text(found.best)];
        decision.choices = legal
            .iter()
            .map(|action| Choice {
                action: *action,
                value: value(*action),
                values: None,
                visits: 0,
                share: f64::from(u8::from(*action == found.best)),
                proven: false,
            })
            .collect();
    }
}

/// By opponent, and last without one: where all others may have come to after so many rounds, one cell a round, and within
/// the rounds behind them that are looked at exactly.
fn crowds<const W: usize, const H: usize>(
    root: &Packed<W, H>,
    me: usize,
    foes: u8,
    owners: u8,
) -> Vec<Vec<Strides<W, H>>> {
    let rows = root.rows();
    let mut crowds = vec![Vec::new(); MAX_SEATS + 1];
    for foe in seats_of(foes).chain([MAX_SEATS]) {
        let (mut heads, mut soon) = (Plane::EMPTY, Plane::EMPTY);
        for other in seats_of(owners).filter(|other| *other != me && *other != foe) {
            heads.set(root.heads[other].x, root.heads[other].y);
            soon.add(&Arrivals::early(root, other, LEAD), 1, rows);
        }
        let strides = heads.strides(&root.open, rows, AHEAD + LEAD.0 as usize);
        let behind = |rounds: usize| {
            let mut after = strides[rounds + LEAD.0 as usize];
            after.add(&soon, 1, rows);
            (strides[rounds], after)
        };
        crowds[foe] = (0..=AHEAD).map(behind).collect();
    }
    crowds
}

/// The same position with everybody else standing still for good.
fn only<const W: usize, const H: usize>(state: &Packed<W, H>, seats: u8) -> Packed<W, H> {
    let mut state = *state;
    for (_, head) in state.heads.iter_mut().enumerate().filter(|(seat, _)| seats >> seat & 1 == 0) {
        head.died = head.died.max(1);
    }
    state
}

impl Searcher<Speed> for MultiMinimax {
    fn decide(
        &mut self,
        game: &Speed,
        view: &View<Speed>,
        control: &mut Control,
        progress: &mut dyn FnMut(&Decision),
    ) -> Decision {
        let board = &view.info.board;
        if Packed::<1, 66>::fits(board.width, board.height) {
            Search::<1, 66>::new(&self.0, Packed::new(&view.info), view.seat).run(game, &view.legal, control, progress)
        } else {
            Search::<2, 130>::new(&self.0, Packed::new(&view.info), view.seat).run(game, &view.legal, control, progress)
        }
    }

    fn ponder(&mut self, _game: &Speed, _view: &View<Speed>, _control: &mut Control) {}
}
