// The lesson in a course with SCORM, without a browser: scorm-again's run-time, the page that it opens, and the lesson in
// the frame of that page.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { command } from '../learner-work.mjs';
import { Course, listOf, sections, Visit } from './course.mjs';
import { Record } from './desk.mjs';
import { Browser, eventually } from './pages.mjs';
import { core } from './with-core.mjs';

const seed = 7;
const config = {
  ...{ name: 'Tuesday', sections: ['signal', 'hash'] },
  exercises: [
    { id: 'dft-peak', seed },
    { id: 'similarities', seed },
  ],
  ...{ completion: { rule: 'score' }, mastery: 40 },
};
const byReading = { ...config, completion: { rule: 'read' }, mastery: null };

/** Right answers to an exercise, as the core works them out. @param {string} id @returns {{[name: string]: string}} */
const right = (id) =>
  Object.fromEntries(
    core['workedSolution'](id, seed).steps.map((/** @type {any} */ { item, value }) => [
      item,
      value,
    ]),
  );
const peak = right('dft-peak');

test('SCORM 1.2: work is reported as the command grades it, and comes back on an empty browser', async () => {
  const course = new Course(config);
  const visit = await course.launch('learner=ada');
  await visit.saved();
  await course.graded('ada 1', (cmi) => cmi.core.lesson_status === 'incomplete');
  await visit.check('dft-peak', seed, { ...peak, pair: '99' });
  const first = await course.graded('ada 1', (cmi) => Number(cmi.core.score.raw) > 0);
  assert.equal(first.core.lesson_status, 'incomplete');
  await visit.check('dft-peak', seed, peak);
  // With enough points, too, only the learner ends the attempt.
  const enough = await course.graded('ada 1', ({ core }) => core.score.raw === '50');
  assert.equal(enough.core.lesson_status, 'incomplete');
  assert.equal(visit.summary, '1 of 2 exercises checked · score 50 %');
  assert.match(visit.notes, /^You have the 40 % to pass\. “Finish and send” reports that/);
  visit.finish('');
  assert.match(visit.place('lms-finish-score').textContent, /^Score: 50 %\. .* 40 %: you pass\.$/);
  assert.match(visit.place('lms-finish-exercises').textContent, /not checked yet$/);
  visit.finish();
  const cmi = await course.graded('ada 1', ({ core }) => core.lesson_status === 'passed');
  assert.equal(cmi.core.score.raw, '50');
  await eventually(() => visit.place('lms-finish').hidden, 'the button goes');
  assert.ok(cmi.suspend_data.length > 50 && cmi.suspend_data.length <= 4096);
  const interactions = listOf(cmi.interactions);
  assert.deepEqual(
    interactions.map(({ id, student_response, result, type }) => [
      ...[id, student_response, result, type],
    ]),
    // The latest answer to each.
    Object.entries(peak).map(([item, text]) => [
      ...[`dft-peak:${seed}/${item}`, text, 'correct', 'fill-in'],
    ]),
  );
  // (Less than two minutes, in SCORM's CMITimespan, whose fractions have one or two digits.)
  assert.match(interactions[0].latency, /^0{2,4}:0[01]:\d\d(\.\d{1,2})?$/);
  const objective = listOf(cmi.objectives).find(({ id }) => id === 'exercise-dft-peak');
  assert.deepEqual([objective.score.raw, objective.status], ['100', 'completed']);
  assert.equal(visit.summary, '1 of 2 exercises checked · score 50 % · passed');

  // The file that the learner exports is graded alike.
  const { inside, lesson } = visit;
  assert.ok(inside && lesson);
  const record = await new Record(inside, lesson.PosencRecord).settled();
  const { content } = await record.exported();
  assert.equal(content.name, 'Lovelace, Ada');
  const { total, sheets } = command(content).verdict;
  assert.equal(100 * total.score, Number(cmi.core.score.raw));
  const [sheet] = sheets;
  assert.deepEqual(
    [sheet.exercise, sheet.seed, sheet.best.score, sheet.best.max],
    ['dft-peak', seed, 3, 3],
  );

  visit.leave();
  const left = await course.graded('ada 1', ({ core }) => core.session_time !== '00:00:00');
  assert.match(left.core.session_time, /^0+:0\d:\d\d(\.\d{1,2})?$/);
  assert.equal(left.core.exit, 'suspend');

  const again = await course.launch('learner=ada');
  await again.saved();
  assert.deepEqual(again.answers('dft-peak', seed), peak);
  const same = await course.graded('ada 1', (now) => listOf(now.interactions).length === 3);
  assert.deepEqual([same.core.score.raw, same.core.lesson_status], ['50', 'passed']);
  assert.equal(listOf(same.objectives).length, listOf(cmi.objectives).length);
  again.leave();
});

test('SCORM 2004: when the course does not answer, work is kept and sent later, also by the next session', async () => {
  const version = 'scorm2004';
  const course = new Course(config);
  const browser = new Browser();
  const visit = await course.launch('learner=ada', { browser, version });
  await visit.saved();
  course.isDown = true;
  await visit.check('dft-peak', seed, peak);
  await visit.says(/^Your course did not answer\. Your work is kept on this device/);
  course.isDown = false;
  // It tries again by itself.
  await visit.saved();
  const cmi = await course.graded('ada 1', ({ score }) => score.raw === '50');
  assert.deepEqual(
    [cmi.completion_status, cmi.success_status, cmi.score.scaled],
    ['incomplete', 'unknown', '0.5'],
  );
  assert.equal(listOf(cmi.interactions).length, 3);
  const [one] = listOf(cmi.interactions);
  assert.deepEqual([one.id, one.result], [`dft-peak:${seed}/pair`, 'correct']);
  assert.match(one.latency, /^PT0H[01]M\d+(\.\d{1,2})?S$/);
  const section = listOf(cmi.objectives).find(({ id }) => id === 'section-signal');
  assert.deepEqual(
    [section.completion_status, section.description],
    ['not attempted', 'Section signal'],
  );

  // Lost until the end, and for good: the next session in this browser has it all.
  course.isDown = true;
  const similarities = right('similarities');
  await visit.check('similarities', seed, similarities);
  await visit.says(/^Your course did not answer/);
  visit.leave();
  course.isDown = false;
  const next = await course.launch('learner=ada', { browser, version });
  // Everything is done: that ends the attempt.
  const caught = await course.graded('ada 1', ({ score }) => score.raw === '100');
  assert.deepEqual([caught.completion_status, caught.success_status], ['completed', 'passed']);
  assert.equal(listOf(caught.interactions).length, 3 + Object.keys(similarities).length);
  next.leave();

  // A course that never got anything.
  course.isDown = true;
  const other = await course.launch('learner=bob', { browser, version });
  await other.says(/^Your course did not answer/);
  await other.check('dft-peak', seed, peak);
  other.leave();
  course.isDown = false;
  const last = await course.launch('learner=bob', { browser, version });
  await course.graded('bob 1', ({ score }) => score.raw === '50');
  last.leave();
});

test('a score to pass that overrides the status (Moodle 4.5): the course gets the score at the end', async () => {
  const course = new Course({ ...byReading, mastery: 80 });
  const browser = new Browser();
  const asked = 'learner=ada&mastery=80';
  const visit = await course.launch(asked, { browser });
  await visit.saved();
  visit.leave();
  const looked = await course.graded('ada 1', ({ core }) => core.exit === 'suspend');
  assert.deepEqual([looked.core.lesson_status, looked.core.score.raw], ['incomplete', '']);

  const second = await course.launch(asked, { browser });
  await second.saved();
  await second.check('dft-peak', seed, { ...peak, pair: '99' });
  const first = await course.graded('ada 1', (cmi) => listOf(cmi.interactions).length === 3);
  assert.deepEqual([first.core.lesson_status, first.core.score.raw], ['incomplete', '']);
  await eventually(
    () => /^Your course passes or fails you as soon as it has a score/.test(second.notes),
    second.notes,
  );

  // A sheet that the core cannot grade does not keep back the others; and a check as the page goes away.
  second.within(({ Work }) => {
    const sheet = new Work('dft-peak').sheet(seed);
    new Work('e13.2').change(3, () => sheet);
  });
  await second.saved();
  await second.check('dft-peak', seed, peak);
  second.leave();
  const third = await course.launch(asked, { browser });
  await course.graded('ada 1', (cmi) => listOf(cmi.interactions)[0]?.result === 'correct');
  third.read('signal');
  third.read('hash');
  await eventually(() => third.summary.includes('100 % read'), 'all is read');
  third.finish();
  const last = await course.graded('ada 1', ({ core }) => core.lesson_status === 'failed');
  assert.equal(last.core.score.raw, '50');
  third.leave();
});

/** Moodle 4.5: an attempt that is completed, passed or failed opens for review, until another one is asked for. */
class Moodle extends Course {
  attempts = 1;

  /** @param {Browser} browser @param {{isNew?: boolean, version?: 'scorm12' | 'scorm2004'}} [how] */
  enter(browser, { isNew = false, version = 'scorm12' } = {}) {
    const { core, completion_status } = this.gradebook.get(`ada ${this.attempts}`)?.cmi ?? {};
    const hasEnded = /completed|passed|failed/.test(core?.lesson_status ?? completion_status);
    if (hasEnded && isNew) this.attempts++;
    const mode = hasEnded && !isNew ? '&mode=review' : '';
    return this.launch(`learner=ada&attempt=${this.attempts}${mode}`, { browser, version });
  }
}

for (const version of /** @type {const} */ (['scorm12', 'scorm2004'])) {
  test(`${version}: an attempt that Moodle 4.5 has closed says so, and its answers are offered to the next one`, async () => {
    const moodle = new Moodle({ ...byReading, sections: ['signal'], mastery: 80 });
    const scoreOf = (/** @type {any} */ { core, score }) => (core?.score ?? score).raw;
    const statusOf = (/** @type {any} */ { core, success_status }) =>
      core?.lesson_status ?? success_status;
    const browser = new Browser();
    const visit = await moodle.enter(browser, { version });
    await visit.saved();
    visit.leave();
    const looked = await moodle.graded(
      'ada 1',
      ({ core, exit }) => (core?.exit ?? exit) === 'suspend',
    );
    assert.equal(scoreOf(looked), '', 'who only looks has no score');

    // All is read, nothing is handed in: the attempt stays open.
    const reading = await moodle.enter(browser, { version });
    reading.read('signal');
    await reading.check('dft-peak', seed, { ...peak, pair: '99' });
    const read = await moodle.graded('ada 1', (cmi) => Number(scoreOf(cmi)) > 0);
    assert.match(statusOf(read), /^(incomplete|unknown)$/);
    await eventually(() => reading.summary.includes('100 % read'), 'all is read');
    reading.finish();
    await moodle.graded('ada 1', (cmi) => statusOf(cmi) === 'failed');
    reading.leave();

    await Promise.all(moodle.beacons);
    const { commits = 0 } = moodle.gradebook.get('ada 1') ?? {};
    // In the browser that it was worked on, or in another.
    const later = version === 'scorm12' ? browser : new Browser();
    const review = await moodle.enter(later, { version });
    assert.match(review.place('lms-closed').textContent, /^This attempt is closed: /);
    assert.equal(review.place('lms-finish').hidden, true);
    await review.check('dft-peak', seed, peak);
    review.leave();
    assert.equal(moodle.gradebook.get('ada 1')?.commits, commits);

    const next = await moodle.enter(later, { isNew: true, version });
    await next.saved();
    assert.deepEqual(next.answers('dft-peak', seed), {});
    next.choose('Take them over');
    const again = await moodle.graded('ada 2', (cmi) => scoreOf(cmi) === '50');
    assert.match(statusOf(again), /^(incomplete|unknown)$/);
    assert.deepEqual(next.answers('dft-peak', seed), peak, 'as they were in the review');
    await next.check('similarities', seed, right('similarities'));
    await moodle.graded('ada 2', (cmi) => statusOf(cmi) === 'passed');
    next.leave();
  });
}

/** What is checked while the course does not answer is reported when it does. @param {Course} course @param {'isDown' | 'isUnplugged'} trouble */
async function reportedLate(course, trouble) {
  const visit = await course.launch('learner=ada');
  await visit.saved();
  course[trouble] = true;
  await visit.check('dft-peak', seed, peak);
  await visit.says(/^Your course did not answer\./);
  course[trouble] = false;
  await visit.saved();
  await course.graded('ada 1', ({ core }) => Number(core.score.raw) === 50);
  return visit;
}

test('Moodle 4.5 says that it has stored what it could not send: the page asks whether there is a connection', async () => {
  class Unaware extends Course {
    /** @param {string} key @param {string} text @override */
    commit(key, text) {
      return this.isUnplugged || super.commit(key, text);
    }
  }
  const visit = await reportedLate(new Unaware(config), 'isUnplugged');
  visit.leave();
});

test('SCORM 1.2 in Moodle 4.5: no value is sent a second time, though it was not stored', async () => {
  class SendsOnce extends Course {
    tried = { state: '', raw: '' };

    /** @param {string} key @param {string} text @override */
    commit(key, text) {
      const { cmi } = JSON.parse(text);
      const had = this.gradebook.get(key)?.cmi;
      const { tried } = this;
      this.tried = { state: cmi.suspend_data, raw: cmi.core.score.raw };
      if (tried.state === cmi.suspend_data) cmi.suspend_data = had?.suspend_data;
      if (tried.raw === cmi.core.score.raw) cmi.core.score.raw = had?.core.score.raw;
      return super.commit(key, JSON.stringify({ cmi }));
    }
  }
  const course = new SendsOnce(config);
  const visit = await reportedLate(course, 'isDown');
  const other = await course.launch('learner=ada');
  await other.saved();
  assert.deepEqual(other.answers('dft-peak', seed), peak);
  other.leave();
  visit.leave();
});

test('SCORM 2004 in Moodle 4.5: the end of a session stores all that its page has; one that was left alone stays silent', async () => {
  const version = 'scorm2004';
  const course = new Course(config);
  const left = await course.launch('learner=ada', { version });
  await left.saved();
  await left.check('dft-peak', seed, peak);
  await course.graded('ada 1', ({ score }) => score.raw === '50');
  await left.saved();
  const home = await course.launch('learner=ada', { version });
  await home.saved();
  await home.check('similarities', seed, right('similarities'));
  await course.graded('ada 1', ({ score }) => score.raw === '100');
  home.leave();
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 600_000 });
  left.leave();
  mock.timers.reset();
  await Promise.all(course.beacons);
  assert.equal(course.gradebook.get('ada 1')?.cmi.score.raw, '100');
});

test('SCORM 1.2 in Moodle 4.5: a session that ends completes what was only looked at; a preview has no end', async () => {
  const course = new Course(config);
  const visit = await course.launch('learner=ada&mode=browse');
  await visit.says(/^Not connected/);
  visit.leave();
  await Promise.all(course.beacons);
  assert.equal(course.gradebook.size, 0);
});

for (const version of /** @type {const} */ (['scorm12', 'scorm2004'])) {
  test(`${version}: a page that is loaded again has its own work, and says what to do`, async () => {
    const course = new Course(config);
    const browser = new Browser();
    /** @type {Map<string, string>} */
    const kept = new Map();
    const sessionStorage = {
      getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ text) => kept.set(key, text),
    };
    const visit = await course.launch('learner=ada', {
      ...{ browser, version, globals: { sessionStorage } },
    });
    await visit.saved();
    await visit.check('dft-peak', seed, peak);
    const { name } = visit.frame;
    visit.leave();
    const ended = version === 'scorm12' ? '0' : '104';
    const answers = { LMSInitialize: 'false', Initialize: 'false' };
    const errors = { LMSGetLastError: ended, GetLastError: ended };
    const api = Object.fromEntries(
      Object.entries({ ...answers, ...errors }).map(([name, answer]) => [name, () => answer]),
    );
    const again = new Visit(browser, {
      config: { ...config, standard: version },
      globals: {
        ...{ sessionStorage, window: { API: api, API_1484_11: api, opener: null } },
        performance: { now: () => 0, getEntriesByType: () => [{ type: 'reload' }] },
      },
    });
    await again.begin();
    assert.match(again.connection, /^This page was loaded again, .* Open the activity again/);
    assert.equal(again.frame.name, name);
    assert.deepEqual(again.answers('dft-peak', seed), peak);
  });
}

test('work that an older version has kept in this browser is there', async () => {
  const course = new Course(config);
  course.isDown = true;
  const browser = new Browser();
  const visit = await course.launch('learner=ada', { browser });
  await visit.check('dft-peak', seed, peak);
  await visit.says(/^Your course did not answer\./);
  visit.leave();
  /** @type {typeof import('../../web/src/lms/attempt.ts')} */
  const { ownerOf } = await visit.page.load('./web/src/lms/attempt.ts');
  const [here, before] = ['/course/', 'Tuesday/course/'].map((place) => ownerOf('ada', place));
  for (const [key, text] of Object.entries(browser.texts)) {
    assert.ok(here && key.includes(here), key);
    browser.texts.setItem(key.replace(here, before ?? ''), text);
    browser.texts.removeItem(key);
  }
  course.isDown = false;
  const again = await course.launch('learner=ada', { browser });
  await course.graded('ada 1', ({ core }) => core.score.raw === '50');
  assert.deepEqual(again.answers('dft-peak', seed), peak);
  again.leave();
});

test('what was handed in stays handed in, though the learner starts the quiz over', async () => {
  const course = new Course({ ...config, exercises: [{ id: 'quiz', seed }], mastery: 1 });
  const visit = await course.launch('learner=ada');
  await visit.saved();
  const { facts, items } = core['exercise']('quiz', seed);
  const [counted] = facts['counted'].split(', ');
  const { choices } = items.find((/** @type {any} */ { id }) => id === counted);
  const right = choices.find(
    (/** @type {string} */ choice) =>
      core['gradeExercise']('quiz', seed, { [counted]: choice }).score > 0,
  );
  const quiz = (/** @type {(parts: any) => (work: any) => any} */ step) =>
    visit.within((parts) => {
      const { Stored, quizWorkFrom, emptyQuiz } = parts;
      new Stored('quiz', quizWorkFrom, emptyQuiz).change(step(parts));
    });
  const given = { question: counted, choice: right, confidence: null, at: '2026-05-01T10:00:00Z' };
  quiz(({ answeredWith }) => answeredWith(given, seed));
  await eventually(() => /score [1-9]/.test(visit.summary), 'the score');
  visit.finish();
  const passed = await course.graded('ada 1', ({ core }) => core.lesson_status === 'passed');
  quiz(
    ({ emptyQuiz }) =>
      () =>
        emptyQuiz,
  );
  await visit.page.run(() => new Promise((resolve) => setTimeout(resolve, 15_000)));
  visit.leave();
  await Promise.all(course.beacons);
  const { cmi } = course.gradebook.get('ada 1') ?? {};
  assert.equal(cmi.core.lesson_status, 'passed');
  assert.equal(cmi.core.score.raw, passed.core.score.raw);
});

test('two tabs of an attempt report the same, in the same columns', async () => {
  const course = new Course(config);
  const browser = new Browser();
  const [one, two] = [
    await course.launch('learner=ada', { browser }),
    await course.launch('learner=ada', { browser }),
  ];
  const similarities = right('similarities');
  await two.check('similarities', seed, similarities);
  await eventually(() => one.summary.includes('score 50 %'), 'the other tab');
  await one.check('dft-peak', seed, peak);
  await eventually(() => two.summary.includes('score 100 %'), 'the first tab');
  one.leave();
  two.leave();
  const cmi = await course.graded('ada 1', ({ core }) => core.score.raw === '100');
  assert.deepEqual(
    listOf(cmi.interactions).map(({ id }) => id),
    [
      ...Object.keys(peak).map((item) => `dft-peak:${seed}/${item}`),
      ...core['exercise']('similarities', seed).items.map(
        (/** @type {{id: string}} */ { id }) =>
          `similarities:${seed}/${id.replace(/[^\w.-]/g, '_')}`,
      ),
    ],
  );
});

test('attempts, learners and the web keep their work apart; a review reports nothing', async () => {
  const course = new Course({ ...byReading, exercises: [{ id: 'dft-peak', seed: 'learner' }] });
  const browser = new Browser();
  const begin = async (/** @type {string} */ asked) => {
    const visit = await course.launch(asked, { browser });
    await visit.says(/^(Saved|Not connected)/);
    const own = visit.within(({ assignedSeed }) => assignedSeed('dft-peak')) ?? 0;
    return { visit, own, pair: visit.answers('dft-peak', own)['pair'] };
  };
  const ada = await begin('learner=ada');
  assert.ok(ada.own > 0);
  await ada.visit.check('dft-peak', ada.own, { pair: '11' });
  await course.graded('ada 1', (cmi) => listOf(cmi.interactions).length === 1);
  ada.visit.leave();
  const second = await begin('learner=ada&attempt=2');
  assert.deepEqual([second.pair, second.own], [undefined, ada.own], 'the second attempt is empty');
  await second.visit.check('dft-peak', ada.own, { pair: '22' });
  await course.graded('ada 2', (cmi) => listOf(cmi.interactions).length === 1);
  second.visit.leave();
  const bob = await begin('learner=bob');
  assert.equal(bob.pair, undefined, 'another learner on the same computer');
  assert.notEqual(bob.own, ada.own, 'with a variant of his own');
  bob.visit.leave();
  const first = await begin('learner=ada');
  assert.deepEqual([first.pair, first.own], ['11', ada.own], 'the first attempt again');
  first.visit.leave();

  const { commits = 0 } = course.gradebook.get('ada 2') ?? {};
  const review = await begin('learner=ada&attempt=2&mode=review');
  assert.match(review.visit.place('lms-closed').textContent, /^This attempt is closed/);
  assert.equal(review.pair, '22');
  await review.visit.check('dft-peak', ada.own, { pair: '33' });
  // Longer than it waits before it reports.
  await review.visit.page.run(() => new Promise((resolve) => setTimeout(resolve, 15_000)));
  review.visit.leave();
  assert.equal(course.gradebook.get('ada 2')?.commits, commits);
  const after = await begin('learner=ada&attempt=2');
  assert.equal(after.pair, '22', 'what was done in a review is not part of the attempt');
  assert.equal(listOf(course.gradebook.get('ada 2')?.cmi.interactions).length, 1);
  after.visit.leave();

  const keys = Object.keys(browser.texts);
  assert.ok(keys.length > 0 && keys.every((key) => /^posenc\.\w{8,}\./.test(key)), keys.join(' '));
});

test('reading is progress, and a course that stores little gets the most important part', async () => {
  const course = new Course({ ...byReading, sections: ['signal'] });
  const browser = new Browser();
  const visit = await course.launch('learner=ada', { browser });
  await visit.saved();
  const long = Array.from({ length: 4000 }, (_, n) => (n * 7919) % 104_729).join(' ');
  visit.type('dft-peak', seed, { pair: long });
  await eventually(
    () =>
      /^Your course cannot store everything\. On this device only: .*spectrum/.test(visit.notes),
    visit.notes,
  );
  visit.type('dft-peak', seed, { pair: '5' });
  await eventually(() => visit.notes === '', visit.notes);

  // When the browser's storage is full, the course gets the work all the same.
  browser.room = Object.entries(browser.texts).flat().join('').length;
  await visit.check('dft-peak', seed, peak);
  await course.graded('ada 1', ({ core }) => core.score.raw === '50');
  assert.match(
    visit.notes,
    /^This browser’s storage is full: new work is sent to your course only/,
  );
  browser.room = Infinity;

  visit.finish('');
  assert.match(visit.place('lms-finish-missing').textContent, /read the rest of Section signal\.$/);
  assert.equal(visit.place('lms-finish-send').hidden, true);
  visit.read('signal');
  await eventually(() => visit.summary.includes('100 % read'), 'all is read');
  visit.finish();
  const cmi = await course.graded('ada 1', ({ core }) => core.lesson_status === 'completed');
  const section = listOf(cmi.objectives).find(({ id }) => id === 'section-signal');
  assert.deepEqual([section.status, section.score.raw], ['completed', '100']);
  assert.equal(visit.summary, '1 of 2 exercises checked · 100 % read · score 50 % · completed');
  const parts = sections.signal.length;
  assert.equal(
    visit.wrapper.getElementById('lms-read-signal').textContent,
    `${parts} of ${parts} parts read`,
  );
  visit.leave();
});

test('without a course, or with work that cannot be read, nothing is lost and the page says what happened', async () => {
  const alone = new Visit(new Browser(), { config: { ...config, standard: 'scorm12' } });
  await alone.begin();
  assert.match(alone.connection, /^No learning management system was found/);
  assert.deepEqual([alone.frame.name, alone.frame.src], [undefined, './index.html']);

  const course = new Course(config);
  const state = 'p1.AAAA';
  course.gradebook.set('ada 1', { cmi: { core: {}, suspend_data: state }, commits: 0 });
  const visit = await course.launch('learner=ada');
  await visit.saved();
  const [, name = ''] =
    /^Some of the work that your course has could not be read; a copy .*“(.*)”/.exec(visit.notes) ??
    [];
  assert.equal(visit.browser.texts.getItem(name), state);
  visit.leave();

  const wrong = new Visit(new Browser(), {
    config: { ...config, standard: 'scorm12', mastery: 400 },
  });
  await wrong.begin();
  assert.match(
    wrong.connection,
    /^lms\.json cannot be used: "mastery" must be a percentage from 1 to 100/,
  );
  assert.equal(wrong.frame.src, './index.html');
});

test('the lesson opens with the set, and then where the learner stopped', async () => {
  const course = new Course(config);
  const visit = await course.launch('learner=ada');
  await visit.saved();
  assert.equal(visit.frame.src, './exercises.html', 'at first with what gives the score');
  visit.within(({ Stored, placeFrom }) =>
    new Stored('place', placeFrom, { section: '', part: '' }).change(() => ({
      ...{ section: 'hash', part: 'try-it' },
    })),
  );
  await course.graded('ada 1', ({ core }) => core.lesson_location === 'hash#try-it');
  visit.leave();
  const again = await course.launch('learner=ada');
  assert.equal(again.frame.src, './hash.html#try-it');
  again.leave();
});
