// What the page and the workers that train say to each other.
import type {
  LengthResult,
  Matrix,
  TrainedSteps,
  TrainerInfo,
  TrainingOptions,
  TrainingTask,
} from '../core/api.ts';
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
  'copy-course',
  'previous-20',
  'forward-fill-20',
  'first-causal-20',
] as const;
export type Task = (typeof tasks)[number];

export type { TrainedSteps, TrainerInfo, TrainingOptions, TrainingTask };

/** How well one length went; where the model has no answer for it, why. */
export type Evaluated =
  ({ length: number } & LengthResult) | { length: number; accuracy: null; why: string };

/** Each names its run: what belongs to another is dropped. */
export type Command =
  | {
      run: number;
      type: 'start';
      options: TrainingOptions;
      lengths: readonly number[];
      /** Whether its table of positions is told too, as it is now and then. */
      tells: 'steps' | 'steps and table';
    }
  | { run: number; type: 'pause' }
  | { run: number; type: 'resume' }
  | { run: number; type: 'stop' };

export type TrainingEvent =
  | { run: number; type: 'started'; info: TrainerInfo }
  | { run: number; type: 'steps'; steps: TrainedSteps }
  /** The learned table of positions as it stands after so many steps. */
  | { run: number; type: 'table'; step: number; table: Matrix }
  | { run: number; type: 'evaluated'; lengths: Evaluated[] }
  /** No more comes. `stopped`: before its end; `open`: trainers that are alive in the worker. */
  | { run: number; type: 'done'; stopped: boolean; open: number }
  | { run: number; type: 'failed'; error: { code: ErrorCode; message: string } };
