// What an address sets in a figure: every parameter of every figure comes back from it, as from an attribute, and changes
// what is shown; what a figure cannot show is refused in a sentence.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { serialize } from 'parse5';
import { runnerImport } from 'vite';
import { checkCaption, make, messageAbout, show, tags } from './figures.mjs';

/** @typedef {import('./figures.mjs').Shown} Shown */
/** @typedef {import('../../web/src/ui/parameters.ts').Parameter} Parameter */

/** @type {typeof import('../../web/src/ui/address.ts')} */
const { addressOf } = (await runnerImport('./web/src/ui/address.ts')).module;

const page = new URL('https://x.example/page.html?other=1');

const attributeOf = (/** @type {string} */ name) =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** @param {Record<string, string>} values by the names of parameters */
const inAttributes = (values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [attributeOf(name), value]));

/** Values of texts and lists, which no slider has. @type {Record<string, string>} */
const texts = {
  'alibi-attention.text': 'A few words',
  'hero.order': '0, 4, 2, 3, 1',
  'hero.words': 'cats and dogs chase birds',
  'kernel.widths': '32, 64',
  'order.order': '1, 0, 2, 3, 4',
  'order.words': 'cats and dogs chase cats',
  'pictures.scales': '1, 3',
  'rope-bases.bases': '10000, 100',
  'rope-dials.k': '1, 2, 3, 4',
  'rope-dials.q': '1, 2, 3, 4',
  'rope-worked.q': '1, 0',
  'score-terms.words': 'cats chase dogs',
  'waveforms.dimensions': '3, 6',
};

/** What else must be set for a parameter to matter. @type {Record<string, Record<string, string>>} */
const needed = {
  'grid-kernel.heads': { scheme: 'heads' },
  'grid-kernel.mixed-base': { scheme: 'heads' },
  'grid-kernel.seed': { scheme: 'heads' },
  'grid-kernel.waves-base': { scheme: 'waves' },
  'grid-resize.seed': { kind: 'random' },
  'look-up.rows': { position: '500' },
  'mrope.frames': { content: 'video' },
  'near-collision.base': { dModel: '4' },
};

/** An order for another number of words is ignored. */
const ignored = ['hero.order', 'order.order'];

/** What only words say: how far a button steps, what is measured or trained once a button is pressed. */
const inWords = [
  ...['clock.by', 'rope-cache.heads', 'frequency-bands.head', 'frequency-bands.seed'],
  ...['pictures.seed', 'pictures.steps', 'raise-base.seed', 'raise-base.steps', 'remedies.seed'],
  ...['remedies.task', 'text-remedies.seed'],
  // (Of its options, two differ only in the factor for the logits.)
  'extension.method',
];

/** What is heard, not seen: the position whose chord is played. */
const heard = 'spectrum.position';

/** Other values than its own. @param {Parameter} parameter @param {string} key */
function othersOf(parameter, key) {
  if (parameter.type === 'flag') return [!parameter.value];
  if (parameter.type === 'choice') {
    return parameter.options.map(([option]) => option).filter((one) => one !== parameter.value);
  }
  if (parameter.type !== 'number') return [texts[key] ?? assert.fail(`no other ${key}`)];
  const { slider, value } = parameter;
  if ('stops' in slider) return slider.stops.filter((stop) => stop !== value).slice(0, 1);
  return [value - slider.step < slider.min ? value + slider.step : value - slider.step];
}

/** @param {Shown} shown */
const wordsOf = (shown) => shown.html;

/** What a figure draws and its data: words may say what is set, whatever is shown. @param {Shown} shown */
const seen = (shown) =>
  JSON.stringify([shown.parts.map(({ node }) => serialize(node)), shown.table]);

for (const name of tags.map((tag) => tag.replace('posenc-', ''))) {
  test(`${name}: an address restores each of its parameters, and so does an attribute`, async () => {
    const plain = await show(name);
    /** @type {Record<string, Parameter>} */
    const parameters = plain.figure.parameters;
    for (const [property, parameter] of Object.entries(parameters)) {
      const attribute = attributeOf(property);
      const key = `${name}.${attribute}`;
      const others = needed[key] ?? {};
      const before = needed[key] ? await show(name, inAttributes(others)) : plain;
      for (const value of othersOf(parameter, key)) {
        const asked = `${key}=${value}`;
        const values = { ...others, [property]: value };
        const link = new URL(addressOf(page, name, parameters, values));
        const shown = await show(name, {}, link.search);
        assert.deepEqual([shown.message, shown.error], ['', ''], asked);
        assert.equal(shown.values[property], value, asked);
        const look = inWords.includes(key) ? wordsOf : seen;
        if (key !== heard)
          assert.notEqual(look(shown), look(before), `${asked} shows nothing else`);
        // A flag is set by its attribute, whatever that says.
        if (value === false) continue;
        const written = value === true ? '' : String(value);
        assert.equal((await make(name, { [attribute]: written }))[property], value, asked);
      }
    }
  });
}

/** Addresses that a figure cannot show, and the sentence about each. @type {[search: string, sentence: string][]} */
const refused = [
  ['adding.position=2.5', 'position must be a whole number from 0 to 1000 but got 2.5'],
  ['adding.standard-deviation=0', 'loudness of words must be a number above 0'],
  ['alibi-attention.heads=0', 'heads must be'],
  ['alibi-attention.query=512', 'query position must be a whole number from 0 to 511 but got 512'],
  ['alibi-bias.direction=both', 'direction must be one of causal, symmetric but got "both"'],
  ['alibi-slopes.heads=2.5', 'heads must be a whole number from 1 to 64 but got 2.5'],
  ['base-choice.d-model=7', 'width d must be a positive even number but got 7'],
  ['beyond.length=50', 'length must be one of 8, 12, 16, 20, 24, 28, 32, 40, 48, 56,'],
  [
    'buckets.num-buckets=1',
    'buckets must be an even number of at least 4, half for each direction, but got 1',
  ],
  ['clock.by=0', 'steps k must be a whole number from 1 to 63 but got 0'],
  ['clock.position=1e17', 'each of positions must be a number between -2^53 and 2^53'],
  ['cost.heads=3', 'width d must give each of 3 heads'],
  ['dot-products.base=-1', 'base must be'],
  ['extension.head-dim=2&extension.method=ntk', 'dimension must be above 2'],
  ['first-token.layers=9', 'layers must be a whole number from 1 to 8 but got 9'],
  ['float32.d-model=5', 'width d must be a positive even number but got 5'],
  ['grid-kernel.query-x=15', 'the column of the query must be from 0 to 14 but got 15'],
  ['grid-kernel.size=2', 'patches per side must be a whole number from 3 to'],
  ['grid-resize.query-y=24', 'the row of the query must be from 0 to 23 but got 24'],
  ['heatmap.base=ten', 'In the address, base must be a number but is "ten"'],
  ['heatmap.d-model=4098', 'width d must be a number up to 4096 but got 4098'],
  ['heatmap.d-model=7', 'width d must be a positive even number but got 7'],
  ['heatmap.depth=7', 'This figure has no parameter "depth", only d-model, base, positions, whole'],
  ['heatmap.positions=', 'In the address, positions must be a number but is ""'],
  ['heatmap.whole=1', 'In the address, whole must be yes or no but is "1"'],
  ['hero.order=0,0,1,2,3', 'order must have each number once'],
  ['kernel.widths=16,7', 'dimension must be a positive even number but got 7'],
  ['kernel.widths=', 'This figure shows 1 to 5 widths but got 0'],
  ['kv-cache.length=513', 'tokens so far must be a whole number from 1 to 512 but got 513'],
  ['learned.standard-deviation=-1', 'std must be'],
  ['learned-trained.task=sort', 'task must be one of'],
  ['look-up.rows=0', 'table rows must be'],
  ['mrope.content=song', 'the content must be one of image, video, nothing but got "song"'],
  ['mrope.rows=9', 'rows of patches must be a whole number from 1 to 6 but got 9'],
  ['near-collision.second=1001', 'must be a whole number from 0 to 1000 but got 1001'],
  ['order.order=1,1,2,3,4', 'order must have each number once'],
  ['order.words=a b c d e f g h i j k l m', 'This figure shows 1 to 12 words but got 13'],
  [`order.words=${'a'.repeat(121)}`, 'words must have at most 120 characters but got 121'],
  ['packed.scheme=t5', 'positions by must be one of rope, alibi, sinusoidal but got "t5"'],
  ['read-out.d-model=7', 'width d must be a positive even number but got 7'],
  ['rope-bases.bases=-3', 'base must be'],
  ['rope-cache.head-dim=7', 'head width d must be even'],
  ['rope-decay.reach=1', 'largest distance must be a whole number from 2 to'],
  ['rope-dials.m=1e17', 'each of positions must be a number between -2^53 and 2^53'],
  ['rope-dials.q=1,2,3', 'the number of components must be even'],
  ['rope-layouts.head-dim=5', 'must be a positive even number but got 5'],
  ['rope-worked.q=0.8,0.3,-0.5', 'the number of components must be even'],
  ['score-terms.words=', 'rows must be a whole number above 0'],
  ['shift.by=1e17', 'shift must be a number between -2^53 and 2^53'],
  ['similarity.positions=1', 'positions must be a whole number from 2 to'],
  ['spectrum.d-model=4&spectrum.dimension=4', 'dimension must be'],
  ['sum.standard-deviation=0', 'loudness of words must be'],
  ['timesteps.max-period=0', 'max period must be a finite number above 0'],
  ['timesteps.timestep=1.5', 'timestep t must be a whole number from 0 to 1000 but got 1.5'],
  [
    'waveforms.dimensions=3,128',
    'each of dimensions must be a whole number from 0 to 127 but got 128',
  ],
  ['wavelengths.base=0', 'base must be'],
];

test('what a figure cannot show is refused in a sentence that names its control, and it shows its own', async () => {
  for (const [search, sentence] of refused) {
    const name = /^[^.]+/.exec(search)?.[0] ?? '';
    const shown = await show(name, {}, `?${search}`);
    assert.ok(shown.message.includes(sentence), `${search}: ${shown.message}`);
    assert.doesNotMatch(shown.message, /\[[\w-]+\] /, 'the subject of an error is not shown');
    assert.match(
      shown.message,
      /^This figure cannot show what the address asks for\. .*[^.]\. The figure shows its defaults instead\.$/,
    );
    const own = Object.entries(shown.figure.parameters).map(([name, { value }]) => [name, value]);
    assert.deepEqual(shown.values, Object.fromEntries(own), search);
    assert.equal(shown.error, '');
  }
});

test('every figure refuses what is beyond its limits, in words that a reader knows', async () => {
  for (const name of tags.map((tag) => tag.replace('posenc-', ''))) {
    const { figure } = await show(name);
    for (const [property, parameter] of Object.entries(figure.parameters)) {
      const key = `${name}.${attributeOf(property)}`;
      const { type, least, most, whole } = parameter;
      if (ignored.includes(key)) continue;
      const values =
        type === 'number'
          ? [
              ...(least === undefined ? [] : [least - 1]),
              ...(most === undefined ? [] : [most + 1]),
              ...(whole ? [parameter.value + 0.5] : []),
              ...['Infinity', 'many', ''],
            ]
          : type === 'choice'
            ? ['another']
            : type === 'flag'
              ? ['true']
              : type === 'text'
                ? ['a'.repeat(most + 1)]
                : ['x', Array.from({ length: most + 1 }, (_, n) => n).join(',')];
      for (const value of values) {
        const asked = inAttributes({ ...needed[key], [property]: value });
        const search = new URLSearchParams(
          Object.entries(asked).map(([attribute, value]) => [`${name}.${attribute}`, value]),
        );
        const message = await messageAbout(name, `?${search}`);
        assert.match(message, /^This figure cannot show what the address asks for\. /, `${search}`);
        // No name of the core's. (It says "headDim = 4" where the other vector has 4 components.)
        assert.doesNotMatch(message.replace('headDim = ', ''), /\b[a-z]+[A-Z]/, `${search}`);
      }
    }
  }
});

test('every example of a figure can be shown', async () => {
  for (const name of tags.map((tag) => tag.replace('posenc-', ''))) {
    const shown = await show(name);
    for (const { label } of shown.figure.presets) {
      await shown.choose(label);
      assert.equal(shown.error, '', `${name}: ${label}`);
    }
  }
});

/** A figure of a page: its name, id and attributes. @typedef {{name: string, id: string, attributes: Record<string, string>}} Written */

/** The figures of the lesson, by page. @type {Map<string, Written[]>} */
const written = new Map(
  readdirSync('web/lesson')
    .filter((file) => file.endsWith('.md'))
    .map((file) => [
      file.replace(/^\d+-/, '').replace('.md', '.html'),
      [
        ...readFileSync(`web/lesson/${file}`, 'utf8').matchAll(/^<posenc-([\w-]+)([^>]*)>/gm),
      ].flatMap(([, name = '', text = '']) => {
        if (!tags.includes(`posenc-${name}`)) return [];
        const attributes = Object.fromEntries(
          [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, key, value = '']) => [key, value]),
        );
        const { id = name, ...others } = attributes;
        return [{ name, id, attributes: others }];
      }),
    ]),
);

test('what figures of the lesson share is a parameter of theirs, and another one on the page shares it', () => {
  for (const [page, figures] of written) {
    const all = figures.flatMap(({ attributes }) => attributes['shares']?.split(' ') ?? []);
    for (const { name, attributes } of figures) {
      for (const shared of attributes['shares']?.split(' ') ?? []) {
        assert.ok(all.indexOf(shared) !== all.lastIndexOf(shared), `${page}: ${name} ${shared}`);
        assert.ok(shared in attributes, `${page}: ${name} is not written with ${shared}`);
      }
    }
  }
});

test('every link of the lesson that sets a figure asks for what that figure can show', async () => {
  let count = 0;
  for (const file of readdirSync('web/lesson').filter((name) => name.endsWith('.md'))) {
    const own = file.replace(/^\d+-/, '').replace('.md', '.html');
    const text = readFileSync(`web/lesson/${file}`, 'utf8').replaceAll('&amp;', '&');
    for (const [link, page, search = '', id] of text.matchAll(
      /(?<=["(])(?:\.\/([\w-]+\.html))?\?([\w-]+\.[^"#)\s]*)#([\w-]+)/g,
    )) {
      const found = written.get(page ?? own)?.find((one) => one.id === id);
      if (!found) continue;
      const values = new URLSearchParams(search);
      for (const key of values.keys()) assert.ok(key.startsWith(`${id}.`), `${file}: ${link}`);
      const figure = await make(found.name, found.attributes);
      figure.id = id;
      figure.takeFromAddress(`?${search}`);
      await figure.askOnce();
      assert.equal(figure.addressProblem, '', `${file}: ${link}`);
      checkCaption(figure);
      count++;
    }
  }
  assert.ok(count > 20, `${count} links`);
});
