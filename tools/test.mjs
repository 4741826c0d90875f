// npm test: everything that checks Posenc. `npm test -- native browser` runs some of it:
// tools, lint, native, sanitize, fuzz, wasm, browser.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fuzz, fuzzTargets } from './lib/fuzz.mjs';
import { lintSteps } from './lib/lint.mjs';
import { build, root } from './lib/paths.mjs';
import { run, Stop } from './lib/run.mjs';
import { main, runSteps, sideBySide, twoAtATime } from './lib/steps.mjs';
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

/** So many processes take turns with a suite: few enough to start, and enough that the last one is not waited for. */
const shares = 8;

/**
 * The doctest suite, two processes at a time.
 * @param {string} title @param {string} name @param {string} command @param {string[]} args @returns {Step}
 */
const doctest = (title, name, command, args) => ({
  title,
  async run(report) {
    const listed = await run(command, [...args, '--list-test-cases'], { cwd: root });
    const cases = listed.split('\n').filter((line) => line && !/^(\[doctest\]|=+$)/.test(line));
    /** @type {string[]} */
    const ran = [];
    let assertions = 0;
    const share = Math.ceil(cases.length / shares);
    const jobs = Array.from({ length: shares }, (_, part) => async () => {
      const range = [`--first=${part * share + 1}`, `--last=${(part + 1) * share}`];
      const output = await run(command, [...args, ...range, '--duration=true'], {
        cwd: root,
        onLine: report,
        failure: `the ${name} test suite failed`,
      });
      // The summary counts cases of other ranges too; each that was run has its duration told.
      for (const [, title = ''] of output.matchAll(/^[\d.]+ s: (.*)$/gm)) ran.push(title);
      assertions += count(output, /assertions:\s*(\d+)/);
    });
    await twoAtATime(jobs);
    if (JSON.stringify(ran.sort()) !== JSON.stringify(cases.sort())) {
      throw new Stop(`of ${cases.length} test cases of the ${name} suite ${ran.length} were run`);
    }
    suites.set(name, { cases, assertions });
    passed += ran.length;
    return `${ran.length} test cases, ${assertions} assertions`;
  },
});

/**
 * @param {string} folder below tests/
 * @param {{only?: (file: string) => boolean, atOnce?: number}} [how] which files, and how many of them at once
 * @returns {Step['run']}
 */
const nodeTests =
  (folder, { only = () => true, atOnce = 2 } = {}) =>
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
const alone = ['training.test.mjs', 'labs.test.mjs'];

/** @type {Record<string, Step[]>} */
const parts = {
  tools: [{ title: 'Tools', run: nodeTests('tools') }],
  lint: lintSteps,
  native: [
    { title: 'Native build', run: buildCpp('native') },
    doctest('Native test suite', 'native', join(build, 'native/posenc_tests'), []),
    { title: 'Command line', run: nodeTests('cli') },
  ],
  sanitize: [
    {
      title: 'Native build by clang, with sanitizers',
      run: buildCpp('sanitize', ['posenc_tests']),
    },
    doctest(
      'Test suite under the address and undefined-behaviour sanitizers',
      'sanitize',
      join(build, 'sanitize/posenc_tests'),
      [],
    ),
  ],
  fuzz: [
    {
      title: 'Native build of the fuzz targets',
      run: buildCpp('sanitize', fuzzTargets),
    },
    sideBySide('Fuzz targets', [
      { title: 'Made-up inputs to "posenc eval"', run: fuzz('evaluate', 60_000) },
      { title: 'Made-up answers to exercises', run: fuzz('answer', 15_000) },
      { title: 'Made-up results of programs', run: fuzz('nested', 15_000) },
    ]),
  ],
  wasm: [
    ...buildWasmTests,
    doctest('The same test suite as WebAssembly, under Node', 'wasm', process.execPath, [
      join(build, 'wasm/posenc_tests.cjs'),
    ]),
    {
      title: 'Boundary between JavaScript and the core, and its npm package',
      run: nodeTests('wasm'),
    },
  ],
  browser: [
    {
      title: 'The built site in a browser',
      run: nodeTests('browser', { only: (file) => !alone.includes(file) }),
    },
    {
      title: 'Training in a browser',
      run: nodeTests('browser', { only: (file) => alone.includes(file), atOnce: 1 }),
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
