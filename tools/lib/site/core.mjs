// The core under Node: what the lesson tells is computed when it is built, by the package that others import.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageFolder } from '../paths.mjs';

/** @typedef {import('../../../build/package/node.js').CoreApi} Core */

/** @returns {Promise<Core>} */
export async function loadCore() {
  // Not by its name in the source, which Vite would pack into the configuration that it runs.
  const { loadCore: load } = await import(pathToFileURL(join(packageFolder, 'node.js')).href);
  return load();
}
