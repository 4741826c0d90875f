// How long those who work on the project wait: for `npm start`, and for a change to reach an open page of `npm run dev`.
// Measured on a copy of the project, as a clone begins.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { barOf } from './bench-page.mjs';
import { copyOfProject, served } from './project-copy.mjs';
import { Stop } from './run.mjs';

/** @typedef {import('./bench-page.mjs').Bar} Bar */

/** @typedef {{name: string, file: string, goal?: number, add: (n: number) => string}} Change `add`: what is put at its end */

const cppFunction = (/** @type {number} */ n) =>
  `\nnamespace posenc {\ndouble of_a_benchmark(double x) { return ${n} * x; }\n}  // namespace posenc\n`;

/** @type {Change[]} */
const changes = [
  {
    name: 'a text of a section',
    file: 'web/lesson/01-order.md',
    goal: 2,
    add: (n) => `\nA sentence, ${n}.\n`,
  },
  { name: 'a script', file: 'web/src/main.ts', add: (n) => `\nconsole.debug(${n});\n` },
  {
    name: 'a C++ file that few modules use',
    file: 'cpp/src/museum/attention.cpp',
    goal: 15,
    add: cppFunction,
  },
  {
    name: 'a C++ file that most modules use',
    file: 'cpp/src/encoding/rotary.cpp',
    goal: 15,
    add: cppFunction,
  },
];

/** Seconds that `npm start` takes. @param {string} folder @param {Record<string, string>} [env] */
async function startTime(folder, env) {
  const { seconds, stop } = await served(folder, 'start.mjs', env);
  await stop();
  return seconds;
}

/**
 * What an open page hears of, as long as the command runs.
 * @param {string} address @param {{onChange: () => void, onFailure: (message: string) => void}} calls
 */
async function listen(address, { onChange, onFailure }) {
  const { body } = await fetch(new URL('npm-run-dev/events', address));
  let text = '';
  for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const { failure } = JSON.parse(text.slice('data: '.length, end));
      if (failure) onFailure(failure);
      else onChange();
      text = text.slice(end + 2);
    }
  }
}

/** @param {string} folder @param {number} rounds @returns {AsyncGenerator<Bar>} */
async function* changesShown(folder, rounds) {
  const { address, printed, stop } = await served(folder, 'dev.mjs');
  /** When pages were asked to reload. @type {number[]} */
  const reloads = [];
  let failure = '';
  const onChange = () => void reloads.push(performance.now());
  // (It fails when the command ends.)
  listen(address, { onChange, onFailure: (message) => (failure = message) }).catch(() => {});
  const built = () => printed().match(/ · built in /g)?.length ?? 0;
  /** Resolves to when pages were first asked to reload. @param {string} path @param {string} text */
  const change = async (path, text) => {
    const [before, count] = [built(), reloads.length];
    writeFileSync(path, text);
    // (Texts and stills may follow what is shown first.)
    while (built() === before || reloads.length === count) {
      if (failure) throw new Stop('the change could not be built', failure);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return reloads[count] ?? NaN;
  };
  try {
    // A page hears at once what is built.
    while (reloads.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    for (const { name, file, goal, add } of changes) {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      /** @type {number[]} */
      const seconds = [];
      for (let round = 1; round <= rounds; round++) {
        const start = performance.now();
        seconds.push(((await change(path, text + add(round))) - start) / 1000);
      }
      yield barOf(seconds, { name: `npm run dev, ${name}`, ...(goal && { goal }) });
      await change(path, text);
    }
  } finally {
    await stop();
  }
}

/**
 * Each as soon as it is measured, in seconds.
 * @param {{rounds: number, isBare: boolean}} how `isBare`: also with an empty cache, as on a machine that has never built
 *   this: brings a GB through the network
 * @returns {AsyncGenerator<Bar>}
 */
export async function* buildTimes({ rounds, isBare }) {
  if (isBare) {
    const [folder, empty] = [
      await copyOfProject({ packages: false }),
      mkdtempSync(join(tmpdir(), 'posenc-')),
    ];
    try {
      const env = { XDG_CACHE_HOME: empty, npm_config_cache: join(empty, 'npm') };
      yield barOf([await startTime(folder, env)], { name: 'npm start, bare machine', goal: 120 });
    } finally {
      for (const made of [folder, empty]) rmSync(made, { recursive: true, force: true });
    }
  }
  const folder = await copyOfProject({ packages: false });
  try {
    const first = [await startTime(folder)];
    yield barOf(first, { name: 'npm start, new clone' });
    /** @type {number[]} */
    const again = [];
    for (let round = 0; round < rounds; round++) again.push(await startTime(folder));
    yield barOf(again, { name: 'npm start, nothing changed', goal: 5 });
    yield* changesShown(folder, rounds);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
