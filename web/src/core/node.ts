// The core under Node.
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { BeyondWordsApi, ClaimsApi, CoreApi, ExerciseApi, ModelsApi } from './api.ts';
import type { FileOption, FilesOption } from './api-loading.ts';
import { fetchWasm } from './fetch-wasm.ts';
import { startModules } from './loading.ts';
import {
  absolute,
  beyondWords,
  claims,
  exercises,
  models,
  museum,
  relative,
  training,
} from './modules.ts';

export type * from './api.ts';
export type * from './api-loading.ts';
export { type ErrorCode, PosencError } from './errors.ts';
export {
  encodings,
  remedies,
  schemes,
  tasks,
  version,
} from '../../../build/wasm/posenc-registry.mjs';
export { outcomes, reasons, verdictsInExercises } from '../../../build/wasm/posenc-verdicts.mjs';

/** A path, as of a bundler, is one from the working folder. */
const read = (file: URL | string) => {
  const url = new URL(file, pathToFileURL('./'));
  return url.protocol === 'file:' ? readFile(url) : fetchWasm(url);
};

/** Loads and starts the core. Every call starts a new one, with its own memory. */
export const loadCore = (
  options?: FilesOption<'absolute' | 'relative' | 'training'>,
): Promise<CoreApi> => startModules('loadCore', { absolute, relative, training }, options, read);

/** Loads the module that grades exercises, which is not part of the core that loadCore() starts. */
export const loadExercises = (options?: FileOption): Promise<ExerciseApi> =>
  startModules('loadExercises', { exercises }, options, read);

/** Loads the module for claims and mistakes, which is not part of the core that loadCore() starts. */
export const loadClaims = (options?: FilesOption<'claims' | 'museum'>): Promise<ClaimsApi> =>
  startModules('loadClaims', { claims, museum }, options, read);

/** Loads the module that reads configs of models, which is not part of the core that loadCore() starts. */
export const loadModels = (options?: FileOption): Promise<ModelsApi> =>
  startModules('loadModels', { models }, options, read);

/** Loads the module for grids, videos, timesteps and coordinates, which is not part of the core that loadCore() starts. */
export const loadBeyondWords = (options?: FileOption): Promise<BeyondWordsApi> =>
  startModules('loadBeyondWords', { 'beyond-words': beyondWords }, options, read);
/** Its name in earlier versions. */
export { loadBeyondWords as loadBeyond };
