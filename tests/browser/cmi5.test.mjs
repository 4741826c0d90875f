// The cmi5 package, as npm run build:lms makes it, opened by an LMS on another host that refuses whatever the
// specification forbids (tests/lrs.mjs): one visit. What is reported when is tested without a browser
// (tests/web/cmi5.test.mjs).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
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

test('work is reported to another host while the learner works and leaves, and the session ends once', async () => {
  const registration = randomUUID();
  const returnURL = `${addressOf('')}#course`.replace('lms.html', 'licences.txt');
  const how = { registration, masteryScore: 0.8, returnURL };
  const { page, complaints } = await visit(how);
  await says(page, saved);
  assert.deepEqual(definedOf(registration), ['initialized']);
  await (await exerciseOn(page)).check(right);
  const answers = Object.entries(right).map(([item, text]) => [item, text, true]);
  await until(() => answersOf(registration).length === answers.length, 'the answers');
  assert.deepEqual(answersOf(registration), answers);
  // All is right, but not all is read.
  assert.deepEqual(definedOf(registration), ['initialized']);
  await readAll(page);
  await until(() => definedOf(registration).includes('completed'), 'the completion');
  await until(() => recordOf(registration)?.completed === true, 'the record');

  await page.getByRole('link', { name: 'Return to your course' }).click();
  await page.waitForURL(returnURL);
  await until(() => definedOf(registration).includes('terminated'), 'the end');
  assert.deepEqual(definedOf(registration), ['initialized', 'completed', 'passed', 'terminated']);
  assert.deepEqual(
    complaints.filter((text) => !text.startsWith('Failed to load resource')),
    [],
  );

  await page.goBack();
  await says(page, /^Loading the page again has ended your visit/);
  const there = await exerciseOn(page);
  const [[first = '', text = ''] = []] = Object.entries(right);
  await expect(there.box(first)).toHaveValue(text);
  assert.deepEqual(definedOf(registration).length, 4);
});
