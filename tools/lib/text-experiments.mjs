// Models of the characters of Moby-Dick against PyTorch's: five schemes by length, remedies at inference on the trained
// RoPE, and RoPE trained on at longer lengths with another base. npm run experiments -- text runs them.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { bookFile } from './book.mjs';
import { build, root } from './paths.mjs';

/** @typedef {Record<string, number | null>} Bits by length */
/** @typedef {Record<string, number[]>} Reference bits by length, of each of PyTorch's seeds */

/** @type {{schemes: Record<string, Reference>, remedies: Record<string, Reference>, continued: ({base: number, steps: number} & Record<string, any>)[]}} */
const reference = JSON.parse(
  readFileSync(join(root, 'tests/reference/training/text.json'), 'utf8'),
);

const trained = 64;
const folder = join(build, 'experiments');
const savedRope = (/** @type {number} */ seed) => join(folder, `text-rope-${seed}`);

/** @param {(string | number)[]} args @returns {Promise<Bits>} */
async function posencTrain(args) {
  const { stdout } = await promisify(execFile)(
    join(build, 'native/posenc'),
    ['train', '--text', bookFile, '--json', ...args.map(String)],
    { maxBuffer: 2 ** 26 },
  );
  return JSON.parse(stdout).bits;
}

/** @param {string} scheme @param {number} seed */
const trainScheme = (scheme, seed) =>
  posencTrain([
    ...['--task', 'text', '--scheme', scheme, '--seed', seed, '--lengths', '64,128,256,512'],
    ...(scheme === 'rope' ? ['--save', savedRope(seed)] : []),
  ]);

/** RoPE, trained on at 256 with that base. @param {number} base @param {number} steps @param {number} seed */
async function trainOn(base, steps, seed) {
  const saved = join(folder, `text-rope-${seed}-${base}-${steps}`);
  const bits = await posencTrain([
    ...['--resume', savedRope(seed), '--base', base, '--steps', steps, '--batch', 4],
    ...['--train-shortest', 256, '--train-longest', 256, '--learning-rate', 1e-3, '--warmup', 10],
    ...['--lengths', '64,512', '--save', saved],
  ]);
  // Within the trained length all positions would count.
  const { 256: newer = null } = await posencTrain([
    '--resume',
    saved,
    '--lengths',
    256,
    '--from',
    trained,
  ]);
  return { ...bits, 256: newer };
}

/** What each remedy makes of the trained RoPE. @param {number} seed @returns {Promise<Record<string, Bits>>} */
async function tryRemedies(seed) {
  const { loadCore } = await import(pathToFileURL(join(build, 'package/node.js')).href);
  const core = await loadCore();
  const text = core.openText(readFileSync(bookFile));
  const { id } = core.openTextCheckpoint(text.id, readFileSync(savedRope(seed)));
  const options = { dModel: 16, base: 10000, variant: 'paper' };
  /** @type {Record<string, (factor: number) => {inverseFrequencies: Float64Array, attentionFactor: number}>} */
  const remedies = {
    none: () => ({ ...core.frequencies(options), attentionFactor: 1 }),
    pi: (factor) => core.withRemedy('pi', options, trained, factor, trained * factor),
    ntk: (factor) => ({ ...core.ntkAware(options, factor), attentionFactor: 1 }),
    'yarn 1/4 to 2': (factor) => core.yarn(options, trained, factor, 1 / 4, 2, 'paper'),
    'yarn 1 to 32': (factor) => core.yarn(options, trained, factor, 1, 32, 'paper'),
  };
  /** @type {Record<string, Bits>} */
  const found = {};
  for (const [name, at] of Object.entries(remedies)) {
    /** @type {Bits} */
    const bits = {};
    // (Within: as at factor 4.)
    for (const [length, factor] of [
      [64, 4],
      [128, 2],
      [256, 4],
    ]) {
      const { inverseFrequencies, attentionFactor } = at(factor ?? 1);
      core.useFrequencies(id, inverseFrequencies, attentionFactor);
      bits[length ?? 0] = core.evaluateLength(id, length).bits;
    }
    found[name] = bits;
  }
  return found;
}

/** What was found, by the row of a table, length and seed. */
class Table {
  /** @type {Map<string, Bits[]>} */
  #rows = new Map();

  /** @param {string} row @param {Bits} bits */
  add(row, bits) {
    this.#rows.set(row, [...(this.#rows.get(row) ?? []), bits]);
  }

  /** The mean over the seeds. @param {string} row @param {number | string} length */
  at = (row, length) => {
    const all = (this.#rows.get(row) ?? []).map((bits) => bits[length] ?? NaN);
    return all.reduce((sum, one) => sum + one, 0) / all.length;
  };
}

/**
 * A row of the tables. `inside`: the lengths at which all positions were trained; `falls`: beyond them it is known only
 * that the model is no better than one that knows single characters.
 * @typedef {{row: string, inside: number[], bits: Reference, falls?: boolean}} Row
 */

/** @type {Row[]} */
const rows = [
  ...Object.entries(reference.schemes).map(([row, bits]) => ({
    ...{ row, bits, inside: [64], falls: ['sinusoidal', 'learned'].includes(row) },
  })),
  ...Object.entries(reference.remedies).map(([row, bits]) => ({
    row: `rope, remedy ${row}`,
    bits,
    // A remedy moves positions within the trained length, too: where it does harm, seeds differ as beyond it.
    inside: ['pi', 'yarn 1 to 32'].includes(row) ? [] : [64],
  })),
  ...reference.continued.map(({ base, steps, ...bits }) => ({
    row: `rope, ${steps} steps at 256 with base ${base}`,
    bits,
    inside: [64, 256],
  })),
];

/** @type {{says: string, holds: (at: Table['at']) => boolean}[]} */
const conclusions = [
  {
    says: 'within the trained length RoPE is best, and no positions are worst',
    holds: (at) =>
      at('rope', 64) < at('sinusoidal', 64) &&
      Math.max(at('sinusoidal', 64), at('alibi', 64)) < at('learned', 64) &&
      at('learned', 64) < at('none', 64),
  },
  {
    says: 'ALiBi is flat beyond it, and best from twice the length on',
    holds: (at) =>
      [128, 256, 512].every(
        (length) =>
          Math.abs(at('alibi', length) - at('alibi', 64)) < 0.1 &&
          ['none', 'sinusoidal', 'learned', 'rope'].every(
            (other) => at('alibi', length) < at(other, length),
          ),
      ),
  },
  {
    says: 'waves and tables fall to the level of single characters at once, RoPE step by step',
    holds: (at) => at('rope', 128) < 3.3 && at('sinusoidal', 128) > 4 && at('learned', 128) > 4,
  },
  {
    says: 'NTK-aware and YaRN that keeps fast pairs extend RoPE; interpolation alone does not',
    holds: (at) =>
      ['ntk', 'yarn 1/4 to 2'].every(
        (one) => at(`rope, remedy ${one}`, 256) < at('rope', 256) - 0.8,
      ) &&
      at('rope, remedy yarn 1/4 to 2', 256) < at('rope, remedy ntk', 256) &&
      at('rope, remedy pi', 256) > at('rope, remedy yarn 1 to 32', 256) &&
      at('rope, remedy yarn 1 to 32', 256) > at('rope, remedy ntk', 256) + 0.8,
  },
  {
    says: 'a larger base and 50 steps more extend RoPE to 4 and 8 times the length',
    holds: (at) =>
      at('rope, 50 steps at 256 with base 500000', 256) <
        at('rope, 50 steps at 256 with base 10000', 256) - 0.2 &&
      at('rope, 50 steps at 256 with base 500000', 512) <
        at('rope, 50 steps at 256 with base 10000', 512) - 0.3,
  },
];

const mean = (/** @type {number[]} */ all) => all.reduce((sum, one) => sum + one, 0) / all.length;

/**
 * Whether bits are as near to PyTorch's as seeds are to each other.
 * @param {Row} row @param {string} length @param {number} ours
 */
function isNear({ bits, inside, falls }, length, ours) {
  const isInside = inside.includes(Number(length));
  if (falls && !isInside) return ours > 4;
  return Math.abs(ours - mean(bits[length] ?? [])) <= (isInside ? 0.1 : 0.4);
}

/** Does all jobs, as many at a time as there are processors. @param {(() => Promise<void>)[]} jobs */
async function atOnce(jobs) {
  const waiting = [...jobs];
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await job();
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

/**
 * Trains and compares all of them, and prints a table.
 * @param {number} seeds
 * @returns {Promise<string[]>} what does not hold
 */
export async function textExperiments(seeds) {
  mkdirSync(folder, { recursive: true });
  const table = new Table();
  const all = Array.from({ length: seeds }, (_, n) => n + 1);
  const schemes = Object.keys(reference.schemes);
  const count = seeds * (schemes.length + reference.continued.length + 1);
  let done = 0;
  /** @param {string} row @param {number} seed @param {() => Promise<void>} train */
  const job = (row, seed, train) => async () => {
    await train();
    done += 1;
    console.log(`${done} of ${count}: ${row}, seed ${seed}`);
  };
  // RoPE first: everything else starts from it.
  await atOnce(
    ['rope', ...schemes.filter((one) => one !== 'rope')].flatMap((scheme) =>
      all.map((seed) =>
        job(scheme, seed, async () => table.add(scheme, await trainScheme(scheme, seed))),
      ),
    ),
  );
  await atOnce(
    all.flatMap((seed) => [
      job('remedies', seed, async () => {
        for (const [name, bits] of Object.entries(await tryRemedies(seed)))
          table.add(`rope, remedy ${name}`, bits);
      }),
      ...reference.continued.map(({ base, steps }) => {
        const row = `rope, ${steps} steps at 256 with base ${base}`;
        return job(row, seed, async () => table.add(row, await trainOn(base, steps, seed)));
      }),
    ]),
  );

  console.log('\nbits per character: mean over the seeds, ours | PyTorch\n');
  const wrong = [];
  for (const row of rows) {
    const cells = Object.entries(row.bits).map(([length, theirs]) => {
      const ours = table.at(row.row, length);
      const near = isNear(row, length, ours);
      if (!near) wrong.push(`${row.row} at ${length}: ${ours.toFixed(3)}, not ${mean(theirs)}`);
      return `${length}: ${ours.toFixed(2)} | ${mean(theirs).toFixed(2)}${near ? '' : ' *'}`;
    });
    console.log(`${row.row}\n  ${cells.join('   ')}`);
  }
  wrong.push(...conclusions.filter(({ holds }) => !holds(table.at)).map(({ says }) => says));
  console.log(`\n${rows.length} rows, ${conclusions.length} conclusions`);
  return wrong;
}
