// What is kept of a learner, apart from any page: the list of exercises, how they stand, sets of a class, and how two
// lots of work become one.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runnerImport } from 'vite';
import { packageFolder } from '../../tools/lib/paths.mjs';

/** @template T @param {string} file below web/src @returns {Promise<T>} */
const of = async (file) =>
  (await runnerImport(`./web/src/${file}.ts`, { logLevel: 'error' })).module;

/** @type {typeof import('../../web/src/exercises/catalogue.ts')} */
const { catalogue } = await of('exercises/catalogue');
/** @type {typeof import('../../web/src/exercises/sheet.ts')} */
const { answered, emptySheet, gaveUp, graded, hinted, mergedSheets, sheetFrom, startedOver } =
  await of('exercises/sheet');
/** @type {typeof import('../../web/src/record/standing.ts')} */
const { nextOf, standingOf } = await of('record/standing');
/** @type {typeof import('../../web/src/exercises/assignment.ts')} */
const { assignmentIn, classFrom, linkTo } = await of('exercises/assignment');
/** @type {typeof import('../../web/src/record/work-file.ts')} */
const { differences, fileName, readWorkFile } = await of('record/work-file');
/** @type {typeof import('../../web/src/exercises/work.ts')} */
const { folderFrom } = await of('exercises/work');
/** @type {typeof import('../../web/src/exercises/slips.ts')} */
const { slipIn } = await of('exercises/slips');
/** @type {typeof import('../../web/src/record/documents.ts')} */
const { documents, merged } = await of('record/documents');
/** @type {typeof import('../../web/src/storage/lab-work.ts')} */
const lab = await of('storage/lab-work');
const {
  gradedLab,
  isAbout,
  storedOutcome,
  labFolderFrom,
  labSheetIn,
  mergedLabFolders,
  outcomeOf,
} = lab;

/** @typedef {import('../../web/src/exercises/sheet.ts').Sheet} Sheet */
/** @typedef {import('../../web/src/core/api.ts').Verdict} Verdict */

const day = (/** @type {number} */ n) => `2026-05-${String(n).padStart(2, '0')}T10:00:00.000Z`;

/**
 * A sheet that was checked on a day, each box with an outcome ("wrong:degrees" for one with a reason).
 * @param {Record<string, [string, string]>} boxes text and outcome @param {number} on @param {Sheet} [from]
 */
function checked(boxes, on, from = emptySheet) {
  const answers = Object.fromEntries(Object.entries(boxes).map(([item, [text]]) => [item, text]));
  const items = Object.entries(boxes).map(([item, [, verdict]]) => {
    const [outcome, reason = null] = verdict.split(':');
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
  // The core names the sets of the labs where it is asked for another.
  const core = await loadExercises();
  const told = (/** @type {any} */ set) => {
    const run = { task: 'order', schemes: ['none'], lengths: Float64Array.of(8), seeds: 0 };
    const rest = { accuracies: new Float64Array(0), trainLongest: 8, chance: 0.5, ceiling: null };
    try {
      core.labQuestions(set, { ...run, ...rest });
      return '';
    } catch (error) {
      return String(error);
    }
  };
  const [sets = ''] = told('nothing').split(' but got ');
  const labs = catalogue.filter(({ kind }) => kind === 'lab').map(({ id }) => id);
  assert.deepEqual(
    labs,
    [...sets.matchAll(/"([^"]+)"/g)].map(([, set]) => set),
  );
  assert.deepEqual(
    catalogue.filter(({ id, kind }) => kind !== 'lab' && !known.has(id)).map(({ id }) => id),
    [],
  );
  /** What a link to a part of a page may name. @param {string} page */
  const partsOf = (page) =>
    [...readFileSync(`build/site/${page}.html`, 'utf8').matchAll(/ id="([^"]+)"/g)].map(
      ([, id = '']) => id,
    );
  /** @type {Record<string, string[]>} */
  const parts = { exercises: partsOf('exercises'), train: partsOf('train'), book: partsOf('book') };
  for (const { href, kind } of catalogue) {
    const [, page = '', part = ''] = href.match(/^\.\/(\w+)\.html#(.+)$/) ?? [];
    assert.equal(page === 'exercises', kind !== 'lab', href);
    assert.ok(parts[page]?.includes(part), href);
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

test('a variant that was given up is shaky, is kept so, and its points no longer count', () => {
  const some = checked({ a: right, b: wrong() }, 1);
  const seen = gaveUp(day(2))(some);
  assert.equal(seen.gaveUpAt, day(2));
  assert.equal(gaveUp(day(5))(seen).gaveUpAt, day(2), 'the first time counts');
  const copied = checked({ a: right, b: right }, 3, seen);
  assert.deepEqual([copied.best?.score, copied.last?.score], [1, 2]);
  assert.deepEqual(
    [standingOf([copied]).state, standingOf([copied]).why],
    ['shaky', 'the solution was shown'],
  );
  // Nothing was checked before.
  assert.equal(standingOf([gaveUp(day(1))(emptySheet)]).state, 'begun');
  // Another variant, without help, settles it.
  assert.equal(standingOf([seen, checked({ a: right, b: right }, 4)]).state, 'done');
  assert.equal(startedOver(copied).gaveUpAt, day(2));
  const own = gaveUp(day(4))(some);
  for (const [one, other] of [
    [own, seen],
    [seen, own],
    [some, seen],
    [seen, some],
  ]) {
    assert.equal(
      mergedSheets(/** @type {Sheet} */ (one), /** @type {Sheet} */ (other)).gaveUpAt,
      day(2),
    );
  }
  // What an earlier version kept knows nothing of it; what this one keeps is read as it is.
  const { gaveUpAt, ...earlier } = some;
  assert.equal(gaveUpAt, '');
  assert.equal(sheetFrom(earlier)?.gaveUpAt, '');
  assert.deepEqual(sheetFrom(seen), seen);
  assert.equal(sheetFrom({ ...some, gaveUpAt: true }), null);
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
  assert.equal(slipIn('e13.1', 'degrees').first, 'The angle is in radians, not in degrees.');
  assert.equal(slipIn('e13.1', 'one-based').shown.title, 'The table for d = 4');
  assert.equal(slipIn('shift-matrix', 'one-based').first, 'This is one step too far.');
  for (const name of ['constructor', 'toString', '__proto__', 'unheard-of', '']) {
    assert.equal(slipIn('e13.1', name), undefined, name);
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

test('a merge says what is different', () => {
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

  const changes = differences(mine, both);
  assert.equal(
    changes[0],
    'Work out encodings and their products: the lesson’s own version updated, best 2 of 2; variant 7 added, best 1 of 1.',
  );
  assert.equal(changes.length, 4);
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

const outcome = {
  ...{ task: 'order', schemes: ['none', 'learned'], lengths: [8, 16], seeds: 1 },
  ...{ accuracies: [0.95, 0.5, 0.99, null], trainLongest: 8, chance: 0.5, ceiling: null },
};
/** Answers to a lab that were checked on a day. @param {number} score @param {number} on @param {object} [changes] */
const attempt = (score, on, changes = {}) => ({
  ...{ answers: { kept: 'none', fell: '' }, score, max: 2, at: day(on), outcome },
  ...changes,
});
/** @param {Record<string, any>} runs */
const labFolder = (runs) => ({ version: /** @type {const} */ (1), runs });
const noLabs = labFolder({});

test('of a lab each run has its last answers and its best, with what came of it', () => {
  const once = gradedLab('run.seed=1', attempt(0, 1))(noLabs);
  assert.deepEqual(once.runs['run.seed=1'], { attempts: 1, best: null, last: attempt(0, 1) });
  const twice = gradedLab('run.seed=1', attempt(2, 2))(once);
  const after = gradedLab('run.seed=1', attempt(1, 3))(twice);
  const { attempts, best, last } = /** @type {any} */ (after.runs['run.seed=1']);
  assert.deepEqual([attempts, best, last], [3, attempt(2, 2), attempt(1, 3)]);
  const again = gradedLab('run.seed=1', attempt(2, 4))(after);
  assert.equal(again.runs['run.seed=1']?.best?.at, day(2), 'of equals the first');
  const other = gradedLab('run.seed=2', attempt(1, 4))(after);
  assert.deepEqual(other.runs['run.seed=1'], after.runs['run.seed=1']);
  assert.deepEqual(Object.keys(noLabs.runs), []);
  // A setting is a name, whatever it is called.
  const odd = gradedLab('__proto__', attempt(1, 1))(noLabs);
  assert.equal(labSheetIn(odd, '__proto__')?.attempts, 1);
  assert.equal(labSheetIn(noLabs, '__proto__'), null);
  assert.equal(labSheetIn(noLabs, 'constructor'), null);
});

test('a guess is kept once, whatever is trained again; what is checked counts each time', () => {
  const run = lab.outcomeOf(outcome);
  const grade = { score: 1, max: 3, items: [] };
  for (const [set, attempts, text] of /** @type {const} */ ([
    ['prediction', 1, '50'],
    ['longer', 2, '60'],
  ])) {
    const work = new lab.LabWork(set);
    work.keep('run.seed=1', run, { 'guess-none': '50' }, grade);
    work.keep('run.seed=1', run, { 'guess-none': '60' }, grade);
    work.keep('run.seed=2', run, { 'guess-none': '70' }, grade);
    const sheet = work.sheet('run.seed=1');
    assert.equal(sheet?.attempts, attempts);
    assert.equal(sheet?.last.answers['guess-none'], text);
    assert.equal(work.sheet('run.seed=2')?.attempts, 1);
  }
});

test('the results of a run are kept as JSON, and come back the same', () => {
  const run = {
    ...{ ...outcome, ceiling: 1 / 7 },
    lengths: Float64Array.of(8, 16),
    accuracies: Float64Array.of(0.95, 0.5, 0.99, NaN),
  };
  const kept = JSON.parse(JSON.stringify(storedOutcome(run)));
  assert.deepEqual(kept, { ...outcome, ceiling: 1 / 7 });
  assert.deepEqual(outcomeOf(kept), run);
  assert.ok(isAbout(attempt(1, 1, { outcome: kept }), storedOutcome(run)));
  const values = Float64Array.of(2.5, NaN, 2.4, 2.6);
  const inBits = { ...run, accuracies: new Float64Array(0), bits: { values, single: 4, pair: 3 } };
  const storedBits = JSON.parse(JSON.stringify(storedOutcome(inBits)));
  assert.deepEqual(storedBits.bits.values, [2.5, null, 2.4, 2.6]);
  assert.deepEqual(outcomeOf(storedBits), inBits);
  const { task, ...rest } = kept;
  assert.ok(isAbout(attempt(1, 1, { outcome: { ...rest, task } }), storedOutcome(run)));
  const other = storedOutcome({ ...run, accuracies: Float64Array.of(0.95, 0.5, 0.98, NaN) });
  assert.ok(!isAbout(attempt(1, 1, { outcome: kept }), other));
});

test('what is kept of a lab is read with what a newer version added, or refused as a whole', () => {
  const sheet = { attempts: 1, best: null, last: attempt(1, 1), told: ['later'] };
  const kept = { ...labFolder({ 'run.seed=1': sheet }), order: 3 };
  assert.deepEqual(labFolderFrom(kept), kept);
  const next = /** @type {any} */ (
    gradedLab('run.seed=1', attempt(2, 2))(/** @type {any} */ (kept))
  );
  assert.deepEqual([next.order, next.runs['run.seed=1'].told], [3, ['later']]);
  const both = /** @type {any} */ (mergedLabFolders(noLabs, /** @type {any} */ (kept)));
  assert.deepEqual(both, kept);

  const last = attempt(1, 1);
  for (const bad of [
    ...[{ ...kept, version: 2 }, { version: 1 }, { version: 1, runs: [] }, labFolder({ a: 3 })],
    ...[
      { ...sheet, last: null },
      { ...sheet, attempts: '1' },
      { ...sheet, best: 3 },
      { ...sheet, last: { ...last, answers: { kept: 3 } } },
      { ...sheet, last: { ...last, at: 'never' } },
      { ...sheet, last: { ...last, outcome: null } },
      ...['task', 'schemes', 'lengths', 'seeds', 'accuracies', 'trainLongest', 'chance'].map(
        (key) => ({ ...sheet, last: { ...last, outcome: { ...outcome, [key]: null } } }),
      ),
      { ...sheet, last: { ...last, outcome: { ...outcome, accuracies: ['0.5'] } } },
    ].map((one) => labFolder({ a: one })),
  ]) {
    assert.equal(labFolderFrom(bad), null, JSON.stringify(bad));
  }
});

test('two lots of work in labs become one, whichever comes first', () => {
  const at = (/** @type {any[]} */ ...attempts) =>
    attempts.reduce((folder, one) => gradedLab('run.seed=1', one)(folder), noLabs);
  const old = at(attempt(1, 1), attempt(2, 2));
  const young = gradedLab('run.seed=2', attempt(1, 4))(at(attempt(0, 3)));
  const both = mergedLabFolders(old, young);
  assert.deepEqual(mergedLabFolders(young, old).runs, both.runs);
  assert.deepEqual(both.runs['run.seed=1'], {
    ...{ attempts: 2, best: attempt(2, 2), last: attempt(0, 3) },
  });
  assert.equal(both.runs['run.seed=2']?.attempts, 1);
  assert.deepEqual(mergedLabFolders(both, old), both, 'what is there already changes nothing');
  assert.deepEqual(differences({}, { 'e13.2': both }), [
    'Compare five encodings: the run of none, learned on order, seed 1 added, best 2 of 2; the run of none, learned on order, seed 2 added, best 1 of 2.',
  ]);
});

test('a lab stands as other exercises do; a guess is done once it is judged', () => {
  const state = (/** @type {string} */ name, /** @type {any[]} */ ...attempts) => {
    const document = documents.find((one) => one.name === name);
    const folder = attempts.reduce((all, one) => gradedLab('run.seed=1', one)(all), noLabs);
    return document?.standing?.(folder, null).state;
  };
  const all = { answers: { kept: 'none', fell: '-' } };
  assert.equal(state('e13.2'), 'new');
  assert.equal(state('e13.2', attempt(1, 1)), 'begun', 'a question is open');
  assert.equal(state('e13.2', attempt(1, 1, all)), 'shaky');
  assert.equal(state('e13.2', attempt(2, 1, all)), 'done');
  assert.equal(state('prediction'), 'new');
  assert.equal(state('prediction', attempt(0, 1, all)), 'done');
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
  assert.match(fault('{'), /^w\.json was not imported: it is not JSON; expected a file/);
  assert.match(fault('[]'), /its "format" must be "posenc-work" but is \[\]\.$/);
  assert.match(fault('{"format": "x"}'), /its "format" must be "posenc-work" but is "x"\.$/);
  assert.match(fault(file({ version: 9 })), /its "version" must be 1 but is 9\.$/);
  assert.match(fault(file({ kept: 3 })), /its "kept" must be an object but is 3\.$/);
  assert.match(
    fault(file({ kept: { 'e13.1': { sheets: 3 } } })),
    /its part "e13\.1" could not be read: \{"sheets":3\}\.$/,
  );
  const deep = '['.repeat(200_000) + ']'.repeat(200_000);
  assert.match(fault(`{"kept": ${deep}}`), /it is nested too deeply\.$/);
  assert.match(fault('x'.repeat(20_000_001)), /far larger/);
  const day = new Date(2026, 4, 3);
  assert.equal(fileName('', day), 'posenc-work-2026-05-03.json');
  assert.equal(fileName(' Émile / N.4 ', day), 'posenc-work-Émile-N-4-2026-05-03.json');
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
  assert.match(fault('?class=Tuesday'), /^it assigns no exercises; expected set=e13\.1:7/);
  assert.match(fault('?set='), /^it assigns no exercises/);
  assert.match(fault('?set=e13.1'), /^"e13\.1" is not an exercise with a variant; expected/);
  assert.match(fault('?set=e13.1:7,'), /^"" is not an exercise with a variant/);
  assert.match(
    fault('?set=e99:7'),
    /^there is no exercise "e99"; expected one of e13\.1, e13\.1-why, rope-chain/,
  );
  for (const seed of ['x', '-1', '1.5', '', '9007199254740993', '1e3']) {
    assert.match(
      fault(`?set=quiz:1,e13.1:${seed}`),
      /^the variant of e13\.1 must be a whole number/,
    );
  }
  assert.match(fault('?set=quiz:1,quiz:2'), /^quiz is assigned twice/);
  assert.deepEqual(assignmentIn('?set=e13.2:0'), { name: '', set: [{ id: 'e13.2', seed: 0 }] });
  assert.equal(fault('?set=e13.2:7'), 'e13.2 has no variants: its number must be 0 but is 7');
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
