// A copy of the project, to build and change without a trace in this one.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, root } from './paths.mjs';
import { run, Stop } from './run.mjs';
import { sourceFiles } from './tasks.mjs';

/**
 * Makes a copy of all sources in a new folder below `build`, on the same file system, and resolves to the folder.
 * @param {{built?: string[], packages?: boolean}} [what] `built`: folders of `build` to take along; `packages`: the npm
 *   packages as well
 */
export async function copyOfProject({ built = [], packages = true } = {}) {
  mkdirSync(build, { recursive: true });
  const folder = realpathSync(mkdtempSync(join(build, 'copy-')));
  for (const file of await sourceFiles(['.'])) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    // (Else the core would be compiled again.)
    cpSync(join(root, file), join(folder, file), { preserveTimestamps: true });
  }
  // (Links of files, not of the folder: removing the copy must not reach the original.)
  if (packages) await run('cp', ['--archive', '--link', join(root, 'node_modules'), folder]);
  mkdirSync(join(folder, 'build'), { recursive: true });
  for (const name of built)
    await run('cp', ['--archive', join(build, name), join(folder, 'build')]);
  return folder;
}

/**
 * Runs one of the commands that serve the site until it does.
 * @param {string} folder @param {string} command a file of tools @param {Record<string, string>} [env]
 */
export async function served(folder, command, env = {}) {
  const start = performance.now();
  const child = spawn(process.execPath, [join('tools', command), '--port', '0'], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  let printed = '';
  /** @type {string} */
  const address = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        printed += String(chunk);
        const [, found] = /Posenc is at +(\S+)/.exec(printed) ?? [];
        if (found && printed.includes('Ctrl+C')) resolve(found);
      });
    }
    child.once('exit', () => reject(new Stop(`tools/${command} has ended`, printed)));
  });
  const seconds = (performance.now() - start) / 1000;
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    await ended;
  };
  return { seconds, address, stop, printed: () => printed };
}
