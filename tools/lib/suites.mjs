// The test suites as steps: the doctest suite through CTest, tests under Node, tests in a browser by Playwright Test.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { atPlace } from './compiler-cache.mjs';
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

/**
 * The doctest suite of one build, a test of CTest for each folder, two at a time.
 * @param {string} title @param {'native' | 'sanitize' | 'wasm'} preset @returns {Step}
 */
export const doctest = (title, preset) => ({
  title,
  async run(report) {
    const ctest = ['--test-dir', `build/${preset}`, '--parallel', '2', '--verbose'];
    // Seen from where it was built, the paths of its tests are right.
    const [command, args] = preset === 'native' ? ['ctest', ctest] : atPlace('ctest', ctest);
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
    return `${ran.length} test cases, ${assertions} assertions`;
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
 * @param {string} folder below tests/
 * @param {RegExp} [shown] what the tests print that is shown behind the result: matching parts of lines
 * @returns {Step['run']}
 */
export const nodeTests = (folder, shown) => async (report) => {
  const files = readdirSync(join(root, 'tests', folder))
    .filter((file) => file.endsWith('.test.mjs'))
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
 * Tests in Chromium, of one project of the configuration: how many have passed.
 * @param {'together' | 'alone'} project @param {string[]} chosen @param {(line: string) => void} report
 */
async function playwright(project, chosen, report) {
  await run(
    join(root, 'node_modules/.bin/playwright'),
    ['test', '-c', config, `--project=${project}`, '--pass-with-no-tests', ...chosen],
    {
      cwd: root,
      onLine: report,
      failure: 'tests/browser failed; what was done in the page: build/playwright/results',
    },
  );
  /** @type {{stats: {expected: number, unexpected: number, flaky: number, skipped: number}}} */
  const { stats } = JSON.parse(readFileSync(join(build, 'playwright/report.json'), 'utf8'));
  if (stats.unexpected + stats.flaky + stats.skipped > 0) {
    throw new Stop(`tests/browser: not every test was run: ${JSON.stringify(stats)}`);
  }
  return stats.expected;
}

/**
 * Tests in Chromium: two at a time, and then those that measure time, each alone.
 * @param {string[]} [chosen] arguments of Playwright Test: files, --grep; all by default
 * @returns {Step['run']}
 */
export const browserTests =
  (chosen = []) =>
  async (report) => {
    const ran =
      (await playwright('together', chosen, report)) + (await playwright('alone', chosen, report));
    if (ran === 0) throw new Stop('tests/browser: no test was run');
    total.passed += ran;
    return `${ran} tests`;
  };
