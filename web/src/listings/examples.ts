// The calls that are made when a listing is run in the page, and the same calls to the core.
import type { PairLayout } from '../core/api.ts';
import { compute } from '../worker/client.ts';

export interface Example {
  /** An expression of Python. */
  call: string;
  core: () => Promise<ArrayLike<number>>;
}

const base = 10000;

const row = (position: number, dModel: number): Example => ({
  call: `sinusoidal_row(${position}, ${dModel})`,
  core: async () => {
    const options = { dModel, base, variant: 'paper', layout: 'interleaved' } as const;
    return (await compute.call('sinusoidalTable', options, Float64Array.of(position))).values;
  },
});

const table = [
  [0.02, -0.01],
  [0.005, 0.03],
];

const lookedUp = (position: number): Example => ({
  call: `look_up(${JSON.stringify(table).replaceAll(',', ', ')}, ${position})`,
  core: async () => {
    const rows = { rows: 2, cols: 2, values: Float64Array.from(table.flat()) };
    return (await compute.call('lookUp', rows, Float64Array.of(position))).values;
  },
});

const query = [0.8, 0.3, -0.5, 0.2];

const turned = (form: string, layout: PairLayout): Example => ({
  call: `${form}([${query.join(', ')}], 5)`,
  core: async () => {
    const options = { headDim: query.length, rotaryDim: query.length, base, layout };
    return (await compute.call('rotate', options, Float64Array.from(query), Float64Array.of(5)))
      .values;
  },
});

const relative = [-200, -9, -1, 0, 1, 7, 8, 127];

/** By the name of the file. */
export const examples: Record<string, readonly Example[]> = {
  'plain_sinusoidal.py': [row(5, 4), row(100, 8)],
  'plain_learned.py': [lookedUp(1), lookedUp(2)],
  'plain_rope.py': [turned('rope_half', 'half_split'), turned('rope_complex', 'interleaved')],
  'plain_alibi.py': [
    {
      call: 'alibi_slopes(6)',
      core: async () => (await compute.call('alibiSlopes', 6, 'released', 8)).values,
    },
    {
      call: 'alibi_row(0.25, 4, 5)',
      core: async () =>
        (await compute.call('alibiBias', Float64Array.of(0.25), 'symmetric', 1, 5)).values,
    },
  ],
  'plain_t5.py': [
    {
      call: `[bucket(n) for n in (${relative.join(', ')})]`,
      core: async () => {
        const options = { direction: 'bidirectional', numBuckets: 32, maxDistance: 128 } as const;
        return (await compute.call('t5Buckets', options, Float64Array.from(relative))).values;
      },
    },
  ],
};
