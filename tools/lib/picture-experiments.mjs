// A small network learns each of the library's pictures from coordinates: bare ones, NeRF's waves, and random Fourier
// features of several scales. npm run experiments -- pictures runs them, and checks what the lesson says of them.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from './paths.mjs';

/** @typedef {{name: string, input: string, scale?: number}} Network */

const pictures = ['whale', 'glass', 'ripples'];
const scales = [0.5, 1, 2, 3, 4, 6, 10, 15];
/** The scales of the lab: too small, right, too large. */
const [small, right, large] = [0.5, 3, 15];

/** @type {Network[]} */
const networks = [
  { name: 'x and y', input: 'raw' },
  { name: 'NeRF', input: 'nerf' },
  ...scales.map((scale) => ({ name: `scale ${scale}`, input: 'random', scale })),
];

/** @param {number} seed @returns {Promise<Map<string, {trained: number, held_out: number}>>} by picture and network */
async function trainAll(seed) {
  const cases = pictures.flatMap((picture) =>
    networks.map(({ name, ...params }) => ({
      name: `${picture} ${name}`,
      kind: 'trained_picture',
      params: { picture, seed, ...params },
    })),
  );
  const folder = join(build, 'experiments');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `pictures-${seed}.json`);
  writeFileSync(file, JSON.stringify({ cases }));
  const { stdout } = await promisify(execFile)(join(build, 'native/posenc'), ['eval', file], {
    maxBuffer: 2 ** 28,
  });
  /** @type {{cases: {name: string, got: {trained: number, held_out: number}}[]}} */
  const answer = JSON.parse(stdout);
  return new Map(answer.cases.map(({ name, got }) => [name, got]));
}

/** Trains all with some seeds, and prints what comes out. @param {number} seeds @returns {Promise<string[]>} what does not hold */
export async function pictureExperiments(seeds) {
  /** @type {string[]} */
  const wrong = [];
  console.log('\nPSNR in dB at held-out pixels | at trained pixels, after 300 steps\n');
  for (let seed = 1; seed <= seeds; seed++) {
    const found = await trainAll(seed);
    for (const picture of pictures) {
      const at = (/** @type {string} */ name) =>
        found.get(`${picture} ${name}`) ?? { trained: NaN, held_out: NaN };
      const cells = networks.map(({ name }) => {
        const { trained, held_out } = at(name);
        return `${name}: ${held_out.toFixed(1)} | ${trained.toFixed(1)}`;
      });
      console.log(`${picture}, seed ${seed}\n  ${cells.join('   ')}`);
      const best = at(`scale ${right}`).held_out;
      const check = (/** @type {string} */ says, /** @type {boolean} */ holds) => {
        if (!holds) wrong.push(`${picture}, seed ${seed}: ${says}`);
      };
      check('6 dB above bare coordinates', best >= at('x and y').held_out + 6);
      check('2 dB above too small a scale', best >= at(`scale ${small}`).held_out + 2);
      check('2 dB above too large a scale', best >= at(`scale ${large}`).held_out + 2);
      check('too large a scale fits what it is trained on', at(`scale ${large}`).trained >= best);
    }
  }
  return wrong;
}
