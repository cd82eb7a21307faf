// Answers jobs, a JSON object a line each, from stdin to stdout:
//   {"seed", "ts", "pol", "ps"}         a battle between teams of the seeds ts, played by two policies that draw from ps
//   {"seed", "scenario", "ps"}          a directed battle; its teams are drawn from ps, too
//   {"seed", "ts" or "teams", "c"}      a battle of given choices, to be recorded as far as they go
//   {"teams": null, "ts"}               the teams of two seeds
//   {"scenarios": null}                 the names of the directed battles
// Other keys are kept in the record; with "sites" random numbers come with the functions that drew them. What goes wrong with
// a job is its answer: {"error"}.
import {createRequire} from 'node:module';
import {createInterface} from 'node:readline';
import {chooser} from './policies.mjs';
import {drawTeams, record} from './record.mjs';
import {SCENARIOS, scene} from './scenarios.mjs';

const require = createRequire(import.meta.url);
const {PRNG} = require('pokemon-showdown');

function answer(job) {
  if (job.scenarios === null) return {scenarios: Object.keys(SCENARIOS)};
  if (job.teams === null) return drawTeams(job.ts);
  if (job.c) {
    const {c, ...rest} = job;
    return record(rest, (side, request, battle, number) => c[number]?.[side]);
  }
  const {ps, ...rest} = job;
  const directed = job.scenario === undefined ? {} : scene(job.scenario, ps);
  const battle = {...rest, ...directed};
  const prng = new PRNG(ps);
  return record(battle, chooser(battle.pol, count => prng.random(count)));
}

for await (const line of createInterface({input: process.stdin})) {
  let result;
  try {
    result = answer(JSON.parse(line));
  } catch (error) {
    result = {error: error.message};
  }
  process.stdout.write(JSON.stringify(result) + '\n');
}
