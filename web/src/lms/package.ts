// A package for a learning management system (LMS), made in the page: the site's files, lms.json, and a manifest. The command
// `npm run build:lms` has more settings.
import { strFromU8, strToU8, zipSync } from 'fflate';
import { isMastery, leastMastery, type LmsConfig, lmsConfigFrom, type Standard } from './config.ts';

/** Those whose manifests do not depend on what is chosen. */
export type PackedStandard = Exclude<Standard, 'cmi5'>;

/** What packages.json has beside the pages. In the texts of `manifest`, {{id}} and {{title}} have to be replaced. */
interface Parts {
  /** Of the lesson. */
  title: string;
  /** Their slugs. */
  sections: string[];
  /** Texts in pages, and what stands there in a package. */
  changedInPages: [string, string][];
  standards: Record<PackedStandard, { files: string[]; manifest: Record<string, string> }>;
}

export interface Choice extends Pick<LmsConfig, 'name' | 'exercises'> {
  standard: PackedStandard;
  /** The score to pass in percent, as typed. */
  mastery: string;
}

/** Why there is no package, in a sentence. */
export class PackageError extends Error {}

async function load(file: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(`./${file}`).catch(() => null);
  if (!answer?.ok)
    throw new PackageError(
      `The package needs the lesson’s file ${file}, which could not be loaded.`,
    );
  return new Uint8Array(await answer.arrayBuffer());
}

/** The same for the same set, so that an LMS sees a newer version of the same course. */
async function idOf(set: Omit<LmsConfig, 'standard'>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', strToU8(JSON.stringify(set)));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'));
  return `posenc-${hex.join('').slice(0, 16)}`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const inXml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

/** XML cannot contain them, not even escaped. */
const isWritable = (text: string) => !/[\p{Cc}\p{Cs}\ufffe\uffff]/u.test(text);

function changed(page: Uint8Array, changes: Parts['changedInPages']): Uint8Array {
  const text = strFromU8(page);
  return strToU8(changes.reduce((html, [from, to]) => html.replaceAll(from, to), text));
}

/**
 * The package as a zip file. It is completed when the score to pass is reached.
 * @param progress called with the share of the files that are there, from 0 to 1
 * @throws PackageError
 */
export async function packageFor(
  { standard, name, exercises, mastery: typed }: Choice,
  progress: (share: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const mastery = /^\d+$/.test(typed.trim()) ? Number(typed) : NaN;
  if (!isMastery(mastery)) {
    const expected = `a whole number from ${leastMastery} to 100`;
    throw new PackageError(`The score to pass must be ${expected} but is “${typed}”.`);
  }
  const parts = JSON.parse(strFromU8(await load('packages.json'))) as Parts;
  const { sections, title } = parts;
  const set = { name, sections, exercises, completion: { rule: 'score' as const }, mastery };
  const config = `${JSON.stringify({ standard, ...set }, null, 2)}\n`;
  const read = lmsConfigFrom(config, sections);
  if ('fault' in read) throw new PackageError(read.fault);
  if (!isWritable(name)) throw new PackageError('The class name must have no control characters.');
  const { files, manifest } = parts.standards[standard];
  const contents: Record<string, Uint8Array> = { 'lms.json': strToU8(config) };
  const places = {
    '{{id}}': await idOf(set),
    '{{title}}': inXml(name ? `${title}: ${name}` : title),
  };
  for (const [file, text] of Object.entries(manifest)) {
    contents[file] = strToU8(
      Object.entries(places).reduce(
        (all, [place, value]) => all.replaceAll(place, () => value),
        text,
      ),
    );
  }
  for (const [n, file] of files.entries()) {
    const bytes = await load(file);
    contents[file] = file.endsWith('.html') ? changed(bytes, parts.changedInPages) : bytes;
    progress((n + 1) / files.length);
  }
  return zipSync(contents);
}
