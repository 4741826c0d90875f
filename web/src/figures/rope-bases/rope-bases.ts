import { plain, significant } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import { numbersIn, type Values } from '../../ui/parameters.ts';
import { type DataTable, figureWith } from '../figure.ts';
import { linePlot } from '../line-plot.ts';
import { headDim } from '../rotary.ts';

const parameters = {
  headDim: headDim(128),
  bases: { type: 'list', label: 'bases', value: '100, 10000, 500000', most: 6 },
  trained: {
    type: 'number',
    label: 'training length',
    value: 8192,
    slider: { stops: [128, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072] },
    least: 1,
    most: 1e15,
  },
} as const;
type Params = Values<typeof parameters>;

interface Wave {
  base: number;
  wavelengths: Float64Array;
  /** Pairs that do not complete a turn within the trained length. */
  never: number;
}

interface Answer {
  /** In rising order of the base. */
  waves: Wave[];
  pairs: number;
}

/**
 * How long the wave of each pair is, for some bases, against the length that a model is trained at.
 *
 *   <posenc-rope-bases head-dim="128" bases="100, 10000, 500000" trained="8192"></posenc-rope-bases>
 */
export class PosencRopeBases extends figureWith('rope-bases', parameters)<Answer> {
  protected override readonly label = 'What the base does to the waves';
  protected override readonly formula = 'λᵢ = 2π / ωᵢ = 2π · base^(2i/d)';

  protected override async ask({ headDim, bases, trained }: Params): Promise<Answer> {
    const sorted = [...new Set(numbersIn(bases))].sort((a, b) => a - b);
    const answers = await Promise.all(
      sorted.map((base) =>
        this.call('frequencies', { dModel: headDim, base, variant: 'paper' } as const),
      ),
    );
    const waves = answers.map(({ wavelengths }, n) => ({
      base: sorted[n] ?? 0,
      wavelengths,
      never: wavelengths.filter((length) => length > trained).length,
    }));
    return { waves, pairs: waves[0]?.wavelengths.length ?? 0 };
  }

  private counts({ waves }: Answer): string {
    return waves.map(({ base, never }) => `${never} at base ${large(base)}`).join(', ');
  }

  protected override readonly primary = ['trained'] as const;

  /** Each base leaves more pairs without a whole turn than the base before it. */
  private rises({ waves }: Answer): boolean {
    return waves.every(({ never }, n) => n === 0 || never > (waves[n - 1]?.never ?? 0));
  }

  protected override caption(answer: Answer): string {
    const { waves, pairs } = answer;
    if (waves.length === 1) return `${waves[0]?.never} of ${pairs} pairs unfinished`;
    return this.rises(answer) ? 'Larger base, more unfinished' : 'Pairs left unfinished';
  }

  private finding(answer: Answer, { trained }: Params): string {
    const { waves, pairs } = answer;
    const within = `within ${large(trained)} positions`;
    if (waves.length === 1) {
      return `${waves[0]?.never} of ${pairs} pairs cannot complete a turn ${within}`;
    }
    return this.rises(answer)
      ? `The larger the base, the more of the ${pairs} pairs cannot complete a turn ${within}: ${this.counts(answer)}`
      : `How many of ${pairs} pairs cannot complete a turn ${within}: ${this.counts(answer)}`;
  }

  protected override subtitle(_: Answer, { trained }: Params): string {
    return `Above ${large(trained)}: pairs that never complete a turn in training.`;
  }

  protected override setting(answer: Answer, values: Params): string {
    const { headDim, trained } = values;
    return `${this.finding(answer, values)}. Wavelength of each pair, d = ${headDim}, against a training length of ${large(trained)}`;
  }

  protected override summary(answer: Answer, { trained }: Params): string {
    const courses = answer.waves.map(
      ({ base, wavelengths }) =>
        `base ${large(base)} from ${significant(wavelengths[0] ?? 0, 3)} to ${significant(wavelengths[wavelengths.length - 1] ?? 0, 3)}`,
    );
    return `Straight lines on a logarithmic axis, the wavelength against the pair: ${courses.join('; ')}. A horizontal line at ${large(trained)}. Pairs above it: ${this.counts(answer)}.`;
  }

  protected override table({ waves, pairs }: Answer): DataTable {
    return {
      head: ['pair i', ...waves.map(({ base }) => `wavelength at base ${base}`)],
      count: pairs,
      row: (i) => [i, ...waves.map(({ wavelengths }) => wavelengths[i] ?? 0)],
    };
  }

  protected override plot(answer: Answer | null, { trained }: Params, summary: string) {
    const pairs = Float64Array.from({ length: answer?.pairs ?? 0 }, (_, i) => i);
    const series: Series[] = answer
      ? [
          {
            name: `trained: ${large(trained)}`,
            x: [],
            y: [trained],
            color: 'soft',
            as: 'rule',
            within: 'start',
          },
          ...answer.waves.map(({ base, wavelengths }): Series => ({
            name: `base ${large(base)}`,
            x: pairs,
            y: wavelengths,
            color: 'rope',
            as: 'line',
            marked: wavelengths.length <= 16,
          })),
        ]
      : [];
    const describe = (i: number) =>
      answer
        ? `pair ${i}: wavelength ${answer.waves.map(({ base, wavelengths }) => `${significant(wavelengths[i] ?? 0, 5)} at base ${large(base)}`).join(', ')}`
        : '';
    return linePlot(this.label, summary, {
      height: 320,
      series,
      across: { title: 'pair i' },
      up: { title: 'wavelength, in positions; one line for each base', scale: 'log' },
      stops: pairs,
      describe,
    });
  }
}

/** With a space between thousands, unless it is written as a power of ten. */
const large = (value: number): string =>
  Number.isInteger(value) ? significant(value, 7) : plain(value);

customElements.define('posenc-rope-bases', PosencRopeBases);
