//! What moves and species are made of. The tables themselves are in `data`.

use super::data::{CHART, MOVES, SPECIES};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Type {
    Normal,
    Fighting,
    Flying,
    Poison,
    Ground,
    Rock,
    Bug,
    Ghost,
    Fire,
    Water,
    Grass,
    Electric,
    Psychic,
    Ice,
    Dragon,
}

impl Type {
    /// 1 doubles, -1 halves, -2 does nothing.
    #[inline]
    #[must_use]
    pub fn against(self, defence: Self) -> i8 {
        CHART[self as usize][defence as usize]
    }

    #[must_use]
    pub fn name(self) -> &'static str {
        [
            "Normal", "Fighting", "Flying", "Poison", "Ground", "Rock", "Bug", "Ghost", "Fire", "Water", "Grass",
            "Electric", "Psychic", "Ice", "Dragon",
        ][self as usize]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[repr(u8)]
pub enum Status {
    #[default]
    None,
    Sleep,
    Poison,
    Burn,
    Freeze,
    Paralysis,
    /// Of a Pokémon that has fainted and still stands.
    Fainted,
}

impl Status {
    pub const ALL: [Self; 7] =
        [Self::None, Self::Sleep, Self::Poison, Self::Burn, Self::Freeze, Self::Paralysis, Self::Fainted];

    /// As the protocol writes it.
    #[must_use]
    pub fn text(self) -> &'static str {
        ["", "slp", "psn", "brn", "frz", "par", "fnt"][self as usize]
    }

    /// Asleep or frozen.
    #[inline]
    #[must_use]
    pub fn still(self) -> bool {
        matches!(self, Self::Sleep | Self::Freeze)
    }
}

/// What can be raised and lowered; the first four are numbers that every Pokémon has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Stat {
    Attack,
    Defense,
    Special,
    Speed,
    Accuracy,
}

impl Stat {
    pub const ALL: [Self; 5] = [Self::Attack, Self::Defense, Self::Special, Self::Speed, Self::Accuracy];

    /// As the protocol names it; Special counts twice there.
    #[must_use]
    pub fn names(self) -> &'static [StatName] {
        match self {
            Self::Attack => &[StatName::Atk],
            Self::Defense => &[StatName::Def],
            Self::Special => &[StatName::Spa, StatName::Spd],
            Self::Speed => &[StatName::Spe],
            Self::Accuracy => &[StatName::Accuracy],
        }
    }
}

/// The names of stats in the protocol, which comes from later generations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum StatName {
    Atk,
    Def,
    Spa,
    Spd,
    Spe,
    Accuracy,
}

impl StatName {
    pub const ALL: [Self; 6] = [Self::Atk, Self::Def, Self::Spa, Self::Spd, Self::Spe, Self::Accuracy];

    #[must_use]
    pub fn text(self) -> &'static str {
        ["atk", "def", "spa", "spd", "spe", "accuracy"][self as usize]
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Category {
    Physical,
    Special,
    Status,
}

/// What a move does beside plain damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    None,
    Boost(Stat, i8),
    Status(Status),
    Confuse,
    Counter,
    /// Whoever misses is hurt.
    Crash,
    /// The first turn only prepares.
    Charge,
    Drain,
    Explode,
    /// Takes half of what is left.
    Half,
    Knockout,
    /// As much damage as the user has levels.
    Level,
    Mimic,
    MirrorMove,
    Recharge,
    /// The user takes this part of the damage.
    Recoil(u16),
    Recover,
    Reflect,
    Rest,
    Substitute,
    Transform,
}

/// What a hit may do to the target, with odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    None,
    Status(Status),
    Boost(Stat, i8),
    Flinch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub id: &'static str,
    pub name: &'static str,
    pub kind: Type,
    pub category: Category,
    pub power: u8,
    /// Of 256; 0 never misses.
    pub accuracy: u8,
    pub pp: u8,
    /// After three PP Ups.
    pub most_pp: u8,
    pub priority: i8,
    /// As requests name it.
    pub target: &'static str,
    /// Critical hits are likely.
    pub sharp: bool,
    /// Types can be immune to it.
    pub immune: bool,
    /// 5 means two to five.
    pub hits: u8,
    pub effect: Effect,
    pub extra: Extra,
    /// Of `extra`, of 256.
    pub odds: u16,
}

/// A move; 0 is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
#[repr(transparent)]
pub struct MoveId(pub u8);

impl MoveId {
    pub const NONE: Self = Self(0);

    #[inline]
    #[must_use]
    pub fn data(self) -> &'static Move {
        &MOVES[self.0 as usize - 1]
    }

    #[inline]
    #[must_use]
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether its user is its target.
    #[inline]
    #[must_use]
    pub fn own(self) -> bool {
        self.known() && self.data().target == "self"
    }

    /// Whether there is data of it: none, and what is selected before the first move, have none.
    #[inline]
    #[must_use]
    pub fn known(self) -> bool {
        (1..=MOVES.len()).contains(&(self.0 as usize))
    }

    /// The first of two turns only prepares.
    #[inline]
    #[must_use]
    pub fn charges(self) -> bool {
        self.known() && self.data().effect == Effect::Charge
    }

    /// As the protocol writes it in requests.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::NONE => "",
            Self::NOMOVE => "nomove",
            _ => self.data().id,
        }
    }

    /// By the name that logs show.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        MOVES.iter().position(|data| data.name == name).map(|index| Self(index as u8 + 1))
    }

    #[must_use]
    pub fn parse(id: &str) -> Option<Self> {
        match id {
            "" => Some(Self::NONE),
            "nomove" => Some(Self::NOMOVE),
            _ => MOVES.iter().position(|data| data.id == id).map(|index| Self(index as u8 + 1)),
        }
    }
}

/// What there is to know of a species.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    pub id: &'static str,
    pub name: &'static str,
    /// The same twice if it has one.
    pub types: [Type; 2],
    /// HP, Attack, Defense, Special, Speed.
    pub base: [u8; 5],
    pub level: u8,
    /// What the team generator draws from; who stands there twice is drawn twice as often.
    pub moves: &'static [MoveId],
    /// One of these first.
    pub exclusive: &'static [MoveId],
    /// Then all of these.
    pub essential: &'static [MoveId],
    /// All of these or none, before everything else.
    pub combo: &'static [MoveId],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Species(pub u8);

impl Species {
    #[inline]
    #[must_use]
    pub fn data(self) -> &'static Kind {
        &SPECIES[self.0 as usize]
    }

    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        SPECIES.iter().position(|data| data.name == name).map(|index| Self(index as u8))
    }

    pub fn all() -> impl Iterator<Item = Self> {
        (0..SPECIES.len() as u8).map(Self)
    }
}
