//! Clever as batches play it: whole rolls at once, observations and actions in a layout.

use super::layout::{BYTES, Layout};
use super::rules::{PASS, nth};
use super::state::{Phase, State, faces_of};
use super::{ACTIONS, Clever, thesis};
use crate::batch;
use crate::dice::{Dice, Rng};
use crate::game::{Action, Game};

/// A game and the numbers that stand for its positions and actions.
#[derive(Clone, Debug)]
pub struct Table {
    pub game: Clever,
    pub layout: Layout,
    width: usize,
}

impl Table {
    pub fn new(game: Clever, layout: Layout) -> Result<Self, String> {
        if layout == Layout::Thesis && !game.thesis {
            return Err("layout=thesis needs mode=thesis".into());
        }
        let width = layout.fields(game.seats).iter().map(|field| field.count).sum();
        Ok(Self { game, layout, width })
    }

    /// The layout's number of an action of the game that is legal in a position.
    pub fn encode(&self, state: &State, action: Action) -> Option<i64> {
        let legal = self.game.mask(state);
        if action >= ACTIONS as Action || legal >> action & 1 == 0 {
            return None;
        }
        match self.layout {
            Layout::Lean => Some(i64::from(action)),
            Layout::Thesis => thesis::encode(state, legal, action),
        }
    }
}

impl batch::Table for Table {
    type State = State;

    fn seats(&self) -> usize {
        self.game.seats
    }

    fn actions(&self) -> usize {
        if self.layout == Layout::Lean { ACTIONS } else { thesis::THESIS_ACTIONS }
    }

    #[inline]
    fn width(&self) -> usize {
        self.width
    }

    fn deal(&self, rng: &mut Rng) -> State {
        let mut state = self.game.begin();
        self.settle(&mut state, rng);
        state
    }

    #[inline]
    fn settle(&self, state: &mut State, rng: &mut Rng) {
        loop {
            if state.air != 0 {
                state.land_lanes(faces_of(rng.roll(216 * 216)));
                continue;
            }
            match state.phase {
                Phase::Lowest | Phase::Lots => {
                    let lots = state.lots();
                    state.draw(nth(u64::from(lots), rng.roll(lots.count_ones())));
                }
                Phase::Draw if state.sheet().pending().is_none() => {
                    self.game.chance_turn(state, rng.roll(5) as Action);
                }
                _ => return,
            }
        }
    }

    #[inline]
    fn play(&self, state: &mut State, action: Action, rng: &mut Rng) {
        self.game.act(state, action);
        self.settle(state, rng);
    }

    #[inline]
    fn legal(&self, state: &State) -> u64 {
        self.game.mask(state)
    }

    #[inline]
    fn forced(&self, legal: u64) -> bool {
        legal == 1 << PASS
    }

    #[inline]
    fn decode(&self, state: &State, legal: u64, action: i64) -> Option<Action> {
        match self.layout {
            Layout::Lean => {
                ((0..ACTIONS as i64).contains(&action) && legal >> action & 1 == 1).then_some(action as Action)
            }
            Layout::Thesis => thesis::decode(state, legal, action),
        }
    }

    fn name(&self, action: i64) -> String {
        match self.layout {
            Layout::Thesis => thesis::name(action),
            Layout::Lean if (0..ACTIONS as i64).contains(&action) => self.game.action_text(action as Action),
            Layout::Lean => "no action".into(),
        }
    }

    /// Areas; the foxes once the game is over.
    #[inline]
    fn points(&self, state: &State, seat: usize, ended: bool) -> i32 {
        if ended {
            return i32::from(self.game.score(state, seat));
        }
        i32::from(state.sheets[seat].areas().iter().sum::<u16>())
    }

    #[inline]
    fn mover(&self, state: &State) -> usize {
        usize::from(state.seat)
    }

    #[inline]
    fn observe(&self, state: &State, seat: usize, out: &mut [u8]) {
        self.layout.observe(&self.game, state, seat, out);
    }

    #[inline]
    fn mask(&self, state: &State, legal: u64, out: &mut [u8]) {
        if self.layout == Layout::Lean {
            let (words, rest) = out.as_chunks_mut::<8>();
            for (word, byte) in words.iter_mut().zip(legal.to_le_bytes()) {
                *word = BYTES[usize::from(byte)].to_le_bytes();
            }
            for (byte, action) in rest.iter_mut().zip(8 * words.len()..) {
                *byte = (legal >> action & 1) as u8;
            }
            return;
        }
        out.fill(0);
        let mut left = legal;
        while left != 0 {
            if let Some(action) = thesis::encode(state, legal, left.trailing_zeros() as Action) {
                out[action as usize] = 1;
            }
            left &= left - 1;
        }
    }
}
