import type { CoreApi } from '../core/api.ts';
import { loadCore } from '../core/browser.ts';
import { broken, PosencError } from '../core/errors.ts';
import { loadFirst } from '../core/page/first.ts';
import type { Method, Request, Response } from './protocol.ts';
import { transferable } from './transferable.ts';

const first = loadFirst();
// Told to whoever asks first; without this it would count as unhandled until then.
first.catch(() => {});
/** The whole core, from when one of the other functions is asked for. */
let whole: Promise<CoreApi> | undefined;

async function coreWith(method: Method): Promise<Partial<CoreApi>> {
  const few = await first;
  return method in few ? few : (whole ??= loadCore());
}

function answer(response: Response, transfer: Transferable[] = []): void {
  self.postMessage(response, { transfer });
}

async function serve(data: Request): Promise<void> {
  try {
    const core = await coreWith(data.method);
    const method = core[data.method] as (
      ...args: unknown[]
    ) => ReturnType<CoreApi[typeof data.method]>;
    const value = method(...data.args);
    answer({ id: data.id, value }, transferable(value));
  } catch (error) {
    const { code, message } = error instanceof PosencError ? error : broken('broke down', error);
    answer({ id: data.id, error: { code, message } });
  }
}

self.addEventListener('message', ({ data }: MessageEvent<Request>) => void serve(data));
