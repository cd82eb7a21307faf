use super::battle::Battle;
use super::dex::{MoveId, Species, Status};
use super::duel::{Duels, expected, harm};
use super::game::SWITCH;
use super::hunch::weigh;
use super::sets::kits;
use super::team::Set;
use crate::game::Action;

fn set(name: &str, moves: [&str; 4]) -> Set {
    Set { species: Species::named(name).unwrap(), moves: moves.map(|id| MoveId::parse(id).unwrap()) }
}

fn zapdos() -> Set {
    set("Zapdos", ["thunderbolt", "drillpeck", "thunderwave", "agility"])
}

/// Zapdos and a Golem against somebody.
fn battle(foe: Set) -> Battle {
    let golem = set("Golem", ["earthquake", "rockslide", "bodyslam", "explosion"]);
    Battle::new(&[[zapdos(), golem, golem, golem, golem, golem], [foe; 6]])
}

fn weights(battle: &Battle, actions: &[Action]) -> Vec<f32> {
    let mut out = Vec::new();
    weigh(battle, 0, actions, &mut out);
    out
}

fn action(id: &str) -> Action {
    Action::from(MoveId::parse(id).unwrap().0) - 1
}

#[test]
fn the_better_hit_looks_better_and_weights_sum_up() {
    let battle = battle(set("Starmie", ["surf", "thunderbolt", "thunderwave", "recover"]));
    let found = weights(&battle, &[action("thunderbolt"), action("drillpeck"), action("agility")]);
    assert!(found[0] > found[1] && found[0] > found[2], "{found:?}");
    assert!((found.iter().sum::<f32>() - 1.0).abs() < 1e-6);
}

#[test]
fn what_cannot_work_looks_worst() {
    let mut battle = battle(set("Starmie", ["surf", "thunderbolt", "thunderwave", "recover"]));
    let all = [action("thunderbolt"), action("drillpeck"), action("thunderwave")];
    let before = weights(&battle, &all);
    battle.sides[1].team[0].status = Status::Paralysis;
    let after = weights(&battle, &all);
    assert!(before[2] > after[2] && after[2] < after[0] && after[2] < after[1], "{before:?} {after:?}");
}

#[test]
fn nothing_is_hoped_for_from_what_does_not_touch() {
    let wave = |foe: Set| {
        let found = weights(&battle(foe), &[action("thunderwave"), action("agility")]);
        found[0] / found[1]
    };
    let starmie = wave(set("Starmie", ["surf", "thunderbolt", "thunderwave", "recover"]));
    let rhydon = wave(set("Rhydon", ["earthquake", "rockslide", "bodyslam", "substitute"]));
    assert!(starmie > 0.5 && rhydon < 0.1, "{starmie} {rhydon}");
}

#[test]
fn whoever_can_act_seldom_leaves() {
    let golem = SWITCH + Action::from(Species::named("Golem").unwrap().0);
    let battle = battle(set("Jolteon", ["thunderbolt", "doublekick", "thunderwave", "pinmissile"]));
    let found = weights(&battle, &[action("agility"), golem]);
    assert!(found[1] < 0.3 * found[0], "{found:?}");
    assert_eq!(weights(&battle, &[golem]), [1.0]);
}

#[test]
fn whoever_stands_better_looks_better_to_bring_in() {
    let golem = SWITCH + Action::from(Species::named("Golem").unwrap().0);
    let against = |foe| weights(&battle(foe), &[golem, action("agility")])[0];
    let (jolteon, starmie) = (
        set("Jolteon", ["thunderbolt", "doublekick", "thunderwave", "pinmissile"]),
        set("Starmie", ["surf", "thunderbolt", "thunderwave", "recover"]),
    );
    assert!(against(jolteon) > against(starmie));
}

#[test]
fn what_a_move_takes_on_average_lies_between_its_least_and_its_most() {
    let battle = battle(set("Starmie", ["surf", "thunderbolt", "thunderwave", "recover"]));
    let bolt = expected(&battle, 0, MoveId::parse("thunderbolt").unwrap());
    let max = f32::from(battle.sides[1].lead().max_hp);
    assert!(bolt > 0.4 * max && bolt < 1.2 * max, "{bolt} of {max}");
    assert_eq!(harm(&battle, 0), bolt);
    assert_eq!(expected(&battle, 0, MoveId::parse("agility").unwrap()), 0.0);
    assert_eq!(expected(&battle, 1, MoveId::parse("earthquake").unwrap()), 0.0, "Zapdos flies");
}

#[test]
fn the_table_holds_what_the_battle_says_for_every_set() {
    let duels = Duels::all();
    for species in Species::all() {
        for kit in kits(species) {
            let mut battle = battle(kit.set(species));
            let mut shuffled = battle.sides[1].team[0];
            shuffled.moves.reverse();
            if shuffled.moves[0].is_none() {
                shuffled = battle.sides[1].team[0];
            }
            let (own, foe) = (duels.set(&battle.sides[0].team[0]), duels.set(&shuffled));
            let hp = f32::from(battle.sides[1].lead().max_hp);
            assert_eq!(duels.harm(own, foe), harm(&battle, 0) / hp, "{}", species.data().name);
            battle.sides.swap(0, 1);
            assert_eq!(duels.harm(foe, own), harm(&battle, 0) / f32::from(battle.sides[1].lead().max_hp));
        }
    }
}
