// Which files include or import which: C++ and the page.
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { run } from './run.mjs';

/**
 * What a file includes, imports or loads as a worker.
 * @param {string} file
 * @param {string} text
 */
function namesIn(file, text) {
  const all = (/** @type {RegExp} */ pattern) =>
    [...text.matchAll(pattern)].map(([, name = '']) => name);
  if (/\.(cpp|hpp)$/.test(file)) return all(/^\s*#\s*include\s+(<[^>]+>|"[^"]+")/gm);
  return [
    ...ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName),
    ...all(/new URL\(\s*['"]([^'"]+)['"]/g),
  ];
}

/** @param {string} file @param {string} name @param {Set<string>} known */
function resolve(file, name, known) {
  if (name.startsWith('"')) {
    const path = name.slice(1, -1);
    const folders = [
      posix.dirname(file),
      ...['cpp/include', 'cpp/cli', 'cpp/config_json', 'cpp/bench', 'tests/native'],
    ];
    return (
      folders.map((folder) => posix.join(folder, path)).find((candidate) => known.has(candidate)) ??
      name
    );
  }
  if (!name.startsWith('.')) return name;
  return posix.join(posix.dirname(file), name.replace(/\?.*$/, ''));
}

/**
 * What each file uses, by path or name.
 * @param {Map<string, string>} sources text by path
 * @returns {Map<string, string[]>}
 */
export function usesIn(sources) {
  const known = new Set(sources.keys());
  return new Map(
    [...sources].map(([file, text]) => [
      file,
      namesIn(file, text).map((name) => resolve(file, name, known)),
    ]),
  );
}

/** The sources that the layers are about: C++ and the page. @param {string} root */
export async function readSources(root) {
  const listed = await run(
    'git',
    [
      ...['ls-files', '--cached', '--others', '--exclude-standard', '--'],
      ...['cpp', 'tests/native', 'tests/fuzz', 'tests/cli', 'web/src/*.ts'],
    ],
    { cwd: root },
  );
  const files = listed
    .split('\n')
    .filter((file) => /\.(cpp|hpp|ts)$/.test(file) && existsSync(join(root, file)));
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}
