// The messages between the page and its worker.
import type { ErrorData } from '../core/errors.ts';
import type { Api } from '../core/page/modules.ts';

export type { Api };

export type Method = keyof Api;

export type Request = {
  [M in Method]: { id: number; method: M; args: Parameters<Api[M]> };
}[Method];

export type Response = { id: number; value: unknown } | { id: number; error: ErrorData };
