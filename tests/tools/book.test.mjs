// The book that the labs train on: one text for the command, and the same packed for the page.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { bookFile, makeBook, packedBookFile } from '../../tools/lib/book.mjs';

const sha256 = (/** @type {Uint8Array} */ bytes) =>
  createHash('sha256').update(bytes).digest('hex');

test('the book is whole, and what the page gets is the same text in less than 500 KB', () => {
  makeBook();
  const text = readFileSync(bookFile);
  assert.match(text.toString(), /^CHAPTER 1\. Loomings\.\n\nCall me Ishmael\./);
  assert.match(text.toString(), /five thousand years ago\.\s*$/);
  // Of the chapters as they were when PyTorch’s numbers were measured on them.
  assert.equal(sha256(text), '586125aa2212e14c8b671c18868bdb7692c188ecdcbb3ddfbfd54485e733321c');
  const packed = readFileSync(packedBookFile);
  assert.ok(packed.length < 500_000, `${packed.length} bytes`);
  assert.equal(sha256(gunzipSync(packed)), sha256(text));
});

test('the book is made once', () => {
  makeBook();
  const before = statSync(packedBookFile).mtimeMs;
  assert.equal(makeBook(), false);
  assert.equal(statSync(packedBookFile).mtimeMs, before);
});
