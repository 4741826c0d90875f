// Claims, mistakes and invariants in the lesson: each is where it matters to a reader.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { loadClaims } from '../../build/package/node.js';
import { invariants, withTrials } from '../../tools/lib/site/trials.mjs';

const folder = 'web/lesson';

function linkedIn() {
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  for (const file of readdirSync(folder).filter((name) => /^\d\d-/.test(name))) {
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    for (const [, lines = ''] of text.matchAll(/^::: tried\n([\s\S]*?)\n:::$/gm)) {
      for (const line of lines.split('\n')) {
        const [kind = '', ...names] = line.split(' ');
        found.set(kind, new Set([...(found.get(kind) ?? []), ...names]));
      }
    }
  }
  return found;
}

test('every claim, every mistake and every invariant is linked from a section', async () => {
  const core = await loadClaims();
  const linked = linkedIn();
  assert.deepEqual([...linked.keys()].sort(), ['claims', 'invariants', 'mistakes']);
  const sorted = (/** @type {Iterable<string> | undefined} */ names) => [...(names ?? [])].sort();
  assert.deepEqual(
    sorted(linked.get('claims')),
    sorted(core.claims().claims.map(({ number }) => String(number))),
  );
  assert.deepEqual(
    sorted(linked.get('mistakes')),
    sorted(core.exhibits().exhibits.map(({ id }) => id)),
  );
  assert.deepEqual(sorted(linked.get('invariants')), sorted(Object.keys(invariants)));
});

test('what belongs to a section is linked from there', async () => {
  const core = await loadClaims();
  const files = readdirSync(folder);
  const belong = [
    ...core.claims().claims.map(({ number, section }) => ['claims', String(number), section]),
    ...core.exhibits().exhibits.map(({ id, section }) => ['mistakes', id, section]),
  ];
  for (const [kind = '', name = '', section = ''] of belong) {
    const file = files.find((one) => one.endsWith(`-${section}.md`)) ?? '';
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    const lines = [...text.matchAll(/^::: tried\n([\s\S]*?)\n:::$/gm)].flatMap(([, all = '']) =>
      all.split('\n'),
    );
    const named = lines.some(
      (line) => line.startsWith(`${kind} `) && line.split(' ').includes(name),
    );
    assert.ok(named, `${kind} ${name} in ${file}`);
  }
});

test('three are listed, and a link leads to the others', async () => {
  const core = await loadClaims();
  const html = (/** @type {string} */ names) =>
    withTrials(core, `::: tried\nclaims ${names}\n:::\n`, '01-order.md');
  assert.doesNotMatch(html('1 27 28'), /<p>More/);
  assert.equal(html('1 27 28 2 3').match(/<li>/g)?.length, 3);
  assert.match(html('1 27 28 2 3'), /<p>More <a href="\.\/claims\.html">claims<\/a>/);
});

test('an error about a link to nothing names its file', async () => {
  const core = await loadClaims();
  for (const line of ['claims 41', 'mistakes nothing', 'invariants', 'odd 1']) {
    const text = `::: tried\n${line} x\n:::\n`;
    assert.throws(
      () => withTrials(core, text, '01-order.md'),
      /^Error: 01-order\.md: there is no "/,
    );
  }
});
