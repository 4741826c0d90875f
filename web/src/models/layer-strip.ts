// The layers of a model in a row: which attend to all, to a window or not at all, and which rotate.
import { html, nothing, type TemplateResult } from 'lit';
import type { ModelLayer, ModelReport } from '../core/api.ts';
import { quantity } from '../plots/format.ts';
import { listed, ranges } from './words.ts';

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

const fromText = (from: string): string =>
  from === 'class' ? 'the class' : from === 'default' ? 'the default' : from;

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
