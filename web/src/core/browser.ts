// The core in a page or a worker.
import type { CoreApi } from './api.ts';
import { broken } from './errors.ts';
import { instantiate } from './instantiate.ts';

export type * from './api.ts';
export { type ErrorCode, PosencError } from './errors.ts';

async function bring(): Promise<ArrayBuffer> {
  // In this form bundlers see that the file is needed, and put it beside what they write.
  const url = new URL('../../../build/wasm/posenc.wasm', import.meta.url);
  const response = await fetch(url);
  if (!response.ok) {
    throw broken('could not be loaded', `${response.status} ${response.statusText}`);
  }
  // Not compileStreaming: it refuses what a host serves under another type than application/wasm.
  return response.arrayBuffer();
}

/** Loads the core and starts it; every call starts another, with a memory of its own. */
export function loadCore(): Promise<CoreApi> {
  return instantiate(bring());
}
