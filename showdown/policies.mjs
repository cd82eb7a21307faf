// How the sides of a lockstep battle choose: a policy gives every legal choice a weight, and one is drawn.
import {createRequire} from 'node:module';

const require = createRequire(import.meta.url);
const {Dex} = require('pokemon-showdown');
const dex = Dex.mod('gen1');

const RARE = new Set([
  'counter', 'explosion', 'highjumpkick', 'hyperbeam', 'mimic', 'mirrormove', 'reflect', 'rest', 'selfdestruct', 'skyattack',
  'substitute', 'superfang', 'transform',
]);
const CALM = new Set(['recover', 'softboiled', 'rest', 'reflect', 'substitute']);

// About how much a move does.
function power({move, own, foe}) {
  if (!move || move.category === 'Status' || !dex.getImmunity(move.type, foe.types)) return 0;
  const factor = 2 ** dex.getEffectiveness(move.type, foe.types) * (own.types.includes(move.type) ? 1.5 : 1);
  return Math.max(move.basePower, 40) * factor * (move.accuracy === true ? 1 : move.accuracy / 100);
}

function rare({move, foe}) {
  if (!move) return 0.6;
  if (move.status === 'slp' && foe.volatiles.mustrecharge) return 60;
  if (move.type === 'Fire' && foe.status === 'frz') return 40;
  if (RARE.has(move.id)) return 12;
  return move.boosts ? 4 : 1;
}

const still = option => !option.move || option.move.category === 'Status';

// A weight for each choice: `move` is null for switches and where there is nothing to choose from.
export const POLICIES = {
  uniform: () => 1,
  attack: option => option.member ? 1e4 : power(option) ** 3 + 1,
  status: option => option.member ? 1 : still(option) ? 8 : 1,
  switcher: option => option.member ? 3 / option.members : 2 / option.moves,
  rare,
  stall: option => option.member ? 6 : option.move && CALM.has(option.move.id) ? 4 : still(option) ? 1 : 0.01,
  ppburn: option => option.member ? 0.001 : 1 / (power(option) + 1),
};

const has = (pokemon, id) => pokemon.moveSlots.some(slot => slot.id === id && slot.pp > 0);

// Uses a move, or brings somebody who can.
function toward(id, {move, member, own}) {
  if (has(own, id)) return move?.id === id ? 100 : 0.01;
  return member && has(member, id) ? 100 : 0.01;
}

const shield = option => option.own.volatiles.substitute ? POLICIES.ppburn(option) : toward('substitute', option);

const ready = side => side.pokemon.filter(one => !one.fainted && one.status !== 'frz').length;
const frozen = side => side.pokemon.some(one => !one.fainted && one.status === 'frz');

// Freezes one of the foe's and has one of its own frozen, then gives away all others, so that only the two are left.
function frost({move, member, own, foe}) {
  if (member) return member.status === 'frz' ? 1e-4 : own.status === 'frz' ? 100 : 1e-3;
  if (!move) return 0.01;
  const explodes = move.id === 'explosion';
  if (!frozen(foe.side)) return explodes ? 1e-6 : move.type === 'Ice' ? 100 : 0.1;
  if (!frozen(own.side)) return explodes ? 1e-6 : move.heal && own.hp * 2 < own.maxhp ? 100 : still({move}) ? 1 : 0.1;
  const [mine, theirs] = [ready(own.side), ready(foe.side)];
  const gives = mine > theirs || mine === theirs && (mine > 1 || foe.hp * 5 < foe.maxhp * 2);
  return explodes === gives ? 100 : 0.1;
}

// For directed battles alone.
const PURPOSES = {
  // Is frozen without having selected a move.
  bait: option => option.member ? 1 : option.own.status === 'frz' ? 5 : 1e-6,
  // Burns the foe and raises its own stats until the foe's Attack is next to nothing, then hides behind a Substitute.
  wither(option) {
    if (option.foe.status !== 'brn') return toward('fireblast', option);
    return option.foe.modifiedStats.atk > 40 ? toward('agility', option) : shield(option);
  },
  // Dodges until the foe has no PP left, then hides behind a Substitute.
  patient(option) {
    if (!option.foe.moveSlots.some(slot => slot.pp > 0)) return shield(option);
    return option.member ? 1 : still(option) ? 0.3 : 0.001;
  },
  frost,
  // Burns the foe, then counters.
  smoulder: option => toward(option.foe.status === 'brn' ? 'counter' : 'fireblast', option),
};

// `onsub:a` keeps a for a foe behind a Substitute.
function waiter(id) {
  return option => {
    if (option.foe.volatiles.substitute) return toward(id, option);
    return option.move?.id === id ? 1e-6 : POLICIES.ppburn(option);
  };
}

// `use:a+b` prefers a, then b; with a Substitute up it has no use for another. Whoever has neither goes.
function user(names) {
  const wanted = names.split('+');
  for (const id of wanted) if (!dex.moves.get(id).exists) throw new Error(`no move is called ${id}`);
  const useful = (id, own) => id !== 'substitute' || !own.volatiles.substitute && own.hp * 4 > own.maxhp;
  const worth = (pokemon, fits) => {
    const place = wanted.findIndex(id => fits(id) && useful(id, pokemon) && has(pokemon, id));
    return place < 0 ? 0 : 100 / 10 ** place;
  };
  return option => {
    const {move, member, own} = option;
    if (member) return own.volatiles.substitute || worth(own, () => true) ? 0.01 : worth(member, () => true) + 0.1;
    return worth(own, id => id === move?.id) || (still(option) ? 0.5 : 0.1);
  };
}

function policy(name) {
  if (name.startsWith('use:')) return user(name.slice('use:'.length));
  if (name.startsWith('onsub:')) return waiter(name.slice('onsub:'.length));
  const known = {...POLICIES, ...PURPOSES};
  if (!Object.hasOwn(known, name)) throw new Error(`no policy is called ${name}`);
  return known[name];
}

// What can be chosen, with what a policy looks at.
function options(request, side) {
  const moves = request.c.filter(choice => choice.startsWith('move')).length;
  return request.c.map(choice => {
    const [word, number] = choice.split(' ');
    const found = word === 'move' ? dex.moves.get(request.m[number - 1][0]) : null;
    return {
      choice, moves, members: request.c.length - moves, move: found?.exists ? found : null,
      member: word === 'switch' ? side.pokemon[number - 1] : null, own: side.active[0], foe: side.foe.active[0],
    };
  });
}

// A function that chooses for both sides; `random(n)` gives numbers below n.
export function chooser(names, random) {
  const policies = names.map(policy);
  return (index, request, battle) => {
    const list = options(request, battle.sides[index]);
    const weights = list.map(option => policies[index](option));
    let left = random(2 ** 32) / 2 ** 32 * weights.reduce((sum, weight) => sum + weight, 0);
    for (const [place, weight] of weights.entries()) {
      left -= weight;
      if (left < 0) return list[place].choice;
    }
    return list.at(-1).choice;
  };
}
