//! What has happened in battles: every move by how it went, and the rare things by name.

use super::data::MOVES;
use super::dex::{Category, Effect, MoveId, Species, Status};
use super::event::{Bar, Condition, Event, Failure, Harm, Hint, Notice, Uncountered};

/// How a move went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Cell {
    Hit,
    Miss,
    Critical,
    Immune,
    /// Against a Substitute that holds; moves without damage count however they fare.
    Substitute,
    /// Against a Substitute that breaks.
    Breaks,
    Knockout,
}

pub const CELLS: [(Cell, &str); 7] = [
    (Cell::Hit, "hit"),
    (Cell::Miss, "miss"),
    (Cell::Critical, "crit"),
    (Cell::Immune, "immune"),
    (Cell::Substitute, "substitute"),
    (Cell::Breaks, "breaks"),
    (Cell::Knockout, "ko"),
];

/// Things that are not a matter of one move, by name.
pub const RARE: [&str; 36] = [
    "Counter doubles",
    "Counter doubles behind its own Substitute",
    "Counter fails: no damage before",
    "Counter fails: the other side chose Counter",
    "Counter fails: a move that cannot be countered",
    "Counter: the two games disagree",
    "Counter: the foe came in and slept",
    "Mimic copies",
    "Mirror Move calls a move",
    "Mirror Move fails",
    "Transform on a Substitute",
    "Explosion survived by breaking a Substitute",
    "Self-Destruct survived by breaking a Substitute",
    "Hyper Beam must recharge",
    "Hyper Beam need not recharge after a KO",
    "Hyper Beam need not recharge after breaking a Substitute",
    "Hyper Beam must recharge after a Substitute that holds",
    "sleep on a recharging target",
    "Sleep Clause",
    "Freeze Clause",
    "thawed",
    "thawed before any move was selected",
    "a move shown otherwise than selected",
    "PP below zero become 63",
    "missed in one of 256 cases",
    "recovery fails at 255 or 511",
    "a self-hit that hits the other side's Substitute",
    "a self-hit that hits nothing",
    "a boost at 999",
    "a drop at 1",
    "flinched",
    "fully paralysed",
    "both faint at once",
    "a tie by fainting together",
    "a tie after 1000 turns",
    "Endless Battle Clause",
];

/// What no sets of the generator bring about: none has Counter and Substitute, none can raise a stat of 286 or more.
const BEYOND: [&str; 2] = ["Counter doubles behind its own Substitute", "a boost at 999"];

/// How often each thing happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coverage {
    moves: [[u64; CELLS.len()]; MOVES.len()],
    rare: [u64; RARE.len()],
    /// Who stands behind a Substitute.
    behind: [bool; 2],
    used: Option<Used>,
    noticed: bool,
    faints: u8,
}

/// A move that is being told about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Used {
    id: MoveId,
    side: usize,
    target: usize,
    /// The target stood behind a Substitute.
    shielded: bool,
    failed: bool,
    /// Bits by [`Cell`].
    cells: u8,
}

impl Used {
    fn has(self, cell: Cell) -> bool {
        self.cells >> cell as u8 & 1 == 1
    }

    fn harms(self) -> bool {
        self.id.data().category != Category::Status
    }
}

impl Default for Coverage {
    fn default() -> Self {
        Self {
            moves: [[0; CELLS.len()]; MOVES.len()],
            rare: [0; RARE.len()],
            behind: [false; 2],
            used: None,
            noticed: false,
            faints: 0,
        }
    }
}

impl Coverage {
    /// What happened by name, without what never did.
    pub fn counts(&self) -> impl Iterator<Item = (String, u64)> + '_ {
        let moves = MOVES.iter().zip(&self.moves).flat_map(|(data, row)| {
            CELLS.iter().zip(row).map(move |((_, name), count)| (format!("{} {name}", data.id), *count))
        });
        let rare = RARE.iter().zip(&self.rare).map(|(name, count)| ((*name).to_string(), *count));
        moves.chain(rare).filter(|(_, count)| *count > 0)
    }

    /// Hears how one decision went on.
    pub fn hear(&mut self, events: &[Event]) {
        self.faints = 0;
        for event in events {
            self.event(event);
        }
        self.close();
    }

    fn rare(&mut self, name: &str) {
        let index = RARE.iter().position(|other| *other == name).expect("a name of the list");
        self.rare[index] += 1;
    }

    fn mark(&mut self, cell: Cell) {
        if let Some(used) = &mut self.used {
            used.cells |= 1 << cell as u8;
        }
    }

    fn aimed_at(&self, side: usize) -> bool {
        self.used.is_some_and(|used| used.target == side && used.side != side)
    }

    fn event(&mut self, event: &Event) {
        match *event {
            Event::Move { who, id, target, by, .. } => {
                self.close();
                let (side, target) = (who.side as usize, target.side as usize);
                let shielded = side != target && self.behind[target];
                self.used = Some(Used { id, side, target, shielded, failed: false, cells: 0 });
                if by == MoveId::MIRRORMOVE {
                    self.rare("Mirror Move calls a move");
                }
            }
            Event::Switch { who, .. } | Event::Faint(who) => {
                self.close();
                self.behind[who.side as usize] = false;
                if matches!(event, Event::Faint(_)) {
                    self.faints += 1;
                    if self.faints == 2 {
                        self.rare("both faint at once");
                    }
                }
            }
            Event::Gap | Event::Upkeep | Event::Act(_, Condition::Confusion) => self.close(),
            Event::Cannot(_, bar) => {
                self.close();
                match bar {
                    Bar::Flinch => self.rare("flinched"),
                    Bar::Paralysis => self.rare("fully paralysed"),
                    _ => {}
                }
            }
            Event::Prepare(..) => self.used = None,
            Event::Damage(who, health, Harm::Hit) if self.aimed_at(who.side as usize) => {
                self.mark(Cell::Hit);
                if health.hp == 0 {
                    self.mark(Cell::Knockout);
                }
            }
            Event::Critical(_) => self.mark(Cell::Critical),
            Event::Immune { .. } => self.mark(Cell::Immune),
            Event::Miss(_) => self.mark(Cell::Miss),
            Event::Fail(_, failure) => self.fail(failure),
            Event::Begin(who, Condition::Substitute) => self.behind[who.side as usize] = true,
            Event::Begin(_, Condition::Mimic(_)) => self.rare("Mimic copies"),
            Event::Act(_, Condition::Substitute) => self.mark(Cell::Substitute),
            Event::End(who, Condition::Substitute) => {
                self.behind[who.side as usize] = false;
                self.mark(Cell::Breaks);
            }
            Event::Recharge(_) => self.recharge(),
            Event::Cure(_, Status::Freeze) => self.rare("thawed"),
            Event::Notice(notice) => self.notice(notice),
            Event::Hint(hint, _) => self.hint(hint),
            Event::Tie if !self.noticed => self.rare("a tie by fainting together"),
            _ => {}
        }
    }

    fn fail(&mut self, failure: Failure) {
        if let Some(used) = &mut self.used {
            used.failed = true;
            if used.id == MoveId::MIRRORMOVE {
                self.rare("Mirror Move fails");
            }
        }
        if let Failure::Counter(why) = failure {
            self.rare(match why {
                Uncountered::NoDamage => "Counter fails: no damage before",
                Uncountered::Counter => "Counter fails: the other side chose Counter",
                Uncountered::Move => "Counter fails: a move that cannot be countered",
            });
        }
    }

    fn recharge(&mut self) {
        self.rare("Hyper Beam must recharge");
        if self.used.is_some_and(|used| used.has(Cell::Substitute)) {
            self.rare("Hyper Beam must recharge after a Substitute that holds");
        }
    }

    fn notice(&mut self, notice: Notice) {
        self.noticed |= matches!(notice, Notice::Endless | Notice::TurnLimit);
        self.rare(match notice {
            Notice::SleepClause => "Sleep Clause",
            Notice::FreezeClause => "Freeze Clause",
            Notice::Endless => "Endless Battle Clause",
            Notice::TurnLimit => "a tie after 1000 turns",
        });
    }

    fn hint(&mut self, hint: Hint) {
        self.rare(match hint {
            Hint::AlmostSure => "missed in one of 256 cases",
            Hint::DesyncMove => "a move shown otherwise than selected",
            Hint::DesyncCounter => "Counter: the two games disagree",
            Hint::CounterSleep => "Counter: the foe came in and slept",
            Hint::SleepOnRecharge => "sleep on a recharging target",
            Hint::Survives(MoveId::EXPLOSION) => "Explosion survived by breaking a Substitute",
            Hint::Survives(_) => "Self-Destruct survived by breaking a Substitute",
            Hint::NoMove => "thawed before any move was selected",
            Hint::Recovery => "recovery fails at 255 or 511",
            Hint::SelfHitOther => "a self-hit that hits the other side's Substitute",
            Hint::SelfHitNothing => "a self-hit that hits nothing",
            Hint::RaiseAtMost => "a boost at 999",
            Hint::DropAtLeast => "a drop at 1",
            Hint::Underflow => "PP below zero become 63",
            Hint::SleepClause | Hint::Desync => return,
        });
    }

    /// The move that was being told about is over.
    fn close(&mut self) {
        let Some(mut used) = self.used.take() else { return };
        let missed = used.has(Cell::Miss) || used.has(Cell::Immune);
        if missed {
            used.cells &= 1 << Cell::Miss as u8 | 1 << Cell::Immune as u8;
        } else if !used.harms() {
            used.cells = u8::from(!used.failed) | u8::from(used.shielded) << Cell::Substitute as u8;
        }
        let row = &mut self.moves[used.id.0 as usize - 1];
        for (cell, _) in CELLS {
            row[cell as usize] += u64::from(used.has(cell));
        }
        self.special(used);
    }

    fn special(&mut self, used: Used) {
        let broken = used.has(Cell::Breaks);
        let hit = used.has(Cell::Hit) || used.has(Cell::Substitute) || broken;
        match used.id {
            MoveId::COUNTER if hit => {
                self.rare("Counter doubles");
                if self.behind[used.side] {
                    self.rare("Counter doubles behind its own Substitute");
                }
            }
            MoveId::HYPERBEAM if used.has(Cell::Knockout) => self.rare("Hyper Beam need not recharge after a KO"),
            MoveId::HYPERBEAM if broken => self.rare("Hyper Beam need not recharge after breaking a Substitute"),
            MoveId::TRANSFORM if used.shielded => self.rare("Transform on a Substitute"),
            _ => {}
        }
    }
}

/// Every name that can come up in battles between teams of the generator, moves first.
#[must_use]
pub fn reachable() -> Vec<String> {
    let moves = (1..=MOVES.len() as u8).map(MoveId).flat_map(|id| {
        CELLS.iter().filter(move |(cell, _)| may(id, *cell)).map(move |(_, name)| format!("{} {name}", id.data().id))
    });
    let rare = RARE.iter().filter(|name| !BEYOND.contains(name));
    moves.chain(rare.map(|name| (*name).to_string())).collect()
}

fn may(id: MoveId, cell: Cell) -> bool {
    let data = id.data();
    let harms = data.category != Category::Status;
    if id == MoveId::FISSURE {
        // Stands for what is used before any move was selected.
        return matches!(cell, Cell::Hit | Cell::Miss);
    }
    match cell {
        Cell::Hit => true,
        Cell::Miss => data.accuracy > 0,
        Cell::Critical => harms && !matches!(data.effect, Effect::Counter | Effect::Half | Effect::Level),
        Cell::Immune => {
            data.immune
                && Species::all().any(|other| other.data().types.iter().any(|kind| data.kind.against(*kind) == -2))
        }
        Cell::Substitute => !id.own(),
        Cell::Breaks | Cell::Knockout => harms,
    }
}
