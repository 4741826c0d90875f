// The seed of figures with random numbers.
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
