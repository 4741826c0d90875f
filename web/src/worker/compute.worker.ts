// Computes for the page.
import type { Api } from '../core/api.ts';
import { errorData } from '../core/errors.ts';
import { loadOnce } from '../core/page/modules.ts';
import { announce, type Answer, type Question, transferable } from './protocol.ts';

function send(answer: Answer, transfer: Transferable[] = []): void {
  self.postMessage(answer, { transfer });
}

async function serve({ id, module, method, args }: Question): Promise<void> {
  try {
    const api = await loadOnce(module);
    const compute = api[method] as (...args: unknown[]) => ReturnType<Api[typeof method]>;
    const value = compute(...args);
    send({ id, value }, transferable(value));
  } catch (error) {
    send({ id, error: errorData(error) });
  }
}

announce((alive) => self.postMessage(alive));
self.addEventListener('message', ({ data }: MessageEvent<Question>) => void serve(data));
