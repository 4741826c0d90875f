import { simd } from 'wasm-feature-detect';

/**
 * A sentence about what the core needs and this browser lacks; null if nothing is missing. Missing module workers are
 * noticed only when the first worker starts.
 */
export async function whatIsMissing(): Promise<string | null> {
  const lacking = (what: string) =>
    `This browser has no ${what}, and without it nothing on this page can be computed. A current version of Chrome, Edge, Firefox or Safari has it.`;
  if (typeof WebAssembly !== 'object' || typeof WebAssembly.compile !== 'function') {
    return lacking('WebAssembly');
  }
  if (!(await simd())) return lacking('WebAssembly SIMD');
  if (typeof Worker !== 'function') return lacking('support for web workers');
  return null;
}
