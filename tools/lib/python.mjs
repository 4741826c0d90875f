// CPython with NumPy, for the lesson's listings: the host's own where its NumPy is recent enough, else brought from Debian
// into the user's cache folder.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './paths.mjs';
import { run, Stop, which } from './run.mjs';
import {
  folderNamed,
  makeFolder,
  mayEnter,
  removeAbandoned,
  shortHash,
  suite,
  unpackPackages,
  view,
} from './unpacked.mjs';

/**
 * @typedef {object} Python
 * @property {string} about names and versions, for people
 * @property {(args: string[], shared: string[]) => [string, string[]]} enter
 *   how Python is started with some arguments; `shared` are the folders that it has to see
 */

/** (The first one has the links from /lib to /usr/lib.) */
export const packages = ['base-files', 'python3-minimal', 'python3-numpy'];
const oldestNumpy = [1, 24];

/** @param {string} version */
export function isRecentNumpy(version) {
  const [, major = 0, minor = 0] = (/^(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldestNumpy;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/** NumPy's version, by the python3 that a command starts; "" without one. @param {string} command @param {string[]} args */
async function numpyVersion(command, args) {
  try {
    return (await run(command, args)).trim();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    return '';
  }
}

const askVersion = ['-c', 'import numpy; print(numpy.__version__)'];

async function hostNumpy() {
  const version = which('python3') ? await numpyVersion('python3', askVersion) : '';
  return isRecentNumpy(version) ? version : null;
}

/** @type {ReturnType<typeof hostNumpy> | undefined} */
let host;

export async function hostHasPython() {
  host ??= hostNumpy();
  return (await host) !== null;
}

/** Where Debian puts BLAS and LAPACK: links to them are made when packages are installed, and these are only unpacked. @param {string} system */
function librariesIn(system) {
  const libraries = join(system, 'usr/lib');
  return readdirSync(libraries)
    .filter((name) => name.endsWith('-linux-gnu'))
    .flatMap((name) => ['blas', 'lapack'].map((part) => join(name, part)))
    .filter((part) => existsSync(join(libraries, part)))
    .map((part) => join('/usr/lib', part));
}

/** How the Python unpacked in a folder is started. @param {string} system @returns {Python['enter']} */
const enter = (system) => (args, shared) => [
  'bwrap',
  [
    ...view(system, []),
    ...shared.flatMap((folder) => ['--ro-bind', folder, folder]),
    ...['--clearenv', '--setenv', 'PATH', '/usr/bin', '--setenv', 'LANG', 'C.UTF-8'],
    ...['--setenv', 'LD_LIBRARY_PATH', librariesIn(system).join(':')],
    ...['--unshare-net', '--die-with-parent', 'python3', ...args],
  ],
];

// Another list of packages is another folder, and so is another version of NumPy.
const folderPrefix = `python-${suite}-${shortHash([suite, ...packages].join(' '))}`;

/** @param {(line: string) => void} report @returns {Promise<string>} */
async function unpack(report) {
  await mayEnter('Python cannot run in one; install Python with NumPy 1.24 or later');
  report(`unpacking Python and NumPy from Debian ${suite} (about 100 MB, once for all clones)`);
  return makeFolder(join(cache, folderPrefix), async (partial) => {
    await unpackPackages(packages, join(partial, 'system'), {
      report,
      failure: `Python could not be downloaded from Debian ${suite}; is the network reachable, and are 300 MB free in ${cache}?`,
    });
    const version = await numpyVersion(...enter(join(partial, 'system'))(askVersion, []));
    if (!isRecentNumpy(version)) {
      throw new Stop(
        `Debian ${suite} provided NumPy "${version}", but ${oldestNumpy.join('.')} or later is needed`,
      );
    }
    return join(cache, `${folderPrefix}-${version}`);
  });
}

/** @param {(line: string) => void} report @returns {Promise<Python>} */
async function broughtPython(report) {
  removeAbandoned(cache);
  const folder = folderNamed(folderPrefix) ?? (await unpack(report));
  return {
    about: `Debian ${suite}'s, in ${folder}: NumPy ${folder.slice(folder.lastIndexOf('-') + 1)}`,
    enter: enter(join(folder, 'system')),
  };
}

/** @type {Promise<Python> | undefined} */
let found;

/** @param {(line: string) => void} report @returns {Promise<Python>} */
async function find(report) {
  host ??= hostNumpy();
  const version = await host;
  if (version === null) return broughtPython(report);
  return {
    about: `this machine's own: NumPy ${version}`,
    enter: (args) => ['python3', args],
  };
}

/** Python with NumPy, made ready on first use. @param {(line: string) => void} [report] */
export function python(report = () => {}) {
  return (found ??= find(report));
}
