// Models without RoPE: what they do about positions instead.
import { html, nothing, type TemplateResult } from 'lit';
import type { ModelBuckets, ModelLayer, ModelReport, PositionKind } from '../core/api.ts';
import { plain, quantity, significant } from '../plots/format.ts';
import '../plots/line-plot.ts';
import { pairsOf } from './waves.ts';
import { grouped, listed, ranges } from './words.ts';

/** The main point about a model without RoPE, in a few words, and its color. */
export function kindHeadline({ kind, slopes, buckets, rows, width }: ModelReport): {
  text: string;
  tone: string;
} {
  switch (kind) {
    case 'alibi':
      return { text: `${slopes.length} heads, each with its own slope`, tone: 'alibi' };
    case 't5':
      return {
        text: `${grouped(buckets?.numBuckets.value ?? 0)} buckets of distances`,
        tone: 't5',
      };
    case 'learned':
      return {
        text: rows ? `A table of ${grouped(rows.value)} rows` : 'A learned table',
        tone: 'learned',
      };
    case 'sinusoidal':
      return { text: `Sinusoids, ${grouped(width?.value ?? 0)} wide`, tone: 'sinusoidal' };
    case 'sinusoidal+learned':
      return { text: 'Sinusoids in the encoder, a table in the decoder', tone: 'sinusoidal' };
    case 'relative':
      return { text: 'Learned by distance', tone: 't5' };
    case 'unknown':
      return { text: 'Not known', tone: 'soft' };
    default:
      return { text: 'No encoding, and it works', tone: 'soft' };
  }
}

/** A slope for each head. */
function alibi({ slopes, maxBias }: ModelReport): TemplateResult {
  const heads = pairsOf(slopes);
  const [first = 0, last = 0] = [slopes[0], slopes.at(-1)];
  const describe = (n: number) => `head ${n}: slope ${significant(slopes[n] ?? 0, 6)} per token`;
  return html`<p class="sub">
      Nothing is added to the words. Each head subtracts its slope times the distance from its
      scores: ${significant(first, 4)} to ${significant(last, 4)} per
      token${maxBias ? html`; largest bias ${grouped(maxBias.value)}` : ''}. No length is built in:
      <a href="./alibi.html">see how ALiBi works</a>.
    </p>
    <posenc-line-plot
      data-plot
      height="300"
      label="Slopes of the heads"
      .summary=${`The slopes of ${slopes.length} heads on a logarithmic axis, from ${significant(first, 4)} to ${significant(last, 4)}.`}
      .series=${[{ name: '', x: heads, y: slopes, color: 'alibi', as: 'points' }]}
      .across=${{ title: 'head' }}
      .up=${{ title: 'slope, per token', scale: 'log' }}
      .stops=${heads}
      .describe=${describe}
    ></posenc-line-plot>`;
}

/** The buckets of T5 by distance: the encoder has half of them for keys before a query, the decoder has all. */
function bucketsPlot(buckets: ModelBuckets): TemplateResult {
  // A logarithmic axis has no place for distance 0.
  const [distances, encoder, decoder] = [
    buckets.distances.subarray(1),
    buckets.encoder.subarray(1),
    buckets.decoder.subarray(1),
  ];
  const last = distances.length - 1;
  const inEncoder = (n: number) =>
    encoder.length > 0 ? `, encoder ${plain(encoder[n] ?? 0)}` : '';
  const bucket = (n: number) => `decoder ${plain(decoder[n] ?? 0)}${inEncoder(n)}`;
  const line = (name: string, y: Float64Array, more: object) =>
    y.length > 0 ? [{ name, x: distances, y, ...more }] : [];
  return html`<posenc-line-plot
    data-plot
    height="300"
    label="Buckets by distance"
    .summary=${`The bucket of a key before its query by distance, on a logarithmic axis. At distance 1: ${bucket(0)}; at ${plain(distances[last] ?? 0)}: ${bucket(last)}.`}
    .series=${[
      ...line('decoder', decoder, { color: 't5', as: 'line' }),
      ...line('encoder', encoder, { color: 'soft', as: 'dashed' }),
    ]}
    .across=${{ title: 'distance, in tokens', scale: 'log' }}
    .up=${{ title: 'bucket' }}
    .stops=${distances}
    .describe=${(n: number) => `distance ${plain(distances[n] ?? 0)}: bucket ${bucket(n)}`}
  ></posenc-line-plot>`;
}

function t5({ buckets }: ModelReport, curve: ModelBuckets | null): TemplateResult {
  const [count, distance] = [buckets?.numBuckets.value ?? 0, buckets?.maxDistance.value ?? 0];
  return html`<p class="sub">
      Each head learns one number for each of ${grouped(count)} buckets and adds it to its scores.
      Short distances have a bucket each, longer ones share, and all beyond ${grouped(distance)}
      tokens fall into the last, so the model cannot tell those apart.
      <a href="./longer.html#buckets">See which distance falls into which bucket</a>.
    </p>
    ${curve ? bucketsPlot(curve) : nothing}`;
}

/** The first and last rows of a table, and the position that has none. */
function tablePicture(count: number): TemplateResult {
  const rows = [0, 1, 2, count - 2, count - 1];
  const cell = (position: number, kind: string) =>
    html`<span class=${kind}><small>${grouped(position)}</small></span>`;
  return html`<div
    class="rows"
    role="img"
    aria-label=${`Rows for the positions 0 to ${grouped(count - 1)}; position ${grouped(count)} has none.`}
  >
    ${rows.map((position, n) => html`${n === 3 ? '…' : nothing}${cell(position, 'present')}`)}
    ${cell(count, 'missing')}
  </div>`;
}

function learned({ rows, width }: ModelReport): TemplateResult {
  const count = rows?.value ?? null;
  return html`<p class="sub">
      Each position has a learned row${width ? html` of ${grouped(width.value)} numbers` : nothing},
      which is added to its word (in a picture, to its patch).
      ${
        count === null
          ? 'The config does not say how many rows there are; a longer text cannot be read at all.'
          : `Position ${grouped(count)} has none: a longer text cannot be read at all.`
      }
      <a href="./learned.html">See how a table is learned</a>.
    </p>
    ${count !== null && count > 5 ? tablePicture(count) : nothing}`;
}

type Part = TemplateResult | typeof nothing;

function wavesPlot(waves: Float64Array): TemplateResult {
  const pairs = pairsOf(waves);
  const [first = 0, last = 0] = [waves[0], waves.at(-1)];
  return html`<posenc-line-plot
    data-plot
    height="300"
    label="Wavelengths of the sinusoids"
    .summary=${`The wavelengths of ${waves.length} pairs of sine and cosine on a logarithmic axis, from ${significant(first, 4)} to ${significant(last, 4)} positions.`}
    .series=${[{ name: '', x: pairs, y: waves, color: 'sinusoidal', as: 'points' }]}
    .across=${{ title: 'pair i' }}
    .up=${{ title: 'wavelength', scale: 'log' }}
    .stops=${pairs}
    .describe=${(i: number) => `pair ${i}: wavelength ${significant(waves[i] ?? 0, 5)} positions`}
  ></posenc-line-plot>`;
}

const sinusoidsPlot = ({ sinusoidWaves: waves }: ModelReport): Part =>
  waves.length > 0 ? wavesPlot(waves) : nothing;

function sinusoidal(report: ModelReport): TemplateResult {
  return html`<p class="sub">
      ${grouped(report.width?.value ?? 0)} numbers for each position, sines and cosines of slower
      and slower waves, are added to its word. They are computed, so every position has them.
      <a href="./longer.html#defined-is-not-the-same-as-works"
        >Whether a model can use those past its training length</a
      >
      depends on the task.
      <a href="./sinusoidal.html">See the waves</a>.
    </p>
    ${sinusoidsPlot(report)}`;
}

/** Whisper's. */
function sinusoidalAndLearned(report: ModelReport): TemplateResult {
  const { width, rows } = report;
  return html`<p class="sub">
      In the encoder, ${grouped(width?.value ?? 0)} numbers for each position, sines and cosines of
      slower and slower waves, are added to a moment of
      sound.${
        rows
          ? html` The decoder adds a learned row to each word: it has ${grouped(rows.value)}, and
            none for position ${grouped(rows.value)}.`
          : ' The decoder adds a learned row to each word.'
      }
      <a href="./sinusoidal.html">See the waves</a>.
    </p>
    ${sinusoidsPlot(report)}`;
}

function none(report: ModelReport): TemplateResult {
  const { layers } = report;
  const others = layers.filter(({ kind }) => kind === 'other').length;
  return html`<p class="sub">
      ${
        others > 0
          ? html`${others} of its ${layers.length} layers are not attention: they read the tokens
            one after another, so their output depends on the order. Attention finds the order in
            these vectors.`
          : html`With a causal mask, each token attends to itself and those before it. That gives
              some of the order away, but to count places, a model has to
              <a href="./longer.html#no-encoding-at-all">recognize the first token</a>.`
      }
      <a href="./order.html">See what attention knows about order without help</a>.
    </p>
    ${layerStrip(report)}`;
}

function relative(): TemplateResult {
  return html`<p class="sub">
    Scores depend on the distance between two words, through vectors or numbers that the model
    learned for each. <a href="./longer.html">See encodings by distance</a>.
  </p>`;
}

function unknown(): TemplateResult {
  return html`<p class="sub">
    Neither a key of the file nor its class tells how this model encodes positions, and no guess is
    shown. The note below says what was looked for.
  </p>`;
}

type View = (report: ModelReport, buckets: ModelBuckets | null) => TemplateResult;

const views: Readonly<Record<Exclude<PositionKind, 'rope'>, View>> = {
  alibi,
  t5,
  learned,
  sinusoidal,
  'sinusoidal+learned': sinusoidalAndLearned,
  relative,
  none,
  unknown,
};

/** @param buckets of T5, once they are there */
export function otherKind(report: ModelReport, buckets: ModelBuckets | null): TemplateResult {
  const { text, tone } = kindHeadline(report);
  return html`<div id="picture">
    <p class="badge" data-tone=${tone}>${text}</p>
    ${report.kind === 'rope' ? nothing : views[report.kind](report, buckets)}
  </div>`;
}

// The layers of a model in a row: which attend to all, to a window or not at all, and which rotate.

/** Layers at equal distances are listed by the first few and the last. */
function places(members: readonly number[]): string {
  const [first = 0, second = 0, third = 0] = members;
  const step = second - first;
  const isRegular = members.every((one, n) => one === first + n * step);
  if (members.length < 6 || step < 2 || !isRegular) return ranges(members);
  return `${first}, ${second}, ${third} … ${members.at(-1)}`;
}

/** The kinds of layers that differ in the picture. */
const looks: readonly { name: string; is: (layer: ModelLayer) => boolean }[] = [
  { name: 'full attention', is: ({ kind, rotates }) => kind === 'full_attention' && rotates },
  {
    name: 'full attention without RoPE',
    is: ({ kind, rotates }) => kind === 'full_attention' && !rotates,
  },
  { name: 'sliding window', is: ({ kind, rotates }) => kind === 'sliding_attention' && rotates },
  {
    name: 'sliding window without RoPE',
    is: ({ kind, rotates }) => kind === 'sliding_attention' && !rotates,
  },
  { name: 'linear or other', is: ({ kind }) => kind === 'other' },
];

/** Other encodings never rotate, so that is not pointed out. */
const classOf = ({ kind, rotates }: ModelLayer, isRotary: boolean): string => {
  const height =
    kind === 'full_attention' ? 'full' : kind === 'sliding_attention' ? 'sliding' : 'other';
  return `layer ${height} ${isRotary ? '' : 'plain'} ${rotates ? 'rotates' : ''}`;
};

const fromText = (from: string): string => (from.startsWith('class ') ? `the ${from}` : from);

export function layerStrip(report: ModelReport): TemplateResult {
  const { layers, layersFrom, kindsFrom, rotationFrom, kind } = report;
  if (layers.length === 0) {
    return html`<h3>Layers</h3>
      <p>The config does not say how many there are.</p>`;
  }
  const isRotary = kind === 'rope';
  const groups = looks.flatMap(({ name, is }) => {
    const members = layers.flatMap((layer, n) => (is(layer) ? [n] : []));
    const [first = 0] = members;
    const shown = isRotary ? name : name.replace(' without RoPE', '');
    return members.length > 0 ? [{ name: shown, members, layer: layers[first] }] : [];
  });
  const words = groups.map(({ name, members }) =>
    groups.length === 1
      ? `all with ${name}`
      : `${members.length} with ${name} (${places(members)})`,
  );
  const from = [...new Set([layersFrom, kindsFrom, ...(isRotary ? [rotationFrom] : [])])]
    .filter((one) => one !== '')
    .map(fromText);
  return html`<h3>${quantity(layers.length, 'layer')}</h3>
    <div class="strip" aria-hidden="true">
      ${layers.map((layer) => html`<span class=${classOf(layer, isRotary)}></span>`)}
    </div>
    <ul class="legend" aria-hidden="true">
      ${groups.map(({ name, layer }) =>
        layer ? html`<li><span class=${classOf(layer, isRotary)}></span>${name}</li>` : nothing,
      )}
    </ul>
    <p class="source">
      Counted from 0: ${listed(words)}. ${from.length > 0 ? html`From ${listed(from)}.` : nothing}
    </p>`;
}
