//! How much a hit does.

use super::battle::{Battle, Flags, Stats};
use super::dex::{Category, Effect, MoveId, Stat, Type};
use super::event::{Event, Failure, Hint, Log, Uncountered};
use super::hit::Strike;
use super::roll::{Roll, Rolls};
use super::turn::Play;

/// The parts of the damage formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    pub level: u32,
    pub power: u32,
    pub attack: u32,
    pub defense: u32,
    pub explodes: bool,
    /// The user has the move's type.
    pub own_type: bool,
    /// Of the move against each type of the target.
    pub against: [i8; 2],
}

impl Blow {
    /// The most damage, of which the roll takes a part.
    #[must_use]
    pub fn full(&self) -> u32 {
        let (mut attack, mut defense) = (self.attack, self.defense);
        if attack >= 256 || defense >= 256 {
            attack = ((attack / 4) & 255).max(1);
            defense = ((defense / 4) & 255).max(1);
        }
        if self.explodes {
            defense = (defense / 2).max(1);
        }
        let mut damage = ((self.level * 2 / 5 + 2) * self.power * attack / defense / 50).min(997) + 2;
        if self.own_type {
            damage += damage / 2;
        }
        for factor in self.against {
            match factor {
                1 => damage *= 2,
                -1 => damage /= 2,
                _ => {}
            }
        }
        damage
    }

    /// The damage by a roll from 217 to 255.
    #[inline]
    #[must_use]
    pub fn rolled(full: u32, roll: u32) -> u32 {
        full * roll / 255
    }
}

/// What a confused Pokémon does to itself.
#[must_use]
pub fn against_itself(level: u8, stats: &Stats) -> u16 {
    let (attack, defense) = (u32::from(stats[Stat::Attack as usize]), u32::from(stats[Stat::Defense as usize]));
    ((2 * u32::from(level) / 5 + 2) * attack * 40 / defense / 50 + 2) as u16
}

impl Battle {
    /// What goes into the damage of a side's hit on the other.
    #[must_use]
    pub fn blow(&self, side: usize, strike: &Strike, critical: bool) -> Blow {
        let (own, foe) = (&self.sides[side], &self.sides[1 - side]);
        let (attack, defense) = match strike.data.category {
            Category::Physical => (Stat::Attack as usize, Stat::Defense as usize),
            _ => (Stat::Special as usize, Stat::Special as usize),
        };
        let screen = defense == Stat::Defense as usize && foe.active.flags.has(Flags::REFLECT);
        let kind = strike.data.kind;
        let against = |kind: Type, other: Type| kind.against(other).max(-1) * i8::from(kind.against(other) != -2);
        let types = foe.active.types;
        let second = if types[0] == types[1] { 0 } else { against(kind, types[1]) };
        Blow {
            level: u32::from(own.lead().level) * if critical { 2 } else { 1 },
            power: u32::from(strike.data.power),
            attack: u32::from(if critical { own.lead().stats[attack] } else { own.active.stats[attack] }),
            defense: if critical {
                u32::from(foe.lead().stats[defense])
            } else {
                u32::from(foe.active.stats[defense]) * if screen { 2 } else { 1 }
            },
            explodes: strike.data.effect == Effect::Explode,
            own_type: !strike.typeless && own.active.has_type(kind),
            against: if strike.typeless { [0; 2] } else { [against(kind, types[0]), second] },
        }
    }
}

impl<R: Rolls, L: Log> Play<'_, R, L> {
    /// No type of the target lets the move through.
    pub(super) fn immune(&self, target: usize, strike: &Strike) -> bool {
        let active = &self.battle.sides[target].active;
        strike.data.immune && active.own_types().iter().any(|kind| strike.data.kind.against(*kind) == -2)
    }

    /// Damage before it is cut to what is left; None if the move fails.
    pub(super) fn damage(&mut self, side: usize, target: usize, strike: &Strike) -> Option<u16> {
        match strike.data.effect {
            Effect::Knockout => return Some(u16::MAX),
            Effect::Counter => return self.counter(side, target),
            Effect::Half => return Some((self.battle.sides[target].lead().hp / 2).max(1)),
            Effect::Level => return Some(u16::from(self.battle.sides[side].lead().level)),
            _ => {}
        }
        if let Some(dealt) = strike.dealt {
            return Some(dealt);
        }
        let fast = self.battle.sides[side].lead().species.data().base[4];
        let critical = self.dice.chance(Roll::Critical, critical_odds(fast, strike.data.sharp));
        let who = self.who(target);
        if critical {
            self.log.add(Event::Critical(who));
        }
        let blow = self.battle.blow(side, strike, critical);
        match blow.against.iter().sum::<i8>() {
            1.. => self.log.add(Event::Strong(who)),
            ..0 => self.log.add(Event::Weak(who)),
            0 => {}
        }
        let full = blow.full();
        if full <= 1 {
            return Some(full as u16);
        }
        Some(Blow::rolled(full, self.dice.roll(Roll::Damage, 217, 256)) as u16)
    }

    /// Twice the last damage, if the other side's last move was one that can be countered.
    fn counter(&mut self, side: usize, target: usize) -> Option<u16> {
        let counterable =
            |id: MoveId| id.known() && matches!(id.data().kind, Type::Normal | Type::Fighting) && id.data().power > 0;
        let foe = &self.battle.sides[target];
        let shown_selected = foe.shown_selected != MoveId::COUNTER;
        let selected = foe.selected != MoveId::COUNTER;
        let (shown_move, last_move) = (counterable(foe.shown_move), counterable(foe.last_move));
        let damage = self.battle.last_damage;
        let private = |play: &mut Self| {
            play.log.add(Event::Hint(Hint::Desync, Some(target as u8)));
            play.log.add(Event::Hint(Hint::DesyncCounter, Some(target as u8)));
        };
        if shown_selected && shown_move && damage > 0 {
            if selected && !last_move {
                private(self);
            }
            return Some(damage.saturating_mul(2));
        }
        if damage > 0 {
            if !shown_selected && selected {
                if shown_move {
                    self.log.add(Event::Hint(Hint::Desync, None));
                    self.log.add(Event::Hint(Hint::CounterSleep, None));
                }
            } else if !shown_move && last_move {
                private(self);
            }
        }
        let why = match (damage, shown_selected) {
            (0, _) => Uncountered::NoDamage,
            (_, false) => Uncountered::Counter,
            _ => Uncountered::Move,
        };
        self.log.add(Event::Fail(self.who(side), Failure::Counter(why)));
        None
    }
}

/// Of 256: the faster the species, the likelier.
#[must_use]
pub fn critical_odds(speed: u8, sharp: bool) -> u32 {
    let odds = (u32::from(speed) / 2 * 2).clamp(1, 255);
    if sharp { (odds * 4).min(255) } else { odds / 2 }
}
