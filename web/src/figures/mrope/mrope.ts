import { html } from 'lit';
import type { Matrix } from '../../core/api.ts';
import { quantity, significant } from '../../plots/format.ts';
import { base, segments, switchOf, type Values } from '../../ui/parameters.ts';
import type { Tone } from '../../ui/figure-style.ts';
import { type DataTable, figureWith } from '../figure.ts';
import { encoding, rowsOf } from '../sinusoidal.ts';
import type { MropeView, Span } from './mrope-plot.ts';
import './mrope-plot.ts';
import {
  axes,
  nameOf,
  type Patches,
  segmentsOf,
  type Token,
  tokensOf,
  wordCount,
  wordsAfter,
  wordsBefore,
} from './tokens.ts';

const size = (label: string, value: number, max: number) =>
  ({
    type: 'number',
    label,
    value,
    slider: { min: 1, max, step: 1 },
    least: 1,
    most: max,
    whole: true,
  }) as const;

const parameters = {
  content: {
    ...segments('between the texts', 'image', [
      ['image', 'an image'],
      ['video', 'a video'],
      ['nothing', 'nothing'],
    ]),
    named: 'the content',
  },
  layout: switchOf('Interleave the axes', ['chunked', 'interleaved'], 'layout'),
  token: {
    type: 'number',
    label: 'token',
    value: 9,
    slider: { min: 0, max: 200, step: 1 },
    sliderTo: (values: Record<string, unknown>) => tokensOf(patchesOf(values as Params)).length - 1,
    least: 0,
    most: 200,
    whole: true,
  },
  frames: size('frames of the video', 3, 4),
  rows: size('rows of patches', 3, 6),
  columns: size('columns of patches', 4, 8),
  base: base(1000000),
} as const;
type Params = Values<typeof parameters> & Record<string, unknown>;

/** The pairs for time, height and width, by the model whose layout it is. */
const models = {
  chunked: { sections: [16, 24, 24], of: 'as in Qwen2.5-VL' },
  interleaved: { sections: [24, 20, 20], of: 'as in Qwen3-VL' },
} as const;
const headDim = 128;

function patchesOf({ content, frames, rows, columns }: Params): Patches | null {
  return content === 'nothing' ? null : { frames: content === 'video' ? frames : 1, rows, columns };
}

interface Answer {
  tokens: Token[];
  patches: Patches | null;
  positions: Matrix;
  frequencies: Matrix;
  /** Of each pair, in positions of its axis. */
  wavelengths: Float64Array;
  /** The axis of each pair: that with a frequency above 0. */
  axisOfPair: number[];
}

/** The shortest and the longest wavelength of an axis. */
interface Range {
  least: number;
  most: number;
}

const patchesText = (count: number): string => (count === 1 ? '1 patch' : `${count} patches`);

const largestIn = (values: Float64Array): number => values.reduce((a, b) => Math.max(a, b), 0);

/**
 * M-RoPE: the counters t, h and w over a text, an image or a video, and a text; and which axis each pair listens to.
 *
 *   <posenc-mrope content="image" layout="chunked" rows="3" columns="4" token="9"></posenc-mrope>
 */
export class PosencMrope extends figureWith('mrope', parameters)<Answer> {
  protected override readonly label = 'The three positions of M-RoPE';
  protected override readonly primary = ['content', 'layout'] as const;
  protected override readonly formula =
    'angle of pair i = p(a) · base^(−2i/d), a its axis, p = (t, h, w); in a text t = h = w; in patches from position s on: (s + frame, s + row, s + column); the next position is the largest so far plus 1';

  protected override async ask(params: Params): Promise<Answer> {
    const { layout, base } = params;
    const patches = patchesOf(params);
    const sections = Float64Array.from(models[layout].sections);
    const [positions, frequencies, { wavelengths }] = await Promise.all([
      this.callOnce('mropePositions', segmentsOf(patches)),
      this.callOnce('mropeFrequencies', sections, layout, base),
      this.callOnce('frequencies', encoding({ dModel: headDim, base })),
    ]);
    const axisOfPair = Array.from({ length: frequencies.rows }, (_, pair) =>
      rowsOf(frequencies, pair).findIndex((frequency) => frequency > 0),
    );
    return { tokens: tokensOf(patches), patches, positions, frequencies, wavelengths, axisOfPair };
  }

  private range({ axisOfPair, wavelengths }: Answer, axis: number): Range {
    const own = wavelengths.filter((_, pair) => axisOfPair[pair] === axis);
    return { least: Math.min(...own), most: Math.max(...own) };
  }

  private rangeText(answer: Answer, axis: number): string {
    const { least, most } = this.range(answer, axis);
    return `${significant(least, 3)} to ${significant(most, 3)}`;
  }

  private taken({ positions, patches }: Answer): number {
    if (!patches) return 0;
    const [first = 0] = rowsOf(positions, wordsBefore.length);
    const [next = 0] = rowsOf(positions, positions.rows - wordsAfter.length);
    return next - first;
  }

  private patchCount({ tokens }: Answer): number {
    return tokens.length - wordCount;
  }

  private spans(answer: Answer): Span[] {
    const { positions, patches } = answer;
    const last = positions.rows - 1;
    const span = (from: number, to: number, label: (range: string) => string): Span => {
      const part = positions.values.subarray(3 * from, 3 * to + 3);
      const [first = 0, end] = [part[0], largestIn(part)];
      return { from, to, label: label(first === end ? `${first}` : `${first}–${end}`) };
    };
    if (!patches) return [span(0, last, (range) => `${wordCount} tokens: positions ${range}`)];
    const after = last - wordsAfter.length;
    const count = patchesText(this.patchCount(answer));
    return [
      span(0, wordsBefore.length - 1, (range) => range),
      span(wordsBefore.length, after, (range) => `${count}: ${range}`),
      span(after + 1, last, (range) => range),
    ];
  }

  private at({ positions }: Answer, token: number): string {
    const row = rowsOf(positions, token);
    return axes.map(({ letter }, axis) => `${letter} = ${row[axis] ?? 0}`).join(', ');
  }

  private chosen({ tokens }: Answer, { token }: Params): number {
    return Math.min(token, tokens.length - 1);
  }

  protected override caption(answer: Answer): string {
    if (!answer.patches) return 'Text alone is plain RoPE';
    const count = this.patchCount(answer);
    return `${patchesText(count)}, ${quantity(this.taken(answer), 'position')}`;
  }

  protected override tone(): Tone {
    return 'rope';
  }

  private saving(answer: Answer): string {
    const { tokens, positions } = answer;
    const used = largestIn(positions.values) + 1;
    if (!answer.patches) return `${tokens.length} tokens take ${used} positions`;
    const what = answer.patches.frames > 1 ? 'video' : 'image';
    if (used === tokens.length) {
      return `${tokens.length} tokens take ${used} positions: a single row counts like text`;
    }
    return `${tokens.length} tokens take ${used} positions, not ${tokens.length}: the text after the ${what} continues from its largest position`;
  }

  protected override subtitle(answer: Answer): string {
    const [tokens, used] = [answer.tokens.length, largestIn(answer.positions.values) + 1];
    if (!answer.patches) return `${tokens} tokens take ${used} positions.`;
    return used === tokens
      ? 'A single row of patches counts like text.'
      : `${tokens} tokens take only ${used} positions: text continues from the largest.`;
  }

  protected override setting(answer: Answer, { layout, base }: Params): string {
    const ranges = axes.map(({ letter }, axis) => `of ${letter} ${this.rangeText(answer, axis)}`);
    return `${this.saving(answer)}. Pairs ${layout}, ${models[layout].sections.join(', ')} (${models[layout].of}), d\u00a0=\u00a0${headDim}, base ${significant(base, 7)}; wavelengths ${ranges.join(', ')} positions`;
  }

  protected override summary(answer: Answer, params: Params): string {
    const { patches, tokens } = answer;
    const chosen = this.chosen(answer, params);
    const middle = patches
      ? `In the ${patches.frames > 1 ? `video of ${patches.frames} frames` : 'image'}, t ${patches.frames > 1 ? 'counts the frames' : 'stays the same'}, h counts ${quantity(patches.rows, 'row')} and w ${quantity(patches.columns, 'column')}; the text after it goes on with all three together.`
      : 'There is only text.';
    const rows = axes.map(({ name }, axis) => {
      const pairs = answer.axisOfPair.filter((own) => own === axis).length;
      return `${pairs} to ${name}, with wavelengths from ${this.rangeText(answer, axis)} positions`;
    });
    return `Bars for the three positions of each of ${tokens.length} tokens. In the text, t, h and w rise together. ${middle} Token ${chosen}, ${this.nameAt(answer, chosen)}, has ${this.at(answer, chosen)}. Below, ${answer.axisOfPair.length} pairs, each in the row of the axis that it listens to: ${rows.join('; ')}.`;
  }

  private nameAt({ tokens, patches }: Answer, token: number): string {
    return nameOf(tokens[token], patches ?? { frames: 1, rows: 1, columns: 1 });
  }

  protected override table(answer: Answer): DataTable {
    const { tokens, positions, frequencies, wavelengths } = answer;
    return {
      head: ['token or pair', 't', 'h', 'w', 'wavelength'],
      count: tokens.length + frequencies.rows,
      row: (n) => {
        const pair = n - tokens.length;
        return pair < 0
          ? [`token ${n}: ${this.nameAt(answer, n)}`, ...rowsOf(positions, n), '']
          : [`pair ${pair}`, ...rowsOf(frequencies, pair), wavelengths[pair] ?? 0];
      },
    };
  }

  private describe(answer: Answer | null, place: number): string {
    if (!answer) return '';
    const pair = place - answer.tokens.length;
    if (pair < 0) return `token ${place}, ${this.nameAt(answer, place)}: ${this.at(answer, place)}`;
    const axis = axes[answer.axisOfPair[pair] ?? 0]?.name ?? '';
    return `pair ${pair} listens to ${axis}, with a wavelength of ${significant(answer.wavelengths[pair] ?? 0, 4)} positions`;
  }

  private drawn(answer: Answer, params: Params): MropeView {
    const { layout } = params;
    return {
      tokens: answer.tokens,
      patches: answer.patches,
      positions: answer.positions,
      largest: largestIn(answer.positions.values),
      spans: this.spans(answer),
      chosen: this.chosen(answer, params),
      axisOfPair: answer.axisOfPair,
      ranges: axes.map((_, axis) => this.rangeText(answer, axis).replace(' to ', '–')),
      layout: `${answer.axisOfPair.length} pairs, ${layout} (${models[layout].of})`,
    };
  }

  protected override plot(answer: Answer | null, params: Params, summary: string) {
    return html`<posenc-mrope-plot
      data-plot
      label=${this.label}
      .summary=${summary}
      .view=${answer && this.drawn(answer, params)}
      .describe=${(place: number) => this.describe(answer, place)}
      @choose=${({ detail }: CustomEvent<number>) => this.change('token', detail)}
    ></posenc-mrope-plot>`;
  }
}

customElements.define('posenc-mrope', PosencMrope);
