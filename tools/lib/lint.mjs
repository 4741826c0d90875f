// What is checked without running anything.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { atPlace } from './compiler-cache.mjs';
import { cache, root } from './paths.mjs';
import { run, Stop } from './run.mjs';
import { sideBySide } from './steps.mjs';
import { cppFiles, npmBin } from './tasks.mjs';
import { runInToolchain } from './toolchain.mjs';

const kept = join(cache, 'lint');

/**
 * A check that remembers what it found in order before, in any clone: by what is in a file, and the files it depends on.
 * @param {string} name @param {string[]} args @returns {import('./steps.mjs').Step['run']}
 */
const remembering = (name, args) => async (report) => {
  mkdirSync(kept, { recursive: true });
  const failure = `${name} found something to fix`;
  // At a path that all clones share, as what is kept names files by their whole path.
  await run(...atPlace(join('node_modules/.bin', name), args), {
    cwd: root,
    onLine: report,
    failure,
  });
};

/** @param {string} project a folder with a tsconfig.json */
const types = (project) => {
  const info = join(kept, `${project.replaceAll('/', '-')}.tsbuildinfo`);
  const args = ['--noEmit', '--incremental', '--tsBuildInfoFile', info, '-p', project];
  return remembering('tsc', args);
};

/** @type {import('./steps.mjs').Step[]} */
const checks = [
  // First, as it takes longest, and the one that remembers nothing: what a rule finds depends on the types of other files.
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
    run: remembering('prettier', [
      ...['--check', '--log-level=warn', '--cache', '--cache-strategy=content'],
      ...[`--cache-location=${join(kept, 'prettier')}`, '.'],
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
  { title: 'Types of the page', run: types('web') },
  {
    title: 'Types of the worker',
    run: types('web/src/worker'),
  },
  {
    title: 'Types of the sandbox',
    run: types('web/src/sandbox'),
  },
  {
    title: 'Types of the service worker',
    run: types('web/src/offline'),
  },
  {
    title: 'Types of the loader, for browsers and Node',
    run: types('web/src/core'),
  },
  { title: 'Types of the tools and tests', run: types('tools') },
];

/** The types need the core's own, which its build writes. */
export const lintSteps = [sideBySide('Format, rules, layers and types', checks)];
