// Links that are remembered: the same inputs give the same files without linking, others are linked.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { removeDrafts } from '../../tools/lib/drafts.mjs';

const folder = mkdtempSync(join(tmpdir(), 'posenc-links-'));
after(() => rmSync(folder, { recursive: true }));
const links = join(folder, 'links');
mkdirSync(links);

/** A linker that puts its inputs together, and notes that it ran: of libraries, the members that an object names. */
const linker = join(folder, 'linker.mjs');
writeFileSync(
  linker,
  `import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { archiveMembers } from ${JSON.stringify(pathToFileURL(resolve('tools/lib/archive-members.mjs')).href)};
appendFileSync('ran', 'x');
const args = process.argv.slice(2);
const of = (ending) => args.filter((one) => one.endsWith(ending));
let text = of('.o').map((one) => readFileSync(one, 'utf8')).join();
if (text.includes('broken')) process.exit(3);
const list = args.find((one) => one.startsWith('-Wl,--why-extract='))?.split('=')[1];
let why = '';
for (const library of of('.a')) {
  for (const [name, [data]] of archiveMembers(readFileSync(library))) {
    if (!text.includes(name)) continue;
    text += data;
    why += 'an.o\\t' + library + '(' + name + ')\\tsymbol\\n';
  }
}
writeFileSync(list, why);
for (const file of ['out.mjs', 'out.wasm', 'out.d.mts'])
  writeFileSync(file, file + text + args.filter((one) => one.startsWith('-O')));
`,
);

/** A library as ar writes it. @param {Record<string, string>} members */
function library(members) {
  const entries = Object.entries(members).map(([name, text]) => {
    const header = `${`${name}/`.padEnd(48)}${String(text.length).padEnd(10)}`;
    return `${header}\`\n${text}${text.length % 2 ? '\n' : ''}`;
  });
  return `!<arch>\n${entries.join('')}`;
}

/** A clone in which objects have some contents. @param {string} name @param {Record<string, string>} objects */
function clone(name, objects) {
  const cwd = join(folder, name);
  mkdirSync(cwd, { recursive: true });
  for (const [file, text] of Object.entries(objects)) writeFileSync(join(cwd, file), text);
  /** @param {string} option @param {Record<string, string>} env */
  const link = (option = '-O1', env = {}) => {
    const all = [linker, option, ...Object.keys(objects), '-o', 'out.mjs'];
    const given = ['--emit-tsd', 'out.d.mts'];
    const script = resolve('tools/lib/link-cache.mjs');
    return spawnSync(process.execPath, [script, process.execPath, ...all, ...given], {
      cwd,
      env: { ...process.env, POSENC_LINK_CACHE: links, ...env },
    }).status;
  };
  const text = (/** @type {string} */ file) => readFileSync(join(cwd, file), 'utf8');
  const runs = () => (existsSync(join(cwd, 'ran')) ? text('ran').length : 0);
  return { cwd, link, text, runs };
}

const two = library({ 'two.o': 'two' });

test('another clone with the same objects gets the same files, and links nothing', () => {
  const first = clone('first', { 'a.o': 'one with two.o', 'b.a': two });
  assert.equal(first.link(), 0);
  assert.equal(first.runs(), 1);
  const second = clone('second', { 'a.o': 'one with two.o', 'b.a': two });
  assert.equal(second.link(), 0);
  assert.equal(second.runs(), 0);
  for (const file of ['out.mjs', 'out.wasm', 'out.d.mts']) {
    assert.equal(second.text(file), first.text(file));
  }
});

test('another object or another option is linked', () => {
  const object = clone('object', {
    ...{ 'a.o': 'one with two.o', 'b.a': library({ 'two.o': 'three' }) },
  });
  assert.equal(object.link(), 0);
  assert.equal(object.runs(), 1);
  assert.match(object.text('out.wasm'), /three/);
  const option = clone('option', { 'a.o': 'one with two.o', 'b.a': two });
  assert.equal(option.link('-O2'), 0);
  assert.equal(option.runs(), 1);
});

test('what a library has besides counts for nothing, and what is taken out of it counts', () => {
  /** @param {string} name @param {string} used @param {string} unused */
  const withLibrary = (name, used, unused) =>
    clone(name, {
      'a.o': 'needs used.o alone',
      'b.a': library({ 'used.o': used, 'a-member-that-is-left.o': unused }),
    });
  const before = withLibrary('before', 'used', 'a');
  before.link();
  const unused = withLibrary('unused', 'used', 'another text');
  assert.equal(unused.link(), 0);
  assert.equal(unused.runs(), 0);
  assert.equal(unused.text('out.wasm'), before.text('out.wasm'));
  const used = withLibrary('used', 'other', 'a');
  assert.equal(used.link(), 0);
  assert.equal(used.runs(), 1);
  assert.match(used.text('out.wasm'), /other/);
});

test('a draft is linked without optimizing, and again by a build that is none', () => {
  const one = clone('draft', { 'a.o': 'draft' });
  assert.equal(one.link('-Oz', { POSENC_DRAFT_LINKS: '1' }), 0);
  assert.match(one.text('out.mjs'), /-O1$/);
  removeDrafts(one.cwd);
  assert.ok(!existsSync(join(one.cwd, 'out.mjs')));
  assert.equal(one.link('-Oz'), 0);
  assert.match(one.text('out.mjs'), /-Oz$/);
  removeDrafts(one.cwd);
  assert.match(one.text('out.mjs'), /-Oz$/, 'what is no draft stays');
  assert.equal(one.link('-Oz', { POSENC_DRAFT_LINKS: '1' }), 0);
  assert.match(one.text('out.mjs'), /-Oz$/, 'what is known needs no draft');
  assert.equal(one.runs(), 2);
});

test('a link that fails says so, and is not remembered', () => {
  for (const name of ['broken', 'still-broken']) {
    const one = clone(name, { 'a.o': 'broken', 'b.a': two });
    assert.equal(one.link(), 3);
    assert.equal(one.runs(), 1);
  }
});
