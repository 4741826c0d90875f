// The module that reads the config.json of a model: what it says about positions, and what follows.
import type { Returned } from './api-values.ts';

/**
 * A model that ships with the library. `config` is JSON. `certainty`: whether that is as its makers published it, what
 * its class in Hugging Face's library Transformers fills in, or put together from several public files. `copy`: what was
 * published, but not seen in the makers' own repository, is from a mirror, or as others quote it. `claim`: the length that
 * its makers name elsewhere, where it is another one.
 */
export type ShippedModel = Returned<'shippedModels'>['models'][number];
/**
 * All that a config says about positions, and what follows. Numbers with a `from` name where they come from: the path
 * of their key, such as 'class mixtral' (what that class supplies) or 'default'. What does not apply, or is unknown, is null
 * or empty.
 *
 * `claimed`: the longest text that the config claims to support, in tokens. `layout`: null where it depends on a class
 * that is not known. `ropes`: one for each set of rotary frequencies. `slopes` and `maxBias`: of ALiBi, a slope for each
 * head. `sinusoidWaves`: the wavelength of each pair of a sinusoidal table, in positions. `buckets`: of T5. `rows`: of a
 * learned table.
 */
export type ModelReport = Returned<'modelReport'>;
export type PositionKind = ModelReport['kind'];
/** A layer: its attention, and whether its queries and keys are rotated. */
export type ModelLayer = ModelReport['layers'][number];
/**
 * A set of rotary frequencies. `layers`: those that it is for; null for all that rotate. `path`: of the dictionary that
 * scales them. `usedBase`: after dynamic or alpha. `original`: the training length before an extension, in tokens.
 * `claimedAfterFactor`: the claimed length if the config states the one before the factor. `numbers`: the others that its
 * type reads. `attentionFactor` multiplies cos and sin, and so the part of the logits that rotates by its square,
 * `logitFactor`; `classLogitFactor` is what the class multiplies all logits by, besides.
 *
 * For each pair: `invFreq` in radians per position, the wavelength in positions without scaling (`wavesBefore`) and with
 * it (`wavesAfter`; 0 for a pair that does not rotate), what scaling does to it (`changes`), and its axis, from 0
 * (`axes`). `unfinishedOriginal`, `unfinishedClaimed`: how many pairs do not complete a turn within that length.
 * `errors`: the error of the angle, in radians, at the last position of the claimed length (of the text, if
 * `dependsOnLength`), if frequencies are stored in that type. `shortTexts`: what YaRN changes within the `original` length,
 * in a sentence: the pair whose angle changes most, by how many `turns` at most, from which distance on by half a turn or
 * more (`halfTurn`; null if nowhere within that length), and what logits are multiplied by (`logitFactor`).
 */
export type ModelRope = ModelReport['ropes'][number];
export type RopeType = ModelRope['type'];
export type PairChange = ModelRope['changes'][number];
export type AngleErrors = NonNullable<ModelRope['errors']>;
/**
 * Something about a config that its owner should know: the problem and what to do, where somebody reported it, and
 * changes whose numbers follow from the file: `path` is that of a key, with dots; the value null deletes the key.
 */
export type ModelNote = ModelReport['notes'][number];
export type ConfigEdit = ModelNote['edits'][number];
export type Thread = ModelNote['threads'][number];
/**
 * How other software is known to read the same file; `waves` in positions. `ratio`: the largest of two frequencies of one
 * pair, at least 1, and the pair; 1 and 0 where all agree, or where the numbers of pairs differ.
 */
export type ModelDifference = ModelReport['differences'][number];
/**
 * Of a query and a key that are equal and of length 1 in every pair of the head, and RoPE's long-term bound.
 * `fittedBounds`: the bound divided by `looseness`, so that it begins where the score does.
 */
export type ModelScores = Returned<'modelScores'>;
export type ModelBases = Returned<'modelBases'>;
/** The bucket of a key that far before its query; `encoder` is empty where the buckets do not suffice for both directions. */
export type ModelBuckets = Returned<'modelBuckets'>;

/** The keys of a GGUF file as a config, or how much of the file is still needed. */
export type GgufReading = Returned<'readGguf'>;
/** Whether two models turn positions alike, and how they differ. */
export type ModelComparison = Returned<'compareModels'>;
/**
 * What engines compute. `answer`: 'computed', 'refused' (it stops with an error), 'unsupported' (it does not have the class) or
 * 'unknown' (its source for the class was not read). `notes`: what it does otherwise than Transformers 5. `length`: the longest
 * text that it serves without further settings, in tokens; null where that is not known, or where `isUnlimited`. `groups`: those that compute the same; `differences` compares one of
 * each two groups.
 */
export type ModelEngines = Returned<'modelEngines'>;
/**
 * The smallest change for longer texts. `answer`: 'scaled', 'enough', 'length-only', 'impossible' or 'no-rule'. `edits`: the keys
 * from the top of the file, and values as JSON. `flags`: for engines that take the change as arguments. `costs`: what it does to
 * texts of the length before any scaling, for each set of frequencies.
 */
export type ModelServing = Returned<'modelServing'>;
/** A config.json: its text, or the bytes of its file, of at most 1 MB. */
export type ModelConfigFile = string | Uint8Array;

/** Errors name the key as the file spells it: `parameter` may be 'rope_scaling.factor'. */
export interface ModelsApi {
  shippedModels(): { models: ShippedModel[] };
  /** For a text of `length` tokens, on which dynamic and longrope depend; null: the longest that the config claims. */
  modelReport(config: ModelConfigFile, length: number | null): ModelReport;
  /**
   * Scores by distance, at up to `points` distances from 0 to the claimed length, evenly spaced in their logarithm.
   * `rope`: an index in `ropes`. Where frequencies depend on the text, or the config claims no length, up to `length`, or
   * to 4096 if there is none.
   */
  modelScores(
    config: ModelConfigFile,
    length: number | null,
    rope: number,
    points: number,
  ): ModelScores;
  /**
   * The base by the length of the text, from 1 to the factor times the claimed length: the type dynamic raises it, for
   * the others it is the same for all lengths.
   */
  modelBases(config: ModelConfigFile, rope: number, points: number): ModelBases;
  /** At up to `points` distances from 0 to twice T5's largest, evenly spaced in their logarithm. */
  modelBuckets(config: ModelConfigFile, points: number): ModelBuckets;
  /**
   * What matters of a GGUF file, as a config for the other functions. Pass no bytes at first, then as many as are `needed`
   * from its beginning, then also those of its `tensors`, until there is a `config`. Of its weights, only RoPE's factors are
   * read.
   *
   * @param fileSize in bytes
   */
  readGguf(start: Uint8Array, fileSize: number, tensors: Uint8Array): GgufReading;
  /**
   * Whether two models turn positions alike, and what differs: of frequencies the first pair (`at`), and by how many
   * radians the angles differ at most at that `position`, the last of the shorter claimed length. Layouts do not count.
   */
  compareModels(
    first: ModelConfigFile,
    second: ModelConfigFile,
    length: number | null,
  ): ModelComparison;
  /** For a text of `length` tokens; null: the longest that the config claims. Empty for models that do not rotate. */
  modelEngines(config: ModelConfigFile, length: number | null): ModelEngines;
  /** For texts of `length` tokens. */
  modelServing(config: ModelConfigFile, length: number): ModelServing;
}
