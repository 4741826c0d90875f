// How a learner stands without a browser: the progress, and the set that a class is given by a link.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runnerImport } from 'vite';
import { checked, command, day, folder, graded, some, work } from '../learner-work.mjs';
import { printed } from '../posenc.mjs';
import { openDesk } from './desk.mjs';
import { Browser, until } from './pages.mjs';
import { attribute, Shown, textIn } from './shown.mjs';

/** @type {{module: typeof import('../../web/src/exercises/catalogue.ts')}} */
const { module } = await runnerImport('./web/src/exercises/catalogue.ts', { logLevel: 'error' });
const count = module.catalogue.length;

const exercise = (/** @type {string[]} */ ...args) => printed(['exercise', ...args]);

test('progress: states, what is next, and the figure for each slip; other work of the page is in it at once', async () => {
  const { page, parts, progress } = await openDesk({ stored: work() });
  assert.deepEqual(
    ['e13.1', 'dft-peak', 'similarities'].map((id) => progress.state(id)),
    ['begun', 'done', 'new'],
  );
  assert.deepEqual(progress.texts('so-far'), [`1 of ${count} done ◐ 1 started`]);
  assert.equal(progress.next, 'Next: continue with Work out encodings and their products.');
  // What is next is marked in the map; each tile names its exercise and how it stands.
  const tiles = () => progress.all().filter((one) => attribute(one, 'data-exercise') !== null);
  assert.equal(tiles().length, count);
  assert.deepEqual(
    tiles()
      .filter((one) => attribute(one, 'class') === 'next-one')
      .map((one) => attribute(one, 'data-exercise')),
    ['e13.1'],
  );
  const tile = progress.find((one) => attribute(one, 'data-exercise') === 'similarities');
  assert.match(textIn(tile), /^Similarity ?: How near is near\?, not started$/);
  assert.equal(attribute(tile, 'href'), './exercises.html#similarities');
  await progress.send(tile, 'focus');
  assert.deepEqual(progress.texts('pointed'), ['How near is near?']);
  const slips = progress.find((one) => attribute(one, 'class') === 'slips');
  assert.match(
    textIn(slips),
    /^The exponent is 2i\/d, not i\/d\. Work out encodings and their products\. See /,
  );
  const link = progress
    .all()
    .find((one) => /^\.\/sinusoidal\.html#./.test(attribute(one, 'href') ?? ''));
  assert.ok(link);

  const table = page.run(() => new parts.Work('table-parameters'));
  const { items } = exercise('table-parameters');
  const answers = Object.fromEntries(items.map((/** @type {any} */ { id }) => [id, '1']));
  const sheet = /** @type {any} */ (checked('table-parameters', 0, answers, 4));
  page.run(() => table.change(0, () => sheet));
  assert.equal(progress.state('table-parameters'), 'shaky');
  assert.match(
    progress.next ?? '',
    /^Next: Count the cost of a learned table, which is shaky: not everything was right at the last check\./,
  );
});

test('a slip that a file calls like something of every object does not break the progress', async () => {
  const slips = ['constructor', '__proto__', 'exponent'];
  const { progress } = await openDesk({
    stored: { 'e13.1': folder({ 0: checked('e13.1', 0, some, 1, { slips }) }) },
  });
  assert.equal(progress.state('e13.1'), 'begun');
  const list = progress.find((one) => attribute(one, 'class') === 'slips');
  assert.equal(list.childNodes.filter((node) => node.nodeName === 'li').length, 1);
});

test('the quiz: a missed question makes it shaky until it is right; it is said when it is due', async () => {
  /** @type {{id: string, choices: string[]}} */
  const { id, choices } = exercise('quiz').items[0];
  const isRight = (/** @type {string} */ choice) => graded('quiz', 0, { [id]: choice }).score === 1;
  const now = new Date().toISOString();
  const given = (/** @type {boolean} */ right, /** @type {string} */ at) => ({
    ...{ question: id, choice: choices.find((one) => isRight(one) === right), at },
    confidence: 'certain',
  });
  const next = async (/** @type {any[]} */ ...history) => {
    const quiz = { version: 1, seed: 1, history, cleared: null };
    const { progress } = await openDesk({ stored: { quiz } });
    await until(() => progress.state('quiz') !== 'new', 'the core’s verdicts');
    return [progress.state('quiz'), progress.next, /best \d+ of \d+/.exec(progress.text)?.[0]];
  };
  const { max } = graded('quiz', 1, {});
  assert.deepEqual(await next(given(false, day(1))), [
    ...['shaky', 'Next: Quiz, where 1 question is due again.', `best 0 of ${max}`],
  ]);
  assert.deepEqual(await next(given(false, now)), [
    ...[
      'shaky',
      'Next: Quiz, which is shaky: 1 missed question needs another try.',
      `best 0 of ${max}`,
    ],
  ]);
  // (Right on a later day: it comes back, but not yet.)
  assert.deepEqual(await next(given(false, day(1)), given(true, now)), [
    ...['begun', 'Next: continue with Quiz.', `best 1 of ${max}`],
  ]);
});

const ofTuesday = 'exercises.html?set=e13.1:7,table-parameters:9&class=Tuesday';

test('the link of a class: its variants count on every page and without the link; it can be left', async () => {
  const browser = new Browser();
  const { page, progress } = await openDesk({ browser, address: ofTuesday });
  assert.match(progress.texts('class')[0] ?? '', /^This is the set for the class “Tuesday”\./);
  assert.equal(page.location.search, '', 'a reload would bring back a set that was left');
  assert.match(
    progress.text,
    new RegExp(`2 exercises, about 20 minutes .* ${count - 2} more, not in this set`),
  );

  const there = await openDesk({ browser, address: 'learned.html' });
  const { assignedSeed, answered, graded: gradedAs, Work } = there.parts;
  assert.deepEqual(
    ['table-parameters', 'e13.1', 'dft-peak'].map((id) => there.page.run(() => assignedSeed(id))),
    [9, 7, null],
  );
  there.page.run(() => {
    const work = new Work('table-parameters');
    work.change(9, answered('parameters', '3'));
    work.change(9, gradedAs({ parameters: '3' }, { score: 0, max: 2, items: [] }));
  });

  assert.match(progress.text, /When you are done, export your record and send the file/);

  assert.match(progress.text, /When you are done, export your record and send the file/);

  const { record, progress: later } = await openDesk({ browser });
  assert.match(
    record.text,
    /Set for Tuesday: Work out encodings and their products, variant 7; Count the cost of a learned table, variant 9\./,
  );
  assert.deepEqual(record.rows, ['table-parameters:9']);
  const { content } = await record.exported();
  assert.deepEqual(content.class, {
    name: 'Tuesday',
    set: [
      { id: 'e13.1', seed: 7 },
      { id: 'table-parameters', seed: 9 },
    ],
  });
  assert.equal(command(content).verdict.sheets[0].assigned, true);

  await later.press('Leave this set');
  assert.match(
    later.text,
    new RegExp(`You have left the set for the class “Tuesday”\\. .*${count} exercises, about`),
  );
  await later.press('Undo');
  assert.match(later.text, /This is the set for the class “Tuesday”/);
  await later.press('Leave this set');
  const last = await openDesk({ browser, address: 'learned.html' });
  assert.equal(
    last.page.run(() => last.parts.assignedSeed('table-parameters')),
    null,
  );
});

test('a second set of a class leaves a way back to the first', async () => {
  const browser = new Browser();
  const first = await openDesk({ browser, address: 'exercises.html?set=e13.1:7&class=Tuesday' });
  assert.doesNotMatch(first.progress.text, /Back to/);
  const address = 'exercises.html?set=dft-peak:2&class=Friday';
  const { progress } = await openDesk({ browser, address });
  assert.match(progress.text, /This is the set for the class “Friday”/);
  await progress.press('Back to the set for the class “Tuesday”');
  assert.match(
    progress.text,
    /This is the set for the class “Tuesday”.* 1 exercise, about 15 minutes/,
  );
});

test('the quiz of a class: what is answered is recorded under the seed that was set', async () => {
  const { page, parts, record } = await openDesk({ address: 'exercises.html?set=quiz:3&class=x' });
  const { id, choices } = exercise('quiz').items[0];
  const given = { question: id, choice: choices[0], confidence: 'certain', at: day(1) };
  page.run(() => {
    const { Stored, quizWorkFrom, emptyQuiz, answeredWith, assignedSeed } = parts;
    const quiz = new Stored('quiz', quizWorkFrom, emptyQuiz);
    quiz.change(answeredWith(/** @type {any} */ (given), assignedSeed('quiz')));
  });
  await record.settled();
  assert.deepEqual(record.rows, ['quiz:3']);
  const { content } = await record.exported();
  assert.equal(content.sheets[0].seed, 3);
  assert.equal(command(content).verdict.sheets[0].assigned, true);
});

test('a link that is wrong is not followed: which part, and what was expected', async () => {
  for (const [search, said] of [
    [
      'set=e13.1:x',
      'the variant of e13.1 must be a whole number from 0 to 9007199254740991 but is "x"',
    ],
    ['set=e99:1', 'there is no exercise "e99"; expected one of e13.1, '],
    ['class=Tuesday', 'it assigns no exercises; expected set=e13.1:7,quiz:3'],
  ]) {
    const { progress } = await openDesk({ address: `exercises.html?${search}` });
    const alert = progress.find((one) => attribute(one, 'role') === 'alert');
    assert.ok(textIn(alert).includes(said ?? ''), textIn(alert));
    assert.match(progress.text, new RegExp(`${count} exercises, about \\d+ hours`));
    assert.equal(progress.all().filter(({ tagName }) => tagName === 'button').length, 0);
  }
});

test('where nothing can be kept the set counts all the same, and its link stays', async () => {
  const browser = new Browser();
  browser.isForbidden = true;
  const { page, progress } = await openDesk({ browser, address: ofTuesday });
  assert.match(
    progress.text,
    /This is the set for the class “Tuesday”.* 2 exercises, about 20 minutes/,
  );
  assert.match(progress.text, /This browser stores nothing for this page/);
  assert.match(page.location.search, /^\?set=/);
});

test('an instructor makes a link; what is wrong with it is said before it is given', async () => {
  const { page, parts } = await openDesk();
  const builder = new Shown(page, parts.PosencSet);
  const copy = () =>
    builder.find(
      ({ tagName, attrs }) =>
        tagName === 'button' && attrs.some(({ name }) => name === '?disabled'),
    );
  assert.match(builder.text, /Select at least one exercise\./);
  assert.deepEqual([textIn(copy()), attribute(copy(), '?disabled')], ['Copy link', 'true']);
  await builder.type('Class name (optional)', 'Tuesday');
  const title = 'Work out encodings and their products';
  const box = builder.find((one) => attribute(one, 'data-tick') === 'e13.1');
  await builder.send(box, 'change', { target: { checked: true } });
  await builder.type(`Variant of ${title}`, 'seven');
  assert.match(builder.text, /There is no link yet: the variant of e13\.1 must be/);
  await builder.type(`Variant of ${title}`, '7');
  const links = () =>
    builder.all().flatMap((one) => (one.tagName === 'a' ? attribute(one, 'href') : []));
  assert.deepEqual(links(), [
    'http://x.org/course/exercises.html?set=e13.1:7&class=Tuesday',
    './teach.html?key=e13.1:7&class=Tuesday#answer-key',
  ]);
  assert.equal(attribute(copy(), '?disabled'), 'false');
  await builder.press('Draw variants');
  const seed = builder.find((one) => attribute(one, 'aria-label') === `Variant of ${title}`);
  const drawn = Number(attribute(seed, '.value'));
  assert.ok(Number.isSafeInteger(drawn) && drawn > 0);
  const { progress } = await openDesk({ address: links()[0] ?? '' });
  assert.match(progress.text, /This is the set for the class “Tuesday”/);
});

test('an instructor goes on from the set of a plan', async () => {
  const { page, parts } = await openDesk({ address: 'teach.html?choose=e13.1:17,quiz:17' });
  const builder = new Shown(page, parts.PosencSet);
  assert.match(builder.text, /exercises\.html\?set=e13\.1:17,quiz:17/);
});

test('a set that is done says how to hand it in, and a file without a name asks for one', async () => {
  const set = 'exercises.html?set=table-parameters:9';
  const { page, parts, record, progress } = await openDesk({ address: set });
  page.run(() => {
    const work = new parts.Work('table-parameters');
    work.change(9, parts.graded({ parameters: '3' }, { score: 2, max: 2, items: [] }));
  });
  await progress.settled();
  assert.equal(
    progress.next,
    'All done. Now export your record and send the file to your instructor.',
  );
  await record.exported();
  assert.match(record.said, /Your instructor cannot see whose file this is: write your name above/);
  await record.type('Your name, for the record', 'Ada');
  const { name } = await record.exported();
  assert.match(name ?? '', /^posenc-work-Ada-\d{4}-/);
  assert.match(record.said, /Send this file to your instructor\./);
});
