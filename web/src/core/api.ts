// What the core computes for the page: plain data in, plain data out.

export interface SinusoidalOptions {
  dModel: number;
  base: number;
  variant: 'paper' | 'endpoint';
  layout: 'interleaved' | 'concatenated';
}

/** Row by row. */
export interface Matrix {
  rows: number;
  cols: number;
  values: Float64Array<ArrayBuffer>;
}

/** Raw text as typed, by item. */
export type Answers = Record<string, string>;

export type Outcome = 'empty' | 'unreadable' | 'right' | 'form' | 'wrong' | 'carried-forward';

export type Reason =
  | 'rounded'
  | 'degrees'
  | 'exponent'
  | 'sin-cos-swapped'
  | 'one-based'
  | 'inverted-exponent'
  | 'decimal-shift';

export interface Verdict {
  item: string;
  outcome: Outcome;
  reason: Reason | null;
  read: number | null;
  message: string | null;
}

export interface Grade {
  score: number;
  max: number;
  items: Verdict[];
}

/** Every method computes a whole: a table, a sheet of answers. Each throws PosencError. */
export interface CoreApi {
  sinusoidalTable(options: SinusoidalOptions, positions: Float64Array): Matrix;
  e131Items(): string[];
  gradeE131(answers: Answers): Grade;
}
