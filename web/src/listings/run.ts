// Runs a listing in the page's own Python, and makes the same calls to the core.
import { endText, failureText } from '../exercises/code/failures.ts';
import { Run } from '../exercises/code/runner.ts';
import { decimals } from '../plots/format.ts';
import { examples } from './examples.ts';

/** The numbers to show, or why there are none. */
export type Answer = { numbers: string[] } | { refusal: string };

export interface Compared {
  call: string;
  python: Answer;
  core: Answer;
}

/** Both compute in double precision, so numbers near 1 agree to 12 decimals. */
export const shownDecimals = 12;

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
