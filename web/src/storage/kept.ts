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

/**
 * A value that all tabs of the site share. A change is a step from the newest value, whichever tab wrote it;
 * steps that could not be written are taken again on what is stored later, so none is lost to another tab.
 */
export class Kept<T> {
  value: T;
  trouble: Trouble = null;
  /** Something was kept, but it cannot be read: the name that its text now has; '' if it could not be copied. */
  spoiled: string | null = null;

  /** The newest value that was read or written, and its text. */
  private base: T;
  private text: string | null = null;
  private unwritten: ((value: T) => T)[] = [];
  private recent: { step: (value: T) => T; at: number }[] = [];

  constructor(
    private readonly name: string,
    private readonly parse: (value: unknown) => T | null,
    empty: T,
  ) {
    this.value = this.base = empty;
    this.refresh();
  }

  /** @param repeatable the step may be taken twice without harm */
  change(step: (value: T) => T, repeatable = false): void {
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

  /** Calls back when another tab has changed the value. Returns what ends that. */
  watch(changed: () => void): () => void {
    const listener = (event: StorageEvent) => {
      if (event.key !== prefix + this.name || event.newValue === null) return;
      this.refresh();
      this.repeat();
      changed();
    };
    addEventListener('storage', listener);
    return () => removeEventListener('storage', listener);
  }

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
    this.change(again);
  }

  private settle(): void {
    this.base = this.value;
    this.unwritten = [];
  }

  private refresh(): void {
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

  private parsed(text: string): T | null {
    let value: T | null = null;
    try {
      value = this.parse(JSON.parse(text));
    } catch {
      // Not even JSON: spoiled like any other.
    }
    if (value === null) {
      const copy = `${this.name}.unreadable`;
      this.spoiled = write(copy, text) === null ? prefix + copy : '';
    }
    return value;
  }
}
