//! Beliefs against the team generator itself: of its teams, those that have all that was shown.

use super::analyser::kit_of;
use super::belief::Belief;
use super::dex::{MoveId, Species, Status};
use super::event::{Event, Health, Who};
use super::generator::Gen5;
use super::roll::Source;
use super::sets::ditto;
use super::team::{Team, generate};
use crate::dice::{Dice, Rng};

/// What was shown of a team: some members, the lead first, each with some of its moves.
#[derive(Clone, Debug)]
pub struct Shown {
    pub members: Vec<(Species, Vec<MoveId>)>,
    own: Team,
}

/// How often what is hidden was found, or how likely it is: kits by member, and species of those who were not seen.
#[derive(Clone, Debug, Default)]
pub struct Hidden {
    pub count: u64,
    pub kits: Vec<Vec<u64>>,
    pub species: Vec<u64>,
}

/// Numbers of members beside the lead, of the lead's moves, and of the others' moves.
const KINDS: [(usize, usize, usize); 10] =
    [(0, 1, 0), (0, 2, 0), (1, 0, 0), (1, 1, 1), (1, 2, 0), (2, 0, 0), (0, 1, 0), (1, 0, 1), (1, 1, 0), (1, 0, 2)];

impl Shown {
    /// Of a team drawn from a seed.
    #[must_use]
    pub fn draw(number: usize, seed: u64) -> Self {
        let mut source = Gen5(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(number as u64));
        let mut one_ditto = false;
        let own = loop {
            let own = generate(&mut source, &mut one_ditto);
            if own.iter().all(|set| set.species != ditto()) {
                break own;
            }
            one_ditto = false;
        };
        let team = generate(&mut source, &mut false);
        let (others, first, rest) = KINDS[number % KINDS.len()];
        let mut places: Vec<usize> = (1..6).collect();
        let mut members = Vec::new();
        for index in 0..=others {
            let place = if index == 0 { 0 } else { places.swap_remove(source.below(places.len() as u32) as usize) };
            let set = team[place];
            let known: Vec<MoveId> = set.known_moves().take(if index == 0 { first } else { rest }).collect();
            members.push((set.species, known));
        }
        Self { members, own }
    }

    /// Whether a team has all of it.
    fn fits(&self, team: &Team) -> bool {
        let has = |(species, moves): &(Species, Vec<MoveId>)| {
            let set = team.iter().find(|set| set.species == *species);
            set.is_some_and(|set| moves.iter().all(|id| set.moves.contains(id)))
        };
        team[0].species == self.members[0].0 && self.members.iter().all(has)
    }

    /// The belief of a seat to which this was shown.
    #[must_use]
    pub fn belief(&self) -> Belief {
        let mut belief = Belief::new(0, &self.own);
        let own = self.own[0].pokemon();
        let health = |hp| Health { hp, max: hp, status: Status::None };
        let lead = Who { side: 0, species: own.species };
        belief.hear(&Event::Switch { who: lead, level: own.level, health: health(own.max_hp) });
        for (species, moves) in &self.members {
            let who = Who { side: 1, species: *species };
            belief.hear(&Event::Switch { who, level: species.data().level, health: health(100) });
            for id in moves {
                let (by, target) = (MoveId::NONE, lead);
                belief.hear(&Event::Move { who, id: *id, target, by, still: false, missed: false });
            }
        }
        belief
    }

    fn none(&self) -> Hidden {
        let kits = self.members.iter().map(|(species, _)| vec![0; super::sets::kits(*species).len()]);
        Hidden { count: 0, kits: kits.collect(), species: vec![0; Species::all().count()] }
    }

    fn add(&self, found: &mut Hidden, team: &Team) {
        found.count += 1;
        for set in team {
            match self.members.iter().position(|(species, _)| *species == set.species) {
                Some(member) => found.kits[member][kit_of(set).expect("a kit of the generator")] += 1,
                None => found.species[set.species.0 as usize] += 1,
            }
        }
    }

    /// What the belief's own teams hold.
    #[must_use]
    pub fn believed(&self, teams: usize, seed: u64) -> Hidden {
        let (belief, mut rng, mut found) = (self.belief(), Rng::new(seed), self.none());
        (0..teams).for_each(|_| self.add(&mut found, &belief.draw_team(&mut rng)));
        found
    }
}

/// What the generator's teams hold that have all that was shown: drawn until there are `least`, or `most` were drawn. Teams that begin
/// with another lead are not drawn at all: the first number decides who leads.
#[must_use]
pub fn accepted(shown: &Shown, least: u64, most: u64, seed: u64) -> (u64, Hidden) {
    let mut source = Led { rng: Rng::new(seed), lead: u32::from(shown.members[0].0.0), numbers: 0 };
    let (mut found, mut drawn) = (shown.none(), 0);
    while found.count < least && drawn < most {
        source.numbers = 0;
        drawn += 1;
        let team = generate(&mut source, &mut false);
        if shown.fits(&team) {
            shown.add(&mut found, &team);
        }
    }
    (drawn, found)
}

/// Numbers for teams with one and the same lead.
struct Led {
    rng: Rng,
    lead: u32,
    numbers: u32,
}

impl Source for Led {
    fn draw(&mut self) -> u32 {
        self.rng.next_u64() as u32
    }

    fn below(&mut self, count: u32) -> u32 {
        self.numbers += 1;
        // The first number is for a type that only other formats use.
        if self.numbers == 2 { self.lead } else { self.rng.roll(count) }
    }
}
