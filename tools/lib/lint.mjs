// What is checked without running anything.
import { root } from './paths.mjs';
import { Stop } from './run.mjs';
import { sideBySide } from './steps.mjs';
import { cppFiles, npmBin } from './tasks.mjs';
import { runInToolchain } from './toolchain.mjs';

/** @type {import('./steps.mjs').Step[]} */
const checks = [
  {
    title: 'Format of C++',
    async run(report) {
      await runInToolchain('clang-format', ['--dry-run', '--Werror', ...(await cppFiles())], {
        onLine: report,
        failure: 'the C++ is not formatted: npm run format',
      });
    },
  },
  {
    title: 'Format of the page and the tools',
    run: npmBin('prettier', ['--check', '--log-level=warn', '.']),
  },
  {
    title: 'Rules for the page and the tools',
    run: npmBin('eslint', [
      '--config=tools/eslint.config.mjs',
      '--max-warnings=0',
      'web',
      'tools',
      'tests',
    ]),
  },
  {
    title: 'Layers: who may include or import whom',
    async run() {
      // Not before the npm packages are there: it reads imports with TypeScript's own parser.
      const { checkLayers } = await import('./layers.mjs');
      const { files, violations } = await checkLayers(root);
      if (violations.length > 0) {
        throw new Stop('the layers are crossed', violations.join('\n'));
      }
      return `${files} files`;
    },
  },
  { title: 'Types of the page', run: npmBin('tsc', ['--noEmit', '-p', 'web']) },
  {
    title: 'Types of the worker',
    run: npmBin('tsc', ['--noEmit', '-p', 'web/src/worker']),
  },
  {
    title: 'Types of the sandbox',
    run: npmBin('tsc', ['--noEmit', '-p', 'web/src/sandbox']),
  },
  {
    title: 'Types of the service worker',
    run: npmBin('tsc', ['--noEmit', '-p', 'web/src/offline']),
  },
  {
    title: 'Types of the loader, for browsers and Node',
    run: npmBin('tsc', ['--noEmit', '-p', 'web/src/core']),
  },
  { title: 'Types of the tools and tests', run: npmBin('tsc', ['--noEmit', '-p', 'tools']) },
];

/** The types need the core's own, which its build writes. */
export const lintSteps = [sideBySide('Format, rules, layers and types', checks)];
