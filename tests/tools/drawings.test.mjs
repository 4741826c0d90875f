// Drawings in the text: each has the core's numbers, and what is not there is refused.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { loadCore } from '../../tools/lib/site/core.mjs';
import { withDrawings } from '../../tools/lib/site/drawings.mjs';

const core = await loadCore();
const own = /** @type {const} */ ({ dModel: 128, base: 10000, variant: 'paper' });
const drawn = (/** @type {string} */ name) => withDrawings(core, `{{drawing ${name}}}`, 'a.md');

test('a text keeps what is around a drawing, and one that is not known is an error', () => {
  const text = withDrawings(
    core,
    'Before\n\n{{drawing layers}}\n\nafter {{wavelength d=4}}',
    'a.md',
  );
  assert.match(
    text,
    /^Before\n\n<figure class="drawn"><svg .*<\/figure>\n\nafter {{wavelength d=4}}$/,
  );
  assert.throws(
    () => drawn('nothing'),
    /^Error: a\.md: {{drawing nothing}}: there is no such drawing$/,
  );
});

test('a drawing of a file stands in the text with the drawings of its own', () => {
  const file = readFileSync('web/lesson/drawings/places.html', 'utf8').trim();
  const own = ['cards', 'turned', 'fading'];
  const whole = own.reduce((html, name) => html.replace(`{{drawing ${name}}}`, drawn(name)), file);
  assert.equal(withDrawings(core, 'a\n\n{{drawing places}}\n\nb', 'a.md'), `a\n\n${whole}\n\nb`);
  assert.equal(whole.match(/<svg /g)?.length, own.length);
});

test('no drawing has a number that is none, or a style of its own', () => {
  for (const name of ['neighbors', 'hybrid', 'layers', 'schemes', 'places']) {
    const html = drawn(name);
    assert.doesNotMatch(html, /NaN|undefined|null|Infinity| style=/, name);
    // A block of Markdown ends at an empty line.
    assert.doesNotMatch(html, /\n\s*\n/, name);
  }
});

test('neighbors: squeezed by 2 they are half as far apart', () => {
  const [before, after] = [...drawn('neighbors').matchAll(/([\d.]+)° apart/g)].map(([, at]) =>
    Number(at),
  );
  const degrees = (core.turns(own, 1).values[0] ?? NaN) * 360;
  assert.equal(before, Number(degrees.toFixed(1)));
  const [turned = NaN] = core.positionInterpolation(own, 2).inverseFrequencies;
  assert.equal(after, Number(((turned * 180) / Math.PI).toFixed(1)));
});

test('schemes: each picture leads to where its scheme is explained', () => {
  const links = [...drawn('schemes').matchAll(/<a href="\.\/([^"]+)">/g)].map(([, link]) => link);
  assert.deepEqual(links, [
    ...['longer.html#no-encoding-at-all', 'sinusoidal.html', 'learned.html'],
    ...['longer.html#t5-a-number-for-each-bucket', 'rope.html', 'alibi.html'],
  ]);
});
