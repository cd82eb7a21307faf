//! `ManageTeams`, in its documented form (Talonbot): a pool of teams that the other side may have, with weights.
//!
//! Every team is weighed by one rule, `V_T` over the whole battle: no turn is counted twice, and teams that have been in
//! the pool for long compare with those that have just come in.

use super::analyser::{Analyser, Round, simulate_team};
use super::battle::Battle;
use super::belief::Belief;
use super::choice::Choice;
use super::dex::{MoveId, Species};
use super::event::Event;
use super::team::{Set, Team};
use crate::dice::{Dice, Rng};

/// If the pool is worth less than this part of its teams, all are drawn anew.
const LEAST: f64 = 0.25;

/// A team that the other side may have, and the logarithm of `V_T`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slot {
    pub team: Team,
    pub log: f64,
}

#[derive(Clone, Debug)]
pub struct Pool {
    analyser: Analyser,
    slots: Vec<Slot>,
    rng: Rng,
    /// Something has happened since the teams were looked at.
    stale: bool,
}

impl Pool {
    /// Of `k` teams, before the battle.
    #[must_use]
    pub fn new(seat: usize, team: &Team, k: usize, rng: Rng) -> Self {
        Self::with(Analyser::new(seat, team), k, rng)
    }

    /// Of `k` teams, in the midst of a battle.
    #[must_use]
    pub fn of(belief: &Belief, k: usize, rng: Rng) -> Self {
        Self::with(Analyser::of(belief), k, rng)
    }

    fn with(analyser: Analyser, k: usize, mut rng: Rng) -> Self {
        let slots = (0..k).map(|_| fresh(&analyser, &mut rng)).collect();
        Self { analyser, slots, rng, stale: false }
    }

    #[must_use]
    pub fn analyser(&self) -> &Analyser {
        &self.analyser
    }

    /// As [`Belief::choose`].
    pub fn choose(&mut self, choice: Option<Choice>) {
        self.analyser.belief_mut().choose(choice);
        self.stale = true;
    }

    /// As [`Belief::asked`].
    pub fn asked(&mut self, moves: [MoveId; 4], pp: [u8; 4]) {
        self.analyser.belief_mut().asked(moves, pp);
        self.stale = true;
    }

    /// As [`Belief::hear`].
    pub fn hear(&mut self, event: &Event) {
        self.analyser.belief_mut().hear(event);
        self.stale = true;
    }

    /// A turn has been played.
    pub fn update(&mut self, round: &Round) {
        self.analyser.update(round);
        self.manage();
    }

    /// The battle has gone on, as a later belief of the same seat saw it.
    pub fn follow(&mut self, belief: &Belief) {
        self.analyser = Analyser::of(belief);
        self.manage();
    }

    /// Algorithm 2, its step after a turn: teams that are impossible now are replaced, the others weighed again.
    fn manage(&mut self) {
        self.stale = false;
        let known = self.analyser.known();
        let seen: Vec<Species> = self.analyser.belief().members().iter().map(|member| member.species).collect();
        for slot in &mut self.slots {
            arrange(&mut slot.team, &seen);
            if self.analyser.is_team_possible(&slot.team) {
                slot.log = known + self.analyser.get_probability_during_battle(&slot.team);
            } else {
                *slot = fresh(&self.analyser, &mut self.rng);
            }
        }
        if self.effective() < LEAST * self.slots.len() as f64 {
            let (analyser, rng) = (&self.analyser, &mut self.rng);
            self.slots.iter_mut().for_each(|slot| *slot = fresh(analyser, rng));
        }
    }

    /// The teams, weighed by all that has happened.
    pub fn slots(&mut self) -> &[Slot] {
        if self.stale {
            self.manage();
        }
        &self.slots
    }

    /// `P_T` of each team: `V_T` as a part of the sum of all.
    pub fn odds(&mut self) -> Vec<f64> {
        odds(self.slots())
    }

    /// How many teams of equal weight would be worth as much as the pool.
    fn effective(&self) -> f64 {
        1.0 / odds(&self.slots).iter().map(|odds| odds * odds).sum::<f64>()
    }

    /// One of the teams, as likely as `P_T` says, and its place in the pool.
    pub fn draw(&mut self, rng: &mut Rng) -> (Team, usize) {
        let index = rng.pick(&self.odds());
        (self.slots[index].team, index)
    }

    /// The battle if the other side has this team; what else is hidden is drawn as in [`Belief::sample`].
    #[must_use]
    pub fn battle(&self, team: &Team, rng: &mut Rng) -> Battle {
        self.analyser.belief().battle(team, rng)
    }
}

fn fresh(analyser: &Analyser, rng: &mut Rng) -> Slot {
    let (team, log) = simulate_team(analyser, rng);
    Slot { team, log }
}

/// `P_T`, from logarithms of `V_T`.
#[must_use]
pub fn odds(slots: &[Slot]) -> Vec<f64> {
    let most = slots.iter().map(|slot| slot.log).fold(f64::MIN, f64::max);
    let parts: Vec<f64> = slots.iter().map(|slot| (slot.log - most).exp()).collect();
    let sum: f64 = parts.iter().sum();
    parts.into_iter().map(|part| part / sum).collect()
}

/// Puts those who were seen first, in the order in which they came. The first of a team comes first in any case.
fn arrange(team: &mut [Set], seen: &[Species]) {
    for (place, species) in seen.iter().enumerate().skip(1) {
        if let Some(found) = team[place..].iter().position(|set| set.species == *species) {
            team[place..=place + found].rotate_right(1);
        }
    }
}
