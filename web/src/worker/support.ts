import { simd } from 'wasm-feature-detect';

/**
 * A sentence about what the core needs and this browser lacks; null if nothing is missing. Missing module workers are
 * noticed only when the first worker starts.
 */
export async function whatIsMissing(): Promise<string | null> {
  const lacking = (what: string) =>
    `This browser does not support ${what}, which this page needs to compute anything. Current versions of Chrome, Edge, Firefox and Safari do.`;
  if (typeof WebAssembly !== 'object' || typeof WebAssembly.compile !== 'function') {
    return lacking('WebAssembly');
  }
  if (!(await simd())) return lacking('WebAssembly SIMD');
  if (typeof Worker !== 'function') return lacking('web workers');
  return null;
}
