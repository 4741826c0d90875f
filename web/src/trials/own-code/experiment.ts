// Models that train with a learner's numbers, each beside the built-in one of the same scheme.
import type {
  Chart,
  ClaimPlan,
  OwnBest,
  OwnReading,
  OwnTraining,
  Spread,
  TrainedRun,
} from '../../core/api.ts';
import { schemes } from '../../registry.ts';
import { compute } from '../../worker/client.ts';
import { describeTask } from '../../worker/training-client.ts';
import { spreadsOf } from '../claim/models-table.ts';

/** As many as in lab 1. */
export const seeds = 3;

export type Runs = NonNullable<OwnReading['runs']>;

/** A scheme with the options of both models. */
export interface Pair {
  scheme: string;
  title: string;
  runs: Runs;
}

export const titleOf = (scheme: string): string =>
  schemes.find(({ name }) => name === scheme)?.title ?? scheme;

/** The learner's model of each pair, then the built-in one. */
export function planFor(pairs: readonly Pair[]): ClaimPlan {
  const models = pairs.flatMap(({ title, runs: { own, builtIn } }) => {
    const tests = Array.from(own.testLengths, (length) => ({
      under: '',
      length,
      inverseFrequencies: new Float64Array(),
      attentionFactor: 1,
    }));
    return [
      { name: `Your ${title}`, options: own, tests },
      { name: `Built-in ${title}`, options: builtIn, tests },
    ];
  });
  return { models, seeds };
}

export interface Compared extends Pair {
  own: Spread;
  builtIn: Spread;
  training: OwnTraining;
}

export interface Results {
  lengths: Float64Array<ArrayBuffer>;
  trainLongest: number;
  chance: number;
  all: readonly Compared[];
  best: OwnBest;
}

const flat = (parts: readonly Float64Array[]): Float64Array =>
  Float64Array.from(parts.flatMap((part) => Array.from(part)));

/** Accuracies, then losses, of the seeds of one model. */
const measured = (runs: readonly TrainedRun[]): Float64Array =>
  flat([...runs.map(({ accuracies }) => accuracies), ...runs.map(({ losses }) => losses)]);

/** @param runs of the plan for these pairs */
export async function resultsOf(
  pairs: readonly Pair[],
  runs: readonly TrainedRun[],
): Promise<Results> {
  const [first] = pairs;
  if (!first) throw new Error('There is nothing to compare.');
  const spreads = await spreadsOf(planFor(pairs), runs);
  const runsOf = (model: number) => runs.slice(model * seeds, (model + 1) * seeds);
  const all: Compared[] = [];
  for (const [n, pair] of pairs.entries()) {
    const [own, builtIn] = [spreads[2 * n]?.spread, spreads[2 * n + 1]?.spread];
    if (!own || !builtIn) continue;
    const [mine, theirs] = [runsOf(2 * n), runsOf(2 * n + 1)].map(measured);
    const { training } = await compute.call(
      'compareOwnTraining',
      mine ?? new Float64Array(),
      theirs ?? new Float64Array(),
      seeds,
    );
    all.push({ ...pair, own, builtIn, training });
  }
  const { chance } = await describeTask('order');
  const { testLengths: lengths, trainLongest } = first.runs.own;
  const best = await compute.call('bestOwnSchemes', {
    task: 'order',
    schemes: all.map(({ scheme }) => scheme),
    lengths,
    seeds,
    accuracies: flat(pairs.flatMap((_, n) => runsOf(2 * n).map(({ accuracies }) => accuracies))),
    trainLongest,
    chance,
    ceiling: null,
  });
  return { lengths, trainLongest, chance, all, best };
}

/** The learner's models by length, and the built-in ones that are not the same to the bit. */
export function chartOfResults({ lengths: x, chance, all }: Results): Chart {
  const line = (name: string, scheme: string | null, { mean, least, most }: Spread) =>
    ({ name, scheme, x, y: mean, least, most }) as Chart['lines'][number];
  const none = new Float64Array();
  const others = all.filter(({ training }) => training !== 'identical');
  return {
    xAxis: 'length',
    yAxis: 'right answers',
    values: 'shares',
    includes: Float64Array.of(chance, 1),
    lines: [
      ...all.map(({ scheme, title, own }) => line(`your ${title}`, scheme, own)),
      ...others.map(({ title, builtIn }) => line(`built-in ${title}`, null, builtIn)),
      {
        name: 'guessing',
        scheme: 'none',
        x,
        y: x.map(() => chance),
        least: none,
        most: none,
      },
    ],
  };
}
