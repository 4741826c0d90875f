// Options and results of the core's functions on encodings and attention. The types of the results are those that the
// bindings of the build declare.
import type { remedies } from '../../../build/wasm/posenc-registry.mjs';
import type { MainModule } from '../../../build/wasm/posenc.mjs';

/**
 * What a function returns instead of a value. `parameter`: the parameter it is about; '' if it is about none or all of
 * them. Codes: invalid-argument, a value for which the function is not defined; too-large, a result that would not fit
 * in memory; untrained-position, a position past the rows of a model's learned table; no-such-trainer and
 * no-such-text, a trainer and a text that were disposed of.
 */
export type CoreError = Extract<ReturnType<MainModule['frequencies']>, { error: unknown }>['error'];

export interface FrequencyOptions {
  /** The width of the encoding: the model's width, or for RoPE the part of one head that is rotated. */
  dModel: number;
  base: number;
  variant: 'paper' | 'endpoint';
}

export interface SinusoidalOptions extends FrequencyOptions {
  layout: 'interleaved' | 'concatenated';
}

export interface RotaryOptions {
  headDim: number;
  /** The number of rotated components: headDim for all. */
  rotaryDim: number;
  base: number;
  layout: PairLayout;
}

/** The components of a pair: (2i, 2i + 1), or (i, i + rotaryDim / 2). */
export type PairLayout = 'interleaved' | 'half_split';

export type SlopeRule = 'released' | 'geometric';
export type BiasDirection = 'symmetric' | 'causal';
export type KeyOrigin = 'first_key_is_zero' | 'last_key_is_zero';
/** A remedy for texts longer than in training, with the settings that the registry lists. */
export type Remedy = (typeof remedies)[number]['name'];

export type YarnRamp = 'paper' | 'released' | 'released_unrounded';

export interface BucketOptions {
  direction: 'bidirectional' | 'causal';
  numBuckets: number;
  maxDistance: number;
}

/** One layer of self-attention with a single head. The seed draws its embeddings and weights. */
export interface AttentionOptions {
  dModel: number;
  seed: number;
  /** Added to the embeddings. */
  encoding: 'none' | 'sinusoidal';
  mask: 'none' | 'causal';
}

/** The function to read from the encoding, of x = position / count. */
export type ReadOutTarget = 'ramp' | 'parabola' | 'bump' | 'slow_wave' | 'fast_wave';

export interface SumOptions {
  base: number;
  position: number;
  /** Of each component of an embedding. */
  standardDeviation: number;
  /** The number of random embeddings. */
  tokens: number;
  seed: number;
  /** The factor on an embedding: 1 or sqrt(d). */
  scaling: 'none' | 'sqrt_d';
}

/** The base of RoPE as a text grows. */
export type BaseRule = 'fixed' | 'dynamic_ntk';
export type CachedKey = 'rotated' | 'unrotated';
export type PackedScheme = 'rope' | 'alibi' | 'sinusoidal';
export type DocumentMask = 'none' | 'document';
export type PackedPositions = 'continued' | 'reset';

/** Cosines and sines computed again for each token, or read from a table computed once. */
export type RotationMethod = 'computed' | 'cached';

/** Row by row. */
export type Matrix = Returned<'sinusoidalTable'>;

/** Head by head, each row by row: [head][query][key]. */
export type PerHead = Returned<'alibiBias'>;

/** One value for each pair or column. */
export type Values = Returned<'turns'>;

export type Frequencies = Returned<'frequencies'>;
export type RowSimilarities = Returned<'rowSimilarities'>;
export type SimilarityMatrix = Returned<'similarityMatrix'>;
export type DotProductsAround = Returned<'dotProductsAround'>;
export type Shift = Returned<'shift'>;
export type Float32Errors = Returned<'float32Errors'>;

/** RoPE's extended frequencies, which replace base^(-2i/d), and the factor on cos and sin. */
export type Extension = Returned<'yarn'>;
export type ExtensionWithBase = Returned<'ntkAware'>;
export type RampEnds = Returned<'yarnRampEnds'>;

export type KernelTrend = Returned<'kernelCourse'>;
export type ColumnSpectrum = Returned<'columnSpectrum'>;
export type SinusoidalRank = Returned<'sinusoidalRank'>;
export type ScoreBounds = Returned<'ropeScoreBound'>;
export type CachedScores = Returned<'cachedScores'>;
export type PackedAttention = Returned<'packedAttention'>;
export type SlidingCache = Returned<'slidingCache'>;
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
export type FrequencyBands = Returned<'frequencyBands'>;
export type EncodingCosts = Returned<'encodingCosts'>;
export type PermutedAttention = Returned<'permutedAttention'>;
export type ManyRotations = Returned<'rotateMany'>;

// The types of what the functions of the core return, without the error.

type Value<T> = T extends { value: infer V } ? V : never;

export type Returned<Name extends keyof MainModule> = Value<ReturnType<MainModule[Name]>>;
