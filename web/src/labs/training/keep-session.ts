// Sessions in this browser's storage: once they are over, and while they are under way.
import type { Answers } from '../../core/api.ts';
import type { StorageProblem } from '../../ui/notices.ts';
import { type Begun, TrainingRun } from '../../worker/training-client.ts';
import type { Checkpoint } from '../../worker/training-protocol.ts';
import { idOf } from './schemes.ts';
import { type Entry, type Run, runName, type Session } from './session.ts';
import { checkpointOf, keep, type StoredRun } from './stored-session.ts';

/** Whose session it is, and what the reader guessed before it. */
interface Of {
  figure: string;
  guesses: Answers;
}

/** @param steps those that count */
function storedRun(run: Run, steps: number): StoredRun {
  const { options, state, losses, accuracies, bits = [], divergedAt, evaluated } = run;
  return {
    options,
    state: state === 'done' || state === 'failed' ? state : 'stopped',
    losses: losses.slice(0, steps),
    accuracies: accuracies.slice(0, steps),
    ...(bits.length > 0 && { bits: bits.slice(0, steps) }),
    divergedAt,
    evaluated,
    over: true,
    failure: null,
  };
}

const textOf = ({ taskInfo: { text } }: Session) =>
  text ? { text: { name: text.name, checksum: text.key } } : {};

const modelsOf = (run: Run, checkpoint: Checkpoint | null | undefined) =>
  checkpoint ? [{ scheme: idOf(run.options), seed: run.options.seed, checkpoint }] : [];

function keepOver(session: Session, { figure, guesses }: Of): Promise<StorageProblem> {
  const { setting, task, trained, endedAt } = session;
  const runs = trained.map(({ run }) => storedRun(run, run.losses.length));
  const models = trained.flatMap(({ run }) =>
    modelsOf(run, run instanceof TrainingRun ? run.model : null),
  );
  const about = { version: 1, setting, task, at: endedAt ?? 0, ...textOf(session) } as const;
  return keep(figure, { ...about, guesses, runs }, models);
}

/** The steps of a run that its latest state or, once it is done, its model includes. */
const storedSteps = (run: TrainingRun): number =>
  run.state === 'done' ? run.losses.length : (run.sent?.steps ?? 0);

const stateOf = (run: TrainingRun): Checkpoint | null => run.model ?? run.sent?.checkpoint ?? null;

/** Keeps how far the runs of a session are: each with the steps of its latest state. */
function keepUnfinished(session: Session, { figure, guesses }: Of): Promise<StorageProblem> {
  const { setting, task, live } = session;
  const runs = live.map((run) => storedRun(run, storedSteps(run)));
  const models = live.flatMap((run) => modelsOf(run, stateOf(run)));
  const about = { version: 1, setting, task, at: Date.now(), ...textOf(session) } as const;
  return keep(figure, { ...about, guesses, runs, unfinished: true }, models);
}

/** By the names of the runs; without those that have to begin anew. */
export async function begunOf({ setting, task, trained }: Session): Promise<Map<string, Begun>> {
  const all = new Map<string, Begun>();
  for (const { run, seed } of trained) {
    const scheme = idOf(run.options);
    const isHere = run instanceof TrainingRun;
    const steps = isHere ? storedSteps(run) : run.losses.length;
    if (steps === 0 || run.divergedAt !== null) continue;
    const checkpoint = isHere
      ? stateOf(run)
      : await checkpointOf({ setting, task, scheme, seed, at: 0 });
    if (!checkpoint) continue;
    const { losses, accuracies, bits = [], evaluated } = storedRun(run, steps);
    all.set(runName(scheme, seed), { checkpoint, losses, accuracies, bits, evaluated });
  }
  return all;
}

/** The least time between two times that a session under way is kept. */
const intervalMs = 5000;

/** Keeps sessions one after the other, so that the last word stays. */
export class SessionKeeper {
  private last: Promise<unknown> = Promise.resolve();
  private lastAt = -Infinity;
  private isWriting = false;
  /** The stored progress of the session under way, in short. */
  private state = '';

  over(session: Session, of: Of): Promise<StorageProblem> {
    const written = this.last.then(() => keepOver(session, of));
    this.last = written;
    this.state = '';
    return written;
  }

  /** Keeps how far it is: every few seconds, and whenever it is paused. */
  follow(session: Session, of: Of, now: number): void {
    if (this.isWriting || (!session.paused && now - this.lastAt < intervalMs)) return;
    const state = session.live
      .map(({ state, sent, evaluated }) => [state, sent?.steps, evaluated.length].join(' '))
      .join('; ');
    if (state === this.state || session.live.every(({ sent }) => sent === null)) return;
    this.state = state;
    this.lastAt = now;
    this.isWriting = true;
    this.last = this.last
      .then(() => keepUnfinished(session, of))
      .finally(() => {
        this.isWriting = false;
      });
  }
}

// The trained models of a session: of this visit, or kept in this browser.

/** The first model of a scheme; null if there is none, as after an early stop. */
export async function trainedModel(
  { setting, task }: Session,
  { scheme: { id: scheme }, options, runs: [first] }: Entry,
): Promise<Checkpoint | null> {
  const { seed = options.seed, run } = first ?? {};
  const here = run instanceof TrainingRun ? run.model : null;
  return here ?? checkpointOf({ setting, task, scheme, seed, at: 0 });
}

/** The models of a session that there are, the first of each scheme. */
export async function trainedModels(session: Session) {
  const models = await Promise.all(
    session.entries.map(async (entry) => {
      const { scheme, options } = entry;
      const checkpoint = await trainedModel(session, entry);
      return checkpoint ? [{ scheme: scheme.id, options, checkpoint }] : [];
    }),
  );
  return models.flat();
}
