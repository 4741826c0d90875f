// Phases that continue the training of one model, and their tests: each place is tested once, in the last of them.
import type { LengthResult } from '../../core/api.ts';
import { compute } from '../../worker/client.ts';
import type { Checkpoint, TrainingOptions, TrainingText } from '../../worker/training-protocol.ts';
import { withModel } from '../../worker/with-model.ts';

/** What the lab compares, in this order: the trained model, with another base, trained on, and both. */
export const variants = ['trained', 'base', 'longer', 'both'] as const;
export type Variant = (typeof variants)[number];

/** Those that take steps. */
export type Trains = 'longer' | 'both';
export const trains: readonly Trains[] = ['longer', 'both'];

/** A result over the positions `from` to length - 1. */
export type Tested = { length: number; from: number } & LengthResult;

/** A phase as it is kept and exported; without steps, only the options changed. */
export interface Phase {
  options: TrainingOptions;
  losses: number[];
  accuracies: number[];
  /** The losses in bits per character. */
  bits: number[];
  divergedAt: number | null;
  evaluated: Tested[];
}

export type Phases = Record<Variant, Phase>;

/** A result of the lab, and which variant the reader expected to be best; '' if none. */
export interface Compared {
  guess: Variant | '';
  phases: Phases;
}

/** The positions that are tested: those of the first training, those of the longer one, and as many beyond. */
export function rangesOf(trained: TrainingOptions, length: number) {
  const { trainLongest } = trained;
  return [
    { from: 0, length: trainLongest },
    { from: trainLongest, length },
    { from: length, length: 2 * length },
  ];
}

export const rangeText = ({ from, length }: { from: number; length: number }): string =>
  `${from} to ${length - 1}`;

/**
 * A model's results over these ranges.
 * @param options with which it begins a phase; null: as it is
 * @param tested called after each range
 */
export const testedOver = (
  model: Checkpoint,
  text: TrainingText | null,
  ranges: readonly { from: number; length: number }[],
  options: TrainingOptions | null,
  tested: () => void,
): Promise<Tested[]> =>
  withModel(
    model,
    async (id) => {
      if (options) await compute.call('continueTraining', id, options);
      const results: Tested[] = [];
      for (const { from, length } of ranges) {
        const result = await compute.call('evaluateFrom', id, length, from);
        results.push({ length, from, ...result });
        tested();
      }
      return results;
    },
    text,
  );
