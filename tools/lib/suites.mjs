// The test suites as steps: the doctest suite through CTest, tests under Node, tests in a browser by Playwright Test.
// Tests that only `npm test -- all` runs are marked: Node's are in files *.all.test.mjs, and the browser's are tagged @all.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { atSharedPath } from './compiler-cache.mjs';
import { build, root } from './paths.mjs';
import { run, Stop } from './run.mjs';

/** @typedef {import('./steps.mjs').Step} Step */

/** How many tests have passed so far. */
export const total = { passed: 0 };

/** @param {string} text @param {RegExp} pattern */
function count(text, pattern) {
  const found = pattern.exec(text);
  if (!found) throw new Stop('a test runner did not say how many tests passed', text);
  return Number(found[1]);
}

/** What one build of the doctest suite ran: its cases by name, and how many assertions.
 * @type {Map<string, {cases: string[], assertions: number}>} */
const suites = new Map();

/** How many inputs the corpora of the fuzz targets have. */
const inputsToTry = () =>
  readdirSync(join(root, 'tests/fuzz/corpus'), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile(),
  ).length;

/**
 * The native build runs each fuzz target on its corpus, too.
 * @param {string} output of CTest
 */
function triedInputs(output) {
  const tried = [...output.matchAll(/^\d+: (\d+) inputs$/gm)].reduce(
    (sum, [, n]) => sum + Number(n),
    0,
  );
  if (tried !== inputsToTry()) {
    throw new Stop(`of ${inputsToTry()} inputs in tests/fuzz/corpus ${tried} were tried`, output);
  }
  return `, ${tried} inputs of the fuzz targets`;
}

/**
 * The doctest suite of one build, a test of CTest for each folder, two at a time.
 * @param {string} title @param {'native' | 'sanitize' | 'wasm'} preset @returns {Step}
 */
export const doctest = (title, preset) => ({
  title,
  async run(report) {
    const ctest = ['--test-dir', `build/${preset}`, '--parallel', '2', '--verbose'];
    // Seen from where it was built, the paths of its tests are right.
    const [command, args] = preset === 'native' ? ['ctest', ctest] : atSharedPath('ctest', ctest);
    const output = await run(command, args, {
      cwd: root,
      onLine: report,
      failure: `the ${preset} test suite failed`,
    });
    const ran = [...output.matchAll(/^\d+: [\d.]+ s: (.*)$/gm)].map(([, name = '']) => name);
    const assertions = [...output.matchAll(/^\d+: \[doctest\] assertions:\s*(\d+)/gm)].reduce(
      (sum, [, n]) => sum + Number(n),
      0,
    );
    const program = join(build, preset, preset === 'wasm' ? 'posenc_tests.cjs' : 'posenc_tests');
    const list = [program, '--list-test-cases'];
    const [start = '', ...rest] = preset === 'wasm' ? [process.execPath, ...list] : list;
    const listed = await run(start, rest, { cwd: root });
    const cases = listed.split('\n').filter((line) => line && !/^(\[doctest\]|=+$)/.test(line));
    if (JSON.stringify(ran.sort()) !== JSON.stringify(cases.sort())) {
      throw new Stop(`of ${cases.length} test cases of the ${preset} suite ${ran.length} were run`);
    }
    suites.set(preset, { cases, assertions });
    total.passed += ran.length;
    const inputs = preset === 'native' ? triedInputs(output) : '';
    return `${ran.length} test cases, ${assertions} assertions${inputs}`;
  },
});

/** @type {Step} */
export const sameSuites = {
  title: 'The builds ran the same cases',
  async run() {
    const [first, ...others] = [...suites.values()].map((suite) => JSON.stringify(suite));
    if (others.some((other) => other !== first)) {
      throw new Stop('the builds of the test suite differ in their cases or assertions');
    }
    return [...suites.keys()].join(', ');
  },
};

/**
 * The tests of a folder under Node: those that are marked, or all others.
 * @param {string} folder below tests/
 * @param {{marked?: boolean, shown?: RegExp}} [options] `shown`: what the tests print that is shown behind the result,
 *   matching parts of lines
 * @returns {Step['run']}
 */
export const nodeTests =
  (folder, { marked = false, shown } = {}) =>
  async (report) => {
    const files = readdirSync(join(root, 'tests', folder))
      .filter((file) => file.endsWith('.test.mjs') && file.endsWith('.all.test.mjs') === marked)
      .map((file) => join('tests', folder, file));
    const output = await run(
      process.execPath,
      [
        ...['--test', '--test-reporter=spec', '--test-timeout=300000'],
        ...['--test-concurrency=2', ...files],
      ],
      { cwd: root, onLine: report, failure: `tests/${folder} failed` },
    );
    const ran = count(output, /^ℹ pass (\d+)/m);
    if (ran === 0 || ran !== count(output, /^ℹ tests (\d+)/m)) {
      throw new Stop(`tests/${folder}: not every test was run`, output);
    }
    total.passed += ran;
    const lines = shown ? (output.match(new RegExp(shown, 'gm')) ?? []) : [];
    return [`${ran} tests`, ...lines].join('\n  ');
  };

const config = join(root, 'tests/browser/playwright.config.mjs');

/**
 * Tests in Chromium, two at a time.
 * @param {string[]} chosen arguments of Playwright Test: files, --grep
 * @param {number} [least] how many there must be
 * @returns {Step['run']}
 */
export const browserTests =
  (chosen, least = 1) =>
  async (report) => {
    const program = join(root, 'node_modules/.bin/playwright');
    await run(program, ['test', '-c', config, '--pass-with-no-tests', ...chosen], {
      cwd: root,
      onLine: report,
      failure: 'tests/browser failed; what was done in the page: build/playwright/results',
    });
    /** @type {{stats: {expected: number, unexpected: number, flaky: number, skipped: number}}} */
    const { stats } = JSON.parse(readFileSync(join(build, 'playwright/report.json'), 'utf8'));
    if (stats.expected < least || stats.unexpected + stats.flaky + stats.skipped > 0) {
      throw new Stop(`tests/browser: not every test was run: ${JSON.stringify(stats)}`);
    }
    total.passed += stats.expected;
    return `${stats.expected} tests`;
  };

/** Arguments of Playwright Test: what npm test leaves to `npm test -- all`, or all others. */
export const [marked, unmarked] = [
  ['--grep', '@all'],
  ['--grep-invert', '@all'],
];
