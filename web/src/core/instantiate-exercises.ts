// What grades exercises, a build of its own, as ExerciseApi.
import createExercises from '../../../build/wasm/posenc-exercises.mjs';
import type { MainModule } from '../../../build/wasm/posenc-exercises.mjs';
import type { ExerciseApi } from './api.ts';
import { api, type Built, type Bytes, type Create, started } from './instantiate.ts';

/** Starts the exercises from the bytes of their .wasm file. */
export async function instantiateExercises(wasm: Bytes): Promise<ExerciseApi> {
  // The glue is the same but for the functions that are found in the module.
  const module = await started(wasm, createExercises as unknown as Create);
  return api<MainModule, ExerciseApi, Built<MainModule>>(module as unknown as MainModule);
}
