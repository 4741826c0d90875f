// The core in a page or a worker.
import type { ClaimsApi, CoreApi, ExerciseApi } from './api.ts';
import { bring } from './bring.ts';
import { instantiate } from './instantiate.ts';
import { instantiateClaims } from './instantiate-claims.ts';
import { instantiateExercises } from './instantiate-exercises.ts';

export type * from './api.ts';
export { type ErrorCode, PosencError } from './errors.ts';
export { schemes, tasks, version } from '../../../build/wasm/posenc-registry.mjs';

/** Loads the core and starts it; every call starts another, with a memory of its own. */
export function loadCore(): Promise<CoreApi> {
  // In this form bundlers see that the file is needed, and put it beside what they write.
  return instantiate(bring(new URL('../../../build/wasm/posenc.wasm', import.meta.url)));
}

/** Loads what grades exercises, which is not part of the core that loadCore() starts. */
export function loadExercises(): Promise<ExerciseApi> {
  return instantiateExercises(
    bring(new URL('../../../build/wasm/posenc-exercises.wasm', import.meta.url)),
  );
}

/** Loads claims and mistakes, which are not part of the core that loadCore() starts. */
export function loadClaims(): Promise<ClaimsApi> {
  return instantiateClaims(
    bring(new URL('../../../build/wasm/posenc-claims.wasm', import.meta.url)),
  );
}
