import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { TrialsWork } from '../storage/trials.ts';

/** What this browser keeps of a reader's trials; `changed` is called when another element or tab changes it. */
export class WatchedTrials implements ReactiveController {
  readonly work = new TrialsWork();
  private unwatch: (() => void) | null = null;

  constructor(
    host: ReactiveControllerHost,
    private readonly changed: () => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.unwatch = this.work.watch(this.changed);
  }

  hostDisconnected(): void {
    this.unwatch?.();
  }
}
