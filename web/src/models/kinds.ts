// Models without RoPE: what they do about positions instead.
import { html, type TemplateResult } from 'lit';
import type { ModelReport } from '../core/api.ts';
import { significant } from '../plots/format.ts';
import '../plots/line-plot.ts';
import { grouped } from './words.ts';

/** What it comes to, in a few words. */
const badge = (text: string, tone: string): TemplateResult =>
  html`<p class="badge" data-tone=${tone}>${text}</p>`;

/** A slope for each head. */
function alibi({ slopes, maxBias }: ModelReport): TemplateResult {
  const heads = Float64Array.from(slopes, (_, n) => n);
  const [first = 0, last = 0] = [slopes[0], slopes.at(-1)];
  const describe = (n: number) => `head ${n}: slope ${significant(slopes[n] ?? 0, 6)} per token`;
  return html`${badge(`${slopes.length} heads, each with its slope`, 'alibi')}
    <p class="sub">
      Nothing is added to the words. Each head takes its slope times the distance off its scores,
      from ${significant(first, 4)} to ${significant(last, 4)} a
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

function t5({ buckets }: ModelReport): TemplateResult {
  const [count, distance] = [buckets?.numBuckets.value ?? 0, buckets?.maxDistance.value ?? 0];
  return html`${badge(`${grouped(count)} buckets for distances`, 't5')}
    <p class="sub">
      Each head learns one number for each of ${grouped(count)} buckets and adds it to its scores.
      Near distances have a bucket each, farther ones share, and all beyond ${grouped(distance)}
      tokens fall into the last, which makes no difference between them.
      <a href="./longer.html#buckets">See which distance falls into which bucket</a>.
    </p>`;
}

function learned({ rows, width }: ModelReport): TemplateResult {
  const count = rows?.value ?? 0;
  return html`${badge(`A table of ${grouped(count)} rows`, 'learned')}
    <p class="sub">
      Each position has a learned row of ${grouped(width.value)} numbers, which is added to its
      word. Position ${grouped(count)} has none: a longer text cannot be read at all.
      <a href="./learned.html">See a table that is learned by heart</a>.
    </p>`;
}

function sinusoidal({ width, kind, rows }: ModelReport): TemplateResult {
  const isMixed = kind === 'sinusoidal+learned';
  return html`${badge(isMixed ? 'Sinusoids in the encoder, a table in the decoder' : `Sinusoids, ${grouped(width.value)} wide`, 'sinusoidal')}
    <p class="sub">
      ${grouped(width.value)} numbers for each position, sines and cosines of slower and slower
      waves, are added to its
      word${isMixed ? html` in the encoder; the decoder has a learned table${rows ? html` of ${grouped(rows.value)} rows` : ''}` : ''}.
      They are computed, so that every position has one, though models do badly at positions beyond
      their training.
      <a href="./sinusoidal.html">See the waves</a>.
    </p>`;
}

function none({ layers }: ModelReport): TemplateResult {
  const others = layers.filter(({ kind }) => kind === 'other').length;
  return html`${badge('No positions, and it works', 'soft')}
    <p class="sub">
      ${
        others > 0
          ? html`${others} of its ${layers.length} layers are not attention: they read the tokens
            one after the other, so their output depends on the order. By the time it gets to
            attention, it is in the vectors.`
          : html`With a causal mask, each token attends to those before it only, and so can count
            them.`
      }
      <a href="./order.html">See what attention knows of order without help</a>.
    </p>`;
}

const views: Readonly<Record<string, (report: ModelReport) => TemplateResult>> = {
  alibi,
  t5,
  learned,
  sinusoidal,
  'sinusoidal+learned': sinusoidal,
  none,
};

export const otherKind = (report: ModelReport): TemplateResult =>
  html`<div id="picture">${views[report.kind]?.(report)}</div>`;
