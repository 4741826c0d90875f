import { html } from 'lit';
import type { FirstTokenEffect, Matrix } from '../../core/api.ts';
import { decimals, quantity, significant } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import '../../plots/line-plot.ts';
import { stillWidthsOfTwo } from '../../plots/plot.ts';
import { count, type Values } from '../../ui/parameters.ts';
import { sideBySide } from '../../ui/figure-style.ts';
import { seed } from '../drawn.ts';
import { type DataTable, figureWith, PosencFigure } from '../figure.ts';
import { equalTo, firstPositions, largest, rowsOf } from '../sinusoidal.ts';

const parameters = {
  layers: {
    type: 'number',
    label: 'layers',
    value: 3,
    slider: { min: 1, max: 6, step: 1 },
    least: 1,
    most: 8,
    whole: true,
  },
  positions: count('positions', 10, 40, 128, 2),
  seed: seed(),
} as const;
type Params = Values<typeof parameters>;

/** More dots would touch. */
const maxDots = 40;

/** The outputs of one component over the positions. */
const component = ({ rows, cols, values }: Matrix, col: number): Float64Array =>
  Float64Array.from({ length: rows }, (_, row) => values[row * cols + col] ?? 0);

/** A line for each component, over the positions of equal words; the one `marked` stands out. */
function lines(outputs: Matrix, first: number, marked: number): Series[] {
  const all = firstPositions(outputs.rows);
  const order = Array.from({ length: outputs.cols }, (_, col) => col).filter(
    (col) => col !== marked,
  );
  return [...order, marked].flatMap((col): Series[] => {
    const values = component(outputs, col);
    const isMarked = col === marked;
    const color = isMarked ? 'accent' : 'soft';
    return [
      // The first word, if it differs: no line leads from it to the others.
      {
        name: '',
        x: all.subarray(0, first),
        y: values.subarray(0, first),
        color,
        as: 'points',
        hollow: true,
      },
      {
        name: '',
        x: all.subarray(first),
        y: values.subarray(first),
        color,
        as: 'line',
        weight: isMarked ? 'thick' : 'thin',
        marked: isMarked && outputs.rows <= maxDots,
      },
    ];
  });
}

/**
 * Why a causal model without encoding can know positions: what layers of attention make of equal words, and of the same
 * words after a different first token.
 *
 *   <posenc-first-token layers="3" positions="10" seed="1"></posenc-first-token>
 */
export class PosencFirstToken extends figureWith('first-token', parameters)<FirstTokenEffect> {
  static override styles = [...PosencFigure.styles, sideBySide];

  protected override readonly label = 'Equal words in a causal model without an encoding';
  protected override readonly formula =
    'X′ = X + A(X) X W in each layer, A(X) = softmax((X W_q)(X Wₖ)ᵀ / √d) with a causal mask, d = 8; embeddings from N(0, 1), weights from N(0, 1/d), both from the seed';

  protected override ask({ layers, positions, seed }: Params): Promise<FirstTokenEffect> {
    return this.call('firstTokenEffect', layers, positions, seed);
  }

  protected override readonly primary = ['positions'] as const;

  protected override caption({ repeatedEqual }: FirstTokenEffect): string {
    return repeatedEqual ? 'Equal words, equal outputs' : 'Equal words, different outputs';
  }

  private effect(effect: FirstTokenEffect): string {
    const { repeatedEqual, repeatedSpread, afterFirstSpread } = effect;
    const alone = repeatedEqual
      ? equalTo(repeatedSpread)
      : `up to ${significant(repeatedSpread, 2)} apart`;
    return `Equal words get outputs that are ${alone}; after a different first token they differ by up to ${significant(afterFirstSpread, 3)}`;
  }

  protected override subtitle({ repeatedEqual }: FirstTokenEffect): string {
    return `Equal words ${repeatedEqual ? 'stay level' : 'differ a little'}; another first token bends the lines.`;
  }

  protected override setting(
    effect: FirstTokenEffect,
    { layers, positions, seed }: Params,
  ): string {
    return `${this.effect(effect)}. Outputs of ${quantity(layers, 'layer')} of causal attention without an encoding, at ${positions} positions: a line for each of 8 components; random weights, seed ${seed}`;
  }

  protected override summary(
    { repeatedSpread, afterFirst, afterFirstSpread, varying }: FirstTokenEffect,
    { positions }: Params,
  ): string {
    const values = component(afterFirst, varying);
    return `Two plots with the same axes. In the first, ${positions} equal words: 8 level lines, which vary by ${significant(repeatedSpread, 2)} at most. In the second, a different token at position 0, then the same words: the lines bend. The one that varies most, by ${significant(afterFirstSpread, 3)}, goes from ${decimals(values[1] ?? 0, 2)} at position 1 to ${decimals(values[positions - 1] ?? 0, 2)} at position ${positions - 1}.`;
  }

  protected override table({ repeated, afterFirst }: FirstTokenEffect): DataTable {
    const columns = (title: string) =>
      Array.from({ length: repeated.cols }, (_, col) => `${title}, component ${col}`);
    return {
      head: ['position', ...columns('all equal'), ...columns('first differs')],
      count: repeated.rows,
      row: (n) => [n, ...rowsOf(repeated, n), ...rowsOf(afterFirst, n)],
    };
  }

  private panel(answer: FirstTokenEffect | null, params: Params, isFirst: boolean, summary = '') {
    const outputs = answer && (isFirst ? answer.repeated : answer.afterFirst);
    const marked = answer?.varying ?? 0;
    const limit = answer ? Math.max(largest(answer.repeated), largest(answer.afterFirst)) : 1;
    const spread = answer && (isFirst ? answer.repeatedSpread : answer.afterFirstSpread);
    const words = isFirst ? 'the the … the' : '<bos> the … the';
    const found = spread === null ? '' : `: “the” differs by ${significant(spread, 2)}`;
    const wordAt = (n: number) => (!isFirst && n === 0 ? '<bos>' : 'the');
    const describe = (n: number) => {
      const values = outputs ? [...rowsOf(outputs, n)].map((value) => decimals(value, 3)) : [];
      return `position ${n}, “${wordAt(n)}”: ${values.join(', ')}`;
    };
    return html`<div>
      <p class="which">${words}${found}</p>
      <posenc-line-plot
        data-plot=${words}
        height="260"
        label=${isFirst ? 'Equal words' : 'The same words after a different first token'}
        .stillWidths=${stillWidthsOfTwo}
        .summary=${summary}
        .series=${outputs ? lines(outputs, isFirst ? 0 : 1, marked) : []}
        .across=${{
          title: 'the words, in order',
          domain: [0, params.positions - 1],
          at: firstPositions(params.positions),
          mark: wordAt,
        }}
        .up=${{ title: 'output', domain: [-limit, limit] }}
        .stops=${firstPositions(outputs?.rows ?? 0)}
        .describe=${describe}
      ></posenc-line-plot>
    </div>`;
  }

  protected override plot(answer: FirstTokenEffect | null, params: Params, summary: string) {
    return html`<div class="both">
      ${this.panel(answer, params, true, summary)} ${this.panel(answer, params, false)}
    </div>`;
  }
}

customElements.define('posenc-first-token', PosencFirstToken);
