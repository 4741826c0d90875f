import { isObject } from './stored.ts';

// The parts of the lesson that have been read.

/** The ids of the parts that have been read, by section. */
export type ReadParts = Record<string, string[]>;

export function readPartsFrom(value: unknown): ReadParts | null {
  const isRead =
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every(
      (ids) => Array.isArray(ids) && ids.every((id) => typeof id === 'string'),
    );
  return isRead ? (value as ReadParts) : null;
}

export function mergedReadParts(mine: ReadParts, other: ReadParts): ReadParts {
  const merged = { ...mine };
  for (const [section, ids] of Object.entries(other)) {
    merged[section] = [...new Set([...(merged[section] ?? []), ...ids])];
  }
  return merged;
}

// The reader's last place.

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
