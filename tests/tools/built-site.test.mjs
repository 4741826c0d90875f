// What every page of the built site says as it comes from the host, before any script: tests that need no browser.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root, site } from '../../tools/lib/paths.mjs';
import {
  all,
  attribute,
  byId,
  hasClass,
  pageNames,
  pageTree,
  siteFile,
  tagged,
  textIn,
  the,
  wordsIn,
} from './built-site.mjs';

/** @typedef {import('./built-site.mjs').Element} Element */

/** @type {{sections: {slug: string}[]}} */
const { sections } = JSON.parse(readFileSync(join(root, 'web/lesson/lesson.json'), 'utf8'));
const sectionNames = sections.map(({ slug }) => `${slug}.html`);

/** @param {string} name */
const mainOf = (name) => the(pageTree(name), ({ tagName }) => tagName === 'main');
/** @param {string} name */
const contentsOf = (name) => byId(pageTree(name), 'contents');
/** @param {Element} link */
const hrefOf = (link) => attribute(link, 'href') ?? '';

for (const name of pageNames) {
  test(`${name} has a title, one heading of the first rank, and a way to every other page`, () => {
    const page = pageTree(name);
    assert.match(wordsIn(the(page, ({ tagName }) => tagName === 'title')), /computed live$/);
    assert.equal(tagged(page, 'h1').length, 1);
    const links = tagged(contentsOf(name), 'a');
    const here = tagged(page, 'a')
      .filter((link) => attribute(link, 'aria-current') === 'page')
      .map(hrefOf);
    assert.deepEqual([...new Set(here)], [name === 'index.html' ? './' : `./${name}`]);
    // Each in the contents, or at the foot of the page.
    const below = tagged(page, 'footer').flatMap((footer) => tagged(footer, 'a'));
    for (const other of pageNames.filter((one) => one !== 'index.html')) {
      const leading = [...links, ...below].filter((link) => hrefOf(link) === `./${other}`);
      assert.equal(leading.length, 1, other);
    }
    assert.equal(attribute(byId(page, 'text'), 'tabindex'), '-1', 'where "Skip to content" leads');
    const [first] = tagged(page, 'a');
    assert.equal(first && hrefOf(first), '#text');
  });
}

/** The ids of a page, and how often each is there. @type {Map<string, Map<string, number>>} */
const idsOfPages = new Map();

/** @param {string} name */
function idsIn(name) {
  const known = idsOfPages.get(name);
  if (known) return known;
  /** @type {Map<string, number>} */
  const ids = new Map();
  for (const element of all(pageTree(name), (one) => attribute(one, 'id') !== null)) {
    const id = attribute(element, 'id') ?? '';
    ids.set(id, (ids.get(id) ?? 0) + 1);
  }
  idsOfPages.set(name, ids);
  return ids;
}

test('every link within the site leads to a file, and to a part of it that is there once', () => {
  let count = 0;
  for (const name of pageNames) {
    for (const link of tagged(pageTree(name), 'a')) {
      const href = hrefOf(link);
      if (!/^[.#]/.test(href)) continue;
      const { pathname, hash } = new URL(href, `https://site.test/${name}`);
      const file = pathname === '/' ? 'index.html' : pathname.slice(1);
      assert.ok(existsSync(join(site, file)), `${name}: ${href}`);
      if (hash) assert.equal(idsIn(file).get(decodeURIComponent(hash.slice(1))), 1, href);
      count++;
    }
  }
  assert.ok(count > 1000, `${count} links`);
});

/** (Others may begin alike: a listing has an attribute "only".) */
const handlerNames = /^on(click|load|error|input|change|submit|key|focus|mouse|pointer)/;

test('the Content-Security-Policy of every page allows its own files alone, and no inline script', () => {
  for (const name of pageNames) {
    const page = pageTree(name);
    const policy = the(page, (one) => attribute(one, 'http-equiv') === 'Content-Security-Policy');
    const directives = Object.fromEntries(
      (attribute(policy, 'content') ?? '').split('; ').map((directive) => {
        const [what = '', ...from] = directive.split(' ');
        return [what, from.filter((source) => source && !source.startsWith("'sha256-")).join(' ')];
      }),
    );
    assert.deepEqual(directives, {
      ...{ 'default-src': "'none'", 'script-src': "'self' 'wasm-unsafe-eval'" },
      ...{ 'worker-src': "'self'", 'style-src': "'self'", 'img-src': "'self' data:" },
      ...{ 'font-src': "'self'", 'connect-src': "'self'", 'frame-src': "'self'" },
      ...{ 'base-uri': "'none'", 'form-action': "'none'" },
    });
    for (const script of tagged(page, 'script'))
      assert.match(attribute(script, 'src') ?? '', /^\.\//);
    const handlers = all(page, ({ attrs }) => attrs.some((one) => handlerNames.test(one.name)));
    assert.deepEqual(handlers, [], name);
  }
});

test('before and after a section come those of the contents', () => {
  const [list] = all(pageTree('index.html'), (one) => hasClass(one, 'cards'));
  assert.ok(list);
  const cards = tagged(list, 'li').map((card) => tagged(card, 'a').map(hrefOf).join());
  assert.deepEqual(
    cards,
    sectionNames.map((name) => `./${name}`),
  );
  for (const [n, name] of sectionNames.entries()) {
    const turn = the(pageTree(name), (one) => hasClass(one, 'turn'));
    const [before, after] = [sectionNames[n - 1], sectionNames[n + 1]];
    const wanted = [
      ...(before ? [['Previous', `./${before}`]] : []),
      ...(after ? [['Next', `./${after}`]] : []),
    ];
    const links = tagged(turn, 'a').filter((link) => cards.includes(hrefOf(link)));
    assert.deepEqual(
      links.map((link) => [tagged(link, 'small').map(textIn).join(''), hrefOf(link)]),
      wanted,
      name,
    );
  }
});

test('the contents number the sections, with the minutes that each section says; all are those of the front page', () => {
  const entries = all(contentsOf('index.html'), (one) => attribute(one, 'data-parts') !== null);
  assert.deepEqual(
    entries.map(hrefOf),
    sectionNames.map((name) => `./${name}`),
  );
  let sum = 0;
  for (const [n, entry] of entries.entries()) {
    const name = sectionNames[n] ?? '';
    assert.equal(wordsIn(the(entry, (one) => hasClass(one, 'ring'))), String(n + 1));
    const parts = tagged(mainOf(name), 'h2').map((heading) => attribute(heading, 'id'));
    assert.deepEqual(
      attribute(entry, 'data-parts')?.split(' '),
      parts.filter((id) => id !== 'numbers'),
      name,
    );
    const kicker = the(mainOf(name), (one) => hasClass(one, 'kicker'));
    const [, minutes] = /^\d+ of \d+(?: · (\d+) minutes)?$/.exec(wordsIn(kicker)) ?? [];
    assert.equal(
      wordsIn(the(entry, ({ tagName }) => tagName === 'small')),
      minutes === undefined ? '' : `${minutes} minutes`,
      name,
    );
    // Exercises are worked, not read.
    assert.equal(minutes === undefined, name === 'exercises.html');
    sum += Number(minutes ?? 0);
  }
  const [, total] = /about (\d+) minutes to read/.exec(wordsIn(mainOf('index.html'))) ?? [];
  const off = Math.abs(Number(total) - sum);
  assert.ok(sum > 40 && off <= 2.5 + entries.length / 2, `${total} for ${sum}`);
});

test('the text has no template, no NaN and no code of a formula; formulas are MathML', () => {
  for (const name of pageNames) {
    const main = mainOf(name);
    const prose = all(main, ({ tagName }) => ['p', 'li', 'td', 'h2'].includes(tagName))
      .filter((one) => tagged(one, 'code').length === 0)
      .map(textIn)
      .join('\n');
    assert.doesNotMatch(prose, /\{\{|\}\}|\bNaN\b|\bundefined\b|\$/, name);
  }
  assert.ok(tagged(mainOf('sinusoidal.html'), 'math').length > 30);
});

/** A number as the text writes it. @param {number} value @param {number} digits */
const written = (value, digits) => value.toFixed(digits).replace('-', '\u2212');

/** The mean cosine over the eight pairs of a width of 16. @param {number} distance */
const similarity = (distance) =>
  Array.from({ length: 8 }, (_, pair) => Math.cos(distance * 10_000 ** (-pair / 8)) / 8).reduce(
    (sum, one) => sum + one,
  );

// (Every number of the text shows the call that gives it: tests/tools/provenance.test.mjs.)
test('numbers in the text are what their formulas give', () => {
  const text = wordsIn(mainOf('sinusoidal.html'));
  const row = [Math.sin(3), Math.cos(3), Math.sin(0.03), Math.cos(0.03)];
  const [sin3, cos3, sin003, cos003] = row.map((value) => written(value, 3));
  const longest = written(2 * Math.PI * 10_000 ** (126 / 128), 0).replace(/(...)$/, ' $1');
  for (const words of [
    `3 sin 3 = ${sin3} cos 3 = ${cos3} sin 0.03 = ${sin003} cos 0.03 = ${cos003}`,
    `the longest wave is ${longest} positions`,
    `it is ${written(similarity(10), 3)} at distance 10, and ${written(similarity(20), 3)} at 20`,
  ]) {
    assert.ok(text.includes(words), words);
  }
});

test('every number leads to its entry and back; the list is no part of the lesson', () => {
  let count = 0;
  for (const name of pageNames) {
    const page = pageTree(name);
    const facts = all(page, (one) => hasClass(one, 'fact'));
    const back = all(page, (one) => attribute(one, 'role') === 'doc-backlink');
    assert.deepEqual(
      back.map((link) => hrefOf(link).slice(1)).sort(),
      facts.map((fact) => attribute(fact, 'id')).sort(),
      name,
    );
    for (const fact of facts) {
      assert.equal(tagged(fact, 'a').length, 0);
      assert.ok(wordsIn(byId(page, hrefOf(fact).slice(1))).startsWith(wordsIn(fact)), name);
    }
    const inContents = tagged(contentsOf(name), 'a').map(hrefOf);
    assert.ok(!inContents.includes('#numbers'), name);
    count += facts.length;
  }
  assert.ok(count > 100, `${count} numbers`);
});

test('every term that the text links to has an entry of some length in the glossary', () => {
  const glossary = pageTree('glossary.html');
  const terms = new Set(
    pageNames
      .filter((name) => name !== 'glossary.html')
      .flatMap((name) => tagged(mainOf(name), 'a').map(hrefOf))
      .filter((href) => href.startsWith('./glossary.html#')),
  );
  assert.ok(terms.size > 20, `${terms.size} terms`);
  for (const term of terms) {
    const id = decodeURIComponent(term.split('#')[1] ?? '');
    const entry = the(glossary, (one) => attribute(one, 'aria-labelledby') === id);
    const [text] = tagged(entry, 'p');
    assert.ok(text && wordsIn(text).length > 40, term);
  }
});

test('the licenses of all that ships are there, each with its notice', () => {
  const [table] = tagged(mainOf('about.html'), 'tbody');
  const parts = tagged(/** @type {Element} */ (table), 'tr').map((row) =>
    wordsIn(/** @type {Element} */ (tagged(row, 'td')[0])),
  );
  const notices = siteFile('licences.txt');
  assert.equal(notices.split('='.repeat(60)).length - 1, parts.length);
  const known = ['lit', 'd3-array', 'STIX Two Math', 'Eigen', 'musl', 'Emscripten', 'Moby-Dick'];
  for (const name of known) {
    assert.ok(
      parts.some((part) => new RegExp(`^${name}\\b`).test(part)),
      name,
    );
  }
});
