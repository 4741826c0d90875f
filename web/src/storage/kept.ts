// What a learner has typed and read, kept in this browser. Storage may be broken, full or forbidden: then the
// page goes on without it, and says so.

const prefix = 'posenc.';

/** In milliseconds: longer than a text takes from one tab to another. */
const a_moment = 1000;

/** Why changes are not being kept; null if they are. */
export type Trouble = 'full' | 'forbidden' | null;

// A full storage is a QuotaExceededError, by another name in older Firefox.
const troubleOf = (error: unknown): Trouble =>
  error instanceof Error && /quota/i.test(error.name) ? 'full' : 'forbidden';

function write(name: string, text: string): Trouble {
  try {
    localStorage.setItem(prefix + name, text);
    return null;
  } catch (error) {
    return troubleOf(error);
  }
}

/** What is known of a value in this tab, shared by whoever on the page has to do with it. */
class Store<T> {
  value: T;
  trouble: Trouble = null;
  spoiled: string | null = null;

  /** The newest value that was read or written, and its text. */
  private base: T;
  private text: string | null = null;
  private unwritten: ((value: T) => T)[] = [];
  private recent: { step: (value: T) => T; at: number }[] = [];
  private readonly watchers = new Map<() => void, object>();

  constructor(
    private readonly name: string,
    private readonly parse: (value: unknown) => T | null,
    empty: T,
  ) {
    this.value = this.base = empty;
    this.refresh();
  }

  change(step: (value: T) => T, repeatable: boolean): void {
    if (repeatable) this.recent.push({ step, at: Date.now() });
    this.recent = this.stillRecent();
    this.unwritten.push(step);
    this.refresh();
    const text = JSON.stringify(this.value);
    this.trouble = write(this.name, text);
    if (this.trouble === null) {
      this.base = this.value;
      this.text = text;
    }
    // Where nothing can be read either, there is nothing that steps would have to be repeated on.
    if (this.trouble !== 'full') this.settle();
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
  tell(but?: object): void {
    for (const [changed, owner] of [...this.watchers]) if (owner !== but) changed();
  }

  get hasUnreadable(): boolean {
    try {
      return this.spoiled !== null || localStorage.getItem(this.aside) !== null;
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
    if (this.spoiled === null) return;
    this.spoiled = null;
    this.change((value) => value, false);
  }

  refresh(): void {
    try {
      const text = localStorage.getItem(prefix + this.name);
      if (text !== null && text !== this.text) {
        this.text = text;
        this.base = this.parsed(text) ?? this.base;
      }
    } catch (error) {
      this.trouble = troubleOf(error);
    }
    this.value = this.unwritten.reduce((value, step) => step(value), this.base);
  }

  private readonly onStorage = (event: StorageEvent): void => {
    if (event.key !== prefix + this.name || event.newValue === null) return;
    this.refresh();
    this.repeat();
    this.tell();
  };

  private stillRecent() {
    return this.recent.filter(({ at }) => at > Date.now() - a_moment);
  }

  /** Of two tabs that write at the same moment neither reads the other's text: what was lost is done again. */
  private repeat(): void {
    const steps = this.stillRecent();
    const again = (value: T) => steps.reduce((newer, { step }) => step(newer), value);
    if (JSON.stringify(again(this.value)) === JSON.stringify(this.value)) return;
    // Once: two tabs that disagree on one box must not go on for ever.
    this.recent = [];
    this.change(again, false);
  }

  /** The name of the copy of what could not be read. */
  private get aside(): string {
    return `${prefix}${this.name}.unreadable`;
  }

  private settle(): void {
    this.base = this.value;
    this.unwritten = [];
  }

  private parsed(text: string): T | null {
    let value: T | null = null;
    try {
      value = this.parse(JSON.parse(text));
    } catch {
      // Not even JSON: spoiled like any other.
    }
    if (value === null) {
      this.spoiled = write(`${this.name}.unreadable`, text) === null ? this.aside : '';
    }
    return value;
  }
}

const stores = new Map<string, Store<unknown>>();

/**
 * A value that all tabs of the site share, and all parts of a page, even where nothing can be kept. A change is a step
 * from the newest value, whichever tab wrote it; steps that could not be written are taken again on what is stored
 * later, so none is lost to another tab.
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

  get trouble(): Trouble {
    return this.store.trouble;
  }

  /** Something was kept, but it cannot be read: the name that its text now has; '' if it could not be copied. */
  get spoiled(): string | null {
    return this.store.spoiled;
  }

  /** That text is still there, or its copy from an earlier visit. */
  get hasUnreadable(): boolean {
    return this.store.hasUnreadable;
  }

  forgetUnreadable(): void {
    this.store.forgetUnreadable();
    this.store.tell(this);
  }

  /** @param repeatable the step may be taken twice without harm */
  change(step: (value: T) => T, repeatable = false): void {
    this.store.change(step, repeatable);
    this.store.tell(this);
  }

  /** Calls back when another tab, or another part of the page, has changed the value. Returns what ends that. */
  watch(changed: () => void): () => void {
    return this.store.watch(changed, this);
  }
}
