//! Choosing at once, and chance, as searches see them.

use super::super::battle::Pokemon;
use super::super::damage::{Blow, critical_odds};
use super::super::dex::{MoveId, Status};
use super::super::game::{Gen1, State};
use super::super::hit::Strike;
use super::super::worth::Hp;
use super::field::{Few, decided, field, replacing, searcher};
use super::talonbot::{Settings, Tree};
use crate::control::Control;
use crate::dice::Rng;
use crate::game::{Action, Game, View};
use crate::options::Options;
use std::collections::BTreeMap;
use std::sync::Arc;

const TRIANGLE: Few =
    &[("Tauros", "bodyslam"), ("Venusaur", "razorleaf"), ("Charizard", "fireblast"), ("Blastoise", "surf")];
/// The rules by which `default` searches.
const DEFAULT: [(&str, &str); 5] =
    [("joint", "puct"), ("c", "1.5"), ("secrets", "on"), ("hunches", "on"), ("least", "0.7")];
const SLOWBRO: Few = &[("Slowbro", "amnesia psychic surf thunderwave")];
const GOLEM_AND_MUK: Few =
    &[("Golem", "bodyslam earthquake explosion rockslide"), ("Muk", "bodyslam explosion fireblast sludge")];
const SLOWBRO_AND_TAUROS: Few = &[SLOWBRO[0], ("Tauros", "bodyslam earthquake blizzard hyperbeam")];
/// This Golem cannot explode.
const GOLEM_MUK_AND_CHANSEY: Few = &[
    ("Golem", "bodyslam earthquake rockslide substitute"),
    GOLEM_AND_MUK[1],
    ("Chansey", "icebeam seismictoss softboiled thunderwave"),
];

/// Both have lost somebody, and bring in one of three, each of which beats another and is beaten by the third.
fn triangle() -> State {
    let mut state = replacing([TRIANGLE; 2]);
    for pokemon in state.battle.sides.iter_mut().flat_map(|side| &mut side.team[1..4]) {
        pokemon.hp = pokemon.max_hp * 2 / 5;
    }
    state
}

/// How often each action is played over many seeds, and the mean value.
fn played(state: &State, options: &[(&str, &str)], nodes: u64, seeds: u64) -> (BTreeMap<String, f64>, f64) {
    let (mut counts, mut value) = (BTreeMap::new(), 0.0);
    for seed in 0..seeds {
        let decision = decided(state, 0, "mcts", options, nodes, seed);
        *counts.entry(Gen1.action_text(decision.action)).or_insert(0.0) += 1.0 / seeds as f64;
        value += decision.value / seeds as f64;
    }
    (counts, value)
}

// covers: T12
#[test]
fn rock_paper_scissors_is_mixed() {
    let (counts, value) = played(&triangle(), &[], 2000, 60);
    println!("{counts:?}, worth {value:.3}");
    assert!(counts.len() == 3 && counts.values().all(|share| (0.1..0.7).contains(share)), "{counts:?}");
    assert!((0.4..0.6).contains(&value), "{value}");
}

// covers: T12
#[test]
fn the_other_side_does_not_know_the_own_choice() {
    let state = triangle();
    let mut search = searcher("mcts", &[], 1);
    let mut control = Control::new(Some(20_000), None, Arc::default());
    search.decide(&Gen1, &View::of(&Gen1, &state, 0), &mut control, &mut |_| {});
    let policy = search.policy(&View::of(&Gen1, &state, 1)).expect("the other side's choices");
    let sum: f64 = policy.iter().map(|(_, weight)| weight).sum();
    let shares: Vec<f64> = policy.iter().map(|(_, weight)| weight / sum).collect();
    println!("{shares:?}");
    assert!(shares.iter().all(|share| *share > 0.1), "one answer to all that may be chosen: {shares:?}");
    // Where it knows, there is always an answer.
    let (_, blind) = played(&state, &[], 2000, 20);
    let told = decided(&state, 0, "minimax", &[("depth", "2")], 200_000, 1).value;
    println!("worth {blind:.3} if it is blind, {told:.3} if it is told");
    assert!(told < blind - 0.015, "{told} {blind}");
}

// covers: T12
#[test]
fn slowbro_hits_golem_or_whoever_comes_instead() {
    let (counts, _) = played(&field([SLOWBRO, GOLEM_AND_MUK]), &[], 2000, 60);
    println!("{counts:?}");
    let share = |name: &str| counts.get(name).copied().unwrap_or(0.0);
    assert!(share("surf") > share("psychic") && share("psychic") > 0.0, "{counts:?}");
    // Regret matching has Golem explode nearly always, where Surf is best.
    let (counts, _) = played(&field([SLOWBRO, GOLEM_AND_MUK]), &DEFAULT, 2000, 20);
    assert!(counts.get("surf").is_some_and(|share| *share > 0.9), "{counts:?}");
}

// covers: T12
#[test]
fn default_mixes_where_regret_matching_does() {
    let (counts, value) = played(&triangle(), &DEFAULT, 8000, 24);
    println!("{counts:?}, worth {value:.3}");
    assert!(counts.values().filter(|share| **share > 0.2).count() >= 2, "{counts:?}");
    assert!((0.45..0.55).contains(&value), "{value}");
    let (counts, _) = played(&field([SLOWBRO_AND_TAUROS, GOLEM_MUK_AND_CHANSEY]), &DEFAULT, 8000, 24);
    println!("{counts:?}");
    assert!(["surf", "amnesia"].iter().all(|name| counts.get(*name).is_some_and(|share| *share > 0.1)), "{counts:?}");
}

/// A turn of a battle in a search, by the own action.
type Turned = fn(&mut State, [Action; 2], &mut Rng);

/// As the tree search for everything plays it, and as Talonbot does.
const WAYS: [Turned; 2] = [
    |state, actions, rng| Gen1.apply_joint(state, &actions, rng),
    |state, actions, rng| {
        let settings = Settings::from_options(&mut Options::default()).expect("defaults");
        let mut legal = smallvec::SmallVec::new();
        Gen1.legal(state, 0, &mut legal);
        Tree::new(settings, &Hp, 0, &legal).play(state, Some(actions[0]), rng, &mut Vec::new());
    },
];

/// How far counts lie from their odds: about 0 ± 1 where these are right.
fn distance(counts: &[u32], odds: &[f64]) -> f64 {
    let sum = f64::from(counts.iter().sum::<u32>());
    let squares: f64 =
        counts.iter().zip(odds).map(|(count, odds)| (f64::from(*count) - sum * odds).powi(2) / (sum * odds)).sum();
    let free = odds.len() as f64 - 1.0;
    // Wilson and Hilferty.
    ((squares / free).cbrt() - (1.0 - 2.0 / (9.0 * free))) / (2.0 / (9.0 * free)).sqrt()
}

const TURNS: usize = 40_000;

/// Holds what happens in many turns against the odds that it should have.
fn compare(state: &State, actions: [&str; 2], odds: &[f64], kind: impl Fn(&State) -> usize) {
    assert!((odds.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{odds:?}");
    let actions = actions.map(|text| Gen1.parse_action(text).expect(text));
    for (way, turned) in WAYS.iter().enumerate() {
        let (mut rng, mut counts) = (Rng::new(9), vec![0; odds.len()]);
        for _ in 0..TURNS {
            let mut next = state.clone();
            turned(&mut next, actions, &mut rng);
            counts[kind(&next)] += 1;
        }
        let distance = distance(&counts, odds);
        println!("way {way}: {distance:.2} {counts:?}");
        assert!(distance < 3.5, "way {way}: {distance} {counts:?} {odds:?}");
    }
}

fn foe(state: &State) -> &Pokemon {
    &state.battle.sides[1].team[0]
}

// covers: T13
#[test]
fn hits_criticals_rolls_and_burns_come_as_often_as_in_the_engine() {
    let state = field([&[("Charizard", "fireblast")], &[("Snorlax", "amnesia")]]);
    let strike = Strike::of(MoveId::parse("fireblast").expect("a move"));
    let full = [false, true].map(|critical| state.battle.blow(0, &strike, critical).full());
    let critical = f64::from(critical_odds(state.battle.sides[0].team[0].species.data().base[4], false)) / 256.0;
    let hit = f64::from(strike.data.accuracy) / 256.0;
    let burn = f64::from(strike.data.odds) / 256.0;
    // Missed; then the lower and the upper rolls, plain and critical, each without and with a burn.
    let middle = full.map(|full| Blow::rolled(full, 236));
    let mut odds = vec![1.0 - hit];
    for part in [1.0 - critical, critical] {
        let low = (217..256).filter(|roll| Blow::rolled(full[0], *roll) < middle[0]).count() as f64 / 39.0;
        let low_critical = (217..256).filter(|roll| Blow::rolled(full[1], *roll) < middle[1]).count() as f64 / 39.0;
        let low = if part == critical { low_critical } else { low };
        for half in [low, 1.0 - low] {
            odds.extend([1.0 - burn, burn].map(|status| hit * part * half * status));
        }
    }
    compare(&state, ["fireblast", "amnesia"], &odds, |next| {
        let target = foe(next);
        let burnt = target.status == Status::Burn;
        let lost = u32::from(target.max_hp - target.hp - if burnt { target.max_hp / 16 } else { 0 });
        if lost == 0 {
            return 0;
        }
        let critical = usize::from(lost > full[0]);
        1 + critical * 4 + usize::from(lost >= middle[critical]) * 2 + usize::from(burnt)
    });
}

// covers: T13
#[test]
fn paralysis_and_sleep_come_as_often_as_in_the_engine() {
    let mut state = field([&[("Alakazam", "recover")], &[("Rhydon", "rest")]]);
    state.battle.sides[1].team[0].status = Status::Paralysis;
    state.battle.sides[1].team[0].hp -= 100;
    compare(&state, ["recover", "rest"], &[193.0 / 256.0, 63.0 / 256.0], |next| {
        usize::from(foe(next).status == Status::Paralysis)
    });
    let state = field([&[("Gengar", "hypnosis")], &[("Rhydon", "rest")]]);
    let hit = f64::from(MoveId::parse("hypnosis").expect("a move").data().accuracy) / 256.0;
    // It sleeps one to seven turns, of which the first is over; whoever slept one only is awake.
    let mut odds = vec![1.0 - hit + hit / 7.0];
    odds.extend([hit / 7.0; 6]);
    compare(&state, ["hypnosis", "rest"], &odds, |next| match foe(next).status {
        Status::Sleep => usize::from(foe(next).sleep),
        _ => 0,
    });
}
