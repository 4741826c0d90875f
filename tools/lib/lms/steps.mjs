// The steps that make packages for learning management systems of the built site, in build/lms.
import { join } from 'node:path';
import { build, site } from '../paths.mjs';

/** @typedef {import('../steps.mjs').Step} Step */

const folder = join(build, 'lms');

/**
 * One step for before the build, and one for after it. Without options, the packages are about the whole lesson.
 * @param {import('./options.mjs').Options} [options]
 * @returns {{check: Step, pack: Step, files: string[]}} `files` has the packages once they are made
 */
export function packageSteps(options = {}) {
  /** @type {Awaited<ReturnType<typeof import('./settings.mjs').checkedSettings>> | undefined} */
  let settings;
  /** @type {string[]} */
  const files = [];
  /** @type {Step} */
  const check = {
    title: 'What the packages should contain',
    async run() {
      // Not before the npm packages are there: the page's own code knows the exercises.
      const { checkedSettings } = await import('./settings.mjs');
      settings = await checkedSettings(options);
      const { sections, exercises } = settings.set;
      return `sections: ${sections.length}, exercises: ${exercises.length}`;
    },
  };
  /** @type {Step} */
  const pack = {
    title: 'Packages for learning management systems',
    async run() {
      const { packageFile, writePackages } = await import('./packages.mjs');
      if (!settings) throw new Error('the settings were not checked');
      const { standards, set } = settings;
      files.push(...standards.map((standard) => join(folder, packageFile(standard))));
      const written = writePackages(site, folder, standards, set).join(', ');
      return set.exercises.length > 0
        ? `${written}; learners can find the answers to the exercises on teach.html of the package`
        : written;
    },
  };
  return { check, pack, files };
}
