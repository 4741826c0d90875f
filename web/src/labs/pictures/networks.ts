// The networks that learn a picture side by side: one for each way of giving them a place.
import type { CoordinateOptions } from '../../core/api.ts';
import { plain } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';

export interface Network {
  /** Above its picture. */
  name: string;
  /** Beside its curve. */
  short: string;
  /** Within a sentence. */
  title: string;
  color: string;
  as: Series['as'];
  options: CoordinateOptions;
  /** How many numbers it learns. */
  parameters: number;
}

export const mostScales = 3;
/** From the smallest scale to the largest. */
const colors = ['sinusoidal', 'accent', 'wrong'];
const onlyColor = 'accent';

type Look = Pick<Network, 'name' | 'short' | 'title' | 'color' | 'as'>;

export const rawLook: Look = {
  ...{ name: 'x and y', short: 'x and y', title: 'raw coordinates' },
  ...{ color: 'soft', as: 'dashed' },
};

export const nerfLook: Look = {
  ...{ name: 'NeRF’s waves', short: 'NeRF', title: 'NeRF’s waves' },
  ...{ color: 'form', as: 'line' },
};

/** Of random features with a scale, one of some. */
export function randomLook(scale: number, scales: readonly number[]): Look {
  const rank = [...scales].sort((a, b) => a - b).indexOf(scale);
  return {
    name: `random, scale ${plain(scale)}`,
    short: `scale ${plain(scale)}`,
    title: `random features of scale ${plain(scale)}`,
    color: (scales.length > 1 ? colors[rank] : onlyColor) ?? onlyColor,
    as: 'line',
  };
}
