// A character planted in a text, at up to eight times the trained length: what is found, the loss, and the attention
// weight. npm run experiments -- planted trains all, and checks what the lesson says of them, with every seed.
import { availableParallelism } from 'node:os';
import { runTraining, spread } from './experiments.mjs';

/** @typedef {Record<string, number>} ByLength */
/** @typedef {{accuracy: ByLength, text_loss: ByLength, planted_weight: ByLength}} Planted */

export const plantedSchemes = ['none', 'sinusoidal', 'learned', 'rope', 'alibi'];
const lengths = ['16', '32', '64', '128'];
const [trained, longest] = ['16', '128'];

/** @param {string} scheme @param {number} seed @returns {Promise<Planted>} */
export const trainPlanted = (scheme, seed) => runTraining({ task: 'planted', scheme, seed });

/** @param {ByLength} of @param {string} length */
const at = (of, length) => of[length] ?? NaN;

/**
 * What does not hold of one run.
 * @param {string} scheme @param {Planted} run @returns {string[]}
 */
export function wrongAbout(scheme, { accuracy, text_loss, planted_weight }) {
  /** @type {[string, boolean][]} */
  const checks = [
    ['found in 97 % at the trained length', at(accuracy, trained) >= 0.97],
    // As in claim 53, flat is at most 1.1 times the perplexity.
    ['the loss stays flat', at(text_loss, longest) - at(text_loss, trained) <= Math.log(1.1)],
    ['attention thins out', at(planted_weight, longest) < at(planted_weight, trained)],
    ['not found in 90 % at 128 with RoPE', scheme !== 'rope' || at(accuracy, longest) < 0.9],
  ];
  return checks.filter(([, holds]) => !holds).map(([says]) => says);
}

/** Trains all with some seeds, and prints what comes out. @param {number} seeds @returns {Promise<string[]>} what does not hold */
export async function plantedExperiments(seeds) {
  /** @type {string[]} */
  const wrong = [];
  console.log(
    '\nplanted: % found | loss on the other characters in nats | attention weight; mean (sd) over the seeds\n',
  );
  /** @type {Record<string, number>} */
  const found = {};
  for (const scheme of plantedSchemes) {
    /** @type {Planted[]} */
    const runs = [];
    while (runs.length < seeds) {
      const count = Math.min(availableParallelism(), seeds - runs.length);
      const some = Array.from({ length: count }, (_, n) =>
        trainPlanted(scheme, runs.length + n + 1),
      );
      runs.push(...(await Promise.all(some)));
    }
    for (const [n, run] of runs.entries()) {
      wrong.push(...wrongAbout(scheme, run).map((says) => `${scheme}, seed ${n + 1}: ${says}`));
    }
    const cells = lengths.map((length) => {
      const over = (
        /** @type {keyof Planted} */ what,
        /** @type {number} */ unit,
        /** @type {number} */ digits,
      ) => {
        const { mean, sd } = spread(runs.map((run) => unit * at(run[what], length)));
        return `${mean.toFixed(digits)} (${sd.toFixed(digits)})`;
      };
      return `${length}: ${over('accuracy', 100, 1)} | ${over('text_loss', 1, 3)} | ${over('planted_weight', 1, 2)}`;
    });
    found[scheme] = spread(runs.map(({ accuracy }) => at(accuracy, longest))).mean;
    console.log(`${scheme}\n  ${cells.join('   ')}`);
  }
  if (!(at(found, 'none') >= 0.9)) wrong.push('none: found in 90 % at 128, on average');
  for (const scheme of ['sinusoidal', 'learned', 'alibi']) {
    if (!(at(found, scheme) < 0.9)) wrong.push(`${scheme}: not found in 90 % at 128, on average`);
  }
  return wrong;
}
