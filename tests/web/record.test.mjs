// The record of a learner's work without a browser: what is exported, imported, reset and restored, whatever the browser
// keeps, and what the record says of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { version } from '../../build/wasm/posenc-registry.mjs';
import {
  checked,
  command,
  day,
  fileOf,
  folder,
  graded,
  peak,
  sheet,
  some,
  work,
} from '../learner-work.mjs';
import { printed } from '../posenc.mjs';
import { openDesk } from './desk.mjs';
import { Browser } from './pages.mjs';

/** What is taken for the same: an empty document is none. @param {Record<string, any>} all */
const worth = (all) =>
  Object.fromEntries(
    ['e13.1', 'dft-peak', 'learner', 'read'].map((name) => [name, all[name] ?? null]),
  );

const isFull = /This browser’s storage is full: new work will be lost when you leave\./;

test('export, reset and import bring all back; the command agrees with every score of the file', async () => {
  const { browser, record } = await openDesk({ stored: work() });
  assert.deepEqual(record.rows, ['e13.1:0', 'dft-peak:0']);
  const { score, max } = graded('e13.1', 0, some);
  assert.ok(score > 0);
  for (const shown of [
    `${score} of ${max}`,
    'May 1, 2026',
    '1 not right: PE(5)[2] (The exponent is 2i/d, not i/d)',
    '1 with too few digits: PE(5)[1]',
    `${max - 4} left blank`,
  ]) {
    assert.ok(record.row().includes(shown), `${shown} / ${record.row()}`);
  }
  const before = browser.stored;

  const { name, content } = await record.exported();
  assert.match(name ?? '', /^posenc-work-Ada-Lovelace-\d{4}-\d{2}-\d{2}\.json$/);
  const { format, core } = content;
  assert.deepEqual(
    [format, core, content.version, content.name],
    ['posenc-work', version, 1, 'Ada Lovelace'],
  );
  assert.deepEqual(content.sheets[0].best.answers, some);
  assert.equal(content.sheets[0].best.score, score);
  const { status, verdict, stderr } = command(content);
  assert.equal(status, 0, stderr);
  assert.equal(verdict.agrees, true);
  assert.deepEqual(
    verdict.sheets.map((/** @type {any} */ { exercise, best }) => [exercise, best.score]),
    [
      ['e13.1', score],
      ['dft-peak', 3],
    ],
  );
  const changed = structuredClone(content);
  changed.sheets[1].best.answers.bin = '4';
  assert.equal(command(changed).status, 1, 'an answer that was changed is found out');

  await record.press('Reset everything');
  assert.match(record.text, /Nothing has been checked yet/);
  assert.match(record.said, /^Everything was removed\. Undo brings it back, even after a reload\./);
  assert.equal(record.name, '');
  assert.ok(!JSON.stringify(browser.stored).includes('0.28'));

  await record.import(JSON.stringify(content), 'mine.json');
  assert.match(record.said, /^mine\.json was imported\./);
  const added = `the lesson’s own version added, best ${score} of ${max}`;
  assert.ok(record.said.includes(added), record.said);
  assert.deepEqual(worth(browser.stored), worth(before));
  await record.import(JSON.stringify(content), 'mine.json');
  assert.equal(record.said, 'mine.json contains nothing new.');
});

test('a reset is undone, after a reload too, and keeps what was done since; it can be for good', async () => {
  const browser = new Browser();
  const { record: first } = await openDesk({ browser, stored: work() });
  const before = browser.stored;
  await first.press('Reset everything');
  const { record } = await openDesk({ browser });
  assert.deepEqual(record.rows, []);
  await record.type('Your name, for the record', 'Eve');
  await record.press('Undo the reset');
  assert.match(record.said, /^Everything is restored\./);
  assert.deepEqual(record.rows, ['e13.1:0', 'dft-peak:0']);
  assert.deepEqual(worth(browser.stored), { ...worth(before), learner: { name: 'Eve' } });
  assert.equal(record.has('Undo the reset'), false);

  await record.press('Reset everything');
  await record.press('Delete permanently');
  assert.match(record.said, /^Deleted permanently\./);
  const all = JSON.stringify({ ...browser.texts });
  assert.ok(!all.includes('0.28') && !all.includes('Eve'), all);
});

test('a second reset leaves what the first removed to be undone, with nothing between or with something', async () => {
  const { browser, record } = await openDesk({ stored: work() });
  const before = browser.stored;
  await record.press('Reset everything');
  await record.press('Reset everything');
  assert.match(record.said, /^There is nothing to remove\./);
  await record.type('Your name, for the record', 'Eve');
  await record.press('Reset everything');
  assert.equal(record.name, '');
  await record.press('Undo the reset');
  assert.deepEqual(record.rows, ['e13.1:0', 'dft-peak:0']);
  assert.deepEqual(worth(browser.stored), { ...worth(before), learner: { name: 'Eve' } });
});

test('an import after a reset leaves what was removed to be undone', async () => {
  const { browser, record } = await openDesk({ stored: work() });
  const before = browser.stored;
  await record.press('Reset everything');
  const stored = { 'e13.1': folder({ 4: checked('e13.1', 4, { 'PE(0)[0]': '0' }, 5) }) };
  await record.import(fileOf(stored));
  assert.deepEqual(record.rows, ['e13.1:4']);
  await record.press('Undo the reset');
  assert.deepEqual(record.rows, ['e13.1:0', 'e13.1:4', 'dft-peak:0']);
  assert.deepEqual(browser.stored['e13.1'].sheets, {
    ...before['e13.1'].sheets,
    ...stored['e13.1'].sheets,
  });
});

test('an import is merged, and taken back as a whole', async () => {
  const { browser, record } = await openDesk({ stored: work() });
  const before = browser.stored;
  const better = { ...some, 'PE(5)[1]': '0.284', 'PE(5)[2]': '0.050' };
  const file = fileOf({
    'e13.1': folder({
      0: checked('e13.1', 0, better, 5),
      7: sheet({ answers: { 'PE(1)[0]': '0.1', 'PE(1)[1]': '0.54' }, at: day(1) }),
    }),
    // Worse, though it was checked later.
    'dft-peak': folder({ 0: checked('dft-peak', 0, { ...peak, bin: '4' }, 9) }),
    learner: { name: 'Eve' },
    later: { some: 'thing' },
  });
  await record.import(file, 'from-home.json');
  assert.match(record.said, /^from-home\.json was imported\. .*Skipped unknown parts: later\./);
  const both = browser.stored;
  assert.equal(both['e13.1'].sheets[0].best.score, graded('e13.1', 0, better).score);
  assert.equal(both['e13.1'].sheets[0].answers['PE(5)[1]'], '0.284', 'the newer');
  assert.deepEqual(both['e13.1'].sheets[7].answers, { 'PE(1)[0]': '0.5', 'PE(1)[1]': '0.54' });
  assert.equal(both['learner'].name, 'Ada Lovelace');
  assert.deepEqual(both['dft-peak'].sheets[0].best, before['dft-peak'].sheets[0].best);
  assert.equal(both['dft-peak'].sheets[0].last.score, 2);

  await record.press('Undo the import');
  assert.match(record.said, /^Everything is restored\./);
  assert.deepEqual(worth(browser.stored), worth(before));
  await record.press('Redo the import');
  assert.deepEqual(worth(browser.stored), worth(both));
});

test('a file that is none of these is refused with what is wrong, and changes nothing', async () => {
  const { browser, record } = await openDesk({ stored: work() });
  const before = browser.stored;
  for (const [text, said] of [
    ['{"answers": 3', 'w.json was not imported: it is not JSON'],
    ['{"format": "other"}', 'its "format" must be "posenc-work" but is "other".'],
    ['{"format": "posenc-work", "version": 8}', 'its "version" must be 1 but is 8.'],
    [fileOf({ 'e13.1': { answers: 3 } }), 'its part "e13.1" could not be read: {"answers":3}.'],
  ]) {
    await record.import(text ?? '');
    assert.ok(record.said.includes(said ?? ''), record.said);
  }
  assert.deepEqual(browser.stored, before);
  assert.equal(record.has('Undo the import'), false);
});

test('an export is of one moment, though another tab goes on while it is graded', async () => {
  const { browser, record } = await openDesk({ stored: work() });
  const exported = record.exported();
  browser.keep({ 'e13.1': folder({ 0: checked('e13.1', 0, { 'PE(0)[0]': '0' }, 8) }) });
  const { content } = await exported;
  assert.deepEqual(content.sheets[0].best.answers, some);
  assert.deepEqual(content.kept['e13.1'].sheets[0].best.answers, some);
  assert.equal(command(content).status, 0);
  // What came later is shown as soon as it is graded.
  await record.settled();
  const { score, max } = graded('e13.1', 0, { 'PE(0)[0]': '0' });
  assert.ok(record.row().includes(`${score} of ${max}`), record.row());
});

test('two tabs: what is checked in one is in the record of the other, and a reset reaches both', async () => {
  const browser = new Browser();
  const { record } = await openDesk({ browser, stored: work() });
  const { page, parts, progress } = await openDesk({ browser, address: 'exercises.html' });
  assert.equal(progress.state('similarities'), 'new');
  const similarities = page.run(() => new parts.Work('similarities'));
  page.run(() => similarities.watch(() => {}));
  page.run(() =>
    similarities.change(
      0,
      () => /** @type {any} */ (checked('similarities', 0, { 's(1)': '0.9' }, 4)),
    ),
  );
  await record.settled();
  assert.deepEqual(record.rows, ['e13.1:0', 'dft-peak:0', 'similarities:0']);
  assert.equal(progress.state('similarities'), 'shaky');
  await record.press('Reset everything');
  assert.deepEqual(similarities.sheet(0).answers, {});
  assert.equal(progress.state('similarities'), 'new');
  await record.press('Undo the reset');
  assert.deepEqual(similarities.sheet(0).answers, { 's(1)': '0.9' });
});

test('storage that is forbidden: said, and what is done can be exported all the same', async () => {
  const browser = new Browser();
  browser.isForbidden = true;
  const { record } = await openDesk({ browser });
  assert.match(
    record.text,
    /This browser stores nothing for this page: new work will be lost when you leave\. Export it to keep it\./,
  );
  const stored = { 'dft-peak': folder({ 0: checked('dft-peak', 0, peak, 3) }) };
  await record.import(fileOf(stored));
  await record.type('Your name, for the record', 'Ada');
  const { content } = await record.exported();
  assert.equal(content.name, 'Ada');
  assert.deepEqual(content.kept['dft-peak'], stored['dft-peak']);
  await record.press('Reset everything');
  assert.deepEqual(record.rows, []);
  await record.press('Undo the reset');
  assert.deepEqual(record.rows, ['dft-peak:0']);
  assert.deepEqual({ ...browser.texts }, {});
});

test('storage that is full: said, and a reset makes room and can be undone', async () => {
  const { browser, record } = await openDesk({ stored: work() });
  await record.type('Your name, for the record', 'Ada');
  browser.room = Object.entries(browser.texts).flat().join('').length;
  const long = 'A name that is so much longer than the other';
  await record.type('Your name, for the record', long);
  assert.match(record.text, isFull);
  await record.press('Reset everything');
  assert.deepEqual(record.rows, []);
  assert.ok(!JSON.stringify(browser.stored).includes('0.28'));
  await record.press('Undo the reset');
  assert.deepEqual(record.rows, ['e13.1:0', 'dft-peak:0']);
  assert.equal(record.name, long);
});

test('an import into storage that is nearly full is written once there is room', async () => {
  const { browser, record } = await openDesk({ stored: work() });
  const stored = { similarities: folder({ 0: sheet({ answers: { 's(1)': '0.9'.repeat(200) } }) }) };
  browser.room = 2 * Object.entries(browser.texts).flat().join('').length + 500;
  await record.import(fileOf(stored));
  assert.match(record.text, isFull);
  assert.equal(browser.stored['similarities'], undefined);
  await record.press('Delete permanently');
  assert.deepEqual(browser.stored['similarities'], stored.similarities);
  assert.doesNotMatch(record.text, isFull);
});

test('what cannot be read is put aside and named, the rest is there; what is removed for good takes it along', async () => {
  const stored = { ...work(), 'dft-peak': { version: 99, secret: 'mine' } };
  const { browser, record } = await openDesk({ stored });
  assert.match(
    record.text,
    /The copy of Find the peak of a spectrum in this browser could not be read and was set aside\./,
  );
  assert.deepEqual(record.rows, ['e13.1:0']);
  const copy = () => browser.texts.getItem('posenc.dft-peak.unreadable');
  assert.ok(copy()?.includes('mine'));
  assert.match(record.text, /The parts that could not be read are still stored\./);
  await record.press('Delete permanently');
  assert.equal(copy(), null);
  assert.ok(!JSON.stringify({ ...browser.texts }).includes('mine'));
  assert.equal(record.has('Delete permanently'), false);
});

test('a variant that was given up says so in the record and in the file, which the command reads', async () => {
  const sheets = { 0: checked('dft-peak', 0, peak, 3, { gaveUpAt: day(2) }) };
  const { gaveUpAt, ...earlier } = checked('similarities', 0, { 's(1)': '0.9' }, 1);
  assert.equal(gaveUpAt, '');
  // What an earlier version kept is read without it.
  const stored = { 'dft-peak': folder(sheets), similarities: folder({ 0: earlier }) };
  const { record } = await openDesk({ stored });
  assert.match(record.row(0), /Solution shown .*2026/);
  assert.doesNotMatch(record.row(1), /Solution shown/);
  const { content } = await record.exported();
  assert.equal(content.sheets[0].gaveUpAt, day(2));
  assert.equal(command(content).status, 0);
});

test('in the record items and slips are called as in the exercise', async () => {
  /** @type {{items: {id: string}[]}} */
  const { items } = printed(['exercise', 'rope-chain']);
  const answers = Object.fromEntries(items.map(({ id }) => [id, '77']));
  const stored = { 'rope-chain': folder({ 0: checked('rope-chain', 0, answers, 1) }) };
  const { record } = await openDesk({ stored });
  for (const shown of ['ω[0]', 'm ω[1]', 'q′[3]', 'score of k1', 'weight of k2']) {
    assert.ok(record.row().includes(shown), `${shown} / ${record.row()}`);
  }
  assert.doesNotMatch(record.row(), /omega|angle|'/);
});

test('a sheet of an older version is read, graded and exported', async () => {
  const answers = { 'PE(0)[0]': '0', 'PE(0)[1]': '1' };
  const old = { version: 2, answers, checked: answers, tries: {}, hints: [], cleared: null };
  const { record, progress } = await openDesk({ stored: { 'e13.1': old } });
  assert.deepEqual(record.rows, ['e13.1:0']);
  assert.match(record.row(), /2 of 20/);
  assert.equal(progress.state('e13.1'), 'begun');
  const { content } = await record.exported();
  assert.equal(content.sheets[0].latest.score, 2);
  assert.equal(command(content).status, 0);
});

test('a score that an older grader gave is graded anew, and it is said', async () => {
  const first = checked('e13.1', 0, some, 1);
  const best = { .../** @type {any} */ (first['best']), score: 1 };
  const { record } = await openDesk({ stored: { 'e13.1': folder({ 0: { ...first, best } }) } });
  const { score, max } = graded('e13.1', 0, some);
  assert.ok(record.row().includes(`${score} of ${max}`), record.row());
  assert.ok(record.row().includes('Regraded: the score was 1 when you checked it.'), record.row());
});

test('the quiz is graded by the core, in the record and in the file', async () => {
  /** @type {{items: {id: string, choices: string[]}[]}} */
  const { items } = printed(['exercise', 'quiz']);
  const history = items.slice(0, 3).map(({ id, choices }, n) => ({
    ...{ question: id, choice: choices[0] ?? '', confidence: 'certain' },
    at: day(n + 1),
  }));
  const answers = Object.fromEntries(history.map(({ question, choice }) => [question, choice]));
  const { score, max } = graded('quiz', 5, answers);
  const quiz = { version: 1, seed: 5, history, cleared: null };
  const { record } = await openDesk({ stored: { quiz } });
  assert.deepEqual(record.rows, ['quiz:5']);
  assert.ok(record.row().includes(`${score} of ${max}`), record.row());
  const { content } = await record.exported();
  assert.deepEqual(content.kept.quiz, quiz);
  assert.equal(content.sheets[0].latest.score, score);
  assert.equal(command(content).status, 0);
});
