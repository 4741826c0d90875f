// The lesson in a learning management system: work is reported, and comes back on an empty browser.
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { loadExercises } from '../../build/package/node.js';
import { lmsHost } from '../browser/lms-host.mjs';

const seed = 7;
const config = {
  ...{ standard: 'scorm12', name: '', sections: ['signal'], mastery: 100 },
  ...{ exercises: [{ id: 'dft-peak', seed }], completion: { rule: 'score' } },
};

/** Whether the package says that it has saved the work; then the lesson goes to the page of the exercise. */
function opensExercise() {
  const wrapper = document.querySelector('iframe')?.contentDocument;
  const isSaved = wrapper?.getElementById('lms-connection')?.textContent?.startsWith('Saved');
  const lesson = wrapper?.querySelector('iframe')?.contentWindow;
  if (!isSaved || lesson?.document.readyState !== 'complete') return false;
  // (Whose base a relative address has differs between engines.)
  lesson.location.href = new URL('signal.html', lesson.location.href).href;
  return true;
}

/** The boxes of the exercise by their items, once it can be answered; and the button that checks them. */
function boxes() {
  const wrapper = document.querySelector('iframe')?.contentDocument;
  const lesson = wrapper?.querySelector('iframe')?.contentDocument;
  const exercise = lesson?.querySelector('posenc-exercise');
  exercise?.scrollIntoView();
  lesson?.defaultView?.dispatchEvent(new WheelEvent('wheel'));
  const button = exercise?.shadowRoot?.querySelector('button[type=submit]');
  if (!exercise?.shadowRoot || !button || button.matches(':disabled')) return null;
  const items = [...exercise.shadowRoot.querySelectorAll('[data-item] input')].map((input) => [
    input.closest('[data-item]')?.getAttribute('data-item') ?? '',
    /** @type {HTMLInputElement} */ (input).value,
  ]);
  return Object.fromEntries(items);
}

/** Types into the boxes, and checks. @param {Record<string, string>} answers */
function check(answers) {
  const wrapper = document.querySelector('iframe')?.contentDocument;
  const lesson = wrapper?.querySelector('iframe')?.contentDocument;
  const root = lesson?.querySelector('posenc-exercise')?.shadowRoot;
  for (const [item, text] of Object.entries(answers)) {
    const input = root?.querySelector(`[data-item="${item}"] input`);
    /** @type {HTMLInputElement} */ (input).value = text;
    input?.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  }
  /** @type {HTMLButtonElement | null | undefined} */ (
    root?.querySelector('button[type=submit]')
  )?.click();
}

/** @param {import('./driver.mjs').Page} page */
export async function reportedToAnLms(page) {
  const { steps } = (await loadExercises()).workedSolution('dft-peak', seed);
  const answers = Object.fromEntries(steps.map(({ item, value }) => [item, value]));
  const host = await lmsHost({ folder: 'build/site', config });
  try {
    const attempt = () => host.state.gradebook.get('ada 1')?.cmi;
    await page.goto(`${host.address}/launch?learner=ada`);
    await page.waitFor('the connection', opensExercise);
    await page.waitFor('the exercise', boxes);
    await page.evaluate(check, answers);
    for (let n = 0; n < 600 && attempt()?.core.lesson_status !== 'passed'; n++) await pause(50);
    assert.equal(attempt()?.core.lesson_status, 'passed');
    assert.equal(attempt()?.core.score.raw, '100');

    await page.goto(`${host.address}/package/favicon.svg`);
    for (let n = 0; n < 600 && /^0+:00:00/.test(attempt()?.core.session_time); n++) await pause(50);
    assert.equal(attempt()?.core.exit, 'suspend');
    assert.match(attempt()?.core.session_time, /^\d+:\d\d:\d\d/);
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${host.address}/launch?learner=ada`);
    await page.waitFor('the connection', opensExercise);
    assert.deepEqual(await page.waitFor('the exercise', boxes), answers);
  } finally {
    await host.close();
  }
}
