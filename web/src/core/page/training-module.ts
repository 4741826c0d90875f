// The part of the library that trains: what the workers of labs load, and nothing else.
import type { MainModule } from '../../../../build/wasm/posenc-training.mjs';
import type { CoreApi } from '../api.ts';
import type { Built, Checked } from '../instantiate.ts';
import type { Module } from '../modules.ts';

/** The functions of the core that create, train, test and keep models. */
export type TrainingApi = Pick<CoreApi, keyof CoreApi & keyof MainModule>;

export const training: Module<Checked<TrainingApi, MainModule, Built<MainModule>>> = {
  glue: () => import('../../../../build/wasm/posenc-training.mjs'),
  wasm: () => new URL('../../../../build/wasm/posenc-training.wasm', import.meta.url),
};
