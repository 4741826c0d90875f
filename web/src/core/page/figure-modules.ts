// The modules that answer figures and exhibits: for the page's worker, and for the page itself.
import type { ClaimsApi, FigureApi } from '../api.ts';
import { fetchWasm } from '../fetch-wasm.ts';
import { beyond, load, type Module } from '../modules.ts';

/** What these modules have between them. */
type FigureModuleApi = Partial<FigureApi & ClaimsApi>;

/** A module for each section or two, so that a first visit to any of them is small. */
export const figureModules = {
  /** What attention makes of permuted words. */
  attention: {
    glue: () => import('../../../../build/wasm/posenc-attention.mjs'),
    wasm: () => new URL('../../../../build/wasm/posenc-attention.wasm', import.meta.url),
  },
  /** For the first figure of the section on sinusoids, and wherever no more than this is asked for. */
  frequencies: {
    glue: () => import('../../../../build/wasm/posenc-frequencies.mjs'),
    wasm: () => new URL('../../../../build/wasm/posenc-frequencies.wasm', import.meta.url),
  },
  /** For the other figures of the section on sinusoids. */
  sinusoidal: {
    glue: () => import('../../../../build/wasm/posenc-sinusoidal.mjs'),
    wasm: () => new URL('../../../../build/wasm/posenc-sinusoidal.wasm', import.meta.url),
  },
  /** For the sections on learned tables and on adding them. */
  learned: {
    glue: () => import('../../../../build/wasm/posenc-learned.mjs'),
    wasm: () => new URL('../../../../build/wasm/posenc-learned.wasm', import.meta.url),
  },
  /** For the section on RoPE. */
  rotary: {
    glue: () => import('../../../../build/wasm/posenc-rotary.mjs'),
    wasm: () => new URL('../../../../build/wasm/posenc-rotary.wasm', import.meta.url),
  },
  /** For the section on ALiBi. */
  alibi: {
    glue: () => import('../../../../build/wasm/posenc-alibi.mjs'),
    wasm: () => new URL('../../../../build/wasm/posenc-alibi.wasm', import.meta.url),
  },
  /** For the sections on signals and hashes. */
  signal: {
    glue: () => import('../../../../build/wasm/posenc-signal.mjs'),
    wasm: () => new URL('../../../../build/wasm/posenc-signal.wasm', import.meta.url),
  },
  /** For the section on longer texts. */
  longer: {
    glue: () => import('../../../../build/wasm/posenc-longer.mjs'),
    wasm: () => new URL('../../../../build/wasm/posenc-longer.wasm', import.meta.url),
  },
  /** What encodings cost, and the spread of results. */
  cost: {
    glue: () => import('../../../../build/wasm/posenc-cost.mjs'),
    wasm: () => new URL('../../../../build/wasm/posenc-cost.wasm', import.meta.url),
  },
  /** Mistakes. */
  museum: {
    glue: () => import('../../../../build/wasm/posenc-museum.mjs'),
    wasm: () => new URL('../../../../build/wasm/posenc-museum.wasm', import.meta.url),
  },
  beyond,
} satisfies Record<string, Module<FigureModuleApi>>;

export type FigureModuleName = keyof typeof figureModules;

/** Loads a module, with its own memory, wherever it is called. */
export const loadFigureModule = (name: FigureModuleName): Promise<FigureModuleApi> =>
  load<FigureModuleApi>(figureModules[name], fetchWasm);
