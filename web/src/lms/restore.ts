// Brings the work of an attempt into this browser.
import { documents, type Snapshot } from '../record/documents.ts';
import { Portfolio } from '../record/portfolio.ts';
import { unwrapped } from '../storage/stored.ts';
import type { Opened } from './adapter.ts';
import { type BestScores, unpacked, type Unreported } from './state-text.ts';

interface Restored {
  /** The attempt that the LMS has work of; null if it has none that can be read. */
  attempt: string | null;
  documents: Snapshot;
  scores: BestScores;
  unreported: Unreported;
  isHandedIn: boolean;
  /** Some of it, or all, could not be read. */
  isUnreadable: boolean;
}

/** The work that the LMS has. */
export function readState({ state }: Opened): Restored {
  const found = unpacked(state);
  if (!found) {
    const nothing = { attempt: null, documents: {}, scores: {}, unreported: {}, isHandedIn: false };
    return { ...nothing, isUnreadable: state !== '' };
  }
  const read: Snapshot = {};
  let isUnreadable = false;
  for (const [name, value] of Object.entries(found.documents)) {
    const parsed = documents.find((one) => one.name === name)?.parse(value) ?? null;
    if (parsed === null) isUnreadable = true;
    else read[name] = parsed;
  }
  return { ...found, documents: read, isUnreadable };
}

/** Stores a text that cannot be read under a name of its own, once. Returns the name; '' if it could not be stored. */
export function putAside(owner: string, text: string): string {
  const names = `posenc.${owner}.unreadable.`;
  const name = names + new Date().toISOString();
  try {
    const isCopy = (key: string) => key.startsWith(names) && localStorage.getItem(key) === text;
    const known = Object.keys(localStorage).find((key) => isCopy(key));
    if (known) return known;
    localStorage.setItem(name, text);
    return name;
  } catch {
    return '';
  }
}

/** The work that this browser has in another place than its own. @param owner whose it is */
export function workOf(owner: string): Snapshot {
  const found: Snapshot = {};
  for (const { name, parse } of documents) {
    try {
      const text = localStorage.getItem(`posenc.${owner}${name}`);
      const value = text === null ? null : parse(unwrapped(text).stored);
      if (value !== null) found[name] = value;
    } catch {
      // What cannot be read is not there, and stays where it is.
    }
  }
  return found;
}

/** Merges work with that of this attempt. @param name of the learner, unless they gave another */
export function restore(stored: Snapshot, name: string): void {
  const portfolio = new Portfolio();
  portfolio.merge(stored);
  if (name) portfolio.merge({ learner: { name } });
}

/** Adds a document that this browser has no room for, so that the LMS gets it all the same. */
export function addUnstored(portfolio: Portfolio, name: string, text: string): void {
  const document = documents.find((one) => one.name === name);
  const value = document?.parse(unwrapped(text).stored) ?? null;
  if (value !== null) portfolio.merge({ [name]: value });
}
