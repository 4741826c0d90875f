import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { ensurePackages, hostToolchainNeeds } from '../../tools/lib/debian.mjs';
import { isRecentNumpy, python } from '../../tools/lib/python.mjs';
import { run, Stop } from '../../tools/lib/run.mjs';
import { headerParts, majorVersion, packages } from '../../tools/lib/toolchain.mjs';
import { makeFolder, removeAbandoned, view } from '../../tools/lib/unpacked.mjs';

const folder = mkdtempSync(join(tmpdir(), 'posenc-test-'));
after(() => rmSync(folder, { recursive: true }));

test('versions are read out of what tools print', () => {
  assert.equal(majorVersion('emcc (Emscripten gcc/clang-like replacement) 6.0.5 ()'), 6);
  assert.equal(majorVersion('emcc (Emscripten gcc/clang-like ...) 3.1.6~dfsg'), 3);
  assert.equal(majorVersion('"10.2.1"\n'), 10);
  assert.equal(majorVersion('no version'), 0);
});

test('NumPy of this machine is used from 1.24 on, and nothing that is not a version', () => {
  for (const version of ['1.24.0', '1.26.4', '2.0.0', '10.1.0rc1'])
    assert.ok(isRecentNumpy(version), version);
  for (const version of ['', '1.9.3', '1.23.5', '0.30.0', 'no module named numpy'])
    assert.ok(!isRecentNumpy(version), version);
});

test('Python has NumPy, sees the folder that it is given, and no network where it is brought', async () => {
  const { about, enter } = await python();
  writeFileSync(join(folder, 'program.py'), 'import numpy\nprint(numpy.arange(3) * 2)');
  const [command, args] = enter([join(folder, 'program.py')], [folder]);
  const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  assert.equal(stdout, '[0 2 4]\n', stderr);
  assert.match(about, /NumPy \d+\.\d+/);
  if (command === 'bwrap') assert.ok(args.includes('--unshare-net'));
});

test('each header that CMake looks for is in the toolchain, and needed of a machine that has its own', async () => {
  const files = (await run('git', ['ls-files', '*CMakeLists.txt'])).trim().split('\n');
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const found = [...text.matchAll(/find_path\(\s*(\w+_INCLUDE_DIR)\s+(\S+)\s+REQUIRED\)/g)];
  assert.ok(found.length >= 3, `${found.length} headers`);
  const tasks = readFileSync('tools/lib/tasks.mjs', 'utf8');
  for (const [, variable = '', header = ''] of found) {
    assert.ok(headerParts.includes(`include/${dirname(header)}`), header);
    assert.ok(tasks.includes(`-D${variable}=`), variable);
  }
  const libraries = hostToolchainNeeds
    .map((need) => need.package)
    .filter((name) => /-dev$/.test(name));
  assert.equal(libraries.length, found.length);
  for (const name of libraries) assert.ok(packages.includes(name), name);
});

test('a folder is made once, and whole', async () => {
  const target = join(folder, 'whole');
  const fill = async (/** @type {string} */ partial) => writeFileSync(join(partial, 'a'), 'first');
  assert.equal(await makeFolder(target, fill), target);
  assert.equal(await makeFolder(target, () => assert.fail('made twice')), target);
  assert.equal(readFileSync(join(target, 'a'), 'utf8'), 'first');
});

test('a folder may be named after what it turned out to hold', async () => {
  const target = join(folder, 'thing');
  const named = await makeFolder(target, async (partial) => {
    writeFileSync(join(partial, 'a'), '');
    return `${target}-1.2`;
  });
  assert.equal(named, `${target}-1.2`);
  assert.ok(existsSync(join(named, 'a')));
  assert.ok(!existsSync(target));
});

test('what an interrupted run has left is removed, what a running one makes is not', () => {
  const place = join(folder, 'cache');
  const child = spawnSync(process.execPath, ['-e', '0']);
  const [dead, alive] = [`x.partial-${child.pid}`, `x.partial-${process.pid}`];
  for (const name of [dead, alive, 'whole']) mkdirSync(join(place, name), { recursive: true });
  removeAbandoned(place);
  assert.deepEqual(readdirSync(place).sort(), ['whole', alive].sort());
});

test('a clone below /usr finds a place in the unpacked system', () => {
  const system = join(folder, 'system');
  for (const part of ['usr/bin', 'usr/src/other', 'etc/a', 'home']) {
    mkdirSync(join(system, part), { recursive: true });
  }
  symlinkSync('usr/bin', join(system, 'bin'));
  const args = view(system, ['/usr/src/app']).join(' ');
  assert.ok(args.includes(`--ro-bind ${system}/usr/bin /usr/bin`));
  assert.ok(args.includes(`--ro-bind ${system}/etc/a /etc/a`));
  assert.ok(args.includes('--symlink usr/bin /bin'));
  assert.ok(args.includes('--bind /usr/src/app /usr/src/app'));
  assert.ok(!args.includes(`${system}/usr/src`));
  assert.ok(!args.includes(`${system}/home`));
});

test('what a command prints arrives whole, and its result is its standard output alone', async () => {
  const script = `
    const bytes = Buffer.from('\u2212');
    process.stdout.write(bytes.subarray(0, 1));
    setTimeout(() => process.stdout.write(bytes.subarray(1)), 50);
    process.stderr.write('aside\\n');`;
  /** @type {string[]} */
  const lines = [];
  const output = await run(process.execPath, ['-e', script], {
    onLine: (line) => lines.push(line),
  });
  assert.equal(output, '\u2212');
  assert.deepEqual(lines, ['aside']);
  await assert.rejects(
    run(process.execPath, ['-e', 'console.error("why"); process.exit(3)'], {
      failure: 'it failed',
    }),
    (error) =>
      error instanceof Stop &&
      error.message === 'it failed (exit code 3)' &&
      error.output === 'why\n',
  );
});

test('a folder whose making fails is not there, and leaves nothing behind', async () => {
  const target = join(folder, 'broken');
  await assert.rejects(
    makeFolder(target, async (partial) => {
      writeFileSync(join(partial, 'a'), 'half');
      throw new Error('the network went away');
    }),
    /the network went away/,
  );
  assert.ok(!existsSync(target));
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('partial')),
    [],
  );
});

test('of two that make a folder at once, one wins and both can go on', async () => {
  const target = join(folder, 'race');
  await makeFolder(target, async (partial) => {
    writeFileSync(join(partial, 'a'), 'slow');
    // The other one finishes first.
    const other = `${target}.other`;
    await makeFolder(other, async (place) => writeFileSync(join(place, 'a'), 'fast'));
    const { renameSync } = await import('node:fs');
    renameSync(other, target);
  });
  assert.equal(readFileSync(join(target, 'a'), 'utf8'), 'fast');
});

test('without the right to install, the line to run is the message', async () => {
  const missing = [
    { package: 'one-package', present: () => false },
    { package: 'present-package', present: () => true },
    { package: 'other-package', present: () => false },
  ];
  await assert.rejects(
    ensurePackages(missing, () => {}, false),
    (error) => {
      assert.ok(error instanceof Stop);
      return error.message.endsWith(
        ': sudo apt-get update && sudo apt-get install -y --no-install-recommends one-package other-package',
      );
    },
  );
});

test('with nothing missing there is nothing to install', async () => {
  assert.equal(
    await ensurePackages([{ package: 'x', present: () => true }], () => {}, false),
    'nothing to install',
  );
});
