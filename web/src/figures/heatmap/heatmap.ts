import { css, html, LitElement, type PropertyValues } from 'lit';
import type { Matrix } from '../../core/api.ts';
import { paintDiverging } from '../../plots/diverging.ts';
import { compute, Latest } from '../../worker/client.ts';
import { figureStyle } from '../figure-style.ts';

/** As many dimensions as are told apart on a phone. */
const columns_at_first = 64;
/** As many as any browser's canvas holds. */
const largest_d = 4096;

/**
 * The sinusoidal table as a heatmap: a row for each position, a column for each dimension.
 *
 *   <posenc-heatmap d-model="128" positions="50"></posenc-heatmap>
 */
export class PosencHeatmap extends LitElement {
  static override properties = {
    dModel: { type: Number, attribute: 'd-model' },
    base: { type: Number },
    positions: { type: Number },
    table: { state: true },
    all: { state: true },
    error: { state: true },
  };

  declare dModel: number;
  declare base: number;
  declare positions: number;
  /** The last table that was computed, and the d it was computed for. */
  declare private table: Matrix | null;
  declare private all: boolean;
  declare private error: string;

  private readonly latest = new Latest((dModel: number) => this.compute(dModel));

  constructor() {
    super();
    this.dModel = 128;
    this.base = 10000;
    this.positions = 50;
    this.table = null;
    this.all = false;
    this.error = '';
  }

  static override styles = [
    figureStyle,
    css`
      .plot {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr) auto auto;
        gap: 0.3rem 0.6rem;
        font-size: 0.74rem;
        color: var(--soft);
      }
      .y {
        writing-mode: vertical-rl;
        transform: rotate(180deg);
        text-align: center;
      }
      .x {
        grid-column: 2;
        text-align: center;
      }
      .table {
        height: 15rem;
        background: var(--line);
      }
      .legend {
        width: 0.7rem;
        height: 15rem;
      }
      .scale {
        display: flex;
        flex-direction: column;
        justify-content: space-between;
        font-variant-numeric: tabular-nums;
      }
    `,
  ];

  private async compute(dModel: number): Promise<void> {
    try {
      this.table = await compute.call(
        'sinusoidalTable',
        { dModel, base: this.base, variant: 'paper', layout: 'interleaved' },
        Float64Array.from({ length: this.positions }, (_, position) => position),
      );
      this.error = '';
    } catch (error) {
      this.error = (error as Error).message;
    }
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('dModel') || changed.has('base') || changed.has('positions')) {
      void this.latest.request(this.dModel);
    }
  }

  private get columns(): number {
    const d = this.table?.cols ?? this.dModel;
    return this.all ? d : Math.min(d, columns_at_first);
  }

  override updated(): void {
    const { table } = this;
    const [picture, legend] = this.renderRoot.querySelectorAll('canvas');
    if (!picture || !legend) return;
    if (table) {
      const cols = this.columns;
      paintDiverging(
        picture,
        { rows: table.rows, cols },
        (row, col) => table.values[row * table.cols + col] ?? 0,
        1,
      );
    }
    if (legend.height !== legend_steps) {
      paintDiverging(
        legend,
        { rows: legend_steps, cols: 1 },
        (row) => 1 - (2 * row) / (legend_steps - 1),
        1,
      );
    }
  }

  private onInput(event: Event): void {
    const value = (event.target as HTMLInputElement).valueAsNumber;
    if (Number.isNaN(value)) return;
    if (value > largest_d) {
      this.error = `This figure shows a width d of at most ${largest_d} but got ${value}.`;
    } else {
      this.dModel = value;
      // Back at the last good width nothing else has changed, but what was wrong is not so any more.
      if (this.error) void this.latest.request(value);
    }
  }

  override render() {
    const d = this.table?.cols ?? this.dModel;
    const last = `dimension 0 to ${this.columns - 1}`;
    return html`
      <figure aria-busy=${this.table === null && this.error === ''}>
        <figcaption>Fast waves on the left, slow ones on the right</figcaption>
        <p class="sub">Value of each dimension at each position${this.table ? `, d = ${d}` : ''}</p>
        <div class="plot">
          <span class="y">position 0 to ${this.positions - 1}</span>
          <canvas
            class="table"
            role="img"
            aria-label="Heatmap of the sinusoidal table, ${this.positions} positions by ${
              this.columns
            } of ${d} dimensions. Columns on the left change sign every few positions, columns on the right hardly change."
          ></canvas>
          <canvas
            class="legend"
            role="img"
            aria-label="Colours from 1, red, over 0, white, to −1, blue"
          ></canvas>
          <span class="scale" aria-hidden="true"><span>1</span><span>0</span><span>−1</span></span>
          <span class="x">${last}</span>
        </div>
        <div class="controls">
          <label>
            width d
            <input
              type="range"
              min="4"
              max="512"
              step="2"
              .value=${String(this.dModel)}
              @input=${this.onInput}
            />
          </label>
          <input
            type="number"
            aria-label="width d, as a number"
            aria-describedby="error"
            aria-invalid=${this.error !== ''}
            .value=${String(this.dModel)}
            @input=${this.onInput}
          />
          <label>
            <input
              type="checkbox"
              .checked=${this.all}
              ?disabled=${d <= columns_at_first}
              @change=${(event: Event) => {
                this.all = (event.target as HTMLInputElement).checked;
              }}
            />
            all dimensions
          </label>
        </div>
        <p class="error" id="error" role="status">${this.error}</p>
      </figure>
    `;
  }
}

const legend_steps = 257;

customElements.define('posenc-heatmap', PosencHeatmap);
