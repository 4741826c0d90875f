// A file with all of a learner's work, which can be imported elsewhere and checked by `posenc grade --record`.
import type { Assignment } from '../exercises/assignment.ts';
import { isSeed } from '../exercises/work.ts';
import { coreVersion } from '../registry.ts';
import type { StoredOutcome } from '../storage/lab-work.ts';
import { isObject } from '../storage/stored.ts';
import {
  documents,
  merged,
  type RecordSheet,
  type Snapshot,
  type StoredDocument,
} from './documents.ts';
import type { Portfolio } from './portfolio.ts';

const format = 'posenc-work';
const version = 1;

/** Far more than anybody types. */
export const maxCharacters = 20_000_000;

interface WorkFile {
  format: typeof format;
  version: typeof version;
  /** The version of the core that graded it; files of older versions have none. */
  core: string;
  name: string;
  at: string;
  /** The set of the class. */
  class: Assignment | null;
  /** Answers as typed, with the scores that the page gave them. */
  sheets: RecordSheet[];
  /** All documents as this browser keeps them. */
  kept: Snapshot;
}

export const workFile = (
  about: Pick<WorkFile, 'name' | 'at' | 'class' | 'sheets' | 'kept'>,
): WorkFile => ({ format, version, core: coreVersion, ...about });

/** 2026-05-31, by the reader's own calendar. */
export function dateIn(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** "posenc-work-Ada-Lovelace-2026-05-31.json": an instructor gets one from everybody. */
export function fileName(name: string, at: Date): string {
  const learner = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  return `${['posenc-work', ...learner, dateIn(at)].join('-')}.json`;
}

/** The documents of a file, and the names of parts that this version does not know. */
interface Read {
  kept: Snapshot;
  unknown: string[];
}

/** A value for a sentence. */
export const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 40 ? `${text.slice(0, 40)} …` : text;
};

/** The object in a file that “Export” has written, or what is wrong with the file, as part of a sentence. */
export function workIn(text: string): { file: Record<string, unknown> } | { fault: string } {
  if (text.length > maxCharacters) {
    return { fault: 'it is far larger than any file from this lesson' };
  }
  let file: unknown;
  try {
    file = JSON.parse(text);
    // A file that cannot be written again cannot be kept either.
    JSON.stringify(file);
  } catch (error) {
    if (error instanceof RangeError) return { fault: 'it is nested too deeply' };
    return { fault: 'it is not JSON; expected a file written by “Export” on the page Your work' };
  }
  if (!isObject(file) || file['format'] !== format) {
    const found = isObject(file) ? shown(file['format']) : shown(file);
    return { fault: `its "format" must be "${format}" but is ${found}` };
  }
  if (file['version'] !== version) {
    return { fault: `its "version" must be ${version} but is ${shown(file['version'])}` };
  }
  return { file };
}

/** The documents of a file, or a sentence about what is wrong with it. @param name the file's */
export function readWorkFile(name: string, text: string): Read | { fault: string } {
  const refused = (fault: string) => ({ fault: `${name} was not imported: ${fault}.` });
  const work = workIn(text);
  if ('fault' in work) return refused(work.fault);
  const { kept } = work.file;
  if (!isObject(kept)) return refused(`its "kept" must be an object but is ${shown(kept)}`);
  const read: Read = { kept: {}, unknown: [] };
  for (const [part, value] of Object.entries(kept)) {
    const document = documents.find((one) => one.name === part);
    if (!document) {
      read.unknown.push(part);
      continue;
    }
    const parsed = document.parse(value);
    if (parsed === null) return refused(`its part "${part}" could not be read: ${shown(value)}`);
    read.kept[part] = parsed;
  }
  return read;
}

function nameOf({ seed, setting, latest }: RecordSheet): string {
  if (latest?.outcome) return `the run of ${runName(latest.outcome, setting)}`;
  return seed === 0 ? 'the lesson’s own version' : `variant ${seed}`;
}

/** The changes of a merge, a sentence for each document. */
export function differences(before: Snapshot, after: Snapshot): string[] {
  const sheetsIn = (all: Snapshot, { name, parse, sheets }: StoredDocument<unknown>) => {
    const value = parse(all[name] ?? null);
    return value === null ? [] : sheets(value);
  };
  return documents.flatMap((document) => {
    const { name, title } = document;
    if (JSON.stringify(before[name]) === JSON.stringify(after[name])) return [];
    const old = sheetsIn(before, document);
    const changes = sheetsIn(after, document).flatMap((sheet) => {
      const own = old.find(({ seed, setting }) => seed === sheet.seed && setting === sheet.setting);
      if (own && JSON.stringify(own) === JSON.stringify(sheet)) return [];
      const best = sheet.best?.score;
      const points = typeof best === 'number' ? `, best ${best} of ${sheet.best?.max}` : '';
      return `${nameOf(sheet)} ${own ? 'updated' : 'added'}${points}`;
    });
    return `${title}: ${changes.join('; ') || 'updated'}.`;
  });
}

interface Imported {
  /** The changes, in sentences. */
  messages: string[];
  /** Why nothing was imported, as a sentence; '' if the file could be read. */
  fault: string;
}

/** Adds the work in a file to what this browser keeps. */
export async function importFile(file: File, portfolio: Portfolio): Promise<Imported> {
  let text: string;
  try {
    text = await file.text();
  } catch {
    return { messages: [], fault: `${file.name} was not imported: it could not be read.` };
  }
  const read = readWorkFile(file.name, text);
  if ('fault' in read) return { messages: [], fault: read.fault };
  const unknown =
    read.unknown.length > 0 ? [`Skipped unknown parts: ${read.unknown.join(', ')}.`] : [];
  const before = portfolio.snapshot();
  const changes = differences(before, merged(before, read.kept));
  if (changes.length === 0) {
    return { messages: [`${file.name} contains nothing new.`, ...unknown], fault: '' };
  }
  portfolio.add(read.kept);
  return { messages: [`${file.name} was imported.`, ...changes, ...unknown], fault: '' };
}

// The run of a lab that a sheet is about: its name, and a link to see it or train it again.

/** "none, rope on order, seeds 1 to 3" @param setting the key of the run's settings */
export function runName({ task, schemes, seeds }: StoredOutcome, setting = ''): string {
  const text = new URLSearchParams(setting).get('run.seed');
  const first = Number(text);
  const counted = `${seeds} ${seeds === 1 ? 'seed' : 'seeds'}`;
  const range = seeds === 1 ? `seed ${first}` : `seeds ${first} to ${first + seeds - 1}`;
  return `${schemes.join(', ')} on ${task}, ${text && isSeed(first) ? range : counted}`;
}

/** The labs by the sets of questions that they ask; all other sets are in the first lab of their page. */
const labs: Record<string, string> = {
  'practice-3': 'lab-2',
  'practice-4': 'lab-2',
  'practice-5': 'lab-2',
  longer: 'lab-3',
  layers: 'lab-6',
};

/** The lab, with the settings of a run. */
export function runLink(set: string, { bits }: StoredOutcome, setting = ''): string {
  const address = new URL(bits ? './book.html' : './train.html', location.href);
  const lab = labs[set] ?? (bits ? 'lab-4' : 'lab-1');
  for (const [key, value] of new URLSearchParams(setting)) {
    address.searchParams.append(key.replace(/^run\./, `${lab}.`), value);
  }
  address.hash = lab;
  return address.href;
}
