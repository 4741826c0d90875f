// The quiz: its words against the core, when a question comes back, and what is kept.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { runnerImport } from 'vite';
import { loadExercises } from '../../build/package/node.js';

/** @type {typeof import('../../web/src/exercises/quiz/schedule.ts')} */
let schedule;
/** @type {typeof import('../../web/src/exercises/quiz/quiz-work.ts')} */
let work;
/** @type {typeof import('../../web/src/exercises/quiz/progress.ts').Progress} */
let Progress;
/** @type {typeof import('../../web/src/exercises/quiz/reading-order.ts').inReadingOrder} */
let inReadingOrder;
before(async () => {
  const from = async (/** @type {string} */ file) =>
    /** @type {any} */ ((await runnerImport(`./web/src/exercises/quiz/${file}`)).module);
  schedule = await from('schedule.ts');
  work = await from('quiz-work.ts');
  ({ Progress } = await from('progress.ts'));
  ({ inReadingOrder } = await from('reading-order.ts'));
});

const lesson = 'web/lesson';
const sections = readdirSync(lesson).filter((file) => /^\d/.test(file));

/**
 * The questions as they are written in some sections: id, then options with their ids and whether the text says "Right."
 * @param {string[]} [files]
 */
function written(files = sections) {
  const quiz = files
    .map((file) => readFileSync(`${lesson}/${file}`, 'utf8'))
    .map((text) => /<posenc-quiz[^>]*>([\s\S]*)<\/posenc-quiz>/.exec(text)?.[1] ?? '')
    .join('\n');
  return [...quiz.matchAll(/<section data-question="([^"]+)">([\s\S]*?)<\/section>/g)].map(
    ([, id = '', inner = '']) => ({
      id,
      title: /^### (.+)$/m.exec(inner)?.[1] ?? '',
      options: [
        ...inner.matchAll(
          /<details data-option="([^"]+)"><summary>(.+)<\/summary>\n\n\*\*(Right|No)\.\*\* ([\s\S]*?)\n\n<\/details>/g,
        ),
      ].map(([, option = '', label = '', verdict, why = '']) => ({
        id: option,
        label,
        right: verdict === 'Right',
        why,
      })),
      details: inner.match(/<details\b/g)?.length ?? 0,
    }),
  );
}

test('questions and options in the Markdown are those of the core, in its order', async () => {
  const core = await loadExercises();
  const { items, facts } = core.exercise('quiz', 0);
  const questions = written();
  assert.equal(questions.length, items.length);
  for (const file of sections) {
    const here = written([file]).map(({ id, options }) => ({
      id,
      choices: options.map((option) => option.id),
    }));
    assert.deepEqual(
      here,
      items
        .filter(({ id }) => here.some((one) => one.id === id))
        .map(({ id, choices }) => ({ id, choices })),
      file,
    );
  }
  // Those of the quiz are worth a point, and no others.
  assert.equal(
    facts['counted'],
    written(['13-exercises.md'])
      .map(({ id }) => id)
      .join(', '),
  );
  for (const { id, title, options, details } of questions) {
    assert.ok(title.length > 10, id);
    assert.equal(options.length, details, `every option of ${id} is written as the others are`);
    assert.equal(new Set(options.map(({ label }) => label)).size, options.length);
    assert.ok(
      options.some(({ why }) => why.includes('](')),
      `${id} leads nowhere in the lesson`,
    );
    for (const { why } of options) assert.ok(why.length > 30, `${id}: "${why}" explains nothing`);
  }
});

test('what the Markdown says is right is what the core says', async () => {
  const core = await loadExercises();
  const questions = written();
  for (let n = 0; n < 4; n++) {
    const asked = questions.filter(({ options }) => options[n]);
    const answers = Object.fromEntries(asked.map(({ id, options }) => [id, options[n]?.id ?? '']));
    const { items } = core.gradeExercise('quiz', 0, answers);
    for (const { id, options } of asked) {
      const outcome = items.find(({ item }) => item === id)?.outcome;
      assert.equal(outcome, options[n]?.right ? 'right' : 'wrong', `${id}: ${options[n]?.id}`);
    }
  }
});

test('questions about what has been read come first, and easy ones before hard ones', async () => {
  const core = await loadExercises();
  const { items, facts } = core.exercise('quiz', 7);
  const counted = facts['counted']?.split(', ') ?? [];
  const asked = items.filter(({ id }) => counted.includes(id));
  const inOrder = (/** @type {Record<string, string[]>} */ read) =>
    inReadingOrder(asked, read).map(({ id }) => id);
  const easyFirst = inOrder({});
  assert.deepEqual(easyFirst.toSorted(), counted.toSorted());
  assert.deepEqual([easyFirst[0], easyFirst.at(-1)], ['why-positions', 'causal-order']);
  const rope = ['rope-rotates', 'rope-keeps'];
  const others = easyFirst.filter((id) => !rope.includes(id));
  assert.deepEqual(inOrder({ rope: ['the-base'], alibi: [] }), [...rope, ...others]);
  // Whatever the order that is drawn.
  assert.deepEqual(
    inReadingOrder(asked.toReversed(), {}).map(({ id }) => id),
    easyFirst,
  );
});

/** A day in May, at an hour, where the tests run. @param {number} day @param {number} [hour] @param {number} [minute] */
const may = (day, hour = 10, minute = 0) => new Date(2026, 4, day, hour, minute);

/**
 * Answers on one day, a minute apart: "a+" is right, "a-" wrong; "?" after it a guess, "!" certain.
 * @param {number} day @param {string} answers @param {number} [hour]
 * @returns {import('../../web/src/exercises/quiz/schedule.ts').Judged[]}
 */
const day = (day, answers, hour = 10) =>
  answers.split(' ').map((text, minute) => ({
    question: text[0] ?? '',
    right: text[1] === '+',
    confidence: text[2] === '?' ? 'guess' : text[2] === '!' ? 'certain' : 'fairly',
    at: may(day, hour, minute).toISOString(),
  }));

const order = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
/** @param {import('../../web/src/exercises/quiz/schedule.ts').Judged[]} history @param {Date} now */
const next = (history, now) => schedule.nextQuestion(order, history, now);

test('a missed question comes back after three others', () => {
  const now = may(1, 11);
  assert.equal(next([], now), 'a');
  assert.equal(next(day(1, 'a-'), now), 'b');
  assert.equal(next(day(1, 'a- b+'), now), 'c');
  assert.equal(next(day(1, 'a- b+ c+'), now), 'd');
  assert.equal(next(day(1, 'a- b+ c+ d+'), now), 'a');
  // The same one twice is not two others.
  assert.equal(next(day(1, 'a- b+ b+ b+'), now), 'c');
  // Missed again, it waits again.
  assert.equal(next(day(1, 'a- b+ c+ d+ a-'), now), 'e');
  const [waiting] = schedule.comebacks(day(1, 'a- b+'), now);
  assert.equal(waiting?.others, 2);
  assert.equal(schedule.whenBack(/** @type {any} */ (waiting), now, 5), 'after 2 more questions');
  assert.equal(
    schedule.whenBack(/** @type {any} */ (waiting), now, 1),
    'tomorrow',
    'no others left',
  );
});

test('it comes back on later days: one, three and seven days after it was right', () => {
  const first = day(1, 'a- b+ c+ d+ a+ e+ f+ g+');
  assert.equal(next(first, may(1, 23)), null);
  assert.deepEqual(
    schedule.comebacks(first, may(1, 23)).map(({ from }) => from),
    [may(2, 0)],
  );
  assert.equal(next(first, may(2, 0)), 'a');
  const second = [...first, ...day(2, 'a+')];
  assert.equal(next(second, may(4, 23)), null);
  assert.equal(next(second, may(5, 0)), 'a');
  const third = [...second, ...day(6, 'a+')];
  assert.equal(next(third, may(12, 23)), null);
  assert.equal(
    schedule.whenBack(/** @type {any} */ (schedule.comebacks(third, may(9))[0]), may(9), 0),
    'in 4 days',
  );
  assert.equal(next(third, may(13, 0)), 'a');
  assert.deepEqual(schedule.comebacks([...third, ...day(13, 'a+')], may(30)), []);
  // Missed on a later day, it begins anew.
  const again = [...third, ...day(13, 'a-')];
  assert.equal(next(again, may(13, 11)), null);
  assert.equal(next(again, may(14, 0)), 'a');
});

test('right before it was due does not count; a sitting that ended does not hold it back', () => {
  assert.equal(next(day(1, 'a- a+ b+ c+ d+'), may(1, 11)), 'a');
  assert.equal(next(day(1, 'a- b+'), may(2, 0)), 'a', 'the next day');
  const early = [...day(1, 'a- b+ c+ d+ a+'), ...day(1, 'a+', 12)];
  assert.deepEqual(
    schedule.comebacks(early, may(1, 13)).map(({ from }) => from),
    [may(2, 0)],
  );
});

test('where a learner stands: states of questions, points, what comes back, how sure and how right', () => {
  const none = new Progress(order, [], may(1));
  assert.equal(none.scoreLine, 'Nothing answered yet.');
  const noneRight = new Progress(order, day(1, 'a- b-'), may(1, 11));
  assert.equal(noneRight.scoreLine, 'None right yet. Questions that you miss come back.');
  assert.equal(none.comebackLine, '');
  assert.equal(none.next, 'a');

  const answers = day(1, 'a-! b+ c+! d-');
  const early = new Progress(order, answers, may(1, 11));
  assert.deepEqual(
    order.map((question) => early.stateOf(question)),
    ['missed', 'right', 'right', 'missed', 'new', 'new', 'new'],
  );
  assert.equal(early.answered, 4);
  assert.equal(early.scoreLine, '2 of 7 right so far, 2 on the first try.');
  assert.equal(early.isDue('a'), true, 'three others have been answered');
  assert.equal(early.isDue('d'), false);
  assert.equal(early.comebackLine, '2 questions come back, the next one now.');
  const [, missed] = early.comebacks;
  assert.equal(early.whenBack(/** @type {any} */ (missed)), 'after 3 more questions');
  assert.equal(early.confidenceLine, '', 'four answers say little');

  const later = new Progress(order, [...answers, ...day(1, 'a+ a+', 11)], may(1, 12));
  assert.equal(later.stateOf('a'), 'second-go');
  assert.equal(later.scoreLine, '3 of 7 right so far, 2 on the first try.');
  assert.equal(
    later.confidenceLine,
    'Of 2 you were certain of, 1 was right; of 4 you were fairly sure of, 3 were right.',
  );
  // Nothing else can be answered: then only days count.
  const few = new Progress(['a', 'b'], day(1, 'a- b+'), may(1, 11));
  assert.equal(few.comebackLine, '1 question comes back tomorrow.');
});

test('a right guess comes back once; what was known does not', () => {
  const guessed = day(1, 'a+? b+ c+! d+');
  assert.equal(next(guessed, may(1, 11)), 'a');
  assert.equal(schedule.comebacks(guessed, may(1, 11))[0]?.why, 'guessed');
  assert.deepEqual(schedule.comebacks([...guessed, ...day(1, 'a+?', 12)], may(9)), []);
  assert.deepEqual(
    schedule.comebacks([...guessed, ...day(1, 'a-!', 12)], may(9)).map(({ why }) => why),
    ['missed'],
  );
});

test('of what is due, certain but wrong comes first, then less sure, then guesses that were right', () => {
  const history = day(1, 'a+? b-? c- d-! e+ f+ g+');
  assert.deepEqual(
    schedule.comebacks(history, may(1, 12)).map(({ question }) => question),
    ['d', 'c', 'b', 'a'],
  );
  assert.equal(next(history, may(1, 12)), 'd');
});

const given = (/** @type {string} */ question, /** @type {string} */ choice, minute = 0) => ({
  question,
  choice,
  confidence: /** @type {const} */ ('fairly'),
  at: may(1, 10, minute).toISOString(),
});

test('a missed question is unsettled while it is wrong, and again whenever it is due', () => {
  assert.deepEqual(schedule.unsettled(day(1, 'a-'), may(1, 11)), ['a']);
  const found = day(1, 'a- b+ c+ d+ a+');
  assert.equal(schedule.comebacks(found, may(1, 11)).length, 1, 'it is still to come back');
  assert.deepEqual(schedule.unsettled(found, may(1, 11)), []);
  assert.deepEqual(schedule.unsettled(found, may(2, 11)), ['a']);
  // A guess that was right is not missed.
  assert.equal(schedule.comebacks(day(1, 'a+?'), may(3)).length, 1);
  assert.deepEqual(schedule.unsettled(day(1, 'a+?'), may(3)), []);
});

test('what is answered under the seed of a class is kept under it', () => {
  const own = work.seeded(5)(work.emptyQuiz);
  assert.equal(work.answeredWith(given('paper', 'bert'))(own).seed, 5);
  const assigned = work.answeredWith(given('paper', 'bert'), 3);
  assert.equal(assigned(own).seed, 3);
  assert.equal(assigned(work.emptyQuiz).seed, 3);
  assert.equal(work.answeredWith(given('paper', 'bert'), 0)(own).seed, 0);
});

test('what is kept is read as it was written, and nothing else is', () => {
  const kept = { version: 1, seed: 7, history: [given('paper', 'bert')], cleared: null };
  assert.deepEqual(work.quizWorkFrom(JSON.parse(JSON.stringify(kept))), kept);
  assert.deepEqual(work.quizWorkFrom({ ...work.emptyQuiz }), work.emptyQuiz);
  for (const wrong of [
    null,
    3,
    {},
    { ...kept, version: 2 },
    { ...kept, seed: -1 },
    { ...kept, history: {} },
    { ...kept, history: [{ ...given('paper', 'bert'), confidence: 'sure' }] },
    { ...kept, history: [{ ...given('paper', 'bert'), at: 'yesterday' }] },
    { ...kept, cleared: [3] },
  ]) {
    assert.equal(work.quizWorkFrom(wrong), null, JSON.stringify(wrong));
  }
});

test('two histories are united, in order, each answer once', () => {
  const a = { ...work.emptyQuiz, history: [given('paper', 'bert', 1), given('pair', 'equal', 3)] };
  const b = {
    ...work.emptyQuiz,
    seed: 5,
    history: [given('paper', 'bert', 1), given('paper', 'attention', 2)],
  };
  const both = work.mergedQuiz(a, b);
  assert.deepEqual(both, work.mergedQuiz(b, a));
  assert.equal(both.seed, 5);
  assert.deepEqual(
    both.history.map(({ choice }) => choice),
    ['bert', 'attention', 'equal'],
  );
  assert.deepEqual(work.quizAnswers(both), {
    first: { paper: 'bert', pair: 'equal' },
    latest: { paper: 'attention', pair: 'equal' },
  });
});

test('starting over and undoing it', () => {
  const begun = work.answeredWith(given('paper', 'bert'))(work.seeded(4)(work.emptyQuiz));
  const startedOver = work.startedOver(new Set(['paper']));
  const over = startedOver(begun);
  assert.deepEqual(over, { version: 1, seed: 4, history: [], cleared: begun.history });
  assert.deepEqual(startedOver(over), over, 'there is nothing that this could clear');
  // Those of another section stay.
  const both = work.answeredWith(given('shift', 'any'))(begun);
  assert.deepEqual(
    startedOver(both).history.map(({ question }) => question),
    ['shift'],
  );
  assert.deepEqual(work.undone(over), begun);
  const gone = work.answeredWith(given('pair', 'equal', 1))(over);
  assert.equal(gone.cleared, null);
  assert.deepEqual(work.undone(gone), gone);
});
