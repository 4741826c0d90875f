// What learners find in a system: its packages with their exercises, and the right answers.
import { join } from 'node:path';
import { loadExercises } from '../../../build/package/node.js';
import { readOptions } from '../lms/options.mjs';
import { packageFile, writePackages } from '../lms/packages.mjs';
import { checkedSettings } from '../lms/settings.mjs';
import { site } from '../paths.mjs';

/** @typedef {import('../lms/settings.mjs').Standard} Standard */

const options = [
  ...['--exercises', 'dft-peak:7,similarities:7', '--mastery', '80', '--sections', 'signal'],
];

/** Makes the packages. @param {string} folder @param {readonly Standard[]} standards @returns {Promise<string[]>} their files */
export async function makePackages(folder, standards) {
  const { set } = await checkedSettings(readOptions(options));
  writePackages(site, folder, standards, set);
  return standards.map((standard) => join(folder, packageFile(standard)));
}

const core = await loadExercises();
/** @param {string} id @returns {Record<string, string>} */
const right = (id) =>
  Object.fromEntries(core.workedSolution(id, 7).steps.map(({ item, value }) => [item, value]));

/** Its exercises: one on the page of the section, the other elsewhere. */
export const peak = right('dft-peak');
export const similarities = right('similarities');
export const onPage = 'signal.html';
export const other = 'exercises.html';

/** Fails unless the learner's answers to the first exercise are there. @param {import('./attempt.mjs').Attempt} attempt */
export async function findsPeak(attempt) {
  const found = await attempt.answers(onPage, 'dft-peak');
  if (found.join() !== Object.values(peak).join())
    throw new Error(`the answers are ${found.join()}`);
}
