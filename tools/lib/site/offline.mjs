// The service worker that keeps the site for use without a network, made for the files of one build.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { build } from 'vite';
import { root } from '../paths.mjs';
import { browsers } from './browsers.mjs';

/** A browser looks for a newer one where it found this one, so its name stays. */
const workerName = 'sw.js';

/** What only other sites show is not stored for use without a network. */
export const cardsFolder = 'cards/';

/** The files of a site, as their addresses have them, in one order on every machine. @param {string} folder */
export const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length))
    .map((file) => file.replaceAll(sep, '/'))
    .sort();

/**
 * What each file has to be, by its SHA-256: also those with a hash in their name, for that is not the hash of what a
 * host delivers.
 * @param {string} folder
 */
const digestsIn = (folder) =>
  Object.fromEntries(
    filesIn(folder)
      .filter((file) => file !== workerName && !file.startsWith(cardsFolder))
      .map((file) => [
        file,
        createHash('sha256')
          .update(readFileSync(join(folder, file)))
          .digest('base64'),
      ]),
  );

/** Writes the service worker of the site in a folder. @param {string} folder */
export async function writeServiceWorker(folder) {
  const result = await build({
    configFile: false,
    root: join(root, 'web'),
    publicDir: false,
    logLevel: 'warn',
    define: { digests: JSON.stringify(digestsIn(folder)) },
    build: {
      write: false,
      target: browsers,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'web/src/offline/service-worker.ts'),
        output: { format: 'iife', entryFileNames: workerName },
      },
    },
  });
  const [script] = 'output' in result ? result.output : [];
  if (script?.type !== 'chunk') throw new Error('the service worker was not built');
  writeFileSync(join(folder, workerName), script.code);
}

/** As a plugin of Vite: when all other files have been written. @returns {import('vite').Plugin} */
export const offlineCopy = () => ({
  name: 'posenc-offline',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir }) {
      if (dir) await writeServiceWorker(dir);
    },
  },
});
