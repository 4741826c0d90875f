// One model in training, timed: what tools/lib/bench.mjs asks for.
import { create } from './adapter.mjs';

/** @type {Awaited<ReturnType<typeof create>>} */
let work;

/** @type {Record<string, {D: number, H: number, L: number, T: number}>} */
const sizes = {
  S: { D: 32, H: 2, L: 1, T: 16 },
  M: { D: 64, H: 4, L: 2, T: 32 },
  L: { D: 128, H: 4, L: 2, T: 64 },
};

/** @param {string} size */
async function start(size) {
  const { D = 0, H = 0, L = 0, T = 0 } = sizes[size] ?? {};
  work = await create({ cfg: { V: 16, D, H, L, T, B: 32 } });
  return work.info;
}

/** How often the work is done within so many milliseconds. @param {string} what @param {number} least */
function time(what, least) {
  const begin = performance.now();
  let count = 0;
  let milliseconds = 0;
  while (milliseconds < least) {
    // Of the chains, operations; of training, steps.
    count += what === 'chains' ? work.runChains() : (work.train(), 1);
    milliseconds = performance.now() - begin;
  }
  return { count, milliseconds };
}

self.onmessage = async ({ data }) => {
  self.postMessage('size' in data ? await start(data.size) : time(data.work, data.milliseconds));
};
