// The list of all that other pages can embed.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runnerImport } from 'vite';
import { embeddableHtml, figuresIn, tagsIn } from '../../tools/lib/site/embeddable.mjs';

const text = `Opening.

<posenc-heatmap d-model="8" whole shares="base" id="own"></posenc-heatmap>

Within \`<posenc-clock>\` a line.

\`\`\`html
<posenc-shift></posenc-shift>
\`\`\`

## Lab 1: in order {#lab-1}

<posenc-training id="lab-1" task="order" predict>

</posenc-training>

<posenc-attention-viewer></posenc-attention-viewer>

### Further

<posenc-table></posenc-table>

<posenc-exercise name="e13.1">

<posenc-heatmap d-model="16"></posenc-heatmap>
`;

/** @param {string} figure */
const titleOf = async (figure) => (['heatmap', 'table'].includes(figure) ? 'The table' : '');

test('tags are found with their headings, outside of programs, without what is about the page', () => {
  assert.deepEqual(tagsIn(text).slice(0, 2), [
    {
      heading: '',
      figure: 'heatmap',
      attributes: [
        ['d-model', '8'],
        ['whole', ''],
      ],
    },
    {
      heading: 'Lab 1: in order',
      figure: 'training',
      attributes: [
        ['task', 'order'],
        ['predict', ''],
      ],
    },
  ]);
});

test('a figure is listed once, under its own title, and a lab under its heading', async () => {
  const pages = [
    { title: 'One', text },
    {
      title: 'Two',
      text: '<posenc-own id="own">\n\n<posenc-listing file="x.py"></posenc-listing>',
    },
    { title: 'Three', text: '<posenc-heatmap></posenc-heatmap>' },
  ];
  const groups = await figuresIn(pages, titleOf);
  assert.deepEqual(
    groups.map(({ title, entries }) => [title, entries.map((entry) => entry.title)]),
    [
      ['One', ['The table', 'Lab 1: in order', 'Lab 1: attention viewer', 'Further']],
      ['Two', ['Two']],
    ],
  );
});

test('the list is escaped, and has every exercise, claim and mistake', async () => {
  const trials = /** @type {any} */ ({
    claims: () => ({ claims: [{ number: 3, text: 'a < b & "c"' }] }),
    exhibits: () => ({ exhibits: [{ id: 'layout', title: 'Halves' }] }),
  });
  const html = await embeddableHtml([{ title: 'One', text }], trials, titleOf);
  /** @type {{module: typeof import('../../web/src/exercises/catalogue.ts')}} */
  const { module } = await runnerImport('./web/src/exercises/catalogue.ts');
  for (const { id, kind } of module.catalogue) {
    const figure = { hand: 'exercise', code: 'code', quiz: 'quiz', lab: '' }[kind];
    const query = figure === 'quiz' ? 'figure=quiz' : `figure=${figure}&amp;name=${id}`;
    assert.equal(html.includes(`embed.html?${query}"`), kind !== 'lab', id);
  }
  assert.ok(
    html.includes(
      'embed.html?figure=claim&amp;number=3">Claim 3: a &lt; b &amp; &quot;c&quot;</a>',
    ),
  );
  assert.ok(html.includes('embed.html?figure=exhibit&amp;exhibit=layout">Mistake: Halves</a>'));
  assert.equal(html.includes('\n\n'), false, 'Markdown would end the HTML there');
});

test('every element of the lesson is in the list, or has a reason not to be', async () => {
  const all = readdirSync('web/lesson')
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({ title: file, text: readFileSync(`web/lesson/${file}`, 'utf8') }));
  const groups = await figuresIn(all, async () => '');
  const listed = new Set(groups.flatMap(({ entries }) => entries.map(({ figure }) => figure)));
  /** @type {{module: {elements: Record<string, unknown>}}} */
  const { module } = await runnerImport('./web/src/elements.ts');
  const missing = Object.keys(module.elements)
    .map((tag) => tag.replace('posenc-', ''))
    .filter((figure) => !listed.has(figure));
  assert.deepEqual(missing.sort(), [
    // For instructors, or in lists of their own.
    ...['answer-key', 'claim', 'class-link', 'code'],
    'embed-generator',
    ...['exercise', 'exhibit'],
    // About the page around them.
    ...['listing', 'progress', 'quiz', 'record', 'set', 'text-source', 'tried'],
  ]);
});
