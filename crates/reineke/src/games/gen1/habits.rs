//! How the other side may choose: odds of its moves and of a switch, from what it sees itself.
//!
//! A player is taken for a mixture of styles. Each gives every option a worth, a sum of what can be said of it, and chooses
//! by the exponent of that worth; one style knows no difference. What is not known to the player in question plays no
//! part: of the own side only what it has shown.

use super::battle::{Battle, Pokemon, Side};
use super::damage::Blow;
use super::dex::{Category, Effect, MoveId, Stat, Status, Type};
use super::event::Health;
use super::hit::Strike;
use super::sets::Kit;
use smallvec::SmallVec;

/// What can be said of an option, each a number of about 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum Trait {
    /// The part of the target's HP that it takes on average, and how likely it is to take all that is left.
    Damage,
    Knockout,
    Sleep,
    /// Paralysis or poison.
    Status,
    Confusion,
    /// Stages.
    Boost,
    /// The part of the own HP that it brings back.
    Heal,
    Rest,
    /// A Substitute or Reflect.
    Shield,
    /// The own HP that it costs.
    Explode,
    Recharge,
    Charge,
    /// It can do nothing as things are.
    Useless,
    /// What it does depends on others: Counter, Mimic, Mirror Move, Transform.
    Other,
    /// A switch; how much the own type has to fear, the HP that are missing, stages that would be lost, and status.
    Switch,
    Threat,
    Hurt,
    Stages,
    Ill,
}

pub const TRAITS: usize = Trait::Ill as usize + 1;
pub type Traits = [f64; TRAITS];

/// Those who choose anything, those who hit as hard as they can, those who look at the next position, those who look ahead.
pub const STYLES: usize = 4;
/// How common they are taken to be before anything was seen.
pub const PRIOR: [f64; STYLES] = [0.2, 0.2, 0.2, 0.4];
/// How likely a Pokémon is to do what it did the last time it faced the same one, whatever it might do instead: who chooses alike
/// in like positions tells little new.
pub const REPEAT: f64 = 0.85;
/// At least so much of every choice is left to chance.
pub const FLOOR: f64 = 0.25;
/// What the styles make of each trait; `scripts/gen1_habits.py` fits the numbers to agents' choices.
pub const WORTH: [Traits; STYLES] = [
    [0.0; TRAITS],
    [14.1, 2.5, -1.8, -1.9, -0.5, -1.7, -1.3, -0.4, -0.8, 0.9, 0.5, -2.7, -1.6, 3.7, -1.8, -0.1, -0.7, 0.1, 0.0],
    [10.4, 1.0, -2.0, -3.4, -0.9, -1.5, 11.3, -0.3, -1.2, -9.3, 0.8, -2.3, -0.8, 1.8, -3.0, 0.1, -0.7, -0.7, -0.4],
    [1.4, 0.6, 1.0, 0.0, -0.3, -0.1, 0.7, -0.5, -0.3, -2.4, -0.3, -0.3, -0.1, -0.1, 0.6, 0.1, 0.3, -0.2, 0.0],
];

/// How likely each of a kit's moves is to be chosen, and any switch.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Odds {
    pub moves: [f64; 4],
    pub switch: f64,
}

/// What a side has shown of its choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    Move(MoveId),
    Switch,
    /// Some move, which it did not come to use.
    Stay,
}

impl Shown {
    /// Whether this is, as far as it can be seen, what was chosen before.
    #[must_use]
    pub fn again(self, before: Self) -> bool {
        self == before || self == Self::Stay && matches!(before, Self::Move(_))
    }
}

impl Odds {
    /// How likely something is to be shown by a Pokémon with these moves.
    #[must_use]
    pub fn of(&self, kit: &Kit, shown: Shown) -> f64 {
        match shown {
            Shown::Switch => self.switch,
            Shown::Stay => self.moves.iter().sum(),
            Shown::Move(id) => {
                kit.moves.iter().zip(self.moves).filter(|(known, _)| **known == id).map(|(_, p)| p).sum()
            }
        }
    }
}

/// What the styles make of a side's options, for each of its kits. `able` says which moves can be chosen.
#[must_use]
pub fn odds(battle: &Battle, side: usize, kits: &[Kit], able: impl Fn(MoveId) -> bool) -> Vec<[Odds; STYLES]> {
    let bench = (battle.sides[side].left() - 1) as f64;
    let leaving = leaving(battle, side);
    let mut known: SmallVec<[(MoveId, [f64; STYLES]); 12]> = SmallVec::new();
    let mut worth = |id: MoveId| {
        if let Some((_, worth)) = known.iter().find(|(other, _)| *other == id) {
            return *worth;
        }
        let traits = outlook(battle, side, id);
        let worth = WORTH.map(|style| value(&style, &traits));
        known.push((id, worth));
        worth
    };
    let each = |kit: &Kit| {
        let moves = kit.moves.map(|id| (!id.is_none() && able(id)).then(|| worth(id)));
        let mut odds = [Odds::default(); STYLES];
        for (style, odds) in odds.iter_mut().enumerate() {
            let heavy = |worth: f64| worth.clamp(-30.0, 30.0).exp();
            // To a style that knows no difference, everybody on the bench is a choice.
            let many = if style == 0 { bench } else { bench.min(1.0) };
            odds.switch = many * heavy(value(&WORTH[style], &leaving));
            odds.moves = moves.map(|worth| worth.map_or(0.0, |worth| heavy(worth[style])));
            let sum = (odds.switch + odds.moves.iter().sum::<f64>()).max(f64::MIN_POSITIVE);
            odds.switch /= sum;
            odds.moves.iter_mut().for_each(|odds| *odds /= sum);
        }
        odds
    };
    kits.iter().map(each).collect()
}

/// How likely a mixture of styles is to show something, given how likely each is.
#[must_use]
pub fn mixed(styles: &[f64; STYLES], odds: &[f64; STYLES]) -> f64 {
    FLOOR * odds[0] + (1.0 - FLOOR) * styles.iter().zip(odds).map(|(style, odds)| style * odds).sum::<f64>()
}

/// The same if it has chosen in like positions before; `again` if this is what it chose.
#[must_use]
pub fn repeated(odds: f64, again: bool) -> f64 {
    (1.0 - REPEAT) * odds + if again { REPEAT } else { 0.0 }
}

fn value(style: &Traits, traits: &Traits) -> f64 {
    style.iter().zip(traits).map(|(worth, much)| worth * much).sum()
}

/// The part of its HP that everybody sees.
fn share(pokemon: &Pokemon) -> f64 {
    f64::from(Health { hp: pokemon.hp, max: pokemon.max_hp, status: pokemon.status }.percent()) / 100.0
}

/// What can be said of a side's move.
#[must_use]
pub fn outlook(battle: &Battle, side: usize, id: MoveId) -> Traits {
    let (own, foe) = (&battle.sides[side], &battle.sides[1 - side]);
    let data = id.data();
    let mut traits = [0.0; TRAITS];
    let mut set = |what: Trait, much: f64| traits[what as usize] = much;
    let sure = if data.accuracy == 0 { 1.0 } else { f64::from(data.accuracy) / 256.0 };
    let harmless = data.immune && foe.active.own_types().iter().any(|kind| data.kind.against(*kind) == -2);
    if harmless {
        set(Trait::Useless, 1.0);
        return traits;
    }
    if data.category != Category::Status && data.effect != Effect::Counter {
        let (damage, knockout) = harm(battle, side, id);
        set(Trait::Damage, sure * damage);
        set(Trait::Knockout, sure * knockout);
        match data.effect {
            Effect::Explode => set(Trait::Explode, share(own.lead())),
            Effect::Recharge => set(Trait::Recharge, 1.0 - sure * knockout),
            Effect::Charge => set(Trait::Charge, 1.0),
            _ => {}
        }
        return traits;
    }
    let missing = 1.0 - share(own.lead());
    let (what, much) = match data.effect {
        Effect::Status(status) if !may_get(foe, status) => (Trait::Useless, 1.0),
        Effect::Status(Status::Sleep) => (Trait::Sleep, sure),
        Effect::Status(_) => (Trait::Status, sure),
        Effect::Confuse if foe.active.confusion > 0 => (Trait::Useless, 1.0),
        Effect::Confuse => (Trait::Confusion, sure),
        Effect::Boost(stat, by) => boost(if id.own() { own } else { foe }, stat, by),
        Effect::Recover | Effect::Rest if missing == 0.0 => (Trait::Useless, 1.0),
        Effect::Recover => (Trait::Heal, missing.min(0.5)),
        Effect::Rest => (Trait::Heal, missing),
        Effect::Substitute if own.active.substitute > 0 || missing >= 0.75 => (Trait::Useless, 1.0),
        Effect::Reflect if own.active.flags.has(super::battle::Flags::REFLECT) => (Trait::Useless, 1.0),
        Effect::Substitute | Effect::Reflect => (Trait::Shield, 1.0),
        _ => (Trait::Other, 1.0),
    };
    set(what, much);
    if data.effect == Effect::Rest {
        set(Trait::Rest, 1.0);
    }
    traits
}

/// The part of the target's HP that a hit takes on average, and how likely it is to take what is left.
fn harm(battle: &Battle, side: usize, id: MoveId) -> (f64, f64) {
    let foe = battle.sides[1 - side].lead();
    let (data, most) = (id.data(), f64::from(foe.max_hp));
    let left = share(foe) * most;
    let (low, high) = match data.effect {
        Effect::Level => (f64::from(battle.sides[side].lead().level), f64::from(battle.sides[side].lead().level)),
        Effect::Half => (left / 2.0, left / 2.0),
        _ => {
            let full = battle.blow(side, &Strike::of(id), false).full();
            let hits = if data.hits == 5 { 3.0 } else { f64::from(data.hits.max(1)) };
            (f64::from(Blow::rolled(full, 217)) * hits, f64::from(full) * hits)
        }
    };
    let knockout = if high > low { ((high - left) / (high - low)).clamp(0.0, 1.0) } else { f64::from(high >= left) };
    (f64::midpoint(low, high).min(left) / most, knockout)
}

/// Whether a status can be given to a side's Pokémon.
fn may_get(side: &Side, status: Status) -> bool {
    let asleep = |pokemon: &Pokemon| pokemon.hp > 0 && pokemon.status == Status::Sleep && !pokemon.rested;
    side.lead().status == Status::None
        && !(status == Status::Sleep && side.team.iter().any(asleep))
        && !(status == Status::Poison && side.active.has_type(Type::Poison))
}

fn boost(side: &Side, stat: Stat, by: i8) -> (Trait, f64) {
    let (stage, up) = (side.active.stages[stat as usize], by.signum());
    if stage * up >= 6 {
        return (Trait::Useless, 1.0);
    }
    (Trait::Boost, f64::from(by.abs()) / 2.0 * (1.0 - f64::from(stage * up) / 6.0))
}

/// What can be said of a switch.
#[must_use]
pub fn leaving(battle: &Battle, side: usize) -> Traits {
    let (own, foe) = (&battle.sides[side], &battle.sides[1 - side]);
    let mut traits = [0.0; TRAITS];
    let fear = |kind: &Type| own.active.own_types().iter().map(|other| kind.against(*other)).sum::<i8>();
    let threat = foe.active.own_types().iter().map(fear).max().unwrap_or(0);
    traits[Trait::Switch as usize] = 1.0;
    traits[Trait::Threat as usize] = f64::from(threat);
    traits[Trait::Hurt as usize] = 1.0 - share(own.lead());
    traits[Trait::Stages as usize] = f64::from(own.active.stages.iter().sum::<i8>()) / 2.0;
    traits[Trait::Ill as usize] = f64::from(u8::from(own.lead().status != Status::None));
    traits
}
