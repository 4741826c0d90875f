// Phases that continue the training of one model, and their tests: each place is tested once, in the last of them.
import { createStore, delMany, entries, get, set } from 'idb-keyval';
import type { LengthResult } from '../../core/api.ts';
import { coreVersion } from '../../registry.ts';
import { owner } from '../../storage/stored.ts';
import type { StorageProblem } from '../../ui/notices.ts';
import { compute } from '../../worker/client.ts';
import type { Checkpoint, TrainingOptions, TrainingText } from '../../worker/training-protocol.ts';
import { withModel } from '../../worker/with-model.ts';
import type { TrainedModel } from '../on-demand/models.ts';
import type { ChosenText } from '../text/current-text.ts';
import { textOf, written } from '../training/run-file.ts';
import { problemOf } from '../training/stored-session.ts';

/** Compared in this order: the trained model, with another base, trained on, and both. */
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

// The phases of earlier visits, kept in this browser by their settings.

interface StoredPhases extends Compared {
  /** Other versions are not read. */
  version: 1;
  /** The first versions do not say. */
  at?: number;
}

/** If there are more, the oldest are removed. */
const maxStored = 24;

let opened: ReturnType<typeof createStore> | undefined;
const store = () => (opened ??= createStore(`posenc-${owner}phases`, 'kept'));

const isStored = (value: unknown): value is StoredPhases =>
  typeof value === 'object' && value !== null && 'version' in value && value.version === 1;

/** Null if there are none, or if the browser stores nothing. */
export async function storedPhases(setting: string): Promise<StoredPhases | null> {
  try {
    const found = await get<unknown>(setting, store());
    return isStored(found) ? found : null;
  } catch {
    return null;
  }
}

async function removeOldest(): Promise<void> {
  const all = await entries<string, unknown>(store());
  const at = (value: unknown): number => (isStored(value) ? (value.at ?? 0) : 0);
  const byAge = all.sort(([, a], [, b]) => at(b) - at(a)).map(([setting]) => setting);
  await delMany(byAge.slice(maxStored), store());
}

export async function keepPhases(
  setting: string,
  { guess, phases }: Compared,
): Promise<StorageProblem> {
  try {
    const stored: StoredPhases = { version: 1, at: Date.now(), guess, phases };
    await set(setting, stored, store());
    await removeOldest();
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

// The phases as a file that `posenc train --repeat FILE --text TEXT` repeats.

const phaseOf = ({ options, ...results }: Phase) => ({ options: written(options), ...results });

/**
 * Two runs that begin alike. Phases without a step leave the model as it is, so the first run tests the trained model,
 * then that with the new base, and then trains it on; the second run trains on with the old base.
 */
export function phasesFile(
  { run }: TrainedModel,
  { trained, base, longer, both }: Phases,
  {
    text,
    finding,
    setting,
    link,
  }: {
    text: ChosenText;
    finding: string;
    setting: string;
    link: string;
  },
): string {
  const first = {
    options: written(run.options),
    losses: run.losses,
    accuracies: run.accuracies,
    divergedAt: null,
    evaluated: [],
  };
  const file = {
    posenc: 'training',
    version: 1,
    core: coreVersion,
    task: 'text',
    text: textOf(text),
    ...{ finding, setting, link },
    runs: [
      { ...first, continued: [trained, base, both].map(phaseOf) },
      { ...first, continued: [phaseOf(longer)] },
    ],
  };
  return `${JSON.stringify(file, null, 1)}\n`;
}
