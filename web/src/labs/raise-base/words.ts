// The phases' results in words.
import type { DataTable } from '../../ui/download.ts';
import { decimals, plain } from '../../plots/format.ts';
import type { TrainingOptions } from '../../worker/training-protocol.ts';
import {
  type Phase,
  type Phases,
  rangeText,
  type Tested,
  type Trains,
  trains,
  type Variant,
  variants,
} from './phases.ts';

/** Its names in a list and in a plot. */
export function namesOf(before: number, base: number): Record<Variant, [string, string]> {
  return {
    trained: ['As trained', 'as trained'],
    base: [`Base ${plain(base)} only, no training`, 'base only'],
    longer: [`Base ${plain(before)}, more training`, 'same base'],
    both: [`Base ${plain(base)}, more training`, 'both'],
  };
}

/** NaN where there is no result: a model whose loss became NaN is not tested. */
export const bitsOf = (one: Tested | undefined): number => one?.bits ?? NaN;

export const bitsText = (one: Tested | undefined, digits: number): string => {
  const bits = bitsOf(one);
  return Number.isNaN(bits) ? 'no result' : decimals(bits, digits);
};

export const colors: Record<Variant, string> = {
  trained: 'ink',
  base: 'wrong',
  longer: 'sinusoidal',
  both: 'rope',
};
export const shapes = {
  trained: 'circle',
  base: 'diamond',
  longer: 'square',
  both: 'circle',
} as const;

/** Over the last range. */
export function bestOf(phases: Phases): Variant {
  const last = (name: Variant) => bitsOf(phases[name].evaluated.slice(-1)[0]);
  const tested = variants.filter((name) => !Number.isNaN(last(name)));
  return tested.sort((a, b) => last(a) - last(b))[0] ?? 'trained';
}

type Names = ReturnType<typeof namesOf>;

/** A sentence for each variant whose training broke off; '' if none did. */
export const divergedText = (phases: Phases, names: Names): string =>
  variants
    .filter((name) => phases[name].divergedAt !== null)
    .map((name) => `${names[name][0]}: the loss became NaN at step ${phases[name].divergedAt}.`)
    .join(' ');

export function findingOf(
  phases: Phases | null,
  trained: TrainingOptions,
  { base, length }: { base: number; length: number },
): string {
  const names = namesOf(trained.base, base);
  if (!phases) {
    return `Take the RoPE of Lab 4, trained at length ${trained.trainLongest}, raise its base to ${plain(base)} and train it further at length ${length}`;
  }
  const at = (n: number) =>
    variants
      .map((name) => `${names[name][1]} ${bitsText(phases[name].evaluated[n], 2)}`)
      .join(', ');
  const [, between, pastBoth] = phases.trained.evaluated;
  if (!between || !pastBoth) return '';
  return `Bits per character at positions ${rangeText(between)}: ${at(1)}. At positions ${rangeText(pastBoth)}: ${at(2)}`;
}

/** Below the badge: the best model beyond both lengths against the one it began with. */
export function lineOf(
  phases: Phases | null,
  { trainLongest }: TrainingOptions,
  { length }: { length: number },
): string {
  if (!phases) return `Trained at length ${trainLongest}: raise its base, go on at ${length}.`;
  const beyond = (name: Variant) => bitsText(phases[name].evaluated.slice(-1)[0], 2);
  const best = bestOf(phases);
  return best === 'trained'
    ? `Bits beyond ${length}: ${beyond(best)} as trained, fewer than any other.`
    : `Bits beyond ${length}: ${beyond(best)} at best, ${beyond('trained')} as trained.`;
}

export function rangeWords(phases: Phases, names: Names, n: number): string {
  const range = phases.trained.evaluated[n];
  const parts = variants.map(
    (name) => `${names[name][1]} ${bitsText(phases[name].evaluated[n], 3)}`,
  );
  return range ? `positions ${rangeText(range)}: ${parts.join(', ')}` : '';
}

export function tableOf(phases: Phases | null, names: Names): DataTable {
  const rows = phases
    ? variants.flatMap((name) =>
        phases[name].evaluated.map((one) => [
          names[name][0],
          phases[name].losses.length,
          one.from,
          one.length - 1,
          bitsOf(one),
        ]),
      )
    : [];
  return {
    head: ['model', 'steps', 'from position', 'to position', 'bits per character'],
    count: rows.length,
    row: (n) => rows[n] ?? [],
  };
}

/** The progress of the two phases that train, step by step. */
export type Steps = Record<Trains, Pick<Phase, 'losses' | 'accuracies' | 'bits'>>;

/** The first and the last loss of both, in bits per character; '' before both have one. */
export function lossSummary(steps: Steps, names: Names): string {
  const parts = trains.flatMap((name) => {
    const { bits } = steps[name];
    const [first, last] = [bits[0], bits[bits.length - 1]];
    if (first === undefined || last === undefined) return [];
    return [`${names[name][1]} from ${decimals(first, 2)} to ${decimals(last, 2)}`];
  });
  return parts.length < trains.length
    ? ''
    : `Bits per character, from the first step to the last: ${parts.join(', ')}.`;
}

export function stepTable(steps: Steps, names: Names): DataTable {
  return {
    head: [
      'step',
      ...trains.flatMap((name) =>
        ['loss', 'accuracy', 'bits per character'].map((what) => `${names[name][0]} (${what})`),
      ),
    ],
    count: Math.max(...trains.map((name) => steps[name].losses.length)),
    row: (n) => [
      n + 1,
      ...trains.flatMap((name) => {
        const { losses, accuracies, bits } = steps[name];
        return [losses[n] ?? '', accuracies[n] ?? '', bits[n] ?? ''];
      }),
    ],
  };
}
