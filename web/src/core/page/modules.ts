// The modules of the page: each is loaded once wherever it is called, when the first of its functions is.
import { functions } from '../../../../build/wasm/posenc-functions.mjs';
import type { Api } from '../api.ts';
import { fetchWasm } from '../fetch-wasm.ts';
import { load, type ModuleName, modules } from '../modules.ts';

export type { ModuleName };

const names = Object.keys(functions) as ModuleName[];

/**
 * The module that computes a function: that of the page, which its body names, if it has the function. Figures on other
 * pages, and functions that are in no module, get the first.
 */
export function moduleOf(method: keyof Api): ModuleName {
  const has = (name: ModuleName) => functions[name].includes(method);
  const ofPage = globalThis.document?.body?.dataset?.['module'] as ModuleName | undefined;
  return ofPage && has(ofPage) ? ofPage : (names.find(has) ?? 'absolute');
}

const loaded = new Map<ModuleName, Promise<Partial<Api>>>();

export function loadOnce(name: ModuleName): Promise<Partial<Api>> {
  const started = loaded.get(name) ?? load(modules[name], fetchWasm);
  loaded.set(name, started);
  return started;
}
