// Plays battles on the unmodified simulator and writes them down in the form of tests/data/gen1.
import {createRequire} from 'node:module';

const require = createRequire(import.meta.url);
const {Battle, Teams} = require('pokemon-showdown');

const FORMAT = 'gen1randombattle';
const STATS = ['atk', 'def', 'spa', 'spd', 'spe'];

const id = move => move?.id ?? '';

// A generator's state in hexadecimal digits; `getSeed` gives four decimals, or `sodium,` and digits.
export function digits(prng) {
  const seed = prng.getSeed();
  if (seed.startsWith('sodium,')) return seed.slice('sodium,'.length);
  return seed.split(',').map(part => Number(part).toString(16).padStart(4, '0')).join('');
}

function conditions(volatiles) {
  const tree = {};
  for (const [name, state] of Object.entries(volatiles)) {
    const kept = tree[name] = {};
    for (const key of ['hp', 'time']) if (state[key] !== undefined) kept[key] = state[key];
    if (state.move !== undefined) kept.move = state.move;
  }
  return tree;
}

function active(pokemon) {
  const boosts = Object.entries(pokemon.boosts).filter(([, stage]) => stage);
  const tree = {
    i: pokemon.teamIndex, sp: pokemon.species.id, ty: [...pokemon.types],
    st: STATS.map(stat => pokemon.storedStats[stat]), ms: STATS.map(stat => pokemon.modifiedStats[stat]),
    b: Object.fromEntries(boosts), mv: pokemon.moveSlots.map(slot => slot.id), pp: pokemon.moveSlots.map(slot => slot.pp),
    v: conditions(pokemon.volatiles), lm: id(pokemon.lastMove), mt: pokemon.moveThisTurn, spd: pokemon.speed,
  };
  if (pokemon.moveSlots.some(slot => slot.virtual)) tree.vir = pokemon.moveSlots.map(slot => slot.virtual ? 1 : 0);
  if (pokemon.transformed) tree.tr = 1;
  if (pokemon.trapped) tree.trap = 1;
  if (pokemon.subFainted) tree.sf = 1;
  return tree;
}

function member(pokemon) {
  const tree = {
    sp: pokemon.baseSpecies.id, lv: pokemon.level, h: pokemon.hp, H: pokemon.maxhp,
    bs: STATS.map(stat => pokemon.baseStoredStats[stat]), s: pokemon.status,
    mv: pokemon.baseMoveSlots.map(slot => slot.id), pp: pokemon.baseMoveSlots.map(slot => slot.pp),
  };
  if (pokemon.status) {
    if (pokemon.statusState.time !== undefined) tree.st = pokemon.statusState.time;
    if (pokemon.statusState.startTime !== undefined) tree.st0 = pokemon.statusState.startTime;
    if (pokemon.status === 'slp') tree.sb = pokemon.statusState.source.side.id;
  }
  if (pokemon.fainted) tree.f = 1;
  return tree;
}

function sideState(side) {
  const members = [...side.pokemon].sort((one, two) => one.teamIndex - two.teamIndex);
  const tree = {
    o: side.pokemon.map(pokemon => pokemon.teamIndex).join(''), left: side.pokemonLeft, lm: id(side.lastMove),
    lsm: side.lastSelectedMove, lss: side.lastSelectedMoveSlot, lesm: side.lastEnemySelectedMove,
    lem: id(side.lastEnemyMove), a: active(side.active[0]),
    m: Object.fromEntries(members.map(pokemon => [pokemon.teamIndex, member(pokemon)])),
  };
  if (side.faintedThisTurn) tree.ft = side.faintedThisTurn.teamIndex;
  if (side.faintedLastTurn) tree.fl = side.faintedLastTurn.teamIndex;
  return tree;
}

function stateOf(battle) {
  const [p1, p2] = battle.sides.map(sideState);
  const tree = {t: battle.turn, rs: battle.requestState, rng: digits(battle.prng), ld: battle.lastDamage, lm: id(battle.lastMove), p1, p2};
  if (battle.ended) tree.end = 1;
  return tree;
}

// A JSON merge patch (RFC 7386); undefined if nothing changed.
function patch(before, after) {
  if (typeof after !== 'object' || Array.isArray(after) || Array.isArray(before) || typeof before !== 'object') {
    return JSON.stringify(before) === JSON.stringify(after) ? undefined : after;
  }
  const changes = {};
  for (const key of Object.keys(before)) if (!(key in after)) changes[key] = null;
  for (const [key, value] of Object.entries(after)) {
    const change = key in before ? patch(before[key], value) : value;
    if (change !== undefined) changes[key] = change;
  }
  return Object.keys(changes).length ? changes : undefined;
}

// What a side is asked, with every choice that it may make.
function requestOf(side) {
  const request = side.activeRequest;
  const bench = () => side.pokemon.map((pokemon, place) => [pokemon, place + 1])
    .filter(([pokemon, place]) => place > 1 && !pokemon.fainted).map(([, place]) => `switch ${place}`);
  if (!request || request.wait) return {k: 'wait', c: []};
  if (request.forceSwitch) return {k: 'switch', c: bench()};
  const {moves, trapped} = request.active[0];
  const m = moves.map(move => move.pp === undefined ? [move.id] : [move.id, move.pp, move.maxpp, move.disabled ? 1 : 0]);
  const usable = moves.map((move, slot) => move.disabled ? null : `move ${slot + 1}`).filter(Boolean);
  const tree = {k: 'move', m, c: [...usable, ...trapped ? [] : bench()]};
  if (trapped) tree.tr = 1;
  return tree;
}

// The log since the last look: a string for both sides, or one for each.
function logOf(battle, from, announced) {
  const items = [...announced];
  for (let index = from; index < battle.log.length; index++) {
    const line = battle.log[index];
    const split = /^\|split\|p([12])$/.exec(line);
    if (!split) {
      items.push(line.startsWith('|t:|') ? '|t:|0' : line);
      continue;
    }
    const owner = Number(split[1]) - 1;
    const [secret, shared] = [battle.log[index + 1], battle.log[index + 2]];
    index += 2;
    const pair = [];
    pair[owner] = secret;
    pair[1 - owner] = shared || null;
    items.push(pair[0] === pair[1] ? pair[0] : pair);
  }
  return items;
}

// The functions that asked for a random number, the nearest first.
function site() {
  const frames = new Error().stack.split('\n').slice(1).map(line => /at (?:\w+\.)?([\w.]+) /.exec(line)?.[1]);
  const plumbing = new Set(['site', 'random', 'randomChance', 'sample', 'shuffle']);
  return frames.filter(name => name && !plumbing.has(name)).slice(0, 2).join(' of ');
}

// Keeps every number that the battle draws, `[from, to, number]`, with the place it is drawn at where that is wanted.
function listen(prng, sites) {
  const numbers = [];
  const random = prng.random.bind(prng);
  prng.random = (from, to) => {
    const number = random(from, to);
    numbers.push([to ? from : 0, to || from, number, ...sites ? [site()] : []]);
    return number;
  };
  return numbers;
}

// A battle before its first decision; `hear` gets what is announced to one side.
export function open({seed, ts, teams}, hear = () => {}, ready = () => {}) {
  const battle = new Battle({formatid: FORMAT, seed, strictChoices: true, send: hear});
  ready(battle);
  for (const [index, slot] of ['p1', 'p2'].entries()) {
    battle.setPlayer(slot, {name: slot.toUpperCase(), ...ts ? {seed: ts[index]} : {team: Teams.unpack(teams[index])}});
  }
  return battle;
}

// Chooses: why the choice is refused, nothing if it is not.
function refusal(side, choice) {
  if (!choice) return 'nothing was chosen';
  try {
    return side.choose(choice) ? '' : `${choice}: ${side.choice.error}`;
  } catch (error) {
    return `${choice}: ${error.message}`;
  }
}

// Plays one battle: `choose(side, request, battle, number)` decides, and ends the record where it decides nothing.
export function record({seed, ts, teams, sites, ...rest}, choose) {
  const announced = [];
  let numbers;
  const hear = (type, data) => {
    if (type !== 'sideupdate' || !String(data).includes('|-activate|')) return;
    const [side, line] = String(data).split('\n');
    announced.push(side === 'p1' ? [line, null] : [null, line]);
  };
  const battle = open({seed, ts, teams}, hear, made => { numbers = listen(made.prng, sites); });
  for (const side of battle.sides) side.pokemon.forEach((pokemon, index) => { pokemon.teamIndex = index + 1; });
  const packed = battle.sides.map(side => Teams.pack(side.team));
  let state = stateOf(battle);
  let seen = battle.log.length;
  const result = {
    ...rest, ...ts ? {ts} : {}, teams: packed, seed,
    s0: state, l0: logOf(battle, 0, announced), n0: numbers.splice(0), d: [],
  };
  while (!battle.ended) {
    const r = battle.sides.map(requestOf);
    const c = battle.sides.map((side, index) => r[index].k === 'wait' ? null : choose(index, r[index], battle, result.d.length));
    if (c.includes(undefined)) break;
    announced.length = 0;
    const refused = battle.sides.map((side, index) => r[index].k === 'wait' ? '' : refusal(side, c[index])).find(Boolean);
    if (refused) {
      result.d.push({r, c, refused});
      break;
    }
    battle.commitChoices();
    const after = stateOf(battle);
    result.d.push({r, c, s: patch(state, after) ?? {}, l: logOf(battle, seen, announced), n: numbers.splice(0)});
    [state, seen] = [after, battle.log.length];
  }
  result.turns = battle.turn;
  if (battle.ended) result.win = battle.winner ? battle.winner.toLowerCase() : '';
  battle.destroy();
  return result;
}

// The teams that two seeds give, and the generator's state after each.
export function drawTeams(ts) {
  let generator;
  const drawn = ts.map(seed => {
    if (generator) generator.setSeed(seed);
    else generator = Teams.getGenerator(FORMAT, seed);
    return [Teams.pack(generator.getTeam()), digits(generator.prng)];
  });
  return {ts, t: drawn.map(([team]) => team), e: drawn.map(([, end]) => end)};
}
