// One model in training, timed: what tools/lib/bench.mjs asks for.
import { create } from './adapter.mjs';

/** @type {Awaited<ReturnType<typeof create>>} */
let work;

/** @type {Record<string, {V: number, D: number, H: number, L: number, T: number, B: number}>} */
const sizes = {
  S: { V: 16, D: 32, H: 2, L: 1, T: 16, B: 32 },
  M: { V: 16, D: 64, H: 4, L: 2, T: 32, B: 32 },
  B: { V: 39, D: 64, H: 4, L: 2, T: 64, B: 16 },
  L: { V: 16, D: 128, H: 4, L: 2, T: 64, B: 32 },
};

/** @param {string} size */
async function start(size) {
  const cfg = sizes[size];
  if (!cfg) throw new Error(`there is no size ${size}`);
  work = await create({ cfg });
  return work.info;
}

/** Short enough that many fall between what else the machine does, and long for the clock of a page. */
const groupMs = 20;

/**
 * How much is done in that many milliseconds: of the chains, operations; of training, steps. `best`: in a
 * millisecond of the best group of calls.
 * @param {string} what @param {number} least
 */
function time(what, least) {
  const begin = performance.now();
  let [count, best, now] = [0, 0, begin];
  while (now - begin < least) {
    const start = now;
    let done = 0;
    do {
      done += what === 'chains' ? work.runChains() : (work.train(), 1);
      now = performance.now();
    } while (now - start < groupMs);
    count += done;
    best = Math.max(best, done / (now - start));
  }
  return { count, best, milliseconds: now - begin };
}

self.onmessage = async ({ data }) => {
  self.postMessage('size' in data ? await start(data.size) : time(data.work, data.milliseconds));
};
