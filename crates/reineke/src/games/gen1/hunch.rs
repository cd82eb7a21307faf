//! Which actions look promising before any search: what a player sees at a glance.

use super::battle::{Battle, Flags, Pokemon, Side};
use super::dex::{Category, Effect, Extra, MoveId, Status, Type};
use super::duel::{Duels, expected};
use super::game::{FIGHT, RECHARGE, SWITCH};
use crate::game::Action;

/// How much likelier a promising action is: the exponent of a whole HP bar.
const SHARP: f32 = 5.0;
/// How much less likely those are who leave the field than what they promise. Without it a search takes everybody, itself
/// included, for somebody who comes and goes, and the longer it searches the worse it plays.
const LEAVES: f32 = 0.05;

/// One weight per action, which sum up to 1.
pub fn weigh(battle: &Battle, side: usize, legal: &[Action], out: &mut Vec<f32>) {
    out.clear();
    let stays = legal.iter().any(|action| *action < SWITCH);
    out.extend(legal.iter().map(|action| {
        let weight = (SHARP * promise(battle, side, *action)).exp();
        if stays && *action >= SWITCH { LEAVES * weight } else { weight }
    }));
    let sum: f32 = out.iter().sum();
    for weight in out {
        *weight /= sum;
    }
}

/// From 0, nothing to be hoped for, to about 1: a whole HP bar.
fn promise(battle: &Battle, side: usize, action: Action) -> f32 {
    match action {
        FIGHT | RECHARGE => 0.5,
        SWITCH.. => bring(battle, side, (action - SWITCH) as u8),
        _ => attack(battle, side, MoveId(action as u8 + 1)),
    }
}

fn share(pokemon: &Pokemon) -> f32 {
    f32::from(pokemon.hp) / f32::from(pokemon.max_hp)
}

fn attack(battle: &Battle, side: usize, id: MoveId) -> f32 {
    let (own, foe) = (&battle.sides[side], &battle.sides[1 - side]);
    let data = id.data();
    if data.category != Category::Status {
        if data.effect == Effect::Explode {
            return 0.25 + 0.5 * (1.0 - share(own.lead()));
        }
        let left = if foe.active.substitute > 0 {
            f32::from(foe.active.substitute).max(0.5 * f32::from(foe.lead().hp))
        } else {
            f32::from(foe.lead().hp)
        };
        let hit = (expected(battle, side, id) / left.max(1.0)).min(1.0);
        let more = if foe.lead().status == Status::None && matches!(data.extra, Extra::Status(_)) { 0.1 } else { 0.0 };
        return hit + more * f32::from(data.odds) / 256.0;
    }
    let lands = if data.accuracy == 0 { 1.0 } else { f32::from(data.accuracy) / 256.0 };
    match data.effect {
        Effect::Status(_)
            if data.immune && foe.active.own_types().iter().any(|kind| data.kind.against(*kind) == -2) =>
        {
            0.0
        }
        Effect::Status(status) => lands * inflict(own, foe, status),
        Effect::Confuse if foe.active.confusion == 0 && foe.active.substitute == 0 => 0.3 * lands,
        Effect::Recover | Effect::Rest => 0.8 * (1.0 - share(own.lead())),
        Effect::Boost(stat, by) if by > 0 => {
            let high = f32::from(own.active.stages[stat as usize].max(0));
            (0.5 - 0.15 * high).max(0.0) * share(own.lead())
        }
        Effect::Boost(..) => 0.15,
        Effect::Reflect if !own.active.flags.has(Flags::REFLECT) => 0.35 * share(own.lead()),
        Effect::Substitute if own.active.substitute == 0 && share(own.lead()) > 0.3 => 0.35,
        Effect::Transform | Effect::Mimic | Effect::MirrorMove => 0.4,
        _ => 0.0,
    }
}

fn inflict(own: &Side, foe: &Side, status: Status) -> f32 {
    let target = foe.lead();
    let recharging = foe.active.flags.has(Flags::RECHARGE);
    if target.status != Status::None && !(recharging && status == Status::Sleep) || foe.active.substitute > 0 {
        return 0.0;
    }
    match status {
        Status::Sleep if foe.team.iter().any(|one| one.status == Status::Sleep && !one.rested && one.hp > 0) => 0.0,
        Status::Sleep => 0.8,
        Status::Paralysis if own.active.stats[3] < foe.active.stats[3] => 0.6,
        Status::Paralysis => 0.4,
        Status::Poison if foe.active.own_types().contains(&Type::Poison) => 0.0,
        _ => 0.2,
    }
}

/// Somebody from the bench: by how it would stand against the other side's active Pokémon.
fn bring(battle: &Battle, side: usize, species: u8) -> f32 {
    let (own, foe) = (&battle.sides[side], &battle.sides[1 - side]);
    let Some(pokemon) = own.team.iter().find(|one| one.species.0 == species && one.hp > 0) else { return 0.0 };
    let duels = Duels::all();
    let (set, against) = (duels.set(pokemon), duels.set(foe.lead()));
    let deals = (duels.harm(set, against) / share(foe.lead()).max(0.05)).min(1.0);
    let takes = (duels.harm(against, set) / share(pokemon).max(0.05)).min(1.0);
    let sound = if matches!(pokemon.status, Status::Sleep | Status::Freeze) { -0.3 } else { 0.0 };
    (0.25 + 0.5 * (deals - takes) + sound).max(0.0)
}
