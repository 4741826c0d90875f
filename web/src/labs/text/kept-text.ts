// The reader's own text, kept in this browser. (It is too large for the storage of texts.)
import { createStore, del, get, set } from 'idb-keyval';
import { owner } from '../../storage/kept.ts';
import type { StorageProblem } from '../../ui/storage-notice.ts';
import { problemOf } from '../training/kept-session.ts';

export interface KeptText {
  /** Other versions are not read. */
  version: 1;
  /** Of the file. */
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Whether the labs use it; if not, they use the book. */
  isChosen: boolean;
}

const key = 'text';
let opened: ReturnType<typeof createStore> | undefined;
const store = () => (opened ??= createStore(`posenc-${owner}texts`, 'kept'));

const isKeptText = (value: unknown): value is KeptText =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  value.version === 1 &&
  'bytes' in value &&
  value.bytes instanceof Uint8Array;

/** Null if there is none, or if the browser stores nothing. */
export async function keptText(): Promise<KeptText | null> {
  try {
    const found = await get<unknown>(key, store());
    return isKeptText(found) ? found : null;
  } catch {
    return null;
  }
}

/** Keeps a text instead of the last one, or with null keeps none. */
export async function keepText(text: KeptText | null): Promise<StorageProblem> {
  try {
    await (text ? set(key, text, store()) : del(key, store()));
    return null;
  } catch (error) {
    return problemOf(error);
  }
}
