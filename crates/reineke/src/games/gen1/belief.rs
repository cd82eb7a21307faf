//! What a player may think of what it cannot see: the other side's sets, members and exact HP, and the counters of both.
//!
//! Sets and members have the odds of the team generator, given all that was shown; HP those of the damage rolls. Nothing
//! that may be is ever ruled out.

use super::battle::{Battle, Flags, Phase};
use super::damage::against_itself;
use super::dex::{Effect, MoveId, Species, Stat};
use super::event::{Condition, Event, Harm, Help};
use super::gauge::{Amounts, Gauge, rolled};
use super::hit::Strike;
use super::sets::{Kit, complete, ditto, kits};
use super::team::{Set, Team};
use super::track::{Amount, BLIND, Tracker};
use crate::dice::{Dice, Rng};

/// What is thought of one of the other side's that was seen.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    pub species: Species,
    /// How much likelier what it did is with each of its kits, as logarithms.
    pub weights: Vec<f64>,
    /// By maximum of HP: with Substitute it may be a little lower.
    pub gauges: Vec<Gauge>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Belief {
    tracker: Tracker,
    members: Vec<Member>,
    /// The other team may have a Ditto.
    ditto: bool,
    /// Damage that the Substitute of each side has taken.
    worn: [Amounts; 2],
    /// What the last hit of the other side on the own one did, on a Substitute only about.
    dealt: Amounts,
    /// What the hit that is going on may do.
    hit: Amounts,
    critical: bool,
}

impl Member {
    fn new(species: Species) -> Self {
        let kits = kits(species);
        let mut maxima: Vec<u16> = kits.iter().map(|kit| kit.set(species).pokemon().max_hp).collect();
        maxima.sort_unstable();
        maxima.dedup();
        Self { species, weights: vec![0.0; kits.len()], gauges: maxima.into_iter().map(Gauge::full).collect() }
    }

    /// How likely each of its kits is, if it has these moves.
    #[must_use]
    pub fn posterior(&self, known: &[MoveId]) -> Vec<(&'static Kit, f64)> {
        let heaviest = self.weights.iter().copied().fold(f64::MIN, f64::max);
        let odds = |(index, kit): (usize, &'static Kit)| {
            let fits = known.iter().all(|id| id.is_none() || kit.has(*id));
            let max = kit.set(self.species).pokemon().max_hp;
            let evidence = self.gauges.iter().find(|gauge| gauge.max == max).map_or(0.0, |gauge| gauge.evidence);
            (kit, if fits { kit.odds * (self.weights[index] - heaviest).exp() * evidence } else { 0.0 })
        };
        let mut all: Vec<_> = kits(self.species).iter().enumerate().map(odds).collect();
        let sum: f64 = all.iter().map(|(_, odds)| odds).sum();
        if sum > 0.0 {
            for (_, odds) in &mut all {
                *odds /= sum;
            }
        } else {
            let fits = |kit: &Kit| known.iter().all(|id| id.is_none() || kit.has(*id));
            let sum: f64 = all.iter().filter(|(kit, _)| fits(kit)).map(|(kit, _)| kit.odds).sum();
            for (kit, odds) in &mut all {
                *odds = if fits(kit) { kit.odds / sum } else { 0.0 };
            }
        }
        all
    }

    /// Every gauge changes by as much.
    fn lose(&mut self, shown: u16, amounts: &[(u16, f64)]) {
        self.gauges.iter_mut().for_each(|gauge| gauge.lose(shown, amounts));
    }

    fn gain(&mut self, shown: u16, amounts: &[(u16, f64)]) {
        self.gauges.iter_mut().for_each(|gauge| gauge.gain(shown, amounts));
    }

    /// Every gauge changes by a part of its maximum.
    fn lose_part(&mut self, shown: u16, part: u16) {
        self.gauges.iter_mut().for_each(|gauge| gauge.lose(shown, &[((gauge.max / part).max(1), 1.0)]));
    }
}

impl Belief {
    #[must_use]
    pub fn new(seat: usize, team: &Team) -> Self {
        Self {
            tracker: Tracker::new(seat, team),
            members: Vec::new(),
            ditto: team.iter().all(|set| set.species != ditto()),
            worn: [vec![(0, 1.0)], vec![(0, 1.0)]],
            dealt: vec![(0, 1.0)],
            hit: Amounts::new(),
            critical: false,
        }
    }

    #[must_use]
    pub fn tracker(&self) -> &Tracker {
        &self.tracker
    }

    /// Of those who were seen, in the order in which they came.
    #[must_use]
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// How likely each kit of somebody who was seen is.
    #[must_use]
    pub fn posterior(&self, index: usize) -> Vec<(&'static Kit, f64)> {
        self.members[index].posterior(&self.tracker.other().team[index].moves)
    }

    /// As [`Tracker::choose`].
    pub fn choose(&mut self, choice: Option<super::choice::Choice>) {
        self.tracker.choose(choice);
    }

    /// As [`Tracker::asked`].
    pub fn asked(&mut self, moves: [MoveId; 4], pp: [u8; 4]) {
        self.tracker.asked(moves, pp);
    }

    /// Follows an event as this seat sees it.
    pub fn hear(&mut self, event: &Event) {
        let own = self.tracker.seat as u8;
        match *event {
            Event::Move { .. } => {
                self.critical = false;
                self.hit.clear();
            }
            Event::Critical(_) => self.critical = true,
            // If it hurts itself behind a Substitute, the other's Substitute takes it.
            Event::Act(who, Condition::Confusion) => {
                let user = self.tracker.own();
                self.hit = if who.side == own {
                    vec![(against_itself(user.lead().level, &user.active.stats), 1.0)]
                } else {
                    self.confusion()
                };
            }
            Event::Damage(who, health, harm) if who.side != own => self.other_loses(health.hp, harm),
            Event::Damage(who, health, Harm::Hit) if self.tracker.mover() != usize::from(who.side) => {
                let lost = self.tracker.own().lead().hp.saturating_sub(health.hp);
                self.dealt = vec![(lost, 1.0)];
            }
            Event::Heal(who, health, help) if who.side != own => self.other_gains(health.hp, help),
            Event::Begin(who, Condition::Substitute) => self.worn[usize::from(who.side)] = vec![(0, 1.0)],
            Event::Act(who, Condition::Substitute) => self.wear(usize::from(who.side)),
            _ => {}
        }
        self.tracker.hear(event);
        for pokemon in &self.tracker.other().team[self.members.len()..self.tracker.seen] {
            self.members.push(Member::new(pokemon.species));
        }
    }

    /// What a hit of a side may do, before it is cut to what is left.
    fn damage(&mut self, side: usize) -> Amounts {
        if self.hit.is_empty() {
            let id = self.tracker.current();
            let strike = if id == MoveId::FISSURE { Strike::unselected() } else { Strike::of(id) };
            self.hit = match strike.data.effect {
                Effect::Level => vec![(u16::from(self.tracker.battle.sides[side].lead().level), 1.0)],
                Effect::Counter => match self.tracker.last_damage {
                    Amount::Exact(damage) => vec![(damage.saturating_mul(2), 1.0)],
                    _ => (1..=800).map(|damage| (damage, 1.0 / 800.0)).collect(),
                },
                Effect::Half => self.halves(1 - side),
                _ => self.rolls(side, &strike),
            };
        }
        self.hit.clone()
    }

    /// What the roll makes of a hit, by whether the other side's Pokémon has a use for Attack.
    fn rolls(&self, side: usize, strike: &Strike) -> Amounts {
        let amounts = |battle: &Battle| rolled(battle.blow(side, strike, self.critical).full());
        let mut battle = self.tracker.battle;
        let hard = amounts(&battle);
        if side == self.tracker.seat {
            return hard;
        }
        let odds = self.hard(usize::from(self.tracker.other().order[0]));
        battle.sides[side].active.stats = self.tracker.soft.stats;
        let species = battle.sides[side].lead().species;
        battle.sides[side].lead_mut().stats = Set { species, moves: [MoveId::NONE; 4] }.pokemon().stats;
        let soft = amounts(&battle).into_iter().map(|(damage, part)| (damage, part * (1.0 - odds)));
        hard.into_iter()
            .map(|(damage, part)| (damage, part * odds))
            .chain(soft)
            .filter(|(_, part)| *part > 0.0)
            .collect()
    }

    /// Half of what a side's Pokémon may have left.
    fn halves(&self, side: usize) -> Amounts {
        let half = |hp: u16| (hp / 2).max(1);
        if side == self.tracker.seat {
            return vec![(half(self.tracker.own().lead().hp), 1.0)];
        }
        let Some(member) = self.members.get(usize::from(self.tracker.other().order[0])) else { return Amounts::new() };
        let gauge = &member.gauges[0];
        (1..=gauge.max).filter(|hp| gauge.odds(*hp) > 0.0).map(|hp| (half(hp), gauge.odds(hp))).collect()
    }

    fn other_loses(&mut self, shown: u16, harm: Harm) {
        let (own, foe) = (self.tracker.seat, 1 - self.tracker.seat);
        let index = usize::from(self.tracker.other().order[0]);
        let id = self.tracker.current();
        let effect = if id.known() { id.data().effect } else { Effect::None };
        let by_itself = self.tracker.mover() == foe;
        let amounts = match harm {
            Harm::Hit if !by_itself && effect != Effect::Half => self.damage(own),
            Harm::Recoil => {
                let Effect::Recoil(part) = effect else { return };
                self.dealt.iter().map(|(damage, odds)| ((damage / part).max(1), *odds)).collect()
            }
            Harm::Confusion => self.confusion(),
            _ => Amounts::new(),
        };
        let Some(member) = self.members.get_mut(index) else { return };
        match harm {
            Harm::Hit if !by_itself && effect == Effect::Half => {
                let half = |hp: u16, to: &mut dyn FnMut(u16, f64)| to(hp.saturating_sub((hp / 2).max(1)), 1.0);
                member.gauges.iter_mut().for_each(|gauge| gauge.change(shown, half));
            }
            Harm::Hit if by_itself && effect == Effect::Substitute => {
                member.gauges.iter_mut().for_each(|gauge| gauge.lose(shown, &[(gauge.max / 4, 1.0)]));
            }
            Harm::Hit if by_itself => member.lose(shown, &[(1, 1.0)]),
            Harm::Status(..) => member.lose_part(shown, 16),
            Harm::Hit | Harm::Recoil | Harm::Confusion => member.lose(shown, &amounts),
        }
    }

    /// What the other side's Pokémon does to itself, by whether it has a use for Attack.
    fn confusion(&self) -> Amounts {
        let (index, level) = (usize::from(self.tracker.other().order[0]), self.tracker.other().lead().level);
        let hard = self.hard(index);
        let damage = |stats| against_itself(level, stats);
        vec![(damage(&self.tracker.other().active.stats), hard), (damage(&self.tracker.soft.stats), 1.0 - hard)]
    }

    /// How likely one of the other side's has a use for Attack.
    fn hard(&self, index: usize) -> f64 {
        let Some(member) = self.members.get(index) else { return 1.0 };
        let hard = |kit: &Kit| kit.set(member.species).hits_hard();
        self.posterior(index).iter().filter(|(kit, _)| hard(kit)).map(|(_, odds)| odds).sum()
    }

    fn other_gains(&mut self, shown: u16, help: Help) {
        let index = usize::from(self.tracker.other().order[0]);
        let drained: Amounts = self.dealt.iter().map(|(damage, odds)| ((damage / 2).max(1), *odds)).collect();
        let Some(member) = self.members.get_mut(index) else { return };
        match help {
            Help::Drain(_) => member.gain(shown, &drained),
            Help::Move => member.gauges.iter_mut().for_each(|gauge| gauge.gain(shown, &[(gauge.max / 2, 1.0)])),
            Help::Rest => member.gain(shown, &[(u16::MAX, 1.0)]),
        }
    }

    /// The Substitute of a side has taken a hit and still stands.
    fn wear(&mut self, side: usize) {
        let hits = self.damage(1 - side);
        if side == self.tracker.seat {
            self.dealt.clone_from(&hits);
        }
        let most = self.quarter(side);
        let mut sums: Vec<f64> = vec![0.0; usize::from(most) + 1];
        for (before, odds) in &self.worn[side] {
            for (damage, part) in hits.iter().filter(|(damage, _)| before + damage <= most) {
                sums[usize::from(before + damage)] += odds * part;
            }
        }
        let sum: f64 = sums.iter().sum();
        if sum > 0.0 {
            let found = sums.iter().enumerate().filter(|(_, odds)| **odds > 0.0);
            self.worn[side] = found.map(|(damage, odds)| (damage as u16, odds / sum)).collect();
        }
    }

    /// How likely the Substitute of a side has taken so much damage.
    #[must_use]
    pub fn worn(&self, side: usize, damage: u16) -> f64 {
        self.worn[side].iter().filter(|(amount, _)| *amount == damage).map(|(_, odds)| odds).sum()
    }

    /// The most damage that a side's Substitute can take and still stand.
    fn quarter(&self, side: usize) -> u16 {
        if side == self.tracker.seat {
            return self.tracker.own().lead().max_hp / 4;
        }
        let member = self.members.get(usize::from(self.tracker.other().order[0]));
        member.and_then(|member| member.gauges.iter().map(|gauge| gauge.max / 4).max()).unwrap_or(0)
    }

    /// A battle that may be the one that is played, as likely as it is.
    #[must_use]
    pub fn sample(&self, rng: &mut Rng) -> Battle {
        let mut battle = self.tracker.battle;
        let (own, foe) = (self.tracker.seat, 1 - self.tracker.seat);
        self.fill_other(&mut battle, rng);
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

    /// The other side's sets, members, HP and selections.
    fn fill_other(&self, battle: &mut Battle, rng: &mut Rng) {
        let foe = 1 - self.tracker.seat;
        let known = *self.tracker.other();
        let lead = usize::from(known.order[0]);
        let side = &mut battle.sides[foe];
        for (index, member) in self.members.iter().enumerate() {
            let odds = self.posterior(index);
            let weights: Vec<f64> = odds.iter().map(|(_, odds)| *odds).collect();
            let mut set = odds[rng.pick(&weights)].0.set(member.species);
            shuffle(&mut set, rng);
            let mut pokemon = set.pokemon();
            let shown = known.team[index];
            for (id, pp) in shown.moves.iter().zip(shown.pp).filter(|(id, _)| !id.is_none()) {
                if let Some(slot) = set.moves.iter().position(|other| other == id) {
                    pokemon.pp[slot] = pp;
                }
            }
            pokemon.pp[0] = (pokemon.pp[0].wrapping_sub(self.tracker.unpaid[index])) & 63;
            pokemon.hp = match member.gauges.iter().find(|gauge| gauge.max == pokemon.max_hp) {
                Some(gauge) if !shown.fainted => gauge.draw(rng),
                _ => 0,
            };
            (pokemon.status, pokemon.rested, pokemon.fainted) = (shown.status, shown.rested, shown.fainted);
            side.team[index] = pokemon;
        }
        let seen: Vec<Species> = self.members.iter().map(|member| member.species).collect();
        if seen.len() < 6 {
            for (place, species) in complete(&seen, self.ditto, rng).into_iter().enumerate() {
                let weights: Vec<f64> = kits(species).iter().map(|kit| kit.odds).collect();
                let mut set = kits(species)[rng.pick(&weights)].set(species);
                shuffle(&mut set, rng);
                side.team[seen.len() + place] = set.pokemon();
            }
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
