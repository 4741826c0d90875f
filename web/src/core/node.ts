// The core under Node.
import { readFile } from 'node:fs/promises';
import type { ClaimsApi, CoreApi, ExerciseApi } from './api.ts';
import { claims, exercises, library, load } from './modules.ts';

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

/** Loads the core and starts it; every call starts another, with a memory of its own. */
export const loadCore = (): Promise<CoreApi> => load(library, readFile);

/** Loads what grades exercises, which is not part of the core that loadCore() starts. */
export const loadExercises = (): Promise<ExerciseApi> => load(exercises, readFile);

/** Loads claims and mistakes, which are not part of the core that loadCore() starts. */
export const loadClaims = (): Promise<ClaimsApi> => load(claims, readFile);
