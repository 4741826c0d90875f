// All that this browser keeps of a learner: to look through, to add to, to take away and to bring back.
import { Kept, type Trouble } from '../storage/kept.ts';
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
  if (typeof value !== 'object' || value === null) return null;
  const { version, last } = value as LastRemoved;
  if (version !== 1) return null;
  if (last === null) return nothingRemoved;
  const isRemoved =
    typeof last === 'object' &&
    ['reset', 'import', 'undo'].includes(last.why) &&
    typeof last.at === 'string' &&
    typeof last.documents === 'object' &&
    last.documents !== null;
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
    const troubles = [...this.kept.values(), this.lastRemoved].map(({ trouble }) => trouble);
    return troubles.find((trouble) => trouble !== null) ?? null;
  }

  /** The names of documents that could not be read. */
  get spoiled(): string[] {
    return [...this.kept].flatMap(([name, { spoiled }]) => (spoiled === null ? [] : name));
  }

  /** Adds what a file brought. */
  add(brought: Snapshot): void {
    this.remember('import');
    for (const { name, merge } of documents) {
      if (name in brought) this.kept.get(name)?.change((mine) => merge(mine, brought[name]));
    }
  }

  reset(): void {
    this.remember('reset');
    this.put({});
    // Where there was no room for both, there is now.
    if (this.lastRemoved.trouble) this.lastRemoved.change((removed) => removed);
  }

  /**
   * Brings back what was there before. After a reset nothing of what was done since is lost; an import is taken back as
   * a whole, and can be brought back in turn.
   */
  undo(): void {
    const { removed } = this;
    if (!removed) return;
    const before: Snapshot = {};
    for (const { name, parse } of documents) {
      const value = parse(removed.documents[name] ?? null);
      if (value !== null) before[name] = value;
    }
    const wanted = removed.why === 'reset' ? merged(this.snapshot(), before) : before;
    if (removed.why === 'reset') this.forget();
    else this.remember('undo');
    this.put(wanted);
  }

  /** What was removed is not to be kept any longer. */
  forget(): void {
    this.lastRemoved.change(() => nothingRemoved);
  }

  watch(changed: () => void): () => void {
    const ends = [...this.kept.values(), this.lastRemoved].map((kept) => kept.watch(changed));
    return () => ends.forEach((end) => end());
  }

  private remember(why: Removed['why']): void {
    const last = { why, at: new Date().toISOString(), documents: this.snapshot() };
    this.lastRemoved.change(() => ({ version: 1, last }));
  }

  private put(all: Snapshot): void {
    for (const { name, empty } of documents) {
      const value = all[name] ?? empty;
      const kept = this.kept.get(name);
      if (JSON.stringify(kept?.value) !== JSON.stringify(value)) kept?.change(() => value);
    }
  }
}
