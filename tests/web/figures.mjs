// Figures without a browser: drawn under Node by their own code, as their stills are when the site is built, with numbers
// of the core's package.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { render } from '@lit-labs/ssr/lib/render.js';
import { interpolateViridis } from 'd3-scale-chromatic';
import { parseFragment } from 'parse5';
import { build } from '../../tools/lib/paths.mjs';
import { loadCore } from '../../tools/lib/site/core.mjs';
import { buildStills } from '../../tools/lib/site/stills.mjs';
import { captionProblem } from './caption-rule.mjs';

export const core = await loadCore();

const folder = mkdtempSync(join(build, 'figures-'));
process.on('exit', () => rmSync(folder, { recursive: true }));
const { figureOf, PartRenderer, paintStillsWith, tags: all } = await buildStills(core, folder);

// As they are: to pack them as well as for a page takes longer than all else.
paintStillsWith(
  (pixels, width, height) =>
    `data:pixels;${width}x${height},${Buffer.from(pixels).toString('base64')}`,
);

/** Every element that is a figure. */
export const tags = all;

/** Fails if the words that a figure shows about its answer are too long. @param {any} figure @param {unknown} [answer] */
export function checkCaption(figure, answer = figure.shown.answer, of = '') {
  const { values } = figure.shown;
  const problem = captionProblem(figure.caption(answer, values), figure.subtitle(answer, values));
  assert.equal(problem, '', of);
}

/** An element of what is drawn. @typedef {any} Node */

/** The elements below a node, also those in shadow roots. @param {Node} node @returns {Generator<Node>} */
function* below(node) {
  for (const child of [...(node.childNodes ?? []), ...(node.content?.childNodes ?? [])]) {
    if (child.tagName) yield child;
    yield* below(child);
  }
}

/** @param {Node} node @param {string} name */
export const attribute = (node, name) =>
  node.attrs.find((/** @type {{name: string}} */ one) => one.name === name.toLowerCase())?.value ??
  null;

/** @param {Node} node @param {string} name */
export const number = (node, name) => Number(attribute(node, name) ?? NaN);

/** The elements below a node that a selector without spaces names, such as `circle.ring` or `rect[data-strip]`. @param {Node} node @param {string} selector */
export function find(node, selector) {
  const [, tag, rest = ''] = /^([\w-]*)(.*)$/.exec(selector) ?? [];
  const classes = [...rest.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name);
  const attributes = [...rest.matchAll(/\[([\w-]+)(?:="?([^\]"]*)"?)?\]/g)];
  return [...below(node)].filter((one) => {
    const own = (attribute(one, 'class') ?? '').split(/\s+/);
    return (
      (!tag || one.tagName === tag) &&
      classes.every((name) => own.includes(name)) &&
      attributes.every(([, name = '', value]) => {
        const written = attribute(one, name);
        return value === undefined ? written !== null : written === value;
      })
    );
  });
}

/** All text of a node, as it is read. @param {Node} node */
export function textOf(node) {
  const parts = (/** @type {Node} */ one) =>
    one.value ?? (one.tagName === 'style' ? '' : (one.childNodes ?? []).map(parts).join(''));
  return parts(node)
    .replaceAll(/[ \n]+/g, ' ')
    .trim();
}

/** The pixels of an image, each with its red, green, blue and opacity. @param {Node} image */
export function pixelsOf(image) {
  const [, width, height, data = ''] =
    /^data:pixels;(\d+)x(\d+),(.*)$/.exec(attribute(image, 'href') ?? '') ?? [];
  return { width: Number(width), height: Number(height), data: Buffer.from(data, 'base64') };
}

/** The points of a path of lines. @param {Node} path @returns {Point[]} */
export const pointsOf = (path) =>
  [...(attribute(path, 'd') ?? '').matchAll(/[ML](-?[\d.]+)[ ,](-?[\d.]+)/g)].map(([, x, y]) => [
    Number(x),
    Number(y),
  ]);

/** @typedef {[x: number, y: number]} Point */

/** The round points of a drawing: some are parts of one path, rings are elements. @param {Node} drawing @returns {Point[]} */
function dotsOf(drawing) {
  /** @type {Point[]} */
  const dots = [];
  for (const one of below(drawing)) {
    if (one.tagName === 'circle') dots.push([number(one, 'cx'), number(one, 'cy')]);
    if (!(attribute(one, 'class') ?? '').split(' ').includes('dots')) continue;
    for (const [, x, y] of (attribute(one, 'd') ?? '').matchAll(/M([^,]+),([^h]+)h0/g)) {
      dots.push([Number(x), Number(y)]);
    }
  }
  return dots;
}

const readNumber = (/** @type {string} */ text) =>
  Number(text.trim().replace('\u2212', '-').replaceAll('\u202f', ''));

/** What a mark of an axis says; a power of ten has its exponent raised. @param {Node} text */
function valueOf(text) {
  const [exponent] = find(text, 'tspan');
  return exponent ? 10 ** readNumber(textOf(exponent)) : readNumber(textOf(text));
}

/**
 * Reads places in a drawing with axes as values, by the names of two marks of each axis.
 * @param {Node} drawing @param {boolean} log whether the upward axis is logarithmic
 */
function axesOf(drawing, log) {
  const marks = find(drawing, 'text')
    .filter((text) => !/name|series/.test(attribute(text, 'class') ?? ''))
    .map((text) => ({
      value: valueOf(text),
      x: number(text, 'x'),
      y: number(text, 'y') - 4,
      isUp: attribute(text, 'text-anchor') === 'end',
    }))
    .filter(({ value }) => !Number.isNaN(value));
  /** @param {boolean} up */
  const reader = (up) => {
    const own = marks.filter(({ isUp }) => isUp === up);
    const [first, last] = [own[0], own.at(-1)];
    // Words along an axis are no numbers.
    if (!first || !last || first === last) return () => NaN;
    const scale = (/** @type {number} */ value) => (up && log ? Math.log10(value) : value);
    const at = (/** @type {{x: number, y: number}} */ mark) => (up ? mark.y : mark.x);
    const slope = (scale(last.value) - scale(first.value)) / (at(last) - at(first));
    return (/** @type {number} */ pixel) => {
      const value = scale(first.value) + (pixel - at(first)) * slope;
      return up && log ? 10 ** value : value;
    };
  };
  const [x, y] = [reader(false), reader(true)];
  return (/** @type {Point} */ [across, up]) => [x(across), y(up)];
}

/** Every color of viridis that a picture may have, and the share of its scale that it stands for. */
const viridis = new Map(
  Array.from({ length: 513 }, (_, step) => {
    const color = interpolateViridis(step / 512);
    return [[1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)).join(), step / 512];
  }),
);

/** A picture of a figure: the element that draws it, and what it draws in the text of a page and on a phone. */
class Picture {
  /** @param {any} plot @param {Node} node */
  constructor(plot, node) {
    this.plot = plot;
    // Some look the same at any width.
    const [wide = node, narrow = node] = find(node, 'div.still');
    this.wide = wide;
    this.narrow = narrow;
    this.summary = String(plot.summary);
  }

  /**
   * What its points stand for, by the marks of its axes. @param {{log?: boolean}} [how] `log`: up
   * @returns {number[][]} (x, y) of each
   */
  points({ log = false } = {}) {
    return dotsOf(this.wide).map(axesOf(this.wide, log));
  }

  /** What the points of its curves stand for. @param {{log?: boolean}} [how] @returns {number[][][]} */
  curves({ log = false } = {}) {
    return find(this.wide, 'path.line').map((path) => pointsOf(path).map(axesOf(this.wide, log)));
  }

  /**
   * The numbers that its cells stand for: red above 0, blue below; or viridis from the lowest to the highest.
   * @param {{lowest?: number, highest?: number, nth?: number}} [how] @returns {number[][]} by row
   */
  cells({ lowest = -1, highest = 1, nth = 0 } = {}) {
    const { data, width, height } = pixelsOf(find(this.wide, 'image')[nth]);
    return Array.from({ length: height }, (_, row) =>
      Array.from({ length: width }, (_, col) => {
        const [red = 0, green = 0, blue = 0, opacity = 0] = data.subarray(4 * (row * width + col));
        if (lowest === -highest) return ((red > blue ? highest : lowest) * opacity) / 255;
        return lowest + (highest - lowest) * (viridis.get([red, green, blue].join()) ?? NaN);
      }),
    );
  }

  /** What a reader hears of a place in it. @param {unknown} place @returns {string} */
  read(place) {
    return this.plot.describe(place);
  }

  /** The same after some of the arrow keys. @param {string[]} keys @returns {string} */
  press(...keys) {
    for (const key of keys) this.plot.onKey({ key, preventDefault() {} });
    return this.read(this.plot.place);
  }
}

/** A figure as it shows itself. */
export class Shown {
  /** @param {any} figure */
  constructor(figure) {
    this.figure = figure;
    this.html = '';
    /** @type {Node} */
    this.root = null;
    /** @type {{element: any, node: Node}[]} */
    this.parts = [];
  }

  /** Asks the core for what is set, and draws the answer. */
  async update() {
    const { figure } = this;
    // (Figures may set one value by another before they ask.)
    figure.willUpdate(new Map(Object.keys(figure.parameters).map((name) => [name, undefined])));
    await figure.askOnce();
    // An address that is refused gives way to the figure's own values.
    if (figure.addressProblem && !figure.shown) await figure.askOnce();
    await this.draw();
    return this;
  }

  /** Draws what it shows anew. */
  async draw() {
    const { figure } = this;
    if (figure.shown) checkCaption(figure);
    /** @type {any[]} */
    const made = [];
    class Recorder extends PartRenderer {
      /** @param {string} tag */
      constructor(tag) {
        super(tag);
        made.push(this.element);
      }
    }
    figure.isAnswerNew = true;
    const html = await collectResult(
      render(figure.render(), { elementRenderers: [/** @type {any} */ (Recorder)] }),
    );
    this.html = html.replaceAll(/<!--.*?-->|<\?>/gs, '');
    this.root = parseFragment(this.html);
    const nodes = [...below(this.root)].filter(
      ({ tagName }) => tagName.startsWith('posenc-') && tagName !== 'posenc-number',
    );
    this.parts = made.map((element, n) => ({ element, node: nodes[n] }));
  }

  /** Sets parameters as a reader does. @param {Record<string, unknown>} values */
  async set(values) {
    const { figure } = this;
    for (const [name, value] of Object.entries(values)) {
      if (!(name in figure.parameters)) throw new Error(`there is no parameter ${name}`);
      figure.changeByReader(name, value);
    }
    return this.update();
  }

  /** Takes the values of one of its examples, by the words on its button. @param {string} label */
  async choose(label) {
    const { figure } = this;
    figure.take(figure.presets.find((/** @type {{label: string}} */ one) => one.label === label));
    return this.update();
  }

  /** Opens its other controls. */
  async openMore() {
    this.figure.isMoreOpen = true;
    await this.draw();
  }

  /** The names and values of the parameters that it shows. @returns {Record<string, any>} */
  get values() {
    return this.figure.shown.values;
  }

  /** @param {string} selector */
  find(selector) {
    return find(this.root, selector);
  }

  /** The text of the first element that a selector names. @param {string} selector */
  text(selector) {
    const [first] = this.find(selector);
    if (!first) throw new Error(`no ${selector}`);
    return textOf(first);
  }

  get title() {
    return this.text('figcaption');
  }

  get sub() {
    return this.text('p.sub');
  }

  /** What exactly it draws, as *More* says. */
  get setting() {
    const { answer, values } = this.figure.shown;
    return String(this.figure.setting(answer, values));
  }

  get error() {
    return this.text('p[id=problem]');
  }

  get message() {
    return this.find('p.message').map(textOf).join('');
  }

  /** Its pictures. @param {string} name of their element, without `posenc-` @returns {Picture[]} */
  pictures(name) {
    return this.parts
      .filter(({ node }) => node.tagName === `posenc-${name}`)
      .map(({ element, node }) => new Picture(element, node));
  }

  /** The first of its pictures. @param {string} name */
  picture(name, nth = 0) {
    const found = this.pictures(name)[nth];
    if (!found) throw new Error(`no posenc-${name}`);
    return found;
  }

  /** Its data. @returns {{head: string[], rows: any[][]}} */
  get table() {
    const { answer, values } = this.figure.shown;
    const { head, count, row } = this.figure.table(answer, values);
    return { head: [...head], rows: Array.from({ length: count }, (_, n) => [...row(n)]) };
  }
}

/**
 * A figure with attributes, at an address, before it asks the core.
 * @param {string} name without `posenc-` @param {Record<string, string | number>} attributes @param {string} [search]
 */
export async function make(name, attributes, search = '') {
  const figure = await figureOf(core, `posenc-${name}`);
  figure.id = name;
  for (const [attribute, value] of Object.entries(attributes)) {
    if (!figure.constructor.observedAttributes.includes(attribute)) {
      throw new Error(`${name} has no attribute ${attribute}`);
    }
    figure.attributeChangedCallback(attribute, null, String(value));
  }
  figure.takeFromAddress(search);
  return figure;
}

/**
 * A figure as it shows itself in a page that writes it with attributes.
 * @param {string} name without `posenc-` @param {Record<string, string | number>} [attributes]
 * @param {string} [search] the part of the page's address after the question mark
 */
export const show = async (name, attributes = {}, search = '') =>
  new Shown(await make(name, attributes, search)).update();

/** The message of a figure about an address. @param {string} name @param {string} search @returns {Promise<string>} */
export async function messageAbout(name, search) {
  const figure = await make(name, {}, search);
  // What cannot be read is not asked for.
  if (!figure.addressProblem) await figure.askOnce();
  return figure.addressProblem;
}
