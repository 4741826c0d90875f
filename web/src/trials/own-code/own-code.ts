import { css, html, nothing, type TemplateResult } from 'lit';
import { catalogue } from '../../exercises/catalogue.ts';
import { percent } from '../../plots/format.ts';
import { ensureTokens } from '../../style/tokens.ts';
import { AfterPress } from '../../ui/after-press.ts';
import { endOnLeave, whileConnected } from '../../ui/connected.ts';
import { figureStyle } from '../../ui/figure-style.ts';
import { Announcement, visuallyHidden } from '../../ui/live-region.ts';
import { resultsStyle } from '../../ui/train-style.ts';
import { compute } from '../../worker/client.ts';
import { chartOf } from '../claim/chart.ts';
import { claimStyle } from '../claim/claim-style.ts';
import { PlannedTraining, reasonOf } from '../claim/planned-training.ts';
import {
  chartOfResults,
  type Compared,
  type Pair,
  planFor,
  type Results,
  resultsOf,
  seeds,
  titleOf,
} from './experiment.ts';
import { type Exercise, exercises, type Given, numbersOf, Programs } from './programs.ts';
import { markOf, standingText, trainingTexts } from './words.ts';

/** The scheme that each exercise is about: known before the core is loaded. */
const schemeOf: Record<Exercise, string> = {
  'code-sinusoidal': 'sinusoidal',
  'code-rope': 'rope',
  'code-alibi': 'alibi',
};

const listOf = (names: readonly string[]): string =>
  names.length < 2
    ? (names[0] ?? '')
    : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;

const ownCodeStyle = css`
  :host {
    display: block;
    margin: 2rem 0;
  }
  .button:disabled {
    opacity: 0.6;
    cursor: default;
  }
  ul.own {
    list-style: none;
    margin: 0.6rem 0 0;
    padding: 0;
    display: grid;
    gap: 0.5rem;
  }
  .own b {
    color: var(--look, var(--posenc-ink));
    font-weight: 600;
  }
  .own .soft,
  .stale {
    color: var(--posenc-soft);
  }
  .card > .error {
    color: var(--posenc-wrong);
  }
  .results {
    margin-top: 0.9rem;
  }
`;

/**
 * E13.2 with the learner's own functions: each trains a model beside the built-in one of the same scheme.
 *
 *   <posenc-own-code></posenc-own-code>
 */
export class PosencOwnCode extends AfterPress {
  static override properties = { isRunning: { state: true }, failure: { state: true } };

  static override styles = [figureStyle, visuallyHidden, resultsStyle, claimStyle, ownCodeStyle];

  declare private isRunning: boolean;
  declare private failure: string;

  private readonly programs = new Programs();
  private readonly announcement = new Announcement(this);
  /** Null while programs run. */
  private training: PlannedTraining | null = null;
  /** What each program gave, and how its model did once it has been trained. */
  private given = new Map<string, Given>();
  private results: Results | null = null;
  /** The programs that all of this is about. */
  private tried: ReadonlyMap<string, string> = new Map();
  private underWay = new AbortController();

  constructor() {
    super();
    this.isRunning = false;
    this.failure = '';
    whileConnected(this, () => this.programs.watch(() => this.requestUpdate()));
    endOnLeave(this, this.end);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
  }

  private readonly end = (): void => {
    this.underWay.abort();
    this.training?.end();
    this.training = null;
    this.isRunning = false;
  };

  private onButton(event: MouseEvent): void {
    // The second click of a double click would stop what the first one started.
    if (event.detail > 1) return;
    if (!this.isRunning) {
      void this.run();
      return;
    }
    this.end();
    this.announcement.say('Stopped.');
  }

  private async run(): Promise<void> {
    const { signal } = (this.underWay = new AbortController());
    this.isRunning = true;
    this.failure = '';
    this.results = null;
    this.given = new Map();
    this.tried = this.programs.sources;
    this.announcement.say('Your programs are running.');
    try {
      const pairs = await this.readAll(signal);
      if (signal.aborted) return;
      if (pairs.length > 0) {
        this.training = new PlannedTraining(planFor(pairs), seeds, () => this.requestUpdate());
        this.announcement.say('Training has begun.');
        const runs = await this.training.runs();
        const results = await resultsOf(pairs, runs);
        if (signal.aborted) return;
        this.results = results;
      }
      this.end();
      this.announcement.say(
        pairs.length > 0 ? `Trained. ${this.bestText}` : 'None of your programs could train.',
      );
    } catch (error) {
      if (signal.aborted) return;
      this.end();
      this.failure = reasonOf(error) ?? '';
      this.announcement.say(this.failure);
    }
  }

  /** The models to train, from the programs that give numbers. */
  private async readAll(signal: AbortSignal): Promise<Pair[]> {
    const all = await compute.call('ownSchemes');
    const pairs: Pair[] = [];
    for (const one of all) {
      const source = this.tried.get(one.exercise);
      if (source === undefined) continue;
      const given = await numbersOf(one, source, signal);
      if (signal.aborted) return [];
      this.given.set(one.exercise, given);
      this.requestUpdate();
      const { scheme } = one;
      const runs = 'reading' in given ? given.reading.runs : null;
      if (runs) pairs.push({ scheme, title: titleOf(scheme), runs });
    }
    return pairs;
  }

  /** Which of the learner's schemes did best; '' if there is only one. */
  private get bestText(): string {
    const { results } = this;
    if (!results || results.all.length < 2) return '';
    const { best, trainLongest, lengths } = results;
    const beyond = lengths[lengths.length - 1] ?? 0;
    const which = (names: readonly string[]) =>
      names.length === results.all.length ? 'none is ahead' : listOf(names.map(titleOf));
    return `Best of yours at length ${trainLongest}: ${which(best.within)}. At length ${beyond}: ${which(best.beyond)}.`;
  }

  private renderOne(exercise: Exercise, sources: ReadonlyMap<string, string>): TemplateResult {
    const scheme = schemeOf[exercise];
    const name = html`<a href=${catalogue.find(({ id }) => id === exercise)?.href ?? ''}
      >${titleOf(scheme)}</a
    >`;
    const given = this.given.get(exercise);
    if (!given) {
      return html`<li data-scheme=${scheme}>
        ${name}: <span class="soft">${sources.has(exercise) ? 'written' : 'not written yet'}</span>
      </li>`;
    }
    const reading = 'reading' in given ? given.reading : null;
    const { sign, look } = markOf(reading);
    const training = this.results?.all.find((one) => one.scheme === scheme)?.training;
    return html`<li data-scheme=${scheme} class=${look}>
      <b aria-hidden="true">${sign}</b> ${name}:
      ${reading ? standingText(exercise, reading) : 'failure' in given ? given.failure : nothing}
      ${training ? trainingTexts[training] : nothing}
    </li>`;
  }

  private renderProgress(): TemplateResult | typeof nothing {
    if (!this.isRunning) return nothing;
    if (!this.training) {
      return html`<p class="progress"><progress aria-label="Running your programs"></progress></p>`;
    }
    const { done, steps, finished, models, left } = this.training;
    return html`<p class="progress">
      <progress aria-label="Training steps" max=${steps} .value=${done}></progress>
      <span>${finished} of ${models} models trained${left ? `, ${left}` : ''}</span>
    </p>`;
  }

  private renderTable({ lengths, trainLongest, all }: Results): TemplateResult {
    const shown = [trainLongest, lengths[lengths.length - 1] ?? 0];
    const share = ({ own, builtIn }: Compared, length: number) => {
      const at = lengths.indexOf(length);
      return [own, builtIn].map(({ mean }) => html`<td>${percent(mean[at] ?? NaN, 1)}</td>`);
    };
    return html`<table class="results">
      <caption>
        Right answers, mean of ${seeds} seeds
      </caption>
      <thead>
        <tr>
          <td></td>
          ${shown.map((length) => html`<th scope="colgroup" colspan="2">length ${length}</th>`)}
        </tr>
        <tr>
          <td></td>
          ${shown.map(
            () =>
              html`<th scope="col">yours</th>
                <th scope="col">built in</th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${all.map(
          (one) =>
            html`<tr>
              <th scope="row">${one.title}</th>
              ${shown.map((length) => share(one, length))}
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  override render() {
    const { isRunning, failure, results } = this;
    const { sources } = this.programs;
    const isStale =
      this.given.size > 0 &&
      exercises.some((exercise) => sources.get(exercise) !== this.tried.get(exercise));
    return html`<section class="card" aria-label="Train your own code" aria-busy=${isRunning}>
      <button
        class="button main"
        type="button"
        ?disabled=${!isRunning && sources.size === 0}
        @click=${(event: MouseEvent) => this.onButton(event)}
      >
        ${isRunning ? 'Stop' : 'Train mine beside the built-in ones'}
      </button>
      ${this.renderProgress()}
      <ul class="own" aria-label="Your schemes">
        ${exercises.map((exercise) => this.renderOne(exercise, sources))}
      </ul>
      ${failure ? html`<p class="error">${failure}</p>` : nothing}
      ${
        isStale && !isRunning
          ? html`<p class="stale">Results from before your last change.</p>`
          : nothing
      }
      ${
        results
          ? html`<p class="best">${this.bestText}</p>
              ${this.renderTable(results)}
              ${chartOf(chartOfResults(results), 'Right answers by length')}`
          : nothing
      }
      <p class="unseen" role="status">${this.announcement.spoken()}</p>
    </section>`;
  }
}

customElements.define('posenc-own-code', PosencOwnCode);
