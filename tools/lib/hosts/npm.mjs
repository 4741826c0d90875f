// A host from npm: its packages with their exact versions, in the host's own folder.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run } from '../run.mjs';

/**
 * Installs packages, unless the folder has just these. Their install scripts do not run: they would download more.
 * @param {string} folder @param {Record<string, string>} packages versions by name @param {(line: string) => void} report
 */
export async function installPackages(folder, packages, report) {
  const about = JSON.stringify({ private: true, dependencies: packages });
  const file = join(folder, 'package.json');
  if (existsSync(join(folder, 'node_modules')) && existsSync(file)) {
    if (readFileSync(file, 'utf8') === about) return;
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, about);
  const options = ['--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...options], {
    cwd: folder,
    onLine: report,
    failure: `the packages ${Object.keys(packages).join(', ')} could not be installed`,
  });
}

/** @param {string} folder @param {string} name @returns {string} the version that is installed */
export const versionOf = (folder, name) =>
  JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;

/**
 * Runs a program of a package. @param {string} folder @param {string} file of the program, below node_modules
 * @param {string[]} args @param {{report: (line: string) => void, node?: string}} how `node`: another than this one
 */
export const runPackage = (folder, file, args, { report, node = process.execPath }) =>
  run(node, [join(folder, 'node_modules', file), ...args], {
    cwd: folder,
    onLine: report,
    // None asks whether it may send who uses it, or looks for a newer version.
    env: { CI: '1', DO_NOT_TRACK: '1', ASTRO_TELEMETRY_DISABLED: '1' },
    failure: `${file} failed in ${folder}`,
  });

/** Writes the files of a host's site. @param {string} folder @param {Record<string, string>} files by their paths */
export function writeFiles(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}
