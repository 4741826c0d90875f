// The wavelength of each pair of a model, before and after scaling, with text lengths for comparison.
import { html, nothing, svg, type TemplateResult } from 'lit';
import type {
  ModelBases,
  ModelDifference,
  ModelReport,
  ModelRope,
  ModelScores,
  PairChange,
} from '../core/api.ts';
import { plain, quantity, significant } from '../plots/format.ts';
import '../plots/line-plot.ts';
import type { Series } from '../plots/line-plot.ts';
import { readingNames } from './differences.ts';
import {
  grouped,
  isScaled,
  isTwoDimensional,
  layersOf,
  listed,
  numberOf,
  ranges,
} from './words.ts';

/** The shape and the color of a change. */
const looks = {
  kept: { shape: 'circle', color: 'rope', means: 'as fast as before' },
  blended: { shape: 'diamond', color: 'learned', means: 'slowed by less than the factor' },
  squeezed: { shape: 'square', color: 'sinusoidal', means: 'slowed by the full factor' },
  slowed: { shape: 'diamond', color: 'sinusoidal', means: 'each by a factor of its own' },
  faster: { shape: 'diamond', color: 'wrong', means: 'faster than before' },
} as const satisfies Record<PairChange, { shape: Series['shape']; color: string; means: string }>;
const changes = Object.keys(looks) as PairChange[];

export const pairsOf = ({ length }: ArrayLike<unknown>): Float64Array =>
  Float64Array.from({ length }, (_, i) => i);

/** A line across at a length. */
const ruleAt = (name: string, y: number, color = 'soft'): Series => ({
  name,
  x: [],
  y: [y],
  color,
  as: 'rule',
});

/** The pairs that a scaling changes in one way. */
function pointsOf({ wavesAfter, changes: all }: ModelRope, change: PairChange): Series[] {
  const pairs = all.flatMap((one, i) => (one === change ? [i] : []));
  if (pairs.length === 0) return [];
  const { shape, color } = looks[change];
  const y = pairs.map((i) => wavesAfter[i] ?? 0);
  return [{ name: '', x: pairs, y, color, as: 'points', shape }];
}

export interface WavesView {
  report: ModelReport;
  rope: ModelRope;
  /** Of the text. */
  length: number;
  /** Another reading, drawn in the same picture. */
  difference: ModelDifference | null;
}

/** The lengths of a view, without repetition. (A picture has none.) */
function rules({ report: { claimed }, rope, length }: WavesView): Series[] {
  const { original, factor, claimedAfterFactor } = rope;
  const all: Series[] = [];
  if (isTwoDimensional(rope)) return all;
  if (original) all.push(ruleAt('original', original.value));
  if (claimed && claimed.value !== original?.value) all.push(ruleAt('claimed', claimed.value));
  if (claimedAfterFactor !== null)
    all.push(ruleAt(`claimed × ${factor?.value}`, claimedAfterFactor));
  all.push({ ...ruleAt(`text ${grouped(length)}`, length, 'accent'), within: 'start' });
  return all;
}

/** The pairs whose wave is longer than a text. */
const unfinishedAt = ({ wavesAfter }: ModelRope, length: number): number =>
  wavesAfter.filter((wave) => wave > length).length;

const othersOf = ({ report: { ropes }, rope }: WavesView): Series[] =>
  ropes
    .filter((other) => other !== rope)
    .map((other) => ({
      name: layersOf(other),
      x: pairsOf(other.wavesAfter),
      y: other.wavesAfter,
      color: 'alibi',
      as: 'line',
      weight: 'thin',
    }));

function series(view: WavesView): Series[] {
  const { rope, difference } = view;
  const x = pairsOf(rope.wavesAfter);
  const elsewhere = difference && difference.waves;
  return [
    ...rules(view),
    ...othersOf(view),
    ...(isScaled(rope)
      ? [{ name: '', x, y: rope.wavesBefore, color: 'soft', as: 'points', hollow: true } as const]
      : []),
    ...changes.flatMap((change) => pointsOf(rope, change)),
    ...(elsewhere
      ? [
          {
            name: readingNames[difference.reading],
            x: pairsOf(elsewhere),
            y: elsewhere,
            color: 'wrong',
            as: 'line',
          } as const,
        ]
      : []),
  ];
}

/** A part of the pairs, named in the picture: those that are blended, or those that do not rotate. */
function stretchOf({ changes: all, wavesAfter }: ModelRope) {
  const still = wavesAfter.indexOf(0);
  if (still >= 0) {
    return { from: still - 0.5, to: wavesAfter.length - 0.5, name: '', above: 'do not rotate' };
  }
  const first = all.indexOf('blended');
  if (first < 0 || !all.includes('squeezed')) return null;
  return { from: first - 0.5, to: all.lastIndexOf('blended') + 0.5, name: '', above: 'blended' };
}

function describe({ rope, difference }: WavesView, i: number): string {
  const [before = 0, after = 0] = [rope.wavesBefore[i], rope.wavesAfter[i]];
  if (after === 0) return `pair ${i} does not rotate`;
  const elsewhere = difference?.waves[i] ?? 0;
  const change = rope.changes[i] ?? 'kept';
  const parts = [
    isScaled(rope)
      ? `pair ${i}, ${change}: wavelength ${significant(before, 5)} before, ${significant(after, 5)} after`
      : `pair ${i}: wavelength ${significant(after, 5)} positions`,
    `${significant(rope.invFreq[i] ?? 0, 5)} rad per position`,
    ...(difference && elsewhere > 0
      ? [`${readingNames[difference.reading]} ${significant(elsewhere, 5)}`]
      : []),
  ];
  return parts.join('; ');
}

/** In words, for readers who cannot see it. */
function summary({ rope, report: { claimed }, length, difference }: WavesView): string {
  const { wavesAfter, original } = rope;
  const rotating = wavesAfter.filter((wave) => wave > 0);
  const lines = [
    ...(original ? [`the original length, ${plain(original.value)}`] : []),
    ...(claimed ? [`the claimed length, ${plain(claimed.value)}`] : []),
    `the text, ${plain(length)}`,
  ];
  const counts = changes
    .filter((change) => numberOf(rope.changes, change) > 0)
    .map((change) => `${numberOf(rope.changes, change)} ${change}`);
  return `The wavelengths of ${quantity(rotating.length, 'pair')} on a logarithmic axis, from ${significant(rotating[0] ?? 0, 4)} to ${significant(rotating.at(-1) ?? 0, 4)} positions${isScaled(rope) ? `: ${counts.join(', ')}` : ''}. Horizontal lines at ${lines.join(', ')}. Of the wavelengths, ${unfinishedAt(rope, length)} exceed the text’s length.${difference ? ` A line: ${readingNames[difference.reading]}, up to ${significant(difference.waves.at(-1) ?? 0, 4)} positions.` : ''}`;
}

const marks = {
  circle: svg`<circle cx="6" cy="6" r="4.2" />`,
  diamond: svg`<path d="M6,0.4l5.6,5.6l-5.6,5.6l-5.6,-5.6z" />`,
  square: svg`<rect x="2" y="2" width="8" height="8" />`,
};

const entry = (color: string, mark: TemplateResult | ReturnType<typeof svg>, text: string) =>
  html`<li>
    <svg viewBox="0 0 12 12" aria-hidden="true" fill=${`var(--posenc-${color})`}>${mark}</svg
    >${text}
  </li>`;

/** The meaning of a picture's marks, as a line of text. */
export const marksText = (rope: ModelRope): string =>
  isScaled(rope)
    ? `Rings: before scaling; ${changes
        .filter((change) => numberOf(rope.changes, change) > 0)
        .map((change) => `${looks[change].shape}s: ${change}`)
        .join('; ')}.`
    : 'Each mark is a pair.';

function legend({ rope }: WavesView): TemplateResult | typeof nothing {
  if (!isScaled(rope)) return nothing;
  const ring = svg`<circle cx="6" cy="6" r="4" fill="none" stroke="var(--posenc-soft)" stroke-width="1.5" />`;
  return html`<ul class="legend">
    ${entry('soft', ring, 'before scaling')}
    ${changes
      .filter((change) => numberOf(rope.changes, change) > 0)
      .map((change) => {
        const { shape, color, means } = looks[change];
        return entry(color, marks[shape], `${change}: ${means}`);
      })}
  </ul>`;
}

export function wavesPlot(view: WavesView): TemplateResult {
  return html`<posenc-line-plot
      data-plot
      height="350"
      label="Wavelengths of the pairs"
      .summary=${summary(view)}
      .series=${series(view)}
      .stretch=${stretchOf(view.rope)}
      .across=${{ title: 'pair i' }}
      .up=${{ title: 'wavelength', scale: 'log' }}
      .stops=${pairsOf(view.rope.wavesAfter)}
      .describe=${(i: number) => describe(view, i)}
    ></posenc-line-plot>
    ${legend(view)}`;
}

interface Count {
  at: number;
  word: string;
  count: number;
}

/** Pairs that never complete a turn, at each length that counts. */
function countsOf({ rope, report: { claimed }, length }: WavesView): Count[] {
  const { original, unfinishedOriginal, unfinishedClaimed, dependsOnLength } = rope;
  const text = { at: length, word: 'this text', count: unfinishedAt(rope, length) };
  // Frequencies that depend on the text are those of this length alone.
  if (dependsOnLength) return [text];
  const all: Count[] = [];
  if (original && unfinishedOriginal !== null) {
    all.push({ at: original.value, word: 'original', count: unfinishedOriginal });
  }
  if (claimed && unfinishedClaimed !== null && claimed.value !== original?.value) {
    all.push({ at: claimed.value, word: 'claimed', count: unfinishedClaimed });
  }
  return all.some(({ at }) => at === length) ? all : [...all, text];
}

/** What the pairs of a picture rotate by. */
export const axesSentence = ({ invFreq, positionAxes }: ModelRope): TemplateResult => {
  const pairs = quantity(invFreq.length, 'pair');
  return positionAxes === 'halves'
    ? html`${pairs} rotate by the height of a place in the picture, and ${pairs} with the same
      frequencies by its width.`
    : html`${pairs} rotate by the height of a place in the picture, and ${pairs} by its width. They
      take turns: the width has the frequencies between those of the height, which are drawn.`;
};

/** The same in a sentence. */
export function turns(view: WavesView): TemplateResult {
  const pairs = view.rope.invFreq.filter((omega) => omega > 0).length;
  const all = countsOf(view);
  if (all.every(({ count }) => count === 0)) {
    const lengths = all.map(({ at, word }) => `${grouped(at)} tokens (${word})`);
    return html`Each of the ${pairs} pairs completes a turn within ${listed(lengths)}.`;
  }
  return html`Of ${quantity(pairs, 'pair')},
  ${all.map(
    ({ at, word, count }, n) =>
      html`${n > 0 ? ', ' : ''}<span class="strong">${count}</span>
        ${n > 0 ? '' : 'never complete a turn '}within ${grouped(at)}${n > 0 ? '' : ' tokens'}
        (${word})`,
  )}.`;
}

// Further pictures of a set of frequencies: scores by distance, the base by length, factors of longrope, sections.

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

/** What queries are multiplied by, besides the factors that do not depend on the position. */
export function queriesPlot({ queryCurve }: ModelReport): TemplateResult | typeof nothing {
  if (!queryCurve) return nothing;
  const { positions, factors, total } = queryCurve;
  const last = positions.length - 1;
  const [first = 0, end = 0] = [total[0], total[last]];
  const isMore = first !== 1;
  return html`<h3>What multiplies a logit, by position</h3>
    <p>
      Queries grow with their position, so that far ones stay as decided as near
      ones${
        isMore
          ? html`; the factors of the scaling and of the class, ${significant(first, 7)}, are
            included`
          : nothing
      }.
    </p>
    <posenc-line-plot
      data-plot
      height="240"
      label="What multiplies a logit, by position"
      .summary=${`The factor rises in steps from ${significant(first, 6)} at position 0 to ${significant(end, 6)} at position ${plain(positions[last] ?? 0)}.`}
      .series=${[{ name: '', x: positions, y: total, color: 'rope', as: 'line' }]}
      .across=${{ title: 'position of the query', mark: (at: number) => compact.format(at) }}
      .up=${{ title: 'factor' }}
      .stops=${positions}
      .describe=${(n: number) => `position ${plain(positions[n] ?? 0)}: logits × ${significant(total[n] ?? 0, 6)}, queries × ${significant(factors[n] ?? 0, 6)}`}
    ></posenc-line-plot>`;
}

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

/** The pairs of each axis of a picture or video. */
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
