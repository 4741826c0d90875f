// What a learner has typed and read, kept in this browser. Storage may be broken, full or forbidden: then the
// page goes on without it, and says so.
import { isObject } from './object.ts';

const prefix = 'posenc.';

// Tabs of a browser may be processes of their own. Each reads what another wrote a moment later, so that two that write
// at the same time do not see each other, and the one that wrote first is overwritten. Therefore a text says whose changes
// are in it, and how many: a tab that finds fewer of its own than it made makes the missing ones again.

/** How many changes of each tab are in a text, and when the last of them was made. */
type Writers = Record<string, [changes: number, at: number]>;

/** The name of that in a text. */
const writersKey = 'tabs';

/** The name of this tab. */
const tab = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0).toString(36);

/** In milliseconds. So long after a change no text comes any more that was written without having seen it. */
const anHour = 3_600_000;
const isRecent = (at: number) => at > Date.now() - anHour;

const isWriters = (value: unknown): value is Writers =>
  isObject(value) &&
  Object.values(value).every(
    (one) => Array.isArray(one) && one.length === 2 && one.every((n) => Number.isFinite(n)),
  );

/** What was kept, and by whom; null where the text does not say. @throws SyntaxError if it is not JSON */
function unwrapped(text: string): { kept: unknown; writers: Writers | null } {
  const kept: unknown = JSON.parse(text);
  if (!isObject(kept) || !(writersKey in kept)) return { kept, writers: null };
  const { [writersKey]: writers, ...rest } = kept;
  return { kept: rest, writers: isWriters(writers) ? writers : null };
}

/** Why changes are not being kept; null if they are. */
export type StorageProblem = 'full' | 'forbidden' | null;

// A full storage is a QuotaExceededError, by another name in older Firefox.
const problemOf = (error: unknown): StorageProblem =>
  error instanceof Error && /quota/i.test(error.name) ? 'full' : 'forbidden';

function write(name: string, text: string): StorageProblem {
  try {
    localStorage.setItem(prefix + name, text);
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

/** A change that this tab made, the first being number 1. */
interface Change<T> {
  step: (value: T) => T;
  number: number;
  at: number;
}

/** What is known of a value in this tab, shared by whoever on the page has to do with it. */
class Store<T> {
  value: T;
  problem: StorageProblem = null;
  unreadable: string | null = null;

  /** The newest text that was read or written, its value, and whose changes are in it. */
  private text: string | null = null;
  private base: T;
  private writers: Writers = {};
  /** Those that may not be in a text yet, or no longer. */
  private changes: Change<T>[] = [];
  private made = 0;
  /** How many are in this text, and how many have been in one. */
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

  /** @param but whoever made the change knows of it */
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

  /** Removes the copy of what could not be read, and what it is a copy of. */
  forgetUnreadable(): void {
    try {
      localStorage.removeItem(this.aside);
    } catch {
      // Where nothing can be read there is no copy.
    }
    if (this.unreadable === null) return;
    this.unreadable = null;
    this.change((value) => value);
  }

  refresh(): void {
    try {
      const text = localStorage.getItem(prefix + this.name);
      if (text !== null && text !== this.text) this.read(text);
    } catch (error) {
      this.problem = problemOf(error);
    }
    this.value = this.missing.reduce((value, { step }) => step(value), this.base);
  }

  private readonly onStorage = (event: StorageEvent): void => {
    if (event.key !== prefix + this.name || event.newValue === null) return;
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
    let kept: unknown;
    let writers: Writers | null = null;
    let value: T | null = null;
    try {
      ({ kept, writers } = unwrapped(text));
      value = this.parse(kept);
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
    // A value that is one word is the last writer's.
    const text = JSON.stringify(isObject(value) ? { ...value, [writersKey]: writers } : value);
    this.problem = write(this.name, text);
    if (this.problem === null) {
      this.text = text;
      this.writers = writers;
    }
    // Where nothing can be read either, there is nothing that changes would have to be made on again.
    if (this.problem === 'full') return;
    this.base = value;
    this.seen = this.written = this.made;
    this.changes = this.changes.filter(({ at }) => isRecent(at));
  }

  /** The name of the copy of what could not be read. */
  private get aside(): string {
    return `${prefix}${this.name}.unreadable`;
  }
}

const stores = new Map<string, Store<unknown>>();

/**
 * A value that all tabs of the site share, and all parts of a page, even where nothing can be kept. A change is a step
 * from the newest value, whichever tab wrote it. A step that could not be written, or that another tab wrote over
 * without having seen it, is taken again on what is stored then: once, and none is lost.
 */
export class Kept<T> {
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

  /** Something was kept, but it cannot be read: the name that its text now has; '' if it could not be copied. */
  get unreadable(): string | null {
    return this.store.unreadable;
  }

  /** That text is still there, or its copy from an earlier visit. */
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

  /** Calls back when another tab, or another part of the page, has changed the value. Returns what ends that. */
  watch(changed: () => void): () => void {
    return this.store.watch(changed, this);
  }
}
