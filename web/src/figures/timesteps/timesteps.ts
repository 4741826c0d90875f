import { html } from 'lit';
import type { Matrix, TimestepConvention } from '../../core/api.ts';
import { decimals, significant } from '../../plots/format.ts';
import type { Cells } from '../../plots/paint.ts';
import { switchOf, type Values, width } from '../../ui/parameters.ts';
import type { Tone } from '../../ui/figure-style.ts';
import { type DataTable, figureWith } from '../figure.ts';
import { firstPositions, rowsOf } from '../sinusoidal.ts';
import type { Side, TimestepsView } from '../../plots/timesteps-plot.ts';
import '../../plots/timesteps-plot.ts';

/** Of DDPM: 0 to 1000. */
const last = 1000;

const parameters = {
  timestep: {
    type: 'number',
    label: 'timestep t',
    value: 300,
    slider: { min: 0, max: last, step: 1 },
    least: 0,
    most: last,
    whole: true,
    plays: { by: 10, everyMs: 120 },
  },
  convention: switchOf('ADM’s convention', ['ddpm', 'adm'], 'convention'),
  maxPeriod: {
    type: 'number',
    label: 'max period',
    value: 10000,
    slider: { stops: [100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000] },
  },
  dimension: width(64, { max: 256, most: 1024 }),
} as const;
type Params = Values<typeof parameters>;

interface Answer {
  table: Matrix;
  cells: Cells;
  shown: Side;
  other: Side;
  nearest: number;
  wavelengths: Float64Array;
}

const conventions = {
  ddpm: { name: 'DDPM', halves: ['sin', 'cos'], variant: 'endpoint' },
  adm: { name: 'ADM', halves: ['cos', 'sin'], variant: 'paper' },
} as const;
/** Of all rows below this similarity, none is said to match. */
const alike = 0.9;
const distances = [0, 10, 100] as const;

/** A row for each dimension. */
function turned({ rows, cols, values }: Matrix): Cells {
  const cells = { rows: cols, cols: rows, stride: rows, values: new Float64Array(values.length) };
  for (let row = 0; row < rows; row++)
    for (let col = 0; col < cols; col++)
      cells.values[col * rows + row] = values[row * cols + col] ?? 0;
  return cells;
}

/**
 * The embeddings of diffusion timesteps, how alike one is to all others, and what a model of the other convention makes of
 * it.
 *
 *   <posenc-timesteps timestep="300" convention="ddpm" max-period="10000" dimension="64"></posenc-timesteps>
 */
export class PosencTimesteps extends figureWith('timesteps', parameters)<Answer> {
  protected override readonly label = 'Embeddings of diffusion timesteps';
  protected override readonly primary = ['timestep', 'convention'] as const;
  protected override readonly formula =
    'DDPM: [sin(t ωᵢ) | cos(t ωᵢ)], ωᵢ = P^(−i/(d/2 − 1)); ADM: [cos(t ωᵢ) | sin(t ωᵢ)], ωᵢ = P^(−i/(d/2)); i = 0 … d/2 − 1, P = max period; similarity: a · b / (|a| |b|)';

  /** The table that the cells were made of. */
  private drawn: { table: Matrix; cells: Cells } | null = null;

  protected override async ask(params: Params): Promise<Answer> {
    const { timestep, convention, maxPeriod, dimension } = params;
    const others: TimestepConvention = convention === 'ddpm' ? 'adm' : 'ddpm';
    const timesteps = firstPositions(last + 1);
    const side = async (known: TimestepConvention): Promise<Side> => {
      const [{ values: row }, { values: similarities }] = await Promise.all([
        this.call('timestepEmbedding', dimension, maxPeriod, known, Float64Array.of(timestep)),
        this.call(
          'timestepSimilarities',
          ...([dimension, maxPeriod, convention, known, timestep, timesteps] as const),
        ),
      ]);
      return { ...conventions[known], row, similarities };
    };
    const { variant } = conventions[convention];
    // Before the others: what it refuses, it names as the controls do.
    const table = await this.callOnce(
      'timestepEmbedding',
      ...([dimension, maxPeriod, convention, timesteps] as const),
    );
    const [{ wavelengths }, shown, other] = await Promise.all([
      this.callOnce('frequencies', { dModel: dimension, base: maxPeriod, variant }),
      side(convention),
      side(others),
    ]);
    if (this.drawn?.table !== table) this.drawn = { table, cells: turned(table) };
    const nearest = Array.from(other.similarities).reduce(
      (most, value, n, all) => (value > (all[most] ?? 0) ? n : most),
      0,
    );
    return { table, cells: this.drawn.cells, shown, other, nearest, wavelengths };
  }

  private isAlike({ other, nearest }: Answer): boolean {
    return (other.similarities[nearest] ?? 0) >= alike;
  }

  protected override caption(answer: Answer, { timestep }: Params): string {
    const { shown, other, nearest } = answer;
    return this.isAlike(answer)
      ? `${other.name} takes ${shown.name}’s ${timestep} for ${nearest}`
      : `${other.name}: no row like ${shown.name}’s ${timestep}`;
  }

  protected override tone(): Tone {
    return 'wrong';
  }

  private falls({ shown }: Answer, { timestep }: Params): string {
    const at = distances.map((distance) =>
      timestep + distance <= last ? timestep + distance : timestep - distance,
    );
    return at.map((n) => `${decimals(shown.similarities[n] ?? 0, 2)} at ${n}`).join(', ');
  }

  private elsewhere({ other, nearest }: Answer, { timestep }: Params): string {
    return `${decimals(other.similarities[timestep] ?? 0, 2)} at ${timestep} and at most ${decimals(other.similarities[nearest] ?? 0, 2)}, at ${nearest}`;
  }

  protected override subtitle({ other, nearest }: Answer): string {
    return `Halves swapped, other frequencies: similarity at most ${decimals(other.similarities[nearest] ?? 0, 2)}.`;
  }

  protected override setting(answer: Answer, params: Params): string {
    const { shown, other, wavelengths } = answer;
    const { dimension, maxPeriod } = params;
    const slowest = wavelengths[wavelengths.length - 1] ?? 0;
    return `Cosine similarity to ${shown.name}’s rows: ${this.falls(answer, params)}. To ${other.name}’s, with halves swapped and other frequencies: ${this.elsewhere(answer, params)}. d\u00a0=\u00a0${dimension}, max period ${significant(maxPeriod, 6)}; ${shown.name}’s waves are ${significant(wavelengths[0] ?? 0, 3)} to ${significant(slowest, 4)} steps long`;
  }

  protected override summary(answer: Answer, params: Params): string {
    const { shown, other } = answer;
    const [first, second] = shown.halves;
    return `Heat map of ${shown.name}’s embeddings, a column for each timestep from 0 to ${last}: in the upper half a ${first === 'sin' ? 'sine' : 'cosine'} in each row, in the lower half a ${second === 'sin' ? 'sine' : 'cosine'}, from fast waves to slow ones in each half. Below it, the similarity of ${shown.name}’s timestep ${params.timestep} to all rows. Among ${shown.name}’s it is ${this.falls(answer, params)}. Among ${other.name}’s it is ${this.elsewhere(answer, params)}. Then the row of ${params.timestep} in both conventions: in ${other.name}’s the halves are swapped.`;
  }

  protected override table({ table, shown, other }: Answer, { timestep }: Params): DataTable {
    return {
      head: [
        'timestep',
        ...[shown, other].map(({ name }) => `similarity of ${timestep} to ${name}`),
        ...Array.from({ length: table.cols }, (_, n) => `${shown.name} dimension ${n}`),
      ],
      count: table.rows,
      row: (n) => [n, shown.similarities[n] ?? 0, other.similarities[n] ?? 0, ...rowsOf(table, n)],
    };
  }

  private describe(answer: Answer | null, at: number): string {
    if (!answer) return '';
    const parts = [answer.shown, answer.other].map(
      ({ name, similarities }) => `${decimals(similarities[at] ?? 0, 3)} to ${name}’s`,
    );
    return `timestep ${at}: similarity ${parts.join(', ')}`;
  }

  protected override plot(answer: Answer | null, { timestep }: Params, summary: string) {
    const view: TimestepsView | null = answer && { ...answer, timestep };
    return html`<posenc-timesteps-plot
      data-plot
      label=${this.label}
      .summary=${summary}
      .view=${view}
      .describe=${(at: number) => this.describe(answer, at)}
      @choose=${({ detail }: CustomEvent<number>) => this.change('timestep', detail)}
    ></posenc-timesteps-plot>`;
  }
}

customElements.define('posenc-timesteps', PosencTimesteps);
