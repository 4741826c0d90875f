// The training benchmark in a browser: our build beside the machine's own speed, alternately in one run.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browser } from './debian.mjs';
import { build, root } from './paths.mjs';
import { serve } from './serve.mjs';
import { buildCpp } from './tasks.mjs';
import { longestTask, taskCategories } from './trace.mjs';

/** @typedef {import('./steps.mjs').Step} Step */

export const benchFolder = join(build, 'bench');

/** What a harness of others takes: build/bench/adapter.mjs, with the module beside it. @type {Step[]} */
export const buildBench = [
  { title: 'Training benchmark to WebAssembly', run: buildCpp('wasm', ['posenc_bench_wasm']) },
  {
    title: 'Adapter',
    async run() {
      mkdirSync(benchFolder, { recursive: true });
      for (const file of ['posenc-bench.mjs', 'posenc-bench.wasm']) {
        copyFileSync(join(build, 'wasm', file), join(benchFolder, file));
      }
      for (const file of ['adapter.mjs', 'worker.mjs']) {
        copyFileSync(join(root, 'tools/bench', file), join(benchFolder, file));
      }
      return 'build/bench/adapter.mjs';
    },
  },
];

/**
 * @typedef {{name: string, steps: number, gflops: number, ofPeak: number, best: number, bestOfPeak: number,
 *   two: number, bytes: number, peak: number, bestPeak: number}} Row `steps`, `gflops`, `peak`: of one worker,
 *   for each second, medians over the rounds; `best`: those of the best 20 ms, which others on the machine
 *   disturb least; `two`: steps of two workers at once over those of one
 */

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

/**
 * Times each size in workers of Chromium: windows of the chains and of training, in turn.
 * @param {{rounds: number, milliseconds: number}} how
 * @returns {Promise<Row[]>}
 */
export async function benchInBrowser({ rounds, milliseconds }) {
  const { chromium } = await import('playwright-core');
  writeFileSync(join(benchFolder, 'index.html'), '<!doctype html><title>Posenc bench</title>');
  const host = await serve(benchFolder);
  const running = await chromium.launch({ executablePath: browser() ?? '' });
  try {
    const page = await running.newPage();
    await page.goto(`http://127.0.0.1:${host.port}/`);
    /** @type {Row[]} */
    const rows = [];
    for (const name of ['S', 'M', 'B', 'L']) {
      await page.evaluate(async (size) => {
        const start = async () => {
          const worker = new Worker('worker.mjs', { type: 'module' });
          const ask = (/** @type {object} */ question) =>
            new Promise((resolve, reject) => {
              worker.onmessage = ({ data }) => resolve(data);
              worker.onerror = (event) => reject(new Error(event.message));
              worker.postMessage(question);
            });
          return { worker, ask, about: await ask({ size }) };
        };
        Object.assign(globalThis, { workers: [await start(), await start()] });
      }, name);
      const { flop, bytes } = await page.evaluate(
        () => /** @type {any} */ (globalThis).workers[0].about,
      );
      /**
       * Calls a second, of all workers together, and in the best 20 ms of one.
       * @param {number} workers @param {'train' | 'chains'} what
       * @returns {Promise<{rate: number, best: number}>}
       */
      const rate = (workers, what) =>
        page.evaluate(async ([count, window_, work]) => {
          const asked = /** @type {any} */ (globalThis).workers
            .slice(0, count)
            .map((/** @type {any} */ one) => one.ask({ work, milliseconds: window_ }));
          const answers = await Promise.all(asked);
          return {
            rate: answers.reduce((sum, one) => sum + (one.count / one.milliseconds) * 1000, 0),
            best: Math.max(...answers.map((one) => one.best * 1000)),
          };
        }, /** @type {const} */ ([workers, milliseconds, what]));
      /** @type {{steps: number[], ofPeak: number[], peaks: number[], two: number[]}} */
      const all = { steps: [], ofPeak: [], peaks: [], two: [] };
      let [best, bestPeak] = [0, 0];
      // The first round warms up.
      for (let round = -1; round < rounds; round++) {
        const peak = await rate(1, 'chains');
        const steps = await rate(1, 'train');
        const both = await rate(2, 'train');
        if (round < 0) continue;
        all.steps.push(steps.rate);
        all.peaks.push(peak.rate);
        all.ofPeak.push((steps.rate * flop) / peak.rate);
        all.two.push(both.rate / steps.rate);
        best = Math.max(best, steps.best);
        bestPeak = Math.max(bestPeak, peak.best);
      }
      await page.evaluate(() => {
        for (const { worker } of /** @type {any} */ (globalThis).workers) worker.terminate();
      });
      const steps = median(all.steps);
      rows.push({
        name,
        steps,
        gflops: (steps * flop) / 1e9,
        ofPeak: median(all.ofPeak),
        best,
        bestOfPeak: (best * flop) / bestPeak,
        two: median(all.two),
        bytes,
        peak: median(all.peaks) / 1e9,
        bestPeak: bestPeak / 1e9,
      });
    }
    return rows;
  } finally {
    await running.close();
    await host.close();
  }
}

/**
 * Lab 1 in a page opened anew for each round.
 * @template T @param {number} rounds
 * @param {(lab: import('playwright-core').Locator, running: import('playwright-core').Browser) => Promise<T>} use
 * @returns {Promise<T[]>}
 */
async function withLab1(rounds, use) {
  const { chromium } = await import('playwright-core');
  const host = await serve(join(build, 'site'));
  const running = await chromium.launch({ executablePath: browser() ?? '' });
  try {
    /** @type {T[]} */
    const all = [];
    for (let round = 0; round < rounds; round++) {
      // Else the processors would still be busy with keeping the site for use without a network.
      const context = await running.newContext({ serviceWorkers: 'block' });
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${host.port}/train.html`);
      const lab = page.locator('#lab-1');
      await lab.scrollIntoViewIfNeeded();
      await lab.getByRole('button', { name: 'Train without a guess' }).waitFor();
      all.push(await use(lab, running));
      await context.close();
    }
    return all;
  } finally {
    await running.close();
    await host.close();
  }
}

/** Runs inside the page: seconds from the press of Start until all is trained and tested. @param {Element} lab */
async function trainAll(lab) {
  const button = lab.shadowRoot?.querySelector('.buttons .main');
  const isOver = () => button?.textContent?.trim() === 'Start';
  const start = performance.now();
  const train = lab.shadowRoot?.querySelector('#guesses button');
  /** @type {HTMLElement} */ (train).click();
  while (isOver()) await new Promise((resolve) => setTimeout(resolve, 5));
  while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 5));
  return (performance.now() - start) / 1000;
}

/**
 * How long a reader waits for lab 1, with three seeds of each of its five schemes: seconds, one for each round.
 * @param {number} rounds
 */
export const lab1InBrowser = (rounds) => withLab1(rounds, (lab) => lab.evaluate(trainAll));

/**
 * How long lab 1 keeps the page from answering meanwhile: the longest task of each round, in milliseconds of the processor.
 * @param {number} rounds
 */
export const longestTasksOfLab1 = (rounds) =>
  withLab1(rounds, async (lab, running) => {
    await running.startTracing(lab.page(), { categories: taskCategories });
    await lab.evaluate(trainAll);
    // The frame that shows the end.
    await lab.page().waitForTimeout(500);
    return longestTask(JSON.parse(String(await running.stopTracing())).traceEvents);
  });
