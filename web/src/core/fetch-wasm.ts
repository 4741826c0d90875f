// A build of the core over the network.
import { broken } from './errors.ts';

export async function fetchWasm(url: URL): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) {
    throw broken('could not be loaded', `${response.status} ${response.statusText}`);
  }
  // Not compileStreaming: it refuses what a host serves under another type than application/wasm.
  return response.arrayBuffer();
}
