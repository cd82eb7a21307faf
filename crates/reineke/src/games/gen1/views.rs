//! What each side knows, from the lines that Showdown sent it and from the engine's events: it must be the same.

use super::battle::Battle;
use super::choice::Choice;
use super::dex::MoveId;
use super::event::Event;
use super::mind::Mind;
use super::parse::{Line, line};
use super::team::Team;
use serde_json::Value;

/// The players' names in recorded battles.
const NAMES: [&str; 2] = ["P1", "P2"];

pub struct Views {
    /// By what Showdown told, by what the engine did.
    told: [Mind; 2],
    heard: [Mind; 2],
}

impl Views {
    pub fn new(teams: &[Team; 2]) -> Self {
        let minds = || [Mind::new(0, &teams[0]), Mind::new(1, &teams[1])];
        Self { told: minds(), heard: minds() }
    }

    pub fn chose(&mut self, choices: [Option<Choice>; 2]) {
        for minds in [&mut self.told, &mut self.heard] {
            minds.iter_mut().zip(choices).for_each(|(mind, choice)| mind.choose(choice));
        }
    }

    /// Recorded lines, and what should be the same. An error says what is wrong with a line.
    pub fn hear(&mut self, log: &Value, events: &[Event]) -> Result<(), String> {
        for (seat, mind) in self.told.iter_mut().enumerate() {
            for item in log.as_array().into_iter().flatten() {
                let Some(text) = item.as_str().or_else(|| item[seat].as_str()) else { continue };
                if let Line::Event(event) = line(text, NAMES)? {
                    mind.hear(&event);
                }
            }
        }
        for mind in &mut self.heard {
            for event in events {
                mind.hear(event);
            }
        }
        Ok(())
    }

    /// A decision: what Showdown asks, and what the engine does. What differs, in words.
    pub fn asked(&mut self, requests: &Value, battle: &Battle) -> Option<String> {
        for (seat, (told, heard)) in self.told.iter_mut().zip(&mut self.heard).enumerate() {
            if let Some((moves, pp)) = shown(&requests[seat]["m"]) {
                told.asked(moves, pp);
            }
            heard.ask(battle);
            if let Some(words) = differ(told, heard) {
                return Some(format!("view of side {}: {words}", seat + 1));
            }
        }
        None
    }
}

/// The moves and PP of a request in which there is a choice of moves.
fn shown(request: &Value) -> Option<([MoveId; 4], [u8; 4])> {
    let (mut moves, mut pp) = ([MoveId::NONE; 4], [0; 4]);
    for (slot, entry) in request.as_array()?.iter().enumerate().take(4) {
        pp[slot] = u8::try_from(entry[1].as_u64()?).ok()?;
        moves[slot] = MoveId::parse(entry[0].as_str()?)?;
    }
    Some((moves, pp))
}

fn differ(told: &Mind, heard: &Mind) -> Option<String> {
    if told.key() != heard.key() {
        let (there, here) = (told.text(), heard.text());
        let notes = there.split(" ¶ ").zip(here.split(" ¶ ")).find(|(there, here)| there != here);
        let (there, here) = notes.unwrap_or(("more or less", "than here"));
        return Some(format!("{there:?} told, {here:?} here"));
    }
    (told.belief() != heard.belief()).then(|| "what follows from the same notes".into())
}
