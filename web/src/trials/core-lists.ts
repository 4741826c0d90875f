// The core's lists. Mistakes come from its module, once for all elements of a page; after a failure they are asked for
// again.
import { claims } from '../../../build/wasm/posenc-claim-list.mjs';
import type { Exhibit } from '../core/api.ts';
import { compute } from '../worker/client.ts';

/** `models` and `seeds`: how many models are trained for it, and with how many seeds unless the reader changes that. */
export type ListedClaim = (typeof claims)[number];

export const allClaims = claims;

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null;
  return () => {
    asked ??= ask().catch((error: unknown) => {
      asked = null;
      throw error;
    });
    return asked;
  };
}

export const allExhibits = once(
  async (): Promise<readonly Exhibit[]> => (await compute.call('exhibits')).exhibits,
);
