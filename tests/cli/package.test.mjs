// Posenc from another project: installed, and as part of it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
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

/** Builds the outside project and holds what it prints against the reference. @param {string} name @param {string[]} options */
function checkOutside(name, ...options) {
  assert.ok(eigen?.[1]);
  const built = join(folder, name);
  const source = ['-S', 'tests/cli/outside', '-B', built, '-G', 'Ninja'];
  run('cmake', ...source, `-DEigen3_DIR=${eigen[1]}`, ...options);
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
  ]);

  // Posenc's warnings and kind of build are its own.
  const commands = JSON.parse(readFileSync(join(built, 'compile_commands.json'), 'utf8'));
  const { command } = commands.find((/** @type {any} */ one) =>
    /outside.main\.cpp$/.test(one.file),
  );
  assert.match(command, / -std=(gnu|c)\+\+(20|2a) /);
  assert.doesNotMatch(command, / -(W|f|O)/);
  return built;
}

test('what is installed is found by another project, which needs nothing else', () => {
  run('cmake', '--install', 'build/native', '--prefix', prefix);
  checkOutside('installed', `-DCMAKE_PREFIX_PATH=${prefix}`);
});

test('every header and the command are installed', () => {
  const headers = readdirSync('cpp/include', { recursive: true });
  assert.ok(headers.length > 10);
  for (const header of headers) assert.ok(existsSync(join(prefix, 'include', String(header))));
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  assert.equal(run(join(prefix, 'bin/posenc'), '--version'), `posenc ${version}\n`);
});

// The whole core is compiled: the time is that of a slow machine with much else to do.
const whole = { timeout: 900_000 };
test('Posenc can be a folder of another project, which gets the core alone', whole, () => {
  const built = join(checkOutside('part', `-DPOSENC_SOURCE=${resolve('.')}`), 'posenc');
  assert.ok(existsSync(join(built, 'libposenc_core.a')));
  assert.ok(!existsSync(join(built, 'posenc')));
  // Nor does what the other project installs bring it along.
  assert.doesNotMatch(readFileSync(join(built, 'cmake_install.cmake'), 'utf8'), /posenc_core/);
});
