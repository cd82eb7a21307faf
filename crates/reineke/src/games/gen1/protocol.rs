//! Events as lines of Showdown's protocol.

use super::dex::{MoveId, Species};
use super::event::{Bar, Condition, Event, Failure, Harm, Health, Help, Hint, Notice, Who};
use std::fmt::Write as _;

impl Health {
    /// Hundredths, rounded up; 100 is whole.
    #[must_use]
    pub fn percent(self) -> u16 {
        if self.hp == self.max {
            return 100;
        }
        ((u32::from(self.hp) * 100).div_ceil(u32::from(self.max)) as u16).min(99)
    }

    fn text(self, exact: bool) -> String {
        if self.hp == 0 {
            return "0 fnt".into();
        }
        let mut text = if exact { format!("{}/{}", self.hp, self.max) } else { format!("{}/100", self.percent()) };
        if !self.status.text().is_empty() {
            let _ = write!(text, " {}", self.status.text());
        }
        text
    }
}

impl Who {
    fn text(self) -> String {
        format!("p{}a: {}", self.side + 1, self.species.data().name)
    }
}

/// Species and level as they are shown.
#[must_use]
pub fn details(species: Species, level: u8) -> String {
    let name = species.data().name;
    if level == 100 { name.into() } else { format!("{name}, L{level}") }
}

/// What stands before the first event.
pub const PREAMBLE: [&str; 14] = [
    "|t:|0",
    "|gametype|singles",
    "|player|p1|P1||",
    "|player|p2|P2||",
    "|gen|1",
    "|tier|[Gen 1] Random Battle",
    "|rule|Desync Clause Mod: Desyncs resolve to link battle behavior from the acting player's perspective.",
    "|rule|HP Percentage Mod: HP is shown in percentages",
    "|rule|Endless Battle Clause: Forcing endless battles is banned",
    "|rule|Sleep Clause Mod: Limit one foe put to sleep",
    "|rule|Freeze Clause Mod: Limit one foe frozen",
    "|rule|Species Clause: Limit one of each Pokémon",
    "|rule|OHKO Clause: OHKO moves are banned",
    "|rule|Evasion Moves Clause: Evasion moves are banned",
];

/// The lines that a seat receives for an event; none if it is not for this seat.
#[must_use]
pub fn lines(event: &Event, seat: u8) -> Vec<String> {
    let line = |parts: &[&str]| vec![format!("|{}", parts.join("|"))];
    let health = |who: &Who, health: &Health| health.text(who.side == seat);
    match event {
        Event::Gap => vec!["|".into()],
        Event::Time => vec!["|t:|0".into()],
        Event::Turn(turn) => vec![format!("|turn|{turn}")],
        Event::Upkeep => vec!["|upkeep".into()],
        Event::Start => ["|teamsize|p1|6", "|teamsize|p2|6", "|start"].map(String::from).to_vec(),
        Event::Switch { who, level, health: state } => {
            line(&["switch", &who.text(), &details(who.species, *level), &health(who, state)])
        }
        Event::Move { who, id, target, by, still, missed } => {
            let mut text = format!("|move|{}|{}|", who.text(), id.data().name);
            if !still {
                text += &target.text();
            }
            if !by.is_none() {
                let _ = write!(text, "|[from] {}", by.data().name);
            }
            if *still {
                text += "|[still]";
            }
            if *missed {
                text += "|[miss]";
            }
            vec![text]
        }
        Event::Struggles(who) if who.side != seat => vec![],
        Event::Struggles(who) => line(&["-activate", &who.text(), "move: Struggle"]),
        Event::Prepare(who, id) => line(&["-prepare", &who.text(), id.data().name]),
        Event::Cannot(who, bar) => line(&["cant", &who.text(), bar.text()]),
        Event::Damage(who, state, harm) => {
            vec![format!("|-damage|{}|{}{}", who.text(), health(who, state), harm.text())]
        }
        Event::Heal(who, state, help) => vec![format!("|-heal|{}|{}{}", who.text(), health(who, state), help.text())],
        Event::Status(who, status, MoveId::NONE) => line(&["-status", &who.text(), status.text()]),
        Event::Status(who, status, by) => {
            vec![format!("|-status|{}|{}|[from] move: {}", who.text(), status.text(), by.data().name)]
        }
        Event::Cure(who, status) => line(&["-curestatus", &who.text(), status.text(), "[msg]"]),
        Event::Begin(who, Condition::Mimic(id)) => line(&["-start", &who.text(), "Mimic", id.data().name]),
        Event::Begin(who, condition) => line(&["-start", &who.text(), condition.text()]),
        Event::Act(who, Condition::Substitute) => line(&["-activate", &who.text(), "Substitute", "[damage]"]),
        Event::Act(who, condition) => line(&["-activate", &who.text(), condition.text()]),
        Event::End(who, condition) => line(&["-end", &who.text(), condition.text()]),
        Event::Raise(who, stat, by) => {
            let word = if *by < 0 { "-unboost" } else { "-boost" };
            line(&[word, &who.text(), stat.text(), &by.abs().to_string()])
        }
        Event::Critical(who) => line(&["-crit", &who.text()]),
        Event::Strong(who) => line(&["-supereffective", &who.text()]),
        Event::Weak(who) => line(&["-resisted", &who.text()]),
        Event::Immune { who, slower: false } => line(&["-immune", &who.text()]),
        Event::Immune { who, slower: true } => line(&["-immune", &who.text(), "[ohko]"]),
        Event::Miss(who) => line(&["-miss", &who.text()]),
        Event::Fail(who, failure) => match failure {
            Failure::Plain | Failure::Counter(_) => line(&["-fail", &who.text()]),
            Failure::Status(status) => line(&["-fail", &who.text(), status.text()]),
            Failure::Substitute => line(&["-fail", &who.text(), "move: Substitute"]),
            Failure::Weak => line(&["-fail", &who.text(), "move: Substitute", "[weak]"]),
        },
        Event::Hits(who, count) => line(&["-hitcount", &who.text(), &count.to_string()]),
        Event::Knockout => vec!["|-ohko".into()],
        Event::Recharge(who) => line(&["-mustrecharge", &who.text()]),
        Event::Transform(who, into) => line(&["-transform", &who.text(), &into.text()]),
        Event::Faint(who) => line(&["faint", &who.text()]),
        Event::Notice(notice) => vec![notice.text().into()],
        Event::Hint(_, Some(side)) if *side != seat => vec![],
        Event::Hint(hint, _) => vec![format!("|-hint|{}", hint.text())],
        Event::Limit(1) => vec![limit("1 turn")],
        Event::Limit(turns) => vec![limit(&format!("{turns} turns"))],
        Event::Win(side) => vec![format!("|win|P{}", side + 1)],
        Event::Tie => vec!["|tie".into()],
    }
}

fn limit(left: &str) -> String {
    format!("|bigerror|You will auto-tie if the battle doesn't end in {left} (on turn 1000).")
}

impl Bar {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Sleep => "slp",
            Self::Freeze => "frz",
            Self::Paralysis => "par",
            Self::Flinch => "flinch",
            Self::Recharge => "recharge",
        }
    }
}

impl Harm {
    fn text(self) -> String {
        match self {
            Self::Hit => String::new(),
            Self::Recoil => "|[from] Recoil".into(),
            Self::Confusion => "|[from] confusion".into(),
            Self::Status(status, None) => format!("|[from] {}", status.text()),
            Self::Status(status, Some(of)) => format!("|[from] {}|[of] {}", status.text(), of.text()),
        }
    }
}

impl Help {
    fn text(self) -> String {
        match self {
            Self::Move => String::new(),
            Self::Rest => "|[silent]".into(),
            Self::Drain(of) => format!("|[from] drain|[of] {}", of.text()),
        }
    }
}

impl Condition {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Confusion => "confusion",
            Self::Substitute => "Substitute",
            Self::Reflect => "Reflect",
            Self::Mimic(_) => "Mimic",
        }
    }
}

impl Notice {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::SleepClause => "|-message|Sleep Clause Mod activated.",
            Self::FreezeClause => "|-message|Freeze Clause activated.",
            Self::Endless => "|-message|This battle cannot progress. Endless Battle Clause activated!",
            Self::TurnLimit => "|message|It is turn 1000. You have hit the turn limit!",
        }
    }
}

impl Hint {
    pub(super) fn text(self) -> String {
        let text = match self {
            Self::SleepClause => {
                "Sleep Clause Mod prevents players from putting more than one of their opponent's Pokémon to sleep at \
                 a time"
            }
            Self::AlmostSure => "In Gen 1, moves with 100% accuracy can still miss 1/256 of the time.",
            Self::Desync => "Desync Clause Mod activated!",
            Self::DesyncMove => {
                "In Gen 1, if both players would see the same Pokémon using different moves, the Pokemon defaults to \
                 the move shown from the perspective of the player controlling that Pokémon."
            }
            Self::DesyncCounter => {
                "In Gen 1, from the Counter user's perspective, Counter uses the last announced move by the target's \
                 team to determine if it will succeed."
            }
            Self::CounterSleep => {
                "In Gen 1, if Counter is used against a target that switched in and spent the turn sleeping, from the \
                 Counter user's perspective, it will fail if the move in the target's first slot is also Counter."
            }
            Self::SleepOnRecharge => {
                "In Gen 1, if a Pokémon that has just used Hyper Beam and has yet to recharge is targeted with a sleep \
                 inducing move, any other status it may already have will be ignored and sleep will be induced \
                 regardless."
            }
            Self::Survives(id) => {
                return format!(
                    "In Gen 1, the user of {} will not take damage if it breaks a Substitute.",
                    id.data().name
                );
            }
            Self::NoMove => {
                "In Gen 1, if a Pokémon is thawed from freeze and no move has been selected yet, the Pokémon will use \
                 a move with Fissure's animation, 102 base power, ??? type, Special category, and around 31.6% \
                 accuracy."
            }
            Self::Recovery => {
                "In Gen 1, recovery moves fail if (user's maximum HP - user's current HP + 1) is divisible by 256, \
                 unless the current hp is also divisible by 256."
            }
            Self::SelfHitOther => {
                "In Gen 1, if a Pokemon with a Substitute hurts itself due to confusion or Jump Kick/Hi Jump Kick \
                 recoil and the target has a Substitute, the target's Substitute takes the damage."
            }
            Self::SelfHitNothing => {
                "In Gen 1, if a Pokemon with a Substitute hurts itself due to confusion or Jump Kick/Hi Jump Kick \
                 recoil and the target does not have a Substitute there is no damage dealt."
            }
            Self::RaiseAtMost => {
                "In Gen 1, boosting a stat at 999 will apply a -1 drop afterwards, and the stat remains at 999."
            }
            Self::DropAtLeast => {
                "In Gen 1, dropping a stat at 1 will apply a +1 boost afterwards, and the stat remains at 1."
            }
            Self::Underflow => {
                "In Gen 1, if a Pokémon is forced to use a move with 0 PP, the move will underflow to have 63 PP."
            }
        };
        text.into()
    }
}
