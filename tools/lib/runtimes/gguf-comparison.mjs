// How llama.cpp turns the heads of tiny models, beside what posenc model says of the same files.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cases } from './gguf-cases.mjs';
import { startLlamaCpp } from './llama-cpp.mjs';
import { posenc } from './ours.mjs';
import { probeModel } from './probe-model.mjs';

/** llama.cpp multiplies angles up in float32: the slowest of 64 pairs is off by about 1e-6. */
const frequencyTolerance = 5e-6;
const factorTolerance = 1e-5;

/** @param {readonly [number, number][]} pairs */
function layoutOf(pairs) {
  if (pairs.every(([a, b], i) => a === 2 * i && b === a + 1)) return 'interleaved';
  if (pairs.every(([a, b], i) => a === i && b === i + pairs.length)) return 'half_split';
  return pairs.map((pair) => pair.join('-')).join(' ');
}

/**
 * @param {import('./llama-cpp.mjs').Rotation} measured
 * @param {{inv_freq: number[], attention_factor: number, layout: string}} said
 */
function compared(measured, said) {
  const errors = said.inv_freq.map((frequency, i) =>
    Math.abs((measured.frequencies[i] ?? 0) / frequency - 1),
  );
  const error = Math.max(...errors);
  const worst = errors.indexOf(error);
  const layout = layoutOf(measured.pairs);
  const [pairs, saidPairs] = [measured.frequencies.length, said.inv_freq.length];
  const differs = (/** @type {string} */ what, /** @type {unknown[]} */ [one, other]) =>
    `${what} ${one} there and ${other} here`;
  const faults = [
    ...(pairs === saidPairs ? [] : [differs('pairs:', [pairs, saidPairs])]),
    ...(layout === said.layout ? [] : [differs('layout', [layout, said.layout])]),
    ...(error < frequencyTolerance
      ? []
      : [differs(`frequency ${worst} is`, [measured.frequencies[worst], said.inv_freq[worst]])]),
    ...(Math.abs(measured.factor / said.attention_factor - 1) < factorTolerance
      ? []
      : [differs('factor', [measured.factor, said.attention_factor])]),
  ];
  return { pairs, error, faults };
}

/**
 * Prints a line for each case, and returns how many differ.
 * @param {string} folder with the packages, where the models are written too
 */
export async function compareGgufFiles(folder) {
  const llama = await startLlamaCpp(folder);
  try {
    console.log(`\n${llama.name}: ${cases.length} GGUF files, beside posenc model`);
    let wrong = 0;
    for (const { name, contextSize = 256, ...given } of cases) {
      const model = { architecture: 'llama', headDim: 64, keys: {}, tensors: {}, ...given };
      const file = join(folder, 'model.gguf');
      writeFileSync(file, probeModel(model));
      const { headDim } = model;
      const measured = await llama.measure(file, { headDim, contextSize });
      const report = await posenc([
        ...['model', file, '--json', '--length', String(measured.contextSize)],
      ]);
      const { pairs, error, faults } = compared(measured, report.ropes[0]);
      console.log(
        `  ${name.padEnd(34)}${pairs} pairs, largest error ${error.toExponential(1)}, factor ${measured.factor.toFixed(6)}: ${faults.join('; ') || 'ok'}`,
      );
      if (faults.length > 0) wrong += 1;
    }
    return wrong;
  } finally {
    await llama.end();
  }
}
