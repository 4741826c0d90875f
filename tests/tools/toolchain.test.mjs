import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ensurePackages } from '../../tools/lib/debian.mjs';
import { Stop } from '../../tools/lib/run.mjs';
import { majorVersion, makeFolder } from '../../tools/lib/toolchain.mjs';

const folder = mkdtempSync(join(tmpdir(), 'posenc-test-'));
after(() => rmSync(folder, { recursive: true }));

test('versions are read out of what tools print', () => {
  assert.equal(majorVersion('emcc (Emscripten gcc/clang-like replacement) 6.0.5 ()'), 6);
  assert.equal(majorVersion('emcc (Emscripten gcc/clang-like ...) 3.1.6~dfsg'), 3);
  assert.equal(majorVersion('"10.2.1"\n'), 10);
  assert.equal(majorVersion('no version'), 0);
});

test('a folder is made once, and whole', async () => {
  const target = join(folder, 'whole');
  const fill = async (/** @type {string} */ partial) => writeFileSync(join(partial, 'a'), 'first');
  assert.equal(await makeFolder(target, fill), true);
  assert.equal(await makeFolder(target, () => assert.fail('made twice')), false);
  assert.equal(readFileSync(join(target, 'a'), 'utf8'), 'first');
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
        ': sudo apt-get install -y --no-install-recommends one-package other-package',
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
