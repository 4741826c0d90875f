// What the lesson says of a planted character, with one seed. (npm run experiments -- planted: five seeds, every scheme.)
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trainPlanted, wrongAbout } from '../../tools/lib/planted-experiments.mjs';

for (const scheme of ['none', 'rope']) {
  test(`planted, ${scheme}: the loss on the text stays flat while attention thins out`, async () => {
    const run = await trainPlanted(scheme, 1);
    assert.deepEqual(Object.keys(run.text_loss), ['16', '32', '64', '128']);
    assert.deepEqual(wrongAbout(scheme, run), []);
  });
}
