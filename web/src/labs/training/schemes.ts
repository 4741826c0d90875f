// The schemes that the labs train, as listed by the core, and how they are drawn. (The core has one more: a formula of
// your own.) A mix has a scheme for each layer.
import { html, type TemplateResult } from 'lit';
import { schemes as all } from '../../registry.ts';

type SchemeName = (typeof all)[number]['name'];

export interface Scheme {
  /** Its name in the core; of a mix those of its layers, with slashes: "rope/none". */
  id: string;
  name: string;
  short: string;
  /** The scheme whose color it has. */
  color: SchemeName;
  as: 'line' | 'dashed';
  /** Of a mix, the first layer's scheme first. */
  layers?: readonly SchemeName[];
}

const dashed: readonly string[] = ['alibi-directional', 'hybrid'];

export const schemes: readonly Scheme[] = all
  .filter(({ name }) => name !== 'own')
  .map(({ name, title, shortTitle }) => ({
    id: name,
    name: title,
    short: shortTitle,
    color: name,
    as: dashed.includes(name) ? 'dashed' : 'line',
  }));

/** Between the layers of a mix. */
const slash = '/';

/** The schemes of a mix's layers; null if it is not one. (The core decides which schemes can act in a layer.) */
function layersOf(id: string): Scheme[] | null {
  const layers = id.split(slash).map((name) => schemes.find((scheme) => scheme.id === name));
  return layers.length > 1 && layers.every((layer) => layer !== undefined) ? layers : null;
}

/** A mix as a scheme. @param taken the colors of other mixes */
function mixOf(id: string, layers: readonly Scheme[], taken: readonly SchemeName[]): Scheme {
  const { color } = layers.find((layer) => !taken.includes(layer.color)) ??
    layers[0] ?? { color: 'none' };
  return {
    id,
    name: layers.map(({ name }) => name).join(slash),
    short: layers.map(({ short }) => short).join(slash),
    color,
    as: 'dashed',
    layers: layers.map((layer) => layer.color),
  };
}

const namesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

/** "rope, alibi rope/none" as schemes, in their usual order, mixes last; unknown names are left out. */
export function schemesIn(text: string): Scheme[] {
  const names = namesIn(text);
  const mixes: Scheme[] = [];
  for (const id of new Set(names)) {
    const layers = layersOf(id);
    if (layers)
      mixes.push(
        mixOf(
          id,
          layers,
          mixes.map(({ color }) => color),
        ),
      );
  }
  return [...schemes.filter(({ id }) => names.includes(id)), ...mixes];
}

/** A name that is neither a scheme's nor a mix's; undefined if there is none. */
export const unknownIn = (text: string): string | undefined =>
  namesIn(text).find((name) => schemesIn(name).length === 0);

/** The scheme with that id, whether the core still knows it or not. */
export const schemeOf = (id: string): Scheme =>
  schemesIn(id)[0] ?? { id, name: id, short: id, color: 'none', as: 'line' };

/** The id of the scheme that a run was trained with. (One of an earlier visit may lack the layers.) */
export const idOf = ({
  scheme,
  layerSchemes,
}: {
  scheme: string;
  layerSchemes?: readonly string[];
}): string => (layerSchemes && layerSchemes.length > 0 ? layerSchemes.join(slash) : scheme);

/** (Its color is in the page's style sheet, by its name.) */
export const swatch = ({ color, as }: Scheme): TemplateResult =>
  html`<svg class="swatch" width="20" height="8" aria-hidden="true">
    <line
      x1="0"
      x2="20"
      y1="4"
      y2="4"
      stroke="var(--posenc-${color})"
      stroke-width="3"
      stroke-dasharray=${as === 'dashed' ? '5 3' : 'none'}
    />
  </svg>`;
