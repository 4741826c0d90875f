// Work of a learner, in their browser and in a file, with the core's scores and solutions.
import { loadExercises } from '../build/package/node.js';
import { posenc } from './posenc.mjs';

const core = await loadExercises();

export const day = (/** @type {number} */ n) =>
  `2026-05-${String(n).padStart(2, '0')}T10:00:00.000Z`;

/** @param {Record<string, unknown>} changes */
export const sheet = (changes) => ({
  ...{ answers: {}, checked: null, tries: {}, hints: [], cleared: null },
  ...{ attempts: 0, best: null, last: null, slips: [], gaveUpAt: '', at: '' },
  ...changes,
});

/**
 * What the core gives for some answers, by their ids. @param {string} id @param {number} seed
 * @param {Record<string, string>} answers @returns {{score: number, max: number}}
 */
export function graded(id, seed, answers) {
  const asked = core.exercise(id, seed).items.map((/** @type {{id: string}} */ one) => one.id);
  const all = Object.fromEntries(
    asked.map((/** @type {string} */ one) => [one, answers[one] ?? '']),
  );
  const { score, max } = core.gradeExercise(id, seed, all);
  return { score, max };
}

/**
 * A sheet that was checked on a day, with what the core gives for it.
 * @param {string} id @param {number} seed @param {Record<string, string>} answers @param {number} on
 * @param {Record<string, unknown>} [changes]
 */
export function checked(id, seed, answers, on, changes = {}) {
  const attempt = { answers, ...graded(id, seed, answers), at: day(on) };
  return sheet({
    ...{ answers, checked: answers, attempts: 1, best: attempt, last: attempt, at: day(on) },
    ...changes,
  });
}

/** @param {Record<string, unknown>} sheets by seed */
export const folder = (sheets) => ({ version: 3, seed: 0, sheets });

/** Right answers to dft-peak. */
export const peak = { pair: '6', wavelength: '35.333', bin: '3' };

/** Answers to E13.1: some right, one with a slip, one with too few digits. */
export const some = {
  ...{ 'PE(0)[0]': '0', 'PE(0)[1]': '1', 'PE(0)[2]': '' },
  ...{ 'PE(5)[1]': '0.28', 'PE(5)[2]': 'sin(0.5)' },
};

/** Two exercises, one of them on two variants, a name, and what has been read. */
export const work = () => ({
  'e13.1': folder({
    0: checked('e13.1', 0, some, 1, { slips: ['exponent'] }),
    7: sheet({ answers: { 'PE(1)[0]': '0.5' }, at: day(2) }),
  }),
  'dft-peak': folder({ 0: checked('dft-peak', 0, peak, 3) }),
  learner: { name: 'Ada Lovelace' },
  read: { rope: ['worked-by-hand'] },
});

/** @param {object} file that was exported */
export function command(file) {
  const { status, stdout, stderr } = posenc(['grade', '--record', '-'], JSON.stringify(file));
  return { status, stderr, verdict: JSON.parse(stdout || 'null') };
}

/** A file that may be imported. @param {Record<string, unknown>} kept */
export const fileOf = (kept) => JSON.stringify({ format: 'posenc-work', version: 1, kept });
