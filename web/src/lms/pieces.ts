// A learner's work in pieces, the most important first, for an LMS that cannot store all of it.
import type { Assigned } from '../exercises/assignment.ts';
import { entryOf, type Kind } from '../exercises/catalogue.ts';
import type { QuizWork } from '../exercises/quiz/quiz-work.ts';
import { emptySheet, sourceKey } from '../exercises/sheet.ts';
import type { Folder } from '../exercises/work.ts';
import { documents, type Snapshot } from '../record/documents.ts';
import { betterOf } from '../storage/attempt.ts';
import type { LabAttempt, LabFolder, LabSheet } from '../storage/lab-work.ts';
import type { Piece } from './state-text.ts';

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

/** How much of the lesson is read, and what is small. */
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

/** The assigned variants of one kind of exercise. */
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

/** What else there is of the work on the assigned exercises. */
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
