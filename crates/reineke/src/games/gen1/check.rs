//! Recorded battles, replayed: what was recorded on Showdown must come out of this engine.

use super::battle::{Battle, Phase};
use super::choice::Choice;
use super::event::Event;
use super::json;
use super::protocol::{PREAMBLE, lines};
use super::roll::Gen5;
use super::team;
use super::turn::Play;
use serde_json::{Value, json};

/// What came of a replay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Decisions compared, the position before the first one included.
    pub checked: usize,
    pub turns: usize,
    /// In words; nothing is compared after the first.
    pub difference: Option<String>,
}

/// Replays one recorded battle. An error says what is wrong with the record itself.
pub fn battle(record: &Value) -> Result<Report, String> {
    let mut report = Report::default();
    let teams = [team::parse(text(&record["teams"][0])?)?, team::parse(text(&record["teams"][1])?)?];
    if let Some(drawn) = drawn(record)?
        && drawn != teams
    {
        let drawn = drawn.map(|team| team::packed(&team));
        report.difference = Some(format!("the generator draws {drawn:?}"));
        return Ok(report);
    }
    let mut dice = Gen5(seed(text(&record["seed"])?)?);
    let mut battle = Battle::new(&teams);
    let mut events = Vec::new();
    let mut expected = record["s0"].clone();
    Play::new(&mut battle, &mut dice, &mut events).start();
    let mut log: Vec<Value> = PREAMBLE.iter().map(|line| json!(line)).collect();
    log.extend(items(&events));
    report.difference = differ("log", &record["l0"], &Value::Array(log));
    if report.difference.is_none() {
        report.difference = differ("state", &bare(&expected), &bare(&json::state(&battle, dice.0)));
    }
    report.checked = 1;
    let decisions = record["d"].as_array().ok_or("a record needs a list \"d\"")?;
    for (number, decision) in decisions.iter().enumerate() {
        if report.difference.is_some() {
            return Ok(report);
        }
        let at = |words: Option<String>| words.map(|words| format!("decision {number}: {words}"));
        let asked = json!([json::request(&battle, 0), json::request(&battle, 1)]);
        report.difference = at(differ("request", &decision["r"], &asked));
        if report.difference.is_some() {
            return Ok(report);
        }
        events.clear();
        let choices = [choice(&decision["c"][0])?, choice(&decision["c"][1])?];
        Play::new(&mut battle, &mut dice, &mut events).commit(choices);
        merge(&mut expected, &decision["s"]);
        let log = Value::Array(items(&events));
        report.difference = at(differ("log", &decision["l"], &log)
            .or_else(|| differ("state", &bare(&expected), &bare(&json::state(&battle, dice.0)))));
        report.checked += 1;
        report.turns = usize::from(battle.turn);
    }
    let winner = match battle.phase {
        Phase::Won => "p1",
        Phase::Lost => "p2",
        Phase::Tied => "",
        _ => "nobody yet",
    };
    if report.difference.is_none() {
        report.difference = differ("winner", &record["win"], &json!(winner));
    }
    Ok(report)
}

/// The teams that the recorded seeds give, if they are told.
fn drawn(record: &Value) -> Result<Option<[team::Team; 2]>, String> {
    let (Some(first), Some(second)) = (record["ts"][0].as_str(), record["ts"][1].as_str()) else { return Ok(None) };
    let mut ditto = false;
    Ok(Some([
        team::generate(&mut Gen5(seed(first)?), &mut ditto),
        team::generate(&mut Gen5(seed(second)?), &mut ditto),
    ]))
}

fn text(value: &Value) -> Result<&str, String> {
    value.as_str().ok_or_else(|| format!("{value} should be a string"))
}

/// A seed such as `gen5,0123456789abcdef`.
pub fn seed(text: &str) -> Result<u64, String> {
    let digits = text.strip_prefix("gen5,").filter(|digits| digits.len() == 16);
    digits
        .and_then(|digits| u64::from_str_radix(digits, 16).ok())
        .ok_or_else(|| format!("{text:?} is no seed such as gen5,0123456789abcdef"))
}

fn choice(value: &Value) -> Result<Option<Choice>, String> {
    match value.as_str() {
        None => Ok(None),
        Some(text) => Choice::parse(text).map(Some).ok_or_else(|| format!("{text:?} is no choice")),
    }
}

/// One item per line: a string, or one per seat where they differ.
fn items(events: &[Event]) -> Vec<Value> {
    let mut items = Vec::new();
    for event in events {
        let (first, second) = (lines(event, 0), lines(event, 1));
        for index in 0..first.len().max(second.len()) {
            let (first, second) = (first.get(index), second.get(index));
            items.push(if first == second { json!(first) } else { json!([first, second]) });
        }
    }
    items
}

/// A JSON merge patch: null deletes.
fn merge(tree: &mut Value, patch: &Value) {
    let Some(patch) = patch.as_object() else {
        *tree = patch.clone();
        return;
    };
    if !tree.is_object() {
        *tree = json!({});
    }
    for (key, value) in patch {
        if value.is_null() {
            tree.as_object_mut().expect("an object").remove(key);
        } else {
            merge(&mut tree[key], value);
        }
    }
}

/// Without what is only informative.
fn bare(tree: &Value) -> Value {
    match tree {
        Value::Object(map) => map
            .iter()
            .filter(|(key, _)| *key != "name" && *key != "sourceEffect")
            .map(|(key, value)| (key.clone(), bare(value)))
            .collect(),
        _ => tree.clone(),
    }
}

/// The first place where two trees differ, in words.
fn differ(path: &str, expected: &Value, found: &Value) -> Option<String> {
    if expected == found {
        return None;
    }
    match (expected, found) {
        (Value::Object(one), Value::Object(two)) => {
            one.keys().chain(two.keys()).find_map(|key| differ(&format!("{path}.{key}"), &expected[key], &found[key]))
        }
        (Value::Array(one), Value::Array(two)) => (0..one.len().max(two.len())).find_map(|index| {
            let none = Value::Null;
            let (one, two) = (one.get(index).unwrap_or(&none), two.get(index).unwrap_or(&none));
            differ(&format!("{path}[{index}]"), one, two)
        }),
        _ => Some(format!("{path}: {expected} recorded, {found} here")),
    }
}
