// Directed battles: teams of the generator's sets and policies that bring about what random play hardly shows.
import {createRequire} from 'node:module';

const require = createRequire(import.meta.url);
const {Dex, Teams} = require('pokemon-showdown');
const sets = require('pokemon-showdown/dist/data/random-battles/gen1/data.json');
const dex = Dex.mod('gen1');

const LISTS = ['moves', 'exclusiveMoves', 'essentialMoves', 'comboMoves'];
const TRIES = 300;
const SLEEP = ['hypnosis', 'lovelykiss', 'sing', 'sleeppowder', 'spore'];

const all = Object.keys(sets);
const pool = [...new Set(all.flatMap(id => LISTS.flatMap(list => sets[id][list] ?? [])))].sort();
const knows = move => all.filter(id => LISTS.some(list => sets[id][list]?.includes(move)));
const typed = types => all.filter(id => dex.species.get(id).types.some(type => types.includes(type)));
const strangers = move => dex.types.names().filter(type => !dex.getImmunity(dex.moves.get(move).type, type));

// Sets that the generator draws, of these species and with all of these moves.
function draw(generator, species, moves) {
  for (let tries = 0; tries < TRIES; tries++) {
    const set = generator.randomSet(dex.species.get(generator.prng.sample(species)));
    if (moves.every(move => set.moves.includes(move))) return set;
  }
  throw new Error(`the generator draws no ${species.join(', ')} with ${moves.join(', ')}`);
}

// A member is [species, moves that it must have, moves to be exchanged]; fewer than six are repeated.
function team(generator, members) {
  const full = Array.from({length: 6}, (_, index) => members[index % members.length]);
  return Teams.pack(full.map(([species, moves, exchange = {}]) => {
    const set = draw(generator, species, moves);
    return {...set, moves: set.moves.map(move => exchange[move] ?? move)};
  }));
}

const having = (...moves) => [[moves.map(knows).reduce((one, two) => one.filter(id => two.includes(id))), moves]];
const any = species => [[species, []]];

// Every move on anybody, on Substitutes, and on those that are immune.
function perMove() {
  const list = {};
  for (const move of pool) {
    const {target, ignoreImmunity, category} = dex.moves.get(move);
    list[move] = {teams: [having(move), any(all)], pol: [`use:${move}`, 'uniform']};
    if (target === 'self') continue;
    list[`${move} on a Substitute`] = {teams: [having(move), having('substitute')], pol: [`use:${move}`, 'use:substitute']};
    const immune = ignoreImmunity === undefined ? category !== 'Status' : !ignoreImmunity;
    const types = strangers(move);
    if (immune && types.length) {
      list[`${move} on the immune`] = {teams: [having(move), any(typed(types))], pol: [`use:${move}`, 'switcher']};
    }
  }
  return list;
}

const FROST = [[['chansey'], ['icebeam', 'softboiled']], ...Array(5).fill([['cloyster'], ['blizzard', 'explosion']])];

const SPECIAL = {
  'PP run out': {teams: [any(all), any(all)], pol: ['ppburn', 'ppburn']},
  'Struggle on Ghosts': {teams: [any(all), any(typed(['Ghost']))], pol: ['ppburn', 'ppburn']},
  'Struggle on a Substitute': {teams: [any(['ditto']), having('confuseray', 'substitute')], pol: ['ppburn', 'patient']},
  'a thousand turns': {teams: [any(all), any(all)], pol: ['stall', 'stall']},
  'Counter on body slams': {teams: [having('counter'), having('bodyslam')], pol: ['use:counter', 'use:bodyslam']},
  'Counter on Counter': {teams: [having('counter'), having('counter')], pol: ['use:counter', 'rare']},
  'sleep on Hyper Beam': {
    teams: [having('hyperbeam'), SLEEP.map(move => [knows(move), [move]])], pol: ['use:hyperbeam', `use:${SLEEP.join('+')}`],
  },
  'ice and fire': {
    teams: [any(all), [...having('icebeam'), ...having('fireblast')]], pol: ['bait', 'use:fireblast+icebeam'],
  },
  'confusion behind Substitutes': {
    teams: [having('substitute'), having('confuseray')], pol: ['use:substitute', 'use:confuseray'],
  },
  'Counter on a Substitute that holds': {
    teams: [having('counter', 'fireblast'), having('quickattack', 'substitute')], pol: ['smoulder', 'use:substitute+quickattack'],
  },
  'Thunder on a Substitute that holds': {
    teams: [[...having('substitute'), ...having('substitute'), [['voltorb'], ['thunder']]], [[['magneton'], ['mimic']]]],
    pol: ['onsub:thunder', 'use:substitute+mimic'],
  },
  'frozen at last': {teams: [FROST, FROST], pol: ['frost', 'frost']},
  'nobody but Dittos': {teams: [any(['ditto']), any(['ditto'])], pol: ['uniform', 'uniform']},
  'boosts to the limit': {teams: [having('amnesia'), having('swordsdance')], pol: ['use:amnesia', 'use:swordsdance']},
};

// Sets that the generator does not draw, but that the rules know what to do with.
Object.assign(SPECIAL, {
  'Counter behind a Substitute': {
    teams: [[[['jynx'], ['psychic', 'substitute'], {psychic: 'counter'}]], having('bodyslam')],
    pol: ['use:substitute+counter', 'use:bodyslam'],
  },
  'a boost at 999': {
    teams: [[[['electrode'], ['thunder'], {thunder: 'agility'}]], having('bubblebeam')], pol: ['use:agility', 'use:bubblebeam'],
  },
});

// Weak attackers, whose blows a Substitute outlasts.
for (const move of ['earthquake', 'megakick', 'selfdestruct']) {
  SPECIAL[`${move} on a Substitute that holds`] = {
    teams: [having(move), [...having('agility', 'fireblast'), ...having('substitute')]], pol: [`onsub:${move}`, 'wither'],
  };
}

// Moves that few have and that hardly ever miss.
for (const move of ['selfdestruct', 'wingattack']) {
  SPECIAL[`${move} in the sand`] = {teams: [having(move), having('sandattack')], pol: [`use:${move}`, 'use:sandattack']};
}

export const SCENARIOS = {...perMove(), ...SPECIAL};

// Teams and policies of a scenario.
export function scene(name, seed) {
  if (!Object.hasOwn(SCENARIOS, name)) throw new Error(`no scenario is called ${name}`);
  const {teams, pol} = SCENARIOS[name];
  const generator = Teams.getGenerator('gen1randombattle', seed);
  return {teams: teams.map(members => team(generator, members)), pol};
}
