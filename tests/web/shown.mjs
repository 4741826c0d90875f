// An element without a browser: what it would show is read from its template, and its buttons are pressed by name.
import assert from 'node:assert/strict';
import { parseFragment } from 'parse5';

/**
 * @typedef {import('parse5').DefaultTreeAdapterTypes.ChildNode} Node
 * @typedef {import('parse5').DefaultTreeAdapterTypes.Element} Tree
 * @typedef {import('./pages.mjs').Page} Page
 */

/** @param {string} text */
const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * The HTML of a template. A handler of events is written as its place in a list.
 * @param {any} value @param {Function[]} handlers @returns {string}
 */
function htmlOf(value, handlers) {
  if (typeof value === 'function') return String(handlers.push(value) - 1);
  if (value === null || value === undefined || typeof value === 'symbol') return '';
  if (Array.isArray(value)) return value.map((one) => htmlOf(one, handlers)).join('');
  if (typeof value !== 'object') return escaped(String(value));
  if (!('strings' in value)) return '';
  const { strings, values } = value;
  return strings
    .slice(1)
    .reduce((/** @type {string} */ html, /** @type {string} */ next, /** @type {number} */ n) => {
      const inside = htmlOf(values[n], handlers);
      return html + (html.endsWith('=') ? `"${inside}"` : inside) + next;
    }, strings[0]);
}

const inline = ['a', 'b', 'i', 'small', 'span'];

/** @param {Node} node @returns {string} */
function rawText(node) {
  if ('value' in node) return node.value;
  if (!('tagName' in node)) return '';
  const text = node.childNodes.map(rawText).join('');
  return inline.includes(node.tagName) ? text : ` ${text} `;
}

/** What can be read in a part of it, with single spaces. @param {Node} node */
export const textIn = (node) => rawText(node).replaceAll(/\s+/g, ' ').trim();

/** @param {Tree} element @param {string} name */
export const attribute = ({ attrs }, name) => attrs.find((one) => one.name === name)?.value ?? null;

/** @param {Node[]} nodes @returns {Tree[]} */
export const elementsIn = (nodes) =>
  nodes.flatMap((node) => ('tagName' in node ? [node, ...elementsIn(node.childNodes)] : []));

export class Shown {
  /** @type {Function[]} */
  handlers = [];

  /**
   * @param {Page} page @param {any} Class of an element of Lit, the page's own
   * @param {Record<string, string>} [attributes]
   */
  constructor(page, Class, attributes = {}) {
    this.page = page;
    // Nothing is drawn, so there is no tree to draw into.
    Object.assign(Class.prototype, {
      createRenderRoot: () => ({ querySelector: () => null, querySelectorAll: () => [] }),
      update: () => {},
    });
    this.element = page.run(() => {
      const element = Object.assign(new Class(), attributes);
      element.connectedCallback();
      return element;
    });
  }

  /** Its elements, in their order. */
  all() {
    this.handlers = [];
    const html = htmlOf(
      this.page.run(() => this.element.render()),
      this.handlers,
    );
    return elementsIn(parseFragment(html).childNodes);
  }

  /** @param {(element: Tree) => boolean} test */
  find(test) {
    const found = this.all().find(test);
    assert.ok(found, this.text);
    return found;
  }

  /** All that can be read. */
  get text() {
    const [first] = this.all();
    return first ? textIn(first) : '';
  }

  /** The texts of the elements with a class. @param {string} name */
  texts(name) {
    return this.all()
      .filter((one) => attribute(one, 'class')?.split(' ').includes(name))
      .map(textIn);
  }

  /** @param {string} label of a button */
  has(label) {
    return this.all().some((one) => one.tagName === 'button' && textIn(one) === label);
  }

  /** Presses a button, and waits for what follows. @param {string} label */
  press(label) {
    return this.send(
      this.find((one) => one.tagName === 'button' && textIn(one) === label),
      'click',
    );
  }

  /** Types into a box. @param {string} label @param {string} value */
  type(label, value) {
    const all = this.all();
    const name = all.find((one) => one.tagName === 'label' && textIn(one) === label);
    const isBox = (/** @type {Tree} */ one) =>
      attribute(one, 'aria-label') === label ||
      (name !== undefined && attribute(one, 'id') === attribute(name, 'for'));
    const box = all.find((one) => one.tagName === 'input' && isBox(one));
    assert.ok(box, label);
    return this.send(box, 'input', { target: { value } });
  }

  /** @param {Tree} element @param {string} event @param {object} [about] */
  async send(element, event, about = {}) {
    const handler = this.handlers[Number(attribute(element, `@${event}`) ?? NaN)];
    assert.ok(handler, `${element.tagName} hears of ${event}`);
    await this.page.run(() => handler.call(this.element, about));
    await this.settled();
  }

  /** Once what was done has had its effect. */
  async settled() {
    await new Promise((resolve) => setImmediate(resolve));
    return this;
  }
}
