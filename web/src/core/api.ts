// What the core computes for the page: plain data in, plain data out. The types are the core's own, as
// its bindings write them.
import type { MainModule } from '../../../build/wasm/posenc.mjs';

type Value<T> = T extends { value: infer V } ? V : never;
type Returned<Name extends keyof MainModule> = Value<ReturnType<MainModule[Name]>>;

export interface FrequencyOptions {
  dModel: number;
  base: number;
  variant: 'paper' | 'endpoint';
}

export interface SinusoidalOptions extends FrequencyOptions {
  layout: 'interleaved' | 'concatenated';
}

/** Row by row. */
export type Matrix = Returned<'sinusoidalTable'>;

/** One for each pair or column. */
export type Values = Returned<'turns'>;

export type Frequencies = Returned<'frequencies'>;
export type SimilarityMatrix = Returned<'similarityMatrix'>;
export type DotProductsAround = Returned<'dotProductsAround'>;
export type Shift = Returned<'shift'>;
export type Float32Errors = Returned<'float32Errors'>;

/** One thing that an exercise asks: a component of a group, or alone; with choices or for a number. */
export type Item = Returned<'exerciseItems'>[number];

/** Raw text as typed, by the item's id. */
export type Answers = Record<string, string>;

export type Grade = Returned<'gradeExercise'>;
export type Verdict = Grade['items'][number];
export type Reason = NonNullable<Verdict['reason']>;

/**
 * Every method computes a whole: a table, a sheet of answers. Each throws PosencError. Columns are
 * interleaved where no layout is asked for; equations and units stand in cpp/include/posenc.
 */
export interface CoreApi {
  sinusoidalTable(options: SinusoidalOptions, positions: Float64Array): Matrix;
  /** Some columns of the interleaved table, in the order asked for. */
  sinusoidalColumns(
    options: FrequencyOptions,
    dimensions: Float64Array,
    positions: Float64Array,
  ): Matrix;
  /** `limit`: 2 pi base, the length that the paper's wavelengths approach and never reach. */
  frequencies(options: FrequencyOptions): Frequencies;
  /** How often the clock hand of each pair has gone round at a position. */
  turns(options: FrequencyOptions, position: number): Values;
  /** How often each column of the table changes sign over the positions 0..count-1. */
  signChanges(options: FrequencyOptions, count: number): Values;
  /**
   * Cosine similarities of the positions 0..count-1; `diagonalSpread`: the largest difference between
   * two of equal offset; `offsetOnly`: whether rounding explains it.
   */
  similarityMatrix(options: FrequencyOptions, count: number): SimilarityMatrix;
  /** `dots` from the vectors, `kernel` as the sum of cosines; `difference`: the largest between them. */
  dotProductsAround(
    options: FrequencyOptions,
    position: number,
    offsets: Float64Array,
  ): DotProductsAround;
  /** PE(position) as `start`, carried on by M_k, beside its `target` PE(position + shift). */
  shift(options: FrequencyOptions, position: number, shift: number): Shift;
  /** For each position: how far the two forms of the frequencies are apart in float32, and from PE. */
  float32Errors(options: FrequencyOptions, positions: Float64Array): Float32Errors;
  exerciseItems(exercise: string): Item[];
  gradeExercise(exercise: string, answers: Answers): Grade;
}
