//! A battle as a JSON tree, the form in which recorded battles keep it.

use super::battle::{Active, Battle, Flags, Phase, Pokemon, Side, Stats};
use super::choice::{Choices, Menu};
use super::dex::{MoveId, Stat, Status};
use serde_json::{Map, Value, json};

/// The whole position.
#[must_use]
pub fn state(battle: &Battle, generator: &str) -> Value {
    let mut tree = json!({
        "t": battle.turn,
        "rs": match battle.phase { Phase::Move => "move", Phase::Switch => "switch", _ => "" },
        "rng": generator,
        "ld": battle.last_damage,
        "lm": battle.last_move.id(),
        "p1": side(&battle.sides[0], 0),
        "p2": side(&battle.sides[1], 1),
    });
    if battle.phase.over() {
        tree["end"] = json!(1);
    }
    tree
}

fn stats(stats: Stats) -> Value {
    let [attack, defense, special, speed] = stats;
    json!([attack, defense, special, special, speed])
}

fn ids(moves: &[MoveId]) -> Value {
    moves.iter().map(|id| id.id()).collect()
}

fn side(side: &Side, seat: usize) -> Value {
    let members: Map<String, Value> =
        (0..6).map(|index| ((index + 1).to_string(), pokemon(&side.team[index], seat))).collect();
    let mut tree = json!({
        "o": side.order.iter().map(|index| char::from(b'1' + index)).collect::<String>(),
        "left": side.left(),
        "lm": side.last_move.id(),
        "lsm": side.selected.id(),
        "lss": side.slot,
        "lesm": side.shown_selected.id(),
        "lem": side.shown_move.id(),
        "a": active(&side.active, side.order[0] + 1, side.lead().broken),
        "m": members,
    });
    for (key, index) in [("ft", side.fainted), ("fl", side.fainted_before)] {
        if index > 0 {
            tree[key] = json!(index);
        }
    }
    tree
}

fn pokemon(pokemon: &Pokemon, seat: usize) -> Value {
    let count = pokemon.move_count();
    let mut tree = json!({
        "sp": pokemon.species.data().id,
        "lv": pokemon.level,
        "h": pokemon.hp,
        "H": pokemon.max_hp,
        "bs": stats(pokemon.stats),
        "s": pokemon.status.text(),
        "mv": ids(&pokemon.moves[..count]),
        "pp": pokemon.pp[..count],
    });
    if pokemon.slept > 0 && pokemon.status != Status::None {
        tree["st"] = json!(pokemon.sleep);
        tree["st0"] = json!(pokemon.slept);
        if pokemon.status == Status::Sleep {
            tree["sb"] = json!(if pokemon.rested == (seat == 0) { "p1" } else { "p2" });
        }
    }
    if pokemon.fainted {
        tree["f"] = json!(1);
    }
    tree
}

fn active(active: &Active, index: u8, broken: bool) -> Value {
    let count = active.move_count();
    let mut stages = Map::new();
    for stat in Stat::ALL {
        let stage = active.stages[stat as usize];
        if stage != 0 {
            for name in stat.names() {
                stages.insert(name.text().into(), json!(stage));
            }
        }
    }
    let mut tree = json!({
        "i": index,
        "sp": active.species.data().id,
        "ty": active.own_types().iter().map(|kind| kind.name()).collect::<Vec<_>>(),
        "st": stats(active.stored),
        "ms": stats(active.stats),
        "b": stages,
        "mv": ids(&active.moves[..count]),
        "pp": active.pp[..count],
        "v": conditions(active),
        "lm": active.last_move.id(),
        "mt": active.moved.id(),
        "spd": active.speed,
    });
    if active.copied != 0 {
        tree["vir"] = (0..count).map(|slot| active.copied >> slot & 1).collect();
    }
    let flags =
        [("tr", active.flags.has(Flags::TRANSFORMED)), ("trap", active.flags.has(Flags::TRAPPED)), ("sf", broken)];
    for (key, _) in flags.into_iter().filter(|(_, set)| *set) {
        tree[key] = json!(1);
    }
    tree
}

fn conditions(active: &Active) -> Value {
    let mut tree = json!({});
    if active.substitute > 0 {
        tree["substitute"] = json!({ "hp": active.substitute });
    }
    if active.confusion > 0 {
        tree["confusion"] = json!({ "time": active.confusion });
    }
    if !active.charging.is_none() {
        tree["twoturnmove"] = json!({ "move": active.charging.id() });
    }
    for (name, flag) in [("mustrecharge", Flags::RECHARGE), ("reflect", Flags::REFLECT), ("flinch", Flags::FLINCH)] {
        if active.flags.has(flag) {
            tree[name] = json!({});
        }
    }
    tree
}

/// What a side is asked: kind of request, moves as shown, legal choices.
#[must_use]
pub fn request(battle: &Battle, side: usize) -> Value {
    let mut choices = Choices::new();
    battle.choices(side, &mut choices);
    let choices: Vec<String> = choices.iter().map(|choice| choice.text()).collect();
    if !battle.asked(side) {
        return json!({ "k": "wait", "c": choices });
    }
    if battle.phase == Phase::Switch {
        return json!({ "k": "switch", "c": choices });
    }
    let seat = &battle.sides[side];
    let moves = match seat.menu() {
        Menu::Fight => json!([["fight"]]),
        Menu::Recharge => json!([["recharge"]]),
        Menu::Struggle => json!([["struggle"]]),
        Menu::Locked(id) => json!([[id.id()]]),
        Menu::Moves => (0..seat.active.move_count())
            .map(|slot| {
                let (id, pp) = (seat.active.moves[slot], seat.active.pp[slot]);
                json!([id.id(), pp, most_pp(seat, slot), u8::from(pp == 0)])
            })
            .collect(),
    };
    let mut tree = json!({ "k": "move", "m": moves, "c": choices });
    if seat.active.flags.has(Flags::TRAPPED) {
        tree["tr"] = json!(1);
    }
    tree
}

/// The most PP that a slot can have; whoever has fewer slots of its own has no PP Ups on the others.
fn most_pp(side: &Side, slot: usize) -> u8 {
    let data = side.active.moves[slot].data();
    if slot < side.lead().move_count() { data.most_pp } else { data.pp }
}
