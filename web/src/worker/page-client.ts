// Computes for the page: in a worker, and on the page's own thread what takes no time while a reader moves something.
import type { PosencError } from '../core/errors.ts';
import type { FigureModuleName } from '../core/page/figure-modules.ts';
import { type Call, ComputeClient } from './compute-client.ts';
import type { Api, Method, Timing } from './protocol.ts';

/** The longest that a call may hold up the page, and what longer ones may take in all before they stay in the worker. */
const longestMs = 5;
const mostLongMs = 3 * longestMs;

/** What asks with a number this many times as large as quick calls did may not be quick; small ones ask little. */
const muchMore = 2;
const small = 16;

/** Whoever only sets a number or two need not load a module for it. A slider makes more moves in a moment. */
export const fewMoves = 3;

/**
 * A client of a worker that also computes on the page's thread, while a reader moves something: an answer from a worker
 * comes after the frame of the move, one from here is in it. Here it asks what the worker has answered quickly, and
 * only the modules that are here by then: until then, and if there are none, the worker answers.
 */
export class PageClient extends ComputeClient {
  /** Of the latest answers. Each of these is about one kind of call: see kindOf(). */
  private readonly timings = new Map<string, Timing>();
  /** The largest numbers that quick calls asked with. */
  private readonly quick = new Map<string, readonly number[]>();
  /** What long calls have taken here, in milliseconds. */
  private readonly long = new Map<string, number>();
  /** Null while a module is on its way, and if it does not work here. */
  private readonly modules = new Map<FigureModuleName, Partial<Api> | null>();
  private moves = 0;

  /** @param load brings a module to the page's thread */
  constructor(
    createWorker: () => Worker,
    private readonly load: (name: FigureModuleName) => Promise<Partial<Api>>,
  ) {
    super(createWorker);
  }

  /** A reader moves something. After some moves, answers begin to come in the frame of the move, where they can. */
  move(): void {
    this.moves++;
  }

  override async call<M extends Method>(
    method: M,
    ...args: Parameters<Api[M]>
  ): Promise<ReturnType<Api[M]>> {
    const kind = kindOf(method, args);
    const name = this.moves > fewMoves ? this.quickModule(kind, args) : null;
    const own = name && this.moduleOnPage(name)?.[method];
    if (!name || !own) return super.call(method, ...args);
    try {
      const before = performance.now();
      const answer = (own as (...args: unknown[]) => ReturnType<Api[M]>)(...args);
      const milliseconds = performance.now() - before;
      if (milliseconds <= longestMs) this.noteQuick(kind, args);
      else this.noteLong(kind, milliseconds);
      return answer;
    } catch (error) {
      if ((error as PosencError).code !== 'broken') throw error;
      // Its memory cannot be trusted.
      this.modules.set(name, null);
      return super.call(method, ...args);
    }
  }

  /** The module that has answered such a call in no time. */
  private quickModule(kind: string, args: readonly unknown[]): FigureModuleName | null {
    const { module = null, milliseconds = Infinity } = this.timings.get(kind) ?? {};
    if (milliseconds > longestMs || (this.long.get(kind) ?? 0) >= mostLongMs) return null;
    const largest = this.quick.get(kind) ?? [];
    const asksMuchMore = args
      .flatMap(numbersIn)
      .some((number, n) => number > Math.max(small, muchMore * (largest[n] ?? 0)));
    return asksMuchMore ? null : module;
  }

  /** The first long one does not count: a browser takes longer for code that it has not run before. */
  private noteLong(kind: string, milliseconds: number): void {
    const before = this.long.get(kind);
    this.long.set(kind, before === undefined ? 0 : before + milliseconds);
  }

  private noteQuick(kind: string, args: readonly unknown[]): void {
    const largest = this.quick.get(kind) ?? [];
    const numbers = args.flatMap(numbersIn).map((number, n) => Math.max(number, largest[n] ?? 0));
    this.quick.set(kind, numbers);
  }

  /** A module, if it is here. Otherwise it is on its way from now on. */
  private moduleOnPage(name: FigureModuleName): Partial<Api> | null {
    if (!this.modules.has(name)) {
      this.modules.set(name, null);
      // Where it cannot be loaded, the worker goes on.
      this.load(name).then(
        (module) => this.modules.set(name, module),
        () => undefined,
      );
    }
    return this.modules.get(name) ?? null;
  }

  protected override note({ method, args }: Call, timing: Timing): void {
    const kind = kindOf(method as Method, args as unknown[]);
    this.timings.set(kind, timing);
    if (timing.milliseconds <= longestMs) this.noteQuick(kind, args as unknown[]);
  }
}

/** A function, and what it is asked about by name: one exhibit takes longer than another. */
const kindOf = (method: Method, args: readonly unknown[]): string =>
  [method, ...args.filter((one) => typeof one === 'string')].join(' ');

/** The numbers of arguments, in their order; of a list or a text how long it is. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [Math.abs(value)];
  if (typeof value === 'string' || Array.isArray(value)) return [value.length];
  if (ArrayBuffer.isView(value)) return [value.byteLength];
  return Object.values(value ?? {}).flatMap(numbersIn);
}
