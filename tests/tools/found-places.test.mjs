import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { runnerImport } from 'vite';
import { loadClaims } from '../../build/package/node.js';
import { site } from '../../tools/lib/paths.mjs';
import { pageNames, siteFile } from './built-site.mjs';

/** @type {typeof import('../../web/src/search/finder.ts')} */
const { Finder } = (await runnerImport('./web/src/search/finder.ts', { logLevel: 'error' })).module;

const names = readdirSync(join(site, 'assets')).filter((name) => /^search-.*\.json$/.test(name));
const file = siteFile(join('assets', names[0] ?? ''));
/** @type {import('../../web/src/search/entries.ts').Page[]} */
const pages = JSON.parse(file);

/** What a learner types, and the place that has to be among the first three. */
const wanted = /** @type {const} */ ([
  ['why sin and cos', './sinusoidal.html#two-numbers-one-clock-hand'],
  ['why 10000', './sinusoidal.html#why-10000'],
  ['dot product depends only on distance', './sinusoidal.html#only-the-distance-counts'],
  ['rope base 500000', './rope.html#the-base'],
  ['rotate values', './rope.html#why-not-the-values'],
  ['rotate_half', './rope.html#two-layouts-one-silent-bug'],
  ['half split', './glossary.html#pair-layout'],
  ['alibi slopes', './alibi.html#a-slope-for-each-head'],
  ['why add', './adding.html'],
  ['extrapolation', './glossary.html#extrapolation'],
  ['yarn', './longer.html#each-pair-as-it-needs-yarn'],
  ['NTK', './longer.html#slow-down-the-slow-ntk-aware'],
  ['position interpolation', './longer.html#squeeze-position-interpolation'],
  ['bucket', './longer.html#t5-a-number-for-each-bucket'],
  ['nope', './longer.html#no-encoding-at-all'],
  ['kv cache', './code.html#rope-with-a-kv-cache'],
  ['m-rope', './glossary.html#m-rope'],
  ['mrope', './beyond-words.html#video-three-counters-for-one-set-of-pairs'],
  ['diffusion timesteps', './beyond-words.html#diffusion-a-step-is-a-position'],
  ['temperature', './glossary.html#attention-temperature'],
  ['causal mask', './order.html#a-mask-gives-something-away'],
  ['permutation equivariant', './order.html#equivariant-is-not-invariant'],
  ['spectrum', './signal.html#its-spectrum'],
  ['bits per character', './glossary.html#bits-per-character'],
  ['theta', './claims.html#claim-49'],
  ['ω', './glossary.html#inverse-frequency'],
  // With a letter missing, and British.
  ['sinusodal table', './code.html#sinusoidal-table'],
  ['normalise', './adding.html#what-appending-would-cost'],
  // By what it is, its number or its name.
  ['claim 12', './claims.html#claim-12'],
  ['glossary offset', './glossary.html#offset'],
  ['E13.1', './exercises.html#by-hand-e13-1'],
  ['practice 4', './train.html#lab-2-take-it-away'],
  ['lab 5', './book.html#lab-5-raise-the-base-then-train-on'],
  ['a first row of zeros', './museum.html#mistake-sines-only'],
  ['the base 10000 is optimal', './claims.html#claim-42'],
  ['wrong layout no error', './rope.html#rope-layouts'],
  ['Llama 3', './models.html?model=Llama-3-8B'],
  ['deepseek', './models.html?model=DeepSeek-V3'],
  ['gpt2', './models.html?model=GPT-2'],
  ['quiz', './exercises.html#quiz'],
  ['choose exercises for a class', './teach.html#choose-your-own'],
]);

test('what learners type leads to where it is explained, among the first three', async () => {
  const finder = await Finder.over(pages);
  const firstFor = (/** @type {string} */ query) =>
    finder
      .find(query)
      .slice(0, 3)
      .map(({ href }) => href);
  const missed = wanted.filter(([query, href]) => !firstFor(query).includes(href));
  assert.deepEqual(
    missed.map(([query, href]) => ({ query, href, found: firstFor(query) })),
    [],
  );
  const hrefs = finder.find('rope base').map(({ href }) => href);
  assert.equal(new Set(hrefs).size, hrefs.length, 'no place twice');
});

test('every page, claim, mistake and term can be found by its address; all fits in 90 KB', async () => {
  assert.equal(names.length, 1);
  assert.ok(gzipSync(file).length < 90 * 1024);
  assert.ok(siteFile('sw.js').includes(names[0] ?? ''), 'it is kept for use without a network');
  assert.deepEqual(
    pages.map(({ address }) => address).sort(),
    // (The page of changes is made from the changelog.)
    [...pageNames, 'changes.html']
      .map((name) => (name === 'index.html' ? './' : `./${name}`))
      .sort(),
  );
  for (const { address, entries } of pages) {
    const html = siteFile(address === './' ? 'index.html' : address);
    for (const { id, title } of entries) {
      assert.ok(title, `${address}#${id}`);
      assert.ok(id === '' || html.split(` id="${id}"`).length === 2, `${address}#${id}`);
    }
  }
  const count = (/** @type {string} */ kind) =>
    pages.flatMap(({ entries }) => entries).filter((entry) => entry.kind === kind).length;
  const core = await loadClaims();
  assert.equal(count('claim'), core.claims().claims.length);
  assert.equal(count('mistake'), core.exhibits().exhibits.length);
  assert.ok(count('term') > 50 && count('figure') > 40 && count('model') > 50);
});
