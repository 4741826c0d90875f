// The lesson in a learning management system: scorm-again's run-time around the package, in a frame.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { loadExercises } from '../../build/package/node.js';
import { isAccessible } from './accessible.mjs';
import { lmsHost } from './lms-host.mjs';
import { arrive, closePages, open, test } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */

const core = await loadExercises();
const seed = 7;
const config = {
  ...{ standard: 'scorm12', name: 'Tuesday', sections: ['signal', 'hash'] },
  exercises: [
    { id: 'dft-peak', seed },
    { id: 'similarities', seed },
  ],
  ...{ completion: { rule: 'score' }, mastery: 40 },
};
const in2004 = { ...config, standard: 'scorm2004' };

/** @type {Awaited<ReturnType<typeof lmsHost>>} */
let host;
test.beforeEach(async () => {
  host = await lmsHost({ folder: 'build/site', config });
});
// (A lesson saves its work as it is left, so the course is there until its pages are closed.)
test.afterEach(async ({ browser }) => {
  await closePages(browser);
  await host.close();
});

/** Right answers to an exercise, as the core works them out. @param {string} id @param {number} of */
const right = (id, of) =>
  Object.fromEntries(core.workedSolution(id, of).steps.map(({ item, value }) => [item, value]));

/** @param {string} asked such as `learner=ada&attempt=2` */
const addressOf = (asked, version = 'scorm12') =>
  `${host.address}/launch?version=${version}&${asked}`;

/**
 * A launch in a browser that has nothing, as the LMS sees it: the parts of its page.
 * @param {string} asked @param {{version?: string} & Parameters<typeof open>[0]} [how]
 */
async function launch(asked, { version = 'scorm12', ...how } = {}) {
  const site = await open({ address: addressOf(asked, version), ...how });
  return { ...site, ...partsOf(site.page) };
}

/** @param {Page} page */
function partsOf(page) {
  const wrapper = page.frameLocator('iframe[title="The package"]');
  const lesson = wrapper.frameLocator('iframe[title="The lesson"]');
  return { wrapper, lesson, connection: wrapper.locator('#lms-connection') };
}

/** Goes to another page of the lesson, as a link would. @param {Page} page @param {string} file */
async function read(page, file) {
  const { lesson } = partsOf(page);
  await lesson.locator('body').evaluate((body, file) => {
    // The lesson may be on that page already, and stays there until the new one comes.
    body.setAttribute('data-left', '');
    body.ownerDocument.location.href = `./${file}`;
  }, file);
  await lesson.locator(`body[data-page="${file.replace(/\..*/, '')}"]:not([data-left])`).waitFor();
}

/** An exercise that can be answered, on a page that is open. @param {Page} page @param {string} id */
async function exercise(page, id) {
  const found = partsOf(page).lesson.locator(`posenc-exercise[name="${id}"]`);
  await arrive(found, 'button[type=submit]:enabled');
  return found;
}

/** @param {Page} page @param {string} id @param {Record<string, string>} answers */
async function check(page, id, answers) {
  const shown = await exercise(page, id);
  for (const [item, text] of Object.entries(answers)) {
    await shown.locator(`[data-item="${item}"] input`).fill(text);
  }
  await shown.locator('button[type=submit]').click();
  await shown.locator('[data-item][data-outcome]').first().waitFor();
}

/** The values in the gradebook, as soon as they fit. @param {string} key @param {(cmi: any) => unknown} isThere @returns {Promise<any>} */
async function graded(key, isThere) {
  for (let n = 0; n < 300; n++) {
    const cmi = host.state.gradebook.get(key)?.cmi;
    if (cmi && isThere(cmi)) return cmi;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the gradebook has ${JSON.stringify(host.state.gradebook.get(key))}`);
}

/** The objectives or interactions of a gradebook: scorm-again numbers them. @param {any} list @returns {any[]} */
const listOf = (list) => Object.values(list?.childArray ?? list ?? {});

/** @param {Page} page */
async function leave(page) {
  await page.goto('about:blank');
}

test(
  'SCORM 1.2: work is reported as the command grades it, and comes back on an empty browser',
  { tag: '@smoke' },
  async () => {
    const { page, connection, wrapper, lesson, context } = await launch('learner=ada');
    await connection.getByText(/^Saved to your course at \d/).waitFor();
    await graded('ada 1', (cmi) => cmi.core.lesson_status === 'incomplete');
    await read(page, 'signal.html');
    const peak = right('dft-peak', seed);
    await check(page, 'dft-peak', { ...peak, pair: '99' });
    const first = await graded('ada 1', (cmi) => Number(cmi.core.score.raw) > 0);
    assert.equal(first.core.lesson_status, 'incomplete');
    await check(page, 'dft-peak', peak);
    const cmi = await graded('ada 1', (cmi) => cmi.core.lesson_status === 'passed');
    assert.equal(cmi.core.score.raw, '50');
    assert.ok(cmi.suspend_data.length > 50 && cmi.suspend_data.length <= 4096);
    const interactions = listOf(cmi.interactions);
    assert.deepEqual(
      interactions.map(({ id, student_response, result, type }) => [
        id,
        student_response,
        result,
        type,
      ]),
      [
        ...Object.entries({ ...peak, pair: '99' }).map(([item, text]) => [
          ...[`dft-peak:${seed}/${item}`, text, item === 'pair' ? 'wrong' : 'correct', 'fill-in'],
        ]),
        [`dft-peak:${seed}/pair`, peak['pair'], 'correct', 'fill-in'],
      ],
    );
    // (Less than two minutes, in SCORM's CMITimespan, whose fractions have one or two digits.)
    assert.match(interactions[0].latency, /^0{2,4}:0[01]:\d\d(\.\d{1,2})?$/);
    const objective = listOf(cmi.objectives).find(({ id }) => id === 'exercise-dft-peak');
    assert.deepEqual([objective.score.raw, objective.status], ['100', 'completed']);

    // The file that the learner exports is graded alike.
    await read(page, 'record.html');
    const record = lesson.locator('posenc-record');
    await arrive(record, 'section[aria-busy=false]');
    const download = page.waitForEvent('download');
    await record.getByRole('button', { name: 'Export' }).click();
    const file = await (await download).path();
    const { stdout } = spawnSync('build/native/posenc', ['grade', '--record', file], {
      encoding: 'utf8',
    });
    const { total, sheets } = JSON.parse(stdout);
    const [sheet] = sheets;
    assert.equal(100 * total.score, Number(cmi.core.score.raw));
    assert.deepEqual(
      [sheet.exercise, sheet.seed, sheet.best.score, sheet.best.max],
      ['dft-peak', seed, 3, 3],
    );
    assert.equal(JSON.parse(readFileSync(file, 'utf8')).name, 'Lovelace, Ada');
    assert.equal(
      await wrapper.locator('#lms-summary').innerText(),
      '0 % read · score 50 % · passed',
    );

    await leave(page);
    const left = await graded('ada 1', (cmi) => cmi.core.session_time !== '00:00:00');
    assert.match(left.core.session_time, /^0+:0\d:\d\d\.\d\d$/);
    assert.equal(left.core.exit, 'suspend');
    await context.close();

    const again = await launch('learner=ada');
    await again.connection.getByText(/^Saved/).waitFor();
    await read(again.page, 'signal.html');
    const shown = await exercise(again.page, 'dft-peak');
    for (const [item, text] of Object.entries(peak)) {
      assert.equal(await shown.locator(`[data-item="${item}"] input`).inputValue(), text);
    }
    const same = await graded('ada 1', (cmi) => listOf(cmi.interactions).length === 4);
    assert.equal(same.core.score.raw, '50');
    assert.equal(listOf(same.objectives).length, listOf(cmi.objectives).length);
  },
);

test('SCORM 2004: when the course does not answer, work is kept and sent later, also by the next session', async () => {
  host.state.config = in2004;
  const how = { version: 'scorm2004', mayComplain: true };
  const { page, connection } = await launch('learner=ada', how);
  await connection.getByText(/^Saved/).waitFor();
  host.state.isDown = true;
  await read(page, 'signal.html');
  await check(page, 'dft-peak', right('dft-peak', seed));
  await connection
    .getByText('Your course did not answer. Your work is kept on this device')
    .waitFor();
  host.state.isDown = false;
  // It tries again by itself, the last time after 20 seconds.
  await connection.getByText(/^Saved/).waitFor({ timeout: 60_000 });
  const cmi = await graded('ada 1', (cmi) => cmi.success_status === 'passed');
  assert.deepEqual(
    [cmi.completion_status, cmi.score.raw, cmi.score.scaled],
    ['completed', '50', '0.5'],
  );
  assert.equal(listOf(cmi.interactions).length, 3);
  const [one] = listOf(cmi.interactions);
  assert.deepEqual([one.id, one.result], [`dft-peak:${seed}/pair`, 'correct']);
  assert.match(one.latency, /^PT0H[01]M\d+(\.\d{1,2})?S$/);
  const section = listOf(cmi.objectives).find(({ id }) => id === 'section-signal');
  assert.deepEqual(
    [section.completion_status, section.description],
    ['not attempted', 'Seen as a signal'],
  );

  // Lost until the end, and for good: the next session in this browser has it all.
  host.state.isDown = true;
  await read(page, 'hash.html');
  await check(page, 'similarities', right('similarities', seed));
  await connection.getByText('Your course did not answer').waitFor();
  await leave(page);
  host.state.isDown = false;
  await page.goto(addressOf('learner=ada', 'scorm2004'));
  const caught = await graded('ada 1', (cmi) => cmi.score.raw === '100');
  assert.equal(
    listOf(caught.interactions).length,
    3 + Object.keys(right('similarities', seed)).length,
  );

  // A course that never got anything.
  host.state.isDown = true;
  const other = await launch('learner=bob', how);
  await other.connection.getByText('Your course did not answer').waitFor();
  await read(other.page, 'signal.html');
  await check(other.page, 'dft-peak', right('dft-peak', seed));
  await leave(other.page);
  host.state.isDown = false;
  await other.page.goto(addressOf('learner=bob', 'scorm2004'));
  await graded('bob 1', (cmi) => cmi.score.raw === '50');
});

test('SCORM 1.2: the course’s own “failed” completes nothing, and what was checked last is reported next time', async () => {
  host.state.config = { ...config, completion: { rule: 'read' }, mastery: 80 };
  const asked = 'learner=ada&mastery=80';
  const { page, connection, lesson } = await launch(asked, { mayComplain: true });
  await connection.getByText(/^Saved/).waitFor();
  await read(page, 'signal.html');
  const peak = right('dft-peak', seed);
  await check(page, 'dft-peak', { ...peak, pair: '99' });
  const first = await graded('ada 1', (cmi) => Number(cmi.core.score.raw) > 0);
  const count = listOf(first.interactions).length;
  await leave(page);
  await graded('ada 1', (cmi) => cmi.core.lesson_status === 'failed');
  await page.goto(addressOf(asked));
  await graded('ada 1', (cmi) => cmi.core.lesson_status === 'incomplete');

  // A sheet that the core cannot grade does not keep back the others; and a check as the page goes away.
  await read(page, 'signal.html');
  await lesson.locator('body').evaluate((body, pair) => {
    const view = /** @type {Window & typeof globalThis} */ (body.ownerDocument.defaultView);
    const { name, localStorage, top } = view;
    const kept = JSON.parse(localStorage.getItem(`${name}dft-peak`) ?? '');
    const [[seed, sheet]] = /** @type {[string, any][]} */ (Object.entries(kept.sheets));
    localStorage.setItem(`${name}e13.2`, JSON.stringify({ ...kept, sheets: { 3: sheet } }));
    const answers = { ...sheet.answers, pair };
    const last = { ...sheet.last, answers, at: new Date().toISOString() };
    const attempts = sheet.attempts + 1;
    const sheets = { [seed]: { ...sheet, answers, checked: answers, attempts, best: last, last } };
    localStorage.setItem(`${name}dft-peak`, JSON.stringify({ ...kept, sheets }));
    if (top) top.location.href = 'about:blank';
  }, peak['pair'] ?? '');
  await page.waitForURL('about:blank');
  await graded('ada 1', (cmi) => cmi.core.lesson_status === 'failed');
  await page.goto(addressOf(asked));
  const last = await graded('ada 1', (cmi) => listOf(cmi.interactions).length === count + 1);
  const { id, result } = listOf(last.interactions)[count];
  assert.deepEqual([id, result], [`dft-peak:${seed}/pair`, 'correct']);
  assert.equal(last.core.score.raw, '50');
  await leave(page);
});

test('attempts, learners and the web keep their work apart; a review reports nothing', async () => {
  host.state.config = {
    ...config,
    exercises: [{ id: 'dft-peak', seed: 'learner' }],
    ...{ completion: { rule: 'read' }, mastery: null },
  };
  const { page, connection, lesson } = await launch('learner=ada');
  await connection.getByText(/^Saved/).waitFor();
  await read(page, 'signal.html');
  const value = async () => {
    const shown = await exercise(page, 'dft-peak');
    return shown.locator('[data-item="pair"] input').inputValue();
  };
  await check(page, 'dft-peak', { pair: '11' });
  await graded('ada 1', (cmi) => listOf(cmi.interactions).length === 1);
  const begin = async (/** @type {string} */ asked) => {
    await leave(page);
    await page.goto(addressOf(asked));
    await connection.getByText(/^(Saved|Nothing that you do)/).waitFor();
    await read(page, 'signal.html');
  };
  await begin('learner=ada&attempt=2');
  assert.equal(await value(), '', 'the second attempt is empty');
  const seedIn = () => lesson.locator('posenc-exercise[name="dft-peak"] .variant').innerText();
  const seedOfAda = await seedIn();
  assert.match(seedOfAda, /^Variant [1-9]\d*, assigned/);
  await check(page, 'dft-peak', { pair: '22' });
  await graded('ada 2', (cmi) => listOf(cmi.interactions).length === 1);
  await begin('learner=bob');
  assert.equal(await value(), '', 'another learner on the same computer');
  assert.notEqual(await seedIn(), seedOfAda, 'with a variant of his own');
  await begin('learner=ada');
  assert.equal(await value(), '11', 'the first attempt again');
  assert.equal(await seedIn(), seedOfAda);

  const { commits = 0 } = host.state.gradebook.get('ada 2') ?? {};
  await begin('learner=ada&attempt=2&mode=review');
  await connection.getByText('nothing that you do here is reported').waitFor();
  assert.equal(await value(), '22');
  await check(page, 'dft-peak', { pair: '33' });
  await page.waitForTimeout(1500);
  await begin('learner=ada&attempt=2');
  assert.equal(await value(), '22', 'what was done in a review is gone');
  const after = host.state.gradebook.get('ada 2');
  assert.equal(listOf(after?.cmi.interactions).length, 1);
  assert.ok((after?.commits ?? 0) > commits);

  const keys = await lesson.locator('body').evaluate(() => Object.keys(localStorage));
  assert.ok(
    keys.every((key) => /^posenc\.\w{8,}\./.test(key)),
    keys.join(' '),
  );

  await page.goto(`${host.address}/package/signal.html`);
  const onWeb = page.locator('posenc-exercise[name="dft-peak"]');
  await arrive(onWeb, 'button[type=submit]:enabled');
  assert.equal(await onWeb.locator('[data-item="pair"] input').inputValue(), '');
});

test('reading is progress, and a course that stores little gets the most important part', async () => {
  host.state.config = {
    ...config,
    ...{ sections: ['signal'], completion: { rule: 'read' }, mastery: null },
  };
  const long = Array.from(
    { length: 4000 },
    (_, n) => core.exercise('dft-peak', n % 3).items.length * n * 7919,
  ).join(' ');
  const { page, wrapper, lesson, connection } = await launch('learner=ada', {
    options: { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' },
  });
  await connection.getByText(/^Saved/).waitFor();
  await read(page, 'signal.html');
  const parts = await lesson
    .locator('#contents [data-parts][aria-current=page]')
    .getAttribute('data-parts');
  const shown = await exercise(page, 'dft-peak');
  await shown.locator('[data-item="pair"] input').fill(long);
  await wrapper
    .getByText(/^Your course cannot store everything\. On this device only: .*spectrum/)
    .waitFor();
  await shown.locator('[data-item="pair"] input').fill('5');
  await wrapper.locator('#lms-notes').getByText('cannot store').waitFor({ state: 'detached' });

  // When the browser's storage is full, the course gets the work all the same.
  await lesson.locator('body').evaluate(() => {
    for (let size = 2 ** 22; size >= 1; size = Math.floor(size / 2)) {
      try {
        for (let n = 0; n < 8; n++) localStorage.setItem(`filler ${size} ${n}`, '.'.repeat(size));
      } catch {
        // Full for texts of this size.
      }
    }
  });
  await check(page, 'dft-peak', right('dft-peak', seed));
  await graded('ada 1', (cmi) => cmi.core.score.raw === '50');
  await wrapper
    .getByText('This browser’s storage is full: new work is sent to your course')
    .waitFor();
  await lesson.locator('body').evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('filler')) localStorage.removeItem(key);
  });

  // The parts as if they had been read in another tab of this attempt.
  await lesson.locator('body').evaluate(
    (body, parts) => {
      const { name, localStorage } = /** @type {Window & typeof globalThis} */ (
        body.ownerDocument.defaultView
      );
      localStorage.setItem(`${name}read`, JSON.stringify({ signal: parts }));
    },
    (parts ?? '').split(' '),
  );
  const cmi = await graded('ada 1', (cmi) => cmi.core.lesson_status === 'completed');
  const section = listOf(cmi.objectives).find(({ id }) => id === 'section-signal');
  assert.deepEqual([section.status, section.score.raw], ['completed', '100']);
  await wrapper.getByText('100 % read · score 50 % · completed').click();
  await wrapper.getByText(/parts read/).waitFor();
  const frame = page.frames().find((one) => one.url().endsWith('/lms.html'));
  const inFrame = {
    evaluate: frame?.evaluate.bind(frame),
    emulateMedia: page.emulateMedia.bind(page),
  };
  await isAccessible(/** @type {any} */ (inFrame), { when: 'the progress is open' });
  const overflow = await wrapper
    .locator('html')
    .evaluate((html) => html.scrollWidth - html.clientWidth);
  assert.ok(overflow <= 0, `${overflow} px too wide`);
});

test('without a course, or with work that cannot be read, nothing is lost and the page says what happened', async () => {
  const page = (await open({ address: `${host.address}/package/lms.html`, mayComplain: true }))
    .page;
  const lesson = page.frameLocator('iframe[title="The lesson"]');
  await page.getByText('No learning management system was found').waitFor();
  await lesson.locator('body[data-page=index]').waitFor();

  const state = 'p1.AAAA';
  host.state.gradebook.set('ada 1', { cmi: { core: {}, suspend_data: state }, commits: 0 });
  const { wrapper, page: other } = await launch('learner=ada');
  const note = wrapper.getByText(
    /^Some of the work that your course has could not be read; a copy/,
  );
  await note.waitFor();
  const name = /“(.*)”/.exec(await note.innerText())?.[1] ?? '';
  const copy = await wrapper
    .locator('html')
    .evaluate((_, name) => localStorage.getItem(name), name);
  assert.equal(copy, state);
  await leave(other);

  host.state.config = { ...config, mastery: 400 };
  await page.reload();
  await page
    .getByText('lms.json cannot be used: "mastery" must be a percentage from 1 to 100')
    .waitFor();
  await lesson.locator('body[data-page=index]').waitFor();
});
