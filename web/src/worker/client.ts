// Computes for the page: quick functions on its own thread, all others in a worker.
import { quickFunctions } from '../../../build/wasm/posenc-quick-functions.mjs';
import type { PosencError } from '../core/errors.ts';
import { loadOnce } from '../core/page/modules.ts';
import { ComputeClient, moduleOf } from './compute-client.ts';
import type { Api, Method } from './protocol.ts';

/**
 * A client of a worker that computes quick functions itself: an answer from a worker comes after the frame of the move
 * that asks for it, one from here is in it. Where their module cannot be loaded or breaks, the worker answers.
 */
export class PageClient extends ComputeClient {
  private isBroken = false;

  /** @param load brings the module that has a function to the page's thread */
  constructor(
    createWorker: () => Worker,
    private readonly isQuick: (method: Method) => boolean,
    private readonly load: (method: Method) => Promise<Partial<Api>>,
  ) {
    super(createWorker);
  }

  override async call<M extends Method>(
    method: M,
    ...args: Parameters<Api[M]>
  ): Promise<ReturnType<Api[M]>> {
    if (this.isBroken || !this.isQuick(method)) return super.call(method, ...args);
    try {
      const api = await this.load(method);
      return (api[method] as (...args: unknown[]) => ReturnType<Api[M]>)(...args);
    } catch (error) {
      const failure = error as Partial<PosencError>;
      // (What is not an error of the core is a defect.)
      if (failure.code !== 'broken') throw failure.forReader?.() ?? error;
      this.isBroken = true;
      return super.call(method, ...args);
    }
  }
}

export const newComputeWorker = (): Worker =>
  new Worker(new URL('./compute.worker.ts', import.meta.url), { type: 'module' });

/** A frame that a sandbox leaves without an origin may start none. (The single file, opened without a host, may.) */
const mayHaveWorkers = () => globalThis.origin !== 'null' || location.protocol === 'file:';

/** One worker computes for the whole page. */
export const compute = new PageClient(
  newComputeWorker,
  (method) => quickFunctions.includes(method) || !mayHaveWorkers(),
  (method) => loadOnce(moduleOf(method)),
);

/**
 * Runs the latest of a stream of requests, for sliders. While one runs, only the newest waits; those in between are
 * dropped.
 */
export class Latest<T> {
  private running = false;
  private next: T | null = null;

  constructor(private readonly ask: (value: T) => Promise<void>) {}

  get isRunning(): boolean {
    return this.running;
  }

  async request(value: T): Promise<void> {
    this.next = value;
    if (this.running) return;
    this.running = true;
    try {
      while (this.next !== null) {
        const current: T = this.next;
        this.next = null;
        await this.ask(current);
      }
    } finally {
      this.running = false;
    }
  }
}
