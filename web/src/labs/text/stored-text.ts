// The reader's own text, kept in this browser. (It is too large for the storage of texts.)
import { createStore, del, get, set } from 'idb-keyval';
import { owner } from '../../storage/stored.ts';
import type { StorageProblem } from '../../ui/storage-notice.ts';
import { problemOf } from '../training/stored-session.ts';

export interface StoredText {
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

const isStoredText = (value: unknown): value is StoredText =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  value.version === 1 &&
  'bytes' in value &&
  value.bytes instanceof Uint8Array;

/** Null if there is none, or if the browser stores nothing. */
export async function storedText(): Promise<StoredText | null> {
  try {
    const found = await get<unknown>(key, store());
    return isStoredText(found) ? found : null;
  } catch {
    return null;
  }
}

/** Keeps a text instead of the last one, or with null keeps none. */
export async function keepText(text: StoredText | null): Promise<StorageProblem> {
  try {
    await (text ? set(key, text, store()) : del(key, store()));
    return null;
  } catch (error) {
    return problemOf(error);
  }
}
