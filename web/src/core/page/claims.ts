// Claims and mistakes, brought when the first of them is in sight.
import type { ClaimsApi } from '../api.ts';
import { bring } from '../bring.ts';
import { instantiateClaims } from '../instantiate-claims.ts';

export function loadClaims(): Promise<ClaimsApi> {
  return instantiateClaims(
    bring(new URL('../../../../build/wasm/posenc-claims.wasm', import.meta.url)),
  );
}
