import { css, html } from 'lit';
import type { Matrix, ResizedGrid } from '../../core/api.ts';
import { PosencError } from '../../core/errors.ts';
import { highestOf, lowestOf } from '../../plots/scale.ts';
import { sequential } from '../../plots/sequential.ts';
import { decimals, percent, plain } from '../../plots/format.ts';
import '../../plots/line-plot.ts';
import type { Patch, PatchOfGrid } from '../../plots/patches-plot.ts';
import '../../plots/patches-plot.ts';
import { base, count, segments, type Values } from '../../ui/parameters.ts';
import { seed } from '../drawn.ts';
import { type DataTable, figureWith, PosencFigure } from '../figure.ts';
import { patchOf, queryOn, withinGrid } from '../grid-kernel/patches.ts';
import { firstPositions, rowsOf } from '../sinusoidal.ts';

const parameters = {
  newSize: {
    ...count('new patches per side', 24, 28, 32, 1),
    slider: { min: 7, max: 28, step: 1 },
  },
  kind: segments('table', 'waves', [
    ['waves', '2-D waves'],
    ['random', 'random table'],
  ]),
  ...queryOn('newSize', 10, 3),
  oldSize: {
    ...count('old patches per side', 14, 16, 20, 1),
    slider: { min: 2, max: 16, step: 1 },
  },
  interpolation: segments('interpolation', 'bicubic', [
    ['bicubic', 'bicubic'],
    ['bicubic_antialias', 'bicubic, antialias'],
    ['bilinear', 'bilinear'],
  ]),
  dModel: {
    type: 'number',
    label: 'width d',
    value: 64,
    slider: { min: 4, max: 128, step: 4 },
    most: 256,
  },
  base: base(),
  seed: seed(),
} as const;
type Params = Values<typeof parameters>;

interface Answer {
  resized: ResizedGrid;
  /** Of each two rows of the old table, and of the resized one. */
  before: Matrix;
  after: Matrix;
  /** The lowest similarity of all. */
  lowest: number;
}

/** BERT's, as in torch.nn.init. */
const standardDeviation = 0.02;

/** The patch of a grid of `to` patches per side at the center of one of a grid of `from`. */
const samePlace = ({ row, col }: Patch, from: number, to: number): Patch => ({
  row: Math.floor(((row + 0.5) / from) * to),
  col: Math.floor(((col + 0.5) / from) * to),
});

/**
 * A table of a grid of patches at another resolution, resized and not: how similar a patch, which can be dragged, is to
 * the others.
 *
 *   <posenc-grid-resize old-size="14" new-size="24" interpolation="bicubic"></posenc-grid-resize>
 */
export class PosencGridResize extends figureWith('grid-resize', parameters)<Answer> {
  static override styles = [
    ...PosencFigure.styles,
    css`
      .wide {
        grid-column: 1 / -1;
      }
      .which {
        margin: 0 0 0.3rem;
      }
    `,
  ];

  protected override readonly label = 'A table of patches at another resolution';
  protected override readonly primary = ['newSize', 'kind'] as const;
  protected override readonly formula =
    'resized: row (x, y) of the new table is interpolated at ((x + ½) · old/new − ½, (y + ½) · old/new − ½) of the old grid; not resized: row y · new + x of the old table; similarity: T_p · T_q / (|T_p| |T_q|)';

  protected override readonly presets = [
    {
      label: 'ViT, from 224 to 384 pixels',
      values: { kind: 'waves', oldSize: 14, newSize: 24, queryX: 10, queryY: 3 },
    },
    { label: 'One more patch per side', values: { oldSize: 14, newSize: 15 } },
  ] as const;

  protected override changeByReader(property: string, value: unknown): void {
    super.changeByReader(property, value);
    if (property !== 'newSize') return;
    const last = Math.max(0, Number(value) - 1);
    const own = this as unknown as Params;
    if (own.queryX > last) this.change('queryX', last);
    if (own.queryY > last) this.change('queryY', last);
  }

  protected override async ask(params: Params): Promise<Answer> {
    const problem = withinGrid(params, params.newSize);
    if (problem !== null) throw new PosencError('invalid-argument', problem);
    const { kind, newSize, oldSize, interpolation, dModel, base, seed } = params;
    const table = await (kind === 'waves'
      ? this.callOnce('gridTable', dModel, base, oldSize, oldSize, 'mae')
      : this.callOnce('learnedTable', oldSize * oldSize, dModel, seed, standardDeviation));
    const resized = await this.callOnce(
      'resizedGrid',
      ...([table, oldSize, oldSize, newSize, newSize, interpolation] as const),
    );
    const [{ matrix: before }, { matrix: after }] = await Promise.all([
      this.callOnce('rowSimilarities', table),
      this.callOnce('rowSimilarities', resized.table),
    ]);
    return {
      resized,
      before,
      after,
      lowest: Math.min(lowestOf(before.values), lowestOf(after.values)),
    };
  }

  private query({ queryX, queryY }: Params): Patch {
    return { row: queryY, col: queryX };
  }

  /** The similarities of the query, row by row: of the old patch at its place, resized, and not resized. */
  private similarities({ before, after }: Answer, params: Params) {
    const { oldSize, newSize } = params;
    const query = this.query(params);
    const old = samePlace(query, newSize, oldSize);
    const number = query.row * newSize + query.col;
    const unresized = new Float64Array(newSize * newSize).fill(NaN);
    if (number < before.rows) {
      unresized.set(rowsOf(before, number).subarray(0, unresized.length));
    }
    return {
      old,
      before: rowsOf(before, old.row * oldSize + old.col),
      resized: rowsOf(after, number),
      unresized,
    };
  }

  protected override caption(_: Answer, { kind, oldSize, newSize }: Params): string {
    if (oldSize === newSize) return 'Same size: nothing to resize';
    if (kind === 'random' && newSize > oldSize) return 'Resizing makes neighbors alike';
    return 'Not resized, the image shears';
  }

  /** Of the patch below the query, or above it in the last row. */
  private neighbor(answer: Answer, params: Params) {
    const { row, col } = this.query(params);
    const { newSize } = params;
    const isLast = row === newSize - 1;
    const number = (isLast ? row - 1 : row + 1) * newSize + col;
    const { resized, unresized } = this.similarities(answer, params);
    const other = unresized[number] ?? NaN;
    return {
      side: isLast ? 'above' : 'below',
      resized: decimals(resized[number] ?? 0, 3),
      /** Where one of the two has no row, there is none. */
      unresized: Number.isNaN(other) ? 'none' : decimals(other, 3),
    };
  }

  protected override subtitle(answer: Answer, params: Params): string {
    const { side, resized, unresized } = this.neighbor(answer, params);
    return `Similarity to the patch ${side}: ${resized} resized, ${unresized} not resized.`;
  }

  protected override setting(answer: Answer, params: Params): string {
    const { kind, oldSize, newSize, interpolation, dModel, base } = params;
    const { norms } = answer.resized;
    const what =
      kind === 'waves'
        ? `2-D waves, d = ${dModel}, base ${plain(base)}`
        : `Random table, d = ${dModel}`;
    const lengths = `${decimals(lowestOf(norms), 3)} to ${decimals(highestOf(norms), 3)} times an old row’s average length`;
    const rows = Math.min(oldSize * oldSize, newSize * newSize);
    return `${what}, from ${oldSize} × ${oldSize} to ${newSize} × ${newSize} patches; resized rows (${interpolation}) are ${lengths}. Not resized, ${rows} of ${newSize * newSize} patches have a row`;
  }

  protected override summary(answer: Answer, params: Params): string {
    const { oldSize, newSize, queryX, queryY } = params;
    return `Three grids of patches, colored by their similarity to a query at the same place of the image. In the old grid, ${oldSize} × ${oldSize}, and in the resized one, ${newSize} × ${newSize}, the query is at column ${queryX}, row ${queryY}. In the third the old rows are read in order for ${newSize} × ${newSize} patches${oldSize === newSize ? ', which is the same' : ': rows of the image no longer lie below each other'}. ${this.subtitle(answer, params)}`;
  }

  protected override table(answer: Answer, params: Params): DataTable {
    const { oldSize, newSize } = params;
    const { before, resized, unresized } = this.similarities(answer, params);
    return {
      head: ['column', 'row', 'old grid', 'resized', 'not resized', 'norm resized'],
      count: newSize * newSize,
      row: (n) => {
        const patch = patchOf(n, newSize);
        const old = samePlace(patch, newSize, oldSize);
        const other = unresized[n] ?? NaN;
        return [
          patch.col,
          patch.row,
          before[old.row * oldSize + old.col] ?? 0,
          resized[n] ?? 0,
          Number.isNaN(other) ? '' : other,
          answer.resized.norms[n] ?? 0,
        ];
      },
    };
  }

  private grids(answer: Answer, params: Params) {
    const { oldSize, newSize } = params;
    const { old, before, resized, unresized } = this.similarities(answer, params);
    const grid = (name: string, size: number, query: Patch, values: Float64Array) => ({
      ...{ name, query, values },
      ...{ rows: size, cols: size },
    });
    const query = this.query(params);
    return [
      grid(`${oldSize} × ${oldSize}, original`, oldSize, old, before),
      grid(`${newSize} × ${newSize}, resized`, newSize, query, resized),
      grid(`${newSize} × ${newSize}, not resized`, newSize, query, unresized),
    ];
  }

  private pick({ grid, row, col }: PatchOfGrid, { oldSize, newSize }: Params): void {
    const to = grid === 0 ? samePlace({ row, col }, oldSize, newSize) : { row, col };
    this.changeByReader('queryX', to.col);
    this.changeByReader('queryY', to.row);
  }

  protected override plot(answer: Answer | null, params: Params, summary: string) {
    const grids = answer ? this.grids(answer, params) : [];
    const describe = ({ grid, row, col }: PatchOfGrid) => {
      const shown = grids[grid];
      const value = shown?.values[row * shown.cols + col] ?? NaN;
      const what = Number.isNaN(value) ? 'no row' : `similarity ${decimals(value, 4)}`;
      return `${shown?.name ?? ''}: column ${col}, row ${row}, ${what}`;
    };
    // From 0, or the tenth below the lowest.
    const lowest = Math.floor((answer?.lowest ?? 0) * 10) / 10;
    return html`<posenc-patches-plot
      data-plot
      max-side="206"
      label="Similarity to the query"
      masked=${params.newSize > params.oldSize ? 'no row' : ''}
      .summary=${summary}
      .grids=${grids}
      .scale=${sequential(lowest, 1)}
      .describe=${describe}
      @pick=${({ detail }: CustomEvent<PatchOfGrid>) => this.pick(detail, params)}
    ></posenc-patches-plot>`;
  }

  protected override details({ resized: { amplitudes } }: Answer) {
    const columns = firstPositions(amplitudes.length);
    const range = `${percent(lowestOf(amplitudes))} to ${percent(highestOf(amplitudes))}`;
    return html`<div class="wide">
      <p class="which">Resized columns keep ${range} of their amplitude (root mean square)</p>
      <posenc-line-plot
        data-plot="Amplitude of each column, resized"
        height="190"
        label="Amplitude of each column, resized"
        .summary=${`Columns keep ${range} of their root mean square.`}
        .series=${[{ name: '', x: columns, y: amplitudes, color: 'learned', as: 'stems' }]}
        .across=${{ title: 'column' }}
        .up=${{ title: 'share kept', domain: [0, 1] }}
        .stops=${columns}
        .describe=${(n: number) => `column ${n}: ${percent(amplitudes[n] ?? 0, 1)} of its root mean square`}
      ></posenc-line-plot>
    </div>`;
  }
}

customElements.define('posenc-grid-resize', PosencGridResize);
