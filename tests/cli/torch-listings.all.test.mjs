// The listings in PyTorch, and those that draw with matplotlib, run by Debian's Python, against the core's numbers. With
// RENEW=1 in the environment, what they give is stored.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { after, test } from 'node:test';
import { debianPython } from '../../tools/lib/debian.mjs';
import { folder, near, startRunner, tolerance } from './listings.mjs';
import { cases, hashOf, listings, storedFile, toleranceOf } from './torch-listings.mjs';

/** @param {string[]} args */
const startPython = (args) =>
  spawn(debianPython, ['-B', ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Drawn, but not shown: without its warning that it is not shown.
    env: { ...process.env, MPLBACKEND: 'agg', PYTHONWARNINGS: 'ignore:FigureCanvasAgg' },
  });
const runner = startRunner(startPython, [`${folder}/torch`, folder]);
after(() => runner.end());

/** What each listing gave, by program. @type {Record<string, Record<string, unknown>>} */
const outputs = Object.fromEntries(listings.map((listing) => [listing, {}]));
let passed = 0;

for (const listing of listings) {
  test(`${listing} gives the core’s numbers`, async () => {
    const module = listing.replace(/^torch\/|\.py$/g, '');
    for (const one of cases.filter((other) => other.listing === listing)) {
      const { got, error } = await runner.run(module, one.program, one.given);
      if ('expected' in one) {
        assert.equal(error, undefined, one.program);
        near(got, one.expected(), toleranceOf(one), `${one.program}: result`);
      } else assert.match(String(error), new RegExp(`^${one.raises}: .*\\d`), one.program);
      if (one.isStored !== false)
        outputs[listing] = { ...outputs[listing], [one.program]: got ?? error };
      passed++;
    }
  });
}

test('KV cache: its check finds a slice at the wrong offset, and keys that are turned twice', async () => {
  const source = readFileSync(`${folder}/torch/kv_cache.py`, 'utf8');
  const program = 'names = {"__name__": "x"}\nexec(source, names)\n';
  for (const [right, wrong] of /** @type {const} */ ([
    ['q = self.rope(q, start)\n', 'q = self.rope(q, 0)\n'],
    ['cache.append(k, v)\n', 'cache.append(k, v)\n            k = self.rope(k, 0)\n'],
  ])) {
    assert.ok(source.includes(right), right);
    const given = { source: source.replace(right, wrong) };
    const result = 'result = names["largest_difference"]()';
    const { got } = await runner.run('kv_cache', `${program}${result}`, given);
    assert.ok(got > 1e9 * tolerance, `${wrong}: ${got}`);
  }
});

async function store() {
  assert.equal(passed, cases.length);
  const { got: versions } = await runner.run(
    'plot_heatmap',
    'import torch, matplotlib\nresult = [one.__version__ for one in (torch, matplotlib, np)]',
  );
  const listed = Object.entries(outputs).map(([listing, gave]) => {
    const lines = Object.entries(gave).map((line) =>
      line.map((one) => JSON.stringify(one)).join(': '),
    );
    const inner = lines.length > 0 ? `{\n${lines.join(',\n')}\n}` : '{}';
    return `${JSON.stringify(listing)}: {"sha256": "${hashOf(listing)}", "outputs": ${inner}}`;
  });
  const [torch, matplotlib, numpy] = versions;
  const by = JSON.stringify({ torch, matplotlib, numpy });
  mkdirSync(dirname(storedFile), { recursive: true });
  writeFileSync(storedFile, `{"by": ${by},\n"listings": {\n${listed.join(',\n')}\n}}\n`);
}

if (process.env['RENEW']) test('what they gave is stored', store);
