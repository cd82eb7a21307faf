//! Recorded battles and teams, replayed: what was recorded on Showdown must come out of this engine.

use super::battle::{Battle, Phase};
use super::choice::{Choice, Choices};
use super::coverage::Coverage;
use super::event::Event;
use super::generator::Generator;
use super::json;
use super::protocol::{PREAMBLE, lines};
use super::roll::{Drawn, Traced};
use super::team::{self, Team};
use super::tree::{bare, differ, merge};
use super::turn::Play;
use super::views::Views;
use serde_json::{Value, json};

/// What came of a replay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// A battle, not a pair of teams.
    pub battle: bool,
    /// Decisions compared, the position before the first one included; or teams.
    pub checked: usize,
    pub turns: usize,
    /// In words; nothing is compared after the first.
    pub difference: Option<String>,
    /// After how many decisions it shows.
    pub decisions: usize,
    /// What happened, up to the difference.
    pub coverage: Coverage,
}

/// Replays what a line of recorded data holds: a battle or a pair of teams. With `views`, what each side knows from the lines
/// that Showdown sent it must be what it knows from the engine's events. An error says what is wrong with the line.
pub fn line(record: &Value, views: bool) -> Result<Report, String> {
    if record["d"].is_array() {
        battle(record, views)
    } else if record["t"].is_array() && record["e"].is_array() {
        teams(record)
    } else {
        Err("neither a battle (ts or teams, seed, s0, l0, d) nor a pair of teams (ts, t, e)".into())
    }
}

/// Replays one recorded battle, or the beginning of one that has no "win".
pub fn battle(record: &Value, views: bool) -> Result<Report, String> {
    let mut report = Report { battle: true, ..Report::default() };
    let packed = [parse_team(record, 0)?, parse_team(record, 1)?];
    if let Some(drawn) = drawn(record)?
        && drawn != packed
    {
        let drawn = drawn.map(|team| team::packed(&team));
        report.difference = Some(format!("the generator draws {drawn:?}"));
        return Ok(report);
    }
    let decisions = record["d"].as_array().ok_or("a record needs a list \"d\"")?;
    let mut replay = Replay::new(&packed, Generator::parse(text(record, "seed")?)?, record);
    replay.views = views.then(|| Views::new(&packed));
    report.difference = replay.start(record)?;
    report.checked = 1;
    report.coverage.hear(&replay.events);
    for (number, decision) in decisions.iter().enumerate() {
        if report.difference.is_some() {
            return Ok(report);
        }
        let place = |words: String| format!("decision {number}: {words}");
        report.difference = replay.decision(decision).map_err(place)?.map(place);
        report.decisions = number + 1;
        report.checked += 1;
        report.turns = usize::from(replay.battle.turn);
        if report.difference.is_none() {
            report.coverage.hear(&replay.events);
        }
    }
    if report.difference.is_none() && record.get("win").is_some() {
        report.difference = differ("winner", &record["win"], &json!(winner(replay.battle.phase)));
    }
    Ok(report)
}

/// Draws one recorded pair of teams.
pub fn teams(row: &Value) -> Result<Report, String> {
    let mut report = Report::default();
    let mut ditto = false;
    for seat in 0..2 {
        let mut source = Generator::parse(row["ts"][seat].as_str().ok_or("a pair of teams needs two seeds \"ts\"")?)?;
        let drawn = team::packed(&team::generate(&mut source, &mut ditto));
        let end = row["e"][seat].as_str().ok_or("a pair of teams needs two states \"e\"")?;
        let end = end.strip_prefix("sodium,").unwrap_or(end);
        report.difference = differ(&format!("team {}", seat + 1), &row["t"][seat], &json!(drawn))
            .or_else(|| differ(&format!("generator after team {}", seat + 1), &json!(end), &json!(source.digits())));
        report.checked += 1;
        if report.difference.is_some() {
            break;
        }
    }
    Ok(report)
}

/// A battle on its way through a record.
struct Replay {
    battle: Battle,
    dice: Traced<Generator>,
    events: Vec<Event>,
    /// The recorded position.
    expected: Value,
    views: Option<Views>,
}

impl Replay {
    fn new(teams: &[Team; 2], generator: Generator, record: &Value) -> Self {
        let dice = Traced { source: generator, drawn: Vec::new() };
        Self { battle: Battle::new(teams), dice, events: Vec::new(), expected: record["s0"].clone(), views: None }
    }

    fn start(&mut self, record: &Value) -> Result<Option<String>, String> {
        Play::new(&mut self.battle, &mut self.dice, &mut self.events).start();
        let mut log: Vec<Value> = PREAMBLE.iter().map(|line| json!(line)).collect();
        log.extend(items(&self.events));
        if let Some(views) = &mut self.views {
            views.hear(&record["l0"], &self.events)?;
        }
        Ok(self.compare(&record["n0"], &record["l0"], log))
    }

    /// Plays one decision: what differs. An error says what is wrong with the record.
    fn decision(&mut self, decision: &Value) -> Result<Option<String>, String> {
        if self.battle.phase.over() {
            return Ok(Some("state.end: the battle goes on as recorded, it is over here".into()));
        }
        let asked = json!([json::request(&self.battle, 0), json::request(&self.battle, 1)]);
        if let Some(words) = differ("request", &decision["r"], &asked) {
            return Ok(Some(words));
        }
        if let Some(words) = decision["refused"].as_str() {
            return Ok(Some(format!("refused: {words}")));
        }
        if let Some(words) = self.views.as_mut().and_then(|views| views.asked(&decision["r"], &self.battle)) {
            return Ok(Some(words));
        }
        let choices = [self.choice(decision, 0)?, self.choice(decision, 1)?];
        self.events.clear();
        self.dice.drawn.clear();
        Play::new(&mut self.battle, &mut self.dice, &mut self.events).commit(choices);
        if let Some(views) = &mut self.views {
            views.chose(choices);
            views.hear(&decision["l"], &self.events)?;
        }
        merge(&mut self.expected, &decision["s"]);
        Ok(self.compare(&decision["n"], &decision["l"], items(&self.events)))
    }

    /// A recorded choice, which must be one of those that are legal.
    fn choice(&self, decision: &Value, side: usize) -> Result<Option<Choice>, String> {
        let mut legal = Choices::new();
        self.battle.choices(side, &mut legal);
        let value = &decision["c"][side];
        let Some(text) = value.as_str() else {
            let passes = value.is_null() && legal.is_empty();
            return if passes { Ok(None) } else { Err(format!("{value} is no choice")) };
        };
        let choice = Choice::parse(text).ok_or_else(|| format!("{text:?} is no choice"))?;
        if legal.contains(&choice) { Ok(Some(choice)) } else { Err(format!("{text:?} is not legal")) }
    }

    /// Numbers drawn, if they were recorded; log; position.
    fn compare(&self, numbers: &Value, recorded: &Value, log: Vec<Value>) -> Option<String> {
        if let Some(words) = numbers.as_array().and_then(|numbers| differ_in_numbers(numbers, &self.dice.drawn)) {
            return Some(words);
        }
        let words = differ("log", recorded, &Value::Array(log)).or_else(|| {
            let state = json::state(&self.battle, &self.dice.source.digits());
            differ("state", &bare(&self.expected), &bare(&state))
        })?;
        Some(if numbers.is_array() { format!("{words} (drawn: {})", self.drawn()) } else { words })
    }

    /// What the numbers were drawn for.
    fn drawn(&self) -> String {
        let drawn = self.dice.drawn.iter().map(|drawn| format!("{:?} {}", drawn.what, drawn.number));
        drawn.collect::<Vec<_>>().join(", ")
    }
}

/// The first random number that is drawn for something else. A recorded one is `[from, to, number]`, and perhaps the
/// function of Showdown that drew it.
fn differ_in_numbers(recorded: &[Value], drawn: &[Drawn]) -> Option<String> {
    let place = (0..recorded.len().max(drawn.len())).find(|index| {
        let here = drawn.get(*index).map(|drawn| [drawn.from, drawn.to, drawn.number].map(|number| json!(number)));
        let there = recorded.get(*index).and_then(|number| number.as_array()).and_then(|parts| parts.get(..3));
        here.as_ref().map(|parts| &parts[..]) != there
    })?;
    let there = recorded.get(place).map_or("none".into(), |number| match number[3].as_str() {
        Some(site) => format!("{} from {} to {} in {site}", number[2], number[0], number[1]),
        None => format!("{} from {} to {}", number[2], number[0], number[1]),
    });
    let here = drawn.get(place).map_or("none".into(), |drawn| {
        format!("{} from {} to {} for {:?}", drawn.number, drawn.from, drawn.to, drawn.what)
    });
    Some(format!("random number {place}: {there} recorded, {here} here"))
}

fn winner(phase: Phase) -> &'static str {
    match phase {
        Phase::Won => "p1",
        Phase::Lost => "p2",
        Phase::Tied => "",
        _ => "nobody yet",
    }
}

fn parse_team(record: &Value, seat: usize) -> Result<Team, String> {
    team::parse(record["teams"][seat].as_str().ok_or("a battle needs two packed \"teams\"")?)
}

/// The teams that the recorded seeds give, if they are told.
fn drawn(record: &Value) -> Result<Option<[Team; 2]>, String> {
    let (Some(first), Some(second)) = (record["ts"][0].as_str(), record["ts"][1].as_str()) else { return Ok(None) };
    let mut ditto = false;
    Ok(Some([
        team::generate(&mut Generator::parse(first)?, &mut ditto),
        team::generate(&mut Generator::parse(second)?, &mut ditto),
    ]))
}

fn text<'a>(record: &'a Value, key: &str) -> Result<&'a str, String> {
    record[key].as_str().ok_or_else(|| format!("a battle needs a string {key:?}, not {}", record[key]))
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
