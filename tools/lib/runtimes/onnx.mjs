// Which components ONNX's operator RotaryEmbedding turns, and in which direction, beside the two layouts of the library.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { posenc } from './ours.mjs';
import { importFrom } from './packages.mjs';

const version = '1.30.0';
export const onnxPackages = [`onnxruntime-node@${version}`];

// A model is a message of protobuf: fields, each after its number and how it is stored.

/** @param {number} n @returns {number[]} */
const varint = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...varint(n >>> 7)]);
const int = (/** @type {number} */ field, /** @type {number} */ n) => [
  ...varint(field << 3),
  ...varint(n),
];
/** @param {number} field @param {string | number[]} part */
function nested(field, part) {
  const bytes = [...Buffer.from(part)];
  return [...varint((field << 3) | 2), ...varint(bytes.length), ...bytes];
}

const float32 = 1;
const int64 = 7;

/** An input or output of a graph, with dimensions of any size. @param {number} field @param {string} name @param {number} type @param {number} rank */
const value = (field, name, type, rank) =>
  nested(field, [
    ...nested(1, name),
    ...nested(
      2,
      nested(1, [...int(1, type), ...nested(2, Array(rank).fill(nested(1, [])).flat())]),
    ),
  ]);

/** The operator with its attribute `interleaved`, in the domain of its own or in ONNX 23. @param {string} domain @param {number} interleaved */
function modelOf(domain, interleaved) {
  const inputs = domain ? ['x', 'positions', 'cos', 'sin'] : ['x', 'cos', 'sin', 'positions'];
  const node = [
    ...inputs.flatMap((name) => nested(1, name)),
    ...nested(2, 'y'),
    ...nested(4, 'RotaryEmbedding'),
    ...nested(5, [...nested(1, 'interleaved'), ...int(3, interleaved), ...int(20, 2)]),
    ...nested(7, domain),
  ];
  const graph = [
    ...nested(1, node),
    ...nested(2, 'rotation'),
    ...value(11, 'x', float32, 4),
    ...value(11, 'positions', int64, 2),
    ...value(11, 'cos', float32, 2),
    ...value(11, 'sin', float32, 2),
    ...value(12, 'y', float32, 4),
  ];
  return Uint8Array.from([
    ...int(1, 10),
    ...nested(7, graph),
    ...nested(8, [...nested(1, ''), ...int(2, 23)]),
    ...(domain ? nested(8, [...nested(1, domain), ...int(2, 1)]) : []),
  ]);
}

const params = { head_dim: 8, base: 100 };
const position = 3;
/** The unit vectors, whose turned ones are the columns of a rotation. */
const units = Array.from({ length: params.head_dim }, (_, a) =>
  Array.from({ length: params.head_dim }, (_, b) => Number(a === b)),
);

/** @param {any} ort @param {string} domain @param {number} interleaved @param {number[]} cosSin of all positions */
async function turnedThere(ort, domain, interleaved, cosSin) {
  const session = await ort.InferenceSession.create(modelOf(domain, interleaved));
  const pairs = params.head_dim / 2;
  const half = (/** @type {number} */ n) =>
    new ort.Tensor(
      'float32',
      cosSin.filter((_, i) => Math.floor(i / pairs) % 2 === n),
      [position + 1, pairs],
    );
  const positions = new ort.Tensor('int64', [BigInt(position)], [1, 1]);
  const turned = [];
  for (const unit of units) {
    const x = new ort.Tensor('float32', unit, [1, 1, 1, unit.length]);
    const { y } = await session.run({ x, positions, cos: half(0), sin: half(1) });
    turned.push(...y.data);
  }
  await session.release();
  return turned;
}

const tolerance = 1e-6;

/** Prints a line for each form of the operator, and returns how many differ. @param {string} folder with the package */
export async function compareOnnx(folder) {
  const ort = (await importFrom(folder, 'onnxruntime-node')).default;
  const file = join(folder, 'cases.json');
  const positions = Array.from({ length: position + 1 }, (_, n) => n);
  const layouts = ['half_split', 'interleaved'];
  const cases = [
    { name: 'table', kind: 'cos_sin', params: { ...params, positions } },
    ...layouts.flatMap((layout) =>
      units.map((x) => ({
        name: layout,
        kind: 'rotate',
        params: { ...params, layout, x, positions: [position] },
      })),
    ),
  ];
  writeFileSync(file, JSON.stringify({ cases }));
  /** @type {{cases: {name: string, got: number[][]}[]}} */
  const evaluated = await posenc(['eval', file]);
  const of = (/** @type {string} */ name) =>
    evaluated.cases.filter((one) => one.name === name).flatMap(({ got }) => got.flat());
  console.log(`\nonnxruntime-node ${version}: the operator RotaryEmbedding, beside posenc eval`);
  console.log(
    '  It computes no frequencies: a model, also one of transformers.js, brings cos and sin.',
  );
  let wrong = 0;
  for (const domain of ['com.microsoft', '']) {
    for (const [interleaved, layout] of layouts.entries()) {
      const there = await turnedThere(ort, domain, interleaved, of('table'));
      const here = of(layout);
      const error = Math.max(...there.map((number, i) => Math.abs(number - here[i])));
      const isAlike = there.length === here.length && error < tolerance;
      const name = `${domain || 'ai.onnx 23'}, interleaved ${interleaved}`;
      console.log(
        `  ${name.padEnd(34)}beside ${layout}: largest error ${error.toExponential(1)}: ${isAlike ? 'ok' : 'turns other components, or the other way'}`,
      );
      if (!isAlike) wrong += 1;
    }
  }
  return wrong;
}
