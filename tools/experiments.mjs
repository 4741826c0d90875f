// npm run experiments: trains every configuration of tests/reference/training/experiments.json with posenc train, and
// puts what comes out beside what PyTorch had. It fails if they are too far apart, or a conclusion does not follow.
// About ten minutes: npm test trains the quick ones alone. And models of the characters of a book against
// tests/reference/training/text.json, with three seeds: about ten minutes more.
//   npm run experiments -- order --seeds=10   one task, other seeds
//   npm run experiments -- text               the book alone
//   npm run experiments -- pictures           networks that learn a picture from coordinates, alone (two minutes)
//   npm run experiments -- planted            a character planted in a text, alone (half a minute)
import { availableParallelism } from 'node:os';
import { makeBook } from './lib/book.mjs';
import {
  conclusions,
  configurations,
  Findings,
  isLikePyTorch,
  spread,
  train,
} from './lib/experiments.mjs';
import { pictureExperiments } from './lib/picture-experiments.mjs';
import { Stop } from './lib/run.mjs';
import { main, runSteps } from './lib/steps.mjs';
import { buildCore, buildCpp, setUp } from './lib/tasks.mjs';
import { plantedExperiments } from './lib/planted-experiments.mjs';
import { textExperiments } from './lib/text-experiments.mjs';

/** @typedef {import('./lib/experiments.mjs').Spread} Spread */
/** @typedef {import('./lib/experiments.mjs').Accuracy} Accuracy */

/** @param {Spread} one */
const told = ({ mean, sd }) => `${(100 * mean).toFixed(1)} (${(100 * sd).toFixed(1)})`;

/** @param {number} seeds */
async function repeatBookRuns(seeds) {
  await runSteps([
    ...setUp({ wasm: true }),
    ...buildCore,
    { title: 'Moby-Dick', run: async () => void makeBook() },
  ]);
  const wrong = await textExperiments(seeds);
  if (wrong.length > 0) throw new Stop(`this does not hold: ${wrong.join('; ')}`);
}

await main(async () => {
  const given = process.argv.slice(2);
  const asked = given.find((one) => one.startsWith('--seeds='))?.slice('--seeds='.length);
  const seeds = Number(asked ?? 5);
  const tasks = given.filter((one) => !one.startsWith('--'));
  const known = [...new Set(configurations.map(({ task }) => task)), 'text', 'pictures', 'planted'];
  const unknown = tasks.find((task) => !known.includes(task));
  if (unknown !== undefined) {
    throw new Stop(`there are no experiments with "${unknown}"; expected ${known.join(', ')}`);
  }
  await runSteps([
    ...setUp({ native: true }),
    { title: 'posenc command', run: buildCpp('native', ['posenc']) },
  ]);
  const isAsked = (/** @type {string} */ task) => tasks.length === 0 || tasks.includes(task);
  if (isAsked('pictures')) {
    const wrong = await pictureExperiments(Number(asked ?? 3));
    if (wrong.length > 0) throw new Stop(`this does not hold: ${wrong.join('; ')}`);
  }
  if (isAsked('planted')) {
    const wrong = await plantedExperiments(seeds);
    if (wrong.length > 0) throw new Stop(`this does not hold: ${wrong.join('; ')}`);
  }
  if (isAsked('text')) await repeatBookRuns(Number(asked ?? 3));
  const chosen = configurations.filter(({ task }) => isAsked(task));
  if (chosen.length === 0) return;
  console.log(
    '\npercent: mean and standard deviation over the seeds, ours | PyTorch, whose test sets are of 96 to',
  );
  console.log(
    '1024 examples; * = apart by more than two standard errors over the seeds, and by 2 points\n',
  );
  let apart = 0;
  let all = 0;
  const found = new Findings();
  /** @type {string[]} */
  const wrong = [];
  for (const one of chosen) {
    /** @type {Accuracy[]} */
    const results = [];
    for (let seed = 1; seed <= seeds; seed += availableParallelism()) {
      const some = Array.from(
        { length: Math.min(availableParallelism(), seeds - seed + 1) },
        (_, n) => train(one, seed + n, { 'test-examples': 4096 }),
      );
      results.push(...(await Promise.all(some)));
    }
    /** @type {Record<string, number>} */
    const means = {};
    const cells = Object.entries(one.accuracy).map(([length, theirs]) => {
      const ours = spread(results.map((accuracy) => accuracy[length] ?? NaN));
      const difference = Math.abs(ours.mean - theirs.mean);
      const errors = Math.sqrt(ours.sd ** 2 / seeds + theirs.sd ** 2 / 5);
      const far = difference > 2 * errors && difference > 0.02;
      all += 1;
      apart += far ? 1 : 0;
      if (!isLikePyTorch(one, length, ours.mean))
        wrong.push(`${one.task} ${one.scheme} ${length}: ${ours.mean}, not ${theirs.mean}`);
      means[length] = ours.mean;
      return `${length}: ${told(ours)} | ${told(theirs)}${far ? ' *' : ''}`;
    });
    found.add(one, means);
    const options = Object.entries(one.options ?? {}).map(([name, value]) => ` ${name} ${value}`);
    console.log(`${one.task} ${one.scheme}${options.join('')}\n  ${cells.join('   ')}`);
  }
  const drawn = conclusions.filter((conclusion) => found.has(conclusion.tasks));
  wrong.push(...drawn.filter(({ holds }) => !holds(found.at)).map(({ says }) => says));
  console.log(`\n${all} accuracies, ${apart} apart; ${drawn.length} conclusions`);
  if (wrong.length > 0) throw new Stop(`this does not hold: ${wrong.join('; ')}`);
});
