// Plays battles of given choices, JSON objects with "seed", "ts" and "c", a line each on stdin, and writes how fast: only
// choosing is timed, and nothing is turned into text for anybody. How each battle ends shows that they were the same.
import {readFileSync} from 'node:fs';
import {digits, open} from './record.mjs';

const SLOTS = ['p1', 'p2'];
const WARM = 20;

function end(battle) {
  const hp = battle.sides.flatMap(side => [...side.pokemon].sort((one, two) => one.teamIndex - two.teamIndex).map(one => one.hp));
  const winner = battle.winner ? battle.winner.toLowerCase() : 'tie';
  return `${digits(battle.prng)} ${battle.turn} ${winner} ${hp.join(',')}`;
}

function play(script) {
  const battle = open(script);
  battle.sendUpdates = () => { battle.sentLogPos = battle.log.length; };
  for (const side of battle.sides) side.pokemon.forEach((pokemon, index) => { pokemon.teamIndex = index; });
  const begin = performance.now();
  for (const pair of script.c) {
    for (const [index, slot] of SLOTS.entries()) if (pair[index]) battle.choose(slot, pair[index]);
  }
  const seconds = (performance.now() - begin) / 1000;
  if (!battle.ended) throw new Error('the choices do not end the battle');
  const result = {seconds, turns: battle.turn, end: end(battle)};
  battle.destroy();
  return result;
}

const scripts = readFileSync(0, 'utf8').trim().split('\n').map(line => JSON.parse(line));
scripts.slice(0, WARM).forEach(play);
const played = scripts.map(play);
console.log(JSON.stringify({
  seconds: played.reduce((sum, one) => sum + one.seconds, 0),
  turns: played.reduce((sum, one) => sum + one.turns, 0),
  ends: played.map(one => one.end),
}));
