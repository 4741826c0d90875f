// What the search finds: the parts of all pages, their figures, claims, mistakes, terms and exercises, and the real
// models, read from the pages as they are rendered.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'parse5';
import { build } from '../paths.mjs';
import { loadClaims, loadModels } from './core.mjs';
import { fromPage, once } from './once.mjs';

/**
 * @typedef {import('../../../web/src/search/entries.ts').Entry} Entry
 * @typedef {import('../../../web/src/search/entries.ts').Page} Page
 * @typedef {import('../../../web/src/exercises/catalogue.ts').Entry} Exercise
 * @typedef {import('parse5').DefaultTreeAdapterTypes.ChildNode} Node
 * @typedef {import('parse5').DefaultTreeAdapterTypes.Element} Element
 * @typedef {{exercises: readonly Exercise[], mistakes: Map<string, string>}} Named titles that pages do not contain
 */

const file = join(build, 'lesson/search.json');

/** @param {Node} node @returns {node is Element} */
const isElement = (node) => 'tagName' in node;

/** @param {Element} element @param {string} name */
const attribute = ({ attrs }, name) => attrs.find((one) => one.name === name)?.value ?? '';

/** @param {Element} element @param {string} name */
const hasClass = (element, name) => attribute(element, 'class').split(' ').includes(name);

/** With those of its shadow root, if it has one. @param {Node} node @returns {Node[]} */
const childrenOf = (node) =>
  'content' in node ? node.content.childNodes : 'childNodes' in node ? node.childNodes : [];

/** The first element, in the order of the page, for which something holds. @param {Node} node @param {(one: Element) => boolean} test @returns {Element | undefined} */
function first(node, test) {
  if (isElement(node) && test(node)) return node;
  for (const child of childrenOf(node)) {
    const found = first(child, test);
    if (found) return found;
  }
  return undefined;
}

/** Their words belong to the words around them. */
const inline = /^(a|abbr|b|code|em|i|kbd|small|span|strong|sub|sup|wbr)$/;
/** Pictures, the frame of the page, and links to places with entries of their own. */
const left = /^(script|style|svg|nav|template)$/;
const leftClasses = [
  'belongs',
  'cards',
  'formula',
  'hint',
  'kicker',
  'notice',
  'numbers',
  'tried',
  'visually-hidden',
];

/** An aside of the text, and not the answer to a question. @param {Element} details */
const opensWithHeading = (details) =>
  first(details, ({ tagName }) => tagName === 'summary')?.childNodes.some(
    ({ nodeName }) => nodeName === 'h2',
  ) ?? false;

/** @param {Element} element */
const isLeft = (element) =>
  left.test(element.tagName) ||
  (element.tagName === 'details' && !opensWithHeading(element)) ||
  leftClasses.some((name) => hasClass(element, name));

/** How two or more parts of a formula are written in one line. @type {Record<string, (parts: string[]) => string>} */
const inOneLine = {
  msub: (parts) => parts.join('_'),
  msup: (parts) => parts.join('^'),
  msubsup: ([base, below, above]) => `${base}_${below}^${above}`,
  mfrac: (parts) => parts.join('/'),
  msqrt: (parts) => `√${parts.join('')}`,
};

/** Names of functions and signs stand apart; letters of formulas are those of other words. @param {string} text */
const apart = (text) =>
  text
    .replaceAll(/[\u{1d400}-\u{1d7ff}]/gu, (letter) => letter.normalize('NFKC'))
    .replace(/^([a-z]{2,}|[=<>≈≤≥+→])$/, ' $1 ');

/** A formula in one line. @param {Node} node @returns {string} */
function formulaText(node) {
  if (!isElement(node)) return 'value' in node ? apart(node.value.trim()) : '';
  if (node.tagName === 'annotation') return '';
  const parts = childrenOf(node).map(formulaText).filter(Boolean);
  const write = inOneLine[node.tagName];
  return write ? write(parts.map((part) => part.trim())) : parts.join('');
}

/** Names in a program, by which people look for it. @param {string} code */
const namesIn = (code) => [...new Set(code.match(/\b[a-z]\w*_\w+\b/gi))].join(' ');

/** @param {Node} node @returns {string} */
function wordsOf(node) {
  if ('value' in node) return node.value;
  if (!isElement(node)) return '';
  if (isLeft(node)) return '';
  if (node.tagName === 'math') return formulaText(node);
  const words = childrenOf(node).map(wordsOf).join('');
  if (node.tagName === 'pre') return ` ${namesIn(words)} `;
  return inline.test(node.tagName) ? words : ` ${words} `;
}

/** Without what is not seen; the narrow spaces in numbers stay. @param {string} text */
const tidy = (text) =>
  text
    .replaceAll(/[\u00ad\u2061-\u2064]/g, '')
    .replaceAll(/[ \n]+/g, ' ')
    .trim();

/** @param {Node | undefined} node */
const textOf = (node) => (node ? tidy(wordsOf(node)) : '');

/** The entries of a page, in its order. */
class PageReader {
  /** @type {Entry[]} */
  entries = [];
  /** Parts that only contain entries of their own. @type {Set<Entry>} */
  holders = new Set();

  /** @param {string} slug @param {string} title @param {string} description @param {Named} named */
  constructor(slug, title, description, named) {
    this.slug = slug;
    this.named = named;
    this.part = this.add({ kind: 'part', id: '', title, text: `${description} ` });
  }

  /** @param {Entry} entry */
  add(entry) {
    this.entries.push(entry);
    return entry;
  }

  /** @param {Node} node */
  read(node) {
    if (!isElement(node)) {
      if ('value' in node) this.part.text += node.value;
      return;
    }
    if (isLeft(node) || node.tagName === 'h1') return;
    if (node.tagName === 'h2') this.begin(node);
    else if (node.tagName.startsWith('posenc-')) this.readPart(node);
    else if (node.tagName === 'math' || node.tagName === 'pre') this.part.text += wordsOf(node);
    else {
      const gap = inline.test(node.tagName) ? '' : ' ';
      this.part.text += gap;
      for (const child of childrenOf(node)) this.read(child);
      this.part.text += gap;
    }
  }

  /** @param {Element} heading */
  begin(heading) {
    const kind = this.slug === 'glossary' ? 'term' : 'part';
    const title = textOf(heading);
    this.part = this.add({ kind, id: attribute(heading, 'id'), title, text: '' });
  }

  /** A figure, exercise or trial. @param {Element} element */
  readPart(element) {
    const id = attribute(element, 'id');
    const shadow = element.childNodes.find((child) => child.nodeName === 'template');
    if (shadow) this.readFigure(id, shadow);
    else if (element.tagName === 'posenc-claim') {
      this.holders.add(this.part);
      const label = `Claim ${attribute(element, 'number')}`;
      const title = textOf(element).replaceAll(/^“|”$/g, '');
      this.add({ kind: 'claim', id, title, label, text: '' });
    } else if (element.tagName === 'posenc-exhibit') {
      this.holders.add(this.part);
      const title = this.named.mistakes.get(attribute(element, 'exhibit')) ?? '';
      this.add({ kind: 'mistake', id, title, text: textOf(element) });
    } else if (!this.readExercises(element)) {
      this.part.text += wordsOf(element);
    }
  }

  /** @param {string} id @param {Node} shadow */
  readFigure(id, shadow) {
    const caption = textOf(first(shadow, ({ tagName }) => tagName === 'figcaption'));
    const plot = first(shadow, ({ attrs }) => attrs.some(({ name }) => name === 'data-plot'));
    const label = plot ? attribute(plot, 'label') : '';
    const drawn = textOf(first(shadow, (one) => hasClass(one, 'sub')));
    const text = [label, drawn].filter(Boolean).join('. ');
    if (caption) this.add({ kind: 'figure', id, title: caption, text });
  }

  /** The exercises that the catalogue has here. @param {Element} element */
  readExercises(element) {
    const name = attribute(element, 'name') || element.tagName.replace('posenc-', '');
    const found = this.named.exercises.filter(
      ({ id, href }) => id === name && href.startsWith(`./${this.slug}.html#`),
    );
    for (const { title, label, href } of found) {
      const [, id = ''] = href.split('#');
      this.add({ kind: 'exercise', id, title, label, text: textOf(element) });
    }
    return found.length > 0;
  }
}

/** Its parts name what other pages explain: they are found by their titles. */
const listOfOthers = 'teach';

/** What can be found on a page. @param {string} slug @param {string} html @param {Named} named @returns {Page} */
export function pageEntries(slug, html, named) {
  const document = /** @type {any} */ (parse(html));
  const main = first(document, ({ tagName }) => tagName === 'main');
  const heading = main && first(main, ({ tagName }) => tagName === 'h1');
  if (!main || !heading) throw new Error(`${slug}.html has no heading to be found by`);
  const title = textOf(heading);
  const about = first(document, (one) => attribute(one, 'name') === 'description');
  const description = about ? attribute(about, 'content') : '';
  const reader = new PageReader(slug, title, description, named);
  const texts = main.childNodes.filter(({ nodeName }) => nodeName !== 'footer');
  for (const child of texts) reader.read(child);
  const entries = reader.entries
    .filter((entry) => !reader.holders.has(entry))
    .map((entry) => ({ ...entry, text: slug === listOfOthers ? '' : tidy(entry.text) }));
  return { address: slug === 'index' ? './' : `./${slug}.html`, title, entries };
}

/** Exercises in the labs, whose elements do not name them. @param {readonly Exercise[]} exercises @param {string} slug @returns {Entry[]} */
const labExercises = (exercises, slug) =>
  exercises
    .filter(({ kind, href }) => kind === 'lab' && href.startsWith(`./${slug}.html#`))
    .map(({ title, label, href, section }) => {
      const [, id = ''] = href.split('#');
      return { kind: 'exercise', id, title, label, text: section };
    });

/** The models that ship with the library, on the page that shows them. @returns {Promise<Entry[]>} */
async function modelEntries() {
  const core = await loadModels();
  /** @type {typeof import('../../../web/src/models/words.ts')} */
  const { grouped, kindNames } = await fromPage('models/words.ts');
  return core.shippedModels().models.map(({ name, kind, config }) => {
    const { ropes, claimed } = core.modelReport(config, null);
    const rotary = ropes.map(({ base, type }) =>
      [`base ${grouped(base.value)}`, type === 'default' ? '' : `scaling ${type}`]
        .filter(Boolean)
        .join(', '),
    );
    const length = claimed ? [`up to ${grouped(claimed.value)} tokens`] : [];
    return {
      kind: 'model',
      id: '',
      query: new URLSearchParams({ model: name }).toString(),
      title: name,
      text: [kindNames[kind], ...new Set(rotary), ...length].join(', '),
    };
  });
}

/** Titles that are in scripts or in the library. @returns {Promise<Named>} */
async function namedElsewhere() {
  /** @type {{catalogue: readonly Exercise[]}} */
  const { catalogue } = await fromPage('exercises/catalogue.ts');
  const { exhibits } = (await loadClaims()).exhibits();
  return {
    exercises: catalogue,
    mistakes: new Map(exhibits.map(({ id, title }) => [id, title])),
  };
}

/**
 * Writes the file that the search loads when it is opened.
 * @param {Map<string, string>} pages HTML by file
 */
export async function writeSearch(pages) {
  const named = await namedElsewhere();
  const models = await once('models to search', null, modelEntries);
  const found = [...pages].map(([name, html]) => {
    const slug = name.replace('.html', '');
    const page = once(`search ${slug}`, html, () => pageEntries(slug, html, named));
    const more = [...labExercises(named.exercises, slug), ...(slug === 'models' ? models : [])];
    return { ...page, entries: [...page.entries, ...more] };
  });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(found));
}
