import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Claim, ClaimPlan, ClaimVerdict, Finding, Trial } from '../../core/api.ts';
import { type TriedClaim, TrialsWork } from '../../storage/trials.ts';
import { ensureTokens } from '../../style/tokens.ts';
import { take } from '../../ui/address.ts';
import { csvOf, dataTable } from '../../ui/data.ts';
import { save } from '../../ui/download.ts';
import { fieldStyle } from '../../ui/field-style.ts';
import { figureStyle } from '../../ui/figure-style.ts';
import { foot, type FootPart } from '../../ui/foot.ts';
import { asWritten } from '../../ui/provenance.ts';
import { unseen } from '../../ui/unseen.ts';
import { compute } from '../../worker/client.ts';
import { allClaims } from '../core-lists.ts';
import { focusOn } from '../focus.ts';
import { troubleLine, verdicts, votedLine, votes } from '../words.ts';
import { chartOf, tableOf } from './chart.ts';
import { claimStyle } from './claim-style.ts';
import { type ModelSpread, modelsTable, spreadsOf } from './models-table.ts';
import { between_changes_in_ms, numbers_of_seeds, PlannedTraining } from './planned-training.ts';
import { reasonOf, Stopped } from './shared-runs.ts';

const kinds: Record<Claim['kind'], string> = {
  computed: 'computed here',
  timed: 'timed on this machine',
  trained: 'trained here',
};

const sides: Record<Finding['support'], { mark: string; word: string }> = {
  for: { mark: '+', word: 'for it' },
  against: { mark: '\u2212', word: 'against it' },
  aside: { mark: '·', word: 'aside' },
};

/** A trial that takes longer than this shows that it is under way. */
const until_shown_in_ms = 300;

/**
 * Something that people say, put on trial: the reader votes, the core runs the experiment (on models that are trained
 * here, where it needs any), and the verdict follows from what it finds.
 *
 *   <posenc-claim id="claim-7" number="7"></posenc-claim>
 */
export class PosencClaim extends LitElement {
  static override properties = {
    number: { type: Number },
    claim: { state: true },
    plan: { state: true },
    seeds: { state: true },
    vote: { state: true },
    kept: { state: true },
    trial: { state: true },
    models: { state: true },
    phase: { state: true },
    training: { state: true },
    error: { state: true },
    unvoted: { state: true },
    said: { state: true },
    open: { state: true },
    told: { state: true },
  };

  static override styles = [figureStyle, unseen, fieldStyle, claimStyle];

  declare number: number;
  declare private claim: Claim | null;
  declare private plan: ClaimPlan | null;
  /** As the reader has chosen; null for as many as the plan has. */
  declare private seeds: number | null;
  /** The reader's, while nothing has been tried. */
  declare private vote: ClaimVerdict | '';
  declare private kept: TriedClaim | null;
  /** What came out on this visit. */
  declare private trial: Trial | null;
  /** What the models came to that were trained for it. */
  declare private models: readonly ModelSpread[];
  declare private phase: 'idle' | 'begun' | 'shown';
  declare private training: PlannedTraining | null;
  declare private error: string;
  /** It was to be tried before a vote. */
  declare private unvoted: boolean;
  declare private said: string;
  declare private open: FootPart | null;
  declare private told: string;

  private work: TrialsWork | null = null;
  private unwatch: (() => void) | null = null;
  /** Counts the trials: an answer to one that was ended is of no interest. */
  private trials = 0;
  private timer = 0;

  constructor() {
    super();
    this.number = 0;
    this.claim = null;
    this.plan = null;
    this.seeds = null;
    this.vote = '';
    this.kept = null;
    this.trial = null;
    this.models = [];
    this.phase = 'idle';
    this.training = null;
    this.error = '';
    this.unvoted = false;
    this.said = '';
    this.open = null;
    this.told = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
    this.work = new TrialsWork();
    this.unwatch = this.work.watch(this.recall);
    addEventListener('pagehide', this.end);
    // A link to it gives it the focus.
    if (this.isLinked && document.activeElement === document.body) focusOn(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unwatch?.();
    removeEventListener('pagehide', this.end);
    this.end();
  }

  override willUpdate(changed: PropertyValues): void {
    if (!changed.has('number')) return;
    this.end();
    this.claim = this.plan = this.trial = null;
    this.models = [];
    this.recall();
    void this.bring();
  }

  private get isLinked(): boolean {
    return this.id !== '' && location.hash === `#${this.id}`;
  }

  private readonly recall = (): void => {
    this.kept = this.work?.claim(this.number) ?? null;
    // What was tried has been reset: it can be voted on anew.
    if (!this.kept && this.phase === 'idle' && this.trial) {
      this.trial = null;
      this.vote = '';
    }
  };

  /** What the core knows of it. */
  private async bring(): Promise<void> {
    const { number } = this;
    try {
      const all = await allClaims();
      const claim = all.find((one) => one.number === number);
      if (!claim) throw new Error(`There is no claim ${number}: they go from 1 to ${all.length}.`);
      const plan = claim.kind === 'trained' ? await compute.call('claimPlan', number) : null;
      if (number !== this.number) return;
      this.claim = claim;
      this.plan = plan;
      this.error = '';
    } catch (error) {
      if (number === this.number) this.error = (error as Error).message;
    }
  }

  private readonly end = (): void => {
    this.trials++;
    clearTimeout(this.timer);
    this.timer = 0;
    this.training?.end();
    this.training = null;
    this.phase = 'idle';
  };

  // What a reader does.

  private onPrimary(event: MouseEvent): void {
    // The second click of a double one would stop what the first has begun.
    if (event.detail > 1) return;
    if (this.phase !== 'idle') {
      this.end();
      this.said = 'Stopped.';
      return;
    }
    if (!this.claim) {
      void this.bring();
      return;
    }
    if (!this.kept && !this.trial && this.vote === '') {
      this.unvoted = true;
      this.renderRoot.querySelector<HTMLElement>('.vote input')?.focus();
      return;
    }
    void this.run();
  }

  private async run(): Promise<void> {
    const { number, plan } = this;
    this.end();
    const trial = ++this.trials;
    const isCurrent = () => trial === this.trials;
    const vote = this.kept?.vote ?? this.vote;
    const seeds = plan ? this.chosenSeeds(plan) : 0;
    this.phase = 'begun';
    this.unvoted = false;
    this.error = '';
    this.said = 'The trial has begun.';
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      if (isCurrent()) this.phase = 'shown';
    }, until_shown_in_ms);
    try {
      this.training = plan && new PlannedTraining(plan, seeds, this.changed);
      const runs = (await this.training?.runs()) ?? [];
      if (!isCurrent()) return;
      const [found, models] = await Promise.all([
        compute.call('tryClaim', number, vote, runs),
        plan ? spreadsOf(plan, runs) : [],
      ]);
      if (isCurrent()) await this.show(found, vote, models);
    } catch (error) {
      if (!isCurrent() || error instanceof Stopped) return;
      this.end();
      this.error = reasonOf(error) ?? '';
      this.said = `The trial failed. ${this.error}`;
    }
  }

  private async show(
    trial: Trial,
    vote: TriedClaim['vote'],
    models: readonly ModelSpread[],
  ): Promise<void> {
    const { verdict, because } = trial;
    const outcome = trial.vote === 'right' || trial.vote === 'empty' ? trial.vote : 'wrong';
    const wasHere = this.renderRoot.querySelector(':focus') !== null;
    this.end();
    this.trial = trial;
    this.models = models;
    this.work?.tried(this.number, { vote, verdict, outcome });
    this.kept = this.work?.claim(this.number) ?? null;
    this.said = `${verdicts[verdict].word}. ${votedLine(vote, trial.vote)} ${because}`;
    await this.updateComplete;
    // Whoever has gone on to something else stays there.
    if (wasHere) this.renderRoot.querySelector<HTMLElement>('.verdict')?.focus();
  }

  /** How far it is, a few times a second. */
  private readonly changed = (): void => {
    if (this.timer !== 0) return;
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.requestUpdate();
    }, between_changes_in_ms);
  };

  private chosenSeeds(plan: ClaimPlan): number {
    return this.seeds ?? plan.seeds;
  }

  private get link(): string {
    const address = new URL(location.href);
    address.hash = this.id;
    return address.href;
  }

  // What is shown.

  private heading(): TemplateResult {
    const { claim, number } = this;
    // What stood here before any script.
    const text = claim?.text ?? (this.textContent ?? '').trim().replace(/^\d+\.\s*/, '');
    const href = this.id ? `#${this.id}` : `./claims.html#claim-${number}`;
    return html`<p class="head">
        <a href=${href}>Claim ${number}</a><span>${claim ? kinds[claim.kind] : ''}</span>
      </p>
      <h3 id="claim">“${text}”</h3>`;
  }

  private voting(): TemplateResult {
    return html`<fieldset class="vote" ?disabled=${this.phase !== 'idle'}>
      <legend>Your vote</legend>
      ${votes.map(
        (vote) =>
          html`<label
            ><input
              type="radio"
              name="vote"
              value=${vote}
              .checked=${this.vote === vote}
              @change=${() => {
                this.vote = vote;
                this.unvoted = false;
              }}
            />${verdicts[vote].word}</label
          >`,
      )}
      <p class="unvoted" role="status">
        ${this.unvoted ? 'Vote first, or try it without a vote.' : nothing}
      </p>
    </fieldset>`;
  }

  /** What came out, now or on an earlier visit. */
  private verdict(): TemplateResult | typeof nothing {
    const { trial, kept } = this;
    const verdict = trial?.verdict ?? kept?.verdict;
    if (!verdict) return nothing;
    const vote = kept?.vote ?? this.vote;
    const { mark, word } = verdicts[verdict];
    const outcome = trial?.vote ?? kept?.outcome ?? 'empty';
    return html`<p class="verdict ${trial ? '' : 'kept'}" tabindex="-1" data-verdict=${verdict}>
      <b><span aria-hidden="true">${mark}</span> ${word}</b>
      <span class="voted">${votedLine(vote, outcome)}</span>
    </p>`;
  }

  private found(claim: Claim, trial: Trial): TemplateResult {
    const { chart, findings, because } = trial;
    return html`<ul class="findings" aria-label="What the experiment found">
        ${findings.map(({ text, support }) => {
          const { mark, word } = sides[support];
          return html`<li class=${support} data-support=${support}>
            <b><span aria-hidden="true">${mark}</span> ${word}</b><span class="text">${text}</span>
          </li>`;
        })}
      </ul>
      <p class="because">${because}</p>
      ${chart ? chartOf(chart, `Chart of claim ${claim.number}`) : nothing}
      ${this.models.length > 0 ? modelsTable(this.models) : nothing} ${this.sources(claim)}
      ${foot({
        open: this.open,
        choose: (open) => {
          this.open = open;
        },
        how: () => this.how(),
        data: chart ? () => dataTable(tableOf(chart), `${chart.yAxis}, by ${chart.xAxis}`) : null,
        link: this.link,
        takeLink: (event) => void this.takeLink(event),
        takes: chart
          ? [
              [
                'Data (CSV)',
                () => save(`posenc-claim-${claim.number}.csv`, 'text/csv', csvOf(tableOf(chart))),
              ],
            ]
          : [],
        told: this.told,
      })}`;
  }

  private how(): TemplateResult {
    const { plan, number } = this;
    const seeds = this.models[0]?.seeds ?? 0;
    const vote = asWritten(this.kept?.vote ?? this.vote);
    return html`<div class="how" id="how">
      <dl>
        <dt>Verdict</dt>
        <dd>
          by the findings: true if all that decide are for the claim, false if all are against it,
          else it depends
        </dd>
        <dt>Computed by</dt>
        <dd><code>tryClaim(${number}, ${vote}, ${plan ? 'runs' : '[]'})</code></dd>
        ${
          plan
            ? html`<dt>Runs</dt>
                <dd>
                  each of these with
                  ${seeds > 1 ? `seeds 1 to ${seeds}` : 'seed 1'}${plan.models.map(
                    ({ name, options }) =>
                      html`<br />${name}:
                        <code>createTrainer(${asWritten({ ...options, seed: 1 })})</code>`,
                  )}
                </dd>`
            : nothing
        }
      </dl>
    </div>`;
  }

  private async takeLink(event: Event): Promise<void> {
    event.preventDefault();
    this.told = await take(this.link);
  }

  private progress(): TemplateResult | typeof nothing {
    if (this.phase !== 'shown') return nothing;
    const { training } = this;
    if (!training) {
      return html`<p class="progress">
        <progress aria-label="The trial is under way"></progress><span>under way</span>
      </p>`;
    }
    const { done, steps, finished, models, left } = training;
    const told =
      done < steps
        ? `${finished} of ${models} models trained${left ? `, ${left}` : ''}`
        : `asking the trained models: ${finished} of ${models}`;
    return html`<p class="progress">
      <progress aria-label="Steps of training" max=${steps} .value=${done}></progress>
      <span>${told}</span>
    </p>`;
  }

  private seedsField(plan: ClaimPlan): TemplateResult {
    const all = [...new Set([...numbers_of_seeds, plan.seeds])].sort((a, b) => a - b);
    const chosen = this.chosenSeeds(plan);
    const count = plan.models.length;
    return html`<label class="seeds"
        >seeds
        <select
          ?disabled=${this.phase !== 'idle'}
          @change=${(event: Event) => {
            this.seeds = Number((event.target as HTMLSelectElement).value);
          }}
        >
          ${all.map(
            (seeds) => html`<option value=${seeds} .selected=${seeds === chosen}>${seeds}</option>`,
          )}
        </select></label
      >
      <p class="about">
        ${count} tiny ${count === 1 ? 'transformer' : 'transformers'},
        ${
          chosen === 1
            ? 'trained once: with more seeds one sees what is chance.'
            : `each trained from ${chosen} beginnings: what differs between seeds is chance.`
        }
      </p>`;
  }

  private buttons(): TemplateResult | typeof nothing {
    const { phase, trial, kept, plan, error, claim } = this;
    // The same numbers would come out.
    if (trial && claim?.kind === 'computed' && phase === 'idle' && !error) return nothing;
    const isFirst = !trial && !kept;
    const word =
      phase !== 'idle'
        ? 'Stop'
        : error
          ? 'Try again'
          : isFirst
            ? 'Put it on trial'
            : trial
              ? 'Try again'
              : 'Run it again';
    return html`<div class="buttons">
      <button
        class="button ${isFirst ? 'main' : ''}"
        type="button"
        ?disabled=${!claim && !error}
        @click=${this.onPrimary}
      >
        ${word}
      </button>
      ${
        claim && isFirst && phase === 'idle' && this.vote === ''
          ? html`<button class="button plain" type="button" @click=${this.withoutVote}>
              Try it without a vote
            </button>`
          : nothing
      }
      ${plan ? this.seedsField(plan) : nothing}
    </div>`;
  }

  /** The button goes; the focus stays in the card. */
  private withoutVote(): void {
    this.renderRoot.querySelector<HTMLElement>('.buttons button')?.focus();
    void this.run();
  }

  private sources(claim: Claim): TemplateResult {
    const section = `./${claim.section}.html`;
    return html`<p class="sources">
      ${claim.sources.map(
        ({ text, url }) => html`<span>${url ? html`<a href=${url}>${text}</a>` : text} </span>`,
      )}<span><a href=${section}>The section about it</a></span>
    </p>`;
  }

  override render() {
    const { claim, trial, kept, work } = this;
    const verdict = trial?.verdict ?? kept?.verdict ?? '';
    return html`<section
      class="card ${verdict}"
      aria-labelledby="claim"
      aria-busy=${(!claim && !this.error) || this.phase !== 'idle'}
    >
      ${this.heading()} ${trial || kept ? this.verdict() : this.voting()}
      ${claim && trial ? this.found(claim, trial) : nothing}
      ${claim && !trial && kept ? this.sources(claim) : nothing} ${this.progress()}
      ${this.error ? html`<p class="error">${this.error}</p>` : nothing} ${this.buttons()}
      <p class="notice">${kept && work ? troubleLine(work) : nothing}</p>
      <p class="unseen" role="status">${this.said}</p>
    </section>`;
  }
}

customElements.define('posenc-claim', PosencClaim);
