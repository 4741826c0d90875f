import { html } from 'lit';
import type { GridKernel, Matrix } from '../../core/api.ts';
import { PosencError } from '../../core/errors.ts';
import { sequential } from '../../plots/sequential.ts';
import { decimals, plain, quantity, significant } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import '../../plots/line-plot.ts';
import type { PatchOfGrid } from '../../plots/patches-plot.ts';
import '../../plots/patches-plot.ts';
import { stillWidthsOfTwo } from '../../plots/plot.ts';
import { count, segments, type Values } from '../../ui/parameters.ts';
import { sideBySide } from '../../ui/figure-style.ts';
import { seed } from '../drawn.ts';
import { type DataTable, figureWith, PosencFigure } from '../figure.ts';
import { equalTo, firstPositions } from '../sinusoidal.ts';
import { patchOf, queryOn, withinGrid } from './patches.ts';

const bases = { stops: [2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000] };
const baseOf = (scheme: string, value: number) =>
  ({ type: 'number', label: `base of ${scheme}`, value, slider: bases }) as const;

const parameters = {
  scheme: segments('scheme', 'axial', [
    ['waves', '2-D waves'],
    ['axial', 'axial RoPE'],
    ['head', 'mixed, 1 head'],
    ['heads', 'mixed, all heads'],
  ]),
  ...queryOn('size', 7, 7),
  size: { ...count('patches per side', 15, 24, 32, 1), least: 3 },
  headDim: {
    type: 'number',
    label: 'width d',
    value: 64,
    slider: { min: 4, max: 256, step: 4 },
    most: 1024,
  },
  wavesBase: baseOf('2-D waves', 10000),
  axialBase: baseOf('axial RoPE', 100),
  mixedBase: baseOf('mixed RoPE', 10),
  heads: {
    type: 'number',
    label: 'heads',
    value: 12,
    slider: { min: 1, max: 32, step: 1 },
    least: 1,
    most: 64,
    whole: true,
  },
  seed: seed(2),
} as const;
type Params = Values<typeof parameters>;

interface Answer {
  kernel: GridKernel;
  /** 1 .. the largest offset. */
  distances: Float64Array;
}

/** The kernel at an offset from the query. */
function at({ kernel: { values } }: Answer, dx: number, dy: number): number {
  const reach = (values.cols - 1) / 2;
  return values.values[(dy + reach) * values.cols + dx + reach] ?? 0;
}

/**
 * What a scheme makes of the offset between two patches: every patch by its kernel with the query, which can be dragged.
 *
 *   <posenc-grid-kernel scheme="axial" size="15" query-x="7" query-y="7"></posenc-grid-kernel>
 */
export class PosencGridKernel extends figureWith('grid-kernel', parameters)<Answer> {
  static override styles = [...PosencFigure.styles, sideBySide];

  protected override readonly label = 'Kernel of two patches';
  protected override readonly primary = ['scheme'] as const;
  protected override readonly formula =
    'K(Δx, Δy) = mean over the pairs of cos(fₓ Δx + fᵧ Δy); axial and 2-D waves: (fₓ, fᵧ) = (θᵢ, 0) or (0, θᵢ), θᵢ = base^(−4i/d), i = 0 … d/4 − 1; mixed: these turned by an angle of each head';

  protected override changeByReader(property: string, value: unknown): void {
    super.changeByReader(property, value);
    if (property !== 'size') return;
    const last = Number(value) - 1;
    const own = this as unknown as Params;
    if (own.queryX > last) this.change('queryX', Math.max(0, last));
    if (own.queryY > last) this.change('queryY', Math.max(0, last));
  }

  private frequencies(params: Params): Promise<Matrix> {
    const { scheme, headDim, wavesBase, axialBase, mixedBase, heads, seed } = params;
    switch (scheme) {
      case 'waves':
        return this.callOnce('axialFrequencies', headDim, wavesBase);
      case 'axial':
        return this.callOnce('axialFrequencies', headDim, axialBase);
      case 'head':
        return this.callOnce('mixedHeadFrequencies', headDim, mixedBase, 1, seed);
      case 'heads':
        return this.callOnce('mixedHeadFrequencies', headDim, mixedBase, heads, seed);
    }
  }

  protected override async ask(params: Params): Promise<Answer> {
    const problem = withinGrid(params, params.size);
    if (problem !== null) throw new PosencError('invalid-argument', problem);
    const reach = params.size - 1;
    const kernel = await this.callOnce('gridKernel', await this.frequencies(params), reach);
    return { kernel, distances: firstPositions(params.size).subarray(1) };
  }

  protected override caption(_: Answer, { scheme, heads }: Params): string {
    if (scheme === 'head') return 'One head: the cross is tilted';
    if (scheme === 'heads') {
      return heads > 2 ? `${heads} crosses make a spot` : 'Tilted crosses';
    }
    return 'Row and column light up';
  }

  private setup({ scheme, headDim, wavesBase, axialBase, mixedBase, heads }: Params): string {
    const d = `d = ${headDim}`;
    switch (scheme) {
      case 'waves':
        return `Dot product K(Δx, Δy) of two rows of the table (MAE’s order), over d/2: axial RoPE’s kernel with ${d}, base ${plain(wavesBase)}`;
      case 'axial':
        return `Score K(Δx, Δy) of equal q and k under axial RoPE, over that at offset 0; ${d}, base ${plain(axialBase)}`;
      case 'head':
        return `Score K(Δx, Δy) of equal q and k in one head of mixed RoPE before training; ${d}, base ${plain(mixedBase)}`;
      case 'heads':
        return `Score K(Δx, Δy) of equal q and k under mixed RoPE before training, mean of ${quantity(heads, 'head')}; ${d}, base ${plain(mixedBase)}`;
    }
  }

  /** A sentence, with an offset along the diagonal as an example. */
  private adding(answer: Answer, { scheme }: Params): string {
    const { interplay } = answer.kernel;
    const dx = Math.min(7, answer.distances.length);
    const sum = `K(${dx}, ${dx}) = ${decimals(at(answer, dx, dx), 3)}, K(${dx}, 0) + K(0, ${dx}) − 1 = ${decimals(at(answer, dx, 0) + at(answer, 0, dx) - 1, 3)}`;
    return scheme === 'waves' || scheme === 'axial'
      ? `Column and row just add up, ${equalTo(interplay)} everywhere: ${sum}`
      : `Column and row do not add up, off by up to ${decimals(interplay, 3)}: ${sum}`;
  }

  protected override subtitle(): string {
    return 'Bright: patches the query favors if all look alike.';
  }

  protected override setting(answer: Answer, params: Params): string {
    return `${this.setup(params)}. ${this.adding(answer, params)}. At equal distance, axes and diagonals differ by up to ${decimals(answer.kernel.byDirection, 3)}`;
  }

  protected override summary(answer: Answer, { size, queryX, queryY }: Params): string {
    const near = Math.min(4, size - 1);
    const { axes, diagonals, values } = answer.kernel;
    const means = `At distance ${near} the mean along row and column is ${decimals(axes[near - 1] ?? 0, 3)}, along the diagonals ${decimals(diagonals[near - 1] ?? 0, 3)}.`;
    return `A grid of ${size} × ${size} patches, colored by their score with the query at column ${queryX}, row ${queryY}: 1 there, ${decimals(at(answer, near, 0), 3)} at ${near} patches to the right, ${decimals(at(answer, near, near), 3)} at ${near} to the right and ${near} down; the lowest of any offset is ${decimals(Math.min(...values.values), 3)}. ${means}`;
  }

  protected override table(answer: Answer, { size, queryX, queryY }: Params): DataTable {
    return {
      head: ['column', 'row', 'dx', 'dy', 'score'],
      count: size * size,
      row: (n) => {
        const { row, col } = patchOf(n, size);
        return [col, row, col - queryX, row - queryY, at(answer, col - queryX, row - queryY)];
      },
    };
  }

  /** Down to the tenth below the lowest kernel of any offset: the colors do not change as the query moves. */
  private lowest({ kernel }: Answer): number {
    return Math.floor(Math.min(...kernel.values.values) * 10) / 10;
  }

  private patches(answer: Answer | null, params: Params, summary: string) {
    const { size, queryX, queryY } = params;
    const values = Float64Array.from({ length: answer ? size * size : 0 }, (_, n) => {
      const { row, col } = patchOf(n, size);
      return answer ? at(answer, col - queryX, row - queryY) : 0;
    });
    const describe = ({ row, col }: PatchOfGrid) =>
      answer
        ? `column ${col}, row ${row}: Δx = ${plain(col - queryX)}, Δy = ${plain(row - queryY)}, score ${decimals(at(answer, col - queryX, row - queryY), 4)}`
        : '';
    const grids = answer
      ? [{ name: '', rows: size, cols: size, values, query: { row: queryY, col: queryX } }]
      : [];
    return html`<posenc-patches-plot
      data-plot
      max-side="340"
      label="Score with each patch"
      .summary=${summary}
      .grids=${grids}
      .scale=${sequential(answer ? this.lowest(answer) : 0, 1)}
      .stillWidths=${stillWidthsOfTwo}
      .describe=${describe}
      @pick=${({ detail: { row, col } }: CustomEvent<PatchOfGrid>) => {
        this.changeByReader('queryX', col);
        this.changeByReader('queryY', row);
      }}
    ></posenc-patches-plot>`;
  }

  private byDistance(answer: Answer | null) {
    const { kernel, distances = new Float64Array() } = answer ?? {};
    const [axes, diagonals] = [kernel?.axes ?? [], kernel?.diagonals ?? []];
    const series: Series[] = answer
      ? [
          { name: 'axes', x: distances, y: axes, color: 'rope', as: 'line', marked: true },
          {
            name: 'diagonals',
            x: distances,
            y: diagonals,
            color: 'form',
            as: 'line',
            marked: true,
            hollow: true,
          },
        ]
      : [];
    const describe = (n: number) =>
      `distance ${n + 1}: ${decimals(axes[n] ?? 0, 4)} along row and column, ${decimals(diagonals[n] ?? 0, 4)} along the diagonals`;
    return html`<posenc-line-plot
      data-plot="Mean by direction"
      height="300"
      label="Kernel by distance and direction"
      .summary=${`Two curves that differ by up to ${significant(kernel?.byDirection ?? 0, 3)}.`}
      .series=${series}
      .across=${{ title: 'distance, in patches' }}
      .up=${{ title: 'mean score', domain: [answer ? Math.min(0, this.lowest(answer)) : 0, 1] }}
      .stops=${distances}
      .stillWidths=${stillWidthsOfTwo}
      .describe=${describe}
    ></posenc-line-plot>`;
  }

  protected override plot(answer: Answer | null, params: Params, summary: string) {
    return html`<div class="both">
      <div>${this.patches(answer, params, summary)}</div>
      <div>${this.byDistance(answer)}</div>
    </div>`;
  }
}

customElements.define('posenc-grid-kernel', PosencGridKernel);
