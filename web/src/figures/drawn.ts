// Shared by figures with random words: their seed, and how loud the words are.
import type { NumberParameter } from '../ui/parameters.ts';

export const seed = (value = 1) =>
  ({
    type: 'number',
    label: 'seed',
    value,
    slider: { min: 1, max: 20, step: 1 },
    least: 0,
    whole: true,
  }) as const satisfies NumberParameter;

/** Even steps to the ear: twelve to a factor of ten. */
const steps = ['1', '1.2', '1.5', '1.8', '2.2', '2.7', '3.3', '3.9', '4.7', '5.6', '6.8', '8.2'];
const loudnesses = [
  ...['e-2', 'e-1', 'e0'].flatMap((power) => steps.map((step) => Number(`${step}${power}`))),
  10,
];

/** The standard deviation of the components of a word's embedding. */
export const loudness = (value = 1) =>
  ({
    type: 'number',
    label: 'loudness of words',
    value,
    slider: { stops: loudnesses },
  }) as const satisfies NumberParameter;

/** A sum with such a cosine to one of its parts has hardly anything of the other. */
export const almostAlike = 0.98;
