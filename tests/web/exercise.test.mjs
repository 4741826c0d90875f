// An exercise apart from any page: its rows, the explanations for them, its points, and what elements share.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runnerImport } from 'vite';

/** @template T @param {string} file below web/src @returns {Promise<T>} */
const of = async (file) =>
  (await runnerImport(`./web/src/${file}.ts`, { logLevel: 'error' })).module;

/** @type {typeof import('../../web/src/exercises/answer-rows.ts')} */
const {
  componentsLabel,
  explanationsOf,
  hasChanges,
  hintsOf,
  isDone,
  itemsToLookAt,
  rowsOf,
  verdictOn,
  worstOutcome,
} = await of('exercises/answer-rows');
/** @type {typeof import('../../web/src/exercises/score-line.ts')} */
const { pointsLine, testsLine } = await of('exercises/score-line');
/** @type {typeof import('../../web/src/exercises/sheet.ts')} */
const { answered, emptySheet, graded, hinted, startedOver } = await of('exercises/sheet');
/** @type {typeof import('../../web/src/exercises/texts.ts')} */
const { texts } = await of('exercises/texts');
/** @type {typeof import('../../web/src/exercises/listed.ts')} */
const { listed } = await of('exercises/listed');
/** @type {typeof import('../../web/src/ui/live-region.ts')} */
const { Announcement } = await of('ui/live-region');
/** @type {typeof import('../../web/src/ui/current-request.ts')} */
const { CurrentRequest } = await of('ui/current-request');
/** @type {typeof import('../../web/src/ui/connected.ts')} */
const { whileConnected } = await of('ui/connected');

/** @typedef {import('../../web/src/core/api.ts').Grade} Grade */
/** @typedef {import('../../web/src/exercises/answer-rows.ts').Worksheet} Worksheet */

/** @param {string} id */
const textOf = (id) => {
  const text = texts[id];
  assert.ok(text);
  return text;
};

/** @param {string} id */
const askedIn = (id) => {
  const asked = listed[id];
  assert.ok(asked);
  return asked;
};

/**
 * A sheet that was checked: each answer with an outcome, and what is left is empty.
 * @param {string} id @param {Record<string, [text: string, outcome: string]>} answers
 * @returns {Worksheet & {grade: Grade}}
 */
function checked(id, answers) {
  const text = textOf(id);
  const asked = askedIn(id);
  const items = asked.items.map(({ id: item }) => {
    const [outcome = '', reason = null] = (answers[item]?.[1] ?? 'empty').split(':');
    return { item, outcome, reason, read: null, message: null };
  });
  const score = items.filter(({ outcome }) => outcome === 'right').length;
  const grade = /** @type {Grade} */ (/** @type {unknown} */ ({ score, max: items.length, items }));
  const typed = Object.fromEntries(
    asked.items.map((item) => [item.id, answers[item.id]?.[0] ?? '']),
  );
  const filled = Object.entries(typed).reduce(
    (sheet, [item, value]) => answered(item, value)(sheet),
    emptySheet,
  );
  return { exercise: id, text, asked, sheet: graded(typed, grade)(filled), grade };
}

/** @param {Worksheet} worksheet @param {string} name */
function rowOf({ asked, text }, name) {
  const row = rowsOf(asked.items, text).find((one) => one.name === name);
  assert.ok(row);
  return row;
}

/** @param {Worksheet} worksheet @param {string} id */
function itemOf({ asked }, id) {
  const item = asked.items.find((one) => one.id === id);
  assert.ok(item);
  return item;
}

test('a vector is a row, and only the first of several alike has labels', () => {
  const text = textOf('rope-chain');
  const rows = rowsOf(askedIn('rope-chain').items, text);
  assert.deepEqual(
    rows.map(({ name, items, hasLabels }) => [name, items.length, hasLabels]),
    [
      ['omega', 2, true],
      ['angle(m)', 2, false],
      ['angle(n1)', 2, false],
      ['angle(n2)', 2, false],
      ["q'", 4, true],
      ["k1'", 4, false],
      ["k2'", 4, false],
      ['score(1)', 1, true],
      ['score(2)', 1, false],
      ['weight(1)', 1, false],
      ['weight(2)', 1, false],
    ],
  );
  const slopes = textOf('alibi-slopes');
  assert.deepEqual(
    rowsOf(askedIn('alibi-slopes').items, slopes).map(({ hasLabels }) => hasLabels),
    [true, true],
    'rows that do not fit side by side',
  );
});

test('one explanation for all components that it is true of', () => {
  const worksheet = checked('e13.1', {
    'PE(5)[0]': ['9', 'wrong:degrees'],
    'PE(5)[1]': ['1', 'right'],
    'PE(5)[2]': ['9', 'wrong:degrees'],
    'PE(5)[3]': ['(', 'unreadable'],
  });
  const row = rowOf(worksheet, 'PE(5)');
  const [degrees, unreadable, ...others] = explanationsOf(worksheet, row);
  assert.ok(degrees && unreadable);
  assert.equal(others.length, 0);
  assert.equal(componentsLabel(row, degrees, worksheet.text), 'Dimensions 0 and 2: ');
  assert.equal(componentsLabel(row, unreadable, worksheet.text), 'Dimension 3: ');
  assert.equal(worstOutcome([unreadable, degrees]), 'wrong');
  assert.equal(worstOutcome([unreadable]), 'unreadable');
  assert.deepEqual(
    itemsToLookAt(worksheet).map(({ id }) => id),
    ['PE(5)[0]', 'PE(5)[2]', 'PE(5)[3]'],
  );
});

test('a changed answer has no verdict, nor have those that depend on it', () => {
  const answers = /** @type {Record<string, [string, string]>} */ ({
    'PE(5)[0]': ['9', 'wrong:degrees'],
    'PE(5)[1]': ['1', 'right'],
    'PE(0).PE(5)': ['1', 'carried-forward'],
  });
  const before = checked('e13.1', answers);
  const after = { ...before, sheet: answered('PE(5)[0]', '8')(before.sheet) };
  assert.equal(hasChanges(before), false);
  assert.equal(hasChanges(after), true);
  const outcome = (/** @type {Worksheet} */ worksheet, /** @type {string} */ id) =>
    verdictOn(worksheet, itemOf(worksheet, id))?.outcome;
  assert.equal(outcome(before, 'PE(0).PE(5)'), 'carried-forward');
  assert.equal(outcome(after, 'PE(5)[0]'), undefined);
  assert.equal(outcome(after, 'PE(5)[1]'), 'right', 'a vector of its own');
  assert.equal(outcome(after, 'PE(0).PE(5)'), undefined, 'a product of vectors');
  const [explanation] = explanationsOf(after, rowOf(after, 'PE(5)'));
  assert.equal(explanation?.isOutdated, true);
  assert.equal(worstOutcome(explanationsOf(after, rowOf(after, 'PE(5)'))), '');

  // In a chain all that follows depends on it.
  const chain = checked('dft-peak', { pair: ['6', 'right'], bin: ['5', 'right'] });
  const changed = { ...chain, sheet: answered('pair', '7')(chain.sheet) };
  assert.equal(outcome(chain, 'bin'), 'right');
  assert.equal(outcome(changed, 'bin'), undefined);
});

test('a hint is earned by two tries, closed until it is opened', () => {
  const tried = checked('e13.1', { 'PE(5)[0]': ['9', 'wrong'] });
  const row = rowOf(tried, 'PE(5)');
  const ids = (/** @type {{id: string}[]} */ items) => items.map(({ id }) => id);
  assert.deepEqual(hintsOf(tried, row), { open: [], closed: [] });
  const again = answered('PE(5)[0]', '8')(tried.sheet);
  const twice = { ...tried, sheet: graded(again.answers, tried.grade)(again) };
  assert.deepEqual(ids(hintsOf(twice, row).closed), ['PE(5)[0]']);
  const opened = hintsOf({ ...twice, sheet: hinted(['PE(5)[0]'])(twice.sheet) }, row);
  assert.deepEqual([ids(opened.open), ids(opened.closed)], [['PE(5)[0]'], []]);
});

test('points and what is left, as a sentence', () => {
  const some = checked('table-parameters', { parameters: ['1', 'wrong'] });
  assert.equal(pointsLine(some, ''), '0 of 2 points. 1 to review, 1 still blank.');
  assert.equal(
    pointsLine(some, 'Your answers are back.'),
    'Your answers are back. 0 of 2 points. 1 to review, 1 still blank.',
  );
  assert.equal(testsLine(some.grade), '0 of 2 tests passed: 1 to review, 1 not reached.');
  assert.equal(isDone(some), false);

  const all = checked('table-parameters', {
    parameters: ['393216', 'right'],
    last: ['511', 'right'],
  });
  assert.equal(pointsLine(all, ''), '2 of 2 points. All answers are right.');
  assert.equal(testsLine(all.grade), '2 of 2 tests passed.');
  assert.equal(isDone(all), true);
  assert.equal(isDone({ ...all, sheet: answered('last', '512')(all.sheet) }), false);

  assert.equal(pointsLine({ sheet: emptySheet, grade: null }, ''), 'Nothing checked yet.');
  assert.equal(pointsLine({ sheet: emptySheet, grade: null }, 'Done.'), 'Done.');
  assert.equal(
    pointsLine({ sheet: startedOver(all.sheet), grade: null }, ''),
    'Started over. Undo brings your answers back.',
  );
});

/** An element as a controller sees it. */
function fakeHost() {
  /** @type {import('lit').ReactiveController[]} */
  const controllers = [];
  return {
    controllers,
    updates: 0,
    updateComplete: Promise.resolve(true),
    addController: (/** @type {import('lit').ReactiveController} */ one) =>
      void controllers.push(one),
    removeController: () => {},
    requestUpdate() {
      this.updates++;
    },
  };
}

test('an announcement that is repeated is another text, and an empty one stays empty', () => {
  const host = fakeHost();
  const announcement = new Announcement(host);
  assert.equal(announcement.spoken(), '');
  announcement.say('Right.');
  const first = announcement.spoken();
  announcement.say('Right.');
  const second = announcement.spoken();
  assert.notEqual(first, second);
  assert.deepEqual([first.trim(), second.trim()], ['Right.', 'Right.']);
  announcement.say('');
  assert.equal(announcement.spoken(), '');
  assert.equal(announcement.spoken('2 of 2 points.').trim(), '2 of 2 points.');
  assert.equal(host.updates, 3);
});

test('a request is aborted by the next one', () => {
  const current = new CurrentRequest();
  const first = current.start();
  assert.equal(first.aborted, false);
  const second = current.start();
  assert.deepEqual([first.aborted, second.aborted], [true, false]);
  current.abort();
  assert.equal(second.aborted, true);
});

test('subscriptions last as long as an element is in the page', () => {
  const host = fakeHost();
  let subscribed = 0;
  whileConnected(host, () => {
    subscribed++;
    return [() => subscribed--];
  });
  const [controller] = host.controllers;
  assert.equal(subscribed, 0);
  for (let times = 0; times < 2; times++) {
    controller?.hostConnected?.();
    assert.equal(subscribed, 1);
    controller?.hostDisconnected?.();
    assert.equal(subscribed, 0);
    controller?.hostDisconnected?.();
    assert.equal(subscribed, 0, 'ended once');
  }
});
