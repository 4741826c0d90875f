import { css, html } from 'lit';
import type { Matrix } from '../../core/api.ts';
import type { Dial, Turn } from '../../plots/dial-plot.ts';
import '../../plots/dial-plot.ts';
import { decimals, plain, significant } from '../../plots/format.ts';
import { base, numbersIn, type Values } from '../../ui/parameters.ts';
import { sideBySide } from '../../ui/side-by-side.ts';
import { type DataTable, PosencFigure } from '../figure.ts';
import { degrees, rotary, vector } from '../rotary.ts';
import { rowsOf } from '../sinusoidal.ts';

const position = (label: string, value: number) =>
  ({ type: 'number', label, value, slider: { min: 0, max: 60, step: 1 }, whole: true }) as const;

const parameters = {
  m: { ...position('m, of q', 5), plays: { by: 1, everyMs: 350 } },
  n: position('n, of k', 3),
  locked: { type: 'flag', label: 'keep m − n', value: false },
  base: base(),
  q: vector('components of q', '0.8, 0.3, -0.5, 0.2'),
  k: vector('components of k', '-0.2, 0.7, -0.3, 0.5'),
} as const;
type Params = Values<typeof parameters>;

/** How many positions both are moved on by. */
const shifts = [10, 100];

interface Answer {
  /** m and n: as set, as (m - n, 0), and both moved on. */
  places: (readonly [m: number, n: number])[];
  scores: Float64Array;
  /** q and k rotated, a row for each of the places. */
  q: Matrix;
  k: Matrix;
  turns: { q: Float64Array; k: Float64Array };
  /** How far each pair reaches. */
  reach: { q: Float64Array; k: Float64Array };
  /** The largest difference between two of the scores, and whether rounding explains it. */
  difference: number;
  same: boolean;
}

/**
 * The pairs of a query at position m and of a key at position n, rotated, and their score, which depends only on m - n.
 *
 *   <posenc-rope-dials m="5" n="3" base="10000" locked></posenc-rope-dials>
 */
export class PosencRopeDials extends PosencFigure<typeof parameters, Answer> {
  static override properties = PosencFigure.of(parameters);

  protected override readonly label = 'A query and a key, rotated';
  protected override readonly formula =
    '⟨Rₘq, Rₙk⟩; in R_p the block of pair i: [[cos pωᵢ, −sin pωᵢ], [sin pωᵢ, cos pωᵢ]], ωᵢ = base^(−2i/d)';

  static override styles = [
    ...PosencFigure.styles,
    sideBySide,
    css`
      .which {
        margin: 0.5rem 0 0.2rem;
      }
      .scores {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(8.4rem, 1fr));
        gap: 0.2rem 0.8rem;
        margin: 0 0 0.4rem;
        padding: 0;
        list-style: none;
        font-variant-numeric: tabular-nums;
        min-height: 2.6rem;
      }
      .scores li {
        white-space: nowrap;
      }
      .scores b {
        display: block;
        font: 600 1.05rem/1.4 var(--posenc-sans);
      }
      .scores .other b {
        font-weight: 400;
      }
      .scores span {
        color: var(--posenc-soft);
        font-size: 0.8rem;
      }
    `,
  ];

  /** m and n when their distance was last set; null in a still. */
  private from: { m: number; n: number } | null = null;

  constructor() {
    super('rope-dials', parameters);
  }

  private get own(): { m: number; n: number; locked: boolean } {
    return this as unknown as { m: number; n: number; locked: boolean };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.from = { m: this.own.m, n: this.own.n };
  }

  protected override change<Name extends keyof typeof parameters>(
    name: Name,
    value: Params[Name],
  ): void {
    const { own } = this;
    const moved: 'm' | 'n' | null = name === 'm' || name === 'n' ? name : null;
    const by = moved === null ? 0 : Number(value) - own[moved];
    super.change(name, value);
    if (moved === null || by === 0) return;
    const other = moved === 'm' ? 'n' : 'm';
    if (own.locked) super.change(other, own[other] + by);
    else this.from = { m: own.m, n: own.n };
  }

  protected override async ask(params: Params): Promise<Answer> {
    const [q, k] = [Float64Array.from(numbersIn(params.q)), Float64Array.from(numbersIn(params.k))];
    const { m, n } = params;
    const places = [
      [m, n] as const,
      [m - n, 0] as const,
      ...shifts.map((by) => [m + by, n + by] as const),
    ];
    const [ofQ, ofK] = [rotary(q.length, params.base), rotary(k.length, params.base)];
    const at = (which: 0 | 1) => Float64Array.from(places, (place) => place[which]);
    const [{ scores, difference, equal }, rotatedQ, rotatedK, turnedQ, turnedK] = await Promise.all(
      [
        this.call('compareScores', ofQ, q, k, Float64Array.from(places.flat())),
        this.call('rotate', ofQ, q, at(0)),
        this.call('rotate', ofK, k, at(1)),
        this.call('rotation', ofQ, q, m),
        this.call('rotation', ofK, k, n),
      ],
    );
    return {
      places,
      scores,
      q: rotatedQ,
      k: rotatedK,
      turns: { q: turnedQ.turns, k: turnedK.turns },
      reach: { q: turnedQ.pairNorms, k: turnedK.pairNorms },
      difference,
      same: equal,
    };
  }

  protected override caption({ scores, difference, same }: Answer, params: Params): string {
    const { m, n, locked } = params;
    if (!same) {
      return `So far out rounding shows: scores with the same m − n differ by up to ${significant(difference, 2)}`;
    }
    const score = decimals(scores[0] ?? 0, 4);
    const { from } = this;
    if (locked && from && m !== from.m && m - n === from.m - from.n) {
      return `Both moved by ${plain(m - from.m)}, and the score is still ${score}`;
    }
    return `At m = ${plain(m)} and n = ${plain(n)} the score is ${score}, as wherever m − n = ${plain(m - n)}`;
  }

  protected override subtitle({ q }: Answer, { m, n, base }: Params): string {
    return `q rotated by m = ${plain(m)}, k by n = ${plain(n)}, d = ${q.cols}, base ${plain(base)}; of each pair the first component points right, the second up`;
  }

  protected override summary({ turns, scores, places }: Answer): string {
    const dials = Array.from(turns.q.subarray(0, 8), (gone, i) => {
      return `pair ${i}: q turned by ${degrees(gone)}, k by ${degrees(turns.k[i] ?? 0)}`;
    });
    const scoreTexts = places.map(
      ([m, n], at) => `${decimals(scores[at] ?? 0, 4)} at (${plain(m)}, ${plain(n)})`,
    );
    return `A dial for each pair with an arrow for q and one for k. ${dials.join('; ')}. Scores: ${scoreTexts.join(', ')}.`;
  }

  protected override table({ places, scores, q, k }: Answer): DataTable {
    const names = (of: string) => Array.from({ length: q.cols }, (_, c) => `${of} ${c}`);
    return {
      head: ['m', 'n', 'score', ...names('R_m q'), ...names('R_n k')],
      count: places.length,
      row: (at) => [...(places[at] ?? []), scores[at] ?? 0, ...rowsOf(q, at), ...rowsOf(k, at)],
    };
  }

  private dials({ q, k, turns, reach }: Answer): Dial[] {
    const rim = [...reach.q, ...reach.k].reduce((most, one) => Math.max(most, one), 0) || 1;
    return Array.from(turns.q, (gone, i) => ({
      name: `pair ${i}`,
      note: `q ${degrees(gone)}, k ${degrees(turns.k[i] ?? 0)}`,
      arrows: [
        {
          name: 'q',
          colour: 'rope',
          right: (q.values[2 * i] ?? 0) / rim,
          up: (q.values[2 * i + 1] ?? 0) / rim,
          reach: (reach.q[i] ?? 0) / rim,
        },
        {
          name: 'k',
          colour: 'ink',
          dashed: true,
          right: (k.values[2 * i] ?? 0) / rim,
          up: (k.values[2 * i + 1] ?? 0) / rim,
          reach: (reach.k[i] ?? 0) / rim,
        },
      ],
    }));
  }

  protected override plot(answer: Answer | null, _: Params, summary: string) {
    const describe = (i: number) => {
      if (!answer) return '';
      const { q, k, turns } = answer;
      const pair = ({ values }: Matrix) =>
        `(${decimals(values[2 * i] ?? 0, 4)}, ${decimals(values[2 * i + 1] ?? 0, 4)})`;
      return `pair ${i}: q turned by ${degrees(turns.q[i] ?? 0)} to ${pair(q)}, k by ${degrees(turns.k[i] ?? 0)} to ${pair(k)}`;
    };
    const onTurn = ({ detail }: CustomEvent<Turn>) => {
      const name = detail.arrow === 1 ? 'n' : 'm';
      this.change(name, this.own[name] + detail.steps);
    };
    return html`<posenc-dial-plot
      data-plot
      label=${this.label}
      .summary=${summary}
      radius=${answer && answer.turns.q.length > 2 ? 48 : 76}
      turnable
      .dials=${answer ? this.dials(answer) : []}
      .describe=${describe}
      @turn=${onTurn}
    ></posenc-dial-plot>`;
  }

  protected override extra(answer: Answer | null) {
    return html`<p class="which">Score ⟨Rₘq, Rₙk⟩, here and where m − n is the same</p>
      <ul class="scores" aria-label="Scores">
        ${answer?.places.map(
          ([m, n], at) =>
            html`<li class=${at === 0 ? 'own' : 'other'}>
              <b>${decimals(answer.scores[at] ?? 0, 4)}</b>
              <span>m = ${plain(m)}, n = ${plain(n)}</span>
            </li>`,
        )}
      </ul>`;
  }
}

customElements.define('posenc-rope-dials', PosencRopeDials);
