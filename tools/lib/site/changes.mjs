// Which version this is, and what changed in it: package.json and web/CHANGELOG.md.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';

/** @type {{version: string}} */
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const file = 'web/CHANGELOG.md';
const changelog = readFileSync(join(root, file), 'utf8');

/**
 * The changes of one version, as Markdown.
 * @param {string} [of] a version @param {string} [text] of a file such as web/CHANGELOG.md
 */
export function changesOf(of = version, text = changelog) {
  const [, ...sections] = text.split(/^## /m);
  const found = sections.find((section) => section.split('\n')[0] === of);
  if (!found) throw new Error(`${file} has no section "## ${of}", the version in package.json`);
  return found.slice(of.length).trim();
}

/** The page of all changes, as a file of the lesson. @returns {{about: Record<string, string>, text: string}} */
export function changesPage() {
  changesOf();
  const [, title = '', text = ''] = /^# (.*)\n([\s\S]*)$/.exec(changelog) ?? [];
  const description = `What is new in each version of the lesson on positional encoding, up to ${version}.`;
  return { about: { title, kicker: `Version ${version}`, description }, text };
}

/** Where the changes of this version are on that page: a heading's anchor, as for any other (markdown.mjs). */
export const changesLink = `./changes.html#${version.replaceAll('.', '-')}`;
