// The transformer of web/lesson/code/torch, run by Debian's PyTorch, against the core's. With RENEW=1 in the environment,
// what it gives is stored.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { debianPython } from '../../tools/lib/debian.mjs';
import { compare, folder, hashOf, listings, runs, storedFile, trained } from './transformer.mjs';

/** @param {string[]} args @param {string} [input] */
function python(args, input) {
  const options = /** @type {const} */ ({ encoding: 'utf8', input, maxBuffer: 2 ** 28 });
  const { status, stdout, stderr } = spawnSync(debianPython, ['-B', ...args], options);
  return { status, stdout, stderr };
}

test('the same losses over 50 steps, and the same logits, for each scheme and both tasks', () => {
  const place = mkdtempSync(join(tmpdir(), 'posenc-'));
  try {
    const ours = runs.map((run, n) => {
      mkdirSync(join(place, String(n)));
      return trained(run, join(place, String(n)));
    });
    const { status, stdout, stderr } = python(
      ['tests/cli/transformer.py', resolve(folder)],
      JSON.stringify(ours),
    );
    assert.equal(status, 0, stderr);
    const { torch, runs: got } = JSON.parse(stdout);
    for (const [n, run] of runs.entries()) {
      const own = ours[n];
      assert.ok(own);
      compare(run, got[n], own);
    }
    if (process.env['RENEW']) {
      const hashes = Object.fromEntries(listings.map((listing) => [listing, hashOf(listing)]));
      const lines = got.map((/** @type {object} */ one) => JSON.stringify(one)).join(',\n');
      mkdirSync(dirname(storedFile), { recursive: true });
      const head = `"by": ${JSON.stringify({ torch })},\n"sha256": ${JSON.stringify(hashes)}`;
      writeFileSync(storedFile, `{${head},\n"runs": [\n${lines}\n]}\n`);
    }
    const [first] = ours;
    const shown = python([
      join(folder, 'load_model.py'),
      first?.after ?? '',
      '1',
      '3',
      '0',
      '2',
      '4',
    ]);
    assert.match(shown.stdout, /^tensor\(\[\[\[[-\d., \n]*/, shown.stderr);
    for (const [scheme, options, refusal] of /** @type {const} */ ([
      ['hybrid', [], /scheme 'hybrid' is not one of/],
      ['alibi', ['--slopes', '2,1,0.5,0.25'], /slopes must be '' but is '2,1,0.5,0.25'/],
      [
        'alibi',
        ['--heads', '6', '--d-model', '24'],
        /heads must be a power of two for ALiBi but is 6/,
      ],
    ])) {
      const { after } = trained({ task: 'order', scheme, options: [...options] }, place);
      assert.match(python([join(folder, 'load_model.py'), after ?? '', '1']).stderr, refusal);
    }
  } finally {
    rmSync(place, { recursive: true });
  }
});

test('as a program, it learns both tasks with each scheme', () => {
  for (const [task, length] of /** @type {const} */ ([
    ['copy', 20],
    ['order', 8],
  ])) {
    const { status, stdout, stderr } = python([join(folder, 'transformer.py'), task]);
    assert.equal(status, 0, stderr);
    const shares = [...stdout.matchAll(new RegExp(`length ${length}: (\\S+)% right`, 'g'))];
    assert.equal(shares.length, 6, stdout);
    // PyTorch's five seeds of each scheme have a mean of at least 99.5 % (tests/reference/training/experiments.json).
    for (const [, share] of shares) assert.ok(Number(share) > 98, stdout);
  }
});
