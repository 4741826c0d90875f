// The learner and the attempt that the work in this browser belongs to.
import { isObject } from '../storage/stored.ts';
import type { Opened } from './adapter.ts';

export interface KnownAttempt {
  id: string;
  /** The LMS has stored it at least once. */
  committed: boolean;
  /** By sheet: the date of the last check that was reported. */
  reported: Record<string, string>;
  isHandedIn: boolean;
  /** An earlier attempt, whose answers the learner may take over; null if there is none, or they have chosen. */
  previous: string | null;
}

/** FNV-1a: short names that are the same on every device, also where there is no crypto.subtle. */
function hashOf(text: string, basis: number): number {
  let hash = basis;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

const basis = 0x811c9dc5;

/** A name for a learner in an activity, from which neither can be read. */
export const ownerOf = (learner: string, activity: string): string =>
  [basis, ~basis]
    .map((one) => hashOf(JSON.stringify([learner, activity]), one).toString(36))
    .join('');

const largestSeed = 9999;

/** The seed of a learner's own variants, the same on every device. */
export const learnerSeed = (learner: string): number => (hashOf(learner, basis) % largestSeed) + 1;

const drawnName = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0).toString(36);

/** The attempt of those who only look at the lesson. (No drawn name is as long.) */
const browsing = 'browsing';

/**
 * The attempt to continue, or a new name.
 * @param stored the attempt whose work the LMS has; null if it has none @param known null for a learner who is new here
 * @param hasAnswers whether this browser has answers of an attempt
 */
export function attemptFor(
  { learner, mode, state, entry }: Opened,
  stored: string | null,
  known: KnownAttempt | null,
  hasAnswers: (id: string) => boolean,
): KnownAttempt {
  // Without any name, the last learner may have been somebody else.
  const isSameLearner = known !== null && learner.id !== '';
  // The LMS had this browser's work, and now it has none: the learner was given another attempt.
  const isNew = stored === null && known?.committed && state === '' && entry === 'ab-initio';
  if (isSameLearner && (stored ?? known.id) === known.id && !isNew) return known;
  const drawn = mode === 'normal' ? drawnName() : browsing;
  const earlier = isSameLearner && mode === 'normal' ? [known.id, known.previous ?? []].flat() : [];
  const previous = earlier.find((one) => hasAnswers(one)) ?? null;
  return { id: stored ?? drawn, committed: false, reported: {}, isHandedIn: false, previous };
}

function knownFrom(text: string): KnownAttempt | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return null;
    const { id, committed, reported, isHandedIn, previous } = value;
    const isKnown = typeof id === 'string' && typeof committed === 'boolean' && isObject(reported);
    if (!isKnown) return null;
    return {
      ...{ id, committed, reported: reported as KnownAttempt['reported'] },
      // (An older version has kept neither.)
      isHandedIn: isHandedIn === true,
      previous: typeof previous === 'string' ? previous : null,
    };
  } catch {
    return null;
  }
}

/** The last attempt of a learner in this browser. A browser that stores nothing has none. */
export class LastAttempt {
  private readonly key: string;

  constructor(owner: string) {
    this.key = `posenc.${owner}.attempt`;
  }

  get(): KnownAttempt | null {
    try {
      return knownFrom(localStorage.getItem(this.key) ?? '');
    } catch {
      return null;
    }
  }

  set(attempt: KnownAttempt): void {
    try {
      localStorage.setItem(this.key, JSON.stringify(attempt));
    } catch {
      // The notice about the storage is about the work itself.
    }
  }
}
