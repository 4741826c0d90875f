// The whole site in one file, for whoever has no use for the sources.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { filesIn } from './offline.mjs';

/** The folder in it, so that unpacking leaves one thing behind. */
export const archiveFolder = 'posenc-lesson';

/** The same site is the same archive, to the byte: in any time zone, for a zip has local times. */
const epoch = () => new Date(1980, 0, 1);

/** @param {string} folder of a built site */
export const archiveOf = (folder) =>
  zipSync(
    Object.fromEntries(
      filesIn(folder).map((file) => [
        `${archiveFolder}/${file}`,
        [readFileSync(join(folder, file)), { mtime: epoch(), level: 9 }],
      ]),
    ),
  );
