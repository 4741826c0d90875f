import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { Exhibit, Exhibition, Matrix } from '../../core/api.ts';
import type { PosencError } from '../../core/errors.ts';
import type { ColorScale } from '../../plots/colors.ts';
import { plain, significant } from '../../plots/format.ts';
import '../../plots/matrix-plot.ts';
import type { Cell, MatrixAxis } from '../../plots/matrix-plot.ts';
import { scaleOver } from '../../plots/sequential.ts';
import { ensureTokens } from '../../style/tokens.ts';
import { toggleAfterFrame } from '../../ui/after-press.ts';
import { markSliders, sliderStyle } from '../../ui/fields.ts';
import { figureStyle, sideBySide } from '../../ui/figure-style.ts';
import { visuallyHidden } from '../../ui/live-region.ts';
import { compute, Latest } from '../../worker/client.ts';
import { allExhibits } from '../core-lists.ts';
import { WatchedTrials } from '../watched-trials.ts';
import { storageNotice } from '../words.ts';
import { type DifferentLine, difference } from './difference.ts';
import { exhibitStyle, pictureHeight } from './exhibit-style.ts';

/** The fixed code and the reason, once the mistake is found or shown. */
interface Fixed {
  lines: DifferentLine[];
  because: string;
}

/** With more names than that, only every fifth is written. */
const maxNames = 8;

/** An axis whose rows or columns count from that number on. */
function axisFrom(first: number, title: string, count: number): MatrixAxis {
  if (first === 0) return { title };
  const name = (number: number) => (count <= maxNames || number % 5 === 0 ? plain(number) : '');
  return { title, names: Array.from({ length: count }, (_, n) => name(first + n)) };
}

/** The others open below them. */
const shownSightings = 3;

const sightingsList = (sightings: Exhibit['sightings']): TemplateResult =>
  html`<ul class="seen">
    ${sightings.map(({ text, url }) => html`<li><a href=${url}>${text}</a></li>`)}
  </ul>`;

/**
 * One mistake of the museum, in action: its code, of which a reader picks the line with the mistake, and what the code
 * computes beside what it should.
 *
 *   <posenc-exhibit exhibit="one-based"></posenc-exhibit>
 *
 * It asks for nothing before it is in sight: a page has many, and the script of the first defines all of them.
 */
export class PosencExhibit extends LitElement {
  static override properties = {
    exhibit: { type: String },
    piece: { state: true },
    values: { state: true },
    shown: { state: true },
    wrong: { state: true },
    fixed: { state: true },
    at: { state: true },
    failure: { state: true },
    announcement: { state: true },
  };

  static override styles = [figureStyle, sideBySide, visuallyHidden, sliderStyle, exhibitStyle];

  /** Its id. */
  declare exhibit: string;
  declare private piece: Exhibit | null;
  declare private values: Record<string, number>;
  declare private shown: Exhibition | null;
  /** Why lines that were picked are correct, by their numbers. */
  declare private wrong: ReadonlyMap<number, string>;
  declare private fixed: Fixed | null;
  /** The line that has the focus, or would have it. */
  declare private at: number;
  declare private failure: PosencError | null;
  /** Spoken after a pick. */
  declare private announcement: string;

  /** The values that `shown` was computed with. */
  private shownWith: Readonly<Record<string, number>> | null = null;
  private readonly trials = new WatchedTrials(this, () => {
    if (this.piece) void this.attempt(() => this.recall());
  });
  private readonly latest = new Latest<void>(() => this.act());
  private awake = false;
  /** A pick is being judged: another one has to wait for the result. */
  private judging = false;

  constructor() {
    super();
    this.exhibit = '';
    this.piece = null;
    this.values = {};
    this.shown = null;
    this.wrong = new Map();
    this.fixed = null;
    this.at = 1;
    this.failure = null;
    this.announcement = '';
  }

  override connectedCallback(): void {
    super.connectedCallback();
    ensureTokens(this);
    // In a page of the lesson it waits until it is in sight; elsewhere nothing wakes it.
    if (!this.classList.contains('part')) this.wake();
  }

  /** It has come into sight. */
  wake(): void {
    if (this.awake) return;
    this.awake = true;
    void this.begin();
  }

  override updated(): void {
    markSliders(this.renderRoot);
  }

  private begin(): Promise<void> {
    return this.attempt(async () => {
      const piece = (await allExhibits()).find(({ id }) => id === this.exhibit);
      if (!piece) {
        // The core has the message for an unknown exhibit.
        await compute.call('repairedCode', this.exhibit);
        return;
      }
      this.values = Object.fromEntries(piece.controls.map(({ id, value }) => [id, value]));
      this.at = piece.code.findIndex((text) => text.trim() !== '') + 1;
      const [shown] = await Promise.all([
        compute.call('exhibitInAction', piece.id, this.values),
        this.recall(piece),
      ]);
      this.piece = piece;
      this.shown = shown;
      this.shownWith = this.values;
    });
  }

  /** Runs a step, and shows its failure. */
  private async attempt(step: () => Promise<void>): Promise<void> {
    try {
      await step();
      this.failure = null;
    } catch (error) {
      this.failure = error as PosencError;
    }
  }

  private again(): void {
    void (this.piece ? this.latest.request(undefined) : this.begin());
  }

  /** Runs the code with its controls as they are. */
  private act(): Promise<void> {
    return this.attempt(async () => {
      const { values } = this;
      this.shown = await compute.call('exhibitInAction', this.exhibit, values);
      this.shownWith = values;
    });
  }

  /** Restores earlier picks, made here or in another tab. */
  private async recall(piece = this.piece): Promise<void> {
    if (!piece) return;
    const stored = this.trials.work.mistake(piece.id);
    const { picks = [], end = null } = stored ?? {};
    const wrong = new Map<number, string>();
    // (Kept by another version of the lesson, they may be about other code.)
    for (const line of picks.filter((one) => one <= piece.code.length)) {
      const { outcome, because } = await compute.call('pickLine', piece.id, line);
      if (outcome === 'wrong') wrong.set(line, because);
    }
    const fixed = end === null ? null : await this.fix(piece, picks);
    // A line was picked in the meantime: what was kept before must not replace it.
    if (this.trials.work.mistake(piece.id) !== stored) return this.recall(piece);
    this.fixed = fixed;
    this.wrong = wrong;
  }

  /**
   * The code without the mistake, and the reason: that of the line that was picked, if several count, or else that of the
   * line that is fixed.
   */
  private async fix({ id, code }: Exhibit, picks: readonly number[]): Promise<Fixed> {
    const { lines } = await compute.call('repairedCode', id);
    const changes = difference(code, lines);
    const removed = changes.filter(({ is }) => is === 'removed').map(({ line }) => line ?? 0);
    const picked = picks.filter((line) => line <= code.length);
    for (const line of new Set([...picked, ...removed, ...code.map((_, n) => n + 1)])) {
      const { outcome, because } = await compute.call('pickLine', id, line);
      if (outcome === 'right') return { lines: changes, because };
    }
    return { lines: changes, because: '' };
  }

  private async pick(line: number): Promise<void> {
    const { piece } = this;
    if (!piece || this.judging || this.fixed) return;
    this.at = line;
    this.judging = true;
    await this.attempt(async () => {
      const { outcome, because, repaired } = await compute.call('pickLine', piece.id, line);
      if (outcome === 'right') {
        this.fixed = { lines: difference(piece.code, repaired), because };
        this.trials.work.picked(piece.id, line, 'found');
        await this.conclude(`Found: line ${line}. ${because}`);
      } else {
        this.wrong = new Map([...this.wrong, [line, because]]);
        this.trials.work.picked(piece.id, line, null);
        this.announcement = `Line ${line} is fine. ${because}`;
      }
    });
    this.judging = false;
  }

  private giveUp(): Promise<void> {
    return this.attempt(async () => {
      const { piece } = this;
      if (!piece || this.fixed) return;
      this.fixed = await this.fix(piece, []);
      this.trials.work.picked(piece.id, null, 'shown');
      await this.conclude(this.fixed.because);
    });
  }

  /** The element that had the focus is gone: the reason gets it. */
  private async conclude(announcement: string): Promise<void> {
    this.announcement = announcement;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('.because')?.focus();
  }

  private onKey(event: KeyboardEvent): void {
    const buttons = [...this.renderRoot.querySelectorAll<HTMLElement>('button.line')];
    const now = buttons.indexOf(event.target as HTMLElement);
    const to: Record<string, number> = {
      ArrowUp: Math.max(0, now - 1),
      ArrowDown: Math.min(buttons.length - 1, now + 1),
      Home: 0,
      End: buttons.length - 1,
    };
    const next = buttons[to[event.key] ?? -1];
    if (now < 0 || !next || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.at = Number(next.dataset['line']);
    next.focus();
  }

  private lineParts(number: number | string, sign: string, text: string) {
    return html`<span class="number">${number}</span
      ><span class="sign" aria-hidden="true">${sign}</span><code>${text}</code>`;
  }

  private choices(code: readonly string[]): TemplateResult[] {
    return code.map((text, n) => {
      const line = n + 1;
      if (text.trim() === '') return html`<li class="line">${this.lineParts(line, '', '')}</li>`;
      const why = this.wrong.get(line);
      return html`<li class=${why === undefined ? '' : 'tried'}>
        <button
          type="button"
          class="line"
          data-line=${line}
          tabindex=${line === this.at ? 0 : -1}
          aria-describedby=${why === undefined ? nothing : `why-${line}`}
          @focus=${() => {
            this.at = line;
          }}
          @click=${() => void this.pick(line)}
        >
          ${this.lineParts(line, why === undefined ? '' : '✕', text)}
        </button>
        ${why === undefined ? nothing : this.why(line, why)}
      </li>`;
    });
  }

  private why = (line: number, why: string) =>
    html`<p class="why" id=${`why-${line}`}><b>Not this one.</b> ${why}</p>`;

  private change({ lines }: Fixed): TemplateResult[] {
    const signs = { same: '', removed: '−', added: '+' };
    return lines.map(({ text, is, line }) => {
      const why = line === null ? undefined : this.wrong.get(line);
      const spoken = is === 'same' ? nothing : html`<span class="unseen">${is}: </span>`;
      return html`<li class=${why === undefined ? is : 'tried'}>
        <div class="line">
          <span class="number">${line ?? ''}</span
          ><span class="sign" aria-hidden="true">${why === undefined ? signs[is] : '✕'}</span
          ><span>${spoken}<code>${text}</code></span>
        </div>
        ${why === undefined ? nothing : this.why(line ?? 0, why)}
      </li>`;
    });
  }

  /** The same mistake elsewhere: it would name the line before it is found. */
  private seen(sightings: Exhibit['sightings']): TemplateResult {
    return sightings.length === 0
      ? html`<p class="seen">
          Made up for this museum: we know of no public code that makes this mistake.
        </p>`
      : html`<h3>Where others made or discussed it</h3>
          ${sightingsList(sightings.slice(0, shownSightings))}
          ${
            sightings.length > shownSightings
              ? html`<details>
                  <summary @click=${toggleAfterFrame}>
                    ${sightings.length - shownSightings} more
                  </summary>
                  ${sightingsList(sightings.slice(shownSightings))}
                </details>`
              : nothing
          }`;
  }

  private get end() {
    return this.trials.work.mistake(this.exhibit)?.end;
  }

  private search({ code, sightings }: Exhibit): TemplateResult {
    const { fixed } = this;
    if (fixed) {
      return html`<h3>
          ${this.end === 'shown' ? 'Shown: this is the line' : 'Found: this is the line'}
        </h3>
        <ol>
          ${this.change(fixed)}
        </ol>
        <p class="because" tabindex="-1">${fixed.because}</p>
        ${this.seen(sightings)}`;
    }
    return html`<div class="task">
        <h3 id="task">Pick the line with the mistake</h3>
        <span class="soft" id="keys">Keyboard: arrows to move, Enter to pick.</span>
      </div>
      <ol aria-labelledby="task" aria-describedby="keys" @keydown=${this.onKey}>
        ${this.choices(code)}
      </ol>
      <div class="actions">
        <button class="button" type="button" @click=${() => void this.giveUp()}>Show me</button>
        <span class="soft">${this.count()}</span>
      </div>`;
  }

  private count(): string {
    const { size } = this.wrong;
    if (size === 0) return '';
    return size === 1
      ? 'One line picked so far: it is fine.'
      : `${size} lines picked so far: they are fine.`;
  }

  private set(id: string, value: number): void {
    this.values = { ...this.values, [id]: value };
    void this.latest.request(undefined);
  }

  private controls({ controls }: Exhibit): TemplateResult | typeof nothing {
    if (controls.length === 0) return nothing;
    return html`<div class="controls">
      ${controls.map(({ id, label, stops }) => {
        const value = this.values[id] ?? 0;
        return html`<label class="control">
          <span>${label}</span>
          <input
            type="range"
            data-control=${id}
            min="0"
            max=${stops.length - 1}
            step="1"
            aria-valuetext=${plain(value)}
            .value=${String(stops.indexOf(value))}
            @input=${(event: Event) =>
              this.set(id, stops[(event.target as HTMLInputElement).valueAsNumber] ?? value)}
          />
          <output aria-hidden="true">${plain(value)}</output>
        </label>`;
      })}
    </div>`;
  }

  private picture(
    title: string,
    matrix: Matrix,
    { rows, cols, firstRow, firstCol }: Exhibition,
    scale: ColorScale,
  ): TemplateResult {
    const { values } = matrix;
    const describe = ({ row, col }: Cell) =>
      `${rows} ${plain(row + firstRow)}, ${cols} ${plain(col + firstCol)}: ${significant(values[row * matrix.cols + col] ?? 0, 4)}`;
    return html`<div>
      <p class="which">${title}</p>
      ${
        matrix.rows === 0
          ? html`<p class="nothing">Nothing: the code fails with these settings.</p>`
          : html`<posenc-matrix-plot
              data-plot
              label=${title}
              .summary=${`${matrix.rows} by ${matrix.cols} numbers, ${rows} down and ${cols} across, in colors from ${significant(scale.lowest, 2)} to ${significant(scale.highest, 2)}, as in the picture beside it.`}
              height=${pictureHeight}
              .cells=${{ rows: matrix.rows, cols: matrix.cols, stride: matrix.cols, values }}
              .scale=${scale}
              .across=${axisFrom(firstCol, cols, matrix.cols)}
              .down=${axisFrom(firstRow, rows, matrix.rows)}
              .describe=${describe}
            ></posenc-matrix-plot>`
      }
    </div>`;
  }

  private invariants({ invariants }: Exhibition): TemplateResult {
    const verdict = (value: number, holds: boolean) =>
      html`<td class=${holds ? 'holds' : 'breaks'}>
        ${significant(value, 3)} <b>${holds ? '✓ holds' : '✕ broken'}</b>
      </td>`;
    return html`<table>
      <caption>
        Invariants, measured
      </caption>
      <thead>
        <tr>
          <th scope="col">in this code</th>
          <th scope="col">in the fixed code</th>
          <th scope="col">holds up to</th>
        </tr>
      </thead>
      ${invariants.map(
        ({ measure, broken, repaired, bound, holdsBroken, holdsRepaired }) =>
          html`<tbody>
            <tr>
              <th scope="rowgroup" colspan="3">${measure}</th>
            </tr>
            <tr class="measured">
              ${verdict(broken, holdsBroken)}${verdict(repaired, holdsRepaired)}
              <td>${significant(bound, 2)}</td>
            </tr>
          </tbody>`,
      )}
    </table>`;
  }

  /** Before a line is picked, it would say what to look for. */
  private measured(shown: Exhibition): TemplateResult {
    if (this.fixed || this.wrong.size > 0) return this.invariants(shown);
    return html`<p class="soft invitation">Pick a line, and see here what the mistake breaks.</p>`;
  }

  private action(piece: Exhibit): TemplateResult {
    const { shown } = this;
    // (Its room is kept.)
    if (!shown) return html`<div class="action"></div>`;
    // One scale for both, so that large errors look large.
    const scale = scaleOver(shown.broken.values, shown.repaired.values);
    return html`<div class="action">
      <div class="both">
        ${this.picture('What this code computes', shown.broken, shown, scale)}
        ${this.picture('What it should compute', shown.repaired, shown, scale)}
      </div>
      <p class="said" role="status">${shown.said}</p>
      ${this.controls(piece)}
    </div>`;
  }

  private errorMessage(): TemplateResult | typeof nothing {
    const { failure } = this;
    if (!failure) return nothing;
    return html`${failure.message}<button class="button again" type="button" @click=${this.again}>
        Try again
      </button>`;
  }

  protected override render(): TemplateResult {
    const { piece, failure } = this;
    if (!piece) {
      return html`<div aria-busy=${failure === null}>
        <slot></slot>${
          failure ? html`<p class="error" role="status">${this.errorMessage()}</p>` : nothing
        }
      </div>`;
    }
    const busy = failure === null && this.shownWith !== this.values;
    return html`<figure aria-busy=${busy}>
      <figcaption>${piece.symptom}</figcaption>
      <div class="piece">
        ${this.action(piece)}
        <div class="search">
          ${guard([piece, this.fixed, this.wrong, this.at, this.end], () => this.search(piece))}
          <p class="unseen" role="status" id="announcement">${this.announcement}</p>
          <p class="message" role="status">${storageNotice(this.trials.work)}</p>
        </div>
        ${this.shown ? this.measured(this.shown) : nothing}
      </div>
      <p class="error" role="status">${this.errorMessage()}</p>
    </figure>`;
  }
}

customElements.define('posenc-exhibit', PosencExhibit);
