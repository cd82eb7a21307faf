//! What a game is: the one contract that every search, agent and tool is written against.
//!
//! A game is a value with options (board size, rule variants); a position is its [`Game::State`]. States carry no
//! generator: chance is either an explicit turn with known odds ([`Turn::Chance`]) or drawn inside a turn from the
//! [`Dice`] that the caller passes in.

use crate::dice::{Dice, hash_bytes};
use smallvec::SmallVec;
use std::fmt::{Debug, Write as _};

/// The largest number of seats at any table.
pub const MAX_SEATS: usize = 6;

/// A choice, a small integer in a fixed space per game; an identity, never a slot whose meaning changes.
pub type Action = u16;

/// Stands in a joint action for a seat that does not act.
pub const NO_ACTION: Action = Action::MAX;

/// Legal actions of one seat, ascending.
pub type Actions = SmallVec<[Action; 16]>;

/// One number per seat; entries of absent seats are 0.
pub type Values = [f64; MAX_SEATS];

/// A set of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Seats(pub u8);

impl Seats {
    #[must_use]
    pub fn first(count: usize) -> Self {
        Self(((1u16 << count) - 1) as u8)
    }

    #[inline]
    #[must_use]
    pub fn contains(self, seat: usize) -> bool {
        self.0 >> seat & 1 == 1
    }

    #[inline]
    #[must_use]
    pub fn without(self, seat: usize) -> Self {
        Self(self.0 & !(1 << seat))
    }

    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in ascending order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..8).filter(move |seat| self.contains(*seat))
    }
}

/// Whose move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    Over,
    Seat(usize),
    /// Several seats choose at once, none seeing the others' choices.
    Seats(Seats),
    /// Nature moves; [`Game::odds`] lists the outcomes.
    Chance,
}

/// The rules of a game, with everything that search, records and displays need.
pub trait Game: Send + Sync + 'static {
    /// A full position: cheap to clone, no pointers, no generator.
    type State: Clone + Send + Sync + PartialEq + Debug;
    /// What one seat knows of a position. In a game without secrets this is the State.
    type Info: Clone + Send + Sync;

    /// Several threads may search it at once.
    const THREADS: bool = true;

    /// Several seats may act at once.
    #[inline]
    fn simultaneous(&self) -> bool {
        false
    }
    /// [`Turn::Chance`] may occur.
    #[inline]
    fn chance(&self) -> bool {
        false
    }
    /// Chance may be drawn inside turns, from the dice passed to `apply`.
    #[inline]
    fn inside(&self) -> bool {
        false
    }
    /// Seats know different things.
    #[inline]
    fn hidden(&self) -> bool {
        false
    }

    /// The name with every option that is not the default, e.g. `sawhian(blocked=pass)`.
    fn spec(&self) -> String;
    fn seats(&self) -> usize;
    /// The size of the action space; actions and chance outcomes are smaller.
    fn actions(&self) -> usize;
    /// Lowest and highest outcome of a seat.
    fn range(&self) -> (f64, f64);
    /// What the outcomes of all seats add up to, if always the same.
    fn sum(&self) -> Option<f64>;

    /// Deals a game. Whatever differs from game to game at the start is drawn here.
    fn start(&self, dice: &mut dyn Dice) -> Self::State;
    fn turn(&self, state: &Self::State) -> Turn;
    /// Appends the legal actions of an acting seat, ascending, at least one.
    fn legal(&self, state: &Self::State, seat: usize, out: &mut Actions);
    /// Whether a referee may enter an action for an acting seat: the legal ones, and in some games what no agent would
    /// choose, such as a missed deadline.
    fn allowed(&self, state: &Self::State, seat: usize, action: Action) -> bool {
        let mut legal = Actions::new();
        self.legal(state, seat, &mut legal);
        legal.contains(&action)
    }
    /// Appends the outcomes of a chance turn with their odds (positive, summing to 1), ascending by outcome.
    fn odds(&self, _state: &Self::State, _out: &mut Vec<(Action, f64)>) {}
    /// Plays a legal action of the one acting seat, or a chance outcome.
    fn apply(&self, state: &mut Self::State, action: Action, dice: &mut dyn Dice);
    /// Plays the actions of all acting seats of a [`Turn::Seats`], one entry per seat.
    fn apply_joint(&self, _state: &mut Self::State, _actions: &[Action], _dice: &mut dyn Dice) {
        unreachable!("this game has no simultaneous turns")
    }
    /// The result per seat of a finished game, finite and inside [`Game::range`].
    fn outcome(&self, state: &Self::State) -> Values;
    /// The game's own score per seat (points, chips), defined at any time.
    fn points(&self, state: &Self::State) -> Values {
        if self.turn(state) == Turn::Over { self.outcome(state) } else { [0.0; MAX_SEATS] }
    }
    /// Leaves out the mover's turn, for searches that need it (best-reply). False where the game cannot.
    fn skip(&self, _state: &mut Self::State) -> bool {
        false
    }

    /// A key of the position: equal for equal states.
    fn hash(&self, state: &Self::State) -> u64 {
        hash_bytes(self.text(state).as_bytes())
    }
    fn info(&self, state: &Self::State, seat: usize) -> Self::Info;
    /// A key of everything the seat has observed: equal exactly when its Views are equal.
    fn key(&self, state: &Self::State, seat: usize) -> u64;
    /// A coarser key that search may share statistics under; the exact one unless a game offers better.
    fn search_key(&self, state: &Self::State, seat: usize) -> u64 {
        self.key(state, seat)
    }
    /// What a seat alone knows of its own side, where [`Game::search_key`] leaves it out; 0 where it does not.
    fn secret_key(&self, _state: &Self::State, _seat: usize) -> u64 {
        0
    }
    /// How promising a seat's legal actions look at a glance: weights that sum up to 1; none unless a game offers them.
    fn hunches(&self, _state: &Self::State, _seat: usize, _legal: &[Action], out: &mut Vec<f32>) {
        out.clear();
    }
    /// A full state that fits what the seat knows, each as likely as it is.
    fn sample(&self, info: &Self::Info, seat: usize, dice: &mut dyn Dice) -> Self::State;
    /// A full state that fits what everybody knows: the seat's own secrets are redrawn too.
    fn sample_public(&self, info: &Self::Info, seat: usize, dice: &mut dyn Dice) -> Self::State {
        self.sample(info, seat, dice)
    }
    /// The position for a search that nothing is hidden from: what follows from it is the same, what only beliefs need may
    /// be left out.
    fn bare(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// Names the next chance event (round, player, roll) so that the same deal gives the same dice after different
    /// choices. `None`: the number of turns played names it.
    fn event(&self, _state: &Self::State) -> Option<u64> {
        None
    }

    /// One line of text that [`Game::parse`] reads back.
    fn text(&self, state: &Self::State) -> String;
    fn parse(&self, text: &str) -> Result<Self::State, String>;
    /// What a seat knows, as one line of text.
    fn info_text(&self, info: &Self::Info, seat: usize) -> String;
    fn action_text(&self, action: Action) -> String;
    fn parse_action(&self, text: &str) -> Result<Action, String> {
        let wanted = text.trim();
        (0..self.actions() as Action)
            .find(|action| self.action_text(*action).eq_ignore_ascii_case(wanted))
            .ok_or_else(|| format!("no action is called {wanted:?}"))
    }
    fn chance_text(&self, outcome: Action) -> String {
        outcome.to_string()
    }
    fn parse_chance(&self, text: &str) -> Result<Action, String> {
        text.trim().parse().map_err(|_| format!("no chance outcome is called {text:?}"))
    }
    /// The position as JSON; at least its text.
    fn json(&self, state: &Self::State) -> serde_json::Value {
        serde_json::json!({ "text": self.text(state) })
    }
    fn parse_json(&self, value: &serde_json::Value) -> Result<Self::State, String> {
        match value.get("text").and_then(serde_json::Value::as_str) {
            Some(text) => self.parse(text),
            None => Err("a position needs a string \"text\"".into()),
        }
    }
    /// A drawing for terminals.
    fn board(&self, state: &Self::State) -> String {
        self.text(state)
    }

    /// How many numbers [`Game::features`] writes; 0 where a game has none.
    fn feature_count(&self) -> usize {
        0
    }
    /// The position as a seat sees it, for networks. The layout is on the game's documentation page.
    fn features(&self, _state: &Self::State, _seat: usize, _out: &mut [f32]) {}

    /// Plays whatever is legal, uniformly, until the game is over; returns the number of turns that were not chance.
    fn play_out(&self, state: &mut Self::State, dice: &mut dyn Dice) -> u64 {
        let mut decisions = 0;
        loop {
            match self.turn(state) {
                Turn::Over => return decisions,
                Turn::Chance => {}
                _ => decisions += 1,
            }
            random_turn(self, state, dice);
        }
    }
}

/// Plays one uniformly random turn (chance by its odds).
pub fn random_turn<G: Game + ?Sized>(game: &G, state: &mut G::State, dice: &mut dyn Dice) {
    let mut actions = Actions::new();
    match game.turn(state) {
        Turn::Over => {}
        Turn::Seat(seat) => {
            game.legal(state, seat, &mut actions);
            let action = actions[dice.roll(actions.len() as u32) as usize];
            game.apply(state, action, dice);
        }
        Turn::Seats(seats) => {
            let mut joint = [NO_ACTION; MAX_SEATS];
            for seat in seats.iter() {
                actions.clear();
                game.legal(state, seat, &mut actions);
                joint[seat] = actions[dice.roll(actions.len() as u32) as usize];
            }
            game.apply_joint(state, &joint[..game.seats()], dice);
        }
        Turn::Chance => {
            let outcome = draw(game, state, dice);
            game.apply(state, outcome, dice);
        }
    }
}

/// Draws an outcome of a chance turn by its odds.
pub fn draw<G: Game + ?Sized>(game: &G, state: &G::State, dice: &mut dyn Dice) -> Action {
    let mut outcomes = Vec::new();
    game.odds(state, &mut outcomes);
    let odds: SmallVec<[f64; 16]> = outcomes.iter().map(|(_, p)| *p).collect();
    outcomes[dice.pick(&odds)].0
}

/// What a seat is told when it has to decide: what it knows, and what it may do.
#[derive(Clone)]
pub struct View<G: Game> {
    pub seat: usize,
    pub info: G::Info,
    pub turn: Turn,
    pub legal: Actions,
    /// The seat's information key, and the one that search shares statistics under.
    pub key: u64,
    pub search_key: u64,
    /// The position itself, for those who judge finished games: nothing is hidden from a search that gets it. None in play.
    pub open: Option<G::State>,
}

impl<G: Game> View<G> {
    /// What a seat would be told if nothing were hidden.
    pub fn open(game: &G, state: &G::State, seat: usize) -> Self {
        let bare = game.bare(state);
        Self { open: Some(bare.clone()), ..Self::of(game, &bare, seat) }
    }

    /// A full state that fits what the seat knows.
    pub fn sample(&self, game: &G, dice: &mut dyn Dice) -> G::State {
        self.open.clone().unwrap_or_else(|| game.sample(&self.info, self.seat, dice))
    }

    /// A full state that fits what everybody knows.
    pub fn sample_public(&self, game: &G, dice: &mut dyn Dice) -> G::State {
        self.open.clone().unwrap_or_else(|| game.sample_public(&self.info, self.seat, dice))
    }

    pub fn of(game: &G, state: &G::State, seat: usize) -> Self {
        let turn = game.turn(state);
        let mut legal = Actions::new();
        if matches!(turn, Turn::Seat(mover) if mover == seat)
            || matches!(turn, Turn::Seats(seats) if seats.contains(seat))
        {
            game.legal(state, seat, &mut legal);
        }
        Self {
            seat,
            info: game.info(state, seat),
            turn,
            legal,
            key: game.key(state, seat),
            search_key: game.search_key(state, seat),
            open: None,
        }
    }
}

/// Writes `name(key=value,…)`, or the bare name when every option has its default.
#[must_use]
pub fn spec_text(name: &str, options: &[(&str, String)]) -> String {
    let mut text = name.to_string();
    for (index, (key, value)) in options.iter().enumerate() {
        let _ = write!(text, "{}{key}={value}", if index == 0 { "(" } else { "," });
    }
    if !options.is_empty() {
        text.push(')');
    }
    text
}
