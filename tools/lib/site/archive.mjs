// The whole site in one file, for whoever has no use for the sources.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { filesIn } from './offline.mjs';

/** The folder in it, so that unpacking leaves one thing behind. */
export const archiveFolder = 'posenc-lesson';

/** The same site is the same archive, to the byte: in any time zone, for a zip has local times. */
const epoch = () => new Date(1980, 0, 1);

/** A zip file with files in the order of their names. @param {Record<string, string | Uint8Array>} contents by name */
export const zipped = (contents) =>
  zipSync(
    Object.fromEntries(
      Object.keys(contents)
        .sort()
        .map((name) => {
          const content = contents[name] ?? '';
          const bytes = typeof content === 'string' ? strToU8(content) : content;
          return [name, [bytes, { mtime: epoch(), level: 9 }]];
        }),
    ),
  );

/** @param {string} folder of a built site */
export const archiveOf = (folder) =>
  zipped(
    Object.fromEntries(
      filesIn(folder).map((file) => [`${archiveFolder}/${file}`, readFileSync(join(folder, file))]),
    ),
  );
