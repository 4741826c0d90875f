// The file with all that can be found, fetched when the search is first opened.
import searchAddress from '../../../build/lesson/search.json?url';
import type { Page } from './entries.ts';
import { Finder } from './finder.ts';

async function load(): Promise<Finder> {
  const response = await fetch(searchAddress);
  if (!response.ok) throw new Error(`the host answered ${response.status}`);
  return Finder.over((await response.json()) as Page[]);
}

let finder: Promise<Finder> | null = null;

/** The same for every call; after a failure the next call tries again. */
export function loadFinder(): Promise<Finder> {
  finder ??= load().catch((error: unknown) => {
    finder = null;
    throw error;
  });
  return finder;
}
