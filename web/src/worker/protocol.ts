// The messages between the page and its compute worker.
import type { Api } from '../core/api.ts';
import type { ErrorData } from '../core/errors.ts';
import type { ModuleName } from '../core/page/modules.ts';

export type { Api };

export type Method = keyof Api;

export type Question = {
  [M in Method]: { id: number; module: ModuleName; method: M; args: Parameters<Api[M]> };
}[Method];

export type Answer = { id: number; value: unknown } | { id: number; error: ErrorData };

/**
 * The buffers of all typed arrays in a result, at any depth, to be transferred instead of copied. Each is listed once,
 * because a message cannot transfer a buffer twice.
 */
export function transferable(value: unknown): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  const collect = (part: unknown): void => {
    if (ArrayBuffer.isView(part)) buffers.add(part.buffer as ArrayBuffer);
    else if (typeof part === 'object' && part !== null) Object.values(part).forEach(collect);
  };
  collect(value);
  return [...buffers];
}

// The browser ends a worker without an event. So the worker holds a lock as long as it lives; the page asks for the
// same lock and gets it only when the worker is gone. A busy worker keeps its lock. This does not work without Web
// Locks (in an old browser, or an insecure context), or after a page was in the back/forward cache: Safari releases the
// locks of its workers, which live on.

/** The first message of a worker: the lock that it holds. */
interface Alive {
  lock: string;
}

/** Without locks, or if they are refused (in a frame without its own origin), nothing happens. */
function request(
  name: () => string,
  use: (lock: Lock | null) => unknown,
  options: LockOptions = {},
): void {
  const { locks } = navigator as { locks?: LockManager };
  locks?.request(name(), options, use).catch(() => undefined);
}

/** In a worker, as it starts: takes a lock that no other worker has, and sends its name. */
export function announce(post: (message: Alive) => void): void {
  // (Wherever there are locks there is randomUUID.)
  const name = () => `posenc-${crypto.randomUUID()}`;
  request(name, (lock) => {
    post({ lock: lock?.name ?? '' });
    return new Promise(() => undefined);
  });
}

/** In the page: calls `gone` once the worker has ended, whatever ended it. */
export function watch(worker: Worker, gone: () => void): void {
  const watching = new AbortController();
  globalThis.addEventListener?.('pagehide', () => watching.abort(), { once: true });
  worker.addEventListener('message', ({ data: { lock } }: MessageEvent<Partial<Alive>>) => {
    if (lock) request(() => lock, gone, { signal: watching.signal });
  });
}
