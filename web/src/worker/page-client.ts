// Computes for the page: in a worker, and on the page's own thread what takes no time while a reader moves something.
import type { PosencError } from '../core/errors.ts';
import type { FigureModuleName } from '../core/page/figure-modules.ts';
import { type Call, ComputeClient } from './compute-client.ts';
import type { Api, Method, Timing } from './protocol.ts';

/** The longest that a call may hold up the page, and how often it may take longer before it stays in the worker. */
const longestMs = 5;
const mostLong = 3;

/** Whoever only sets a number or two need not load a module for it. A slider makes that many moves in a moment. */
export const fewMoves = 8;

/**
 * A client of a worker that also computes on the page's thread, while a reader moves something: an answer from a worker
 * comes after the frame of the move, one from here is in it. Here it asks what the worker has answered quickly, and
 * only the modules that are here by then: until then, and if there are none, the worker answers.
 */
export class PageClient extends ComputeClient {
  /** Of the latest answers. */
  private readonly timings = new Map<Method, Timing>();
  /** How often a function took too long here. */
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
    const name = this.moves > fewMoves ? this.quickModule(method) : null;
    const own = name && this.moduleOnPage(name)?.[method];
    if (!name || !own) return super.call(method, ...args);
    const before = performance.now();
    try {
      return (own as (...args: unknown[]) => ReturnType<Api[M]>)(...args);
    } catch (error) {
      if ((error as PosencError).code !== 'broken') throw error;
      // Its memory cannot be trusted.
      this.modules.set(name, null);
      return super.call(method, ...args);
    } finally {
      if (performance.now() - before > longestMs) {
        this.long.set(method, (this.long.get(method) ?? 0) + 1);
      }
    }
  }

  /** The module that has answered a function in no time. */
  private quickModule(method: Method): FigureModuleName | null {
    const { module = null, milliseconds = Infinity } = this.timings.get(method) ?? {};
    const isQuick = milliseconds <= longestMs && (this.long.get(method) ?? 0) < mostLong;
    return isQuick ? module : null;
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

  protected override note({ method }: Call, timing: Timing): void {
    this.timings.set(method as Method, timing);
  }
}
