import { html } from 'lit';
import type { ColumnSpectrum, Matrix } from '../../core/api.ts';
import { decimals, percent, significant } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import '../../plots/line-plot.ts';
import { base, count, place, type Values, width } from '../../ui/parameters.ts';
import { sideBySide } from '../../ui/side-by-side.ts';
import { type DataTable, PosencFigure } from '../figure.ts';
import { encoding, firstPositions, partOf, setup } from '../sinusoidal.ts';

const parameters = {
  dimension: place('dimension', 10, { max: 127 }),
  positions: count('positions', 64, 256, 512, 2),
  dModel: width(128),
  base: base(),
} as const;
type Params = Values<typeof parameters>;

/** The most points of the curve. */
const maxPoints = 1024;
/** More dots would touch. */
const maxDots = 128;
/** A smaller share of the magnitudes counts as no leak. */
const negligibleLeak = 0.01;

interface Answer {
  spectrum: ColumnSpectrum;
  wave: Matrix;
  fine: Float64Array;
  between: Matrix;
  wavelength: number;
}

/**
 * One dimension as a signal over the positions, and the waves that a Fourier transform finds in it.
 *
 *   <posenc-spectrum d-model="128" base="10000" dimension="10" positions="64"></posenc-spectrum>
 */
export class PosencSpectrum extends PosencFigure<typeof parameters, Answer> {
  static override properties = PosencFigure.of(parameters);

  static override styles = [...PosencFigure.styles, sideBySide];

  protected override readonly label = 'One dimension and its spectrum';
  protected override readonly formula =
    '|X_b| = |Σ_pos PE(pos, dimension) · e^(−2πi · b · pos / N)|, b = 0 … N/2, N positions; bin b: a wave of N/b positions';

  constructor() {
    super('spectrum', parameters);
  }

  protected override async ask(params: Params): Promise<Answer> {
    const options = encoding(params);
    const steps = Math.max(1, Math.min(16, Math.floor(maxPoints / params.positions)));
    const fine = Float64Array.from(
      { length: (params.positions - 1) * steps + 1 },
      (_, n) => n / steps,
    );
    const column = (positions: Float64Array) =>
      this.call('sinusoidalColumns', options, Float64Array.of(params.dimension), positions);
    const [spectrum, { wavelengths }, wave, between] = await Promise.all([
      this.call('columnSpectrum', options, params.dimension, params.positions),
      this.call('frequencies', options),
      column(firstPositions(params.positions)),
      column(fine),
    ]);
    return {
      spectrum,
      wave,
      fine,
      between,
      wavelength: wavelengths[(params.dimension - (params.dimension % 2)) / 2] ?? 0,
    };
  }

  protected override caption({ spectrum, wavelength }: Answer, params: Params): string {
    const { positions } = params;
    const { peak, leaked } = spectrum;
    const long = significant(wavelength, 4);
    if (peak === 0) {
      return `The peak is at bin 0: over ${positions} positions this wave of ${long} looks like a constant`;
    }
    const peakText = `The peak, bin ${peak}, means a wave of ${significant(positions / peak, 4)} positions; it is ${long} long`;
    return leaked < negligibleLeak
      ? `${peakText}, and hardly anything leaks`
      : `${peakText}, and ${percent(leaked)} leaks`;
  }

  protected override subtitle({ wavelength, spectrum }: Answer, params: Params): string {
    const { dimension, positions } = params;
    return `Dimension ${dimension}, the ${partOf(dimension)}, ${setup(params)}; ${positions} positions hold ${significant(positions / wavelength, 4)} periods; ${percent(spectrum.leaked, 1)} of the magnitudes is outside of the peak and its neighbours`;
  }

  protected override summary({ spectrum }: Answer, { positions }: Params): string {
    const { magnitudes, peak, leaked } = spectrum;
    return `Above, a wave over ${positions} positions. Below, a stem for each of the bins 0 to ${magnitudes.length - 1}; the highest is bin ${peak} with ${significant(magnitudes[peak] ?? 0, 4)}, and ${percent(leaked, 1)} of the sum of all is outside of it and its neighbours.`;
  }

  protected override table({ spectrum, wave }: Answer, { positions }: Params): DataTable {
    const { magnitudes } = spectrum;
    return {
      head: ['position', 'value', 'bin b', 'positions in a period', 'magnitude'],
      count: positions,
      row: (n) => [
        n,
        wave.values[n] ?? 0,
        ...(n < magnitudes.length ? [n, n === 0 ? '' : positions / n, magnitudes[n] ?? 0] : []),
      ],
    };
  }

  protected override plot(
    answer: Answer | null,
    { positions, dimension }: Params,
    summary: string,
  ) {
    const stops = firstPositions(answer?.wave.rows ?? 0);
    const bins = firstPositions(answer?.spectrum.magnitudes.length ?? 0);
    const { magnitudes = new Float64Array(), peak = 0 } = answer?.spectrum ?? {};
    const wave: Series[] = answer
      ? [
          {
            name: '',
            x: answer.fine,
            y: answer.between.values,
            colour: 'sinusoidal',
            as: 'line',
          },
          ...(stops.length <= maxDots
            ? [
                {
                  name: '',
                  x: stops,
                  y: answer.wave.values,
                  colour: 'sinusoidal',
                  as: 'points',
                } as const,
              ]
            : []),
        ]
      : [];
    const spectrum: Series[] = answer
      ? [
          {
            name: '',
            x: bins,
            y: magnitudes,
            colour: 'sinusoidal',
            as: 'stems',
            marked: bins.length <= maxDots,
          },
          {
            name: `peak: bin ${peak}`,
            x: [peak],
            y: [magnitudes[peak] ?? 0],
            colour: 'wrong',
            as: 'points',
            beside: true,
          },
        ]
      : [];
    const describeWave = (position: number) =>
      `position ${position}: PE(${position}, ${dimension}) = ${decimals(answer?.wave.values[position] ?? 0, 4)}`;
    const describeBin = (bin: number) =>
      `bin ${bin}: magnitude ${significant(magnitudes[bin] ?? 0, 4)}; ${
        bin === 0
          ? 'the sum of all values, as a constant has it'
          : `a wave of ${significant(positions / bin, 4)} positions`
      }${bin === peak ? '; the peak' : ''}`;
    const waves = `dimension ${dimension} over the positions`;
    const parts = 'what it is made of';
    return html`<p class="which">${waves}</p>
      <posenc-line-plot
        data-plot=${waves}
        height="150"
        label="The dimension as a wave"
        .summary=${summary}
        .series=${wave}
        .across=${{ title: 'position' }}
        .up=${{ title: '', domain: [-1, 1], at: [1, 0, -1] }}
        .stops=${stops}
        .describe=${describeWave}
      ></posenc-line-plot>
      <p class="which">${parts}</p>
      <posenc-line-plot
        data-plot=${parts}
        height="220"
        label="Its spectrum"
        .series=${spectrum}
        .across=${{ title: 'bin b: b periods in all the positions' }}
        .up=${{ title: 'magnitude', domain: [0, 0] }}
        .stops=${bins}
        .describe=${describeBin}
      ></posenc-line-plot>`;
  }
}

customElements.define('posenc-spectrum', PosencSpectrum);
