// The messages between the page and its compute worker.
import type { Api } from '../core/api.ts';
import type { ErrorData } from '../core/errors.ts';
import type { ModuleName } from '../core/page/modules.ts';

export type { Api };

export type Method = keyof Api;

export type Question = {
  [M in Method]: { id: number; module: ModuleName; method: M; args: Parameters<Api[M]> };
}[Method];

export type Answer = { id: number; value: unknown } | { id: number; error: ErrorData };
