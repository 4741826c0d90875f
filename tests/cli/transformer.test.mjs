// What the transformer in PyTorch gave when it was last run (transformer.all.test.mjs), against the core's numbers.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { rejects } from '../posenc.mjs';
import { compare, hashOf, listings, renewal, runs, storedFile, trained } from './transformer.mjs';

const stored = JSON.parse(readFileSync(storedFile, 'utf8'));

test('the transformer in PyTorch is as it was when it was run', () => {
  for (const listing of listings) {
    assert.equal(stored.sha256[listing], hashOf(listing), `${listing} has changed: ${renewal}`);
  }
  assert.equal(stored.runs.length, runs.length, renewal);
});

test('its losses and logits are the core’s', () => {
  const place = mkdtempSync(join(tmpdir(), 'posenc-'));
  try {
    for (const [n, run] of runs.entries()) compare(run, stored.runs[n], trained(run, place));
  } finally {
    rmSync(place, { recursive: true });
  }
});

test('weights that do not fit are refused with one sentence', () => {
  const place = mkdtempSync(join(tmpdir(), 'posenc-'));
  try {
    const { weights } = trained({ task: 'order', scheme: 'rope', options: [] }, place);
    const train = ['train', '--task', 'order', '--scheme', 'alibi', '--weights'];
    rejects(
      [...train, weights ?? ''],
      '[training] --scheme must be "rope", as in the file of weights, but is "alibi"',
    );
    rejects([...train, place], `cannot read "${place}", which must be a file but is a folder`);
    const both = ['--resume', weights ?? '', '--weights', weights ?? ''];
    rejects(['train', ...both], 'train takes --resume or --weights but got both');
  } finally {
    rmSync(place, { recursive: true });
  }
});
