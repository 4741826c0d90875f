// How tiny models do on texts longer than those they were trained on: trained and tested when the site is built, by the
// same core as in the page, so that figures can show it at once. Kept between builds of one core.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { build, packageFolder } from '../paths.mjs';

/** @typedef {import('./core.mjs').Core} Core */

/** What is trained and tested; the core's defaults give the rest. */
const settings = {
  seed: 1,
  tasks: ['previous', 'first-causal'],
  schemes: [
    { scheme: 'rope', remedies: ['none', 'ntk', 'yarn-short'] },
    // The slopes of the ALiBi paper for four heads are too flat for *previous token*, also within the trained length.
    { scheme: 'alibi', slopes: [2, 1, 0.5, 0.25], remedies: ['none'] },
  ],
  /** Their logarithms are about evenly spaced. */
  lengths: [8, 12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 80, 96, 112, 128],
};

/**
 * One model under one remedy: its accuracy at each length, beyond the trained ones on new positions alone.
 * @typedef {{task: string, scheme: string, remedy: string, slopes: number[], accuracies: number[]}} Measured
 * @typedef {{seed: number, trained: number, steps: number, headDim: number, base: number, lengths: number[],
 *   models: Measured[]}} Measurements
 */

const stepsAtOnce = 100;

/** @param {Core} core @param {string} task @param {string} scheme @param {number[]} [slopes] */
function optionsOf(core, task, scheme, slopes) {
  const { seed, lengths } = settings;
  const own = slopes ? { slopes: Float64Array.from(slopes) } : {};
  return { ...core.trainingDefaults(task, scheme), ...own, seed, longest: Math.max(...lengths) };
}

/** One model. @typedef {{task: string, entry: typeof settings.schemes[number]}} Job */

/** Called in a thread of its own (measured-worker.mjs). @param {Core} core @param {Job} job @returns {Measured[]} */
export function measure(core, { task, entry: { scheme, slopes, remedies } }) {
  const options = optionsOf(core, task, scheme, slopes);
  const { trainLongest: trained, dModel, heads, base } = options;
  const own = { dModel: dModel / heads, base, variant: /** @type {const} */ ('paper') };
  const { id } = core.createTrainer(options);
  while (core.trainSteps(id, stepsAtOnce).losses.length > 0);
  const models = remedies.map((remedy) => ({
    ...{ task, scheme, remedy, slopes: [...(slopes ?? [])] },
    accuracies: settings.lengths.map((length) => {
      if (scheme === 'rope') {
        const times = Math.max(1, length / trained);
        const remedied = /** @type {import('../../../build/package/node.js').Remedy} */ (remedy);
        const extended = core.withRemedy(remedied, own, trained, times, length);
        core.useFrequencies(id, extended.inverseFrequencies, extended.attentionFactor);
      }
      return core.evaluateLength(id, length).accuracy;
    }),
  }));
  core.disposeTrainer(id);
  return models;
}

/**
 * Jobs in several threads, as one model after another takes most of the time of a first build.
 * @param {Job[]} jobs @returns {Promise<Measured[]>}
 */
async function measureInThreads(jobs) {
  /** @type {Measured[][]} */
  const measured = [];
  let next = 0;
  const thread = () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('measured-worker.mjs', import.meta.url));
      let at = -1;
      const give = () => {
        at = next++;
        if (at < jobs.length) worker.postMessage(jobs[at]);
        else void worker.terminate().then(resolve);
      };
      worker.on('message', (models) => {
        measured[at] = models;
        give();
      });
      worker.on('error', reject);
      give();
    });
  await Promise.all(Array.from({ length: availableParallelism() }, thread));
  return measured.flat();
}

/** @param {Core} core @returns {Promise<Measurements>} */
async function measureAll(core) {
  const { seed, lengths, tasks, schemes } = settings;
  const options = optionsOf(core, tasks[0] ?? '', 'rope');
  return {
    ...{ seed, trained: options.trainLongest, steps: options.steps },
    ...{ headDim: options.dModel / options.heads, base: options.base, lengths },
    models: await measureInThreads(
      tasks.flatMap((task) => schemes.map((entry) => ({ task, entry }))),
    ),
  };
}

/** The files that decide what comes out. */
function keyOf() {
  const hash = createHash('sha256').update(JSON.stringify(settings));
  hash.update(readFileSync(new URL(import.meta.url)));
  return hash.update(readFileSync(join(packageFolder, 'posenc-training.wasm'))).digest('hex');
}

const measuredFile = join(build, 'lesson/measured.json');

/** @param {Core} core @returns {Promise<Measurements>} */
async function cachedOrMeasured(core) {
  const key = keyOf();
  if (existsSync(measuredFile)) {
    const cached = JSON.parse(readFileSync(measuredFile, 'utf8'));
    if (cached.key === key) return cached.measured;
  }
  const measured = await measureAll(core);
  mkdirSync(dirname(measuredFile), { recursive: true });
  writeFileSync(measuredFile, JSON.stringify({ key, measured }));
  return measured;
}

/** @type {Promise<Measurements> | undefined} */
let promised;

/** The same for all that a process makes of one core. @param {Core} core */
export const measurements = (core) => (promised ??= cachedOrMeasured(core));
