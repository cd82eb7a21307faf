//! What a side may choose.

use super::battle::{Battle, Flags, Phase, Side};
use super::dex::MoveId;
use smallvec::SmallVec;

/// A choice as Showdown takes it, but counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Choice {
    /// By slot; 0 where there is nothing to choose from.
    Move(u8),
    /// By place; the first place is on the field.
    Switch(u8),
}

/// What a request shows of the Pokémon on the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Its moves, of which some may have no PP left.
    Moves,
    /// Asleep or frozen: it may stay.
    Fight,
    Recharge,
    /// The second turn of a move.
    Locked(MoveId),
    Struggle,
}

pub type Choices = SmallVec<[Choice; 9]>;

impl Choice {
    /// `move 1` to `move 4`, `switch 2` to `switch 6`.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Self::Move(slot) => format!("move {}", slot + 1),
            Self::Switch(place) => format!("switch {}", place + 1),
        }
    }

    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (word, number) = text.split_once(' ')?;
        let number: u8 = number.parse().ok()?;
        match word {
            "move" if (1..=4).contains(&number) => Some(Self::Move(number - 1)),
            "switch" if (2..=6).contains(&number) => Some(Self::Switch(number - 1)),
            _ => None,
        }
    }
}

impl Side {
    #[inline]
    #[must_use]
    pub fn menu(&self) -> Menu {
        if self.active.flags.has(Flags::RECHARGE) {
            Menu::Recharge
        } else if !self.active.charging.is_none() {
            Menu::Locked(self.active.charging)
        } else if self.lead().status.still() {
            Menu::Fight
        } else if self.active.pp == [0; 4] {
            Menu::Struggle
        } else {
            Menu::Moves
        }
    }
}

impl Battle {
    /// Whether a side is asked at all.
    #[inline]
    #[must_use]
    pub fn asked(&self, side: usize) -> bool {
        match self.phase {
            Phase::Move => true,
            Phase::Switch => self.sides[side].lead().fainted,
            _ => false,
        }
    }

    /// Appends what a side may choose: moves by slot, then switches by place. Nothing if it is not asked.
    pub fn choices(&self, side: usize, out: &mut Choices) {
        if !self.asked(side) {
            return;
        }
        let seat = &self.sides[side];
        if self.phase == Phase::Move {
            match seat.menu() {
                Menu::Moves => {
                    out.extend((0..4u8).filter(|slot| seat.active.pp[*slot as usize] > 0).map(Choice::Move));
                }
                Menu::Recharge | Menu::Locked(_) => {
                    out.push(Choice::Move(0));
                    return;
                }
                Menu::Fight | Menu::Struggle => out.push(Choice::Move(0)),
            }
        }
        out.extend(seat.bench().map(|place| Choice::Switch(place as u8)));
    }
}
