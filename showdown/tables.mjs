// Writes the Rust tables of generation 1 from the installed simulator's data: node tables.mjs > data.rs
import {createRequire} from 'node:module';

const require = createRequire(import.meta.url);
const {Dex} = require('pokemon-showdown');
const {version} = require('pokemon-showdown/package.json');
const sets = require('pokemon-showdown/dist/data/random-battles/gen1/data.json');
const dex = Dex.mod('gen1');

const TYPES = [
  'Normal', 'Fighting', 'Flying', 'Poison', 'Ground', 'Rock', 'Bug', 'Ghost',
  'Fire', 'Water', 'Grass', 'Electric', 'Psychic', 'Ice', 'Dragon',
];
const STATUSES = {slp: 'Sleep', psn: 'Poison', brn: 'Burn', frz: 'Freeze', par: 'Paralysis'};
const LISTS = ['moves', 'exclusiveMoves', 'essentialMoves', 'comboMoves'];

const pool = [...new Set(Object.values(sets).flatMap(set => LISTS.flatMap(list => set[list] ?? [])))].sort();
const moves = [...pool, 'struggle', 'fissure'];

function fail(what) {
  throw new Error(`${what}: the engine knows no such thing, teach it first`);
}

function boost(boosts) {
  const names = Object.keys(boosts);
  const stat = {atk: 'Attack', def: 'Defense', spe: 'Speed', accuracy: 'Accuracy', spa: 'Special'}[names[0]];
  const special = names.length === 2 && names[0] === 'spa' && names[1] === 'spd' && boosts.spa === boosts.spd;
  if (!stat || (names.length > 1 || stat === 'Special') && !special) fail(JSON.stringify(boosts));
  return `Boost(Stat::${stat}, ${boosts[names[0]]})`;
}

function secondary(move) {
  const list = move.secondaries ?? [];
  if (list.length > 1) fail(move.id);
  if (!list.length) return ['Extra::None', 0];
  const {chance, ...effect} = list[0];
  const odds = Math.ceil(chance * 256 / 100);
  if (effect.status) return [`Extra::Status(Status::${STATUSES[effect.status]})`, odds];
  if (effect.boosts) return [`Extra::${boost(effect.boosts)}`, odds];
  if (effect.volatileStatus === 'flinch') return ['Extra::Flinch', odds];
  return fail(move.id);
}

const SPECIAL = {
  counter: 'Counter', highjumpkick: 'Crash', mimic: 'Mimic', mirrormove: 'MirrorMove', recover: 'Recover',
  softboiled: 'Recover', rest: 'Rest', reflect: 'Reflect', substitute: 'Substitute', skyattack: 'Charge',
  superfang: 'Half', transform: 'Transform', hyperbeam: 'Recharge', fissure: 'Knockout',
};

function effect(move) {
  if (SPECIAL[move.id]) return `Effect::${SPECIAL[move.id]}`;
  if (move.boosts) return `Effect::${boost(move.boosts)}`;
  if (move.status) return `Effect::Status(Status::${STATUSES[move.status]})`;
  if (move.volatileStatus === 'confusion') return 'Effect::Confuse';
  if (move.recoil) return `Effect::Recoil(${move.recoil[1] / move.recoil[0]})`;
  if (move.drain) return 'Effect::Drain';
  if (move.selfdestruct) return 'Effect::Explode';
  if (move.damage === 'level') return 'Effect::Level';
  const odd = ['damageCallback', 'onHit', 'onTryHit', 'onTryMove', 'onMoveFail', 'self', 'damage', 'heal', 'volatileStatus'];
  for (const key of odd) if (move[key]) fail(`${move.id} has ${key}`);
  if (move.category === 'Status') fail(move.id);
  return 'Effect::None';
}

function moveRow(id) {
  const move = dex.moves.get(id);
  const [extra, odds] = secondary(move);
  const hits = Array.isArray(move.multihit) ? move.multihit[1] : move.multihit ?? 1;
  const accuracy = move.accuracy === true ? 0 : Math.floor(move.accuracy * 255 / 100);
  const boosted = move.noPPBoosts ? move.pp : move.pp * 8 / 5 - (move.pp === 40 ? 3 : 0);
  const immune = move.ignoreImmunity === undefined ? move.category !== 'Status' : !move.ignoreImmunity;
  return `    Move { id: "${id}", name: "${move.name}", kind: Type::${move.type}, category: Category::${move.category}, ` +
    `power: ${move.basePower}, accuracy: ${accuracy}, pp: ${move.pp}, most_pp: ${boosted}, priority: ${move.priority}, ` +
    `target: "${move.target}", sharp: ${move.critRatio === 2}, immune: ${immune}, hits: ${hits}, ` +
    `effect: ${effect(move)}, extra: ${extra}, odds: ${odds} },`;
}

const index = id => `MoveId(${moves.indexOf(id) + 1})`;
const list = ids => `&[${(ids ?? []).map(index).join(', ')}]`;

function speciesRow(id) {
  const species = dex.species.get(id);
  const {hp, atk, def, spa, spd, spe} = species.baseStats;
  if (spa !== spd) fail(`${id} has two kinds of Special`);
  const [one, two] = species.types;
  const set = sets[id];
  return `    Kind { id: "${id}", name: "${species.name}", types: [Type::${one}, Type::${two ?? one}], ` +
    `base: [${hp}, ${atk}, ${def}, ${spa}, ${spe}], level: ${set.level}, moves: ${list(set.moves)}, ` +
    `exclusive: ${list(set.exclusiveMoves)}, essential: ${list(set.essentialMoves)}, combo: ${list(set.comboMoves)} },`;
}

const chart = TYPES.map(attack => '    [' + TYPES.map(defence =>
  dex.getImmunity(attack, defence) ? dex.getEffectiveness(attack, defence) : -2).join(', ') + '],');
for (const [status] of Object.entries(STATUSES)) {
  for (const type of TYPES) {
    if (!dex.getImmunity(status, type) && !(status === 'psn' && type === 'Poison')) fail(`${type} and ${status}`);
  }
}

const extra = dex.types.names().filter(name => !TYPES.includes(name));
if (extra.length) fail(extra.join());

console.log(`//! Moves, species and sets of \`gen1randombattle\`, from pokemon-showdown ${version} (MIT licence).
//! Written by \`make showdown\`; do not edit.

use super::dex::{Category, Effect, Extra, Kind, Move, MoveId, Stat, Status, Type};

/// The version of the simulator that these tables come from.
pub const VERSION: &str = "${version}";

/// By [\`MoveId\`] less one.
pub static MOVES: [Move; ${moves.length}] = [
${moves.map(moveRow).join('\n')}
];

/// By [\`Species\`](super::dex::Species), in the order of the generator's file.
pub static SPECIES: [Kind; ${Object.keys(sets).length}] = [
${Object.keys(sets).map(speciesRow).join('\n')}
];

/// Attacking type by defending type: 1 doubles, -1 halves, -2 does nothing.
pub static CHART: [[i8; ${TYPES.length}]; ${TYPES.length}] = [
${chart.join('\n')}
];

impl MoveId {
${moves.map(id => `    pub const ${id.toUpperCase()}: Self = ${index(id)};`).join('\n')}
    /// What a side has selected before its first move.
    pub const NOMOVE: Self = MoveId(${moves.length + 1});
}`);
