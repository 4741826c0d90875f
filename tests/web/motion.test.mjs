// What moves: springs and the clock, with frames that the test gives.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { runnerImport } from 'vite';

/** @type {typeof import('../../web/src/ui/motion.ts')} */
const { Spring, stepAll, wake } = (await runnerImport('./web/src/ui/motion.ts')).module;

let reduced = false;
/** @type {((now: number) => void)[]} */
let frames = [];
const page = /** @type {any} */ (globalThis);
page.matchMedia = () => ({ matches: reduced });
page.requestAnimationFrame = (/** @type {(now: number) => void} */ run) => frames.push(run);

beforeEach(() => {
  reduced = false;
  frames = [];
});

/** Runs what waits for the next frame. @param {number} now */
function frame(now) {
  const due = frames;
  frames = [];
  for (const run of due) run(now);
  return due.length;
}

test('a spring comes to its target without passing it, in steps of any length', () => {
  for (const seconds of [1 / 240, 1 / 60, 0.04]) {
    const spring = new Spring(0);
    spring.to = 1;
    let before = 0;
    let steps = 0;
    while (spring.step(seconds)) {
      assert.ok(spring.at >= before && spring.at <= 1, `${spring.at} after ${before}`);
      before = spring.at;
      assert.ok(++steps < 2000);
    }
    assert.equal(spring.at, 1);
    assert.ok(steps * seconds > 0.2 && steps * seconds < 2, `${steps * seconds} s`);
  }
});

test('a push comes back to where it was', () => {
  const spring = new Spring(3);
  spring.push(5);
  let farthest = 3;
  while (spring.step(1 / 60)) farthest = Math.max(farthest, spring.at);
  assert.ok(farthest > 3.05);
  assert.equal(spring.at, 3);
});

test('with reduced motion a spring is at its target at once', () => {
  reduced = true;
  const spring = new Spring(0);
  spring.to = 2;
  assert.equal(spring.step(1 / 60), false);
  assert.equal(spring.at, 2);
});

test('one clock moves all that is awake, one frame at a time, and stops when all is at rest', () => {
  const [quick, slow] = [new Spring(0, 40), new Spring(0, 10)];
  quick.to = slow.to = 1;
  const drawn = { quick: 0, slow: 0 };
  const moving = (
    /** @type {InstanceType<typeof Spring>} */ spring,
    /** @type {'quick' | 'slow'} */ name,
  ) => ({
    step: (/** @type {number} */ seconds) => stepAll([spring], seconds),
    draw: () => drawn[name]++,
  });
  const one = moving(quick, 'quick');
  wake(one);
  wake(one);
  wake(moving(slow, 'slow'));
  assert.equal(frames.length, 1);
  let now = 0;
  let count = 0;
  while (frames.length > 0) {
    assert.equal(frame((now += 16)), 1);
    assert.ok(++count < 1000);
  }
  assert.ok(drawn.quick > 1 && drawn.quick < drawn.slow);
  assert.equal(drawn.slow, count);
  assert.deepEqual([quick.at, slow.at], [1, 1]);
});

test('what wakes something else while it is drawn for the last time does not start a second clock', () => {
  const spring = new Spring(0);
  spring.to = 1;
  const other = { step: () => stepAll([spring], 1 / 60), draw: () => {} };
  wake({ step: () => false, draw: () => wake(other) });
  frame(0);
  assert.equal(frames.length, 1);
});
