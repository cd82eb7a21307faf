use super::battle::{Battle, Phase};
use super::check;
use super::choice::{Choice, Choices};
use super::coverage;
use super::dex::{MoveId, Species, Stat, Status};
use super::event::{Event, Notice, Silence};
use super::generator::{Gen5, Generator};
use super::protocol::lines;
use super::roll::Source;
use super::script::{self, Script};
use super::team::{self, Set, Team};
use super::turn::Play;
use flate2::read::GzDecoder;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader};

/// Lines of a file of recorded data.
pub fn recorded(name: &str) -> impl Iterator<Item = Value> {
    let path = format!("{}/../../tests/data/gen1/{name}", env!("CARGO_MANIFEST_DIR"));
    let lines = BufReader::new(GzDecoder::new(File::open(path).expect("recorded data"))).lines();
    lines.map(|line| serde_json::from_str(&line.expect("text")).expect("JSON"))
}

/// Recorded battles, and directed ones between teams without twins, whom nobody could tell apart.
pub fn battles() -> impl Iterator<Item = Value> {
    let twins = |team: &str| {
        let mut names: Vec<&str> = team.split(']').filter_map(|set| set.split('|').next()).collect();
        names.sort_unstable();
        names.windows(2).any(|pair| pair[0] == pair[1])
    };
    let alone = move |record: &Value| (0..2).all(|side| !twins(record["teams"][side].as_str().expect("a team")));
    recorded("battles.jsonl.gz").chain(recorded("fixtures/directed.jsonl.gz").filter(alone))
}

/// Replays a recorded battle; after the start and after every decision, `each` gets the battle, what was chosen, and what
/// happened.
pub fn replay(record: &Value, mut each: impl FnMut(&Battle, [Option<Choice>; 2], &[Event])) {
    let teams = [0, 1].map(|side| team::parse(record["teams"][side].as_str().expect("a team")).expect("a team"));
    let mut dice = Generator::parse(record["seed"].as_str().expect("a seed")).expect("a seed");
    let (mut battle, mut events) = (Battle::new(&teams), Vec::new());
    Play::new(&mut battle, &mut dice, &mut events).start();
    each(&battle, [None, None], &events);
    for decision in record["d"].as_array().expect("decisions") {
        let choices = [0, 1].map(|side| decision["c"][side].as_str().and_then(Choice::parse));
        events.clear();
        Play::new(&mut battle, &mut dice, &mut events).commit(choices);
        each(&battle, choices, &events);
    }
}

pub fn teams(seed: u64) -> [Team; 2] {
    let (mut source, mut ditto) = (Gen5(seed), false);
    [team::generate(&mut source, &mut ditto), team::generate(&mut source, &mut ditto)]
}

#[test]
fn a_battle_is_small() {
    assert!(size_of::<Battle>() <= 512, "{} bytes", size_of::<Battle>());
}

#[test]
fn recorded_battles_come_out_the_same() {
    let mut checked = 0;
    for record in recorded("battles.jsonl.gz") {
        let report = check::battle(&record, false).expect("a record");
        assert_eq!(report.difference, None, "{}", record["id"]);
        checked += report.checked;
    }
    assert_eq!(checked, 29_857);
}

#[test]
fn random_numbers_that_differ_are_named_with_what_they_are_drawn_for() {
    let mut record = recorded("battles.jsonl.gz").last().expect("a record");
    let seed = u64::from_str_radix(record["s0"]["rng"].as_str().expect("digits"), 16).expect("digits");
    record["d"][0]["n"] = serde_json::json!([[0, 2, 1, "speedSort of eachEvent"]]);
    let found = check::battle(&record, false).expect("a record").difference.expect("a difference");
    let first = Gen5(seed).below(256);
    let words = format!(
        "decision 0: random number 0: 1 from 0 to 2 in speedSort of eachEvent recorded, {first} from 0 to 256 for Accuracy here"
    );
    assert_eq!(found, words);
}

#[test]
fn coverage_tells_how_moves_went() {
    let mut seen = std::collections::BTreeMap::new();
    for record in recorded("battles.jsonl.gz").take(20) {
        for (name, count) in check::battle(&record, false).expect("a record").coverage.counts() {
            *seen.entry(name).or_insert(0) += count;
        }
    }
    for name in ["surf hit", "surf crit", "hypnosis miss", "earthquake immune", "substitute hit", "fully paralysed"] {
        assert!(seen.contains_key(name), "{name}");
    }
    let reachable = coverage::reachable();
    assert!(seen.keys().all(|name| reachable.contains(name)), "{seen:?}");
    for name in ["surf immune", "counter crit", "rest miss", "recover substitute", "glare ko", "a boost at 999"] {
        assert!(!reachable.contains(&name.to_string()), "{name}");
    }
}

#[test]
fn a_generator_is_read_from_its_seed() {
    assert_eq!(Generator::parse("1,2,3,4"), Generator::parse("gen5,0001000200030004"));
    assert_eq!(Generator::parse("sodium,0a").expect("a seed").digits(), format!("{:0<64}", "0a"));
    for text in ["", "gen5,", "gen5,1", "gen5,+123456789abcdef", "sodium,", "sodium,g", "1,2,3", "1,2,3,65536"] {
        assert!(Generator::parse(text).is_err(), "{text}");
    }
}

#[test]
fn a_script_plays_the_same_battle_again() {
    let script = Script::random(&mut Gen5(3));
    let again = || script::play(std::slice::from_ref(&script));
    assert_eq!(again(), again());
    assert_eq!(script.json()["ts"].as_array().map(Vec::len), Some(2));
    assert_eq!(script.end().split(' ').count(), 4);
    assert_eq!(script::random_play(5, 1), script::random_play(5, 1));
    assert_ne!(script::random_play(5, 1), script::random_play(5, 2));
}

#[test]
fn a_record_that_was_changed_is_found_out() {
    let record = recorded("battles.jsonl.gz").last().expect("a record");
    let change = |path: &str, to: Value| {
        let mut record = record.clone();
        *record.pointer_mut(path).expect(path) = to;
        check::battle(&record, false).expect("a record").difference
    };
    assert_eq!(change("/win", record["win"].clone()), None);
    for (path, to, words) in [
        ("/win", "p3".into(), "winner"),
        ("/s0/t", 3.into(), "state.t: 3 recorded, 1 here"),
        ("/l0/2", "|player|p1|P3||".into(), "log[2]"),
        ("/seed", "gen5,0000000000000000".into(), "state.rng"),
        ("/d/0/r/0/k", "wait".into(), "decision 0: request[0].k"),
        ("/d/0/l/0", "|-".into(), "decision 0: log[0]"),
        ("/d/0/s/t", 77.into(), "decision 0: state.t"),
        ("/ts/0", "gen5,0000000000000000".into(), "the generator draws"),
    ] {
        let found = change(path, to).expect(path);
        assert!(found.contains(words), "{found}");
    }
}

#[test]
fn a_broken_record_is_refused() {
    let record = recorded("battles.jsonl.gz").next().expect("a record");
    for (path, to, words) in [
        ("/teams/0", Value::Null, "needs two packed \"teams\""),
        ("/teams/0", "Ditto|||NoAbility|surf".into(), "is no set of the generator"),
        ("/teams/0", "Ditto".into(), "no move here is called"),
        ("/teams/1", "Missingno.|||".into(), "no species here is called"),
        ("/seed", "sodium,xy".into(), "is no seed"),
        ("/d", Value::Null, "needs a list"),
        ("/d/0/c/0", "jump 1".into(), "is no choice"),
    ] {
        let mut record = record.clone();
        *record.pointer_mut(path).expect(path) = to;
        let error = check::battle(&record, false).expect_err(path);
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn the_generator_draws_the_recorded_teams() {
    let mut count = 0;
    for row in recorded("teams.jsonl.gz") {
        let mut ditto = false;
        for seat in 0..2 {
            let mut source = Generator::parse(row["ts"][seat].as_str().expect("a seed")).expect("a seed");
            let drawn = team::generate(&mut source, &mut ditto);
            assert_eq!(team::packed(&drawn), row["t"][seat].as_str().expect("a team"), "{}", row["i"]);
            let end = row["e"][seat].as_str().expect("a seed");
            assert_eq!(source.digits(), end.strip_prefix("sodium,").unwrap_or(end));
            assert_eq!(team::parse(&team::packed(&drawn)), Ok(drawn));
        }
        count += 1;
    }
    assert_eq!(count, 2000);
}

#[test]
fn every_choice_that_is_listed_can_be_played_and_every_battle_ends() {
    let mut pick = Gen5(7);
    for seed in 0..300 {
        let mut battle = Battle::new(&teams(seed));
        let mut dice = Gen5(seed);
        Play::new(&mut battle, &mut dice, &mut Silence).start();
        while !battle.phase.over() {
            let mut chosen = [None; 2];
            for side in 0..2 {
                let mut choices = Choices::new();
                battle.choices(side, &mut choices);
                assert_eq!(battle.asked(side), !choices.is_empty());
                if battle.asked(side) {
                    chosen[side] = Some(choices[pick.below(choices.len() as u32) as usize]);
                }
            }
            Play::new(&mut battle, &mut dice, &mut Silence).commit(chosen);
        }
        let left = [battle.sides[0].left(), battle.sides[1].left()];
        match battle.phase {
            Phase::Won => assert!(left[0] > 0 && left[1] == 0),
            Phase::Lost => assert!(left[0] == 0 && left[1] > 0),
            _ => assert!(left == [0, 0] || battle.turn > 1000, "{left:?}"),
        }
    }
}

#[test]
fn choices_have_a_text_form() {
    for choice in (0..4).map(Choice::Move).chain((1..6).map(Choice::Switch)) {
        assert_eq!(Choice::parse(&choice.text()), Some(choice));
    }
    for text in ["", "move", "move 0", "move 5", "switch 1", "switch 7", "move x", "pass"] {
        assert_eq!(Choice::parse(text), None, "{text}");
    }
}

// What no recorded battle shows.

fn set(name: &str, moves: [MoveId; 4]) -> Set {
    Set { species: Species::named(name).expect(name), moves }
}

/// Two teams that differ in their first members, on the field.
fn facing(first: Set, second: Set) -> Battle {
    let mut sides = teams(1);
    sides[0][0] = first;
    sides[1][0] = second;
    let mut battle = Battle::new(&sides);
    Play::new(&mut battle, &mut Gen5(1), &mut Silence).start();
    battle
}

fn play(battle: &mut Battle, slots: [u8; 2]) -> Vec<Event> {
    let mut events = Vec::new();
    Play::new(battle, &mut Gen5(5), &mut events).commit(slots.map(|slot| Some(Choice::Move(slot))));
    events
}

const QUIET: [MoveId; 4] = [MoveId::REFLECT, MoveId::AGILITY, MoveId::AMNESIA, MoveId::REST];

#[test]
fn a_battle_in_which_everybody_is_frozen_is_tied() {
    let mut battle =
        facing(set("Mew", QUIET), set("Ditto", [MoveId::TRANSFORM, MoveId::NONE, MoveId::NONE, MoveId::NONE]));
    for side in &mut battle.sides {
        for pokemon in &mut side.team {
            pokemon.status = Status::Freeze;
        }
    }
    let mut thawed = battle;
    thawed.sides[1].team[3].status = Status::None;
    let events = play(&mut battle, [0, 0]);
    assert_eq!(battle.phase, Phase::Tied);
    assert!(events.ends_with(&[Event::Notice(Notice::Endless), Event::Gap, Event::Tie]));
    play(&mut thawed, [0, 0]);
    assert_eq!(thawed.phase, Phase::Move, "one can still act");
}

#[test]
fn ghosts_that_struggle_against_ghosts_are_tied() {
    let ghost = || set("Gengar", [MoveId::HYPNOSIS, MoveId::PSYCHIC, MoveId::THUNDERBOLT, MoveId::EXPLOSION]);
    let mut battle = facing(ghost(), ghost());
    for side in &mut battle.sides {
        for pokemon in &mut side.team[1..] {
            (pokemon.fainted, pokemon.hp) = (true, 0);
        }
        side.active.pp = [0; 4];
        side.team[0].pp = [0; 4];
    }
    let mut solid = battle;
    solid.sides[1].active.types = Species::named("Mew").expect("Mew").data().types;
    play(&mut battle, [0, 0]);
    assert_eq!(battle.phase, Phase::Tied);
    play(&mut solid, [0, 0]);
    assert_eq!(solid.phase, Phase::Move, "Struggle hurts who is no Ghost");
}

#[test]
fn a_stat_of_999_steps_back_when_it_is_raised() {
    let mut battle = facing(set("Mew", QUIET), set("Mew", QUIET));
    let active = &mut battle.sides[0].active;
    active.stats[Stat::Special as usize] = 999;
    active.stages[Stat::Special as usize] = 3;
    let told: Vec<String> = play(&mut battle, [2, 0]).iter().flat_map(|event| lines(event, 0)).collect();
    let at = told.iter().position(|line| line == "|-boost|p1a: Mew|spa|2").expect("a raise");
    let hint = "|-hint|In Gen 1, boosting a stat at 999 will apply a -1 drop afterwards, and the stat remains at 999.";
    let then =
        ["|-unboost|p1a: Mew|spa|1", hint, "|-boost|p1a: Mew|spd|2", "|-unboost|p1a: Mew|spd|1", "|-fail|p1a: Mew"];
    assert_eq!(told[at + 1..at + 6], then);
    let active = &battle.sides[0].active;
    assert_eq!((active.stats[Stat::Special as usize], active.stages[Stat::Special as usize]), (999, 4));
    let told: Vec<String> = play(&mut battle, [2, 1]).iter().flat_map(|event| lines(event, 0)).collect();
    assert!(!told.contains(&hint.to_string()), "it is explained once");
}

#[test]
fn recovery_fails_where_the_games_mistake_what_is_missing_for_nothing() {
    let healer = set("Chansey", [MoveId::SOFTBOILED, MoveId::ICEBEAM, MoveId::THUNDERWAVE, MoveId::REFLECT]);
    let after = |missing: u16, max_hp: u16| {
        let mut battle = facing(healer, set("Mew", QUIET));
        let pokemon = &mut battle.sides[0].team[0];
        (pokemon.max_hp, pokemon.hp) = (max_hp, max_hp - missing);
        play(&mut battle, [0, 0]);
        battle.sides[0].team[0].hp
    };
    assert_eq!(after(200, 600), 600);
    assert_eq!(after(254, 600), 600);
    assert_eq!(after(255, 600), 345);
    assert_eq!(after(511, 600), 89);
    assert_eq!(after(512, 600), 388);
    assert_eq!(after(255, 511), 511, "256 are left");
}
