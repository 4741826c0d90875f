// Child processes, and the one kind of failure that people see.
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A failure that one sentence explains; `output` is the end of what a tool printed, if any. */
export class Stop extends Error {
  /** @param {string} sentence @param {string} [output] */
  constructor(sentence, output = '') {
    super(sentence);
    this.output = output;
  }
}

/**
 * Runs a command to its end and resolves to its standard output.
 * @param {string} command
 * @param {string[]} args
 * @param {{cwd?: string, env?: Record<string, string | undefined>, onLine?: (line: string) => void,
 *   failure?: string}} [options] `failure` is the sentence to stop with when the command fails
 * @returns {Promise<string>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      let rest = '';
      stream.setEncoding('utf8');
      stream.on('data', (/** @type {string} */ chunk) => {
        printed += chunk;
        if (stream === child.stdout) output += chunk;
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) options.onLine?.(line);
      });
    }
    const sentence = options.failure ?? `${command} ${args.join(' ')} failed`;
    child.on('error', (error) => reject(new Stop(`${sentence}: ${error.message}`, printed)));
    child.on('close', (code, signal) => {
      if (code === 0) resolve(output);
      else reject(new Stop(`${sentence} (${signal ?? `exit code ${code}`})`, printed));
    });
  });
}

/**
 * The path of a program, looked up as a shell would.
 * @param {string} name
 * @returns {string | null}
 */
export function which(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // not in this folder
    }
  }
  return null;
}
