// What the page and the workers that train say to each other, and what they need of the core.
import type { ErrorCode } from '../core/errors.ts';

export const tasks = [
  'order',
  'order-bidirectional',
  'copy',
  'reverse',
  'first',
  'shift',
  'sort',
  'count',
  'previous',
  'forward-fill',
  'first-causal',
] as const;
export type Task = (typeof tasks)[number];

/** A whole experiment: the core fills it for a task and a scheme. */
export interface TrainingOptions {
  task: string;
  scheme: string;
  seed: number;
  dModel: number;
  heads: number;
  layers: number;
  steps: number;
  batch: number;
  learningRate: number;
  /** How many different tokens there are. */
  vocabulary: number;
  /** The lengths trained on: from .. to. */
  trainShortest: number;
  trainLongest: number;
  /** No input may be longer. */
  longest: number;
  /** Of the learned table. */
  tableRows: number;
  direction: string;
  activation: string;
  dropout: number;
}

export interface TrainerInfo {
  id: number;
  parameters: number;
  bytes: number;
}

export interface TrainedSteps {
  /** Done so far, of options.steps. */
  step: number;
  /** Of the steps of this call, one each: cross-entropy, in nats. */
  losses: Float64Array;
  /** Of the same training batches, as fractions. */
  accuracies: Float64Array;
  /** Where loss or gradient was no finite number any more; the run is over then. */
  divergedAt: number | null;
}

export interface LengthAccuracy {
  /** A fraction. */
  accuracy: number;
  /** How many answers were scored. */
  scored: number;
}

/** What the core tells of a task. */
export interface TaskAbout {
  title: string;
  /** How an example is made. */
  makes: string;
  /** Why it needs, or does not need, order. */
  order: string;
  /** The accuracy of guessing. */
  chance: number;
  testLengths: Float64Array;
}

/** The functions of the core that train. */
export interface TrainingCore {
  trainingDefaults(task: string, scheme: string): TrainingOptions;
  trainingTask(task: string): TaskAbout;
  createTrainer(options: TrainingOptions): TrainerInfo;
  /** At most `count` steps, fewer at the end of the run. */
  trainSteps(id: number, count: number): TrainedSteps;
  evaluateLength(id: number, length: number): LengthAccuracy;
  disposeTrainer(id: number): { open: number };
}

/** How well one length went; where the model has no answer for it, why. */
export type Evaluated =
  ({ length: number } & LengthAccuracy) | { length: number; accuracy: null; why: string };

/** Each names its run: what belongs to another is dropped. */
export type Command =
  | { run: number; type: 'start'; options: TrainingOptions; lengths: readonly number[] }
  | { run: number; type: 'pause' }
  | { run: number; type: 'resume' }
  | { run: number; type: 'stop' };

export type TrainingEvent =
  | { run: number; type: 'started'; info: TrainerInfo }
  | { run: number; type: 'steps'; steps: TrainedSteps }
  | { run: number; type: 'evaluated'; lengths: Evaluated[] }
  /** No more comes. `stopped`: before its end; `open`: trainers that are alive in the worker. */
  | { run: number; type: 'done'; stopped: boolean; open: number }
  | { run: number; type: 'failed'; error: { code: ErrorCode; message: string } };
