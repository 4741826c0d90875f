// The posenc command of the native build.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

/** @param {string[]} args @param {string} [input] */
export function posenc(args, input = '') {
  const how = /** @type {const} */ ({ input, encoding: 'utf8', maxBuffer: 2 ** 28 });
  const { status, stdout, stderr } = spawnSync('build/native/posenc', args, how);
  return { status, stdout, stderr };
}

/** The JSON that it prints. @param {string[]} args @param {string} [input] @returns {any} */
export function printed(args, input) {
  const { stdout, stderr } = posenc(args, input);
  assert.ok(stdout, stderr);
  return JSON.parse(stdout);
}

/** Cases of one kind. @param {string} kind @param {object[]} all @returns {any[]} */
export const evaluated = (kind, all) =>
  printed(
    ['eval', '-'],
    JSON.stringify({ cases: all.map((params) => ({ name: kind, kind, params })) }),
  ).cases;

/** Refused with one sentence, and nothing printed. @param {string[]} args @param {string} stderr @param {string} [input] */
export function rejects(args, stderr, input) {
  assert.deepEqual(posenc(args, input), { status: 2, stdout: '', stderr: `posenc: ${stderr}\n` });
}
