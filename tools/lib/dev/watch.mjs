// Which sources have changed: the system says that something has, and it is found by what is in the files.
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { digests } from '../stamp.mjs';

const watched = ['web', 'cpp', 'tools', 'CMakeLists.txt', 'package.json'];
/** Editors write a file in several steps. */
const quietMs = 40;

/** What editors write beside a file is none of it. @param {string} path */
const isSource = (path) => !/(^|\/)(\.[^/]*|[^/]*~|4913)$/.test(path);

const sources = () =>
  new Map([...digests(watched.map((path) => join(root, path)))].filter(([path]) => isSource(path)));

/** Folders, as not every version of Node can watch what is below one. @returns {string[]} */
const folders = () => [
  root,
  ...['web', 'cpp', 'tools'].flatMap((name) => [
    join(root, name),
    ...readdirSync(join(root, name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== '__pycache__')
      .map((entry) => join(entry.parentPath, entry.name)),
  ]),
];

/**
 * Yields the paths that have changed, from the root, again and again: never none.
 * @returns {AsyncGenerator<string[]>}
 */
export async function* changes() {
  let known = sources();
  let wake = () => {};
  /** @type {Map<string, import('node:fs').FSWatcher>} */
  const watchers = new Map();
  const look = () => {
    for (const folder of folders()) {
      if (watchers.has(folder)) continue;
      const watcher = watch(folder, () => wake());
      watcher.on('error', () => watchers.delete(folder));
      watchers.set(folder, watcher);
    }
  };
  look();
  for (;;) {
    const event = new Promise((resolve) => (wake = () => resolve(undefined)));
    const now = sources();
    const changed = [...new Set([...known.keys(), ...now.keys()])].filter(
      (path) => known.get(path) !== now.get(path),
    );
    known = now;
    if (changed.length > 0) {
      yield changed;
      continue;
    }
    await event;
    await new Promise((resolve) => setTimeout(resolve, quietMs));
    look();
  }
}
