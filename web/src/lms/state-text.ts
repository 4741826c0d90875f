// A learner's work as a short text, for an LMS that stores some thousand characters: a mark of the format, then JSON,
// compressed, in base64.
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import type { Assigned } from '../exercises/assignment.ts';
import { entryOf, type Kind } from '../exercises/catalogue.ts';
import type { QuizWork } from '../exercises/quiz/quiz-work.ts';
import { emptySheet, sourceKey } from '../exercises/sheet.ts';
import type { Folder } from '../exercises/work.ts';
import { documents, type Snapshot } from '../record/documents.ts';
import { betterOf } from '../storage/attempt.ts';
import type { LabAttempt, LabFolder, LabSheet } from '../storage/lab-work.ts';
import { isObject } from '../storage/stored.ts';
import { dictionary } from './dictionary.ts';

/** Another format, or another dictionary, needs another mark. */
const mark = 'p1.';

/** Some of the work. A later piece with the same document replaces the earlier one's. */
interface Piece {
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
  isHandedIn: boolean;
}

interface Unpacked extends About {
  documents: Record<string, unknown>;
}

interface Packed {
  text: string;
  /** The titles of pieces that did not fit. */
  left: string[];
}

const options = { level: 9, dictionary: strToU8(dictionary) } as const;

function textOf(
  { attempt, scores, unreported, isHandedIn }: About,
  documents: Record<string, unknown>,
): string {
  const more = {
    ...(Object.keys(unreported).length > 0 ? { u: unreported } : {}),
    ...(isHandedIn ? { h: true } : {}),
  };
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
    const {
      a: attempt,
      k: documents,
      s: scores,
      u: unreported = {},
      h: isHandedIn = false,
    } = value;
    const isAttempt = typeof attempt === 'string' && /^\w{1,20}$/.test(attempt);
    const isWhole =
      isAttempt && isObject(documents) && areScores(scores) && areUnreported(unreported);
    if (!isWhole) return null;
    return { attempt, documents, scores, unreported, isHandedIn: isHandedIn === true };
  } catch {
    return null;
  }
}

// A learner's work in pieces, the most important first, for an LMS that cannot store all of it.

/** The assigned variant of an exercise. What "Start over" removed can be missed. */
function variantOf(folder: Folder, seed: number): Folder {
  const sheet = folder.sheets[seed];
  return { ...folder, seed, sheets: sheet ? { [seed]: { ...sheet, cleared: null } } : {} };
}

/** The best run of a lab, and the newest one. */
function mainRuns(folder: LabFolder): LabFolder {
  const runs = Object.entries(folder.runs);
  const best = runs.reduce<LabAttempt | null>((most, [, run]) => betterOf(most, run.best), null);
  const newest = runs
    .map(([, { last }]) => last.at)
    .sort()
    .at(-1);
  const isMain = ({ best: own, last }: LabSheet) =>
    (own !== null && own === best) || last.at === newest;
  return { ...folder, runs: Object.fromEntries(runs.filter(([, run]) => isMain(run))) };
}

function mainPart({ id, seed }: Assigned, value: unknown): unknown {
  const kind = entryOf(id)?.kind;
  if (kind === 'lab') return mainRuns(value as LabFolder);
  if (kind === 'quiz') return { ...(value as QuizWork), cleared: null };
  return variantOf(value as Folder, seed);
}

/** The program alone. What its tests gave is long, and can be had again. */
function programOf({ seed }: Assigned, value: unknown): unknown {
  const folder = value as Folder;
  const { answers, at } = folder.sheets[seed] ?? emptySheet;
  const source = answers[sourceKey];
  if (source === undefined) return null;
  const sheet = { ...emptySheet, answers: { [sourceKey]: source }, at };
  return { ...folder, seed, sheets: { [seed]: sheet } };
}

/** The progress of reading, and small pieces. */
const first = ['read', 'place', 'learner'];
/** The set of the class comes with the package. */
const fromPackage = 'class';
/** The kinds of exercises, those with the shortest work first. */
const kinds: Kind[] = ['hand', 'quiz', 'code', 'lab'];
/** The names of those parts of the work on an exercise that come later. */
const rests: Record<Kind, string> = {
  hand: ' (other variants)',
  quiz: ' (what “Start over” removed)',
  code: ' (other variants)',
  lab: ' (other runs)',
};

const piece = (snapshot: Snapshot, name: string, more = '', value = snapshot[name]): Piece => {
  const title = documents.find((one) => one.name === name)?.title ?? name;
  return { title: title + more, documents: { [name]: value } };
};

function mainPieces(snapshot: Snapshot, assigned: readonly Assigned[], kind: Kind): Piece[] {
  const own = assigned.filter(({ id }) => entryOf(id)?.kind === kind);
  const main = (one: Assigned, more = '') =>
    piece(snapshot, one.id, more, mainPart(one, snapshot[one.id]));
  if (kind !== 'code') return own.map((one) => main(one));
  const programs = own.flatMap((one) => {
    const program = programOf(one, snapshot[one.id]);
    return program === null ? [] : [piece(snapshot, one.id, '', program)];
  });
  return [...programs, ...own.map((one) => main(one, ' (results of the tests)'))];
}

/** The other work on the assigned exercises. */
function restPieces(snapshot: Snapshot, assigned: readonly Assigned[]): Piece[] {
  return assigned.flatMap((one) => {
    const { [one.id]: value } = snapshot;
    const isMore = JSON.stringify(mainPart(one, value)) !== JSON.stringify(value);
    return isMore ? [piece(snapshot, one.id, rests[entryOf(one.id)?.kind ?? 'hand'])] : [];
  });
}

/** @param set the exercises that count */
export function piecesOf(snapshot: Snapshot, set: readonly Assigned[]): Piece[] {
  const assigned = set.filter(({ id }) => id in snapshot);
  const isOther = (name: string) =>
    !first.includes(name) && name !== fromPackage && !assigned.some(({ id }) => id === name);
  const others = documents.map(({ name }) => name).filter(isOther);
  const whole = (names: readonly string[]) =>
    names.filter((name) => name in snapshot).map((name) => piece(snapshot, name));
  return [
    ...whole(first),
    ...kinds.flatMap((kind) => mainPieces(snapshot, assigned, kind)),
    ...restPieces(snapshot, assigned),
    ...whole(others),
  ];
}
