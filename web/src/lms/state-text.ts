// A learner's work as a short text, for an LMS that stores some thousand characters: a mark of the format, then JSON,
// compressed, in base64.
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { isObject } from '../storage/object.ts';
import { dictionary } from './dictionary.ts';

/** Another format, or another dictionary, needs another mark. */
const mark = 'p1.';

/** Some of the work. A later piece with the same document replaces the earlier one's. */
export interface Piece {
  title: string;
  documents: Record<string, unknown>;
}

/** By exercise, the best score and its maximum: they are known on all devices, even if the work is not. */
export type BestScores = Record<string, [score: number, max: number]>;

/** By sheet: the items whose last check no report contained, as it was not graded before the page went away. */
export type Unreported = Record<string, string[]>;

interface About {
  /** The name of the attempt. */
  attempt: string;
  scores: BestScores;
  unreported: Unreported;
}

export interface Unpacked extends About {
  documents: Record<string, unknown>;
}

interface Packed {
  text: string;
  /** The titles of pieces that did not fit. */
  left: string[];
}

const options = { level: 9, dictionary: strToU8(dictionary) } as const;

function textOf(
  { attempt, scores, unreported }: About,
  documents: Record<string, unknown>,
): string {
  const more = Object.keys(unreported).length > 0 ? { u: unreported } : {};
  const json = strToU8(JSON.stringify({ a: attempt, k: documents, s: scores, ...more }));
  return mark + btoa(strFromU8(deflateSync(json, options), true)).replace(/=+$/, '');
}

/** The work in at most `limit` characters. @param pieces the most important first */
export function packed(about: About, pieces: readonly Piece[], limit: number): Packed {
  const everything = pieces.flatMap(({ documents }) => Object.entries(documents));
  const all = textOf(about, Object.fromEntries(everything));
  if (all.length <= limit) return { text: all, left: [] };
  let taken: Record<string, unknown> = {};
  let text = textOf(about, taken);
  if (text.length > limit) return { text: '', left: pieces.map(({ title }) => title) };
  const left: string[] = [];
  for (const { title, documents } of pieces) {
    const more = { ...taken, ...documents };
    const longer = textOf(about, more);
    if (longer.length > limit) left.push(title);
    else [taken, text] = [more, longer];
  }
  return { text, left };
}

const areScores = (value: unknown): value is BestScores =>
  isObject(value) &&
  Object.values(value).every(
    (one) => Array.isArray(one) && one.length === 2 && one.every((n) => Number.isFinite(n)),
  );

const areUnreported = (value: unknown): value is Unreported =>
  isObject(value) &&
  Object.values(value).every(
    (items) => Array.isArray(items) && items.every((one) => typeof one === 'string'),
  );

/** The work in a text; null if it is not one that this version can read. */
export function unpacked(text: string): Unpacked | null {
  if (!text.startsWith(mark)) return null;
  try {
    const bytes = strToU8(atob(text.slice(mark.length).trim()), true);
    const value: unknown = JSON.parse(strFromU8(inflateSync(bytes, options)));
    if (!isObject(value)) return null;
    const { a: attempt, k: documents, s: scores, u: unreported = {} } = value;
    const isAttempt = typeof attempt === 'string' && /^\w{1,20}$/.test(attempt);
    const isWhole =
      isAttempt && isObject(documents) && areScores(scores) && areUnreported(unreported);
    return isWhole ? { attempt, documents, scores, unreported } : null;
  } catch {
    return null;
  }
}
