// Debian packages, unpacked into the user's cache folder and run from there through bubblewrap. Nothing of the host is
// touched.
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { cache } from './paths.mjs';
import { run } from './run.mjs';

/** The suite of Debian that all packages come from. */
export const suite = 'forky';

/** @param {string} text */
export const shortHash = (text) => createHash('sha256').update(text).digest('hex').slice(0, 8);

/**
 * Makes a folder whole or not at all: filled under another name, then renamed. Where two processes do
 * so at once, the first wins and the other uses its result.
 * @param {string} target
 * @param {(partial: string) => Promise<string | void>} fill may resolve to another name for the folder
 * @returns {Promise<string>} its path
 */
export async function makeFolder(target, fill) {
  if (existsSync(target)) return target;
  const partial = `${target}.partial-${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  let named = target;
  try {
    named = (await fill(partial)) ?? target;
    renameSync(partial, named);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(named)) throw error;
  }
  return named;
}

/** What an interrupted run has left behind. @param {string} folder */
export function removeAbandoned(folder) {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const pid = Number(/\.partial-(\d+)$/.exec(name)?.[1]);
    if (!pid) continue;
    try {
      process.kill(pid, 0);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') continue;
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}

/** The folder in the cache whose name begins with a prefix and a dash, if there is one. @param {string} prefix */
export function folderNamed(prefix) {
  if (!existsSync(cache)) return undefined;
  const name = readdirSync(cache).find((one) => one.startsWith(`${prefix}-`));
  return name && join(cache, name);
}

/**
 * Stops if this user may not enter what would be unpacked: better known before much is brought.
 * @param {string} consequence
 */
export const mayEnter = (consequence) =>
  run('bwrap', ['--ro-bind', '/', '/', '--unshare-net', 'true'], {
    failure: `bubblewrap cannot create a namespace on this machine, so ${consequence} on the machine itself`,
  });

/**
 * Unpacks packages, with all that they depend on, into a folder. Nothing of them is run, so no rights are needed.
 * @param {string[]} packages @param {string} folder
 * @param {{report: (line: string) => void, failure: string}} how
 */
export const unpackPackages = (packages, folder, { report, failure }) =>
  run(
    'mmdebstrap',
    [
      ...['--mode=chrootless', '--variant=extract'],
      '--aptopt=Acquire::Check-Valid-Until "false"',
      ...[`--include=${packages.join(',')}`, suite, folder],
    ],
    { onLine: report, failure },
  );

/** @param {string} path @param {string} folder */
const isBelow = (path, folder) => path === folder || path.startsWith(`${folder}/`);

/**
 * The file system that commands of an unpacked system see: that system, and the folders `shared`,
 * at the same paths as outside.
 * @param {string} system @param {string[]} shared
 */
export function view(system, shared) {
  const args = ['--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'];
  for (const top of readdirSync(system)) {
    const path = join(system, top);
    if (lstatSync(path).isSymbolicLink()) args.push('--symlink', readlinkSync(path), `/${top}`);
    else if (['usr', 'etc', 'var'].includes(top)) {
      // One level down, so that a clone or a cache below /usr or /var finds a place to be mounted.
      for (const name of readdirSync(path)) {
        const entry = join(path, name);
        if (shared.some((folder) => isBelow(folder, `/${top}/${name}`))) continue;
        if (lstatSync(entry).isSymbolicLink()) {
          args.push('--symlink', readlinkSync(entry), `/${top}/${name}`);
        } else args.push('--ro-bind', entry, `/${top}/${name}`);
      }
    }
  }
  for (const folder of shared) args.push('--bind', folder, folder);
  return args;
}
