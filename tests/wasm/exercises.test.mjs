// The build that grades exercises.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadExercises, outcomes, reasons, verdictsInExercises } from '../../build/package/node.js';
import { exercises as inCodeListed } from '../../build/wasm/posenc-code-list.mjs';
import { exercises as byHandListed } from '../../build/wasm/posenc-hand-list.mjs';
import { byHand, rightAnswers } from '../worked.mjs';
import { messageOf } from './message-of.mjs';

const core = await loadExercises();

test('the page knows the lesson’s own versions before the core', () => {
  const known = { ...byHandListed, ...inCodeListed };
  assert.deepEqual([...Object.keys(known), 'quiz'], core.exerciseIds().ids);
  for (const [id, asked] of Object.entries(known)) assert.deepEqual(asked, core.exercise(id, 0));
});

test('every verdict has words, and the words are about exercises, outcomes and reasons of the core', () => {
  const words = new Map([...outcomes, ...reasons].map((one) => [String(one.name), one]));
  assert.equal(words.size, outcomes.length + reasons.length);
  for (const { name, first, why } of reasons) assert.ok(first && why, name);
  for (const { name, word, counted } of outcomes) assert.ok(word && counted, name);

  const answers = { 'PE(5)[1]': '0.28', 'PE(5)[2]': '0.479', 'PE(0).PE(1)': '9' };
  const [form, slip, unknown] = Object.keys(answers).map((item) =>
    core.gradeExercise('e13.1', 0, answers).items.find((one) => one.item === item),
  );
  assert.equal(words.get(form?.reason ?? '')?.first, 'Right so far.');
  assert.equal(words.get(slip?.reason ?? '')?.first, 'The exponent is 2i/d, not i/d.');
  assert.equal(words.get(unknown?.outcome ?? '')?.first, 'Not right.');

  const { ids } = core.exerciseIds();
  for (const { exercises, code } of verdictsInExercises) {
    assert.ok(words.has(code), code);
    for (const exercise of exercises) assert.ok(ids.includes(exercise), exercise);
  }
  // Signs outside ASCII survive the way through JSON.
  assert.match(words.get('not-divided')?.why ?? '', /^Each encoding has norm √\(d\/2\), so /);
});

test('whoever works out an exercise by hand has it right', () => {
  const alone = Object.keys(byHandListed).filter((id) => !byHand.includes(id));
  if (alone.length > 0) console.log(`solved by the core alone: ${alone} (see tests/worked.mjs)`);
  for (const id of byHand) {
    for (const seed of [0, 1, 2 ** 32, 2 ** 53 - 1]) {
      const { facts, items } = core.exercise(id, seed);
      const grade = core.gradeExercise(id, seed, rightAnswers(id, facts));
      assert.equal(grade.score, items.length, `${id}, ${seed}`);
      assert.ok(items.every(({ hint }) => hint !== ''));
    }
  }
});

test('the worked solution of every exercise by hand is right, and agrees with one worked out by other means', () => {
  for (const id of Object.keys(byHandListed)) {
    for (const seed of [0, 1, 7, 2 ** 53 - 1]) {
      const { facts, items } = core.exercise(id, seed);
      const { steps } = core.workedSolution(id, seed);
      assert.deepEqual(
        steps.map(({ item }) => item),
        items.map((item) => item.id),
      );
      const answers = Object.fromEntries(steps.map(({ item, value }) => [item, value]));
      assert.equal(core.gradeExercise(id, seed, answers).score, items.length, `${id}, ${seed}`);
      const others = byHand.includes(id) ? rightAnswers(id, facts) : answers;
      for (const { item, working, value } of steps) {
        assert.ok(working, `${id}, ${seed}: ${item}`);
        const other = others[item] ?? '';
        const decimals = items.find((one) => one.id === item)?.decimals ?? 0;
        if (Number.isNaN(Number(other))) assert.equal(value, other, `${id}, ${seed}: ${item}`);
        else assert.ok(Math.abs(Number(value) - Number(other)) <= 0.51 * 10 ** -decimals, item);
      }
    }
  }
  assert.deepEqual(core.workedSolution('e13.1', 0).steps[9], {
    item: 'PE(5)[1]',
    working: 'cos(5*10000^(-2*0/4))',
    value: '0.284',
  });
  assert.match(
    messageOf(() => core.workedSolution('quiz', 0)),
    /^\[exercise\] the exercise must be one of e13\.1, e13\.1-why, .* but got "quiz"$/,
  );
});

test('answers are graded, whatever is typed', () => {
  const items = core.exercise('e13.1', 0).items.map(({ id }) => id);
  assert.equal(items.length, 20);
  const grade = core.gradeExercise('e13.1', 0, {
    'PE(1)[0]': '\u22120,841',
    'PE(5)[3]': '('.repeat(20000),
    'PE(6)[0]': '\uD800',
    similar: 'equal',
  });
  assert.equal(grade.score, 1);
  assert.equal(grade.max, 20);
  assert.deepEqual(
    grade.items.map(({ item }) => item),
    items,
  );
  const of = (/** @type {string} */ item) => grade.items[items.indexOf(item)];
  assert.deepEqual(of('PE(1)[0]'), {
    item: 'PE(1)[0]',
    outcome: 'wrong',
    reason: 'wrong-sign',
    read: -0.841,
    message: null,
  });
  assert.equal(of('PE(5)[3]')?.outcome, 'unreadable');
  assert.equal(of('PE(6)[0]')?.outcome, 'unreadable');
});

test('errors are in the words of the command', () => {
  assert.match(
    messageOf(() => core.gradeExercise('e13.1', 0, { 'PE(9)[0]': '1' })),
    /^\[exercise\] e13\.1 does not ask for "PE\(9\)\[0\]"/,
  );
  assert.match(
    messageOf(() => core.exercise('e99', 0)),
    /^\[exercise\] the exercise must be one of e13\.1, .* but got "e99"$/,
  );
  for (const seed of [-1, 0.5, NaN, 2 ** 54]) {
    assert.match(
      messageOf(() => core.exercise('e13.1', seed)),
      /^\[exercise\] seed must be .* but got /,
    );
  }
});

test('the score of a set is the mean of its exercises’ scores', () => {
  assert.equal(core.setScore([0.5, 1, 0, 0.25]), 0.4375);
  assert.equal(core.setScore(Array(27).fill(1)), 1);
  /** @type {[number[], RegExp][]} */
  const wrong = [
    [[], /^\[exercise\] fractions must have a number for each exercise of the set but is empty$/],
    [[1, NaN], /^\[exercise\] each of fractions must be a number from 0 to 1 but one is nan$/],
    [[1.5], /^\[exercise\] each of fractions must be a number from 0 to 1 but one is 1\.5$/],
  ];
  for (const [fractions, sentence] of wrong) {
    assert.match(
      messageOf(() => core.setScore(fractions)),
      sentence,
    );
  }
});

test('what a program gave is compared with what was expected, in typed arrays', () => {
  const call = 'alibi_bias(2, 3, causal=True)';
  /** @type {number[]} */
  const result = [];
  for (const slope of [2 ** -4, 2 ** -8]) {
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) result.push(j > i ? -Infinity : j === i ? 0 : slope * (j - i));
    }
  }
  const python = (/** @type {number[]} */ all) =>
    JSON.stringify(
      [0, 9].map((head) =>
        [0, 3, 6].map((row) => all.slice(head + row, head + row + 3).map(String)),
      ),
    )
      .replaceAll('"', '')
      .replaceAll('Infinity', 'inf');

  const right = core.compareCase('code-alibi', 0, call, python(result));
  assert.deepEqual(right, {
    shape: [2, 3, 3],
    expected: Float64Array.from(result),
    got: Float64Array.from(result),
    message: null,
  });
  const positive = core.compareCase('code-alibi', 0, call, python(result.map(Math.abs)));
  assert.equal(positive.message, 'head 0, row 0, column 1: expected -inf but got inf');
  assert.equal(core.compareCase('code-alibi', 0, call, 'None').got, null);
  assert.match(
    messageOf(() => core.compareCase('code-alibi', 0, 'print(1)', '1')),
    /^\[exercise\] code-alibi does not ask for "print\(1\)"/,
  );
});

test('a slip of code is named', () => {
  const { items } = core.gradeExercise('code-sinusoidal', 0, {
    'sinusoidal_encoding(2, 4)': `[[1, 0, 1, 0], [${Math.cos(1)}, ${Math.sin(1)}, ${Math.cos(0.01)}, ${Math.sin(0.01)}]]`,
    'sinusoidal_encoding(3, 5)': 'raise ValueError: d must be even',
  });
  assert.deepEqual(items[0], {
    item: 'sinusoidal_encoding(2, 4)',
    outcome: 'wrong',
    reason: 'sin-cos-swapped',
    read: null,
    message: 'row 0, column 0: expected 0 but got 1',
  });
  assert.equal(items.at(-1)?.outcome, 'right');
});

const of = Float64Array.of.bind(Float64Array);

/** Two seeds of three schemes on order, at two lengths. @type {import('../../build/package/node.js').LabOutcome} */
const run = {
  task: 'order',
  schemes: ['rope', 'none', 'learned'],
  lengths: of(8, 32),
  seeds: 2,
  accuracies: of(0.99, 0.96, 0.98, 0.94, 0.99, 0.98, 0.99, 0.97, 0.99, NaN, 1, NaN),
  trainLongest: 8,
  chance: 0.5,
  ceiling: null,
};

test('a run of a causal task is not said to be without a mask, whatever the task is called', () => {
  const failed = {
    ...{ task: 'previous-20', schemes: ['none', 'rope'], lengths: Float64Array.of(20, 50) },
    ...{ seeds: 1, accuracies: Float64Array.of(0.2, 0.1, 1, 0.9), trainLongest: 20 },
    ...{ chance: 1 / 16, ceiling: null },
  };
  const said = (/** @type {Partial<import('../../build/package/node.js').LabOutcome>} */ facts) =>
    core.gradeLab('e13.2', { ...failed, ...facts }, { learned: 'rope' }).items[0]?.because ?? '';
  assert.doesNotMatch(said({}), /without positions or a mask/);
  assert.match(said({ direction: 'bidirectional' }), /without positions or a mask/);
  assert.match(said({ task: 'reverse' }), /without positions or a mask/);
  assert.throws(() => said({ needs: /** @type {any} */ ('luck') }), {
    ...{ code: 'invalid-argument', parameter: 'needs' },
    message: '[lab] needs must be "nothing", "place", "distance" or "order" but got "luck"',
  });
});

test('a learner’s own run is asked about, and judged by its numbers', () => {
  const questions = core.labQuestions('e13.2', run);
  assert.deepEqual(
    questions.map(({ id, kind }) => [id, kind]),
    [
      ['learned', 'several'],
      ['kept', 'several'],
      ['fell', 'one'],
      ['read', 'percent'],
      ['spread', 'one'],
      ['why-none', 'one'],
    ],
  );
  assert.deepEqual(questions[1]?.choices, [
    { id: 'none', text: 'none' },
    { id: 'learned', text: 'learned' },
    { id: 'rope', text: 'RoPE' },
  ]);
  const grade = core.gradeLab('e13.2', run, {
    learned: 'none,learned,rope',
    kept: 'rope',
    fell: 'learned',
    read: '97.5 %',
    spread: 'rope',
  });
  assert.deepEqual(
    grade.items.map(({ outcome }) => outcome),
    ['right', 'wrong', 'right', 'right', 'right', 'empty'],
  );
  assert.deepEqual([grade.score, grade.max], [4, 6]);
  assert.match(
    grade.items[1]?.because ?? '',
    /^Missing: "none"\. At length 32: "none" 97\.5 % \(97 to 98\), learned without an answer and RoPE 95 %/,
  );
  assert.deepEqual(grade.items[1]?.reasons, [
    ...['answer-missing', 'figures', 'held-none', 'beyond-silent', 'held-rope'],
  ]);
  assert.deepEqual(grade.items[5], {
    ...{ item: 'why-none', outcome: 'empty' },
    ...{ because: '', reasons: [] },
  });
});

test('a prediction is asked before the run, and its winner follows from it', () => {
  const before = { ...run, seeds: 0, accuracies: of() };
  assert.deepEqual(
    core.labQuestions('prediction', before).map(({ id }) => id),
    ['guess-none', 'guess-learned', 'guess-rope'],
  );
  const guesses = { 'guess-none': '50', 'guess-learned': '60', 'guess-rope': '90' };
  assert.match(
    messageOf(() => core.gradeLab('prediction', before, guesses)),
    /^\[lab\] prediction needs a finished run before it is graded/,
  );
  assert.deepEqual(core.unreadableOfLab('prediction', before, guesses), []);
  assert.deepEqual(
    core.unreadableOfLab('prediction', before, { 'guess-rope': '140', 'guess-none': '' }),
    [
      {
        item: 'guess-rope',
        outcome: 'unreadable',
        because: 'the answer must be a number from 0 to 100 but is 140',
        reasons: ['unreadable-number'],
      },
    ],
  );
  const { items, score, max } = core.gradeLab('prediction', run, guesses);
  assert.deepEqual(
    items.map(({ item, outcome }) => [item, outcome]),
    [
      ['guess-none', 'wrong'],
      ['guess-learned', 'wrong'],
      ['guess-rope', 'right'],
      ['winner', 'wrong'],
    ],
  );
  assert.deepEqual([score, max], [1, 4]);
});

test('a result that is not a run is refused', () => {
  /** @type {[object, RegExp][]} */
  const wrong = [
    [{ schemes: ['rope', 'none', 'xpos'] }, /^\[lab\] scheme must be "none", .* but got "xpos"$/],
    [{ schemes: 'rope' }, /^\[labQuestions\] schemes must be an array but got "rope"$/],
    [{ schemes: undefined }, /^\[labQuestions\] /],
    [{ task: 3 }, /^\[labQuestions\] /],
    [{ lengths: of(8, 8) }, /^\[lab\] lengths must be increasing whole numbers above 0 but got 8$/],
    [{ seeds: 3 }, /schemes x seeds x lengths = 3 x 3 x 2 accuracies but there are 12$/],
    [{ seeds: NaN }, /^\[lab\] seeds must be a whole number of at least 0 but got nan$/],
    [{ chance: 50 }, /^\[lab\] chance must be from 0 to 1 but got 50$/],
    [{ ceiling: NaN }, /^\[lab\] the ceiling must be from 0 to 1 but got nan$/],
    [{ accuracies: undefined }, /^\[labQuestions\] /],
  ];
  for (const [change, told] of wrong) {
    const outcome = /** @type {typeof run} */ ({ ...run, ...change });
    assert.match(
      messageOf(() => core.labQuestions('e13.2', outcome)),
      told,
      JSON.stringify(change),
    );
  }
  assert.match(
    messageOf(() => core.labQuestions('practice-4', run)),
    /^\[lab\] practice-4 needs the schemes hybrid, sinusoidal and learned in one run$/,
  );
  assert.match(
    messageOf(() => core.gradeLab('e13.2', run, { winner: 'rope' })),
    /^\[lab\] e13\.2 does not ask for "winner"$/,
  );
});
