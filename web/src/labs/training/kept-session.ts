// What a reader has trained, kept in this browser: results and models, too large for where texts are kept.
import { createStore, del, get, getMany, keys, setMany } from 'idb-keyval';
import type { Checkpoint, Evaluated, TrainingOptions } from '../../worker/training-protocol.ts';

/** A run of an earlier visit, told like one that is under way. */
export interface KeptRun {
  options: TrainingOptions;
  state: 'done' | 'stopped' | 'failed';
  losses: number[];
  accuracies: number[];
  divergedAt: number | null;
  evaluated: Evaluated[];
  readonly over: true;
  readonly failure: null;
}

export interface KeptSession {
  /** Another form is not read. */
  version: 1;
  /** What was set, as its link says it. */
  setting: string;
  task: string;
  /** When it ended. */
  at: number;
  /** What the reader expected before, by question. */
  guesses: Record<string, string>;
  runs: KeptRun[];
}

/** A model that is kept, by what it was trained with. */
export interface KeptModel {
  setting: string;
  task: string;
  scheme: TrainingOptions['scheme'];
  seed: number;
  at: number;
}

/** Why something is not kept; null if it is. */
export type Trouble = 'full' | 'forbidden' | null;

/** More sessions than this are not kept: the oldest go. */
const most_sessions = 12;

const session_prefix = 'session ';
const sessionKey = (setting: string) => `${session_prefix}${setting}`;
const modelKey = ({ setting, scheme, seed }: Pick<KeptModel, 'setting' | 'scheme' | 'seed'>) =>
  `model ${setting} ${scheme} ${seed}`;
const lastKey = (figure: string) => `last ${figure}`;

let opened: ReturnType<typeof createStore> | undefined;
const store = () => (opened ??= createStore('posenc-labs', 'kept'));

/** Tells when something is kept that was not before. */
export const kept = new EventTarget();

// A browser may refuse any of this, at any time: the page goes on without it.
async function orNothing<T>(ask: () => Promise<T | undefined>): Promise<T | null> {
  try {
    return (await ask()) ?? null;
  } catch {
    return null;
  }
}

const isSession = (value: unknown): value is KeptSession =>
  typeof value === 'object' && value !== null && 'version' in value && value.version === 1;

/** All of them, the newest first. */
async function sessions(): Promise<KeptSession[]> {
  const all = await orNothing(async () => {
    const names = (await keys<string>(store())).filter((key) => key.startsWith(session_prefix));
    return getMany<unknown>(names, store());
  });
  return (all ?? []).filter(isSession).sort((a, b) => b.at - a.at);
}

/** What came of those settings. */
export async function sessionOf(setting: string): Promise<KeptSession | null> {
  const found = await orNothing(() => get<unknown>(sessionKey(setting), store()));
  return isSession(found) ? found : null;
}

/** The settings that a figure was last trained with. */
export const lastOf = (figure: string): Promise<string | null> =>
  orNothing(() => get<string>(lastKey(figure), store()));

async function removeSession({ setting, runs }: KeptSession): Promise<void> {
  for (const { options } of runs) await del(modelKey({ setting, ...options }), store());
  await del(sessionKey(setting), store());
}

/** Keeps what came of a figure's session, in place of what came of the same settings before. */
export async function keep(
  figure: string,
  session: KeptSession,
  models: readonly { scheme: TrainingOptions['scheme']; seed: number; checkpoint: Checkpoint }[],
): Promise<Trouble> {
  const { setting } = session;
  const write = () =>
    setMany(
      [
        [sessionKey(setting), session],
        [lastKey(figure), setting],
        ...models.map(({ checkpoint, ...of }): [string, Checkpoint] => [
          modelKey({ setting, ...of }),
          checkpoint,
        ]),
      ],
      store(),
    );
  try {
    const older = (await sessions()).filter((one) => one.setting !== setting);
    for (const one of older.slice(most_sessions - 1)) await removeSession(one);
    try {
      await write();
    } catch (error) {
      // What is full may have room without the older half.
      if (!isQuota(error) || older.length === 0) throw error;
      for (const one of older.slice(Math.floor(older.length / 2))) await removeSession(one);
      await write();
    }
    kept.dispatchEvent(new Event('change'));
    return null;
  } catch (error) {
    return isQuota(error) ? 'full' : 'forbidden';
  }
}

const isQuota = (error: unknown): boolean => error instanceof Error && /quota/i.test(error.name);

/** All models that are kept, those of the newest session first. */
export async function models(): Promise<KeptModel[]> {
  return (await sessions()).flatMap(({ setting, task, at, runs }) =>
    runs
      .filter(({ state, divergedAt }) => state === 'done' && divergedAt === null)
      .map(({ options: { scheme, seed } }) => ({ setting, task, scheme, seed, at })),
  );
}

export const checkpointOf = (model: KeptModel): Promise<Checkpoint | null> =>
  orNothing(() => get<Checkpoint>(modelKey(model), store()));
