import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { firstVisitsTo, totals } from '../../tools/lib/sizes.mjs';

/** The pages of a site that load more than they may. @param {string} site */
const tooLarge = (site) =>
  firstVisitsTo(site).flatMap(({ page, limit, files }) => {
    const { total } = totals(files);
    return total > limit * 1024 ? [`${page}: ${total} bytes, but ${limit} KB are allowed`] : [];
  });

test('a first visit stays small, until its first figure has been used', () => {
  assert.deepEqual(tooLarge('build/site'), []);
});

test('the module that comes with a first answer or vote stays small', () => {
  for (const [name, most] of /** @type {const} */ ([
    ['exercises', 165],
    ['claims', 205],
  ])) {
    const { length } = gzipSync(readFileSync(`build/wasm/posenc-${name}.wasm`));
    assert.ok(length <= most * 1024, `${name}: ${length} bytes`);
  }
});

test('pages have the limit of their kind, and the part of the core that they name', () => {
  const visits = new Map(firstVisitsTo('build/site').map((one) => [one.page, one]));
  assert.ok(visits.size > 20);
  for (const [page, limit] of Object.entries({
    about: 70,
    index: 180,
    sinusoidal: 180,
    exercises: 200,
    train: 275,
  })) {
    assert.equal(visits.get(page)?.limit, limit, page);
  }
  // There formulas come when a hint or an answer with one is opened.
  assert.ok(!visits.get('exercises')?.files.some(({ kind }) => kind === 'fonts'));
  /** @type {{sections: {slug: string, module?: string}[]}} */
  const { sections } = JSON.parse(readFileSync('web/lesson/lesson.json', 'utf8'));
  const modules = new Map(sections.map(({ slug, module }) => [slug, module]));
  for (const [page, { files }] of visits) {
    const source = `web/lesson/${page}.md`;
    const head = existsSync(source) ? readFileSync(source, 'utf8').split(/^---$/m, 2).join() : '';
    const module = modules.get(page) ?? /^module: ([\w-]+)$/m.exec(head)?.[1];
    const core = files.find(({ kind }) => kind === 'wasm')?.file ?? '';
    // These are loaded by answers.
    if (['exercises', 'claims'].includes(module ?? '')) assert.equal(core, '', page);
    else if (module) assert.ok(core.startsWith(`assets/posenc-${module}-`), `${page}: ${core}`);
  }
});

const folder = mkdtempSync(join(tmpdir(), 'posenc-visits-'));
after(() => rmSync(folder, { recursive: true }));

/** A site of two pages, one of them with a figure. @param {Record<string, string | Buffer>} changed files */
function site(changed = {}) {
  rmSync(folder, { recursive: true });
  mkdirSync(join(folder, 'assets'), { recursive: true });
  const head =
    '<script type="module" src="./assets/main.js"></script><link rel="stylesheet" href="./assets/page.css">';
  const files = {
    'about.html': head,
    'rope.html': `${head}<body data-page="rope" data-module="figures">
      <posenc-tried></posenc-tried><posenc-clock></posenc-clock><posenc-later></posenc-later>`,
    'sandbox.html': '',
    'assets/main.js': `import{a}from"./shared.js";import"./elements.js";import("./never.js")`,
    'assets/elements.js': `x={"posenc-clock":()=>e(()=>import(\`./clock.js\`)),
      "posenc-tried":()=>e(()=>import(\`./tried.js\`)),"posenc-later":()=>e(()=>import(\`./later.js\`))}`,
    'assets/clock.js': 'import{b as c}from`./plot.js`;export{d}from"./shared.js"',
    ...Object.fromEntries(
      ['shared', 'never', 'tried', 'later', 'plot'].map((name) => [`assets/${name}.js`, '']),
    ),
    'assets/page.css': 'p{}',
    'assets/posenc-figures-12345678.wasm': '',
    'assets/posenc-figures-more-12345678.js': '',
    'assets/posenc-figures-abcdefgh.js': 'import"./shared.js"',
    'assets/compute.worker-12345678.js': '',
    ...changed,
  };
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  return folder;
}

test('counted are styles, scripts with what they import, those of the first figure, and its part of the core', () => {
  const counted = Object.fromEntries(
    firstVisitsTo(site()).map(({ page, files }) => [page, files.map(({ file }) => file).sort()]),
  );
  const always = ['elements.js', 'main.js', 'page.css', 'shared.js'];
  const names = (/** @type {string[]} */ ...more) =>
    [...always, ...more].map((name) => `assets/${name}`).sort();
  assert.deepEqual(counted, {
    about: [...names(), 'about.html'].sort(),
    rope: [
      ...names('clock.js', 'plot.js', 'tried.js', 'compute.worker-12345678.js'),
      ...['assets/posenc-figures-12345678.wasm', 'assets/posenc-figures-abcdefgh.js', 'rope.html'],
    ].sort(),
  });
});

test('a page over its limit is named', () => {
  assert.deepEqual(tooLarge(site()), []);
  const kilobytes = (/** @type {number} */ count) => randomBytes(count * 1024);
  assert.match(
    tooLarge(site({ 'assets/shared.js': kilobytes(75) })).join(),
    /^about: [^,]*, but 70 KB/,
  );
  for (const file of ['plot.js', 'posenc-figures-12345678.wasm', 'compute.worker-12345678.js']) {
    const found = tooLarge(site({ [`assets/${file}`]: kilobytes(185) }));
    assert.match(found.join(), /^rope: \d+ bytes, but 180 KB are allowed$/, file);
  }
  assert.deepEqual(tooLarge(site({ 'assets/later.js': kilobytes(185) })), []);
});
