// What is kept of a learner, apart from any page: the list of exercises, how they stand, sets of a class, and how two
// lots of work become one.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runnerImport } from 'vite';
import { packageFolder } from '../../tools/lib/paths.mjs';

/** @template T @param {string} file @returns {Promise<T>} */
const of = async (file) =>
  (await runnerImport(`./web/src/exercises/${file}.ts`, { logLevel: 'error' })).module;

/** @type {typeof import('../../web/src/exercises/catalogue.ts')} */
const { catalogue } = await of('catalogue');
/** @type {typeof import('../../web/src/exercises/sheet.ts')} */
const { answered, emptySheet, graded, hinted, mergedSheets, startedOver } = await of('sheet');
/** @type {typeof import('../../web/src/exercises/standing.ts')} */
const { nextOf, standingOf } = await of('standing');
/** @type {typeof import('../../web/src/exercises/assignment.ts')} */
const { assignmentIn, classFrom, linkTo } = await of('assignment');
/** @type {typeof import('../../web/src/exercises/work-file.ts')} */
const { differences, fileName, merged, readWorkFile } = await of('work-file');
/** @type {typeof import('../../web/src/exercises/work.ts')} */
const { folderFrom } = await of('work');
/** @type {typeof import('../../web/src/exercises/feedback.ts')} */
const { aboutSlip } = await of('feedback');
/** @type {typeof import('../../web/src/exercises/documents.ts')} */
const { documents } = await of('documents');

/** @typedef {import('../../web/src/exercises/sheet.ts').Sheet} Sheet */
/** @typedef {import('../../web/src/core/api.ts').Verdict} Verdict */

const day = (/** @type {number} */ n) => `2026-05-${String(n).padStart(2, '0')}T10:00:00.000Z`;

/**
 * A sheet that was checked on a day, each box with an outcome ("wrong:degrees" for one with a reason).
 * @param {Record<string, [string, string]>} boxes text and outcome @param {number} on @param {Sheet} [from]
 */
function checked(boxes, on, from = emptySheet) {
  const answers = Object.fromEntries(Object.entries(boxes).map(([item, [text]]) => [item, text]));
  const items = Object.entries(boxes).map(([item, [, told]]) => {
    const [outcome, reason = null] = told.split(':');
    return /** @type {Verdict} */ (
      /** @type {unknown} */ ({ item, outcome, reason, read: null, message: null })
    );
  });
  const score = items.filter(({ outcome }) => outcome === 'right').length;
  const typed = Object.entries(answers).reduce(
    (sheet, [item, text]) => answered(item, text, day(on))(sheet),
    from,
  );
  return graded(answers, { score, max: items.length, items }, day(on))(typed);
}
const right = /** @type {[string, string]} */ (['1', 'right']);
const open = /** @type {[string, string]} */ (['', 'empty']);
const wrong = (reason = '', text = '9') =>
  /** @type {[string, string]} */ ([text, reason ? `wrong:${reason}` : 'wrong']);

test('the catalogue has every exercise of the core, each once and in a part of the lesson that there is', async () => {
  /** @type {import('../../build/package/node.js')} */
  const { loadExercises } = await import(pathToFileURL(join(packageFolder, 'node.js')).href);
  const ids = catalogue.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  const known = new Set((await loadExercises()).exerciseIds().ids);
  assert.ok(known.has('e13.1'));
  assert.deepEqual(
    [...known].filter((id) => !ids.includes(id)),
    [],
  );
  assert.deepEqual(
    catalogue.filter(({ id, kind }) => kind !== 'quiz' && !known.has(id)).map(({ id }) => id),
    [],
  );
  const [file = ''] = readdirSync('web/lesson').filter((name) => name.endsWith('-exercises.md'));
  const text = readFileSync(`web/lesson/${file}`, 'utf8');
  const headings = [...text.matchAll(/^## (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, ''),
  );
  const named = [...text.matchAll(/^<posenc-[^>]* id="([^"]+)"/gm)].map(([, id]) => id);
  for (const { href } of catalogue) {
    const [page, part = ''] = href.split('#');
    assert.equal(page, './exercises.html');
    assert.ok([...headings, ...named].includes(part), href);
  }
});

test('not begun, begun, shaky, done', () => {
  const state = (/** @type {Sheet[]} */ ...sheets) => standingOf(sheets).state;
  assert.equal(state(), 'new');
  assert.equal(state(emptySheet), 'new');
  assert.equal(state(answered('a', '1')(emptySheet)), 'begun');
  assert.equal(state(checked({ a: right, b: open }, 1)), 'begun');
  assert.equal(state(checked({ a: wrong(), b: open }, 1)), 'begun', 'it is not finished');
  assert.equal(state(checked({ a: right, b: wrong() }, 1)), 'shaky');
  assert.equal(state(checked({ a: right, b: right }, 1)), 'done');
  // To start over is not to have lost it.
  assert.equal(state(startedOver(checked({ a: right, b: right }, 1))), 'done');

  // The variant that was checked last decides.
  const full = checked({ a: right, b: right }, 1);
  assert.equal(state(full, checked({ a: right, b: wrong() }, 2)), 'shaky');
  assert.equal(state(checked({ a: right, b: wrong() }, 2), full), 'shaky');
  assert.equal(state(checked({ a: right, b: wrong() }, 1), checked({ a: right }, 2)), 'done');
  assert.equal(state(full, checked({ a: right, b: open }, 2)), 'done', 'another is only begun');

  // A slip on two variants, though boxes are open.
  const slip = (/** @type {number} */ on) => checked({ a: wrong('degrees'), b: open }, on);
  assert.equal(state(slip(1)), 'begun');
  assert.equal(state(slip(1), slip(2)), 'shaky');
  assert.match(standingOf([slip(1), slip(2)]).why, /the same slip/);
  assert.deepEqual(standingOf([slip(1), slip(2)]).slips, ['degrees']);

  // Found in the end, after many tries or with hints.
  let tried = emptySheet;
  for (const [n, text] of ['7', '8', '9'].entries()) {
    tried = checked({ a: wrong('', text), b: right }, n + 1, tried);
  }
  assert.equal(state(checked({ a: right, b: right }, 5, tried)), 'shaky');
  assert.equal(state(hinted(['a'])(full)), 'shaky');
  assert.equal(
    state(hinted(['a'])(checked({ a: right, b: right, c: right, d: right, e: right }, 1))),
    'done',
    'one hint of five boxes',
  );
});

test('a program is no box: neither an open one, nor one more that hints are counted by', () => {
  const boxes = { a: right, b: right, c: right, d: right };
  const many = { ...boxes, e: right };
  assert.equal(standingOf([hinted(['a'])(checked(many, 1))]).state, 'done');
  const program = /** @type {[string, string]} */ (['def f(): pass', 'right']);
  assert.equal(
    standingOf([hinted(['a'])(checked({ ...boxes, source: program }, 1))]).state,
    'shaky',
  );
  assert.equal(standingOf([checked({ a: wrong(), source: open }, 1)]).state, 'shaky');
  assert.equal(standingOf([checked({ a: wrong(), b: open }, 1)]).state, 'begun');
});

test('a variant is named by its seed as it is written, or the folder is refused', () => {
  const sheets = (/** @type {string} */ seed) => ({
    version: 3,
    seed: 0,
    sheets: { [seed]: emptySheet },
  });
  for (const seed of ['0', '7', String(Number.MAX_SAFE_INTEGER)]) {
    assert.deepEqual(folderFrom(sheets(seed)), sheets(seed));
  }
  for (const seed of ['', '07', '1e3', ' 7', '+7', '-1', '1.5', 'x', '9007199254740993']) {
    assert.equal(folderFrom(sheets(seed)), null, seed);
  }
});

test('a slip that is not known here has nothing said of it, whatever it is called', () => {
  assert.equal(aboutSlip('degrees').first, 'The angle is in radians, not in degrees.');
  for (const name of ['constructor', 'toString', '__proto__', 'unheard-of', '']) {
    assert.equal(aboutSlip(name), undefined, name);
  }
});

test('the best is of all variants, and starting over leaves it', () => {
  const low = checked({ a: right, b: wrong() }, 1);
  const high = checked({ a: right, b: right }, 2);
  assert.equal(standingOf([low, high]).best?.score, 2);
  assert.equal(standingOf([startedOver(high), low]).best?.score, 2);
});

test('next comes what is shaky, then what is begun, then what is new, then what is due', () => {
  const [one, two, three, four] = catalogue;
  assert.ok(one && two && three && four);
  const line = (/** @type {any} */ entry, /** @type {any} */ standing) => ({
    entry,
    standing: { ...standingOf([]), ...standing },
  });
  const fresh = line(one, { state: 'new' });
  const begun = line(two, { state: 'begun' });
  const shaky = line(three, { state: 'shaky' });
  const due = line(four, { state: 'done', due: 2 });
  const done = line(four, { state: 'done' });
  assert.equal(nextOf([fresh, begun, shaky, due]), shaky);
  assert.equal(nextOf([fresh, begun, due]), begun);
  assert.equal(nextOf([due, fresh]), fresh);
  assert.equal(nextOf([done, due]), due);
  assert.equal(nextOf([done]), null);
});

test('two sheets of a variant become one: newer texts, newer check, better best, whichever comes first', () => {
  const old = checked({ a: ['1', 'right'], b: ['2', 'right'], c: open }, 1);
  const young = answered(
    'c',
    '5',
    day(3),
  )(checked({ a: ['7', 'wrong:degrees'], b: open, c: open }, 2));
  const both = mergedSheets(old, young);
  assert.deepEqual(both, mergedSheets(young, old));
  assert.deepEqual(both.answers, { a: '7', b: '2', c: '5' });
  assert.deepEqual(both.checked, young.checked);
  assert.deepEqual(both.slips, ['degrees']);
  assert.equal(both.best?.score, 2);
  assert.equal(both.last?.at, day(2));
  assert.equal(both.at, day(3));
  for (const sheet of [old, young, both]) assert.deepEqual(mergedSheets(sheet, sheet), sheet);
  assert.deepEqual(mergedSheets(both, old), both, 'what is there already changes nothing');
  // With nothing there is nothing to lose.
  assert.deepEqual(mergedSheets(emptySheet, old), old);

  // Equal points: the first is the best.
  const again = checked({ a: right, b: right, c: wrong() }, 4);
  assert.equal(mergedSheets(again, old).best?.at, day(1));
});

/** @param {Record<string, Sheet>} sheets */
const folder = (sheets) => ({ version: 3, seed: 0, sheets });

test('two lots of work become one, and it is told what is different', () => {
  const mine = {
    'e13.1': folder({ 0: checked({ a: right, b: wrong() }, 1) }),
    learner: { name: 'Ada' },
  };
  const other = {
    'e13.1': folder({ 0: checked({ a: right, b: right }, 2), 7: checked({ a: right }, 3) }),
    'dft-peak': folder({ 0: checked({ pair: right }, 3) }),
    learner: { name: 'Eve' },
    read: { rope: ['one'] },
    quiz: {
      version: 1,
      seed: 5,
      history: [{ question: 'q', choice: 'a', confidence: 'guess', at: day(1) }],
      cleared: null,
    },
  };
  const both = /** @type {any} */ (merged(mine, other));
  assert.deepEqual(Object.keys(both['e13.1'].sheets), ['0', '7']);
  assert.equal(both['e13.1'].sheets[0].best.score, 2);
  assert.equal(both.learner.name, 'Ada');
  assert.deepEqual(both.read, { rope: ['one'] });
  assert.deepEqual(both.quiz, other.quiz);
  assert.deepEqual(merged(both, other), both);
  assert.deepEqual(merged(both, mine), both);

  const told = differences(mine, both);
  assert.equal(
    told[0],
    'By hand: E13.1: the lesson’s own form brought up to date, best 2 of 2; variant 7 added, best 1 of 1.',
  );
  assert.equal(told.length, 4);
  assert.deepEqual(differences(both, both), []);
});

test('of two quizzes every answer is kept once, in the order in which they were given', () => {
  const given = (/** @type {string} */ question, /** @type {number} */ on) => ({
    ...{ question, choice: 'a', confidence: 'certain' },
    at: day(on),
  });
  const one = { version: 1, seed: null, history: [given('p', 1), given('q', 4)], cleared: null };
  const other = { version: 1, seed: 9, history: [given('r', 2), given('q', 4)], cleared: null };
  const both = /** @type {any} */ (merged({ quiz: one }, { quiz: other })).quiz;
  assert.deepEqual(
    both.history.map((/** @type {any} */ { question }) => question),
    ['p', 'r', 'q'],
  );
  assert.equal(both.seed, 9);
});

test('a file is read, or it is said what is wrong with it', () => {
  const kept = { 'e13.1': folder({ 0: checked({ a: right }, 1) }) };
  const file = (/** @type {object} */ changes) =>
    JSON.stringify({ format: 'posenc-work', version: 1, kept, ...changes });
  assert.deepEqual(readWorkFile('w.json', file({})), { kept, unknown: [] });
  assert.deepEqual(readWorkFile('w.json', file({ kept: { ...kept, later: 3 } })), {
    kept,
    unknown: ['later'],
  });
  // A sheet that an older version kept.
  const old = {
    version: 2,
    answers: { a: '1' },
    checked: null,
    tries: {},
    hints: [],
    cleared: null,
  };
  const read = /** @type {any} */ (readWorkFile('w.json', file({ kept: { 'e13.1': old } })));
  assert.deepEqual(read.kept['e13.1'].sheets[0].answers, { a: '1' });

  const fault = (/** @type {string} */ text) =>
    /** @type {any} */ (readWorkFile('w.json', text)).fault;
  assert.match(fault('{'), /^w\.json was not imported: it is not JSON; expected is a file/);
  assert.match(fault('[]'), /its "format" must be "posenc-work" but is \[\]\.$/);
  assert.match(fault('{"format": "x"}'), /its "format" must be "posenc-work" but is "x"\.$/);
  assert.match(fault(file({ version: 9 })), /its "version" must be 1 but is 9\.$/);
  assert.match(fault(file({ kept: 3 })), /its "kept" must be an object but is 3\.$/);
  assert.match(
    fault(file({ kept: { 'e13.1': { sheets: 3 } } })),
    /what it has of "e13\.1" cannot be read: \{"sheets":3\}\.$/,
  );
  const deep = '['.repeat(200_000) + ']'.repeat(200_000);
  assert.match(fault(`{"kept": ${deep}}`), /it is nested too deeply\.$/);
  assert.match(fault('x'.repeat(20_000_001)), /far larger/);
  assert.match(fileName(new Date(2026, 4, 3)), /^posenc-work-2026-05-03\.json$/);
});

test('every document reads what it is when it is empty', () => {
  for (const { name, empty, parse, merge, sheets } of documents) {
    assert.deepEqual(parse(JSON.parse(JSON.stringify(empty))), empty, name);
    assert.deepEqual(merge(empty, empty), empty, name);
    assert.deepEqual(sheets(empty), [], name);
    for (const other of [null, 3, 'x', { version: 99 }]) {
      if (name !== 'read') assert.equal(parse(other), null, name);
    }
  }
});

test('a link sets exercises with their seeds, or it is said which part of it is wrong', () => {
  assert.equal(assignmentIn(''), null);
  assert.equal(assignmentIn('?heatmap.base=10'), null);
  const set = {
    name: 'Tuesday & more',
    set: [
      { id: 'e13.1', seed: 7 },
      { id: 'quiz', seed: 0 },
    ],
  };
  const link = new URL(linkTo('https://x.org/course/record.html#a', set));
  assert.equal(
    link.href,
    'https://x.org/course/exercises.html?set=e13.1:7,quiz:0&class=Tuesday%20%26%20more',
  );
  assert.deepEqual(assignmentIn(link.search), set);
  assert.deepEqual(assignmentIn('?set=quiz:3'), { name: '', set: [{ id: 'quiz', seed: 3 }] });

  const fault = (/** @type {string} */ search) => /** @type {any} */ (assignmentIn(search)).fault;
  assert.match(fault('?class=Tuesday'), /^it sets no exercise; expected is set=e13\.1:7/);
  assert.match(fault('?set='), /^it sets no exercise/);
  assert.match(fault('?set=e13.1'), /^"e13\.1" is not an exercise with its seed; expected/);
  assert.match(fault('?set=e13.1:7,'), /^"" is not an exercise with its seed/);
  assert.match(fault('?set=e99:7'), /^there is no exercise "e99"; there are e13\.1, rope-chain/);
  for (const seed of ['x', '-1', '1.5', '', '9007199254740993', '1e3']) {
    assert.match(fault(`?set=quiz:1,e13.1:${seed}`), /^the seed of e13\.1 must be a whole number/);
  }
  assert.match(fault('?set=quiz:1,quiz:2'), /^quiz is set twice/);
  assert.match(fault(`?set=quiz:1&class=${'x'.repeat(81)}`), /at most 80 characters but has 81/);
});

test('what is kept of a class is read, or refused', () => {
  const current = { name: '', set: [{ id: 'e13.1', seed: 7 }] };
  assert.deepEqual(classFrom({ version: 1, current, before: null }), {
    ...{ version: 1, current, before: null },
  });
  assert.equal(classFrom({ version: 1, current: { name: '', set: [] }, before: null }), null);
  assert.equal(
    classFrom({
      version: 1,
      current: { name: '', set: [{ id: 'e13.1', seed: -1 }] },
      before: null,
    }),
    null,
  );
});
