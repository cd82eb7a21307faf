//! What a hit does.

use super::battle::Flags;
use super::dex::{Category, Effect, Extra, Move, MoveId, Type};
use super::event::{Event, Failure, Harm, Help, Log};
use super::roll::Rolls;
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

    pub(super) fn heal(&mut self, side: usize, amount: u16, help: Help) {
        let pokemon = self.side(side).lead_mut();
        if pokemon.hp == 0 || pokemon.hp >= pokemon.max_hp {
            return;
        }
        pokemon.hp = (pokemon.hp + amount).min(pokemon.max_hp);
        self.log.add(Event::Heal(self.who(side), self.health(side), help));
    }
}
