// Further pictures of a set of frequencies: scores by distance, the base by length, factors of longrope, sections.
import { html, nothing, type TemplateResult } from 'lit';
import type { ModelBases, ModelReport, ModelRope, ModelScores } from '../core/api.ts';
import { plain, quantity, significant } from '../plots/format.ts';
import '../plots/line-plot.ts';
import { parsed } from './opening.ts';
import { grouped, listed, ranges } from './words.ts';
import { pairsOf } from './waves.ts';

const distanceAxis = { title: 'distance, in tokens', scale: 'log' } as const;

export function scoresPlot({ distances, scores, bounds }: ModelScores): TemplateResult {
  const describe = (n: number) =>
    `distance ${plain(distances[n] ?? 0)}: score ${significant(scores[n] ?? 0, 4)}, bound ${significant(bounds[n] ?? 0, 4)}`;
  const last = distances.length - 1;
  return html`<h3>Scores by distance</h3>
    <p>
      For a query and a key that are equal in every pair. Dashed: the bound of RoPE’s paper, as a
      share of its value at distance 0.
    </p>
    <posenc-line-plot
      data-plot
      height="260"
      label="Scores by distance"
      .summary=${`The score at distances from 0 to ${plain(distances[last] ?? 0)}: ${significant(scores[0] ?? 0, 4)} at first, ${significant(scores[last] ?? 0, 4)} at the end; the bound falls from ${significant(bounds[0] ?? 0, 4)} to ${significant(bounds[last] ?? 0, 4)}.`}
      .series=${[
        { name: 'bound', x: distances, y: bounds, color: 'soft', as: 'dashed' },
        { name: 'score', x: distances, y: scores, color: 'rope', as: 'line', weight: 'thin' },
      ]}
      .across=${distanceAxis}
      .up=${{ title: 'score', domain: [0, 1] }}
      .stops=${distances}
      .describe=${describe}
    ></posenc-line-plot>`;
}

/** 1.5M, which has room beside an axis. */
const compact = new Intl.NumberFormat('en', { notation: 'compact' });

export function basesPlot({ lengths, bases }: ModelBases): TemplateResult {
  const last = lengths.length - 1;
  return html`<h3>Base by length</h3>
    <p>
      The base grows with the text. Keys in a cache keep the base of the text that they were rotated
      with.
    </p>
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
      Met in
      <a href="https://github.com/huggingface/transformers/issues/25104" rel="noopener"
        >huggingface/transformers#25104</a
      >
    </p>`;
}

type Dictionary = Record<string, unknown>;

/** The dictionary at a path of a config; null where there is none. */
function dictionaryAt(text: string, path: string): Dictionary | null {
  let at: unknown = parsed(text);
  for (const key of path.split('.')) at = (at as Dictionary | null)?.[key];
  return typeof at === 'object' ? (at as Dictionary | null) : null;
}

/** Both lists of longrope, as the config has them. */
export function factorLists(
  { path, type, original }: ModelRope,
  text: string,
): TemplateResult | typeof nothing {
  if (type !== 'longrope') return nothing;
  const found = dictionaryAt(text, path);
  const [short = [], long = []] = [found?.['short_factor'], found?.['long_factor']] as number[][];
  const limit = original ? ` ${grouped(original.value)} tokens` : ' the original length';
  return html`<h3>Factors of longrope</h3>
    <p>
      Each pair has factors of its own: <code>short_factor</code> up to${limit},
      <code>long_factor</code> beyond.
    </p>
    <posenc-line-plot
      data-plot
      height="240"
      label="Factors of longrope"
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
  const names = type === 'mrope' && sizes.length === 3 ? ['time', 'height', 'width'] : [];
  const parts = Array.from(sizes, (size, axis) => {
    const pairs = Array.from(axes).flatMap((one, i) => (one === axis ? [i] : []));
    return html`<tr>
      <th scope="row">${names[axis] ?? `axis ${axis}`}</th>
      <td>${quantity(size, 'pair')}: ${ranges(pairs)}</td>
    </tr>`;
  });
  return html`<h3>Sections</h3>
    <p>
      A token of a picture has ${names.length > 0 ? listed(names) : `${sizes.length} coordinates`},
      and each pair is turned by one of them.
    </p>
    <table class="facts" aria-label="Sections">
      <tbody>
        ${parts}
      </tbody>
    </table>`;
}

export const hasDynamicBase = ({ ropes }: ModelReport): boolean =>
  ropes.some(({ type }) => type === 'dynamic');
