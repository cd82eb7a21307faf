//! A battle as numbers for networks, as one of its players sees it.
//!
//! Twelve Pokémon, the own side first and of each side the one on the field, then more about these two, then the field.
//! What is not known of the other side stands as the odds that the player gives it: a probability where others have 0
//! or 1, a mean where others have a number. `docs/games/gen1.md` has the layout.

use super::battle::{Battle, Flags, Phase, Pokemon, Side};
use super::belief::Belief;
use super::data::{MOVES, SPECIES};
use super::dex::{MoveId, Species, Stat, Status, Type};
use super::event::{Event, Health};
use super::game::Info;
use super::mind::Mind;
use super::sets::{Draft, ditto, kits};
use std::sync::OnceLock;

/// Steps of a bar of HP, as many as in the original game.
pub const BAR: usize = 48;
const MOVE: [&str; 3] = ["knows", "pp", "revealed"];
const STATS: [&str; 5] = ["max hp", "attack", "defense", "special", "speed"];
const STATUS: [Status; 5] = [Status::Sleep, Status::Poison, Status::Burn, Status::Freeze, Status::Paralysis];
const MARKS: [&str; 8] = [
    "substitute",
    "substitute hits",
    "confused",
    "confused turns",
    "reflect",
    "recharging",
    "preparing",
    "transformed",
];
const FIELD: [&str; 3] = ["turn", "own replaces", "other replaces"];
const TYPES: usize = 15;

/// Every level that a species has, ascending.
fn levels() -> &'static [u8] {
    static LEVELS: OnceLock<Vec<u8>> = OnceLock::new();
    LEVELS.get_or_init(|| {
        let mut levels: Vec<u8> = SPECIES.iter().map(|kind| kind.level).collect();
        levels.sort_unstable();
        levels.dedup();
        levels
    })
}

/// The names of all numbers, in order.
#[must_use]
pub fn names() -> &'static [String] {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let mut names = Vec::new();
        let sides = ["own", "other"];
        for side in sides {
            for place in 1..=6 {
                names.extend(member_names().map(|name| format!("{side} {place} {name}")));
            }
        }
        for side in sides {
            names.extend(active_names().map(|name| format!("{side} active {name}")));
        }
        names.extend(FIELD.map(String::from));
        names
    })
}

fn move_names() -> impl Iterator<Item = String> {
    MOVES.iter().flat_map(|data| MOVE.map(|word| format!("{word} {}", data.id)))
}

fn member_names() -> impl Iterator<Item = String> {
    let species = SPECIES.iter().map(|kind| format!("species {}", kind.id));
    let levels = levels().iter().map(|level| format!("level {level}"));
    let bar = (1..=BAR).map(|step| format!("hp {step}/{BAR}"));
    let status = STATUS.iter().map(|status| format!("status {}", status.text()));
    let rest = STATS.iter().map(|name| (*name).to_string()).chain(status);
    let last = ["slept turns", "fainted", "seen"].map(String::from);
    species.chain(move_names()).chain(levels).chain(bar).chain(rest).chain(last)
}

fn active_names() -> impl Iterator<Item = String> {
    let stats = STATS[1..].iter().map(|name| (*name).to_string());
    let stages = STATS[1..].iter().chain(&["accuracy"]).map(|name| format!("{name} stage"));
    let types = types().map(|kind| format!("type {}", kind.name()));
    move_names().chain(stats).chain(stages).chain(types).chain(MARKS.map(String::from))
}

/// All types, each once.
fn types() -> impl Iterator<Item = Type> {
    use Type::{
        Bug, Dragon, Electric, Fighting, Fire, Flying, Ghost, Grass, Ground, Ice, Normal, Poison, Psychic, Rock, Water,
    };
    let all: [Type; TYPES] = [
        Normal, Fighting, Flying, Poison, Ground, Rock, Bug, Ghost, Fire, Water, Grass, Electric, Psychic, Ice, Dragon,
    ];
    all.into_iter()
}

/// Writes numbers one after the other.
struct Pen<'a> {
    out: &'a mut [f32],
    at: usize,
}

impl Pen<'_> {
    fn put(&mut self, number: f64) {
        self.out[self.at] = number as f32;
        self.at += 1;
    }

    fn all(&mut self, numbers: impl IntoIterator<Item = f64>) {
        numbers.into_iter().for_each(|number| self.put(number));
    }

    fn flags(&mut self, flags: impl IntoIterator<Item = bool>) {
        self.all(flags.into_iter().map(|set| f64::from(u8::from(set))));
    }

    fn moves(&mut self, moves: &Moves) {
        self.all(moves.iter().flatten().copied());
    }
}

/// Of each move: how likely it is there, its PP, whether the other side knows of it.
type Moves = [[f64; 3]; MOVES.len()];

/// What is thought of one Pokémon, whatever has happened to it.
#[derive(Clone)]
struct Outline {
    species: [f64; SPECIES.len()],
    moves: Moves,
    levels: Vec<f64>,
    stats: [f64; 5],
    /// How likely it has a use for Attack.
    hard: f64,
}

impl Outline {
    fn new() -> Self {
        Self {
            species: [0.0; SPECIES.len()],
            moves: [[0.0; 3]; MOVES.len()],
            levels: vec![0.0; levels().len()],
            stats: [0.0; 5],
            hard: 0.0,
        }
    }

    /// May be this one, with these odds.
    fn add(&mut self, pokemon: &Pokemon, odds: f64) {
        self.species[usize::from(pokemon.species.0)] += odds;
        let level = levels().binary_search(&pokemon.level).unwrap_or(0);
        self.levels[level] += odds;
        for (id, pp) in pokemon.moves.iter().zip(pokemon.pp).filter(|(id, _)| !id.is_none()) {
            let [knows, left, _] = &mut self.moves[slot(*id)];
            *knows += odds;
            *left += odds * f64::from(pp);
        }
        self.stats[0] += odds * f64::from(pokemon.max_hp);
        for (sum, stat) in self.stats[1..].iter_mut().zip(pokemon.stats) {
            *sum += odds * f64::from(stat);
        }
        let set = super::team::Set { species: pokemon.species, moves: pokemon.moves };
        self.hard += if set.hits_hard() { odds } else { 0.0 };
    }

    /// One that is known.
    fn of(pokemon: &Pokemon) -> Self {
        let mut outline = Self::new();
        outline.add(pokemon, 1.0);
        outline
    }

    /// A move that the other side has seen, with the PP that are left.
    fn reveal(&mut self, id: MoveId, pp: u8) {
        self.moves[slot(id)] = [1.0, f64::from(pp), 1.0];
    }
}

fn slot(id: MoveId) -> usize {
    usize::from(id.0) - 1
}

/// What a player sees, as so many numbers as there are [`names`].
pub fn write(info: &Info, seat: usize, out: &mut [f32]) {
    let mut pen = Pen { out, at: 0 };
    match info {
        Info::Whole(battle) => whole(&mut pen, battle, seat),
        Info::Mind(mind) => seen(&mut pen, mind),
    }
    debug_assert_eq!(pen.at, names().len());
}

/// A battle that was only thought of: nothing is hidden in it.
fn whole(pen: &mut Pen, battle: &Battle, seat: usize) {
    let sides = [&battle.sides[seat], &battle.sides[1 - seat]];
    let actives = sides.map(|side| {
        for index in side.order.map(usize::from) {
            let pokemon = &side.team[index];
            let mut outline = Outline::of(pokemon);
            known(pokemon).for_each(|(id, pp)| outline.reveal(id, pp));
            member(pen, &outline, pokemon, pokemon.slept - pokemon.sleep, true);
        }
        own_moves(side, 15)
    });
    for (side, moves) in sides.into_iter().zip(actives) {
        let counts = [side.active.substitute, side.active.confusion].map(|count| u8::from(count > 0));
        active(pen, side, &moves, f64::from(side.active.stats[0]), counts);
    }
    field(pen, battle, seat);
}

fn known(pokemon: &Pokemon) -> impl Iterator<Item = (MoveId, u8)> {
    pokemon.moves.into_iter().zip(pokemon.pp).filter(|(id, _)| !id.is_none())
}

fn seen(pen: &mut Pen, mind: &Mind) {
    let (belief, told) = (mind.belief(), told(mind));
    let tracker = belief.tracker();
    let (seat, own) = (tracker.seat, tracker.own());
    for index in own.order.map(usize::from) {
        let pokemon = &own.team[index];
        let mut outline = Outline::of(pokemon);
        let shown = known(pokemon).enumerate().filter(|(place, _)| told[index] >> place & 1 == 1);
        shown.for_each(|(_, (id, pp))| outline.reveal(id, pp));
        member(pen, &outline, pokemon, tracker.slept[seat][index], tracker.shown >> index & 1 == 1);
    }
    let (moves, attack) = others(pen, belief);
    let counts = |side: usize| [tracker.worn[side], tracker.confused[side]];
    let lead = told[usize::from(own.order[0])];
    active(pen, own, &own_moves(own, lead), f64::from(own.active.stats[0]), counts(seat));
    active(pen, tracker.other(), &moves, attack, counts(1 - seat));
    field(pen, &tracker.battle, seat);
}

/// The moves that each of the own has shown, a bit each by slot.
fn told(mind: &Mind) -> [u8; 6] {
    let team = &mind.belief().tracker().own().team;
    let mut told = [0; 6];
    for event in mind.heard() {
        let Event::Move { who, id, by, .. } = event else { continue };
        if usize::from(who.side) != mind.seat() || !by.is_none() {
            continue;
        }
        for (bits, pokemon) in told.iter_mut().zip(team).filter(|(_, pokemon)| pokemon.species == who.species) {
            *bits |= pokemon.moves.iter().position(|own| own == id).map_or(0, |place| 1 << place);
        }
    }
    told
}

/// The other side's six; gives what the one on the field has for moves and Attack.
fn others(pen: &mut Pen, belief: &Belief) -> (Moves, f64) {
    let tracker = belief.tracker();
    let side = tracker.other();
    let mut lead = Outline::new();
    for (place, index) in
        side.order.iter().map(|index| usize::from(*index)).filter(|index| *index < tracker.seen).enumerate()
    {
        let shown = &side.team[index];
        let mut outline = Outline::new();
        for (kit, odds) in belief.posterior(index) {
            outline.add(&kit.set(shown.species).pokemon(), odds);
        }
        known(shown).for_each(|(id, pp)| outline.reveal(id, pp));
        member(pen, &outline, shown, tracker.slept[1 - tracker.seat][index], true);
        if place == 0 {
            lead = outline;
        }
    }
    if tracker.seen < 6 {
        let stranger = stranger(belief);
        let fresh = Pokemon { hp: 100, max_hp: 100, status: Status::None, fainted: false, ..side.team[0] };
        (tracker.seen..6).for_each(|_| member(pen, &stranger, &fresh, 0, false));
    }
    let active = &side.active;
    let soft = f64::from(tracker.soft.stats[Stat::Attack as usize]);
    let attack = lead.hard * f64::from(active.stats[Stat::Attack as usize]) + (1.0 - lead.hard) * soft;
    if active.flags.has(Flags::TRANSFORMED) {
        return (own_moves(side, 15), f64::from(active.stats[Stat::Attack as usize]));
    }
    let own = side.lead().moves;
    for place in (0..4).filter(|place| active.copied >> place & 1 == 1) {
        lead.moves[slot(own[place])] = [0.0; 3];
        lead.reveal(active.moves[place], active.pp[place]);
    }
    (lead.moves, attack)
}

/// Somebody who has not been seen: any species that the limits of the generator leave open beside those who were, alike.
fn stranger(belief: &Belief) -> Outline {
    let tracker = belief.tracker();
    let mut draft = Draft::new(tracker.own().team.iter().all(|pokemon| pokemon.species != ditto()));
    tracker.other().team[..tracker.seen].iter().for_each(|pokemon| draft.add(pokemon.species));
    let allowed = draft.allowed();
    let odds = 1.0 / f64::from(allowed.count());
    let mut outline = Outline::new();
    for species in Species::all().filter(|species| allowed.has(*species)) {
        for kit in kits(species) {
            outline.add(&kit.set(species).pokemon(), odds * kit.odds);
        }
    }
    outline
}

/// What one on the field can use, where it is known; `told` are the slots that were shown. Copied moves are known to both.
fn own_moves(side: &Side, told: u8) -> Moves {
    let mut moves = [[0.0; 3]; MOVES.len()];
    let active = &side.active;
    for (place, id) in active.moves.iter().enumerate().filter(|(_, id)| !id.is_none()) {
        let shown = (told | active.copied) >> place & 1;
        moves[slot(*id)] = [1.0, f64::from(active.pp[place]), f64::from(shown)];
    }
    moves
}

/// One Pokémon: what is thought of it, and what has happened to it.
fn member(pen: &mut Pen, outline: &Outline, pokemon: &Pokemon, slept: u8, seen: bool) {
    pen.all(outline.species);
    pen.moves(&outline.moves);
    pen.all(outline.levels.iter().copied());
    let health = Health { hp: pokemon.hp, max: pokemon.max_hp, status: pokemon.status };
    let percent = if pokemon.hp == 0 { 0 } else { usize::from(health.percent()) };
    pen.flags((0..BAR).map(|step| percent * BAR > step * 100));
    pen.all(outline.stats);
    pen.flags(STATUS.map(|status| pokemon.status == status));
    pen.put(if pokemon.status == Status::Sleep { f64::from(slept) } else { 0.0 });
    pen.flags([pokemon.fainted, seen]);
}

/// More about one on the field; `counts` are the hits on its Substitute and its turns of confusion.
fn active(pen: &mut Pen, side: &Side, moves: &Moves, attack: f64, counts: [u8; 2]) {
    let one = &side.active;
    pen.moves(moves);
    pen.put(attack);
    pen.all(one.stats[1..].iter().map(|stat| f64::from(*stat)));
    pen.all(one.stages.map(f64::from));
    pen.flags(types().map(|kind| one.has_type(kind)));
    for (there, count) in [(one.substitute > 0, counts[0]), (one.confusion > 0, counts[1])] {
        pen.flags([there]);
        pen.put(if there { f64::from(count) } else { 0.0 });
    }
    pen.flags([
        one.flags.has(Flags::REFLECT),
        one.flags.has(Flags::RECHARGE),
        !one.charging.is_none(),
        one.flags.has(Flags::TRANSFORMED),
    ]);
}

fn field(pen: &mut Pen, battle: &Battle, seat: usize) {
    pen.put(f64::from(battle.turn));
    let replaces = |side: usize| battle.phase == Phase::Switch && battle.asked(side);
    pen.flags([replaces(seat), replaces(1 - seat)]);
}
