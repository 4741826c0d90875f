// What has been made from the same files already is not made again: files are compared by what is in them.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { build, root } from './paths.mjs';

/**
 * The SHA-256 of every file at or below some paths, by its path from the root. (What is not there has none.)
 * @param {string[]} paths absolute @returns {Map<string, string>}
 */
export function digests(paths) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const path of paths.filter((one) => existsSync(one))) {
    const files = statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name))
      : [path];
    for (const file of files.sort()) {
      found.set(
        relative(root, file),
        createHash('sha256').update(readFileSync(file)).digest('hex'),
      );
    }
  }
  return found;
}

/**
 * Makes something unless it is there as it was made from the same files: what has been changed on either side since is
 * made again. Resolves to whether it was made.
 * @param {string} name of what is made
 * @param {{from: string[], into: string[], make: () => Promise<void>}} what `from` and `into`: files and folders
 */
export async function unlessMade(name, { from, into, make }) {
  const stamp = join(build, 'made', name);
  const state = (/** @type {Map<string, string>} */ sources) =>
    JSON.stringify([process.version, [...sources], [...digests(into)]]);
  // Sources that change while it is being made are not those that it was made from.
  const sources = digests(from);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state(sources)) return false;
  await make();
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, state(sources));
  return true;
}
