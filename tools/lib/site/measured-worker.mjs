// A thread that trains and tests one model after another: takes a Job, answers with what has been measured.
import { parentPort } from 'node:worker_threads';
import { loadCore } from './core.mjs';
import { measure } from './measured.mjs';

const core = loadCore();

parentPort?.on('message', async (/** @type {import('./measured.mjs').Job} */ job) => {
  parentPort?.postMessage(measure(await core, job));
});
