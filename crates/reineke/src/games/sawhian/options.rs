//! Evaluations from what a person types.

use super::{Blocked, Crowding, SEED_WEIGHTS, SeedEval};
use crate::options::Options;

impl SeedEval {
    /// Reads `weights=a/b/c/d`, `crowding=source|fixed`, `stuck=tuple|play`.
    pub fn from_options(options: &mut Options) -> Result<Self, String> {
        let mut weights = SEED_WEIGHTS;
        if let Some(text) = options.take("weights") {
            let numbers: Vec<f64> = text.split('/').filter_map(|part| part.trim().parse().ok()).collect();
            weights = numbers
                .try_into()
                .ok()
                .filter(|all: &[f64; 4]| {
                    all.iter().all(|w| w.is_finite() && w.abs() < 1e6) && text.matches('/').count() == 3
                })
                .ok_or_else(|| format!("weights={text}: expected four numbers, such as 1.436/-0.378/-0.541/-0.366"))?;
        }
        let crowding = match options.word("crowding", &["source", "fixed"])? {
            "fixed" => Crowding::Fixed,
            _ => Crowding::Source,
        };
        let blocked = match options.word("stuck", &["tuple", "play"])? {
            "play" => Blocked::Play,
            _ => Blocked::Tuple,
        };
        Ok(Self { weights, crowding, blocked })
    }
}
