// What the core computes for the page: plain data in, plain data out. The types are the core's own, as
// its bindings write them.
import type { MainModule } from '../../../build/wasm/posenc.mjs';
import type { remedies } from '../../../build/wasm/posenc-registry.mjs';
import type { MainModule as ExercisesModule } from '../../../build/wasm/posenc-exercises.mjs';
import type { MainModule as ClaimsModule } from '../../../build/wasm/posenc-claims.mjs';

type Value<T> = T extends { value: infer V } ? V : never;
/**
 * What a function returns instead of a value; `parameter`: the one that it is about, '' where it is about none or all.
 * Codes: invalid-argument, a value outside what the function is defined for; too-large, a result that would not fit in
 * memory; untrained-position, one past the rows of a model's learned table; no-such-trainer, one that is disposed of.
 */
export type CoreError = Extract<ReturnType<MainModule['frequencies']>, { error: unknown }>['error'];

type Returned<Name extends keyof MainModule> = Value<ReturnType<MainModule[Name]>>;
type FromClaims<Name extends keyof ClaimsModule> = Value<ReturnType<ClaimsModule[Name]>>;
type FromExercises<Name extends keyof ExercisesModule> = Value<ReturnType<ExercisesModule[Name]>>;

export interface FrequencyOptions {
  /** The width of the encoding: that of the model, or for RoPE the part of one head that is rotated. */
  dModel: number;
  base: number;
  variant: 'paper' | 'endpoint';
}

export interface SinusoidalOptions extends FrequencyOptions {
  layout: 'interleaved' | 'concatenated';
}

export interface RotaryOptions {
  headDim: number;
  /** How many of the components are rotated: headDim for all. */
  rotaryDim: number;
  base: number;
  layout: PairLayout;
}

/** Which components are a pair: (2i, 2i + 1), or (i, i + rotaryDim / 2). */
export type PairLayout = 'interleaved' | 'half_split';

export type SlopeRule = 'released' | 'geometric';
export type BiasDirection = 'symmetric' | 'causal';
export type KeyOrigin = 'first_key_is_zero' | 'last_key_is_zero';
/** A remedy for texts longer than in training, at the settings that the registry lists. */
export type Remedy = (typeof remedies)[number]['name'];

export type YarnRamp = 'paper' | 'released' | 'released_unrounded';

export interface BucketOptions {
  direction: 'bidirectional' | 'causal';
  numBuckets: number;
  maxDistance: number;
}

/** One layer of self-attention with a single head, with embeddings and weights drawn by the seed. */
export interface AttentionOptions {
  dModel: number;
  seed: number;
  /** What is added to the embeddings. */
  encoding: 'none' | 'sinusoidal';
  mask: 'none' | 'causal';
}

/** What is to be read out of the encoding; x = position / count. */
export type ReadOutTarget = 'ramp' | 'parabola' | 'bump' | 'slow_wave' | 'fast_wave';

export interface SumOptions {
  base: number;
  position: number;
  /** Of each component of an embedding. */
  standardDeviation: number;
  /** How many embeddings are drawn. */
  tokens: number;
  seed: number;
  /** What an embedding is multiplied with: 1 or sqrt(d). */
  scaling: 'none' | 'sqrt_d';
}

/** Cosines and sines computed again for each token, or read from a table computed once. */
export type RotationMethod = 'computed' | 'cached';

/** Row by row. */
export type Matrix = Returned<'sinusoidalTable'>;

/** Head by head, each row by row: [head][query][key]. */
export type PerHead = Returned<'alibiBias'>;

/** One for each pair or column. */
export type Values = Returned<'turns'>;

export type Frequencies = Returned<'frequencies'>;
export type RowSimilarities = Returned<'rowSimilarities'>;
export type SimilarityMatrix = Returned<'similarityMatrix'>;
export type DotProductsAround = Returned<'dotProductsAround'>;
export type Shift = Returned<'shift'>;
export type Float32Errors = Returned<'float32Errors'>;

/** RoPE as extended: frequencies that replace base^(-2i/d), and the factor on cos and sin. */
export type Extension = Returned<'yarn'>;
export type ExtensionWithBase = Returned<'ntkAware'>;
export type RampEnds = Returned<'yarnRampEnds'>;

export type KernelTrend = Returned<'kernelCourse'>;
export type ColumnSpectrum = Returned<'columnSpectrum'>;
export type SinusoidalRank = Returned<'sinusoidalRank'>;
export type ScoreBounds = Returned<'ropeScoreBound'>;
export type DecayTrend = Returned<'ropeDecayCourse'>;
export type Rotation = Returned<'rotation'>;
export type ScoreComparison = Returned<'compareScores'>;
export type LayoutComparison = Returned<'compareLayouts'>;
export type SlopeComparison = Returned<'compareSlopeRules'>;
export type Spread = Returned<'spreadOver'>;
export type StretchedWaves = Returned<'stretches'>;
export type PartsOfSum = Returned<'partsOfSum'>;
export type FirstTokenEffect = Returned<'firstTokenEffect'>;
export type ReadOut = Returned<'readOut'>;
export type BaseChoice = Returned<'baseChoice'>;
export type EncodingCosts = Returned<'encodingCosts'>;
export type PermutedAttention = Returned<'permutedAttention'>;
export type ManyRotations = Returned<'rotateMany'>;

/** A whole experiment: the same options train the same model. trainingDefaults() fills them. */
export type TrainingOptions = Returned<'trainingDefaults'>;
/**
 * A task; `limits`: what such a small model cannot show; `chance`: the accuracy of guessing; `ceiling`:
 * the highest of a model without positions, where it is known exactly; `testLengths`: tested at by default; `direction`
 * of its attention; `needs`: what it asks a model to know of positions.
 */
export type TrainingTask = Returned<'trainingTask'>;
export type ReferenceLevels = Returned<'referenceLevels'>;
/** A trainer that is alive in this core, by its id; `bytes`: of all its memory, from the beginning. */
export type TrainerInfo = Returned<'createTrainer'>;
/** One loss (in nats) and accuracy for each step; `divergedAt`: the step at which they became NaN or infinite. */
export type TrainedSteps = Returned<'trainSteps'>;
/**
 * `accuracy` and `loss` of what is `scored`; `oldAccuracy`: beyond the trained lengths, that of the positions within
 * them, where each token is scored; else null.
 */
export type LengthResult = Returned<'evaluateLength'>;
/**
 * `residuals`: what goes into each layer and comes out of the last. Of each layer and head: `attention`, the softmax
 * of `scores`, which are q k^T / sqrt(head size) + bias, -Infinity where masked; `before`: the scores before the scheme
 * acts (what is added to the embeddings, the rotation, the bias and its masks), with the causal mask. Of each row of
 * `logits`: `answers`, the class with the largest, and `probabilities`, its share of the softmax; `targets`: what is
 * right, -1 where nothing is scored.
 */
export type Trace = Returned<'traceInput'>;
/** `change`: of each element, since before the first step. */
export type LearnedTable = Returned<'positionTable'>;
/** `targets`: of each token, or one in all for the task order; -1 where nothing is scored. */
export type Sample = Returned<'sampleInput'>;

/** What a variant of an exercise asks; `facts`: what its task has to say, such as the base. */
export type Asked = FromExercises<'exercise'>;
/** One thing that it asks: a component of a group, or alone; with choices or for a number. */
export type Item = Asked['items'][number];

/** Raw text as typed, by the item's id. */
export type Answers = Record<string, string>;

/** `working`: how to work out an answer, as it could be typed; `value`: the answer, to as many decimals as are asked for. */
export type WorkedSolution = FromExercises<'workedSolution'>;

export type Grade = FromExercises<'gradeExercise'>;
export type Verdict = Grade['items'][number];
export type Reason = NonNullable<Verdict['reason']>;

/**
 * What a call of a program should have given and what it gave, both row by row; some biases are -Infinity. `got`:
 * null unless it has the same shape; `message`: what is wrong with it, if anything.
 */
export type CaseComparison = FromExercises<'compareCase'>;

/** What a run of a lab gave, or, before it has, what it is to train. */
export interface LabOutcome {
  /** The experiment's name, such as 'order'. */
  task: string;
  /** By name, such as 'rope'; none twice. */
  schemes: string[];
  /** Tested at, rising. */
  lengths: Float64Array;
  /** 0 where nothing has run yet; `accuracies` are empty then. */
  seeds: number;
  /** Fractions, [scheme][seed][length] row by row; NaN where a model has no answer. */
  accuracies: Float64Array;
  trainLongest: number;
  /** The accuracy of guessing. */
  chance: number;
  /** The highest without positions, at the longest tested length that was trained on; null where it is not known. */
  ceiling: number | null;
  /** Of attention, and what the task needs to know of positions: as trainingTask() has them unless given. */
  direction?: TrainingTask['direction'] | null;
  needs?: TrainingTask['needs'] | null;
}

/** `prediction` is asked before the run, all others after it. */
export type LabSet = 'prediction' | 'e13.2' | 'practice-3' | 'practice-4' | 'practice-5' | 'longer';

/**
 * Answered by the id of a choice ('one'), by ids with commas between them or '-' for none ('several'), or by a number
 * as typed ('percent'; '-' where a model has no answer).
 */
export type LabQuestion = FromExercises<'labQuestions'>[number];

/** `because`: a sentence with the run's numbers; for an unreadable answer what was not understood. */
export type LabGrade = FromExercises<'gradeLab'>;
export type LabVerdict = LabGrade['items'][number];

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
  /** For each base: how far apart the encodings of neighbors are, and the longest wavelength. */
  baseChoice(dModel: number, bases: Float64Array): BaseChoice;
  /** How many turns the clock hand of each pair has completed at a position. */
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

  /** A learned table as training begins with it: normal numbers, as the seed has them. */
  learnedTable(rows: number, cols: number, seed: number, standardDeviation: number): Matrix;
  /** The table's row of each position; one past the table is an error. */
  lookUp(table: Matrix, positions: Float64Array): Matrix;
  /** dL/dtable from dL/doutput of lookUp. */
  lookUpGradient(rows: number, positions: Float64Array, gradient: Matrix): Matrix;
  /** Sinusoidal plus learned. */
  hybridEncoding(options: FrequencyOptions, table: Matrix, positions: Float64Array): Matrix;
  /**
   * Cosine similarity of each two rows; `byOffset`: means of rows 1, 2, .. apart; `mirrored`: the mean of the first
   * and the last, the second and the last but one, and so on.
   */
  rowSimilarities(table: Matrix): RowSimilarities;

  /** A query or key as RoPE rotates it, a row for each position. */
  rotate(options: RotaryOptions, x: Float64Array, positions: Float64Array): Matrix;
  rotationMatrix(options: RotaryOptions, position: number): Matrix;
  /** <R_m q, R_n k>; `positions` are m and n of each score in turn. */
  rotaryScores(
    options: RotaryOptions,
    q: Float64Array,
    k: Float64Array,
    positions: Float64Array,
  ): Values;
  /** The same under given frequencies, such as extended ones; headDim is the length of q. */
  rotaryScoresWith(
    inverseFrequencies: Float64Array,
    attentionFactor: number,
    layout: PairLayout,
    q: Float64Array,
    k: Float64Array,
    positions: Float64Array,
  ): Values;
  /** Rotates heads x positions vectors `repeats` times, to be timed; `checksum` is that of either method. */
  rotateMany(
    options: RotaryOptions,
    positions: number,
    heads: number,
    repeats: number,
    method: RotationMethod,
  ): ManyRotations;
  /** A row for each position: all cosines, then all sines, both times the factor. */
  cosSinTable(
    inverseFrequencies: Float64Array,
    positions: Float64Array,
    attentionFactor: number,
  ): Matrix;
  /** p, with y[j] = x[p[j]] in the layout `to` where x is in `from`. */
  layoutPermutation(dimension: number, from: PairLayout, to: PairLayout): Values;

  // Context extension: cosSinTable takes what comes back.
  positionInterpolation(options: FrequencyOptions, scale: number): Extension;
  ntkAware(options: FrequencyOptions, alpha: number): ExtensionWithBase;
  /** The paper's with factor 1. */
  dynamicNtk(
    options: FrequencyOptions,
    originalLen: number,
    seqLen: number,
    factor: number,
  ): ExtensionWithBase;
  ntkByParts(
    options: FrequencyOptions,
    originalLen: number,
    scale: number,
    alpha: number,
    beta: number,
  ): Extension;
  yarn(
    options: FrequencyOptions,
    originalLen: number,
    scale: number,
    betaSlow: number,
    betaFast: number,
    ramp: YarnRamp,
  ): Extension;
  /** The pairs between which the released code's ramp goes over. */
  yarnRampEnds(
    options: FrequencyOptions,
    originalLen: number,
    betaSlow: number,
    betaFast: number,
    ramp: YarnRamp,
  ): RampEnds;
  llama3Scaling(
    options: FrequencyOptions,
    originalLen: number,
    factor: number,
    lowFreqFactor: number,
    highFreqFactor: number,
  ): Extension;
  longrope(
    options: FrequencyOptions,
    originalLen: number,
    extendedLen: number,
    rescaleFactors: Float64Array,
  ): Extension;
  /** Any remedy of the registry, for `scale` times the original length. Only dynamic NTK depends on `seqLen`. */
  withRemedy(
    remedy: Remedy,
    options: FrequencyOptions,
    originalLen: number,
    scale: number,
    seqLen: number,
  ): Extension;

  alibiSlopes(heads: number, rule: SlopeRule, maxBias: number): Values;
  /** Masked keys have minus infinity. Query i sits at position i + keyLen - queryLen. */
  alibiBias(
    slopes: Float64Array,
    direction: BiasDirection,
    queryLen: number,
    keyLen: number,
  ): PerHead;
  /** The same row for every query: [head][key]. */
  alibiKeyBias(slopes: Float64Array, keyLen: number, origin: KeyOrigin): Matrix;
  /** What the causal bias alone makes of attention. */
  causalAttentionEqualLogits(slopes: Float64Array, queryLen: number, keyLen: number): PerHead;
  /** The bucket of each relative position (key - query). */
  t5Buckets(options: BucketOptions, relativePositions: Float64Array): Values;
  /** `table`: a row for each bucket, a column for each head. */
  relativeBias(options: BucketOptions, table: Matrix, queryLen: number, keyLen: number): PerHead;

  /** Cosine similarity of two positions, at each offset. */
  kernelMeanCos(options: FrequencyOptions, offsets: Float64Array): Values;
  /** What the kernel of wide encodings falls like, at offsets between 1 and the base: 1 - (ln k + 0.577) / ln base. */
  similarityLimit(base: number, offsets: Float64Array): Values;
  /** Of pairs of positions, both of each pair in turn. */
  cosineSimilarities(options: FrequencyOptions, positions: Float64Array): Values;
  /** Where the kernel first turns negative and first rises, up to `limit`; null where it does not. */
  kernelCourse(options: FrequencyOptions, limit: number): KernelTrend;
  /** Magnitudes of the Fourier transform of one column over the positions 0..count-1. */
  columnSpectrum(options: FrequencyOptions, column: number, count: number): ColumnSpectrum;
  /** Singular values of the table of the positions 0..count-1; how many are above tolerance x largest. */
  sinusoidalRank(options: FrequencyOptions, count: number, tolerance: number): SinusoidalRank;
  /** |S_1| .. |S_(d/2)| of RoPE's long-term decay at one distance. */
  ropePartialSums(options: FrequencyOptions, distance: number): Values;
  /** Their mean, at each distance. */
  ropeDecay(options: FrequencyOptions, distances: Float64Array): Values;
  /** How large a score of q and k can be at each distance. */
  ropeScoreBound(
    options: FrequencyOptions,
    q: Float64Array,
    k: Float64Array,
    distances: Float64Array,
  ): ScoreBounds;

  /** ropeDecay at the distances 0 to limit; at which of them, and at how many, it is above the one before. */
  ropeDecayCourse(options: FrequencyOptions, limit: number): DecayTrend;

  /** R_m x, the angles of its pairs, the radius of each, and whether the norm stays the same. */
  rotation(options: RotaryOptions, x: Float64Array, position: number): Rotation;
  /** The scores at pairs (m, n) of positions, given in turn, and whether rounding explains their difference. */
  compareScores(
    options: RotaryOptions,
    q: Float64Array,
    k: Float64Array,
    positions: Float64Array,
  ): ScoreComparison;
  /** The scores of both layouts, with q and k permuted for the other, and mixed. */
  compareLayouts(
    options: FrequencyOptions,
    q: Float64Array,
    k: Float64Array,
    positions: Float64Array,
  ): LayoutComparison;
  /** ALiBi's slopes by both rules; `composed`: the released ones are made from those of powers of two. */
  compareSlopeRules(heads: number): SlopeComparison;
  /** For each slope: how many of the nearest keys hold half of the attention, all q.k being equal. */
  keysHoldingHalf(slopes: Float64Array, keyLen: number): Values;
  /** Of what some seeds gave, row by row: each column's mean, population sd, least and most; NaN where one is. */
  spreadOver(values: Float64Array, seeds: number): Spread;
  /** after / before for wavelengths; how many are as before, and how many `factor` times as long. */
  stretches(before: Float64Array, after: Float64Array, factor: number): StretchedWaves;

  /** exp(-|k|) at each offset: what the kernel is not. */
  exponentialDecay(offsets: Float64Array): Values;
  /** For each width: mean norm of random embeddings, norm of PE, mean angle between them and its spread. */
  partsOfSum(options: SumOptions, widths: Float64Array): PartsOfSum;
  /** The best weighted sum of the encoding's columns over the positions 0..count-1, at the positions 0..shown-1. */
  readOut(options: FrequencyOptions, target: ReadOutTarget, count: number, shown: number): ReadOut;
  /** By layers drawn at random: outputs for one token repeated, and for the same after another first token; how far those of equal tokens differ. */
  firstTokenEffect(layers: number, positions: number, seed: number): FirstTokenEffect;
  /** What each scheme costs for the last token of texts of some lengths, beside the operations of the whole model. */
  encodingCosts(
    dModel: number,
    heads: number,
    layers: number,
    lengths: Float64Array,
  ): EncodingCosts;
  /** Attention to the tokens X and to P X, whose row n is row order[n] of X; how far P A(X) P^T and P O are off. */
  permutedAttention(
    options: AttentionOptions,
    tokens: Float64Array,
    order: Float64Array,
  ): PermutedAttention;

  // Training. A trainer stays in memory until disposeTrainer: in a worker of its own, as steps take time.
  trainingDefaults(task: string, scheme: string): TrainingOptions;
  trainingTask(task: string): TrainingTask;
  /** `chance` and `ceiling` of a TrainingTask for other lengths or tokens than the task has. */
  referenceLevels(options: TrainingOptions): ReferenceLevels;
  createTrainer(options: TrainingOptions): TrainerInfo;
  /** At most `count` steps: fewer at the end of the run, none after it or once it has diverged. */
  trainSteps(id: number, count: number): TrainedSteps;
  /** On test examples, none of which is trained on; beyond the trained lengths new positions alone count. */
  evaluateLength(id: number, length: number): LengthResult;
  /** A test example. For the task order, an even seed ascends; the next has the same numbers out of order. */
  sampleInput(id: number, length: number, seed: number): Sample;
  /** All that goes on inside for one input. */
  traceInput(id: number, tokens: Float64Array): Trace;
  /** The learned table of positions as it stands, for the schemes learned and hybrid. */
  positionTable(id: number): LearnedTable;
  /** For RoPE: other frequencies from now on, such as extended ones. */
  useFrequencies(
    id: number,
    inverseFrequencies: Float64Array,
    attentionFactor: number,
  ): { open: number };
  /** Everything that openCheckpoint needs to go on from here. */
  checkpoint(id: number): { bytes: Uint8Array<ArrayBuffer> };
  openCheckpoint(bytes: Uint8Array): TrainerInfo;
  trainerOptions(id: number): TrainingOptions;
  /** `open`: how many trainers are still alive. */
  disposeTrainer(id: number): { open: number };
  /** Memory of the whole core, which grows with what is asked of it and never shrinks. */
  memoryBytes(): number;
}

/** A module of its own. Seed 0 is the form of an exercise that the lesson has; any other draws a variant. */
export interface ExerciseApi {
  exerciseIds(): { ids: string[] };
  exercise(id: string, seed: number): Asked;
  gradeExercise(id: string, seed: number, answers: Answers): Grade;
  /** Of an exercise by hand: a step for each item, in their order. */
  workedSolution(id: string, seed: number): WorkedSolution;
  /** Of an exercise in code: `item` is the call, `text` what it gave, as for the grade. */
  compareCase(id: string, seed: number, item: string, text: string): CaseComparison;
  /** On the learner's own run. Where schemes or lengths that a set needs are missing, the error names them. */
  labQuestions(set: LabSet, outcome: LabOutcome): LabQuestion[];
  /** Of these answers those that cannot be read, before the run or after it; an empty one is not among them. */
  unreadableOfLab(set: LabSet, outcome: LabOutcome, answers: Answers): LabVerdict[];
  /** A verdict for each question; after a prediction one more, `winner`, which follows from the highest guess. */
  gradeLab(set: LabSet, outcome: LabOutcome, answers: Answers): LabGrade;
}

/** Something that is said of positional encoding, the page of the lesson that it belongs to, and how it is tried. */
export type Claim = FromClaims<'claims'>['claims'][number];
export type ClaimVerdict = FromClaims<'tryClaim'>['verdict'];
/** Models to train with that many seeds each, from 1 on, and the test of each; without frequencies of its own, as trained. */
export type ClaimPlan = FromClaims<'claimPlan'>;
export type PlannedModel = ClaimPlan['models'][number];
/** What came of one model with one seed: a fraction for each test, NaN for no answer; and one for each step. */
export interface TrainedRun {
  accuracies: Float64Array;
  curve: Float64Array;
}
export type Trial = FromClaims<'tryClaim'>;
export type Finding = Trial['findings'][number];
export type Chart = NonNullable<Trial['chart']>;
/** Code with a mistake in it, and what of it can be changed. */
export type Exhibit = FromClaims<'exhibits'>['exhibits'][number];
/** What the code computes, what it should, and the invariants that tell them apart. */
export type Exhibition = FromClaims<'exhibitInAction'>;
export type Pick = FromClaims<'pickLine'>;
/** Its table, a row for each position, and what it keeps: each with the number that decides and what was found. */
export type OwnEncoding = FromClaims<'ownEncoding'>;
export type Invariant = OwnEncoding['invariants'][number];
/** A formula to begin with. */
export type OwnExample = FromClaims<'ownExamples'>['examples'][number];

/** A module of its own: what people say put on trial, mistakes that people make, encodings of one's own. */
export interface ClaimsApi {
  claims(): { claims: Claim[] };
  /** Of a claim that is tried on trained models. */
  claimPlan(number: number): ClaimPlan;
  /** `vote`: the reader's, a verdict or ''. `runs`: all seeds of the plan's first model, then of the next; [] without a plan. */
  tryClaim(number: number, vote: ClaimVerdict | '', runs: TrainedRun[]): Trial;
  exhibits(): { exhibits: Exhibit[] };
  /** At these values of its controls; one that is missing has its own. */
  exhibitInAction(id: string, values: Record<string, number>): Exhibition;
  /** Whether the mistake is in that line, counted from 1. */
  pickLine(id: string, line: number): Pick;
  /** The repaired code. */
  repairedCode(id: string): { lines: string[] };
  /**
   * PE(pos, i) by a formula in pos, i and d, for the positions 0..positions-1: up to 1024, d up to 256. A formula that
   * is not understood, and an element that is not a finite number, is an error with its place.
   */
  ownEncoding(formula: string, d: number, positions: number): OwnEncoding;
  ownExamples(): { examples: OwnExample[] };
}
