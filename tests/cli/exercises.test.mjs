// Exercises by hand at the command line: what is asked, and that whoever works it out has it right.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { posenc, printed } from '../posenc.mjs';
import { byHand, rightAnswers } from '../worked.mjs';

/** @param {string} id @param {number} seed */
const asked = (id, seed) => printed(['exercise', id, '--seed', String(seed)]);

/** @param {string} id @param {number} seed @param {string} answers */
const graded = (id, seed, answers) => printed(['grade', id, '--seed', String(seed), '-'], answers);

/** Answers by item, as a sheet has them: components in their group. @param {any} exercise @param {Record<string, string>} answers */
function sheet(exercise, answers) {
  /** @type {Record<string, any>} */
  const grouped = {};
  for (const { id, group } of exercise.items) {
    if (group) (grouped[group] ??= []).push(answers[id] ?? '');
    else grouped[id] = answers[id] ?? '';
  }
  return JSON.stringify({ answers: grouped });
}

for (const id of byHand) {
  test(`${id}: worked out by other means, the lesson's form and forty variants are all right`, () => {
    const tasks = new Set();
    for (let seed = 0; seed <= 40; seed++) {
      const exercise = asked(id, seed);
      assert.equal(exercise.seed, seed);
      tasks.add(JSON.stringify(exercise.facts));
      const answers = rightAnswers(id, exercise.facts);
      assert.deepEqual(
        exercise.items.map((/** @type {any} */ item) => item.id),
        Object.keys(answers),
      );
      const grade = graded(id, seed, sheet(exercise, answers));
      const others = grade.items.filter((/** @type {any} */ { outcome }) => outcome !== 'right');
      assert.deepEqual(others, [], `seed ${seed}: ${JSON.stringify(exercise.facts)}`);
      assert.equal(grade.score, grade.max);
    }
    assert.ok(tasks.size >= 12, `${tasks.size} different tasks`);
  });
}

test('the solution of a variant is graded as all right', () => {
  for (const id of byHand) {
    for (const seed of [0, 7]) {
      const solution = printed(['exercise', id, '--seed', `${seed}`, '--solution']);
      const { exercise, seed: same, steps } = solution;
      assert.deepEqual([exercise, same], [id, seed]);
      const answers = Object.fromEntries(
        steps.map((/** @type {any} */ { item, value }) => [item, value]),
      );
      const { score, max } = graded(id, seed, sheet(asked(id, seed), answers));
      assert.equal(score, max, `${id}, ${seed}`);
    }
  }
  const { status, stderr } = posenc(['exercise', 'quiz', '--solution']);
  assert.equal(status, 2);
  assert.match(stderr, /must be one of e13\.1, e13\.1-why, .* but got "quiz"/);
});

test('what is wrong with the variant asked for is one sentence', () => {
  const told = (/** @type {string[]} */ ...args) => {
    const { status, stdout, stderr } = posenc(args, '{"answers": {}}');
    assert.equal(status, 2);
    assert.equal(stdout, '');
    return stderr.trim().replace(/^posenc: /, '');
  };
  assert.match(
    told('exercise', 'e99'),
    /^\[exercise\] the exercise must be one of .* but got "e99"$/,
  );
  assert.match(told('exercise', 'e13.1', '--seed', 'x'), /^--seed must be a number but got "x"$/);
  assert.match(told('exercise', 'e13.1', '--seed'), /^--seed needs a value$/);
  assert.match(
    told('exercise', 'e13.1', '--seed', '-1'),
    /^\[exercise\] seed must be .* but got -1$/,
  );
  assert.match(
    told('grade', 'e13.1', '--seed', '3'),
    /^expected "grade ID \[--seed N\] ANSWERS.json"$/,
  );
});
