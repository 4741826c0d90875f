// Emscripten, CMake and the header-only libraries: the host's own where they are recent enough, else
// brought from Debian into the user's cache folder and run through bubblewrap. Nothing of the host
// is touched.
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { cache, root } from './paths.mjs';
import { run, Stop, which } from './run.mjs';

/**
 * @typedef {object} Toolchain
 * @property {string} about names and versions, for people
 * @property {string} headers prefix with include/doctest, include/nlohmann and Eigen's CMake package
 * @property {(command: string, args: string[]) => [string, string[]]} enter
 *   how a command of the toolchain (emcmake, cmake, clang-format) is started from the host
 */

const suite = 'forky';
const packages = [
  ...['emscripten', 'cmake', 'ninja-build', 'clang-format'],
  ...['libeigen3-dev', 'doctest-dev', 'nlohmann-json3-dev'],
  ...['bash', 'dash', 'coreutils', 'sed', 'grep', 'findutils'],
];
// The key of the cache: another recipe is another folder.
const recipe = createHash('sha256')
  .update([suite, ...packages].join(' '))
  .digest('hex')
  .slice(0, 8);
const folder = join(cache, `toolchain-${suite}-${recipe}`);
const system = join(folder, 'system');

const oldest = { emscripten: 4, eigen: 5 };

/** The first number of the first dotted version in a text; 0 without one. @param {string} text */
export const majorVersion = (text) => Number(/(\d+)\.\d+/.exec(text)?.[1] ?? 0);

/** Eigen's version below a prefix such as /usr, or "". @param {string} prefix */
function eigenVersion(prefix) {
  const file = join(prefix, 'share/eigen3/cmake/Eigen3ConfigVersion.cmake');
  if (!existsSync(file)) return '';
  return /PACKAGE_VERSION "([\d.]+)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
}

/**
 * The headers that the builds need, copied out of a prefix into one of their own: with /usr/include
 * itself on the path, a cross-compiler or an older C library would pick up the wrong system headers.
 * @param {string} from @param {string} to
 */
function copyHeaders(from, to) {
  for (const part of ['include/eigen3', 'share/eigen3', 'include/doctest', 'include/nlohmann']) {
    mkdirSync(dirname(join(to, part)), { recursive: true });
    cpSync(join(from, part), join(to, part), { recursive: true, verbatimSymlinks: true });
  }
}

/**
 * Makes a folder whole or not at all: filled under another name, then renamed. Where two processes do
 * so at once, the first wins and the other uses its result.
 * @param {string} target @param {(partial: string) => Promise<void>} fill
 */
export async function makeFolder(target, fill) {
  if (existsSync(target)) return false;
  const partial = `${target}.partial-${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  try {
    await fill(partial);
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    if (!existsSync(target)) throw error;
  }
  return true;
}

/** What an interrupted run has left behind. */
function removeAbandoned() {
  if (!existsSync(cache)) return;
  for (const name of readdirSync(cache)) {
    const pid = Number(/\.partial-(\d+)$/.exec(name)?.[1]);
    if (!pid) continue;
    try {
      process.kill(pid, 0);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') continue;
      rmSync(join(cache, name), { recursive: true, force: true });
    }
  }
}

/** The host's own toolchain, if it is recent enough. @returns {Promise<Toolchain | null>} */
async function hostToolchain() {
  if (!['emcc', 'emcmake', 'cmake', 'ninja', 'clang-format'].every((name) => which(name)))
    return null;
  const prefix = ['/usr/local', '/usr'].find((candidate) =>
    ['include/doctest', 'include/nlohmann'].every((part) => existsSync(join(candidate, part))),
  );
  if (prefix === undefined || majorVersion(eigenVersion(prefix)) < oldest.eigen) return null;
  const version = (await run('emcc', ['--version'])).split('\n')[0] ?? '';
  if (majorVersion(version) < oldest.emscripten) return null;

  const eigen = eigenVersion(prefix);
  const headers = join(cache, `headers-eigen-${eigen}`);
  await makeFolder(headers, async (partial) => copyHeaders(prefix, partial));
  return {
    about: `this machine's own: emscripten ${/[\d.]+/.exec(version)?.[0]}, Eigen ${eigen}`,
    headers,
    enter: (command, args) => [command, args],
  };
}

/** How a command is run inside the unpacked system. @type {Toolchain['enter']} */
function enter(command, args) {
  const view = ['--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'];
  for (const name of readdirSync(system)) {
    const path = join(system, name);
    if (lstatSync(path).isSymbolicLink()) view.push('--symlink', readlinkSync(path), `/${name}`);
    else if (['usr', 'etc', 'var'].includes(name)) view.push('--ro-bind', path, `/${name}`);
  }
  const emscripten = join(folder, 'emscripten-cache');
  mkdirSync(emscripten, { recursive: true });
  view.push('--ro-bind', join(folder, 'headers'), join(folder, 'headers'));
  view.push('--bind', emscripten, emscripten, '--bind', root, root, '--chdir', root);
  view.push('--setenv', 'EM_CACHE', emscripten, '--setenv', 'HOME', '/tmp');
  view.push('--setenv', 'PATH', '/usr/bin', '--unshare-net', '--die-with-parent');
  return ['bwrap', [...view, command, ...args]];
}

/** @param {(line: string) => void} report @returns {Promise<Toolchain>} */
async function broughtToolchain(report) {
  removeAbandoned();
  await makeFolder(folder, async (partial) => {
    report(`unpacking Debian ${suite} (about 900 MB, once for all clones)`);
    await run(
      'mmdebstrap',
      [
        // Unpacks packages and runs nothing of them, so that no rights are needed.
        ...['--mode=chrootless', '--variant=extract'],
        '--aptopt=Acquire::Check-Valid-Until "false"',
        `--include=${packages.join(',')}`,
        ...[suite, join(partial, 'system')],
      ],
      {
        onLine: report,
        failure: `the toolchain could not be brought from Debian ${suite}; is the network reachable, and are 2 GB free in ${cache}?`,
      },
    );
    copyHeaders(join(partial, 'system/usr'), join(partial, 'headers'));
  });
  const emscripten = readFileSync(
    join(system, 'usr/share/emscripten/emscripten-version.txt'),
    'utf8',
  );
  const eigen = eigenVersion(join(system, 'usr'));
  if (majorVersion(emscripten) < oldest.emscripten || majorVersion(eigen) < oldest.eigen) {
    throw new Stop(
      `Debian ${suite} brought emscripten ${emscripten.trim()} and Eigen ${eigen}, but ${oldest.emscripten} and ${oldest.eigen} or later are needed`,
    );
  }
  return {
    about: `Debian ${suite}'s, in ${folder}: emscripten ${emscripten.replace(/["\s]/g, '')}, Eigen ${eigen}`,
    headers: join(folder, 'headers'),
    enter,
  };
}

/** @type {Toolchain | undefined} */
let found;

/** Whether the host's own toolchain will do, so that none has to be brought. */
export const hostHasToolchain = async () =>
  (found = (await hostToolchain()) ?? undefined) !== undefined;

/** The toolchain, made ready on first use. @param {(line: string) => void} report */
export async function toolchain(report) {
  found ??= (await hostToolchain()) ?? (await broughtToolchain(report));
  return found;
}

/** Runs a command of the toolchain. @param {string} command @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options] */
export async function runInToolchain(command, args, options) {
  const { enter: how } = await toolchain(options?.onLine ?? (() => {}));
  return run(...how(command, args), options);
}
