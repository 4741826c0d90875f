// The bits per character that a model needs once a band of its pairs is silenced.
import { css, html, type PropertyValues } from 'lit';
import type { FrequencyBands } from '../../core/api.ts';
import { seed } from '../../figures/drawn.ts';
import { type DataTable, figureWith, PosencFigure } from '../../figures/figure.ts';
import { decimals, plain, quantity, significant } from '../../plots/format.ts';
import '../../plots/line-plot.ts';
import type { Series } from '../../plots/line-plot.ts';
import { stillWidthsOfTwo } from '../../plots/plot.ts';
import type { Tone } from '../../ui/figure-style.ts';
import { choice, type Values } from '../../ui/parameters.ts';
import { compute } from '../../worker/client.ts';
import type { Checkpoint, TrainingText } from '../../worker/training-protocol.ts';
import { withModel } from '../../worker/with-model.ts';
import { ModelOnDemand, onDemandStyles, progressBar } from '../on-demand/model-on-demand.ts';
import { ropeOnText, type Wanted } from '../on-demand/models.ts';

type Band = FrequencyBands['bands'][number];
export const bands = ['fast', 'middle', 'slow'] as const satisfies readonly Band[];

interface Asked {
  waves: FrequencyBands;
  /** The first is the training length. */
  lengths: readonly number[];
  heads: readonly { layer: number; head: number; id: string }[];
  /** Of one of the heads; any other text stands for all. */
  head: string;
}

/** In bits per character. */
interface Silenced {
  /** With all pairs, at each length. */
  whole: number[];
  /** Without a band in the head that is asked for, or in all, at each length. */
  byLength: Record<Band, number[]>;
  /** Without a band in one head after the other, within the training length. */
  byHead: Record<Band, number[]>;
}

/** Earlier tests, by band: they take a while. */
const known = new WeakMap<Checkpoint, Map<string, number>>();

function knownOf(model: Checkpoint): Map<string, number> {
  const found = known.get(model) ?? new Map<string, number>();
  known.set(model, found);
  return found;
}

/**
 * @param signal ends the tests early: then it rejects
 * @param progress gets how many of the tests are done
 */
async function silencedBits(
  model: Checkpoint,
  text: TrainingText | null,
  { waves, lengths, heads, head }: Asked,
  signal: AbortSignal,
  progress: (done: number, of: number) => void,
): Promise<Silenced> {
  const tested = knownOf(model);
  const everywhere = { layer: -1, head: -1, id: 'all' };
  const asked = heads.find(({ id }) => id === head) ?? everywhere;
  const [within = 0] = lengths;
  const of = lengths.length * (1 + bands.length) + heads.length * bands.length;
  return withModel(
    model,
    async (id) => {
      let done = 0;
      const bits = async (where: typeof everywhere, pairs: number[], length: number) => {
        signal.throwIfAborted();
        progress(done++, of);
        const key = [pairs.length === 0 ? '' : where.id, pairs.join(' '), length].join('; ');
        const before = tested.get(key);
        if (before !== undefined) return before;
        await compute.call('silencePairs', id, where.layer, where.head, Float64Array.from(pairs));
        const result = (await compute.call('evaluateLength', id, length)).bits ?? NaN;
        tested.set(key, result);
        return result;
      };
      const each = async <T>(all: readonly T[], one: (each: T) => Promise<number>) => {
        const results: number[] = [];
        for (const each of all) results.push(await one(each));
        return results;
      };
      const silenced: Silenced = {
        whole: await each(lengths, (length) => bits(everywhere, [], length)),
        byLength: { fast: [], middle: [], slow: [] },
        byHead: { fast: [], middle: [], slow: [] },
      };
      for (const band of bands) {
        const pairs = waves.bands.flatMap((one, pair) => (one === band ? [pair] : []));
        silenced.byLength[band] = await each(lengths, (length) => bits(asked, pairs, length));
        silenced.byHead[band] = await each(heads, (where) => bits(where, pairs, within));
      }
      return silenced;
    },
    text,
  );
}

/** Those of Lab 4's model, layer by layer. */
const heads = [0, 1].flatMap((layer) =>
  [0, 1, 2, 3].map((head) => ({ layer, head, id: `${layer}.${head}` })),
);
const nameOf = ({ layer, head }: { layer: number; head: number }) =>
  `layer ${layer + 1}, head ${head + 1}`;

const parameters = {
  head: choice('silence them in', 'all', [
    ['all', 'all heads'],
    ...heads.map((one) => [one.id, nameOf(one)] as const),
  ]),
  seed: { ...seed(), most: 4_294_967_295 },
} as const;
type Params = Values<typeof parameters>;

const colors: Record<Band, string> = { fast: 'sinusoidal', middle: 'form', slow: 'wrong' };
const shapes = { fast: 'circle', middle: 'diamond', slow: 'square' } as const;

interface Answer {
  wanted: Wanted;
  name: string;
  waves: FrequencyBands;
  lengths: number[];
  /** Null before there is a model. */
  bits: Silenced | null;
}

/**
 * What each band of frequencies does in the RoPE that Lab 4 trains on the page's text: bits per character with its pairs
 * left out of every q·k, in all heads or in one.
 *
 *   <posenc-frequency-bands head="all" seed="1"></posenc-frequency-bands>
 */
export class PosencFrequencyBands extends figureWith('frequency-bands', parameters)<Answer> {
  static override properties = {
    tested: { state: true },
  };

  static override styles = [
    ...PosencFigure.styles,
    ...onDemandStyles,
    css`
      .waves {
        margin: 0.2rem 0 0.6rem;
        font-size: 0.78rem;
        color: var(--posenc-soft);
      }
    `,
  ];

  declare private tested: { done: number; of: number } | null;

  protected override readonly label = 'What each band of frequencies does';
  protected override readonly formula =
    'silencePairs(id, layer, head, pairs) leaves a band’s pairs out of q·k; evaluateLength(id, length) then gives bits per character. Fast: at least four turns within the training length L, λᵢ ≤ L/4; middle: λᵢ ≤ L; slow: λᵢ > L, with λᵢ = 2π · base^(2i/d)';

  private readonly model = new ModelOnDemand(this, () => this.again());
  private readonly text = ropeOnText(this, () => {
    this.model.renew();
    this.again();
  });

  constructor() {
    super();
    this.tested = null;
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('seed') || changed.has('head')) this.model.renew();
    super.willUpdate(changed);
  }

  protected override async ask({ seed, head }: Params): Promise<Answer> {
    const { signal } = this.model;
    const defaults = await this.call('trainingDefaults', 'text', 'rope');
    const { wanted, name } = await this.text.wanted(defaults, seed);
    const { dModel, heads: count, base, trainLongest, rotary, testLengths } = wanted.options;
    const waves = await this.call('frequencyBands', dModel / count, base, trainLongest, rotary);
    const answer = { wanted, name, waves, lengths: Array.from(testLengths), bits: null };
    const model = await this.model.find(wanted);
    if (!model) return answer;
    try {
      const asked = { waves, lengths: answer.lengths, heads, head };
      const progress = (done: number, of: number) => (this.tested = { done, of });
      const bits = await silencedBits(model.checkpoint, wanted.text, asked, signal, progress);
      const result = { ...answer, bits };
      this.model.said = this.finding(result);
      return result;
    } catch (error) {
      // Something else is asked for, and answered next.
      if (signal.aborted) return answer;
      throw error;
    } finally {
      this.tested = null;
    }
  }

  private where({ head }: Params): string {
    const one = heads.find(({ id }) => id === head);
    return one ? nameOf(one) : 'all heads';
  }

  /** The band whose silence costs most within the training length. */
  private costliest({ byLength }: Silenced): Band {
    return [...bands].sort((a, b) => (byLength[b][0] ?? 0) - (byLength[a][0] ?? 0))[0] ?? 'fast';
  }

  protected override caption({ bits, waves }: Answer): string {
    if (!bits) return 'Silence one band at a time';
    const band = this.costliest(bits);
    const count = waves.bands.filter((one) => one === band).length;
    return `The ${band} ${count === 1 ? 'pair matters' : 'pairs matter'} most`;
  }

  protected override tone(answer: Answer | null): Tone {
    return answer?.bits ? 'rope' : 'soft';
  }

  private finding({ bits, wanted, lengths }: Answer): string {
    const { trainLongest } = wanted.options;
    if (!bits) {
      return `Train one model at length ${trainLongest}, then test it without its fast, middle and slow pairs`;
    }
    const at = (stop: number) =>
      `${bands.map((band) => `${decimals(bits.byLength[band][stop] ?? 0, 2)} without ${band} pairs`).join(', ')}, ${decimals(bits.whole[stop] ?? 0, 2)} with all`;
    const last = lengths.length - 1;
    return `Bits per character within ${trainLongest}: ${at(0)}. At length ${lengths[last]}: ${at(last)}`;
  }

  protected override subtitle({ bits, wanted }: Answer): string {
    if (!bits) return 'Train one model, then silence its fast, middle or slow pairs.';
    const band = this.costliest(bits);
    const [without, whole] = [bits.byLength[band][0] ?? 0, bits.whole[0] ?? 0];
    return `Within ${wanted.options.trainLongest}: ${decimals(without, 2)} bits without ${band} pairs, ${decimals(whole, 2)} with all.`;
  }

  protected override setting(answer: Answer, values: Params): string {
    const { base, dModel, heads: count, layers, steps, trainLongest } = answer.wanted.options;
    return `${this.finding(answer)}. ${answer.name}: RoPE with base ${plain(base)}, ${count} heads of width ${dModel / count}, ${quantity(layers, 'layer')}, ${steps} steps at length ${trainLongest}, seed ${values.seed}; pairs silenced in ${this.where(values)}`;
  }

  private wavesText({ waves }: Answer): string {
    return bands
      .map((band) => {
        const of = Array.from(waves.wavelengths).filter((_, pair) => waves.bands[pair] === band);
        return `${band}: ${of.map((wave) => significant(wave, 3)).join(', ')}`;
      })
      .join('; ');
  }

  protected override summary(answer: Answer, values: Params): string {
    const { bits, lengths } = answer;
    const waves = `Wavelengths of the pairs, in positions: ${this.wavesText(answer)}.`;
    if (!bits) return `${waves} Nothing else is drawn yet: the model has not been trained.`;
    const byLength = lengths.map((_, stop) => this.lengthText(answer, stop));
    return `${waves} A line for each band silenced in ${this.where(values)}, and a dashed one with all pairs: ${byLength.join('; ')}.`;
  }

  private lengthText({ bits, lengths }: Answer, stop: number): string {
    const parts = bands.map(
      (band) => `${decimals(bits?.byLength[band][stop] ?? 0, 3)} without ${band}`,
    );
    return `length ${lengths[stop] ?? 0}: ${parts.join(', ')}, ${decimals(bits?.whole[stop] ?? 0, 3)} with all pairs`;
  }

  private headText({ bits }: Answer, at: number): string {
    const one = heads[at];
    const parts = bands.map(
      (band) => `${decimals(bits?.byHead[band][at] ?? 0, 3)} without ${band}`,
    );
    return one ? `${nameOf(one)}: ${parts.join(', ')}` : '';
  }

  protected override table({ bits, lengths, wanted }: Answer, values: Params): DataTable {
    const one = heads.find(({ id }) => id === values.head);
    const counted = (of: typeof one) => (of ? [of.layer + 1, of.head + 1] : ['all', 'all']);
    const rows: (string | number)[][] = bits
      ? [
          ...lengths.map((length, n) => ['none', '', '', length, bits.whole[n] ?? 0]),
          ...bands.flatMap((band) =>
            lengths.map((length, n) => [
              ...[band, ...counted(one), length],
              bits.byLength[band][n] ?? 0,
            ]),
          ),
          ...bands.flatMap((band) =>
            heads.map((each, n) => [
              ...[band, ...counted(each), wanted.options.trainLongest],
              bits.byHead[band][n] ?? 0,
            ]),
          ),
        ]
      : [];
    return {
      head: ['silenced pairs', 'layer', 'head', 'length', 'bits per character'],
      count: rows.length,
      row: (n) => rows[n] ?? [],
    };
  }

  private byLength(answer: Answer, summary: string) {
    const { bits, lengths, wanted } = answer;
    const line = (name: string, y: readonly number[], color: string): Series => ({
      ...{ name, x: lengths, y, color, as: 'line', marked: true },
    });
    const series: Series[] = bits
      ? [
          { ...line('all pairs', bits.whole, 'ink'), as: 'dashed' },
          ...bands.map((band) => ({
            ...line(`no ${band}`, bits.byLength[band], colors[band]),
            shape: shapes[band],
          })),
        ]
      : [];
    return html`<posenc-line-plot
      data-plot="Bits by length"
      height="270"
      label="Bits per character by length"
      .summary=${summary}
      .series=${series}
      .across=${{ title: 'length', scale: 'log', base: 2, mark: plain, at: lengths }}
      .up=${{ title: `bits (beyond ${wanted.options.trainLongest}: new positions only)` }}
      .stops=${lengths}
      .stillWidths=${stillWidthsOfTwo}
      .describe=${(stop: number) => this.lengthText(answer, stop)}
    ></posenc-line-plot>`;
  }

  private byHead(answer: Answer, { byHead, whole }: Silenced) {
    const x = heads.map((_, n) => n);
    const series: Series[] = [
      {
        ...{ name: 'all pairs', x: [], y: [whole[0] ?? 0] },
        ...{ color: 'ink', as: 'rule', within: true },
      },
      ...bands.map((band): Series => ({
        ...{ name: band, x, y: byHead[band], color: colors[band] },
        ...{ as: 'points', shape: shapes[band] },
      })),
    ];
    return html`<posenc-line-plot
      data-plot="One head at a time"
      height="270"
      label="Bits per character, pairs silenced in one head"
      .summary=${heads.map((_, n) => this.headText(answer, n)).join('; ')}
      .series=${series}
      .across=${{
        title: 'layer.head',
        at: x,
        mark: (n: number) => {
          const one = heads[n];
          return one ? `${one.layer + 1}.${one.head + 1}` : '';
        },
      }}
      .up=${{ title: `bits within ${answer.wanted.options.trainLongest}` }}
      .stops=${x}
      .stillWidths=${stillWidthsOfTwo}
      .describe=${(n: number) => this.headText(answer, n)}
    ></posenc-line-plot>`;
  }

  /** The wavelength of each pair, by band. */
  private wavelengths(answer: Answer | null) {
    const waves = answer?.waves;
    const trained = answer?.wanted.options.trainLongest ?? 1;
    const pairs = waves ? Array.from(waves.wavelengths, (_, pair) => pair) : [];
    const series: Series[] = waves
      ? [
          {
            ...{ name: `trained: ${trained}`, x: [], y: [trained] },
            ...{ color: 'soft', as: 'rule', within: 'start' },
          },
          ...bands.map((band): Series => {
            const of = pairs.filter((pair) => waves.bands[pair] === band);
            return {
              ...{ name: band, x: of, y: of.map((pair) => waves.wavelengths[pair] ?? 0) },
              ...{ color: colors[band], as: 'points', shape: shapes[band] },
            };
          }),
        ]
      : [];
    return html`<posenc-line-plot
      data-plot="Wavelength of each pair"
      height="270"
      label="Wavelength of each pair"
      .summary=${answer ? this.wavesText(answer) : ''}
      .series=${series}
      .across=${{ title: 'pair i', at: pairs }}
      .up=${{ title: 'wavelength, in positions', scale: 'log' }}
      .stops=${pairs}
      .stillWidths=${stillWidthsOfTwo}
      .describe=${(pair: number) =>
        `pair ${pair}: wavelength ${significant(waves?.wavelengths[pair] ?? 0, 4)}, ${waves?.bands[pair] ?? ''}`}
    ></posenc-line-plot>`;
  }

  protected override plot(answer: Answer | null, values: Params, summary: string) {
    const bits = answer?.bits;
    return html`<div class="both">
        <div>
          <p class="which">${bits ? `Silenced in ${this.where(values)}` : 'Bits by length'}</p>
          ${
            answer && bits
              ? this.byLength(answer, summary)
              : html`<p class="empty">
                  ${this.tested ? 'Testing the model …' : 'Press Train to see what each band does.'}
                </p>`
          }
        </div>
        <div>
          <p class="which">
            ${bits ? 'Silenced in one head at a time' : 'Wavelength of each pair'}
          </p>
          ${answer && bits ? this.byHead(answer, bits) : this.wavelengths(answer)}
        </div>
      </div>
      ${answer && bits ? html`<p class="waves">Wavelengths of the pairs, in positions: ${this.wavesText(answer)}.</p>` : ''}
      ${this.train(answer)}`;
  }

  private train(answer: Answer | null) {
    const { model, tested } = this;
    if (answer?.bits && !model.run && !tested) return model.status();
    return html`<div class="train">
      ${tested ? '' : model.view()}
      ${
        tested
          ? html`${progressBar('Tests', tested.done, tested.of)}
              <span>${tested.done} of ${tested.of} tests</span>`
          : ''
      }
      ${model.status()}
    </div>`;
  }
}

customElements.define('posenc-frequency-bands', PosencFrequencyBands);
