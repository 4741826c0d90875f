// npm test: what checks Posenc, but for what takes long.
//   npm test -- all               everything
//   npm test -- native browser    some parts: tools, lint, native, sanitize, fuzz, wasm, browser, engines
//   npm test -- all browser       some parts, with what takes long in them
//   npm test -- --changed         what a change against main can fail
import { fuzz, fuzzTargets } from './lib/fuzz.mjs';
import { lintSteps } from './lib/lint.mjs';
import { Stop } from './lib/run.mjs';
import { main, runSteps, sideBySide } from './lib/steps.mjs';
import {
  browserTests,
  doctest,
  marked,
  nodeTests,
  sameSuites,
  total,
  unmarked,
} from './lib/suites.mjs';
import {
  buildCore,
  buildCpp,
  buildTestedSite,
  buildWasmTests,
  configureCpp,
  librariesOfTests,
  packSingleFile,
  setUp,
} from './lib/tasks.mjs';

/** @typedef {import('./lib/steps.mjs').Step} Step */

/** Two at a time, as configuring keeps one processor busy. */
const configuring = sideBySide('Configuring the native builds', [
  { title: 'by GCC', run: configureCpp('native') },
  { title: 'by clang', run: configureCpp('sanitize') },
]);

/** What tests are of, in the order in which it is built. Each build keeps all processors busy. */
const builds = {
  core: buildCore,
  site: [buildTestedSite],
  singleFile: [packSingleFile],
  command: [{ title: 'posenc command', run: buildCpp('native', ['posenc']) }],
  native: [{ title: 'Native build', run: buildCpp('native') }],
  sanitize: [
    {
      title: 'Native build by clang, with sanitizers',
      run: buildCpp('sanitize', ['posenc_tests']),
    },
  ],
  fuzz: [{ title: 'Native build of the fuzz targets', run: buildCpp('sanitize', fuzzTargets) }],
  wasmTests: [librariesOfTests, buildWasmTests],
};

/**
 * Tests of a part. Those that are long are run by `npm test -- all`, and where their part has no others.
 * @typedef {{part: string, isLong: boolean, of: Build[], steps: Step[]}} Tests
 */
/** @typedef {keyof typeof builds} Build */

/** @param {string} part @param {Build[]} of @param {Step[]} steps @returns {Tests} */
const short = (part, of, ...steps) => ({ part, isLong: false, of, steps });
/** @param {string} part @param {Build[]} of @param {Step[]} steps @returns {Tests} */
const long = (part, of, ...steps) => ({ part, isLong: true, of, steps });

/** In the order in which they run. */
const tests = [
  short(
    'tools',
    ['core', 'site', 'command'],
    { title: 'Tools', run: nodeTests('tools') },
    { title: 'The page, where it needs no browser', run: nodeTests('web') },
  ),
  short('lint', ['core'], ...lintSteps),
  short('native', ['native'], doctest('Native test suite', 'native'), {
    title: 'Command line',
    run: nodeTests('cli'),
  }),
  long('native', ['native'], {
    title: 'What the command trains, and the listings in PyTorch',
    run: nodeTests('cli', { marked: true }),
  }),
  long(
    'sanitize',
    ['sanitize'],
    doctest('Test suite under the address and undefined-behavior sanitizers', 'sanitize'),
  ),
  long(
    'fuzz',
    ['fuzz'],
    sideBySide('Fuzz targets', [
      // Two halves, by different seeds, as one takes as long as all the others.
      { title: 'Made-up answers to exercises', run: fuzz('answer', 7_500, 1) },
      { title: 'Other answers', run: fuzz('answer', 7_500, 2) },
      { title: 'Made-up inputs to "posenc eval"', run: fuzz('evaluate', 60_000, 1) },
      { title: 'Made-up results of programs', run: fuzz('nested', 15_000, 1) },
      { title: 'Made-up configs of models', run: fuzz('config', 10_000, 1) },
      { title: 'Made-up headers of GGUF files', run: fuzz('gguf', 25_000, 1) },
      { title: 'Made-up texts, checkpoints and options', run: fuzz('train', 2_000, 1) },
    ]),
  ),
  short('wasm', ['core', 'command'], {
    title: 'Boundary between JavaScript and the core, and its npm package',
    run: nodeTests('wasm', { shown: /solved by the core alone: .*/ }),
  }),
  long(
    'wasm',
    ['core', 'command', 'wasmTests'],
    doctest('The same test suite as WebAssembly, under Node', 'wasm'),
    {
      title: 'The command and the benchmark as WebAssembly, under Node',
      run: nodeTests('wasm', { marked: true }),
    },
  ),
  short('browser', ['core', 'site', 'command'], {
    title: 'The built site in a browser',
    run: browserTests(unmarked),
  }),
  long('browser', ['core', 'site', 'singleFile', 'command'], {
    title: 'The site built again, as an archive, as one file; the package in a bundler',
    run: browserTests(marked),
  }),
  short('engines', ['core', 'site'], {
    title: 'A page in Firefox and in WebKit',
    run: nodeTests('engines'),
  }),
  long('engines', ['core', 'site', 'singleFile', 'command'], {
    title: 'Every page, the main features and the same bits in three engines',
    run: nodeTests('engines', { marked: true, shown: /same bits in .*/ }),
  }),
];

const parts = [...new Set(tests.map(({ part }) => part))];

/** All that some tests need, each once, then the tests. @param {Tests[]} chosen */
function stepsOf(chosen) {
  const isOf = (/** @type {Build[]} */ ...names) =>
    chosen.some((one) => one.of.some((name) => names.includes(name)));
  const isIn = (/** @type {string[]} */ ...names) =>
    chosen.some(({ part }) => names.includes(part));
  const suites = ['native', 'sanitize', 'wasmTests'];
  return [
    ...setUp({
      wasm: true,
      native: isOf('command', 'native', 'sanitize', 'fuzz'),
      clang: isOf('sanitize', 'fuzz'),
      browser: isIn('browser'),
      engines: isIn('engines'),
      python: isIn('tools', 'native'),
      torch: chosen.some(({ part, isLong }) => part === 'native' && isLong),
    }),
    ...(isOf('native') && isOf('sanitize') ? [configuring] : []),
    ...Object.entries(builds)
      .filter(([name]) => isOf(/** @type {Build} */ (name)))
      // It is part of the whole.
      .filter(([name]) => name !== 'command' || !isOf('native'))
      .flatMap(([, steps]) => steps),
    ...chosen.flatMap(({ steps }) => steps),
    ...(suites.every((name) => isOf(/** @type {Build} */ (name))) ? [sameSuites] : []),
  ];
}

/** Says which long tests of some parts were not run. @param {string[]} names of parts @param {Tests[]} ran */
function listNotRun(names, ran) {
  const left = tests.filter((one) => names.includes(one.part) && !ran.includes(one));
  if (left.length === 0) return;
  console.log('\nNot run:');
  for (const { part, steps } of left) {
    for (const { title } of steps) console.log(`  ${part.padEnd(8)}  ${title}`);
  }
  console.log('To run all: npm test -- all (or of some parts: npm test -- all native fuzz)');
}

/** Runs what a change against main can fail, but for what takes long. */
async function runChanged() {
  await runSteps(setUp({ wasm: true }));
  // Not before the npm packages are there: it reads imports with TypeScript's own parser.
  const { affectedByChange } = await import('./lib/changed.mjs');
  const { files, parts: affected, browser } = await affectedByChange();
  console.log(`${files.length} changed: ${[...affected].join(', ')}`);
  /** @type {Step[]} */
  const inBrowser = [];
  const chosen = [...browser.files];
  if (chosen.length > 0) {
    const run = browserTests([...unmarked, ...chosen], 0);
    inBrowser.push({ title: `In a browser: ${chosen.join(', ')}`, run });
  }
  if (browser.pages.size > 0) {
    const pages = [...browser.pages];
    const one = browserTests(['every-page.test', '--grep', ` (${pages.join('|')}): `]);
    inBrowser.push({ title: `In a browser: all of ${pages.join(', ')}`, run: one });
  }
  if (browser.smoke) {
    const smoke = browserTests(['--grep', '@smoke', ...unmarked]);
    inBrowser.push({ title: 'In a browser: a test of each kind', run: smoke });
  }
  const toRun = tests
    .filter(({ part, isLong }) => affected.has(part) && !isLong)
    .map((one) => (one.part === 'browser' ? { ...one, steps: inBrowser } : one));
  await runSteps(stepsOf(toRun));
  listNotRun(
    [...affected],
    tests.filter(({ isLong }) => !isLong),
  );
}

await main(async () => {
  const given = process.argv.slice(2);
  if (given.length === 1 && given[0] === '--changed') return runChanged();
  const all = given.includes('all');
  const named = given.filter((word) => word !== 'all');
  const unknown = named.find((name) => !parts.includes(name));
  if (unknown !== undefined) {
    const expected = `"all", --changed, or some of ${parts.join(', ')}`;
    throw new Stop(`there is no part "${unknown}"; expected ${expected}`);
  }
  const chosen = named.length > 0 ? named : parts;
  const hasShort = (/** @type {string} */ part) =>
    tests.some((one) => one.part === part && !one.isLong);
  const ran = tests.filter(
    ({ part, isLong }) =>
      chosen.includes(part) && (!isLong || all || (named.length > 0 && !hasShort(part))),
  );
  await runSteps(stepsOf(ran));
  listNotRun(chosen, ran);
});
// A step that fails ends the run before this line, with the tests that failed.
if (!process.exitCode) console.log(`\n${total.passed} passed, 0 failed`);
