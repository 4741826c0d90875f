// Files for posenc model, and what the command says of them: for the tests of its outputs.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { ggufFile } from '../../tools/lib/gguf-file.mjs';
import { posenc } from '../posenc.mjs';

/** Gone after the tests of the file that imports this. */
export const folder = mkdtempSync(join(tmpdir(), 'posenc-model-'));
after(() => rmSync(folder, { recursive: true }));

/** @param {string[]} args @param {string} [input] */
export const run = (args, input) => posenc(['model', ...args], input);

/** The report of a model or file. @param {string[]} args @param {string} [input] */
export function report(args, input) {
  const { status, stdout, stderr } = run([...args, '--json'], input);
  assert.equal(stderr, '');
  assert.equal(status, 0);
  return JSON.parse(stdout);
}

/** The report of a config. @param {object} config @param {string[]} options */
export const reportOf = (config, ...options) => report(['-', ...options], JSON.stringify(config));

/** The text about a config. @param {object} config @param {string[]} options */
export function textOf(config, ...options) {
  const { status, stdout, stderr } = run(['-', ...options], JSON.stringify(config));
  assert.deepEqual([status, stderr], [0, '']);
  return stdout;
}

/** Refused with exit code 2 and one line, which is returned. @param {string[]} args @param {string} [input] */
export function refused(args, input) {
  const { status, stdout, stderr } = run(args, input);
  assert.equal(stdout, '');
  assert.equal(status, 2);
  assert.match(stderr, /^posenc: [^\n]+\n$/);
  return stderr.slice('posenc: '.length, -1);
}

/** @param {string} name @param {string | object} content */
export function file(name, content) {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

export const reference = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(`tests/reference/models/${name}.json`, 'utf8'));

/** @type {{name: string, kind: string, layout: string | null, config: object, source: string, certainty: string}[]} */
export const models = reference('models');

export const llama = {
  ...{ model_type: 'llama', hidden_size: 64, num_attention_heads: 4, num_hidden_layers: 2 },
  ...{ rope_theta: 10000, max_position_embeddings: 4096 },
};

/** @param {string} name @param {Record<string, number>} keys */
export function gguf(name, keys) {
  const path = join(folder, name);
  writeFileSync(path, ggufFile('llama', keys));
  return path;
}
export const ggufOfLlama = {
  ...{ block_count: 2, embedding_length: 64, 'attention.head_count': 4, context_length: 4096 },
  'rope.freq_base': 10000,
};

/** Every call that posenc model has, as its refusal names them. */
export const usage =
  'expected "model FILE|NAME|FOLDER [OTHER] [--length N] [--json] [--fail-on CODES]", ' +
  '"model FILE|NAME --engines|--serve N", or "model --list"';
