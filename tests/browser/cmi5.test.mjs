// The cmi5 package, as npm run build:lms makes it, opened by an LMS on another host that refuses whatever the
// specification forbids (tests/lrs.mjs).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { loadExercises } from '../../build/package/node.js';
import { packageOf } from '../../tools/lib/lms/packages.mjs';
import { checkedSettings } from '../../tools/lib/lms/settings.mjs';
import { readOptions } from '../../tools/lib/lms/options.mjs';
import { serve } from '../../tools/lib/serve.mjs';
import { startLrs } from '../lrs.mjs';
import { isDefined, verbOf } from '../lrs-rules.mjs';
import { rightAnswers } from '../worked.mjs';
import { arrive, open, test } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {Parameters<Awaited<ReturnType<typeof startLrs>>['launch']>[0]} Launch */

// One after the other: they share a package and an LMS.
test.describe.configure({ mode: 'default' });

const exercise = 'table-parameters';
const section = 'hash';
/** @type {string} */
let folder;
/** @type {Awaited<ReturnType<typeof startLrs>>} */
let lms;
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** The right answers. @type {Record<string, string>} */
let right;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'posenc-cmi5-'));
  const options = ['--sections', section, '--exercises', exercise, '--mastery', '80'];
  const { set } = await checkedSettings(readOptions(options));
  for (const [file, bytes] of Object.entries(unzipSync(packageOf('build/site', 'cmi5', set)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), bytes);
  }
  const { facts } = (await loadExercises()).exercise(exercise, 0);
  right = rightAnswers(exercise, /** @type {any} */ (facts));
  server = await serve(folder, { at: ['/files/posenc/'] });
  lms = await startLrs();
});

test.afterAll(async () => {
  await Promise.all([lms.close(), server.close()]);
  rmSync(folder, { recursive: true });
});

test.afterEach(() => {
  assert.deepEqual(lms.store.refused, [], 'the LMS took every statement');
});

/** Waits for what only the LMS sees. @param {() => boolean} look @param {string} what */
async function until(look, what) {
  for (const end = Date.now() + 30_000; !look();) {
    assert.ok(Date.now() < end, `${what}: ${lms.store.refused.join('; ')}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const addressOf = (/** @type {string} */ query) =>
  `http://127.0.0.1:${server.port}/files/posenc/lms.html${query}`;

/** Opens the package as the LMS does, in a browser of its own. @param {Launch} how */
async function visit(how) {
  // (A 404 says that there is nothing yet; the browser logs each of them.)
  const opened = await open({ address: addressOf(lms.launch(how)), mayComplain: true });
  return opened;
}

/** The line about the connection. @param {Page} page @param {RegExp} text */
const says = (page, text) => page.locator('#lms-connection').filter({ hasText: text }).waitFor();

const saved = /^Saved to your course/;

/** The statements of a registration. @param {string} registration */
const statementsOf = (registration) =>
  lms.store.statements.filter(({ context }) => context.registration === registration);

/** The verbs of the defined statements, in the order in which they came. @param {string} registration */
const definedOf = (registration) => statementsOf(registration).filter(isDefined).map(verbOf);

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

/** The frame with the lesson, at a page of it. @param {Page} page @param {string} at */
async function lessonAt(page, at) {
  const frame = page.frames()[1];
  assert.ok(frame);
  // (It may be on its way to where the learner stopped.)
  await frame.waitForURL(/\.html/);
  await frame.goto(new URL(at, page.url()).href);
  return frame;
}

/** @param {Page} page */
async function exerciseOn(page) {
  const frame = await lessonAt(page, `exercises.html#${exercise}`);
  const shown = frame.locator(`posenc-exercise[name="${exercise}"]`);
  await arrive(shown, '[data-item] input');
  const box = (/** @type {string} */ item) => shown.locator(`[data-item="${item}"] input`);
  return {
    shown,
    box,
    /** @param {Record<string, string>} answers */
    async check(answers) {
      for (const [item, text] of Object.entries(answers)) await box(item).fill(text);
      await shown.locator('button[type=submit]').press('Enter');
      await shown.locator('[data-item][data-outcome]').first().waitFor();
    },
  };
}

/** Reads the last part of the section; the others were read in another window. @param {Page} page */
async function readAll(page) {
  const frame = await lessonAt(page, `${section}.html`);
  await frame.evaluate((slug) => {
    const parts = [...document.querySelectorAll('main .slide h2[id]')].map(({ id }) => id);
    const read = JSON.stringify({ [slug]: parts.slice(0, -1) });
    localStorage.setItem(`${window.name}read`, read);
    const headings = [...document.querySelectorAll('main .slide h2[id]')];
    headings.at(-1)?.scrollIntoView();
  }, section);
}

test('work is reported and stored, also after the LMS failed, and is there on another device', async () => {
  const registration = randomUUID();
  const returnURL = `${addressOf('')}#course`.replace('lms.html', 'licences.txt');
  const how = { registration, masteryScore: 0.8, returnURL };
  const { page, complaints } = await visit(how);
  await says(page, saved);
  assert.deepEqual(definedOf(registration), ['initialized']);

  const work = await exerciseOn(page);
  const [first = '', second = ''] = Object.keys(right);
  await work.check({ ...right, [second]: '0' });
  await until(() => answersOf(registration).length === 2, 'two answers');
  assert.deepEqual(answersOf(registration), [
    [first, right[first], true],
    [second, '0', false],
  ]);

  lms.store.isFailing = true;
  await work.check({ [second]: right[second] ?? '' });
  await says(page, /^Your course did not answer. Your work is kept on this device/);
  assert.deepEqual(definedOf(registration), ['initialized']);
  lms.store.isFailing = false;
  await says(page, saved);
  assert.deepEqual(answersOf(registration).at(-1), [second, right[second], true]);
  assert.deepEqual(definedOf(registration), ['initialized', 'passed']);
  const passed = statementsOf(registration).find((one) => verbOf(one) === 'passed');
  assert.deepEqual(passed?.result.score, { scaled: 1, raw: 100, min: 0, max: 100 });

  await readAll(page);
  await until(() => definedOf(registration).includes('completed'), 'the completion');
  const read = statementsOf(registration)
    .filter(({ object }) => object.id.endsWith(`/section/${section}`))
    .map(({ result }) => Object.values(result.extensions)[0]);
  assert.equal(read.at(-1), 100);
  assert.deepEqual(
    read,
    [...read].sort((a, b) => a - b),
  );
  await until(() => recordOf(registration)?.completed === true, 'the record');

  await page.getByRole('link', { name: 'Return to your course' }).click();
  await page.waitForURL(returnURL);
  await until(() => definedOf(registration).includes('terminated'), 'the end');
  assert.deepEqual(definedOf(registration), ['initialized', 'passed', 'completed', 'terminated']);
  assert.deepEqual(
    complaints.filter((text) => !text.startsWith('Failed to load resource')),
    [],
  );

  const again = await visit(how);
  await says(again.page, saved);
  await again.page.getByText('100 % read · score 100 % · passed').waitFor();
  const there = await exerciseOn(again.page);
  assert.equal(await there.box(second).inputValue(), right[second]);
  await again.page.goto('about:blank');
  await until(() => definedOf(registration).length === 6, 'the end of the second visit');
  assert.deepEqual(definedOf(registration).slice(4), ['initialized', 'terminated']);
  assert.equal(answersOf(registration).length, 3);
});

test('a statement that waits stays as it was made, however often there is news', async () => {
  const registration = randomUUID();
  const { page } = await visit({ registration });
  await says(page, saved);
  lms.store.isFailing = true;
  await readAll(page);
  await says(page, /^Your course did not answer/);
  await (await exerciseOn(page)).check(right);
  await page.getByText('100 % read · score 100 %').waitFor();
  lms.store.isFailing = false;
  await says(page, saved);
  const read = statementsOf(registration).filter(
    ({ object, result }) =>
      object.id.endsWith(`/section/${section}`) && Object.values(result.extensions)[0] === 100,
  );
  assert.equal(read.length, 1);
  const parents = read[0]?.context.contextActivities.parent.map((/** @type {any} */ { id }) => id);
  assert.deepEqual(parents, [...new Set(parents)]);
});

test('a session ends once, whatever the learner does to its page', async () => {
  const registration = randomUUID();
  const { page } = await visit({ registration, masteryScore: 0.8 });
  await says(page, saved);
  const [first = '', second = ''] = Object.keys(right);
  // Checked, and away before anything was sent.
  lms.store.isFailing = true;
  await (await exerciseOn(page)).check(right);
  await page.getByText('score 100 % · passed').waitFor();
  lms.store.isFailing = false;
  await page.goto('about:blank');
  await until(() => definedOf(registration).includes('terminated'), 'the end');
  assert.deepEqual(definedOf(registration), ['initialized', 'passed', 'terminated']);
  assert.equal(answersOf(registration).length, 2);
  await until(() => recordOf(registration)?.unconfirmed.length === 1, 'the last record');

  // The page that was left, and the same address again: the LMS gives no token twice.
  await page.goBack();
  await says(page, /^Loading the page again has ended your visit/);
  assert.equal(await (await exerciseOn(page)).box(first).inputValue(), right[first]);
  const { work } = recordOf(registration);
  await (await exerciseOn(page)).check({ [first]: '1' });
  await until(() => recordOf(registration).work !== work, 'the work is stored all the same');
  assert.deepEqual(definedOf(registration), ['initialized', 'passed', 'terminated']);

  // The next visit reports the last answer, and neither the others nor "passed" a second time.
  await page.goto(addressOf(lms.launch({ registration, masteryScore: 0.8 })));
  await says(page, saved);
  await until(() => answersOf(registration).length === 3, 'the answer of before');
  assert.deepEqual(answersOf(registration).at(-1), [first, '1', false]);
  assert.equal(recordOf(registration).passed, true);
  assert.equal(await (await exerciseOn(page)).box(second).inputValue(), right[second]);

  // Another registration in the same browser begins with an empty sheet.
  const other = randomUUID();
  await page.goto(addressOf(lms.launch({ registration: other })));
  await says(page, saved);
  assert.equal(await (await exerciseOn(page)).box(first).inputValue(), '');
  await page.goto('about:blank');
  await until(() => definedOf(other).includes('terminated'), 'the end of the other');
  assert.deepEqual(statementsOf(other).map(verbOf), ['initialized', 'terminated']);
});

test('everything read with too few points is reported as failed, and nothing in a review', async () => {
  const registration = randomUUID();
  const { page } = await visit({ registration, masteryScore: 0.8 });
  await says(page, saved);
  const [first = '', second = ''] = Object.keys(right);
  await (await exerciseOn(page)).check({ ...right, [second]: '0' });
  await readAll(page);
  await until(() => definedOf(registration).includes('completed'), 'the completion');
  assert.deepEqual(definedOf(registration), ['initialized', 'completed']);
  await page.goto('about:blank');
  await until(() => definedOf(registration).includes('terminated'), 'the end');
  assert.deepEqual(definedOf(registration), ['initialized', 'completed', 'failed', 'terminated']);

  for (const mode of ['Review', 'Browse']) {
    const from = statementsOf(registration).length;
    await page.goto(addressOf(lms.launch({ registration, mode, masteryScore: 0.8 })));
    await says(page, /Nothing that you do here is reported/);
    const before = recordOf(registration);
    const work = await exerciseOn(page);
    assert.equal(await work.box(first).inputValue(), right[first]);
    await work.check(right);
    await page.goto('about:blank');
    await until(() => verbOf(statementsOf(registration).at(-1) ?? {}) === 'terminated', mode);
    const verbs = statementsOf(registration).slice(from).map(verbOf);
    assert.deepEqual(verbs, ['initialized', 'terminated']);
    assert.deepEqual(recordOf(registration), before);
  }
});

test('statements that may have been lost on leaving are looked up, and repeated only if they were', async () => {
  const registration = randomUUID();
  const how = { registration, masteryScore: 0.8 };
  const { page } = await visit(how);
  await says(page, saved);
  lms.store.failsAt = 'POST /xapi/statements';
  await (await exerciseOn(page)).check(right);
  await page.getByText('score 100 % · passed').waitFor();
  await page.goto('about:blank');
  const isLast = (/** @type {string} */ text) =>
    text.includes(registration) && text.includes('/terminated');
  await until(() => lms.store.failed.some(isLast), 'the last statements');
  await until(() => recordOf(registration)?.unconfirmed.length === 1, 'the last record');
  const ids = recordOf(registration).pending.map((/** @type {{id: string}} */ { id }) => id);
  assert.deepEqual(definedOf(registration), ['initialized']);

  // An LMS that does not answer does not say that it has them.
  lms.store.failsAt = 'GET /xapi/statements';
  await page.goto(addressOf(lms.launch(how)));
  await says(page, saved);
  const answered = () => statementsOf(registration).filter((one) => verbOf(one) === 'answered');
  assert.deepEqual(
    answered().map(({ id }) => id),
    ids,
  );
  assert.equal(ids.length, 2);
  assert.equal(recordOf(registration).unconfirmed.length, 1);
  assert.equal(recordOf(registration).passed, false);
  assert.ok(!definedOf(registration).includes('passed'));

  lms.store.failsAt = '';
  await page.goto('about:blank');
  await until(() => definedOf(registration).includes('terminated'), 'the end');
  await page.goto(addressOf(lms.launch(how)));
  await says(page, saved);
  await until(() => definedOf(registration).includes('passed'), 'passed');
  await until(() => recordOf(registration).passed === true, 'the record');
  assert.equal(answered().length, 2);
});

test('an address that an LMS would not open gets one sentence, and the lesson', async () => {
  const { page } = await visit({ registration: randomUUID() });
  await says(page, saved);
  const used = page.url();
  const without = new URL(used);
  without.searchParams.delete('registration');
  const nobody = new URL(used);
  nobody.searchParams.set('actor', '{"mbox":"mailto:a@b.c"}');
  lms.store.isFailing = true;
  const down = addressOf(lms.launch({ registration: randomUUID() }));
  for (const [address, sentence] of /** @type {const} */ ([
    [addressOf(''), /^No learning management system was found: the lesson works as on the web/],
    [without.href, /^Your course opened the lesson without "registration", which cmi5 needs/],
    [nobody.href, /^Your course did not say who you are/],
    [down, /^Your course did not answer: your work stays on this device/],
  ])) {
    await page.goto(address);
    await says(page, sentence);
    await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
  }
  lms.store.isFailing = false;
  const { page: elsewhere } = await open({ address: used, mayComplain: true });
  await says(elsewhere, /^This visit to your course has ended/);
});
