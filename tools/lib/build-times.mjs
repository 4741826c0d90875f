// How long those who work on the project wait: for `npm start`, for the other commands on a machine that has built nothing,
// and for a change to reach an open page of `npm run dev`. Measured on a copy of the project, as a clone begins.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { build, root } from './paths.mjs';
import { copyOfProject, served } from './project-copy.mjs';
import { run, Stop } from './run.mjs';

/** @typedef {{name: string, seconds: number[]}} Times */

/** @typedef {{name: string, file: string, add: (n: number) => string}} Change `add`: what is put at its end */

const cppFunction = (/** @type {number} */ n) =>
  `\nnamespace posenc {\ndouble of_a_benchmark(double x) { return ${n} * x; }\n}  // namespace posenc\n`;

/** @type {Change[]} */
const changes = [
  {
    name: 'a text of a section',
    file: 'web/lesson/01-order.md',
    add: (n) => `\nA sentence, ${n}.\n`,
  },
  { name: 'a script', file: 'web/src/main.ts', add: (n) => `\nconsole.debug(${n});\n` },
  {
    name: 'a C++ file that few modules use',
    file: 'cpp/src/museum/attention.cpp',
    add: cppFunction,
  },
  {
    name: 'a C++ file that most modules use',
    file: 'cpp/src/encoding/rotary.cpp',
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

/** @param {string} folder @param {number} rounds @returns {AsyncGenerator<Times>} */
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
    for (const { name, file, add } of changes) {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      /** @type {number[]} */
      const seconds = [];
      for (let round = 1; round <= rounds; round++) {
        const start = performance.now();
        seconds.push(((await change(path, text + add(round))) - start) / 1000);
      }
      yield { name: `npm run dev, ${name}`, seconds };
      await change(path, text);
    }
  } finally {
    await stop();
  }
}

/** Each as soon as it is measured. @param {number} rounds @returns {AsyncGenerator<Times>} */
export async function* buildTimes(rounds) {
  const folder = await copyOfProject({ packages: false });
  try {
    yield { name: 'npm start, new clone', seconds: [await startTime(folder)] };
    /** @type {number[]} */
    const seconds = [];
    for (let round = 0; round < rounds; round++) seconds.push(await startTime(folder));
    yield { name: 'npm start, nothing changed', seconds };
    yield* changesShown(folder, rounds);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The steps of a command and what each took, by what it printed. @param {string} printed */
export const phasesOf = (printed) =>
  [...printed.matchAll(/^(?:\[\d+\/\d+\]( )?|( ) )(.+?) · (?:done in )?([\d.]+ s)(?: · .*)?$/gm)]
    .filter(([line]) => line.includes('done in') || line.startsWith('  '))
    .map(([, , inner, title, seconds]) => `${inner ? '  ' : ''}${title} ${seconds}`);

/** A clone of this project at a commit, below `build`. @param {string} commit */
async function cloneAt(commit) {
  mkdirSync(build, { recursive: true });
  const folder = realpathSync(mkdtempSync(join(build, 'copy-')));
  await run('git', ['clone', '--quiet', root, folder]);
  await run('git', ['checkout', '--quiet', commit], { cwd: folder });
  return folder;
}

/**
 * `npm start` until the site is served, `npm run build:native`, and `npm test` twice, in a clone of a commit with caches of
 * its own: as on a machine that has built nothing. It brings a GB through the network.
 * @param {string} commit
 * @returns {AsyncGenerator<Times & {phases: string[], load: number}>} `load`: of this machine before it
 */
export async function* bareTimes(commit) {
  const folder = await cloneAt(commit);
  // (Not in the system's folder of temporary files, which tools that are kept apart from the system do not see.)
  const empty = mkdtempSync(join(build, 'copy-'));
  const env = { XDG_CACHE_HOME: empty, npm_config_cache: join(empty, 'npm') };
  const load = () => loadavg()[0] ?? NaN;
  /** @param {string} name @param {string[]} args of npm */
  async function timed(name, args) {
    const [before, start] = [load(), performance.now()];
    // An old commit may fail on a new machine, and has taken its time all the same.
    const [printed, how] = await run('npm', args, { cwd: folder, env }).then(
      (all) => [all, ''],
      ({ output }) => [output, ' (failed)'],
    );
    const seconds = [(performance.now() - start) / 1000];
    return { name: name + how, seconds, phases: phasesOf(printed), load: before };
  }
  try {
    const before = load();
    const { seconds, printed, stop } = await served(folder, 'start.mjs', env);
    await stop();
    yield { name: 'npm start', seconds: [seconds], phases: phasesOf(printed()), load: before };
    yield await timed('npm run build:native', ['run', 'build:native']);
    yield await timed('npm test, after these', ['test']);
    yield await timed('npm test again', ['test']);
  } finally {
    for (const made of [folder, empty]) rmSync(made, { recursive: true, force: true });
  }
}
