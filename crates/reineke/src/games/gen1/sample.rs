//! Whole battles that may be the one that is played.

use super::battle::{Battle, Flags, Phase, Pokemon};
use super::belief::Belief;
use super::dex::{MoveId, Species, Stat};
use super::sets::{Kit, complete, kits};
use super::team::{Set, Team};
use super::track::{Amount, BLIND};
use crate::dice::{Dice, Rng};
use smallvec::SmallVec;

impl Belief {
    /// A battle that may be the one that is played, as likely as it is.
    #[must_use]
    pub fn sample(&self, rng: &mut Rng) -> Battle {
        let team = self.draw_team(rng);
        self.battle(&team, rng)
    }

    /// A team that the other side may have, as likely as it is: those who were seen in the order in which they came, then the
    /// others, moves in any order.
    #[must_use]
    pub fn draw_team(&self, rng: &mut Rng) -> Team {
        let seen: SmallVec<[Species; 6]> = self.members.iter().map(|member| member.species).collect();
        let mut team: SmallVec<[Set; 6]> = SmallVec::new();
        for (index, species) in seen.iter().enumerate() {
            team.push(draw_set(*species, self.posterior(index), rng));
        }
        if seen.len() < 6 {
            for species in complete(&seen, self.ditto, rng) {
                team.push(draw_set(species, kits(species).iter().map(|kit| (kit, kit.odds)).collect(), rng));
            }
        }
        team.into_inner().expect("six members")
    }

    /// The battle if the other side has this team, in the order of [`Self::draw_team`]; what else is hidden is drawn.
    #[must_use]
    pub fn battle(&self, team: &Team, rng: &mut Rng) -> Battle {
        let mut battle = self.tracker.battle;
        let (own, foe) = (self.tracker.seat, 1 - self.tracker.seat);
        self.fill_other(&mut battle, team, rng);
        for side in [own, foe] {
            self.fill_counters(&mut battle, side, rng);
        }
        battle.last_damage = match self.tracker.last_damage {
            Amount::Exact(damage) => damage,
            Amount::Share(share) => battle.sides[foe].lead().max_hp * share / 100,
            Amount::Unseen => pick(&self.hit, rng).unwrap_or(1),
        };
        if battle.phase == Phase::Move {
            battle.sides.iter_mut().for_each(|side| side.active.speed = side.active.stats[Stat::Speed as usize]);
        }
        battle
    }

    /// Counters that nobody sees.
    fn fill_counters(&self, battle: &mut Battle, side: usize, rng: &mut Rng) {
        let quarter = battle.sides[side].lead().max_hp / 4 + 1;
        let seat = &mut battle.sides[side];
        for (index, pokemon) in seat.team.iter_mut().enumerate() {
            let over = self.tracker.slept[side][index];
            if pokemon.status == super::dex::Status::Sleep {
                let all = if pokemon.rested { 2 } else { over + 1 + rng.roll(u32::from(7 - over.min(6))) as u8 };
                (pokemon.sleep, pokemon.slept) = ((all - over.min(all - 1)).max(1), all);
            }
        }
        if seat.active.confusion > 0 {
            let over = self.tracker.confused[side].min(4);
            let least = (over + 1).max(2);
            seat.active.confusion = least + rng.roll(u32::from(6 - least)) as u8 - over;
        }
        if seat.active.substitute > 0 {
            let worn = pick(&self.worn[side], rng).unwrap_or(0);
            seat.active.substitute = quarter.saturating_sub(worn).max(1) as u8;
        }
    }

    /// One of the other side's with this set; of one who was seen with what is left of PP and HP.
    fn fill_member(&self, index: usize, set: &Set, rng: &mut Rng) -> Pokemon {
        let mut pokemon = set.pokemon();
        let Some(member) = self.members.get(index) else { return pokemon };
        let shown = self.tracker.other().team[index];
        for (id, pp) in shown.moves.iter().zip(shown.pp).filter(|(id, _)| !id.is_none()) {
            if let Some(slot) = set.moves.iter().position(|other| other == id) {
                pokemon.pp[slot] = pp;
            }
        }
        pokemon.pp[0] = (pokemon.pp[0].wrapping_sub(self.tracker.unpaid[index])) & 63;
        let hard = set.hits_hard();
        let gauge = member.gauges.iter().find(|gauge| (gauge.max, gauge.hard) == (pokemon.max_hp, hard));
        pokemon.hp = match gauge {
            Some(gauge) if !shown.fainted => gauge.draw(rng),
            _ => 0,
        };
        (pokemon.status, pokemon.rested, pokemon.fainted) = (shown.status, shown.rested, shown.fainted);
        pokemon
    }

    /// The other side's team and selections.
    fn fill_other(&self, battle: &mut Battle, team: &Team, rng: &mut Rng) {
        let foe = 1 - self.tracker.seat;
        let known = *self.tracker.other();
        let lead = usize::from(known.order[0]);
        let side = &mut battle.sides[foe];
        for (index, set) in team.iter().enumerate() {
            side.team[index] = self.fill_member(index, set, rng);
        }
        let pokemon = side.team[lead];
        let active = &mut side.active;
        if !known.active.flags.has(Flags::TRANSFORMED) {
            (active.moves, active.pp, active.copied) = (pokemon.moves, pokemon.pp, 0);
            for slot in (0..4).filter(|slot| known.active.copied >> slot & 1 == 1) {
                let place = pokemon.moves.iter().position(|id| *id == known.team[lead].moves[slot]);
                if let Some(place) = place {
                    active.mimic(place, known.active.moves[slot]);
                    active.pp[place] = known.active.pp[slot];
                }
            }
            let hard = Set { species: pokemon.species, moves: pokemon.moves }.hits_hard();
            if !hard {
                let attack = Stat::Attack as usize;
                active.stored[attack] = self.tracker.soft.stored[attack];
                active.stats[attack] = self.tracker.soft.stats[attack];
            }
        }
        self.fill_selection(battle, rng);
    }

    /// What the other side selected last, where it could not be seen.
    fn fill_selection(&self, battle: &mut Battle, rng: &mut Rng) {
        let known = self.tracker.other();
        let side = &mut battle.sides[1 - self.tracker.seat];
        let slot_of = |id: MoveId| side.active.moves.iter().position(|other| *other == id);
        if self.tracker.blind {
            let able: Vec<usize> = (0..4).filter(|slot| side.active.pp[*slot] > 0).collect();
            if !able.is_empty() {
                let slot = able[rng.roll(able.len() as u32) as usize];
                side.slot = slot as u8;
                side.selected = side.active.moves[slot];
                (side.shown_selected, side.last_move) = (side.selected, side.selected);
                return;
            }
        }
        side.slot = if known.slot == BLIND { 0 } else { slot_of(known.slot_move()).unwrap_or(0) as u8 };
        if side.shown_selected.is_none() {
            side.shown_selected = side.slot_move();
        }
    }
}

/// One of a species' kits, as likely as it is.
pub(super) fn draw_set(species: Species, odds: Vec<(&Kit, f64)>, rng: &mut Rng) -> Set {
    let weights: SmallVec<[f64; 16]> = odds.iter().map(|(_, odds)| *odds).collect();
    let mut set = odds[rng.pick(&weights)].0.set(species);
    shuffle(&mut set, rng);
    set
}

/// One of several amounts, as likely as it is.
fn pick(amounts: &[(u16, f64)], rng: &mut Rng) -> Option<u16> {
    let odds: Vec<f64> = amounts.iter().map(|(_, odds)| *odds).collect();
    (!odds.is_empty()).then(|| amounts[rng.pick(&odds)].0)
}

/// Puts the moves into any order.
fn shuffle(set: &mut Set, rng: &mut Rng) {
    let count = set.known_moves().count();
    for index in 0..count.saturating_sub(1) {
        let other = index + rng.roll((count - index) as u32) as usize;
        set.moves.swap(index, other);
    }
}
