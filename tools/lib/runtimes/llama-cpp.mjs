// llama.cpp, compiled in the npm package node-llama-cpp, and how it turns the heads of a probe model.
import { Stop } from '../run.mjs';
import { importFrom } from './packages.mjs';
import { keyToken, logitsOf, queryToken, strengths } from './probe-model.mjs';

const version = '3.22.1';

/** What is compiled for a machine. @type {Partial<Record<string, string>>} */
const compiled = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'mac-x64',
  'darwin-arm64': 'mac-arm64-metal',
};

/** The packages for this machine. */
export function llamaCppPackages() {
  const own = compiled[`${process.platform}-${process.arch}`];
  if (own) return [`node-llama-cpp@${version}`, `@node-llama-cpp/${own}@${version}`];
  throw new Stop(`node-llama-cpp has nothing for ${process.platform} on ${process.arch}`);
}

/**
 * Scores of a key of component `b` with queries of components a[0], a[1], … at the distances 1, 2, …: those wanted.
 * @typedef {(b: number, a: readonly number[], wanted: readonly number[]) => Promise<number[]>} Scores
 *
 * @typedef {object} Rotation
 * @property {[number, number][]} pairs of components that turn together
 * @property {number[]} frequencies of each pair
 * @property {number} factor on cos and sin
 * @property {number} contextSize as allocated
 */

/** A score over its strength, from the strongest head that has digits of it. @param {Map<number, number>} logits @param {number} n */
function scoreIn(logits, n) {
  for (let head = strengths.length - 1; head >= 0; head -= 1) {
    const [ofKey = 0, ofQueries = 0] = logitsOf(head).map((logit) => logits.get(logit));
    const score = Math.log((n * ofKey) / ofQueries);
    if (Math.abs(score) < 80) return score / strengths[head];
  }
  throw new Error('the scores of all heads are too large');
}

/** Components that do not turn are in no pair. @param {number} headDim @param {Scores} scores */
async function findPairs(headDim, scores) {
  const all = Array.from({ length: headDim }, (_, i) => i);
  const distances = all.map((i) => i + 1);
  /** @type {[number, number][]} */
  const found = [];
  for (const b of all) {
    if (found.flat().includes(b)) continue;
    const row = await scores(b, all, distances);
    const largest = all
      .filter((a) => a !== b)
      .reduce((one, other) => (Math.abs(row[other]) > Math.abs(row[one]) ? other : one));
    if (Math.abs(row[largest]) > 1e-12) found.push([b, largest]);
  }
  return found;
}

/** Each estimate of a frequency is good enough to count the full turns at twice the distance. */
const distances = [1, 2, 4, 8, 16, 32, 64];

/** @param {[number, number]} pair @param {Scores} scores */
async function measurePair([a, b], scores) {
  const queries = Array(Math.max(...distances)).fill(a);
  const cosines = await scores(a, queries, distances);
  const sines = await scores(b, queries, distances);
  let frequency = 0;
  for (const [at, n] of distances.entries()) {
    const angle = Math.atan2(sines[at], cosines[at]);
    const turns = Math.round((n * frequency - angle) / (2 * Math.PI));
    frequency = (angle + 2 * Math.PI * turns) / n;
  }
  return {
    frequency,
    factors: distances.map((_, at) => Math.hypot(sines[at], cosines[at]) ** 0.5),
  };
}

/** @param {string} folder with the packages */
export async function startLlamaCpp(folder) {
  const { getLlama } = await importFrom(folder, 'node-llama-cpp');
  const llama = await getLlama({
    gpu: false,
    // What is not compiled is an error, and does not start a compiler.
    build: 'never',
    skipDownload: true,
    logLevel: 'error',
    // More would spend their time waiting for each other.
    maxThreads: 1,
  });

  /** @param {string} file of a probe model @param {{headDim: number, contextSize: number}} how @returns {Promise<Rotation>} */
  async function measure(file, { headDim, contextSize }) {
    const model = await llama.loadModel({ modelPath: file, gpuLayers: 0, useMmap: false });
    try {
      const context = await model.createContext({
        contextSize,
        batchSize: 128,
        // So that all of it is in float32; keys of strong heads would overflow float16.
        flashAttention: false,
        experimentalKvCacheKeyType: 'F32',
        experimentalKvCacheValueType: 'F32',
      });
      const sequence = context.getSequence();
      const tokens = strengths.flatMap((_, head) => logitsOf(head));
      const withLogits = { generateNext: { logits: { filter: { tokens } } } };
      /** @type {Scores} */
      const scores = async (b, a, wanted) => {
        await sequence.clearHistory();
        const queries = a.map((component, i) => {
          const token = queryToken(component, headDim);
          return wanted.includes(i + 1) ? [token, withLogits] : token;
        });
        const outputs = await sequence.controlledEvaluate([keyToken(b), ...queries]);
        return wanted.map((n) => scoreIn(outputs[n].next.logits, n));
      };
      const pairs = await findPairs(headDim, scores);
      const measured = [];
      for (const pair of pairs) measured.push(await measurePair(pair, scores));
      const factors = measured.flatMap((one) => one.factors);
      return {
        pairs,
        frequencies: measured.map(({ frequency }) => frequency),
        factor: factors.reduce((sum, one) => sum + one, 0) / factors.length,
        contextSize: context.contextSize,
      };
    } finally {
      await model.dispose();
    }
  }

  const { repo, release } = llama.llamaCppRelease;
  return {
    name: `node-llama-cpp ${version} with ${repo} ${release}`,
    measure,
    end: () => llama.dispose(),
  };
}
