// The exported work of a small class, whose scores the command itself has given.
import { printed } from './posenc.mjs';

/** @typedef {{answers: Record<string, string>, score: number | null, max: number | null, at: string, outcome?: object}} Attempt */
/** @typedef {{exercise: string, seed: number, setting?: string, attempts: number, best: Attempt | null, latest: Attempt | null, gaveUpAt?: string}} Sheet */
/** @typedef {{format: string, version: number, name: string, at: string, class: object | null, sheets: Sheet[]}} WorkRecord */

const at = '2026-05-03T10:00:00.000Z';

/** A name that would be a script if it were not escaped. */
export const hostileName = '<script>alert("1")</script>';

/** @param {string} name @param {Sheet[]} sheets @param {object | null} classroom @returns {WorkRecord} */
function record(name, sheets, classroom) {
  const made = { format: 'posenc-work', version: 1, name, at, class: classroom, sheets };
  const graded = printed(['grade', '--record', '-'], JSON.stringify(made));
  return {
    ...made,
    sheets: sheets.map((sheet, n) => {
      const withScore = (/** @type {'best' | 'latest'} */ key) => {
        const { score, max } = graded.sheets[n][key] ?? {};
        return sheet[key] && { ...sheet[key], score, max };
      };
      return { ...sheet, best: withScore('best'), latest: withScore('latest') };
    }),
  };
}

/** @param {{[item: string]: string}} answers @param {object} [more] @returns {Attempt} */
const attempt = (answers, more = {}) => ({ answers, score: null, max: null, at, ...more });

/** @param {string} exercise @param {number} seed @param {Partial<Sheet>} changes @returns {Sheet} */
const sheet = (exercise, seed, changes) => ({
  ...{ exercise, seed, attempts: 1, best: null, latest: null },
  ...changes,
});

/** The answers to an exercise by hand. @param {string} id @param {number} seed @returns {{[item: string]: string}} */
function solution(id, seed) {
  const { steps } = printed(['exercise', id, '--seed', `${seed}`, '--solution']);
  return Object.fromEntries(steps.map((/** @type {any} */ { item, value }) => [item, value]));
}

/** One right answer to the quiz. */
function oneOfQuiz() {
  const [{ id, choices }] = printed(['exercise', 'quiz', '--seed', '3']).items;
  for (const choice of choices) {
    const answers = { [id]: choice };
    if (printed(['grade', 'quiz', '--seed', '3', '-'], JSON.stringify({ answers })).score === 1)
      return answers;
  }
  throw new Error('no choice is right');
}

/** Both guesses right, and so is their order. */
const guesses = () =>
  attempt(
    { 'guess-none': '48', 'guess-learned': '-' },
    {
      outcome: {
        ...{ task: 'order', schemes: ['none', 'learned'], lengths: [8, 16], seeds: 1 },
        ...{ accuracies: [0.95, 0.5, 0.99, null], trainLongest: 8, chance: 0.5, ceiling: null },
      },
    },
  );

/**
 * Five learners: Ada has solved almost all, Bob and one with a hostile name counted bins from 1 and the latter claims a
 * full score, Dan copied the solution, and Eve has no class.
 */
export function aClass() {
  const classroom = {
    name: 'Tuesday',
    set: [
      { id: 'dft-peak', seed: 7 },
      { id: 'quiz', seed: 3 },
      { id: 'prediction', seed: 0 },
    ],
  };
  const right = solution('dft-peak', 7);
  const fromOne = { ...right, bin: `${Number(right['bin']) + 1}` };
  const of = (/** @type {Partial<Sheet>} */ changes) => sheet('dft-peak', 7, changes);
  const lying = record(
    hostileName,
    [of({ best: attempt(fromOne), latest: attempt(fromOne) })],
    classroom,
  );
  const [claim] = lying.sheets;
  if (claim?.best) claim.best.score = 3;
  return {
    ada: record(
      'Ada Lovelace',
      [
        of({ attempts: 3, best: attempt(right), latest: attempt(right) }),
        sheet('quiz', 3, { latest: attempt(oneOfQuiz()) }),
        sheet('prediction', 0, { setting: 'run.task=order', best: guesses(), latest: guesses() }),
      ],
      classroom,
    ),
    bob: record('Bob', [of({ best: attempt(fromOne), latest: attempt(fromOne) })], classroom),
    lying,
    dan: record('Dan', [of({ latest: attempt(right), gaveUpAt: at })], classroom),
    eve: record('Eve', [sheet('dft-peak', 0, { best: attempt(solution('dft-peak', 0)) })], null),
  };
}
