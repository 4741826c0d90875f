// The modules that the page's worker chooses from: those of the npm package, and parts of them for fast first visits.
import { claimGroups } from '../../../../build/wasm/posenc-claim-groups.mjs';
import { functions } from '../../../../build/wasm/posenc-functions.mjs';
import type { BeyondApi, ClaimsApi, CoreApi, ExerciseApi, ModelsApi } from '../api.ts';
import { fetchWasm } from '../fetch-wasm.ts';
import { beyond, exercises, library, load, models, type Module } from '../modules.ts';

/** Every function of the core, whichever module has it. */
export type Api = CoreApi & ExerciseApi & ClaimsApi & ModelsApi & BeyondApi;

/** The part of the library that the first sections need. */
const first: Module<Partial<CoreApi>> = {
  glue: () => import('../../../../build/wasm/posenc-first.mjs'),
  wasm: () => new URL('../../../../build/wasm/posenc-first.wasm', import.meta.url),
};

/** Mistakes. */
const museum: Module<Partial<ClaimsApi>> = {
  glue: () => import('../../../../build/wasm/posenc-museum.mjs'),
  wasm: () => new URL('../../../../build/wasm/posenc-museum.wasm', import.meta.url),
};

/** Encodings from the reader's own formula. */
const own: Module<Partial<ClaimsApi>> = {
  glue: () => import('../../../../build/wasm/posenc-own.mjs'),
  wasm: () => new URL('../../../../build/wasm/posenc-own.wasm', import.meta.url),
};

/** Those that try the claims of one group. */
const claims: Record<keyof typeof claimGroups, Module<Partial<ClaimsApi>>> = {
  first: {
    glue: () => import('../../../../build/wasm/posenc-claims-first.mjs'),
    wasm: () => new URL('../../../../build/wasm/posenc-claims-first.wasm', import.meta.url),
  },
  schemes: {
    glue: () => import('../../../../build/wasm/posenc-claims-schemes.mjs'),
    wasm: () => new URL('../../../../build/wasm/posenc-claims-schemes.wasm', import.meta.url),
  },
  uses: {
    glue: () => import('../../../../build/wasm/posenc-claims-uses.mjs'),
    wasm: () => new URL('../../../../build/wasm/posenc-claims-uses.wasm', import.meta.url),
  },
  trained: {
    glue: () => import('../../../../build/wasm/posenc-claims-trained.mjs'),
    wasm: () => new URL('../../../../build/wasm/posenc-claims-trained.wasm', import.meta.url),
  },
};

const modules = { first, library, exercises, museum, own, models, beyond };
type ModuleName = keyof typeof modules;
const names = Object.keys(functions) as (keyof typeof functions)[];
const groups = Object.keys(claimGroups) as (keyof typeof claimGroups)[];

/** The smallest module that has a function: the library unless another has it. */
export const moduleWith = (name: string): ModuleName =>
  names.find((module) => functions[module].includes(name)) ?? 'library';

const loaded = new Map<Module<Partial<Api>>, Promise<Partial<Api>>>();

function loadOnce(module: Module<Partial<Api>>): Promise<Partial<Api>> {
  const started = loaded.get(module) ?? load(module, fetchWasm);
  loaded.set(module, started);
  return started;
}

/** Loads a module once. */
export const loadModule = (name: ModuleName): Promise<Partial<Api>> => loadOnce(modules[name]);

/** Loads the module that tries a claim, once. */
export const loadClaim = (number: number): Promise<Partial<Api>> =>
  loadOnce(claims[groups.find((group) => claimGroups[group].includes(number)) ?? 'first']);
