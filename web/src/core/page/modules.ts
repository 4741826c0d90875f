// The modules of the page: each is loaded once wherever it is called, when the first of its functions is.
import { functions } from '../../../../build/wasm/posenc-functions.mjs';
import type { Api } from '../api.ts';
import { fetchWasm } from '../fetch-wasm.ts';
import { load, type ModuleName, modules } from '../modules.ts';

export type { ModuleName };

const names = Object.keys(functions) as ModuleName[];

/** The module that computes a function: that of the page, if it has the function, or else the first that has it. */
export function moduleWith(method: keyof Api, ofPage: ModuleName | undefined): ModuleName {
  const has = (name: ModuleName) => functions[name].includes(method);
  return ofPage && has(ofPage) ? ofPage : (names.find(has) ?? 'absolute');
}

const loaded = new Map<ModuleName, Promise<Partial<Api>>>();

export function loadOnce(name: ModuleName): Promise<Partial<Api>> {
  const started = loaded.get(name) ?? load(modules[name], fetchWasm);
  loaded.set(name, started);
  return started;
}
