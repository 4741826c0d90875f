// What tiny models learn, against PyTorch: one seed of experiments. All of them, with more seeds: npm run experiments.
// The page trains the same models to the bit (tests/wasm/same-bits.test.mjs).
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

/** Trains the five schemes on each of some tasks. @param {string[]} tasks */
export function compareWithPyTorch(tasks) {
  const chosen = configurations.filter(({ task, options }) => tasks.includes(task) && !options);
  const found = new Findings();

  test(`one seed of ours is like five of PyTorch: ${tasks.join(', ')}`, async () => {
    const waiting = [...chosen];
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
    assert.equal(chosen.length, 5 * tasks.length);
    assert.ok(compared >= chosen.length, String(compared));
  });

  test(`what follows from that: each conclusion about ${tasks.join(', ')}`, () => {
    const ours = conclusions.filter((one) => found.has(one.tasks));
    assert.deepEqual([...new Set(ours.flatMap((one) => one.tasks))].sort(), tasks.toSorted());
    assert.deepEqual(
      ours.filter(({ holds }) => !holds(found.at)).map(({ says }) => says),
      [],
    );
  });
}
