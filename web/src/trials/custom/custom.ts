import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { CustomEncoding, CustomExample } from '../../core/api.ts';
import type { PosencError } from '../../core/errors.ts';
import { ensureTokens } from '../../style/tokens.ts';
import { addressOf, askedIn, refused } from '../../ui/address.ts';
import { afterFrame, AfterPress } from '../../ui/after-press.ts';
import { csvOf, save, savePng } from '../../ui/download.ts';
import { dataTable } from '../../ui/data-table.ts';
import { fieldStyle } from '../../ui/fields.ts';
import { FigureFooter } from '../../ui/figure-footer.ts';
import { figureStyle } from '../../ui/figure-style.ts';
import '../../ui/number-control.ts';
import type { NumberParameter } from '../../ui/parameters.ts';
import { startFailure } from '../../ui/notices.ts';
import { liveRegion, visuallyHidden } from '../../ui/live-region.ts';
import { compute, Latest } from '../../worker/client.ts';
import { claimStyle } from '../claim/claim-style.ts';
import { WatchedTrials } from '../watched-trials.ts';
import { storageNotice } from '../words.ts';
import { cardOf, headlineOf } from './card.ts';
import {
  type CustomSettings,
  howEncoded,
  invariantsList,
  invariantsText,
  isSame,
  parameters,
  pictures,
  quoted,
  savePictures,
  type ShownEncoding,
  tableOfEncoding,
} from './result.ts';
import { customStyle } from './custom-style.ts';
import { TrainingPanel } from './training-panel.ts';

/** The pictures follow while you type, at pauses of this length. */
const pauseMs = 120;
/** Half a formula is no mistake: what is wrong is said at pauses of this length. */
const complaintPauseMs = 700;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

type Box = keyof CustomSettings;

/** The box that an error of the core is about. */
const boxOf = ({ parameter }: PosencError): Box =>
  parameter === 'd' || parameter === 'positions' ? parameter : 'formula';

/**
 * An encoding of the reader's own: a formula for PE(pos, i) is drawn, measured and, on demand, trained with.
 *
 *   <posenc-own></posenc-own>
 *
 * It takes a formula from the page's address (?own.formula=…) and from the event `posenc-formula` of the document.
 */
export class PosencCustomEncoding extends AfterPress {
  static override properties = {
    examples: { state: true },
    typed: { state: true },
    d: { state: true },
    positions: { state: true },
    shown: { state: true },
    shownProducts: { state: true },
    shownBelow: { state: true },
    shownCard: { state: true },
    problem: { state: true },
    startError: { state: true },
    addressProblem: { state: true },
    announcement: { state: true },
  };

  static override styles = [figureStyle, visuallyHidden, fieldStyle, claimStyle, customStyle];

  declare private examples: readonly CustomExample[];
  /** The text in the box. */
  declare private typed: string;
  declare private d: number;
  declare private positions: number;
  /** The last good answer: everything shown is about it. */
  declare private shown: ShownEncoding | null;
  /** The same for the second picture, which follows the first. */
  declare private shownProducts: ShownEncoding | null;
  /** And for what is below the pictures. */
  declare private shownBelow: ShownEncoding | null;
  /** And for the card to share. */
  declare private shownCard: ShownEncoding | null;
  declare private problem: { at: Box; message: string } | null;
  /** Why there is nothing to begin with. */
  declare private startError: string;
  declare private addressProblem: string;
  declare private announcement: string;

  private readonly footer = new FigureFooter(this);
  private readonly trials = new WatchedTrials(this, () => this.requestUpdate());
  private readonly panel = new TrainingPanel(this, (text) => {
    this.announcement = text;
  });
  private readonly latest = new Latest<CustomSettings>((settings) => this.show(settings));
  private last: { settings: CustomSettings; encoding: Promise<CustomEncoding> } | null = null;
  private pause = 0;
  private typedAt = -Infinity;

  constructor() {
    super();
    this.examples = [];
    this.typed = '';
    this.d = parameters.d.value;
    this.positions = parameters.positions.value;
    this.shown = null;
    this.shownProducts = null;
    this.shownBelow = null;
    this.shownCard = null;
    this.problem = null;
    this.startError = '';
    this.addressProblem = '';
    this.announcement = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
    document.addEventListener('posenc-formula', this.onFormula);
    void this.begin();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('posenc-formula', this.onFormula);
    clearTimeout(this.pause);
  }

  /** A formula that came before there was a box goes into it. */
  override firstUpdated(): void {
    const box = this.renderRoot.querySelector('textarea');
    if (box) box.value = this.typed;
  }

  /** With the formula in the address, or else with the first example. */
  private async begin(): Promise<void> {
    const { values, problem } = askedIn(location.search, 'own', parameters);
    if (problem) {
      this.addressProblem = refused(problem, 'show', 'The figure shows its first example instead.');
    }
    this.startError = '';
    try {
      this.examples = (await compute.call('ownExamples')).examples;
    } catch (error) {
      this.startError = (error as PosencError).message;
      return;
    }
    const [first] = this.examples;
    const settings = {
      formula: first?.formula ?? '',
      d: first?.d ?? this.d,
      positions: this.positions,
    };
    // If the reader has typed meanwhile, that stays.
    if (this.typed === '') this.fill({ ...settings, ...values }, false);
  }

  private get settings(): CustomSettings {
    return { formula: this.typed, d: this.d, positions: this.positions };
  }

  private fill({ formula, d, positions }: CustomSettings, keep: boolean): void {
    this.typed = formula;
    this.d = d;
    this.positions = positions;
    const box = this.renderRoot.querySelector('textarea');
    if (box) box.value = formula;
    this.submit(keep);
  }

  /** @param keep the reader wants this formula; it is not a state on the way to it */
  private submit(keep: boolean): void {
    clearTimeout(this.pause);
    if (keep) this.typedAt = -Infinity;
    const { settings } = this;
    void this.latest.request(settings);
    if (keep) void this.keep(settings);
  }

  /** The same settings are not computed twice in a row. */
  private encodingOf(settings: CustomSettings): Promise<CustomEncoding> {
    if (!this.last || !isSame(this.last.settings, settings)) {
      const { formula, d, positions } = settings;
      const encoding = compute.call('ownEncoding', formula, d, positions);
      this.last = { settings, encoding };
      encoding.catch((error: PosencError) => {
        // A call that broke may work the next time.
        if (error.code !== 'invalid-argument') this.last = null;
      });
    }
    return this.last.encoding;
  }

  private async show(settings: CustomSettings): Promise<void> {
    const isCurrent = () => isSame(settings, this.settings);
    try {
      const encoding = await this.encodingOf(settings);
      if (!isCurrent()) return;
      this.shown = { ...settings, encoding };
      this.problem = null;
      this.announcement = invariantsText(encoding);
      // Each part takes as long to draw as the first: in a task of its own, it does not keep that, or a letter, waiting.
      for (const part of ['shownProducts', 'shownBelow', 'shownCard'] as const) {
        await this.updateComplete;
        await wait(0);
        this[part] = this.shown;
      }
    } catch (error) {
      void this.refuse(settings, error as PosencError);
    }
  }

  /** Says what is wrong, unless the reader is still typing. */
  private async refuse(settings: CustomSettings, failure: PosencError): Promise<void> {
    const left = () => complaintPauseMs - (performance.now() - this.typedAt);
    // At least a moment: letters that a busy page has kept waiting come first.
    do await wait(Math.max(0, left()));
    while (left() > 0);
    if (!isSame(settings, this.settings)) return;
    const at = boxOf(failure);
    this.complain(at, at === 'formula' ? failure.message : failure.naming(parameters[at].label));
  }

  private async keep(settings: CustomSettings): Promise<void> {
    const { formula, d } = settings;
    try {
      const { invariants } = await this.encodingOf(settings);
      const holding = invariants.filter(({ holds }) => holds).map(({ id }) => id);
      this.trials.work.brought(formula, d, holding);
    } catch {
      // A formula that cannot be computed is not stored; show() has the message.
    }
  }

  private complain(at: Box, message: string): void {
    this.problem = { at, message };
    // (That of the formula is an alert.)
    if (at !== 'formula') this.announcement = message;
  }

  private readonly onFormula = (event: Event): void => {
    const { detail } = event as CustomEvent<{ formula: string; d: number }>;
    this.fill({ ...detail, positions: this.positions }, true);
  };

  private onType(event: Event): void {
    this.typed = (event.target as HTMLTextAreaElement).value;
    this.typedAt = performance.now();
    clearTimeout(this.pause);
    this.pause = window.setTimeout(() => this.submit(false), pauseMs);
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    this.submit(true);
  }

  private onNumber(name: 'd' | 'positions', value: number): void {
    this[name] = value;
    this.submit(false);
  }

  private get link(): string {
    const settings = { ...(this.shown ?? this.settings) };
    return addressOf(new URL(location.href), 'own', parameters, settings);
  }

  private renderPictures(shown: ShownEncoding): TemplateResult {
    return html`${
      isSame(shown, this.settings)
        ? nothing
        : html`<p class="earlier">
            Still showing <code>${quoted(shown.formula)}</code> with d = ${shown.d}.
          </p>`
    }
    ${pictures(shown, this.shownProducts ?? shown)}`;
  }

  private renderResult(shown: ShownEncoding): TemplateResult {
    const { formula } = shown;
    const isCurrent = isSame(shown, this.settings);
    const table = () => tableOfEncoding(shown);
    return html`${this.footer.render({
      how: () => howEncoded(shown),
      data: () => dataTable(table(), `PE(pos, i), ${quoted(formula)}`),
      link: () => this.link,
      downloads: [
        ['Data (CSV)', () => save('posenc-own-encoding.csv', 'text/csv', csvOf(table()))],
        ['Picture (SVG)', () => savePictures(this.renderRoot, shown)],
      ],
    })}
    ${this.panel.render(formula, isCurrent)}`;
  }

  private renderCard(shown: ShownEncoding): TemplateResult {
    const trained = this.panel.shareOf(shown.formula);
    const headline = headlineOf(shown, trained);
    // (Drawn anew where it shows something else, or in other colors.)
    const card = () => cardOf(this, shown, trained);
    const name = 'posenc-my-encoding';
    return html`<h2 class="to-share">A card to share</h2>
      <img
        class="share"
        width="1200"
        height="630"
        alt=${headline}
        src=${guard([shown, headline, getComputedStyle(this).color], () => `data:image/svg+xml,${encodeURIComponent(card())}`)}
      />
      <p class="buttons">
        <button
          class="button"
          type="button"
          @click=${() => afterFrame(() => void savePng(`${name}.png`, card()))}
        >
          Card (PNG)
        </button>
        <button
          class="button"
          type="button"
          @click=${() => afterFrame(() => save(`${name}.svg`, 'image/svg+xml', [card()]))}
        >
          Card (SVG)
        </button>
      </p>`;
  }

  private renderNumber(name: 'd' | 'positions'): TemplateResult {
    const { label, slider } = parameters[name] as NumberParameter;
    return html`<posenc-number
      label=${label}
      .slider=${slider}
      .value=${this[name]}
      .problem=${this.problem?.at === name ? this.problem.message : ''}
      @set=${(event: CustomEvent<number>) => this.onNumber(name, event.detail)}
      @unreadable=${(event: CustomEvent<string>) => {
        this.complain(name, event.detail);
      }}
    ></posenc-number>`;
  }

  private renderFormula(): TemplateResult {
    const wrong = this.problem?.at === 'formula' ? this.problem.message : '';
    const { formula, d } = this.shown ?? this.settings;
    return html`<label class="formula" for="formula">PE(pos, i) =</label>
      <p class="written">PE(pos, i) = <code>${formula}</code>, d = ${d}</p>
      <textarea
        id="formula"
        rows="2"
        spellcheck="false"
        autocapitalize="off"
        autocomplete="off"
        aria-invalid=${wrong !== ''}
        aria-describedby="problem language"
        @input=${this.onType}
        @keydown=${this.onKey}
      ></textarea>
      <p class="error" id="problem" role="alert">${wrong}</p>
      <button class="button main" id="show" type="button" @click=${() => this.submit(true)}>
        Use this formula
      </button>`;
  }

  private renderLanguage(): TemplateResult {
    return html`<p class="language" id="language">
      <code>pos</code> is the position, <code>i</code> the dimension from 0 to d − 1, and
      <code>d</code> the number of dimensions. You can also use numbers, <code>pi</code>,
      <code>+ - * / ^</code>, parentheses, <code>sin cos exp ln sqrt tanh abs floor</code> and
      <code>mod(a, b)</code>. Angles are in radians. Python’s <code>** // %</code>,
      <code>np.sin</code> and <code>math.pi</code> work too.
    </p>`;
  }

  private renderExamples(): TemplateResult {
    return html`<div class="examples" role="group" aria-label="Examples">
      ${this.examples.map(
        (one) =>
          html`<button
            type="button"
            aria-pressed=${one.formula === this.typed && one.d === this.d}
            @click=${() => this.fill({ ...one, positions: this.positions }, true)}
          >
            ${one.name}
          </button>`,
      )}
    </div>`;
  }

  override render() {
    const { shown, shownBelow, shownCard, problem, startError, addressProblem } = this;
    return html`<section
      class="card"
      aria-label="Your own encoding"
      aria-busy=${!shown && !problem && !startError}
    >
      <div class="bench">
        <div class="typed">${this.renderFormula()} ${this.renderExamples()}</div>
        <div class="drawn">${shown ? this.renderPictures(shown) : nothing}</div>
        <div class="rest">
          ${this.renderLanguage()}
          <div class="numbers">${this.renderNumber('d')}${this.renderNumber('positions')}</div>
          ${
            shown
              ? html`<h2>Which invariants hold</h2>
                  ${invariantsList(shown.encoding)}`
              : nothing
          }
        </div>
      </div>
      ${startFailure(startError, () => this.begin())}
      ${addressProblem ? html`<p class="message" role="status">${addressProblem}</p>` : nothing}
      ${shownBelow ? this.renderResult(shownBelow) : nothing}
      ${shownCard ? this.renderCard(shownCard) : nothing}
      <p class="notice">${storageNotice(this.trials.work)}</p>
      ${liveRegion(this.announcement)}
    </section>`;
  }
}

customElements.define('posenc-own', PosencCustomEncoding);
