// The two phases that train: with the trained base, and with the new one.
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { PosencError } from '../../core/errors.ts';
import { TrainingRun } from '../../worker/training-client.ts';
import type { Checkpoint, TrainingOptions, TrainingText } from '../../worker/training-protocol.ts';
import type { TrainedModel } from '../on-demand/models.ts';
import {
  type Phase,
  type Phases,
  testedOver,
  type Trains,
  trains,
  type Variant,
  variants,
} from './phases.ts';

/** The settings of what is trained and tested: others may be set before it is over. */
export interface PhasePlan {
  setting: string;
  guess: Variant | '';
  model: TrainedModel;
  text: TrainingText | null;
  options: Record<Variant, TrainingOptions>;
  ranges: readonly { from: number; length: number }[];
}

export class PhaseRuns implements ReactiveController {
  runs: Record<Trains, TrainingRun> | null = null;
  /** Known once the phases are over; null before. */
  tested: { done: number; of: number } | null = null;
  /** Spoken: beginning and end. */
  said = '';
  failure: PosencError | null = null;
  /** Aborted when the phases are to end. */
  private under = new AbortController();

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly done: (plan: PhasePlan, phases: Phases) => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.end);
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.end);
    this.end();
  }

  readonly end = (): void => {
    this.under.abort();
    this.under = new AbortController();
    for (const run of this.all) run.end();
    this.runs = null;
    this.tested = null;
    this.said = '';
    this.failure = null;
  };

  get all(): TrainingRun[] {
    const { runs } = this;
    return runs ? trains.map((name) => runs[name]) : [];
  }

  get isActive(): boolean {
    return this.tested !== null || this.all.some((run) => !run.over);
  }

  start(plan: PhasePlan): void {
    this.end();
    const { model, text, options } = plan;
    const begun = (name: Trains): TrainingRun =>
      new TrainingRun(options[name], [], () => this.changed(plan), 'model', [], {
        trained: model.checkpoint,
        ...(text && { text }),
      });
    this.runs = { longer: begun('longer'), both: begun('both') };
    this.said = 'Training has begun.';
    this.host.requestUpdate();
  }

  pause(): void {
    for (const run of this.all) run.pause();
  }

  resume(): void {
    for (const run of this.all) run.resume();
  }

  stop(): void {
    for (const run of this.all) run.stop();
    this.said = 'Training has been stopped.';
  }

  get isPaused(): boolean {
    return this.all.some(({ state }) => state === 'paused');
  }

  private changed(plan: PhasePlan): void {
    this.host.requestUpdate();
    const { runs } = this;
    if (!runs || this.tested) return;
    const failed = this.all.find(({ state }) => state === 'failed');
    if (failed && !this.failure) {
      this.fail(failed.failure);
      // Nothing can be compared without both.
      for (const run of this.all) run.stop();
    }
    if (this.all.every(({ state }) => state === 'done')) void this.test(plan, runs);
  }

  private fail(failure: PosencError | null): void {
    this.failure = failure;
    this.said = '';
  }

  private async test(plan: PhasePlan, runs: Record<Trains, TrainingRun>): Promise<void> {
    const { model, text, options, ranges } = plan;
    const { signal } = this.under;
    const tests = { done: 0, of: variants.length * ranges.length };
    this.tested = tests;
    const tested = () => {
      signal.throwIfAborted();
      tests.done++;
      this.host.requestUpdate();
    };
    const results = (checkpoint: Checkpoint, options: TrainingOptions | null) =>
      testedOver(checkpoint, text, ranges, options, tested);
    const without = async (name: Variant): Promise<Phase> => ({
      ...{ options: options[name], losses: [], accuracies: [], bits: [], divergedAt: null },
      evaluated: await results(model.checkpoint, options[name]),
    });
    const trained = async (name: Trains): Promise<Phase> => {
      const { losses, accuracies, bits, divergedAt, model } = runs[name];
      return {
        ...{ options: options[name], losses, accuracies, bits, divergedAt },
        evaluated: model ? await results(model, null) : [],
      };
    };
    let phases: Phases | null = null;
    try {
      phases = {
        trained: await without('trained'),
        base: await without('base'),
        longer: await trained('longer'),
        both: await trained('both'),
      };
    } catch (error) {
      if (!signal.aborted) this.fail(error as PosencError);
    }
    // Other settings may have been chosen meanwhile.
    if (signal.aborted) return;
    this.tested = null;
    if (phases) this.done(plan, phases);
    this.host.requestUpdate();
  }
}
