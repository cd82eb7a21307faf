//! What a Pokémon goes through when it moves, up to the hit itself.

use super::battle::Flags;
use super::damage::against_itself;
use super::dex::{Effect, Extra, MoveId, Stat, Status};
use super::event::{Bar, Condition, Event, Harm, Hint, Log};
use super::hit::{Hit, Strike};
use super::roll::{Roll, Rolls};
use super::side::keeps_damage;
use super::turn::Play;

/// Stages of accuracy, from -6 to 6, in hundredths.
const STAGES: [f64; 13] = [25.0, 28.0, 33.0, 40.0, 50.0, 66.0, 100.0, 150.0, 200.0, 250.0, 300.0, 350.0, 400.0];

impl<R: Rolls, L: Log> Play<'_, R, L> {
    /// An attempt to move.
    pub(super) fn run_move(&mut self, side: usize, id: MoveId) {
        let target = if id.own() { side } else { 1 - side };
        self.side(target).lead_mut().broken = false;
        if !self.may_move(side) {
            return self.after(side, target);
        }
        let mut by = MoveId::NONE;
        if id != MoveId::STRUGGLE {
            let locked = !self.active(side).charging.is_none();
            if locked {
                by = id;
            }
            if locked || !id.charges() {
                self.pay(side, -1);
            }
            if !locked && id != self.battle.sides[side].shown_selected {
                self.log.add(Event::Hint(Hint::Desync, None));
                self.log.add(Event::Hint(Hint::DesyncMove, None));
            }
        }
        if id == MoveId::NOMOVE {
            self.log.add(Event::Hint(Hint::NoMove, None));
            return self.use_move(side, Strike::unselected(), by);
        }
        self.use_move(side, Strike::of(id), by);
    }

    /// What may keep a Pokémon from moving, in the order in which it is looked at.
    fn may_move(&mut self, side: usize) -> bool {
        let who = self.who(side);
        let pokemon = self.side(side).lead_mut();
        match pokemon.status {
            Status::Freeze => {
                self.active(side).last_move = MoveId::NONE;
                self.log.add(Event::Cannot(who, Bar::Freeze));
                return false;
            }
            Status::Sleep => {
                pokemon.sleep -= 1;
                let asleep = pokemon.sleep > 0;
                self.active(side).last_move = MoveId::NONE;
                if asleep {
                    self.log.add(Event::Cannot(who, Bar::Sleep));
                }
                return false;
            }
            _ => {}
        }
        if self.active(side).flags.has(Flags::FLINCH) {
            self.log.add(Event::Cannot(who, Bar::Flinch));
            return false;
        }
        if self.active(side).flags.has(Flags::RECHARGE) {
            self.active(side).flags.clear(Flags::RECHARGE);
            self.log.add(Event::Cannot(who, Bar::Recharge));
            return false;
        }
        if self.active(side).confusion > 0 && self.confused(side) {
            return false;
        }
        if self.battle.sides[side].lead().status == Status::Paralysis && self.dice.chance(Roll::Paralysis, 63) {
            self.log.add(Event::Cannot(who, Bar::Paralysis));
            self.active(side).charging = MoveId::NONE;
            return false;
        }
        true
    }

    /// One turn of confusion; true if it hurts itself.
    fn confused(&mut self, side: usize) -> bool {
        let who = self.who(side);
        self.active(side).confusion -= 1;
        if self.active(side).confusion == 0 {
            self.log.add(Event::End(who, Condition::Confusion));
            return false;
        }
        self.log.add(Event::Act(who, Condition::Confusion));
        if self.dice.chance(Roll::Confused, 128) {
            return false;
        }
        let level = self.battle.sides[side].lead().level;
        let damage = against_itself(level, &self.active(side).stats);
        self.hurt_itself(side, damage, Harm::Confusion);
        self.active(side).charging = MoveId::NONE;
        true
    }

    /// Confusion or a crash. With a Substitute it hits the other side's Substitute, or nothing.
    fn hurt_itself(&mut self, side: usize, damage: u16, harm: Harm) {
        self.battle.last_damage = damage;
        if self.active(side).substitute == 0 {
            self.lose(side, damage);
            self.log.add(Event::Damage(self.who(side), self.health(side), harm));
            return;
        }
        let foe = 1 - side;
        if self.active(foe).substitute == 0 {
            self.log.add(Event::Hint(Hint::SelfHitNothing, None));
            return;
        }
        self.wear(foe, damage);
        self.log.add(Event::Hint(Hint::SelfHitOther, None));
    }

    /// Takes from a Substitute; true if it breaks.
    pub(super) fn wear(&mut self, side: usize, damage: u16) -> bool {
        let who = self.who(side);
        let left = u16::from(self.active(side).substitute).saturating_sub(damage);
        self.active(side).substitute = left as u8;
        if left == 0 {
            self.side(side).lead_mut().broken = true;
            self.log.add(Event::End(who, Condition::Substitute));
        } else {
            self.log.add(Event::Act(who, Condition::Substitute));
        }
        left == 0
    }

    fn pay(&mut self, side: usize, by: i8) {
        if self.side(side).pay(by) {
            self.log.add(Event::Hint(Hint::Underflow, Some(side as u8)));
        }
    }

    /// Uses a move, selected or called by another.
    pub(super) fn use_move(&mut self, side: usize, mut strike: Strike, by: MoveId) {
        let id = strike.id;
        let foe = 1 - side;
        let target = if id.own() { side } else { foe };
        self.side(side).used(id, by);
        self.attempt(side, target, &mut strike, by);
        if id == MoveId::MIRRORMOVE && self.mirrored(foe).is_some() {
            return;
        }
        if self.active(side).flags.has(Flags::RECHARGE) {
            if self.battle.sides[target].lead().hp == 0 {
                self.active(side).flags.clear(Flags::RECHARGE);
            } else {
                self.log.add(Event::Recharge(self.who(side)));
            }
        }
        if self.battle.sides[target].lead().hp > 0 {
            self.after(side, target);
        }
    }

    /// What Mirror Move would call.
    pub(super) fn mirrored(&mut self, foe: usize) -> Option<MoveId> {
        let id = self.active(foe).last_move;
        (!id.is_none() && id != MoveId::MIRRORMOVE).then_some(id)
    }

    /// After an own move or a failed attempt: waking up, poison and burns.
    fn after(&mut self, side: usize, target: usize) {
        let pokemon = self.battle.sides[side].lead();
        if pokemon.status == Status::Sleep && pokemon.sleep == 0 {
            self.cure(side);
        }
        self.suffer(side, Some(target));
    }

    pub(super) fn cure(&mut self, side: usize) {
        let who = self.who(side);
        let pokemon = self.side(side).lead_mut();
        if pokemon.hp == 0 {
            return;
        }
        let status = std::mem::take(&mut pokemon.status);
        (pokemon.sleep, pokemon.slept, pokemon.rested) = (0, 0, false);
        self.log.add(Event::Cure(who, status));
    }

    /// The move is announced and, unless it only prepares, aimed.
    fn attempt(&mut self, side: usize, target: usize, strike: &mut Strike, by: MoveId) {
        let (id, who) = (strike.id, self.who(side));
        let at = self.who(target);
        self.battle.last_move = id;
        self.log.add(Event::Move { who, id, target: at, by, still: false, missed: false });
        if id.charges() {
            if self.active(side).charging.is_none() {
                self.active(side).charging = id;
                self.log.add(Event::Prepare(who, id));
                self.log.still();
                return;
            }
            self.active(side).charging = MoveId::NONE;
        }
        if !keeps_damage(id) {
            self.battle.last_damage = 0;
        }
        if self.try_hit(side, target, strike) == Hit::Failed && strike.data.effect == Effect::Crash {
            self.hurt_itself(side, 1, Harm::Hit);
        }
    }

    /// Immunity, accuracy, and as many hits as there are.
    fn try_hit(&mut self, side: usize, target: usize, strike: &mut Strike) -> Hit {
        let explodes = strike.data.effect == Effect::Explode;
        if self.immune(target, strike) {
            self.log.add(Event::Immune { who: self.who(target), slower: false });
            if explodes {
                self.faint(side);
            }
            return Hit::Failed;
        }
        if strike.data.effect == Effect::Knockout {
            let speed = |seat: usize| self.battle.sides[seat].active.stats[Stat::Speed as usize];
            if speed(target) > speed(side) {
                self.log.add(Event::Immune { who: self.who(target), slower: true });
                return Hit::Failed;
            }
        }
        let result = if self.misses(side, target, strike) {
            self.battle.last_damage = 0;
            Hit::Failed
        } else if strike.data.hits > 1 {
            match self.hit_often(side, target, strike) {
                Some(result) => result,
                None => return Hit::Done,
            }
        } else {
            self.hit(side, target, strike)
        };
        if explodes {
            if self.battle.sides[target].lead().broken {
                self.log.add(Event::Hint(Hint::Survives(strike.id), None));
            } else {
                self.faint(side);
            }
        }
        if result == Hit::Failed {
            return result;
        }
        if strike.data.effect == Effect::Knockout {
            self.log.add(Event::Knockout);
        }
        let thaws = strike.data.extra == Extra::Status(Status::Burn);
        if thaws && self.battle.sides[target].lead().status == Status::Freeze {
            self.cure(target);
        }
        result
    }

    fn misses(&mut self, side: usize, target: usize, strike: &Strike) -> bool {
        let sleeps = strike.data.effect == Effect::Status(Status::Sleep);
        if strike.accuracy == 0 || sleeps && self.active(target).flags.has(Flags::RECHARGE) {
            return false;
        }
        let stage = self.active(side).stages[Stat::Accuracy as usize];
        let mut accuracy = f64::from(strike.accuracy);
        accuracy = (accuracy * (STAGES[(stage + 6) as usize] / 100.0)).floor();
        let accuracy = accuracy.clamp(1.0, 255.0) as u32;
        if self.dice.chance(Roll::Accuracy, accuracy) {
            return false;
        }
        self.log.miss();
        self.log.add(Event::Miss(self.who(side)));
        if accuracy == 255 {
            self.log.add(Event::Hint(Hint::AlmostSure, None));
        }
        true
    }

    /// None if the first hit already fails.
    fn hit_often(&mut self, side: usize, target: usize, strike: &mut Strike) -> Option<Hit> {
        let hits = match strike.data.hits {
            5 => [2, 2, 2, 3, 3, 3, 4, 5][self.dice.roll(Roll::Hits, 0, 8) as usize],
            count => count,
        };
        let (mut count, mut result) = (0, Hit::Done);
        while count < hits && self.battle.sides[target].lead().hp > 0 && self.battle.sides[side].lead().hp > 0 {
            strike.number = count + 1;
            strike.last = strike.number == hits;
            result = self.hit(side, target, strike);
            if result == Hit::Failed {
                break;
            }
            count += 1;
            if self.battle.sides[target].lead().broken {
                break;
            }
        }
        if count == 0 {
            return None;
        }
        self.log.add(Event::Hits(self.who(target), count));
        Some(result)
    }
}
