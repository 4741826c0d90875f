// The builds of the core. A new one is an entry here, with its interface in api.ts.
import type { MainModule as BeyondModule } from '../../../build/wasm/posenc-beyond.mjs';
import type { MainModule as ModelsModule } from '../../../build/wasm/posenc-models.mjs';
import type { BeyondApi, ModelsApi } from './api.ts';
import { type Built, type Bytes, type Checked, type Glue, instantiate } from './instantiate.ts';

/** A build that has the functions of `Api`: its glue, and where its .wasm file is. */
export interface Module<Api> {
  glue: () => Promise<{ default: unknown }>;
  wasm: () => URL;
  /** For the compiler. */
  api?: Api;
}

// Written so that bundlers find imports and URLs, each only if its module is used.

/** Reads the config.json of a model. */
export const models: Module<Checked<ModelsApi, ModelsModule, Built<ModelsModule>>> = {
  glue: () => import('../../../build/wasm/posenc-models.mjs'),
  wasm: () => new URL('../../../build/wasm/posenc-models.wasm', import.meta.url),
};

/** Positions of grids, videos, timesteps and coordinates. */
export const beyond: Module<Checked<BeyondApi, BeyondModule, Built<BeyondModule>>> = {
  glue: () => import('../../../build/wasm/posenc-beyond.mjs'),
  wasm: () => new URL('../../../build/wasm/posenc-beyond.wasm', import.meta.url),
};

/** Starts a module, with its own memory. */
export const load = <Api>({ glue, wasm }: Module<Api>, read: (url: URL) => Bytes): Promise<Api> =>
  instantiate<Api>(
    glue().then((module) => module.default as Glue),
    read(wasm()),
  );
