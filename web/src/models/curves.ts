// Further pictures of a set of frequencies: scores by distance, the base by length, factors of longrope, sections.
import { html, nothing, type TemplateResult } from 'lit';
import type { ModelBases, ModelRope, ModelScores } from '../core/api.ts';
import { plain, quantity, significant } from '../plots/format.ts';
import '../plots/line-plot.ts';
import { grouped, listed, ranges } from './words.ts';
import { pairsOf } from './waves.ts';

const distanceAxis = { title: 'distance, in tokens', scale: 'log' } as const;

export function scoresPlot({ looseness, ...all }: ModelScores): TemplateResult {
  // A logarithmic axis has no place for distance 0.
  const [distances, scores, bounds, fittedBounds] = [
    all.distances.subarray(1),
    all.scores.subarray(1),
    all.bounds.subarray(1),
    all.fittedBounds.subarray(1),
  ];
  const times = significant(looseness, 4);
  const describe = (n: number) =>
    `distance ${plain(distances[n] ?? 0)}: score ${significant(scores[n] ?? 0, 4)}, bound ${significant(bounds[n] ?? 0, 4)}`;
  const last = distances.length - 1;
  return html`<h3>Scores by distance</h3>
    <p>
      For a query and a key that are equal in every pair. No score can exceed the bound in RoPE’s
      paper (dashed), but the bound is loose: it is drawn divided by ${times} to fit.
    </p>
    <posenc-line-plot
      data-plot
      height="260"
      label="Scores by distance"
      .summary=${`The score at distances from 1 to ${plain(distances[last] ?? 0)}: ${significant(scores[0] ?? 0, 4)} at first, ${significant(scores[last] ?? 0, 4)} at the end; the bound falls from ${significant(bounds[0] ?? 0, 4)} to ${significant(bounds[last] ?? 0, 4)}.`}
      .series=${[
        {
          name: `bound / ${times}`,
          x: distances,
          y: fittedBounds,
          color: 'soft',
          as: 'dashed',
        },
        { name: 'score', x: distances, y: scores, color: 'rope', as: 'line', weight: 'thin' },
      ]}
      .across=${distanceAxis}
      .up=${{ title: 'score', domain: [0, 1] }}
      .stops=${distances}
      .describe=${describe}
    ></posenc-line-plot>`;
}

/** 1.5M, which fits beside an axis. */
const compact = new Intl.NumberFormat('en', { notation: 'compact' });

export function basesPlot({ lengths, bases }: ModelBases): TemplateResult {
  const last = lengths.length - 1;
  return html`<h3>Base by length</h3>
    <p>The base grows with the text. Cached keys keep the base that they were rotated with.</p>
    <posenc-line-plot
      data-plot
      height="240"
      label="Base by length"
      .summary=${`The base is ${significant(bases[0] ?? 0, 6)} for short texts and ${significant(bases[last] ?? 0, 6)} for a text of ${plain(lengths[last] ?? 0)} tokens.`}
      .series=${[{ name: '', x: lengths, y: bases, color: 'rope', as: 'line' }]}
      .across=${{ title: 'length of the text, in tokens' }}
      .up=${{ title: 'base', mark: (base: number) => compact.format(base) }}
      .stops=${lengths}
      .describe=${(n: number) => `${plain(lengths[n] ?? 0)} tokens: base ${significant(bases[n] ?? 0, 6)}`}
    ></posenc-line-plot>
    <p class="met">
      Reported in
      <a href="https://github.com/huggingface/transformers/issues/25104" rel="noopener"
        >huggingface/transformers#25104</a
      >
    </p>`;
}

/** Both lists of longrope. */
export function factorLists({
  type,
  original,
  longFactor: long,
  shortFactor: short,
}: ModelRope): TemplateResult | typeof nothing {
  if (type !== 'longrope') return nothing;
  const limit = original ? ` ${grouped(original.value)} tokens` : ' the original length';
  return html`<h3>LongRoPE’s factors</h3>
    <p>
      Each pair has its own factors: <code>short_factor</code> up to${limit},
      <code>long_factor</code> beyond.
    </p>
    <posenc-line-plot
      data-plot
      height="240"
      label="LongRoPE’s factors"
      .summary=${`The long factors of ${quantity(long.length, 'pair')} go from ${significant(long[0] ?? 0, 4)} to ${significant(long.at(-1) ?? 0, 4)}, the short ones from ${significant(short[0] ?? 0, 4)} to ${significant(short.at(-1) ?? 0, 4)}.`}
      .series=${[
        { name: 'long', x: pairsOf(long), y: long, color: 'sinusoidal', as: 'line', marked: true },
        { name: 'short', x: pairsOf(short), y: short, color: 'learned', as: 'dashed' },
      ]}
      .across=${{ title: 'pair i' }}
      .up=${{ title: 'slowed by', scale: 'log' }}
      .stops=${pairsOf(long)}
      .describe=${(i: number) => `pair ${i}: long ${significant(long[i] ?? 0, 5)}, short ${significant(short[i] ?? 0, 5)}`}
    ></posenc-line-plot>`;
}

/** Which pairs belong to which axis of a picture or video. */
export function sections({
  axes,
  sections: sizes,
  type,
}: ModelRope): TemplateResult | typeof nothing {
  if (axes.length === 0) return nothing;
  const names = type !== 'xdrope' && sizes.length === 3 ? ['time', 'height', 'width'] : [];
  const parts = Array.from(sizes, (size, axis) => {
    const pairs = Array.from(axes).flatMap((one, i) => (one === axis ? [i] : []));
    return html`<tr>
      <th scope="row">
        <span class="pair" data-axis=${axis} aria-hidden="true"></span
        >${names[axis] ?? `axis ${axis}`}
      </th>
      <td>${quantity(size, 'pair')}: ${ranges(pairs)}</td>
    </tr>`;
  });
  return html`<h3>Sections</h3>
    <p>
      A token in a picture has ${names.length > 0 ? listed(names) : `${sizes.length} coordinates`},
      and each pair rotates by one of them.
    </p>
    <div class="strip" aria-hidden="true">
      ${Array.from(axes, (axis) => html`<span class="pair" data-axis=${axis}></span>`)}
    </div>
    <table class="facts" aria-label="Sections">
      <tbody>
        ${parts}
      </tbody>
    </table>`;
}
