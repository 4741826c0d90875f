// What an instructor sees of the files of a class, without a browser: the same numbers as in `posenc report`, files that do
// not count and why, and nothing stored.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, mock, test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { work } from '../learner-work.mjs';
import { aClass, hostileName } from '../made-records.mjs';
import { posenc } from '../posenc.mjs';
import { openDesk } from './desk.mjs';
import { attribute, Shown, textIn } from './shown.mjs';

const folder = mkdtempSync(join(tmpdir(), 'posenc-class-'));
after(() => rmSync(folder, { recursive: true }));

/** The files of a class, by name. @type {Record<string, string>} */
const files = {};
/** The report on them. @type {any} */
let report;

before(() => {
  const records = aClass();
  for (const [name, record] of Object.entries(records)) {
    files[`${name}.json`] = JSON.stringify(record, null, 1);
  }
  files['ada (1).json'] = files['ada.json'] ?? '';
  files['ada-before.json'] = JSON.stringify({
    ...records.ada,
    at: '2026-05-01T10:00:00.000Z',
    sheets: [],
  });
  files['broken.json'] = '{"format": "posenc-work",';
  files['empty.json'] = '';
  files['settings.json'] = '{"answers": 42}';
  files['strange.json'] = JSON.stringify({ ...records.bob, sheets: [{ exercise: 4 }] });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  report = JSON.parse(posenc(['report', folder, '--json']).stdout);
});

class Results extends Shown {
  /** @param {File[]} chosen @param {string} [input] */
  choose(chosen, input = 'files') {
    const box = this.find((one) => attribute(one, 'id') === input);
    return this.send(box, 'change', { target: { files: chosen, value: 'some' } });
  }

  /** @param {object[]} entries of folders and files */
  drop(entries) {
    const items = entries.map((entry) => ({ webkitGetAsEntry: () => entry }));
    const [section] = this.all();
    assert.ok(section);
    const dataTransfer = { types: ['Files'], items, files: [] };
    return this.send(section, 'drop', { dataTransfer, preventDefault: () => {} });
  }

  /** The cells of each row, by the learner's name. */
  get rows() {
    const all = this.all();
    const heads = all.filter((one) => attribute(one, 'scope') === 'col').map(textIn);
    const rows = all.filter(({ tagName }) => tagName === 'tr').slice(1);
    return rows.map((row) => {
      const cells = row.childNodes.flatMap((one) => ('tagName' in one ? [textIn(one)] : []));
      return Object.fromEntries(heads.map((head, n) => [head, cells[n]]));
    });
  }

  /** @param {string} name */
  row(name) {
    return this.rows.find((row) => row['Learner']?.startsWith(name));
  }

  /** Of the learners alone. */
  get learners() {
    return this.rows.filter((row) => row['Learner'] !== 'Mean');
  }
}

const asFiles = (some = files) =>
  Object.entries(some).map(([name, text]) => new File([text], name));

async function opened() {
  const { browser, page, parts } = await openDesk({ stored: work() });
  return { browser, page, results: new Results(page, parts.PosencClassResults) };
}

test('each learner has the points and the score of posenc report; nothing is stored', async () => {
  const { browser, results } = await opened();
  const stored = JSON.stringify(browser.stored);
  await results.choose(asFiles());
  const [tuesday, none] = report.groups;
  assert.equal(results.learners.length, tuesday.learners.length + none.learners.length);
  const ids = tuesday.exercises.map((/** @type {any} */ { id }) => id);
  assert.deepEqual(ids, ['dft-peak', 'quiz', 'prediction']);
  const columns = ['Find the peak of a spectrum', 'Quiz', 'Guesses before a run'];
  for (const { name, score, results: own } of tuesday.learners) {
    const row = results.row(name);
    assert.ok(row, name);
    const shown = Math.round(score * 100);
    assert.equal(row['Set']?.replaceAll(/\s/g, ' '), `${shown} %`, name);
    columns.forEach((column, n) => {
      const [points = 0, max = 1] = (row[column]?.match(/\d+(\.\d+)?/g) ?? []).map(Number);
      assert.equal(points / max, own[n].score, `${name}, ${column}`);
    });
  }
  assert.match(results.row('Dan')?.['Find the peak of a spectrum'] ?? '', /^0 of 3 solution shown/);
  assert.match(results.row('Eve')?.['Learner'] ?? '', /no class link/);
  assert.equal(results.row('Eve')?.['Set'], '–');
  assert.equal(JSON.stringify(browser.stored), stored);
});

test('means and frequent slips of a class are those of posenc report', async () => {
  const { results } = await opened();
  const ofClass = Object.entries(files).filter(([name]) => name !== 'eve.json');
  await results.choose(asFiles(Object.fromEntries(ofClass)));
  const [{ exercises, slips }] = report.groups;
  const titles = /** @type {const} */ ({
    'dft-peak': 'Find the peak of a spectrum',
    quiz: 'Quiz',
    prediction: 'Guesses before a run',
  });
  for (const { id, mean } of exercises) {
    const title = titles[/** @type {keyof typeof titles} */ (id)];
    assert.equal(parseInt(results.row('Mean')?.[title] ?? ''), Math.round(100 * mean), id);
  }
  assert.ok(slips.length > 0);
  for (const { first, learners } of slips) {
    assert.match(
      results.text,
      new RegExp(`Most frequent slips.*${first} Find the peak.*, ${learners} learners\\.`, 's'),
    );
  }
});

test('files that do not count are named with the reason, as in posenc report', async () => {
  const { results } = await opened();
  await results.choose(asFiles());
  for (const sentence of [
    'broken.json does not count: it is not JSON; expected a file written by “Export” on the page Your work.',
    'empty.json does not count: it is empty.',
    'settings.json does not count: its "format" must be "posenc-work" but is nothing.',
    'strange.json does not count: its sheet 1 could not be read: {"exercise":4}.',
    'ada.json does not count: it is the same file as ada (1).json, which does.',
    'ada-before.json does not count: Ada Lovelace has exported ada (1).json later, which does.',
    '5 learners; 6 files do not count; 1 score in a file differs.',
  ]) {
    assert.ok(results.text.includes(sentence), `${sentence} / ${results.text}`);
  }
  assert.equal(results.text.match(/does not count:/g)?.length, 6);
  assert.deepEqual(
    [...report.refused, ...report.doubled].map((/** @type {any} */ { file }) => file).sort(),
    results.text.match(/[\w-]+\.json(?= does not count)/g)?.sort(),
  );
});

test('a score that the answers do not give is marked, and both numbers are named', async () => {
  const { results } = await opened();
  await results.choose(asFiles());
  const title = 'Find the peak of a spectrum';
  assert.ok(
    results.text.includes(
      `${hostileName}, ${title}, variant 7: the file says 3 of 3, its answers give 2 of 3.`,
    ),
    results.text,
  );
  assert.match(results.row(hostileName)?.[title] ?? '', /^2 of 3 file differs$/);
  assert.equal(results.row('Bob')?.[title], '2 of 3');
});

test('an exercise that the core does not know, and a learner without a name, do not hide the others', async () => {
  const { results } = await opened();
  const bob = JSON.parse(files['bob.json'] ?? '');
  const nameless = {
    ...bob,
    name: '',
    class: null,
    sheets: [{ ...bob.sheets[0], exercise: 'dft' }],
  };
  await results.choose(
    asFiles({ 'a.json': JSON.stringify(nameless), 'b.json': files['bob.json'] ?? '' }),
  );
  assert.deepEqual(
    results.learners.map((row) => row['Learner']?.split(' ')[0]),
    ['Bob', 'a.json'],
  );
  assert.match(results.text, /a\.json, dft, variant 7: its answers could not be graded: .*"dft"/);
});

test('a folder is read with the folders in it, as Moodle unpacks them', async () => {
  const { results } = await opened();
  /** @param {string} fullPath @param {string} text */
  const file = (fullPath, text) => {
    const own = new File([text], fullPath.split('/').at(-1) ?? '');
    return { isFile: true, fullPath, file: (/** @type {Function} */ found) => found(own) };
  };
  /** @param {object[]} inside */
  const folderOf = (...inside) => ({
    isFile: false,
    createReader: () => ({
      // One at a time, and then nothing.
      readEntries: (/** @type {Function} */ found) => found(inside.splice(0, 1)),
    }),
  });
  await results.drop([
    folderOf(
      folderOf(file('/all/Bob_12/posenc-work-2026-05-03.json', files['bob.json'] ?? '')),
      folderOf(file('/all/Eve_13/posenc-work-2026-05-03.json', files['eve.json'] ?? '')),
      file('/all/.DS_Store', 'Bud1'),
      file('/all/notes.txt', 'Dear all'),
    ),
  ]);
  assert.deepEqual(
    results.learners.map((row) => row['Learner']?.split(' ')[0]),
    ['Bob', 'Eve'],
  );
  assert.match(results.text, /all\/notes\.txt does not count: it is not JSON/);
  assert.doesNotMatch(results.text, /DS_Store/);
});

test('a zip file is read, as Moodle makes one of all that was handed in; one that is broken is named', async () => {
  const { results } = await opened();
  const packed = zipSync({
    'Bob_12_file/': new Uint8Array(),
    'Bob_12_file/posenc-work-Bob.json': strToU8(files['bob.json'] ?? ''),
    'notes.txt': strToU8('Dear all'),
  });
  await results.choose([
    new File([packed], 'all.zip'),
    new File([packed.subarray(0, 200)], 'half.zip'),
  ]);
  assert.deepEqual(
    results.learners.map((row) => row['Learner']?.split(' ')[0]),
    ['Bob'],
  );
  assert.match(results.text, /all\.zip\/notes\.txt does not count: it is not JSON/);
  assert.match(results.text, /half\.zip does not count: it could not be unpacked\./);
});

test('a name opens what was right and wrong; a file that does not count leaves the table', async () => {
  const { results } = await opened();
  await results.choose(asFiles());
  const verdict = /1 not right: /;
  assert.doesNotMatch(results.text, verdict);
  await results.press('Bob');
  assert.match(results.text, verdict);
  await results.press('Bob');
  assert.doesNotMatch(results.text, verdict);
  const { length } = results.rows;
  await results.choose(asFiles({ 'notes.txt': 'Dear all' }));
  assert.equal(results.rows.length, length);
  assert.match(
    results.text,
    /None of these files counts\. notes\.txt does not count: it is not JSON/,
  );
});

test('the CSV has a line for each learner; no name is a formula there', async () => {
  const { page, results } = await opened();
  const eve = { ...JSON.parse(files['eve.json'] ?? ''), name: '=HYPERLINK("http://x.org")' };
  await results.choose(asFiles({ ...files, 'eve.json': JSON.stringify(eve) }));
  await results.press('Download CSV');
  const [download] = page.downloads;
  assert.match(download?.name ?? '', /^posenc-class-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = ((await download?.text()) ?? '').replace('\uFEFF', '').trim().split('\r\n');
  assert.equal(
    lines[0],
    'learner,file,class,exported,score of the set,dft-peak: points,dft-peak: of,prediction: points,prediction: of,quiz: points,quiz: of,file differs in',
  );
  assert.equal(lines.length, 6);
  assert.ok(
    lines.some((line) => line.startsWith(`"'=HYPERLINK(""http://x.org"")",eve.json,`)),
    lines.join('\n'),
  );
  assert.ok(
    lines.some((line) => line.startsWith('Bob,bob.json,Tuesday,2026-05-03T10:00:00.000Z,0.')),
  );
});

test('what takes more than a second shows its progress; newer files replace those that are still read', async () => {
  const { results } = await opened();
  // What comes with the first files is there.
  await results.choose(asFiles({ 'eve.json': files['eve.json'] ?? '' }));
  /** @type {(text: string) => void} */
  let arrive = () => {};
  const text = () => new Promise((resolve) => (arrive = resolve));
  const slow = /** @type {File} */ (/** @type {unknown} */ ({ name: 'ada.json', size: 1, text }));
  mock.timers.enable({ apis: ['setTimeout'] });
  const chosen = results.choose([slow]);
  await results.settled();
  assert.doesNotMatch(results.text, /Reading|learner\./);
  mock.timers.tick(1000);
  assert.match(results.text, /Reading …/);
  mock.timers.reset();
  await results.choose(asFiles({ 'bob.json': files['bob.json'] ?? '' }));
  arrive(files['ada.json'] ?? '');
  await chosen;
  assert.deepEqual(
    results.learners.map((row) => row['Learner']?.split(' ')[0]),
    ['Bob'],
  );
  assert.doesNotMatch(results.text, /Reading/);
});

test('with a class link its variants count, without one the best variant', async () => {
  const { results } = await opened();
  const [bob, eve] = ['bob', 'eve'].map((name) => JSON.parse(files[`${name}.json`] ?? ''));
  // Bob's own variant has a slip, Eve's has none.
  bob.sheets.push(...eve.sheets);
  const alone = { ...bob, name: 'Carl', class: null };
  await results.choose(asFiles({ 'b.json': JSON.stringify(bob), 'c.json': JSON.stringify(alone) }));
  const title = 'Find the peak of a spectrum';
  assert.equal(results.row('Bob')?.[title], '2 of 3');
  assert.equal(results.row('Carl')?.[title], '3 of 3');
});
