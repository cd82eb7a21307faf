//! A battle as one of its players knows it, followed by what that player is told and asked.
//!
//! The own side is known but for counters that nobody sees: of sleep, of confusion, of a Substitute's HP. Of the other side
//! only what was shown is there: members that came in, moves that were used, HP in hundredths.

use super::battle::{Active, Battle, Boost, Flags, Phase, Pokemon, Side, weaken};
use super::choice::{Choice, Menu};
use super::damage::against_itself;
use super::dex::{Effect, MoveId, Species, Stat, StatName, Status};
use super::event::{Bar, Condition, Event, Harm, Health, Help, Hint, Who};
use super::side::keeps_damage;
use super::team::{Set, Team};

/// A slot that is not known.
pub const BLIND: u8 = 4;

/// A number that is known, or only about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    Exact(u16),
    /// Damage that the other side took, in hundredths of its HP.
    Share(u16),
    /// Damage that a Substitute took.
    Unseen,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tracker {
    pub seat: usize,
    /// As far as it is known. The other side's team begins with those who were seen, in the order in which they came, whose
    /// maximum of HP stands as 100; its moves are those that were seen, and its Attack that of a Pokémon with a use for it.
    pub battle: Battle,
    /// How many of the other side's team were seen, and which of the own, a bit each.
    pub seen: usize,
    pub shown: u8,
    /// The other side's active Pokémon if it should have no use for Attack.
    pub soft: Active,
    /// Turns that somebody has slept, by side and team index, and been confused, by side.
    pub slept: [[u8; 6]; 2],
    pub confused: [u8; 2],
    /// Hits that an own or foreign Substitute has taken, by side.
    pub worn: [u8; 2],
    /// What Counter would double.
    pub last_damage: Amount,
    /// PP that members of the other side paid from a slot that is not known, by team index.
    pub unpaid: [u8; 6],
    /// The other side selected something that it could not show.
    pub blind: bool,
    /// The own Pokémon has copied one whose moves and Attack are not all known.
    pub borrowed: bool,
    /// The own Pokémon has just copied another; the moves of that one that were not its own, and its Attack, stored and as
    /// it counts, if it should have no use for it.
    lent: Option<([MoveId; 4], (u16, u16))>,
    /// The other side's has copied the own one before its moves were known.
    mirrored: bool,
    now: Now,
}

/// What is going on within a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Now {
    /// Whose move it is, and which.
    mover: usize,
    current: MoveId,
    /// Who was asleep, frozen, recharging or in a move of two turns when the turn began.
    held: [bool; 2],
    /// The other side has chosen something that it has not shown yet.
    waiting: bool,
    /// Boosts of which the second line is still to come.
    back: bool,
    /// Somebody makes a Substitute, and will pay for it.
    paying: bool,
}

/// Somebody who has not been seen.
const NOBODY: Pokemon = Pokemon {
    hp: 100,
    max_hp: 100,
    stats: [0; 4],
    species: Species(0),
    level: 0,
    moves: [MoveId::NONE; 4],
    pp: [0; 4],
    status: Status::None,
    sleep: 0,
    slept: 0,
    rested: false,
    fainted: false,
    broken: false,
};

impl Tracker {
    /// Before the first line; the own team is known from the first request.
    #[must_use]
    pub fn new(seat: usize, team: &Team) -> Self {
        let own = Side::new(team.map(|set| set.pokemon()));
        let other = Side { slot: BLIND, ..Side::new([NOBODY; 6]) };
        Self {
            seat,
            battle: Battle {
                sides: if seat == 0 { [own, other] } else { [other, own] },
                turn: 0,
                last_damage: 0,
                last_move: MoveId::NONE,
                phase: Phase::Move,
                hinted: 0,
            },
            seen: 0,
            shown: 0,
            soft: Active::fresh(&NOBODY),
            slept: [[0; 6]; 2],
            confused: [0; 2],
            worn: [0; 2],
            last_damage: Amount::Exact(0),
            unpaid: [0; 6],
            blind: false,
            borrowed: false,
            lent: None,
            mirrored: false,
            now: Now::default(),
        }
    }

    #[must_use]
    pub fn own(&self) -> &Side {
        &self.battle.sides[self.seat]
    }

    #[must_use]
    pub fn other(&self) -> &Side {
        &self.battle.sides[1 - self.seat]
    }

    /// Whose move is going on.
    #[must_use]
    pub fn mover(&self) -> usize {
        self.now.mover
    }

    /// The move that is going on.
    #[must_use]
    pub fn current(&self) -> MoveId {
        self.now.current
    }

    /// A turn begins: what this seat chose, None if it was not asked.
    pub fn choose(&mut self, choice: Option<Choice>) {
        for (held, side) in self.now.held.iter_mut().zip(&self.battle.sides) {
            *held = matches!(side.menu(), Menu::Fight | Menu::Recharge | Menu::Locked(_));
        }
        self.now.waiting = self.battle.phase == Phase::Move && self.seen > 0;
        if let Some(Choice::Move(slot)) = choice {
            self.battle.sides[self.seat].select(slot as usize);
        }
    }

    /// The moves and PP of the own Pokémon as a request shows them. Of one that copies another, this tells what the other has.
    pub fn asked(&mut self, moves: [MoveId; 4], pp: [u8; 4]) {
        let active = &mut self.battle.sides[self.seat].active;
        (active.moves, active.pp) = (moves, pp);
        let Some((lent, attack)) = self.lent.take() else { return };
        active.copied = (1 << active.move_count()) - 1;
        let model = *active;
        if std::mem::take(&mut self.mirrored) {
            let level = self.other().lead().level;
            self.active(1 - self.seat).copy(&model, level);
        }
        if let Some(index) = self.find(model.species) {
            let new = moves.iter().filter(|id| !id.is_none() && !lent.contains(id));
            new.for_each(|id| self.reveal(index, *id));
            let shown = self.other().team[index];
            // With all moves known, so is whether it has a use for Attack.
            if shown.move_count() == 4 && !(Set { species: shown.species, moves: shown.moves }).hits_hard() {
                let active = self.active(self.seat);
                (active.stored[Stat::Attack as usize], active.stats[Stat::Attack as usize]) = attack;
            }
            self.borrowed = shown.move_count() < 4;
        }
    }

    /// The index of one of the other side's that was seen.
    #[must_use]
    pub fn find(&self, species: Species) -> Option<usize> {
        self.other().team[..self.seen].iter().position(|pokemon| pokemon.species == species)
    }

    /// Follows an event as this seat sees it ([`Event::seen`]).
    pub fn hear(&mut self, event: &Event) {
        match *event {
            Event::Turn(turn) => self.turn(turn),
            Event::Switch { who, level, health } => self.enter(who, level, health),
            Event::Move { who, id, by, .. } => self.used(who.side.into(), id, by),
            Event::Cannot(who, bar) => self.cannot(who.side.into(), bar),
            Event::Damage(who, health, harm) => self.damage(who.side.into(), health, harm),
            Event::Heal(who, health, help) => self.heal(who.side.into(), health, help),
            Event::Status(who, status, by) => self.status(who.side.into(), status, by),
            Event::Cure(who, status) => self.cure(who.side.into(), status),
            Event::Begin(who, condition) => self.begin(who.side.into(), condition),
            Event::Act(who, condition) => self.act(who.side.into(), condition),
            Event::End(who, condition) => self.end(who.side.into(), condition),
            Event::Raise(who, stat, by) => self.raise(who.side.into(), stat, by),
            Event::Miss(_) => self.last_damage = Amount::Exact(0),
            Event::Recharge(who) => self.active(who.side.into()).flags.set(Flags::RECHARGE),
            Event::Transform(who, _) => self.transform(who.side.into()),
            Event::Faint(who) => self.faint(who.side.into()),
            Event::Hint(Hint::SelfHitNothing | Hint::SelfHitOther, _) => self.hurt(self.now.mover),
            Event::Win(side) => self.battle.phase = if side == 0 { Phase::Won } else { Phase::Lost },
            Event::Tie => self.battle.phase = Phase::Tied,
            _ => {}
        }
    }

    fn side(&mut self, side: usize) -> &mut Side {
        &mut self.battle.sides[side]
    }

    fn active(&mut self, side: usize) -> &mut Active {
        &mut self.battle.sides[side].active
    }

    /// The active Pokémon of a side, of the other side also as one without a use for Attack.
    fn actives(&mut self, side: usize) -> impl Iterator<Item = &mut Active> {
        let soft = (side != self.seat).then_some(&mut self.soft);
        std::iter::once(&mut self.battle.sides[side].active).chain(soft)
    }

    fn turn(&mut self, turn: u16) {
        self.kept(1 - self.seat);
        self.battle.turn = turn;
        self.battle.phase = Phase::Move;
        for side in &mut self.battle.sides {
            side.close();
            side.active.flags.clear(Flags::FLINCH);
            side.open();
        }
    }

    fn enter(&mut self, who: Who, level: u8, health: Health) {
        let side = usize::from(who.side);
        self.now.waiting &= side == self.seat;
        let index = if side == self.seat {
            self.own().team.iter().position(|pokemon| pokemon.species == who.species)
        } else {
            self.find(who.species)
        };
        let index = index.unwrap_or_else(|| self.meet(who.species, level));
        if side == self.seat {
            self.shown |= 1 << index;
        }
        let place = self.side(side).order.iter().position(|at| usize::from(*at) == index).unwrap_or(0);
        // The first one stands there already, and is brought again for the sake of those who have not been seen.
        self.side(side).bring(place);
        self.show(side, health);
        self.side(side).lead_mut().status = health.status;
        self.side(side).slot = if side == self.seat { 0 } else { BLIND };
        for active in self.battle.sides.iter_mut().map(|side| &mut side.active) {
            active.last_move = MoveId::NONE;
        }
        self.renew(side);
        self.confused[side] = 0;
        self.worn[side] = 0;
    }

    /// Forgets what one on the field had copied; and the other side's as one without a use for Attack.
    fn renew(&mut self, side: usize) {
        if side == self.seat {
            (self.borrowed, self.lent) = (false, None);
            return;
        }
        self.mirrored = false;
        let mut soft = *self.side(side).lead();
        soft.stats = Set { species: soft.species, moves: [MoveId::NONE; 4] }.pokemon().stats;
        self.soft = Active::fresh(&soft);
    }

    /// One of the other side's whom nobody has seen before.
    fn meet(&mut self, species: Species, level: u8) -> usize {
        let index = self.seen.min(5);
        self.seen = index + 1;
        let hard = Set { species, moves: [MoveId::MIMIC, MoveId::NONE, MoveId::NONE, MoveId::NONE] }.pokemon();
        let seat = 1 - self.seat;
        self.side(seat).team[index] = Pokemon { species, level, stats: hard.stats, ..NOBODY };
        index
    }

    fn show(&mut self, side: usize, health: Health) {
        let pokemon = self.side(side).lead_mut();
        pokemon.hp = health.hp;
    }

    /// A move that the other side is now known to have.
    fn reveal(&mut self, index: usize, id: MoveId) {
        let side = 1 - self.seat;
        let seat = self.side(side);
        let on_field = usize::from(seat.order[0]) == index && !seat.active.flags.has(Flags::TRANSFORMED);
        let pokemon = &mut seat.team[index];
        let count = pokemon.move_count();
        if count == 4 || pokemon.moves.contains(&id) {
            return;
        }
        (pokemon.moves[count], pokemon.pp[count]) = (id, id.data().most_pp);
        if on_field {
            (seat.active.moves[count], seat.active.pp[count]) = (id, id.data().most_pp);
        }
    }

    fn used(&mut self, side: usize, id: MoveId, by: MoveId) {
        (self.now.mover, self.now.current) = (side, id);
        (self.now.back, self.now.paying) = (false, false);
        let called = by == MoveId::MIRRORMOVE;
        if side != self.seat && !called {
            self.selected(side, id);
        }
        let seat = &mut self.battle.sides[side];
        if called {
            (seat.selected, seat.shown_selected) = (id, id);
        } else if id != MoveId::STRUGGLE && (!id.charges() || !seat.active.charging.is_none()) {
            if seat.slot == BLIND {
                self.unpaid[usize::from(seat.order[0])] += 1;
            }
            seat.pay(-1);
        }
        seat.used(id, by);
        self.battle.last_move = id;
        if id.charges() {
            let charging = &mut seat.active.charging;
            let first = charging.is_none();
            *charging = if first { id } else { MoveId::NONE };
            if first {
                return;
            }
        }
        if !keeps_damage(id) {
            self.last_damage = Amount::Exact(0);
        }
    }

    /// What the other side had selected, seen by its use.
    fn selected(&mut self, side: usize, id: MoveId) {
        self.now.waiting = false;
        let held = self.now.held[side];
        let seat = &mut self.battle.sides[side];
        if held {
            seat.shown_selected = seat.slot_move();
            return;
        }
        self.blind = false;
        if id == MoveId::STRUGGLE {
            (seat.selected, seat.shown_selected) = (id, id);
            return;
        }
        if !seat.active.moves.contains(&id) {
            let index = usize::from(seat.order[0]);
            self.reveal(index, id);
        }
        let seat = &mut self.battle.sides[side];
        let slot = seat.active.moves.iter().position(|known| *known == id);
        seat.slot = slot.map_or(BLIND, |slot| slot as u8);
        (seat.selected, seat.shown_selected) = (id, id);
    }

    /// The other side selected something, and did not come to show it.
    fn kept(&mut self, side: usize) {
        if side == self.seat || !std::mem::take(&mut self.now.waiting) {
            return;
        }
        let seat = &mut self.battle.sides[side];
        if self.now.held[side] {
            seat.shown_selected = seat.slot_move();
        } else {
            self.blind = true;
            seat.slot = BLIND;
        }
    }

    fn cannot(&mut self, side: usize, bar: Bar) {
        self.now.mover = side;
        self.kept(side);
        match bar {
            Bar::Sleep => {
                self.doze(side);
                self.active(side).last_move = MoveId::NONE;
            }
            Bar::Freeze => self.active(side).last_move = MoveId::NONE,
            Bar::Paralysis => self.active(side).charging = MoveId::NONE,
            Bar::Flinch | Bar::Recharge => self.active(side).flags.clear(Flags::RECHARGE),
        }
    }

    fn doze(&mut self, side: usize) {
        let index = usize::from(self.battle.sides[side].order[0]);
        self.slept[side][index] += 1;
    }

    fn damage(&mut self, side: usize, health: Health, harm: Harm) {
        let before = self.battle.sides[side].lead().hp;
        self.show(side, health);
        let lost = before.saturating_sub(health.hp);
        match harm {
            Harm::Confusion => {
                self.hurt(side);
                if side != self.seat && self.soft.stats != self.other().active.stats {
                    self.last_damage = Amount::Share(lost);
                }
            }
            Harm::Hit if side != self.now.mover => self.dealt(side, lost),
            Harm::Hit if self.now.paying => self.now.paying = false,
            // Whoever misses with a kick.
            Harm::Hit => self.last_damage = Amount::Exact(1),
            Harm::Recoil | Harm::Status(..) => {}
        }
    }

    /// A hit on somebody.
    fn dealt(&mut self, side: usize, lost: u16) {
        let drains = self.now.current.known() && self.now.current.data().effect == Effect::Drain;
        self.last_damage = match lost {
            _ if side != self.seat => Amount::Share(if drains { lost / 2 } else { lost }),
            0 => Amount::Exact(0),
            _ if drains => Amount::Exact((lost / 2).max(1)),
            _ => Amount::Exact(lost),
        };
    }

    /// Somebody hurt itself in its confusion.
    fn hurt(&mut self, side: usize) {
        self.kept(side);
        let level = self.battle.sides[side].lead().level;
        let active = self.active(side);
        active.charging = MoveId::NONE;
        self.last_damage = Amount::Exact(against_itself(level, &active.stats));
    }

    fn heal(&mut self, side: usize, health: Health, help: Help) {
        self.show(side, health);
        if help == Help::Rest {
            self.side(side).lead_mut().status = Status::Sleep;
        }
    }

    fn status(&mut self, side: usize, status: Status, by: MoveId) {
        let seat = self.side(side);
        let index = usize::from(seat.order[0]);
        let pokemon = seat.lead_mut();
        pokemon.status = status;
        pokemon.rested = status == Status::Sleep && by == MoveId::REST;
        if status == Status::Sleep {
            seat.active.flags.clear(Flags::RECHARGE);
        }
        self.slept[side][index] = 0;
        self.actives(side).for_each(|active| weaken(&mut active.stats, status));
    }

    fn cure(&mut self, side: usize, status: Status) {
        let pokemon = self.side(side).lead_mut();
        (pokemon.status, pokemon.rested) = (Status::None, false);
        if status == Status::Sleep {
            self.kept(side);
            self.active(side).last_move = MoveId::NONE;
        }
    }

    fn begin(&mut self, side: usize, condition: Condition) {
        match condition {
            Condition::Confusion => {
                self.active(side).confusion = 1;
                self.confused[side] = 0;
            }
            Condition::Substitute => {
                self.active(side).substitute = 1;
                (self.worn[side], self.now.paying) = (0, true);
            }
            Condition::Reflect => self.active(side).flags.set(Flags::REFLECT),
            Condition::Mimic(id) => {
                if side == self.seat {
                    let index = usize::from(self.other().order[0]);
                    if !self.other().active.moves.contains(&id) {
                        self.reveal(index, id);
                    }
                }
                let slot = self.side(side).slot as usize;
                self.active(side).mimic(slot, id);
            }
        }
    }

    fn act(&mut self, side: usize, condition: Condition) {
        match condition {
            Condition::Confusion => {
                self.now.mover = side;
                self.confused[side] += 1;
            }
            Condition::Substitute => {
                self.worn[side] += 1;
                self.last_damage = Amount::Unseen;
            }
            Condition::Reflect | Condition::Mimic(_) => {}
        }
    }

    fn end(&mut self, side: usize, condition: Condition) {
        match condition {
            Condition::Confusion => {
                self.now.mover = side;
                self.active(side).confusion = 0;
            }
            Condition::Substitute => {
                self.active(side).substitute = 0;
                self.last_damage = Amount::Unseen;
            }
            Condition::Reflect | Condition::Mimic(_) => {}
        }
    }

    fn raise(&mut self, side: usize, name: StatName, by: i8) {
        if std::mem::take(&mut self.now.back) {
            return;
        }
        let Some(stat) = Stat::ALL.into_iter().find(|stat| stat.names()[0] == name) else { return };
        let done: Vec<Boost> = self.actives(side).map(|active| active.boost(stat, by)).collect();
        if done[0] == Boost::Back {
            self.now.back = true;
            return;
        }
        let foe = 1 - self.now.mover;
        let status = self.battle.sides[foe].lead().status;
        self.actives(foe).for_each(|active| weaken(&mut active.stats, status));
    }

    fn transform(&mut self, side: usize) {
        let theirs = self.battle.sides[1 - side].active;
        let level = self.battle.sides[side].lead().level;
        self.actives(side).for_each(|active| active.copy(&theirs, level));
        if side != self.seat {
            self.mirrored = self.lent.is_some();
        } else if theirs.flags.has(Flags::TRANSFORMED) {
            self.borrowed = false;
        } else {
            self.borrowed = true;
            let lent = |slot: usize| if theirs.copied >> slot & 1 == 1 { theirs.moves[slot] } else { MoveId::NONE };
            let attack = Stat::Attack as usize;
            self.lent = Some(([0, 1, 2, 3].map(lent), (self.soft.stored[attack], self.soft.stats[attack])));
        }
    }

    fn faint(&mut self, side: usize) {
        self.kept(1 - self.seat);
        self.side(side).fall();
        self.renew(side);
        self.side(side).lead_mut().status = Status::Fainted;
        self.battle.phase = Phase::Switch;
    }
}
