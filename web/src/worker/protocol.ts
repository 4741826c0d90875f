// The messages between the page and its worker.
import type { CoreApi } from '../core/api.ts';
import type { ErrorCode } from '../core/errors.ts';

export type Method = keyof CoreApi;

export type Request = {
  [M in Method]: { id: number; method: M; args: Parameters<CoreApi[M]> };
}[Method];

export type Response =
  { id: number; value: unknown } | { id: number; error: { code: ErrorCode; message: string } };
