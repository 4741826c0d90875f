// Runs a listing in the page's own Python, and makes the same calls to the core.
import type { PairLayout } from '../core/api.ts';
import { endText, failureText } from '../exercises/code/failures.ts';
import { Run } from '../exercises/code/runner.ts';
import { decimals } from '../plots/format.ts';
import { compute } from '../worker/client.ts';

/** The numbers to show, or why there are none. */
export type Answer = { numbers: string[] } | { refusal: string };

export interface Compared {
  call: string;
  python: Answer;
  core: Answer;
}

/** Both compute in double precision, so numbers near 1 agree to 12 decimals. */
const shownDecimals = 12;

const written = (values: ArrayLike<number>): string[] =>
  Array.from(values, (value) =>
    Number.isInteger(value) ? String(value).replace('-', '\u2212') : decimals(value, shownDecimals),
  );

/** Python's repr of a list of numbers. */
const listIn = (text: string): number[] => (JSON.parse(text) as unknown[]).map(Number);

/**
 * Runs a listing and the same calls to the core. Throws an error with a sentence if Python cannot start or is stopped.
 */
export async function runListing(file: string, program: string): Promise<Compared[]> {
  const all = examples[file] ?? [];
  const run = new Run(
    program,
    all.map(({ call }) => call),
    () => {},
  );
  const cores = all.map(({ core }): Promise<Answer> =>
    core().then(
      (values) => ({ numbers: written(values) }),
      (error: unknown) => ({ refusal: (error as Error).message }),
    ),
  );
  const { answers, raised, error, ...end } = await run.done;
  if (error) throw new Error(failureText(error));
  if (end.stopped) throw new Error(endText({ answers, raised, error, ...end }));
  return Promise.all(
    all.map(async ({ call }, n) => {
      const failure = raised[call];
      const python: Answer = failure
        ? { refusal: `${failure.type}: ${failure.message}` }
        : { numbers: written(listIn(answers[call] ?? '[]')) };
      return { call, python, core: (await cores[n]) ?? { numbers: [] } };
    }),
  );
}

// The calls that are made when a listing is run in the page, and the same calls to the core.

interface Example {
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
const examples: Record<string, readonly Example[]> = {
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
