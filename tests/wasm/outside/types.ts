// Compiled, never run: what TypeScript knows of the package, and what it refuses. Where a type is lost,
// nothing is refused, and an expected error that does not come is an error itself.
import {
  loadBeyondWords,
  loadClaims,
  loadCore,
  loadExercises,
  loadModels,
  PosencError,
} from 'posenc';
import type {
  BeyondWordsApi,
  ClaimPlan,
  ClaimsApi,
  CoreApi,
  ErrorCode,
  ExerciseApi,
  FrequencyOptions,
  Grade,
  GridKernel,
  LabGrade,
  LabOutcome,
  LabQuestion,
  Matrix,
  ModelReport,
  ModelsApi,
  Trial,
} from 'posenc';

const core: CoreApi = await loadCore();
const exercises: ExerciseApi = await loadExercises();
const options: FrequencyOptions = { dModel: 64, base: 10000, variant: 'paper' };
const positions = Float64Array.of(0, 1, 2);

const table: Matrix = core.sinusoidalTable({ ...options, layout: 'interleaved' }, positions);
export const size: number = table.rows * table.cols;
export const numbers: Float64Array = table.values;
export const offsetOnly: boolean = core.similarityMatrix(options, 4).offsetOnly;
export const hints: string[] = exercises.exercise('e13.1', 0).items.map(({ hint }) => hint);
const grade: Grade = exercises.gradeExercise('e13.1', 0, { similar: 'equal' });
export const right: boolean = grade.items.every(({ outcome }) => outcome === 'right');
const run: LabOutcome = {
  task: 'order',
  schemes: ['none', 'rope'],
  lengths: Float64Array.of(8),
  seeds: 0,
  accuracies: new Float64Array(),
  trainLongest: 8,
  chance: 0.5,
  ceiling: null,
};
const claims: ClaimsApi = await loadClaims();
const plan: ClaimPlan = claims.claimPlan(12);
export const steps: number[] = plan.models.map(({ options: { steps: all } }) => all);
const trial: Trial = claims.tryClaim(6, 'true', []);
export const verdict: 'true' | 'false' | 'depends' = trial.verdict;
const models: ModelsApi = await loadModels();
const report: ModelReport = models.modelReport(Uint8Array.of(123, 125), null);
export const sources: string[] = report.ropes.map(({ base }) => base.from);
export const configs: string[] = models.shippedModels().models.map(({ config }) => config);
const beyondWords: BeyondWordsApi = await loadBeyondWords();
const kernel: GridKernel = beyondWords.gridKernel(beyondWords.axialFrequencies(8, 100), 2);
export const interplay: number = kernel.interplay;
const asked: LabQuestion[] = exercises.labQuestions('prediction', run);
export const kinds: ('one' | 'several' | 'percent' | 'bits')[] = asked.map(({ kind }) => kind);
const judged: LabGrade = exercises.gradeLab('longer', run, {});
export const reasons: string[] = judged.items.map(({ because }) => because);
export const most: Float64Array = core.spreadOver(run.accuracies, 1).most;

try {
  core.turns(options, 3);
} catch (error) {
  if (!(error instanceof PosencError)) throw error;
  const code: ErrorCode = error.code;
  // @ts-expect-error There is no such code.
  if (code === 'no-such-code') throw new Error(error.message);
}

// Files from elsewhere.
const bytes = new Uint8Array();
await loadExercises({ wasm: './posenc-exercises.wasm' });
await loadModels({ wasm: Promise.resolve(bytes) });
await loadClaims({ wasm: { claims: bytes.buffer, museum: { href: 'https://example.org/' } } });
await loadCore({ wasm: 'https://example.org/core/' });
// @ts-expect-error It consists of three.
await loadCore({ wasm: { absolute: bytes } });
// @ts-expect-error There is no such file.
await loadExercises({ wasm: 3 });

// @ts-expect-error What is loaded is a promise.
loadCore().frequencies(options);
// @ts-expect-error There is no such function.
core.frequency(options);
// @ts-expect-error There is no such variant.
core.frequencies({ ...options, variant: 'other' });
// @ts-expect-error The base is missing.
core.frequencies({ dModel: 64, variant: 'paper' });
// @ts-expect-error The layout is missing.
core.sinusoidalTable(options, positions);
// @ts-expect-error The positions are missing.
core.float32Errors(options);
// @ts-expect-error Many numbers are a Float64Array.
core.float32Errors(options, [0, 1, 2]);
// @ts-expect-error There is no such part of the result.
core.frequencies(options).wavelength;
// @ts-expect-error The result is no text.
export const text: string = core.turns(options, 3).values;
// @ts-expect-error There is no such set of questions.
exercises.labQuestions('e99', run);
// @ts-expect-error There is no such kind of encoding.
export const odd = report.kind === 'absolute';
// @ts-expect-error It may be unknown.
export const longest: number = report.claimed.value;
// @ts-expect-error There is no such outcome.
export const none = grade.items.filter(({ outcome }) => outcome === 'splendid');
