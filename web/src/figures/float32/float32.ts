import type { Float32Errors } from '../../core/api.ts';
import { significant } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import { base, type Values, width } from '../../ui/parameters.ts';
import { type DataTable, figureWith } from '../figure.ts';
import { linePlot } from '../line-plot.ts';
import { encoding, setup } from '../sinusoidal.ts';

const parameters = { dModel: width(128), base: base() };
type Params = Values<typeof parameters>;

/** Powers of two from 1 to 2^20. */
const positions = Float64Array.from({ length: 21 }, (_, n) => 1 << n);
/** The position in the caption: a long context of today. */
const shownIndex = positions.indexOf(1 << 17);

/**
 * What single precision does to the table: the two ways to write a frequency, equal on paper, against each
 * other and against double precision.
 *
 *   <posenc-float32 d-model="128" base="10000"></posenc-float32>
 */
export class PosencFloat32 extends figureWith('float32', parameters)<Float32Errors> {
  protected override readonly label = 'Two forms of the frequency in single precision';
  protected override readonly formula =
    'in float32: sin and cos of pos · base^(−2i/d), and of pos · exp(−(2i/d) · ln base); largest difference over all dimensions';

  protected override ask(params: Params): Promise<Float32Errors> {
    return this.call('float32Errors', encoding(params), positions.slice());
  }

  protected override caption({ forms }: Float32Errors): string {
    const there = forms[shownIndex] ?? 0;
    return there === 0 ? 'Both forms agree here' : 'Equal on paper, not in float32';
  }

  protected override subtitle({ forms }: Float32Errors): string {
    return `At position ${positions[shownIndex]}, the two forms are ${significant(forms[shownIndex] ?? 0, 2)} apart.`;
  }

  protected override setting({ forms }: Float32Errors, params: Params): string {
    const there = significant(forms[shownIndex] ?? 0, 2);
    return `The largest difference over all dimensions of PE(pos), ${setup(params)}; at position ${positions[shownIndex]} the two forms are ${there} apart`;
  }

  private differences({ forms, power, exponential }: Float32Errors, n: number): string {
    return `the forms differ by ${significant(forms[n] ?? 0, 2)}; the power form differs from double precision by ${significant(power[n] ?? 0, 2)}, the exponential form by ${significant(exponential[n] ?? 0, 2)}`;
  }

  protected override summary(answer: Float32Errors): string {
    const last = positions.length - 1;
    return `Three curves against position, on logarithmic axes. At position ${positions[0]}, ${this.differences(answer, 0)}. At position ${positions[last]}, ${this.differences(answer, last)}.`;
  }

  protected override table({ forms, power, exponential }: Float32Errors): DataTable {
    return {
      head: [
        'position',
        'power against exponential',
        'power against double',
        'exponential against double',
      ],
      count: positions.length,
      row: (n) => [positions[n] ?? 0, forms[n] ?? 0, power[n] ?? 0, exponential[n] ?? 0],
    };
  }

  protected override plot(answer: Float32Errors | null, _: Params, summary: string) {
    const curve = (name: string, y: Float64Array, color: string): Series => ({
      name,
      x: positions,
      y,
      color,
      as: 'line',
    });
    const series: Series[] = answer
      ? [
          // So that both can be seen where they are equally far off.
          { ...curve('exp − double', answer.exponential, 'accent'), weight: 'beneath' },
          curve('power − double', answer.power, 'form'),
          curve('power − exp', answer.forms, 'ink'),
        ]
      : [];
    const describe = (n: number) =>
      answer ? `position ${positions[n]}: ${this.differences(answer, n)}` : '';
    return linePlot(this.label, summary, {
      height: 300,
      series,
      across: { title: 'position', scale: 'log' },
      up: { title: 'largest difference', scale: 'log' },
      stops: positions,
      describe,
    });
  }
}

customElements.define('posenc-float32', PosencFloat32);
