// The figure of old keys in a KV cache: the core's scores, and when they are right.
import assert from 'node:assert/strict';
import { close, column, set, takenData } from './reading.mjs';
import { ofTheCore, test, withFigures } from './site.mjs';

test('a KV cache: scores by key, right with a fixed base, within training and rotated late', async () => {
  const { page, shown } = await withFigures('<posenc-kv-cache></posenc-kv-cache>');
  const params = { d_model: 8, base: 100, original_len: 16 };
  const core = ofTheCore('cached_scores', { ...params, length: 64 });
  await shown.getByText(`Key ${core.worst} is off the most`, { exact: true }).waitFor();
  const { rows } = await takenData(page, shown);
  for (const [at, name] of ['bases', 'right', 'cached'].entries()) {
    close(column(rows, 1 + at), core[name]);
  }
  close(column(rows, 5), core.distances.at(-1));
  assert.deepEqual(column(rows, 4).slice(-3), [2, 1, 0]);

  await shown.getByLabel('keys before rotation').check();
  await shown.getByText('Rotated late: every score is right', { exact: true }).waitFor();
  await shown.getByLabel('rotated keys').check();
  await set(shown, 'tokens so far', 16);
  await shown.getByText('Within training, every score is right', { exact: true }).waitFor();
  await set(shown, 'tokens so far', 17);
  await shown.getByText(/^Key \d+ is off the most$/).waitFor();
  await shown.getByRole('button', { name: 'no dynamic NTK' }).click();
  await shown.getByText('Fixed base: every score is right', { exact: true }).waitFor();
  const { rows: fixed } = await takenData(page, shown);
  close(column(fixed, 3), column(fixed, 2));
  // Keys arrive while it plays.
  await set(shown, 'tokens so far', 2);
  await shown.getByRole('button', { name: 'Play tokens so far' }).click();
  await shown.getByText(/the query at ([4-9]|1\d) with all keys/).waitFor();
});
