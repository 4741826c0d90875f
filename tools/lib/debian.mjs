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
];

/** To compile for this machine. @type {Need[]} */
export const nativeNeeds = [
  program('c++', 'g++'),
  program('cmake'),
  program('ninja', 'ninja-build'),
];

/** Whether the clang that is there has libFuzzer beside it. */
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
    throw new Stop(`these programs are missing, install them first: ${missing.join(', ')}`);
  }
  if (!mayInstall) {
    throw new Stop(
      `Debian packages are missing, install them first: sudo apt-get update && sudo ${line}`,
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
