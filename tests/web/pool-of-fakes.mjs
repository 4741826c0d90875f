// A training pool whose workers a test plays, and what tests of it share.
import { beforeEach } from 'node:test';
import { load, setUpBrowser, workshop } from './fake-workers.mjs';

/** @typedef {import('../../web/src/worker/training-pool.ts').TrainingRun} Run */
/** @typedef {import('../../web/src/worker/training-protocol.ts').Reports} Reports */
/** @typedef {import('../../web/src/worker/training-pool.ts').Material} Material */
/** @typedef {import('./fake-workers.mjs').FakeWorker} FakeWorker */

/** @type {typeof import('../../web/src/worker/training-pool.ts')} */
const { TrainingPool, TrainingRun } = await load('worker/training-pool');

/** Those of the test that runs. @type {import('node:test').MockTimers} */
export let timers;

beforeEach((context) => {
  setUpBrowser();
  ({ timers } = /** @type {import('node:test').TestContext} */ (context).mock);
  timers.enable({ apis: ['setTimeout'] });
});

/** Lets everything happen that needs no more than a moment. */
export async function settle() {
  for (let round = 0; round < 20; round++) {
    timers.tick(1);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** @param {number} processors @param {{create?: () => Worker, missing?: string | null}} [how] */
export function setUp(processors, { create, missing = null } = {}) {
  const { made, alive, create: usual } = workshop();
  const pool = new TrainingPool(
    create ?? usual,
    () => processors,
    () => Promise.resolve(missing),
  );
  /** @param {{reports?: Reports, lengths?: number[], watched?: number[][], material?: Material}} [how] */
  const start = ({ reports = 'steps', lengths = [10, 20], watched = [], material = {} } = {}) => {
    /** @type {string[]} */
    const states = [];
    const options = /** @type {any} */ ({ steps: 100 });
    const changed = (/** @type {Run} */ { state }) => states.push(state);
    const run = new TrainingRun(pool, options, lengths, changed, reports, watched, material);
    return Object.assign(run, { states });
  };
  const startSome = (/** @type {number} */ count) => Array.from({ length: count }, () => start());
  return { made, alive, start, startSome };
}

/** @template T @param {T | undefined | null} value */
export const the = (value) => /** @type {T} */ (value);

/** What was sent about a run, to all workers. @param {FakeWorker[]} workers @param {Run} run */
export const sentAbout = (workers, run) =>
  workers.flatMap(({ sent }) =>
    sent.filter((command) => command.run === run.id).map(({ type }) => type),
  );

/** The worker that a run was started in last. @param {FakeWorker[]} workers @param {Run} run */
export const workerOf = (workers, run) =>
  the(
    [...workers]
      .reverse()
      .find(({ sent }) => sent.some(({ type, run: id }) => type === 'start' && id === run.id)),
  );

/** How many runs were started in each worker. @param {FakeWorker[]} workers */
export const startsIn = (workers) =>
  workers.map(({ sent }) => sent.filter(({ type }) => type === 'start').length);

/** @param {FakeWorker} worker @param {Run} run */
export const begin = (worker, run) =>
  worker.reply({ run: run.id, type: 'started', info: { id: 1 } });

/** @param {FakeWorker} worker @param {Run} run @param {number[]} losses @param {unknown} [look] */
export const step = (worker, run, losses, look = null) =>
  worker.reply({
    run: run.id,
    type: 'steps',
    steps: { losses, accuracies: losses.map((loss) => 1 - loss), bits: [], divergedAt: null },
    look,
  });

/** @param {FakeWorker} worker @param {Run} run @param {boolean} [stopped] */
export const finish = (worker, run, stopped = false) =>
  worker.reply({ run: run.id, type: 'done', stopped, open: 0 });

/** @param {FakeWorker} worker @param {Run} run @param {string} [code] */
export const fail = (worker, run, code = 'broken') =>
  worker.reply({ run: run.id, type: 'failed', error: { code, message: 'broke down' } });

/** @param {readonly Run[]} runs */
export const statesOf = (runs) => runs.map(({ state }) => state).join(' ');
