//! What happens in a battle, one event per line of Showdown's protocol.

use super::dex::{MoveId, Species, StatName, Status};

/// A Pokémon on the field: its side, and its own species even if it looks like another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Who {
    pub side: u8,
    pub species: Species,
}

/// What a health bar shows to its owner. Others see hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Health {
    pub hp: u16,
    pub max: u16,
    pub status: Status,
}

/// Why HP are lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Harm {
    Hit,
    Recoil,
    Confusion,
    /// Poison or a burn, after a move against whom.
    Status(Status, Option<Who>),
}

/// Why HP are gained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Help {
    Move,
    Rest,
    Drain(Who),
}

/// Why somebody does not move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bar {
    Sleep,
    Freeze,
    Paralysis,
    Flinch,
    Recharge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Failure {
    Plain,
    /// It has this status already.
    Status(Status),
    Substitute,
    /// Too little HP for a Substitute.
    Weak,
    Counter(Uncountered),
}

/// Why Counter fails; Showdown does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Uncountered {
    NoDamage,
    /// The other side chose Counter itself.
    Counter,
    /// The last move of the other side was of another type, or no attack.
    Move,
}

/// A condition that begins, acts or ends visibly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    Confusion,
    Substitute,
    Reflect,
    Mimic(MoveId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notice {
    SleepClause,
    FreezeClause,
    Endless,
    TurnLimit,
}

impl Bar {
    pub const ALL: [Self; 5] = [Self::Sleep, Self::Freeze, Self::Paralysis, Self::Flinch, Self::Recharge];
}

impl Notice {
    pub const ALL: [Self; 4] = [Self::SleepClause, Self::FreezeClause, Self::Endless, Self::TurnLimit];
}

impl Hint {
    /// All but [`Hint::Survives`], which names a move.
    pub const ALL: [Self; 14] = [
        Self::SleepClause,
        Self::AlmostSure,
        Self::Desync,
        Self::DesyncMove,
        Self::DesyncCounter,
        Self::CounterSleep,
        Self::SleepOnRecharge,
        Self::NoMove,
        Self::Recovery,
        Self::SelfHitOther,
        Self::SelfHitNothing,
        Self::RaiseAtMost,
        Self::DropAtLeast,
        Self::Underflow,
    ];
}

/// What Showdown explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hint {
    SleepClause,
    AlmostSure,
    Desync,
    DesyncMove,
    DesyncCounter,
    CounterSleep,
    SleepOnRecharge,
    Survives(MoveId),
    NoMove,
    Recovery,
    SelfHitOther,
    SelfHitNothing,
    RaiseAtMost,
    DropAtLeast,
    Underflow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// An empty line, which parts a turn from what follows.
    Gap,
    Time,
    Turn(u16),
    Upkeep,
    Start,
    Switch {
        who: Who,
        level: u8,
        health: Health,
    },
    Move {
        who: Who,
        id: MoveId,
        target: Who,
        by: MoveId,
        still: bool,
        missed: bool,
    },
    Struggles(Who),
    Prepare(Who, MoveId),
    Cannot(Who, Bar),
    Damage(Who, Health, Harm),
    Heal(Who, Health, Help),
    Status(Who, Status, MoveId),
    Cure(Who, Status),
    Begin(Who, Condition),
    Act(Who, Condition),
    End(Who, Condition),
    Raise(Who, StatName, i8),
    Critical(Who),
    Strong(Who),
    Weak(Who),
    Immune {
        who: Who,
        slower: bool,
    },
    Miss(Who),
    Fail(Who, Failure),
    Hits(Who, u8),
    Knockout,
    Recharge(Who),
    Transform(Who, Who),
    Faint(Who),
    Notice(Notice),
    /// For one side, or for both.
    Hint(Hint, Option<u8>),
    /// The battle is tied in so many turns.
    Limit(u16),
    Win(u8),
    Tie,
}

/// Hears of events.
pub trait Log {
    fn add(&mut self, event: Event);
    /// Says that the last move missed.
    fn miss(&mut self) {}
    /// Says that the last move only prepares.
    fn still(&mut self) {}
}

/// Hears nothing, at no cost.
pub struct Silence;

impl Log for Silence {
    #[inline]
    fn add(&mut self, _: Event) {}
}

impl Log for Vec<Event> {
    fn add(&mut self, event: Event) {
        self.push(event);
    }

    fn miss(&mut self) {
        amend(self, |_, missed| *missed = true);
    }

    fn still(&mut self) {
        amend(self, |still, _| *still = true);
    }
}

fn amend(events: &mut [Event], change: impl Fn(&mut bool, &mut bool)) {
    for event in events.iter_mut().rev() {
        if let Event::Move { still, missed, .. } = event {
            change(still, missed);
            return;
        }
    }
}
