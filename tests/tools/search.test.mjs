// What the search finds: what the build reads in a page, and how words are compared. (Which places of the
// lesson it finds: found-places.test.mjs.)
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runnerImport } from 'vite';
import { pageEntries } from '../../tools/lib/site/search.mjs';

/** @template T @param {string} name @returns {Promise<T>} */
const fromPage = async (name) =>
  (await runnerImport(`./web/src/search/${name}.ts`, { logLevel: 'error' })).module;

/** @type {typeof import('../../web/src/search/terms.ts')} */
const { excerptOf, piecesOf, termsOf, wordsIn } = await fromPage('terms');
/** @type {typeof import('../../web/src/search/finder.ts')} */
const { Finder, groupsOf } = await fromPage('finder');

/** @type {import('../../tools/lib/site/search.mjs').Named} */
const named = {
  exercises: [
    {
      id: 'e1',
      title: 'Work it out',
      short: 'Work',
      label: 'E1',
      href: './page.html#by-hand',
      kind: 'hand',
      section: 'By hand',
      goal: 'hand',
      picture: 'M0 0',
    },
  ],
  mistakes: new Map([['upside-down', 'Upside down']]),
};

const page = `<!doctype html><meta name="description" content="About it."><body><nav>Contents</nav><main>
<div class="slide"><p class="kicker">2 of 3</p><h1>A <em>page</em></h1><p>Be\u00adfore the first
part, <math><msub><mi>ω</mi><mi>i</mi></msub><mo>=</mo><msup><mn>2</mn><mrow><mo>−</mo><mi>i</mi></mrow></msup></math>.</p></div>
<section class="slide"><h2 id="one">One</h2><p>Words <b>to</b>gether</p><p>and <a class="fact">10\u202f000</a>.</p>
<div class="formula"><math><mi>x</mi></math></div>
<details><summary>An answer</summary><p>Left out</p></details>
<posenc-heatmap class="part still" id="map"><template shadowrootmode="open"><style>figure {}</style>
<figure><figcaption>The map of <b>waves</b></figcaption><p class="sub">d = 4</p><still-plot data-plot label="Waves"></still-plot><p>a control</p></figure></template></posenc-heatmap>
<p>After it.</p><pre><code>def rotate_half(x): return rotate_half</code></pre></section>
<section><h2 id="hand">By hand</h2><posenc-exercise name="e1"><p>Two rows.</p></posenc-exercise>
<posenc-exercise name="elsewhere"><p>Its own.</p></posenc-exercise></section>
<section><h2 id="claims">Some claims</h2><p class="belongs">Read it</p>
<posenc-claim id="claim-7" number="7"><p>“It is so.”</p></posenc-claim></section>
<section><h2 id="u">Upside down</h2><posenc-exhibit id="mistake-u" exhibit="upside-down"><p>It falls.</p></posenc-exhibit></section>
<nav class="turn">Next</nav><section class="numbers"><h2 id="numbers">All numbers</h2>1</section><section class="slide aside"><details><summary><h2 id="aside">Aside</h2></summary><p>Folded.</p></details></section>
</main></body>`;

test('a page is read as its parts, and what is in them; and the frame of the page is left out', () => {
  assert.deepEqual(pageEntries('page', page, named), {
    address: './page.html',
    title: 'A page',
    entries: [
      {
        kind: 'part',
        id: '',
        title: 'A page',
        text: 'About it. Before the first part, ω_i = 2^−i.',
      },
      {
        kind: 'part',
        id: 'one',
        title: 'One',
        text: 'Words together and 10\u202f000. After it. rotate_half',
      },
      { kind: 'figure', id: 'map', title: 'The map of waves', text: 'Waves. d = 4' },
      { kind: 'part', id: 'hand', title: 'By hand', text: 'Its own.' },
      {
        kind: 'exercise',
        id: 'by-hand',
        title: 'Work it out',
        label: 'E1',
        text: 'Two rows.',
      },
      { kind: 'claim', id: 'claim-7', title: 'It is so.', label: 'Claim 7', text: '' },
      { kind: 'mistake', id: 'mistake-u', title: 'Upside down', text: 'It falls.' },
      { kind: 'part', id: 'aside', title: 'Aside', text: 'Folded.' },
    ],
  });
  const [, term] = pageEntries('glossary', page, named).entries;
  assert.equal(term?.kind, 'term');
  assert.equal(pageEntries('index', page, named).address, './');
  assert.throws(
    () => pageEntries('empty', '<main><p>Nothing</p></main>', named),
    /^Error: empty\.html has no heading to be found by$/,
  );
});

test('words that differ only in how they are written are the same', () => {
  const terms = (/** @type {string} */ text) => wordsIn(text).flatMap(termsOf);
  for (const [one, other] of [
    ['θ', 'theta'],
    ['ω', 'Omega'],
    ['normalise', 'normalize'],
    ['behaviour', 'behavior'],
    ['coloured', 'colored'],
    ['centre', 'center'],
    ['sin', 'sine'],
    ['frequencies slopes', 'frequency slope'],
    ['500\u202f000', '500000'],
    ['10,000', '10000'],
    ['Poincaré', 'poincare'],
    ['T5’s', 'T5 s'],
    ['cos²', 'cos2'],
  ]) {
    assert.deepEqual(terms(one ?? ''), terms(other ?? ''), one);
  }
  assert.deepEqual(terms('M-RoPE'), ['m', 'rope', 'mrope']);
  assert.deepEqual(terms('E13.1, in 2017.'), ['e13.1', 'in', '2017']);
  assert.deepEqual(terms('1, 5, 100'), ['1', '5', '100']);
  // Words that only look like plurals.
  assert.deepEqual(terms('bias basis loss'), ['bias', 'basis', 'loss']);
});

/** @param {{text: string, isFound: boolean}[]} pieces */
const written = (pieces) =>
  pieces.map(({ text, isFound }) => (isFound ? `[${text}]` : text)).join('');

test('an excerpt shows where most of the words are, whole words, each marked', () => {
  const terms = new Set(['rope', 'base']);
  assert.equal(
    written(piecesOf('RoPE, and M-RoPE’s bases', terms)),
    '[RoPE], and [M-RoPE]’s [bases]',
  );
  assert.equal(written(excerptOf('Nothing of it.', terms)), 'Nothing of it.');
  const filler = 'many other words '.repeat(20);
  const shown = written(excerptOf(`A base. ${filler}The base of RoPE. ${filler}`, terms));
  assert.match(
    shown,
    /^… (many|other|words) .*The \[base\] of \[RoPE\]\. .* (many|other|words) …$/,
  );
  assert.ok(shown.length < 180, shown);
});

/** @type {import('../../web/src/search/entries.ts').Page[]} */
const pages = [
  {
    address: './a.html',
    title: 'Waves',
    entries: [
      { kind: 'part', id: '', title: 'Waves', text: 'A sinusoidal table' },
      { kind: 'part', id: 'base', title: 'The base', text: 'Why 10\u202f000?' },
      { kind: 'claim', id: 'claim-2', label: 'Claim 2', title: 'Waves have a base.', text: '' },
    ],
  },
  {
    address: './models.html',
    title: 'Models',
    entries: [
      { kind: 'model', id: '', query: 'model=L+3', title: 'L 3', text: 'RoPE, base 10\u202f000' },
    ],
  },
];

test('places are found by all words, then by some, by beginnings of words and with typing errors', async () => {
  const finder = await Finder.over(pages);
  const found = (/** @type {string} */ text) => finder.find(text, 2).map(({ href }) => href);
  assert.deepEqual(found('sinusodal'), ['./a.html']);
  assert.deepEqual(found('sinu'), ['./a.html']);
  assert.deepEqual(found('claim 2'), ['./a.html#claim-2']);
  assert.deepEqual(found('1000'), []);
  assert.deepEqual(found('the base 10000').toSorted(), [
    './a.html#base',
    './models.html?model=L+3',
  ]);
  const [first, ...others] = found('rope table');
  assert.deepEqual([first, ...others].toSorted(), ['./a.html', './models.html?model=L+3']);
  for (const nothing of ['', '  ', 'what is the', 'xyzzy', '()*"\\']) {
    assert.deepEqual(found(nothing), [], nothing);
  }
});

test('the best results come first, the others by kind', () => {
  const result = (/** @type {string} */ title, /** @type {'part' | 'figure'} */ kind) => ({
    ...{ kind, title, id: title, text: '', href: '', page: '', terms: new Set() },
  });
  const groups = groupsOf([
    result('a', 'figure'),
    result('b', 'part'),
    result('c', 'part'),
    result('d', 'figure'),
    result('e', 'part'),
    result('f', 'figure'),
  ]);
  assert.deepEqual(
    groups.map(({ title, results }) => [title, results.map((one) => one.title).join('')]),
    [
      ['Best matches', 'abc'],
      ['Figures', 'df'],
      ['Pages', 'e'],
    ],
  );
});
