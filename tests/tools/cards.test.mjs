// Pages as cards, and their pictures.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { withCards } from '../../tools/lib/site/cards.mjs';
import { loadClaims, loadCore } from '../../tools/lib/site/core.mjs';
import { thumbnails } from '../../tools/lib/site/thumbnails.mjs';

const [core, trials] = await Promise.all([loadCore(), loadClaims()]);
const pictures = thumbnails(core, trials);
/** @type {{sections: {slug: string}[]}} */
const { sections } = JSON.parse(readFileSync('web/lesson/lesson.json', 'utf8'));

test('every section has a picture of its own, small, in the colors of the page', () => {
  for (const { slug } of sections) assert.ok(pictures.has(slug), slug);
  assert.equal(new Set(pictures.values()).size, pictures.size);
  for (const [slug, svg] of pictures) {
    assert.doesNotMatch(svg, /NaN|undefined|Infinity| style=|#[0-9a-f]{3}/i, slug);
    assert.match(svg, /var\(--posenc-/, slug);
    assert.match(svg, /aria-hidden="true"/, slug);
    assert.ok(gzipSync(svg).length < 1500, `${slug}: ${gzipSync(svg).length} bytes`);
  }
});

test('pictures are drawn from what the core answers', () => {
  /** The core, with one answer changed. @param {string} name @param {(answer: any) => any} change */
  const changed = (name, change) =>
    new Proxy(core, {
      get: (own, method) => {
        const call = /** @type {any} */ (own)[method];
        return method === name ? (/** @type {any[]} */ ...args) => change(call(...args)) : call;
      },
    });
  for (const [slug, name, field] of /** @type {const} */ ([
    ['order', 'permutedAttention', 'reorderedWeights'],
    ['sinusoidal', 'sinusoidalColumns', null],
    ['signal', 'columnSpectrum', 'magnitudes'],
    ['hash', 'sinusoidalTable', null],
    ['learned', 'learnedTable', null],
    ['rope', 'frequencies', 'inverseFrequencies'],
    ['alibi', 'causalAttentionEqualLogits', null],
    ['longer', 'frequencies', 'inverseFrequencies'],
    ['beyond-words', 'gridKernel', 'values'],
    ['train', 'trainSteps', 'accuracies'],
    ['exercises', 'sinusoidalTable', null],
  ])) {
    const other = changed(name, (answer) => {
      const part = field ? answer[field] : answer;
      const values = ArrayBuffer.isView(part) ? /** @type {any} */ (part) : part.values;
      for (let n = 0; n < values.length; n++) values[n] *= 1 - 0.2 * (n % 3);
      return answer;
    });
    assert.notEqual(thumbnails(other, trials).get(slug), pictures.get(slug), slug);
  }
});

test('a line becomes a card with its picture, number, minutes and what a reader does there', () => {
  const pages = new Map([
    ['rope', { title: 'RoPE & <co>', number: 7, minutes: 13.6 }],
    ['exercises', { title: 'Exercises', number: 11, minutes: null }],
    ['own', { title: 'Own', number: null, minutes: null }],
  ]);
  const drawn = new Map([...pages.keys()].map((slug) => [slug, `<svg>${slug}</svg>`]));
  const text =
    'Before.\n\n::: cards\nrope: Turn a query.\nexercises: Work.\nown: Type.\n:::\n\nAfter.';
  const html = withCards(text, 'index.md', pages, drawn);
  assert.match(html, /^Before\.\n\n<ol class="cards">\n/);
  assert.match(html, /<\/ol>\n\nAfter\.$/);
  const [rope = '', exercises = '', own = ''] = html.match(/<li>.*<\/li>/g) ?? [];
  assert.match(
    rope,
    /<svg>rope<\/svg>.*7 · 14 minutes.*href="\.\/rope\.html">RoPE &amp; &lt;co>.*Turn a query\./,
  );
  assert.match(exercises, /<p class="facts">11<\/p>/);
  assert.doesNotMatch(own, /class="facts"/);
  for (const wrong of ['none: There is no such page.', 'rope', 'rope:']) {
    assert.throws(
      () => withCards(`::: cards\n${wrong}\n:::`, 'index.md', pages, drawn),
      /^Error: index\.md has a card without a page: "/,
    );
  }
});

test('the front page has a card for every section, in their order', () => {
  const [, lines = ''] =
    /^::: cards\n([\s\S]*?)\n:::$/m.exec(readFileSync('web/lesson/index.md', 'utf8')) ?? [];
  assert.deepEqual(
    lines.split('\n').map((line) => line.split(':')[0]),
    sections.map(({ slug }) => slug),
  );
});
