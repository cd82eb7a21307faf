//! What a Showdown server asks a player, as it is sent: JSON.

use super::battle::Pokemon;
use super::choice::{Choice, Choices};
use super::dex::{MoveId, Species};
use super::event::Health;
use super::parse::{health, level};
use super::sets::kits;
use super::team::Set;
use serde_json::Value;

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// Nothing, the other side is asked.
    Wait,
    /// Somebody is to replace a fainted Pokémon.
    Switch,
    Move,
}

/// One of the own team, as a request shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Own {
    pub set: Set,
    pub level: u8,
    /// Attack, Defense, Special, Speed.
    pub stats: [u16; 4],
    pub health: Health,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub seat: usize,
    pub ask: Ask,
    /// By place; the first is on the field.
    pub team: [Own; 6],
    /// The moves to choose from with their PP, if it is not one thing alone that can be done.
    pub moves: Option<([MoveId; 4], [u8; 4])>,
    /// Slots that can be chosen.
    open: Vec<u8>,
    trapped: bool,
}

impl Request {
    /// An error says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(text).map_err(|_| "a request that is not JSON, or cut off")?;
        let side = &value["side"];
        let seat = match side["id"].as_str() {
            Some("p1") => 0,
            Some("p2") => 1,
            _ => return Err("a request that names no side".into()),
        };
        let members = side["pokemon"].as_array().ok_or("a request without a team")?;
        let team: Vec<Own> = members.iter().map(own).collect::<Result<_, _>>()?;
        let count = team.len();
        let team = team.try_into().map_err(|_| format!("a request with {count} members"))?;
        let mut request = Self { seat, ask: Ask::Wait, team, moves: None, open: Vec::new(), trapped: false };
        if value["forceSwitch"].is_array() {
            request.ask = Ask::Switch;
        } else if value["wait"] != true {
            request.ask = Ask::Move;
            request.read_menu(&value["active"][0])?;
        }
        Ok(request)
    }

    fn read_menu(&mut self, active: &Value) -> Result<(), String> {
        let entries = active["moves"].as_array().filter(|entries| (1..=4).contains(&entries.len()));
        let entries = entries.ok_or("a request that asks for nothing")?;
        self.trapped = active["trapped"] == true;
        let open = |entry: &Value| entry["disabled"] != true && entry["pp"] != 0;
        self.open = (0..entries.len()).filter(|slot| open(&entries[*slot])).map(|slot| slot as u8).collect();
        if !entries[0]["pp"].is_number() {
            return Ok(());
        }
        let (mut moves, mut left) = ([MoveId::NONE; 4], [0; 4]);
        for (slot, entry) in entries.iter().enumerate() {
            moves[slot] = named(&entry["id"])?;
            let pp = entry["pp"].as_u64().and_then(|pp| u8::try_from(pp).ok());
            left[slot] = pp.ok_or_else(|| format!("a request with {} PP", entry["pp"]))?;
        }
        self.moves = Some((moves, left));
        Ok(())
    }

    /// What may be chosen: moves by slot, then switches by place.
    #[must_use]
    pub fn choices(&self) -> Choices {
        let mut choices: Choices = self.open.iter().copied().map(Choice::Move).collect();
        if self.ask == Ask::Switch || (self.ask == Ask::Move && !self.trapped) {
            choices.extend((1..6).filter(|place| self.team[*place].health.hp > 0).map(|at| Choice::Switch(at as u8)));
        }
        choices
    }
}

fn named(id: &Value) -> Result<MoveId, String> {
    let found = id.as_str().and_then(MoveId::parse).filter(|id| id.known());
    found.ok_or_else(|| format!("{id} is not a move of this format"))
}

fn own(value: &Value) -> Result<Own, String> {
    let text = |key: &str| value[key].as_str().ok_or_else(|| format!("a request with a member without {key}"));
    let details = text("details")?;
    let name = details.split(", ").next().unwrap_or_default();
    let species = Species::named(name).ok_or_else(|| format!("no species here is called {name:?}"))?;
    let listed = value["moves"].as_array().filter(|moves| moves.len() <= 4).ok_or("a request without moves")?;
    let mut moves = [MoveId::NONE; 4];
    for (slot, id) in listed.iter().enumerate() {
        moves[slot] = named(id)?;
    }
    let stat = |key: &str| value["stats"][key].as_u64().and_then(|stat| u16::try_from(stat).ok());
    let stats = ["atk", "def", "spa", "spe"].map(|key| stat(key).unwrap_or(0));
    let wrong = || format!("a request with {details} at {}", value["condition"]);
    Ok(Own {
        set: Set { species, moves },
        level: level(details).ok_or_else(wrong)?,
        stats,
        health: health(text("condition")?).ok_or_else(wrong)?,
    })
}

impl Own {
    /// The set that the team generator has made, if it can have made one. On the field, moves may have been copied.
    pub fn possible(&self) -> Result<Set, String> {
        let moves = self.set.moves;
        let mimicked = (0..4).map(|slot| {
            let mut moves = moves;
            moves[slot] = MoveId::MIMIC;
            moves
        });
        let transformed = [MoveId::TRANSFORM, MoveId::NONE, MoveId::NONE, MoveId::NONE];
        let mut all = std::iter::once(moves).chain(mimicked).chain(std::iter::once(transformed));
        let found = all.find_map(|moves| Some(Set { moves, ..self.set }).filter(|set| self.made(set)));
        found.ok_or_else(|| format!("this {} is none that the team generator makes", self.set.species.data().name))
    }

    fn made(&self, set: &Set) -> bool {
        let pokemon = set.pokemon();
        let mut moves = set.moves;
        moves.sort_unstable_by_key(|id| (id.is_none(), id.0));
        let drawn = kits(set.species).iter().any(|kit| kit.moves == moves);
        let whole = self.health.hp == 0 || self.health.max == pokemon.max_hp;
        drawn && whole && self.level == pokemon.level && self.stats == pokemon.stats
    }

    /// Whether a member of a battle looks like this.
    #[must_use]
    pub fn shows(&self, pokemon: &Pokemon) -> bool {
        let same = self.set.species == pokemon.species && self.health.hp == pokemon.hp;
        same && (pokemon.hp == 0 || self.health.status == pokemon.status)
    }
}
