// The builds of the core, one for each purpose. A function that several purposes need is in several.
import type { MainModule } from '../../../build/wasm/posenc.mjs';
import type {
  Api,
  BeyondWordsApi,
  EncodingApi,
  ExerciseApi,
  ModelsApi,
  MuseumApi,
  TrainingApi,
  TrialApi,
} from './api.ts';
import { type Built, type Checked, type Glue, instantiate, type Wasm } from './instantiate.ts';

/** All functions, compared by the compiler with those that the builds have. */
type Functions = Checked<Api, MainModule, Built<MainModule>>;

/** A build that has the functions of `Has`: its glue, and where its .wasm file is. */
export interface Module<Has extends Partial<Functions>> {
  glue: () => Promise<{ default: unknown }>;
  wasm: () => URL;
  /** For the compiler. */
  api?: Has;
}

// Written so that bundlers find imports and URLs, each only if its module is used.

/** Encodings added to embeddings: sinusoidal and learned ones, and attention without any. */
export const absolute: Module<Partial<EncodingApi>> = {
  glue: () => import('../../../build/wasm/posenc-absolute.mjs'),
  wasm: () => new URL('../../../build/wasm/posenc-absolute.wasm', import.meta.url),
};

/** Encodings that act on scores: RoPE, ALiBi and T5's bias, longer texts, and the cost of each scheme. */
export const relative: Module<Partial<EncodingApi>> = {
  glue: () => import('../../../build/wasm/posenc-relative.mjs'),
  wasm: () => new URL('../../../build/wasm/posenc-relative.wasm', import.meta.url),
};

/** Creates, trains, tests and keeps models. */
export const training: Module<TrainingApi> = {
  glue: () => import('../../../build/wasm/posenc-training.mjs'),
  wasm: () => new URL('../../../build/wasm/posenc-training.wasm', import.meta.url),
};

/** Grades exercises, questions about runs, and sets of exercises. */
export const exercises: Module<ExerciseApi> = {
  glue: () => import('../../../build/wasm/posenc-exercises.mjs'),
  wasm: () => new URL('../../../build/wasm/posenc-exercises.wasm', import.meta.url),
};

/** Tries claims. */
export const claims: Module<TrialApi> = {
  glue: () => import('../../../build/wasm/posenc-claims.mjs'),
  wasm: () => new URL('../../../build/wasm/posenc-claims.wasm', import.meta.url),
};

/** Shows mistakes, and checks encodings from your own formula. */
export const museum: Module<MuseumApi> = {
  glue: () => import('../../../build/wasm/posenc-museum.mjs'),
  wasm: () => new URL('../../../build/wasm/posenc-museum.wasm', import.meta.url),
};

/** Reads the config.json of a model. */
export const models: Module<ModelsApi> = {
  glue: () => import('../../../build/wasm/posenc-models.mjs'),
  wasm: () => new URL('../../../build/wasm/posenc-models.wasm', import.meta.url),
};

/** Positions of grids, videos, timesteps and coordinates. */
export const beyondWords: Module<BeyondWordsApi> = {
  glue: () => import('../../../build/wasm/posenc-beyond-words.mjs'),
  wasm: () => new URL('../../../build/wasm/posenc-beyond-words.wasm', import.meta.url),
};

export type ModuleName =
  | 'absolute'
  | 'relative'
  | 'training'
  | 'exercises'
  | 'claims'
  | 'museum'
  | 'models'
  | 'beyond-words';

export const modules: Record<ModuleName, Module<Partial<Api>>> = {
  ...{ absolute, relative, training, exercises, claims, museum, models },
  'beyond-words': beyondWords,
};

/** Starts a module, with its own memory. */
export const load = <Has extends Partial<Api>>(
  { glue, wasm }: Module<Has>,
  read: (url: URL) => Promise<Wasm>,
): Promise<Has> =>
  instantiate<Has>(
    glue().then((module) => module.default as Glue),
    read(wasm()),
  );
