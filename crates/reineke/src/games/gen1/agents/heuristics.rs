//! What poke-env's `SimpleHeuristicsPlayer` goes by, in this engine: types, base power, base stats and stages decide; sets,
//! levels, status and PP do not. Release 0.16.1 never comes to its set-up moves: no target equals the word it looks for.

use super::super::battle::{Battle, Pokemon, Side};
use super::super::dex::{Category, MoveId, Stat, Type};
use super::super::game::{FIGHT, Gen1, SWITCH};
use crate::control::Control;
use crate::decision::Decision;
use crate::dice::{Rng, chain};
use crate::game::{Action, Game, View};
use crate::search::Searcher;

/// Below this a Pokémon leaves the field, if another stands better.
const BAD: f64 = -2.0;

pub struct Heuristics {
    pub seed: u64,
}

fn factor(kind: Type, types: [Type; 2]) -> f64 {
    let each = |defence| match kind.against(defence) {
        -2 => 0.0,
        step => 2f64.powi(i32::from(step)),
    };
    if types[0] == types[1] { each(types[0]) } else { each(types[0]) * each(types[1]) }
}

fn strongest(attack: [Type; 2], defence: [Type; 2]) -> f64 {
    attack.iter().map(|kind| factor(*kind, defence)).fold(0.0, f64::max)
}

fn share(pokemon: &Pokemon) -> f64 {
    f64::from(pokemon.hp) / f64::from(pokemon.max_hp)
}

/// How one stands against another: by types, base speed and HP.
fn standing(own: &Pokemon, foe: &Pokemon) -> f64 {
    let (ours, theirs) = (own.species.data(), foe.species.data());
    let speed = match ours.base[4].cmp(&theirs.base[4]) {
        std::cmp::Ordering::Greater => 0.1,
        std::cmp::Ordering::Less => -0.1,
        std::cmp::Ordering::Equal => 0.0,
    };
    strongest(ours.types, theirs.types) - strongest(theirs.types, ours.types) + speed + 0.4 * (share(own) - share(foe))
}

/// A stat on the field, roughly.
fn stat(side: &Side, index: usize, stage: Stat) -> f64 {
    let stage = f64::from(side.active.stages[stage as usize]);
    let raised = if stage > 1.0 { f64::midpoint(2.0, stage) } else { 2.0 / (2.0 - stage) };
    f64::from(2 * u32::from(side.lead().species.data().base[index]) + 36) * raised
}

fn score(own: &Side, foe: &Side, id: MoveId) -> f64 {
    let data = id.data();
    let ratio = if data.category == Category::Physical {
        stat(own, 1, Stat::Attack) / stat(foe, 2, Stat::Defense)
    } else {
        stat(own, 3, Stat::Special) / stat(foe, 3, Stat::Special)
    };
    let types = own.lead().species.data().types;
    let same = if types.contains(&data.kind) { 1.5 } else { 1.0 };
    let lands = if data.accuracy == 0 { 1.0 } else { f64::from(data.accuracy) / 255.0 };
    let hits = if data.hits == 5 { 19.0 / 6.0 } else { f64::from(data.hits) };
    f64::from(data.power) * same * ratio * lands * hits * factor(data.kind, foe.lead().species.data().types)
}

/// The first of those that `rank` puts highest.
fn first_best(actions: impl Iterator<Item = Action>, rank: impl Fn(Action) -> f64) -> Option<Action> {
    let mut best: Option<(Action, f64)> = None;
    for action in actions {
        let value = rank(action);
        if best.is_none_or(|(_, known)| value > known) {
            best = Some((action, value));
        }
    }
    best.map(|(action, _)| action)
}

fn choose(battle: &Battle, seat: usize, legal: &[Action]) -> Action {
    let (own, foe) = (&battle.sides[seat], &battle.sides[1 - seat]);
    let stands = |action: Action| {
        let species = (action - SWITCH) as u8;
        own.team.iter().find(|one| one.species.0 == species).map_or(f64::NEG_INFINITY, |one| standing(one, foe.lead()))
    };
    let moves = || legal.iter().copied().filter(|action| *action < SWITCH);
    let switches = || legal.iter().copied().filter(|action| *action >= SWITCH);
    let low = |stage: Stat| own.active.stages[stage as usize] <= -3;
    let reason = || {
        let base = own.lead().species.data().base;
        low(Stat::Defense)
            || low(Stat::Special)
            || low(Stat::Attack) && base[1] >= base[3]
            || standing(own.lead(), foe.lead()) < BAD
    };
    let leaves = switches().any(|action| stands(action) > 0.0) && reason();
    if !leaves
        && let Some(found) =
            first_best(moves(), |action| if action < FIGHT { score(own, foe, MoveId(action as u8 + 1)) } else { 0.0 })
    {
        return found;
    }
    first_best(switches(), stands).unwrap_or(legal[0])
}

impl Searcher<Gen1> for Heuristics {
    fn decide(
        &mut self,
        game: &Gen1,
        view: &View<Gen1>,
        control: &mut Control,
        _progress: &mut dyn FnMut(&Decision),
    ) -> Decision {
        // Nothing is read that could differ between samples but for the HP behind a shown percentage.
        let state = game.sample(&view.info, view.seat, &mut Rng::new(chain(self.seed, view.key)));
        let mut decision = Decision::bare(choose(&state.battle, view.seat, &view.legal));
        decision.seconds = control.seconds();
        decision
    }

    fn ponder(&mut self, _game: &Gen1, _view: &View<Gen1>, _control: &mut Control) {}
}
