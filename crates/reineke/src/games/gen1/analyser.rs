//! The team analyser and `SimulateTeam`, in their documented form (Talonbot): facts that are certain, teams that fit them,
//! and how likely all that happened is with such a team.

use super::belief::Belief;
use super::choice::Choice;
use super::dex::{MoveId, Species};
use super::event::Event;
use super::sets::{Draft, Kit, complete, kits};
use super::team::{Set, Team};
use crate::dice::{Dice, Rng};
use smallvec::SmallVec;

/// A decision of team building, for each member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    Species,
    /// Which follows from the species in this format, as do stats.
    Level,
    Move(usize),
}

/// What is decided for a member, in this order. Later generations have more.
pub const CHOICES: [Decision; 6] =
    [Decision::Species, Decision::Level, Decision::Move(0), Decision::Move(1), Decision::Move(2), Decision::Move(3)];

/// What may be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choosable {
    Species(Species),
    Level(u8),
    /// None after the last.
    Move(MoveId),
}

/// What a seat chose, heard and was asked in one turn, as for [`Belief`].
#[derive(Clone, Copy, Debug)]
pub struct Round<'a> {
    pub choice: Option<Choice>,
    /// As this seat sees them.
    pub events: &'a [Event],
    /// Moves and PP of the own Pokémon, if it was asked for a move.
    pub asked: Option<([MoveId; 4], [u8; 4])>,
}

/// The value of a team, as logarithms by kind of event: `V_T` is the product of all.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Value {
    /// Decisions of team building whose outcome is known.
    pub known: f64,
    /// What the other side chose in the battle, and what it did not.
    pub choices: f64,
    /// What chance did that depends on the team.
    pub chance: f64,
}

impl Value {
    #[must_use]
    pub fn log(&self) -> f64 {
        self.known + self.choices + self.chance
    }
}

/// Says what is certain of the other side's team. Its members are counted in the order in which they came.
#[derive(Clone, Debug, PartialEq)]
pub struct Analyser {
    belief: Belief,
}

impl Analyser {
    #[must_use]
    pub fn new(seat: usize, team: &Team) -> Self {
        Self { belief: Belief::new(seat, team) }
    }

    /// That has seen what a belief has.
    #[must_use]
    pub fn of(belief: &Belief) -> Self {
        Self { belief: belief.clone() }
    }

    #[must_use]
    pub fn belief(&self) -> &Belief {
        &self.belief
    }

    pub(super) fn belief_mut(&mut self) -> &mut Belief {
        &mut self.belief
    }

    /// A turn has been played.
    pub fn update(&mut self, round: &Round) {
        self.belief.choose(round.choice);
        round.events.iter().for_each(|event| self.belief.hear(event));
        if let Some((moves, pp)) = round.asked {
            self.belief.asked(moves, pp);
        }
    }

    /// What was decided for a member, if that is known for certain.
    #[must_use]
    pub fn get_chosen_option(&self, member: usize, decision: Decision) -> Option<Choosable> {
        let seen = self.belief.members().get(member)?;
        let moves = self.belief.tracker().other().team[member].moves;
        match decision {
            Decision::Species => Some(Choosable::Species(seen.species)),
            Decision::Level => Some(Choosable::Level(seen.species.data().level)),
            Decision::Move(number) if !moves[number].is_none() => Some(Choosable::Move(moves[number])),
            Decision::Move(_) => None,
        }
    }

    /// Whether a team has all that is known for certain.
    #[must_use]
    pub fn is_team_possible(&self, team: &Team) -> bool {
        let has = |set: &Set, number: usize| match self.get_chosen_option(number, Decision::Species) {
            Some(species) => species == Choosable::Species(set.species) && self.knows(set, number),
            None => !self.belief.members().iter().any(|seen| seen.species == set.species),
        };
        team.iter().enumerate().all(|(number, set)| has(set, number))
    }

    /// Whether a set has all moves of a member that are known.
    fn knows(&self, set: &Set, member: usize) -> bool {
        (0..4).all(|number| match self.get_chosen_option(member, Decision::Move(number)) {
            Some(Choosable::Move(id)) => set.moves.contains(&id),
            _ => true,
        })
    }

    /// How likely what happened in the battle is with a team, as a logarithm: what the other side chose, and chance.
    #[must_use]
    pub fn get_probability_during_battle(&self, team: &Team) -> f64 {
        self.during_battle(team).log()
    }

    /// `V_T`.
    #[must_use]
    pub fn value(&self, team: &Team) -> Value {
        Value { known: self.known(), ..self.during_battle(team) }
    }

    /// What of `V_T` depends on the team.
    fn during_battle(&self, team: &Team) -> Value {
        let mut value = Value::default();
        for (member, set) in self.belief.members().iter().zip(team) {
            if let Some(kit) = kit_of(set) {
                value.choices += member.choices[kit];
                value.chance += member.chance(kit);
            }
        }
        value
    }

    /// Of all known decisions, which come first in the order of decisions: so they are the same for every possible team.
    #[must_use]
    pub fn known(&self) -> f64 {
        let mut so_far = SmallVec::<[Set; 6]>::new();
        let mut log = 0.0;
        for member in 0..self.belief.members().len() {
            for decision in CHOICES {
                if let Some(option) = self.get_chosen_option(member, decision) {
                    log += chosen(&odds(&so_far, decision, self.belief.ditto), option).ln();
                    add(&mut so_far, option);
                }
            }
        }
        log
    }
}

type Options = SmallVec<[(Choosable, f64); 16]>;

fn chosen(options: &Options, option: Choosable) -> f64 {
    options.iter().find(|(other, _)| *other == option).map_or(0.0, |(_, odds)| *odds)
}

/// Puts what was decided into a team whose last member is being decided.
fn add(team: &mut SmallVec<[Set; 6]>, option: Choosable) {
    match option {
        Choosable::Species(species) => team.push(Set { species, moves: [MoveId::NONE; 4] }),
        Choosable::Level(_) => {}
        Choosable::Move(id) => {
            let set = team.last_mut().expect("a member");
            if let Some(slot) = set.moves.iter_mut().find(|slot| slot.is_none()) {
                *slot = id;
            }
        }
    }
}

/// How likely the generator decides what, given a team as far as it is decided. A species is that of the next member, all else
/// of the last one. `ditto` if there may be a Ditto.
#[must_use]
pub fn odds(team: &[Set], decision: Decision, ditto: bool) -> Options {
    match (decision, team.last()) {
        (Decision::Move(number), Some(set)) => move_odds(set.species, &set.moves[..number]),
        (Decision::Level, Some(set)) => Options::from_iter([(Choosable::Level(set.species.data().level), 1.0)]),
        _ => {
            let mut draft = Draft::new(ditto);
            for set in team {
                draft.add(set.species);
            }
            let allowed = draft.allowed();
            let odds = 1.0 / f64::from(allowed.count());
            Species::all().filter(|one| allowed.has(*one)).map(|one| (Choosable::Species(one), odds)).collect()
        }
    }
}

/// The next move of a species after these: a kit's moves may stand in any order.
fn move_odds(species: Species, before: &[MoveId]) -> Options {
    let mut options = Options::new();
    let mut sum = 0.0;
    for kit in kits(species).iter().filter(|kit| before.iter().all(|id| kit.has(*id))) {
        let count = kit.moves.iter().filter(|id| !id.is_none()).count();
        let known = before.iter().filter(|id| !id.is_none()).count();
        // So many orders begin with these, of all that there are.
        let part = kit.odds / (0..known).map(|place| (count - place) as f64).product::<f64>();
        sum += part;
        let left: SmallVec<[MoveId; 4]> =
            kit.moves.iter().copied().filter(|id| !id.is_none() && !before.contains(id)).collect();
        let next = if left.is_empty() { SmallVec::from_elem(MoveId::NONE, 1) } else { left };
        for id in &next {
            let odds = part / next.len() as f64;
            match options.iter_mut().find(|(other, _)| *other == Choosable::Move(*id)) {
                Some((_, all)) => *all += odds,
                None => options.push((Choosable::Move(*id), odds)),
            }
        }
    }
    options.iter_mut().for_each(|(_, odds)| *odds /= sum);
    options
}

/// The number of the kit that a set is.
#[must_use]
pub fn kit_of(set: &Set) -> Option<usize> {
    let same = |kit: &Kit| set.moves.iter().all(|id| kit.has(*id));
    kits(set.species).iter().position(same)
}

/// Algorithm 1: a team that has all that is known for certain, and `V_T` as a logarithm. Decisions that are known are
/// multiplied; those that are drawn are not: their odds count by how often they are drawn. Members who were not seen are drawn together,
/// as the generator would have drawn them beside those who were.
pub fn simulate_team(analyser: &Analyser, rng: &mut Rng) -> (Team, f64) {
    let belief = &analyser.belief;
    let seen: SmallVec<[Species; 6]> = belief.members().iter().map(|member| member.species).collect();
    let rest = if seen.len() < 6 { complete(&seen, belief.ditto, rng) } else { SmallVec::new() };
    let mut team = SmallVec::<[Set; 6]>::new();
    let mut log = 0.0;
    for member in 0..6 {
        for decision in CHOICES {
            let known = analyser.get_chosen_option(member, decision);
            let option = match (known, decision) {
                (Some(option), _) => {
                    log += chosen(&odds(&team, decision, belief.ditto), option).ln();
                    option
                }
                (None, Decision::Species) => Choosable::Species(rest[member - seen.len()]),
                (None, _) => draw(&odds(&team, decision, belief.ditto), rng),
            };
            add(&mut team, option);
        }
    }
    let team = team.into_inner().expect("six members");
    (team, log + analyser.get_probability_during_battle(&team))
}

/// One of several options, as likely as it is.
fn draw(options: &Options, rng: &mut Rng) -> Choosable {
    let odds: SmallVec<[f64; 16]> = options.iter().map(|(_, odds)| *odds).collect();
    options[rng.pick(&odds)].0
}
