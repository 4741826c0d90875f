import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { TrialsWork } from '../storage/trials.ts';

/** The reader's trials in this browser; `changed` is called when another element or tab changes them. */
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
