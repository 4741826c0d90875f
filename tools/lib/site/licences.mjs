// What ships with the site, and under which license.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { license } from '../license.mjs';
import { root } from '../paths.mjs';
import { version } from './changes.mjs';

/** @typedef {{name: string, version: string, licence: string, use: string, text: string}} Part */

/** @param {string} name */
const folderOf = (name) => join(root, 'node_modules', name);

/** Packages without a license file: the one of their project. @type {Record<string, string>} */
const notices = { '@micropython/micropython-webassembly-pyscript': 'micropython' };

/** @param {string} file */
const notice = (file) =>
  readFileSync(join(root, 'web/lesson/notices', `${file}.txt`), 'utf8').trim();

/** @param {string} name @returns {Omit<Part, 'use'>} */
function npmPackage(name) {
  const folder = folderOf(name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const known = notices[name];
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (!file && !known) throw new Error(`the npm package ${name} has no license file`);
  const text = known ? notice(known) : readFileSync(join(folder, file ?? ''), 'utf8').trim();
  return { name, version, licence: license, text };
}

/** Lit and axios need them outside of browsers only. */
const forNodeAlone = [
  '@lit-labs/ssr-dom-shim',
  ...['follow-redirects', 'form-data', 'https-proxy-agent', 'proxy-from-env'],
];

/** The npm packages that the page is made from: the dependencies, and theirs. */
export function shippedPackages() {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string[]} names */
  const add = (names) => {
    for (const name of names) {
      // Types do not ship.
      if (name.startsWith('@types/') || forNodeAlone.includes(name)) continue;
      if (found.has(name) || !existsSync(folderOf(name))) continue;
      found.add(name);
      const { dependencies = {} } = JSON.parse(
        readFileSync(join(folderOf(name), 'package.json'), 'utf8'),
      );
      add(Object.keys(dependencies));
    }
  };
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  add(Object.keys(own.dependencies));
  return [...found].sort();
}

const core = [
  { file: 'emscripten', name: 'Emscripten', licence: 'MIT', use: 'the core: startup and bindings' },
  { file: 'musl', name: 'musl', licence: 'MIT', use: 'the core: C library' },
  {
    file: 'llvm',
    name: 'libc++ and compiler-rt (LLVM)',
    licence: 'Apache-2.0 WITH LLVM-exception',
    use: 'the core: C++ library',
  },
  { file: 'eigen', name: 'Eigen 5', licence: 'MPL-2.0', use: 'the core: matrices' },
  {
    file: 'nlohmann-json',
    name: 'JSON for Modern C++',
    licence: 'MIT',
    use: 'the core: configs of models',
  },
];

/** @param {typeof core} parts @returns {Part[]} */
const withNotices = (parts) =>
  parts.map(({ file, ...part }) => ({
    ...part,
    version: '',
    text: notice(file),
  }));

const coreParts = () => withNotices(core);

/** The text that the labs train on. Its package is needed only when the site is built. @returns {Part} */
const bookPart = () => ({
  name: 'Moby-Dick; or, The Whale, by Herman Melville',
  version: '',
  licence: 'public domain (package: PDDL-1.0, CC0-1.0)',
  use: 'labs on text',
  text: notice('moby-dick'),
});

/** @returns {Part[]} */
function shippedParts() {
  // Of Vite a few lines ship, and none of what it brings itself.
  const vite = npmPackage('vite');
  return [
    ...shippedPackages().map((name) => ({ ...npmPackage(name), use: 'the page' })),
    {
      ...vite,
      text: vite.text.split('\n# Licenses of bundled')[0] ?? '',
      use: 'the page: loading',
    },
    { ...npmPackage('@fontsource/stix-two-math'), name: 'STIX Two Math', use: 'formulas' },
    { ...npmPackage('@fontsource/source-serif-4'), name: 'Source Serif 4', use: 'text' },
    bookPart(),
    ...coreParts(),
  ];
}

/** The project itself, once it has a license. @returns {Part[]} */
const own = () =>
  license
    ? [{ name: 'Posenc', version, licence: license, use: 'all', text: `License: ${license}` }]
    : [];

/** The notices of the project and of some parts in one text. @param {Part[]} parts */
const noticesOf = (parts) =>
  `${[...own(), ...parts]
    .map(({ name, version, text }) => `${name} ${version}`.trim() + `\n${'='.repeat(60)}\n${text}`)
    .join('\n\n\n')}\n`;

/** All that ships with the site. */
export const noticesText = () => noticesOf(shippedParts());

/** Those of the core alone. */
export const coreNotices = () => noticesOf(coreParts());

/** Those of the command, which the system's own libraries start. */
export const commandNotices = () =>
  noticesOf(
    withNotices([
      ...core.filter(({ file }) => ['eigen', 'nlohmann-json'].includes(file)),
      { file: 'cli11', name: 'CLI11', licence: 'BSD-3-Clause', use: 'the command: its options' },
    ]),
  );

export const licencesTable = () =>
  [
    '| part | license | where |',
    '|---|---|---|',
    ...shippedParts().map(
      ({ name, version, licence, use }) => `| ${name} ${version} | ${licence} | ${use} |`,
    ),
  ].join('\n');
