// What every command prints: which step it is at, how far that is, how long it took.
import { Stop } from './run.mjs';

/**
 * @typedef {object} Step
 * @property {string} title
 * @property {(report: (line: string) => void) => Promise<string | void>} run
 *   `report` takes a line of progress; the result, if any, is shown behind the title
 */

/** Without a terminal, a step says every so often how far it is. */
const heartbeatMs = 15_000;

/** @param {number} since */
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/**
 * Runs the steps one after another; the first failure ends it.
 * @param {Step[]} steps
 */
export async function runSteps(steps) {
  const terminal = process.stdout.isTTY;
  for (const [index, step] of steps.entries()) {
    const head = `[${index + 1}/${steps.length}] ${step.title}`;
    const start = Date.now();
    let latest = '';
    const show = () => {
      const line = `${head} · ${seconds(start)}${latest ? ` · ${latest}` : ''}`;
      if (terminal) process.stdout.write(`\r\x1b[K${line.slice(0, process.stdout.columns - 1)}`);
      else console.log(line);
    };
    if (!terminal) console.log(head);
    const timer = setInterval(show, terminal ? 250 : heartbeatMs);
    try {
      const result = await step.run((line) => {
        if (line.trim()) latest = line.trim().slice(0, 100);
      });
      if (terminal) process.stdout.write('\r\x1b[K');
      console.log(`${head} · done in ${seconds(start)}${result ? ` · ${result}` : ''}`);
    } catch (error) {
      if (terminal) process.stdout.write('\n');
      throw error;
    } finally {
      clearInterval(timer);
    }
  }
}

/**
 * Does what needs nothing of each other two at a time, as each keeps one processor busy.
 * @param {readonly (() => Promise<void>)[]} jobs
 */
async function twoAtATime(jobs) {
  const waiting = [...jobs];
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) await job();
  };
  await Promise.all([work(), work()]);
}

/**
 * Steps, or lists of steps, that need nothing of each other, as one.
 * @param {string} title
 * @param {(Step | Step[])[]} lists
 * @returns {Step}
 */
export const sideBySide = (title, lists) => ({
  title,
  async run(report) {
    /** @type {string[]} */
    const done = [];
    const runAll = async (/** @type {Step[]} */ steps) => {
      for (const { title, run } of steps) {
        const start = Date.now();
        const result = await run((line) => report(`${title} · ${line}`));
        done.push([title, seconds(start), ...(result ? [result] : [])].join(' · '));
      }
    };
    await twoAtATime(lists.map((list) => () => runAll([list].flat())));
    return `\n  ${done.join('\n  ')}`;
  },
});

/**
 * The body of a command: if it stops, it says why in one sentence, after what the tool at fault printed.
 * @param {() => Promise<void>} body
 */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    const systemError = error instanceof Error && 'code' in error && 'syscall' in error;
    if (!(error instanceof Stop) && !systemError) throw error;
    if (error instanceof Stop && error.output)
      console.error(error.output.trimEnd().split('\n').slice(-150).join('\n'));
    console.error(`\nStopped: ${error.message}`);
    process.exitCode = 1;
  }
}
