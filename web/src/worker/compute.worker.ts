// Computes for the page, with as little of the core as it needs.
import { errorData } from '../core/errors.ts';
import { type Api, loadModule, moduleWith } from '../core/page/modules.ts';
import { announce } from './liveness.ts';
import type { Method, Request, Response } from './protocol.ts';
import { transferable } from './transferable.ts';

let needsLibrary = false;
let firstCalls: Promise<void> | undefined;

/** The module for a function. A page that needs the library loads that alone, without the small one. */
async function moduleFor(method: Method): Promise<Partial<Api>> {
  const name = moduleWith(method);
  if (name === 'exercises' || name === 'claims') return loadModule(name);
  needsLibrary ||= name === 'library';
  // The first calls come in one go.
  await (firstCalls ??= new Promise((resolve) => setTimeout(resolve)));
  return loadModule(needsLibrary ? 'library' : 'first');
}

function answer(response: Response, transfer: Transferable[] = []): void {
  self.postMessage(response, { transfer });
}

async function serve(data: Request): Promise<void> {
  try {
    const module = await moduleFor(data.method);
    const method = module[data.method] as (
      ...args: unknown[]
    ) => ReturnType<Api[typeof data.method]>;
    const value = method(...data.args);
    answer({ id: data.id, value }, transferable(value));
  } catch (error) {
    answer({ id: data.id, error: errorData(error) });
  }
}

announce((alive) => self.postMessage(alive));
self.addEventListener('message', ({ data }: MessageEvent<Request>) => void serve(data));
