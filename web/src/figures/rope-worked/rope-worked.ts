import { css, html } from 'lit';
import type { Dial } from '../../plots/dial-plot.ts';
import '../../plots/dial-plot.ts';
import { decimals, plain, quantity, significant } from '../../plots/format.ts';
import { base, choice, numbersIn, place, type Values } from '../../ui/parameters.ts';
import { type DataTable, figureWith, PosencFigure } from '../figure.ts';
import { componentsOf, degrees, rotary, vector, vectorText } from '../rotary.ts';

const parameters = {
  position: place('position p', 1, { max: 100, plays: { by: 1, everyMs: 500 } }),
  base: base(),
  q: vector('components of q', '0.8, 0.3, -0.5, 0.2'),
  layout: choice('pairs', 'interleaved', [
    ['interleaved', 'interleaved: (2i, 2i + 1)'],
    ['half_split', 'half-split: (i, i + d/2)'],
  ]),
} as const;
type Params = Values<typeof parameters>;

interface Answer {
  before: Float64Array;
  after: Float64Array;
  /** Of each pair: the angle at this position in turns, and in radians. */
  turns: Float64Array;
  radians: Float64Array;
  components: (readonly [number, number])[];
  reach: Float64Array;
  /** Before and after. */
  squaredLength: readonly [number, number];
  same: boolean;
}

/**
 * One query before and after its rotation, number by number.
 *
 *   <posenc-rope-worked position="1" q="0.8, 0.3, -0.5, 0.2" base="10000" layout="interleaved"></posenc-rope-worked>
 */
export class PosencRopeWorked extends figureWith('rope-worked', parameters)<Answer> {
  protected override readonly label = 'One query, rotated';
  protected override readonly formula =
    'pair (a, b) at position p: a′ = a cos pωᵢ − b sin pωᵢ, b′ = a sin pωᵢ + b cos pωᵢ, ωᵢ = base^(−2i/d)';

  static override styles = [
    ...PosencFigure.styles,
    css`
      .steps table {
        border-collapse: collapse;
        font: 0.82rem/1.5 var(--posenc-sans);
        font-variant-numeric: tabular-nums;
        margin: 0 0 0.4rem;
      }
      .steps :is(th, td) {
        text-align: right;
        font-weight: 400;
        padding: 0.12rem 0 0.12rem 1.3rem;
        border-bottom: 1px solid var(--posenc-line);
        white-space: nowrap;
      }
      .steps :is(th, td):first-child {
        padding-left: 0;
        text-align: left;
      }
      .steps thead th {
        color: var(--posenc-soft);
      }
      .steps .after {
        font-weight: 600;
      }
      @media (max-width: 30rem) {
        .steps :is(th, td) {
          padding-left: 0.55rem;
        }
        /* Below the dials. */
        .steps .angle {
          display: none;
        }
        .steps table {
          font-size: 0.75rem;
        }
      }
    `,
  ];

  protected override async ask({ position, base, q, layout }: Params): Promise<Answer> {
    const before = Float64Array.from(numbersIn(q));
    const d = before.length;
    const { rotated, radians, turns, ...found } = await this.call(
      'rotation',
      rotary(d, base, layout),
      before,
      position,
    );
    return {
      before,
      after: rotated,
      turns,
      radians,
      components: Array.from(turns, (_, i) => componentsOf(i, turns.length, layout)),
      reach: found.pairNorms,
      squaredLength: [found.squaredNorm, found.rotatedSquaredNorm],
      same: found.keepsNorm,
    };
  }

  protected override caption({ same }: Answer): string {
    return same ? 'Turned, same length' : 'Rounding changed the length';
  }

  private finding({ after, squaredLength, same }: Answer, { position }: Params): string {
    const length = same
      ? 'with the same length'
      : `with its squared length off by ${significant(Math.abs(squaredLength[1] - squaredLength[0]), 2)}`;
    return `At position ${plain(position)}, q becomes ${vectorText(after)}, ${length}`;
  }

  protected override subtitle({ same, squaredLength }: Answer): string {
    return same
      ? 'Each pair turns by its own angle and keeps its length.'
      : `The squared length is off by ${significant(Math.abs(squaredLength[1] - squaredLength[0]), 2)}.`;
  }

  protected override setting(answer: Answer, values: Params): string {
    const { before, squaredLength } = answer;
    const { base, layout } = values;
    const pairs = layout === 'interleaved' ? 'pairs (2i, 2i + 1)' : 'pairs (i, i + d/2)';
    return `${this.finding(answer, values)}. q = ${vectorText(before, 2)}, d = ${before.length}, base ${plain(base)}, ${pairs}; squared length ${significant(squaredLength[0], 6)} before, ${significant(squaredLength[1], 6)} after`;
  }

  protected override summary(answer: Answer): string {
    const { turns, components } = answer;
    const dials = components
      .slice(0, 8)
      .map(
        (pair, i) =>
          `pair ${i}, components ${pair.join(' and ')}, turned counterclockwise by ${degrees(turns[i] ?? 0)} from ${this.pairText(answer.before, pair)} to ${this.pairText(answer.after, pair)}`,
      );
    return `A dial for each pair, with an arrow before and one after: ${dials.join('; ')}.`;
  }

  private pairText(values: Float64Array, [a, b]: readonly [number, number]): string {
    return `(${decimals(values[a] ?? 0, 4)}, ${decimals(values[b] ?? 0, 4)})`;
  }

  protected override table({ before, after, turns, radians, components }: Answer): DataTable {
    return {
      head: ['pair i', 'component a', 'component b', 'radians', 'turns', 'a', 'b', "a'", "b'"],
      count: components.length,
      row: (i) => {
        const [a, b] = components[i] ?? [0, 0];
        const angle = [radians[i] ?? 0, turns[i] ?? 0];
        return [i, a, b, ...angle, ...[before, after].flatMap((of) => [of[a] ?? 0, of[b] ?? 0])];
      },
    };
  }

  private dials({ before, after, turns, radians, components, reach }: Answer): Dial[] {
    const rim = reach.reduce((most, one) => Math.max(most, one), 0) || 1;
    return components.map(([a, b], i) => {
      const arrow = (name: string, values: Float64Array, color: string, dashed: boolean) => ({
        name,
        color,
        dashed,
        right: (values[a] ?? 0) / rim,
        up: (values[b] ?? 0) / rim,
        reach: (reach[i] ?? 0) / rim,
      });
      return {
        name: `pair ${i}: components ${a}, ${b}`,
        note: `${degrees(turns[i] ?? 0)} = ${significant(radians[i] ?? 0, 3)} rad`,
        turned: turns[i] ?? 0,
        arrows: [arrow('q', before, 'accent', true), arrow('q′', after, 'accent', false)],
      };
    });
  }

  protected override plot(answer: Answer | null, { position }: Params, summary: string) {
    const describe = (i: number) => {
      const pair = answer?.components[i];
      if (!answer || !pair) return '';
      return `pair ${i} at position ${plain(position)}: ${this.pairText(answer.before, pair)} turned by ${quantity(significant(answer.radians[i] ?? 0, 6), 'radian')}, ${degrees(answer.turns[i] ?? 0)}, is ${this.pairText(answer.after, pair)}`;
    };
    return html`<posenc-dial-plot
      data-plot
      label=${this.label}
      .summary=${summary}
      radius=${answer && answer.turns.length > 2 ? 52 : 76}
      .dials=${answer ? this.dials(answer) : []}
      .describe=${describe}
    ></posenc-dial-plot>`;
  }

  protected override extra(answer: Answer | null) {
    if (!answer) return html``;
    const { components, radians, turns, before, after } = answer;
    return html`<div
      class="steps sideways"
      tabindex="0"
      role="group"
      aria-label="Each pair before and after"
    >
      <table>
        <thead>
          <tr>
            <th scope="col">pair</th>
            <th scope="col" class="angle">radians</th>
            <th scope="col" class="angle">degrees</th>
            <th scope="col">before, q</th>
            <th scope="col">after, q′</th>
          </tr>
        </thead>
        <tbody>
          ${components.map(
            (pair, i) =>
              html`<tr>
                <th scope="row">${i}</th>
                <td class="angle">${significant(radians[i] ?? 0, 4)}</td>
                <td class="angle">${degrees(turns[i] ?? 0)}</td>
                <td>${this.pairText(before, pair)}</td>
                <td class="after">${this.pairText(after, pair)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}

customElements.define('posenc-rope-worked', PosencRopeWorked);
