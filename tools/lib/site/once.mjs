// What a process has made for the site before, as `npm run dev` makes the site again and again: one process knows one
// build of the core and of the scripts, so that only the lesson can change.
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root } from '../paths.mjs';

/** @type {Map<string, {from: string, value: unknown}>} */
const made = new Map();

/**
 * A value that is made again only if it was last made from something else.
 * @template T @param {string} name of the value @param {unknown} from as JSON: all of the lesson that it is made from
 * @param {() => T} make may be asynchronous @returns {T}
 */
export function once(name, from, make) {
  const key = JSON.stringify(from);
  const last = made.get(name);
  if (last?.from === key) return /** @type {T} */ (last.value);
  const value = make();
  made.set(name, { from: key, value });
  // A failure is tried again.
  if (value instanceof Promise) value.catch(() => made.delete(name));
  return value;
}

/** A script of the page, run under Node. @param {string} file below web/src @returns {Promise<any>} */
export const fromPage = (file) =>
  once(`script ${file}`, null, async () => {
    const { module } = await runnerImport(join(root, 'web/src', file), { logLevel: 'error' });
    return module;
  });
