import { css, html } from 'lit';
import type { SlidingCache } from '../../core/api.ts';
import { decimals, plain, quantity, significant } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import '../../plots/line-plot.ts';
import { sideBySide } from '../../ui/figure-style.ts';
import { base, type Values } from '../../ui/parameters.ts';
import { type DataTable, figureWith, PosencFigure } from '../figure.ts';
import { headDim } from '../rotary.ts';
import { firstPositions } from '../sinusoidal.ts';

const tokens = (label: string, value: number, min: number, max: number) =>
  ({
    type: 'number',
    label,
    value,
    slider: { min, max, step: 1 },
    least: min,
    most: 512,
    whole: true,
  }) as const;

const parameters = {
  length: { ...tokens('tokens so far', 48, 1, 64), plays: { by: 1, everyMs: 180 } },
  sinks: tokens('first keys kept', 4, 0, 8),
  recent: tokens('latest keys kept', 12, 1, 32),
  trained: tokens('training length', 16, 1, 64),
  headDim: headDim(8, { max: 32, most: 256 }),
  base: base(100),
} as const;
type Params = Values<typeof parameters>;

/** A kept key counted in one of the two ways. */
interface Counted {
  positions: Float64Array;
  scores: Float64Array;
  angles: Float64Array;
  back: Float64Array;
  /** How many of the keys, the first ones, are at distances beyond training. */
  unseen: number;
}

interface Answer {
  cache: SlidingCache;
  text: Counted;
  inCache: Counted;
}

const distancesTo = (last: number, positions: Float64Array): Float64Array =>
  positions.map((position) => last - position);

/**
 * A window that slides over a text while the first keys stay: how far each kept key is from the query, and what it scores,
 * with positions counted in the text and in the cache.
 *
 *   <posenc-sliding-cache length="48" trained="16"></posenc-sliding-cache>
 */
export class PosencSlidingCache extends figureWith('sliding-cache', parameters)<Answer> {
  static override styles = [
    ...PosencFigure.styles,
    sideBySide,
    css`
      .both {
        --columns: minmax(0, 1fr);
      }
    `,
  ];

  protected override readonly label = 'Positions in the text and in the cache';
  protected override readonly formula =
    'score = (1/pairs) Σᵢ cos((m − j) · ωᵢ); query m and key j by their positions in the text, or by their places in the cache';
  protected override readonly presets = [
    { label: 'a text as long as in training', values: { length: 16 } },
    { label: 'no first keys kept', values: { length: 48, sinks: 0 } },
    { label: 'a cache longer than training', values: { length: 48, sinks: 4, recent: 24 } },
  ] as const;

  protected override async ask(params: Params): Promise<Answer> {
    const { length, sinks, recent, trained, headDim, base } = params;
    const options = { dModel: headDim, base, variant: 'paper' } as const;
    const cache = await this.call('slidingCache', options, trained, length, sinks, recent);
    const { positions } = cache;
    const places = firstPositions(positions.length);
    return {
      cache,
      text: {
        positions,
        scores: positions.map((position) => cache.textScores[position] ?? 0),
        angles: cache.textAngles,
        back: distancesTo(length - 1, positions),
        unseen: cache.unseenInText,
      },
      inCache: {
        positions: places,
        scores: cache.cacheScores,
        angles: cache.cacheAngles,
        back: distancesTo(places.length - 1, places),
        unseen: cache.unseenInCache,
      },
    };
  }

  protected override caption({ text, inCache }: Answer): string {
    if (inCache.unseen > 0) return 'Even the cache is too long';
    if (text.unseen === 0) return 'Every distance is familiar';
    return 'Counted in the cache, all fit';
  }

  /** Key 0, if it is kept, else the oldest of the latest. */
  private oldest({ cache, text, inCache }: Answer): string {
    const at = ({ back, scores }: Counted) =>
      `${back[0] ?? 0} back, score ${decimals(scores[0] ?? 0, 2)}`;
    return `Key ${cache.positions[0] ?? 0}: ${at(text)} in the text; ${at(inCache)} in the cache`;
  }

  private ofLatest({ cache }: Answer): string {
    const count = quantity(cache.positions.length - cache.sinks, 'latest key');
    return cache.recentAgree
      ? `The scores of the ${count} are the same either way`
      : `The scores of the ${count} differ by up to ${significant(cache.recentDifference, 2)}`;
  }

  protected override subtitle({ text, inCache }: Answer): string {
    const { unseen } = text;
    if (inCache.unseen > 0) return 'A cache longer than the training length goes beyond it, too.';
    if (unseen === 0) return 'No key is farther back than in training.';
    return `Counted in the text, ${quantity(unseen, 'key')} ${unseen === 1 ? 'is' : 'are'} farther back than in training.`;
  }

  protected override setting(answer: Answer, { trained, headDim, base }: Params): string {
    const { cache, text, inCache } = answer;
    const angle = (radians: number | undefined) => significant(radians ?? 0, 3);
    return `${this.oldest(answer)}. The slowest pair turns to it by ${angle(text.angles[0])} or ${angle(inCache.angles[0])} radians; in training, by ${angle(cache.trainedAngle)} at most. ${this.ofLatest(answer)}. All content equal; head width ${headDim}, base ${plain(base)}, trained at ${plain(trained)}`;
  }

  protected override summary(answer: Answer, { length, trained }: Params): string {
    const { cache, text, inCache } = answer;
    return `Two plots of the scores of ${quantity(cache.positions.length, 'kept key')} of ${quantity(length, 'token')}, with the ${trained} distances of training shaded. Above, positions are counted in the text: ${quantity(text.unseen, 'key')} beyond training. Below, they are counted in the cache, without gaps: ${quantity(inCache.unseen, 'key')} beyond training. ${this.oldest(answer)}. ${this.ofLatest(answer)}.`;
  }

  protected override table({ cache, text, inCache }: Answer): DataTable {
    return {
      head: [
        'position in the text',
        'position in the cache',
        'back in the text',
        'back in the cache',
        'score by the text',
        'score by the cache',
        'slowest pair by the text (radians)',
        'slowest pair by the cache (radians)',
      ],
      count: cache.positions.length,
      row: (n) =>
        (['positions', 'back', 'scores', 'angles'] as const).flatMap((what) =>
          [text, inCache].map((counted) => counted[what][n] ?? 0),
        ),
    };
  }

  private describe({ cache, text, inCache }: Answer, n: number): string {
    const at = ({ back, scores }: Counted) =>
      `${back[n] ?? 0} back, score ${decimals(scores[n] ?? 0, 3)}`;
    return `key ${cache.positions[n] ?? 0}: ${at(text)} in the text; ${at(inCache)} in the cache`;
  }

  /** Stems for the first keys and for the latest ones; those beyond training differ. */
  private stems(
    { positions, scores, unseen }: Counted,
    sinks: number,
    names: { first: string; latest: string },
  ): Series[] {
    const part = (from: number, to: number, series: Pick<Series, 'name' | 'color' | 'shape'>) => {
      const [x, y] = [positions.slice(from, to), scores.slice(from, to)];
      return [
        { ...series, name: '', x, y, as: 'stems' as const },
        { ...series, x, y, as: 'points' as const, beside: true },
      ];
    };
    const [seen, beyond] = ['rope', 'wrong'];
    const split = Math.max(unseen, sinks);
    return [
      ...part(unseen, sinks, { name: '', color: seen, shape: 'diamond' }),
      ...part(0, Math.min(unseen, sinks), { name: names.first, color: beyond, shape: 'diamond' }),
      ...part(sinks, split, { name: '', color: beyond }),
      ...part(split, positions.length, { name: names.latest, color: seen }),
    ];
  }

  private panel(
    answer: Answer | null,
    { length, trained }: Params,
    {
      title,
      across,
      counted,
      names,
      summary = '',
    }: {
      title: string;
      across: string;
      counted: Counted | null;
      names: { first: string; latest: string };
      summary?: string;
    },
  ) {
    const last = counted?.positions[counted.positions.length - 1] ?? 0;
    return html`<div>
      <p class="which">${title}</p>
      <posenc-line-plot
        data-plot=${title}
        height="160"
        label=${title}
        .summary=${summary}
        .series=${answer && counted ? this.stems(counted, answer.cache.sinks, names) : []}
        .stretch=${
          counted && { from: Math.max(0, last + 1 - trained), to: last, name: '', above: 'trained' }
        }
        .across=${{ title: across, domain: [0, Math.max(63, length - 1)] }}
        .up=${{ title: 'score', domain: [-1, 1] }}
        .stops=${counted?.positions ?? []}
        .describe=${(n: number) => (answer ? this.describe(answer, n) : '')}
      ></posenc-line-plot>
    </div>`;
  }

  protected override plot(answer: Answer | null, params: Params, summary: string) {
    return html`<div class="both">
      ${this.panel(answer, params, {
        title: 'Positions counted in the text',
        across: 'position in the text',
        counted: answer && answer.text,
        // Where there is room: beside first keys that are far behind.
        names: { first: 'first keys', latest: '' },
        summary,
      })}
      ${this.panel(answer, params, {
        title: 'Positions counted in the cache',
        across: 'position in the cache',
        counted: answer && answer.inCache,
        names: { first: '', latest: 'latest keys' },
      })}
    </div>`;
  }
}

customElements.define('posenc-sliding-cache', PosencSlidingCache);
