// The phases of earlier visits, kept in this browser by their settings.
import { createStore, delMany, entries, get, set } from 'idb-keyval';
import { owner } from '../../storage/stored.ts';
import type { StorageProblem } from '../../ui/storage-notice.ts';
import { problemOf } from '../training/stored-session.ts';
import type { Compared } from './phases.ts';

interface StoredPhases extends Compared {
  /** Other versions are not read. */
  version: 1;
  /** When they were kept; the first ones do not say. */
  at?: number;
}

/** If there are more, the oldest are removed. */
const maxStored = 24;

let opened: ReturnType<typeof createStore> | undefined;
const store = () => (opened ??= createStore(`posenc-${owner}phases`, 'kept'));

const isStored = (value: unknown): value is StoredPhases =>
  typeof value === 'object' && value !== null && 'version' in value && value.version === 1;

/** Null if there are none, or if the browser stores nothing. */
export async function storedPhases(setting: string): Promise<StoredPhases | null> {
  try {
    const found = await get<unknown>(setting, store());
    return isStored(found) ? found : null;
  } catch {
    return null;
  }
}

/** Removes all but the newest. */
async function removeOldest(): Promise<void> {
  const all = await entries<string, unknown>(store());
  const at = (value: unknown): number => (isStored(value) ? (value.at ?? 0) : 0);
  const byAge = all.sort(([, a], [, b]) => at(b) - at(a)).map(([setting]) => setting);
  await delMany(byAge.slice(maxStored), store());
}

export async function keepPhases(
  setting: string,
  { guess, phases }: Compared,
): Promise<StorageProblem> {
  try {
    const stored: StoredPhases = { version: 1, at: Date.now(), guess, phases };
    await set(setting, stored, store());
    await removeOldest();
    return null;
  } catch (error) {
    return problemOf(error);
  }
}
