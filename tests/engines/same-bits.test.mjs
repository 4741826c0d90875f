// The same bits in Node, natively, and in three browser engines.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { loadClaims, loadCore } from '../../build/package/node.js';
import { serve } from '../../tools/lib/serve.mjs';
import { cases, computeAll, handedOver } from './bits.mjs';
import { launch } from './driver.mjs';

/** @typedef {import('./bits.mjs').Parts} Parts */
/** By the name of a case. @typedef {Record<string, Parts>} Results */

const folder = mkdtempSync(join(tmpdir(), 'posenc-bits-'));
after(() => rmSync(folder, { recursive: true }));

const page = `<!doctype html>
<meta charset="utf-8">
<title>Bits</title>
<script type="module">
  import { loadClaims, loadCore } from './browser.js';
  import { computeAll } from './bits.mjs';
  globalThis.bits = Promise.all([loadCore(), loadClaims()])
    .then(([core, claims]) => computeAll({ core, claims }));
</script>
`;

/** @param {string[]} args @param {string} [input] */
const posenc = (args, input = '') =>
  JSON.parse(
    execFileSync('build/native/posenc', args, {
      ...{ input, encoding: 'utf8', maxBuffer: 2 ** 26 },
      stdio: ['pipe', 'pipe', 'ignore'],
    }),
  );

/** Every number in what eval prints, in order; what masks a key is null. @param {any} got @returns {number[]} */
const numbersIn = (got) =>
  got === null
    ? [-Infinity]
    : typeof got === 'object'
      ? Object.values(got).flatMap(numbersIn)
      : [got];

/** @returns {Results} */
function natively() {
  /** @type {Results} */
  const all = {};
  const tables = cases.filter(({ kind }) => kind);
  const input = JSON.stringify({
    cases: tables.map(({ name, kind, params }) => ({ name, kind, params })),
  });
  for (const { name, got } of posenc(['eval', '-'], input).cases) {
    all[name] = { values: numbersIn(got) };
  }
  const saved = join(folder, 'checkpoint');
  for (const { name, train } of cases) {
    if (!train) continue;
    const { losses, accuracy } = posenc(['train', ...train, '--json', '--save', saved]);
    const digest = createHash('sha256').update(readFileSync(saved)).digest('hex');
    all[name] = {
      losses,
      'test accuracies': Object.values(accuracy),
      'SHA-256 of the checkpoint': [digest],
    };
  }
  return all;
}

/** @param {import('./driver.mjs').Engine} engine @param {string} address @returns {Promise<Results>} */
async function inBrowser(engine, address) {
  const browser = await launch(engine);
  try {
    const opened = await browser.newPage();
    await opened.goto(address);
    const all = await opened.evaluate(() => Reflect.get(globalThis, 'bits'));
    assert.deepEqual(await opened.errors(), [], engine);
    return handedOver(all);
  } finally {
    await browser.close();
  }
}

/**
 * How the results of one case differ from those of Node, which have all parts; null if not at all.
 * @param {string} where @param {string} name @param {Parts} got @param {Parts} inNode
 */
function difference(where, name, got, inNode) {
  for (const [part, values] of Object.entries(got)) {
    const reference = inNode[part] ?? [];
    const n = Array.from({ length: Math.max(values.length, reference.length) }).findIndex(
      (_, n) => !Object.is(values[n], reference[n]),
    );
    if (n >= 0)
      return `${where}, ${name}: ${part}[${n}] is ${values[n]} but ${reference[n]} in Node`;
  }
  return null;
}

/** The largest difference of a table from that of Node. @param {Parts | undefined} got @param {Parts} inNode */
function apart(got, inNode) {
  const [values = [], reference = []] = [got?.['values'], inNode['values']];
  assert.equal(values.length, reference.length);
  return Math.max(...values.map((value, n) => Math.abs(Number(value) - Number(reference[n]))));
}

/** Where the cases are computed, and what came out. @type {Record<string, Results>} */
const results = {};

before(async () => {
  cpSync('build/package', folder, { recursive: true });
  cpSync('tests/engines/bits.mjs', join(folder, 'bits.mjs'));
  writeFileSync(join(folder, 'bits.html'), page);
  const server = await serve(folder);
  try {
    const address = `http://127.0.0.1:${server.port}/bits.html`;
    const [core, claims] = await Promise.all([loadCore(), loadClaims()]);
    results['Node'] = handedOver(await computeAll({ core, claims }));
    results['native'] = natively();
    results['Chromium'] = await inBrowser('chromium', address);
    results['Firefox'] = await inBrowser('firefox', address);
    results['WebKit'] = await inBrowser('webkit', address);
  } finally {
    await server.close();
  }
});

/** @param {string} name */
const inNode = (name) => results['Node']?.[name] ?? {};

for (const { name, train, kind, near } of cases) {
  test(`the same bits: ${name}`, () => {
    const { Node: reference, ...others } = results;
    const expected = reference?.[name] ?? {};
    const count = Object.values(expected).flat().length;
    assert.ok(count > 8, `${count} numbers`);
    const compared = ['Node'];
    for (const [where, all] of Object.entries(others)) {
      const got = all[name];
      if (where === 'native' && !train && !kind) continue;
      if (where === 'native' && near !== undefined) {
        assert.ok(apart(got, expected) <= near, `native, ${name}: ${apart(got, expected)} apart`);
        continue;
      }
      assert.ok(got, `${where} has no ${name}`);
      if (where !== 'native')
        assert.deepEqual(Object.keys(got).sort(), Object.keys(expected).sort());
      assert.equal(difference(where, name, got, expected), null);
      compared.push(where);
    }
    const steps = expected['losses'] ? `${expected['losses'].length} steps, ` : '';
    const without = compared.includes('native')
      ? ''
      : near === undefined
        ? '; the command does not compute it'
        : `; native at most ${apart(others['native']?.[name], expected).toExponential(1)} apart`;
    console.log(
      `same bits in ${compared.join(', ')}: ${name} (${steps}${count} numbers${without})`,
    );
  });
}

test('one bit that is flipped in one engine is found and named', () => {
  const name = 'training order/rope';
  const got = structuredClone(results['WebKit']?.[name] ?? {});
  const losses = Float64Array.from(/** @type {number[]} */ (got['losses']));
  const bits = new BigUint64Array(losses.buffer);
  bits[17] = (bits[17] ?? 0n) ^ 1n;
  got['losses'] = [...losses];
  assert.equal(
    difference('WebKit', name, got, inNode(name)),
    `WebKit, ${name}: losses[17] is ${losses[17]} but ${inNode(name)['losses']?.[17]} in Node`,
  );
  assert.match(
    difference('WebKit', name, { losses: [] }, inNode(name)) ?? '',
    /\[0\] is undefined/,
  );
});
