import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { build } from '../../tools/lib/paths.mjs';
import { unlessMade } from '../../tools/lib/stamp.mjs';

mkdirSync(build, { recursive: true });
const folder = mkdtempSync(join(build, 'stamp-'));
const [source, made] = [join(folder, 'source'), join(folder, 'made')];
const name = folder.slice(build.length + 1);

after(() => {
  rmSync(folder, { recursive: true });
  rmSync(join(build, 'made', name), { force: true });
});

/** What a command would do: writes in upper case. */
const make = () =>
  unlessMade(name, {
    from: [join(source, 'in'), join(source, 'absent')],
    into: [made],
    async make() {
      mkdirSync(made, { recursive: true });
      writeFileSync(join(made, 'out'), readFileSync(join(source, 'in/text'), 'utf8').toUpperCase());
    },
  });

test('what has changed on either side is made again, and nothing else', async () => {
  mkdirSync(join(source, 'in'), { recursive: true });
  writeFileSync(join(source, 'in/text'), 'one');
  assert.equal(await make(), true);
  assert.equal(await make(), false);

  writeFileSync(join(source, 'in/text'), 'two');
  assert.equal(await make(), true, 'another text');
  assert.equal(readFileSync(join(made, 'out'), 'utf8'), 'TWO');
  writeFileSync(join(source, 'in/more'), '');
  assert.equal(await make(), true, 'another file');
  rmSync(join(source, 'in/more'));
  assert.equal(await make(), true, 'a file less');

  writeFileSync(join(made, 'out'), 'something else');
  assert.equal(await make(), true, 'another result');
  writeFileSync(join(made, 'more'), '');
  assert.equal(await make(), true, 'a file more among the results');
  rmSync(join(made, 'out'));
  assert.equal(await make(), true, 'no result');
  assert.equal(readFileSync(join(made, 'out'), 'utf8'), 'TWO');
  assert.equal(await make(), false);
});

test('what fails, or whose sources change meanwhile, is made the next time', async () => {
  const how = { from: [join(source, 'in')], into: [made] };
  writeFileSync(join(source, 'in/text'), 'three');
  await assert.rejects(unlessMade(name, { ...how, make: () => Promise.reject(new Error('no')) }));
  const change = async () => writeFileSync(join(source, 'in/text'), 'four');
  assert.equal(await unlessMade(name, { ...how, make: change }), true);
  assert.equal(await make(), true);
  assert.equal(readFileSync(join(made, 'out'), 'utf8'), 'FOUR');
});
