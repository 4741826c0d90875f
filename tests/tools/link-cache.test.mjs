// Links that are remembered: the same inputs give the same files without linking, others are linked.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';

const folder = mkdtempSync(join(tmpdir(), 'posenc-links-'));
after(() => rmSync(folder, { recursive: true }));
const links = join(folder, 'links');
mkdirSync(links);

/** A linker that puts its inputs together, and notes that it ran. */
const linker = join(folder, 'linker.mjs');
writeFileSync(
  linker,
  `import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
appendFileSync('ran', 'x');
const args = process.argv.slice(2);
const text = args.filter((one) => /\\.(o|a)$/.test(one)).map((one) => readFileSync(one, 'utf8')).join();
if (text.includes('broken')) process.exit(3);
for (const file of ['out.mjs', 'out.wasm', 'out.d.mts']) writeFileSync(file, file + text + args[0]);
`,
);

/** A clone in which objects have some contents. @param {string} name @param {Record<string, string>} objects */
function clone(name, objects) {
  const cwd = join(folder, name);
  mkdirSync(cwd, { recursive: true });
  for (const [file, text] of Object.entries(objects)) writeFileSync(join(cwd, file), text);
  /** @param {string} option */
  const link = (option = '-O1') => {
    const all = [linker, option, ...Object.keys(objects), '-o', 'out.mjs'];
    const given = ['--emit-tsd', 'out.d.mts'];
    const script = resolve('tools/lib/link-cache.mjs');
    return spawnSync(process.execPath, [script, process.execPath, ...all, ...given], {
      cwd,
      env: { ...process.env, POSENC_LINK_CACHE: links },
    }).status;
  };
  const text = (/** @type {string} */ file) => readFileSync(join(cwd, file), 'utf8');
  const runs = () => (existsSync(join(cwd, 'ran')) ? text('ran').length : 0);
  return { link, text, runs };
}

test('another clone with the same objects gets the same files, and links nothing', () => {
  const first = clone('first', { 'a.o': 'one', 'b.a': 'two' });
  assert.equal(first.link(), 0);
  assert.equal(first.runs(), 1);
  const second = clone('second', { 'a.o': 'one', 'b.a': 'two' });
  assert.equal(second.link(), 0);
  assert.equal(second.runs(), 0);
  for (const file of ['out.mjs', 'out.wasm', 'out.d.mts']) {
    assert.equal(second.text(file), first.text(file));
  }
});

test('another object or another option is linked', () => {
  const object = clone('object', { 'a.o': 'one', 'b.a': 'three' });
  assert.equal(object.link(), 0);
  assert.equal(object.runs(), 1);
  assert.match(object.text('out.wasm'), /three/);
  const option = clone('option', { 'a.o': 'one', 'b.a': 'two' });
  assert.equal(option.link('-O2'), 0);
  assert.equal(option.runs(), 1);
});

test('a link that fails says so, and is not remembered', () => {
  for (const name of ['broken', 'still-broken']) {
    const one = clone(name, { 'a.o': 'broken', 'b.a': 'two' });
    assert.equal(one.link(), 3);
    assert.equal(one.runs(), 1);
  }
});
