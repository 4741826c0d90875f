// A picture to share: a reader's formula, its table, which invariants hold, and how well a tiny transformer did with it.
import { percent } from '../../plots/format.ts';
import { pixelsOf } from '../../plots/paint.ts';
import { scaleOver } from '../../plots/sequential.ts';
import { namesOfInvariants, quoted, type ShownEncoding } from './result.ts';
import { colorsOf } from '../../ui/download.ts';
import { shownAddress } from '../../ui/shown-address.ts';

/** The accuracy of a model that was trained with the formula. */
export interface TrainedShare {
  task: string;
  /** Null if the task has only one. */
  length: number | null;
  share: number;
}

const [width, height] = [1200, 630];
const margin = 60;
const pictureWidth = 450;
const bottom = height - 74;
const svgNamespace = 'http://www.w3.org/2000/svg';
/** Sizes of type for the formula: the largest in which it fits, or else the last. */
const formulaSizes = [48, 40, 34, 28] as const;
const linesOfFormula = 2;

/** "My encoding: 100 % on Reverse, 2 of 4 invariants". */
export function headlineOf({ encoding }: ShownEncoding, trained: TrainedShare | null): string {
  const { invariants } = encoding;
  const holding = invariants.filter(({ holds }) => holds).length;
  const held = `${holding} of ${invariants.length} invariants`;
  if (!trained) return `My encoding: ${held}`;
  const where = trained.length === null ? '' : ` at length ${trained.length}`;
  return `My encoding: ${percent(trained.share)} on ${trained.task}${where}, ${held}`;
}

/** The table, as an image with a pixel for each of its numbers. */
function imageOf({ encoding: { table } }: ShownEncoding): string {
  const { rows, cols, values } = table;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [cols, rows];
  const pixels = pixelsOf({ rows, cols, stride: cols, values }, scaleOver(values), cols, rows);
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, cols, rows), 0, 0);
  return canvas.toDataURL();
}

/** The size in which lines of this many letters fit, if a letter is this wide for its size. */
const sizeFor = (letters: number, letterWidth: number): number =>
  (width - 2 * margin) / (letters * letterWidth);

/** A formula in lines, the last of which may be cut off. */
function linesOf(formula: string): { lines: string[]; size: number } {
  const all = quoted(`PE(pos, i) = ${formula.replaceAll(/\s+/g, ' ')}`);
  const size =
    formulaSizes.find((one) => one <= sizeFor(all.length / linesOfFormula, 0.63)) ??
    formulaSizes[3];
  const letters = Math.floor(sizeFor(size, 0.62));
  const lines = Array.from({ length: linesOfFormula }, (_, n) =>
    all.slice(n * letters, (n + 1) * letters),
  );
  return { lines: lines.filter((line) => line !== ''), size };
}

/** A headline in at most two lines, broken after its colon. */
function brokenUp(headline: string): { lines: string[]; size: number } {
  const lines = headline.length < 44 ? [headline] : headline.split(/(?<=:) /);
  const longest = Math.max(...lines.map(({ length }) => length));
  return { lines, size: Math.min(66, sizeFor(longest, 0.52)) };
}

/** The card, as a whole SVG document. @param host an element that has the page's colors */
export function cardOf(host: Element, shown: ShownEncoding, trained: TrainedShare | null): string {
  const color = colorsOf(host);
  const home = document.implementation.createDocument(svgNamespace, 'svg');
  const whole = home.documentElement;
  const add = (name: string, attributes: Record<string, string | number>, text = '') => {
    const element = home.createElementNS(svgNamespace, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
    element.textContent = text;
    whole.append(element);
  };
  const write = (text: string, y: number, size: number, more: Record<string, string | number>) =>
    add('text', { x: margin, y, 'font-size': size, fill: color('ink'), ...more }, text);
  const sans = { 'font-family': 'system-ui, sans-serif' };
  const frame = { width: '100%', height: '100%' };
  for (const [key, value] of [
    ['width', width],
    ['height', height],
    ['viewBox', `0 0 ${width} ${height}`],
  ] as const) {
    whole.setAttribute(key, String(value));
  }
  add('rect', { ...frame, fill: color('paper') });
  add('rect', { width: '100%', height: 12, fill: color('accent') });
  const headline = brokenUp(headlineOf(shown, trained));
  /** The line that was written last. */
  let at = 24;
  for (const line of headline.lines) {
    at += 1.2 * headline.size;
    write(line, at, headline.size, { 'font-family': 'Georgia, serif' });
  }
  at += 12;
  const { lines, size } = linesOf(shown.formula);
  for (const line of lines) {
    at += 1.2 * size;
    write(line, at, size, { 'font-family': 'monospace', fill: color('soft') });
  }
  const top = at + 28;
  const place = { x: margin, y: top, width: pictureWidth, height: bottom - top };
  add('image', {
    ...place,
    preserveAspectRatio: 'none',
    'image-rendering': 'pixelated',
    href: imageOf(shown),
  });
  add('rect', { ...place, fill: 'none', stroke: color('line'), 'stroke-width': 2 });
  const { invariants } = shown.encoding;
  for (const [n, { id, holds }] of invariants.entries()) {
    const y = top + ((n + 0.5) * (bottom - top)) / invariants.length + 15;
    const x = margin + pictureWidth + 46;
    const tone = color(holds ? 'right' : 'wrong');
    write(holds ? '✓' : '✕', y, 46, { x, fill: tone, ...sans });
    write(namesOfInvariants[id] ?? id, y, 42, { x: x + 56, ...sans });
    write(holds ? 'holds' : 'does not hold', y, 34, { x: x + 334, fill: tone, ...sans });
  }
  const invitation = `Make your own: ${shownAddress()}`;
  const small = Math.min(34, sizeFor(invitation.length, 0.56));
  write(invitation, height - 24, small, { fill: color('soft'), ...sans });
  return new XMLSerializer().serializeToString(home);
}
