// The modules of the page: each is loaded once wherever it is called, when the first of its functions is.
import { functions } from '../../../../build/wasm/posenc-functions.mjs';
import type { Api } from '../api.ts';
import { fetchWasm } from '../fetch-wasm.ts';
import { load, type ModuleName, modules } from '../modules.ts';

/** The module that has a function. */
const nameOf = (method: keyof Api): ModuleName => {
  const names = Object.keys(functions) as (keyof typeof functions)[];
  return names.find((name) => functions[name].includes(method)) ?? 'figures';
};

const loaded = new Map<ModuleName, Promise<Partial<Api>>>();

/** Loads the module that has a function. */
export function loadModuleWith(method: keyof Api): Promise<Partial<Api>> {
  const name = nameOf(method);
  const started = loaded.get(name) ?? load(modules[name], fetchWasm);
  loaded.set(name, started);
  return started;
}
