import { html, isServer, type PropertyValues, svg, type TemplateResult } from 'lit';
import { drag } from '../../ui/drag.ts';
import { colorOf, diverging } from '../../plots/colors.ts';
import { type Cells, paintCells, stillImage } from '../../plots/paint.ts';
import { Plot, type Step } from '../../plots/plot.ts';
import { machineStyle } from './machine-style.ts';

/** Values of a curve for each position. */
export const fineness = 10;
export const positionsDrawn = 64;

/** Sines and cosines of all hands in turn, row by row, at `start`, `start` + 1 / fineness, and so on. */
export interface Traces {
  start: number;
  /** Two values for each hand. */
  stride: number;
  values: Float64Array;
}

/** Arcs that hands have swept: how far each had turned at the start, in turns, and how far it turned from there. */
export interface Arcs {
  /** The positions at the start, and how many more there are at the end. */
  from: number;
  by: number;
  start: Float64Array;
  swept: Float64Array;
  /** The starts of the arcs of an earlier step of the same size. */
  earlier: Float64Array | null;
}

/** A place that can be read: row −1 is the dial of a hand, the others are rows of the table. */
export interface MachinePlace {
  row: number;
  /** Column of the table, counted from the first hand drawn. */
  col: number;
}

const scale = diverging(1);
/** Below this width there is room for few hands. */
const narrow = 440;
const hands = { wide: 6, narrow: 3 };
const top = 38;
/** Positions that have their numbers beside them. */
const marked = [0, 16, 32, 48];
/** The largest radius: the whole is to fit on a slide. */
const largest = 60;

function paintOf(value: number): string {
  const bytes = new Uint8Array(Uint32Array.of(colorOf(scale, value)).buffer);
  const [red = 0, green = 0, blue = 0, opacity = 0] = bytes;
  return `rgb(${red} ${green} ${blue} / ${(opacity / 255).toFixed(3)})`;
}

/**
 * Clock hands, the waves that their tips draw, and the table that the waves fill, below each other on common axes. The
 * hands can be dragged, and so can the waves up and down: both fire `move` (detail: a position) and, at the end, `settle`.
 *
 * `traces`, `wavelengths`, `at` (the position now), `exact` (the values there, if they are known), `first` (the first
 * hand drawn), `arcs` and `describe` are properties.
 */
export class PosencMachinePlot extends Plot<MachinePlace> {
  static override properties = {
    traces: { attribute: false },
    wavelengths: { attribute: false },
    at: { attribute: false },
    exact: { attribute: false },
    first: { attribute: false },
    arcs: { attribute: false },
  };

  declare traces: Traces | null;
  declare wavelengths: ArrayLike<number>;
  declare at: number;
  declare exact: Float64Array | null;
  declare first: number;
  declare arcs: Arcs | null;

  static override styles = [...Plot.styles, machineStyle];

  /** The background that was drawn last, and what for. */
  private lastBackground: { about: readonly unknown[]; drawn: TemplateResult[] } | null = null;

  constructor() {
    super();
    this.traces = null;
    this.wavelengths = [];
    this.at = 0;
    this.exact = null;
    this.first = 0;
    this.arcs = null;
  }

  private get shown(): { first: number; count: number } {
    const all = (this.traces?.stride ?? 0) / 2;
    const count = Math.min(all, this.width < narrow ? hands.narrow : hands.wide);
    return { first: Math.max(0, Math.min(this.first, all - count)), count };
  }

  private get geometry() {
    const isNarrow = this.width < narrow;
    const [left, right] = isNarrow ? [24, 2] : [30, 2];
    const { count } = this.shown;
    const column = (this.width - left - right) / Math.max(1, count);
    const radius = Math.min((column - (isNarrow ? 6 : 10)) / 2, largest);
    const center = top + radius;
    // A phone has room for all of it and the controls, below a lesson's title.
    const [waveRow, tableRow] = isNarrow ? [1.2, 1.6] : [1.7, 2.2];
    const waves = center + radius + (isNarrow ? 9 : 16);
    const table = waves + waveRow * positionsDrawn + 16;
    return {
      ...{ left, right, column, radius, center, waves, table, waveRow, tableRow },
      end: table + tableRow * positionsDrawn,
      middle: (hand: number) => left + (hand + 0.5) * column,
    };
  }

  /** The value of a column of all hands, anywhere between the first and the last position that are drawn. */
  private value(column: number): number {
    const { traces, exact } = this;
    if (exact) return exact[column] ?? 0;
    if (!traces) return 0;
    const place = (this.at - traces.start) * fineness;
    const low = Math.max(0, Math.min(positionsDrawn * fineness - 1, Math.floor(place)));
    const share = place - low;
    const value = (row: number) => traces.values[row * traces.stride + column] ?? 0;
    return (1 - share) * value(low) + share * value(low + 1);
  }

  /** Rows of the table that are filled. */
  private get filled(): number {
    // A hand that is almost there has arrived.
    const rows = Math.floor(this.at - (this.traces?.start ?? 0) + 0.04) + 1;
    return Math.max(0, Math.min(positionsDrawn, rows));
  }

  protected override placeAt(x: number, y: number): MachinePlace | null {
    const { left, column, radius, center, waves, table, waveRow, tableRow, end } = this.geometry;
    const hand = Math.floor((x - left) / column);
    const off = x - this.geometry.middle(hand);
    if (Math.abs(off) > radius) return null;
    if (y < center + radius) return this.held({ row: -1, col: 2 * hand });
    if (y < waves || y > end) return null;
    const isWave = y < table;
    const row = Math.floor(isWave ? (y - waves) / waveRow : (y - table) / tableRow);
    return this.held({ row, col: 2 * hand + (isWave || off < 0 ? 0 : 1) });
  }

  private held(place: MachinePlace): MachinePlace | null {
    return this.holds(place) ? place : null;
  }

  protected override placeAfter(place: MachinePlace | null, { across, down }: Step): MachinePlace {
    if (place === null) return { row: -1, col: 0 };
    const within = (value: number, low: number, high: number) =>
      Math.max(low, Math.min(high, value));
    return {
      row: within(place.row + down, -1, positionsDrawn - 1),
      col: within(place.col + across, 0, 2 * this.shown.count - 1),
    };
  }

  protected override holds({ row, col }: MachinePlace): boolean {
    return row >= -1 && row < positionsDrawn && col >= 0 && col < 2 * this.shown.count;
  }

  /** Among the columns of all hands. */
  columnOf({ col }: MachinePlace): number {
    return 2 * this.shown.first + col;
  }

  private move(position: number): void {
    this.dispatchEvent(new CustomEvent('move', { detail: position }));
  }

  private readonly settle = (): void => {
    this.dispatchEvent(new CustomEvent('settle'));
  };

  /** The position nearest to this one at which a hand points towards a point beside its center. */
  private pointing(hand: number, right: number, up: number): number {
    const { traces } = this;
    if (!traces) return this.at;
    const reach = (this.wavelengths[hand] ?? 0) / 2;
    let best = this.at;
    let most = -Infinity;
    for (let row = 0; row <= (positionsDrawn - 1) * fineness; row++) {
      const position = traces.start + row / fineness;
      if (Math.abs(position - this.at) > reach) continue;
      const from = row * traces.stride + 2 * hand;
      const along = right * (traces.values[from] ?? 0) + up * (traces.values[from + 1] ?? 0);
      if (along > most) [best, most] = [position, along];
    }
    return best;
  }

  private readonly onGraspHand = (event: PointerEvent, hand: number): void => {
    const dial = (event.currentTarget as Element).getBoundingClientRect();
    const enlarged = dial.width / (2 * this.geometry.radius);
    const right = (event.clientX - dial.left - dial.width / 2) / enlarged;
    const up = (dial.top + dial.height / 2 - event.clientY) / enlarged;
    drag(event, {
      move: (across, down) => this.move(this.pointing(hand, right + across, up - down)),
      end: this.settle,
    });
  };

  private readonly onGraspPaper = (event: PointerEvent, row: number): void => {
    const paper = (event.currentTarget as Element).getBoundingClientRect();
    const start = this.traces?.start ?? 0;
    const rows = ((event.clientY - paper.top) / paper.height) * positionsDrawn;
    const to = (down: number) =>
      start + Math.max(0, Math.min(positionsDrawn - 1, rows + down / row - 0.5));
    this.move(to(0));
    drag(event, { move: (_, down) => this.move(to(down)), end: this.settle });
  };

  override updated(changed: PropertyValues): void {
    if (!['traces', 'width', 'first'].some((name) => changed.has(name))) return;
    const { table, tableRow, radius, middle } = this.geometry;
    for (const [n, canvas] of [...this.renderRoot.querySelectorAll('canvas')].entries()) {
      const cells = this.cells(n);
      Object.assign(canvas.style, {
        left: `${middle(n) - radius}px`,
        top: `${table}px`,
        width: `${2 * radius}px`,
        height: `${tableRow * positionsDrawn}px`,
        imageRendering: 'pixelated',
      });
      paintCells(canvas, cells, scale, cells.cols, cells.rows);
    }
  }

  /** The columns of a hand that is drawn, at whole positions. */
  private cells(hand: number): Cells {
    const { traces } = this;
    const column = 2 * (this.shown.first + hand);
    const values = Float64Array.from(
      { length: 2 * positionsDrawn },
      (_, n) => traces?.values[(n >> 1) * fineness * (traces?.stride ?? 0) + column + (n % 2)] ?? 0,
    );
    return { rows: positionsDrawn, cols: 2, stride: 2, values };
  }

  /** Points of a hand's wave, as few as look smooth, from the start to the last one before a position. */
  private wave(hand: number, until: number): string {
    const { traces } = this;
    const { middle, radius, waves, waveRow } = this.geometry;
    if (!traces) return '';
    const column = 2 * (this.shown.first + hand);
    const length = this.wavelengths[this.shown.first + hand] ?? 0;
    // Every visit loads the still.
    const perTurn = isServer ? 14 : 26;
    const every = Math.max(2, Math.min(4 * fineness, Math.floor((length * fineness) / perTurn)));
    const point = (row: number, value: number) =>
      `${(middle(hand) + radius * value).toFixed(1)},${(waves + waveRow * (row + 0.5)).toFixed(1)}`;
    const points: string[] = [];
    const last = Math.min((positionsDrawn - 1) * fineness, until * fineness);
    for (let row = 0; row <= last; row += every) {
      points.push(point(row / fineness, traces.values[row * traces.stride + column] ?? 0));
    }
    if (until < positionsDrawn) points.push(point(until, this.value(column)));
    return `M${points.join('L')}`;
  }

  private dial(hand: number) {
    const { middle, radius, center } = this.geometry;
    const x = middle(hand);
    const pair = this.shown.first + hand;
    const [sine, cosine] = [this.value(2 * pair), this.value(2 * pair + 1)];
    const [tipX, tipY] = [x + radius * sine, center - radius * cosine];
    const legs = () => svg`
      <line class="leg" stroke=${paintOf(sine)} x1=${x} y1=${center} x2=${tipX} y2=${center} />
      <line class="leg" stroke=${paintOf(cosine)} x1=${tipX} y1=${center} x2=${tipX} y2=${tipY} />`;
    return svg`${this.arcs ? this.arc(pair, x, this.arcs) : legs()}
      <line class="hand" x1=${x} y1=${center} x2=${tipX} y2=${tipY} />
      <circle class="hub" cx=${x} cy=${center} r="3" />
      <circle class="tip" cx=${tipX} cy=${tipY} r="6" />`;
  }

  /** The arc of the step, as far as it has been made, and within it that of the step before. */
  private arc(pair: number, x: number, arcs: Arcs) {
    const { center, radius } = this.geometry;
    const made = Math.max(0, Math.min(1, (this.at - arcs.from) / arcs.by));
    const swept = arcs.swept[pair] ?? 0;
    const ring = (kind: string, start: number, turns: number, size: number) => {
      const degrees = 360 * (start - Math.floor(start)) - 90;
      return svg`<circle class=${kind} cx=${x} cy=${center} r=${size} pathLength="1" stroke-dasharray="${Math.min(1, turns).toFixed(4)} 2" transform=${`rotate(${degrees.toFixed(2)} ${x} ${center})`} />`;
    };
    return [
      ring('arc', arcs.start[pair] ?? 0, swept * made, 0.72 * radius),
      arcs.earlier ? ring('arc earlier', arcs.earlier[pair] ?? 0, swept, 0.5 * radius) : '',
    ];
  }

  /** The moving part below the dials: the waves as far as they are drawn, the pens, and the row that is written. */
  private written(hand: number) {
    const { middle, radius, center, waves, waveRow } = this.geometry;
    const pair = this.shown.first + hand;
    const row = this.at - (this.traces?.start ?? 0);
    const x = middle(hand) + radius * this.value(2 * pair);
    const tipY = center - radius * this.value(2 * pair + 1);
    const y = waves + waveRow * (row + 0.5);
    return svg`<path class="drawn" stroke=${this.signed(hand)} d=${this.wave(hand, row)} />
      <line class="plumb" x1=${x} y1=${tipY} x2=${x} y2=${y} />
      <circle class="pen" cx=${x} cy=${y} r="4.5" />`;
  }

  /** The numbers of positions beside waves and table: a few, and the one now. Where the waves end, the table begins. */
  private marks(from: number, rowHeight: number, places: readonly number[]) {
    const start = this.traces?.start ?? 0;
    const row = Math.max(0, Math.min(positionsDrawn - 1, this.filled - 1));
    const { left } = this.geometry;
    const room = 18 / rowHeight;
    const y = (at: number) => from + rowHeight * (at + 0.5) + 4;
    const others = places.filter((at) => Math.abs(at - row) >= room);
    return svg`${others.map((at) => svg`<text x=${left - 6} y=${y(at)} text-anchor="end">${start + at}</text>`)}
      <text class="here" x=${left - 6} y=${y(row)} text-anchor="end">${start + row}</text>`;
  }

  /** Drawn again only for other waves, or at another width. */
  private background(): TemplateResult[] {
    const { lastBackground, traces, wavelengths, width } = this;
    const about = [traces?.values, wavelengths, width, this.shown.first];
    if (lastBackground && about.every((one, n) => one === lastBackground.about[n]))
      return lastBackground.drawn;
    this.lastBackground = { about, drawn: this.drawBackground() };
    return this.lastBackground.drawn;
  }

  private drawBackground(): TemplateResult[] {
    const { middle, radius, center, waves, end, waveRow } = this.geometry;
    const { first, count } = this.shown;
    return Array.from({ length: count }, (_, hand) => {
      const x = middle(hand);
      const quarter = (turn: number) =>
        svg`<line class="zero" x1=${x} x2=${x} y1=${center - radius} y2=${center - radius + 6} transform=${`rotate(${turn} ${x} ${center})`} />`;
      return svg`<text class="name" x=${x} y="12" text-anchor="middle">hand ${first + hand}</text>
        <text x=${x} y="27" text-anchor="middle">${this.note(first + hand, hand)}</text>
        <circle class="rim" cx=${x} cy=${center} r=${radius} />
        ${[0, 90, 180, 270].map(quarter)}
        <line class="grid" x1=${x} x2=${x} y1=${waves} y2=${waves + waveRow * positionsDrawn} />
        ${this.signs(hand)}
        <path class="drawn coming" stroke=${this.signed(hand)} d=${this.wave(hand, positionsDrawn)} />
        <text x=${x - radius / 2} y=${end + 14} text-anchor="middle">sin</text>
        <text x=${x + radius / 2} y=${end + 14} text-anchor="middle">cos</text>`;
    });
  }

  /** The paint of a wave: where it is above or below 0, the color that this has in the table. */
  private signed(hand: number): string {
    return `url(#${this.signName(hand)})`;
  }

  /** (Stills of two widths are in one page.) */
  private signName(hand: number): string {
    return `sign-${this.width}-${hand}`;
  }

  private signs(hand: number) {
    const { middle, radius } = this.geometry;
    const [x1, x2] = [middle(hand) - radius, middle(hand) + radius];
    return svg`<linearGradient id=${this.signName(hand)} gradientUnits="userSpaceOnUse" x1=${x1} x2=${x2} y1="0" y2="0">
        <stop stop-color=${paintOf(-1)} /><stop offset=".5" stop-color="#888" /><stop offset="1" stop-color=${paintOf(1)} />
      </linearGradient>`;
  }

  protected override hint(): string {
    const all = (this.traces?.stride ?? 0) / 2;
    const { count } = this.shown;
    return count < all ? `Showing ${count} of ${all} hands; choose others under More.` : '';
  }

  /** In how many positions a hand turns once: in words where there is room, else beside the first only. */
  private note(pair: number, hand: number): string {
    const length = this.wavelengths[pair] ?? 0;
    const digits = length < 1000 ? Number(length.toPrecision(2)) : Math.round(length);
    return hand === 0 || this.geometry.column > 90 ? `${digits} per turn` : String(digits);
  }

  protected override picture(): TemplateResult {
    const { shown, traces, width } = this;
    const { table, tableRow, waves, waveRow, end, radius, middle, left, center } = this.geometry;
    const each = <T>(draw: (hand: number) => T) =>
      Array.from({ length: shown.count }, (_, hand) => draw(hand));
    const height = tableRow * positionsDrawn;
    const filled = tableRow * this.filled;
    return html`${isServer ? '' : each(() => html`<canvas></canvas>`)}<svg
        width=${width}
        height=${end + 20}
        aria-hidden="true"
      >
        ${
          isServer
            ? each(
                (hand) =>
                  svg`<image x=${middle(hand) - radius} y=${table} width=${2 * radius} height=${height} preserveAspectRatio="none" href=${stillImage(this.cells(hand), scale)} />`,
              )
            : ''
        }
        <rect
          class="blank"
          x=${left}
          y=${table + filled}
          width=${width - left}
          height=${height - filled}
        />
        ${this.background()} ${traces ? this.marks(waves, waveRow, marked) : ''}
        ${traces ? this.marks(table, tableRow, [...marked, positionsDrawn - 1]) : ''}
        ${each((hand) => svg`<rect class="frame" x=${middle(hand) - radius} y=${table} width=${2 * radius} height=${height} />`)}
        ${
          traces
            ? svg`<line class="now" x1=${left} x2=${width} y1=${table + filled} y2=${table + filled} />
              ${each((hand) => [this.written(hand), this.dial(hand)])}`
            : ''
        }
        ${this.cursor()}
        ${each(
          (hand) =>
            svg`<circle class="grip" cx=${middle(hand)} cy=${center} r=${radius} @pointerdown=${(event: PointerEvent) => this.onGraspHand(event, shown.first + hand)} />`,
        )}
        <rect
          class="paper"
          x=${left}
          y=${waves}
          width=${width - left}
          height=${waveRow * positionsDrawn}
          @pointerdown=${(event: PointerEvent) => this.onGraspPaper(event, waveRow)}
        />
        <rect
          class="paper"
          x=${left}
          y=${table}
          width=${width - left}
          height=${height}
          @pointerdown=${(event: PointerEvent) => this.onGraspPaper(event, tableRow)}
        />
      </svg>`;
  }

  /** Around what is read. */
  private cursor() {
    const { place } = this;
    if (!place) return '';
    const { middle, radius, center, table, tableRow } = this.geometry;
    const x = middle(place.col >> 1);
    if (place.row < 0) {
      return svg`<circle class="cursor" cx=${x} cy=${center} r=${radius + 1.5} />`;
    }
    const isCosine = place.col % 2;
    return svg`<rect class="cursor" x=${isCosine ? x : x - radius} y=${table + tableRow * place.row - 1} width=${radius} height=${tableRow + 2} />`;
  }
}

customElements.define('posenc-machine-plot', PosencMachinePlot);
