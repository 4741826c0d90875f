// The notebook that ships with the site, run by CPython with NumPy: its stored outputs, and its numbers against the core's.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { python } from '../../tools/lib/python.mjs';
import { ofTheCore } from '../of-the-core.mjs';

const file = 'web/public/examples/posenc.ipynb';
/** @type {{cells: any[]}} */
const notebook = JSON.parse(readFileSync(file, 'utf8'));
const { enter } = await python();

/** What Python makes of it. @returns {{outputs: Record<string, string>[], table: number[][]}} */
function ran() {
  const folders = [resolve('web/public/examples'), resolve('tests/cli')];
  const [command, args] = enter(['-B', resolve('tests/cli/notebook.py'), resolve(file)], folders);
  const { stdout, stderr, status } = spawnSync(command, args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

test('its outputs are what its cells give, and its table is the core’s and the figure’s', () => {
  const { outputs, table } = ran();
  const cells = notebook.cells.filter(({ cell_type: type }) => type === 'code');
  assert.equal(outputs.length, cells.length);
  for (const [n, cell] of cells.entries()) {
    const stored = Object.entries(cell.outputs[0].data).map(([type, lines]) => [
      type,
      /** @type {string[]} */ (lines).join(''),
    ]);
    assert.deepEqual(Object.fromEntries(stored), outputs[n]);
  }
  // The figure above the table has the same settings.
  const [, address = ''] =
    /src="([^"]*embed\.html[^"]*)"/.exec(outputs[0]?.['text/html'] ?? '') ?? [];
  const { searchParams } = new URL(address.replaceAll('&amp;', '&'));
  const [d, base, count] = ['d-model', 'base', 'positions'].map((name) =>
    Number(searchParams.get(name)),
  );
  const positions = Array.from({ length: count ?? 0 }, (_, n) => n);
  /** @type {number[][]} */
  const core = ofTheCore('table', { d_model: d, base, positions });
  assert.equal(table.length, core.length);
  for (const [row, values] of core.entries()) {
    assert.equal(table[row]?.length, values.length);
    for (const [column, value] of values.entries()) {
      // Angles below 16 are off by less than 16 · 2^-53.
      assert.ok(Math.abs((table[row]?.[column] ?? NaN) - value) < 1e-14, `${row}, ${column}`);
    }
  }
});

test('it has what nbformat 4.5 requires', () => {
  const { nbformat, nbformat_minor: minor, metadata, cells } = /** @type {any} */ (notebook);
  assert.deepEqual([nbformat, minor], [4, 5]);
  assert.equal(metadata.kernelspec.name, 'python3');
  assert.equal(new Set(cells.map((/** @type {any} */ { id }) => id)).size, cells.length);
  const isLines = (/** @type {unknown} */ lines) =>
    Array.isArray(lines) &&
    lines.every(
      (line, n) => typeof line === 'string' && line.endsWith('\n') === n < lines.length - 1,
    );
  for (const cell of cells) {
    assert.match(cell.id, /^[\w-]{1,64}$/);
    assert.ok(isLines(cell.source), cell.id);
    assert.deepEqual(cell.metadata, {});
    const keys = Object.keys(cell).sort().join();
    if (cell.cell_type === 'markdown') {
      assert.equal(keys, 'cell_type,id,metadata,source');
      continue;
    }
    assert.equal(cell.cell_type, 'code');
    assert.equal(keys, 'cell_type,execution_count,id,metadata,outputs,source');
    for (const output of cell.outputs) {
      assert.deepEqual(Object.keys(output).sort(), [
        ...['data', 'execution_count', 'metadata', 'output_type'],
      ]);
      assert.equal(output.output_type, 'execute_result');
      assert.equal(output.execution_count, cell.execution_count);
      for (const lines of Object.values(output.data)) assert.ok(isLines(lines));
    }
  }
});
