// Sessions and models that are kept in this browser. (They are too large for the storage of texts.)
import { createStore, del, get, getMany, keys, setMany } from 'idb-keyval';
import { owner } from '../../storage/stored.ts';
import type { StorageProblem } from '../../ui/notices.ts';
import type { Checkpoint, Evaluated, TrainingOptions } from '../../worker/training-protocol.ts';
import { idOf } from './schemes.ts';

/** A run of an earlier visit, with the same fields as one that is under way. */
export interface StoredRun {
  options: TrainingOptions;
  state: 'done' | 'stopped' | 'failed';
  losses: number[];
  accuracies: number[];
  /** Of a text. */
  bits?: number[];
  divergedAt: number | null;
  evaluated: Evaluated[];
  readonly over: true;
  readonly failure: null;
}

export interface StoredSession {
  /** Other versions are not read. */
  version: 1;
  /** The key of its settings. */
  setting: string;
  task: string;
  at: number;
  /** The reader's guesses before it, by question. */
  guesses: Record<string, string>;
  /** The text that its models were trained on; none of other tasks. */
  text?: TextIdentity;
  runs: StoredRun[];
  /** The reader left the page while it was under way: runs that are not done can go on from the models kept. */
  unfinished?: boolean;
}

/** Its characters are not stored. */
interface TextIdentity {
  name: string;
  /** The core's. */
  checksum: string;
}

/** A model that is kept, and the settings that it was trained with. */
export interface StoredModel {
  setting: string;
  task: string;
  /** The id of its scheme, or of its mix. */
  scheme: string;
  seed: number;
  at: number;
  text?: TextIdentity;
}

/** If there are more, the oldest are removed. */
const maxSessions = 12;

const sessionPrefix = 'session ';
const sessionKey = (setting: string) => `${sessionPrefix}${setting}`;
const modelKey = ({ setting, scheme, seed }: Pick<StoredModel, 'setting' | 'scheme' | 'seed'>) =>
  `model ${setting} ${scheme} ${seed}`;
const lastKey = (figure: string) => `last ${figure}`;

let opened: ReturnType<typeof createStore> | undefined;
const store = () => (opened ??= createStore(`posenc-${owner}labs`, 'kept'));

/** Fires `change` when another session has been kept. */
export const storedSessions = new EventTarget();

// A browser may refuse any of this, at any time: the page goes on without it.
async function orNull<T>(ask: () => Promise<T | undefined>): Promise<T | null> {
  try {
    return (await ask()) ?? null;
  } catch {
    return null;
  }
}

const isSession = (value: unknown): value is StoredSession =>
  typeof value === 'object' && value !== null && 'version' in value && value.version === 1;

/** All of them, the newest first. */
async function sessions(): Promise<StoredSession[]> {
  const all = await orNull(async () => {
    const names = (await keys<string>(store())).filter((key) => key.startsWith(sessionPrefix));
    return getMany<unknown>(names, store());
  });
  return (all ?? []).filter(isSession).sort((a, b) => b.at - a.at);
}

export async function sessionOf(setting: string): Promise<StoredSession | null> {
  const found = await orNull(() => get<unknown>(sessionKey(setting), store()));
  return isSession(found) ? found : null;
}

/** The settings that a figure was last trained with. */
export const lastOf = (figure: string): Promise<string | null> =>
  orNull(() => get<string>(lastKey(figure), store()));

async function removeSession({ setting, runs }: StoredSession): Promise<void> {
  for (const { options } of runs) {
    await del(modelKey({ setting, scheme: idOf(options), seed: options.seed }), store());
  }
  await del(sessionKey(setting), store());
}

/** Keeps a figure's session instead of the last one with the same settings. */
export async function keep(
  figure: string,
  session: StoredSession,
  models: readonly { scheme: string; seed: number; checkpoint: Checkpoint }[],
): Promise<StorageProblem> {
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
    for (const one of older.slice(maxSessions - 1)) await removeSession(one);
    try {
      await write();
    } catch (error) {
      // Without the older half there may be room. (A session under way does not cost others their place.)
      if (!isQuota(error) || older.length === 0 || session.unfinished) throw error;
      for (const one of older.slice(Math.floor(older.length / 2))) await removeSession(one);
      await write();
    }
    if (!session.unfinished) storedSessions.dispatchEvent(new Event('change'));
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

/** Why a browser did not keep something. */
export const problemOf = (error: unknown): Exclude<StorageProblem, null> =>
  isQuota(error) ? 'full' : 'forbidden';

const isQuota = (error: unknown): boolean => error instanceof Error && /quota/i.test(error.name);

/** All models that are kept, those of the newest session first. */
export async function models(): Promise<StoredModel[]> {
  return (await sessions()).flatMap(({ setting, task, at, runs, text }) =>
    runs
      .filter(({ state, divergedAt }) => state === 'done' && divergedAt === null)
      .map(({ options }) => ({
        ...{ setting, task, at, scheme: idOf(options), seed: options.seed },
        ...(text && { text }),
      })),
  );
}

export const checkpointOf = (model: StoredModel): Promise<Checkpoint | null> =>
  orNull(() => get<Checkpoint>(modelKey(model), store()));
