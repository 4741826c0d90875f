// The learner's programs of exercises in code, as the browser keeps them, and the numbers that they give.
import type { OwnReading, OwnScheme } from '../../core/api.ts';
import { assignedSeed, watchAssignment } from '../../exercises/assignment.ts';
import { endText, failureText } from '../../exercises/code/failures.ts';
import { Run } from '../../exercises/code/runner.ts';
import { texts } from '../../exercises/code/texts.ts';
import { sourceKey } from '../../exercises/sheet.ts';
import { Work } from '../../exercises/work.ts';
import { compute } from '../../worker/client.ts';

/** The exercises whose functions can train. */
export const exercises = ['code-sinusoidal', 'code-rope', 'code-alibi'] as const;
export type Exercise = (typeof exercises)[number];

export class Programs {
  private readonly works = exercises.map((exercise) => ({ exercise, work: new Work(exercise) }));

  /** The program of each exercise that has been begun. */
  get sources(): ReadonlyMap<string, string> {
    const all = new Map<string, string>();
    for (const { exercise, work } of this.works) {
      const source = work.sheet(assignedSeed(exercise) ?? 0).answers[sourceKey];
      if (source !== undefined && source !== texts[exercise]?.start) all.set(exercise, source);
    }
    return all;
  }

  /** Returns functions that end it. */
  watch(changed: () => void): (() => void)[] {
    return [watchAssignment(changed), ...this.works.map(({ work }) => work.watch(changed))];
  }
}

/** What a program gave: the core's reading, or why nothing could be asked. */
export type Given = { reading: OwnReading } | { failure: string };

/** Runs a program once for all calls of its scheme. */
export async function numbersOf(
  { scheme, calls }: OwnScheme,
  source: string,
  signal: AbortSignal,
): Promise<Given> {
  const run = new Run(source, calls, () => undefined);
  const stop = () => run.stop();
  signal.addEventListener('abort', stop);
  try {
    const ran = await run.done;
    if (ran.error) return { failure: failureText(ran.error) };
    if (ran.stopped) return { failure: endText(ran) };
    return { reading: await compute.call('readOwnScheme', scheme, ran.answers) };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
