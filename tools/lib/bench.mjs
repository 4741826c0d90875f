// The training benchmark in a browser: our build beside the machine's own speed, alternately in one run.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browser } from './debian.mjs';
import { build, root } from './paths.mjs';
import { serve } from './serve.mjs';
import { buildCpp } from './tasks.mjs';

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
 * @typedef {{steps: number, gflops: number, ofPeak: number}} Rate for each second of one worker, medians
 * @typedef {{name: string, one: Rate, two: number, bytes: number, peak: number}} Row `two`: steps of two
 *   workers at once for each second, over those of one
 */

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;

/**
 * Times each size in workers of Chromium: windows of the chains and of training, in turn.
 * @param {{rounds: number, milliseconds: number, report: (line: string) => void}} how
 * @returns {Promise<Row[]>}
 */
export async function benchInBrowser({ rounds, milliseconds, report }) {
  const { chromium } = await import('playwright-core');
  writeFileSync(join(benchFolder, 'index.html'), '<!doctype html><title>Posenc bench</title>');
  const host = await serve(benchFolder);
  const running = await chromium.launch({ executablePath: browser() ?? '' });
  try {
    const page = await running.newPage();
    await page.goto(`http://127.0.0.1:${host.port}/`);
    /** @type {Row[]} */
    const rows = [];
    for (const name of ['S', 'M', 'L']) {
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
      /** @param {number} workers @param {'train' | 'chains'} what @returns {Promise<number>} calls a second */
      const rate = (workers, what) =>
        page.evaluate(async ([count, window_, work]) => {
          const asked = /** @type {any} */ (globalThis).workers
            .slice(0, count)
            .map((/** @type {any} */ one) => one.ask({ work, milliseconds: window_ }));
          const answers = await Promise.all(asked);
          return answers.reduce((sum, one) => sum + (one.count / one.milliseconds) * 1000, 0);
        }, /** @type {const} */ ([workers, milliseconds, what]));
      /** @type {{steps: number[], ofPeak: number[], peaks: number[], two: number[]}} */
      const all = { steps: [], ofPeak: [], peaks: [], two: [] };
      // The first round warms up.
      for (let round = -1; round < rounds; round++) {
        report(`${name}, round ${round + 1} of ${rounds}`);
        const peak = await rate(1, 'chains');
        const steps = await rate(1, 'train');
        const both = await rate(2, 'train');
        if (round < 0) continue;
        all.steps.push(steps);
        all.peaks.push(peak);
        all.ofPeak.push((steps * flop) / peak);
        all.two.push(both / steps);
      }
      await page.evaluate(() => {
        for (const { worker } of /** @type {any} */ (globalThis).workers) worker.terminate();
      });
      const steps = median(all.steps);
      const one = { steps, gflops: (steps * flop) / 1e9, ofPeak: median(all.ofPeak) };
      rows.push({ name, one, two: median(all.two), bytes, peak: median(all.peaks) / 1e9 });
    }
    return rows;
  } finally {
    await running.close();
    await host.close();
  }
}
