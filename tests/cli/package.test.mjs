// Posenc from another project: installed, and as part of it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { after, test } from 'node:test';
import { cacheSettings, hasCcache } from '../../tools/lib/compiler-cache.mjs';

// Below this clone, where the compiler cache knows its files by the same names in every clone.
const folder = resolve('build/outside');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
after(() => rmSync(folder, { recursive: true }));
const prefix = join(folder, 'prefix');

const env = {
  ...process.env,
  ...cacheSettings(resolve('.')),
  ...(hasCcache() ? { CMAKE_CXX_COMPILER_LAUNCHER: 'ccache' } : {}),
};

// Where the native build found Eigen, an outside project does too.
const eigen = /^Eigen3_DIR:\w+=(.+)$/m.exec(readFileSync('build/native/CMakeCache.txt', 'utf8'));

/** @param {string} command @param {string[]} args */
function run(command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', env });
  assert.equal(status, 0, `${command} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

/** The commands that compile in a build, by the file from where it is built. @param {string} built */
const commandsOf = (built) =>
  new Map(
    JSON.parse(readFileSync(join(built, 'compile_commands.json'), 'utf8')).map(
      (/** @type {any} */ { file, command }) => [relative('.', file), command],
    ),
  );

/** Configures the outside project. @param {string} name @param {string[]} options */
function configureOutside(name, ...options) {
  assert.ok(eigen?.[1]);
  const built = join(folder, name);
  const source = ['-S', 'tests/cli/outside', '-B', built, '-G', 'Ninja'];
  run('cmake', ...source, `-DEigen3_DIR=${eigen[1]}`, ...options);

  // Posenc's warnings and kind of build are its own.
  const command = commandsOf(built).get('tests/cli/outside/main.cpp');
  assert.match(command, / -std=(gnu|c)\+\+(20|2a) /);
  assert.doesNotMatch(command, / -(W|f|O)/);
  return built;
}

test('what is installed is found by another project, which needs nothing else', () => {
  run('cmake', '--install', 'build/native', '--prefix', prefix);
  const built = configureOutside('installed', `-DCMAKE_PREFIX_PATH=${prefix}`);
  run('cmake', '--build', built);

  const lines = run(join(built, 'outside')).trimEnd().split('\n');
  const { cases } = JSON.parse(readFileSync('tests/reference/sinusoidal.json', 'utf8'));
  const { expected, tol_double } = cases.find((/** @type {any} */ c) => c.name === 'table_d4');
  const table = lines.splice(0, expected.length).map((line) => line.trim().split(' ').map(Number));
  assert.deepEqual(
    table.map((row) => row.length),
    expected.map(() => 4),
  );
  for (const [n, value] of expected.flat().entries()) {
    assert.ok(Math.abs((table.flat()[n] ?? NaN) - value) <= tol_double, `number ${n}`);
  }
  assert.deepEqual(lines, [
    '[frequencies] dimension must be a positive even number but got 7',
    '1 of 20',
    '10 losses',
    '0.814617 of 64',
  ]);
  const halves = [1, 2, 3, 4, 5, 6, 7, 8].map((head) => 2 ** -head);
  assert.equal(run(join(built, 'outside_core')).trim(), halves.join(' '));
});

test('every header and the command are installed', () => {
  const headers = readdirSync('cpp/include', { recursive: true });
  assert.ok(headers.length > 10);
  for (const header of headers) assert.ok(existsSync(join(prefix, 'include', String(header))));
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  assert.equal(run(join(prefix, 'bin/posenc'), '--version'), `posenc ${version}\n`);
});

// It would take a minute to compile the library once more. The commands that would do so are those of the native build,
// so that a file of each kind stands for all: by itself, compiled together with others, of the course, and one of the
// other project.
test('Posenc can be a folder of another project, which gets the library alone', () => {
  const built = configureOutside('part', `-DPOSENC_SOURCE=${resolve('.')}`);
  const part = join(built, 'posenc');
  const here = commandsOf('build/native');
  // What is compiled together is a file of the build.
  const there = new Map(
    [...commandsOf(built)].map(([file, command]) => [
      file.replace(relative('.', part), 'build/native'),
      command,
    ]),
  );
  const ofLibrary = /^(build\/native\/)?cpp\/src\//;
  const sources = [...here.keys()].filter((file) => ofLibrary.test(file));
  assert.deepEqual(
    [...there.keys()].filter((file) => ofLibrary.test(file)),
    sources,
  );
  for (const file of sources) {
    // The other project has no kind of build.
    const command = here.get(file)?.replace(' -O3 -DNDEBUG', '');
    const moved = there.get(file)?.replaceAll(part, resolve('build/native'));
    assert.equal(moved?.replaceAll(' posenc/', ' '), command);
  }
  const objectOf = (/** @type {string} */ library, /** @type {string} */ file) =>
    `posenc/cpp/src/CMakeFiles/${library}.dir/${file}.cpp.o`;
  const objects = [
    objectOf('posenc_core', 'model/adam'),
    objectOf('posenc_core', 'from-0'),
    objectOf('posenc_course', 'museum/from-0'),
  ];
  run('ninja', '-C', built, ...objects, 'CMakeFiles/outside.dir/main.cpp.o');

  // The libraries have every file, the program links to all, and the command is not made.
  const commands = run('ninja', '-C', built, '-t', 'commands', 'all').trimEnd().split('\n');
  const archives = commands.filter((one) => /libposenc_(core|gguf|models|course)\.a /.test(one));
  for (const file of sources) {
    const object = `${file.replace(ofLibrary, '')}.o`;
    assert.ok(
      archives.some((one) => one.includes(`.dir/${object} `)),
      file,
    );
  }
  const linked =
    /-o outside( +posenc\/libposenc_(course|gguf|models)\.a){3} +posenc\/libposenc_core\.a/;
  assert.ok(commands.some((one) => linked.test(one)));
  const linkedAlone = /-o outside_core +posenc\/libposenc_core\.a +&&/;
  assert.ok(commands.some((one) => linkedAlone.test(one)));
  assert.ok(!commands.some((one) => /cpp\/(cli|bench)\//.test(one)));
  // Nor does what the other project installs bring it along.
  const installed = readdirSync(built, { recursive: true, encoding: 'utf8' })
    .filter((file) => basename(file) === 'cmake_install.cmake')
    .map((file) => readFileSync(join(built, file), 'utf8'));
  assert.ok(installed.length > 1);
  for (const script of installed) assert.doesNotMatch(script, /posenc_(core|gguf|models|course)/);
});

/** Configures a project that has Posenc as a part. @param {string} name @param {string} before what comes first in it @param {string[]} options */
function configureAround(name, before, ...options) {
  const source = join(folder, name);
  mkdirSync(source);
  const lines = ['cmake_minimum_required(VERSION 3.22)', 'project(around LANGUAGES CXX)', before];
  const text = [...lines, 'add_subdirectory(${POSENC_SOURCE} posenc)', ''].join('\n');
  writeFileSync(join(source, 'CMakeLists.txt'), text);
  const built = join(source, 'built');
  const args = ['-S', source, '-B', built, '-G', 'Ninja', ...options];
  return { built, ...spawnSync('cmake', args, { encoding: 'utf8', env }) };
}

test('a project that has already found an older Eigen is refused', () => {
  assert.ok(eigen?.[1]);
  const older = join(folder, 'older/Eigen');
  mkdirSync(older, { recursive: true });
  writeFileSync(join(older, 'Core'), '');
  const target = `add_library(Eigen3::Eigen INTERFACE IMPORTED)
target_include_directories(Eigen3::Eigen INTERFACE ${join(folder, 'older')})`;
  const options = [`-DEigen3_DIR=${eigen[1]}`, `-DPOSENC_SOURCE=${resolve('.')}`];
  const { status, stderr } = configureAround('around-older', target, ...options);
  assert.equal(status, 1);
  const said =
    'Posenc needs Eigen 5 or later, but the project around it has already found an older one, in';
  assert.ok(stderr.replaceAll(/\s+/g, ' ').includes(`${said} ${folder}/older`), stderr);
});

test('where there is no Eigen, the one that comes with a release is found and installed', () => {
  assert.ok(eigen?.[1]);
  // The sources of a release, of which only Eigen is no file of this folder.
  const released = join(folder, 'released');
  mkdirSync(released);
  for (const name of ['CMakeLists.txt', 'cpp', 'package.json']) {
    symlinkSync(resolve(name), join(released, name));
  }
  symlinkSync(resolve(eigen[1], '../../..'), join(released, 'eigen'));
  const nowhere = ['CMAKE_SYSTEM_PATH', 'SYSTEM_ENVIRONMENT_PATH', 'CMAKE_ENVIRONMENT_PATH']
    .map((name) => `set(CMAKE_FIND_USE_${name} OFF)`)
    .join('\n');
  const options = [`-DPOSENC_SOURCE=${released}`, '-DPOSENC_INSTALL=ON'];
  const { built, status, stderr } = configureAround('around-nothing', nowhere, ...options);
  assert.equal(status, 0, stderr);
  const cache = readFileSync(join(built, 'CMakeCache.txt'), 'utf8');
  assert.ok(cache.includes(`Eigen3_DIR:PATH=${released}/eigen/share/eigen3/cmake`));
  const installs = readFileSync(join(built, 'posenc/cmake_install.cmake'), 'utf8');
  assert.ok(installs.includes(`FILES "${released}/eigen/")`));
});

// With every file of the core in the program, whatever one of them needs has to be there.
test('the core links without exercises, claims and mistakes', () => {
  const main = join(folder, 'nothing.cpp');
  writeFileSync(main, 'int main() {}\n');
  const whole = '-Wl,--whole-archive,build/native/libposenc_core.a,--no-whole-archive';
  run('c++', main, whole, '-o', join(folder, 'nothing'));
  run(join(folder, 'nothing'));
});
