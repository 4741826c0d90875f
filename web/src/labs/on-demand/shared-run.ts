// One run for all figures that want the same model.
import type { StorageProblem } from '../../ui/storage-notice.ts';
import { TrainingRun } from '../../worker/training-client.ts';
import { keepModel, keyOf, type Wanted } from './models.ts';

/** Those that are not over, or whose model is still being kept: who looks for it finds it only after that. */
const running = new Map<string, SharedRun>();

export class SharedRun {
  readonly run: TrainingRun;
  /** Whether the browser keeps the model; null before there is one. */
  stored: Promise<StorageProblem> | null = null;
  private readonly watchers = new Set<() => void>();

  private constructor(readonly wanted: Wanted) {
    const { options, text } = wanted;
    const changed = (run: TrainingRun) => this.changed(run);
    this.run = new TrainingRun(options, [], changed, 'model', [], text ? { text } : {});
  }

  /** The run that trains this model, or else a new one. @param watcher called whenever it has something new to show */
  static of(wanted: Wanted, watcher: () => void): SharedRun {
    const shared = running.get(keyOf(wanted)) ?? new SharedRun(wanted);
    running.set(keyOf(wanted), shared);
    shared.watchers.add(watcher);
    void shared.stored?.then(watcher);
    return shared;
  }

  /** Ends the run unless other figures watch it, too. */
  leave(watcher: () => void): void {
    this.watchers.delete(watcher);
    if (this.watchers.size === 0) this.run.end();
  }

  get isPaused(): boolean {
    return this.run.state === 'paused';
  }

  pause(): void {
    this.run.pause();
  }

  resume(): void {
    this.run.resume();
  }

  stop(): void {
    this.run.stop();
  }

  private changed(run: TrainingRun): void {
    const forget = () => running.delete(keyOf(this.wanted));
    if (run.state === 'done' && run.model && run.divergedAt === null) {
      this.stored ??= keepModel(this.wanted, run, run.model).finally(forget);
    } else if (run.over) forget();
    for (const watcher of this.watchers) watcher();
  }
}
