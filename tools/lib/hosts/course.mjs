// What learners find in a system: the set of its packages, and the right answers.
import { loadExercises } from '../../../build/package/node.js';

/** The set of the packages, and what completes them. */
export const courseOptions = [
  ...['--exercises', 'dft-peak:7,similarities:7', '--mastery', '80', '--sections', 'signal'],
];

const core = await loadExercises();
/** @param {string} id @returns {Record<string, string>} */
const right = (id) =>
  Object.fromEntries(core.workedSolution(id, 7).steps.map(({ item, value }) => [item, value]));

/** Its exercises: one on the page of the section, the other elsewhere. */
export const peak = right('dft-peak');
export const similarities = right('similarities');
export const onPage = 'signal.html';
export const other = 'exercises.html';
