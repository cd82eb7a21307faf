//! Plays by a policy network: the likeliest action, or one drawn as the network says.

use super::layout::Layout;
use super::state::State;
use super::{Clever, Table};
use crate::batch::Table as _;
use crate::control::Control;
use crate::decision::{Choice, Decision};
use crate::dice::{Dice, Rng, chain};
use crate::game::{Action, Game, View};
use crate::models;
use crate::options::Options;
use crate::policy::PolicyNet;
use crate::search::Searcher;
use std::sync::Arc;

pub struct Policy {
    net: Arc<PolicyNet>,
    table: Table,
    /// Of every number of an observation.
    bounds: Vec<(u8, u8)>,
    sample: bool,
    seed: u64,
}

impl Policy {
    /// Reads `model`, a name in [`models`], and `sample`: whether actions are drawn.
    pub fn from_options(options: &mut Options, game: &Clever, seed: u64) -> Result<Self, String> {
        let net = models::get::<PolicyNet>(&options.take("model").ok_or("a policy network is needed: model=FILE")?)?;
        let sample = options.switch("sample", false)?;
        net.plays(&game.spec())?;
        let table = Table::new(game.clone(), Layout::named(net.layout())?)?;
        let fields = table.layout.fields(table.seats());
        let bounds: Vec<_> = fields.iter().flat_map(|field| vec![(field.low, field.high); field.count]).collect();
        net.suits(&bounds, table.actions())?;
        Ok(Self { net, table, bounds, sample, seed })
    }

    /// How likely each legal action is; what the layout has no number for is never played.
    fn odds(&self, state: &State, legal: &[Action]) -> Vec<f64> {
        let mut numbers = vec![0; self.table.width()];
        self.table.observe(state, self.table.mover(state), &mut numbers);
        let logits = self.net.logits(&numbers, &self.bounds);
        let said = |action: &Action| self.table.encode(state, *action).map(|number| f64::from(logits[number as usize]));
        let said: Vec<f64> = legal.iter().map(|action| said(action).unwrap_or(f64::NEG_INFINITY)).collect();
        let top = said.iter().copied().fold(f64::MIN, f64::max);
        let sum: f64 = said.iter().map(|logit| (logit - top).exp()).sum();
        said.iter().map(|logit| (logit - top).exp() / sum).collect()
    }
}

impl Searcher<Clever> for Policy {
    fn decide(
        &mut self,
        game: &Clever,
        view: &View<Clever>,
        control: &mut Control,
        progress: &mut dyn FnMut(&Decision),
    ) -> Decision {
        let odds = self.odds(&view.info, &view.legal);
        // Of equally likely actions the first.
        let best = (1..odds.len()).fold(0, |best, index| if odds[index] > odds[best] { index } else { best });
        let chosen = if self.sample { Rng::new(chain(self.seed, view.key)).pick(&odds) } else { best };
        let mut decision = Decision::bare(view.legal[chosen]);
        let choice = |(action, share): (&Action, &f64)| Choice {
            action: *action,
            value: 0.0,
            values: None,
            visits: 0,
            share: *share,
            proven: false,
        };
        decision.choices = view.legal.iter().zip(&odds).map(choice).collect();
        decision.line = vec![game.action_text(decision.action)];
        decision.nodes = 1;
        decision.seconds = control.seconds();
        progress(&decision);
        decision
    }

    fn ponder(&mut self, _game: &Clever, _view: &View<Clever>, _control: &mut Control) {}

    fn policy(&self, view: &View<Clever>) -> Option<Vec<(Action, f64)>> {
        let odds = self.odds(&view.info, &view.legal);
        Some(view.legal.iter().copied().zip(odds).collect())
    }
}
