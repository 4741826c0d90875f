// Where a reader was last.
import { isObject } from './object.ts';

/** A section, and the id of a part in it; both empty where nothing has been read. */
export interface Place {
  section: string;
  part: string;
}

export const noPlace: Place = { section: '', part: '' };

export function placeFrom(value: unknown): Place | null {
  if (!isObject(value)) return null;
  const { section, part } = value;
  return typeof section === 'string' && typeof part === 'string' ? { section, part } : null;
}
