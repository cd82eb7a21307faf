//! Sawhian: four players race seven stones each across one 7×7 board, jumping whatever stands in the way.

mod eval;
#[cfg(test)]
mod eval_tests;
mod league;
mod options;
mod patterns;
mod rules;
pub mod selfplay;
#[cfg(test)]
mod tests;
mod text;

pub use eval::{Blocked, Crowding, Dephiloper, MAX, OLD_WEIGHTS, SEED_WEIGHTS, SeedEval};
pub use league::{Individual, League, Pairing, Played};
pub use patterns::{INDICES, LINES, Lanes, SCALARS, UNITS};
pub use rules::{CELLS, Cells, SEATS, SIDE, STONES, State, Target, cells, global, local, rotate};
pub use text::FEATURES;

use crate::dice::Dice;
use crate::game::{Action, Actions, Game, MAX_SEATS, Turn, Values, spec_text};
use crate::options::Options;

/// What happens to a player who comes to move and has no move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NoMove {
    /// Eliminated for good, as on the real server.
    #[default]
    Server,
    /// Left out this time.
    Pass,
}

/// Who shares the win of a `pass` game in which nobody can move any more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Draws {
    #[default]
    All,
    /// Whoever has most points.
    Points,
}

/// The game with its options.
///
/// ```
/// use reineke::{dice::NoDice, game::Game, games::sawhian::Sawhian, options::Options};
/// let game = Sawhian::from_options(&mut Options::default()).unwrap();
/// let mut state = game.start(&mut NoDice);
/// game.apply(&mut state, game.parse_action("d1").unwrap(), &mut NoDice);
/// assert_eq!(game.text(&state), "...0.../......./......./......./......./......./....... 6777 0000 1111 1");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sawhian {
    pub blocked: NoMove,
    pub draws: Draws,
}

impl Sawhian {
    /// Reads `blocked=server|pass` and `draws=all|points`.
    pub fn from_options(options: &mut Options) -> Result<Self, String> {
        let blocked = match options.word("blocked", &["server", "pass"])? {
            "pass" => NoMove::Pass,
            _ => NoMove::Server,
        };
        let draws = match options.word("draws", &["all", "points"])? {
            "points" => Draws::Points,
            _ => Draws::All,
        };
        Ok(Self { blocked, draws })
    }

    /// Strikes a player out for a late or illegal move. His points and stones stay.
    pub fn eliminate(&self, state: &mut State, player: usize) {
        state.alive &= !(1 << player);
        if state.mover() == Some(player) {
            self.pass_on(state);
        }
    }

    #[inline]
    fn pass_on(self, state: &mut State) {
        state.pass_on(self.blocked == NoMove::Server);
    }
}

impl Game for Sawhian {
    type State = State;
    type Info = State;

    fn spec(&self) -> String {
        let mut given = Vec::new();
        if self.blocked == NoMove::Pass {
            given.push(("blocked", "pass".to_string()));
        }
        if self.draws == Draws::Points {
            given.push(("draws", "points".to_string()));
        }
        spec_text("sawhian", &given)
    }

    #[inline]
    fn seats(&self) -> usize {
        SEATS
    }

    #[inline]
    fn actions(&self) -> usize {
        CELLS
    }

    /// The outcome is the share of the win.
    fn range(&self) -> (f64, f64) {
        (0.0, 1.0)
    }

    fn sum(&self) -> Option<f64> {
        Some(1.0)
    }

    fn start(&self, _dice: &mut dyn Dice) -> State {
        State::START
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.mover().map_or(Turn::Over, Turn::Seat)
    }

    #[inline]
    fn legal(&self, state: &State, seat: usize, out: &mut Actions) {
        out.extend(cells(state.moves(seat)).map(|cell| cell as Action));
    }

    #[inline]
    fn apply(&self, state: &mut State, action: Action, _dice: &mut dyn Dice) {
        if state.play(state.mover as usize, action as usize) {
            state.mover = rules::NOBODY;
        } else {
            self.pass_on(state);
        }
    }

    fn outcome(&self, state: &State) -> Values {
        let mut shares = [0.0; MAX_SEATS];
        let everybody = self.blocked == NoMove::Pass && self.draws == Draws::All && state.finisher().is_none();
        let most = state.points.iter().max();
        let wins = |player: &usize| everybody || Some(&state.points[*player]) == most;
        let count = (0..SEATS).filter(wins).count();
        for player in (0..SEATS).filter(wins) {
            shares[player] = 1.0 / count as f64;
        }
        shares
    }

    fn points(&self, state: &State) -> Values {
        let mut points = [0.0; MAX_SEATS];
        for (seat, value) in points.iter_mut().take(SEATS).enumerate() {
            *value = state.points(seat) as f64;
        }
        points
    }

    #[inline]
    fn skip(&self, state: &mut State) -> bool {
        let goes_on = state.mover != rules::NOBODY;
        if goes_on {
            self.pass_on(state);
        }
        goes_on
    }

    #[inline]
    fn hash(&self, state: &State) -> u64 {
        state.key()
    }

    #[inline]
    fn info(&self, state: &State, _seat: usize) -> State {
        *state
    }

    #[inline]
    fn key(&self, state: &State, _seat: usize) -> u64 {
        state.key()
    }

    #[inline]
    fn sample(&self, info: &State, _seat: usize, _dice: &mut dyn Dice) -> State {
        *info
    }

    fn text(&self, state: &State) -> String {
        text::write(state)
    }

    fn parse(&self, line: &str) -> Result<State, String> {
        text::read(*self, line)
    }

    fn info_text(&self, info: &State, _seat: usize) -> String {
        text::write(info)
    }

    fn action_text(&self, action: Action) -> String {
        text::cell_name(action as usize)
    }

    fn json(&self, state: &State) -> serde_json::Value {
        text::to_json(state)
    }

    fn parse_json(&self, value: &serde_json::Value) -> Result<State, String> {
        text::from_json(*self, value)
    }

    fn board(&self, state: &State) -> String {
        text::draw(state)
    }

    fn feature_count(&self) -> usize {
        FEATURES
    }

    fn features(&self, state: &State, seat: usize, out: &mut [f32]) {
        text::features(state, seat, out);
    }

    /// The same rolls and the same game as one random turn after another, without listing the moves.
    fn play_out(&self, state: &mut State, dice: &mut dyn Dice) -> u64 {
        let mut decisions = 0;
        while let Some(player) = state.mover() {
            let mut moves = state.moves(player);
            for _ in 0..dice.roll(moves.count_ones()) {
                moves &= moves - 1;
            }
            self.apply(state, moves.trailing_zeros() as Action, dice);
            decisions += 1;
        }
        decisions
    }
}

/// The number of move sequences of exactly this length, for checking the rules against other implementations.
pub fn perft(game: &Sawhian, state: &State, depth: u32) -> u64 {
    let (Some(player), 1..) = (state.mover(), depth) else { return u64::from(depth == 0) };
    let moves = state.moves(player);
    if depth == 1 {
        return u64::from(moves.count_ones());
    }
    cells(moves)
        .map(|cell| {
            let mut after = *state;
            game.apply(&mut after, cell as Action, &mut crate::dice::NoDice);
            perft(game, &after, depth - 1)
        })
        .sum()
}
