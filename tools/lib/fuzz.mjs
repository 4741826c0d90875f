// Fuzzing: the fuzz targets make up inputs, from the few they are given, until one does harm.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { run, Stop } from './run.mjs';

/** @typedef {'evaluate' | 'answer' | 'config' | 'gguf' | 'nested' | 'train'} Target */

const targets = /** @type {Target[]} */ ([
  'evaluate',
  'answer',
  'config',
  'gguf',
  'nested',
  'train',
]);
export const fuzzTargets = targets.map((target) => `${target}_fuzz`);

// Relative to the root, as the paths are shown to people.
const programs = 'build/sanitize';
const folder = 'build/fuzz';

/** An input longer than this finds nothing that a short one does not. */
const maxBytes = 1024;
/** (A config has a number for each of 48 pairs, twice.) */
const maxBytesOfConfig = 4096;
const maxBytesOfCheckpoint = 4096;
/** (An array that is skipped has more than 1024 elements.) */
const maxBytesOfGguf = 2048;

/** Of the reference files, for each kind and choice of params one case, without its answers. */
function referenceCases() {
  const reference = join(root, 'tests/reference');
  /** @type {Map<string, string>} */
  const cases = new Map();
  for (const file of readdirSync(reference).sort()) {
    if (!file.endsWith('.json')) continue;
    for (const { kind, params } of JSON.parse(readFileSync(join(reference, file), 'utf8')).cases) {
      const words = Object.values(params).filter((value) => typeof value === 'string');
      const key = [kind, ...Object.keys(params), ...words].join(' ');
      const text = JSON.stringify({ cases: [{ name: 'a', kind, params }] });
      if (!cases.has(key) && text.length <= maxBytes) cases.set(key, text);
    }
  }
  return [...cases.values()];
}

/** Configs of models, of what is noted of them and of what is refused. */
function referenceConfigs() {
  const folder = join(root, 'tests/reference/models');
  return ['models', 'notes', 'refused', '2026/cases']
    .flatMap((name) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')))
    .map(({ config }) => JSON.stringify(config))
    .filter((text) => text.length <= maxBytesOfConfig);
}

/**
 * Inputs from those texts and the corpus of a target, with every word in quotes in its dictionary.
 * @param {Target} target @param {string[]} texts
 */
function madeFrom(target, texts) {
  const made = `${folder}/reference-${target}`;
  rmSync(join(root, made), { recursive: true, force: true });
  mkdirSync(join(root, made), { recursive: true });
  for (const [n, text] of texts.entries()) writeFileSync(join(root, made, `${n}.json`), text);
  const corpora = [`tests/fuzz/corpus/${target}`, made];
  const all = corpora.flatMap((corpus) =>
    readdirSync(join(root, corpus)).map((name) => readFileSync(join(root, corpus, name), 'utf8')),
  );
  const words = new Set(all.flatMap((text) => text.match(/"\w+"/g) ?? []));
  const dictionary = `${folder}/${target}.dict`;
  writeFileSync(join(root, dictionary), [...words].join('\n'));
  return { corpora, dictionary };
}

/**
 * What a target starts from: its folders of inputs, and its dictionary.
 * @type {Record<Target, () => {corpora: string[], dictionary: string, bytes?: number}>}
 */
const startOf = {
  answer: () => ({ corpora: ['tests/fuzz/corpus/answer'], dictionary: 'tests/fuzz/answer.dict' }),
  train: () => ({
    corpora: ['tests/fuzz/corpus/train'],
    dictionary: 'tests/fuzz/train.dict',
    bytes: maxBytesOfCheckpoint,
  }),
  gguf: () => ({
    corpora: ['tests/fuzz/corpus/gguf'],
    dictionary: 'tests/fuzz/gguf.dict',
    bytes: maxBytesOfGguf,
  }),
  nested: () => ({ corpora: ['tests/fuzz/corpus/nested'], dictionary: 'tests/fuzz/nested.dict' }),
  // Whatever has a reference is among its inputs, and every word of them in its dictionary, so that no kind
  // has to be named here.
  evaluate: () => madeFrom('evaluate', referenceCases()),
  config: () => ({ ...madeFrom('config', referenceConfigs()), bytes: maxBytesOfConfig }),
};

/**
 * Runs a target on that many inputs, the same ones in every run of the same build; or, with FUZZ_SECONDS, for that
 * long, on others every time and going on from what was found before.
 * @param {Target} target
 * @param {number} inputs
 * @param {number} seed of which inputs are made up
 * @returns {import('./steps.mjs').Step['run']}
 */
export const fuzz = (target, inputs, seed) => async (report) => {
  const { corpora, dictionary, bytes = maxBytes } = startOf[target]();
  const found = `${folder}/found-${target}-${seed}`;
  const long = Number(process.env.FUZZ_SECONDS ?? 0);
  if (!long) rmSync(join(root, found), { recursive: true, force: true });
  mkdirSync(join(root, found), { recursive: true });
  const given = [found, ...corpora].flatMap((corpus) => readdirSync(join(root, corpus))).length;

  const program = `${programs}/${target}_fuzz`;
  let said = '';
  try {
    await run(
      program,
      [
        ...(long
          ? [`-max_total_time=${long}`]
          : // The time is for a machine that is too slow for all of them.
            [`-seed=${seed}`, `-runs=${inputs}`, '-max_total_time=60']),
        ...['-timeout=10', '-rss_limit_mb=2048', `-max_len=${bytes}`],
        // What counts is which code is reached, not how often: that found planted faults three times sooner.
        ...['-use_counters=0', '-reduce_inputs=0', '-keep_seed=1'],
        ...[`-dict=${dictionary}`, `-artifact_prefix=${folder}/${target}-`],
        ...['-print_final_stats=1', found, ...corpora],
      ],
      {
        cwd: root,
        // To write down where each allocation came from took a sixth of the time. Running the program again on an input
        // that it failed on prints the whole stack.
        env: { ASAN_OPTIONS: 'malloc_context_size=1' },
        onLine(line) {
          said += `${line}\n`;
          report(line);
        },
      },
    );
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    const input = /Test unit written to (\S+)/.exec(error.output)?.[1];
    throw new Stop(
      input
        ? `an input was found that does harm; to see it again: ${program} ${input}`
        : `the fuzz target ${target} failed`,
      error.output,
    );
  }
  const read = Number(/seed corpus: files: (\d+)/.exec(said)?.[1] ?? 0);
  if (read !== given) throw new Stop(`of ${given} inputs to start from ${read} were read`, said);
  const executed = /number_of_executed_units: (\d+)/.exec(said)?.[1];
  if (!Number(executed)) throw new Stop('the fuzzer did not say how many inputs it ran', said);
  return `${executed} inputs`;
};
