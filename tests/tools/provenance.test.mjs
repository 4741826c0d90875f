// Slides and numbers of a page, from its Markdown.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { runnerImport } from 'vite';
import { loadCore } from '../../tools/lib/site/core.mjs';
import { withStatements } from '../../tools/lib/site/trials.mjs';

/** @type {import('../../tools/lib/site/core.mjs').Core} */
let core;
/** @type {typeof import('../../tools/lib/site/markdown.mjs')} */
let markdown;
/** @type {typeof import('../../tools/lib/site/provenance.mjs')} */
let provenance;
/** @type {typeof import('../../tools/lib/site/traced.mjs')} */
let traced;
before(async () => {
  core = await loadCore();
  // By Vite, as when the site is built: facts are written with the page's own TypeScript, which Node 20 does not read.
  const from = async (/** @type {string} */ file) =>
    /** @type {any} */ ((await runnerImport(`./tools/lib/site/${file}`)).module);
  markdown = await from('markdown.mjs');
  provenance = await from('provenance.mjs');
  traced = await from('traced.mjs');
});

/** What other parts of the build fill in. */
const parts =
  /\{\{(claims [\w ]+|exhibits|practice|licences|minutes|version|embeddable|drawing [\w-]+)\}\}/g;

/** @param {string} text */
function made(text) {
  const marked = provenance.withMarks(core, text, 'a.md');
  const { opening, html, parts } = markdown.render(marked.text, marked.made);
  return {
    html: opening + html,
    parts,
    numbers: provenance.numbersHtml(marked.made, opening + html),
  };
}
const pe = '{{pe d=4 pos=2 dim=0 decimals=3}}';
const link = '<a class="fact" href="#number-1" id="from-number-1" role="doc-noteref">0.909</a>';

test('a number in the text is a link to how it was made', () => {
  for (const [text, html] of [
    [`It is ${pe}.`, `<p>It is ${link}.</p>`],
    [`**${pe}**`, `<strong>${link}</strong>`],
    [`<p class="lede">It is ${pe}.</p>`, `<p class="lede">It is ${link}.</p>`],
    [`| a |\\n|---|\\n| ${pe} |`.replaceAll('\\n', '\n'), `<td>${link}</td>`],
  ]) {
    const page = made(text ?? '');
    assert.ok(page.html.includes(html ?? ''), page.html);
    assert.match(
      page.numbers,
      /<li id="number-1"><b>0\.909<\/b> PE\(2, 0\), d = 4 <a href="#from-number-1"/,
    );
    assert.ok(
      page.numbers.includes(
        "<code>sinusoidalTable({ dModel: 4, base: 10000, variant: 'paper', layout: 'interleaved' }, [2]).values[0]</code>",
      ),
      page.numbers,
    );
    const [value] = core.sinusoidalTable(
      { dModel: 4, base: 10000, variant: 'paper', layout: 'interleaved' },
      Float64Array.of(2),
    ).values;
    assert.ok(page.numbers.includes(`= ${value}</span>`));
  }
});

test('an entry shows the element that the number is, or what was made of it', () => {
  for (const [text, how, value] of /** @type {const} */ ([
    ['{{slope heads=8 head=3}}', "alibiSlopes(8, 'released', 8).values[2]", 0.125],
    ['{{inverse_slope heads=8 head=1}}', "1 / alibiSlopes(8, 'released', 8).values[0]", 2],
    [
      '{{share_of_last heads=2 head=1 positions=2 last=1}}',
      "100 * causalAttentionEqualLogits(alibiSlopes(2, 'released', 8).values, 2, 2).values.slice(3, 4).reduce((sum, one) => sum + one)",
      100 / (1 + Math.exp(-1 / 16)),
    ],
  ])) {
    const [fact] = provenance.withMarks(core, text, 'a.md').made;
    assert.equal(fact?.how, how);
    assert.ok(Math.abs((fact?.value ?? NaN) - value) < 1e-13, `${fact?.value} for ${value}`);
    assert.ok(made(text).numbers.includes(`<code>${how}</code>`));
  }
});

test('what an entry shows gives its number when it is run, and nothing gives two', () => {
  const names = Object.keys(core);
  const calls = names.map((name) => Reflect.get(core, name));
  const lists = readdirSync('web/lesson')
    .filter((file) => file.endsWith('.md'))
    .map((file) => {
      const text = readFileSync(`web/lesson/${file}`, 'utf8');
      return {
        file,
        made: provenance.withMarks(core, withStatements(text.replaceAll(parts, '')), file).made,
      };
    });
  assert.ok(lists.flatMap(({ made }) => made).length > 60);
  for (const { file, made } of lists) {
    const values = new Map();
    for (const { how, value, written } of made) {
      const run = () => new Function(...names, `return ${how}`)(...calls);
      if (value === null) {
        const withoutSubject = (/** @type {Error} */ { message }) =>
          message.replace(/^\[\w+\] /, '') === written;
        assert.throws(run, withoutSubject, `${file}: ${how}`);
      } else assert.equal(run(), value, `${file}: ${how}`);
      assert.equal(values.get(how) ?? value, value, `${file}: ${how}`);
      values.set(how, value);
    }
  }
});

test('a fact that is computed from an answer in secret stops the build', () => {
  const { core: heard, source } = traced.traced(core);
  const slopes = () => heard.alibiSlopes(8, 'released', 8).values;
  assert.deepEqual(source(slopes()[1]), {
    value: 0.25,
    text: "alibiSlopes(8, 'released', 8).values[1]",
  });
  assert.throws(() => source(1 / (slopes()[1] ?? 0)), /but got 4: put any further computation/);
  assert.throws(() => source(7), /but got 7/);
});

test('where a link has no place it is the number alone', () => {
  for (const [text, html] of [
    [`[see ${pe}](./a.html)`, '<a href="./a.html">see 0.909</a>'],
    [`<a href="./a.html">see ${pe}</a>`, '<a href="./a.html">see 0.909</a>'],
    [`See <a href="./a.html">see ${pe}</a>`, '<a href="./a.html">see 0.909</a>'],
    [`\`${pe}\``, '<code>0.909</code>'],
    [`## It is ${pe}`, '>It is 0.909</h2>'],
    [`<posenc-clock>\n\nHere ${pe}.\n\n</posenc-clock>`, '<p>Here 0.909.</p>'],
    [`<posenc-clock position="${pe}">\n\n</posenc-clock>`, 'position="0.909"'],
  ]) {
    const page = made(text ?? '');
    assert.ok(page.html.includes(html ?? ''), page.html);
    assert.doesNotMatch(page.html, /class="fact"|[\ue000-\ue002]/);
    assert.match(page.numbers, /<li id="number-1"><b>0\.909/);
    assert.doesNotMatch(page.numbers, /doc-backlink/);
  }
});

test('what follows a link, or stands in it twice, is a link again, and listed once', () => {
  const page = made(`[a](./b.html) ${pe} and ${pe}`);
  assert.ok(page.html.includes(`${link} and `));
  assert.ok(page.html.includes('id="from-number-1-2"'));
  assert.equal(page.numbers.match(/<li/g)?.length, 1);
  assert.equal(page.numbers.match(/doc-backlink/g)?.length, 2);
});

test('a page without numbers has no list of them', () => {
  assert.equal(made('Nothing.').numbers, '');
});

test('an error about an unknown fact names its file', () => {
  assert.throws(() => made('{{nothing}}'), /a\.md: \{\{nothing\}\}: there is no fact "nothing"/);
});

test('each heading of the second rank begins a slide, and a takeaway is one', () => {
  const { html, parts } = made(
    'Before.\n\n## One\n\nText.\n\n::: note\nBeside.\n:::\n\n### Within\n\n## Two\n\n::: takeaway\n## Three\n\n- A\n:::\n',
  );
  assert.deepEqual(
    parts.map(({ id }) => id),
    ['one', 'two', 'three'],
  );
  assert.equal(
    html.replaceAll(/\n/g, ''),
    '<p>Before.</p>' +
      '<section class="slide" aria-labelledby="one"><h2 id="one">One</h2><p>Text.</p><div class="note" role="note"><p>Beside.</p></div><h3 id="within">Within</h3></section>' +
      '<section class="slide" aria-labelledby="two"><h2 id="two">Two</h2></section>' +
      '<section class="slide takeaway" aria-labelledby="three"><h2 id="three">Three</h2><ul><li>A</li></ul></section>',
  );
});

test('an aside is a slide whose heading opens it', () => {
  const { html, parts } = made('## One\n\n::: aside\n## Two\n\nText.\n:::\n\nAfter.\n');
  assert.deepEqual(
    parts.map(({ id }) => id),
    ['one', 'two'],
  );
  assert.equal(
    html.replaceAll(/\n/g, ''),
    '<section class="slide" aria-labelledby="one"><h2 id="one">One</h2></section>' +
      '<section class="slide aside" aria-labelledby="two"><details><summary><h2 id="two">Two</h2></summary><p>Text.</p></details></section>' +
      '<div class="slide"><p>After.</p></div>',
  );
});

test('text after a takeaway is not lost', () => {
  const { html } = made('::: takeaway\n## One\n:::\n\nAfter.\n');
  assert.match(html, /<\/section>\n<div class="slide">\n<p>After\.<\/p>\n<\/div>/);
});

test('a heading may have an id of its own, which is not in its title', () => {
  const { html, parts } = made('## Write *it* down {#written}\n\nText.\n\n## Another one\n');
  assert.deepEqual(
    parts.map(({ id }) => id),
    ['written', 'another-one'],
  );
  assert.match(html, /<h2 id="written">Write <em>it<\/em> down<\/h2>/);
  assert.ok(!html.includes('{#'));
});
