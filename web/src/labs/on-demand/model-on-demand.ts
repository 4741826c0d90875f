// A trained model for a lab: one that is kept in this browser, or one that the reader has it train.
import { html, isServer, nothing, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { sideBySide } from '../../ui/figure-style.ts';
import { liveRegion, visuallyHidden } from '../../ui/live-region.ts';
import { storageNotice, type StorageProblem } from '../../ui/notices.ts';
import { resultsStyle, trainStyle } from '../../ui/train-style.ts';
import { TrainingRun } from '../../worker/training-client.ts';
import { storedSessions } from '../training/stored-session.ts';
import { keepModel, keyOf, modelWith, type TrainedModel, type Wanted } from './models.ts';

export const onDemandStyles = [sideBySide, visuallyHidden, trainStyle, resultsStyle];

export class ModelOnDemand implements ReactiveController {
  run: SharedRun | null = null;
  /** Spoken: beginning and end, not what lies between. */
  said = '';
  /** The model that the figure has asked for last; null while it is about to ask for another one. */
  wanted: Wanted | null = null;
  private lacksModel = false;
  private problem: StorageProblem = null;
  private asked = new AbortController();

  /** @param look called when there may be a model that was missing before */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly look: () => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('pagehide', this.end);
    storedSessions.addEventListener('change', this.onStored);
  }

  hostDisconnected(): void {
    removeEventListener('pagehide', this.end);
    storedSessions.removeEventListener('change', this.onStored);
    this.drop();
  }

  private readonly end = (): void => this.run?.run.end();

  /** A model that has been stored may be the one that it would have to train. */
  private readonly onStored = (): void => {
    if (this.lacksModel && (!this.run || this.run.run.over)) this.look();
  };

  /** Aborted as soon as the figure is about to ask for something else. */
  get signal(): AbortSignal {
    return this.asked.signal;
  }

  /** The figure is about to ask for something else. */
  renew(): void {
    this.wanted = null;
    this.asked.abort();
    this.asked = new AbortController();
  }

  /** The model, if it has been trained. Ends the training of any other model. */
  async find(wanted: Wanted): Promise<TrainedModel | null> {
    if (this.wanted === null) this.problem = null;
    this.wanted = wanted;
    if (isServer) return null;
    if (this.run && keyOf(this.run.wanted) !== keyOf(wanted)) this.drop();
    const model = await modelWith(wanted);
    this.lacksModel = model === null;
    return model;
  }

  private drop(): void {
    this.run?.leave(this.changed);
    this.run = null;
  }

  private start(wanted: Wanted): void {
    this.drop();
    this.said = 'Training has begun.';
    this.run = SharedRun.of(wanted, this.changed);
    this.host.requestUpdate();
  }

  private readonly changed = (): void => {
    const { run: shared } = this;
    if (!shared) return;
    if (shared.stored) {
      this.said = 'The model is trained.';
      this.drop();
      this.look();
      void shared.stored.then((problem) => {
        this.problem = problem;
        this.host.requestUpdate();
      });
    } else if (shared.run.over) {
      this.said = shared.run.failure ? '' : `Training ${progressOf(shared.run)}.`;
    }
    this.host.requestUpdate();
  };

  /** Its buttons, how far it is, and why it failed. */
  view(label = 'Train') {
    const { wanted, run: shared } = this;
    const run = shared?.run;
    const buttons =
      shared && !shared.run.over
        ? runButtons(shared)
        : html`<button
            class="button main"
            type="button"
            ?disabled=${wanted === null}
            @click=${() => wanted && this.start(wanted)}
          >
            ${label}
          </button>`;
    return html`${buttons}
      ${
        run
          ? html`${progressBar('Training steps', run.losses.length, run.options.steps)}
              <span>${progressOf(run)}</span>`
          : nothing
      }
      <p class="error" role="status">${run?.failure?.message}</p>`;
  }

  /** For screen readers, with a notice if the model will be lost. */
  status() {
    return html`<p class="message" role="status">${storageNotice(this.problem, 'this model')}</p>
      ${liveRegion(this.said)}`;
  }
}

function progressOf(run: TrainingRun): string {
  const done = run.losses.length;
  switch (run.state) {
    case 'waiting':
      return 'waiting';
    case 'paused':
      return done > 0 ? `paused at step ${done}` : 'paused';
    case 'running':
      return done > 0 ? `step ${done} of ${run.options.steps}` : 'starting';
    case 'stopped':
      return `stopped at step ${done}`;
    case 'failed':
      return 'failed';
    case 'done':
      return `ended at step ${run.divergedAt ?? done}: the loss became NaN`;
  }
}

interface Training {
  isPaused: boolean;
  pause(): void;
  resume(): void;
  stop(): void;
}

export function runButtons(training: Training) {
  const button = (words: string, act: () => void) =>
    html`<button class="button" type="button" @click=${act}>${words}</button>`;
  return html`${
    training.isPaused
      ? button('Resume', () => training.resume())
      : button('Pause', () => training.pause())
  }
  ${button('Stop', () => training.stop())}`;
}

export const progressBar = (label: string, value: number, max: number) =>
  html`<progress aria-label=${label} max=${max} value=${value}></progress>`;

// One run for all figures that want the same model.

/** Those that are not over, or whose model is still being kept: who looks for it finds it only after that. */
const running = new Map<string, SharedRun>();

class SharedRun {
  readonly run: TrainingRun;
  /** Null before there is a model. */
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
