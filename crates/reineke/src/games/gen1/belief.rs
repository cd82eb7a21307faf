//! What a player may think of what it cannot see: the other side's sets, members and exact HP, and the counters of both.
//!
//! Sets and members have the odds of the team generator, given all that was shown; HP those of the damage rolls. Nothing
//! that may be is ever ruled out.

use super::battle::{Flags, Phase};
use super::choice::{Choice, Menu};
use super::damage::against_itself;
use super::dex::{Effect, MoveId, Species};
use super::event::{Condition, Event, Harm, Help};
use super::gauge::{Amounts, rolled};
use super::habits::{self, Odds, PRIOR, STYLES, Shown};
use super::hit::Strike;
use super::member::Member;
use super::sets::{Kit, ditto, kits};
use super::team::{Set, Team};
use super::track::{Amount, Tracker};

#[derive(Clone, Debug, PartialEq)]
pub struct Belief {
    pub(super) tracker: Tracker,
    pub(super) members: Vec<Member>,
    /// The other team may have a Ditto.
    pub(super) ditto: bool,
    /// Damage that the Substitute of each side has taken.
    pub(super) worn: [Amounts; 2],
    /// What the last hit of the other side on the own one did, on a Substitute only about.
    dealt: Amounts,
    /// What the hit that is going on may do.
    pub(super) hit: Amounts,
    critical: bool,
    /// Whether what the other side chooses counts.
    heeds: bool,
    /// How much speaks for each style of the other side, as logarithms.
    styles: [f64; STYLES],
    /// What the other side is expected to choose, as long as it has not shown it.
    expected: Option<Expected>,
    /// What its members chose last, by whom they faced.
    last: Vec<(Pairing, Shown)>,
}

/// One of the other side's by number, and the own species that it faces.
type Pairing = (usize, Species);

#[derive(Clone, Debug, PartialEq)]
struct Expected {
    pairing: Pairing,
    /// By kit.
    odds: Vec<[Odds; STYLES]>,
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
            heeds: true,
            styles: PRIOR.map(f64::ln),
            expected: None,
            last: Vec::new(),
        }
    }

    /// The same, but what the other side chooses does not count.
    #[must_use]
    pub fn heedless(self) -> Self {
        Self { heeds: false, ..self }
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
    pub fn choose(&mut self, choice: Option<Choice>) {
        self.expect();
        self.tracker.choose(choice);
    }

    /// Before the own choice counts: what the other side may choose.
    fn expect(&mut self) {
        self.expected = None;
        let (battle, foe) = (&self.tracker.battle, 1 - self.tracker.seat);
        let side = &battle.sides[foe];
        let index = usize::from(side.order[0]);
        let held = matches!(side.menu(), Menu::Fight | Menu::Recharge | Menu::Locked(_));
        // Of moves that are not its own, its set says nothing.
        let strange = side.active.copied != 0 || side.active.flags.has(Flags::TRANSFORMED);
        if !self.heeds || battle.phase != Phase::Move || held || strange || index >= self.members.len() {
            return;
        }
        let shown = side.team[index];
        let empty = |id: MoveId| shown.moves.iter().zip(shown.pp).any(|(known, pp)| *known == id && pp == 0);
        let odds = habits::odds(battle, foe, kits(shown.species), |id| !empty(id));
        self.expected = Some(Expected { pairing: (index, self.tracker.own().active.species), odds });
    }

    /// How likely each style of the other side is.
    #[must_use]
    pub fn styles(&self) -> [f64; STYLES] {
        let most = self.styles.iter().copied().fold(f64::MIN, f64::max);
        let parts = self.styles.map(|weight| (weight - most).exp());
        parts.map(|part| part / parts.iter().sum::<f64>())
    }

    /// The other side shows what it chose.
    fn reveal(&mut self, shown: Shown) {
        let Some(Expected { pairing, odds }) = self.expected.take() else { return };
        let place = self.last.iter().position(|(before, _)| *before == pairing);
        let again = place.map(|place| shown.again(self.last[place].1));
        let likely =
            |odds: f64| again.map_or(odds, |again| if odds > 0.0 { habits::repeated(odds, again) } else { 0.0 });
        let (styles, kits) = (self.styles(), self.posterior(pairing.0));
        let mut sums = [0.0; STYLES];
        for (number, ((kit, part), odds)) in kits.iter().zip(&odds).enumerate() {
            let each = odds.map(|odds| likely(odds.of(kit, shown)));
            sums.iter_mut().zip(each).for_each(|(sum, odds)| *sum += part * odds);
            let all = habits::mixed(&styles, &each);
            // Whoever lacks a move that was used is out anyway.
            if all > 0.0 {
                self.members[pairing.0].choices[number] += all.ln();
            }
        }
        if sums.iter().all(|sum| *sum > 0.0) {
            self.styles.iter_mut().zip(sums).for_each(|(style, sum)| *style += sum.ln());
        }
        match place {
            _ if shown == Shown::Stay => {}
            Some(place) => self.last[place].1 = shown,
            None => self.last.push((pairing, shown)),
        }
    }

    /// What an event shows of the other side's choice.
    fn shows(&self, event: &Event) -> Option<Shown> {
        let foe = 1 - self.tracker.seat as u8;
        match *event {
            Event::Switch { who, .. } if who.side == foe => Some(Shown::Switch),
            Event::Move { who, id, by, .. } if who.side == foe && by != MoveId::MIRRORMOVE => Some(Shown::Move(id)),
            // Whoever switches does so before anything else.
            Event::Faint(_) | Event::Turn(_) => Some(Shown::Stay),
            _ => None,
        }
    }

    /// As [`Tracker::asked`].
    pub fn asked(&mut self, moves: [MoveId; 4], pp: [u8; 4]) {
        self.tracker.asked(moves, pp);
    }

    /// Follows an event as this seat sees it.
    pub fn hear(&mut self, event: &Event) {
        let own = self.tracker.seat as u8;
        if let Some(shown) = self.shows(event) {
            self.reveal(shown);
        }
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
                self.weigh_attack(lost, health.hp == 0);
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
        let hard = self.rolled(side, strike, true);
        if side == self.tracker.seat {
            return hard;
        }
        let odds = self.hard(usize::from(self.tracker.other().order[0]));
        let soft = self.rolled(side, strike, false).into_iter().map(|(damage, part)| (damage, part * (1.0 - odds)));
        hard.into_iter()
            .map(|(damage, part)| (damage, part * odds))
            .chain(soft)
            .filter(|(_, part)| *part > 0.0)
            .collect()
    }

    /// What the roll makes of a hit if the other side's Pokémon has a use for Attack or none.
    fn rolled(&self, side: usize, strike: &Strike, hard: bool) -> Amounts {
        let mut battle = self.tracker.battle;
        if !hard {
            let foe = &mut battle.sides[1 - self.tracker.seat];
            foe.active.stats = self.tracker.soft.stats;
            let species = foe.lead().species;
            foe.lead_mut().stats = Set { species, moves: [MoveId::NONE; 4] }.pokemon().stats;
        }
        rolled(battle.blow(side, strike, self.critical).full())
    }

    /// A hit of the other side tells of its Attack by what it took, or at least took.
    fn weigh_attack(&mut self, lost: u16, all: bool) {
        let (foe, id) = (1 - self.tracker.seat, self.tracker.current());
        let index = usize::from(self.tracker.other().order[0]);
        let open = |member: &Member| member.gauges.iter().any(|gauge| gauge.hard != member.gauges[0].hard);
        let drawn = id.known() && id.data().power > 0 && !matches!(id.data().effect, Effect::Counter | Effect::Level);
        if !drawn || id == MoveId::FISSURE || !self.members.get(index).is_some_and(open) {
            return;
        }
        let odds = [false, true].map(|hard| {
            let amounts = self.rolled(foe, &Strike::of(id), hard);
            let fits = amounts.iter().filter(|(damage, _)| *damage == lost || all && *damage > lost);
            fits.map(|(_, part)| part).sum::<f64>()
        });
        if odds[0] != odds[1] {
            for gauge in &mut self.members[index].gauges {
                gauge.witness(odds[usize::from(gauge.hard)]);
            }
        }
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
            _ => Amounts::new(),
        };
        let level = self.tracker.other().lead().level;
        let stats = [self.tracker.soft.stats, self.tracker.other().active.stats];
        let Some(member) = self.members.get_mut(index) else { return };
        match harm {
            Harm::Hit if !by_itself && effect == Effect::Half => {
                let half = |hp: u16, to: &mut dyn FnMut(u16, f64)| to(hp.saturating_sub((hp / 2).max(1)), 1.0);
                member.gauges.iter_mut().for_each(|gauge| gauge.change(shown, half));
            }
            Harm::Hit if by_itself && effect == Effect::Substitute => {
                member.lose_each(shown, |gauge| gauge.max / 4);
            }
            Harm::Hit if by_itself => member.lose(shown, &[(1, 1.0)]),
            Harm::Status(..) => member.lose_each(shown, |gauge| (gauge.max / 16).max(1)),
            Harm::Confusion => {
                member.lose_each(shown, |gauge| against_itself(level, &stats[usize::from(gauge.hard)]));
            }
            Harm::Hit | Harm::Recoil => member.lose(shown, &amounts),
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
}
