// Stills: pictures of figures for before any script runs, drawn under Node by the figures themselves when the site is
// built.
import { LitElementRenderer } from '@lit-labs/ssr/lib/lit-element-renderer.js';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { render } from '@lit-labs/ssr/lib/render.js';
import { PNG } from 'pngjs';
import type { FigureApi } from '../core/api.ts';
import { PosencError } from '../core/errors.ts';
import { elements, withoutPicture } from '../elements.ts';
import { PosencFigure } from '../figures/figure.ts';
import { paintStillsWith } from '../plots/paint.ts';
import type { ParameterTable } from '../ui/parameters.ts';

export { paintStillsWith };

/** Plots draw themselves; controls, which do nothing yet, leave their space empty. */
export class PartRenderer extends LitElementRenderer {
  static override matchesClass(element: typeof HTMLElement): boolean {
    return element !== customElements.get('posenc-number');
  }
}

/** Ways to pack the same pixels, of which the smallest is taken: waves repeat, photographs do not. */
const ways = [0, 1].flatMap((deflateStrategy) =>
  [0, 1, 2, 3, 4].map((filterType) => ({ deflateStrategy, filterType })),
);

paintStillsWith((pixels, width, height) => {
  const png = new PNG({ width, height });
  png.data.set(pixels);
  // Without opacity where all is opaque.
  const isOpaque = png.data.every((byte, n) => n % 4 !== 3 || byte === 255);
  const [file = Buffer.alloc(0)] = ways
    .map((way) => PNG.sync.write(png, { ...way, colorType: isOpaque ? 2 : 6, inputHasAlpha: true }))
    .sort((a, b) => a.length - b.length);
  return `data:image/png;base64,${file.toString('base64')}`;
});

const compact = (css: string) => css.replaceAll(/[ \n]+/g, ' ').trim();

const withoutMarkers = (html: string) => html.replaceAll(/<!--.*?-->|<\?>/gs, '');

/** A property `checked` is rendered as an attribute, which checks its box whatever its value. */
const withoutUnchecked = (html: string) =>
  html.replaceAll(/ checked="(true|false)"/g, (_, checked) =>
    checked === 'true' ? ' checked' : '',
  );

/** Tenths of a pixel: nobody sees more. */
const tenths = (text: string) => String(Number(Number(text).toFixed(1)));
const decimals = /-?\d+\.\d{2,}(?:e-\d+)?/g;

/** A line through points, from each to the next: most of these steps are alike, which packs well. */
function inSteps(path: string): string {
  const [first = '', ...rest] = path.split('L');
  const point = (text: string) =>
    text
      .trim()
      .split(/[\s,]+/)
      .map(Number);
  let [x = NaN, y = NaN] = point(first);
  const steps = rest.map((text) => {
    const [toX = NaN, toY = NaN] = point(text);
    const step = `${tenths(String(toX - x))} ${tenths(String(toY - y))}`;
    [x, y] = [toX, toY];
    return step;
  });
  return `M${first}l${steps.join(' ')}`;
}

/** Drawings with fewer bytes that look the same. */
const lighter = (html: string) =>
  html
    .replaceAll(
      / (d|x|y|[xyr][12]?|c[xy]|width|height|points|transform|viewBox)="[^"]*\.\d{2}[^"]*"/g,
      (part) => part.replaceAll(decimals, tenths),
    )
    .replaceAll(/(?<= d=")M([^MLHVCSQTAZa-z"]+L[^MHVCSQTAZa-z"]+)(?=")/g, (_, path: string) =>
      inSteps(path),
    )
    .replaceAll(/[ \n]+/g, ' ');

/** A picture takes the width of its container. */
const scaling = (html: string) =>
  html.replaceAll(
    /(<svg\b[^>]*?)\swidth="([\d.]+)"\s+height="([\d.]+)"/g,
    '$1 viewBox="0 0 $2 $3" width="$2" height="$3"',
  );

/** Renames its parts to names that no script defines, so that they do not change until the figure draws them. */
const inert = (html: string) => html.replaceAll(/<(\/?)posenc-/g, '<$1still-');

export const tags: readonly string[] = Object.keys(elements).filter(
  (tag) => !withoutPicture.includes(tag),
);

type Figure = PosencFigure<ParameterTable, unknown>;

/** A figure; null for an element that is not one. */
async function create(tag: string): Promise<Figure | null> {
  if (withoutPicture.includes(tag)) return null;
  await elements[tag]?.();
  const defined = customElements.get(tag);
  if (!defined) throw new Error(`there is no element ${tag}`);
  return new defined() as Figure;
}

/** The name of a figure; '' for an element that has none of its own. */
export async function titleOf(tag: string): Promise<string> {
  return ((await create(tag)) as unknown as { label: string } | null)?.label ?? '';
}

/** A figure that asks this core; null for an element that is not a figure. */
export async function figureOf(core: FigureApi, tag: string): Promise<Figure | null> {
  PosencFigure.computes = {
    call: (method, ...args) =>
      new Promise((resolve) => {
        const compute = core[method] as (
          ...all: typeof args
        ) => ReturnType<FigureApi[typeof method]>;
        try {
          resolve(compute(...args));
        } catch (error) {
          // Figures know the class of their own build, not that of the core's package.
          throw PosencError.from(error as PosencError).forReader();
        }
      }),
  };
  return create(tag);
}

/** The shadow root of a figure with these attributes, as HTML; null for an element that is not a figure. */
export async function still(
  core: FigureApi,
  tag: string,
  attributes: Record<string, string>,
): Promise<string | null> {
  const figure = await figureOf(core, tag);
  if (!figure) return null;
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'id') figure.id = value;
    else figure.attributeChangedCallback(name, null, value);
  }
  await figure.prepare();
  const shadow = await collectResult(render(figure.render(), { elementRenderers: [PartRenderer] }));
  const styles = (figure.constructor as typeof PosencFigure).elementStyles
    .map((style) => ('cssText' in style ? style.cssText : ''))
    .join('');
  const whole = inert(
    `<style>${styles}</style>${lighter(scaling(withoutUnchecked(withoutMarkers(shadow))))}`,
  );
  const html = whole.replaceAll(
    /<style>([\s\S]*?)<\/style>/g,
    (_, css: string) => `<style>${compact(css)}</style>`,
  );
  return `<template shadowrootmode="open">${html}</template>`;
}
