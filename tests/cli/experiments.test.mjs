// What tiny models learn, against PyTorch: one seed of the experiments that take half a second each. All of them, with
// more seeds: npm run experiments. The page trains the same models to the bit (tests/browser/labs.test.mjs).
import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';
import {
  conclusions,
  configurations,
  Findings,
  isLikePyTorch,
  train,
} from '../../tools/lib/experiments.mjs';

const tasks = ['order', 'copy', 'reverse', 'count'];
const quick = configurations.filter(({ task, options }) => tasks.includes(task) && !options);
const found = new Findings();

test('one seed of ours is like five of PyTorch', async () => {
  const waiting = [...quick];
  let compared = 0;
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const ours = await train(one, 1);
      found.add(one, ours);
      for (const [length, { mean }] of Object.entries(one.accuracy)) {
        const share = ours[length] ?? NaN;
        const what = `${one.task} ${one.scheme} ${length}: ${share}, not ${mean}`;
        assert.ok(isLikePyTorch(one, length, share), what);
        compared += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  assert.equal(quick.length, 5 * tasks.length);
  assert.ok(compared >= 40, String(compared));
});

test('what follows from them: each conclusion from these numbers', () => {
  const ours = conclusions.filter((one) => found.has(one.tasks));
  assert.ok(ours.length >= 6, String(ours.length));
  assert.deepEqual(
    ours.filter(({ holds }) => !holds(found.at)).map(({ says }) => says),
    [],
  );
});
