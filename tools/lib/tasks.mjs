// The steps that the commands are put together from. Each brings what it needs; none does anything twice.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { atSharedPath, cacheSettings, hasCcache, place } from './compiler-cache.mjs';
import {
  browserNeeds,
  cacheNeeds,
  clangNeeds,
  enginesNeeds,
  ensurePackages,
  hostToolchainNeeds,
  nativeNeeds,
  toolchainNeeds,
  torchNeeds,
} from './debian.mjs';
import { removeDrafts } from './drafts.mjs';
import { build, packageFolder, root, site } from './paths.mjs';
import { hostHasPython, python } from './python.mjs';
import { run, Stop } from './run.mjs';
import { unlessMade } from './stamp.mjs';
import { sideBySide } from './steps.mjs';
import { hostHasToolchain, runInToolchain, toolchain } from './toolchain.mjs';
import { shortHash } from './unpacked.mjs';

/** @typedef {import('./steps.mjs').Step} Step */

// The versions that Vite and package.json require.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (!((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22)) {
  console.error(
    `Stopped: Node 20.19 or later, or 22.12 or later, is needed but this is ${process.versions.node}`,
  );
  process.exit(1);
}

/**
 * All that has to be there before anything is built.
 * @param {{wasm?: boolean, native?: boolean, clang?: boolean, browser?: boolean, engines?: boolean, python?: boolean, torch?: boolean}} wanted
 * @returns {Step[]}
 */
export function setUp(wanted) {
  /** @type {Step[]} */
  const steps = [debianPackages(wanted)];
  if (wanted.wasm || wanted.native) {
    steps.push({
      title: 'Toolchain: Emscripten, Eigen, doctest',
      run: async (report) => (await toolchain(report)).about,
    });
  }
  if (wanted.python) {
    steps.push({
      title: 'Python with NumPy',
      run: async (report) => (await python(report)).about,
    });
  }
  return wanted.wasm ? [sideBySide('What the build needs', [[npmPackages], steps])] : steps;
}

/** @param {Parameters<typeof setUp>[0]} wanted @returns {Step} */
const debianPackages = (wanted) => ({
  title: 'Debian packages',
  async run(report) {
    const hostToolchain = await hostHasToolchain();
    const unpacksPython = wanted.python && !(await hostHasPython());
    return ensurePackages(
      [
        ...(hostToolchain ? hostToolchainNeeds : []),
        ...(hostToolchain && !unpacksPython ? [] : toolchainNeeds),
        ...(wanted.native ? nativeNeeds : []),
        ...(wanted.clang ? clangNeeds : []),
        ...(wanted.browser || wanted.engines ? browserNeeds : []),
        ...(wanted.engines ? enginesNeeds : []),
        ...(wanted.torch ? torchNeeds : []),
        ...(wanted.native ? cacheNeeds : []),
      ],
      report,
    );
  },
});

/** @param {(line: string) => void} report */
async function installNpmPackages(report) {
  const stamp = join(root, 'node_modules/.posenc-installed');
  const lock = shortHash(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return 'nothing to install';
  await run('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    // Under "npm --silent" this one would fail without a word.
    env: { npm_config_loglevel: 'warn' },
    onLine: report,
    failure: 'the npm packages could not be installed',
  });
  writeFileSync(stamp, lock);
  return 'installed';
}

/** @type {Step} */
export const npmPackages = { title: 'npm packages', run: installNpmPackages };

/** @typedef {'native' | 'sanitize' | 'wasm'} Preset of CMakePresets.json */

/** @typedef {'optimized' | 'draft'} Links how modules are linked: a draft takes a fifth of the time, and is larger */

/**
 * How a command is started that configures or builds a preset.
 * @param {Preset} preset @param {(line: string) => void} report @param {Links} links
 */
const starting =
  (preset, report, links = 'optimized') =>
  (/** @type {string} */ command, /** @type {string[]} */ args) => {
    const settings = links === 'draft' ? { POSENC_DRAFT_LINKS: '1' } : {};
    const env = preset === 'wasm' ? settings : cacheSettings(preset === 'sanitize' ? place : root);
    const how = { cwd: root, env, onLine: report, failure: `the ${preset} build failed` };
    if (preset === 'wasm') return runInToolchain(command, args, how);
    return preset === 'sanitize'
      ? run(...atSharedPath(command, args), how)
      : run(command, args, how);
  };

/**
 * Configures a preset when its options have changed.
 * @param {Preset} preset @returns {Step['run']}
 */
export const configureCpp = (preset) => async (report) => {
  const { about, headers, launcher: wasmLauncher } = await toolchain(report);
  const launcher = preset === 'wasm' ? wasmLauncher : hasCcache() ? 'ccache' : '';
  const options = [
    `-DEigen3_DIR=${headers}/share/eigen3/cmake`,
    `-DPOSENC_JSON_INCLUDE_DIR=${headers}/include`,
    `-DPOSENC_CLI11_INCLUDE_DIR=${headers}/include`,
    `-DPOSENC_DOCTEST_INCLUDE_DIR=${headers}/include`,
    `-DCMAKE_CXX_COMPILER_LAUNCHER=${launcher}`,
    ...(preset === 'wasm' ? [`-DCMAKE_CROSSCOMPILING_EMULATOR=${process.execPath}`] : []),
  ];
  const folder = join(build, preset);
  const stamp = join(folder, '.posenc-configured');
  const presets = readFileSync(join(root, 'CMakePresets.json'), 'utf8');
  const key = [about, ...options, presets].join('\n');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === key) return;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const start = starting(preset, report);
  const configure = ['cmake', '--preset', preset, ...options];
  if (preset === 'wasm') await start('emcmake', configure);
  else await start('cmake', configure.slice(1));
  writeFileSync(stamp, key);
};

/**
 * Builds a preset, configured if need be.
 * @param {Preset} preset
 * @param {string[]} [targets] all by default
 * @param {Links} [links]
 * @returns {Step['run']}
 */
export const buildCpp =
  (preset, targets = [], links = 'optimized') =>
  async (report) => {
    await configureCpp(preset)(report);
    if (links === 'optimized') removeDrafts(join(build, preset));
    const selected = targets.length > 0 ? ['--target', ...targets] : [];
    // Ninja's own choice is two more than there are processors, which then wait for memory: the precompiled headers of
    // GCC have 140 MB each.
    const jobs = ['--parallel', String(availableParallelism())];
    const start = starting(preset, report, links);
    await start('cmake', ['--build', `build/${preset}`, ...jobs, ...selected]);
  };

/**
 * Emscripten compiles its own libraries when they are first linked to. Doing so beforehand shows how far
 * it is, and brings its headers out before anything is made from them.
 * @param {string} title
 * @param {string[]} names as embuilder knows them
 * @returns {Step}
 */
const emscriptenLibraries = (title, names) => ({
  title,
  async run(report) {
    const { cache } = await toolchain(report);
    const stamp = join(cache, `libraries-${shortHash(names.join(' '))}`);
    if (existsSync(stamp)) return 'nothing to compile';
    try {
      await runInToolchain('embuilder', ['build', ...names], { onLine: report });
    } catch (error) {
      // Another version may have other names for them. What is missing is compiled by the link.
      if (!(error instanceof Stop)) throw error;
      return 'left to the link';
    }
    writeFileSync(stamp, '');
    return undefined;
  },
});

/** What decides, beside the sources themselves, what is made of them. */
const toolSources = ['tools/lib', 'package.json', 'package-lock.json'];

/** What tools/lib/registry.mjs writes beside the core's build. */
const written =
  /^posenc-((functions|quick-functions|headers|parameters|registry|verdicts|(claim|code|hand)-list)\.mjs|.*\.d\.mts)$/;

/**
 * The files of the core's build that the package and the site are made from.
 * @param {boolean} isWritten those that are written together with the package, or all others
 */
const coreFiles = (isWritten) =>
  readdirSync(join(build, 'wasm'))
    .filter((name) => /^posenc.*\.(mjs|cjs|wasm|d\.mts)$/.test(name))
    .filter((name) => written.test(name) === isWritten)
    .map((name) => join(build, 'wasm', name));

/** @param {Links} links @returns {Step[]} */
const coreSteps = (links) => [
  emscriptenLibraries("Emscripten's own libraries (compiled once for all clones)", [
    ...['sysroot', 'libc', 'libclang_rt.builtins', 'libemmalloc'],
    ...['libc++-noexcept', 'libc++abi-noexcept', 'libembind'],
  ]),
  {
    title: 'C++ core to WebAssembly',
    run: buildCpp('wasm', ['posenc_modules'], links),
  },
  {
    title: 'npm package of the core',
    async run() {
      const isNew = await unlessMade('package', {
        from: [
          ...[...toolSources, 'cpp/wasm', 'cpp/include', 'web/src/core', 'web/lesson/notices'].map(
            (path) => join(root, path),
          ),
          ...coreFiles(false),
        ],
        into: [packageFolder, ...coreFiles(true)],
        async make() {
          // Not before the npm packages are there: it is made with TypeScript's own compiler.
          const { makePackage } = await import('./package.mjs');
          const { makeFunctionLists, makeRegistry } = await import('./registry.mjs');
          makeRegistry();
          makePackage();
          makeFunctionLists();
        },
      });
      return isNew ? 'build/package' : 'nothing has changed';
    },
  },
];

export const buildCore = coreSteps('optimized');

/** The same as fast as it can be, for `npm run dev`. */
export const buildCoreDraft = coreSteps('draft');

/** The test suite uses exceptions, which needs these libraries in another form. */
export const librariesOfTests = emscriptenLibraries("Emscripten's own libraries, with exceptions", [
  ...['libdlmalloc', 'libclang_rt.builtins-legacysjlj', 'libunwind-legacyexcept'],
  ...['libc++-legacyexcept', 'libc++abi-legacyexcept'],
]);

/** @type {Step} */
export const buildWasmTests = {
  title: 'WebAssembly build of the test suite',
  run: buildCpp('wasm'),
};

/**
 * @param {string} mode Vite's; pages keep the lesson for use without a network in "production" alone
 * @param {(line: string) => void} report
 */
const viteBuild = (mode, report) =>
  run(join(root, 'node_modules/.bin/vite'), ['build', 'web', '--mode', mode], {
    cwd: root,
    onLine: report,
    failure: 'the site could not be built',
  });

/** What is published is always built. @type {Step} */
export const buildSite = {
  title: 'Site',
  async run(report) {
    await viteBuild('production', report);
    return 'build/site';
  },
};

/** @param {'preview' | 'production'} mode @returns {Step} */
const siteUnlessMade = (mode) => ({
  title: 'Site',
  async run(report) {
    const isNew = await unlessMade(mode, {
      from: [
        ...[...toolSources, 'web'].map((path) => join(root, path)),
        ...[packageFolder, ...coreFiles(false), ...coreFiles(true)],
      ],
      into: [site, join(build, 'lesson'), join(build, 'book')],
      make: async () => void (await viteBuild(mode, report)),
    });
    return isNew ? 'build/site' : 'nothing has changed';
  },
});

/** The site for this machine, built unless nothing has changed. */
export const buildPreview = siteUnlessMade('preview');

/** The site as it is published, for tests: built unless nothing has changed. */
export const buildTestedSite = siteUnlessMade('production');

/**
 * What the built site needs for its address.
 * @param {string | null} url null if its address is not known @returns {Step[]}
 */
export const addressSite = (url) =>
  url === null
    ? []
    : [
        {
          title: 'Title cards, sitemap and canonical links',
          async run() {
            // Not before the npm packages and the package of the core are there.
            const { publish } = await import('./site/publish.mjs');
            await publish(site, url);
            return `for ${url}`;
          },
        },
      ];

/** @type {Step} */
export const packSite = {
  title: 'The site as one archive',
  async run() {
    // Not before the npm packages are there.
    const { archiveOf } = await import('./site/archive.mjs');
    const archive = archiveOf(site);
    writeFileSync(join(build, 'posenc-lesson.zip'), archive);
    return `build/posenc-lesson.zip, ${Math.round(archive.length / 1024)} KB`;
  },
};

export const singleFilePath = join(build, 'posenc.html');

/** @type {Step} */
export const packSingleFile = {
  title: 'The site as one file',
  async run() {
    const { singleFile } = await import('./site/single.mjs');
    const file = Buffer.from(await singleFile());
    writeFileSync(singleFilePath, file);
    return `build/posenc.html, ${(file.length / 1e6).toFixed(1)} MB`;
  },
};

/** @param {string} name @param {string[]} args @returns {Step['run']} */
export const npmBin = (name, args) => async (report) => {
  await run(join(root, 'node_modules/.bin', name), args, {
    cwd: root,
    onLine: report,
    failure: `${name} found something to fix`,
  });
};

/** The files below some folders, or of some kinds, that git knows or would add. @param {string[]} which */
export async function sourceFiles(which) {
  const known = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...which];
  const listed = await run('git', known, { cwd: root });
  return listed.split('\n').filter((file) => file && existsSync(join(root, file)));
}

/** The C++ files. */
export async function cppFiles() {
  const files = await sourceFiles(['*.cpp', '*.hpp']);
  if (files.length === 0) throw new Stop('no C++ files found');
  return files;
}
