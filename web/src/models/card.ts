// A card to share: the name of a model, what its scaling does, and the picture of its wavelengths.
import { pictureOf } from '../plots/picture.ts';
import { colorsOf } from '../ui/download.ts';
import { shownAddress } from '../ui/shown-address.ts';
import type { ModelReport } from '../core/api.ts';
import { kindHeadline } from './kinds.ts';
import { marksText, type WavesView } from './waves.ts';
import { grouped, headlineOf, kindOf, layersOf } from './words.ts';

const width = 1200;
const margin = 60;
/** Of the picture, and where it begins. */
const [pictureTop, pictureHeight] = [182, 490];
const svgNamespace = 'http://www.w3.org/2000/svg';
const sans = { 'font-family': 'system-ui, sans-serif' };

/** The largest size, up to a limit, at which a line fits, if a letter is about half as wide as high. */
const sizeFor = (text: string, most: number): number =>
  Math.min(most, (width - 2 * margin) / (0.55 * text.length));

interface CardFacts {
  headline: string;
  /** A line below it; '' for none. */
  more: string;
  tone: string;
  /** Of the picture. */
  title: string;
  marks: string;
}

/** "Base 500 000; 25 of 64 pairs never complete a turn within 131 072 tokens". */
function turnsLine({ report: { claimed }, rope, length }: WavesView): string {
  const base = `Base ${grouped(rope.base.value)}`;
  if (rope.dependsOnLength) return `${base}; for a text of ${grouped(length)} tokens`;
  if (!claimed || rope.unfinishedClaimed === null) return base;
  const pairs = rope.invFreq.filter((omega) => omega > 0).length;
  return `${base}; ${rope.unfinishedClaimed} of ${pairs} pairs never complete a turn within ${grouped(claimed.value)} tokens`;
}

export function ropeFacts(view: WavesView): CardFacts {
  const { report, rope } = view;
  const kind = report.ropes.length > 1 ? `RoPE, ${layersOf(rope)}` : kindOf(report);
  return {
    headline: `${kind}: ${headlineOf(rope)}`,
    more: turnsLine(view),
    tone: 'rope',
    title: 'Wavelengths of the pairs',
    marks: marksText(rope),
  };
}

/** Of a model without RoPE. */
export function otherFacts(report: ModelReport): CardFacts {
  const { text, tone } = kindHeadline(report);
  const { claimed } = report;
  return {
    headline: `${kindOf(report)}: ${text}`,
    more: claimed ? `Claimed length: ${grouped(claimed.value)} tokens` : '',
    tone,
    title: '',
    marks: '',
  };
}

/** The card, as a whole SVG document. @param host the element that has the picture, and the page's colors */
export function cardOf(
  host: Element,
  name: string,
  { headline, more, tone, title, marks }: CardFacts,
): string {
  const color = colorsOf(host);
  const plots = [...(host.shadowRoot?.querySelectorAll<HTMLElement>('#picture [data-plot]') ?? [])];
  const height = pictureTop + (plots.length > 0 ? pictureHeight : 0) + 58;
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
  add('rect', { width: '100%', height: '100%', fill: color('sheet') });
  add('rect', { width: '100%', height: 12, fill: color(tone) });
  write(name, 80, 52, { fill: color('ink'), 'font-family': 'Georgia, serif' });
  write(headline, 128, 32, { fill: color(tone), ...sans });
  write(more, 166, 24, { fill: color('soft'), ...sans });
  if (plots.length > 0) {
    const text = pictureOf(plots, title, marks);
    const picture = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
    const place = {
      x: margin - 16,
      y: pictureTop,
      width: width - 2 * margin + 32,
      height: pictureHeight,
      preserveAspectRatio: 'xMinYMid',
    };
    for (const [key, value] of Object.entries(place)) picture.setAttribute(key, String(value));
    whole.append(home.importNode(picture, true));
  }
  write(shownAddress(), height - 24, 24, { fill: color('soft'), ...sans });
  return new XMLSerializer().serializeToString(home);
}
