//! Our agent: territory search while others are near, a kept and improved plan once alone.

use super::Speed;
use super::fill::Planner;
use super::minimax::{Search, Settings};
use super::packed::Packed;
use crate::control::Control;
use crate::decision::Decision;
use crate::dice::{Rng, chain};
use crate::game::{Game, View};
use crate::options::Options;
use crate::search::Searcher;

pub struct Fox {
    settings: Settings,
    planner: Planner,
    seed: u64,
}

impl Fox {
    pub fn from_options(options: &mut Options, seed: u64) -> Result<Self, String> {
        Ok(Self { settings: Settings::from_options(options)?, planner: Planner::default(), seed })
    }

    fn think<const W: usize, const H: usize>(
        &mut self,
        game: &Speed,
        view: &View<Speed>,
        control: &mut Control,
        progress: &mut dyn FnMut(&Decision),
    ) -> Decision {
        let root = Packed::<W, H>::new(&view.info);
        if root.reachable(view.seat) == 0 {
            let mut rng = Rng::new(chain(self.seed, view.key));
            let (action, lives) = self.planner.decide(&root, view.seat, &mut rng, control);
            if let Some(action) = action {
                return Decision {
                    value: lives,
                    depth: lives as u32,
                    nodes: control.nodes(),
                    seconds: control.seconds(),
                    line: vec![game.action_text(action)],
                    ..Decision::bare(action)
                };
            }
        }
        Search::<W, H>::new(&self.settings, &view.info, view.seat).run(game, &view.legal, control, progress)
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
