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
  ({ length: number } & LengthResult) | { length: number; accuracy: null; why: string };

/** A checkpoint: a whole model, with all that it takes to continue its training. */
export type Checkpoint = Uint8Array<ArrayBuffer>;

/** What a run reports: its steps alone, also its table of positions now and then, or also the model at its end. */
export type Reports = 'steps' | 'table' | 'model';

/** What a model makes of one input: its answers, which are right, and the attention of its last layer. */
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

/** Each names its run: a worker trains several, a slice of each in turn. */
export type Command =
  | {
      run: number;
      type: 'start';
      options: TrainingOptions;
      lengths: readonly number[];
      reports: Reports;
      /** Inputs that it answers now and then while it learns. */
      watched: readonly (readonly number[])[];
      /** The state in which another worker left it; null to begin. */
      from: Checkpoint | null;
    }
  | { run: number; type: 'pause' }
  | { run: number; type: 'resume' }
  | { run: number; type: 'stop' }
  /** To be continued in another worker. */
  | { run: number; type: 'hand over' };

export type TrainingEvent =
  | { run: number; type: 'started'; info: TrainerInfo }
  /** `look`: null unless it is time for one. */
  | { run: number; type: 'steps'; steps: TrainedSteps; look: Look | null }
  /** The learned table of positions after `step` steps. */
  | { run: number; type: 'table'; step: number; table: Matrix; change: Matrix }
  | { run: number; type: 'evaluated'; length: Evaluated }
  | { run: number; type: 'model'; checkpoint: Checkpoint }
  /** It has left this worker; the checkpoint includes everything reported so far. */
  | { run: number; type: 'handed over'; checkpoint: Checkpoint }
  /** The last event. `stopped`: before its end; `open`: trainers that are alive in the worker. */
  | { run: number; type: 'done'; stopped: boolean; open: number }
  | { run: number; type: 'failed'; error: ErrorData };
