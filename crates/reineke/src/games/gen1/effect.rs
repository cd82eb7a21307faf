//! What a hit does beside damage.

use super::battle::{Boost, Flags, weaken};
use super::dex::{Effect, Extra, Move, MoveId, Stat, Status, Type};
use super::event::{Condition, Event, Failure, Harm, Help, Hint, Log, Notice};
use super::hit::{Hit, Strike};
use super::roll::{Roll, Rolls};
use super::turn::Play;

impl<R: Rolls, L: Log> Play<'_, R, L> {
    /// What a move does beside damage and the extra that needs luck.
    pub(super) fn work(&mut self, side: usize, target: usize, strike: &Strike) -> Hit {
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
        let done = self.active(side).boost(stat, by);
        match done {
            Boost::Ended => {}
            Boost::Done => stat.names().iter().for_each(|name| self.log.add(Event::Raise(who, *name, by))),
            Boost::Back => {
                let hint = if by > 0 { Hint::RaiseAtMost } else { Hint::DropAtLeast };
                for name in stat.names() {
                    self.log.add(Event::Raise(who, *name, by));
                    self.log.add(Event::Raise(who, *name, -by.signum()));
                    self.hint_once(hint, u8::from(by > 0) + 1);
                }
            }
        }
        done == Boost::Done
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
        let slot = self.side(side).slot as usize;
        self.active(side).mimic(slot, id);
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
        self.active(side).copy(&theirs, level);
        self.log.add(Event::Transform(self.who(side), self.who(target)));
    }

    /// What a hit may do to its target.
    pub(super) fn extra(&mut self, side: usize, target: usize, data: &Move) {
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
