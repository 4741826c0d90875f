// The core's lists, fetched once for all elements of a page; after a failure they are asked for again.
import type { Claim, Exhibit } from '../core/api.ts';
import { compute } from '../worker/client.ts';

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

export const allClaims = once(
  async (): Promise<readonly Claim[]> => (await compute.call('claims')).claims,
);

export const allExhibits = once(
  async (): Promise<readonly Exhibit[]> => (await compute.call('exhibits')).exhibits,
);
