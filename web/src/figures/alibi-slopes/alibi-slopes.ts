import { html } from 'lit';
import { significant } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import '../../plots/line-plot.ts';
import { heads, paper_max_bias, slopeText } from '../alibi.ts';
import { type DataTable, PosencFigure } from '../figure.ts';
import type { Values } from '../parameters.ts';

const parameters = { heads: heads(8) };
type Set = Values<typeof parameters>;

interface Answer {
  released: Float64Array;
  geometric: Float64Array;
  /** The largest power of two up to the number of heads, and the slopes of so many and of twice as many. */
  power: number;
  ofPower: Float64Array;
  ofTwice: Float64Array;
}

const same = (one: number | undefined, other: number | undefined) =>
  one !== undefined && other !== undefined && Math.abs(one / other - 1) < 1e-12;

/**
 * The slope of each head on a logarithmic axis: a straight line for powers of two, and what the released code does
 * for other numbers of heads.
 *
 *   <posenc-alibi-slopes heads="8"></posenc-alibi-slopes>
 */
export class PosencAlibiSlopes extends PosencFigure<typeof parameters, Answer> {
  static override properties = PosencFigure.of(parameters);

  protected override readonly subject = 'The slope of each head';
  protected override readonly formula =
    'mₕ = 2^(−8h/n), h = 1 … n, for n heads, n a power of two; else (released code) those of the largest power of two P below n, then numbers 1, 3, 5 … of 2P heads';

  constructor() {
    super('alibi-slopes', parameters);
  }

  protected override async ask({ heads }: Set): Promise<Answer> {
    let power = 1;
    while (2 * power <= heads) power = 2 * power;
    const slopes = (count: number, rule: 'released' | 'geometric') =>
      this.call('alibiSlopes', count, rule, paper_max_bias);
    const [released, geometric] = await Promise.all([
      slopes(heads, 'released'),
      slopes(heads, 'geometric'),
    ]);
    const whole = power === heads;
    const [ofPower, ofTwice] = whole
      ? [released, released]
      : await Promise.all([slopes(power, 'released'), slopes(2 * power, 'released')]);
    return {
      released: released.values,
      geometric: geometric.values,
      power,
      ofPower: ofPower.values,
      ofTwice: ofTwice.values,
    };
  }

  private agrees({ released, geometric }: Answer): boolean {
    return released.every((slope, head) => same(slope, geometric[head]));
  }

  protected override finding(answer: Answer): string {
    const { released, power, ofPower, ofTwice } = answer;
    const count = released.length;
    const [first = 1, second = 1] = released;
    if (count === 1) return `One head, one slope: ${slopeText(first)}`;
    if (this.agrees(answer)) {
      const factor = second / first;
      const inverse = first / second;
      const times = Number.isInteger(inverse) ? `1/${inverse}` : significant(factor, 4);
      return `Each head’s slope is ${times} of the one before: from ${slopeText(first)} to ${slopeText(released[count - 1] ?? 0)}`;
    }
    const others = Array.from(released.subarray(power));
    const asTold =
      ofPower.every((slope, head) => same(slope, released[head])) &&
      others.every((slope, n) => same(slope, ofTwice[2 * n]));
    return asTold
      ? `${count} heads: the first ${power} slopes are those of ${power} heads, the other ${others.length} every other one of ${2 * power} heads`
      : `${count} heads: the two rules differ`;
  }

  protected override sub(answer: Answer): string {
    const { length } = answer.released;
    return this.agrees(answer)
      ? `Slope m of each of ${length} heads, on a logarithmic axis`
      : `Slope m of each of ${length} heads, on a logarithmic axis: as the released code has it, and as one geometric series`;
  }

  protected override summary(answer: Answer): string {
    const slopes = Array.from(answer.released, slopeText).join(', ');
    return this.agrees(answer)
      ? `Dots on a falling straight line: ${slopes}.`
      : `Dots, the released slopes: ${slopes}. A dashed straight line, the geometric series, from ${significant(answer.geometric[0] ?? 0, 3)} to ${significant(answer.geometric[answer.geometric.length - 1] ?? 0, 3)}.`;
  }

  protected override table({ released, geometric }: Answer): DataTable {
    return {
      head: ['head', 'slope (released)', 'slope (geometric)'],
      count: released.length,
      row: (n) => [n + 1, released[n] ?? 0, geometric[n] ?? 0],
    };
  }

  protected override plot(answer: Answer | null, _: Set, summary: string) {
    const numbers = Float64Array.from({ length: answer?.released.length ?? 0 }, (__, n) => n + 1);
    const differ = answer !== null && !this.agrees(answer);
    const series: Series[] = answer
      ? [
          {
            name: differ ? 'geometric' : '',
            x: numbers,
            y: answer.geometric,
            colour: 'soft',
            as: 'dashed',
          },
          {
            name: differ ? 'released' : '',
            x: numbers,
            y: answer.released,
            colour: 'alibi',
            as: 'points',
          },
        ]
      : [];
    const lowest = answer ? Math.min(...answer.released, ...answer.geometric) : 1;
    const marks = [1];
    while ((marks[marks.length - 1] ?? 0) > lowest) marks.push((marks[marks.length - 1] ?? 0) / 2);
    const tell = (n: number) => {
      if (!answer) return '';
      const slope = answer.released[n] ?? 0;
      const before = answer.released[n - 1];
      return `head ${n + 1}: slope ${slopeText(slope)}${slopeText(slope).includes('/') ? ` = ${significant(slope, 4)}` : ''}${
        before === undefined ? '' : `, × ${significant(slope / before, 4)} of head ${n}’s`
      }${differ ? `; in the geometric series ${significant(answer.geometric[n] ?? 0, 4)}` : ''}`;
    };
    return html`<posenc-line-plot
      data-plot
      height="280"
      label=${this.subject}
      .summary=${summary}
      .series=${series}
      .across=${{ title: 'head', at: numbers }}
      .up=${{
        title: 'slope m, in logits per position',
        scale: 'log',
        base: 2,
        domain: [1 / 256, 1],
        at: marks,
        mark: slopeText,
      }}
      .stops=${numbers}
      .tell=${tell}
    ></posenc-line-plot>`;
  }
}

customElements.define('posenc-alibi-slopes', PosencAlibiSlopes);
