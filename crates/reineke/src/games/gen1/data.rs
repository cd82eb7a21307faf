//! Moves, species and sets of `gen1randombattle`, from pokemon-showdown 0.11.11 (MIT licence).
//! Written by `make showdown`; do not edit.

use super::dex::{Category, Effect, Extra, Kind, Move, MoveId, Stat, Status, Type};

/// The version of the simulator that these tables come from.
pub const VERSION: &str = "0.11.11";

/// By [`MoveId`] less one.
pub static MOVES: [Move; 69] = [
    Move { id: "acidarmor", name: "Acid Armor", kind: Type::Poison, category: Category::Status, power: 0, accuracy: 0, pp: 40, most_pp: 61, priority: 0, target: "self", sharp: false, immune: false, hits: 1, effect: Effect::Boost(Stat::Defense, 2), extra: Extra::None, odds: 0 },
    Move { id: "agility", name: "Agility", kind: Type::Psychic, category: Category::Status, power: 0, accuracy: 0, pp: 30, most_pp: 48, priority: 0, target: "self", sharp: false, immune: false, hits: 1, effect: Effect::Boost(Stat::Speed, 2), extra: Extra::None, odds: 0 },
    Move { id: "amnesia", name: "Amnesia", kind: Type::Psychic, category: Category::Status, power: 0, accuracy: 0, pp: 20, most_pp: 32, priority: 0, target: "self", sharp: false, immune: false, hits: 1, effect: Effect::Boost(Stat::Special, 2), extra: Extra::None, odds: 0 },
    Move { id: "blizzard", name: "Blizzard", kind: Type::Ice, category: Category::Special, power: 120, accuracy: 229, pp: 5, most_pp: 8, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::None, extra: Extra::Status(Status::Freeze), odds: 26 },
    Move { id: "bodyslam", name: "Body Slam", kind: Type::Normal, category: Category::Physical, power: 85, accuracy: 255, pp: 15, most_pp: 24, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::None, extra: Extra::Status(Status::Paralysis), odds: 77 },
    Move { id: "bubblebeam", name: "Bubble Beam", kind: Type::Water, category: Category::Special, power: 65, accuracy: 255, pp: 20, most_pp: 32, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::None, extra: Extra::Boost(Stat::Speed, -1), odds: 85 },
    Move { id: "confuseray", name: "Confuse Ray", kind: Type::Ghost, category: Category::Status, power: 0, accuracy: 255, pp: 10, most_pp: 16, priority: 0, target: "normal", sharp: false, immune: false, hits: 1, effect: Effect::Confuse, extra: Extra::None, odds: 0 },
    Move { id: "counter", name: "Counter", kind: Type::Fighting, category: Category::Physical, power: 1, accuracy: 255, pp: 20, most_pp: 32, priority: -1, target: "scripted", sharp: false, immune: false, hits: 1, effect: Effect::Counter, extra: Extra::None, odds: 0 },
    Move { id: "crabhammer", name: "Crabhammer", kind: Type::Water, category: Category::Special, power: 90, accuracy: 216, pp: 10, most_pp: 16, priority: 0, target: "normal", sharp: true, immune: true, hits: 1, effect: Effect::None, extra: Extra::None, odds: 0 },
    Move { id: "doubleedge", name: "Double-Edge", kind: Type::Normal, category: Category::Physical, power: 100, accuracy: 255, pp: 15, most_pp: 24, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::Recoil(4), extra: Extra::None, odds: 0 },
    Move { id: "doublekick", name: "Double Kick", kind: Type::Fighting, category: Category::Physical, power: 30, accuracy: 255, pp: 30, most_pp: 48, priority: 0, target: "normal", sharp: false, immune: true, hits: 2, effect: Effect::None, extra: Extra::None, odds: 0 },
    Move { id: "drillpeck", name: "Drill Peck", kind: Type::Flying, category: Category::Physical, power: 80, accuracy: 255, pp: 20, most_pp: 32, priority: 0, target: "any", sharp: false, immune: true, hits: 1, effect: Effect::None, extra: Extra::None, odds: 0 },
    Move { id: "earthquake", name: "Earthquake", kind: Type::Ground, category: Category::Physical, power: 100, accuracy: 255, pp: 10, most_pp: 16, priority: 0, target: "allAdjacent", sharp: false, immune: true, hits: 1, effect: Effect::None, extra: Extra::None, odds: 0 },
    Move { id: "explosion", name: "Explosion", kind: Type::Normal, category: Category::Physical, power: 170, accuracy: 255, pp: 5, most_pp: 8, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::Explode, extra: Extra::None, odds: 0 },
    Move { id: "fireblast", name: "Fire Blast", kind: Type::Fire, category: Category::Special, power: 120, accuracy: 216, pp: 5, most_pp: 8, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::None, extra: Extra::Status(Status::Burn), odds: 77 },
    Move { id: "flamethrower", name: "Flamethrower", kind: Type::Fire, category: Category::Special, power: 95, accuracy: 255, pp: 15, most_pp: 24, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::None, extra: Extra::Status(Status::Burn), odds: 26 },
    Move { id: "glare", name: "Glare", kind: Type::Normal, category: Category::Status, power: 0, accuracy: 191, pp: 30, most_pp: 48, priority: 0, target: "normal", sharp: false, immune: false, hits: 1, effect: Effect::Status(Status::Paralysis), extra: Extra::None, odds: 0 },
    Move { id: "highjumpkick", name: "High Jump Kick", kind: Type::Fighting, category: Category::Physical, power: 85, accuracy: 229, pp: 20, most_pp: 32, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::Crash, extra: Extra::None, odds: 0 },
    Move { id: "hydropump", name: "Hydro Pump", kind: Type::Water, category: Category::Special, power: 120, accuracy: 204, pp: 5, most_pp: 8, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::None, extra: Extra::None, odds: 0 },
    Move { id: "hyperbeam", name: "Hyper Beam", kind: Type::Normal, category: Category::Physical, power: 150, accuracy: 229, pp: 5, most_pp: 8, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::Recharge, extra: Extra::None, odds: 0 },
    Move { id: "hypnosis", name: "Hypnosis", kind: Type::Psychic, category: Category::Status, power: 0, accuracy: 153, pp: 20, most_pp: 32, priority: 0, target: "normal", sharp: false, immune: false, hits: 1, effect: Effect::Status(Status::Sleep), extra: Extra::None, odds: 0 },
    Move { id: "icebeam", name: "Ice Beam", kind: Type::Ice, category: Category::Special, power: 95, accuracy: 255, pp: 10, most_pp: 16, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::None, extra: Extra::Status(Status::Freeze), odds: 26 },
    Move { id: "leer", name: "Leer", kind: Type::Normal, category: Category::Status, power: 0, accuracy: 255, pp: 30, most_pp: 48, priority: 0, target: "allAdjacentFoes", sharp: false, immune: false, hits: 1, effect: Effect::Boost(Stat::Defense, -1), extra: Extra::None, odds: 0 },
    Move { id: "lovelykiss", name: "Lovely Kiss", kind: Type::Normal, category: Category::Status, power: 0, accuracy: 191, pp: 10, most_pp: 16, priority: 0, target: "normal", sharp: false, immune: false, hits: 1, effect: Effect::Status(Status::Sleep), extra: Extra::None, odds: 0 },
    Move { id: "lowkick", name: "Low Kick", kind: Type::Fighting, category: Category::Physical, power: 50, accuracy: 229, pp: 20, most_pp: 32, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::None, extra: Extra::Flinch, odds: 77 },
    Move { id: "meditate", name: "Meditate", kind: Type::Psychic, category: Category::Status, power: 0, accuracy: 0, pp: 40, most_pp: 61, priority: 0, target: "self", sharp: false, immune: false, hits: 1, effect: Effect::Boost(Stat::Attack, 1), extra: Extra::None, odds: 0 },
    Move { id: "megadrain", name: "Mega Drain", kind: Type::Grass, category: Category::Special, power: 40, accuracy: 255, pp: 10, most_pp: 16, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::Drain, extra: Extra::None, odds: 0 },
    Move { id: "megakick", name: "Mega Kick", kind: Type::Normal, category: Category::Physical, power: 120, accuracy: 191, pp: 5, most_pp: 8, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::None, extra: Extra::None, odds: 0 },
    Move { id: "mimic", name: "Mimic", kind: Type::Normal, category: Category::Status, power: 0, accuracy: 255, pp: 10, most_pp: 16, priority: 0, target: "normal", sharp: false, immune: false, hits: 1, effect: Effect::Mimic, extra: Extra::None, odds: 0 },
    Move { id: "mirrormove", name: "Mirror Move", kind: Type::Flying, category: Category::Status, power: 0, accuracy: 0, pp: 20, most_pp: 32, priority: 0, target: "self", sharp: false, immune: false, hits: 1, effect: Effect::MirrorMove, extra: Extra::None, odds: 0 },
    Move { id: "nightshade", name: "Night Shade", kind: Type::Ghost, category: Category::Physical, power: 1, accuracy: 255, pp: 15, most_pp: 24, priority: 0, target: "normal", sharp: false, immune: false, hits: 1, effect: Effect::Level, extra: Extra::None, odds: 0 },
    Move { id: "pinmissile", name: "Pin Missile", kind: Type::Bug, category: Category::Physical, power: 14, accuracy: 216, pp: 20, most_pp: 32, priority: 0, target: "normal", sharp: false, immune: true, hits: 5, effect: Effect::None, extra: Extra::None, odds: 0 },
    Move { id: "psychic", name: "Psychic", kind: Type::Psychic, category: Category::Special, power: 90, accuracy: 255, pp: 10, most_pp: 16, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::None, extra: Extra::Boost(Stat::Special, -1), odds: 85 },
    Move { id: "quickattack", name: "Quick Attack", kind: Type::Normal, category: Category::Physical, power: 40, accuracy: 255, pp: 30, most_pp: 48, priority: 1, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::None, extra: Extra::None, odds: 0 },
    Move { id: "razorleaf", name: "Razor Leaf", kind: Type::Grass, category: Category::Special, power: 55, accuracy: 242, pp: 25, most_pp: 40, priority: 0, target: "normal", sharp: true, immune: true, hits: 1, effect: Effect::None, extra: Extra::None, odds: 0 },
    Move { id: "recover", name: "Recover", kind: Type::Normal, category: Category::Status, power: 0, accuracy: 0, pp: 20, most_pp: 32, priority: 0, target: "self", sharp: false, immune: false, hits: 1, effect: Effect::Recover, extra: Extra::None, odds: 0 },
    Move { id: "reflect", name: "Reflect", kind: Type::Psychic, category: Category::Status, power: 0, accuracy: 0, pp: 20, most_pp: 32, priority: 0, target: "self", sharp: false, immune: false, hits: 1, effect: Effect::Reflect, extra: Extra::None, odds: 0 },
    Move { id: "rest", name: "Rest", kind: Type::Psychic, category: Category::Status, power: 0, accuracy: 0, pp: 10, most_pp: 16, priority: 0, target: "self", sharp: false, immune: false, hits: 1, effect: Effect::Rest, extra: Extra::None, odds: 0 },
    Move { id: "rockslide", name: "Rock Slide", kind: Type::Rock, category: Category::Physical, power: 75, accuracy: 229, pp: 10, most_pp: 16, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::None, extra: Extra::None, odds: 0 },
    Move { id: "rollingkick", name: "Rolling Kick", kind: Type::Fighting, category: Category::Physical, power: 60, accuracy: 216, pp: 15, most_pp: 24, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::None, extra: Extra::Flinch, odds: 77 },
    Move { id: "sandattack", name: "Sand Attack", kind: Type::Normal, category: Category::Status, power: 0, accuracy: 255, pp: 15, most_pp: 24, priority: 0, target: "normal", sharp: false, immune: false, hits: 1, effect: Effect::Boost(Stat::Accuracy, -1), extra: Extra::None, odds: 0 },
    Move { id: "seismictoss", name: "Seismic Toss", kind: Type::Fighting, category: Category::Physical, power: 1, accuracy: 255, pp: 20, most_pp: 32, priority: 0, target: "normal", sharp: false, immune: false, hits: 1, effect: Effect::Level, extra: Extra::None, odds: 0 },
    Move { id: "selfdestruct", name: "Self-Destruct", kind: Type::Normal, category: Category::Physical, power: 130, accuracy: 255, pp: 5, most_pp: 8, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::Explode, extra: Extra::None, odds: 0 },
    Move { id: "sing", name: "Sing", kind: Type::Normal, category: Category::Status, power: 0, accuracy: 140, pp: 15, most_pp: 24, priority: 0, target: "normal", sharp: false, immune: false, hits: 1, effect: Effect::Status(Status::Sleep), extra: Extra::None, odds: 0 },
    Move { id: "skyattack", name: "Sky Attack", kind: Type::Flying, category: Category::Physical, power: 140, accuracy: 229, pp: 5, most_pp: 8, priority: 0, target: "any", sharp: false, immune: true, hits: 1, effect: Effect::Charge, extra: Extra::None, odds: 0 },
    Move { id: "slash", name: "Slash", kind: Type::Normal, category: Category::Physical, power: 70, accuracy: 255, pp: 20, most_pp: 32, priority: 0, target: "normal", sharp: true, immune: true, hits: 1, effect: Effect::None, extra: Extra::None, odds: 0 },
    Move { id: "sleeppowder", name: "Sleep Powder", kind: Type::Grass, category: Category::Status, power: 0, accuracy: 191, pp: 15, most_pp: 24, priority: 0, target: "normal", sharp: false, immune: false, hits: 1, effect: Effect::Status(Status::Sleep), extra: Extra::None, odds: 0 },
    Move { id: "sludge", name: "Sludge", kind: Type::Poison, category: Category::Physical, power: 65, accuracy: 255, pp: 20, most_pp: 32, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::None, extra: Extra::Status(Status::Poison), odds: 103 },
    Move { id: "smokescreen", name: "Smokescreen", kind: Type::Normal, category: Category::Status, power: 0, accuracy: 255, pp: 20, most_pp: 32, priority: 0, target: "normal", sharp: false, immune: false, hits: 1, effect: Effect::Boost(Stat::Accuracy, -1), extra: Extra::None, odds: 0 },
    Move { id: "softboiled", name: "Soft-Boiled", kind: Type::Normal, category: Category::Status, power: 0, accuracy: 0, pp: 10, most_pp: 16, priority: 0, target: "self", sharp: false, immune: false, hits: 1, effect: Effect::Recover, extra: Extra::None, odds: 0 },
    Move { id: "spore", name: "Spore", kind: Type::Grass, category: Category::Status, power: 0, accuracy: 255, pp: 15, most_pp: 24, priority: 0, target: "normal", sharp: false, immune: false, hits: 1, effect: Effect::Status(Status::Sleep), extra: Extra::None, odds: 0 },
    Move { id: "stomp", name: "Stomp", kind: Type::Normal, category: Category::Physical, power: 65, accuracy: 255, pp: 20, most_pp: 32, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::None, extra: Extra::Flinch, odds: 77 },
    Move { id: "stunspore", name: "Stun Spore", kind: Type::Grass, category: Category::Status, power: 0, accuracy: 191, pp: 30, most_pp: 48, priority: 0, target: "normal", sharp: false, immune: false, hits: 1, effect: Effect::Status(Status::Paralysis), extra: Extra::None, odds: 0 },
    Move { id: "submission", name: "Submission", kind: Type::Fighting, category: Category::Physical, power: 80, accuracy: 204, pp: 25, most_pp: 40, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::Recoil(4), extra: Extra::None, odds: 0 },
    Move { id: "substitute", name: "Substitute", kind: Type::Normal, category: Category::Status, power: 0, accuracy: 0, pp: 10, most_pp: 16, priority: 0, target: "self", sharp: false, immune: false, hits: 1, effect: Effect::Substitute, extra: Extra::None, odds: 0 },
    Move { id: "superfang", name: "Super Fang", kind: Type::Normal, category: Category::Physical, power: 1, accuracy: 229, pp: 10, most_pp: 16, priority: 0, target: "normal", sharp: false, immune: false, hits: 1, effect: Effect::Half, extra: Extra::None, odds: 0 },
    Move { id: "surf", name: "Surf", kind: Type::Water, category: Category::Special, power: 95, accuracy: 255, pp: 15, most_pp: 24, priority: 0, target: "allAdjacentFoes", sharp: false, immune: true, hits: 1, effect: Effect::None, extra: Extra::None, odds: 0 },
    Move { id: "swordsdance", name: "Swords Dance", kind: Type::Normal, category: Category::Status, power: 0, accuracy: 0, pp: 30, most_pp: 48, priority: 0, target: "self", sharp: false, immune: false, hits: 1, effect: Effect::Boost(Stat::Attack, 2), extra: Extra::None, odds: 0 },
    Move { id: "tailwhip", name: "Tail Whip", kind: Type::Normal, category: Category::Status, power: 0, accuracy: 255, pp: 30, most_pp: 48, priority: 0, target: "allAdjacentFoes", sharp: false, immune: false, hits: 1, effect: Effect::Boost(Stat::Defense, -1), extra: Extra::None, odds: 0 },
    Move { id: "takedown", name: "Take Down", kind: Type::Normal, category: Category::Physical, power: 90, accuracy: 216, pp: 20, most_pp: 32, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::Recoil(4), extra: Extra::None, odds: 0 },
    Move { id: "thunder", name: "Thunder", kind: Type::Electric, category: Category::Special, power: 120, accuracy: 178, pp: 10, most_pp: 16, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::None, extra: Extra::Status(Status::Paralysis), odds: 26 },
    Move { id: "thunderbolt", name: "Thunderbolt", kind: Type::Electric, category: Category::Special, power: 95, accuracy: 255, pp: 15, most_pp: 24, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::None, extra: Extra::Status(Status::Paralysis), odds: 26 },
    Move { id: "thunderwave", name: "Thunder Wave", kind: Type::Electric, category: Category::Status, power: 0, accuracy: 255, pp: 20, most_pp: 32, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::Status(Status::Paralysis), extra: Extra::None, odds: 0 },
    Move { id: "transform", name: "Transform", kind: Type::Normal, category: Category::Status, power: 0, accuracy: 0, pp: 10, most_pp: 16, priority: 0, target: "normal", sharp: false, immune: false, hits: 1, effect: Effect::Transform, extra: Extra::None, odds: 0 },
    Move { id: "triattack", name: "Tri Attack", kind: Type::Normal, category: Category::Physical, power: 80, accuracy: 255, pp: 10, most_pp: 16, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::None, extra: Extra::None, odds: 0 },
    Move { id: "twineedle", name: "Twineedle", kind: Type::Bug, category: Category::Physical, power: 25, accuracy: 255, pp: 20, most_pp: 32, priority: 0, target: "normal", sharp: false, immune: true, hits: 2, effect: Effect::None, extra: Extra::Status(Status::Poison), odds: 52 },
    Move { id: "wingattack", name: "Wing Attack", kind: Type::Flying, category: Category::Physical, power: 35, accuracy: 255, pp: 35, most_pp: 56, priority: 0, target: "any", sharp: false, immune: true, hits: 1, effect: Effect::None, extra: Extra::None, odds: 0 },
    Move { id: "struggle", name: "Struggle", kind: Type::Normal, category: Category::Physical, power: 50, accuracy: 255, pp: 10, most_pp: 10, priority: 0, target: "randomNormal", sharp: false, immune: true, hits: 1, effect: Effect::Recoil(2), extra: Extra::None, odds: 0 },
    Move { id: "fissure", name: "Fissure", kind: Type::Ground, category: Category::Physical, power: 0, accuracy: 76, pp: 5, most_pp: 8, priority: 0, target: "normal", sharp: false, immune: true, hits: 1, effect: Effect::Knockout, extra: Extra::None, odds: 0 },
];

/// By [`Species`](super::dex::Species), in the order of the generator's file.
pub static SPECIES: [Kind; 146] = [
    Kind { id: "bulbasaur", name: "Bulbasaur", types: [Type::Grass, Type::Poison], base: [45, 49, 49, 65, 45], level: 91, moves: &[MoveId(5), MoveId(35), MoveId(47), MoveId(58)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "ivysaur", name: "Ivysaur", types: [Type::Grass, Type::Poison], base: [60, 62, 63, 80, 60], level: 82, moves: &[MoveId(5), MoveId(35), MoveId(47), MoveId(58)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "venusaur", name: "Venusaur", types: [Type::Grass, Type::Poison], base: [80, 82, 83, 100, 80], level: 73, moves: &[MoveId(5), MoveId(35), MoveId(47)], exclusive: &[MoveId(20), MoveId(58), MoveId(58)], essential: &[], combo: &[] },
    Kind { id: "charmander", name: "Charmander", types: [Type::Fire, Type::Fire], base: [39, 52, 43, 50, 65], level: 90, moves: &[MoveId(8), MoveId(42), MoveId(42), MoveId(46), MoveId(46)], exclusive: &[], essential: &[MoveId(5), MoveId(15)], combo: &[MoveId(5), MoveId(15), MoveId(54), MoveId(58)] },
    Kind { id: "charmeleon", name: "Charmeleon", types: [Type::Fire, Type::Fire], base: [58, 64, 58, 65, 80], level: 81, moves: &[MoveId(8), MoveId(42), MoveId(42), MoveId(46), MoveId(46)], exclusive: &[], essential: &[MoveId(5), MoveId(15)], combo: &[MoveId(5), MoveId(15), MoveId(54), MoveId(58)] },
    Kind { id: "charizard", name: "Charizard", types: [Type::Fire, Type::Flying], base: [78, 84, 78, 85, 100], level: 74, moves: &[MoveId(5), MoveId(13), MoveId(15), MoveId(46)], exclusive: &[], essential: &[], combo: &[MoveId(13), MoveId(15), MoveId(20), MoveId(58)] },
    Kind { id: "squirtle", name: "Squirtle", types: [Type::Water, Type::Water], base: [44, 48, 65, 50, 43], level: 90, moves: &[MoveId(5), MoveId(8)], exclusive: &[MoveId(19), MoveId(57), MoveId(57)], essential: &[MoveId(4), MoveId(42)], combo: &[] },
    Kind { id: "wartortle", name: "Wartortle", types: [Type::Water, Type::Water], base: [59, 63, 80, 65, 58], level: 82, moves: &[MoveId(8), MoveId(38), MoveId(42)], exclusive: &[MoveId(19), MoveId(57), MoveId(57)], essential: &[MoveId(4), MoveId(5)], combo: &[] },
    Kind { id: "blastoise", name: "Blastoise", types: [Type::Water, Type::Water], base: [79, 83, 100, 85, 78], level: 75, moves: &[MoveId(13), MoveId(38)], exclusive: &[MoveId(19), MoveId(57), MoveId(57)], essential: &[MoveId(4), MoveId(5)], combo: &[] },
    Kind { id: "butterfree", name: "Butterfree", types: [Type::Bug, Type::Flying], base: [60, 45, 50, 80, 70], level: 77, moves: &[MoveId(33), MoveId(47), MoveId(53)], exclusive: &[MoveId(10), MoveId(20), MoveId(27), MoveId(55)], essential: &[], combo: &[] },
    Kind { id: "beedrill", name: "Beedrill", types: [Type::Bug, Type::Poison], base: [65, 80, 40, 45, 75], level: 81, moves: &[MoveId(20), MoveId(58), MoveId(66)], exclusive: &[MoveId(2), MoveId(2), MoveId(27)], essential: &[], combo: &[] },
    Kind { id: "pidgey", name: "Pidgey", types: [Type::Normal, Type::Flying], base: [40, 45, 40, 35, 56], level: 95, moves: &[MoveId(2), MoveId(2), MoveId(34), MoveId(34), MoveId(45)], exclusive: &[MoveId(30), MoveId(41), MoveId(55)], essential: &[MoveId(10)], combo: &[MoveId(2), MoveId(10), MoveId(34), MoveId(45)] },
    Kind { id: "pidgeotto", name: "Pidgeotto", types: [Type::Normal, Type::Flying], base: [63, 60, 55, 50, 71], level: 85, moves: &[MoveId(2), MoveId(2), MoveId(34), MoveId(34), MoveId(45)], exclusive: &[MoveId(30), MoveId(41), MoveId(55)], essential: &[MoveId(10)], combo: &[MoveId(2), MoveId(10), MoveId(34), MoveId(45)] },
    Kind { id: "pidgeot", name: "Pidgeot", types: [Type::Normal, Type::Flying], base: [83, 80, 75, 70, 91], level: 76, moves: &[MoveId(2), MoveId(10), MoveId(20)], exclusive: &[MoveId(30), MoveId(37), MoveId(41), MoveId(45), MoveId(45), MoveId(55), MoveId(34), MoveId(34), MoveId(34)], essential: &[], combo: &[] },
    Kind { id: "rattata", name: "Rattata", types: [Type::Normal, Type::Normal], base: [30, 56, 35, 25, 72], level: 89, moves: &[MoveId(4), MoveId(5), MoveId(56)], exclusive: &[MoveId(10), MoveId(62), MoveId(62), MoveId(62), MoveId(34), MoveId(34)], essential: &[], combo: &[] },
    Kind { id: "raticate", name: "Raticate", types: [Type::Normal, Type::Normal], base: [55, 81, 60, 50, 97], level: 75, moves: &[MoveId(4), MoveId(5), MoveId(20), MoveId(56)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "spearow", name: "Spearow", types: [Type::Normal, Type::Flying], base: [40, 60, 30, 31, 70], level: 89, moves: &[MoveId(2), MoveId(10), MoveId(12)], exclusive: &[MoveId(23), MoveId(29), MoveId(30), MoveId(55)], essential: &[], combo: &[] },
    Kind { id: "fearow", name: "Fearow", types: [Type::Normal, Type::Flying], base: [65, 90, 65, 61, 100], level: 75, moves: &[MoveId(2), MoveId(10), MoveId(12), MoveId(20)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "ekans", name: "Ekans", types: [Type::Poison, Type::Poison], base: [35, 60, 44, 40, 55], level: 90, moves: &[MoveId(5), MoveId(13), MoveId(17), MoveId(39)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "arbok", name: "Arbok", types: [Type::Poison, Type::Poison], base: [60, 85, 69, 65, 80], level: 78, moves: &[MoveId(13), MoveId(17), MoveId(20)], exclusive: &[MoveId(5), MoveId(39), MoveId(39)], essential: &[], combo: &[] },
    Kind { id: "pikachu", name: "Pikachu", types: [Type::Electric, Type::Electric], base: [35, 55, 30, 50, 90], level: 87, moves: &[MoveId(57), MoveId(62), MoveId(63)], exclusive: &[MoveId(2), MoveId(5), MoveId(42), MoveId(42)], essential: &[], combo: &[] },
    Kind { id: "raichu", name: "Raichu", types: [Type::Electric, Type::Electric], base: [60, 90, 55, 90, 100], level: 74, moves: &[MoveId(57), MoveId(62), MoveId(63)], exclusive: &[MoveId(2), MoveId(5), MoveId(20), MoveId(20), MoveId(42), MoveId(61)], essential: &[], combo: &[] },
    Kind { id: "sandshrew", name: "Sandshrew", types: [Type::Ground, Type::Ground], base: [50, 75, 85, 30, 40], level: 88, moves: &[MoveId(5), MoveId(13), MoveId(39), MoveId(58)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "sandslash", name: "Sandslash", types: [Type::Ground, Type::Ground], base: [75, 100, 110, 55, 65], level: 76, moves: &[MoveId(5), MoveId(13), MoveId(39), MoveId(58)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "nidoranf", name: "Nidoran-F", types: [Type::Poison, Type::Poison], base: [55, 47, 52, 40, 41], level: 90, moves: &[MoveId(4), MoveId(5), MoveId(62)], exclusive: &[MoveId(10), MoveId(11)], essential: &[], combo: &[] },
    Kind { id: "nidorina", name: "Nidorina", types: [Type::Poison, Type::Poison], base: [70, 62, 67, 55, 56], level: 82, moves: &[MoveId(4), MoveId(5), MoveId(62)], exclusive: &[MoveId(6), MoveId(10), MoveId(11)], essential: &[], combo: &[] },
    Kind { id: "nidoqueen", name: "Nidoqueen", types: [Type::Poison, Type::Ground], base: [90, 82, 87, 75, 76], level: 74, moves: &[MoveId(4), MoveId(13), MoveId(62)], exclusive: &[MoveId(5), MoveId(5), MoveId(55)], essential: &[], combo: &[] },
    Kind { id: "nidoranm", name: "Nidoran-M", types: [Type::Poison, Type::Poison], base: [46, 57, 40, 40, 50], level: 90, moves: &[MoveId(4), MoveId(5), MoveId(62)], exclusive: &[MoveId(10), MoveId(11)], essential: &[], combo: &[] },
    Kind { id: "nidorino", name: "Nidorino", types: [Type::Poison, Type::Poison], base: [61, 72, 57, 55, 65], level: 82, moves: &[MoveId(4), MoveId(5), MoveId(62)], exclusive: &[MoveId(6), MoveId(10), MoveId(11)], essential: &[], combo: &[] },
    Kind { id: "nidoking", name: "Nidoking", types: [Type::Poison, Type::Ground], base: [81, 92, 77, 75, 85], level: 74, moves: &[MoveId(4), MoveId(13), MoveId(62)], exclusive: &[MoveId(5), MoveId(39), MoveId(55)], essential: &[], combo: &[] },
    Kind { id: "clefairy", name: "Clefairy", types: [Type::Normal, Type::Normal], base: [70, 45, 48, 60, 35], level: 88, moves: &[MoveId(5), MoveId(5), MoveId(42), MoveId(62)], exclusive: &[MoveId(4), MoveId(4), MoveId(8), MoveId(33), MoveId(44), MoveId(44)], essential: &[MoveId(4), MoveId(63)], combo: &[] },
    Kind { id: "clefable", name: "Clefable", types: [Type::Normal, Type::Normal], base: [95, 70, 73, 85, 60], level: 74, moves: &[MoveId(5), MoveId(5), MoveId(62), MoveId(63), MoveId(63)], exclusive: &[MoveId(4), MoveId(8), MoveId(20), MoveId(20), MoveId(33), MoveId(44), MoveId(44)], essential: &[MoveId(4)], combo: &[] },
    Kind { id: "vulpix", name: "Vulpix", types: [Type::Fire, Type::Fire], base: [38, 41, 40, 65, 65], level: 89, moves: &[MoveId(5), MoveId(7), MoveId(15)], exclusive: &[MoveId(16), MoveId(16), MoveId(34), MoveId(37), MoveId(55), MoveId(55)], essential: &[], combo: &[] },
    Kind { id: "ninetales", name: "Ninetales", types: [Type::Fire, Type::Fire], base: [73, 76, 75, 100, 100], level: 74, moves: &[MoveId(5), MoveId(7), MoveId(15)], exclusive: &[MoveId(16), MoveId(20), MoveId(37), MoveId(55), MoveId(55)], essential: &[], combo: &[] },
    Kind { id: "jigglypuff", name: "Jigglypuff", types: [Type::Normal, Type::Normal], base: [115, 45, 20, 25, 20], level: 89, moves: &[MoveId(4), MoveId(5)], exclusive: &[MoveId(8), MoveId(44), MoveId(63)], essential: &[MoveId(63), MoveId(42)], combo: &[] },
    Kind { id: "wigglytuff", name: "Wigglytuff", types: [Type::Normal, Type::Normal], base: [140, 70, 45, 50, 45], level: 76, moves: &[MoveId(4), MoveId(5), MoveId(63)], exclusive: &[MoveId(8), MoveId(20), MoveId(44)], essential: &[], combo: &[] },
    Kind { id: "zubat", name: "Zubat", types: [Type::Poison, Type::Flying], base: [40, 45, 35, 40, 55], level: 100, moves: &[MoveId(7), MoveId(10), MoveId(27)], exclusive: &[MoveId(55), MoveId(55), MoveId(67)], essential: &[], combo: &[] },
    Kind { id: "golbat", name: "Golbat", types: [Type::Poison, Type::Flying], base: [75, 80, 70, 75, 90], level: 78, moves: &[MoveId(7), MoveId(10), MoveId(20), MoveId(27)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "oddish", name: "Oddish", types: [Type::Grass, Type::Poison], base: [45, 50, 55, 75, 30], level: 90, moves: &[MoveId(10), MoveId(27), MoveId(47)], exclusive: &[MoveId(53), MoveId(53), MoveId(58)], essential: &[], combo: &[] },
    Kind { id: "gloom", name: "Gloom", types: [Type::Grass, Type::Poison], base: [60, 65, 70, 85, 40], level: 83, moves: &[MoveId(10), MoveId(27), MoveId(47)], exclusive: &[MoveId(53), MoveId(53), MoveId(58)], essential: &[], combo: &[] },
    Kind { id: "vileplume", name: "Vileplume", types: [Type::Grass, Type::Poison], base: [75, 80, 85, 100, 50], level: 76, moves: &[MoveId(5), MoveId(27), MoveId(47)], exclusive: &[MoveId(53), MoveId(53), MoveId(58)], essential: &[], combo: &[] },
    Kind { id: "paras", name: "Paras", types: [Type::Bug, Type::Grass], base: [35, 70, 55, 55, 25], level: 90, moves: &[MoveId(5), MoveId(27), MoveId(51)], exclusive: &[MoveId(53), MoveId(53), MoveId(58)], essential: &[], combo: &[] },
    Kind { id: "parasect", name: "Parasect", types: [Type::Bug, Type::Grass], base: [60, 95, 80, 80, 30], level: 77, moves: &[MoveId(5), MoveId(27), MoveId(51)], exclusive: &[MoveId(20), MoveId(53), MoveId(53), MoveId(53), MoveId(58), MoveId(58)], essential: &[], combo: &[] },
    Kind { id: "venonat", name: "Venonat", types: [Type::Bug, Type::Poison], base: [60, 55, 50, 40, 45], level: 88, moves: &[MoveId(33), MoveId(47), MoveId(53)], exclusive: &[MoveId(10), MoveId(27)], essential: &[], combo: &[] },
    Kind { id: "venomoth", name: "Venomoth", types: [Type::Bug, Type::Poison], base: [70, 65, 60, 90, 90], level: 74, moves: &[MoveId(33), MoveId(47), MoveId(53)], exclusive: &[MoveId(10), MoveId(27)], essential: &[], combo: &[] },
    Kind { id: "diglett", name: "Diglett", types: [Type::Ground, Type::Ground], base: [10, 55, 25, 45, 95], level: 86, moves: &[MoveId(13), MoveId(39), MoveId(46)], exclusive: &[MoveId(5), MoveId(55)], essential: &[], combo: &[] },
    Kind { id: "dugtrio", name: "Dugtrio", types: [Type::Ground, Type::Ground], base: [35, 80, 50, 70, 120], level: 73, moves: &[MoveId(13), MoveId(39), MoveId(46)], exclusive: &[MoveId(5), MoveId(55)], essential: &[], combo: &[] },
    Kind { id: "meowth", name: "Meowth", types: [Type::Normal, Type::Normal], base: [40, 45, 35, 40, 90], level: 85, moves: &[MoveId(5), MoveId(6), MoveId(46), MoveId(62)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "persian", name: "Persian", types: [Type::Normal, Type::Normal], base: [65, 70, 60, 65, 115], level: 73, moves: &[MoveId(5), MoveId(6), MoveId(46)], exclusive: &[MoveId(20), MoveId(62), MoveId(62), MoveId(62)], essential: &[], combo: &[] },
    Kind { id: "psyduck", name: "Psyduck", types: [Type::Water, Type::Water], base: [50, 52, 48, 50, 55], level: 89, moves: &[MoveId(3), MoveId(4), MoveId(57)], exclusive: &[MoveId(5), MoveId(19), MoveId(38), MoveId(42), MoveId(42)], essential: &[], combo: &[] },
    Kind { id: "golduck", name: "Golduck", types: [Type::Water, Type::Water], base: [80, 82, 78, 80, 85], level: 75, moves: &[MoveId(3), MoveId(4), MoveId(57)], exclusive: &[MoveId(5), MoveId(19), MoveId(38), MoveId(38), MoveId(42)], essential: &[], combo: &[] },
    Kind { id: "mankey", name: "Mankey", types: [Type::Fighting, Type::Fighting], base: [40, 80, 35, 35, 70], level: 89, moves: &[MoveId(5), MoveId(39), MoveId(54)], exclusive: &[MoveId(8), MoveId(25), MoveId(28)], essential: &[], combo: &[] },
    Kind { id: "primeape", name: "Primeape", types: [Type::Fighting, Type::Fighting], base: [65, 105, 60, 60, 95], level: 76, moves: &[MoveId(39), MoveId(39), MoveId(39), MoveId(62)], exclusive: &[MoveId(8), MoveId(25), MoveId(20), MoveId(20)], essential: &[MoveId(5), MoveId(54)], combo: &[] },
    Kind { id: "growlithe", name: "Growlithe", types: [Type::Fire, Type::Fire], base: [55, 70, 45, 50, 60], level: 91, moves: &[MoveId(2), MoveId(5), MoveId(15)], exclusive: &[MoveId(16), MoveId(37)], essential: &[], combo: &[] },
    Kind { id: "arcanine", name: "Arcanine", types: [Type::Fire, Type::Fire], base: [90, 110, 80, 80, 95], level: 75, moves: &[MoveId(5), MoveId(15), MoveId(20)], exclusive: &[MoveId(2), MoveId(2), MoveId(16), MoveId(16), MoveId(37), MoveId(38)], essential: &[], combo: &[] },
    Kind { id: "poliwag", name: "Poliwag", types: [Type::Water, Type::Water], base: [40, 50, 40, 40, 90], level: 86, moves: &[MoveId(3), MoveId(4), MoveId(21), MoveId(57)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "poliwhirl", name: "Poliwhirl", types: [Type::Water, Type::Water], base: [65, 65, 65, 50, 90], level: 79, moves: &[MoveId(3), MoveId(4), MoveId(21), MoveId(57)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "poliwrath", name: "Poliwrath", types: [Type::Water, Type::Fighting], base: [90, 85, 95, 70, 70], level: 74, moves: &[MoveId(5), MoveId(13), MoveId(21), MoveId(54)], exclusive: &[], essential: &[MoveId(4), MoveId(57)], combo: &[MoveId(3), MoveId(4), MoveId(21), MoveId(57)] },
    Kind { id: "abra", name: "Abra", types: [Type::Psychic, Type::Psychic], base: [25, 20, 15, 105, 90], level: 84, moves: &[MoveId(33), MoveId(42), MoveId(63)], exclusive: &[MoveId(8), MoveId(37), MoveId(55)], essential: &[], combo: &[] },
    Kind { id: "kadabra", name: "Kadabra", types: [Type::Psychic, Type::Psychic], base: [40, 35, 30, 120, 105], level: 74, moves: &[MoveId(33), MoveId(36), MoveId(63)], exclusive: &[MoveId(8), MoveId(37), MoveId(37), MoveId(42), MoveId(42)], essential: &[], combo: &[] },
    Kind { id: "alakazam", name: "Alakazam", types: [Type::Psychic, Type::Psychic], base: [55, 50, 45, 135, 120], level: 68, moves: &[MoveId(33), MoveId(36), MoveId(63)], exclusive: &[MoveId(8), MoveId(37), MoveId(37), MoveId(42), MoveId(42)], essential: &[], combo: &[] },
    Kind { id: "machop", name: "Machop", types: [Type::Fighting, Type::Fighting], base: [70, 80, 50, 35, 35], level: 92, moves: &[MoveId(5), MoveId(13), MoveId(54)], exclusive: &[MoveId(8), MoveId(39), MoveId(39)], essential: &[], combo: &[] },
    Kind { id: "machoke", name: "Machoke", types: [Type::Fighting, Type::Fighting], base: [80, 100, 70, 50, 45], level: 84, moves: &[MoveId(5), MoveId(13), MoveId(54)], exclusive: &[MoveId(8), MoveId(39), MoveId(39)], essential: &[], combo: &[] },
    Kind { id: "machamp", name: "Machamp", types: [Type::Fighting, Type::Fighting], base: [90, 130, 80, 65, 55], level: 76, moves: &[MoveId(5), MoveId(13), MoveId(54)], exclusive: &[MoveId(8), MoveId(20), MoveId(20), MoveId(39), MoveId(39)], essential: &[], combo: &[] },
    Kind { id: "bellsprout", name: "Bellsprout", types: [Type::Grass, Type::Poison], base: [50, 75, 35, 70, 40], level: 88, moves: &[MoveId(10), MoveId(35), MoveId(47)], exclusive: &[MoveId(53), MoveId(53), MoveId(58)], essential: &[], combo: &[] },
    Kind { id: "weepinbell", name: "Weepinbell", types: [Type::Grass, Type::Poison], base: [65, 90, 50, 85, 55], level: 80, moves: &[MoveId(10), MoveId(35), MoveId(47)], exclusive: &[MoveId(53), MoveId(53), MoveId(58)], essential: &[], combo: &[] },
    Kind { id: "victreebel", name: "Victreebel", types: [Type::Grass, Type::Poison], base: [80, 105, 65, 100, 70], level: 74, moves: &[MoveId(5), MoveId(35), MoveId(47)], exclusive: &[MoveId(20), MoveId(53), MoveId(53), MoveId(53), MoveId(58), MoveId(58)], essential: &[], combo: &[] },
    Kind { id: "tentacool", name: "Tentacool", types: [Type::Water, Type::Poison], base: [40, 40, 35, 100, 70], level: 86, moves: &[MoveId(4), MoveId(27), MoveId(57)], exclusive: &[MoveId(19), MoveId(19), MoveId(55)], essential: &[], combo: &[] },
    Kind { id: "tentacruel", name: "Tentacruel", types: [Type::Water, Type::Poison], base: [80, 70, 65, 120, 100], level: 73, moves: &[MoveId(4), MoveId(20), MoveId(58)], exclusive: &[MoveId(19), MoveId(57), MoveId(57)], essential: &[], combo: &[] },
    Kind { id: "geodude", name: "Geodude", types: [Type::Rock, Type::Ground], base: [40, 80, 100, 30, 20], level: 88, moves: &[MoveId(5), MoveId(13), MoveId(14), MoveId(39)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "graveler", name: "Graveler", types: [Type::Rock, Type::Ground], base: [55, 95, 115, 45, 35], level: 80, moves: &[MoveId(5), MoveId(13), MoveId(14), MoveId(39)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "golem", name: "Golem", types: [Type::Rock, Type::Ground], base: [80, 110, 130, 55, 45], level: 71, moves: &[MoveId(5), MoveId(13), MoveId(14), MoveId(39)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "ponyta", name: "Ponyta", types: [Type::Fire, Type::Fire], base: [50, 85, 55, 65, 90], level: 84, moves: &[MoveId(2), MoveId(5), MoveId(15)], exclusive: &[MoveId(37), MoveId(37), MoveId(37), MoveId(52), MoveId(55), MoveId(55)], essential: &[], combo: &[] },
    Kind { id: "rapidash", name: "Rapidash", types: [Type::Fire, Type::Fire], base: [65, 100, 70, 80, 105], level: 75, moves: &[MoveId(2), MoveId(5), MoveId(15), MoveId(20)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "slowpoke", name: "Slowpoke", types: [Type::Water, Type::Psychic], base: [90, 65, 65, 40, 15], level: 83, moves: &[MoveId(4), MoveId(33), MoveId(57)], exclusive: &[], essential: &[MoveId(3), MoveId(63)], combo: &[MoveId(3), MoveId(38), MoveId(57), MoveId(63)] },
    Kind { id: "slowbro", name: "Slowbro", types: [Type::Water, Type::Psychic], base: [95, 75, 110, 80, 30], level: 69, moves: &[MoveId(4), MoveId(33), MoveId(57)], exclusive: &[], essential: &[MoveId(3), MoveId(63)], combo: &[MoveId(3), MoveId(38), MoveId(57), MoveId(63)] },
    Kind { id: "magnemite", name: "Magnemite", types: [Type::Electric, Type::Electric], base: [25, 35, 70, 95, 45], level: 88, moves: &[MoveId(61), MoveId(62), MoveId(63)], exclusive: &[MoveId(10), MoveId(10), MoveId(29), MoveId(38)], essential: &[], combo: &[] },
    Kind { id: "magneton", name: "Magneton", types: [Type::Electric, Type::Electric], base: [50, 60, 95, 120, 70], level: 76, moves: &[MoveId(61), MoveId(62), MoveId(63)], exclusive: &[MoveId(10), MoveId(20), MoveId(20), MoveId(29), MoveId(38)], essential: &[], combo: &[] },
    Kind { id: "farfetchd", name: "Farfetch’d", types: [Type::Normal, Type::Flying], base: [52, 65, 55, 58, 60], level: 78, moves: &[MoveId(2), MoveId(5), MoveId(46), MoveId(58)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "doduo", name: "Doduo", types: [Type::Normal, Type::Flying], base: [35, 85, 45, 35, 75], level: 87, moves: &[MoveId(2), MoveId(5), MoveId(10), MoveId(12)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "dodrio", name: "Dodrio", types: [Type::Normal, Type::Flying], base: [60, 110, 70, 60, 100], level: 73, moves: &[MoveId(2), MoveId(5), MoveId(12), MoveId(20)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "seel", name: "Seel", types: [Type::Water, Type::Water], base: [65, 45, 55, 70, 45], level: 88, moves: &[MoveId(4), MoveId(5), MoveId(38), MoveId(57)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "dewgong", name: "Dewgong", types: [Type::Water, Type::Ice], base: [90, 70, 80, 95, 70], level: 74, moves: &[MoveId(4), MoveId(5), MoveId(57)], exclusive: &[MoveId(20), MoveId(38), MoveId(38), MoveId(38)], essential: &[], combo: &[] },
    Kind { id: "grimer", name: "Grimer", types: [Type::Poison, Type::Poison], base: [80, 80, 50, 40, 25], level: 90, moves: &[MoveId(15), MoveId(15), MoveId(27), MoveId(48), MoveId(48), MoveId(48), MoveId(62)], exclusive: &[], essential: &[MoveId(5), MoveId(14)], combo: &[] },
    Kind { id: "muk", name: "Muk", types: [Type::Poison, Type::Poison], base: [105, 105, 75, 65, 50], level: 76, moves: &[MoveId(15), MoveId(15), MoveId(20), MoveId(27), MoveId(27), MoveId(48), MoveId(48), MoveId(48), MoveId(62)], exclusive: &[], essential: &[MoveId(5), MoveId(14)], combo: &[] },
    Kind { id: "shellder", name: "Shellder", types: [Type::Water, Type::Water], base: [30, 65, 100, 45, 40], level: 90, moves: &[MoveId(4), MoveId(10), MoveId(14), MoveId(57)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "cloyster", name: "Cloyster", types: [Type::Water, Type::Ice], base: [50, 95, 180, 85, 70], level: 70, moves: &[MoveId(4), MoveId(14), MoveId(57)], exclusive: &[MoveId(10), MoveId(20), MoveId(20)], essential: &[], combo: &[] },
    Kind { id: "gastly", name: "Gastly", types: [Type::Ghost, Type::Poison], base: [30, 35, 30, 100, 80], level: 83, moves: &[MoveId(21), MoveId(33), MoveId(62)], exclusive: &[MoveId(14), MoveId(14), MoveId(27), MoveId(31)], essential: &[], combo: &[] },
    Kind { id: "haunter", name: "Haunter", types: [Type::Ghost, Type::Poison], base: [45, 50, 45, 115, 95], level: 74, moves: &[MoveId(21), MoveId(33), MoveId(62)], exclusive: &[MoveId(14), MoveId(14), MoveId(27), MoveId(31)], essential: &[], combo: &[] },
    Kind { id: "gengar", name: "Gengar", types: [Type::Ghost, Type::Poison], base: [60, 65, 60, 130, 110], level: 68, moves: &[MoveId(21), MoveId(33), MoveId(62)], exclusive: &[MoveId(14), MoveId(14), MoveId(27), MoveId(31)], essential: &[], combo: &[] },
    Kind { id: "onix", name: "Onix", types: [Type::Rock, Type::Ground], base: [35, 45, 160, 30, 70], level: 80, moves: &[MoveId(5), MoveId(13), MoveId(14), MoveId(39)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "drowzee", name: "Drowzee", types: [Type::Psychic, Type::Psychic], base: [60, 48, 45, 90, 42], level: 84, moves: &[MoveId(21), MoveId(33), MoveId(63)], exclusive: &[MoveId(8), MoveId(38), MoveId(42), MoveId(42)], essential: &[], combo: &[] },
    Kind { id: "hypno", name: "Hypno", types: [Type::Psychic, Type::Psychic], base: [85, 73, 70, 115, 67], level: 72, moves: &[MoveId(21), MoveId(33), MoveId(63)], exclusive: &[MoveId(8), MoveId(38), MoveId(38), MoveId(42), MoveId(42)], essential: &[], combo: &[] },
    Kind { id: "krabby", name: "Krabby", types: [Type::Water, Type::Water], base: [30, 105, 90, 25, 50], level: 89, moves: &[MoveId(5), MoveId(9), MoveId(58)], exclusive: &[MoveId(4), MoveId(4), MoveId(4), MoveId(52)], essential: &[], combo: &[] },
    Kind { id: "kingler", name: "Kingler", types: [Type::Water, Type::Water], base: [55, 130, 115, 50, 75], level: 76, moves: &[MoveId(5), MoveId(9), MoveId(20), MoveId(58)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "voltorb", name: "Voltorb", types: [Type::Electric, Type::Electric], base: [40, 30, 50, 55, 100], level: 88, moves: &[MoveId(14), MoveId(62), MoveId(63)], exclusive: &[MoveId(60), MoveId(61)], essential: &[], combo: &[] },
    Kind { id: "electrode", name: "Electrode", types: [Type::Electric, Type::Electric], base: [60, 50, 70, 80, 140], level: 76, moves: &[MoveId(14), MoveId(62), MoveId(63)], exclusive: &[MoveId(20), MoveId(20), MoveId(60), MoveId(61), MoveId(61)], essential: &[], combo: &[] },
    Kind { id: "exeggcute", name: "Exeggcute", types: [Type::Grass, Type::Psychic], base: [60, 40, 80, 60, 40], level: 84, moves: &[MoveId(14), MoveId(33), MoveId(47), MoveId(53)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "exeggutor", name: "Exeggutor", types: [Type::Grass, Type::Psychic], base: [95, 95, 85, 125, 55], level: 68, moves: &[MoveId(14), MoveId(33), MoveId(47)], exclusive: &[MoveId(10), MoveId(20), MoveId(27), MoveId(53), MoveId(53), MoveId(53)], essential: &[], combo: &[] },
    Kind { id: "cubone", name: "Cubone", types: [Type::Ground, Type::Ground], base: [50, 50, 95, 40, 35], level: 89, moves: &[MoveId(4), MoveId(5), MoveId(13), MoveId(42)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "marowak", name: "Marowak", types: [Type::Ground, Type::Ground], base: [60, 80, 110, 50, 45], level: 79, moves: &[MoveId(4), MoveId(5), MoveId(13), MoveId(42)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "hitmonlee", name: "Hitmonlee", types: [Type::Fighting, Type::Fighting], base: [50, 120, 53, 35, 87], level: 78, moves: &[MoveId(5), MoveId(18), MoveId(42)], exclusive: &[MoveId(8), MoveId(8), MoveId(26), MoveId(28), MoveId(40)], essential: &[], combo: &[] },
    Kind { id: "hitmonchan", name: "Hitmonchan", types: [Type::Fighting, Type::Fighting], base: [50, 105, 79, 35, 76], level: 80, moves: &[MoveId(5), MoveId(42), MoveId(54)], exclusive: &[MoveId(2), MoveId(2), MoveId(8), MoveId(8), MoveId(28)], essential: &[], combo: &[] },
    Kind { id: "lickitung", name: "Lickitung", types: [Type::Normal, Type::Normal], base: [90, 55, 75, 60, 30], level: 78, moves: &[MoveId(5), MoveId(20), MoveId(58)], exclusive: &[MoveId(4), MoveId(13), MoveId(13), MoveId(13)], essential: &[], combo: &[] },
    Kind { id: "koffing", name: "Koffing", types: [Type::Poison, Type::Poison], base: [40, 65, 95, 60, 35], level: 90, moves: &[MoveId(14), MoveId(15), MoveId(48), MoveId(62)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "weezing", name: "Weezing", types: [Type::Poison, Type::Poison], base: [65, 90, 120, 85, 60], level: 76, moves: &[MoveId(14), MoveId(15), MoveId(48), MoveId(62)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "rhyhorn", name: "Rhyhorn", types: [Type::Ground, Type::Rock], base: [80, 85, 95, 30, 25], level: 84, moves: &[MoveId(5), MoveId(13), MoveId(39), MoveId(55)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "rhydon", name: "Rhydon", types: [Type::Ground, Type::Rock], base: [105, 130, 120, 45, 40], level: 71, moves: &[MoveId(5), MoveId(13), MoveId(39), MoveId(55)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "chansey", name: "Chansey", types: [Type::Normal, Type::Normal], base: [250, 5, 5, 105, 50], level: 68, moves: &[MoveId(22), MoveId(50), MoveId(63)], exclusive: &[MoveId(8), MoveId(37), MoveId(42), MoveId(44), MoveId(62), MoveId(62), MoveId(62)], essential: &[], combo: &[] },
    Kind { id: "tangela", name: "Tangela", types: [Type::Grass, Type::Grass], base: [65, 55, 115, 100, 60], level: 74, moves: &[MoveId(5), MoveId(27), MoveId(47)], exclusive: &[MoveId(53), MoveId(53), MoveId(58)], essential: &[], combo: &[] },
    Kind { id: "kangaskhan", name: "Kangaskhan", types: [Type::Normal, Type::Normal], base: [105, 95, 80, 40, 90], level: 73, moves: &[MoveId(5), MoveId(13), MoveId(20)], exclusive: &[MoveId(4), MoveId(8), MoveId(39), MoveId(39)], essential: &[], combo: &[] },
    Kind { id: "horsea", name: "Horsea", types: [Type::Water, Type::Water], base: [30, 40, 70, 70, 60], level: 88, moves: &[MoveId(2), MoveId(4), MoveId(57)], exclusive: &[MoveId(10), MoveId(19), MoveId(49)], essential: &[], combo: &[] },
    Kind { id: "seadra", name: "Seadra", types: [Type::Water, Type::Water], base: [55, 65, 95, 95, 85], level: 77, moves: &[MoveId(2), MoveId(4), MoveId(57)], exclusive: &[MoveId(10), MoveId(19), MoveId(20), MoveId(38), MoveId(49)], essential: &[], combo: &[] },
    Kind { id: "goldeen", name: "Goldeen", types: [Type::Water, Type::Water], base: [45, 67, 60, 50, 63], level: 88, moves: &[MoveId(2), MoveId(4), MoveId(10), MoveId(57)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "seaking", name: "Seaking", types: [Type::Water, Type::Water], base: [80, 92, 65, 80, 68], level: 78, moves: &[MoveId(2), MoveId(10), MoveId(20)], exclusive: &[], essential: &[MoveId(4), MoveId(57)], combo: &[] },
    Kind { id: "staryu", name: "Staryu", types: [Type::Water, Type::Water], base: [30, 45, 55, 70, 85], level: 84, moves: &[MoveId(4), MoveId(62), MoveId(63)], exclusive: &[MoveId(19), MoveId(57), MoveId(57)], essential: &[MoveId(36)], combo: &[] },
    Kind { id: "starmie", name: "Starmie", types: [Type::Water, Type::Psychic], base: [60, 75, 85, 100, 115], level: 68, moves: &[MoveId(4), MoveId(33), MoveId(62)], exclusive: &[MoveId(33), MoveId(57), MoveId(57)], essential: &[MoveId(36), MoveId(63)], combo: &[] },
    Kind { id: "mrmime", name: "Mr. Mime", types: [Type::Psychic, Type::Psychic], base: [40, 45, 65, 100, 90], level: 75, moves: &[MoveId(33), MoveId(62), MoveId(63)], exclusive: &[MoveId(8), MoveId(42), MoveId(42)], essential: &[], combo: &[] },
    Kind { id: "scyther", name: "Scyther", types: [Type::Bug, Type::Flying], base: [70, 110, 80, 55, 105], level: 75, moves: &[MoveId(2), MoveId(20), MoveId(46), MoveId(58)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "jynx", name: "Jynx", types: [Type::Ice, Type::Psychic], base: [65, 50, 35, 95, 95], level: 68, moves: &[MoveId(4), MoveId(24), MoveId(33)], exclusive: &[MoveId(5), MoveId(8), MoveId(8), MoveId(42), MoveId(55)], essential: &[], combo: &[] },
    Kind { id: "electabuzz", name: "Electabuzz", types: [Type::Electric, Type::Electric], base: [65, 83, 57, 85, 105], level: 74, moves: &[MoveId(33), MoveId(62), MoveId(63)], exclusive: &[MoveId(20), MoveId(42), MoveId(42), MoveId(42)], essential: &[], combo: &[] },
    Kind { id: "magmar", name: "Magmar", types: [Type::Fire, Type::Fire], base: [65, 95, 57, 85, 93], level: 76, moves: &[MoveId(5), MoveId(7), MoveId(15)], exclusive: &[MoveId(20), MoveId(33), MoveId(42)], essential: &[], combo: &[] },
    Kind { id: "pinsir", name: "Pinsir", types: [Type::Bug, Type::Bug], base: [65, 125, 100, 55, 85], level: 75, moves: &[MoveId(5), MoveId(5), MoveId(46)], exclusive: &[MoveId(42), MoveId(54), MoveId(54)], essential: &[MoveId(20), MoveId(58)], combo: &[] },
    Kind { id: "tauros", name: "Tauros", types: [Type::Normal, Type::Normal], base: [75, 100, 95, 70, 110], level: 68, moves: &[MoveId(4), MoveId(5), MoveId(13), MoveId(20)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "gyarados", name: "Gyarados", types: [Type::Water, Type::Flying], base: [95, 125, 79, 100, 81], level: 74, moves: &[MoveId(4), MoveId(20), MoveId(62)], exclusive: &[MoveId(19), MoveId(57), MoveId(57)], essential: &[MoveId(5)], combo: &[] },
    Kind { id: "lapras", name: "Lapras", types: [Type::Water, Type::Ice], base: [130, 85, 80, 95, 60], level: 69, moves: &[MoveId(5), MoveId(38), MoveId(44), MoveId(57)], exclusive: &[], essential: &[MoveId(4), MoveId(62)], combo: &[] },
    Kind { id: "ditto", name: "Ditto", types: [Type::Normal, Type::Normal], base: [48, 48, 48, 48, 48], level: 100, moves: &[MoveId(64)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "eevee", name: "Eevee", types: [Type::Normal, Type::Normal], base: [55, 55, 50, 65, 55], level: 88, moves: &[MoveId(10), MoveId(10), MoveId(34), MoveId(34), MoveId(37)], exclusive: &[MoveId(41), MoveId(59)], essential: &[MoveId(5)], combo: &[] },
    Kind { id: "vaporeon", name: "Vaporeon", types: [Type::Water, Type::Water], base: [130, 65, 60, 110, 65], level: 74, moves: &[MoveId(4), MoveId(38), MoveId(57)], exclusive: &[MoveId(1), MoveId(5), MoveId(5), MoveId(5), MoveId(19), MoveId(29)], essential: &[], combo: &[] },
    Kind { id: "jolteon", name: "Jolteon", types: [Type::Electric, Type::Electric], base: [65, 65, 60, 110, 130], level: 69, moves: &[MoveId(5), MoveId(62), MoveId(63)], exclusive: &[MoveId(2), MoveId(2), MoveId(11), MoveId(32), MoveId(32)], essential: &[], combo: &[] },
    Kind { id: "flareon", name: "Flareon", types: [Type::Fire, Type::Fire], base: [65, 130, 60, 110, 65], level: 76, moves: &[MoveId(5), MoveId(15), MoveId(20), MoveId(34)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "porygon", name: "Porygon", types: [Type::Normal, Type::Normal], base: [65, 60, 70, 75, 40], level: 76, moves: &[MoveId(4), MoveId(36), MoveId(63)], exclusive: &[MoveId(10), MoveId(33), MoveId(62), MoveId(65)], essential: &[], combo: &[] },
    Kind { id: "omanyte", name: "Omanyte", types: [Type::Rock, Type::Water], base: [35, 40, 100, 90, 35], level: 87, moves: &[MoveId(4), MoveId(5), MoveId(38)], exclusive: &[MoveId(19), MoveId(57)], essential: &[], combo: &[] },
    Kind { id: "omastar", name: "Omastar", types: [Type::Rock, Type::Water], base: [70, 60, 125, 115, 55], level: 74, moves: &[MoveId(38), MoveId(38), MoveId(42)], exclusive: &[MoveId(19), MoveId(57)], essential: &[MoveId(4), MoveId(5)], combo: &[] },
    Kind { id: "kabuto", name: "Kabuto", types: [Type::Rock, Type::Water], base: [30, 80, 90, 45, 55], level: 88, moves: &[MoveId(4), MoveId(5), MoveId(46), MoveId(57)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "kabutops", name: "Kabutops", types: [Type::Rock, Type::Water], base: [60, 115, 105, 70, 80], level: 75, moves: &[MoveId(20), MoveId(57), MoveId(58)], exclusive: &[MoveId(5), MoveId(46)], essential: &[], combo: &[] },
    Kind { id: "aerodactyl", name: "Aerodactyl", types: [Type::Rock, Type::Flying], base: [80, 105, 65, 60, 130], level: 75, moves: &[MoveId(10), MoveId(15), MoveId(20)], exclusive: &[MoveId(2), MoveId(45), MoveId(45)], essential: &[], combo: &[] },
    Kind { id: "snorlax", name: "Snorlax", types: [Type::Normal, Type::Normal], base: [160, 110, 65, 65, 30], level: 69, moves: &[MoveId(3), MoveId(4), MoveId(5)], exclusive: &[MoveId(38), MoveId(43)], essential: &[], combo: &[MoveId(5), MoveId(13), MoveId(20), MoveId(43)] },
    Kind { id: "articuno", name: "Articuno", types: [Type::Ice, Type::Flying], base: [90, 85, 100, 125, 85], level: 70, moves: &[MoveId(2), MoveId(4), MoveId(20)], exclusive: &[MoveId(22), MoveId(29), MoveId(37)], essential: &[], combo: &[MoveId(4), MoveId(22), MoveId(37), MoveId(38)] },
    Kind { id: "zapdos", name: "Zapdos", types: [Type::Electric, Type::Flying], base: [90, 90, 85, 125, 100], level: 68, moves: &[MoveId(2), MoveId(12), MoveId(62), MoveId(63)], exclusive: &[], essential: &[], combo: &[] },
    Kind { id: "moltres", name: "Moltres", types: [Type::Fire, Type::Flying], base: [90, 100, 90, 125, 90], level: 73, moves: &[MoveId(2), MoveId(15), MoveId(20)], exclusive: &[MoveId(10), MoveId(10), MoveId(10), MoveId(37)], essential: &[], combo: &[] },
    Kind { id: "dratini", name: "Dratini", types: [Type::Dragon, Type::Dragon], base: [41, 64, 45, 50, 50], level: 91, moves: &[MoveId(5), MoveId(20), MoveId(62), MoveId(62)], exclusive: &[], essential: &[MoveId(4), MoveId(63)], combo: &[] },
    Kind { id: "dragonair", name: "Dragonair", types: [Type::Dragon, Type::Dragon], base: [61, 84, 65, 70, 70], level: 80, moves: &[MoveId(5), MoveId(20), MoveId(62), MoveId(62)], exclusive: &[], essential: &[MoveId(4), MoveId(63)], combo: &[] },
    Kind { id: "dragonite", name: "Dragonite", types: [Type::Dragon, Type::Flying], base: [91, 134, 95, 100, 80], level: 74, moves: &[MoveId(5), MoveId(20), MoveId(62)], exclusive: &[], essential: &[MoveId(4), MoveId(63)], combo: &[] },
    Kind { id: "mewtwo", name: "Mewtwo", types: [Type::Psychic, Type::Psychic], base: [106, 110, 90, 154, 130], level: 60, moves: &[MoveId(3), MoveId(33), MoveId(36)], exclusive: &[MoveId(4), MoveId(62), MoveId(63), MoveId(63)], essential: &[], combo: &[] },
    Kind { id: "mew", name: "Mew", types: [Type::Psychic, Type::Psychic], base: [100, 100, 100, 100, 100], level: 64, moves: &[MoveId(4), MoveId(4), MoveId(13), MoveId(14), MoveId(14), MoveId(62)], exclusive: &[], essential: &[MoveId(33), MoveId(50), MoveId(63)], combo: &[] },
];

/// Attacking type by defending type: 1 doubles, -1 halves, -2 does nothing.
pub static CHART: [[i8; 15]; 15] = [
    [0, 0, 0, 0, 0, -1, 0, -2, 0, 0, 0, 0, 0, 0, 0],
    [1, 0, -1, -1, 0, 1, -1, -2, 0, 0, 0, 0, -1, 1, 0],
    [0, 1, 0, 0, 0, -1, 1, 0, 0, 0, 1, -1, 0, 0, 0],
    [0, 0, 0, -1, -1, -1, 1, -1, 0, 0, 1, 0, 0, 0, 0],
    [0, 0, -2, 1, 0, 1, -1, 0, 1, 0, -1, 1, 0, 0, 0],
    [0, -1, 1, 0, -1, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0],
    [0, -1, -1, 1, 0, 0, 0, -1, -1, 0, 1, 0, 1, 0, 0],
    [-2, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, -2, 0, 0],
    [0, 0, 0, 0, 0, -1, 1, 0, -1, -1, 1, 0, 0, 1, -1],
    [0, 0, 0, 0, 1, 1, 0, 0, 1, -1, -1, 0, 0, 0, -1],
    [0, 0, -1, -1, 1, 1, -1, 0, -1, 1, -1, 0, 0, 0, -1],
    [0, 0, 1, 0, -2, 0, 0, 0, 0, 1, -1, -1, 0, 0, -1],
    [0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0],
    [0, 0, 1, 0, 1, 0, 0, 0, 0, -1, 1, 0, 0, -1, 1],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
];

impl MoveId {
    pub const ACIDARMOR: Self = MoveId(1);
    pub const AGILITY: Self = MoveId(2);
    pub const AMNESIA: Self = MoveId(3);
    pub const BLIZZARD: Self = MoveId(4);
    pub const BODYSLAM: Self = MoveId(5);
    pub const BUBBLEBEAM: Self = MoveId(6);
    pub const CONFUSERAY: Self = MoveId(7);
    pub const COUNTER: Self = MoveId(8);
    pub const CRABHAMMER: Self = MoveId(9);
    pub const DOUBLEEDGE: Self = MoveId(10);
    pub const DOUBLEKICK: Self = MoveId(11);
    pub const DRILLPECK: Self = MoveId(12);
    pub const EARTHQUAKE: Self = MoveId(13);
    pub const EXPLOSION: Self = MoveId(14);
    pub const FIREBLAST: Self = MoveId(15);
    pub const FLAMETHROWER: Self = MoveId(16);
    pub const GLARE: Self = MoveId(17);
    pub const HIGHJUMPKICK: Self = MoveId(18);
    pub const HYDROPUMP: Self = MoveId(19);
    pub const HYPERBEAM: Self = MoveId(20);
    pub const HYPNOSIS: Self = MoveId(21);
    pub const ICEBEAM: Self = MoveId(22);
    pub const LEER: Self = MoveId(23);
    pub const LOVELYKISS: Self = MoveId(24);
    pub const LOWKICK: Self = MoveId(25);
    pub const MEDITATE: Self = MoveId(26);
    pub const MEGADRAIN: Self = MoveId(27);
    pub const MEGAKICK: Self = MoveId(28);
    pub const MIMIC: Self = MoveId(29);
    pub const MIRRORMOVE: Self = MoveId(30);
    pub const NIGHTSHADE: Self = MoveId(31);
    pub const PINMISSILE: Self = MoveId(32);
    pub const PSYCHIC: Self = MoveId(33);
    pub const QUICKATTACK: Self = MoveId(34);
    pub const RAZORLEAF: Self = MoveId(35);
    pub const RECOVER: Self = MoveId(36);
    pub const REFLECT: Self = MoveId(37);
    pub const REST: Self = MoveId(38);
    pub const ROCKSLIDE: Self = MoveId(39);
    pub const ROLLINGKICK: Self = MoveId(40);
    pub const SANDATTACK: Self = MoveId(41);
    pub const SEISMICTOSS: Self = MoveId(42);
    pub const SELFDESTRUCT: Self = MoveId(43);
    pub const SING: Self = MoveId(44);
    pub const SKYATTACK: Self = MoveId(45);
    pub const SLASH: Self = MoveId(46);
    pub const SLEEPPOWDER: Self = MoveId(47);
    pub const SLUDGE: Self = MoveId(48);
    pub const SMOKESCREEN: Self = MoveId(49);
    pub const SOFTBOILED: Self = MoveId(50);
    pub const SPORE: Self = MoveId(51);
    pub const STOMP: Self = MoveId(52);
    pub const STUNSPORE: Self = MoveId(53);
    pub const SUBMISSION: Self = MoveId(54);
    pub const SUBSTITUTE: Self = MoveId(55);
    pub const SUPERFANG: Self = MoveId(56);
    pub const SURF: Self = MoveId(57);
    pub const SWORDSDANCE: Self = MoveId(58);
    pub const TAILWHIP: Self = MoveId(59);
    pub const TAKEDOWN: Self = MoveId(60);
    pub const THUNDER: Self = MoveId(61);
    pub const THUNDERBOLT: Self = MoveId(62);
    pub const THUNDERWAVE: Self = MoveId(63);
    pub const TRANSFORM: Self = MoveId(64);
    pub const TRIATTACK: Self = MoveId(65);
    pub const TWINEEDLE: Self = MoveId(66);
    pub const WINGATTACK: Self = MoveId(67);
    pub const STRUGGLE: Self = MoveId(68);
    pub const FISSURE: Self = MoveId(69);
    /// What a side has selected before its first move.
    pub const NOMOVE: Self = MoveId(70);
}
