//! How likely the team generator's sets and teams are, exactly.

use super::data::SPECIES;
use super::dex::{MoveId, Species};
use super::team::{Crowd, Limits, Set};
use crate::dice::{Dice, Rng, chain};
use smallvec::SmallVec;
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::sync::OnceLock;

/// One of a species' possible sets: its moves, ascending, none after the last; the generator shuffles them at the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kit {
    pub moves: [MoveId; 4],
    pub odds: f64,
}

impl Kit {
    #[must_use]
    pub fn has(&self, id: MoveId) -> bool {
        self.moves.contains(&id)
    }

    /// With its moves in this order, which nothing depends on but slots.
    #[must_use]
    pub fn set(&self, species: Species) -> Set {
        Set { species, moves: self.moves }
    }
}

/// Every set that the generator may give to a species, ascending by moves.
#[must_use]
pub fn kits(species: Species) -> &'static [Kit] {
    static ALL: OnceLock<Vec<Vec<Kit>>> = OnceLock::new();
    &ALL.get_or_init(|| Species::all().map(enumerate).collect())[species.0 as usize]
}

type Moves = SmallVec<[MoveId; 8]>;

/// Follows every way through the generator.
fn enumerate(species: Species) -> Vec<Kit> {
    let data = species.data();
    let mut found = BTreeMap::new();
    let add = |moves: &mut Moves, id: MoveId| {
        if !moves.contains(&id) {
            moves.push(id);
        }
    };
    let coins: &[bool] = if data.combo.is_empty() { &[false] } else { &[true, false] };
    for combo in coins {
        let mut moves = Moves::new();
        if *combo {
            data.combo.iter().for_each(|id| add(&mut moves, *id));
        }
        let firsts = if moves.len() < 4 && !data.exclusive.is_empty() { data.exclusive } else { &[MoveId::NONE] };
        for first in firsts {
            let mut moves = moves.clone();
            if !first.is_none() {
                add(&mut moves, *first);
            }
            for id in data.essential {
                if moves.len() < 4 {
                    add(&mut moves, *id);
                }
            }
            let odds = 1.0 / (coins.len() * firsts.len()) as f64;
            draw(&moves, data.moves, odds, &mut found);
        }
    }
    found.into_iter().map(|(moves, odds)| Kit { moves, odds }).collect()
}

/// Draws from the pool until there are four.
fn draw(moves: &Moves, pool: &[MoveId], odds: f64, found: &mut BTreeMap<[MoveId; 4], f64>) {
    if moves.len() >= 4 || pool.is_empty() {
        let mut sorted = [MoveId::NONE; 4];
        let mut ids = moves.clone();
        ids.sort_unstable();
        sorted[..ids.len()].copy_from_slice(&ids);
        *found.entry(sorted).or_default() += odds;
        return;
    }
    for index in 0..pool.len() {
        let (mut moves, mut rest) = (moves.clone(), pool.to_vec());
        let id = rest.swap_remove(index);
        if !moves.contains(&id) {
            moves.push(id);
        }
        draw(&moves, &rest, odds / pool.len() as f64, found);
    }
}

/// A team as it is drawn, by species.
#[derive(Clone, Copy, Debug)]
pub struct Draft {
    limits: Limits,
    /// Who is in it, or may not be in any more.
    out: Crowd,
}

impl Draft {
    /// An empty team; `may` if the battle may still get a Ditto.
    #[must_use]
    pub fn new(may: bool) -> Self {
        let mut out = Crowd::default();
        if !may {
            out.add(ditto());
        }
        Self { limits: Limits::default(), out }
    }

    /// Everybody who may join, each as likely as the others.
    #[must_use]
    pub fn allowed(&self) -> Crowd {
        let mut closed = self.limits.closed;
        closed.join(&self.out);
        let mut open = Crowd(closed.0.map(|word| !word));
        open.0[2] &= (1 << (SPECIES.len() - 128)) - 1;
        open
    }

    pub fn add(&mut self, species: Species) {
        self.out.add(species);
        self.limits.add(species);
    }
}

/// Of which a battle has one at most.
#[must_use]
pub fn ditto() -> Species {
    static DITTO: OnceLock<Species> = OnceLock::new();
    *DITTO.get_or_init(|| Species::named("Ditto").expect("a species of this format"))
}

/// How likely the generator is to draw these species in this order.
#[must_use]
pub fn sequence_odds(species: &[Species], ditto: bool) -> f64 {
    let mut draft = Draft::new(ditto);
    let mut odds = 1.0;
    for one in species {
        let allowed = draft.allowed();
        if !allowed.has(*one) {
            return 0.0;
        }
        odds /= f64::from(allowed.count());
        draft.add(*one);
    }
    odds
}

/// Who else may be in a team of which some were seen, the first of them as its lead: drawn as the generator would have
/// drawn them. `may` if there may be a Ditto.
pub fn complete(seen: &[Species], may: bool, dice: &mut impl Dice) -> SmallVec<[Species; 6]> {
    let ceiling = ceiling(seen, may);
    loop {
        if let Some((rest, odds)) = attempt(seen, may, dice)
            && f64::from(dice.roll(1 << 24)) < odds / ceiling * f64::from(1u32 << 24)
        {
            return rest;
        }
    }
}

/// Courses that are tried for the likeliest of them, and how much likelier another may be.
const TRIED: u64 = 192;
const SPARE: f64 = 1.5;

/// Nearly nothing is likelier than this, of all courses in which some were seen.
fn ceiling(seen: &[Species], may: bool) -> f64 {
    thread_local! {
        static KNOWN: RefCell<VecDeque<(u64, f64)>> = const { RefCell::new(VecDeque::new()) };
    }
    let key = seen.iter().fold(u64::from(may), |key, species| chain(key, u64::from(species.0) + 1));
    KNOWN.with_borrow_mut(|known| {
        if let Some((_, odds)) = known.iter().find(|(other, _)| *other == key) {
            return *odds;
        }
        let mut rng = Rng::new(key);
        let tried = (0..TRIED).filter_map(|_| attempt(seen, may, &mut rng));
        let most = tried.map(|(_, odds)| odds).fold(0.0, f64::max);
        let odds = if most > 0.0 { most * SPARE } else { 1.0 };
        known.truncate(15);
        known.push_front((key, odds));
        odds
    })
}

/// Puts those who were seen behind the lead at random and draws the others: them, and the odds that the generator drew
/// those who were seen where they are, up to a factor.
fn attempt(seen: &[Species], may: bool, dice: &mut impl Dice) -> Option<(SmallVec<[Species; 6]>, f64)> {
    let mut places: [Option<Species>; 6] = [None; 6];
    places[0] = seen.first().copied();
    for species in seen.iter().skip(1) {
        let free = places.iter().enumerate().skip(1).filter(|(_, place)| place.is_none());
        let free: SmallVec<[usize; 6]> = free.map(|(index, _)| index).collect();
        places[free[dice.roll(free.len() as u32) as usize]] = Some(*species);
    }
    let (mut draft, mut rest, mut odds) = (Draft::new(may), SmallVec::new(), 1.0);
    for place in places {
        let allowed = draft.allowed();
        let count = allowed.count();
        let species = if let Some(species) = place {
            if !allowed.has(species) {
                return None;
            }
            odds *= SPECIES.len() as f64 / f64::from(count);
            species
        } else {
            let species = allowed.nth(dice.roll(count));
            if seen.contains(&species) {
                return None;
            }
            rest.push(species);
            species
        };
        draft.add(species);
    }
    Some((rest, odds))
}
