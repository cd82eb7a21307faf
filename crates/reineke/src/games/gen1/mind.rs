//! Everything that a player has been told, and what it thinks of the rest.

use super::battle::{Battle, Phase};
use super::belief::Belief;
use super::choice::{Choice, Menu};
use super::dex::MoveId;
use super::event::Event;
use super::protocol::lines;
use super::team::{Team, packed};
use crate::dice::{chain, hash_bytes};
use std::fmt::Write as _;

/// What a player did, heard or was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note {
    Chose(Choice),
    Heard(Event),
    /// The moves and PP that a request showed.
    Asked([MoveId; 4], [u8; 4]),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Mind {
    team: Team,
    belief: Belief,
    notes: Vec<Note>,
    key: u64,
}

impl Mind {
    #[must_use]
    pub fn new(seat: usize, team: &Team) -> Self {
        let key = chain(seat as u64, hash_bytes(packed(team).as_bytes()));
        Self { team: *team, belief: Belief::new(seat, team), notes: Vec::new(), key }
    }

    #[must_use]
    pub fn belief(&self) -> &Belief {
        &self.belief
    }

    /// A key of all notes and the own team.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.key
    }

    fn note(&mut self, note: Note) {
        self.key = chain(self.key, hash_bytes(text(&note, self.seat()).as_bytes()));
        self.notes.push(note);
    }

    #[must_use]
    pub fn seat(&self) -> usize {
        self.belief.tracker().seat
    }

    /// All events, as this seat saw them.
    pub fn heard(&self) -> impl Iterator<Item = &Event> {
        self.notes.iter().filter_map(|note| if let Note::Heard(event) = note { Some(event) } else { None })
    }

    /// A turn begins.
    pub fn choose(&mut self, choice: Option<Choice>) {
        self.belief.choose(choice);
        if let Some(choice) = choice {
            self.note(Note::Chose(choice));
        }
    }

    /// Something happens that this seat may see all or part of.
    pub fn hear(&mut self, event: &Event) {
        let Some(seen) = event.seen(self.seat() as u8) else { return };
        self.belief.hear(&seen);
        if !matches!(seen, Event::Gap | Event::Time) {
            self.note(Note::Heard(seen));
        }
    }

    /// The own Pokémon's moves as a request shows them.
    pub fn asked(&mut self, moves: [MoveId; 4], pp: [u8; 4]) {
        let own = &self.belief.tracker().own().active;
        if own.moves != moves || own.pp != pp {
            self.note(Note::Asked(moves, pp));
        }
        self.belief.asked(moves, pp);
    }

    /// What a battle asks this seat, after it was heard of.
    pub fn ask(&mut self, battle: &Battle) {
        let own = &battle.sides[self.seat()];
        if battle.phase == Phase::Move && own.menu() == Menu::Moves {
            self.asked(own.active.moves, own.active.pp);
        }
    }

    /// The own team and all notes in one line.
    #[must_use]
    pub fn text(&self) -> String {
        let mut line = packed(&self.team);
        for note in &self.notes {
            let _ = write!(line, " ¶ {}", text(note, self.seat()));
        }
        line
    }
}

fn text(note: &Note, seat: usize) -> String {
    match note {
        Note::Chose(choice) => choice.text(),
        Note::Heard(event) => lines(event, seat as u8).join(" "),
        Note::Asked(moves, pp) => {
            let slots = moves.iter().zip(pp).filter(|(id, _)| !id.is_none());
            slots.map(|(id, pp)| format!("{} {pp}", id.id())).collect::<Vec<_>>().join(", ")
        }
    }
}
