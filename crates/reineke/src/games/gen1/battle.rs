//! A battle as it stands: everything that decides how it goes on, and nothing else.

use super::dex::{MoveId, Species, Stat, Status, Type};

/// Attack, Defense, Special, Speed.
pub type Stats = [u16; 4];

/// A member of a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pokemon {
    pub hp: u16,
    pub max_hp: u16,
    pub stats: Stats,
    pub species: Species,
    pub level: u8,
    /// None after the last.
    pub moves: [MoveId; 4],
    pub pp: [u8; 4],
    pub status: Status,
    /// Turns of sleep left, and how many there were.
    pub sleep: u8,
    pub slept: u8,
    /// Its own side put it to sleep, which the Sleep Clause does not count.
    pub rested: bool,
    pub fainted: bool,
    /// Its Substitute has broken, and nobody has aimed at it since.
    pub broken: bool,
}

/// The one of a side that stands on the field, as long as it stands there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Active {
    /// Before stages: its own, or those of whom it copies.
    pub stored: Stats,
    /// As they count.
    pub stats: Stats,
    /// The speed by which ties of events are told, as of the last time that it was looked at.
    pub speed: u16,
    pub species: Species,
    pub types: [Type; 2],
    pub moves: [MoveId; 4],
    pub pp: [u8; 4],
    /// Stages by [`Stat`].
    pub stages: [i8; 5],
    /// HP of the Substitute; 0 is none.
    pub substitute: u8,
    /// Turns of confusion left.
    pub confusion: u8,
    pub last_move: MoveId,
    pub moved: MoveId,
    /// Which is being prepared.
    pub charging: MoveId,
    pub flags: Flags,
    /// Slots of moves that are not its own, a bit each.
    pub copied: u8,
}

/// Conditions that are there or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Flags(pub u8);

impl Flags {
    pub const RECHARGE: u8 = 1;
    pub const REFLECT: u8 = 2;
    pub const FLINCH: u8 = 4;
    pub const TRANSFORMED: u8 = 8;
    /// It cannot switch, as of the last request.
    pub const TRAPPED: u8 = 16;

    #[inline]
    #[must_use]
    pub fn has(self, flag: u8) -> bool {
        self.0 & flag != 0
    }

    #[inline]
    pub fn set(&mut self, flag: u8) {
        self.0 |= flag;
    }

    #[inline]
    pub fn clear(&mut self, flag: u8) {
        self.0 &= !flag;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Side {
    pub team: [Pokemon; 6],
    pub active: Active,
    /// Team indices by place; the first is on the field.
    pub order: [u8; 6],
    /// The last move selected or used.
    pub last_move: MoveId,
    pub selected: MoveId,
    pub slot: u8,
    /// The same as the other side's game sees them.
    pub shown_selected: MoveId,
    pub shown_move: MoveId,
    /// Who fainted this turn and the last, counted from 1.
    pub fainted: u8,
    pub fainted_before: u8,
}

/// What is asked for next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Phase {
    /// Both choose.
    Move,
    /// Whoever has a fainted Pokémon on the field replaces it.
    Switch,
    /// Won by the first side, by the second, by nobody.
    Won,
    Lost,
    Tied,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Battle {
    pub sides: [Side; 2],
    pub turn: u16,
    /// What Counter doubles.
    pub last_damage: u16,
    pub last_move: MoveId,
    pub phase: Phase,
    /// Hints that are given once, a bit each.
    pub hinted: u8,
}

impl Phase {
    #[inline]
    #[must_use]
    pub fn over(self) -> bool {
        matches!(self, Self::Won | Self::Lost | Self::Tied)
    }
}

impl Pokemon {
    #[inline]
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.moves.iter().take_while(|id| !id.is_none()).count()
    }

    /// The stats with which it comes onto the field: paralysis and burns count from the start.
    #[must_use]
    pub fn fresh_stats(&self) -> Stats {
        let mut stats = self.stats;
        weaken(&mut stats, self.status);
        stats
    }
}

/// What paralysis does to Speed and a burn to Attack, once.
#[inline]
pub fn weaken(stats: &mut Stats, status: Status) {
    match status {
        Status::Paralysis => stats[Stat::Speed as usize] = (stats[Stat::Speed as usize] / 4).max(1),
        Status::Burn => stats[Stat::Attack as usize] = (stats[Stat::Attack as usize] / 2).max(1),
        _ => {}
    }
}

/// A stat after stages.
fn staged(stored: u16, stage: i8) -> u16 {
    let factor = if stage >= 0 {
        1.0 + 0.5 * f64::from(stage)
    } else {
        [100.0, 66.0, 50.0, 40.0, 33.0, 28.0, 25.0][stage.unsigned_abs() as usize] / 100.0
    };
    ((f64::from(stored) * factor).floor() as u16).max(1)
}

/// What came of a change of stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boost {
    Done,
    /// There are no more stages in this direction.
    Ended,
    /// The stat itself is as high or low as can be: the stage goes one step back.
    Back,
}

impl Active {
    /// Moves a stage, and its stat with it.
    pub fn boost(&mut self, stat: Stat, by: i8) -> Boost {
        let stage = &mut self.stages[stat as usize];
        if by > 0 && *stage >= 6 || by < 0 && *stage <= -6 {
            return Boost::Ended;
        }
        *stage = (*stage + by).clamp(-6, 6);
        if stat == Stat::Accuracy {
            return Boost::Done;
        }
        let value = &mut self.stats[stat as usize];
        if by > 0 && *value == 999 || by < 0 && *value == 1 {
            *stage -= by.signum();
            return Boost::Back;
        }
        *value = staged(self.stored[stat as usize], *stage);
        if by > 0 {
            *value = (*value).min(999);
        }
        Boost::Done
    }

    /// Takes on the looks, stats and moves of another; `level` is its own.
    pub fn copy(&mut self, theirs: &Self, level: u8) {
        self.species = theirs.species;
        self.types = theirs.types;
        self.stored = theirs.stored;
        self.stats = theirs.stats;
        self.stages = theirs.stages;
        self.moves = theirs.moves;
        self.pp = theirs.moves.map(|id| if id.is_none() { 0 } else { id.data().pp.min(5) });
        self.copied = (1 << theirs.move_count()) - 1;
        self.flags.set(Flags::TRANSFORMED);
        self.speed = super::team::stat(theirs.species.data().base[4], 30, 255, level);
    }

    /// Replaces the move in a slot by another's.
    pub fn mimic(&mut self, slot: usize, id: MoveId) {
        if slot < self.move_count() {
            self.moves[slot] = id;
            self.copied |= 1 << slot;
        }
    }

    /// A member of the team, with nothing happened to it.
    #[must_use]
    pub fn fresh(pokemon: &Pokemon) -> Self {
        Self {
            stored: pokemon.stats,
            stats: pokemon.fresh_stats(),
            speed: pokemon.stats[Stat::Speed as usize],
            species: pokemon.species,
            types: pokemon.species.data().types,
            moves: pokemon.moves,
            pp: pokemon.pp,
            stages: [0; 5],
            substitute: 0,
            confusion: 0,
            last_move: MoveId::NONE,
            moved: MoveId::NONE,
            charging: MoveId::NONE,
            flags: Flags(0),
            copied: 0,
        }
    }

    #[inline]
    #[must_use]
    pub fn has_type(&self, kind: Type) -> bool {
        self.types[0] == kind || self.types[1] == kind
    }

    /// One or two.
    #[inline]
    #[must_use]
    pub fn own_types(&self) -> &[Type] {
        if self.types[0] == self.types[1] { &self.types[..1] } else { &self.types }
    }

    #[inline]
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.moves.iter().take_while(|id| !id.is_none()).count()
    }
}

impl Side {
    #[must_use]
    pub fn new(team: [Pokemon; 6]) -> Self {
        Self {
            active: Active::fresh(&team[0]),
            team,
            order: [0, 1, 2, 3, 4, 5],
            last_move: MoveId::NONE,
            selected: MoveId::NOMOVE,
            slot: 0,
            shown_selected: MoveId::NOMOVE,
            shown_move: MoveId::NONE,
            fainted: 0,
            fainted_before: 0,
        }
    }

    /// The team's member that is on the field.
    #[inline]
    #[must_use]
    pub fn lead(&self) -> &Pokemon {
        &self.team[self.order[0] as usize]
    }

    #[inline]
    pub fn lead_mut(&mut self) -> &mut Pokemon {
        &mut self.team[self.order[0] as usize]
    }

    /// How many have not fainted.
    #[must_use]
    pub fn left(&self) -> usize {
        self.team.iter().filter(|pokemon| !pokemon.fainted).count()
    }

    /// Who has not fainted, each with the types, moves and PP that it has right now.
    fn standing(&self) -> impl Iterator<Item = (&Pokemon, [Type; 2], [MoveId; 4], [u8; 4])> {
        let lead = self.order[0] as usize;
        self.team.iter().enumerate().filter(|(_, pokemon)| !pokemon.fainted).map(move |(index, pokemon)| {
            if index == lead {
                (pokemon, self.active.types, self.active.moves, self.active.pp)
            } else {
                (pokemon, pokemon.species.data().types, pokemon.moves, pokemon.pp)
            }
        })
    }

    /// Nothing that it can do will ever change anything: the Endless Battle Clause asks this of both sides.
    #[must_use]
    pub fn stuck(&self, foe: &Self) -> bool {
        let copies = |moves: [MoveId; 4]| moves.iter().all(|id| id.is_none() || *id == MoveId::TRANSFORM);
        self.standing().all(|(pokemon, _, moves, pp)| {
            pokemon.status == Status::Freeze
                || copies(moves) && foe.standing().all(|(_, _, moves, _)| copies(moves))
                || pp == [0; 4] && foe.standing().all(|(_, types, _, _)| types.contains(&Type::Ghost))
        })
    }

    /// Places from which one can come in.
    pub fn bench(&self) -> impl Iterator<Item = usize> + '_ {
        (1..6).filter(|place| !self.team[self.order[*place] as usize].fainted)
    }

    #[inline]
    #[must_use]
    pub fn slot_move(&self) -> MoveId {
        self.active.moves.get(self.slot as usize).copied().unwrap_or(MoveId::NONE)
    }
}
