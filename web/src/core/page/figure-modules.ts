// The modules that answer figures: for the page's worker, and for the page itself.
import type { CoreApi, FigureApi } from '../api.ts';
import { fetchWasm } from '../fetch-wasm.ts';
import { beyond, load, type Module } from '../modules.ts';

/** The part of the library that the first sections need. */
const first: Module<Partial<CoreApi>> = {
  glue: () => import('../../../../build/wasm/posenc-first.mjs'),
  wasm: () => new URL('../../../../build/wasm/posenc-first.wasm', import.meta.url),
};

/** All of the library but training. */
const figures: Module<Partial<CoreApi>> = {
  glue: () => import('../../../../build/wasm/posenc-figures.mjs'),
  wasm: () => new URL('../../../../build/wasm/posenc-figures.wasm', import.meta.url),
};

export const figureModules = { first, figures, beyond };
export type FigureModuleName = keyof typeof figureModules;

/** Loads a module, with its own memory, wherever it is called. */
export const loadFigureModule = (name: FigureModuleName): Promise<Partial<FigureApi>> =>
  load<Partial<FigureApi>>(figureModules[name], fetchWasm);
