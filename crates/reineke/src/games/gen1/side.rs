//! What happens to a side whatever else does: one place for the battle itself and for whoever follows it from outside.

use super::battle::{Active, Flags, Side};
use super::choice::Menu;
use super::dex::{MoveId, Status};

impl Side {
    /// Notes what is selected, and gives the move that will be tried.
    pub fn select(&mut self, slot: usize) -> MoveId {
        match self.menu() {
            Menu::Fight | Menu::Recharge | Menu::Locked(_) => self.shown_selected = self.slot_move(),
            Menu::Struggle => (self.selected, self.shown_selected) = (MoveId::STRUGGLE, MoveId::STRUGGLE),
            Menu::Moves => {
                self.selected = self.active.moves[slot];
                self.slot = slot as u8;
                self.last_move = self.selected;
                self.shown_selected = self.selected;
            }
        }
        self.selected
    }

    /// PP of the slot selected last go up or down; they are six bits wide. True if they go below 0.
    pub fn pay(&mut self, by: i8) -> bool {
        let slot = self.slot as usize;
        if slot >= self.active.move_count() {
            return false;
        }
        let pp = i16::from(self.active.pp[slot]) + i16::from(by);
        self.active.pp[slot] = (pp & 63) as u8;
        let own = self.active.copied >> slot & 1 == 0;
        if own || !self.active.flags.has(Flags::TRANSFORMED) {
            self.lead_mut().pp[slot] = (pp & 63) as u8;
        }
        pp < 0
    }

    /// Notes a move that is used, selected or called by another; what Mirror Move calls gives PP back.
    pub fn used(&mut self, id: MoveId, by: MoveId) {
        if by == MoveId::MIRRORMOVE {
            if id.charges() {
                self.pay(1);
            }
            let slot = self.slot as usize;
            if self.active.flags.has(Flags::TRANSFORMED) && slot < self.lead().move_count() {
                let pokemon = self.lead_mut();
                pokemon.pp[slot] = (pokemon.pp[slot] + 1) & 63;
            }
        }
        self.last_move = id;
        self.shown_move = id;
        if !id.charges() || !self.active.charging.is_none() {
            self.active.last_move = id;
            self.active.moved = id;
        }
    }

    /// Puts the one at a place onto the field.
    pub fn bring(&mut self, place: usize) {
        let old = self.lead_mut();
        if old.fainted {
            old.status = Status::None;
        }
        self.order.swap(0, place);
        self.active = Active::fresh(self.lead());
    }

    /// The one on the field faints.
    pub fn fall(&mut self) {
        let place = self.order[0];
        let kept = self.active.flags.0 & Flags::TRAPPED;
        let pokemon = &mut self.team[place as usize];
        (pokemon.hp, pokemon.fainted) = (0, true);
        self.active = Active::fresh(pokemon);
        self.active.flags = Flags(kept);
        self.fainted = place + 1;
    }

    /// A turn is over.
    pub fn close(&mut self) {
        self.active.moved = MoveId::NONE;
        self.active.flags.clear(Flags::TRAPPED);
        self.fainted_before = self.fainted;
        self.fainted = 0;
    }

    /// A turn begins: whoever must recharge or has begun a move of two turns stays.
    pub fn open(&mut self) {
        if self.active.flags.has(Flags::RECHARGE) || !self.active.charging.is_none() {
            self.active.flags.set(Flags::TRAPPED);
        }
    }
}

/// Moves after which Counter still finds the damage of an earlier one.
#[must_use]
pub fn keeps_damage(id: MoveId) -> bool {
    matches!(
        id,
        MoveId::CONFUSERAY
            | MoveId::COUNTER
            | MoveId::GLARE
            | MoveId::MIMIC
            | MoveId::RECOVER
            | MoveId::REFLECT
            | MoveId::REST
            | MoveId::SOFTBOILED
            | MoveId::STUNSPORE
            | MoveId::SUBSTITUTE
            | MoveId::THUNDERWAVE
            | MoveId::TRANSFORM
    )
}
