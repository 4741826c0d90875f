// The messages between the page and its worker.
import type { ClaimsApi, CoreApi, ExerciseApi } from '../core/api.ts';
import type { ErrorData } from '../core/errors.ts';

/** What the worker computes, whichever build has it. */
export type Api = CoreApi & ExerciseApi & ClaimsApi;

export type Method = keyof Api;

export type Request = {
  [M in Method]: { id: number; method: M; args: Parameters<Api[M]> };
}[Method];

export type Response = { id: number; value: unknown } | { id: number; error: ErrorData };
