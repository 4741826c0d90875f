// The measures of a lab's models: how often they are right, or how many bits per character of a text they need.
import type { LabOutcome } from '../../core/api.ts';
import { decimals, percent, plain } from '../../plots/format.ts';
import type { LineAxis } from '../../plots/line-plot.ts';
import type { Evaluated } from '../../worker/training-protocol.ts';
import type { LabTask } from './lab-task.ts';

export type StepNumbers = 'losses' | 'accuracies' | 'bits';

export interface Level {
  name: string;
  value: number;
}

/** What else is drawn by length of a task with a planted character. */
export interface ReachNumbers {
  readonly label: string;
  readonly title: string;
  at(tested: Evaluated): number | null;
  write(value: number): string;
  readonly axis: LineAxis;
}

export const reachNumbers: readonly ReachNumbers[] = [
  {
    label: 'Loss by length',
    title: 'Loss on all other characters, in nats',
    at: (tested) => ('loss' in tested ? tested.loss : null),
    write: (value) => decimals(value, 2),
    axis: { title: 'loss', domain: [0, 1.5], mark: plain },
  },
  {
    label: 'Attention weight by length',
    title: 'Attention weight on the planted character',
    at: (tested) => ('plantedWeight' in tested ? tested.plantedWeight : null),
    write: (value) => decimals(value, 2),
    axis: { title: 'weight', domain: [0, 1], mark: plain },
  },
];

export interface Measure {
  /** "Accuracy" */
  readonly title: string;
  /** Of the axis of results by length. */
  readonly byLength: string;
  /** The numbers that are drawn while a lab trains, and those that are folded away. */
  readonly steps: readonly [StepNumbers, StepNumbers];
  /** Reached without any knowledge, the plainest first. */
  readonly levels: readonly Level[];
  readonly levelsText: string;
  /** For tables. */
  readonly counted: string;
  readonly formula: string;
  /** Null where a model has no answer. */
  at(tested: Evaluated): number | null;
  /** @param isExact with one more digit */
  write(value: number, isExact?: boolean): string;
  axis(title: string): LineAxis;
  /** For sorting, the best first. */
  compare(one: number, other: number): number;
  /** "93 % at length 16" of a single scheme. */
  atLength(value: number, length: number): string;
  /** "93 %" or "2.31 bits" */
  amount(value: number): string;
  /** "RoPE gets 93 % right" */
  found(name: string, value: number): string;
  /** "all get 93 % right" */
  foundAlike(value: number): string;
  /** The part of an outcome that it fills. @param values [scheme][seed][length] */
  results(values: Float64Array<ArrayBuffer>): Pick<LabOutcome, 'accuracies' | 'bits'>;
}

const accuracyMeasure = ({ chance }: LabTask): Measure => ({
  title: 'Accuracy',
  byLength: 'accuracy on new examples, by length',
  steps: ['accuracies', 'losses'],
  levels: [{ name: 'guessing', value: chance }],
  levelsText: `Guessing gets ${percent(chance)}.`,
  counted: 'answers scored',
  formula:
    'each step: Adam on the mean cross-entropy −ln p(answer) of one batch; accuracy: how often the right answer has the largest p',
  at: ({ accuracy }) => accuracy,
  write: (value, isExact = false) => percent(value, isExact ? 1 : 0),
  axis: (title) => ({ title, domain: [0, 1], mark: (value) => percent(value) }),
  compare: (one, other) => other - one,
  atLength: (value, length) => `${percent(value)} at length ${length}`,
  amount: (value) => percent(value),
  found: (name, value) => `${name} gets ${percent(value)} right`,
  foundAlike: (value) => `all get ${percent(value)} right`,
  results: (accuracies) => ({ accuracies }),
});

const inBits = (value: number, isExact = false) => decimals(value, isExact ? 3 : 2);

function bitsMeasure(single: number, pair: number): Measure {
  const levels = { single, pair };
  return {
    title: 'Bits per character',
    byLength: 'bits per character on held-out text, by length',
    steps: ['bits', 'accuracies'],
    levels: [
      { name: 'single characters', value: single },
      { name: 'pairs', value: pair },
    ],
    levelsText: `The frequencies of single characters alone need ${inBits(single)} bits, those of pairs ${inBits(pair)}.`,
    counted: 'characters scored',
    formula:
      'each step: Adam on the mean cross-entropy of one batch; bits per character: −log₂ p(next character), the mean over held-out text: within the trained length at all places, beyond it at the new places alone',
    at: ({ bits }) => bits,
    write: inBits,
    axis: (title) => ({ title, domain: [pair, single], mark: plain }),
    compare: (one, other) => one - other,
    atLength: (value, length) => `${inBits(value)} bits at length ${length}`,
    amount: (value) => `${inBits(value)} bits`,
    found: (name, value) => `${name} needs ${inBits(value)} bits per character`,
    foundAlike: (value) => `all need ${inBits(value)} bits per character`,
    results: (values) => ({ accuracies: new Float64Array(0), bits: { values, ...levels } }),
  };
}

export function measureOf(task: LabTask): Measure {
  if (task.measure !== 'bits' || !task.text) return accuracyMeasure(task);
  const { singleBits, pairBits } = task.text.facts;
  return bitsMeasure(singleBits, pairBits);
}

export const stepFacts: Record<
  StepNumbers,
  {
    label: string;
    title: string;
    write: (value: number) => string;
    axis: (title: string) => LineAxis;
  }
> = {
  losses: {
    label: 'Loss while training',
    title: 'loss in nats',
    write: (value) => decimals(value, 3),
    axis: (title) => ({ title, domain: [0, 0.1], mark: plain }),
  },
  accuracies: {
    label: 'Accuracy while training',
    title: 'accuracy on the batch',
    write: (value) => percent(value, 1),
    axis: (title) => ({ title, domain: [0, 1], mark: (value) => percent(value) }),
  },
  bits: {
    label: 'Bits per character while training',
    title: 'loss in bits per character',
    write: (value) => inBits(value),
    axis: (title) => ({ title, mark: plain }),
  },
};
