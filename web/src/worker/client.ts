// What computes for the page.
import { loadOnce } from '../core/page/modules.ts';
import { moduleOf } from './module-of.ts';
import { PageClient } from './page-client.ts';
import { isQuick } from './quick-functions.ts';

export const newComputeWorker = (): Worker =>
  new Worker(new URL('./compute.worker.ts', import.meta.url), { type: 'module' });

/** One worker computes for the whole page. */
export const compute = new PageClient(newComputeWorker, isQuick, (method) =>
  loadOnce(moduleOf(method)),
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
