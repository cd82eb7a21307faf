//! What a hit does.

use super::battle::{Flags, weaken};
use super::dex::{Category, Effect, Extra, Move, MoveId, Stat, Status, Type};
use super::event::{Condition, Event, Failure, Harm, Help, Hint, Log, Notice};
use super::roll::{Roll, Rolls};
use super::turn::Play;

/// A move on its way.
pub struct Strike {
    pub id: MoveId,
    pub data: &'static Move,
    /// Of 256; 0 never misses.
    pub accuracy: u8,
    /// No type is good or bad at it.
    pub typeless: bool,
    /// Which hit of several this is, from 1, and whether there are no more.
    pub number: u8,
    pub last: bool,
    /// What the first hit did, which later ones repeat.
    pub dealt: Option<u16>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    Done,
    Failed,
}

/// What a thawed Pokémon uses if its side has not selected a move yet: it looks like Fissure.
static NOTHING: Move = Move {
    id: "fissure",
    name: "Fissure",
    kind: Type::Normal,
    category: Category::Special,
    power: 102,
    accuracy: 80,
    pp: 10,
    most_pp: 10,
    priority: 0,
    target: "normal",
    sharp: false,
    immune: false,
    hits: 1,
    effect: Effect::None,
    extra: Extra::None,
    odds: 0,
};

impl Strike {
    #[inline]
    pub fn of(id: MoveId) -> Self {
        let data = id.data();
        Self { id, data, accuracy: data.accuracy, typeless: false, number: 1, last: true, dealt: None }
    }

    /// By whoever thaws before its side has selected any move.
    pub fn unselected() -> Self {
        Self { data: &NOTHING, accuracy: NOTHING.accuracy, typeless: true, ..Self::of(MoveId::FISSURE) }
    }
}

impl<R: Rolls, L: Log> Play<'_, R, L> {
    /// One hit: on the Substitute if there is one, else damage, then what else the move does.
    pub(super) fn hit(&mut self, side: usize, target: usize, strike: &mut Strike) -> Hit {
        let status_move = strike.data.category == Category::Status;
        if status_move && !self.may_work(side, target, strike.data.effect) {
            return Hit::Failed;
        }
        if !status_move && self.active(target).substitute > 0 {
            return self.hit_substitute(side, target, strike);
        }
        if !status_move {
            let Some(damage) = self.damage(side, target, strike) else { return Hit::Failed };
            let damage = damage.min(self.battle.sides[target].lead().hp);
            strike.dealt.get_or_insert(damage);
            self.strike(side, target, damage, strike.data.effect);
        }
        if self.work(side, target, strike) == Hit::Failed {
            return Hit::Failed;
        }
        if strike.data.effect == Effect::Recharge && self.battle.sides[side].lead().hp > 0 {
            self.active(side).flags.set(Flags::RECHARGE);
        }
        if strike.data.extra != Extra::None && strike.last && self.battle.sides[target].lead().hp > 0 {
            self.extra(side, target, strike.data);
        }
        Hit::Done
    }

    /// What a status move meets first.
    fn may_work(&mut self, side: usize, target: usize, effect: Effect) -> bool {
        let failure = match effect {
            Effect::Reflect if self.active(target).flags.has(Flags::REFLECT) => Failure::Plain,
            Effect::Substitute if self.active(target).substitute > 0 => Failure::Substitute,
            Effect::Substitute if self.low(target) => Failure::Weak,
            Effect::Boost(..) if side != target && self.active(target).substitute > 0 => Failure::Plain,
            Effect::Confuse if self.active(target).substitute > 0 => Failure::Plain,
            _ => return true,
        };
        self.log.add(Event::Fail(self.who(target), failure));
        false
    }

    /// Less than a quarter of its HP is left.
    fn low(&self, side: usize) -> bool {
        let pokemon = self.battle.sides[side].lead();
        u32::from(pokemon.hp) * 4 < u32::from(pokemon.max_hp)
    }

    fn hit_substitute(&mut self, side: usize, target: usize, strike: &mut Strike) -> Hit {
        let damage = if strike.number > 1 {
            self.battle.last_damage
        } else {
            let Some(damage) = self.damage(side, target, strike) else { return Hit::Failed };
            damage
        };
        strike.dealt.get_or_insert(0);
        self.battle.last_damage = damage;
        if self.wear(target, damage) {
            return Hit::Done;
        }
        match strike.data.effect {
            Effect::Recoil(part) if damage > 0 => self.recoil(side, damage, part),
            Effect::Drain => self.drain(side, target, damage),
            Effect::Recharge => self.active(side).flags.set(Flags::RECHARGE),
            _ => {}
        }
        Hit::Done
    }

    /// Damage to the Pokémon itself.
    fn strike(&mut self, side: usize, target: usize, damage: u16, effect: Effect) {
        self.battle.last_damage = damage;
        self.lose(target, damage);
        self.log.add(Event::Damage(self.who(target), self.health(target), Harm::Hit));
        if damage > 0 {
            match effect {
                Effect::Recoil(part) => self.recoil(side, damage, part),
                Effect::Drain => self.drain(side, target, damage),
                _ => {}
            }
        }
    }

    fn recoil(&mut self, side: usize, damage: u16, part: u16) {
        if self.battle.sides[side].lead().hp > 0 {
            self.harm(side, (damage / part).max(1), Harm::Recoil);
        }
    }

    fn drain(&mut self, side: usize, target: usize, damage: u16) {
        let amount = (damage / 2).max(1);
        self.battle.last_damage = amount;
        let of = self.who(target);
        self.heal(side, amount, Help::Drain(of));
    }

    pub(super) fn harm(&mut self, side: usize, damage: u16, harm: Harm) {
        self.lose(side, damage);
        self.log.add(Event::Damage(self.who(side), self.health(side), harm));
    }

    pub(super) fn lose(&mut self, side: usize, damage: u16) {
        let pokemon = self.side(side).lead_mut();
        if pokemon.hp > damage {
            pokemon.hp -= damage;
        } else {
            self.faint(side);
        }
    }

    pub(super) fn faint(&mut self, side: usize) {
        self.side(side).lead_mut().hp = 0;
        if !self.fainting[..self.faints].contains(&(side as u8)) {
            self.fainting[self.faints] = side as u8;
            self.faints += 1;
        }
    }

    fn heal(&mut self, side: usize, amount: u16, help: Help) {
        let pokemon = self.side(side).lead_mut();
        if pokemon.hp == 0 || pokemon.hp >= pokemon.max_hp {
            return;
        }
        pokemon.hp = (pokemon.hp + amount).min(pokemon.max_hp);
        self.log.add(Event::Heal(self.who(side), self.health(side), help));
    }

    /// What a move does beside damage and the extra that needs luck.
    fn work(&mut self, side: usize, target: usize, strike: &Strike) -> Hit {
        let done = match strike.data.effect {
            Effect::Boost(stat, by) => self.raise(side, target, stat, by),
            Effect::Status(status) => {
                self.inflict(side, target, status, strike.id);
                true
            }
            Effect::Confuse => {
                self.confuse(target);
                true
            }
            Effect::Mimic => self.mimic(side, target),
            Effect::MirrorMove => self.mirror(side),
            Effect::Recover => self.recover(target),
            Effect::Reflect => {
                self.active(target).flags.set(Flags::REFLECT);
                self.log.add(Event::Begin(self.who(target), Condition::Reflect));
                true
            }
            Effect::Rest => self.rest(target),
            Effect::Substitute => {
                self.substitute(target);
                true
            }
            Effect::Transform => {
                self.transform(side, target);
                true
            }
            _ => true,
        };
        if done {
            return Hit::Done;
        }
        self.log.add(Event::Fail(self.who(target), Failure::Plain));
        Hit::Failed
    }

    /// A stage up or down; afterwards paralysis and burns count once more for whoever faces the user.
    fn raise(&mut self, side: usize, target: usize, stat: Stat, by: i8) -> bool {
        if !self.boost(target, stat, by) {
            return false;
        }
        let foe = self.side(1 - side);
        let status = foe.lead().status;
        weaken(&mut foe.active.stats, status);
        true
    }

    fn boost(&mut self, side: usize, stat: Stat, by: i8) -> bool {
        let who = self.who(side);
        let active = self.active(side);
        let stage = &mut active.stages[stat as usize];
        if by > 0 && *stage >= 6 || by < 0 && *stage <= -6 {
            return false;
        }
        *stage = (*stage + by).clamp(-6, 6);
        if stat == Stat::Accuracy {
            self.log.add(Event::Raise(who, stat.names()[0], by));
            return true;
        }
        let value = &mut active.stats[stat as usize];
        if by > 0 && *value == 999 || by < 0 && *value == 1 {
            *stage -= by.signum();
            let hint = if by > 0 { Hint::RaiseAtMost } else { Hint::DropAtLeast };
            for name in stat.names() {
                self.log.add(Event::Raise(who, *name, by));
                self.log.add(Event::Raise(who, *name, -by.signum()));
                self.hint_once(hint, u8::from(by > 0) + 1);
            }
            return false;
        }
        *value = staged(active.stored[stat as usize], *stage);
        if by > 0 {
            *value = (*value).min(999);
        }
        for name in stat.names() {
            self.log.add(Event::Raise(who, *name, by));
        }
        true
    }

    fn hint_once(&mut self, hint: Hint, bit: u8) {
        if self.battle.hinted & bit == 0 {
            self.battle.hinted |= bit;
            self.log.add(Event::Hint(hint, None));
        }
    }

    /// A status move, which fails on whoever has a status; sleep takes hold of all that must recharge.
    fn inflict(&mut self, side: usize, target: usize, status: Status, by: MoveId) {
        let present = self.battle.sides[target].lead().status;
        if status == Status::Sleep && self.active(target).flags.has(Flags::RECHARGE) {
            if self.set_status(side, target, status, by) {
                self.active(target).flags.clear(Flags::RECHARGE);
                self.log.add(Event::Hint(Hint::SleepOnRecharge, None));
            }
        } else if present == Status::None {
            if self.set_status(side, target, status, by) {
                weaken(&mut self.active(target).stats, status);
            }
        } else {
            let failure = if present == status { Failure::Status(status) } else { Failure::Plain };
            self.log.add(Event::Fail(self.who(target), failure));
        }
    }

    /// Gives a status unless a type or a clause forbids it.
    fn set_status(&mut self, side: usize, target: usize, status: Status, by: MoveId) -> bool {
        if status == Status::Poison && self.active(target).has_type(Type::Poison) {
            return false;
        }
        self.dice.roll(Roll::Clauses, 0, 2);
        if side != target && self.forbidden(target, status) {
            return false;
        }
        let who = self.who(target);
        let asleep = status == Status::Sleep;
        self.log.add(Event::Status(who, status, if asleep { by } else { MoveId::NONE }));
        let turns = if asleep { self.dice.roll(Roll::Sleep, 1, 8) as u8 } else { 0 };
        let pokemon = self.side(target).lead_mut();
        pokemon.status = status;
        (pokemon.sleep, pokemon.slept, pokemon.rested) = (turns, turns, asleep && side == target);
        true
    }

    /// The Sleep Clause and the Freeze Clause: one of a team at a time.
    fn forbidden(&mut self, target: usize, status: Status) -> bool {
        let mut team = self.battle.sides[target].team.iter();
        if status == Status::Sleep
            && team.any(|pokemon| pokemon.hp > 0 && pokemon.status == Status::Sleep && !pokemon.rested)
        {
            self.log.add(Event::Notice(Notice::SleepClause));
            self.log.add(Event::Hint(Hint::SleepClause, None));
            return true;
        }
        if status == Status::Freeze && team.any(|pokemon| pokemon.status == Status::Freeze) {
            self.log.add(Event::Notice(Notice::FreezeClause));
            return true;
        }
        false
    }

    fn confuse(&mut self, target: usize) {
        if self.active(target).confusion == 0 && self.battle.sides[target].lead().hp > 0 {
            self.log.add(Event::Begin(self.who(target), Condition::Confusion));
            self.active(target).confusion = self.dice.roll(Roll::Confusion, 2, 6) as u8;
        }
    }

    fn mimic(&mut self, side: usize, target: usize) -> bool {
        let theirs = self.battle.sides[target].active;
        let id = theirs.moves[self.dice.roll(Roll::Mimic, 0, theirs.move_count() as u32) as usize];
        let seat = self.side(side);
        let slot = seat.slot as usize;
        if slot < seat.active.move_count() {
            seat.active.moves[slot] = id;
            seat.active.copied |= 1 << slot;
        }
        self.log.add(Event::Begin(self.who(side), Condition::Mimic(id)));
        true
    }

    fn mirror(&mut self, side: usize) -> bool {
        let Some(id) = self.mirrored(1 - side) else { return false };
        let seat = self.side(side);
        seat.selected = id;
        seat.shown_selected = id;
        self.use_move(side, Strike::of(id), MoveId::MIRRORMOVE);
        true
    }

    /// Whether HP can be restored: not if 255 or 511 are missing, which the games mistake for none.
    fn restorable(&mut self, side: usize) -> bool {
        let pokemon = self.battle.sides[side].lead();
        let missing = pokemon.max_hp - pokemon.hp;
        if missing == 0 {
            return false;
        }
        if (missing == 255 || missing == 511) && !pokemon.hp.is_multiple_of(256) {
            self.log.add(Event::Hint(Hint::Recovery, None));
            return false;
        }
        true
    }

    fn recover(&mut self, side: usize) -> bool {
        if !self.restorable(side) {
            return false;
        }
        let half = self.battle.sides[side].lead().max_hp / 2;
        self.heal(side, half, Help::Move);
        true
    }

    fn rest(&mut self, side: usize) -> bool {
        if !self.restorable(side) || !self.set_status(side, side, Status::Sleep, MoveId::REST) {
            return false;
        }
        let pokemon = self.side(side).lead_mut();
        (pokemon.sleep, pokemon.slept) = (2, 2);
        let all = pokemon.max_hp;
        self.heal(side, all, Help::Rest);
        true
    }

    fn substitute(&mut self, side: usize) {
        let quarter = self.battle.sides[side].lead().max_hp / 4;
        self.active(side).substitute = quarter as u8 + 1;
        self.log.add(Event::Begin(self.who(side), Condition::Substitute));
        self.harm(side, quarter, Harm::Hit);
    }

    fn transform(&mut self, side: usize, target: usize) {
        let theirs = self.battle.sides[target].active;
        let level = self.battle.sides[side].lead().level;
        let active = self.active(side);
        active.species = theirs.species;
        active.types = theirs.types;
        active.stored = theirs.stored;
        active.stats = theirs.stats;
        active.stages = theirs.stages;
        active.moves = theirs.moves;
        active.pp = theirs.moves.map(|id| if id.is_none() { 0 } else { id.data().pp.min(5) });
        active.copied = (1 << theirs.move_count()) - 1;
        active.flags.set(Flags::TRANSFORMED);
        active.speed = super::team::stat(theirs.species.data().base[4], 30, 255, level);
        self.log.add(Event::Transform(self.who(side), self.who(target)));
    }

    /// What a hit may do to its target.
    fn extra(&mut self, side: usize, target: usize, data: &Move) {
        if let Extra::Status(Status::Paralysis | Status::Burn | Status::Freeze) = data.extra
            && self.active(target).has_type(data.kind)
        {
            return;
        }
        if !self.dice.chance(Roll::Extra, u32::from(data.odds)) {
            return;
        }
        match data.extra {
            Extra::Status(status) => {
                if self.battle.sides[target].lead().status == Status::None
                    && self.set_status(side, target, status, MoveId::NONE)
                {
                    weaken(&mut self.active(target).stats, status);
                }
            }
            Extra::Boost(stat, by) => {
                if !self.raise(side, target, stat, by) {
                    self.log.add(Event::Fail(self.who(target), Failure::Plain));
                }
            }
            Extra::Flinch => {
                if !self.active(target).flags.has(Flags::FLINCH) {
                    self.active(target).flags.set(Flags::FLINCH);
                    self.active(target).flags.clear(Flags::RECHARGE);
                }
            }
            Extra::None => {}
        }
    }
}

/// A stat after stages.
fn staged(stored: u16, stage: i8) -> u16 {
    let factor = if stage >= 0 {
        1.0 + 0.5 * f64::from(stage)
    } else {
        [100.0, 66.0, 50.0, 40.0, 33.0, 28.0, 25.0][stage.unsigned_abs() as usize] / 100.0
    };
    ((f64::from(stored) * factor).floor() as u16).max(1)
}
