// The work that a learner has in this browser's storage. If the storage is broken, full or forbidden, the page works
// without it, and says so.

/**
 * Whose work this is, in front of each name in the storage. In a learning management system the frame's name says so:
 * `posenc.` and the owner. On the web it is ''.
 */
export let owner = /^posenc\.(.+)/.exec(String((globalThis as { name?: unknown }).name))?.[1] ?? '';

/** For a page that is not in such a frame itself. Call it before anything is read. */
export const storeFor = (other: string): void => {
  owner = other;
};

const keyOf = (name: string) => `posenc.${owner}${name}`;

// Tabs may run in separate processes. Each sees another tab's writes with a delay, so if two tabs write at the same
// time, the second overwrites the first. Each stored text therefore counts the changes that it contains from every tab.
// A tab that finds fewer of its own changes than it made repeats the missing ones.

/** For each tab: how many of its changes are in a text, and when the last one was made. */
type Writers = Record<string, [changes: number, at: number]>;

/** The key of the counts in a text. */
const writersKey = 'tabs';

/** The name of this tab. */
const tab = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0).toString(36);

/** In milliseconds. After that long, no tab writes a text that was based on an older one. */
const anHour = 3_600_000;
const isRecent = (at: number) => at > Date.now() - anHour;

const isWriters = (value: unknown): value is Writers =>
  isObject(value) &&
  Object.values(value).every(
    (one) => Array.isArray(one) && one.length === 2 && one.every((n) => Number.isFinite(n)),
  );

/** The stored value, and its writers; null if the text does not name them. @throws SyntaxError if it is not JSON */
export function unwrapped(text: string): { stored: unknown; writers: Writers | null } {
  const stored: unknown = JSON.parse(text);
  if (!isObject(stored) || !(writersKey in stored)) return { stored, writers: null };
  const { [writersKey]: writers, ...rest } = stored;
  return { stored: rest, writers: isWriters(writers) ? writers : null };
}

/** Why changes are not stored; null if they are. */
export type StorageProblem = 'full' | 'forbidden' | null;

// If the storage is full, the error is a QuotaExceededError; older Firefox uses another name.
const problemOf = (error: unknown): StorageProblem =>
  error instanceof Error && /quota/i.test(error.name) ? 'full' : 'forbidden';

function write(name: string, text: string): StorageProblem {
  try {
    localStorage.setItem(keyOf(name), text);
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

/** A change that this tab made. The first is number 1. */
interface Change<T> {
  step: (value: T) => T;
  number: number;
  at: number;
}

/** A stored value as this tab knows it. All parts of the page that use it share one store. */
class Store<T> {
  value: T;
  problem: StorageProblem = null;
  unreadable: string | null = null;

  /** The newest text that was read or written, its value, and its writers. */
  private text: string | null = null;
  private base: T;
  private writers: Writers = {};
  /** The changes that may not be in the stored text, not yet or no longer. */
  private changes: Change<T>[] = [];
  private made = 0;
  /** Changes of this tab: those in the text, and those that have ever been in one. */
  private seen = 0;
  private written = 0;
  private readonly watchers = new Map<() => void, object>();

  constructor(
    private readonly name: string,
    private readonly parse: (value: unknown) => T | null,
    empty: T,
  ) {
    this.value = this.base = empty;
    this.refresh();
  }

  change(step: (value: T) => T): void {
    this.made++;
    this.changes.push({ step, number: this.made, at: Date.now() });
    this.refresh();
    this.save();
  }

  watch(changed: () => void, owner: object): () => void {
    if (this.watchers.size === 0) addEventListener('storage', this.onStorage);
    this.watchers.set(changed, owner);
    return () => {
      this.watchers.delete(changed);
      if (this.watchers.size === 0) removeEventListener('storage', this.onStorage);
    };
  }

  /** @param but the one that made the change and need not be notified */
  notify(but?: object): void {
    for (const [changed, owner] of [...this.watchers]) if (owner !== but) changed();
  }

  get hasUnreadable(): boolean {
    try {
      return this.unreadable !== null || localStorage.getItem(this.aside) !== null;
    } catch {
      return false;
    }
  }

  /** Removes what could not be read, and the copy of it. */
  forgetUnreadable(): void {
    try {
      localStorage.removeItem(this.aside);
    } catch {
      // If nothing can be read, there is no copy.
    }
    if (this.unreadable === null) return;
    this.unreadable = null;
    this.change((value) => value);
  }

  refresh(): void {
    try {
      const text = localStorage.getItem(keyOf(this.name));
      if (text !== null && text !== this.text) this.read(text);
    } catch (error) {
      this.problem = problemOf(error);
    }
    this.value = this.missing.reduce((value, { step }) => step(value), this.base);
  }

  private readonly onStorage = (event: StorageEvent): void => {
    if (event.key !== keyOf(this.name) || event.newValue === null) return;
    this.refresh();
    if (this.missing.length > 0) this.save();
    this.notify();
  };

  private get missing(): Change<T>[] {
    const { seen, written } = this;
    return this.changes.filter(
      ({ number, at }) => number > seen && (number > written || isRecent(at)),
    );
  }

  private read(text: string): void {
    this.text = text;
    let stored: unknown;
    let writers: Writers | null = null;
    let value: T | null = null;
    try {
      ({ stored, writers } = unwrapped(text));
      value = this.parse(stored);
    } catch {
      // Not even JSON: unreadable like anything else.
    }
    if (value === null) {
      this.unreadable = write(`${this.name}.unreadable`, text) === null ? this.aside : '';
      return;
    }
    this.base = value;
    this.writers = writers ?? {};
    this.seen = writers ? (writers[tab]?.[0] ?? 0) : this.written;
  }

  private save(): void {
    const now = Date.now();
    const others = Object.entries(this.writers).filter(([, [, at]]) => isRecent(at));
    const writers: Writers = { ...Object.fromEntries(others), [tab]: [this.made, now] };
    const { value } = this;
    // A value that is not an object has no counts: the last writer wins.
    const text = JSON.stringify(isObject(value) ? { ...value, [writersKey]: writers } : value);
    this.problem = write(this.name, text);
    if (this.problem === null) {
      this.text = text;
      this.writers = writers;
    }
    // If the storage cannot be read either, no change ever needs to be repeated.
    if (this.problem === 'full') return;
    this.base = value;
    this.seen = this.written = this.made;
    this.changes = this.changes.filter(({ at }) => isRecent(at));
  }

  /** The name of the copy of what could not be read. */
  private get aside(): string {
    return keyOf(`${this.name}.unreadable`);
  }
}

const stores = new Map<string, Store<unknown>>();

/**
 * A value that all tabs of the site share, and all parts of a page, even if nothing can be stored. A change is a step
 * from the newest value, whichever tab wrote it. If a step could not be written, or another tab overwrote it without
 * having seen it, it is repeated on the value that is stored then. No step is lost, and none is applied twice.
 */
export class Stored<T> {
  private readonly store: Store<T>;

  constructor(name: string, parse: (value: unknown) => T | null, empty: T) {
    const known = stores.get(name) as Store<T> | undefined;
    this.store = known ?? new Store(name, parse, empty);
    stores.set(name, this.store as Store<unknown>);
    known?.refresh();
  }

  get value(): T {
    return this.store.value;
  }

  get problem(): StorageProblem {
    return this.store.problem;
  }

  /** Something was stored that cannot be read: the name of its copy; '' if it could not be copied. */
  get unreadable(): string | null {
    return this.store.unreadable;
  }

  /** That text, or its copy from an earlier visit, is still there. */
  get hasUnreadable(): boolean {
    return this.store.hasUnreadable;
  }

  forgetUnreadable(): void {
    this.store.forgetUnreadable();
    this.store.notify(this);
  }

  change(step: (value: T) => T): void {
    this.store.change(step);
    this.store.notify(this);
  }

  /**
   * Calls back when another tab, or another part of the page, has changed the value. Returns a function that ends it.
   */
  watch(changed: () => void): () => void {
    return this.store.watch(changed, this);
  }
}

/** An object in JSON, with any content. */
export type Values = Record<string, unknown>;

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
