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
  /** Some of it, or all, could not be read. */
  isUnreadable: boolean;
}

/** The work that the LMS has. */
export function readState({ state }: Opened): Restored {
  const found = unpacked(state);
  if (!found) {
    const nothing = { attempt: null, documents: {}, scores: {}, unreported: {} };
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

/** Copies an attempt's work, to be looked at: what is done to the copy is gone with the next one. */
export function copyForReview(from: string, to: string): void {
  try {
    const keys = Object.keys(localStorage);
    for (const key of keys.filter((one) => one.startsWith(`posenc.${to}`)))
      localStorage.removeItem(key);
    const own = keys.filter(
      (key) => key.startsWith(`posenc.${from}`) && !key.startsWith(`posenc.${to}`),
    );
    for (const key of own) {
      const text = localStorage.getItem(key);
      if (text !== null) localStorage.setItem(key.replace(`posenc.${from}`, `posenc.${to}`), text);
    }
  } catch {
    // The work that the LMS has is shown all the same.
  }
}

/** Merges the LMS's work with this browser's. @param name of the learner, unless they gave another */
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
