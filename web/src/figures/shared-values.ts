// Values that figures of a page share: one control sets them for all.
import { attributeOf, limitProblem, type ParameterTable } from '../ui/parameters.ts';

/** The name of the event that carries a shared value through the page. */
const eventName = 'posenc-shared';

interface SharedValue {
  from: EventTarget;
  /** The parameter, as an attribute. */
  attribute: string;
  value: unknown;
}

/** For figures that come later. */
const latest = new Map<string, unknown>();

/** Gives a value to all figures of the page that share it. */
const share = (from: EventTarget, attribute: string, value: unknown): void => {
  latest.set(attribute, value);
  const detail: SharedValue = { from, attribute, value };
  document.dispatchEvent(new CustomEvent(eventName, { detail }));
};

/** A figure out of sight takes what others share once nothing more has come for this time. */
const restMs = 500;

/**
 * Brings a figure what others share: at once while it is in sight. Out of sight it would take the processor from what
 * the reader is moving, so it waits until that rests, or until it comes into sight.
 */
export class Sharing {
  private connected = new AbortController();
  private seen: IntersectionObserver | null = null;
  private isInSight = true;
  private readonly waiting = new Map<string, unknown>();
  private rest = 0;

  /** @param own its attribute lists what it shares @param put sets one of its parameters */
  constructor(
    private readonly own: HTMLElement & { shares: string },
    private readonly parameters: ParameterTable,
    private readonly put: (name: string, value: unknown) => void,
  ) {}

  connect(): void {
    this.connected = new AbortController();
    document.addEventListener(
      eventName,
      (event) => this.onShared((event as CustomEvent<SharedValue>).detail),
      { signal: this.connected.signal },
    );
    this.seen ??= new IntersectionObserver((entries) => {
      this.isInSight = entries.at(-1)?.isIntersecting ?? true;
      if (this.isInSight) this.takeWaiting();
    });
    this.seen.observe(this.own);
  }

  disconnect(): void {
    this.connected.abort();
    this.seen?.disconnect();
    this.takeWaiting();
  }

  /** Takes what others have shared before it was there. */
  takeEarlier(): void {
    for (const [attribute, value] of latest) this.take(attribute, value);
  }

  share(name: string, value: unknown): void {
    const attribute = attributeOf(name);
    if (this.sharedName(attribute) === name) share(this.own, attribute, value);
  }

  /** The name of a parameter that it shares, by its attribute. */
  private sharedName(attribute: string): string | undefined {
    if (!this.own.shares.split(/\s+/).includes(attribute)) return undefined;
    return Object.keys(this.parameters).find((name) => attributeOf(name) === attribute);
  }

  /** A value beyond the limits of this figure is ignored. */
  private take(attribute: string, value: unknown): void {
    const name = this.sharedName(attribute);
    const parameter = name === undefined ? undefined : this.parameters[name];
    if (name === undefined || !parameter) return;
    if (limitProblem({ [name]: parameter }, { [name]: value }) === null) this.put(name, value);
  }

  private onShared({ from, attribute, value }: SharedValue): void {
    if (from === this.own) {
      this.waiting.delete(attribute);
      return;
    }
    this.waiting.set(attribute, value);
    clearTimeout(this.rest);
    if (this.isInSight) this.takeWaiting();
    else this.rest = window.setTimeout(() => this.takeWaiting(), restMs);
  }

  private takeWaiting(): void {
    clearTimeout(this.rest);
    for (const [attribute, value] of this.waiting) this.take(attribute, value);
    this.waiting.clear();
  }
}
