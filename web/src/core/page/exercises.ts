// What grades exercises, brought when the first of them is in sight.
import type { ExerciseApi } from '../api.ts';
import { bring } from '../bring.ts';
import { instantiateExercises } from '../instantiate-exercises.ts';

export function loadExercises(): Promise<ExerciseApi> {
  return instantiateExercises(
    bring(new URL('../../../../build/wasm/posenc-exercises.wasm', import.meta.url)),
  );
}
