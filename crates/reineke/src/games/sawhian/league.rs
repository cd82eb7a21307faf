//! Games without a server: many at once, between individuals of four weights, played as the seed's trainer plays them.

use super::rules::{SEATS, State};
use super::{Draws, NoMove, Sawhian, SeedEval};
use crate::dice::{NoDice, Rng};
use crate::eval::Evaluator;
use crate::game::{Action, Actions, Game, MAX_SEATS, NO_ACTION, Values, random_turn};
use crate::options::Options;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How often the waiting caller is asked whether to go on.
const POLL_EVERY: Duration = Duration::from_millis(20);

/// Four weights of the [`SeedEval`].
pub type Individual = [f64; 4];

/// Who plays, by place in the population and in order of the seats, and the seed of the opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    pub seats: [usize; SEATS],
    pub opening: u64,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The seat that won alone; nobody in a draw.
    pub winner: Option<usize>,
    pub points: [u8; SEATS],
    /// Moves that the individuals made.
    pub plies: u32,
}

/// The conditions of all games.
///
/// ```
/// use reineke::{games::sawhian::{League, Pairing, SEED_WEIGHTS}, options::Options};
/// let league = League::from_options(&mut Options::default()).unwrap();
/// let pairings = [Pairing { seats: [0, 1, 0, 1], opening: 0 }];
/// let played = league.play_all(&[SEED_WEIGHTS, [1.0, 0.0, 0.0, 0.0]], &pairings, 1, &|| false).unwrap();
/// assert_eq!((played[0].winner, played[0].points), (Some(0), [7, 5, 6, 4]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct League {
    pub game: Sawhian,
    pub depth: u32,
    /// Whether the search uses the seed's unsound cut.
    pub cut: bool,
    /// Whether play goes on after somebody's last stone, and the lowest of all finishers wins: the source's trainer.
    pub flaw: bool,
    /// Random moves before the individuals take over.
    pub opening: u32,
}

impl League {
    /// Reads `blocked=pass|server`, `draws=all|points`, `depth`, `cut`, `flaw` and `opening`.
    pub fn from_options(options: &mut Options) -> Result<Self, String> {
        let blocked = match options.word("blocked", &["pass", "server"])? {
            "server" => NoMove::Server,
            _ => NoMove::Pass,
        };
        let draws = match options.word("draws", &["all", "points"])? {
            "points" => Draws::Points,
            _ => Draws::All,
        };
        let league = Self {
            game: Sawhian { blocked, draws },
            depth: options.number("depth", 2, 1, 12)?,
            cut: options.switch("cut", true)?,
            flaw: options.switch("flaw", false)?,
            opening: options.number("opening", 0, 0, 40)?,
        };
        if league.flaw && blocked == NoMove::Server {
            return Err("flaw=on belongs to blocked=pass: the source's trainer knows no elimination".into());
        }
        Ok(league)
    }

    /// Plays every pairing on `threads` threads. The results stand in the order of the pairings, whatever the threads.
    /// `poll` is asked every few milliseconds on the calling thread; `true` gives everything up, and nothing comes back.
    pub fn play_all(
        &self,
        population: &[Individual],
        pairings: &[Pairing],
        threads: usize,
        poll: &dyn Fn() -> bool,
    ) -> Option<Vec<Played>> {
        let stop = AtomicBool::new(false);
        let next = AtomicUsize::new(0);
        let results = Mutex::new(vec![None; pairings.len()]);
        std::thread::scope(|scope| {
            let (running, finished) = channel::<()>();
            for _ in 0..threads.clamp(1, pairings.len().max(1)) {
                let (running, next, results, stop) = (running.clone(), &next, &results, &stop);
                scope.spawn(move || {
                    // Dropped when the thread ends, in whatever way: that is what the caller waits for.
                    let _running = running;
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(pairing) = pairings.get(index) else { break };
                        let Some(played) = self.play(population, pairing, stop) else { break };
                        results.lock().expect("no holder panics")[index] = Some(played);
                    }
                });
            }
            drop(running);
            while finished.recv_timeout(POLL_EVERY) != Err(RecvTimeoutError::Disconnected) {
                if poll() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        results.into_inner().expect("no holder panics").into_iter().collect()
    }

    /// Plays one game; nothing if told to stop.
    fn play(&self, population: &[Individual], pairing: &Pairing, stop: &AtomicBool) -> Option<Played> {
        let players = pairing.seats.map(|place| {
            let eval = SeedEval { weights: population[place], ..SeedEval::default() };
            Player { game: &self.game, eval, cut: self.cut, stop }
        });
        let mut state = self.start(pairing.opening);
        let (mut last, mut plies) = (0, 0);
        while let Some(seat) = state.mover() {
            let (_, action) = players[seat].best(&state, seat, self.depth, None);
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            self.game.apply(&mut state, action, &mut NoDice);
            (last, plies) = (seat, plies + 1);
        }
        if self.flaw && state.finisher().is_some() {
            state.mover = last as u8;
            plies += play_on(&mut state);
            return Some(Played { winner: state.finisher(), points: state.points, plies });
        }
        let winner = self.game.outcome(&state).iter().position(|share| *share == 1.0);
        Some(Played { winner, points: state.points, plies })
    }

    /// The position after the random opening of that seed.
    fn start(&self, seed: u64) -> State {
        let mut rng = Rng::new(seed);
        let mut state = self.game.start(&mut rng);
        for _ in 0..self.opening {
            random_turn(&self.game, &mut state, &mut rng);
        }
        state
    }
}

/// The seed's search at a fixed depth and nothing else: a decision costs a few microseconds, most of which the searches
/// with tables, time and reasons would spend on those. A test holds it against `maxn`.
struct Player<'a> {
    game: &'a Sawhian,
    eval: SeedEval,
    cut: bool,
    stop: &'a AtomicBool,
}

impl Player<'_> {
    /// The tuple and the action that are best for the mover, the last of equals. `parent` is the seat that moved here and
    /// what it already has elsewhere.
    fn best(&self, state: &State, seat: usize, depth: u32, parent: Option<(usize, f64)>) -> (Values, Action) {
        let mut actions = Actions::new();
        self.game.legal(state, seat, &mut actions);
        let mut best = ([0.0; MAX_SEATS], NO_ACTION);
        for action in actions {
            let beside = (best.1 != NO_ACTION).then_some((seat, best.0[seat]));
            let values = self.after(state, action, depth - 1, beside);
            if beside.is_none_or(|(_, has)| values[seat] >= has) {
                best = (values, action);
            }
            if parent.is_some_and(|(before, has)| self.cut && best.0[before] <= has) {
                break;
            }
        }
        best
    }

    fn after(&self, state: &State, action: Action, depth: u32, parent: Option<(usize, f64)>) -> Values {
        let mut next = *state;
        self.game.apply(&mut next, action, &mut NoDice);
        if let Some(values) = self.eval.settle(self.game, state, &next) {
            return values;
        }
        let Some(mover) = next.mover() else { return self.eval.result(self.game, &next) };
        // Once told to stop, all values are void: whoever asked looks at the flag.
        if depth == 0 || (depth > 2 && self.stop.load(Ordering::Relaxed)) {
            return self.eval.value(self.game, &(), &next);
        }
        self.best(&next, mover, depth, parent).0
    }
}

/// Plays on behind a finisher until nobody can move. To the source's search every position is then over with one and the
/// same tuple, and the last of equal moves wins, so that everybody plays his last move in scan order.
fn play_on(state: &mut State) -> u32 {
    let mut plies = 0;
    loop {
        state.pass_on(false);
        let Some(player) = state.mover() else { return plies };
        let last = state.moves(player).ilog2();
        state.play(player, last as usize);
        plies += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::control::Control;
    use crate::game::View;
    use crate::games::sawhian::SEED_WEIGHTS;
    use crate::search;

    fn options(pairs: &[(&str, &str)]) -> Options {
        Options::new(pairs.iter().map(|(key, value)| ((*key).to_string(), (*value).to_string())))
    }

    fn league(pairs: &[(&str, &str)]) -> League {
        League::from_options(&mut options(pairs)).unwrap()
    }

    /// Random individuals, and everybody at a table with the three next in the list.
    fn crowd(count: usize) -> (Vec<Individual>, Vec<Pairing>) {
        let mut rng = Rng::new(5);
        let population = (0..count).map(|_| std::array::from_fn(|_| 2.0 * rng.unit() - 1.0)).collect();
        let pairings = (0..count)
            .map(|place| Pairing { seats: [0, 1, 2, 3].map(|seat| (place + seat) % count), opening: place as u64 })
            .collect();
        (population, pairings)
    }

    fn all(league: &League, threads: usize) -> Vec<Played> {
        let (population, pairings) = crowd(80);
        league.play_all(&population, &pairings, threads, &|| false).unwrap()
    }

    // covers: W22
    #[test]
    fn a_player_decides_as_maxn_with_the_seeds_settings_does() {
        let (population, _) = crowd(40);
        let mut rng = Rng::new(9);
        let mut seen = 0;
        for (round, weights) in population.into_iter().enumerate() {
            let league = league(&[("blocked", if round % 3 == 0 { "server" } else { "pass" })]);
            let (cut, depth) = (round % 2 == 0, 1 + round as u32 % 4);
            let eval = SeedEval { weights, ..SeedEval::default() };
            let player = Player { game: &league.game, eval, cut, stop: &AtomicBool::new(false) };
            let (depth_text, cut_text) = (depth.to_string(), if cut { "seed" } else { "none" });
            let settings = [("depth", &*depth_text), ("cut", cut_text), ("ties", "last")];
            let off = ["deepen", "order", "table"].map(|key| (key, "off"));
            let mut options = options(&[&settings[..], &off[..]].concat());
            let mut search = search::make("maxn", &mut options, &league.game, eval, 0).unwrap();
            let mut state = State::START;
            while let Some(seat) = state.mover() {
                let view = View::of(&league.game, &state, seat);
                let decision = search.decide(&league.game, &view, &mut Control::endless(), &mut |_| {});
                let (values, action) = player.best(&state, seat, depth, None);
                assert_eq!((values[seat], action), (decision.value, decision.action), "{state:?}");
                seen += 1;
                random_turn(&league.game, &mut state, &mut rng);
            }
        }
        assert!(seen > 4_000, "{seen}");
    }

    // covers: W22
    #[test]
    fn the_number_of_threads_changes_nothing() {
        let league = league(&[]);
        assert_eq!(all(&league, 1), all(&league, 5));
    }

    // covers: W22
    #[test]
    fn a_game_that_nobody_can_go_on_with_is_a_draw_or_goes_by_points() {
        let (drawn, counted) = (all(&league(&[]), 2), all(&league(&[("draws", "points")]), 2));
        assert!(drawn.iter().any(|played| played.winner.is_none()), "random individuals block each other");
        for (a, b) in drawn.iter().zip(&counted) {
            let most = b.points.iter().max();
            let leaders = (0..SEATS).filter(|seat| Some(&b.points[*seat]) == most).count();
            assert_eq!(b.winner.is_none(), leaders > 1);
            if let Some(winner) = a.winner {
                assert_eq!(a.points[winner], 7, "without points to count, only the seventh stone wins");
            }
        }
    }

    #[test]
    fn the_flaw_plays_to_the_end_and_prefers_low_numbers() {
        let (sound, flawed) = (all(&league(&[]), 2), all(&league(&[("flaw", "on")]), 2));
        let mut changed = 0;
        for (a, b) in sound.iter().zip(&flawed) {
            assert_eq!(a.winner.is_none(), b.winner.is_none());
            assert_eq!(b.winner, b.points.iter().position(|points| *points == 7));
            assert!(b.plies >= a.plies && (0..SEATS).all(|seat| b.points[seat] >= a.points[seat]));
            assert!(b.winner <= a.winner);
            changed += usize::from(a.winner != b.winner);
        }
        assert!(changed > 10, "{changed}");
    }

    #[test]
    fn openings_differ_by_seed_and_depend_on_nothing_else() {
        let league = league(&[("opening", "8")]);
        assert_ne!(league.start(1), league.start(2));
        assert_eq!(league.start(1), League { depth: 5, ..league }.start(1));
        assert_eq!(State::START, League { opening: 0, ..league }.start(1));
    }

    #[test]
    fn whoever_polls_can_give_up() {
        let league = league(&[("depth", "12"), ("cut", "off")]);
        let pairings = [Pairing { seats: [0; 4], opening: 0 }; 2];
        assert_eq!(league.play_all(&[SEED_WEIGHTS], &pairings, 2, &|| true), None);
    }
}
