// The functions of the core: plain data in, plain data out. Their options and results are in the api-*.ts files.
import type { BeyondWordsApi } from './api-beyond-words.ts';
import type { ClaimsApi } from './api-claims.ts';
import type { ExerciseApi, LabOutcome } from './api-exercises.ts';
import type { ModelsApi } from './api-models.ts';
import type {
  TrainingOptions,
  TrainingTask,
  ReferenceLevels,
  TextInfo,
  TextLimits,
  TrainerInfo,
  TrainedSteps,
  LengthResult,
  Trace,
  LearnedTable,
  Sample,
  WrittenText,
  OwnScheme,
  OwnReading,
  OwnTraining,
  OwnBest,
} from './api-training.ts';
import type {
  AttentionOptions,
  BaseChoice,
  BaseRule,
  BiasDirection,
  BucketOptions,
  CachedKey,
  CachedScores,
  ColumnSpectrum,
  DecayTrend,
  DocumentMask,
  DotProductsAround,
  EncodingCosts,
  Extension,
  ExtensionWithBase,
  FirstTokenEffect,
  Float32Errors,
  Frequencies,
  FrequencyBands,
  FrequencyOptions,
  KernelTrend,
  KeyOrigin,
  LayoutComparison,
  ManyRotations,
  Matrix,
  PackedAttention,
  PackedPositions,
  PackedScheme,
  PairLayout,
  PartsOfSum,
  PerHead,
  PermutedAttention,
  RampEnds,
  ReadOut,
  ReadOutTarget,
  Remedy,
  RotaryOptions,
  Rotation,
  RotationMethod,
  RowSimilarities,
  ScoreBounds,
  ScoreComparison,
  Shift,
  SimilarityMatrix,
  SinusoidalOptions,
  SinusoidalRank,
  SlidingCache,
  SlopeComparison,
  SlopeRule,
  Spread,
  StretchedWaves,
  SumOptions,
  Values,
  YarnRamp,
} from './api-values.ts';

export type * from './api-beyond-words.ts';
export type * from './api-claims.ts';
export type * from './api-exercises.ts';
export type * from './api-models.ts';
export type * from './api-training.ts';
export type * from './api-values.ts';

/**
 * Encodings and analysis. Every method returns a whole result, such as a table, or throws a PosencError. Columns are
 * interleaved unless a layout is given; equations and units are in cpp/include/posenc.
 */
export interface EncodingApi {
  sinusoidalTable(options: SinusoidalOptions, positions: Float64Array): Matrix;
  /** Some columns of the interleaved table, in the order given. */
  sinusoidalColumns(
    options: FrequencyOptions,
    dimensions: Float64Array,
    positions: Float64Array,
  ): Matrix;
  /** `limit`: 2 pi base, the length that the paper's wavelengths approach but never reach. */
  frequencies(options: FrequencyOptions): Frequencies;
  /** For each base: how far apart the encodings of neighbors are, and the longest wavelength. */
  baseChoice(dModel: number, bases: Float64Array): BaseChoice;
  /** The turns that the clock hand of each pair has completed at a position. */
  turns(options: FrequencyOptions, position: number): Values;
  /** The sign changes of each column of the table over the positions 0..count-1. */
  signChanges(options: FrequencyOptions, count: number): Values;
  /**
   * Cosine similarities of the positions 0..count-1. `diagonalSpread`: the largest difference between two of them with
   * the same offset; `offsetOnly`: whether rounding explains it.
   */
  similarityMatrix(options: FrequencyOptions, count: number): SimilarityMatrix;
  /** `dots` from the vectors, `kernel` as the sum of cosines; `difference`: the largest difference between them. */
  dotProductsAround(
    options: FrequencyOptions,
    position: number,
    offsets: Float64Array,
  ): DotProductsAround;
  /** `start` is PE(position), which M_k moves; its `target` is PE(position + shift). */
  shift(options: FrequencyOptions, position: number, shift: number): Shift;
  /** For each position: how far the two forms of the frequencies are from each other in float32, and from PE. */
  float32Errors(options: FrequencyOptions, positions: Float64Array): Float32Errors;
  /** How many steps position `count` is off, where positions are made by adding `step` again and again in float32. */
  float32SummedDrift(step: number, count: number): number;

  /** A learned table before training: normally distributed numbers, drawn by the seed. */
  learnedTable(rows: number, cols: number, seed: number, standardDeviation: number): Matrix;
  /** The table's row for each position; a position past the table is an error. */
  lookUp(table: Matrix, positions: Float64Array): Matrix;
  /** dL/dtable, from dL/doutput of lookUp. */
  lookUpGradient(rows: number, positions: Float64Array, gradient: Matrix): Matrix;
  /** Sinusoidal plus learned. */
  hybridEncoding(options: FrequencyOptions, table: Matrix, positions: Float64Array): Matrix;
  /**
   * Cosine similarity of every two rows. `byOffset`: means over rows that are 1, 2, .. apart; `mirrored`: the mean over
   * the first and the last row, the second and the second to last, and so on.
   */
  rowSimilarities(table: Matrix): RowSimilarities;

  /** A query or key rotated by RoPE, a row for each position. */
  rotate(options: RotaryOptions, x: Float64Array, positions: Float64Array): Matrix;
  rotationMatrix(options: RotaryOptions, position: number): Matrix;
  /** <R_m q, R_n k>. `positions`: m and n of the first score, then of the next, and so on. */
  rotaryScores(
    options: RotaryOptions,
    q: Float64Array,
    k: Float64Array,
    positions: Float64Array,
  ): Values;
  /** The same with given frequencies, such as extended ones; headDim is the length of q. */
  rotaryScoresWith(
    inverseFrequencies: Float64Array,
    attentionFactor: number,
    layout: PairLayout,
    q: Float64Array,
    k: Float64Array,
    positions: Float64Array,
  ): Values;
  /** Rotates heads x positions vectors `repeats` times, for timing; both methods have the same `checksum`. */
  rotateMany(
    options: RotaryOptions,
    positions: number,
    heads: number,
    repeats: number,
    method: RotationMethod,
  ): ManyRotations;
  /** The number of vectors that rotateMany rotates at a time; refuses what it refuses, without rotating anything. */
  vectorsToRotate(
    options: RotaryOptions,
    positions: number,
    heads: number,
    repeats: number,
  ): number;
  /** A row for each position: all cosines, then all sines, both times the factor. */
  cosSinTable(
    inverseFrequencies: Float64Array,
    positions: Float64Array,
    attentionFactor: number,
  ): Matrix;
  /** p, such that y[j] = x[p[j]] is in the layout `to` if x is in the layout `from`. */
  layoutPermutation(dimension: number, from: PairLayout, to: PairLayout): Values;

  // Context extension: pass the result to cosSinTable.
  positionInterpolation(options: FrequencyOptions, scale: number): Extension;
  ntkAware(options: FrequencyOptions, alpha: number): ExtensionWithBase;
  /** With factor 1 it is the paper's. */
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
  /** The pairs at which the released code's ramp begins and ends. */
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
  /** The pairs of RoPE by how much of a turn each completes within the trained length. `rotary`: of each head. */
  frequencyBands(
    headDim: number,
    base: number,
    trainedLength: number,
    rotary: number,
  ): FrequencyBands;
  /** Any remedy of the registry, for `scale` times the original length. Only dynamic NTK depends on `seqLen`. */
  withRemedy(
    remedy: Remedy,
    options: FrequencyOptions,
    originalLen: number,
    scale: number,
    seqLen: number,
  ): Extension;

  alibiSlopes(heads: number, rule: SlopeRule, maxBias: number): Values;
  /** Masked keys have minus infinity. Query i is at position i + keyLen - queryLen. */
  alibiBias(
    slopes: Float64Array,
    direction: BiasDirection,
    queryLen: number,
    keyLen: number,
  ): PerHead;
  /** The same row for every query: [head][key]. */
  alibiKeyBias(slopes: Float64Array, keyLen: number, origin: KeyOrigin): Matrix;
  /** Attention by the causal bias alone, with equal logits. */
  causalAttentionEqualLogits(slopes: Float64Array, queryLen: number, keyLen: number): PerHead;
  /** The bucket of each relative position (key - query). */
  t5Buckets(options: BucketOptions, relativePositions: Float64Array): Values;
  /** `table`: a row for each bucket, a column for each head. */
  relativeBias(options: BucketOptions, table: Matrix, queryLen: number, keyLen: number): PerHead;

  /** Cosine similarity of two positions, at each offset. */
  kernelMeanCos(options: FrequencyOptions, offsets: Float64Array): Values;
  /**
   * The kernel's approximate fall in wide encodings, at offsets between 1 and the base: 1 - (ln k + 0.577) / ln base.
   */
  similarityLimit(base: number, offsets: Float64Array): Values;
  /** Of pairs of positions: both of the first pair, then both of the next, and so on. */
  cosineSimilarities(options: FrequencyOptions, positions: Float64Array): Values;
  /** The offsets at which the kernel first turns negative and first rises, up to `limit`; null if it does not. */
  kernelCourse(options: FrequencyOptions, limit: number): KernelTrend;
  /** The offsets that kernelCourse counts as rises, in their order. */
  kernelRises(options: FrequencyOptions, limit: number): Values;
  /** Magnitudes of the Fourier transform of one column over the positions 0..count-1. */
  columnSpectrum(options: FrequencyOptions, column: number, count: number): ColumnSpectrum;
  /** Singular values of the table of the positions 0..count-1, and how many exceed tolerance x the largest. */
  sinusoidalRank(options: FrequencyOptions, count: number, tolerance: number): SinusoidalRank;
  /** |S_1| .. |S_(d/2)| in RoPE's long-term decay, at one distance. */
  ropePartialSums(options: FrequencyOptions, distance: number): Values;
  /** Their mean, at each distance. */
  ropeDecay(options: FrequencyOptions, distances: Float64Array): Values;
  /** The largest possible score of q and k at each distance. */
  ropeScoreBound(
    options: FrequencyOptions,
    q: Float64Array,
    k: Float64Array,
    distances: Float64Array,
  ): ScoreBounds;

  /** ropeDecay at the distances 0 to limit; at which of them, and at how many, it exceeds the one before. */
  ropeDecayCourse(options: FrequencyOptions, limit: number): DecayTrend;

  /** R_m x, the angle and the radius of each pair, and whether the norm stays the same. */
  rotation(options: RotaryOptions, x: Float64Array, position: number): Rotation;
  /**
   * The scores at pairs (m, n) of positions, given one after the other, and whether rounding explains their difference.
   */
  compareScores(
    options: RotaryOptions,
    q: Float64Array,
    k: Float64Array,
    positions: Float64Array,
  ): ScoreComparison;
  /** The scores in both layouts, with q and k permuted for the other layout, and with the layouts mixed. */
  compareLayouts(
    options: FrequencyOptions,
    q: Float64Array,
    k: Float64Array,
    positions: Float64Array,
  ): LayoutComparison;
  /** ALiBi's slopes by both rules. `composed`: the released ones combine those of two powers of two. */
  compareSlopeRules(heads: number): SlopeComparison;
  /** For each slope: how many of the nearest keys hold half of the attention if all q.k are equal. */
  keysHoldingHalf(slopes: Float64Array, keyLen: number): Values;
  /** `values`: a row for each seed. Each column's mean, population sd, minimum and maximum; NaN if a value is NaN. */
  spreadOver(values: Float64Array, seeds: number): Spread;
  /** after / before for each wavelength; how many stay the same, and how many become `factor` times as long. */
  stretches(before: Float64Array, after: Float64Array, factor: number): StretchedWaves;

  /** The last query's score with every key of a text of `length` tokens: right, and with keys from a KV cache. */
  cachedScores(
    options: FrequencyOptions,
    originalLen: number,
    length: number,
    rule: BaseRule,
    kept: CachedKey,
  ): CachedScores;
  /** One causal head over documents of these lengths in one row, and how far each is from itself alone. */
  packedAttention(
    lengths: Float64Array,
    scheme: PackedScheme,
    mask: DocumentMask,
    positions: PackedPositions,
    seed: number,
  ): PackedAttention;

  /** The last query's scores with the keys of a cache that keeps the first and the latest tokens, by both countings. */
  slidingCache(
    options: FrequencyOptions,
    originalLen: number,
    length: number,
    sinks: number,
    recent: number,
  ): SlidingCache;

  /** exp(-|k|) at each offset, for comparison: the kernel does not fall like this. */
  exponentialDecay(offsets: Float64Array): Values;
  /** For each width: mean norm of random embeddings, norm of PE, mean and spread of the angle between them. */
  partsOfSum(options: SumOptions, widths: Float64Array): PartsOfSum;
  /** The weighted sum of the encoding's columns that fits best at the positions 0..count-1, evaluated at 0..shown-1. */
  readOut(options: FrequencyOptions, target: ReadOutTarget, count: number, shown: number): ReadOut;
  /**
   * With random layers: outputs for one repeated token, and for the same after a different first token; how much the
   * outputs of equal tokens differ.
   */
  firstTokenEffect(layers: number, positions: number, seed: number): FirstTokenEffect;
  /** The cost of each scheme for the last token of texts of these lengths, and the operations of the whole model. */
  encodingCosts(
    dModel: number,
    heads: number,
    layers: number,
    lengths: Float64Array,
  ): EncodingCosts;
  /** Attention for the tokens X and for P X, whose row n is row order[n] of X; the errors of P A(X) P^T and of P O. */
  permutedAttention(
    options: AttentionOptions,
    tokens: Float64Array,
    order: Float64Array,
  ): PermutedAttention;
}

/** Training. A trainer stays in memory until disposeTrainer. Steps take time: call them in a worker. */
export interface TrainingApi {
  trainingDefaults(task: string, scheme: string): TrainingOptions;
  trainingTask(task: string): TrainingTask;
  /** `chance` and `ceiling` of a TrainingTask, for lengths or tokens other than the task's own. */
  referenceLevels(options: TrainingOptions): ReferenceLevels;
  createTrainer(options: TrainingOptions): TrainerInfo;
  /** At most `count` steps: fewer at the end of the run, none after the end or after it has diverged. */
  trainSteps(id: number, count: number): TrainedSteps;
  /** On test examples that are not in the training data. Beyond the trained lengths only new positions are scored. */
  evaluateLength(id: number, length: number): LengthResult;
  /** The same, counting positions from `from` on as new; 0 for all. */
  evaluateFrom(id: number, length: number, from: number): LengthResult;
  /** A test example. In the task order, an even seed gives ascending numbers, the next seed the same out of order. */
  sampleInput(id: number, length: number, seed: number): Sample;
  /** Everything that the model computes for one input. */
  traceInput(id: number, tokens: Float64Array): Trace;
  /** The current learned table of positions, for the schemes learned and hybrid. */
  positionTable(id: number): LearnedTable;
  /** For RoPE: uses other frequencies from now on, such as extended ones. */
  useFrequencies(
    id: number,
    inverseFrequencies: Float64Array,
    attentionFactor: number,
  ): { open: number };
  /**
   * For RoPE: leaves these pairs out of q·k from now on, and no others, in one layer and head or, for -1, in all.
   * Training does not see it.
   */
  silencePairs(id: number, layer: number, head: number, pairs: Float64Array): { open: number };
  /** Everything that openCheckpoint needs to continue from here. */
  checkpoint(id: number): { bytes: Uint8Array<ArrayBuffer> };
  /** The weights as a safetensors file, for PyTorch, with the options as its metadata. */
  safetensors(id: number): { bytes: Uint8Array<ArrayBuffer> };
  openCheckpoint(bytes: Uint8Array): TrainerInfo;
  trainerOptions(id: number): TrainingOptions;
  /**
   * Begins a new phase: the trainer keeps its parameters, and its options become `options`, which may differ in the
   * lengths, bases, steps, batch and learning rate. Steps count from 0 again.
   */
  continueTraining(id: number, options: TrainingOptions): TrainerInfo;
  /** Options of a phase on longer sequences, with another base, for continueTraining. */
  longerPhase(
    trained: TrainingOptions,
    base: number,
    length: number,
    steps: number,
  ): TrainingOptions;

  // Text. A text stays in memory until disposeText, and as long as a trainer needs it.
  textLimits(): TextLimits;
  /** Refuses a size that no text may have, so that a file need not be read. */
  checkTextSize(bytes: number): TextLimits;
  /** A text to train models of characters on, from the bytes of a file in UTF-8. */
  openText(bytes: Uint8Array): TextInfo;
  /** `open`: how many texts are left. */
  disposeText(id: number): { open: number };
  /** For the task text: a `vocabulary` of 0 stands for the text's alphabet. */
  createTextTrainer(textId: number, options: TrainingOptions): TrainerInfo;
  /** The text must be the one that the run was trained on. */
  openTextCheckpoint(textId: number, bytes: Uint8Array): TrainerInfo;
  /** Continues the prompt by `count` characters. Temperature 0: always the most likely character. */
  writeText(
    id: number,
    prompt: string,
    count: number,
    temperature: number,
    seed: number,
  ): WrittenText;
  /** traceInput for characters, normalized like the text. */
  traceText(id: number, text: string): Trace;
  /** `open`: how many trainers are left. */
  disposeTrainer(id: number): { open: number };

  /** The memory of the module that trains. It grows when needed and never shrinks. */
  memoryBytes(): number;

  // Schemes that a learner has written.
  ownSchemes(): OwnScheme[];
  /** `results`: of each call of the scheme, as in the answers to gradeExercise() of ExerciseApi. */
  readOwnScheme(scheme: string, results: Record<string, string>): OwnReading;
  /** `own` and `builtIn`: accuracies, then losses, [seed][length] row by row. */
  compareOwnTraining(
    own: Float64Array,
    builtIn: Float64Array,
    seeds: number,
  ): { training: OwnTraining };
  bestOwnSchemes(outcome: LabOutcome): OwnBest;
}

export type CoreApi = EncodingApi & TrainingApi;

/** The functions that figures call. */
export type FigureApi = CoreApi & BeyondWordsApi;

/** Every function of the core. */
export type Api = FigureApi & ExerciseApi & ClaimsApi & ModelsApi;
