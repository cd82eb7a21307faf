//! Walking a game tree one decision at a time: simultaneous turns become a sequence of picks, dice inside a turn become
//! samples, and hidden information becomes sampled roots, so that depth-first searches see only decisions and chance.

use crate::dice::{Dice, Rng, chain};
use crate::game::{Action, Actions, Game, MAX_SEATS, NO_ACTION, Seats, Turn};

/// A position, together with the picks already made in a simultaneous turn.
pub struct Cursor<G: Game> {
    pub state: G::State,
    picks: [Action; MAX_SEATS],
    picked: Seats,
}

impl<G: Game> Clone for Cursor<G> {
    #[inline]
    fn clone(&self) -> Self {
        Self { state: self.state.clone(), picks: self.picks, picked: self.picked }
    }
}

/// What a depth-first search finds at a cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Over,
    Decision(usize),
    Chance,
}

/// Dice that remember whether they were used.
struct Counted<'a> {
    rng: &'a mut Rng,
    used: bool,
}

impl Dice for Counted<'_> {
    fn roll(&mut self, sides: u32) -> u32 {
        self.used = true;
        self.rng.roll(sides)
    }
}

impl<G: Game> Cursor<G> {
    #[inline]
    pub fn new(state: G::State) -> Self {
        Self { state, picks: [NO_ACTION; MAX_SEATS], picked: Seats(0) }
    }

    /// Whether a simultaneous turn is under way; such cursors have no key of their own.
    #[inline]
    pub fn picking(&self) -> bool {
        !self.picked.is_empty()
    }

    /// What comes next. In a simultaneous turn the `lead` seat picks first and the others in order of their numbers, each
    /// seeing the picks before it: the pessimistic reading for the lead.
    #[inline]
    pub fn kind(&self, game: &G, lead: usize) -> Kind {
        match game.turn(&self.state) {
            Turn::Over => Kind::Over,
            Turn::Seat(seat) => Kind::Decision(seat),
            Turn::Chance => Kind::Chance,
            Turn::Seats(seats) => {
                let waiting = Seats(seats.0 & !self.picked.0);
                let seat = if waiting.contains(lead) { lead } else { waiting.0.trailing_zeros() as usize };
                Kind::Decision(seat)
            }
        }
    }

    #[inline]
    pub fn legal(&self, game: &G, seat: usize, out: &mut Actions) {
        game.legal(&self.state, seat, out);
    }

    /// The cursor after `seat` picks `action`, and whether dice were rolled on the way.
    #[inline]
    pub fn after(&self, game: &G, seat: usize, action: Action, rng: &mut Rng) -> (Self, bool) {
        let mut next = self.clone();
        let mut dice = Counted { rng, used: false };
        if game.simultaneous()
            && let Turn::Seats(seats) = game.turn(&self.state)
        {
            next.picks[seat] = action;
            next.picked.0 |= 1 << seat;
            if next.picked == seats {
                let picks = next.picks;
                game.apply_joint(&mut next.state, &picks[..game.seats()], &mut dice);
                next.picks = [NO_ACTION; MAX_SEATS];
                next.picked = Seats(0);
            }
        } else {
            game.apply(&mut next.state, action, &mut dice);
        }
        (next, dice.used)
    }

    /// The cursor after a chance outcome.
    #[must_use]
    #[inline]
    pub fn chance(&self, game: &G, outcome: Action, rng: &mut Rng) -> Self {
        let mut next = self.clone();
        game.apply(&mut next.state, outcome, rng);
        next
    }

    /// A seed for the dice of sample `index` behind an action: the same wherever the position is reached.
    pub fn dice_seed(&self, game: &G, seed: u64, action: Action, index: u32) -> u64 {
        let mut key = chain(seed, game.hash(&self.state));
        if self.picking() {
            for pick in &self.picks[..game.seats()] {
                key = chain(key, u64::from(*pick));
            }
        }
        chain(chain(key, u64::from(action)), u64::from(index))
    }
}
