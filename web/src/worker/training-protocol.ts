// The messages between the page and the workers that train.
import type {
  LengthResult,
  Matrix,
  PerHead,
  TrainedSteps,
  TrainerInfo,
  TrainingOptions,
  TrainingTask,
} from '../core/api.ts';
import type { ErrorData } from '../core/errors.ts';

export type { TrainedSteps, TrainerInfo, TrainingOptions, TrainingTask };

/** The result for one length or, if the model has no answer for it, the reason. */
export type Evaluated =
  ({ length: number } & LengthResult) | { length: number; accuracy: null; bits: null; why: string };

/** A checkpoint: a whole model, with all that it takes to continue its training. */
export type Checkpoint = Uint8Array<ArrayBuffer>;

/** A text to train on. A worker gets it once, and knows it by its key from then on. */
export interface TrainingText {
  readonly key: string;
  /** A file in UTF-8. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type Beginning =
  | { with: 'new model' }
  /** In the state in which another worker left it. */
  | { with: 'its own state'; checkpoint: Checkpoint }
  /** In a state that was sent before, maybe on an earlier visit. */
  | { with: 'sent state'; checkpoint: Checkpoint }
  /** Continues the training of another run's model, from its first step, with the options of this run. */
  | { with: 'trained model'; checkpoint: Checkpoint };

/** `count` characters that continue the prompt. */
export interface Writing {
  prompt: string;
  count: number;
  /** Its logits are divided by it. */
  temperature: number;
  seed: number;
}

/** A model's text or, if it failed, the reason. `prompt`: as the model sees it, normalized like its text. */
export type Written = { writing: Writing } & (
  { prompt: string; text: string } | { text: null; error: ErrorData }
);

/** Its steps alone, also its table of positions now and then, or also the model at its end. */
export type Reports = 'steps' | 'table' | 'model';

/** A model's answers to one input, the right ones, and the attention of its last layer. */
export interface Response {
  answers: Float64Array;
  /** -1 where nothing is scored. */
  targets: Float64Array;
  attention: PerHead;
}

/** The responses of a model after `step` steps to the inputs that the page watches, in their order. */
export interface Look {
  step: number;
  responses: readonly Response[];
}

/** All but the texts name a run: a worker trains several, a slice of each in turn. */
export type Command =
  /** For the runs that name its key. */
  | ({ type: 'text' } & TrainingText)
  | {
      run: number;
      type: 'start';
      options: TrainingOptions;
      lengths: readonly number[];
      reports: Reports;
      /** Inputs that it answers now and then while it learns. */
      watched: readonly (readonly number[])[];
      beginning: Beginning;
      /** The key of its text; null if its examples are made up. */
      text: string | null;
      /** Written now and then while it learns. */
      writing: Writing | null;
    }
  | { run: number; type: 'write'; writing: Writing | null }
  | { run: number; type: 'pause' }
  | { run: number; type: 'resume' }
  | { run: number; type: 'stop' }
  /** To be continued in another worker. */
  | { run: number; type: 'hand over' };

export type TrainingEvent =
  | { run: number; type: 'started'; info: TrainerInfo }
  /** `look`: null unless it is time for one. */
  | { run: number; type: 'steps'; steps: TrainedSteps; look: Look | null }
  /** Written after the steps that have been reported. */
  | { run: number; type: 'written'; written: Written }
  /** The learned table of positions after `step` steps. */
  | { run: number; type: 'table'; step: number; table: Matrix; change: Matrix }
  | { run: number; type: 'evaluated'; length: Evaluated }
  | { run: number; type: 'model'; checkpoint: Checkpoint }
  /** After the steps that have been reported: with it, another run can go on from there. */
  | { run: number; type: 'state'; checkpoint: Checkpoint }
  /** It has left this worker; the checkpoint includes everything reported so far. */
  | { run: number; type: 'handed over'; checkpoint: Checkpoint }
  /** The last event. `stopped`: before its end; `open`: trainers that are alive in the worker. */
  | { run: number; type: 'done'; stopped: boolean; open: number }
  | { run: number; type: 'failed'; error: ErrorData };
