//! A battle as people look at it, in JSON: whole, or as one of its players knows it.

use super::battle::{Active, Battle, Flags, Phase, Pokemon, Side, Stats};
use super::belief::Belief;
use super::dex::{MoveId, Species, Stat, Type};
use super::event::{Event, Health};
use super::mind::Mind;
use super::protocol::lines;
use serde_json::{Map, Value, json};

/// How many of the likeliest sets are told.
const SETS: usize = 3;

/// All of a battle.
#[must_use]
pub fn whole(battle: &Battle) -> Value {
    let sides: Vec<Value> =
        battle.sides.iter().map(|side| own(side, &side.team.map(|one| one.slept - one.sleep))).collect();
    scene(battle, &sides)
}

/// What a player knows, with what happened in the turn before.
#[must_use]
pub fn seen(mind: &Mind) -> Value {
    let tracker = mind.belief().tracker();
    let side = |side: usize| {
        let known = &tracker.battle.sides[side];
        if side == tracker.seat { own(known, &tracker.slept[side]) } else { other(mind.belief()) }
    };
    let mut tree = scene(&tracker.battle, &[side(0), side(1)]);
    tree["seat"] = json!(tracker.seat);
    tree["last"] = json!(last_turn(mind));
    tree
}

fn scene(battle: &Battle, sides: &[Value]) -> Value {
    let phase = match battle.phase {
        Phase::Move => "move",
        Phase::Switch => "switch",
        _ => "over",
    };
    json!({ "turn": battle.turn, "phase": phase, "asked": [battle.asked(0), battle.asked(1)], "sides": sides })
}

/// The lines from one turn to the next, or since the last one.
fn last_turn(mind: &Mind) -> Vec<String> {
    let events: Vec<Event> = mind.heard().copied().collect();
    let begins = |event: &Event| matches!(event, Event::Turn(_));
    let end = if events.last().is_some_and(begins) { events.len() - 1 } else { events.len() };
    let first = events[..end].iter().rposition(begins).map_or(0, |index| index + 1);
    events[first..end].iter().flat_map(|event| lines(event, mind.seat() as u8)).collect()
}

/// A side of which everything is known but counters; `slept` in turns, by team index.
fn own(side: &Side, slept: &[u8; 6]) -> Value {
    let members = side.order.map(|index| {
        let pokemon = &side.team[usize::from(index)];
        let mut tree = member(pokemon, slept[usize::from(index)]);
        tree["hp"] = json!(pokemon.hp);
        tree["max"] = json!(pokemon.max_hp);
        tree["stats"] = stats(&pokemon.stats);
        tree["moves"] = moves(&pokemon.moves, &pokemon.pp);
        tree
    });
    json!({ "members": members, "unseen": 0, "active": active(&side.active, true) })
}

/// The other side: who was seen, with the sets that it may have.
fn other(belief: &Belief) -> Value {
    let tracker = belief.tracker();
    let side = tracker.other();
    let shown = side.order.iter().map(|index| usize::from(*index)).filter(|index| *index < tracker.seen);
    let members: Vec<Value> = shown
        .map(|index| {
            let pokemon = &side.team[index];
            let mut tree = member(pokemon, tracker.slept[1 - tracker.seat][index]);
            tree["moves"] = moves(&pokemon.moves, &pokemon.pp);
            tree["sets"] = sets(belief, index);
            tree
        })
        .collect();
    json!({ "members": members, "unseen": 6 - tracker.seen, "active": active(&side.active, false) })
}

fn member(pokemon: &Pokemon, slept: u8) -> Value {
    let kind = pokemon.species.data();
    let health = Health { hp: pokemon.hp, max: pokemon.max_hp, status: pokemon.status };
    let percent = if pokemon.hp == 0 { 0 } else { health.percent() };
    json!({
        "species": kind.id,
        "name": kind.name,
        "types": types(&kind.types),
        "level": pokemon.level,
        "percent": percent,
        "status": if pokemon.fainted { "fnt" } else { pokemon.status.text() },
        "slept": slept,
    })
}

/// The one on the field; Attack of the other side's is not known before its moves are.
fn active(active: &Active, exact: bool) -> Value {
    let mut stages = Map::new();
    for stat in Stat::ALL.into_iter().filter(|stat| active.stages[*stat as usize] != 0) {
        stages.insert(name(stat).into(), json!(active.stages[stat as usize]));
    }
    let charging = active.charging;
    let mut tree = json!({
        "looks": active.species.data().name,
        "types": types(&active.types),
        "stages": stages,
        "moves": moves(&active.moves, &active.pp),
        "substitute": active.substitute > 0,
        "confused": active.confusion > 0,
        "charging": if charging.is_none() { None } else { Some(charging.data().name) },
    });
    for (word, flag) in
        [("recharging", Flags::RECHARGE), ("reflect", Flags::REFLECT), ("transformed", Flags::TRANSFORMED)]
    {
        tree[word] = json!(active.flags.has(flag));
    }
    if exact {
        tree["stats"] = stats(&active.stats);
    }
    tree
}

fn name(stat: Stat) -> &'static str {
    ["Attack", "Defense", "Special", "Speed", "accuracy"][stat as usize]
}

fn stats(numbers: &Stats) -> Value {
    Stat::ALL[..4]
        .iter()
        .map(|stat| (name(*stat).to_string(), json!(numbers[*stat as usize])))
        .collect::<Map<_, _>>()
        .into()
}

fn types(kinds: &[Type; 2]) -> Vec<&'static str> {
    let count = if kinds[0] == kinds[1] { 1 } else { 2 };
    kinds[..count].iter().map(|kind| kind.name()).collect()
}

fn moves(ids: &[MoveId; 4], pp: &[u8; 4]) -> Value {
    let slots = ids.iter().zip(pp).filter(|(id, _)| !id.is_none());
    slots.map(|(id, pp)| json!({ "id": id.id(), "pp": pp })).collect()
}

/// The likeliest sets of somebody who was seen.
fn sets(belief: &Belief, index: usize) -> Value {
    let mut odds = belief.posterior(index);
    odds.retain(|(_, odds)| *odds > 0.0);
    odds.sort_by(|one, two| two.1.total_cmp(&one.1));
    let ids = |moves: &[MoveId; 4]| moves.iter().filter(|id| !id.is_none()).map(|id| id.id()).collect::<Vec<_>>();
    odds.iter().take(SETS).map(|(kit, odds)| json!({ "moves": ids(&kit.moves), "odds": odds })).collect()
}

/// A battle that was only thought of, in short: who is there, with HP, status and moves.
#[must_use]
pub fn sketch(battle: &Battle) -> String {
    let member = |pokemon: &Pokemon| {
        let moves: Vec<_> = pokemon.moves.iter().filter(|id| !id.is_none()).map(|id| id.id()).collect();
        let status = if pokemon.fainted { "fnt" } else { pokemon.status.text() };
        let words =
            [pokemon.species.data().id, &format!("{}/{}", pokemon.hp, pokemon.max_hp), status, &moves.join(",")];
        words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
    };
    let side = |side: &Side| side.order.map(|index| member(&side.team[usize::from(index)])).join("; ");
    battle.sides.each_ref().map(side).join(" & ")
}

/// Every move and every species as they are shown to people.
#[must_use]
pub fn dex() -> Value {
    let moves: Map<String, Value> = super::data::MOVES
        .iter()
        .map(|data| {
            let accuracy = if data.accuracy == 0 { 0 } else { (u32::from(data.accuracy) * 100).div_ceil(255) };
            let tree = json!({
                "name": data.name,
                "type": data.kind.name(),
                "category": format!("{:?}", data.category).to_lowercase(),
                "power": data.power,
                "accuracy": accuracy,
                "pp": data.most_pp,
            });
            (data.id.to_string(), tree)
        })
        .collect();
    let species: Map<String, Value> = Species::all()
        .map(|species| {
            let data = species.data();
            (data.id.to_string(), json!({ "name": data.name, "types": types(&data.types), "level": data.level }))
        })
        .collect();
    json!({ "moves": moves, "species": species })
}
