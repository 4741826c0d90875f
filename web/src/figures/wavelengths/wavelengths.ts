import type { Frequencies } from '../../core/api.ts';
import { quantity, significant } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import { base, type Values, width } from '../../ui/parameters.ts';
import { type DataTable, figureWith } from '../figure.ts';
import { linePlot } from '../line-plot.ts';
import { encoding, setup } from '../sinusoidal.ts';

const parameters = { dModel: width(128), base: base() };
type Params = Values<typeof parameters>;

/**
 * How long the wave of each pair is, on a logarithmic axis, with the length that none reaches.
 *
 *   <posenc-wavelengths d-model="128" base="10000"></posenc-wavelengths>
 */
export class PosencWavelengths extends figureWith('wavelengths', parameters)<Frequencies> {
  protected override readonly label = 'The wavelength of each pair';
  protected override readonly formula = 'λᵢ = 2π / ωᵢ = 2π · base^(2i/d)';

  protected override readonly primary = ['base'] as const;

  protected override ask(params: Params): Promise<Frequencies> {
    return this.call('frequencies', encoding(params));
  }

  protected override caption({ wavelengths }: Frequencies): string {
    const [first = 0, last = 0] = [wavelengths[0], wavelengths[wavelengths.length - 1]];
    if (last === first) {
      return `${wavelengths.length === 1 ? 'One wave' : 'Each wave'}: ${significant(first, 4)} positions`;
    }
    return `From ${significant(first, 3)} ${last > first ? 'up' : 'down'} to ${significant(last, 5)}`;
  }

  protected override subtitle({ limit }: Frequencies): string {
    return `No wave reaches 2π · base = ${significant(limit, 5)}.`;
  }

  protected override setting({ limit }: Frequencies, params: Params): string {
    return `Wavelength of each pair in positions, ${setup(params)}; no wave reaches the limit 2π · base, ${significant(limit, 5)}`;
  }

  protected override summary(answer: Frequencies): string {
    return `${quantity(answer.wavelengths.length, 'dot')} on a straight line, on a logarithmic axis, one for each pair.`;
  }

  protected override table({ wavelengths, inverseFrequencies }: Frequencies): DataTable {
    return {
      head: ['pair i', 'inverse frequency', 'wavelength'],
      count: wavelengths.length,
      row: (i) => [i, inverseFrequencies[i] ?? 0, wavelengths[i] ?? 0],
    };
  }

  protected override plot(answer: Frequencies | null, _: Params, summary: string) {
    const pairs = Float64Array.from({ length: answer?.wavelengths.length ?? 0 }, (__, i) => i);
    const series: Series[] = answer
      ? [
          {
            name: '2π · base',
            x: [],
            y: [answer.limit],
            color: 'soft',
            as: 'rule',
          },
          { name: '', x: pairs, y: answer.wavelengths, color: 'sinusoidal', as: 'points' },
        ]
      : [];
    const describe = (i: number) =>
      answer
        ? `pair ${i}, dimensions ${2 * i} and ${2 * i + 1}: wavelength ${significant(answer.wavelengths[i] ?? 0, 6)} positions, inverse frequency ${significant(answer.inverseFrequencies[i] ?? 0, 4)} radians per position`
        : '';
    return linePlot(this.label, summary, {
      height: 300,
      series,
      across: { title: 'pair i' },
      up: { title: 'wavelength, in positions', scale: 'log' },
      stops: pairs,
      describe,
    });
  }
}

customElements.define('posenc-wavelengths', PosencWavelengths);
