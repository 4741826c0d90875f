// The lesson in a learning management system, a visit with each version of SCORM: scorm-again's run-time around the
// package, in a frame. What is reported when is tested without a browser (tests/web/scorm.test.mjs).
import assert from 'node:assert/strict';
import { expect } from '@playwright/test';
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
const in2004 = {
  ...{ ...config, standard: 'scorm2004', sections: ['signal'] },
  ...{ completion: { rule: 'read' }, mastery: null },
};

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
  'SCORM 1.2: work is reported while the learner works and leaves, and comes back on an empty browser',
  { tag: '@smoke' },
  async () => {
    const { page, connection, wrapper, context } = await launch('learner=ada');
    await expect(connection).toHaveText(/^Saved to your course at \d/);
    await read(page, 'signal.html');
    const peak = right('dft-peak', seed);
    await check(page, 'dft-peak', { ...peak, pair: '99' });
    await graded('ada 1', (cmi) => Number(cmi.core.score.raw) > 0);
    await check(page, 'dft-peak', peak);
    await graded('ada 1', ({ core }) => core.score.raw === '50');
    // The list of what is set leads to each exercise, and is out of the way then.
    await wrapper.locator('#lms-summary').click();
    await wrapper.getByRole('link', { name: /How near is near/ }).click();
    await partsOf(page).lesson.locator('body[data-page="exercises"]').waitFor();
    await expect(wrapper.locator('#lms-exercises')).toBeHidden();
    await wrapper.locator('#lms-summary').click();
    await partsOf(page).lesson.locator('h1').click();
    await expect(wrapper.locator('#lms-exercises')).toBeHidden();

    await wrapper.getByRole('button', { name: 'Finish and send' }).click();
    const dialog = wrapper.getByRole('dialog');
    await expect(dialog).toContainText('Score: 50 %. To pass, you need');
    await dialog.getByRole('button', { name: 'Send' }).click();
    const cmi = await graded('ada 1', (cmi) => cmi.core.lesson_status === 'passed');
    const [first] = listOf(cmi.interactions);
    assert.deepEqual(
      [first.id, first.student_response, first.result],
      [`dft-peak:${seed}/pair`, peak['pair'], 'correct'],
    );
    assert.match(first.latency, /^0{2,4}:0[01]:\d\d(\.\d{1,2})?$/);
    await expect(wrapper.locator('#lms-summary')).toHaveText(
      '1 of 2 exercises checked · score 50 % · passed',
    );
    await leave(page);
    const left = await graded('ada 1', (cmi) => cmi.core.session_time !== '00:00:00');
    assert.equal(left.core.exit, 'suspend');
    await context.close();

    const again = await launch('learner=ada');
    await expect(again.connection).toHaveText(/^Saved/);
    await read(again.page, 'signal.html');
    const shown = await exercise(again.page, 'dft-peak');
    for (const [item, text] of Object.entries(peak)) {
      await expect(shown.locator(`[data-item="${item}"] input`)).toHaveValue(text);
    }
  },
);

test('SCORM 2004, on a phone: work that the browser has no room for is sent, and what the course refused is sent later', async () => {
  host.state.config = in2004;
  const { page, connection, wrapper, lesson } = await launch('learner=ada', {
    version: 'scorm2004',
    mayComplain: true,
    options: { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' },
  });
  await expect(connection).toHaveText(/^Saved/);
  await read(page, 'signal.html');
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
  await graded('ada 1', (cmi) => cmi.score.raw === '50');
  await expect(wrapper.locator('#lms-notes')).toContainText('This browser’s storage is full');
  await lesson.locator('body').evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('filler')) localStorage.removeItem(key);
  });

  // The parts as if they had been read in another tab of this attempt.
  host.state.isDown = true;
  await lesson.locator('body').evaluate((body) => {
    const parts = [...body.querySelectorAll('main .slide h2[id]')].map(({ id }) => id);
    const { name = '' } = body.ownerDocument.defaultView ?? {};
    localStorage.setItem(`${name}read`, JSON.stringify({ signal: parts }));
  });
  await expect(connection).toContainText('Your course did not answer. Your work is kept');
  host.state.isDown = false;
  await expect(connection).toHaveText(/^Saved/);
  await wrapper.getByRole('button', { name: 'Finish and send' }).click();
  const dialog = wrapper.getByRole('dialog');
  await expect(dialog).toContainText('not checked yet');
  await dialog.getByRole('button', { name: 'Send' }).click();
  const cmi = await graded('ada 1', (cmi) => cmi.completion_status === 'completed');
  assert.deepEqual([cmi.score.scaled, listOf(cmi.interactions).length], ['0.5', 3]);

  await wrapper.getByText('100 % read · score 50 % · completed').click();
  await expect(wrapper.getByText(/parts read/)).toBeVisible();
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
