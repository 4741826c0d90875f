// The same bits natively and as WebAssembly under Node. (In three browser engines: tests/engines.)
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { loadClaims, loadCore, schemes } from '../../build/package/node.js';
import { printed } from '../posenc.mjs';
import { casesFor, computeAll, difference, handedOver } from '../engines/bits.mjs';

/** @typedef {import('../engines/bits.mjs').Parts} Parts */
/** By the name of a case. @typedef {Record<string, Parts>} Results */

const cases = casesFor(schemes);
const folder = mkdtempSync(join(tmpdir(), 'posenc-bits-'));
after(() => rmSync(folder, { recursive: true }));

/** Every number in what eval prints, in order; what masks a key is null. @param {any} got @returns {number[]} */
const numbersIn = (got) =>
  got === null
    ? [-Infinity]
    : typeof got === 'object'
      ? Object.values(got).flatMap(numbersIn)
      : [got];

/** @returns {Results} */
function computeNatively() {
  /** @type {Results} */
  const all = {};
  const tables = cases.filter(({ kind }) => kind);
  const input = JSON.stringify({
    cases: tables.map(({ name, kind, params }) => ({ name, kind, params })),
  });
  for (const { name, got } of printed(['eval', '-'], input).cases) {
    all[name] = { values: numbersIn(got) };
  }
  const saved = join(folder, 'checkpoint');
  for (const { name, train } of cases) {
    if (!train) continue;
    const { losses, accuracy } = printed(['train', ...train, '--json', '--save', saved]);
    const digest = createHash('sha256').update(readFileSync(saved)).digest('hex');
    all[name] = {
      losses,
      'test accuracies': Object.values(accuracy),
      'SHA-256 of the checkpoint': [digest],
    };
  }
  return all;
}

/** The largest difference of a table from that of Node. @param {Parts | undefined} got @param {Parts} inNode */
function apart(got, inNode) {
  const [values = [], reference = []] = [got?.['values'], inNode['values']];
  assert.equal(values.length, reference.length);
  return Math.max(...values.map((value, n) => Math.abs(Number(value) - Number(reference[n]))));
}

/** @type {Results} */
let inNode = {};
/** @type {Results} */
let native = {};

before(async () => {
  const [core, claims] = await Promise.all([loadCore(), loadClaims()]);
  inNode = handedOver(await computeAll({ core, claims, schemes }));
  native = computeNatively();
});

for (const { name, train, kind, near } of cases) {
  // The command does not compute the others.
  if (!train && !kind) continue;
  test(`the same bits: ${name}`, () => {
    const expected = inNode[name] ?? {};
    const count = Object.values(expected).flat().length;
    assert.ok(count > 8, `${count} numbers`);
    if (near === undefined) {
      assert.equal(difference('native', name, native[name], expected), null);
    } else {
      const most = apart(native[name], expected);
      assert.ok(most <= near, `${most} apart`);
    }
  });
}

test('one bit that is flipped is found and named', () => {
  const name = 'training order/rope';
  const got = structuredClone(native[name] ?? {});
  const losses = Float64Array.from(/** @type {number[]} */ (got['losses']));
  const bits = new BigUint64Array(losses.buffer);
  bits[17] = (bits[17] ?? 0n) ^ 1n;
  got['losses'] = [...losses];
  assert.equal(
    difference('native', name, got, inNode[name] ?? {}),
    `native, ${name}: losses[17] is ${losses[17]} but ${inNode[name]?.['losses']?.[17]} in Node`,
  );
  assert.match(
    difference('native', name, { losses: [] }, inNode[name] ?? {}) ?? '',
    /\[0\] is undefined/,
  );
});
