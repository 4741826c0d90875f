// What the core computes for the page: plain data in, plain data out. The types are the core's own, as
// its bindings write them.
import type { MainModule } from '../../../build/wasm/posenc.mjs';

type Value<T> = T extends { value: infer V } ? V : never;

export interface SinusoidalOptions {
  dModel: number;
  base: number;
  variant: 'paper' | 'endpoint';
  layout: 'interleaved' | 'concatenated';
}

/** Row by row. */
export type Matrix = Value<ReturnType<MainModule['sinusoidalTable']>>;

/** One thing that an exercise asks: a component of a group, or alone; with choices or for a number. */
export type Item = Value<ReturnType<MainModule['exerciseItems']>>[number];

/** Raw text as typed, by the item's id. */
export type Answers = Record<string, string>;

export type Grade = Value<ReturnType<MainModule['gradeExercise']>>;
export type Verdict = Grade['items'][number];
export type Reason = NonNullable<Verdict['reason']>;

/** Every method computes a whole: a table, a sheet of answers. Each throws PosencError. */
export interface CoreApi {
  sinusoidalTable(options: SinusoidalOptions, positions: Float64Array): Matrix;
  exerciseItems(exercise: string): Item[];
  gradeExercise(exercise: string, answers: Answers): Grade;
}
