// What the first sections need of the core: a smaller build, so that a first visit is short.
import createFirst from '../../../../build/wasm/posenc-first.mjs';
import type { CoreApi } from '../api.ts';
import { bring } from '../bring.ts';
import { type Create, instantiate } from '../instantiate.ts';

/** What it has. */
export const few: ReadonlySet<keyof CoreApi> = new Set([
  'permutedAttention',
  'sinusoidalTable',
  'sinusoidalColumns',
  'frequencies',
  'turns',
  'signChanges',
  'similarityMatrix',
  'dotProductsAround',
  'shift',
  'float32Errors',
] as const);

/** Loads it: some of the functions of CoreApi, and no others. */
export function loadFirst(): Promise<Partial<CoreApi>> {
  return instantiate(
    bring(new URL('../../../../build/wasm/posenc-first.wasm', import.meta.url)),
    // The glue is the same but for the functions that are found in the module.
    createFirst as unknown as Create,
  );
}
