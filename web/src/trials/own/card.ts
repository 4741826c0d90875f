// A picture to share: a reader's formula, its table, which invariants hold, and how well a tiny transformer did with it.
import { percent } from '../../plots/format.ts';
import { pixelsOf } from '../../plots/paint.ts';
import { scaleOver } from '../../plots/colors.ts';
import { namesOfInvariants } from './own-result.ts';
import { quoted, type ShownEncoding } from './own-settings.ts';

/** How often a model was right that was trained with the formula. */
export interface TrainedShare {
  task: string;
  /** Null if the task has only one. */
  length: number | null;
  share: number;
}

const [width, height] = [1200, 630];
const margin = 60;
const [pictureWidth, pictureHeight] = [420, 300];
const svgNamespace = 'http://www.w3.org/2000/svg';
/** Letters of the formula that fit into a line. */
const lettersInLine = 72;
const linesOfFormula = 2;

/** "My encoding: 100 % on Reverse, 2 of 4 invariants". */
export function headlineOf({ encoding }: ShownEncoding, trained: TrainedShare | null): string {
  const { invariants } = encoding;
  const holding = invariants.filter(({ holds }) => holds).length;
  const kept = `${holding} of ${invariants.length} invariants`;
  if (!trained) return `My encoding: ${kept}`;
  const where = trained.length === null ? '' : ` at length ${trained.length}`;
  return `My encoding: ${percent(trained.share)} on ${trained.task}${where}, ${kept}`;
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

/** Colors as they are now: a file has no theme of its own. */
function colorsOf(host: Element): (token: string) => string {
  const probe = document.createElement('span');
  (host.shadowRoot ?? host).append(probe);
  const known = new Map(
    ['paper', 'sheet', 'ink', 'soft', 'line', 'accent', 'right', 'wrong'].map((token) => {
      probe.style.color = `var(--posenc-${token})`;
      return [token, getComputedStyle(probe).color] as const;
    }),
  );
  probe.remove();
  return (token) => known.get(token) ?? 'currentColor';
}

/** A formula in lines, the last of which may be cut off. */
function linesOf(formula: string): string[] {
  const all = quoted(`PE(pos, i) = ${formula.replaceAll(/\s+/g, ' ')}`);
  const lines = Array.from({ length: linesOfFormula }, (_, n) =>
    all.slice(n * lettersInLine, (n + 1) * lettersInLine),
  );
  return lines.filter((line) => line !== '');
}

/** A headline in at most two lines, broken after its colon. */
const brokenUp = (headline: string): string[] =>
  headline.length < 44 ? [headline] : headline.split(/(?<=:) /);

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
  for (const [n, line] of headline.entries()) {
    write(line, 96 + n * 54, 44, { 'font-family': 'Georgia, serif' });
  }
  const below = 96 + headline.length * 54;
  for (const [n, line] of linesOf(shown.formula).entries()) {
    write(line, below + n * 30, 24, { 'font-family': 'monospace', fill: color('soft') });
  }
  const top = height - margin - pictureHeight;
  const place = { x: margin, y: top, width: pictureWidth, height: pictureHeight };
  add('image', {
    ...place,
    preserveAspectRatio: 'none',
    'image-rendering': 'pixelated',
    href: imageOf(shown),
  });
  add('rect', { ...place, fill: 'none', stroke: color('line'), 'stroke-width': 2 });
  for (const [n, { id, holds }] of shown.encoding.invariants.entries()) {
    const y = top + 52 + n * 62;
    const x = margin + pictureWidth + 60;
    const tone = color(holds ? 'right' : 'wrong');
    write(holds ? '✓' : '✕', y, 34, { x, fill: tone, ...sans });
    write(namesOfInvariants[id] ?? id, y, 30, { x: x + 52, ...sans });
    write(holds ? 'holds' : 'does not hold', y, 24, { x: x + 290, fill: tone, ...sans });
  }
  const address = `${location.host}${location.pathname}`;
  write(`Make your own: ${address}`, height - 18, 20, { fill: color('soft'), ...sans });
  return new XMLSerializer().serializeToString(home);
}
