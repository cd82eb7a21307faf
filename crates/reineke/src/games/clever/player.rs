//! Plays by a value network: looks through every chain of own decisions up to the next roll, and through the rolls.

use super::judge::{Judge, Scratch, Stakes, settle};
use super::state::State;
use super::{Clever, alone};
use crate::control::{Control, Stopped};
use crate::decision::{Choice, Decision};
use crate::dice::{Rng, chain};
use crate::game::{Action, Game, Turn, View};
use crate::models;
use crate::options::Options;
use crate::search::Searcher;

/// Positions before a roll that are compared, at most.
const KEPT: usize = 48;

pub struct Player {
    judge: Judge,
    /// Whether the network knows games of one.
    solo: bool,
    /// Rolls that are looked through; none: the network alone decides.
    rolls: u32,
    /// Points below the best from which on a choice is not looked at any further.
    margin: f32,
    stakes: Stakes,
    seed: u64,
    scratch: Scratch,
}

/// A chain of own decisions: how it begins, where it ends, and what is thought of that.
#[derive(Clone, Copy)]
struct Line {
    first: Action,
    end: State,
    value: f32,
    sum: f64,
}

impl Player {
    /// Reads `model` (one name in [`models`], or several joined by `+`, whose judgements are averaged), `rolls`, `margin`,
    /// and `solo=on`: a network of the solo game, or of tables, plays as if alone, but for the win if it tells odds.
    pub fn from_options(options: &mut Options, game: &Clever, seed: u64) -> Result<Self, String> {
        let names = options.take("model").ok_or("a value network is needed: model=FILE")?;
        let nets = names.split('+').map(models::get).collect::<Result<Vec<_>, _>>()?;
        let solo = options.switch("solo", false)?;
        if solo && game.seats == 1 {
            return Err("solo=on is for several seats".into());
        }
        Ok(Self {
            judge: if solo { Judge::new(nets, &alone::game(game)) } else { Judge::new(nets, game) }?,
            solo,
            rolls: options.number("rolls", 0, 0, 1_000_000)?,
            margin: options.number("margin", 5.0, 0.0, 1000.0)?,
            stakes: Stakes {
                points: options.number("points", 0.002, 0.0, 1.0)?,
                early: options.number("early", 1.0, 0.0, 1.0)?,
                doubt: options.number("doubt", 100.0, 0.0, 1000.0)?,
            },
            seed,
            scratch: Scratch::default(),
        })
    }

    /// What every action leads to at once, unless the search must end.
    fn look(&mut self, game: &Clever, state: &State, control: &mut Control) -> Result<Vec<Line>, Stopped> {
        let (lines, counted) = self.glance(game, state, control);
        counted.map(|()| lines)
    }

    /// What every action leads to at once, and whether the search may go on.
    fn glance(&mut self, game: &Clever, state: &State, control: &mut Control) -> (Vec<Line>, Result<(), Stopped>) {
        let mut lines = Vec::with_capacity(16);
        let mut counted = Ok(());
        self.judge.look(game, state, &mut self.scratch, |first, end, value| {
            if counted.is_ok() {
                counted = control.tick();
            }
            lines.push(Line { first, end: *end, value, sum: 0.0 });
        });
        (lines, counted)
    }

    /// Goes on with own decisions until chance or somebody else moves; keeps what is near the best.
    fn finish(
        &mut self,
        game: &Clever,
        mut lines: Vec<Line>,
        seat: usize,
        control: &mut Control,
    ) -> Result<Vec<Line>, Stopped> {
        let mut done: Vec<Line> = Vec::new();
        while !lines.is_empty() {
            let (open, over): (Vec<Line>, Vec<Line>) =
                lines.into_iter().partition(|line| game.turn(&line.end) == Turn::Seat(seat));
            for line in over {
                let same = |known: &&mut Line| known.first == line.first && known.end == line.end;
                if done.iter_mut().find(same).is_none() {
                    done.push(line);
                }
            }
            lines = Vec::new();
            for line in open {
                let next = self.look(game, &line.end, control)?;
                lines.extend(next.into_iter().map(|next| Line { first: line.first, ..next }));
            }
            let best = done.iter().chain(&lines).map(|line| line.value).fold(f32::MIN, f32::max);
            lines.retain(|line| self.judge.near(line.value, best, self.margin));
            lines.sort_by(|a, b| b.value.total_cmp(&a.value));
            // The same boxes in another order lead to the same position.
            let mut seen: Vec<(Action, u64)> = Vec::with_capacity(lines.len());
            lines.retain(|line| {
                let key = (line.first, game.hash(&line.end));
                let new = !seen.contains(&key);
                seen.push(key);
                new
            });
            lines.truncate(KEPT);
        }
        let best = done.iter().map(|line| line.value).fold(f32::MIN, f32::max);
        done.retain(|line| self.judge.near(line.value, best, self.margin));
        done.sort_by(|a, b| b.value.total_cmp(&a.value).then(a.first.cmp(&b.first)));
        done.truncate(KEPT);
        Ok(done)
    }

    /// Adds to every line what the best decision after one roll is worth, the same roll for all.
    fn roll(
        &mut self,
        game: &Clever,
        lines: &mut [Line],
        seat: usize,
        key: u64,
        control: &mut Control,
    ) -> Result<(), Stopped> {
        let mut values = Vec::with_capacity(lines.len());
        for line in lines.iter() {
            let mut state = line.end;
            settle(game, &mut state, &mut Rng::new(key));
            if game.turn(&state) != Turn::Seat(seat) || game.turn(&line.end) != Turn::Chance {
                values.push(line.value);
                continue;
            }
            let next = self.look(game, &state, control)?;
            values.push(next.iter().map(|next| next.value).fold(f32::MIN, f32::max));
        }
        lines.iter_mut().zip(values).for_each(|(line, value)| line.sum += f64::from(value));
        Ok(())
    }

    fn think(
        &mut self,
        game: &Clever,
        view: &View<Clever>,
        control: &mut Control,
        decision: &mut Decision,
    ) -> Result<(), Stopped> {
        // Few enough to be looked at in any case.
        let (lines, counted) = self.glance(game, &view.info, control);
        report(game, view, &lines, |line| f64::from(line.value), decision);
        counted?;
        if self.rolls == 0 || lines.len() < 2 {
            return Ok(());
        }
        let mut lines = self.finish(game, lines, view.seat, control)?;
        report(game, view, &lines, |line| f64::from(line.value), decision);
        if lines.iter().all(|line| line.first == lines[0].first) {
            return Ok(());
        }
        let seed = chain(self.seed, view.key);
        for done in 0..self.rolls {
            let looked = self.roll(game, &mut lines, view.seat, chain(seed, u64::from(done)), control);
            if looked.is_err() || done + 1 == self.rolls {
                let count = done + u32::from(looked.is_ok());
                if count >= self.rolls.min(16) {
                    report(game, view, &lines, |line| line.sum / f64::from(count), decision);
                    decision.depth = 2;
                }
                return looked;
            }
        }
        Ok(())
    }
}

/// Writes what is thought of every action: its best line; actions that were given up keep what was thought before.
fn report(game: &Clever, view: &View<Clever>, lines: &[Line], value: impl Fn(&Line) -> f64, decision: &mut Decision) {
    let before = std::mem::take(&mut decision.choices);
    decision.value = f64::MIN;
    for action in &view.legal {
        let own = lines.iter().filter(|line| line.first == *action).map(&value).reduce(f64::max);
        let known = || before.iter().find(|choice| choice.action == *action).map_or(0.0, |choice| choice.value);
        if let Some(own) = own
            && own > decision.value
        {
            (decision.action, decision.value) = (*action, own);
        }
        decision.choices.push(Choice {
            action: *action,
            value: own.unwrap_or_else(known),
            values: None,
            visits: 0,
            share: 0.0,
            proven: false,
        });
    }
    for choice in &mut decision.choices {
        choice.share = f64::from(u8::from(choice.action == decision.action));
        // Whatever was given up is not better than the best.
        choice.value = choice.value.min(decision.value);
    }
    decision.depth = 1;
    decision.line = vec![game.action_text(decision.action)];
}

impl Searcher<Clever> for Player {
    fn decide(
        &mut self,
        game: &Clever,
        view: &View<Clever>,
        control: &mut Control,
        progress: &mut dyn FnMut(&Decision),
    ) -> Decision {
        let mut decision = Decision::bare(view.legal[0]);
        // Stopped or done: what was found so far stands in the decision.
        let _ = if self.solo {
            let solo = self.judge.alone(game, view.seat);
            self.judge.aim_at_win(game, &view.info, self.stakes, &mut self.scratch);
            let alone = View::of(&solo, &alone::position(game, &solo, &view.info), 0);
            self.think(&solo, &alone, control, &mut decision)
        } else {
            self.think(game, view, control, &mut decision)
        };
        decision.nodes = control.nodes();
        decision.seconds = control.seconds();
        progress(&decision);
        decision
    }

    fn ponder(&mut self, _game: &Clever, _view: &View<Clever>, _control: &mut Control) {}
}
