// Claims and mistakes, a build of its own, as ClaimsApi.
import createClaims from '../../../build/wasm/posenc-claims.mjs';
import type { MainModule } from '../../../build/wasm/posenc-claims.mjs';
import type { ClaimsApi } from './api.ts';
import { api, type Built, type Bytes, type Create, started } from './instantiate.ts';

/** Starts it from the bytes of their .wasm file. */
export async function instantiateClaims(wasm: Bytes): Promise<ClaimsApi> {
  // The glue is the same but for the functions that are found in the module.
  const module = await started(wasm, createClaims as unknown as Create);
  return api<MainModule, ClaimsApi, Built<MainModule>>(module as unknown as MainModule);
}
