// The page's questions about training, and its one pool of workers that train.
import { compute } from './client.ts';
import { type Material, TrainingPool, TrainingRun as RunOfPool } from './training-pool.ts';
import type { Reports, TrainingOptions, TrainingTask } from './training-protocol.ts';

export type { Begun } from './training-pool.ts';

export const describeTask = (task: string): Promise<TrainingTask> =>
  compute.call('trainingTask', task);

export const defaultsOf = (task: string, scheme: string): Promise<TrainingOptions> =>
  compute.call('trainingDefaults', task, scheme);

/** A task with these options: its reference levels, and the lengths that are tested. */
export async function taskWith(
  task: TrainingTask,
  options: TrainingOptions,
): Promise<TrainingTask> {
  const levels = await compute.call('referenceLevels', options);
  // Options of an earlier visit may lack the lengths.
  const lengths = (options as Partial<TrainingOptions>).testLengths;
  return { ...task, ...levels, ...(lengths?.length && { testLengths: lengths }) };
}

/** In GB; not every browser says it. */
interface WithMemory {
  deviceMemory?: number;
}

const leastMemory = 2;

/** A phone, or a device with a single processor or little memory. */
const isSmall = (): boolean =>
  matchMedia('(pointer: coarse) and (max-width: 36rem)').matches ||
  navigator.hardwareConcurrency === 1 ||
  ((navigator as WithMemory).deviceMemory ?? Infinity) <= leastMemory;

/** All the training of the page shares its processors. */
const pool = new TrainingPool(
  () => new Worker(new URL('./training.worker.ts', import.meta.url), { type: 'module' }),
  () => navigator.hardwareConcurrency || 2,
  () => compute.missing(),
  isSmall,
);

/** One model in training. It calls `changed` whenever it has something new to show. */
export class TrainingRun extends RunOfPool {
  constructor(
    options: TrainingOptions,
    lengths: readonly number[],
    changed: (run: TrainingRun) => void,
    reports: Reports = 'steps',
    watched: readonly (readonly number[])[] = [],
    material: Material = {},
  ) {
    super(pool, options, lengths, changed, reports, watched, material);
  }
}
