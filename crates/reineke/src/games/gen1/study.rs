//! How good beliefs are, over battles that were played: whether the truth is ever ruled out, how likely it is taken to be, and
//! whether odds are as often right as they say.

use super::analyser::kit_of;
use super::battle::{Battle, Phase, Side};
use super::belief::Belief;
use super::choice::{Choice, Menu};
use super::event::Event;
use super::game::State;
use super::habits::{TRAITS, Traits, leaving, outlook};
use super::pool::Pool;
use super::team::{Set, Team};
use crate::dice::Rng;
use serde_json::{Value, json};

/// Teams in the pool that is looked at.
const K: usize = 20;
const BINS: usize = 10;

/// Odds of a kind: how many, their sum, and how many were of what is true.
type Bins = [(u32, f64, u32); BINS];

/// What two beliefs make of one seat's battle, one that heeds choices and one that does not.
#[derive(Clone, Debug, Default)]
struct Tally {
    /// Sets, HP and Substitutes that were looked at, and those that were ruled out though they were true.
    looked: [u32; 3],
    ruled_out: [u32; 3],
    /// Logarithms of what was thought of the true set, of members that may have several.
    log: [f64; 2],
    open: u32,
    bins: [Bins; 2],
    /// By turn: members, what the two beliefs and the pool thought of the true set.
    turns: Vec<(u32, [f64; 3])>,
}

/// One seat's beliefs on their way through a battle.
struct Follower {
    seat: usize,
    beliefs: [Belief; 2],
    pool: Pool,
    tally: Tally,
}

impl Follower {
    fn new(seat: usize, team: &Team) -> Self {
        let belief = Belief::new(seat, team);
        let pool = Pool::of(&belief, K, Rng::new(seat as u64));
        Self { seat, beliefs: [belief.clone(), belief.heedless()], pool, tally: Tally::default() }
    }

    fn turn(&mut self, battle: &Battle, choice: Option<Choice>, events: &[Event]) {
        let own = &battle.sides[self.seat];
        for belief in &mut self.beliefs {
            belief.choose(choice);
            events.iter().filter_map(|event| event.seen(self.seat as u8)).for_each(|event| belief.hear(&event));
            if battle.phase == Phase::Move && own.menu() == Menu::Moves {
                belief.asked(own.active.moves, own.active.pp);
            }
        }
        if !battle.phase.over() {
            self.pool.follow(&self.beliefs[0]);
            self.look(battle);
        }
    }

    /// At a decision.
    fn look(&mut self, battle: &Battle) {
        let foe = &battle.sides[1 - self.seat];
        for (side, truth) in battle.sides.iter().enumerate().filter(|(_, side)| side.active.substitute > 0) {
            let worn = truth.lead().max_hp / 4 + 1 - u16::from(truth.active.substitute);
            self.note(2, self.beliefs[0].worn(side, worn) > 0.0);
        }
        let weights = self.pool.odds();
        for index in 0..self.beliefs[0].members().len() {
            self.look_at(index, foe, usize::from(battle.turn), &weights);
        }
    }

    fn note(&mut self, what: usize, possible: bool) {
        self.tally.looked[what] += 1;
        self.tally.ruled_out[what] += u32::from(!possible);
    }

    fn look_at(&mut self, index: usize, foe: &Side, turn: usize, weights: &[f64]) {
        let member = &self.beliefs[0].members()[index];
        let Some(real) = foe.team.iter().find(|real| real.species == member.species) else { return };
        let Some(truth) = kit_of(&Set { species: real.species, moves: real.moves }) else { return };
        let hp = real.fainted || member.gauge(truth).odds(real.hp) > 0.0;
        let odds = [0, 1].map(|which| self.beliefs[which].posterior(index));
        self.note(0, odds.iter().all(|odds| odds[truth].1 > 0.0));
        self.note(1, hp);
        if odds[0].len() == 1 {
            return;
        }
        let slots = self.pool.slots().iter().zip(weights);
        let pooled: f64 =
            slots.filter(|(slot, _)| kit_of(&slot.team[index]) == Some(truth)).map(|(_, odds)| odds).sum();
        let tally = &mut self.tally;
        tally.open += 1;
        tally.turns.resize(tally.turns.len().max(turn + 1), (0, [0.0; 3]));
        let (count, sums) = &mut tally.turns[turn];
        *count += 1;
        sums[2] += pooled;
        for (which, odds) in odds.iter().enumerate() {
            sums[which] += odds[truth].1;
            tally.log[which] += odds[truth].1.ln();
            for (kit, (_, odds)) in odds.iter().enumerate().filter(|(_, (_, odds))| *odds > 0.0 && *odds < 1.0 - 1e-9) {
                let (count, sum, true_ones) = &mut tally.bins[which][(odds * BINS as f64) as usize];
                (*count, *sum, *true_ones) = (*count + 1, *sum + odds, *true_ones + u32::from(kit == truth));
            }
        }
    }

    fn json(&self) -> Value {
        let tally = &self.tally;
        json!({
            "looked": tally.looked, "ruled_out": tally.ruled_out, "log": tally.log, "open": tally.open,
            "bins": tally.bins, "turns": tally.turns,
        })
    }
}

/// What both seats thought in a battle that was played.
#[must_use]
pub fn score(state: &State) -> Value {
    let Some(teams) = state.teams() else { return Value::Null };
    let mut seats = [0, 1].map(|seat| Follower::new(seat, &teams[seat]));
    state.again(|battle, choices, events| {
        for (seat, choice) in seats.iter_mut().zip(choices) {
            seat.turn(battle, choice, events);
        }
    });
    json!({ "turns": state.battle.turn, "seats": seats.map(|seat| seat.json()) })
}

/// A free choice: what could be said of each option, the last of them a switch, and which was taken.
#[derive(Clone, Debug)]
pub struct Chosen {
    pub options: Vec<Traits>,
    pub taken: usize,
    /// How many could come in.
    pub bench: usize,
}

/// Every free choice of moves in a battle, as it looked to the side that made it.
#[must_use]
pub fn chosen(state: &State) -> Vec<Chosen> {
    let Some(teams) = state.teams() else { return Vec::new() };
    let (mut found, mut before) = (Vec::new(), Battle::new(&teams));
    state.again(|battle, choices, _| {
        for (side, choice) in choices.into_iter().enumerate() {
            let own = &before.sides[side];
            if before.turn == 0 || before.phase != Phase::Move || own.menu() != Menu::Moves || own.active.copied != 0 {
                continue;
            }
            let slots: Vec<usize> = (0..4).filter(|slot| own.active.pp[*slot] > 0).collect();
            let mut options: Vec<Traits> =
                slots.iter().map(|slot| outlook(&before, side, own.active.moves[*slot])).collect();
            options.push(if own.left() > 1 { leaving(&before, side) } else { [0.0; TRAITS] });
            let taken = match choice {
                Some(Choice::Move(slot)) => slots.iter().position(|one| *one == usize::from(slot)),
                Some(Choice::Switch(_)) => Some(slots.len()),
                None => None,
            };
            found.extend(taken.map(|taken| Chosen { options, taken, bench: own.left() - 1 }));
        }
        before = *battle;
    });
    found
}
