//! Our agent: while others are near, lines against what they are foreseen to do, or a territory search where they do
//! something else; a jump where that search sees death alone; a kept and improved plan once nobody else is in the room.

use super::Speed;
use super::escape::escape;
use super::fill::Planner;
use super::foresee::{Foreseen, Foresight};
use super::minimax::{CELL, LOSS, Search};
use super::packed::Packed;
use super::settings::Settings;
use crate::control::Control;
use crate::decision::Decision;
use crate::dice::{Rng, chain};
use crate::game::{Action, Game, MAX_SEATS, View};
use crate::options::Options;
use crate::search::Searcher;

pub struct Fox {
    settings: Settings,
    planner: Planner,
    foresight: Option<Foresight>,
    seed: u64,
}

impl Fox {
    pub fn from_options(options: &mut Options, seed: u64) -> Result<Self, String> {
        let tours = options.number("tours", 70, 0, 100)?;
        let guard: u32 = options.number("guard", 60, 0, 100)?;
        let claim: u32 = options.number("claim", 30, 0, 10_000)?;
        let outlive = options.number("outlive", MAX_SEATS as u32, 0, MAX_SEATS as u32)?;
        let planner = Planner::new(tours, f64::from(guard) / 100.0, f64::from(claim)).outliving(outlive);
        let foresight = Foresight::from_options(options)?;
        Ok(Self { settings: Settings::from_options(options)?, planner, foresight, seed })
    }

    fn think<const W: usize, const H: usize>(
        &mut self,
        game: &Speed,
        view: &View<Speed>,
        control: &mut Control,
        progress: &mut dyn FnMut(&Decision),
    ) -> Decision {
        let root = Packed::<W, H>::new(&view.info);
        let me = view.seat;
        if root.reachable(me) == 0
            && let Some(planned) = self.plan(game, &root, view, control)
        {
            self.planner.play();
            return planned;
        }
        self.planner.forget();
        if let Some(foreseen) = self.foresee(game, &root, me, control) {
            return foreseen;
        }
        let found = Search::<W, H>::new(&self.settings, root, me).run(game, &view.legal, control, progress);
        let lost = found.depth > 0 && found.value < (LOSS / 2 / CELL) as f64;
        match if lost { escape(&root, me) } else { None } {
            Some((action, worth)) if root.safety(me)[usize::from(action)] > 0 => {
                planned(game, action, f64::from(worth), control)
            }
            _ => found,
        }
    }

    /// What is best if others do what is foreseen, where that is to be relied on.
    fn foresee<const W: usize, const H: usize>(
        &mut self,
        game: &Speed,
        root: &Packed<W, H>,
        me: usize,
        control: &mut Control,
    ) -> Option<Decision> {
        let mut part = control.share(FORESEEING);
        let found = self.foresight.as_mut()?.decide(game, root, (me, self.settings.cap), &mut part);
        control.add_nodes(part.nodes());
        found.map(|Foreseen { line, worth }| {
            let action = line[0];
            let rounds = line.len() as u32;
            let line = line.into_iter().map(|action| game.action_text(action)).collect::<Vec<_>>();
            Decision { depth: rounds, line, ..planned(game, action, worth, control) }
        })
    }

    /// What the planner would do, if it has a way to live.
    fn plan<const W: usize, const H: usize>(
        &mut self,
        game: &Speed,
        root: &Packed<W, H>,
        view: &View<Speed>,
        control: &mut Control,
    ) -> Option<Decision> {
        let mut rng = Rng::new(chain(self.seed, view.key));
        let mut part = planning(control);
        let (action, lives) = self.planner.decide(root, view.seat, &mut rng, &mut part);
        control.add_nodes(part.nodes());
        action.map(|action| {
            let line = self.planner.line().iter().take(TOLD).map(|action| game.action_text(*action)).collect();
            Decision { line, ..planned(game, action, lives, control) }
        })
    }
}

/// Nodes of a plan in a round, at most: it is kept and improved in the next one, and has no depth to reach.
const PLAN: u64 = 10_000;

/// How much of a budget foreseeing may use; the rest is for the search, should nothing come of it.
const FORESEEING: f64 = 0.8;

/// Steps of a plan that a decision tells.
const TOLD: usize = 24;

/// The control of a plan: what is left of the budget, and its own end.
fn planning<'a>(control: &Control<'a>) -> Control<'a> {
    let left = control.limit().map_or(PLAN, |limit| limit.saturating_sub(control.nodes()));
    control.fork(Some(left.min(PLAN)))
}

/// A decision that rests on a plan: its value is the rounds that the plan is worth.
fn planned(game: &Speed, action: Action, worth: f64, control: &Control) -> Decision {
    Decision {
        value: worth,
        depth: worth as u32,
        nodes: control.nodes(),
        seconds: control.seconds(),
        line: vec![game.action_text(action)],
        ..Decision::bare(action)
    }
}

impl Searcher<Speed> for Fox {
    fn decide(
        &mut self,
        game: &Speed,
        view: &View<Speed>,
        control: &mut Control,
        progress: &mut dyn FnMut(&Decision),
    ) -> Decision {
        let board = &view.info.board;
        if Packed::<1, 66>::fits(board.width, board.height) {
            self.think::<1, 66>(game, view, control, progress)
        } else {
            self.think::<2, 130>(game, view, control, progress)
        }
    }

    fn ponder(&mut self, _game: &Speed, _view: &View<Speed>, _control: &mut Control) {}
}
