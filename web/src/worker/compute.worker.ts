import type { CoreApi } from '../core/api.ts';
import { loadCore } from '../core/browser.ts';
import { broken, PosencError } from '../core/errors.ts';
import type { Request, Response } from './protocol.ts';
import { transferable } from './transferable.ts';

const core = loadCore();
// Told to whoever asks first; without this it would count as unhandled until then.
core.catch(() => {});

function answer(response: Response, transfer: Transferable[] = []): void {
  self.postMessage(response, { transfer });
}

async function serve(data: Request): Promise<void> {
  try {
    const api = await core;
    const method = api[data.method] as (
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
