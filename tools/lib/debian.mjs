// Programs of the host that come as Debian packages.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, Stop, which } from './run.mjs';

/** @typedef {{package: string, present: () => boolean}} Need */

/** @param {string} program @returns {Need} */
const program = (program, name = program) => ({
  package: name,
  present: () => which(program) !== null,
});

/** To unpack and enter the toolchain. @type {Need[]} */
export const toolchainNeeds = [
  program('mmdebstrap'),
  program('bwrap', 'bubblewrap'),
  {
    package: 'debian-archive-keyring',
    present: () => existsSync('/usr/share/keyrings/debian-archive-keyring.gpg'),
  },
];

/** @param {string} file @param {string} name @returns {Need} */
const header = (file, name) => ({
  package: name,
  present: () => ['/usr/local', '/usr'].some((prefix) => existsSync(join(prefix, 'include', file))),
});

/** What a recent Emscripten and Eigen of the host's own lack to be a toolchain. @type {Need[]} */
export const hostToolchainNeeds = [
  ...[program('cmake'), program('ninja', 'ninja-build'), program('clang-format')],
  header('doctest/doctest.h', 'doctest-dev'),
  header('nlohmann/json.hpp', 'nlohmann-json3-dev'),
  header('CLI/CLI.hpp', 'libcli11-dev'),
];

/** To compile for this machine. @type {Need[]} */
export const nativeNeeds = [
  program('c++', 'g++'),
  program('cmake'),
  program('ninja', 'ninja-build'),
];

/** What compilers have made before is kept for other clones; without it all is compiled. @type {Need[]} */
export const cacheNeeds =
  process.getuid?.() === 0 && which('apt-get') !== null ? [program('ccache')] : [];

function clangHasFuzzer() {
  const { stdout } = spawnSync('clang++', ['-print-resource-dir'], { encoding: 'utf8' });
  const libraries = join((stdout ?? '').trim(), 'lib');
  return (
    existsSync(libraries) &&
    readdirSync(libraries, { recursive: true }).some((name) => name.includes('clang_rt.fuzzer'))
  );
}

/** For the fuzz targets: GCC has no fuzzer. And for the sanitizers: GCC takes more than twice as long. @type {Need[]} */
export const clangNeeds = [
  program('clang++', 'clang'),
  { package: 'libclang-rt-dev', present: clangHasFuzzer },
];

/** Another python3 in the PATH would not have the libraries that Debian's packages bring. */
export const debianPython = '/usr/bin/python3';

/** To run the lesson's listings in PyTorch, and to draw their plots. @type {Need[]} */
export const torchNeeds = ['torch', 'matplotlib'].map((library) => ({
  package: `python3-${library}`,
  present: () => spawnSync(debianPython, ['-c', `import ${library}`]).status === 0,
}));

/** The part of Chromium that has no window: the same engine, and a page opens in a third of the time. */
const headlessShell = 'chromium-headless-shell';

/** A browser for the tests: CHROMIUM, or one of these programs. */
export const browser = () =>
  process.env.CHROMIUM ||
  [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
    .map(which)
    .find((path) => path !== null) ||
  null;

/** Ubuntu has Chromium whole only, by another name. */
const isUbuntu = () =>
  existsSync('/etc/os-release') && /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8'));

const isRoot = process.getuid?.() === 0;

/** @type {Need} */
const anyBrowser = {
  package: isUbuntu() ? 'chromium-browser' : headlessShell,
  present: () => browser() !== null,
};

/** The quick one where it can be installed without asking; else any that is there. @type {Need[]} */
export const browserNeeds = [
  isUbuntu() || !isRoot || process.env.CHROMIUM ? anyBrowser : program(headlessShell),
];

/** Debian has the release with long support only. */
export const firefox = () => which('firefox-esr') ?? which('firefox');

/** The small browser that comes with WebKitGTK, which is in no PATH. */
export function miniBrowser() {
  const libraries = '/usr/lib';
  const folders = ['.', ...readdirSync(libraries).filter((name) => name.endsWith('-linux-gnu'))];
  const found = folders.flatMap((folder) => {
    const inside = join(libraries, folder);
    return readdirSync(inside)
      .filter((name) => /^webkit(2gtk|gtk)-/.test(name))
      .map((name) => join(inside, name, 'MiniBrowser'));
  });
  return found.find((file) => existsSync(file)) ?? null;
}

/** Firefox, and WebKit on a display of its own. @type {Need[]} */
export const enginesNeeds = [
  { package: isUbuntu() ? 'firefox' : 'firefox-esr', present: () => firefox() !== null },
  {
    // It depends on the library, which brings the small browser.
    package: 'webkit2gtk-driver',
    present: () => which('WebKitWebDriver') !== null && miniBrowser() !== null,
  },
  program('Xvfb', 'xvfb'),
];

/**
 * Sees to it that all needs are present: installs what is missing where that is allowed, else stops with
 * the line to run.
 * @param {Need[]} needs
 * @param {(line: string) => void} report
 * @param {boolean} mayInstall
 */
export async function ensurePackages(needs, report, mayInstall = isRoot) {
  const missing = needs.filter((need) => !need.present()).map((need) => need.package);
  if (missing.length === 0) return 'nothing to install';
  const line = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (which('apt-get') === null) {
    throw new Stop(`these programs are missing; install them first: ${missing.join(', ')}`);
  }
  if (!mayInstall) {
    throw new Stop(
      `Debian packages are missing; install them first: sudo apt-get update && sudo ${line}`,
    );
  }
  const options = {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
    onLine: report,
    failure: `Debian packages could not be installed with: ${line}`,
  };
  await run('apt-get', ['update'], options);
  await run('apt-get', line.split(' ').slice(1), options);
  return `installed ${missing.join(', ')}`;
}
