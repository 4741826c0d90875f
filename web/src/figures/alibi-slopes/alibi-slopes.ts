import type { SlopeComparison } from '../../core/api.ts';
import { quantity, significant } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import type { Values } from '../../ui/parameters.ts';
import type { Tone } from '../../ui/figure-style.ts';
import { heads, slopeText } from '../alibi.ts';
import { type DataTable, figureWith } from '../figure.ts';
import { linePlot } from '../line-plot.ts';

const parameters = { heads: heads(8) };
type Params = Values<typeof parameters>;

/**
 * The slope of each head on a logarithmic axis: a straight line for powers of two, and what the released code does
 * for other numbers of heads.
 *
 *   <posenc-alibi-slopes heads="8"></posenc-alibi-slopes>
 */
export class PosencAlibiSlopes extends figureWith('alibi-slopes', parameters)<SlopeComparison> {
  protected override readonly label = 'The slope of each head';
  protected override readonly formula =
    'mₕ = 2^(−8h/n), h = 1 … n, for n heads, n a power of two; else (released code) the slopes for the largest power of two P below n, then slopes 1, 3, 5 … for 2P heads';

  protected override ask({ heads }: Params): Promise<SlopeComparison> {
    return this.call('compareSlopeRules', heads);
  }

  protected override caption({ released, agree, composed }: SlopeComparison): string {
    if (released.length === 1) return 'One head, one slope';
    if (agree) return 'Each slope is a step flatter';
    return composed ? 'One series after the other' : 'Two rules, two results';
  }

  protected override tone(): Tone {
    return 'alibi';
  }

  /** From each slope to the next. */
  private step({ released: [first = 1, second = 1] }: SlopeComparison): string {
    const inverse = first / second;
    return Number.isInteger(inverse) ? `1/${inverse}` : significant(second / first, 4);
  }

  private finding(answer: SlopeComparison): string {
    const { released, power, agree, composed } = answer;
    const count = released.length;
    const [first = 1] = released;
    if (count === 1) return `One head, one slope: ${slopeText(first)}`;
    if (agree) {
      return `Each head’s slope is ${this.step(answer)} times the previous one: from ${slopeText(first)} to ${slopeText(released[count - 1] ?? 0)}`;
    }
    return composed
      ? `${count} heads: the first ${power} slopes are those of ${power} heads; the rest are every other slope of ${2 * power} heads`
      : `${count} heads: the two rules differ`;
  }

  protected override subtitle(answer: SlopeComparison): string {
    const { released, power, agree, composed } = answer;
    if (released.length === 1) return `One head, one slope: ${slopeText(released[0] ?? 0)}.`;
    if (agree) return `Each slope is ${this.step(answer)} of the one before.`;
    return composed
      ? `First the slopes of ${power} heads, then every other one of ${2 * power}.`
      : 'Dots: the released code. Dashed: one geometric sequence.';
  }

  protected override setting(answer: SlopeComparison): string {
    const { length } = answer.released;
    return answer.agree
      ? `${this.finding(answer)}. Slopes of ${quantity(length, 'head')} on a logarithmic axis`
      : `${this.finding(answer)}. Slopes of ${length} heads on a logarithmic axis: as in the released code, and as one geometric sequence`;
  }

  protected override summary(answer: SlopeComparison): string {
    const slopes = Array.from(answer.released, slopeText).join(', ');
    return answer.agree
      ? `Dots on a falling straight line: ${slopes}.`
      : `Dots, the released slopes: ${slopes}. A dashed straight line, the geometric sequence, from ${significant(answer.geometric[0] ?? 0, 3)} to ${significant(answer.geometric[answer.geometric.length - 1] ?? 0, 3)}.`;
  }

  protected override table({ released, geometric }: SlopeComparison): DataTable {
    return {
      head: ['head', 'slope (released)', 'slope (geometric)'],
      count: released.length,
      row: (n) => [n + 1, released[n] ?? 0, geometric[n] ?? 0],
    };
  }

  protected override plot(answer: SlopeComparison | null, _: Params, summary: string) {
    const numbers = Float64Array.from({ length: answer?.released.length ?? 0 }, (__, n) => n + 1);
    const differ = answer !== null && !answer.agree;
    const series: Series[] = answer
      ? [
          {
            name: differ ? 'geometric' : '',
            x: numbers,
            y: answer.geometric,
            color: 'soft',
            as: 'dashed',
          },
          {
            name: differ ? 'released' : '',
            x: numbers,
            y: answer.released,
            color: 'alibi',
            as: 'points',
          },
        ]
      : [];
    const lowest = answer ? Math.min(...answer.released, ...answer.geometric) : 1;
    const marks = [1];
    while ((marks[marks.length - 1] ?? 0) > lowest) marks.push((marks[marks.length - 1] ?? 0) / 2);
    const describe = (n: number) => {
      if (!answer) return '';
      const slope = answer.released[n] ?? 0;
      const before = answer.released[n - 1];
      return `head ${n + 1}: slope ${slopeText(slope)}${slopeText(slope).includes('/') ? ` = ${significant(slope, 4)}` : ''}${
        before === undefined ? '' : `, ${significant(slope / before, 4)} times head ${n}’s`
      }${differ ? `; in the geometric sequence ${significant(answer.geometric[n] ?? 0, 4)}` : ''}`;
    };
    return linePlot(this.label, summary, {
      height: 280,
      series,
      across: { title: 'head', at: Array.from(numbers) },
      up: {
        title: 'slope, in logits per position',
        scale: 'log',
        base: 2,
        domain: [1 / 256, 1],
        at: marks,
        mark: slopeText,
      },
      stops: numbers,
      describe,
    });
  }
}

customElements.define('posenc-alibi-slopes', PosencAlibiSlopes);
