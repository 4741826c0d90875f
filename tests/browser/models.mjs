// Models that a reader has trained before, as a browser keeps them: trained here, by the same core.
import { loadCore } from '../../build/package/node.js';

export const core = await loadCore();

/** @typedef {{task: string, options: import('../../build/package/api.js').TrainingOptions, bytes: Uint8Array, losses?: number[], accuracies?: number[], trainedOn?: {name: string, checksum: string}}} Model */

/** @type {Map<string, Model>} */
const trained = new Map();

/**
 * @param {string} task @param {string} scheme
 * @param {Partial<import('../../build/package/api.js').TrainingOptions>} [changes] to the task's own options
 */
export function modelOf(task, scheme, changes = {}) {
  const name = JSON.stringify([task, scheme, changes]);
  const known = trained.get(name);
  if (known) return known;
  const options = { ...core.trainingDefaults(task, scheme), ...changes };
  const { id } = core.createTrainer(options);
  core.trainSteps(id, options.steps);
  const model = { task, options, bytes: core.checkpoint(id).bytes };
  core.disposeTrainer(id);
  trained.set(name, model);
  return model;
}

/** @template T @param {Model} model @param {(id: number) => T} use */
export function opened({ bytes }, use) {
  const { id } = core.openCheckpoint(bytes);
  try {
    return use(id);
  } finally {
    core.disposeTrainer(id);
  }
}

/** Keeps models in the browser of a page, the last as the newest. @param {import('playwright-core').Page} page @param {Model[]} models */
export async function keepIn(page, models) {
  // As text: hundreds of thousands of numbers would take Playwright seconds.
  const all = models.map(({ task, options, bytes, losses = [], accuracies = [], trainedOn }) => ({
    ...{ task, options, losses, accuracies, trainedOn },
    text: Buffer.from(bytes).toString('base64'),
  }));
  await page.evaluate(async (all) => {
    const asked = indexedDB.open('posenc-labs');
    /** @type {IDBDatabase} */
    const database = await new Promise((resolve) => {
      asked.onupgradeneeded = () => asked.result.createObjectStore('kept');
      asked.onsuccess = () => resolve(asked.result);
    });
    const transaction = database.transaction('kept', 'readwrite');
    const store = transaction.objectStore('kept');
    for (const [n, { task, options, losses, accuracies, trainedOn, text }] of all.entries()) {
      const setting = `${task} ${n}`;
      const run = { options, state: 'done', losses, accuracies, divergedAt: null };
      const runs = [{ ...run, evaluated: [], over: true, failure: null }];
      const about = { setting, task, at: n, ...(trainedOn && { text: trainedOn }) };
      const session = { version: 1, ...about, guesses: {}, runs };
      store.put(session, `session ${setting}`);
      const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
      store.put(bytes, `model ${setting} ${options.scheme} ${options.seed}`);
    }
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    database.close();
  }, all);
}
