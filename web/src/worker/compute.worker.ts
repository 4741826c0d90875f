import type { CoreApi } from '../core/api.ts';
import { loadCore } from '../core/browser.ts';
import { broken, PosencError } from '../core/errors.ts';
import { few, loadFirst } from '../core/page/first.ts';
import type { Method, Request, Response } from './protocol.ts';
import { transferable } from './transferable.ts';

let first: Promise<Partial<CoreApi>> | undefined;
let whole: Promise<CoreApi> | undefined;
/** All that has been asked for so far. */
const asked = new Set<Method>();
let together: Promise<void> | undefined;

/** The small core as long as nothing else has been asked for: a page that needs the whole brings that alone. */
async function coreWith(method: Method): Promise<Partial<CoreApi>> {
  asked.add(method);
  // The first calls come in one go.
  await (together ??= new Promise((resolve) => setTimeout(resolve)));
  if (!whole && [...asked].every((one) => few.has(one))) return (first ??= loadFirst());
  return (whole ??= loadCore());
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
