// npm run bench: how fast the core is, natively, under Node and in Chromium, each beside what the machine can do in
// the same run. Figures, not a test: nothing fails here for being slow.
//   npm run bench -- encodings | training   one of the two; training has lab 1 of the page too
//   npm run bench -- gradients              how far gradients are from central differences
//   npm run bench -- lab                    lab 1 alone, and how long it keeps the page from answering
//   npm run bench -- frames [PAGE ...]      how soon figures and pages follow a reader on an old phone
//   npm run bench -- sizes [PAGE ...]       what a first visit to each page loads until its first figure has been used
//   npm run bench -- models                 posenc model on a folder of configs, beside one call for each
//   npm run bench -- build                  npm start and npm run dev, on a copy
//   npm run bench -- build COMMIT ...       npm start, build:native and test of these commits, each in a clone with
//                                           caches of its own, which brings a GB through the network
//   npm run bench -- --quick                measured only once
//   npm run bench -- --peers=FOLDER         other libraries too: FOLDER has run.mjs, which takes --add (and what
//                                           else it wants from the environment)
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  benchFolder,
  benchInBrowser,
  buildBench,
  lab1InBrowser,
  longestTasksOfLab1,
} from './lib/bench.mjs';
import { bareTimes, buildTimes } from './lib/build-times.mjs';
import { showFrames } from './lib/frames.mjs';
import { modelRates } from './lib/model-rates.mjs';
import { build, site } from './lib/paths.mjs';
import { Stop } from './lib/run.mjs';
import { firstVisitsTo, totals } from './lib/sizes.mjs';
import { spreadLine } from './lib/spread.mjs';
import { main, runSteps } from './lib/steps.mjs';
import { buildCore, buildCpp, buildSite, setUp } from './lib/tasks.mjs';

const usage =
  'npm run bench -- [encodings | training | gradients | lab | frames [PAGE ...] | sizes [PAGE ...] | models | build [COMMIT ...]] [--quick] [--json] [--peers=FOLDER]';
/** The parts that can be named; '' is all of them. */
const parts = [
  '',
  'encodings',
  'training',
  'gradients',
  'lab',
  'frames',
  'sizes',
  'models',
  'build',
];
const options = /^--(quick|json|peers=.*)$/;

/** @param {number} value @param {number} digits @param {number} width */
const cell = (value, digits, width) => value.toFixed(digits).padStart(width);

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
}

/** @param {boolean} quick */
async function labInChromium(quick) {
  const rounds = quick ? 1 : 5;
  console.log(`\nlab 1 in the page, five schemes with three seeds each`);
  console.log(spreadLine('until all is trained and tested, s', await lab1InBrowser(rounds), 2));
  console.log(
    spreadLine(
      'longest task of the page, ms of the processor',
      await longestTasksOfLab1(rounds),
      1,
    ),
  );
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

/** @param {boolean} quick */
async function timesOfBuilds(quick) {
  console.log('\nseconds that a build takes; npm run dev: until open pages reload');
  // Each takes a while: it is shown at once.
  for await (const { name, seconds } of buildTimes(quick ? 1 : 5)) {
    console.log(spreadLine(name, seconds, 2));
  }
}

/** @param {readonly string[]} commits */
async function timesOfBareBuilds(commits) {
  for (const commit of commits) {
    console.log(`\n${commit} with empty caches, seconds`);
    for await (const { name, seconds, phases, load } of bareTimes(commit)) {
      console.log(`${spreadLine(name, seconds, 1)}   load ${load.toFixed(1)}`);
      for (const phase of phases) console.log(`  ${phase}`);
    }
  }
}

/** @param {boolean} quick */
async function ratesOfModels(quick) {
  console.log('\nconfigs a second       files  in one call  one by one   ratio   MB at most');
  for await (const { count, name, together, each, megabytes } of modelRates(
    quick ? [1000] : [10_000, 100_000],
  )) {
    console.log(
      `${name.padEnd(20)}${cell(count, 0, 8)}${cell(together, 0, 13)}${cell(each, 0, 12)}${cell(together / each, 0, 8)}${cell(megabytes, 1, 13)}`,
    );
  }
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
  if (part === 'models') {
    await runSteps([
      ...setUp({ wasm: false, native: true, browser: false }),
      { title: 'posenc command', run: buildCpp('native', ['posenc']) },
    ]);
    await ratesOfModels(quick);
    return;
  }
  if (part === 'build') {
    await (pages.length > 0 ? timesOfBareBuilds(pages) : timesOfBuilds(quick));
    return;
  }
  /** Of the built site. @type {Record<string, () => void | Promise<void>>} */
  const ofSite = {
    lab: () => labInChromium(quick),
    sizes: () => sizesOfVisits(pages),
    frames: () => showFrames({ only: pages }),
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
  console.log('\nnatively');
  show(join(build, 'native/posenc'), ['bench', ...arguments_]);
  console.log('\nunder Node');
  show(process.execPath, [...[join(build, 'wasm/command/posenc.cjs'), 'bench'], ...arguments_]);
  if (process.exitCode || !training || arguments_.includes('--json')) return;
  await inChromium(quick);
  await labInChromium(quick);
  if (part === '') {
    sizesOfVisits([]);
    await showFrames({ only: [] });
    await timesOfBuilds(quick);
  }
  if (peers === undefined) return;
  const adapter = `ours=web:${join(benchFolder, 'adapter.mjs')}`;
  show(process.execPath, [join(resolve(peers), 'run.mjs'), '--add', adapter]);
});
