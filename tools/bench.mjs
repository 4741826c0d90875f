// npm run bench: how fast the core is, natively, under Node and in Chromium, each beside what the machine can do in
// the same run. Figures, not a test: nothing fails here for being slow.
//   npm run bench -- encodings | training   one of the two; training has lab 1 of the page too
//   npm run bench -- gradients              how far gradients are from central differences
//   npm run bench -- lab                    lab 1 alone, and how long it keeps the page from answering
//   npm run bench -- frames [PAGE ...]      how soon figures and pages follow a reader on an old phone
//   npm run bench -- sizes [PAGE ...]       what a first visit to each page loads until its first figure has been used
//   npm run bench -- build [--bare]         npm start and npm run dev, on a copy; --bare: also without what is kept
//                                           from earlier builds, which brings a GB through the network
//   npm run bench -- --quick                measured only once
//   npm run bench -- --peers=FOLDER         other libraries too: FOLDER has run.mjs, which takes --add (and what
//                                           else it wants from the environment)
// What is measured in the browser of whole parts is written to build/bench.html too, as bars beside what it
// should reach.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import {
  benchFolder,
  benchInBrowser,
  buildBench,
  lab1InBrowser,
  longestTasksOfLab1,
} from './lib/bench.mjs';
import { chartsOfCore } from './lib/bench-core.mjs';
import { barOf, barText, chartText, headText, writeBenchPage } from './lib/bench-page.mjs';
import { buildTimes } from './lib/build-times.mjs';
import { showFrames } from './lib/frames.mjs';
import { build, site } from './lib/paths.mjs';
import { Stop } from './lib/run.mjs';
import { firstVisitsTo, totals } from './lib/sizes.mjs';
import { main, runSteps } from './lib/steps.mjs';
import { buildCore, buildCpp, buildSite, setUp } from './lib/tasks.mjs';

/** Shares of the multiply-add peak that training should reach, by size. @type {Record<string, number>} */
const peakGoals = { S: 0.72, M: 0.82, L: 0.84 };
const labGoal = 5;
/** A longer task of a page is what browsers call a long one: the page answers late. */
const longTaskMs = 50;

const usage =
  'npm run bench -- [encodings | training | gradients | lab | frames [PAGE ...] | sizes [PAGE ...] | build [--bare]] [--quick] [--json] [--peers=FOLDER]';
/** The parts that can be named; '' is all of them. */
const parts = ['', 'encodings', 'training', 'gradients', 'lab', 'frames', 'sizes', 'build'];
const options = /^--(bare|quick|json|peers=.*)$/;

/** @param {number} value @param {number} digits @param {number} width */
const cell = (value, digits, width) => value.toFixed(digits).padStart(width);

/**
 * Runs `posenc bench`, which measures each encoding beside a plain copy of memory and training beside the peak.
 * @param {string} where @param {string} command @param {string[]} args
 */
function inCommand(where, command, args) {
  // (Of gradients there are errors, and no times to draw.)
  if (args.includes('--json') || args.includes('gradients')) {
    show(command, args);
    return;
  }
  const { stdout, stderr, status } = spawnSync(command, [...args, '--json'], { encoding: 'utf8' });
  if (status !== 0) {
    process.exitCode = 1;
    console.error(stderr);
    return;
  }
  const charts = chartsOfCore(where, JSON.parse(stdout));
  for (const chart of charts) console.log(chartText(chart));
  writeBenchPage(where, charts);
}

/** @param {boolean} quick */
async function inChromium(quick) {
  const how = quick ? { rounds: 1, milliseconds: 100 } : { rounds: 9, milliseconds: 500 };
  const rows = await benchInBrowser(how);
  console.log(
    '\ntraining in Chromium        MB   steps/s  GFLOP/s  of peak  |  best 20 ms  of best peak  |  two workers',
  );
  for (const row of rows) {
    console.log(
      [
        `${row.name.padEnd(22)}${cell(row.bytes / 1e6, 2, 8)}${cell(row.steps, 1, 10)}`,
        `${cell(row.gflops, 1, 9)}${cell(row.ofPeak, 3, 9)}${cell(row.best, 1, 15)}`,
        `${cell(row.bestOfPeak, 3, 14)}${cell(row.two, 2, 14)} x`,
      ].join(''),
    );
  }
  const list = (/** @type {number[]} */ values) =>
    values.map((value) => value.toFixed(1)).join(', ');
  console.log(
    `peak: ${list(rows.map(({ peak }) => peak))} GFLOP/s; at best ${list(rows.map(({ bestPeak }) => bestPeak))}`,
  );
  writeBenchPage('training', [
    {
      title: 'Training in Chromium: products of matrices',
      unit: 'of the multiply-add peak',
      digits: 3,
      note: 'The peak, 1, is measured in turn with the training: chains of multiplications and additions, four floats at once.',
      bars: rows.map(({ name, ofPeak }) => ({
        ...{ name, value: ofPeak, goal: peakGoals[name], limit: 1 },
      })),
    },
    {
      title: 'Training in Chromium: steps',
      unit: 'steps/s',
      digits: 1,
      bars: rows.map(({ name, steps }) => ({ name, value: steps })),
    },
  ]);
}

/** @param {boolean} quick */
async function labInChromium(quick) {
  const rounds = quick ? 1 : 5;
  const name = `${availableParallelism()} processors`;
  const charts = [
    {
      title: 'Lab 1 in the page, five schemes with three seeds each',
      ...{ unit: 's', digits: 2 },
      bars: [barOf(await lab1InBrowser(rounds), { name, goal: labGoal })],
    },
    {
      title: 'Longest task of the page while lab 1 trains',
      ...{ unit: 'ms', digits: 1 },
      note: 'Time of the processor: what else runs on this machine makes a task longer by the clock.',
      bars: [barOf(await longestTasksOfLab1(rounds), { name, goal: longTaskMs })],
    },
  ];
  for (const chart of charts) console.log(chartText(chart));
  writeBenchPage('lab', charts);
}

/** @param {readonly string[]} only */
function sizesOfVisits(only) {
  const kinds = /** @type {const} */ (['html', 'scripts', 'wasm', 'fonts', 'styles', 'other']);
  const heads = ['total', 'limit', ...kinds].map((name) => name.padStart(9)).join('');
  console.log(`\na first visit with gzip, KB${heads}`);
  for (const { page, limit, files } of firstVisitsTo(site)) {
    if (only.length > 0 && !only.includes(page)) continue;
    const sizes = totals(files);
    const cells = [sizes.total, limit * 1024, ...kinds.map((kind) => sizes[kind])];
    console.log(`${page.padEnd(27)}${cells.map((bytes) => cell(bytes / 1024, 1, 9)).join('')}`);
  }
}

/** @param {readonly string[]} only */
async function framesOnPhone(only) {
  const bars = await showFrames({ only });
  if (only.length > 0) return;
  const note =
    'From the move of a control to the changed picture, on a phone six times slower; workers count six times.';
  writeBenchPage('frames', [
    { title: 'Figures on an old phone', unit: 'ms', digits: 1, note, bars },
  ]);
}

/** @param {{quick: boolean, isBare: boolean}} how */
async function timesOfBuilds({ quick, isBare }) {
  const chart = {
    ...{ title: 'Waiting for a build', unit: 's', digits: 2 },
    note: 'npm run dev: from the change of a file until open pages reload. Texts and stills of other numbers follow later.',
    bars: /** @type {import('./lib/bench-page.mjs').Bar[]} */ ([]),
  };
  console.log(headText(chart));
  // Each takes a while: it is shown at once.
  for await (const bar of buildTimes({ rounds: quick ? 1 : 5, isBare })) {
    console.log(barText(chart, bar));
    chart.bars.push(bar);
  }
  writeBenchPage('build', [chart]);
}

/** @param {string} command @param {string[]} args */
function show(command, args) {
  console.log();
  if (spawnSync(command, args, { stdio: 'inherit' }).status !== 0) process.exitCode = 1;
}

await main(async () => {
  const given = process.argv.slice(2);
  if (given.includes('--help')) {
    console.log(usage);
    return;
  }
  const unknown = given.find((one) => one.startsWith('--') && !options.test(one));
  if (unknown !== undefined) throw new Stop(`there is no option "${unknown}"`, usage);
  const peers = given.find((one) => one.startsWith('--peers='))?.slice('--peers='.length);
  if (peers !== undefined && !existsSync(join(peers, 'run.mjs'))) {
    throw new Stop(`there is no run.mjs in the folder "${peers}" of --peers`);
  }
  const arguments_ = given.filter((one) => !one.startsWith('--peers='));
  const quick = arguments_.includes('--quick');
  const [part = '', ...pages] = arguments_.filter((one) => !one.startsWith('--'));
  if (!parts.includes(part)) throw new Stop(`there is no part "${part}"`, usage);
  if (part === 'build') {
    await timesOfBuilds({ quick, isBare: arguments_.includes('--bare') });
    return;
  }
  /** Of the built site. @type {Record<string, () => void | Promise<void>>} */
  const ofSite = {
    lab: () => labInChromium(quick),
    sizes: () => sizesOfVisits(pages),
    frames: () => framesOnPhone(pages),
  };
  if (part in ofSite) {
    await runSteps([...setUp({ wasm: true, browser: true }), ...buildCore, buildSite]);
    await ofSite[part]?.();
    return;
  }
  const training = part === '' || [part, ...pages].includes('training');
  await runSteps([
    ...setUp({ wasm: true, native: true, browser: training }),
    { title: 'posenc command', run: buildCpp('native', ['posenc']) },
    { title: 'posenc command for Node', run: buildCpp('wasm', ['posenc']) },
    ...(training ? [...buildBench, ...buildCore, buildSite] : []),
  ]);
  inCommand('natively', join(build, 'native/posenc'), ['bench', ...arguments_]);
  inCommand('under Node', process.execPath, [
    ...[join(build, 'wasm/command/posenc.cjs'), 'bench'],
    ...arguments_,
  ]);
  if (process.exitCode || !training || arguments_.includes('--json')) return;
  await inChromium(quick);
  await labInChromium(quick);
  if (part === '') {
    sizesOfVisits([]);
    await framesOnPhone([]);
    await timesOfBuilds({ quick, isBare: false });
  }
  if (peers === undefined) return;
  const adapter = `ours=web:${join(benchFolder, 'adapter.mjs')}`;
  show(process.execPath, [join(resolve(peers), 'run.mjs'), '--add', adapter]);
});
