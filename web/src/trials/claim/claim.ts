import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ClaimPlan, ClaimVerdict, Trial } from '../../core/api.ts';
import type { TriedClaim } from '../../storage/trials.ts';
import { ensureTokens } from '../../style/tokens.ts';
import { toggleAfterFrame } from '../../ui/after-press.ts';
import { endOnLeave } from '../../ui/connected.ts';
import { dataTable } from '../../ui/data-table.ts';
import { csvOf, save } from '../../ui/download.ts';
import { DrawnInTurn } from '../../ui/drawn-in-turn.ts';
import { fieldStyle } from '../../ui/fields.ts';
import { FigureFooter } from '../../ui/figure-footer.ts';
import { figureStyle } from '../../ui/figure-style.ts';
import { liveRegion, visuallyHidden } from '../../ui/live-region.ts';
import { reducedMotion } from '../../ui/motion.ts';
import { compute } from '../../worker/client.ts';
import { allClaims, type ListedClaim } from '../core-lists.ts';
import { focusOn } from '../../ui/focus.ts';
import { WatchedTrials } from '../watched-trials.ts';
import { storageNotice, verdicts, votedLine } from '../words.ts';
import { balance } from './balance.ts';
import { chartOf, tableOf } from './chart.ts';
import {
  decisive,
  findingsList,
  heading,
  howTried,
  seedsField,
  sources,
  trialProgress,
  verdictLine,
  voting,
} from './claim-card.ts';
import { claimStyle } from './claim-style.ts';
import { type ModelSpread, modelsTable, spreadsOf } from './models-table.ts';
import { PlannedTraining, reasonOf, Stopped } from './planned-training.ts';

/** A trial that takes longer than this shows its progress. */
const progressDelayMs = 300;

/** The verdict comes no sooner than this: time for a guess. */
const suspenseMs = 1200;

const waited = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => void setTimeout(resolve, milliseconds));

/**
 * Something that people say, put on trial: the reader votes, the core runs the experiment (on models that are trained
 * here, where it needs any), and the verdict follows from what it finds.
 *
 *   <posenc-claim id="claim-7" number="7"></posenc-claim>
 */
export class PosencClaim extends DrawnInTurn {
  static override properties = {
    number: { type: Number },
    stated: { type: Boolean },
    claim: { state: true },
    plan: { state: true },
    seeds: { state: true },
    vote: { state: true },
    stored: { state: true },
    trial: { state: true },
    models: { state: true },
    phase: { state: true },
    error: { state: true },
    isVoteMissing: { state: true },
    announcement: { state: true },
  };

  static override styles = [figureStyle, visuallyHidden, fieldStyle, claimStyle];

  declare number: number;
  /** Its section has a place that says what is true. */
  declare stated: boolean;
  declare private claim: ListedClaim | null;
  /** Of the models that are trained for it, once a trial has begun. */
  declare private plan: ClaimPlan | null;
  /** As the reader has chosen; null for the number in the plan. */
  declare private seeds: number | null;
  /** The reader's, while nothing has been tried. */
  declare private vote: ClaimVerdict | '';
  declare private stored: TriedClaim | null;
  /** The result of the last trial on this visit. */
  declare private trial: Trial | null;
  /** The results of the models that were trained for it. */
  declare private models: readonly ModelSpread[];
  declare private phase: 'idle' | 'begun' | 'shown';
  declare private error: string;
  /** The reader has tried to start the trial before a vote. */
  declare private isVoteMissing: boolean;
  declare private announcement: string;

  private readonly footer = new FigureFooter(this);
  private readonly trials = new WatchedTrials(this, () => this.recall());
  /** Ends the trial that is under way: nothing of it is shown after that. */
  private underWay = new AbortController();
  private training: PlannedTraining | null = null;
  private progressTimer = 0;

  constructor() {
    super();
    this.number = 0;
    this.stated = false;
    this.claim = null;
    this.plan = null;
    this.seeds = null;
    this.vote = '';
    this.stored = null;
    this.trial = null;
    this.models = [];
    this.phase = 'idle';
    this.error = '';
    this.isVoteMissing = false;
    this.announcement = '';
    endOnLeave(this, this.end);
  }

  protected override onDrawn(): void {
    ensureTokens(this);
    // A link to it gives it the focus.
    if (this.isLinked && document.activeElement === document.body) focusOn(this);
  }

  override willUpdate(changed: PropertyValues): void {
    if (!changed.has('number')) return;
    this.end();
    this.claim = this.plan = this.trial = null;
    this.models = [];
    this.recall();
    this.look();
  }

  private get isLinked(): boolean {
    return this.id !== '' && location.hash === `#${this.id}`;
  }

  private recall(): void {
    this.stored = this.trials.work.claim(this.number);
    // A trial that has been reset can be voted on again.
    if (!this.stored && this.phase === 'idle' && this.trial) {
      this.trial = null;
      this.vote = '';
    }
  }

  private look(): void {
    const { number } = this;
    this.claim = allClaims.find((one) => one.number === number) ?? null;
    this.error = this.claim
      ? ''
      : `There is no claim ${number}: claims are numbered from 1 to ${allClaims.length}.`;
  }

  private readonly end = (): void => {
    this.underWay.abort();
    clearTimeout(this.progressTimer);
    this.training?.end();
    this.training = null;
    this.phase = 'idle';
  };

  private onPrimary(event: MouseEvent): void {
    // The second click of a double click would stop what the first one started.
    if (event.detail > 1) return;
    if (this.phase !== 'idle') {
      this.end();
      this.announcement = 'Stopped.';
      return;
    }
    if (!this.claim) return;
    if (!this.stored && !this.trial && this.vote === '') {
      this.isVoteMissing = true;
      this.renderRoot.querySelector<HTMLElement>('.vote input')?.focus();
      return;
    }
    void this.run();
  }

  /** The button goes; the focus stays in the card. */
  private withoutVote(): void {
    this.renderRoot.querySelector<HTMLElement>('.buttons button')?.focus();
    void this.run();
  }

  private async run(): Promise<void> {
    const { number, claim } = this;
    if (!claim) return;
    this.end();
    const { signal } = (this.underWay = new AbortController());
    const vote = this.stored?.vote ?? this.vote;
    this.phase = 'begun';
    this.isVoteMissing = false;
    this.error = '';
    this.announcement = 'The trial has begun.';
    const suspense = waited(reducedMotion() ? 0 : suspenseMs);
    this.progressTimer = window.setTimeout(() => {
      this.phase = 'shown';
    }, progressDelayMs);
    try {
      const plan = claim.models > 0 ? await compute.call('claimPlan', number) : null;
      if (signal.aborted) return;
      this.plan = plan;
      this.training =
        plan && new PlannedTraining(plan, this.seeds ?? plan.seeds, () => this.requestUpdate());
      const runs = (await this.training?.runs()) ?? [];
      if (signal.aborted) return;
      const [trial, models] = await Promise.all([
        compute.call('tryClaim', number, vote, runs),
        plan ? spreadsOf(plan, runs) : [],
        suspense,
      ]);
      if (!signal.aborted) await this.show(trial, vote, models);
    } catch (error) {
      if (signal.aborted || error instanceof Stopped) return;
      this.end();
      this.error = reasonOf(error) ?? '';
      this.announcement = `The trial failed. ${this.error}`;
    }
  }

  private async show(
    trial: Trial,
    vote: TriedClaim['vote'],
    models: readonly ModelSpread[],
  ): Promise<void> {
    const { verdict, because } = trial;
    const { work } = this.trials;
    const outcome = trial.vote === 'right' || trial.vote === 'empty' ? trial.vote : 'wrong';
    const hadFocus = this.renderRoot.querySelector(':focus') !== null;
    this.end();
    this.trial = trial;
    this.models = models;
    work.tried(this.number, { vote, verdict, outcome });
    this.stored = work.claim(this.number);
    this.announcement = `${verdicts[verdict].word}. ${votedLine(vote, trial.vote)} ${because}`;
    await this.updateComplete;
    // If the reader has gone on to something else, the focus stays there.
    if (hadFocus) this.renderRoot.querySelector<HTMLElement>('.verdict')?.focus();
  }

  private get link(): string {
    const address = new URL(location.href);
    address.hash = this.id;
    return address.href;
  }

  private renderHeading(): TemplateResult {
    const { claim, number } = this;
    // The page has the text before any script runs.
    const text = claim?.text ?? (this.textContent ?? '').trim().replace(/^“|”$/g, '');
    const href = this.id ? `#${this.id}` : `./claims.html#claim-${number}`;
    return heading(claim, text, href);
  }

  /** The vote, or the verdict: of this visit or of an earlier one. */
  private renderVote(): TemplateResult {
    const { trial, stored, phase, vote } = this;
    const verdict = trial?.verdict ?? stored?.verdict;
    if (verdict) {
      const outcome = trial?.vote ?? stored?.outcome ?? 'empty';
      return verdictLine({ verdict, vote: stored?.vote ?? vote, outcome, isStored: !trial });
    }
    return voting({
      vote,
      disabled: phase !== 'idle',
      isMissing: this.isVoteMissing,
      choose: (chosen) => {
        this.vote = chosen;
        this.isVoteMissing = false;
      },
    });
  }

  private renderTrial(claim: ListedClaim, trial: Trial): TemplateResult {
    const { chart, findings, because, verdict } = trial;
    const { number } = claim;
    const saveData = () => {
      if (chart) save(`posenc-claim-${number}.csv`, 'text/csv', csvOf(tableOf(chart)));
    };
    const seeds = this.models[0]?.seeds ?? 0;
    const weighing = findings.filter(
      ({ support }) => support === 'for' || support === 'against',
    ).length;
    const isFolded = chart !== null || findings.length > 2;
    return html`<div class="decided">
        ${balance(trial)}
        <p class="because">${because}</p>
      </div>
      ${chart ? chartOf(chart, `Chart of claim ${number}`) : decisive(verdict, findings)}
      <details class="all" ?open=${!isFolded}>
        <summary @click=${toggleAfterFrame}>
          ${findings.length}
          ${findings.length === 1 ? 'finding' : 'findings'}${weighing < findings.length ? `, ${weighing} in the balance` : ''}${this.models.length > 0 ? ', all models' : ''}
        </summary>
        ${findingsList(findings)} ${this.models.length > 0 ? modelsTable(this.models) : nothing}
      </details>
      ${sources(claim, this.stated)}
      ${this.footer.render({
        how: () => howTried(number, this.stored?.vote ?? this.vote, this.plan, seeds),
        data: chart ? () => dataTable(tableOf(chart), `${chart.yAxis}, by ${chart.xAxis}`) : null,
        link: () => this.link,
        downloads: chart ? [['Data (CSV)', saveData]] : [],
      })}`;
  }

  private get primaryWord(): string {
    const { phase, trial, stored, error } = this;
    if (phase !== 'idle') return 'Stop';
    if (error || trial) return 'Try again';
    return stored ? 'Run it again' : 'Put it on trial';
  }

  private renderButtons(): TemplateResult | typeof nothing {
    const { phase, trial, stored, error, claim } = this;
    // The same numbers would come out.
    if (trial && claim?.kind === 'computed' && phase === 'idle' && !error) return nothing;
    const isFirst = !trial && !stored;
    return html`<div class="buttons">
      <button
        class="button ${isFirst && this.vote !== '' ? 'main' : ''}"
        type="button"
        ?disabled=${!claim}
        @click=${this.onPrimary}
      >
        ${this.primaryWord}
      </button>
      ${
        claim && isFirst && phase === 'idle' && this.vote === ''
          ? html`<button class="button plain" type="button" @click=${this.withoutVote}>
              Try it without a vote
            </button>`
          : nothing
      }
      ${
        claim && claim.models > 0
          ? seedsField({
              claim,
              chosen: this.seeds ?? claim.seeds,
              disabled: phase !== 'idle',
              choose: (seeds) => {
                this.seeds = seeds;
              },
            })
          : nothing
      }
    </div>`;
  }

  override render() {
    const { claim, trial, stored, phase, error } = this;
    return html`<section
      class="card ${trial?.verdict ?? stored?.verdict ?? ''}"
      aria-labelledby="claim"
      aria-busy=${(!claim && !error) || phase !== 'idle'}
    >
      ${this.renderHeading()} ${this.renderVote()}
      ${claim && trial ? this.renderTrial(claim, trial) : nothing}
      ${claim && !trial && stored ? sources(claim, this.stated) : nothing}
      ${phase === 'idle' || trial ? nothing : balance(null)}
      ${phase === 'shown' ? trialProgress(this.training) : nothing}
      ${error ? html`<p class="error">${error}</p>` : nothing} ${this.renderButtons()}
      <p class="notice">${stored ? storageNotice(this.trials.work) : nothing}</p>
      ${liveRegion(this.announcement)}
    </section>`;
  }
}

customElements.define('posenc-claim', PosencClaim);
