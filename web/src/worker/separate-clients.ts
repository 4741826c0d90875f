// Workers of their own for calls that take long, beside the one that computes for the page.
import { PosencError } from '../core/errors.ts';
import { newComputeWorker } from './client.ts';
import { type Call, ComputeClient } from './compute-client.ts';

/** If there are more than two processors, one is left to the page. */
export const workersFor = (processors: number): number =>
  processors > 2 ? processors - 1 : processors;

const ended = () => new PosencError('broken', 'This worker of the page has been ended.');

export class SeparateClient extends ComputeClient {
  private isEnded = false;

  /** Ends its worker for good: what it has not answered yet, and what it is asked from now on, is refused. */
  end(): void {
    this.isEnded = true;
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.pending.values()) reject(ended());
    this.pending.clear();
  }

  protected override post(call: Call): void {
    if (this.isEnded) throw ended();
    super.post(call);
  }
}

/** A client for each processor, but at most `most`. Whoever asks for them ends them. */
export const separateClients = (most: number): SeparateClient[] =>
  Array.from(
    { length: Math.min(most, workersFor(navigator.hardwareConcurrency || 2)) },
    () => new SeparateClient(newComputeWorker),
  );
