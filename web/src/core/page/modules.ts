// The modules that the page's worker chooses from: those of the npm package, and a small one for a fast first visit.
import { functions } from '../../../../build/wasm/posenc-functions.mjs';
import type { BeyondApi, ClaimsApi, CoreApi, ExerciseApi, ModelsApi } from '../api.ts';
import { fetchWasm } from '../fetch-wasm.ts';
import { beyond, claims, exercises, library, load, models, type Module } from '../modules.ts';

/** Every function of the core, whichever module has it. */
export type Api = CoreApi & ExerciseApi & ClaimsApi & ModelsApi & BeyondApi;

/** The part of the library that the first sections need. */
const first: Module<Partial<CoreApi>> = {
  glue: () => import('../../../../build/wasm/posenc-first.mjs'),
  wasm: () => new URL('../../../../build/wasm/posenc-first.wasm', import.meta.url),
};

const modules = { first, library, exercises, claims, models, beyond };
type ModuleName = keyof typeof modules;
const names = Object.keys(functions) as (keyof typeof functions)[];

/** The smallest module that has a function: the library unless another has it. */
export const moduleWith = (name: string): ModuleName =>
  names.find((module) => functions[module].includes(name)) ?? 'library';

const loaded: Partial<Record<ModuleName, Promise<Partial<Api>>>> = {};

/** Loads a module once. */
export const loadModule = (name: ModuleName): Promise<Partial<Api>> =>
  (loaded[name] ??= load<Partial<Api>>(modules[name], fetchWasm));
