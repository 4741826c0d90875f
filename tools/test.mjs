// npm test: everything that checks Posenc. `npm test -- native browser` runs some of it:
// tools, lint, native, sanitize, fuzz, wasm, browser.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fuzz, fuzzTargets } from './lib/fuzz.mjs';
import { lintSteps } from './lib/lint.mjs';
import { build, root } from './lib/paths.mjs';
import { run, Stop } from './lib/run.mjs';
import { main, runSteps } from './lib/steps.mjs';
import { buildCore, buildCpp, buildSite, buildWasmTests, setUp } from './lib/tasks.mjs';

/** @typedef {import('./lib/steps.mjs').Step} Step */

let passed = 0;

/** @param {string} text @param {RegExp} pattern */
function count(text, pattern) {
  const found = pattern.exec(text);
  if (!found) throw new Stop('a test runner did not say how many tests passed', text);
  return Number(found[1]);
}

/** What one build of the doctest suite ran: its cases by name, and how many assertions.
 * @type {Map<string, {cases: string[], assertions: number}>} */
const suites = new Map();

/** @param {string} name @param {string} command @param {string[]} args @returns {Step['run']} */
const doctest = (name, command, args) => async (report) => {
  const listed = await run(command, [...args, '--list-test-cases'], { cwd: root });
  const cases = listed.split('\n').filter((line) => line && !/^(\[doctest\]|=+$)/.test(line));
  const output = await run(command, args, {
    cwd: root,
    onLine: report,
    failure: `the ${name} test suite failed`,
  });
  const ran = count(output, /test cases:\s*(\d+)/);
  if (ran !== cases.length || ran !== count(output, /(\d+) passed/)) {
    throw new Stop(`of ${cases.length} test cases ${ran} were run`, output);
  }
  const assertions = count(output, /assertions:\s*(\d+)/);
  suites.set(name, { cases: cases.sort(), assertions });
  passed += ran;
  return `${ran} test cases, ${assertions} assertions`;
};

/**
 * @param {string} folder below tests/
 * @param {{only?: (file: string) => boolean, atOnce?: number}} [how] which files, and how many of them at once
 * @returns {Step['run']}
 */
const nodeTests =
  (folder, { only = () => true, atOnce = 1 } = {}) =>
  async (report) => {
    const files = readdirSync(join(root, 'tests', folder))
      .filter((file) => file.endsWith('.test.mjs') && only(file))
      .map((file) => join('tests', folder, file));
    const output = await run(
      process.execPath,
      [
        ...['--test', '--test-reporter=spec', '--test-timeout=300000'],
        ...[`--test-concurrency=${atOnce}`, ...files],
      ],
      { cwd: root, onLine: report, failure: `tests/${folder} failed` },
    );
    const ran = count(output, /^ℹ pass (\d+)/m);
    if (ran === 0 || ran !== count(output, /^ℹ tests (\d+)/m)) {
      throw new Stop(`tests/${folder}: not every test was run`, output);
    }
    passed += ran;
    return `${ran} tests`;
  };

/** What measures how long the page is kept from answering has both processors to itself. */
const alone = ['training.test.mjs'];

/** @type {Record<string, Step[]>} */
const parts = {
  tools: [{ title: 'Tools', run: nodeTests('tools') }],
  lint: lintSteps,
  native: [
    { title: 'Native build', run: buildCpp('native') },
    { title: 'Native test suite', run: doctest('native', join(build, 'native/posenc_tests'), []) },
    { title: 'Command line', run: nodeTests('cli') },
  ],
  sanitize: [
    {
      title: 'Native build by clang, with sanitizers',
      run: buildCpp('sanitize', ['posenc_tests']),
    },
    {
      title: 'Test suite under the address and undefined-behaviour sanitizers',
      run: doctest('sanitize', join(build, 'sanitize/posenc_tests'), []),
    },
  ],
  fuzz: [
    {
      title: 'Native build of the fuzz targets',
      run: buildCpp('fuzz', fuzzTargets),
    },
    {
      title: 'Made-up inputs to "posenc eval"',
      run: fuzz('evaluate', 60_000),
    },
    { title: 'Made-up answers to exercises', run: fuzz('answer', 15_000) },
    { title: 'Made-up results of programs', run: fuzz('nested', 15_000) },
  ],
  wasm: [
    ...buildWasmTests,
    {
      title: 'The same test suite as WebAssembly, under Node',
      run: doctest('wasm', process.execPath, [join(build, 'wasm/posenc_tests.cjs')]),
    },
    {
      title: 'Boundary between JavaScript and the core, and its npm package',
      run: nodeTests('wasm'),
    },
  ],
  browser: [
    {
      title: 'The built site in a browser',
      run: nodeTests('browser', { only: (file) => !alone.includes(file), atOnce: 2 }),
    },
    {
      title: 'Training in a browser',
      run: nodeTests('browser', { only: (file) => alone.includes(file) }),
    },
  ],
};

/** @type {Step} */
const sameSuites = {
  title: 'The builds ran the same cases',
  async run() {
    const [first, ...others] = [...suites.values()].map((suite) => JSON.stringify(suite));
    if (others.some((other) => other !== first)) {
      throw new Stop('the builds of the test suite differ in their cases or assertions');
    }
    return [...suites.keys()].join(', ');
  },
};

await main(async () => {
  const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(parts);
  const unknown = chosen.find((name) => !(name in parts));
  if (unknown !== undefined) {
    throw new Stop(
      `there is no part "${unknown}"; expected some of ${Object.keys(parts).join(', ')}`,
    );
  }
  const has = (/** @type {string} */ name) => chosen.includes(name);
  await runSteps([
    ...setUp({
      wasm: true,
      native: has('native') || has('sanitize') || has('fuzz') || has('browser'),
      clang: has('fuzz') || has('sanitize'),
      browser: has('browser'),
    }),
    ...(has('lint') || has('wasm') || has('browser') ? buildCore : []),
    ...(has('browser') && !has('native')
      ? [{ title: 'posenc command', run: buildCpp('native', ['posenc']) }]
      : []),
    ...(has('browser') ? [buildSite] : []),
    ...Object.keys(parts)
      .filter(has)
      .flatMap((name) => parts[name] ?? []),
    ...(has('native') && has('sanitize') && has('wasm') ? [sameSuites] : []),
  ]);
});
// A step that fails ends the run before this line, with the tests that failed.
if (!process.exitCode) console.log(`\n${passed} passed, 0 failed`);
