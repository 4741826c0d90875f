// The lesson in a course with cmi5, without a browser: a record store that refuses whatever the specification forbids
// (tests/lrs.mjs), the page that it opens, and the lesson in the frame of that page.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { startLrs } from '../lrs.mjs';
import { isDefined, verbOf } from '../lrs-rules.mjs';
import { rightAnswers } from '../worked.mjs';
import { sections, Visit } from './course.mjs';
import { Browser, eventually } from './pages.mjs';
import { core } from './with-core.mjs';

/** @typedef {Parameters<Awaited<ReturnType<typeof startLrs>>['launch']>[0]} Launch */

const exercise = 'table-parameters';
const config = {
  ...{ standard: 'cmi5', name: 'Tuesday', sections: ['hash'], mastery: 80 },
  ...{ exercises: [{ id: exercise, seed: 0 }], completion: { rule: 'read' } },
};
const right = rightAnswers(exercise, core['exercise'](exercise, 0).facts);
const [first = '', second = ''] = Object.keys(right);

/** @type {Awaited<ReturnType<typeof startLrs>>} */
let lms;
before(async () => {
  lms = await startLrs();
});
after(() => lms.close());
afterEach(() => {
  Object.assign(lms.store, { isFailing: false, failsAt: '', forbids: '' });
  assert.deepEqual(lms.store.refused, [], 'the LMS took every statement');
});

/** A tab of a browser: what it keeps as long as it is open. */
class Tab {
  /** @type {Map<string, string>} */
  kept = new Map();

  constructor(browser = new Browser()) {
    this.browser = browser;
  }

  /** Opens an address. @param {string} query what the LMS adds to it */
  open(query) {
    const { browser, kept } = this;
    const sessionStorage = {
      getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ text) => kept.set(key, text),
    };
    const visit = new Visit(browser, {
      config,
      address: `lms.html${query}`,
      globals: { sessionStorage },
    });
    return visit.begin();
  }

  /** Opens the lesson as the LMS does. @param {Launch} how */
  async launch(how) {
    const visit = await this.open(lms.launch(how));
    await visit.says(/^(Saved|Not connected)/);
    return visit;
  }
}

/** What the learner answers. @param {Visit} visit @param {Record<string, string>} answers */
const check = (visit, answers) => visit.check(exercise, 0, answers);

/** The statements of a registration. @param {string} registration */
const statementsOf = (registration) =>
  lms.store.statements.filter(({ context }) => context.registration === registration);

/** The verbs of the defined statements, in the order in which they came. @param {string} registration */
const definedOf = (registration) => statementsOf(registration).filter(isDefined).map(verbOf);

/** @param {string} registration @param {string} verb */
const has = (registration, verb) =>
  eventually(() => definedOf(registration).includes(verb), `${verb}: ${lms.store.refused}`);

/** @param {string} registration */
const answersOf = (registration) =>
  statementsOf(registration)
    .filter((one) => verbOf(one) === 'answered')
    .map(({ object, result }) => [
      object.id.replace(/.*\/question\//, ''),
      result.response,
      result.success,
    ]);

/** What the LMS keeps of the work. @param {string} registration */
const recordOf = (registration) =>
  JSON.parse(lms.store.documents.get(`${registration} posenc.work`) ?? 'null');

/** How far the section was read, each time that it was reported. @param {string} registration */
const readOf = (registration) =>
  statementsOf(registration)
    .filter(({ object }) => object.id.endsWith('/section/hash'))
    .map(({ result }) => Object.values(result.extensions)[0]);

test('work is reported and stored, also after the LMS failed, and is there on another device', async () => {
  const registration = randomUUID();
  const returnURL = 'https://lms.example/course';
  const how = { registration, masteryScore: 0.8, returnURL };
  const visit = await new Tab().launch(how);
  assert.deepEqual(definedOf(registration), ['initialized']);
  assert.equal(visit.wrapper.getElementById('lms-back').href, returnURL);

  await check(visit, { ...right, [second]: '0' });
  await eventually(() => answersOf(registration).length === 2, 'two answers');
  assert.deepEqual(answersOf(registration), [
    [first, right[first], true],
    [second, '0', false],
  ]);

  lms.store.isFailing = true;
  await check(visit, { [second]: right[second] ?? '' });
  await visit.says(/^Your course did not answer. Your work is kept on this device/);
  assert.deepEqual(definedOf(registration), ['initialized']);
  lms.store.isFailing = false;
  await visit.saved();
  assert.deepEqual(answersOf(registration).at(-1), [second, right[second], true]);
  assert.deepEqual(definedOf(registration), ['initialized'], 'not all is read');

  visit.read('hash', 1);
  await eventually(() => readOf(registration).length === 1, 'a part');
  visit.read('hash');
  await has(registration, 'completed');
  const passed = statementsOf(registration).find((one) => verbOf(one) === 'passed');
  assert.deepEqual(passed?.result.score, { scaled: 1, raw: 100, min: 0, max: 100 });
  assert.deepEqual(readOf(registration), [Math.floor(100 / sections.hash.length), 100]);
  await eventually(() => recordOf(registration)?.completed === true, 'the record');
  visit.leave();
  await has(registration, 'terminated');
  assert.deepEqual(definedOf(registration), ['initialized', 'completed', 'passed', 'terminated']);

  const again = await new Tab().launch(how);
  assert.equal(again.summary, '1 of 1 exercise checked · 100 % read · score 100 % · passed');
  assert.equal(again.answers(exercise, 0)[second], right[second]);
  again.leave();
  await eventually(() => definedOf(registration).length === 6, 'the end of the second visit');
  assert.deepEqual(definedOf(registration).slice(4), ['initialized', 'terminated']);
  assert.equal(answersOf(registration).length, 3);
});

test('a statement that waits stays as it was made, however often there is news', async () => {
  const registration = randomUUID();
  const visit = await new Tab().launch({ registration });
  lms.store.isFailing = true;
  visit.read('hash');
  await visit.says(/^Your course did not answer/);
  await check(visit, right);
  await eventually(() => visit.summary.includes('100 % read · score 100 %'), 'the score');
  lms.store.isFailing = false;
  await visit.saved();
  const read = statementsOf(registration).filter(({ object }) =>
    object.id.endsWith('/section/hash'),
  );
  assert.deepEqual(readOf(registration), [100]);
  const parents = read[0]?.['context'].contextActivities.parent.map(
    (/** @type {any} */ { id }) => id,
  );
  assert.deepEqual(parents, [...new Set(parents)]);
  visit.leave();
});

test('a session ends once, whatever the learner does to its page', async () => {
  const registration = randomUUID();
  const tab = new Tab();
  const query = lms.launch({ registration, masteryScore: 0.8 });
  const visit = await tab.open(query);
  await visit.saved();
  // Done with everything, and away before anything was sent.
  lms.store.isFailing = true;
  visit.read('hash');
  await check(visit, right);
  await eventually(() => visit.summary.includes('score 100 % · passed'), 'the score');
  lms.store.isFailing = false;
  visit.leave();
  await has(registration, 'terminated');
  const whole = ['initialized', 'completed', 'passed', 'terminated'];
  assert.deepEqual(definedOf(registration), whole);
  assert.equal(answersOf(registration).length, 2);
  await eventually(() => recordOf(registration)?.unconfirmed.length === 2, 'the last record');

  // The page that was left, and the same address again: the LMS gives no token twice.
  const back = await tab.open(query);
  await back.says(/^Loading the page again has ended your visit/);
  assert.equal(back.answers(exercise, 0)[first], right[first]);
  const { work } = recordOf(registration);
  await check(back, { [first]: '1' });
  await eventually(() => recordOf(registration).work !== work, 'the work is stored all the same');
  assert.deepEqual(definedOf(registration), whole);
  back.leave();

  // The next visit reports the last answer, and neither the others nor "passed" a second time.
  const next = await tab.launch({ registration, masteryScore: 0.8 });
  await eventually(() => answersOf(registration).length === 3, 'the answer of before');
  assert.deepEqual(answersOf(registration).at(-1), [first, '1', false]);
  assert.equal(recordOf(registration).passed, true);
  assert.equal(next.answers(exercise, 0)[second], right[second]);
  next.leave();

  // Another registration in the same browser begins with an empty sheet.
  const other = randomUUID();
  const empty = await tab.launch({ registration: other });
  assert.deepEqual(empty.answers(exercise, 0), {});
  empty.leave();
  await has(other, 'terminated');
  assert.deepEqual(statementsOf(other).map(verbOf), ['initialized', 'terminated']);

  // The address in another browser.
  const elsewhere = await new Tab().open(query);
  await elsewhere.says(/^This visit to your course has ended/);
});

test('who hands in with too few points is reported as failed, and nothing in a review', async () => {
  const registration = randomUUID();
  const tab = new Tab();
  const visit = await tab.launch({ registration, masteryScore: 0.8 });
  await check(visit, { ...right, [second]: '0' });
  visit.read('hash');
  await eventually(() => readOf(registration)[0] === 100, 'all is read');
  assert.deepEqual(definedOf(registration), ['initialized']);
  visit.finish();
  await has(registration, 'completed');
  assert.deepEqual(definedOf(registration), ['initialized', 'completed']);
  visit.leave();
  await has(registration, 'terminated');
  assert.deepEqual(definedOf(registration), ['initialized', 'completed', 'failed', 'terminated']);
  // The record is written again once its statements have arrived.
  await eventually(() => recordOf(registration).completed === true, 'the last record');

  for (const mode of ['Review', 'Browse']) {
    const from = statementsOf(registration).length;
    const before = recordOf(registration);
    const looking = await tab.launch({ registration, mode, masteryScore: 0.8 });
    assert.match(looking.place('lms-closed').textContent, /no more answers|is reported/);
    assert.equal(looking.answers(exercise, 0)[first], right[first]);
    await check(looking, right);
    await eventually(() => looking.summary.includes('score 100 %'), 'the score');
    looking.leave();
    await eventually(() => statementsOf(registration).length === from + 2, mode);
    const verbs = statementsOf(registration).slice(from).map(verbOf);
    assert.deepEqual(verbs, ['initialized', 'terminated']);
    assert.deepEqual(recordOf(registration), before);
  }
});

test('statements that may have been lost on leaving are looked up, and repeated only if they were', async () => {
  const registration = randomUUID();
  const how = { registration, masteryScore: 0.8 };
  const tab = new Tab();
  const visit = await tab.launch(how);
  lms.store.failsAt = 'POST /xapi/statements';
  visit.read('hash');
  await check(visit, right);
  await eventually(() => visit.summary.includes('score 100 % · passed'), 'the score');
  visit.leave();
  const isLast = (/** @type {string} */ text) =>
    text.includes(registration) && text.includes('/terminated');
  await eventually(() => lms.store.failed.some(isLast), 'the last statements');
  await eventually(() => recordOf(registration)?.unconfirmed.length === 2, 'the last record');
  const ids = recordOf(registration).pending.map((/** @type {{id: string}} */ { id }) => id);
  assert.deepEqual(definedOf(registration), ['initialized']);

  // An LMS that does not answer does not say that it has them.
  lms.store.failsAt = 'GET /xapi/statements';
  const second = await tab.launch(how);
  const answered = () => statementsOf(registration).filter((one) => verbOf(one) === 'answered');
  assert.deepEqual(
    answered().map(({ id }) => id),
    ids,
  );
  assert.equal(ids.length, 2);
  assert.equal(recordOf(registration).unconfirmed.length, 2);
  assert.equal(recordOf(registration).passed, false);
  assert.ok(!definedOf(registration).includes('passed'));

  lms.store.failsAt = '';
  second.leave();
  await has(registration, 'terminated');
  const third = await tab.launch(how);
  await has(registration, 'passed');
  await eventually(() => recordOf(registration).passed === true, 'the record');
  assert.equal(answered().length, 2);
  third.leave();
});

test('a visit that the course has ended for another launch says so, and its answers are reported later', async () => {
  const registration = randomUUID();
  const how = { registration, masteryScore: 0.8 };
  const tab = new Tab();
  const visit = await tab.launch(how);
  lms.store.abandon(registration);
  await check(visit, right);
  await visit.says(/^Your course has ended this visit, perhaps because you opened the lesson in/);
  assert.deepEqual(definedOf(registration), ['initialized']);
  visit.leave();

  const next = await tab.launch(how);
  await eventually(() => answersOf(registration).length === 2, 'the answers of before');
  next.leave();
  await eventually(() => definedOf(registration).at(-1) === 'terminated', 'the end');
});

test('a visit that is loaded again goes on in the browser where the LMS answers it no more', async () => {
  const registration = randomUUID();
  const tab = new Tab();
  const query = lms.launch({ registration, masteryScore: 0.8 });
  const visit = await tab.open(query);
  await visit.saved();
  await check(visit, { [first]: right[first] ?? '' });
  await eventually(() => answersOf(registration).length === 1, 'the first answer');
  visit.leave();
  await has(registration, 'terminated');
  lms.store.abandon(registration);

  const back = await tab.open(query);
  await back.says(/^Loading the page again has ended your visit/);
  assert.equal(back.answers(exercise, 0)[first], right[first]);
  await check(back, { [second]: right[second] ?? '' });
  await eventually(() => back.summary.includes('score 100 %'), 'the score');
  back.leave();

  const next = await tab.launch({ registration, masteryScore: 0.8 });
  await eventually(() => answersOf(registration).length === 2, 'the answer of before');
  assert.equal(next.answers(exercise, 0)[second], right[second]);
  next.leave();
  await eventually(() => definedOf(registration).at(-1) === 'terminated', 'the end');
});

test('a statement that is refused with 403 holds up no other', async () => {
  const registration = randomUUID();
  const visit = await new Tab().launch({ registration, masteryScore: 0.8 });
  lms.store.forbids = 'completed';
  visit.read('hash');
  await check(visit, right);
  await has(registration, 'passed');
  await visit.saved();
  assert.equal(answersOf(registration).length, 2);
  lms.store.forbids = '';
  visit.leave();
  await has(registration, 'terminated');
  assert.deepEqual(definedOf(registration), ['initialized', 'passed', 'terminated']);
});

test('an address that an LMS would not open gets one sentence, and the lesson', async () => {
  const without = new URLSearchParams(lms.launch({ registration: randomUUID() }));
  without.delete('registration');
  const nobody = new URLSearchParams(lms.launch({ registration: randomUUID() }));
  nobody.set('actor', '{"mbox":"mailto:a@b.c"}');
  lms.store.isFailing = true;
  for (const [query, sentence] of /** @type {const} */ ([
    ['', /^No learning management system was found: the lesson works as on the web/],
    [`?${without}`, /^Your course opened the lesson without "registration", which cmi5 needs/],
    [`?${nobody}`, /^Your course did not say who you are/],
    [
      lms.launch({ registration: randomUUID() }),
      /^Your course did not answer: your work stays on this device/,
    ],
  ])) {
    const visit = await new Tab().open(query);
    await visit.says(sentence);
    assert.equal(visit.frame.src, './index.html');
  }
});
