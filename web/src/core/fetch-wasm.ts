// A build of the core over the network.
import { broken } from './errors.ts';

export async function fetchWasm(url: URL | string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) {
    throw broken('could not be loaded', `${response.status} ${response.statusText}`);
  }
  // Not compileStreaming: it fails on hosts that do not serve the type application/wasm.
  return response.arrayBuffer();
}
