// Answers about runs in a lab without a browser: how they are kept, and what the record makes of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { command } from '../learner-work.mjs';
import { openDesk } from './desk.mjs';
import { Browser } from './pages.mjs';
import { attribute, elementsIn, Shown } from './shown.mjs';

const lengths = Float64Array.of(4, 8, 16, 32);

/** A run in which nobody has learned anything. @param {string[]} schemes */
const runOf = (...schemes) => ({
  ...{ task: 'order', schemes, lengths, seeds: 1, trainLongest: 8, chance: 0.5, ceiling: null },
  accuracies: new Float64Array(schemes.length * lengths.length).fill(0.5),
});

const setting = 'run.task=order&run.schemes=none+rope&run.seed=1&run.steps=20';

/** Questions about a run, on a page. */
class Questions extends Shown {
  /** Ticks an answer. @param {number} n of the question @param {string} value */
  choose(n, value) {
    const question = this.all().filter(({ tagName }) => tagName === 'fieldset')[n];
    const boxes = elementsIn(question?.childNodes ?? []);
    const box = boxes.find((one) => attribute(one, 'value') === value);
    assert.ok(box, value);
    return this.send(box, 'change', { target: { checked: true } });
  }

  get answers() {
    return this.element.answers;
  }

  /** Verdicts that are shown. */
  get verdicts() {
    return this.texts('because');
  }
}

/**
 * Questions about a run on a page of a reader, once they are there.
 * @param {string} set @param {{browser?: Browser, outcome?: object, more?: object, stored?: Record<string, unknown>}} [how]
 */
async function openQuestions(set, { browser, outcome = runOf('none', 'rope'), more, stored } = {}) {
  const desk = await openDesk({
    ...(browser && { browser }),
    ...(stored && { stored }),
    address: 'train.html',
  });
  const about = { set, outcome, setting, ...more };
  const asked = new Questions(desk.page, desk.parts.PosencLabQuestions, /** @type {any} */ (about));
  await asked.element.updateComplete;
  await asked.settled();
  return { ...desk, asked };
}

test('a lab: what is checked of a run is in progress and record, survives export, reset, undo, import; the command agrees', async () => {
  const browser = new Browser();
  const guesses = { 'guess-none': '100', 'guess-rope': '100' };
  const { asked: guessed } = await openQuestions('prediction', {
    browser,
    more: { locked: true, answers: guesses },
  });
  assert.ok(guessed.verdicts.length > 0);
  const { asked } = await openQuestions('e13.2', { browser });
  await asked.choose(0, '-');
  await asked.choose(1, 'none');
  await asked.press('Check');
  await asked.press('Check');
  assert.equal(asked.verdicts.length, 2);
  const said = /[\d.]+ of \d+/.exec(asked.text)?.[0];
  assert.equal(said, '1 of 5');

  const { stored } = browser;
  const { last, best, attempts } = stored['e13.2'].runs[setting];
  assert.equal(`${last.score} of ${last.max}`, said);
  assert.equal(attempts, 2);
  assert.equal(best.score, last.score);
  assert.deepEqual([last.answers.learned, last.answers.kept, last.answers.fell], ['-', 'none', '']);
  assert.deepEqual(last.outcome, {
    ...runOf('none', 'rope'),
    lengths: [...lengths],
    accuracies: Array(8).fill(0.5),
  });
  assert.equal(stored['prediction'].runs[setting].attempts, 1);
  assert.deepEqual(stored['prediction'].runs[setting].last.answers, guesses);

  // The next visit shows the answers with the run that they belong to; a guess is not counted again by that.
  const { asked: again } = await openQuestions('e13.2', { browser });
  assert.equal(again.answers.learned, '-');
  assert.equal(again.verdicts.length, 2);
  await openQuestions('prediction', { browser, more: { locked: true, answers: guesses } });
  assert.deepEqual(browser.stored, stored);

  const { record, progress } = await openDesk({ browser });
  assert.deepEqual(record.rows, ['prediction:0', 'e13.2:0']);
  for (const shown of [
    'Compare five encodings E13.2',
    '1 of 5',
    'About a run of none, rope on order, seed 1.',
    'not right: question 2',
    'left blank',
  ]) {
    assert.ok(record.row(1).includes(shown), `${shown} / ${record.row(1)}`);
  }
  const link = record.find(({ attrs }) => attrs.some(({ value }) => value.endsWith('#lab-1')));
  assert.equal(
    attribute(link, 'href'),
    'http://x.org/course/train.html?lab-1.task=order&lab-1.schemes=none+rope&lab-1.seed=1&lab-1.steps=20#lab-1',
  );
  assert.deepEqual(
    ['prediction', 'e13.2', 'practice-3'].map((id) => progress.state(id)),
    ['done', 'begun', 'new'],
  );

  const { content } = await record.exported();
  const sheet = content.sheets[1];
  assert.deepEqual(
    [sheet.exercise, sheet.setting, sheet.attempts, sheet.latest.score],
    ['e13.2', setting, 2, 1],
  );
  const { status, verdict, stderr } = command(content);
  assert.equal(status, 0, stderr);
  assert.equal(verdict.sheets[1].latest.score, 1);
  const changed = structuredClone(content);
  changed.sheets[1].latest.answers.kept = '-';
  assert.equal(command(changed).status, 1, 'an answer that was changed is found out');

  await record.press('Reset everything');
  assert.equal(progress.state('e13.2'), 'new');
  await record.press('Undo the reset');
  assert.deepEqual(record.rows, ['prediction:0', 'e13.2:0']);
  await record.press('Reset everything');
  await record.import(JSON.stringify(content));
  const added =
    'Compare five encodings: the run of none, rope on order, seed 1 added, best 1 of 5.';
  assert.ok(record.said.includes(added), record.said);
  assert.deepEqual(browser.stored['e13.2'], stored['e13.2']);
  assert.deepEqual(browser.stored['prediction'], stored['prediction']);
});

test('a lab in two tabs: what is checked in one is seen in the other, unless something is typed there; so is a reset', async () => {
  const browser = new Browser();
  const { asked: here } = await openQuestions('e13.2', { browser });
  const { asked: there } = await openQuestions('e13.2', { browser });
  await here.choose(0, '-');
  await here.press('Check');
  await there.settled();
  assert.equal(there.answers.learned, '-');
  assert.equal(there.verdicts.length, 1);

  // What is typed there stays, though this tab goes on; both are counted.
  await there.choose(0, 'none');
  await here.press('Check');
  await there.settled();
  assert.equal(there.answers.learned, 'none');
  await there.press('Check');
  await here.settled();
  assert.equal(here.answers.learned, 'none');
  const { attempts, best, last } = browser.stored['e13.2'].runs[setting];
  assert.equal(attempts, 3);
  assert.deepEqual([best.answers.learned, last.answers.learned], ['-', 'none']);

  const { record } = await openDesk({ browser });
  await record.press('Reset everything');
  await here.settled();
  assert.deepEqual([here.answers, here.verdicts], [{}, []]);
  await record.press('Undo the reset');
  await here.settled();
  assert.equal(here.verdicts.length, 1);
});

test('answers about a run that cannot be kept, or cannot be read, are graded all the same, and it is said', async () => {
  const browser = new Browser();
  browser.isForbidden = true;
  const { asked } = await openQuestions('e13.2', { browser });
  await asked.choose(0, '-');
  await asked.press('Check');
  assert.equal(asked.verdicts.length, 1);
  assert.match(asked.text, /This browser stores nothing for this page: new answers will be lost/);
  const { asked: other } = await openQuestions('e13.2', { stored: { 'e13.2': { version: 9 } } });
  assert.match(other.text, /The copy of your answers in this browser could not be read/);
});

test('two labs’ questions of the same name have answers of their own; a run that lacks a scheme gets its name', async () => {
  const outcome = runOf('sinusoidal', 'learned', 'rope', 'hybrid');
  const browser = new Browser();
  const { asked: hybrid } = await openQuestions('practice-4', { browser, outcome });
  const { asked: rope } = await openQuestions('practice-5', { browser, outcome });
  await hybrid.choose(0, 'both');
  await hybrid.press('Check');
  assert.deepEqual(rope.answers, {});
  assert.deepEqual(Object.keys(browser.stored), ['practice-4']);
  const { asked: without } = await openQuestions('practice-3', { browser, outcome });
  assert.match(without.text, /practice-3 needs the schemes none, sinusoidal and learned/);
});
