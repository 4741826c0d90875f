// All work of a learner in this browser: to read, add to, remove and restore.
import { isObject, Stored } from '../storage/stored.ts';
import type { StorageProblem } from '../ui/notices.ts';
import { documents, type StoredDocument, merged, type Snapshot } from './documents.ts';

/** The documents before a reset, an import, or the undoing of an import. */
export interface Removed {
  why: 'reset' | 'import' | 'undo';
  at: string;
  documents: Snapshot;
}

/** (An object even if nothing was removed: null alone would count as unreadable.) */
interface LastRemoved {
  version: 1;
  last: Removed | null;
}

const nothingRemoved: LastRemoved = { version: 1, last: null };

function removedFrom(value: unknown): LastRemoved | null {
  if (!isObject(value)) return null;
  const { version, last } = value as unknown as LastRemoved;
  if (version !== 1) return null;
  if (last === null) return nothingRemoved;
  const isRemoved =
    isObject(last) &&
    ['reset', 'import', 'undo'].includes(last.why) &&
    typeof last.at === 'string' &&
    isObject(last.documents);
  return isRemoved ? { version, last } : null;
}

export class Portfolio {
  private readonly stored = new Map(
    documents.map((document) => [
      document.name,
      new Stored(document.name, document.parse, document.empty),
    ]),
  );
  private readonly lastRemoved = new Stored('removed', removedFrom, nothingRemoved);

  private get all(): Stored<unknown>[] {
    return [...this.stored.values(), this.lastRemoved as Stored<unknown>];
  }

  value<T>({ name, empty }: StoredDocument<T>): T {
    return (this.stored.get(name)?.value as T | undefined) ?? empty;
  }

  /** All documents that are not empty. */
  snapshot(): Snapshot {
    const all: Snapshot = {};
    for (const document of documents) {
      const value = this.value(document);
      if (JSON.stringify(value) !== JSON.stringify(document.empty)) all[document.name] = value;
    }
    return all;
  }

  get removed(): Removed | null {
    return this.lastRemoved.value.last;
  }

  /** Why some of it is not kept; null if all is. */
  get storageProblem(): StorageProblem {
    return this.all.find(({ problem }) => problem !== null)?.problem ?? null;
  }

  /** The names of documents that could not be read. */
  get unreadable(): string[] {
    return [...this.stored].flatMap(([name, { unreadable }]) => (unreadable === null ? [] : name));
  }

  /** Something that could not be read is still stored. */
  get hasUnreadable(): boolean {
    return this.all.some(({ hasUnreadable }) => hasUnreadable);
  }

  /** Adds the documents of a file. */
  add(imported: Snapshot): void {
    // A reset before it can still be undone.
    if (this.removed?.why !== 'reset') this.remember('import');
    this.merge(imported);
  }

  /** Merges documents with the kept ones, without a way back. */
  merge(imported: Snapshot): void {
    for (const { name, merge } of documents) {
      if (name in imported) this.stored.get(name)?.change((mine) => merge(mine, imported[name]));
    }
  }

  /** Returns whether there was anything to remove. */
  reset(): boolean {
    // If there is nothing, Undo is still about the last reset.
    if (Object.keys(this.snapshot()).length === 0) return false;
    this.remember('reset');
    this.put({});
    this.writeAgain();
    return true;
  }

  /**
   * Brings back the documents from before. After a reset, work done since then is kept; an import is undone as a whole,
   * and can be brought back in turn.
   */
  undo(): void {
    const { removed } = this;
    if (!removed) return;
    const before = this.before();
    const restored = removed.why === 'reset' ? merged(this.snapshot(), before) : before;
    if (removed.why === 'reset') this.lastRemoved.change(() => nothingRemoved);
    else this.remember('undo');
    this.put(restored);
    this.writeAgain();
  }

  /** Deletes what was removed, and what cannot be read. */
  forget(): void {
    this.lastRemoved.change(() => nothingRemoved);
    for (const stored of this.all) stored.forgetUnreadable();
    this.writeAgain();
  }

  watch(changed: () => void): () => void {
    const ends = this.all.map((stored) => stored.watch(changed));
    return () => ends.forEach((end) => end());
  }

  private remember(why: Removed['why']): void {
    const again = why === 'reset' && this.removed?.why === 'reset';
    // After two resets in a row, Undo brings back what either removed.
    const documents = again ? merged(this.snapshot(), this.before()) : this.snapshot();
    const last = { why, at: new Date().toISOString(), documents };
    this.lastRemoved.change(() => ({ version: 1, last }));
  }

  /** The removed documents that can be read. */
  private before(): Snapshot {
    const before: Snapshot = {};
    for (const { name, parse } of documents) {
      const value = parse(this.removed?.documents[name] ?? null);
      if (value !== null) before[name] = value;
    }
    return before;
  }

  /** Writes again what did not fit before: now there may be room. */
  private writeAgain(): void {
    for (const stored of this.all) if (stored.problem) stored.change((value: unknown) => value);
  }

  private put(all: Snapshot): void {
    for (const { name, empty } of documents) {
      const value = all[name] ?? empty;
      const stored = this.stored.get(name);
      if (JSON.stringify(stored?.value) !== JSON.stringify(value)) stored?.change(() => value);
    }
  }
}
