// The pages of the built site as trees, for tests that need no browser.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'parse5';
import { root, site } from '../../tools/lib/paths.mjs';

/**
 * @typedef {import('parse5').DefaultTreeAdapterTypes.Node} Node
 * @typedef {import('parse5').DefaultTreeAdapterTypes.Element} Element
 */

/** @param {string} name of a file of the site */
export const siteFile = (name) => readFileSync(join(site, name), 'utf8');

/** The pages that are written for the lesson, the front page among them. */
export const pageNames = readdirSync(join(root, 'web/lesson'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.replace(/^\d+-/, '').replace('.md', '.html'));

/** @type {Map<string, Element>} */
const parsed = new Map();

/** The root element of a page. @param {string} name @returns {Element} */
export function pageTree(name) {
  const known = parsed.get(name);
  if (known) return known;
  const tree = parse(siteFile(name)).childNodes.find((node) => 'tagName' in node);
  if (!tree || !('tagName' in tree)) throw new Error(`${name} has no element`);
  parsed.set(name, tree);
  return tree;
}

/** @param {Element} element @param {string} name */
export const attribute = ({ attrs }, name) => attrs.find((one) => one.name === name)?.value ?? null;

/** @param {Element} element @param {string} name */
export const hasClass = (element, name) =>
  attribute(element, 'class')?.split(' ').includes(name) ?? false;

/** @param {Node} node @returns {Node[]} */
const childrenOf = (node) => ('childNodes' in node ? node.childNodes : []);

/**
 * The elements below one for which something holds, in the order of the page. Shadow roots of stills are left out.
 * @param {Node} from @param {(one: Element) => boolean} test @returns {Element[]}
 */
export const all = (from, test) =>
  childrenOf(from).flatMap((child) => [
    ...('tagName' in child && test(child) ? [child] : []),
    ...all(child, test),
  ]);

/** @param {Node} from @param {string} tag */
export const tagged = (from, tag) => all(from, ({ tagName }) => tagName === tag);

/** @param {Node} from @param {(one: Element) => boolean} test @returns {Element} */
export function the(from, test) {
  const [found, ...others] = all(from, test);
  if (!found || others.length > 0) throw new Error(`${found ? others.length + 1 : 0} found`);
  return found;
}

/** @param {Node} from @param {string} id */
export const byId = (from, id) => the(from, (one) => attribute(one, 'id') === id);

/** What stands in an element, without the shadow roots of stills. @param {Node} node @returns {string} */
export const textIn = (node) =>
  'value' in node && !('attrs' in node) ? node.value : childrenOf(node).map(textIn).join('');

/** The same with single spaces. @param {Node} node */
export const wordsIn = (node) => textIn(node).replaceAll(/\s+/g, ' ').trim();
