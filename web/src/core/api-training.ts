// Options and results of the core's functions that train models.
import type { Returned } from './api-values.ts';

/** A whole experiment: the same options train the same model. trainingDefaults() fills them in. */
export type TrainingOptions = Returned<'trainingDefaults'>;
/**
 * A task. `limits`: what such a small model cannot show; `chance`: the accuracy of guessing; `ceiling`: the highest
 * accuracy without positions, if it is known exactly; `testLengths`: the lengths tested by default; `direction`: that
 * of its attention; `needs`: what a model must know about positions to solve it; `measure`: what its models are measured
 * by, accuracy or bits per character.
 */
export type TrainingTask = Returned<'trainingTask'>;
export type ReferenceLevels = Returned<'referenceLevels'>;
/** A trainer in the memory of this core, by its id. `bytes`: all its memory, reserved when it is created. */
export type TrainerInfo = Returned<'createTrainer'>;
/**
 * A text in the memory of this core, by its id. `alphabet`: the character of each token; `characters`: their number in
 * the normalized text, of which the first `training` are for training and the last `heldOut` for testing; `replaced`:
 * characters outside the alphabet; `checksum`: equal for equal texts. In bits per character, what frequencies in the
 * training part tell about the held-out part: `singleBits` of single characters, `pairBits` of pairs.
 */
export type TextInfo = Returned<'openText'>;
/** In bytes. */
export type TextLimits = Returned<'textLimits'>;
/** `prompt`: as the model sees it, normalized like its text; `text`: what follows it. */
export type WrittenText = Returned<'writeText'>;
/** One loss (in nats) and one accuracy for each step, for text also one loss in `bits`. `divergedAt`: the step at which they became NaN. */
export type TrainedSteps = Returned<'trainSteps'>;
/**
 * `accuracy` and `loss` of what is `scored`. `oldAccuracy`: for a length beyond the trained ones, the accuracy at the
 * positions within them, if each token is scored; null otherwise. `bits`: the loss in bits per character, for text;
 * null otherwise.
 */
export type LengthResult = Returned<'evaluateLength'>;
/**
 * `residuals`: the input of each layer and the output of the last. For each layer and head: `attention`, the softmax of
 * `scores`, which are q k^T / sqrt(head size) + bias, -Infinity where masked; `before`: the scores before the scheme
 * acts (without what it adds to embeddings, its rotation, its bias and its masks), with the causal mask. For each row
 * of `logits`: `answers`, the class with the largest logit, and `probabilities`, the softmax probability of that class.
 * `targets`: the right answers, -1 where nothing is scored. `characters` of the `tokens`, for text; empty otherwise.
 */
export type Trace = Returned<'traceInput'>;
/** `change`: the change of each element since before the first step. */
export type LearnedTable = Returned<'positionTable'>;
/** `targets`: one for each token, or a single one for the task order; -1 where nothing is scored. */
export type Sample = Returned<'sampleInput'>;
/** A scheme to train from an exercise in code, and the calls of the learner's function that give its numbers. */
export type OwnScheme = Returned<'ownSchemes'>[number];
/**
 * What these numbers are; the first `difference` from the built-in ones; the options of two models, with them and with
 * the built-in ones, or null if they cannot train: then `call` and `message` say why.
 */
export type OwnReading = Returned<'readOwnScheme'>;
export type OwnTraining = Returned<'compareOwnTraining'>['training'];
/** By name: the schemes that no other is ahead of, `within` the trained length and `beyond` it. */
export type OwnBest = Returned<'bestOwnSchemes'>;
