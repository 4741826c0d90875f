// What a learning management system is sent, apart from any page: the work as a short text, the configuration of a
// package, attempts, interactions, and durations.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { runnerImport } from 'vite';
import { loadExercises } from '../../build/package/node.js';
import { posenc } from '../posenc.mjs';
import { Browser } from './pages.mjs';
import './with-core.mjs';

/** @template T @param {string} file below web/src @returns {Promise<T>} */
const of = async (file) =>
  (await runnerImport(`./web/src/${file}.ts`, { logLevel: 'error' })).module;

/** @type {typeof import('../../web/src/lms/state-text.ts')} */
const { packed, piecesOf, unpacked } = await of('lms/state-text');
/** @type {typeof import('../../web/src/lms/dictionary.ts')} */
const { dictionary } = await of('lms/dictionary');
/** @type {typeof import('../../web/src/lms/config.ts')} */
const { lmsConfigFrom } = await of('lms/config');
/** @type {typeof import('../../web/src/lms/attempt.ts')} */
const attempt = await of('lms/attempt');
const { learnerSeed, ownerOf } = attempt;
/** @type {typeof import('../../web/src/lms/reports.ts')} */
const {
  bestScores,
  checksOn,
  exerciseReports,
  interactionsIn,
  isFinal,
  neededScore,
  outcomeOf,
  progressOf,
  sectionReports,
  unreportedIn,
} = await of('lms/reports');
/** @type {typeof import('../../web/src/lms/scorm.ts')} */
const { interactionId } = await of('lms/scorm');
/** @type {typeof import('../../web/src/lms/scorm-versions.ts')} */
const { duration12, duration2004, scorm12, scorm2004, time12, time2004 } =
  await of('lms/scorm-versions');
/** @type {typeof import('../../web/src/record/documents.ts')} */
const { documents } = await of('record/documents');
/** @type {typeof import('../../web/src/exercises/catalogue.ts')} */
const { catalogue } = await of('exercises/catalogue');

/** @type {typeof import('../../web/src/exercises/code/solutions.ts')} */
const { solutions } = await of('exercises/code/solutions');

const core = await loadExercises();

/** Numbers that do not repeat, the same in each run. */
function numbers(start = 1) {
  let state = start;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const next = numbers();
let minute = 0;
const date = () => new Date(Date.UTC(2026, 4, 1, 8, minute++, 7, Math.floor(1000 * next())));

/** @param {string} id @param {number} seed @param {(item: {id: string, choices: string[]}) => string} answer */
function sheet(id, seed, answer) {
  const { items } = core.exercise(id, seed);
  const answers = Object.fromEntries(items.map((item) => [item.id, answer(item)]));
  const { score, max } = core.gradeExercise(id, seed, answers);
  const at = date().toISOString();
  const attempt = { answers, score, max, at };
  return {
    ...{ answers, checked: answers, tries: { [items[0]?.id ?? '']: 2 }, hints: [], cleared: null },
    ...{ attempts: 2, best: attempt, last: attempt, slips: [], gaveUpAt: '', at },
  };
}

/** @param {string} id @param {number[]} seeds @param {Parameters<typeof sheet>[2]} answer */
const folder = (id, seeds, answer) => ({
  version: 3,
  seed: seeds[0],
  sheets: Object.fromEntries(seeds.map((seed) => [seed, sheet(id, seed, answer)])),
});

/** As typed by hand: some decimals, or one of the choices. */
const typed = (/** @type {{choices: string[]}} */ { choices }) =>
  choices[0] ?? (2 * next() - 1).toFixed(4);

/** As printed by a program: a list of numbers with all of their digits. */
const printed = () => `[${Array.from({ length: 12 }, next).join(', ')}]`;

const schemes = ['none', 'sinusoidal', 'learned', 'rope', 'alibi'];

function labFolder() {
  const run = () => {
    const accuracies = Array.from({ length: 120 }, () => Math.round(640 * next()) / 640);
    const lengths = [4, 8, 12, 16, 24, 32, 48, 64];
    const about = { task: 'order', seeds: 3, trainLongest: 32, chance: 0.5, ceiling: null };
    const outcome = { ...about, schemes, lengths, accuracies };
    const at = date().toISOString();
    const attempt = { answers: { 'best-scheme': 'rope' }, score: 1, max: 2, at, outcome };
    return { attempts: 1, best: attempt, last: attempt };
  };
  return { version: 1, runs: { 'order.d=32': run(), 'order.d=16': run() } };
}

/** A learner with all exercises done, some of them twice. @param {number} seed of the assigned variants */
function everything(seed) {
  /** @type {Record<string, unknown>} */
  const all = {};
  for (const { id, kind } of catalogue) {
    if (kind === 'hand') all[id] = folder(id, [seed, 0], typed);
    if (kind === 'code') {
      const own = folder(id, [seed], printed);
      const answers = own.sheets[seed]?.answers ?? {};
      answers['source'] = solutions[id]?.[0]?.program ?? '';
      all[id] = own;
    }
    if (kind === 'lab') all[id] = labFolder();
  }
  const { items } = core.exercise('quiz', seed);
  const history = items.map((item) => ({
    ...{ question: item.id, choice: item.choices[1] ?? '', confidence: 'fairly' },
    at: date().toISOString(),
  }));
  all['quiz'] = { version: 1, seed, history, cleared: null };
  all['learner'] = { name: 'Émilie du Châtelet' };
  all['read'] = { order: ['try-it', 'stamp-the-cards'], rope: ['what-to-take-away'] };
  all['place'] = { section: 'rope', part: 'what-to-take-away' };
  all['trials'] = { version: 1, claims: {}, mistakes: {}, formulas: [] };
  for (const { name, parse } of documents) if (name in all) assert.ok(parse(all[name]), name);
  return all;
}

const seed = 7;
const set = catalogue.map(({ id, kind }) => ({ id, seed: kind === 'lab' ? 0 : seed }));
const work = everything(seed);
const about = {
  attempt: 'k3j9x',
  scores: /** @type {const} */ ({ 'e13.1': [7, 20] }),
  unreported: { 'dft-peak:7': ['pair'] },
  isHandedIn: true,
};
/** @param {number} limit @param {typeof set} [assigned] @param {Record<string, unknown>} [all] */
const pack = (limit, assigned = set, all = work) =>
  packed({ ...about, scores: { 'e13.1': [7, 20] } }, piecesOf(all, assigned), limit);

test('all work goes through 64,000 characters and comes back as it was', () => {
  const { text, left } = pack(64_000);
  assert.deepEqual(left, []);
  assert.deepEqual(unpacked(text), { ...about, documents: work });
  assert.match(text, /^p1\.[\w+/]+$/);
  console.log(`everything: ${JSON.stringify(work).length} characters, ${text.length} as a text`);
});

test('4,096 characters hold what matters most: reading, exercises by hand, the quiz, programs; the rest is named', () => {
  const { text, left } = pack(4096);
  assert.ok(text.length <= 4096 && text.length > 3000, `${text.length}`);
  const found = unpacked(text);
  const kept = found?.documents ?? {};
  console.log(`4,096: ${Object.keys(kept).join(', ')}; left: ${left.join('; ')}`);
  assert.deepEqual(found?.scores, about.scores);
  assert.deepEqual(kept['read'], work['read']);
  assert.deepEqual(kept['place'], work['place']);
  for (const { id, kind } of catalogue.filter(({ kind }) => kind === 'hand')) {
    const folder = /** @type {any} */ (kept[id]);
    assert.deepEqual(folder?.sheets[seed], /** @type {any} */ (work[id]).sheets[seed], id + kind);
  }
  // Of most programs the text, if there is no room for what they printed.
  const programs = catalogue.filter(({ id, kind }) => kind === 'code' && id in kept);
  assert.ok(programs.length >= 6, `${programs.length}`);
  for (const { id } of programs) {
    const { answers } = /** @type {any} */ (kept[id]).sheets[seed];
    assert.equal(answers.source, solutions[id]?.[0]?.program);
  }
  // What is left behind is named once, and what is named has not been sent.
  assert.ok(left.length > 0);
  assert.equal(new Set(left).size, left.length);
  for (const title of left) {
    const { name = '' } = documents.find((one) => one.title === title.replace(/ \(.*/, '')) ?? {};
    assert.ok(name, title);
    if (title.includes(' (')) assert.notDeepEqual(kept[name], work[name], title);
    else assert.ok(!(name in kept), title);
  }
});

test('every limit holds, down to none', () => {
  for (const limit of [0, 10, 100, 300, 1000, 2000, 3000, 5000, 8000]) {
    const { text, left } = pack(limit);
    assert.ok(text.length <= limit, `${limit}: ${text.length}`);
    if (text) assert.ok(unpacked(text), `${limit}`);
    else assert.ok(left.length > 20, `${limit}`);
  }
});

test('one very long answer costs no other its place', () => {
  const source = Array.from({ length: 4000 }, next).join('\n');
  const long = { ...sheet('code-rope', seed, printed), answers: { source } };
  const all = {
    ...{ 'code-rope': { version: 3, seed, sheets: { [seed]: long } } },
    ...{ 'dft-peak': work['dft-peak'], trials: work['trials'] },
  };
  const { text, left } = pack(4096, set, all);
  assert.deepEqual(left, ['Write RoPE’s rotation', 'Write RoPE’s rotation (results of the tests)']);
  assert.deepEqual(Object.keys(unpacked(text)?.documents ?? {}).sort(), ['dft-peak', 'trials']);
});

test('a text of another format, or a damaged one, is not read as work', () => {
  const { text } = pack(64_000);
  const damaged = [
    ...[
      '',
      'p1.',
      'p2.AAAA',
      'bookmark=3',
      text.slice(3),
      text.slice(0, 900),
      `p1.${'A'.repeat(400)}`,
    ],
    ...['p1.\u0000', text.replace(/.{40}$/, 'A'.repeat(40))],
  ];
  for (const one of damaged) assert.equal(unpacked(one), null, one.slice(0, 40));
});

test('the dictionary that stored texts rely on is unchanged', () => {
  const sum = createHash('sha256').update(dictionary).digest('hex').slice(0, 16);
  assert.equal(sum, 'df8183598ec4d782');
});

const config = {
  ...{ standard: 'scorm12', name: 'Tuesday', sections: ['order', 'rope'] },
  exercises: [
    { id: 'e13.1', seed: 7 },
    { id: 'quiz', seed: 'learner' },
    { id: 'e13.2', seed: 0 },
  ],
  ...{ completion: { rule: 'score' }, mastery: 60 },
};
const slugs = ['order', 'sinusoidal', 'rope'];

test('a configuration is read, and what is wrong with one is named', () => {
  assert.deepEqual(lmsConfigFrom(JSON.stringify(config), slugs), config);
  const read = { ...config, exercises: [], completion: { rule: 'read' }, mastery: null };
  assert.deepEqual(lmsConfigFrom(JSON.stringify({ ...read, more: 1 }), slugs), read);
  /** @type {[object, RegExp][]} */
  const wrong = [
    [{ standard: 'scorm13' }, /"standard" must be one of scorm12, .* but is "scorm13"/],
    [{ name: 3 }, /"name" must be a text but is 3/],
    [{ sections: [] }, /"sections" must be a list/],
    [{ sections: ['roap'] }, /no section "roap"; expected one of order, sinusoidal, rope/],
    [{ exercises: 'all' }, /"exercises" must be a list of exercises but is "all"/],
    [{ exercises: [{ id: 'e99', seed: 0 }] }, /no exercise "e99"; expected one of e13\.1, /],
    [{ exercises: [{ id: 'e13.1', seed: -1 }] }, /variant of e13\.1 .* but is -1/],
    [{ exercises: [{ id: 'e13.2', seed: 3 }] }, /e13\.2 has no variants: .* but is 3/],
    [{ exercises: [config.exercises[0], config.exercises[0]] }, /e13\.1 is listed twice/],
    [{ completion: 'read' }, /"rule" of "completion" .* is "read"/],
    [{ completion: { rule: 'visit' } }, /one of read, score, but "completion" is {"rule":"visit"}/],
    [{ mastery: 101 }, /"mastery" must be a percentage .* but is 101/],
    [{ mastery: null }, /completion by score needs exercises and "mastery"/],
  ];
  for (const [change, sentence] of wrong) {
    const answer = lmsConfigFrom(JSON.stringify({ ...config, ...change }), slugs);
    const fault = 'fault' in answer ? answer.fault : '';
    assert.match(fault, /^lms\.json cannot be used: .*\.$/);
    assert.match(fault, sentence);
  }
  for (const text of ['', '{', '[]', 'null'])
    assert.ok('fault' in lmsConfigFrom(text, slugs), text);
});

const opened = {
  ...{ learner: { id: 'ada', name: 'Lovelace, Ada' }, mode: /** @type {const} */ ('normal') },
  ...{ entry: /** @type {const} */ ('ab-initio'), state: '', limit: 4096 },
  ...{ mastery: null, score: null, completed: false, passed: false },
};

test('an attempt continues, catches up, or is a new one', () => {
  /** @param {any} how @param {string | null} stored @param {any} known @param {(id: string) => boolean} [hasAnswers] */
  const attemptFor = (how, stored, known, hasAnswers = () => true) =>
    attempt.attemptFor(how, stored, known, hasAnswers);
  const known = {
    ...{ id: 'k3j9x', committed: true, reported: { 'e13.1:7': 'then' } },
    ...{ isHandedIn: true, previous: null },
  };
  const lost = { ...known, committed: false };
  // The LMS has work: that attempt, whatever this browser knows. What it has of another one is offered.
  assert.equal(attemptFor(opened, 'k3j9x', known), known);
  assert.deepEqual(attemptFor(opened, 'other', known), {
    ...{ id: 'other', committed: false, reported: {}, isHandedIn: false, previous: 'k3j9x' },
  });
  assert.equal(attemptFor(opened, 'other', null).id, 'other');
  // It never got any: this browser's work is still to be sent.
  assert.equal(attemptFor(opened, null, lost), lost);
  // It had some and asks for a new beginning: another attempt, with an empty sheet.
  const again = attemptFor(opened, null, known);
  assert.match(again.id, /^\w+$/);
  assert.ok(again.id !== known.id && !again.committed);
  assert.deepEqual([again.reported, again.isHandedIn], [{}, false]);
  assert.equal(again.previous, known.id, 'whose answers are offered');
  const third = attemptFor(opened, null, { ...again, committed: true }, (id) => id === known.id);
  assert.equal(third.previous, known.id, 'still, as the second has none');
  // It lost what it had, or sent what cannot be read.
  assert.equal(attemptFor({ ...opened, entry: 'resume' }, null, known), known);
  assert.equal(attemptFor({ ...opened, entry: '' }, null, known), known);
  assert.equal(attemptFor({ ...opened, state: 'p9.x' }, null, known), known);
  // Whoever looks at the lesson always has the same name.
  const looking = { ...opened, mode: /** @type {const} */ ('browse') };
  assert.deepEqual(attemptFor(looking, null, null), attemptFor(looking, null, null));
  assert.equal(attemptFor(looking, null, lost), lost);
  // Nobody knows whose work it is.
  const nameless = { ...opened, learner: { id: '', name: '' } };
  assert.notEqual(attemptFor(nameless, null, lost).id, lost.id);
  assert.equal(attemptFor(nameless, null, known).previous, null);
});

test('learners have names and seeds of their own, the same on every device', () => {
  assert.equal(ownerOf('ada', '/course/'), ownerOf('ada', '/course/'));
  const ids = Array.from({ length: 500 }, (_, n) => `student-${n}@example.org`);
  assert.equal(new Set(ids.map((id) => ownerOf(id, '/course/'))).size, ids.length);
  assert.notEqual(ownerOf('a', 'b/c'), ownerOf('a/b', 'c'));
  assert.match(ownerOf('ada', '/course/'), /^\w+$/);
  const seeds = ids.map(learnerSeed);
  assert.ok(seeds.every((one) => Number.isInteger(one) && one >= 1 && one <= 9999));
  assert.ok(new Set(seeds).size > 450, 'few share one');
  assert.equal(learnerSeed('ada'), 7499);
});

/** @param {unknown} sheet */
function commandScore(sheet) {
  const record = { format: 'posenc-work', version: 1, name: '', at: '2026-05-01T10:00:00.000Z' };
  const file = JSON.stringify({ ...record, documents: {}, sheets: [sheet] });
  return JSON.parse(posenc(['grade', '--record', '-'], file).stdout).total.score;
}

/** @param {string} exercise @param {Record<string, string>} answers @param {number} n */
function row(exercise, answers, n) {
  const grade = core.gradeExercise(exercise, n, answers);
  const latest = { answers, score: grade.score, max: grade.max, at: '2026-05-01T10:00:00.000Z' };
  const sheet = { exercise, seed: n, attempts: 1, best: latest, latest };
  return { sheet, best: grade, latest: grade };
}

test('a column holds the same question of every learner', async () => {
  const page = new Browser().open('lms.html');
  /** @type {typeof import('../../web/src/lms/columns.ts')} */
  const { columnsOf } = await page.load('./web/src/lms/columns.ts');
  const itemsOf = async (/** @type {string} */ id, seed = 0) => {
    const columns = await page.run(() => columnsOf([{ id, seed }]));
    return columns.map(({ item }) => item);
  };
  assert.deepEqual(await itemsOf('quiz', 0), await itemsOf('quiz', 12));
  // Its variants have up to 22 items.
  for (const seed of [0, 1, 7]) {
    const own = core.exercise('e13.1', seed).items.map(({ id }) => id);
    const blank = Array(22 - own.length).fill('');
    assert.deepEqual(await itemsOf('e13.1', seed), [...own, ...blank]);
  }
  // All that a lab can ask.
  assert.deepEqual(await itemsOf('e13.2'), [
    ...['learned', 'kept', 'fell', 'read', 'alibi', 'spread', 'why-none'],
  ]);
  assert.deepEqual(await itemsOf('practice-5'), ['trained', 'longest', 'asks']);
  assert.deepEqual(await itemsOf('layers'), ['within', 'twice', 'longest']);
});

test('an interaction is an answer that was checked with a new text', () => {
  const answers = { 'PE(0)[0]': '0', 'PE(0)[1]': '0.5', 'PE(0)[2]': 'sin(', 'PE(0)[3]': ' ' };
  const blank = Object.fromEntries(core.exercise('e13.1', 0).items.map(({ id }) => [id, '']));
  // The column is that of the set, whatever was answered before.
  const columns = [
    ...core.exercise('quiz', 0).items.map(({ id }) => ({ exercise: 'quiz', seed: 0, item: id })),
    ...core.exercise('e13.1', 0).items.map(({ id }) => ({ exercise: 'e13.1', seed: 0, item: id })),
  ];
  const checked = row('e13.1', { ...blank, ...answers }, 0);
  const found = interactionsIn(checked, { 'PE(0)[0]': '' }, 2.5, columns);
  const first = core.exercise('quiz', 0).items.length;
  assert.deepEqual(
    found.map(({ item, answer, result, latency, column }) => [
      ...[item, answer, result, latency, column],
    ]),
    [
      ['PE(0)[0]', '0', 'correct', 2.5, first],
      ['PE(0)[1]', '0.5', 'incorrect', 2.5, first + 1],
      ['PE(0)[2]', 'sin(', 'neutral', 2.5, first + 2],
    ],
  );
  assert.equal(interactionsIn(checked, {}, null, [])[0]?.column, null, 'not in the set');
  assert.deepEqual(interactionsIn(checked, answers, null, columns), []);
});

test('what was checked, and not graded before the page went away, is reported by the next session', () => {
  const answers = { 'PE(0)[0]': '0', 'PE(0)[1]': '0.5', 'PE(0)[2]': ' ' };
  const { sheet: earlier } = row('e13.1', { 'PE(0)[0]': '0' }, 0);
  const later = row('e13.1', answers, 0);
  later.sheet.latest.at = '2026-05-01T11:00:00.000Z';
  const sheets = [later.sheet];
  const unreported = unreportedIn(sheets, checksOn([earlier]));
  assert.deepEqual(unreported, { 'e13.1:0': ['PE(0)[1]'] });
  const before = checksOn(sheets, unreported).get('e13.1:0');
  assert.notEqual(before?.at, later.sheet.latest.at);
  const found = interactionsIn(later, before?.answers ?? {}, null, []);
  assert.deepEqual(
    found.map(({ item }) => item),
    ['PE(0)[1]'],
  );
  assert.deepEqual(unreportedIn(sheets, new Map()), { 'e13.1:0': ['PE(0)[0]', 'PE(0)[1]'] });
  assert.deepEqual(unreportedIn(sheets, checksOn(sheets)), {});
});

test('the points of a set: the best attempt of each exercise, also if it is on another device', () => {
  const three = ['e13.1', 'dft-peak', 'quiz', 'e13.2'].map((id) => ({ id, seed: 0 }));
  const { items } = core.exercise('e13.1', 0);
  const half = Object.fromEntries(items.map(({ id }, n) => [id, n < 2 ? String(n) : '']));
  const reports = exerciseReports(three, [row('e13.1', half, 0)], { 'dft-peak': [2, 3] });
  const [first, second, third] = reports;
  assert.deepEqual([first?.score, first?.max], [2, 20]);
  assert.deepEqual([second?.score, second?.max], [2, 3]);
  assert.deepEqual([third?.score, third?.max], [null, null]);
  assert.deepEqual(bestScores(reports), { 'e13.1': [2, 20], 'dft-peak': [2, 3] });
  // After the solution was shown, the latest attempt says nothing.
  const { sheet, latest } = row('e13.1', half, 0);
  const kept = { sheet: { ...sheet, best: null }, best: null, latest };
  const shown = { ...kept, sheet: { ...kept.sheet, gaveUpAt: sheet.latest.at } };
  for (const [one, score] of /** @type {const} */ ([
    [kept, 2],
    [shown, 0],
  ])) {
    const [report] = exerciseReports(three, [one], {});
    assert.equal(report?.score, score);
    assert.equal(commandScore(one.sheet), score / 20, 'as the command grades it');
  }
});

test('the attempt ends with handing in, or when there is nothing left to do', () => {
  const sections = [{ id: 'rope', title: 'RoPE', parts: ['a', 'b'] }];
  const reports = sectionReports(sections, { rope: ['b', 'old-part'] });
  assert.deepEqual(reports, [{ id: 'rope', title: 'RoPE', read: 1, parts: 2 }]);
  assert.equal(progressOf(reports), 0.5);
  const byScore = /** @type {any} */ (config);
  const byReading = { ...byScore, completion: { rule: 'read' } };
  const exercises = (/** @type {(number | null)[]} */ ...scores) =>
    scores.map((score, n) => ({ id: `e${n}`, title: '', seed: 0, score, max: 3 }));
  const is = (/** @type {any} */ how, /** @type {any} */ has) =>
    isFinal(how, { progress: 1, isHandedIn: false, exercises: exercises(3, 1, null), ...has });
  assert.equal(is(byScore, {}), false);
  assert.equal(is(byScore, { progress: 0, isHandedIn: true }), true);
  assert.equal(is(byScore, { progress: 0, exercises: exercises(3, 3) }), true);
  assert.equal(is(byReading, {}), false, 'all is read, and some exercises are not done');
  assert.equal(is(byReading, { exercises: [] }), true);
  assert.equal(is(byReading, { exercises: exercises(3, 3) }), true);
  assert.equal(is(byReading, { progress: 0.99, exercises: exercises(3, 3) }), false);
  assert.equal(is(byReading, { isHandedIn: true }), true);
  assert.equal(is(byReading, { progress: 0.99, isHandedIn: true }), false);
});

test('before the end there is no verdict; after it, it follows the rule, and is never taken back', () => {
  const byScore = /** @type {any} */ (config);
  const byReading = { ...byScore, completion: { rule: 'read' } };
  const is = (/** @type {any} */ how, /** @type {any} */ has, /** @type {any} */ was = {}) =>
    Object.values(
      outcomeOf(
        how,
        { ...opened, ...was },
        {
          ...{ isFinal: true, score: null, needed: neededScore(how, { ...opened, ...was }) },
          ...has,
        },
      ),
    );
  for (const how of [byScore, byReading]) {
    assert.deepEqual(is(how, { isFinal: false, score: 99 }), [false, null]);
    assert.deepEqual(is(how, { isFinal: false }, { completed: true, passed: true }), [true, true]);
  }
  assert.deepEqual(is(byScore, { score: 59.9 }), [false, false]);
  assert.deepEqual(is(byScore, { score: 60 }), [true, true]);
  assert.deepEqual(is(byScore, { score: 60 }, { mastery: 80 }), [false, false]);
  assert.deepEqual(is(byReading, { score: 10 }), [true, false]);
  assert.deepEqual(is(byReading, {}), [true, false]);
  assert.deepEqual(is({ ...byReading, mastery: null }, { score: 10 }), [true, null]);
  assert.deepEqual(is(byScore, { score: 0 }, { completed: true, passed: true }), [true, true]);
});

test('both versions of SCORM say how an attempt stands', () => {
  const in12 = (/** @type {any} */ how) => Object.values(scorm12.status(how));
  const in2004 = (/** @type {any} */ how) => Object.values(scorm2004.status(how));
  for (const [completed, passed, first, second] of /** @type {const} */ ([
    [false, null, ['incomplete'], ['incomplete', 'unknown']],
    [true, null, ['completed'], ['completed', 'unknown']],
    [true, true, ['passed'], ['completed', 'passed']],
    [true, false, ['failed'], ['completed', 'failed']],
    [false, false, ['failed'], ['incomplete', 'failed']],
  ])) {
    assert.deepEqual(in12({ completed, passed }), first);
    assert.deepEqual(in2004({ completed, passed }), second);
  }
});

test('durations, dates and names are as the standards write them', () => {
  assert.equal(duration12(0), '0000:00:00.00');
  assert.equal(duration12(3723.456), '0001:02:03.46');
  assert.equal(duration12(59.999), '0000:01:00.00');
  assert.equal(duration12(1e9), '9999:59:59.99');
  assert.equal(duration2004(0), 'PT0H0M0.00S');
  assert.equal(duration2004(3723.456), 'PT1H2M3.46S');
  assert.equal(time2004('2026-05-01T10:00:09.876Z'), '2026-05-01T10:00:09.87Z');
  assert.match(time12('2026-05-01T10:00:09.876Z'), /^\d\d:\d\d:09$/);
  assert.equal(interactionId({ exercise: 'e13.1', seed: 7, item: 'PE(5)[2]' }), 'e13.1:7/PE_5__2_');
});
