// packages.json beside the pages: what the page "Your work" needs to make packages by itself, in a browser.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changedInPages, launchFiles, partsFile } from './packages.mjs';
import { readLesson } from './settings.mjs';

/** In the manifests, what an instructor chooses. */
const places = { id: '{{id}}', title: '{{title}}' };

/** @param {string} folder of a built site */
function partsOf(folder) {
  const { title, sections } = readLesson();
  const set = {
    name: '',
    sections: [],
    exercises: [],
    completion: { rule: /** @type {const} */ ('read') },
    mastery: null,
  };
  const standards = /** @type {const} */ (['scorm12', 'scorm2004']).map((standard) => {
    const { files, manifest } = launchFiles(folder, standard, { ...places, set });
    return [standard, { files, manifest }];
  });
  const slugs = sections.map(({ slug }) => slug);
  return { title, sections: slugs, changedInPages, standards: Object.fromEntries(standards) };
}

/** As a plugin of Vite: when all files but the service worker have been written. @returns {import('vite').Plugin} */
export const packageParts = () => ({
  name: 'posenc-packages',
  writeBundle: {
    order: 'post',
    sequential: true,
    handler({ dir }) {
      if (dir) writeFileSync(join(dir, partsFile), JSON.stringify(partsOf(dir)));
    },
  },
});
