// What is checked without running anything.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atSharedPath } from './compiler-cache.mjs';
import { cache, root } from './paths.mjs';
import { run, Stop } from './run.mjs';
import { sideBySide } from './steps.mjs';
import { cppFiles, sourceFiles } from './tasks.mjs';
import { runInToolchain } from './toolchain.mjs';

/** @typedef {import('./steps.mjs').Step} Step */

const lintCache = join(cache, 'lint');

/**
 * A check that remembers what it found in order before, in any clone: by what is in a file, and the files it depends on.
 * @param {string} name @param {string[]} args @returns {Step['run']}
 */
const remembering = (name, args) => async (report) => {
  mkdirSync(lintCache, { recursive: true });
  const failure = `${name} found something to fix`;
  // At a path that all clones share, as what is kept names files by their whole path.
  await run(...atSharedPath(join('node_modules/.bin', name), args), {
    cwd: root,
    onLine: report,
    failure,
  });
};

/** All that a check of some folders reads, as one hash: also what the builds write there, and what it is run by. @param {string[]} folders */
async function stateOf(folders) {
  const given = [
    'package-lock.json',
    'package.json',
    'tools/eslint.config.mjs',
    'tools/lib/lint.mjs',
  ];
  const built = ['build/wasm', 'build/package'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  );
  const sources = await sourceFiles(folders);
  const read = [...given, ...sources, ...built.filter((name) => /\.d\.m?ts$/.test(name))];
  const hash = createHash('sha256').update(process.version);
  for (const file of read) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/**
 * A check that is not repeated, in any clone, where all that it reads is as it was when it found nothing.
 * @param {string} name @param {string[]} folders @param {Step['run']} check @returns {Step['run']}
 */
const unlessSame = (name, folders, check) => async (report) => {
  const stamp = join(lintCache, `${name}-${await stateOf(folders)}`);
  if (existsSync(stamp)) return 'unchanged';
  await check(report);
  writeFileSync(stamp, '');
  return undefined;
};

/** @param {string} project a folder with a tsconfig.json @param {string[]} [folders] that it reads */
const types = (project, folders = ['web']) => {
  const name = project.replaceAll('/', '-');
  const info = join(lintCache, `${name}.tsbuildinfo`);
  const args = ['--noEmit', '--incremental', '--tsBuildInfoFile', info, '-p', project];
  return unlessSame(`tsc-${name}`, folders, remembering('tsc', args));
};

const eslint = ['--config=tools/eslint.config.mjs', '--max-warnings=0'];

/** @type {Step[]} */
const checks = [
  // First, as they take longest. What a rule finds in the page depends on the types of other files, so eslint's own
  // cache, which knows one file at a time, is for the tools and tests alone.
  {
    title: 'Rules for the page',
    run: unlessSame('eslint-web', ['web'], remembering('eslint', [...eslint, 'web'])),
  },
  { title: 'Types of the tools and tests', run: types('tools', ['web', 'tools', 'tests']) },
  { title: 'Types of the page', run: types('web') },
  {
    title: 'Rules for the tools and tests',
    run: remembering('eslint', [
      ...[...eslint, '--cache', '--cache-strategy=content'],
      ...[`--cache-location=${join(lintCache, 'eslint')}`, 'tools', 'tests'],
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
      ...[`--cache-location=${join(lintCache, 'prettier')}`, '.'],
    ]),
  },
  {
    title: 'Layers: who may include or import whom',
    async run() {
      // Not before the npm packages are there: it reads imports with TypeScript's own parser.
      const { checkLayers } = await import('./layers.mjs');
      const { files, violations } = await checkLayers(root);
      if (violations.length > 0) {
        throw new Stop('some imports cross layers', violations.join('\n'));
      }
      return `${files} files`;
    },
  },
  {
    title: 'Plain English',
    async run() {
      // Not before the npm packages are there: it finds comments with TypeScript's own parser.
      const { checkPhrases } = await import('./phrases.mjs');
      const { files, complaints } = await checkPhrases(root);
      if (complaints.length > 0) {
        throw new Stop('some phrases are not plain English', complaints.join('\n'));
      }
      return `${files} files`;
    },
  },
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
];

/** The types need the core's own, which its build writes. */
export const lintSteps = [sideBySide('Format, rules, layers, types and plain English', checks)];
