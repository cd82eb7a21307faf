//! Lines of Showdown's protocol as events: the way back from [`protocol`](super::protocol).

use super::dex::{MoveId, Species, StatName, Status};
use super::event::{Bar, Condition, Event, Failure, Harm, Health, Help, Hint, Notice, Who};

/// What a line tells a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    Event(Event),
    /// Something that does not change the battle: chat, rules, timers.
    Other,
}

/// Reads a line as one of the two players receives it. `names` are the players' names, which only the winner's line uses.
/// An error says what is wrong with a line that should be an event.
pub fn line(text: &str, names: [&str; 2]) -> Result<Line, String> {
    let parts: Vec<&str> = text.strip_prefix('|').unwrap_or(text).split('|').collect();
    let words = Words { text, parts: &parts };
    let event = match parts[0] {
        "" if text == "|" => Event::Gap,
        "t:" => Event::Time,
        "start" => Event::Start,
        "turn" => Event::Turn(words.number(1)?),
        "upkeep" => Event::Upkeep,
        "switch" => Event::Switch { who: words.who(1)?, level: words.level(2)?, health: words.health(3)? },
        "move" => words.used()?,
        "-prepare" => Event::Prepare(words.who(1)?, words.named(2)?),
        "cant" => Event::Cannot(words.who(1)?, words.one_of(2, &Bar::ALL, |bar| bar.text().into())?),
        "-damage" => Event::Damage(words.who(1)?, words.health(2)?, words.harm()?),
        "-heal" => Event::Heal(words.who(1)?, words.health(2)?, words.help()?),
        "-status" => Event::Status(words.who(1)?, words.status(2)?, words.source()?),
        "-curestatus" => Event::Cure(words.who(1)?, words.status(2)?),
        "-start" if words.part(2)? == "Mimic" => Event::Begin(words.who(1)?, Condition::Mimic(words.named(3)?)),
        "-start" => Event::Begin(words.who(1)?, words.condition(2)?),
        "-activate" if words.part(2)? == "move: Struggle" => Event::Struggles(words.who(1)?),
        "-activate" => Event::Act(words.who(1)?, words.condition(2)?),
        "-end" => Event::End(words.who(1)?, words.condition(2)?),
        "-boost" => Event::Raise(words.who(1)?, words.stat(2)?, words.number(3)?),
        "-unboost" => Event::Raise(words.who(1)?, words.stat(2)?, -words.number::<i8>(3)?),
        "-crit" => Event::Critical(words.who(1)?),
        "-supereffective" => Event::Strong(words.who(1)?),
        "-resisted" => Event::Weak(words.who(1)?),
        "-immune" => Event::Immune { who: words.who(1)?, slower: words.has("[ohko]") },
        "-miss" => Event::Miss(words.who(1)?),
        "-fail" => Event::Fail(words.who(1)?, words.failure()?),
        "-hitcount" => Event::Hits(words.who(1)?, words.number(2)?),
        "-ohko" => Event::Knockout,
        "-mustrecharge" => Event::Recharge(words.who(1)?),
        "-transform" => Event::Transform(words.who(1)?, words.who(2)?),
        "faint" => Event::Faint(words.who(1)?),
        "win" => {
            let side = names.iter().position(|name| Some(name) == parts.get(1));
            Event::Win(side.ok_or_else(|| words.wrong(1, "a player"))? as u8)
        }
        "tie" => Event::Tie,
        "-message" | "message" => match Notice::ALL.into_iter().find(|notice| notice.text() == text) {
            Some(notice) => Event::Notice(notice),
            None => return Ok(Line::Other),
        },
        "-hint" => match words.hint() {
            Some(hint) => Event::Hint(hint, None),
            None => return Ok(Line::Other),
        },
        _ => return Ok(Line::Other),
    };
    Ok(Line::Event(event))
}

/// A line in its parts.
struct Words<'a> {
    text: &'a str,
    parts: &'a [&'a str],
}

impl<'a> Words<'a> {
    fn part(&self, index: usize) -> Result<&'a str, String> {
        self.parts.get(index).copied().ok_or_else(|| format!("{:?}: the line is cut off", self.text))
    }

    fn wrong(&self, index: usize, what: &str) -> String {
        format!("{:?}: {:?} is not {what}", self.text, self.parts.get(index).copied().unwrap_or_default())
    }

    fn has(&self, word: &str) -> bool {
        self.parts.contains(&word)
    }

    /// What follows a tag such as `[from] `.
    fn tag(&self, tag: &str) -> Option<&'a str> {
        self.parts.iter().find_map(|part| part.strip_prefix(tag))
    }

    fn number<T: std::str::FromStr>(&self, index: usize) -> Result<T, String> {
        self.part(index)?.parse().map_err(|_| self.wrong(index, "a number"))
    }

    /// The one of several things that is written like this.
    fn one_of<T: Copy>(&self, index: usize, all: &[T], text: impl Fn(T) -> String) -> Result<T, String> {
        let part = self.part(index)?;
        all.iter().copied().find(|one| text(*one) == part).ok_or_else(|| self.wrong(index, "known here"))
    }

    fn who(&self, index: usize) -> Result<Who, String> {
        who(self.part(index)?).ok_or_else(|| self.wrong(index, "a Pokémon on the field"))
    }

    fn named(&self, index: usize) -> Result<MoveId, String> {
        MoveId::named(self.part(index)?).ok_or_else(|| self.wrong(index, "a move of this format"))
    }

    fn status(&self, index: usize) -> Result<Status, String> {
        self.one_of(index, &Status::ALL, |status| status.text().into())
    }

    fn stat(&self, index: usize) -> Result<StatName, String> {
        self.one_of(index, &StatName::ALL, |stat| stat.text().into())
    }

    fn condition(&self, index: usize) -> Result<Condition, String> {
        let all = [Condition::Confusion, Condition::Substitute, Condition::Reflect];
        self.one_of(index, &all, |condition| condition.text().into())
    }

    fn level(&self, index: usize) -> Result<u8, String> {
        level(self.part(index)?).ok_or_else(|| self.wrong(index, "a species with its level"))
    }

    fn health(&self, index: usize) -> Result<Health, String> {
        health(self.part(index)?).ok_or_else(|| self.wrong(index, "a state of health"))
    }

    fn used(&self) -> Result<Event, String> {
        let (who, id) = (self.who(1)?, self.named(2)?);
        let still = self.has("[still]");
        // Whoever only prepares aims at nobody; the line's place for it is empty.
        let target = if still { Who { side: 1 - who.side, ..who } } else { self.who(3)? };
        let by = match self.tag("[from] ") {
            None => MoveId::NONE,
            Some(name) => MoveId::named(name.trim_start_matches("move: "))
                .ok_or_else(|| format!("{:?}: {name:?} is not a move of this format", self.text))?,
        };
        Ok(Event::Move { who, id, target, by, still, missed: self.has("[miss]") })
    }

    fn of(&self) -> Result<Option<Who>, String> {
        let Some(text) = self.tag("[of] ") else { return Ok(None) };
        who(text).map(Some).ok_or_else(|| format!("{:?}: {text:?} is not a Pokémon on the field", self.text))
    }

    fn harm(&self) -> Result<Harm, String> {
        Ok(match self.tag("[from] ") {
            None => Harm::Hit,
            Some("Recoil") => Harm::Recoil,
            Some("confusion") => Harm::Confusion,
            Some(name) => {
                let status = Status::ALL.into_iter().find(|status| status.text() == name);
                Harm::Status(status.ok_or_else(|| format!("{:?}: unknown cause {name:?}", self.text))?, self.of()?)
            }
        })
    }

    fn help(&self) -> Result<Help, String> {
        match (self.tag("[from] "), self.of()?) {
            (Some("drain"), Some(of)) => Ok(Help::Drain(of)),
            (None, _) if self.has("[silent]") => Ok(Help::Rest),
            (None, _) => Ok(Help::Move),
            (Some(name), _) => Err(format!("{:?}: unknown cause {name:?}", self.text)),
        }
    }

    /// The move behind a status, where it is told.
    fn source(&self) -> Result<MoveId, String> {
        let Some(name) = self.tag("[from] move: ") else { return Ok(MoveId::NONE) };
        MoveId::named(name).ok_or_else(|| format!("{:?}: {name:?} is not a move of this format", self.text))
    }

    fn failure(&self) -> Result<Failure, String> {
        Ok(match self.parts.get(2).copied() {
            None => Failure::Plain,
            Some("move: Substitute") if self.has("[weak]") => Failure::Weak,
            Some("move: Substitute") => Failure::Substitute,
            Some(_) => Failure::Status(self.status(2)?),
        })
    }

    fn hint(&self) -> Option<Hint> {
        let text = self.parts.get(1)?;
        let explosions = [MoveId::EXPLOSION, MoveId::SELFDESTRUCT].map(Hint::Survives);
        Hint::ALL.into_iter().chain(explosions).find(|hint| hint.text() == *text)
    }
}

/// `p2a: Starmie`.
fn who(text: &str) -> Option<Who> {
    let (place, name) = text.split_once(": ")?;
    let side = match place {
        "p1a" => 0,
        "p2a" => 1,
        _ => return None,
    };
    Some(Who { side, species: Species::named(name)? })
}

/// Of `Ponyta, L84`; 100 is not written.
pub(super) fn level(details: &str) -> Option<u8> {
    let written = details.split(", ").skip(1).find_map(|part| part.strip_prefix('L'));
    written.map_or(Some(100), |level| level.parse().ok())
}

/// `136/271 par`, `51/100`, `0 fnt`.
pub(super) fn health(text: &str) -> Option<Health> {
    if text == "0 fnt" {
        return Some(Health { hp: 0, max: 100, status: Status::None });
    }
    let (numbers, status) = text.split_once(' ').unwrap_or((text, ""));
    let (hp, max) = numbers.split_once('/')?;
    let (hp, max) = (hp.parse().ok()?, max.parse().ok()?);
    let status = Status::ALL.into_iter().find(|known| known.text() == status)?;
    (0 < hp && hp <= max).then_some(Health { hp, max, status })
}

impl Event {
    /// What a seat learns of it: of the other side's health hundredths, and nothing that is meant for the other alone. It
    /// is what [`line`] makes of the lines that this seat receives.
    #[must_use]
    pub fn seen(mut self, seat: u8) -> Option<Self> {
        match &mut self {
            Self::Struggles(who) if who.side != seat => return None,
            Self::Hint(_, Some(side)) if *side != seat => return None,
            Self::Hint(_, side) => *side = None,
            Self::Limit(_) => return None,
            Self::Fail(_, failure @ Failure::Counter(_)) => *failure = Failure::Plain,
            Self::Switch { who, health, .. } | Self::Damage(who, health, _) | Self::Heal(who, health, _) => {
                if health.hp == 0 {
                    (health.max, health.status) = (100, Status::None);
                } else if who.side != seat {
                    (health.hp, health.max) = (health.percent(), 100);
                }
            }
            Self::Move { who, target, still: true, .. } => *target = Who { side: 1 - who.side, ..*who },
            _ => {}
        }
        Some(self)
    }
}
