// A card to share: what a model is called, what its scaling does, and the picture of its wavelengths.
import { pictureOf } from '../plots/picture.ts';
import { colorsOf } from '../ui/current-colors.ts';
import { marksText, unfinishedAt, type WavesView } from './waves.ts';
import { grouped, headlineOf, kindOf, layersOf } from './words.ts';

const [width, height] = [1200, 630];
const margin = 60;
const svgNamespace = 'http://www.w3.org/2000/svg';
const sans = { 'font-family': 'system-ui, sans-serif' };

/** The largest size, up to a limit, in which a line fits, if a letter is about half as wide as high. */
const sizeFor = (text: string, most: number): number =>
  Math.min(most, (width - 2 * margin) / (0.55 * text.length));

/** "Base 500 000, 131 072 tokens, within which 25 of 64 pairs never complete a turn". */
function factsOf({ report: { claimed }, rope }: WavesView): string {
  const base = `Base ${grouped(rope.base.value)}`;
  if (!claimed) return base;
  const unfinished = unfinishedAt(rope, claimed.value);
  return `${base}; ${unfinished} of ${rope.invFreq.length} pairs never complete a turn within ${grouped(claimed.value)} tokens`;
}

/** The card, as a whole SVG document. @param host the element that has the picture, and the page's colors */
export function cardOf(host: Element, name: string, view: WavesView): string {
  const color = colorsOf(host);
  const home = document.implementation.createDocument(svgNamespace, 'svg');
  const whole = home.documentElement;
  const add = (tag: string, attributes: Record<string, string | number>, text = '') => {
    const element = home.createElementNS(svgNamespace, tag);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    element.textContent = text;
    whole.append(element);
  };
  for (const [key, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` })) {
    whole.setAttribute(key, String(value));
  }
  const write = (text: string, y: number, most: number, more: Record<string, string>) =>
    add('text', { x: margin, y, 'font-size': sizeFor(text, most), ...more }, text);
  const { report, rope } = view;
  const kind = report.ropes.length > 1 ? `RoPE, ${layersOf(rope)}` : kindOf(report);
  add('rect', { width: '100%', height: '100%', fill: color('sheet') });
  add('rect', { width: '100%', height: 12, fill: color('rope') });
  write(name, 80, 52, { fill: color('ink'), 'font-family': 'Georgia, serif' });
  write(`${kind}: ${headlineOf(rope)}`, 128, 32, {
    fill: color('rope'),
    ...sans,
  });
  write(factsOf(view), 166, 24, { fill: color('soft'), ...sans });
  const plots = [...(host.shadowRoot?.querySelectorAll<HTMLElement>('#picture [data-plot]') ?? [])];
  const text = pictureOf(plots, 'Wavelengths of the pairs', marksText(rope));
  const picture = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  const place = {
    x: margin - 16,
    y: 182,
    width: width - 2 * margin + 32,
    height: 390,
    preserveAspectRatio: 'xMinYMid',
  };
  for (const [key, value] of Object.entries(place)) picture.setAttribute(key, String(value));
  whole.append(home.importNode(picture, true));
  write(`${location.host}${location.pathname}`, height - 24, 24, { fill: color('soft'), ...sans });
  return new XMLSerializer().serializeToString(home);
}
