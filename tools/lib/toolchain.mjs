// Emscripten, CMake and the header-only libraries: the host's own where they are recent enough, else
// brought from Debian into the user's cache folder and run through bubblewrap. Nothing of the host
// is touched.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { cacheFolder, cacheSettings, linkFolder, place } from './compiler-cache.mjs';
import { cache, root } from './paths.mjs';
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
 * @typedef {object} Toolchain
 * @property {string} about names and versions, for people
 * @property {string} headers prefix with include/CLI, include/doctest, include/nlohmann and Eigen's CMake package
 * @property {string} cache a folder for what belongs to this toolchain and to no clone
 * @property {string} launcher what CMake starts em++ through, or ""
 * @property {(command: string, args: string[], env: Record<string, string | undefined>) => [string, string[]]} enter
 *   how a command of the toolchain (emcmake, cmake, clang-format) is started from the host, with some variables
 */

export const packages = [
  ...['emscripten', 'cmake', 'ninja-build', 'clang-format', 'ccache'],
  ...['libeigen3-dev', 'doctest-dev', 'nlohmann-json3-dev', 'libcli11-dev'],
  ...['bash', 'dash', 'coreutils', 'sed', 'grep', 'findutils'],
];
const oldest = { emscripten: 4, eigen: 5 };

/** The first number of the first dotted version in a text; 0 without one. @param {string} text */
export const majorVersion = (text) => Number(/(\d+)\.\d+/.exec(text)?.[1] ?? 0);

/** Eigen's version below a prefix such as /usr, or "". @param {string} prefix */
function eigenVersion(prefix) {
  const file = join(prefix, 'share/eigen3/cmake/Eigen3ConfigVersion.cmake');
  if (!existsSync(file)) return '';
  return /PACKAGE_VERSION "([\d.]+)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
}

export const headerParts = [
  ...['include/eigen3', 'share/eigen3', 'include/doctest', 'include/nlohmann', 'include/CLI'],
];

/**
 * The headers that the builds need, copied out of a prefix into one of their own: with /usr/include
 * itself on the path, a cross-compiler or an older C library would pick up the wrong system headers.
 * @param {(part: string) => string} from @param {string} to
 */
function copyHeaders(from, to) {
  for (const part of headerParts) {
    mkdirSync(dirname(join(to, part)), { recursive: true });
    cpSync(join(from(part), part), join(to, part), { recursive: true, verbatimSymlinks: true });
  }
}

/** What emcc says of its version; "" if it cannot be run. */
async function hostEmscripten() {
  if (!which('emcc') || !which('emcmake')) return '';
  try {
    return /\d+\.\d+[.\d]*/.exec(await run('emcc', ['--version']))?.[0] ?? '';
  } catch {
    return '';
  }
}

const prefixes = ['/usr/local', '/usr'];

/** The host's emcc and Eigen, if both are recent enough. */
async function hostVersions() {
  const eigen = prefixes.map(eigenVersion).find((version) => majorVersion(version) >= oldest.eigen);
  if (eigen === undefined) return null;
  const emscripten = await hostEmscripten();
  return majorVersion(emscripten) >= oldest.emscripten ? { emscripten, eigen } : null;
}

/** @type {ReturnType<typeof hostVersions> | undefined} */
let host;

export async function hostHasToolchain() {
  host ??= hostVersions();
  return (await host) !== null;
}

/** @param {{emscripten: string, eigen: string}} versions @returns {Promise<Toolchain>} */
async function hostToolchain({ emscripten, eigen }) {
  /** @param {string} part */
  const from = (part) =>
    prefixes.find(
      (prefix) =>
        existsSync(join(prefix, part)) &&
        (!part.includes('eigen') || majorVersion(eigenVersion(prefix)) >= oldest.eigen),
    ) ?? '/usr';
  const state = headerParts.map((part) => statSync(join(from(part), part)).mtimeMs).join();
  const folder = join(cache, `headers-${shortHash([emscripten, eigen, state].join())}`);
  await makeFolder(folder, async (partial) => copyHeaders(from, partial));
  return {
    about: `this machine's own: emscripten ${emscripten}, Eigen ${eigen}`,
    headers: folder,
    cache: folder,
    launcher: '',
    enter: (command, args) => [command, args],
  };
}

/**
 * ccache is asked before em++, a Python program that takes half a second to start. What em++ runs is clang: both
 * count as the compiler.
 * @param {string} folder
 */
function emscriptenCacheSettings(folder) {
  const bin = join(folder, 'system/usr/bin');
  const compilers = readdirSync(bin).filter((name) => /^(em\+\+|clang-\d+)$/.test(name));
  const state = compilers.map((name) => {
    const { size, mtimeMs } = statSync(join(bin, name));
    return [name, size, mtimeMs].join();
  });
  return {
    CCACHE_COMPILERTYPE: 'clang',
    CCACHE_COMPILERCHECK: `string:${shortHash([basename(folder), ...state].join())}`,
  };
}

/**
 * Emscripten is written in Python, and the time that Python takes to compile it and its own library is most of what
 * em++ takes for a small file: what is compiled is kept beside its source.
 * @param {string} system
 */
function keepCompiledPython(system) {
  const libraries = readdirSync(join(system, 'usr/lib')).filter((name) => /^python3\./.test(name));
  const sources = ['share/emscripten', ...libraries.map((name) => `lib/${name}`)];
  return sources.flatMap((name) => ['--bind', join(system, 'usr', name), join('/usr', name)]);
}

/** How a command is run inside the toolchain unpacked in a folder. @param {string} folder @returns {Toolchain['enter']} */
const enter = (folder) => (command, args, env) => {
  const emscripten = join(folder, 'emscripten-cache');
  for (const made of [emscripten, linkFolder]) mkdirSync(made, { recursive: true });
  const settings = {
    ...cacheSettings(place),
    ...emscriptenCacheSettings(folder),
    EM_CACHE: emscripten,
    POSENC_LINK_CACHE: linkFolder,
    ...env,
  };
  return [
    'bwrap',
    [
      ...view(join(folder, 'system'), [
        ...[join(folder, 'headers'), emscripten, cacheFolder, linkFolder],
      ]),
      ...keepCompiledPython(join(folder, 'system')),
      ...['--bind', root, place],
      // Paths in the host's environment mean nothing in there.
      ...['--clearenv', '--setenv', 'PATH', '/usr/bin', '--setenv', 'HOME', '/tmp'],
      ...['--setenv', 'LANG', 'C.UTF-8'],
      ...Object.entries(settings).flatMap(([name, value = '']) => ['--setenv', name, value]),
      ...['--unshare-net', '--die-with-parent', '--chdir', place, command, ...args],
    ],
  ];
};

/** The versions in an unpacked toolchain; null if it is damaged. @param {string} folder */
function versionsIn(folder) {
  const file = join(folder, 'system/usr/share/emscripten/emscripten-version.txt');
  if (
    !existsSync(file) ||
    !headerParts.every((part) => existsSync(join(folder, 'headers', part)))
  ) {
    return null;
  }
  return {
    emscripten: readFileSync(file, 'utf8').replace(/["\s]/g, ''),
    eigen: eigenVersion(join(folder, 'system/usr')),
  };
}

// Another recipe is another folder. The versions that the suite had are in its name as well.
const folderPrefix = `toolchain-${suite}-${shortHash([suite, ...packages].join(' '))}`;

/** @param {(line: string) => void} report @returns {Promise<string>} */
async function unpack(report) {
  await mayEnter('the toolchain cannot run in one; install Emscripten 4 and Eigen 5 or later');
  report(`unpacking Debian ${suite} (about 900 MB, once for all clones)`);
  return makeFolder(join(cache, folderPrefix), async (partial) => {
    await unpackPackages(packages, join(partial, 'system'), {
      report,
      failure: `the toolchain could not be downloaded from Debian ${suite}; is the network reachable, and are 2 GB free in ${cache}?`,
    });
    copyHeaders(() => join(partial, 'system/usr'), join(partial, 'headers'));
    const versions = versionsIn(partial);
    if (
      versions === null ||
      majorVersion(versions.emscripten) < oldest.emscripten ||
      majorVersion(versions.eigen) < oldest.eigen
    ) {
      throw new Stop(
        `Debian ${suite} provided emscripten ${versions?.emscripten} and Eigen ${versions?.eigen}, but ${oldest.emscripten} and ${oldest.eigen} or later are needed`,
      );
    }
    return join(cache, `${folderPrefix}-${versions.emscripten}-${versions.eigen}`);
  });
}

/** @param {(line: string) => void} report @returns {Promise<Toolchain>} */
async function broughtToolchain(report) {
  removeAbandoned(cache);
  const folder = folderNamed(folderPrefix) ?? (await unpack(report));
  const versions = versionsIn(folder);
  if (versions === null) throw new Stop(`the toolchain is damaged; delete ${folder} and try again`);
  return {
    about: `Debian ${suite}'s, in ${folder}: emscripten ${versions.emscripten}, Eigen ${versions.eigen}`,
    headers: join(folder, 'headers'),
    cache: folder,
    launcher: 'ccache',
    enter: enter(folder),
  };
}

/** @type {Toolchain | undefined} */
let found;

/** The toolchain, made ready on first use. @param {(line: string) => void} report */
export async function toolchain(report) {
  host ??= hostVersions();
  const versions = await host;
  found ??= versions ? await hostToolchain(versions) : await broughtToolchain(report);
  return found;
}

/** Runs a command of the toolchain. @param {string} command @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options] */
export async function runInToolchain(command, args, options) {
  const { enter: how } = await toolchain(options?.onLine ?? (() => {}));
  return run(...how(command, args, options?.env ?? {}), options);
}
