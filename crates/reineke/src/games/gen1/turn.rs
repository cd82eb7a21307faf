//! How a turn goes: choices are committed, actions run in order, who faints is replaced.

use super::battle::{Active, Battle, Flags, Phase, Side};
use super::choice::{Choice, Menu};
use super::dex::{MoveId, Stat, Status};
use super::event::{Event, Harm, Health, Log, Notice, Who};
use super::roll::{Roll, Rolls};

/// The last turn.
const LAST: u16 = 1000;

/// A battle while it is played: what happens goes to the log, chance comes from the dice.
pub struct Play<'a, R, L> {
    pub battle: &'a mut Battle,
    pub dice: &'a mut R,
    pub log: &'a mut L,
    /// Sides whose Pokémon are about to faint, in order.
    pub(super) fainting: [u8; 2],
    pub(super) faints: usize,
}

impl<'a, R: Rolls, L: Log> Play<'a, R, L> {
    pub fn new(battle: &'a mut Battle, dice: &'a mut R, log: &'a mut L) -> Self {
        Self { battle, dice, log, fainting: [0; 2], faints: 0 }
    }

    #[inline]
    pub(super) fn side(&mut self, side: usize) -> &mut Side {
        &mut self.battle.sides[side]
    }

    #[inline]
    pub(super) fn active(&mut self, side: usize) -> &mut Active {
        &mut self.battle.sides[side].active
    }

    #[inline]
    pub(super) fn who(&self, side: usize) -> Who {
        Who { side: side as u8, species: self.battle.sides[side].lead().species }
    }

    #[inline]
    pub(super) fn health(&self, side: usize) -> Health {
        let pokemon = self.battle.sides[side].lead();
        Health { hp: pokemon.hp, max: pokemon.max_hp, status: pokemon.status }
    }

    /// Brings the first two onto the field.
    pub fn start(&mut self) {
        self.log.add(Event::Gap);
        self.log.add(Event::Time);
        self.log.add(Event::Start);
        for side in 0..2 {
            self.announce(side);
        }
        self.enter_both([0, 1]);
    }

    /// Plays what the sides chose; None for a side that is not asked. The choices are legal.
    pub fn commit(&mut self, choices: [Option<Choice>; 2]) {
        for side in 0..2 {
            if self.battle.sides[side].lead().hp > 0 {
                self.look_at_speed(side);
            }
        }
        let forced = self.battle.phase == Phase::Switch;
        let mut moves = [MoveId::NONE; 2];
        for (side, choice) in choices.into_iter().enumerate() {
            if let Some(Choice::Move(slot)) = choice {
                moves[side] = self.select(side, slot as usize);
            }
        }
        self.log.add(Event::Gap);
        self.log.add(Event::Time);
        if forced { self.replace(choices) } else { self.turn(choices, moves) }
    }

    /// Notes what a side selects, and gives the move that it will try.
    fn select(&mut self, side: usize, slot: usize) -> MoveId {
        if self.side(side).menu() == Menu::Struggle {
            self.log.add(Event::Struggles(self.who(side)));
        }
        self.side(side).select(slot)
    }

    #[inline]
    fn look_at_speed(&mut self, side: usize) {
        let active = self.active(side);
        active.speed = active.stats[Stat::Speed as usize];
    }

    /// Both choose a move or a switch.
    fn turn(&mut self, choices: [Option<Choice>; 2], moves: [MoveId; 2]) {
        let rank = |side: usize| -> (bool, i8, u16) {
            let speed = self.battle.sides[side].active.stats[Stat::Speed as usize];
            match choices[side] {
                Some(Choice::Switch(_)) => (true, 0, speed),
                _ if moves[side].known() => (false, moves[side].data().priority, speed),
                _ => (false, 0, speed),
            }
        };
        let order = self.ordered(rank(0), rank(1));
        self.tie_events();
        self.tie_events();
        for side in order {
            match choices[side] {
                Some(Choice::Switch(place)) => {
                    self.bring(side, place as usize);
                    if self.settle() {
                        return;
                    }
                    self.enter(side);
                }
                _ => self.run_move(side, moves[side]),
            }
            if self.settle() {
                return;
            }
        }
        self.log.add(Event::Gap);
        for side in 0..2 {
            self.look_at_speed(side);
            self.active(side).flags.clear(Flags::FLINCH);
        }
        self.log.add(Event::Upkeep);
        if !self.settle() {
            self.end_turn();
        }
    }

    /// Which side acts first; equal ranks are settled by lot.
    fn ordered<T: Ord>(&mut self, first: T, second: T) -> [usize; 2] {
        let swap = match first.cmp(&second) {
            std::cmp::Ordering::Less => true,
            std::cmp::Ordering::Greater => false,
            std::cmp::Ordering::Equal => self.dice.roll(Roll::Order, 0, 2) == 1,
        };
        if swap { [1, 0] } else { [0, 1] }
    }

    /// Whoever has a fainted Pokémon on the field replaces it.
    fn replace(&mut self, choices: [Option<Choice>; 2]) {
        if let [Some(Choice::Switch(first)), Some(Choice::Switch(second))] = choices {
            let speed = |side: usize| self.battle.sides[side].active.stats[Stat::Speed as usize];
            let order = self.ordered(speed(0), speed(1));
            for side in order {
                self.bring(side, [first, second][side] as usize);
            }
            return self.enter_both(order);
        }
        for (side, choice) in choices.into_iter().enumerate() {
            if let Some(Choice::Switch(place)) = choice {
                self.bring(side, place as usize);
                self.tie_events();
                self.enter(side);
                self.tie_events();
            }
        }
        self.end_turn();
    }

    /// Both sides' Pokémon came in at once, in this order: the faster is dealt with first.
    fn enter_both(&mut self, order: [usize; 2]) {
        for side in order {
            self.look_at_speed(side);
        }
        let speed = |side: usize| self.battle.sides[side].active.speed;
        let later = match speed(order[1]).cmp(&speed(order[0])) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Equal => self.dice.roll(Roll::Entry, 0, 2) == 0,
        };
        self.tie_events();
        for side in if later { [order[1], order[0]] } else { order } {
            self.enter(side);
            self.tie_events();
        }
        self.end_turn();
    }

    /// Puts another Pokémon onto the field.
    fn bring(&mut self, side: usize, place: usize) {
        self.side(side).bring(place);
        self.announce(side);
        self.look_at_speed(side);
    }

    fn announce(&mut self, side: usize) {
        let (who, health) = (self.who(side), self.health(side));
        let level = self.battle.sides[side].lead().level;
        self.log.add(Event::Switch { who, level, health });
    }

    /// What comes right after: nobody remembers the last move, and poison and burns hurt whoever came by choice.
    fn enter(&mut self, side: usize) {
        for other in 0..2 {
            self.active(other).last_move = MoveId::NONE;
        }
        self.side(side).slot = 0;
        if self.battle.sides[side].fainted == 0 {
            self.suffer(side, None);
        }
    }

    /// Poison and burns.
    pub(super) fn suffer(&mut self, side: usize, against: Option<usize>) {
        let pokemon = self.battle.sides[side].lead();
        if pokemon.hp > 0 && matches!(pokemon.status, Status::Poison | Status::Burn) {
            let (damage, status) = ((pokemon.max_hp / 16).max(1), pokemon.status);
            let of = against.filter(|other| *other != side).map(|other| self.who(other));
            self.harm(side, damage, Harm::Status(status, of));
        }
    }

    /// The order of events at equal speed is drawn, although nothing depends on it.
    #[inline]
    fn tie_events(&mut self) {
        let [first, second] = &self.battle.sides;
        if first.active.speed == second.active.speed && !first.lead().fainted && !second.lead().fainted {
            self.dice.roll(Roll::Events, 0, 2);
        }
    }

    /// After an action: who has no HP left faints. True if the turn ends here.
    fn settle(&mut self) -> bool {
        if self.faints == 0 {
            self.tie_events();
            return false;
        }
        for index in 0..self.faints {
            let side = self.fainting[index] as usize;
            self.log.add(Event::Faint(self.who(side)));
            self.side(side).fall();
        }
        self.faints = 0;
        let left = [self.battle.sides[0].left(), self.battle.sides[1].left()];
        match left {
            [0, 0] => self.finish(Phase::Tied),
            [_, 0] => self.finish(Phase::Won),
            [0, _] => self.finish(Phase::Lost),
            _ => {
                for seat in &mut self.battle.sides {
                    let pokemon = seat.lead_mut();
                    if pokemon.fainted {
                        pokemon.status = Status::Fainted;
                    }
                }
                self.battle.phase = Phase::Switch;
            }
        }
        true
    }

    fn finish(&mut self, phase: Phase) {
        self.battle.phase = phase;
        self.log.add(Event::Gap);
        self.log.add(match phase {
            Phase::Won => Event::Win(0),
            Phase::Lost => Event::Win(1),
            _ => Event::Tie,
        });
    }

    fn end_turn(&mut self) {
        self.battle.turn += 1;
        for seat in &mut self.battle.sides {
            seat.close();
        }
        let turn = self.battle.turn;
        let [first, second] = &self.battle.sides;
        if first.stuck(second) && second.stuck(first) {
            self.log.add(Event::Notice(Notice::Endless));
            return self.finish(Phase::Tied);
        }
        if turn > LAST {
            self.log.add(Event::Notice(Notice::TurnLimit));
            return self.finish(Phase::Tied);
        }
        if turn >= 500 && turn.is_multiple_of(100) || turn >= 900 && turn.is_multiple_of(10) || turn >= 990 {
            self.log.add(Event::Limit(LAST - turn));
        }
        self.log.add(Event::Turn(turn));
        self.battle.phase = Phase::Move;
        for seat in &mut self.battle.sides {
            seat.open();
        }
    }
}
