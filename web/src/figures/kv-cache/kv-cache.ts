import { html } from 'lit';
import type { CachedScores } from '../../core/api.ts';
import { decimals, plain, significant } from '../../plots/format.ts';
import type { LineAxis, Series } from '../../plots/line-plot.ts';
import '../../plots/line-plot.ts';
import { stillWidthsOfTwo } from '../../plots/plot.ts';
import { base, segments, type Values } from '../../ui/parameters.ts';
import { sideBySide } from '../../ui/figure-style.ts';
import { type DataTable, figureWith, PosencFigure } from '../figure.ts';
import { headDim } from '../rotary.ts';
import { firstPositions, rowsOf } from '../sinusoidal.ts';

const parameters = {
  length: {
    type: 'number',
    label: 'tokens so far',
    value: 64,
    slider: { min: 1, max: 96, step: 1 },
    least: 1,
    most: 512,
    whole: true,
    plays: { by: 1, everyMs: 180 },
  },
  kept: segments('the cache keeps', 'rotated', [
    ['rotated', 'rotated keys'],
    ['unrotated', 'keys before rotation'],
  ]),
  rule: segments('base', 'dynamic_ntk', [
    ['dynamic_ntk', 'dynamic NTK'],
    ['fixed', 'fixed'],
  ]),
  trained: {
    type: 'number',
    label: 'training length',
    value: 16,
    slider: { min: 4, max: 64, step: 4 },
    least: 1,
    most: 512,
  },
  headDim: headDim(8, { max: 32, most: 256 }),
  base: base(100),
} as const;
type Params = Values<typeof parameters>;

interface Answer extends CachedScores {
  /** 0 to the last. */
  positions: Float64Array;
  /** The distance of each key, and the distance by which the slowest pair turns it. */
  back: Float64Array;
  seems: Float64Array;
}

const across: LineAxis = { title: 'position of the key' };

/**
 * Tokens arrive one by one, and their keys are kept: what old keys score once the base has changed.
 *
 *   <posenc-kv-cache length="64" trained="16"></posenc-kv-cache>
 */
export class PosencKvCache extends figureWith('kv-cache', parameters)<Answer> {
  static override styles = [...PosencFigure.styles, sideBySide];

  protected override readonly label = 'Old keys in a cache';
  protected override readonly primary = ['length', 'kept'] as const;
  protected override readonly formula =
    'scoreⱼ = (1/pairs) Σᵢ cos(m · ωᵢ(now) − j · ωᵢ(then)), m the last position; seems (m − j · ωᵢ(then)/ωᵢ(now)) back';
  protected override readonly presets = [
    { label: 'the last token within training', values: { length: 16 } },
    { label: 'no dynamic NTK', values: { length: 64, rule: 'fixed' } },
    { label: 'the fix', values: { length: 64, rule: 'dynamic_ntk', kept: 'unrotated' } },
  ] as const;

  protected override async ask(params: Params): Promise<Answer> {
    const { length, kept, rule, trained, headDim, base } = params;
    const options = { dModel: headDim, base, variant: 'paper' } as const;
    const scores = await this.call('cachedScores', options, trained, length, rule, kept);
    const positions = firstPositions(length);
    return {
      ...scores,
      positions,
      back: positions.map((position) => length - 1 - position),
      seems: rowsOf(scores.distances, scores.distances.rows - 1),
    };
  }

  protected override caption({ agree, worst }: Answer, { rule, length, trained }: Params): string {
    if (!agree) return `Key ${worst} is off the most`;
    if (rule === 'fixed') return 'Fixed base: all scores right';
    return length <= trained ? 'Within training: all right' : 'Rotated late: all scores right';
  }

  private finding({ agree, worst, difference, right, cached }: Answer): string {
    if (agree) return 'The cache gives every key the right score';
    return `The cache gives key ${worst} the score ${decimals(cached[worst] ?? 0, 2)} instead of ${decimals(right[worst] ?? 0, 2)}, off by ${decimals(difference, 2)}, the most of all keys`;
  }

  protected override subtitle({ agree, worst, right, cached }: Answer): string {
    return agree
      ? 'The cache gives every key the right score.'
      : `Key ${worst} gets ${decimals(cached[worst] ?? 0, 2)} instead of ${decimals(right[worst] ?? 0, 2)}: rotated with an older base.`;
  }

  protected override setting(answer: Answer, params: Params): string {
    const { base, length, trained, headDim } = params;
    const now =
      answer.base === base
        ? `Base ${plain(base)}`
        : `The base is ${significant(answer.base, 4)} now, ${plain(base)} in training`;
    return `${now}. ${this.finding(answer)}. Scores of the query at ${length - 1} with all keys, their content equal; head width ${headDim}, trained at ${plain(trained)}`;
  }

  protected override summary(answer: Answer, { length }: Params): string {
    const { right, cached, seems, back, worst } = answer;
    return `Two plots over the positions of ${length} keys. Left, the right scores and those from the cache: ${this.finding(answer)}. At key 0 they are ${decimals(right[0] ?? 0, 2)} and ${decimals(cached[0] ?? 0, 2)}. Right, how far back each key seems to be in the slowest pair: key ${worst} is ${back[worst] ?? 0} back and seems ${significant(seems[worst] ?? 0, 3)} back.`;
  }

  protected override table(answer: Answer): DataTable {
    const { positions, bases, right, cached, back, seems } = answer;
    return {
      head: [
        'key',
        'base when it arrived',
        'right score',
        'score from the cache',
        'positions back',
        'seems back, slowest pair',
      ],
      count: positions.length,
      row: (n) => [n, bases[n] ?? 0, right[n] ?? 0, cached[n] ?? 0, back[n] ?? 0, seems[n] ?? 0],
    };
  }

  private panel(
    answer: Answer | null,
    params: Params,
    {
      title,
      up,
      lines,
      summary = '',
    }: {
      title: string;
      up: LineAxis;
      lines: [right: Float64Array | undefined, cached: Float64Array | undefined];
      summary?: string;
    },
  ) {
    const x = answer?.positions ?? [];
    const [right = [], cached = []] = lines;
    const series: Series[] = answer
      ? [
          { name: 'right', x, y: right, color: 'rope', as: 'line', weight: 'beneath' },
          { name: 'cached', x, y: cached, color: 'wrong', as: 'line' },
        ]
      : [];
    const describe = (n: number) =>
      `key ${n}: ${significant(right[n] ?? 0, 3)} right, ${significant(cached[n] ?? 0, 3)} from the cache`;
    const stretch =
      answer && params.length > params.trained
        ? { from: 0, to: params.trained, name: 'trained' }
        : null;
    return html`<div>
      <p class="which">${title}</p>
      <posenc-line-plot
        data-plot=${title}
        height="230"
        label=${title}
        .stillWidths=${stillWidthsOfTwo}
        .summary=${summary}
        .series=${series}
        .stretch=${stretch}
        .across=${across}
        .up=${up}
        .stops=${x}
        .describe=${describe}
      ></posenc-line-plot>
    </div>`;
  }

  protected override plot(answer: Answer | null, params: Params, summary: string) {
    return html`<div class="both">
      ${this.panel(answer, params, {
        title: 'The query’s score with each key',
        up: { title: 'score', domain: [0, 1] },
        lines: [answer?.right, answer?.cached],
        summary,
      })}
      ${this.panel(answer, params, {
        title: 'How far back the slowest pair sees it',
        up: { title: 'positions back', domain: [0, 0], isWhole: true },
        lines: [answer?.back, answer?.seems],
      })}
    </div>`;
  }
}

customElements.define('posenc-kv-cache', PosencKvCache);
