// The core under Node: what the lesson tells is computed when it is built, by the package that others import.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageFolder } from '../paths.mjs';

/** All that figures ask for. @typedef {import('../../../build/package/node.js').FigureApi} Core */

// Not by its name in the source, which Vite would pack into the configuration that it runs.
const built = () => import(pathToFileURL(join(packageFolder, 'node.js')).href);

/** @returns {Promise<Core>} */
export async function loadCore() {
  const { loadCore, loadBeyondWords } = await built();
  return { ...(await loadCore()), ...(await loadBeyondWords()) };
}

/** @returns {Promise<import('../../../build/package/node.js').ClaimsApi>} */
export async function loadClaims() {
  return (await built()).loadClaims();
}

/** The module that grades exercises, and the words for its verdicts. */
export async function loadExercises() {
  /** @type {typeof import('../../../build/package/node.js')} */
  const { loadExercises, reasons, verdictsInExercises } = await built();
  return { exercises: await loadExercises(), words: { reasons, verdictsInExercises } };
}

/** @returns {Promise<import('../../../build/package/node.js').ModelsApi>} */
export async function loadModels() {
  return (await built()).loadModels();
}
