//! Who reaches which cell in the fewest rounds, with speeds, turns and gaps.
//!
//! A player's possible heads are sets of cells, one per direction and speed. A round moves every set at once: the five
//! actions are unions of sets, a move at speed s is s shifts over free cells, and in a gap round the cells between the
//! first and the last need not be free. Others block a player where they have been in an earlier round.

use super::packed::Packed;
use super::plane::Plane;
use super::prepare::capped;
use super::rules::{CHOICES, GAP_EVERY, GAP_SPEED, Head, STEPS, TOP_SPEED, jumps};
use super::voronoi::{Regions, hold};
use crate::game::{Action, MAX_SEATS};
use crate::wide::widened;
use smallvec::{SmallVec, smallvec};

const SPEEDS: usize = TOP_SPEED as usize;

/// The possible heads of one player.
struct Heads<const W: usize, const H: usize> {
    /// By speed − 1 and direction.
    sets: Vec<[Plane<W, H>; 4]>,
    next: Vec<[Plane<W, H>; 4]>,
    /// Rows (as indices of a plane) that any set may occupy.
    low: usize,
    high: usize,
    /// No speeding up beyond this.
    cap: usize,
    /// No set of a higher speed has a cell.
    fastest: usize,
}

impl<const W: usize, const H: usize> Heads<W, H> {
    #[inline(always)]
    fn new(head: &Head, cap: u8) -> Self {
        let speeds = usize::from(cap.max(head.speed)).min(SPEEDS);
        let mut sets = vec![[Plane::EMPTY; 4]; speeds];
        sets[usize::from(head.speed) - 1][usize::from(head.direction)].set(head.x, head.y);
        let row = head.y as usize + 1;
        Self { next: sets.clone(), sets, low: row, high: row, cap: usize::from(cap), fastest: usize::from(head.speed) }
    }

    /// Moves every possible head by one round over `free` cells; the cells that surviving moves mark are added to `marks`.
    /// Heads that stand where they may not be any more (`free` is false there) are dropped, unless it is the `first` round.
    #[inline(always)]
    fn advance(&mut self, free: &Plane<W, H>, rows: usize, gap: bool, first: bool, marks: &mut Plane<W, H>) {
        let speeds = self.sets.len();
        let (low, size) = (self.low, self.high + 1 - self.low);
        let reach = (self.fastest + 1).min(speeds);
        let new_low = low.saturating_sub(reach).max(1);
        let new_high = (self.high + reach).min(rows);
        let mut fastest = 0;
        // What these sets held two rounds ago.
        for set in self.next[reach..].iter_mut().flatten() {
            for w in 0..W {
                set.rows_mut(w, new_low, new_high + 1 - new_low).fill(0);
            }
        }
        for speed in 1..=reach {
            let jump = gap && speed >= GAP_SPEED as usize;
            for direction in 0..4 {
                let target = &mut self.next[speed - 1][direction];
                for w in 0..W {
                    target.rows_mut(w, new_low, new_high + 1 - new_low).fill(0);
                }
                let same = &self.sets[speed - 1];
                let slower =
                    if speed > 1 && speed <= self.cap { &self.sets[speed - 2][direction] } else { &same[direction] };
                let faster = if speed < speeds { &self.sets[speed][direction] } else { &same[direction] };
                let mut from = Plane::<W, H>::EMPTY;
                let mut any = 0;
                for w in 0..W {
                    let on = same[direction].rows(w, low, size);
                    let one = same[(direction + 1) % 4].rows(w, low, size);
                    let other = same[(direction + 3) % 4].rows(w, low, size);
                    let (slower, faster) = (slower.rows(w, low, size), faster.rows(w, low, size));
                    let (from, free) = (from.rows_mut(w, low, size), free.rows(w, low, size));
                    let everywhere = if first { u64::MAX } else { 0 };
                    for i in 0..size {
                        let word = (on[i] | one[i] | other[i] | slower[i] | faster[i]) & (free[i] | everywhere);
                        from[i] = word;
                        any |= word;
                    }
                }
                if any != 0 {
                    slide(&mut from, target, free, direction, speed, jump, (low, self.high), rows, marks);
                    fastest = speed;
                }
            }
        }
        std::mem::swap(&mut self.sets, &mut self.next);
        self.fastest = fastest;
        (self.low, self.high) = (new_low, new_high);
    }
}

/// Moves a set by `speed` cells: the ends go to `target`, the cells on the way to `marks`. Steps are outside and rows
/// inside, so that rows move several at once.
#[allow(clippy::too_many_arguments)]
#[inline(always)]
fn slide<const W: usize, const H: usize>(
    from: &mut Plane<W, H>,
    target: &mut Plane<W, H>,
    free: &Plane<W, H>,
    direction: usize,
    speed: usize,
    jump: bool,
    (low, high): (usize, usize),
    rows: usize,
    marks: &mut Plane<W, H>,
) {
    let written = |step: usize| !jump || step == 1 || step == speed;
    if direction % 2 == 1 {
        let right = direction == 1;
        let size = high + 1 - low;
        for step in 1..=speed {
            from.shift(right, low, size);
            if written(step) {
                from.keep(free, low, size);
            }
        }
        target.add(from, low, size);
        for step in (1..=speed).rev() {
            if written(step) {
                marks.add(from, low, size);
            }
            if step > 1 {
                from.shift(!right, low, size);
            }
        }
        return;
    }
    // A head at row `origin` ends `speed` rows further; heads that would leave the board go nowhere.
    let up = direction == 0;
    let (low, high) = if up { (low.max(speed + 1), high) } else { (low, high.min(rows.saturating_sub(speed))) };
    if low > high {
        return;
    }
    let place = |base: usize, step: usize| if up { base - step } else { base + step };
    for w in 0..W {
        let from = &mut from.0[w][low..=high];
        for step in 1..=speed {
            if written(step) {
                let free = &free.0[w][place(low, step)..=place(high, step)];
                from.iter_mut().zip(free).for_each(|(word, free)| *word &= free);
            }
        }
        target.0[w][place(low, speed)..=place(high, speed)].copy_from_slice(from);
        for step in 1..=speed {
            if written(step) {
                let marks = &mut marks.0[w][place(low, step)..=place(high, step)];
                marks.iter_mut().zip(from.iter()).for_each(|(mark, word)| *mark |= word);
            }
        }
    }
}

/// Regions by rounds of arrival.
pub struct Arrivals<const W: usize, const H: usize> {
    /// Per seat the cells that it reaches in fewer rounds than everybody else.
    pub own: [Plane<W, H>; MAX_SEATS],
    /// The cells that two or more reach first in the same round.
    pub fronts: Plane<W, H>,
    rows: usize,
}

/// How far and how exactly to look.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// Nobody speeds up beyond this.
    pub cap: u8,
    /// So many rounds with every direction and speed; from then on everybody drives up to `cap` cells in any direction.
    pub exact: u32,
    /// So many rounds in all.
    pub horizon: u32,
}

impl<const W: usize, const H: usize> Arrivals<W, H> {
    /// The regions of the players in `seats`.
    #[must_use]
    pub fn of(state: &Packed<W, H>, seats: u8, reach: Reach) -> Self {
        let rows = state.rows();
        let players = players(state, seats);
        let (mut race, heads) = Race::run(state, &players, reach.cap, reach.exact.min(reach.horizon));
        let gap = |ahead: u32| (state.round + ahead).is_multiple_of(GAP_EVERY);
        let mut marks = [Plane::<W, H>::EMPTY; MAX_SEATS];
        let mut spans = [(1, 0); MAX_SEATS];
        // From here on a front is what was reached last; it starts as everything a player has or stands on.
        for (player, heads) in heads.iter().enumerate() {
            marks[player] = race.found.own[players[player]];
            for set in heads.sets.iter().flatten() {
                marks[player].add(set, heads.low, heads.high + 1 - heads.low);
            }
            spans[player] = (heads.low, heads.high);
        }
        for ahead in reach.exact + 1..=reach.horizon {
            if race.idle > GAP_EVERY || !race.left.any(1, rows) {
                break;
            }
            for (player, seat) in players.iter().enumerate() {
                let free = race.free(*seat);
                if gap(ahead) {
                    marks[player] = race.found.own[*seat];
                    spans[player] = (1, rows);
                }
                spread(&mut marks[player], &mut spans[player], &free, rows, usize::from(reach.cap), gap(ahead));
            }
            race.settle(&players, &mut marks, &mut spans);
        }
        race.found
    }

    /// The size of a seat's region.
    #[must_use]
    pub fn size(&self, seat: usize) -> u32 {
        self.own[seat].count(self.rows)
    }

    /// Regions by arrival for `exact` rounds, and from there on one cell a step for everybody: whoever is faster or turned
    /// the right way has a lead, which stays as it is.
    #[must_use]
    pub fn lead(state: &Packed<W, H>, seats: u8, reach: (u32, u8), crowd: Option<Crowd<W, H>>) -> Regions<W, H> {
        leading(state, seats, reach, crowd)
    }

    /// The region of one of them, for less.
    #[must_use]
    pub fn lead_of(
        state: &Packed<W, H>,
        (seats, me): (u8, usize),
        reach: (u32, u8),
        crowd: Option<Crowd<W, H>>,
    ) -> Plane<W, H> {
        leading_of(state, (seats, me), reach, crowd)
    }

    /// The cells that a player may drive on in so many rounds, everybody else standing still.
    #[must_use]
    pub fn early(state: &Packed<W, H>, seat: usize, reach: (u32, u8)) -> Plane<W, H> {
        Race::early(state, &players(state, 1 << seat), reach, None).found.own[seat]
    }
}

/// Free cells that players who take no part in a race have come to by its beginning, and by the end of its exact rounds. What
/// they reach first is nobody's.
#[derive(Clone, Copy)]
pub struct Crowd<'a, const W: usize, const H: usize> {
    pub before: &'a Plane<W, H>,
    pub after: &'a Plane<W, H>,
}

widened! {
    /// The regions of the players in `seats`, by arrival for some rounds.
    leading[const W: usize, const H: usize; L](
        state: &Packed<W, H>, seats: u8, reach: (u32, u8), crowd: Option<Crowd<W, H>>
    ) -> Regions<W, H> {
        let players = players(state, seats);
        let race = Race::early(state, &players, reach, crowd);
        let regions = Regions { own: race.found.own, fronts: race.found.fronts, rows: state.rows() };
        let mut starts = regions.own;
        for seat in &players {
            starts[*seat].set(state.heads[*seat].x, state.heads[*seat].y);
        }
        regions.grow::<L>(race.left, seats, &starts)
    }
}

widened! {
    /// The region of one of them.
    leading_of[const W: usize, const H: usize; L](
        state: &Packed<W, H>, who: (u8, usize), reach: (u32, u8), crowd: Option<Crowd<W, H>>
    ) -> Plane<W, H> {
        let (rows, (seats, me)) = (state.rows(), who);
        let players = players(state, seats);
        let race = Race::early(state, &players, reach, crowd);
        let mut own = race.found.own[me];
        let (mut mine, mut theirs) = (own, race.found.fronts);
        mine.set(state.heads[me].x, state.heads[me].y);
        for seat in players.into_iter().filter(|seat| *seat != me) {
            theirs.add(&race.found.own[seat], 1, rows);
            theirs.set(state.heads[seat].x, state.heads[seat].y);
        }
        own.add(&hold::<W, H, L>(race.left, (&mine, &theirs), rows), 1, rows);
        own
    }
}

type Players = SmallVec<[usize; MAX_SEATS]>;

/// The seats of a set that this game has.
fn players<const W: usize, const H: usize>(state: &Packed<W, H>, seats: u8) -> Players {
    (0..state.seats as usize).filter(|seat| seats >> seat & 1 == 1).collect()
}

/// What is decided so far, and what is left.
struct Race<const W: usize, const H: usize> {
    found: Arrivals<W, H>,
    left: Plane<W, H>,
    /// Rounds since the last new cell: a wall may open in the next gap round.
    idle: u32,
}

impl<const W: usize, const H: usize> Race<W, H> {
    #[inline(always)]
    fn new(state: &Packed<W, H>) -> Self {
        let found = Arrivals { own: [Plane::EMPTY; MAX_SEATS], fronts: Plane::EMPTY, rows: state.rows() };
        Self { found, left: state.open, idle: 0 }
    }

    /// The first rounds, exactly, and where everybody's head may be behind them.
    #[inline(always)]
    fn run(state: &Packed<W, H>, players: &Players, cap: u8, rounds: u32) -> (Self, Vec<Heads<W, H>>) {
        let rows = state.rows();
        let mut race = Self::new(state);
        let mut heads: Vec<Heads<W, H>> = players.iter().map(|seat| Heads::new(&state.heads[*seat], cap)).collect();
        let mut marks = [Plane::<W, H>::EMPTY; MAX_SEATS];
        let mut spans = [(1, 0); MAX_SEATS];
        for ahead in 1..=rounds {
            let gap = (state.round + ahead).is_multiple_of(GAP_EVERY);
            for (player, heads) in heads.iter_mut().enumerate() {
                marks[player] = Plane::EMPTY;
                let free = race.free(players[player]);
                heads.advance(&free, rows, gap, ahead == 1, &mut marks[player]);
                spans[player] = (heads.low, heads.high);
            }
            if race.settle(players, &mut marks, &mut spans) {
                break;
            }
        }
        (race, heads)
    }

    /// The first rounds, move by move: what [`Race::run`] finds, sooner as long as the heads are few.
    #[inline(always)]
    fn early(state: &Packed<W, H>, players: &Players, (rounds, cap): (u32, u8), crowd: Option<Crowd<W, H>>) -> Self {
        let mut race = Self::new(state);
        if let Some(crowd) = crowd {
            race.lose(crowd.before);
        }
        let mut heads: SmallVec<[Few; MAX_SEATS]> = players.iter().map(|seat| smallvec![state.heads[*seat]]).collect();
        let mut marks = [Plane::<W, H>::EMPTY; MAX_SEATS];
        let mut spans = [(1, 0); MAX_SEATS];
        for ahead in 1..=rounds {
            for (player, heads) in heads.iter_mut().enumerate() {
                let (seat, mut next) = (players[player], Few::new());
                let ways = Ways { race: &race, state, seat, cap, round: state.round + ahead };
                (marks[player], spans[player]) = (Plane::EMPTY, (usize::MAX, 0));
                for head in heads.iter().filter(|head| ahead == 1 || ways.free(head.x, head.y)) {
                    ways.all(head, &mut marks[player], &mut spans[player], &mut next);
                }
                *heads = next;
            }
            if race.settle(players, &mut marks, &mut spans) {
                break;
            }
        }
        if let Some(crowd) = crowd {
            race.lose(crowd.after);
        }
        race
    }

    /// Gives what is left of some cells to nobody.
    #[inline(always)]
    fn lose(&mut self, cells: &Plane<W, H>) {
        let mut lost = *cells;
        lost.keep(&self.left, 1, self.found.rows);
        self.left.drop(&lost, 1, self.found.rows);
        self.found.fronts.add(&lost, 1, self.found.rows);
    }

    /// Where a player may drive: what nobody has reached, and what it has reached itself.
    #[inline(always)]
    fn free(&self, seat: usize) -> Plane<W, H> {
        let mut free = self.left;
        free.add(&self.found.own[seat], 1, self.found.rows);
        free
    }

    /// Gives this round's marks to their players, or to the battlefront where several came at once, and leaves in `marks`
    /// what each player got. True when nothing is left to decide.
    #[inline(always)]
    fn settle(
        &mut self,
        players: &Players,
        marks: &mut [Plane<W, H>; MAX_SEATS],
        spans: &mut [(usize, usize); MAX_SEATS],
    ) -> bool {
        let (mut once, mut twice) = (Plane::<W, H>::EMPTY, Plane::<W, H>::EMPTY);
        let (mut low, mut high) = (usize::MAX, 0);
        for player in 0..players.len() {
            let (first, last) = spans[player];
            if first > last {
                continue;
            }
            (low, high) = (low.min(first), high.max(last));
            let size = last + 1 - first;
            for w in 0..W {
                let (marks, left) = (marks[player].rows_mut(w, first, size), self.left.rows(w, first, size));
                let (once, twice) = (once.rows_mut(w, first, size), twice.rows_mut(w, first, size));
                for i in 0..size {
                    let new = marks[i] & left[i];
                    marks[i] = new;
                    twice[i] |= once[i] & new;
                    once[i] |= new;
                }
            }
        }
        if low > high || !once.any(low, high + 1 - low) {
            self.idle += 1;
            spans.fill((1, 0));
            return !self.left.any(1, self.found.rows);
        }
        self.idle = 0;
        let size = high + 1 - low;
        self.left.drop(&once, low, size);
        self.found.fronts.add(&twice, low, size);
        for (player, seat) in players.iter().enumerate() {
            let (first, last) = spans[player];
            if first > last {
                continue;
            }
            marks[player].drop(&twice, first, last + 1 - first);
            self.found.own[*seat].add(&marks[player], first, last + 1 - first);
            let any = marks[player].any(first, last + 1 - first);
            spans[player] = if any { marks[player].trim(first, last) } else { (1, 0) };
        }
        !self.left.any(1, self.found.rows)
    }
}

/// A player's possible heads, one by one.
type Few = SmallVec<[Head; 32]>;

/// The moves of one player in one round of a race.
struct Ways<'a, const W: usize, const H: usize> {
    race: &'a Race<W, H>,
    state: &'a Packed<W, H>,
    seat: usize,
    cap: u8,
    round: u32,
}

impl<const W: usize, const H: usize> Ways<'_, W, H> {
    /// Whether the player may drive there: nobody has been there, or only itself.
    #[inline(always)]
    fn free(&self, x: i16, y: i16) -> bool {
        self.race.left.has(x, y) || self.race.found.own[self.seat].has(x, y)
    }

    /// Every move of a head that survives: its cells go to `marks`, their rows (as indices) to `span`, its end to `ends`.
    #[inline(always)]
    fn all(&self, head: &Head, marks: &mut Plane<W, H>, span: &mut (usize, usize), ends: &mut Few) {
        for action in (0..CHOICES as Action).filter(|action| capped(head, *action, self.cap)) {
            let mut end = *head;
            if end.steer(action) && self.drive(&mut end) {
                let (dx, dy) = STEPS[usize::from(end.direction)];
                for step in (0..end.speed).filter(|step| !jumps(self.round, end.speed, *step)) {
                    let way = i16::from(step) + 1;
                    marks.set(head.x + way * dx, head.y + way * dy);
                }
                let (from, to) = ((head.y + 1 + dy) as usize, (end.y + 1) as usize);
                *span = (span.0.min(from).min(to), span.1.max(from).max(to));
                ends.push(end);
            }
        }
    }

    /// Moves a head that is steered already; false where it would crash.
    #[inline(always)]
    fn drive(&self, head: &mut Head) -> bool {
        let (dx, dy) = STEPS[usize::from(head.direction)];
        for step in 0..head.speed {
            (head.x, head.y) = (head.x + dx, head.y + dy);
            let inside = (0..self.state.width).contains(&head.x) && (0..self.state.height).contains(&head.y);
            if !inside || !jumps(self.round, head.speed, step) && !self.free(head.x, head.y) {
                return false;
            }
        }
        true
    }
}

/// Moves a front by up to `cap` cells straight in every direction, and over walls in a gap round.
fn spread<const W: usize, const H: usize>(
    front: &mut Plane<W, H>,
    span: &mut (usize, usize),
    free: &Plane<W, H>,
    rows: usize,
    cap: usize,
    gap: bool,
) {
    let (low, high) = *span;
    if low > high {
        return;
    }
    let (new_low, new_high) = (low.saturating_sub(cap).max(1), (high + cap).min(rows));
    let size = high + 1 - low;
    let mut reached = Plane::<W, H>::EMPTY;
    if gap {
        for direction in 0..4 {
            leap(front, &mut reached, free, direction, cap, (low, high), rows);
        }
    }
    for right in [false, true] {
        let mut moving = *front;
        for _ in 1..=cap {
            moving.shift(right, low, size);
            moving.keep(free, low, size);
            reached.add(&moving, low, size);
        }
    }
    for up in [false, true] {
        let mut moving = *front;
        let (mut from, mut to) = (low, high);
        for _ in 1..=cap {
            // Rows at the edge of the board have nowhere to go.
            let (first, last) = if up { (from.max(2), to) } else { (from, to.min(rows - 1)) };
            if first > last {
                break;
            }
            let size = last + 1 - first;
            let (new_first, new_last) = if up { (first - 1, last - 1) } else { (first + 1, last + 1) };
            for w in 0..W {
                moving.0[w].copy_within(first..=last, new_first);
                let free = free.rows(w, new_first, size);
                let moving = moving.rows_mut(w, new_first, size);
                moving.iter_mut().zip(free).for_each(|(word, free)| *word &= free);
            }
            reached.add(&moving, new_first, size);
            (from, to) = (new_first, new_last);
        }
    }
    *front = reached;
    *span = (new_low, new_high);
}

/// Moves a front in one direction over walls: the first cell and the landing have to be free.
fn leap<const W: usize, const H: usize>(
    front: &Plane<W, H>,
    reached: &mut Plane<W, H>,
    free: &Plane<W, H>,
    direction: usize,
    cap: usize,
    span: (usize, usize),
    rows: usize,
) {
    for speed in GAP_SPEED as usize..=cap {
        let (mut from, mut target) = (*front, Plane::EMPTY);
        slide(&mut from, &mut target, free, direction, speed, true, span, rows, reached);
    }
}

#[cfg(test)]
#[path = "arrival_tests.rs"]
mod tests;
