// The messages between the page and its compute worker.
import type { ErrorData } from '../core/errors.ts';
import type { FigureModuleName } from '../core/page/figure-modules.ts';
import type { Api } from '../core/page/modules.ts';

export type { Api };

export type Method = keyof Api;

export type Question = {
  [M in Method]: { id: number; method: M; args: Parameters<Api[M]> };
}[Method];

/** How a value was computed: by which of the modules for figures, null for any other, and in which time. */
export interface Timing {
  module: FigureModuleName | null;
  milliseconds: number;
}

export type Answer =
  { id: number; value: unknown; timing: Timing } | { id: number; error: ErrorData };
