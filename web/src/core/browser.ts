// The core in a page or a worker.
import type { BeyondWordsApi, ClaimsApi, CoreApi, ExerciseApi, ModelsApi } from './api.ts';
import { fetchWasm } from './fetch-wasm.ts';
import {
  absolute,
  beyondWords,
  claims,
  exercises,
  load,
  loadTogether,
  models,
  museum,
  relative,
  training,
} from './modules.ts';

export type * from './api.ts';
export { type ErrorCode, PosencError } from './errors.ts';
export {
  encodings,
  remedies,
  schemes,
  tasks,
  version,
} from '../../../build/wasm/posenc-registry.mjs';
export { outcomes, reasons, verdictsInExercises } from '../../../build/wasm/posenc-verdicts.mjs';

/** Loads and starts the core. Every call starts a new one, with its own memory. */
export const loadCore = (): Promise<CoreApi> =>
  loadTogether([absolute, relative, training], fetchWasm) as Promise<CoreApi>;

/** Loads the module that grades exercises, which is not part of the core that loadCore() starts. */
export const loadExercises = (): Promise<ExerciseApi> => load(exercises, fetchWasm);

/** Loads the module for claims and mistakes, which is not part of the core that loadCore() starts. */
export const loadClaims = (): Promise<ClaimsApi> =>
  loadTogether([claims, museum], fetchWasm) as Promise<ClaimsApi>;

/** Loads the module that reads configs of models, which is not part of the core that loadCore() starts. */
export const loadModels = (): Promise<ModelsApi> => load(models, fetchWasm);

/** Loads the module for grids, videos, timesteps and coordinates, which is not part of the core that loadCore() starts. */
export const loadBeyondWords = (): Promise<BeyondWordsApi> => load(beyondWords, fetchWasm);
/** Its name in earlier versions. */
export { loadBeyondWords as loadBeyond };
