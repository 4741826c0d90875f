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
  /** Of the latest answers. */
  private readonly timings = new Map<Method, Timing>();
  /** The largest numbers that quick calls of a function asked with. */
  private readonly quick = new Map<Method, readonly number[]>();
  /** What long calls of a function have taken here, in milliseconds. */
  private readonly long = new Map<Method, number>();
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
    const name = this.moves > fewMoves ? this.quickModule(method, args) : null;
    const own = name && this.moduleOnPage(name)?.[method];
    if (!name || !own) return super.call(method, ...args);
    try {
      const before = performance.now();
      const answer = (own as (...args: unknown[]) => ReturnType<Api[M]>)(...args);
      const milliseconds = performance.now() - before;
      if (milliseconds <= longestMs) this.noteQuick(method, args);
      else this.noteLong(method, milliseconds);
      return answer;
    } catch (error) {
      if ((error as PosencError).code !== 'broken') throw error;
      // Its memory cannot be trusted.
      this.modules.set(name, null);
      return super.call(method, ...args);
    }
  }

  /** The module that has answered such a call in no time. */
  private quickModule(method: Method, args: readonly unknown[]): FigureModuleName | null {
    const { module = null, milliseconds = Infinity } = this.timings.get(method) ?? {};
    if (milliseconds > longestMs || (this.long.get(method) ?? 0) >= mostLongMs) return null;
    const largest = this.quick.get(method) ?? [];
    const asksMuchMore = args
      .flatMap(numbersIn)
      .some((number, n) => number > Math.max(small, muchMore * (largest[n] ?? 0)));
    return asksMuchMore ? null : module;
  }

  /** The first long one does not count: a browser takes longer for code that it has not run before. */
  private noteLong(method: Method, milliseconds: number): void {
    const before = this.long.get(method);
    this.long.set(method, before === undefined ? 0 : before + milliseconds);
  }

  private noteQuick(method: Method, args: readonly unknown[]): void {
    const largest = this.quick.get(method) ?? [];
    const numbers = args.flatMap(numbersIn).map((number, n) => Math.max(number, largest[n] ?? 0));
    this.quick.set(method, numbers);
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
    this.timings.set(method as Method, timing);
    if (timing.milliseconds <= longestMs) this.noteQuick(method as Method, args as unknown[]);
  }
}

/** The numbers of arguments, in their order; of a list or a text how long it is. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [Math.abs(value)];
  if (typeof value === 'string' || Array.isArray(value)) return [value.length];
  if (ArrayBuffer.isView(value)) return [value.byteLength];
  return Object.values(value ?? {}).flatMap(numbersIn);
}
