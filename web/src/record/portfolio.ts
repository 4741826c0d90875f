// All that this browser keeps of a learner: to look through, to add to, to take away and to bring back.
import { Kept, type Trouble } from '../storage/kept.ts';
import { isObject } from '../storage/object.ts';
import { type Document, documents, type Snapshot } from './documents.ts';
import { merged } from './work-file.ts';

/** What was there before it was reset, or changed by an import. */
interface Removed {
  why: 'reset' | 'import' | 'undo';
  at: string;
  documents: Snapshot;
}

/** (It is not called null alone: that would be a text that cannot be read.) */
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
  private readonly kept = new Map(
    documents.map((document) => [
      document.name,
      new Kept(document.name, document.parse, document.empty),
    ]),
  );
  private readonly lastRemoved = new Kept('removed', removedFrom, nothingRemoved);

  private get all(): Kept<unknown>[] {
    return [...this.kept.values(), this.lastRemoved as Kept<unknown>];
  }

  /** Of one document. */
  value<T>({ name, empty }: Document<T>): T {
    return (this.kept.get(name)?.value as T | undefined) ?? empty;
  }

  /** All that holds something. */
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

  get trouble(): Trouble {
    const troubles = this.all.map(({ trouble }) => trouble);
    return troubles.find((trouble) => trouble !== null) ?? null;
  }

  /** The names of documents that could not be read. */
  get spoiled(): string[] {
    return [...this.kept].flatMap(([name, { spoiled }]) => (spoiled === null ? [] : name));
  }

  /** Something that could not be read is still there. */
  get hasUnreadable(): boolean {
    return this.all.some(({ hasUnreadable }) => hasUnreadable);
  }

  /** Adds what a file brought. */
  add(brought: Snapshot): void {
    // What a reset removed is still to be had after it.
    if (this.removed?.why !== 'reset') this.remember('import');
    for (const { name, merge } of documents) {
      if (name in brought) this.kept.get(name)?.change((mine) => merge(mine, brought[name]));
    }
  }

  /** Returns whether there was anything to remove. */
  reset(): boolean {
    // Where there is nothing, the reset before is the one to be undone.
    if (Object.keys(this.snapshot()).length === 0) return false;
    this.remember('reset');
    this.put({});
    this.writeAgain();
    return true;
  }

  /**
   * Brings back what was there before. After a reset nothing of what was done since is lost; an import is taken back as
   * a whole, and can be brought back in turn.
   */
  undo(): void {
    const { removed } = this;
    if (!removed) return;
    const before = this.before();
    const wanted = removed.why === 'reset' ? merged(this.snapshot(), before) : before;
    if (removed.why === 'reset') this.lastRemoved.change(() => nothingRemoved);
    else this.remember('undo');
    this.put(wanted);
    this.writeAgain();
  }

  /** What was removed is not to be kept any longer, nor what cannot be read. */
  forget(): void {
    this.lastRemoved.change(() => nothingRemoved);
    for (const kept of this.all) kept.forgetUnreadable();
    this.writeAgain();
  }

  watch(changed: () => void): () => void {
    const ends = this.all.map((kept) => kept.watch(changed));
    return () => ends.forEach((end) => end());
  }

  private remember(why: Removed['why']): void {
    const again = why === 'reset' && this.removed?.why === 'reset';
    // Of two resets in a row, undoing brings back what either removed.
    const documents = again ? merged(this.snapshot(), this.before()) : this.snapshot();
    const last = { why, at: new Date().toISOString(), documents };
    this.lastRemoved.change(() => ({ version: 1, last }));
  }

  /** What was removed, as far as it can be read. */
  private before(): Snapshot {
    const before: Snapshot = {};
    for (const { name, parse } of documents) {
      const value = parse(this.removed?.documents[name] ?? null);
      if (value !== null) before[name] = value;
    }
    return before;
  }

  /** What there was no room for: there may be now. */
  private writeAgain(): void {
    for (const kept of this.all) if (kept.trouble) kept.change((value: unknown) => value);
  }

  private put(all: Snapshot): void {
    for (const { name, empty } of documents) {
      const value = all[name] ?? empty;
      const kept = this.kept.get(name);
      if (JSON.stringify(kept?.value) !== JSON.stringify(value)) kept?.change(() => value);
    }
  }
}
