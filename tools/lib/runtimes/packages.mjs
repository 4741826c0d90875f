// npm packages that the project does not depend on, for the time of one command.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from '../run.mjs';

/**
 * A folder of its own with these packages, until `body` has ended. Their install scripts do not run, as they would
 * compile or download more.
 * @param {readonly string[]} packages with their exact versions
 * @param {(folder: string) => Promise<void>} body
 * @param {{withPrograms?: boolean}} [options] with the programs that packages bring for this platform
 */
export async function withPackages(packages, body, { withPrograms = false } = {}) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'posenc-runtimes-')));
  try {
    // Without it, npm would look for a project in the folders above.
    writeFileSync(join(folder, 'package.json'), '{"private": true}');
    const options = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund'];
    if (!withPrograms) options.push('--omit=optional');
    await run('npm', ['install', ...options, ...packages], {
      cwd: folder,
      failure: `the packages ${packages.join(', ')} could not be installed`,
    });
    await body(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A package of such a folder. @param {string} folder @param {string} name @returns {Promise<any>} */
export const importFrom = (folder, name) =>
  import(pathToFileURL(createRequire(join(folder, 'package.json')).resolve(name)).href);
