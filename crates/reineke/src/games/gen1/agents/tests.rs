//! What each agent chooses where it is clear what it should choose.

use super::super::game::{Drawn, Gen1, State};
use super::super::roll::{Roll, Rolls};
use super::field::{decided, field, replacing};
use super::open::{Light, Open, Position};
use crate::dice::Rng;
use crate::game::{Game, Turn};

const STARMIE: (&str, &str) = ("Starmie", "surf thunderbolt recover thunderwave");
const GYARADOS: (&str, &str) = ("Gyarados", "bodyslam hydropump blizzard thunderbolt");
const RHYDON: (&str, &str) = ("Rhydon", "earthquake rockslide bodyslam substitute");
const GENGAR: (&str, &str) = ("Gengar", "hypnosis nightshade psychic thunderbolt");
const SNORLAX: (&str, &str) = ("Snorlax", "bodyslam earthquake hyperbeam selfdestruct");

fn plays(state: &State, name: &str, options: &[(&str, &str)]) -> String {
    Gen1.action_text(decided(state, 0, name, options, 20_000, 1).action)
}

// covers: T3
#[test]
fn the_most_damage_is_that_of_the_right_type() {
    for name in ["maxdamage", "greedy"] {
        assert_eq!(plays(&field([&[STARMIE], &[GYARADOS]]), name, &[]), "thunderbolt");
        assert_eq!(plays(&field([&[STARMIE], &[RHYDON]]), name, &[]), "surf");
        assert_eq!(plays(&field([&[RHYDON], &[STARMIE]]), name, &[]), "earthquake");
    }
}

// covers: T3
#[test]
fn a_substitute_and_immunity_count_as_damage_does() {
    let mut state = field([&[SNORLAX], &[GENGAR]]);
    assert_eq!(plays(&state, "maxdamage", &[]), "earthquake");
    state.battle.sides[1].active.substitute = 40;
    assert_eq!(plays(&state, "maxdamage", &[]), "earthquake");
}

// covers: T3
#[test]
fn whoever_can_do_most_is_brought_in() {
    let state = replacing([&[GENGAR, SNORLAX, STARMIE], &[GENGAR, RHYDON]]);
    for name in ["maxdamage", "greedy"] {
        assert_eq!(plays(&state, name, &[]), "switch starmie", "{name}");
    }
}

// covers: T3
#[test]
fn greedy_looks_at_the_position_not_at_damage() {
    let mut state = field([&[STARMIE], &[SNORLAX]]);
    state.battle.sides[0].team[0].hp = 20;
    assert_eq!(plays(&state, "maxdamage", &[]), "surf");
    assert_eq!(plays(&state, "greedy", &[]), "recover");
}

#[test]
fn heuristics_go_by_types_and_base_power() {
    let plays = |state: &State| plays(state, "heuristics", &[]);
    assert_eq!(plays(&field([&[STARMIE], &[GYARADOS]])), "thunderbolt");
    assert_eq!(plays(&field([&[STARMIE], &[RHYDON]])), "surf");
    assert_eq!(plays(&field([&[SNORLAX], &[STARMIE]])), "hyperbeam", "the turn after does not count");
    let mut lowered = field([&[SNORLAX], &[GENGAR]]);
    assert_eq!(plays(&lowered), "earthquake");
    lowered.battle.sides[0].active.stages[0] = -6;
    assert_eq!(plays(&lowered), "earthquake", "nobody else is there");
}

#[test]
fn heuristics_leave_a_hopeless_match_for_a_good_one() {
    let zapdos = ("Zapdos", "thunderbolt drillpeck thunderwave agility");
    let plays = |own: &[(&str, &str)]| plays(&field([own, &[zapdos]]), "heuristics", &[]);
    assert_eq!(plays(&[GYARADOS, RHYDON, SNORLAX]), "switch rhydon");
    assert_eq!(plays(&[GYARADOS, STARMIE]), "blizzard", "Starmie would be no better off");
    assert_eq!(plays(&[RHYDON, STARMIE]), "rockslide");
}

/// Gengar about to be hit by Earthquake, with Gyarados, which does not mind.
fn threatened() -> State {
    let mut state = field([&[GENGAR, GYARADOS], &[RHYDON]]);
    state.battle.sides[0].active.stats[3] = 1;
    state
}

// covers: T3
#[test]
fn searches_that_look_at_replies_leave_where_the_greedy_stay() {
    let round = [("eval", "hp"), ("depth", "2"), ("rolls", "8")];
    let average = [round[0], round[1], round[2], ("others", "even")];
    let state = threatened();
    assert_eq!(plays(&state, "greedy", &[]), "psychic");
    assert_eq!(plays(&state, "minimax", &round), "switch gyarados");
    assert_eq!(plays(&state, "expectimax", &average), "switch gyarados");
    for name in ["lance", "light"] {
        assert_eq!(plays(&state, name, &[]), "switch gyarados", "{name}");
    }
}

#[test]
fn averaging_replies_is_not_fearing_the_worst() {
    let state = field([&[STARMIE], &[GYARADOS]]);
    let round = [("eval", "hp"), ("depth", "2")];
    let worst = decided(&state, 0, "minimax", &round, 50_000, 1);
    let mean = decided(&state, 0, "expectimax", &[round[0], round[1], ("others", "even")], 50_000, 1);
    for (worst, mean) in worst.choices.iter().zip(&mean.choices) {
        assert!(worst.value < mean.value, "{worst:?} {mean:?}");
    }
}

#[test]
fn the_second_pick_in_the_open_plays_the_turn() {
    let open = Open { first: 1, light: false };
    let state = field([&[STARMIE], &[GYARADOS]]);
    let (mut first, mut second) = (Rng::new(3), Rng::new(3));
    let mut position = Position { state: state.clone(), pick: None };
    let actions = ["surf", "blizzard"].map(|text| Gen1.parse_action(text).expect(text));
    assert_eq!(open.turn(&position), Turn::Seat(1));
    open.apply(&mut position, actions[1], &mut first);
    assert_eq!((open.turn(&position), &position.state), (Turn::Seat(0), &state));
    open.apply(&mut position, actions[0], &mut first);
    let mut joint = state;
    Gen1.apply_joint(&mut joint, &actions, &mut second);
    assert_eq!((position.state, position.pick), (joint, None));
}

#[test]
fn light_chance_is_the_middle_of_the_damage_and_nothing_rare() {
    let mut rng = Rng::new(4);
    let mut light = Light(Drawn::thought(&mut rng));
    assert_eq!(light.roll(Roll::Damage, 217, 256), 236);
    assert!(!light.chance(Roll::Critical, 255) && !light.chance(Roll::Extra, 255));
    let misses = (0..4000).filter(|_| !light.chance(Roll::Accuracy, 192)).count();
    assert!((880..1120).contains(&misses), "{misses}");
}
