// The lines for other pages: what each kind of page reads in them, whatever characters they contain.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import ts from 'typescript';
import { runnerImport } from 'vite';

/** @type {{module: typeof import('../../web/src/embedding/places.ts')}} */
const {
  module: { frameAddress, lessonInExamples, placeOf, places, withLesson },
} = await runnerImport('./web/src/embedding/places.ts');
/** @type {{module: typeof import('../../web/src/embedding/lesson-address.ts')}} */
const {
  module: { lessonAddress },
} = await runnerImport('./web/src/embedding/lesson-address.ts');
/** @type {{module: typeof import('../../web/src/embedding/settings.ts')}} */
const {
  module: { idFor },
} = await runnerImport('./web/src/embedding/settings.ts');

/** @typedef {import('../../web/src/embedding/places.ts').Embedded} Embedded */

const nasty = `a "b" 'c' & <d> \`e\` \${f} {{g}} {% h %} \\ i | *j* ’ </iframe>''' """`;
/** @type {Embedded} */
const embedded = {
  figure: 'order',
  title: nasty,
  settings: [
    ['words', nasty],
    ['outputs', ''],
  ],
  theme: 'dark',
  lesson: "https://x.example/it's/a&b/",
  height: 321,
};
const address = frameAddress(embedded);

/** @param {string} id @param {Embedded} [what] */
const lineFor = (id, what = embedded) => String(placeOf(id)?.line(what));

const decoded = (/** @type {string} */ text) =>
  text
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** The attributes of the first tag, as a browser reads them. @param {string} html @param {string} name */
function attributesOf(html, name) {
  const [, inside = ''] = new RegExp(`<${name}((?: [\\w-]+(?:="[^"<>]*")?)+)>`).exec(html) ?? [];
  return Object.fromEntries(
    [...inside.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
      key,
      decoded(value),
    ]),
  );
}

test('the address of a frame has every setting, and the colors', () => {
  const { searchParams, href } = new URL(address);
  assert.ok(href.startsWith("https://x.example/it's/a&b/embed.html?"));
  assert.ok(href.endsWith('#still-order'), 'what a sandbox without scripts shows');
  assert.deepEqual(
    [...searchParams],
    [
      ['figure', 'order'],
      ['words', nasty],
      ['outputs', ''],
      ['theme', 'dark'],
    ],
  );
  assert.equal(
    new URL(frameAddress({ ...embedded, theme: 'system' })).searchParams.get('theme'),
    null,
  );
});

/** The HTML that a place makes of a line. @type {Record<string, (line: string) => string>} */
const htmlIn = {
  html: (line) => line,
  mkdocs: (line) => line,
  moodle: (line) => line,
  reveal: (line) => line,
  sphinx: (line) => /^\.\. raw:: html\n\n((?: {3}.*\n?)*)$/.exec(line)?.[1] ?? '',
  astro: (line) => line,
  vitepress: (line) => line,
  quarto: (line) => /^```\{=html\}\n([\s\S]*)\n```$/.exec(line)?.[1] ?? '',
  // A string of Python: without a backslash or three quotes in it, it is as it stands.
  jupyter: (line) =>
    /^from IPython\.display import HTML\n\nHTML\('''([^'\\]*)'''\)$/.exec(line)?.[1] ?? '',
  observable: (line) => /createContextualFragment\(`([^`$\\]*)`\)/.exec(line)?.[1] ?? '',
};

for (const [id, read] of Object.entries(htmlIn)) {
  test(`${id}: the frame has its title and address, whatever characters are in them`, () => {
    const html = read(lineFor(id));
    const { title, src, style } = attributesOf(html, 'iframe');
    assert.equal(title, nasty);
    assert.equal(src, id === 'reveal' ? address.replace('#', '&compact=#') : address);
    if (id !== 'reveal') assert.match(style ?? '', /height: 321px/);
    assert.equal(html.match(/</g)?.length, { moodle: 6, observable: 2 }[id] ?? 4, html);
    assert.equal(html.includes('{{') || html.includes('{%'), false);
    assert.equal(html.includes('\n\n'), false, 'Markdown would end the HTML there');
    const isFollowed = !['moodle', 'reveal', 'observable'].includes(id);
    const script = isFollowed ? `${embedded.lesson}embed-height.js` : undefined;
    const scripts = html.replace('<script is:inline ', '<script ');
    const tag = id === 'vitepress' ? 'component' : 'script';
    assert.equal(attributesOf(scripts, tag)['src'], script);
  });
}

test('Moodle 4.5: a link outside of the frame leads to the same, as TinyMCE 7.3 puts the frame in a sandbox', () => {
  const { href, target } = attributesOf(lineFor('moodle'), 'a');
  assert.deepEqual([href, target], [address, '_blank']);
});

test('Astro 7: the script stays a script; VitePress 1.6: Vue makes it in the browser as on the server', () => {
  assert.match(lineFor('astro'), /<script is:inline src="[^"]+"><\/script>$/);
  assert.match(lineFor('vitepress'), /<component is="script" src="[^"]+"><\/component>$/);
});

test('MDX: the frame is JSX, with an object for its style', () => {
  const { outputText } = ts.transpileModule(`result = ${lineFor('docusaurus')};`, {
    compilerOptions: { jsx: ts.JsxEmit.React, jsxFactory: 'h', target: ts.ScriptTarget.ES2022 },
  });
  const h = (/** @type {string} */ name, /** @type {object} */ props) => ({ name, ...props });
  const made = new Function('h', `let result; ${outputText}; return result;`)(h);
  assert.deepEqual(made, {
    ...{ name: 'iframe', title: nasty, src: address },
    style: { width: '100%', height: '321px', border: 0 },
    ...{ loading: 'lazy', allow: 'clipboard-write' },
  });
  assert.match(String(placeOf('docusaurus')?.needs(embedded)), /a&b\/embed-height\.js/);
});

test('same host: a script by its path, and a tag with the settings as attributes', () => {
  const line = lineFor('same-host');
  assert.equal(attributesOf(line, 'script')['src'], "/it's/a&b/embed.js");
  assert.deepEqual(attributesOf(line, 'posenc-order'), {
    ...{ words: nasty, outputs: '' },
    style: 'color-scheme: dark',
  });
  const styleOf = (/** @type {Embedded['theme']} */ theme) =>
    attributesOf(lineFor('same-host', { ...embedded, theme }), 'posenc-order')['style'];
  assert.equal(styleOf('light'), undefined);
  assert.equal(styleOf('system'), 'color-scheme: light dark');
  const needs = (/** @type {Embedded['theme']} */ theme) =>
    placeOf('same-host')?.needs({ ...embedded, theme }) ?? '';
  assert.match(needs('dark'), / The tag is always dark\.$/);
  assert.match(needs('light'), / The tag follows the page’s color-scheme, and is light if /);
  assert.match(needs('system'), / The tag follows the reader’s system\.$/);
});

test('labs with other settings have other ids, and the same lab has the same', () => {
  const ids = [
    [['task', 'reverse']],
    [['task', 'order']],
    [['schemes', 'rope none']],
    [['schemes', 'rope/none']],
    [['schemes', 'rope-none']],
  ].map((settings) => idFor('training', /** @type {any} */ (settings)));
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids) assert.match(String(id), /^training-[a-z0-9_-]+$/);
  assert.equal(idFor('training', []), null);
  assert.equal(idFor('heatmap', [['d-model', '8']]), null);
  const lab = {
    ...embedded,
    figure: 'training',
    settings: /** @type {const} */ ([['task', 'reverse']]),
  };
  assert.equal(attributesOf(lineFor('same-host', lab), 'posenc-training')['id'], ids[0]);
});

test('the address of the lesson is its folder; anything else is named in a sentence', () => {
  for (const [typed, address] of [
    ['https://x.example', 'https://x.example/'],
    [' https://x.example/a ', 'https://x.example/a/'],
    ['https://x.example/a/use.html?b#c', 'https://x.example/a/'],
    ['HTTPS://X.example/a//', 'https://x.example/a/'],
    ['https://x.example/a b/"c"', 'https://x.example/a%20b/%22c%22/'],
  ]) {
    assert.deepEqual(lessonAddress(String(typed)), { address, warning: '' });
  }
  for (const typed of [
    '',
    'x.example',
    'javascript:alert(1)',
    'ftp://x',
    'https://',
    'https://a b',
  ]) {
    assert.deepEqual(lessonAddress(typed), {
      fault: `The lesson’s address must begin with https:// or http:// but is "${typed}".`,
    });
  }
  const warning = (/** @type {string} */ typed) =>
    /** @type {any} */ (lessonAddress(typed)).warning;
  for (const host of ['localhost:4173', '127.0.0.1', '[::1]:80']) {
    assert.equal(warning(`http://${host}/`), 'Only your own machine can open this address.');
  }
  assert.equal(warning('http://x.example'), 'A page on https cannot show a frame from http.');
});

/** @type {Omit<Embedded, 'lesson' | 'theme'>} */
const heatmap = {
  ...{ figure: 'heatmap', title: 'The sinusoidal table', height: 640 },
  settings: [
    ['d-model', '64'],
    ['base', '500'],
    ['positions', '50'],
  ],
};
/** @type {typeof heatmap} */
const exercise = {
  ...{ figure: 'exercise', title: 'E13.1: Work out encodings and their products', height: 900 },
  settings: [
    ['name', 'e13.1'],
    ['seed', '7'],
  ],
};

/** What each example shows, as the generator was set for it. @type {Record<string, Partial<Embedded>[]>} */
const shown = {
  'iframe.html': [{ ...heatmap, settings: heatmap.settings.slice(0, 2), lesson: '../' }],
  'same-origin.html': [{ ...heatmap, lesson: '../' }],
  'posenc.ipynb': [
    {
      ...heatmap,
      settings: [
        ['d-model', '8'],
        ['base', '500'],
        ['positions', '16'],
      ],
    },
    exercise,
  ],
};

for (const { id, example } of places) {
  test(`the example ${example} has the generator’s own lines`, () => {
    const file = readFileSync(`web/public/examples/${example}`, 'utf8');
    const text = example.endsWith('.ipynb')
      ? JSON.parse(file)
          .cells.map((/** @type {{source: string[]}} */ { source }) => source.join(''))
          .join('\n')
      : file;
    const unindented = text.replaceAll(/^ +/gm, '');
    for (const what of shown[example] ?? [heatmap, exercise]) {
      const line = lineFor(
        id,
        /** @type {Embedded} */ ({ theme: 'light', lesson: lessonInExamples, ...what }),
      );
      // In a page of its own, the script of a tag is in the head.
      for (const part of id === 'same-host' ? line.split('\n') : [line]) {
        assert.ok(unindented.includes(part.replaceAll(/^ +/gm, '')), part);
      }
    }
    const saved = withLesson(file, 'https://x.example/a/');
    assert.equal(saved.includes(lessonInExamples) || saved.includes('"../'), false);
    assert.match(saved, /https:\/\/x\.example\/a\/embed/);
  });
}
