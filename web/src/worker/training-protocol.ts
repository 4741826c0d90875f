// What the page and the workers that train say to each other.
import type {
  LengthResult,
  Matrix,
  TrainedSteps,
  TrainerInfo,
  TrainingOptions,
  TrainingTask,
} from '../core/api.ts';
import type { ErrorData } from '../core/errors.ts';

export type { TrainedSteps, TrainerInfo, TrainingOptions, TrainingTask };

/** How well one length went; where the model has no answer for it, why. */
export type Evaluated =
  ({ length: number } & LengthResult) | { length: number; accuracy: null; why: string };

/** A checkpoint: all that a model is, and all that it takes to go on with it. */
export type Checkpoint = Uint8Array<ArrayBuffer>;

/** What is told of a run beside its steps: its table of positions now and then, or itself when it has ended. */
export type Tells = 'steps' | 'table' | 'model';

/** Each names its run: a worker trains several, a slice of each in turn. */
export type Command =
  | {
      run: number;
      type: 'start';
      options: TrainingOptions;
      lengths: readonly number[];
      tells: Tells;
      /** Where another worker left off; null to begin. */
      from: Checkpoint | null;
    }
  | { run: number; type: 'pause' }
  | { run: number; type: 'resume' }
  | { run: number; type: 'stop' }
  /** To be gone on with elsewhere. */
  | { run: number; type: 'hand over' };

export type TrainingEvent =
  | { run: number; type: 'started'; info: TrainerInfo }
  | { run: number; type: 'steps'; steps: TrainedSteps }
  /** The learned table of positions as it stands after so many steps. */
  | { run: number; type: 'table'; step: number; table: Matrix; change: Matrix }
  | { run: number; type: 'evaluated'; length: Evaluated }
  | { run: number; type: 'model'; checkpoint: Checkpoint }
  /** It is no longer here; all that it has told so far is in it. */
  | { run: number; type: 'handed over'; checkpoint: Checkpoint }
  /** No more comes. `stopped`: before its end; `open`: trainers that are alive in the worker. */
  | { run: number; type: 'done'; stopped: boolean; open: number }
  | { run: number; type: 'failed'; error: ErrorData };
