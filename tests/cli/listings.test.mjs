// The listings of the page "In code", run by CPython with NumPy, against the core's numbers.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, test } from 'node:test';
import { python } from '../../tools/lib/python.mjs';
import { evaluated } from '../posenc.mjs';
import { base, core, folder, near, numbers, startRunner, tolerance, upTo } from './listings.mjs';

/** (Those in PyTorch and those that draw: torch-listings.test.mjs.) */
const modules = readdirSync(folder)
  .filter((name) => name.endsWith('.py') && !name.startsWith('plot_'))
  .map((name) => name.replace('.py', ''));

const { enter } = await python();
/** @param {string[]} args */
const startPython = (args) => {
  const [command, all] = enter(['-B', ...args], [resolve(folder), resolve('tests/cli')]);
  return spawn(command, all, { stdio: ['pipe', 'pipe', 'inherit'] });
};
const runner = startRunner(startPython, [folder]);

/** The modules of which something was run. */
const used = new Set();

after(() => {
  runner.end();
  assert.deepEqual([...used].sort(), modules.sort(), 'every listing is run');
});

/** @param {string} module @param {string} program @param {Record<string, unknown>} [given] */
function run(module, program, given) {
  used.add(module);
  return runner.run(module, program, given);
}

/** @param {string} module @param {string} expression @param {Record<string, unknown>} [given] */
async function valueOf(module, expression, given) {
  const { got, error } = await run(module, `result = ${expression}`, given);
  assert.equal(error, undefined);
  return got;
}

/** @param {string} type @param {string} module @param {string} program @param {Record<string, unknown>} [given] */
async function raises(type, module, program, given) {
  const { error } = await run(module, program, given);
  assert.match(String(error), new RegExp(`^${type}: .*\\d`), program);
}

test('sinusoidal: the table, and its rows at an offset for a whole batch', async () => {
  for (const b of [10000, 100]) {
    const params = { d_model: 16, base: b, positions: upTo(200) };
    near(await valueOf('sinusoidal', `sinusoidal_table(200, 16, ${b})`), core('table', params));
  }
  const rows = core('table', { d_model: 6, base, positions: [7, 8, 9] });
  const added = 'SinusoidalEncoding(10, 6)(np.zeros((2, 3, 6)), start=7)';
  near(await valueOf('sinusoidal', added), [rows, rows]);
  await raises('ValueError', 'sinusoidal', 'sinusoidal_table(4, 5)');
  // Of rows 9 and 10 there is one, which would broadcast.
  const past = 'SinusoidalEncoding(10, 6)(np.zeros((2, 2, 6)), start=9)';
  await raises('IndexError', 'sinusoidal', past);
});

test('learned: rows, errors on both sides, and the gradient with a repeated position', async () => {
  const table = numbers([4, 3]);
  const begin = 'learned = LearnedPositions(4, 3)\nlearned.table = np.array(table)\n';
  const positions = [2, 0, 2];
  const gradient = numbers([3, 3], 5);
  const given = { table, positions, gradient };
  const learned = (/** @type {string} */ expression) =>
    run('learned', `${begin}result = ${expression}`, given);
  const rows = await learned('learned.look_up(positions)');
  near(rows.got, core('learned_look_up', { table, positions }));
  const added = await learned('learned(np.zeros((2, 3, 3)), start=1)');
  const next = core('learned_look_up', { table, positions: [1, 2, 3] });
  near(added.got, [next, next]);
  const grad = await learned('learned.gradient(positions, gradient)');
  near(grad.got, core('learned_gradient', { rows: 4, positions, gradient }));
  for (const call of ['.look_up(4)', '.look_up(-1)', '(np.zeros((1, 4, 3)), start=1)']) {
    await raises('IndexError', 'learned', `${begin}learned${call}`, given);
  }
  for (const position of [4, -1]) {
    const [{ error }] = evaluated('learned_look_up', [{ table, positions: [position] }]);
    assert.match(error, /4/);
  }
  // 32768 draws: their spread is known to 1 in 100.
  const spread = await valueOf('learned', 'LearnedPositions(512, 64).table.std()');
  assert.ok(Math.abs(spread - 0.02) < 0.0002, String(spread));
});

/** Queries of 2 texts, 3 heads, 4 words and 8 numbers, and where the words stand. */
const x = numbers([2, 3, 4, 8]);
const positions = [0, 1, 17, 900];

/** Each vector of x as the core turns it. @param {'interleaved' | 'half_split'} layout */
function turned(layout) {
  const vectors = x.flat(2);
  const cases = vectors.map((/** @type {number[]} */ vector, /** @type {number} */ n) => ({
    ...{ head_dim: 8, base, layout, x: vector, positions: [positions[n % 4]] },
  }));
  const rows = evaluated('rotate', cases).map(({ got }) => got[0]);
  return [0, 1].map((text) =>
    [0, 1, 2].map((head) => rows.slice(12 * text + 4 * head, 12 * text + 4 * head + 4)),
  );
}

test('rope: three forms turn as the core does, and one is another reordered', async () => {
  const given = { x, positions };
  const form = (/** @type {string} */ expression) => valueOf('rope', expression, given);
  const interleaved = turned('interleaved');
  near(await form('rope_matrix(np.array(x), positions)'), interleaved);
  near(await form('rope_complex(np.array(x), positions)'), interleaved);
  near(await form('rope_half(np.array(x), *cos_sin(positions, 8))'), turned('half_split'));
  const order = '[..., half_split_order(8)]';
  near(
    await form(`rope_half(np.array(x)${order}, *cos_sin(positions, 8))`),
    await form(`rope_complex(np.array(x), positions)${order}`),
  );
});

test('rope: matrices, the buffer, the order of features; no odd width', async () => {
  near(
    await valueOf('rope', 'rotation_matrices([0, 3, 400], 6, 500)'),
    evaluated(
      'rotation_matrix',
      [0, 3, 400].map((position) => ({ head_dim: 6, base: 500, position })),
    ).map(({ got }) => got),
  );
  const rows = core('cos_sin', { head_dim: 8, base, positions: upTo(100) });
  const [cos, sin] = await valueOf('rope', 'cos_sin(np.arange(100), 8)');
  for (const [n, row] of rows.entries()) {
    near(cos[n], [...row.slice(0, 4), ...row.slice(0, 4)]);
    near(sin[n], [...row.slice(4), ...row.slice(4)]);
  }
  near(
    await valueOf('rope', 'half_split_order(8)'),
    core('permutation_interleaved_to_half', { head_dim: 8 }),
  );
  await raises('ValueError', 'rope', 'angles([1], 5)');
});

test('KV cache: word by word as at once; its scores are the core’s', async () => {
  const program = startPython([resolve(folder, 'kv_cache.py')]);
  let printed = '';
  for await (const text of program.stdout.setEncoding('utf8')) printed += text;
  assert.match(printed, /^\d.*\n$/);
  assert.ok(Number(printed) < tolerance, printed);
  const [q, k] = [numbers([8], 2), numbers([8], 3)];
  // Words 3 and 4 are new; all queries and all keys are equal.
  const given = { q: [[[q, q]]], k: [[upTo(5).map(() => k)]] };
  const scores = 'attention.scores(np.array(q), attention.rotate(np.array(k), 0), 3)';
  const { got } = await run(
    'kv_cache',
    `attention = RotaryAttention(8, 8)\nresult = ${scores}`,
    given,
  );
  const expected = [3, 4].map((m) => {
    const pairs = upTo(m + 1).map((n) => [m, n]);
    const products = core('scores', {
      ...{ head_dim: 8, base, layout: 'half_split', q, k, positions_mn: pairs },
    });
    const scaled = products.map((/** @type {number} */ score) => score / Math.sqrt(8));
    return [...scaled, null].slice(0, 5);
  });
  near(got, [[expected]]);
  const past = 'RotaryAttention(4, 8).rotate(np.zeros((1, 1, 2, 8)), 3)';
  await raises('IndexError', 'kv_cache', past);
});

test('KV cache: its check finds a slice at the wrong offset, and keys that are turned twice', async () => {
  const source = readFileSync(`${folder}/kv_cache.py`, 'utf8');
  const program = 'names = {"__name__": "x"}\nexec(source, names)\n';
  for (const [right, wrong] of /** @type {const} */ ([
    [
      'self.cos[start:end], self.sin[start:end]',
      'self.cos[: end - start], self.sin[: end - start]',
    ],
    ['cache.append(k, v)\n', 'cache.append(k, v)\n            k = self.rotate(k, 0)\n'],
  ])) {
    assert.ok(source.includes(right), right);
    const given = { source: source.replace(right, wrong) };
    const { got } = await run(
      'kv_cache',
      `${program}result = names["largest_difference"]()`,
      given,
    );
    assert.ok(got > 1e-3, `${wrong}: ${got}`);
  }
});

test('ALiBi: slopes of 1 to 40 heads, the bias, and the weights of equal logits', async () => {
  const heads = upTo(40).map((n) => n + 1);
  near(
    await valueOf('alibi', `[alibi_slopes(n) for n in range(1, 41)]`),
    core('slopes', { heads }),
  );
  const lengths = { heads: 6, query_len: 3, key_len: 7 };
  near(await valueOf('alibi', 'alibi_bias(6, 3, 7)'), core('bias_symmetric', lengths));
  const weights = 'alibi_attention_weights(np.zeros((1, 6, 3, 4)), np.zeros((1, 6, 7, 4)))';
  near(await valueOf('alibi', weights), [core('causal_attention_equal_logits', lengths)]);
  // A step with a cache is the last row of the whole.
  const step = 'alibi_bias(6, 1, 7) - alibi_bias(6, 7, 7)[:, -1:]';
  near(
    await valueOf('alibi', step),
    upTo(6).map(() => [upTo(7).map(() => 0)]),
  );
  await raises('ValueError', 'alibi', 'alibi_slopes(0)');
});

test('T5: buckets in both directions and in one, and the bias of a table', async () => {
  const relative = upTo(601).map((n) => n - 300);
  for (const bidirectional of [true, false]) {
    for (const [buckets, distance] of [
      [32, 128],
      [16, 64],
    ]) {
      const options = `bidirectional=direction, num_buckets=${buckets}, max_distance=${distance}`;
      assert.deepEqual(
        await valueOf('t5_bias', `relative_bucket(relative, ${options})`, {
          relative,
          direction: bidirectional,
        }),
        core('t5_buckets', {
          ...{ bidirectional, num_buckets: buckets, max_distance: distance },
          relative_positions: relative,
        }),
      );
    }
    const table = numbers([32, 3]);
    const lengths = { query_len: 2, key_len: 40 };
    near(
      await valueOf('t5_bias', 't5_bias(np.array(table), 2, 40, bidirectional=direction)', {
        table,
        direction: bidirectional,
      }),
      core('t5_bias', { bidirectional, num_buckets: 32, max_distance: 128, table, ...lengths }),
    );
  }
});

test('without NumPy: the same numbers from plain lists', async () => {
  for (const module of modules.filter((name) => name.startsWith('plain_'))) {
    const text = readFileSync(`${folder}/${module}.py`, 'utf8');
    assert.deepEqual(text.match(/^\s*(import|from) (?!math$).*/gm), null, module);
  }
  near(
    await valueOf('plain_sinusoidal', '[sinusoidal_row(pos, 16) for pos in range(100)]'),
    core('table', { d_model: 16, base, positions: upTo(100) }),
  );
  await raises('ValueError', 'plain_sinusoidal', 'sinusoidal_row(1, 5)');
  const table = numbers([4, 3]);
  near(await valueOf('plain_learned', 'look_up(table, 3)', { table }), table[3]);
  for (const position of [4, -1]) {
    await raises('IndexError', 'plain_learned', `look_up(table, ${position})`, { table });
  }
  const vector = numbers([8]);
  for (const [form, layout] of [
    ['rope_half', 'half_split'],
    ['rope_complex', 'interleaved'],
  ]) {
    near(
      await valueOf('plain_rope', `[${form}(x, pos) for pos in range(100)]`, { x: vector }),
      core('rotate', { head_dim: 8, base, layout, x: vector, positions: upTo(100) }),
    );
  }
  const heads = upTo(40).map((n) => n + 1);
  near(
    await valueOf('plain_alibi', '[alibi_slopes(n) for n in range(1, 41)]'),
    core('slopes', { heads }),
  );
  near(
    await valueOf(
      'plain_alibi',
      '[[alibi_row(s, q, 9) for q in range(9)] for s in alibi_slopes(3)]',
    ),
    core('bias_symmetric', { heads: 3, query_len: 9, key_len: 9 }),
  );
  assert.deepEqual(
    await valueOf('plain_t5', '[bucket(n - 300) for n in range(601)]'),
    core('t5_buckets', {
      ...{ bidirectional: true, num_buckets: 32, max_distance: 128 },
      relative_positions: upTo(601).map((n) => n - 300),
    }),
  );
});
