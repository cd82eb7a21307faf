//! Teams: sets, the numbers they give, and the generator that draws them.

use super::battle::{Battle, Phase, Pokemon, Side};
use super::dex::{Category, Effect, MoveId, Species, Status, Type};
use super::roll::Source;
use smallvec::SmallVec;
use std::sync::OnceLock;

/// A Pokémon before the battle: its species and its moves in order. All else follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Set {
    pub species: Species,
    /// None after the last.
    pub moves: [MoveId; 4],
}

pub type Team = [Set; 6];

/// Types of which two weak members are enough.
const FEARED: [Type; 6] = [Type::Electric, Type::Psychic, Type::Water, Type::Ice, Type::Ground, Type::Fire];

/// A stat other than HP.
#[must_use]
pub fn stat(base: u8, iv: u32, ev: u32, level: u8) -> u16 {
    ((2 * u32::from(base) + iv + ev / 4) * u32::from(level) / 100 + 5) as u16
}

fn hp(base: u8, ev: u32, level: u8) -> u16 {
    ((2 * u32::from(base) + 30 + ev / 4 + 100) * u32::from(level) / 100 + 10) as u16
}

impl Set {
    #[must_use]
    pub fn level(&self) -> u8 {
        self.species.data().level
    }

    fn has(&self, id: MoveId) -> bool {
        self.moves.contains(&id)
    }

    pub fn known_moves(&self) -> impl Iterator<Item = MoveId> + '_ {
        self.moves.iter().copied().take_while(|id| !id.is_none())
    }

    /// Effort in HP: with Substitute as much as leaves the maximum no multiple of four.
    #[must_use]
    pub fn hp_effort(&self) -> u32 {
        let mut ev = 255;
        if self.has(MoveId::SUBSTITUTE) {
            while ev > 3 && hp(self.species.data().base[0], ev, self.level()).is_multiple_of(4) {
                ev -= 4;
            }
        }
        ev
    }

    /// Whether it has a use for Attack; if not, it is trained to have little.
    #[must_use]
    pub fn hits_hard(&self) -> bool {
        self.has(MoveId::MIMIC)
            || self.has(MoveId::TRANSFORM)
            || self.known_moves().any(|id| {
                let fixed = matches!(id.data().effect, Effect::Counter | Effect::Half | Effect::Level);
                id.data().category == Category::Physical && !fixed
            })
    }

    #[must_use]
    pub fn pokemon(&self) -> Pokemon {
        let [base_hp, attack, defense, special, speed] = self.species.data().base;
        let level = self.level();
        let most = |base| stat(base, 30, 255, level);
        let max_hp = hp(base_hp, self.hp_effort(), level);
        Pokemon {
            hp: max_hp,
            max_hp,
            stats: [
                if self.hits_hard() { most(attack) } else { stat(attack, 2, 0, level) },
                most(defense),
                most(special),
                most(speed),
            ],
            species: self.species,
            level,
            moves: self.moves,
            pp: self.moves.map(|id| if id.is_none() { 0 } else { id.data().most_pp }),
            status: Status::None,
            sleep: 0,
            slept: 0,
            rested: false,
            fainted: false,
            broken: false,
        }
    }

    /// As Showdown packs it.
    #[must_use]
    pub fn packed(&self) -> String {
        let moves: Vec<_> = self.known_moves().map(MoveId::id).collect();
        let (ev, iv) = if self.hits_hard() { ("255", 30) } else { ("", 2) };
        let level = if self.level() == 100 { String::new() } else { self.level().to_string() };
        format!(
            "{}|||NoAbility|{}||{},{ev},255,255,255,255||30,{iv},30,30,30,30||{level}|",
            self.species.data().name,
            moves.join(","),
            self.hp_effort(),
        )
    }

    /// Reads a packed set; numbers that the generator would not give are refused.
    pub fn parse(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split('|').collect();
        let name = parts.first().copied().unwrap_or_default();
        let species = Species::named(name).ok_or_else(|| format!("no species here is called {name:?}"))?;
        let mut moves = [MoveId::NONE; 4];
        let listed: Vec<&str> = parts.get(4).copied().unwrap_or_default().split(',').collect();
        if listed.len() > 4 {
            return Err(format!("{name} has {} moves", listed.len()));
        }
        for (slot, id) in listed.into_iter().enumerate() {
            moves[slot] = MoveId::parse(&id.to_lowercase())
                .filter(|found| found.known())
                .ok_or_else(|| format!("no move here is called {id:?}"))?;
        }
        let set = Self { species, moves };
        if set.packed().to_lowercase() == text.to_lowercase() {
            Ok(set)
        } else {
            Err(format!("{text:?} is no set of the generator, which would be {:?}", set.packed()))
        }
    }
}

/// As Showdown packs it.
#[must_use]
pub fn packed(team: &Team) -> String {
    team.iter().map(Set::packed).collect::<Vec<_>>().join("]")
}

/// Reads a packed team of six.
pub fn parse(text: &str) -> Result<Team, String> {
    let sets = text.split(']').map(Set::parse).collect::<Result<Vec<_>, _>>()?;
    let count = sets.len();
    sets.try_into().map_err(|_| format!("a team has six members, not {count}"))
}

impl Battle {
    /// Before anybody is on the field.
    #[must_use]
    pub fn new(teams: &[Team; 2]) -> Self {
        Self {
            sides: [Side::new(teams[0].map(|set| set.pokemon())), Side::new(teams[1].map(|set| set.pokemon()))],
            turn: 0,
            last_damage: 0,
            last_move: MoveId::NONE,
            phase: Phase::Move,
            hinted: 0,
        }
    }
}

/// A set of species, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crowd(pub [u64; 3]);

impl Crowd {
    #[inline]
    #[must_use]
    pub fn has(&self, species: Species) -> bool {
        self.0[species.0 as usize / 64] >> (species.0 % 64) & 1 == 1
    }

    #[inline]
    pub fn add(&mut self, species: Species) {
        self.0[species.0 as usize / 64] |= 1 << (species.0 % 64);
    }

    #[inline]
    pub fn join(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(word, other)| *word |= other);
    }

    /// The one before which there are `count`.
    #[must_use]
    pub fn nth(&self, mut count: u32) -> Species {
        for (index, word) in self.0.iter().enumerate() {
            if count < word.count_ones() {
                let mut left = *word;
                (0..count).for_each(|_| left &= left - 1);
                return Species(index as u8 * 64 + left.trailing_zeros() as u8);
            }
            count -= word.count_ones();
        }
        unreachable!("fewer than there are")
    }

    #[inline]
    #[must_use]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

/// Limits that a team must keep, as far as it has been drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// How many of each group are in it.
    counts: [u8; GROUPS],
    /// Who may not join.
    pub closed: Crowd,
}

impl Limits {
    /// Whether a species may join.
    #[inline]
    #[must_use]
    pub fn allow(&self, species: Species) -> bool {
        !self.closed.has(species)
    }

    pub fn add(&mut self, species: Species) {
        let groups = Groups::all();
        for group in &groups.of[species.0 as usize] {
            let group = usize::from(*group);
            self.counts[group] += 1;
            if self.counts[group] >= if group == TOP { 1 } else { 2 } {
                self.closed.join(&groups.crowds[group]);
            }
        }
    }
}

/// What the limits look at: who is of a type, who fears one, who has the highest level.
struct Groups {
    crowds: [Crowd; GROUPS],
    /// The groups of each species.
    of: Vec<SmallVec<[u8; 8]>>,
}

/// The first group of those who fear something, and the last group.
const FEAR: usize = 15;
const TOP: usize = FEAR + FEARED.len();
const GROUPS: usize = TOP + 1;

impl Groups {
    fn all() -> &'static Self {
        static ALL: OnceLock<Groups> = OnceLock::new();
        ALL.get_or_init(|| {
            let mut groups = Self { crowds: [Crowd::default(); GROUPS], of: Vec::new() };
            for species in Species::all() {
                let data = species.data();
                let own = if data.types[0] == data.types[1] { &data.types[..1] } else { &data.types[..] };
                let mut of: SmallVec<[u8; 8]> = own.iter().map(|kind| *kind as u8).collect();
                for (index, kind) in FEARED.into_iter().enumerate() {
                    let factors = own.iter().map(|other| kind.against(*other));
                    let harmless = factors.clone().any(|factor| factor == -2);
                    if !harmless && factors.sum::<i8>() > 0 {
                        of.push((FEAR + index) as u8);
                    }
                }
                if data.level == 100 {
                    of.push(TOP as u8);
                }
                of.iter().for_each(|group| groups.crowds[usize::from(*group)].add(species));
                groups.of.push(of);
            }
            groups
        })
    }
}

/// Draws a team as Showdown does, with the same numbers in the same order. There is at most one Ditto in a battle.
pub fn generate(source: &mut impl Source, ditto: &mut bool) -> Team {
    source.below(15); // a type, which only other formats use
    let mut pool: Vec<Species> = Species::all().collect();
    let mut rejected = Vec::new();
    let mut limits = Limits::default();
    let mut team: SmallVec<[Set; 6]> = SmallVec::new();
    while team.len() < 6 && !pool.is_empty() {
        let species = take(source, &mut pool);
        let is_ditto = species.data().id == "ditto";
        if is_ditto && *ditto {
            continue;
        }
        if !limits.allow(species) {
            rejected.push(species);
            continue;
        }
        team.push(generate_set(source, species));
        limits.add(species);
        *ditto |= is_ditto;
    }
    while team.len() < 6 {
        let species = take(source, &mut rejected);
        team.push(generate_set(source, species));
    }
    team.into_inner().expect("six members")
}

/// Draws without replacement; the last fills the hole.
fn take<T>(source: &mut impl Source, pool: &mut Vec<T>) -> T {
    let index = source.below(pool.len() as u32) as usize;
    pool.swap_remove(index)
}

/// Draws the moves of a species.
pub fn generate_set(source: &mut impl Source, species: Species) -> Set {
    let data = species.data();
    let mut moves: SmallVec<[MoveId; 8]> = SmallVec::new();
    let add = |id: MoveId, moves: &mut SmallVec<[MoveId; 8]>| {
        if !moves.contains(&id) {
            moves.push(id);
        }
    };
    if !data.combo.is_empty() && source.below(2) == 0 {
        for id in data.combo {
            add(*id, &mut moves);
        }
    }
    if moves.len() < 4 && !data.exclusive.is_empty() {
        let id = data.exclusive[source.below(data.exclusive.len() as u32) as usize];
        add(id, &mut moves);
    }
    for id in data.essential {
        if moves.len() < 4 {
            add(*id, &mut moves);
        }
    }
    let mut pool = data.moves.to_vec();
    while moves.len() < 4 && !pool.is_empty() {
        let id = take(source, &mut pool);
        add(id, &mut moves);
    }
    for index in 0..moves.len().saturating_sub(1) {
        let other = index + source.below((moves.len() - index) as u32) as usize;
        moves.swap(index, other);
    }
    let mut set = Set { species, moves: [MoveId::NONE; 4] };
    set.moves[..moves.len()].copy_from_slice(&moves);
    set
}
