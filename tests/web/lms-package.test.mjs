// The package for a learning management system that the page makes: the command's, file by file.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { unzipSync } from 'fflate';
import { readOptions } from '../../tools/lib/lms/options.mjs';
import { packageOf } from '../../tools/lib/lms/packages.mjs';
import { checkedSettings } from '../../tools/lib/lms/settings.mjs';
import { site } from '../../tools/lib/paths.mjs';
import { Browser } from './pages.mjs';

/** The files of a host that lacks one. @param {string} [missing] */
const filesBut = (missing) => async (/** @type {string} */ file) =>
  file !== `./${missing}` && existsSync(join(site, file))
    ? new Response(readFileSync(join(site, file)))
    : new Response('', { status: 404 });

/** @param {ReturnType<typeof filesBut>} fetch */
async function open(fetch) {
  const page = new Browser().open('record.html', { fetch });
  /** @type {typeof import('../../web/src/lms/package.ts')} */
  const { packageFor } = await page.load('./web/src/lms/package.ts');
  return (
    /** @type {Parameters<typeof packageFor>[0]} */ choice,
    /** @type {(share: number) => void} */ progress = () => {},
  ) => page.run(() => packageFor(choice, progress));
}

for (const standard of /** @type {const} */ (['scorm12', 'scorm2004'])) {
  test(`${standard}: the page makes the package that the command makes`, async () => {
    const name = 'Tuesday <1 & 2> A$$AP $&';
    const options = ['--exercises', 'dft-peak:7,quiz', '--mastery', '60', '--completion', 'score'];
    const { set } = await checkedSettings(readOptions([...options, '--name', name]));
    const packageFor = await open(filesBut());
    /** @type {number[]} */
    const shares = [];
    const made = await packageFor(
      { standard, name, exercises: set.exercises, mastery: '60' },
      (share) => shares.push(share),
    );
    const expected = unzipSync(packageOf(site, standard, set));
    const found = unzipSync(made);
    assert.deepEqual(Object.keys(found).sort(), Object.keys(expected).sort());
    for (const [file, bytes] of Object.entries(expected)) {
      assert.ok(Buffer.from(bytes).equals(found[file] ?? new Uint8Array()), file);
    }
    assert.equal(shares.at(-1), 1);
  });
}

test('a package that cannot be made says why', async () => {
  const standard = /** @type {const} */ ('scorm12');
  const choice = { standard, name: '', mastery: '60', exercises: [{ id: 'quiz', seed: 3 }] };
  const whole = await open(filesBut());
  for (const mastery of ['0', '101', 'abc', '']) {
    await assert.rejects(whole({ ...choice, mastery }), {
      message: `The score to pass must be a whole number from 1 to 100 but is “${mastery}”.`,
    });
  }
  await assert.rejects(whole({ ...choice, name: 'a\u0001' }), {
    message: 'The class name must have no control characters.',
  });
  const lacking = await open(filesBut('rope.html'));
  await assert.rejects(lacking(choice), {
    message: 'The package needs the lesson’s file rope.html, which could not be loaded.',
  });
});
