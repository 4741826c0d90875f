// The builds with all of the library, all claims and all exercises. Apart from the other builds: the page has smaller ones
// instead
// (page/modules.ts), and a bundler ships every build that a file names.
import type { MainModule } from '../../../build/wasm/posenc.mjs';
import type { MainModule as ClaimsModule } from '../../../build/wasm/posenc-claims.mjs';
import type { MainModule as ExercisesModule } from '../../../build/wasm/posenc-exercises.mjs';
import type { ClaimsApi, CoreApi, ExerciseApi } from './api.ts';
import type { Built, Checked } from './instantiate.ts';
import type { Module } from './modules.ts';

/** Encodings, analysis and training. */
export const library: Module<Checked<CoreApi, MainModule, Built<MainModule>>> = {
  glue: () => import('../../../build/wasm/posenc.mjs'),
  wasm: () => new URL('../../../build/wasm/posenc.wasm', import.meta.url),
};

/** Claims, mistakes, and encodings from your own formula. */
export const claims: Module<Checked<ClaimsApi, ClaimsModule, Built<ClaimsModule>>> = {
  glue: () => import('../../../build/wasm/posenc-claims.mjs'),
  wasm: () => new URL('../../../build/wasm/posenc-claims.wasm', import.meta.url),
};

/** Grades exercises. */
export const exercises: Module<Checked<ExerciseApi, ExercisesModule, Built<ExercisesModule>>> = {
  glue: () => import('../../../build/wasm/posenc-exercises.mjs'),
  wasm: () => new URL('../../../build/wasm/posenc-exercises.wasm', import.meta.url),
};
