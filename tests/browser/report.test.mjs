// The report on a class that the command writes as one HTML page, opened from a file on a phone.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { aClass, hostileName } from '../made-records.mjs';
import { posenc } from '../posenc.mjs';
import { isAccessible } from './accessible.mjs';
import { open, test } from './site.mjs';

/** Writes the page. @param {string} folder @returns {string} its address */
function reportIn(folder) {
  const work = join(folder, 'work');
  mkdirSync(work);
  for (const [name, record] of Object.entries(aClass())) {
    writeFileSync(join(work, `${name}.json`), JSON.stringify(record));
  }
  writeFileSync(join(work, 'broken.json'), '{');
  const file = join(folder, 'report.html');
  const { stderr } = posenc(['report', work, '--html', '--output', file]);
  assert.equal(stderr, '');
  return pathToFileURL(file).href;
}

test('a report on a class is accessible, fits a phone, and runs nothing that is in a record', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-report-'));
  try {
    const { page } = await open({
      address: reportIn(folder),
      options: { viewport: { width: 390, height: 844 } },
    });
    await isAccessible(page);
    assert.equal(await page.locator('script').count(), 0);
    // What the page loads is forbidden by its own policy, and it asks for nothing.
    assert.equal(await page.evaluate(() => performance.getEntriesByType('resource').length), 0);
    assert.match(
      (await page.locator('meta[http-equiv]').getAttribute('content')) ?? '',
      /^default-src 'none'; /,
    );

    const { width, captions } = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      captions: [...document.querySelectorAll('table')].map((one) => one.caption?.textContent),
    }));
    assert.ok(width <= 390, `${width} px`);
    assert.deepEqual(captions, [
      'Files that do not count',
      ...['Each learner in each exercise', 'Learners', 'Exercises', 'Most frequent slips'],
      ...['Items nobody solved', 'Scores that disagree'],
      ...['Each learner in each exercise', 'Learners', 'Exercises'],
    ]);
    const names = page.getByRole('table', { name: 'Learners' }).first().locator('tbody th');
    assert.deepEqual(await names.allTextContents(), [hostileName, 'Ada Lovelace', 'Bob', 'Dan']);

    const scores = page.getByRole('img', { name: 'Learners by score.' }).first();
    assert.match(
      (await scores.getAttribute('aria-label')) ?? '',
      /^Learners by score\. 0 to 10 %: 1 learner\. 20 to 30 %: 2 learners\. 60 to 70 %: 1 learner\.$|^Learners by score\. 0 to 10 %: 1 learner\. 20 to 30 %: 2 learners\. 70 to 80 %: 1 learner\.$/,
    );
    // The bars are as tall as their numbers.
    const heights = await scores
      .locator('rect')
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute('height'))));
    assert.deepEqual(heights, [50, 100, 50]);

    // The heat map’s numbers are also a table.
    await page.getByText('The numbers as a table').first().click();
    const ada = page
      .getByRole('table', { name: 'Each learner in each exercise' })
      .first()
      .getByRole('row', { name: 'Ada Lovelace' });
    const cells = await ada.locator('td').allTextContents();
    const drawn = await page
      .getByRole('img', { name: 'A heat map' })
      .first()
      .locator('text')
      .allTextContents();
    assert.equal(cells[0], '100');
    const row = drawn.indexOf('Ada Lovelace');
    assert.deepEqual(drawn.slice(row + 1, row + 4), cells);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
