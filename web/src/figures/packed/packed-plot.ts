import { css, html, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import type { PackedAttention } from '../../core/api.ts';
import { radiusOfArea } from '../../plots/disk.ts';
import { decimals, tenth } from '../../plots/format.ts';
import { Plot, type Step } from '../../plots/plot.ts';
import { rowsOf } from '../sinusoidal.ts';

export interface PackedCell {
  row: number;
  col: number;
}

/** The first token of a document, and the one after its last. */
interface Block {
  first: number;
  end: number;
}

const letter = 7;
const idsWidth = 24;
const largestCell = 30;
/** Between the cells and the bars on their right. */
const gap = 14;
/** An output that is off by this has the longest bar. */
const longestBar = 3;

/**
 * The weights of attention in a row of documents, one disk per weight. Disks within a document, which is framed, have the
 * scheme's color; disks across a border have the color of mistakes. To the left of each row is its token's position id; to
 * the right, a bar shows how far its output is from that of its document alone.
 *
 * `words`, `answer` and `describe` are properties.
 */
export class PosencPackedPlot extends Plot<PackedCell> {
  static override properties = { words: { attribute: false }, answer: { attribute: false } };

  static override styles = [
    ...Plot.styles,
    css`
      text.word {
        font: 500 13px var(--posenc-sans);
        fill: var(--posenc-ink);
      }
      text.off {
        fill: var(--posenc-wrong);
        font-weight: 500;
      }
      .block {
        fill: color-mix(in srgb, var(--tone) 11%, transparent);
        stroke: var(--tone);
        stroke-width: 1.5;
      }
      .bed {
        fill: var(--posenc-line);
        opacity: 0.55;
      }
      .within {
        fill: var(--tone);
      }
      .across,
      .bar {
        fill: var(--posenc-wrong);
      }
    `,
  ];

  declare words: readonly string[];
  declare answer: PackedAttention | null;

  constructor() {
    super();
    this.words = [];
    this.answer = null;
  }

  private get sizes() {
    const { length } = this.words;
    const names = letter * Math.max(0, ...this.words.map((word) => word.length)) + 8;
    const left = names + idsWidth;
    // On any phone it is as high as its still, which is drawn for one width.
    const isNarrow = this.width < 420;
    const bars = isNarrow ? 58 : 96;
    const width = isNarrow ? Math.min(this.width, 318) : this.width;
    const cell = Math.min(largestCell, (width - left - gap - bars) / Math.max(1, length));
    const top = names + 8;
    return {
      ...{ names, left, bars, cell, top },
      end: left + cell * length,
      height: top + cell * length + 4,
    };
  }

  protected override placeAt(x: number, y: number): PackedCell | null {
    const { left, top, cell } = this.sizes;
    const place = { row: Math.floor((y - top) / cell), col: Math.floor((x - left) / cell) };
    return this.holds(place) ? place : null;
  }

  protected override placeAfter(place: PackedCell | null, { across, down }: Step): PackedCell {
    if (!place) return { row: this.words.length - 1, col: 0 };
    const limited = (value: number, most: number) => Math.max(0, Math.min(most, value));
    const row = limited(place.row + down, this.words.length - 1);
    return { row, col: limited(place.col + across, row) };
  }

  /** (A query sees no later key.) */
  protected override holds({ row, col }: PackedCell): boolean {
    return row >= 0 && row < this.words.length && col >= 0 && col <= row;
  }

  private blocks({ documents }: PackedAttention): Block[] {
    const firsts = Array.from(documents.keys()).filter(
      (n) => n === 0 || documents[n] !== documents[n - 1],
    );
    return firsts.map((first, n) => ({ first, end: firsts[n + 1] ?? documents.length }));
  }

  private disks({ weights, documents }: PackedAttention): SVGTemplateResult[] {
    const { left, top, cell } = this.sizes;
    return this.words.flatMap((_, row) =>
      Array.from(rowsOf(weights, row).subarray(0, row + 1), (weight, col) => {
        const kind = documents[row] === documents[col] ? 'within' : 'across';
        if (weight === 0) return svg``;
        return svg`<circle class=${kind} cx=${tenth(left + (col + 0.5) * cell)} cy=${tenth(top + (row + 0.5) * cell)} r=${tenth((radiusOfArea(weight) * cell) / 2)} />`;
      }),
    );
  }

  private bar(difference: number, row: number): SVGTemplateResult {
    const { end, top, cell, bars } = this.sizes;
    const room = bars - 34;
    const long = Math.min(1, difference / longestBar) * room;
    const middle = top + (row + 0.5) * cell;
    return svg`<rect class="bar" x=${tenth(end + gap)} y=${tenth(middle - cell / 4)} width=${tenth(long)} height=${tenth(cell / 2)} />
      <text class=${difference > 0.005 ? 'off' : ''} x=${tenth(end + gap + long + 4)} y=${tenth(middle + 4)}>${decimals(difference, 2)}</text>`;
  }

  private rows(answer: PackedAttention): SVGTemplateResult[] {
    const { names, left, top, cell, end } = this.sizes;
    return this.words.map((word, n) => {
      const middle = (n + 0.5) * cell;
      return svg`<text class="word" x=${names - 8} y=${tenth(top + middle + 4)} text-anchor="end">${word}</text>
        <text x=${left - 6} y=${tenth(top + middle + 4)} text-anchor="end">${answer.positions[n] ?? ''}</text>
        <text class="word" transform=${`translate(${tenth(left + middle + 4)} ${top - 6}) rotate(-90)`}>${word}</text>
        <rect class="bed" x=${left} y=${tenth(top + n * cell)} width=${tenth((n + 1) * cell)} height="1" />
        ${this.bar(answer.differences[n] ?? 0, n)}
        ${n === 0 ? svg`<text x=${left - 6} y=${top - 6} text-anchor="end">id</text><text x=${tenth(end + gap)} y=${top - 6}>off by</text>` : ''}`;
    });
  }

  protected override picture(): TemplateResult {
    const { answer, place } = this;
    const { left, top, cell, height } = this.sizes;
    const block = ({ first, end }: Block) =>
      svg`<rect class="block" x=${tenth(left + first * cell)} y=${tenth(top + first * cell)} width=${tenth((end - first) * cell)} height=${tenth((end - first) * cell)} rx="3" />`;
    return html`<svg width=${this.width} height=${tenth(height)} aria-hidden="true">
      ${
        answer
          ? svg`${this.rows(answer)}${this.blocks(answer).map(block)}${this.disks(answer)}
          ${place ? svg`<rect class="cursor" x=${tenth(left + place.col * cell)} y=${tenth(top + place.row * cell)} width=${tenth(cell)} height=${tenth(cell)} />` : ''}`
          : ''
      }
    </svg>`;
  }
}

customElements.define('posenc-packed-plot', PosencPackedPlot);
