import { html, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import type { Matrix } from '../../core/api.ts';
import { drag, keyStep } from '../../ui/drag.ts';
import { gripStyle, Plot, type Step } from '../../plots/plot.ts';
import { rowsOf } from '../sinusoidal.ts';
import { mropeStyle } from './mrope-style.ts';
import { axes, type Patches, type Token, wordsAfter, wordsBefore } from './tokens.ts';
import { tenth } from '../../plots/format.ts';

/** Tokens that follow each other, with what stands below them. */
export interface Span {
  from: number;
  to: number;
  label: string;
}

export interface MropeView {
  tokens: readonly Token[];
  patches: Patches | null;
  /** (t, h, w) of each token. */
  positions: Matrix;
  largest: number;
  spans: readonly Span[];
  chosen: number;
  axisOfPair: readonly number[];
  /** The wavelengths of each axis, as text. */
  ranges: readonly string[];
  layout: string;
}

/** Beside the counters and the pairs. */
const left = 24;
const valueRoom = 56;
const rangeRoom = 118;
const pairHeight = 16;
const pairGap = 4;
/** Columns as wide as this have room for their numbers. */
const numberWidth = 17;
const letterWidth = 7.4;
const wordGap = 5;
const frameGap = 8;
const largestPatch = 30;
const whale =
  'M8 46C10 26 44 20 66 36C74 42 80 42 86 36L80 24L90 30L98 22L94 38C88 56 62 64 36 62C18 61 8 56 8 46Z';

/** Fixed heights for wide pictures and for phones, so that nothing jumps while sizes change. */
function sizesFor(width: number, frames: number) {
  const isNarrow = width < 420;
  /** The words stand above and below the frames. */
  const isStacked = isNarrow && frames > 1;
  const picture = frames > 0 ? 96 : 28;
  const input = isStacked ? picture + 56 : picture;
  const lane = isNarrow ? 50 : 58;
  const lanes = input + 22;
  const track = lanes + 3 * (lane + 8) + 12;
  const pairs = track + 84;
  const bottom = pairs + 3 * (pairHeight + pairGap);
  return { isStacked, picture, input, lane, lanes, track, pairs, bottom, height: bottom + 20 };
}

/**
 * A text, an image and a text; below them the three counters of each token as bars, and the pairs of a head in the row of
 * the axis that they listen to. `place`: a token, or after those a pair.
 *
 * `view` and `describe` are properties. Fires `choose` (detail: a token).
 */
export class PosencMropePlot extends Plot<number> {
  static override properties = { view: { attribute: false } };

  static override styles = [...Plot.styles, gripStyle, mropeStyle];

  declare view: MropeView | null;

  constructor() {
    super();
    this.view = null;
  }

  private get sizes() {
    return sizesFor(this.width, this.view?.patches?.frames ?? 0);
  }

  private get count(): number {
    return this.view?.tokens.length ?? 1;
  }

  /** Pixels for a token, and for a pair. */
  private get tokenWidth(): number {
    return (this.width - left - valueRoom) / this.count;
  }

  private get pairWidth(): number {
    return (this.width - left - rangeRoom) / (this.view?.axisOfPair.length ?? 1);
  }

  private x(token: number): number {
    return left + token * this.tokenWidth;
  }

  private tokenAt(x: number): number {
    return Math.max(0, Math.min(this.count - 1, Math.floor((x - left) / this.tokenWidth)));
  }

  protected override placeAt(x: number, y: number): number | null {
    if (!this.view) return null;
    const { lanes, track, pairs, bottom } = this.sizes;
    const pair = Math.floor((x - left) / this.pairWidth);
    if (y >= pairs && y < bottom && pair >= 0 && pair < this.view.axisOfPair.length) {
      return this.count + pair;
    }
    return y >= lanes && y < track && x >= left && x < this.x(this.count) ? this.tokenAt(x) : null;
  }

  protected override placeAfter(place: number | null, { across, down }: Step): number {
    if (place === null) return this.view?.chosen ?? 0;
    const last = this.count + (this.view?.axisOfPair.length ?? 0) - 1;
    return Math.max(0, Math.min(last, place + (across || down)));
  }

  protected override holds(place: number): boolean {
    return place >= 0 && place < this.count + (this.view?.axisOfPair.length ?? 0);
  }

  private choose(token: number): void {
    const detail = Math.max(0, Math.min(this.count - 1, token));
    if (detail !== this.view?.chosen)
      this.dispatchEvent(new CustomEvent<number>('choose', { detail }));
  }

  /** The token under the pointer, and those that it moves to. */
  private onGrip(event: PointerEvent): void {
    const box = this.renderRoot.querySelector('.column-grip')?.getBoundingClientRect();
    if (!box) return;
    const scale = box.width > 0 ? (this.x(this.count) - left) / box.width : 1;
    const from = left + (event.clientX - box.left) * scale;
    drag(event, { move: (across) => this.choose(this.tokenAt(from + across)) });
    this.choose(this.tokenAt(from));
  }

  private onGripKey(event: KeyboardEvent): void {
    // The picture has its own arrow keys.
    event.stopPropagation();
    const step = keyStep(event);
    if (step !== null) this.choose((this.view?.chosen ?? 0) + step);
  }

  private words(words: readonly string[], first: number) {
    return words.map(
      (word, n) =>
        svg`<tspan class=${first + n === this.view?.chosen ? 'word chosen' : 'word'} @pointerdown=${() => this.choose(first + n)}>${word}</tspan> `,
    );
  }

  /** The side of a patch, and where the frames begin. */
  private frames({ frames, rows, columns }: Patches) {
    const { isStacked, picture } = this.sizes;
    const room = this.width - (isStacked ? 0 : widthOf(wordsBefore) + widthOf(wordsAfter) + 16);
    const gaps = (frames - 1) * frameGap;
    const side = Math.min(largestPatch, picture / rows, (room - gaps) / (frames * columns));
    const x = isStacked ? 0 : widthOf(wordsBefore) + 6;
    return { side, x, step: side * columns + frameGap, end: x + frames * side * columns + gaps };
  }

  private frame(frame: number, patches: Patches): SVGTemplateResult {
    const { isStacked, picture } = this.sizes;
    const { rows, columns } = patches;
    const { side, x, step } = this.frames(patches);
    const [left, top] = [x + frame * step, (isStacked ? 26 : 0) + (picture - side * rows) / 2];
    const [width, height] = [side * columns, side * rows];
    const chosen = this.view?.tokens[this.view.chosen];
    const first = wordsBefore.length + frame * rows * columns;
    const box = (row: number, column: number, kind: string, token: number) =>
      svg`<rect class=${kind} x=${left + column * side} y=${top + row * side} width=${side} height=${side} @pointerdown=${() => this.choose(token)} />`;
    return svg`<rect class="sea" x=${left} y=${top} width=${width} height=${height} />
      <g transform=${`translate(${left} ${top}) scale(${width / 100} ${height / 75}) translate(${3 + 4 * frame} ${12 - 3 * frame}) scale(0.84)`}>
        <path class="whale" d=${whale} /><circle class="eye" cx="22" cy="44" r="2.4" />
        <path class="spout" d="M30 22V12M30 12q-6 -6 -10 0M30 12q6 -6 10 0" />
      </g>
      ${Array.from({ length: rows * columns }, (_, n) => box(Math.floor(n / columns), n % columns, 'patch', first + n))}
      ${chosen && 'row' in chosen && chosen.frame === frame ? box(chosen.row, chosen.column, 'outline', 0) : ''}`;
  }

  private input({ patches, tokens }: MropeView): SVGTemplateResult {
    const { isStacked, picture, input } = this.sizes;
    const before = this.words(wordsBefore, 0);
    const after = this.words(wordsAfter, tokens.length - wordsAfter.length);
    const middle = picture / 2 + 5;
    if (!patches) return svg`<text class="words" x="0" y=${middle}>${before}${after}</text>`;
    const { end } = this.frames(patches);
    return svg`<text class="words" x="0" y=${isStacked ? 14 : middle}>${before}</text>
      ${Array.from({ length: patches.frames }, (_, frame) => this.frame(frame, patches))}
      <text class="words" x=${isStacked ? 0 : end + 10} y=${isStacked ? input - 12 : middle}>${after}</text>`;
  }

  /** A bar for each token, in one path. */
  private bars(axis: number, tokens: readonly number[]): string {
    const { lane, lanes } = this.sizes;
    const floor = lanes + axis * (lane + 8) + lane;
    const gap = this.tokenWidth > 5 ? 1 : 0;
    return tokens
      .map((token) => {
        const top = floor - this.barHeight(axis, token);
        return `M${tenth(this.x(token))},${floor}V${tenth(top)}H${tenth(this.x(token + 1) - gap)}V${floor}z`;
      })
      .join('');
  }

  private barHeight(axis: number, token: number): number {
    const { positions, largest } = this.view ?? { positions: null, largest: 1 };
    const value = positions ? (rowsOf(positions, token)[axis] ?? 0) : 0;
    // Position 0 is a line, not nothing.
    return 3 + ((this.sizes.lane - 18) * value) / Math.max(1, largest);
  }

  private lane(axis: number, { tokens, positions, chosen }: MropeView): SVGTemplateResult {
    const { lane, lanes } = this.sizes;
    const floor = lanes + axis * (lane + 8) + lane;
    const { letter } = axes[axis] ?? axes[0];
    const numbers = this.tokenWidth >= numberWidth;
    const at = (token: number) => rowsOf(positions, token)[axis] ?? 0;
    return svg`<g class=${letter}>
      <line class="zero" x1=${left} x2=${this.x(this.count)} y1=${floor} y2=${floor} />
      <text class="letter" x="4" y=${floor - 2}>${letter}</text>
      <path class="bars" d=${this.bars(axis, [...tokens.keys()])} />
      <path class="bars chosen" d=${this.bars(axis, [chosen])} />
      ${
        numbers
          ? tokens.map(
              (_, token) =>
                svg`<text class="count" x=${this.x(token + 0.5)} y=${floor - this.barHeight(axis, token) - 3}>${at(token)}</text>`,
            )
          : ''
      }
      <text class="value" x=${this.x(this.count) + 8} y=${floor - 2}>${letter} = ${at(chosen)}</text>
    </g>`;
  }

  private span({ from, to, label }: Span): SVGTemplateResult {
    const y = this.sizes.track + 22;
    const [x1, x2] = [this.x(from) + 1, this.x(to + 1) - 1];
    return svg`<path class="span" d=${`M${tenth(x1)},${y - 5}V${y}H${tenth(x2)}V${y - 5}`} />
      <text class="name" x=${(x1 + x2) / 2} y=${y + 15} text-anchor="middle">${label}</text>`;
  }

  private grip({ chosen }: MropeView): SVGTemplateResult {
    const { lanes, track } = this.sizes;
    const x = this.x(chosen + 0.5);
    const end = this.x(this.count);
    return svg`<g class="grip" role="slider" tabindex="0" aria-label="token" aria-valuemin="0" aria-valuemax=${this.count - 1}
      aria-valuenow=${chosen} aria-valuetext=${this.describe(chosen)}
      @pointerdown=${this.onGrip} @keydown=${this.onGripKey}>
      <line class="zero" x1=${left} x2=${end} y1=${track} y2=${track} />
      <circle class="knob" cx=${x} cy=${track} r="9" />
      <rect class="column-grip" x=${left} y=${lanes} width=${end - left} height=${track - lanes + 14} />
    </g>`;
  }

  private pairRow(axis: number, { axisOfPair, ranges }: MropeView): SVGTemplateResult {
    const y = this.sizes.pairs + axis * (pairHeight + pairGap);
    const { letter } = axes[axis] ?? axes[0];
    const wide = this.pairWidth;
    const end = left + axisOfPair.length * wide;
    const cells = [...axisOfPair.keys()]
      .filter((pair) => axisOfPair[pair] === axis)
      .map(
        (pair) =>
          `M${tenth(left + pair * wide)},${y}H${tenth(left + (pair + 1) * wide - 0.8)}V${y + pairHeight}H${tenth(left + pair * wide)}z`,
      );
    return svg`<g class=${letter}>
      <text class="letter" x="4" y=${y + pairHeight - 3}>${letter}</text>
      <rect class="frame" x=${left - 1} y=${y - 1} width=${end - left + 2} height=${pairHeight + 2} />
      <path class="pairs" d=${cells.join('')} />
      <text class="name" x=${end + 8} y=${y + pairHeight - 4}>${ranges[axis]}</text>
    </g>`;
  }

  private pairs(view: MropeView): SVGTemplateResult {
    const { pairs, bottom } = this.sizes;
    const end = left + view.axisOfPair.length * this.pairWidth;
    return svg`<text class="name" x=${left} y=${pairs - 12}>${view.layout}</text>
      ${axes.map((_, axis) => this.pairRow(axis, view))}
      <text x=${left} y=${bottom + 12}>pair 0, fast</text>
      <text x=${end} y=${bottom + 12} text-anchor="end">pair ${view.axisOfPair.length - 1}, slow</text>
      <text x=${end + 8} y=${bottom + 12}>wavelength</text>`;
  }

  private cursor(): SVGTemplateResult | string {
    const { place } = this;
    if (place === null) return '';
    const { lanes, track, pairs, bottom } = this.sizes;
    const isPair = place >= this.count;
    const x = isPair ? left + (place - this.count) * this.pairWidth : this.x(place);
    const [top, floor] = isPair ? [pairs - 2, bottom - 2] : [lanes, track - 12];
    return svg`<rect class="cursor" x=${x} y=${top} width=${isPair ? this.pairWidth : this.tokenWidth} height=${floor - top} />`;
  }

  protected override picture(): TemplateResult {
    const { view } = this;
    const { height, lanes, track } = this.sizes;
    return html`<svg width=${this.width} height=${height}>
      ${
        view
          ? svg`<g aria-hidden="true">
              ${this.input(view)}
              <rect class="column" x=${this.x(view.chosen)} y=${lanes - 4} width=${this.tokenWidth} height=${track - lanes + 4} />
              ${axes.map((_, axis) => this.lane(axis, view))}
              ${view.spans.map((span) => this.span(span))}
              ${this.pairs(view)}
              ${this.cursor()}
            </g>
            ${this.grip(view)}`
          : ''
      }
    </svg>`;
  }
}

const widthOf = (words: readonly string[]): number =>
  words.reduce((sum, word) => sum + word.length * letterWidth + wordGap, 0);

customElements.define('posenc-mrope-plot', PosencMropePlot);
