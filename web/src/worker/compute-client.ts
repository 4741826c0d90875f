// The page's side of a worker that computes: a call is a promise.
import { simd } from 'wasm-feature-detect';
import { PosencError } from '../core/errors.ts';
import { type ModuleName, moduleWith } from '../core/page/modules.ts';
import { type Answer, type Api, type Method, type Question, watch } from './protocol.ts';

/** A Question whose method and arguments fit each other by the types of call(). */
export type Call = Record<keyof Question, unknown>;

const endedTwice =
  'The browser stopped the page’s computing core, and stopped it again after a restart. Your device may be low on memory.';

interface Pending {
  call: Call;
  /** A worker broke or was ended during the first attempt: this is the second. */
  again: boolean;
  resolve: (value: unknown) => void;
  reject: (error: PosencError) => void;
}

/** Calls one worker, which is started with the first call, and again if it is lost. */
export class ComputeClient {
  /** With everything in their memory. */
  lost = 0;
  protected worker: Worker | null = null;
  protected readonly pending = new Map<number, Pending>();
  private lastId = 0;
  private support: Promise<string | null> | null = null;

  constructor(private readonly createWorker: () => Worker) {}

  /** A sentence about what this browser lacks; null if nothing is missing. */
  missing(): Promise<string | null> {
    this.support ??= whatIsMissing();
    return this.support;
  }

  async call<M extends Method>(
    method: M,
    ...args: Parameters<Api[M]>
  ): Promise<ReturnType<Api[M]>> {
    const missing = await this.missing();
    if (missing) throw new PosencError('unsupported', missing);
    const id = ++this.lastId;
    const call: Call = { id, module: moduleOf(method), method, args };
    return new Promise<unknown>((resolve, reject) => {
      this.pending.set(id, { call, again: false, resolve, reject });
      try {
        this.post(call);
      } catch (error) {
        this.pending.delete(id);
        throw error;
      }
    }) as Promise<ReturnType<Api[M]>>;
  }

  protected post(call: Call): void {
    this.worker ??= this.start();
    this.worker.postMessage(call);
  }

  private start(): Worker {
    const worker = this.createWorker();
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      const pending = this.pending.get(data.id);
      this.pending.delete(data.id);
      if (!('error' in data)) {
        pending?.resolve(data.value);
        return;
      }
      const error = PosencError.from(data.error).forReader();
      pending?.reject(error);
      if (error.code === 'broken' && this.discard(worker)) this.askAgain(error);
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      if (!this.discard(worker)) return;
      const cause = event.message ? ` (${event.message})` : '';
      const error = new PosencError(
        'broken',
        `The page’s computing core could not be loaded or run${cause}. It needs the network on the first visit, and a browser with module workers.`,
      );
      for (const { reject } of this.pending.values()) reject(error);
      this.pending.clear();
    });
    watch(worker, () => {
      if (this.discard(worker)) this.askAgain(new PosencError('broken', endedTwice));
    });
    return worker;
  }

  /** Ends a worker whose memory cannot be trusted; the next call starts another. False if it was ended. */
  private discard(worker: Worker): boolean {
    worker.terminate();
    if (this.worker !== worker) return false;
    this.worker = null;
    this.lost++;
    return true;
  }

  /** The calls that a lost worker leaves unanswered are asked once more. */
  private askAgain(error: PosencError): void {
    for (const [id, pending] of this.pending) {
      if (pending.again) {
        this.pending.delete(id);
        pending.reject(error);
      } else {
        pending.again = true;
        this.post(pending.call);
      }
    }
  }
}

/** By the module that the page's body names. (Other people's pages name none.) */
export const moduleOf = (method: Method): ModuleName =>
  moduleWith(method, globalThis.document?.body?.dataset?.['module'] as ModuleName | undefined);

/**
 * A sentence about what the core needs and this browser lacks; null if nothing is missing. Missing module workers are
 * noticed only when the first worker starts.
 */
async function whatIsMissing(): Promise<string | null> {
  const lacking = (what: string) =>
    `This browser does not support ${what}, which this page needs to compute anything. Current versions of Chrome, Edge, Firefox and Safari do.`;
  if (typeof WebAssembly !== 'object' || typeof WebAssembly.compile !== 'function') {
    return lacking('WebAssembly');
  }
  if (!(await simd())) return lacking('WebAssembly SIMD');
  if (typeof Worker !== 'function') return lacking('web workers');
  return null;
}
