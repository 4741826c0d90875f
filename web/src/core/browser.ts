// The core in a page or a worker.
import type { ClaimsApi, CoreApi, ExerciseApi } from './api.ts';
import { fetchWasm } from './fetch-wasm.ts';
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
export const loadCore = (): Promise<CoreApi> => load(library, fetchWasm);

/** Loads what grades exercises, which is not part of the core that loadCore() starts. */
export const loadExercises = (): Promise<ExerciseApi> => load(exercises, fetchWasm);

/** Loads claims and mistakes, which are not part of the core that loadCore() starts. */
export const loadClaims = (): Promise<ClaimsApi> => load(claims, fetchWasm);
