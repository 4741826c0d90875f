// What a class has handed in: its files are read, those that do not count are named, and the core grades every answer
// again. What counts is as in `posenc report` (cpp/cli/graded_record.hpp, class_report.hpp). Nothing of it is stored.
import { type Assignment, assignmentFrom } from '../exercises/assignment.ts';
import type { Reason } from '../core/api.ts';
import { catalogue, hasVariants, variantName } from '../exercises/catalogue.ts';
import { isAnswers } from '../storage/attempt.ts';
import { isOutcome } from '../storage/lab-work.ts';
import { isObject } from '../storage/stored.ts';
import { compute } from '../worker/client.ts';
import type { RecordedAttempt, RecordSheet } from './documents.ts';
import {
  type AnyGrade,
  betterPoints,
  type GradedSheet,
  Grader,
  hasGivenUp,
  type Points,
  pointsOf,
} from './grader.ts';
import { maxCharacters, shown, workIn } from './work-file.ts';

/** A file of the class. */
export interface HandedIn {
  /** Its name, after those of its folders if it comes in some. */
  path: string;
  file: File;
}

interface WorkRecord {
  path: string;
  text: string;
  name: string;
  /** When it was exported, in ISO 8601. */
  at: string;
  assignment: Assignment | null;
  sheets: RecordSheet[];
}

export interface Learner {
  /** As in the record; '' without one. */
  name: string;
  path: string;
  at: string;
  /** Nothing without a class link. */
  className: string | null;
  points: Map<string, Points>;
  /** What was set by a class link. */
  set: ReadonlySet<string>;
  /** The sheets that count. */
  rows: GradedSheet[];
  /** Exercises whose solution gave no points: see hasGivenUp(). */
  givenUp: Set<string>;
  /** Exercises in which a score in the file is not that of its answers. */
  differing: Set<string>;
  /** The score of the set, from 0 to 1; null without a class link. */
  score: number | null;
}

/** A slip that several learners made in an exercise. */
export interface SlipCount {
  exercise: string;
  reason: Reason;
  learners: number;
}

export interface ClassResults {
  /** All that occur, in the order of the lesson. */
  exercises: string[];
  /** Of each exercise: the mean score of those who were set it or did it, from 0 to 1. */
  means: Map<string, number>;
  /** The most frequent first. */
  slips: SlipCount[];
  learners: Learner[];
  /** Files that do not count, each with the reason, in sentences. */
  uncounted: string[];
  /** Scores that are not those of the answers, in sentences. */
  differences: string[];
}

/** The files below some dropped files and folders. */
export async function filesBelow(entries: readonly FileSystemEntry[]): Promise<HandedIn[]> {
  const all: HandedIn[] = [];
  for (const entry of entries) {
    if (entry.isFile) {
      const own = entry as FileSystemFileEntry;
      const file = await new Promise<File>((resolve, reject) => own.file(resolve, reject));
      all.push({ path: entry.fullPath.replace(/^\//, ''), file });
    } else {
      const reader = (entry as FileSystemDirectoryEntry).createReader();
      const read = () =>
        new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      // It gives some of them at a time.
      for (let some = await read(); some.length > 0; some = await read()) {
        all.push(...(await filesBelow(some)));
      }
    }
  }
  return all;
}

/** Far more than a class hands in. */
const maxBytes = 500_000_000;

/** The files in a zip file, such as Moodle makes of all that a class has handed in. @throws if it cannot be read */
async function filesInZip({ path, file }: HandedIn): Promise<HandedIn[]> {
  const { unzipSync } = await import('fflate');
  let total = 0;
  const files = unzipSync(new Uint8Array(await file.arrayBuffer()), {
    filter({ name, originalSize }) {
      if (name.endsWith('/')) return false;
      total += originalSize;
      if (total > maxBytes) throw new RangeError(`more than ${maxBytes} bytes`);
      return true;
    },
  });
  return Object.entries(files).map(([name, bytes]) => ({
    path: `${path}/${name}`,
    file: new File([bytes], name.split('/').at(-1) ?? name),
  }));
}

/** Zip files as the files in them. @param uncounted receives a sentence for each that cannot be read */
async function unzipped(files: readonly HandedIn[], uncounted: string[]): Promise<HandedIn[]> {
  const all: HandedIn[] = [];
  for (const one of files) {
    const inside = one.file.name.endsWith('.zip') ? await filesInZip(one).catch(() => null) : [one];
    if (inside) all.push(...inside);
    else uncounted.push(`${one.path} does not count: it could not be unpacked.`);
  }
  return all;
}

/** How a learner is called in sentences. */
export const calledIn = ({ name, path }: { name: string; path: string }): string => name || path;

const isNumberOrNull = (value: unknown) => value == null || typeof value === 'number';

/** Checks types only: the core decides whether there is such an exercise. */
function isRecorded(value: unknown): value is RecordedAttempt {
  if (!isObject(value)) return false;
  const { answers, score, max, at, outcome } = value;
  return (
    isAnswers(answers) &&
    [score, max].every(isNumberOrNull) &&
    typeof at === 'string' &&
    (outcome === undefined || isOutcome(outcome))
  );
}

const isSheet = (value: unknown): value is RecordSheet =>
  isObject(value) &&
  typeof value['exercise'] === 'string' &&
  typeof value['seed'] === 'number' &&
  [value['best'], value['latest']].every((one) => one == null || isRecorded(one));

/** A record, or what is wrong with it, as part of a sentence. */
function recordIn(path: string, text: string): WorkRecord | { fault: string } {
  if (!text.trim()) return { fault: 'it is empty' };
  const work = workIn(text);
  if ('fault' in work) return work;
  const { name, at, class: classroom, sheets } = work.file;
  if (typeof name !== 'string') {
    return { fault: `its "name" must be a text but is ${shown(name)}` };
  }
  if (typeof at !== 'string') return { fault: `its "at" must be a date but is ${shown(at)}` };
  const assignment = assignmentFrom(classroom);
  const ids = assignment?.set.map(({ id }) => id) ?? [];
  if ((classroom != null && !assignment) || new Set(ids).size < ids.length) {
    return { fault: `its "class" could not be read: ${shown(classroom)}` };
  }
  if (!Array.isArray(sheets)) {
    return { fault: `its "sheets" must be a list but is ${shown(sheets)}` };
  }
  const strange = sheets.findIndex((sheet) => !isSheet(sheet));
  if (strange >= 0) {
    return { fault: `its sheet ${strange + 1} could not be read: ${shown(sheets[strange])}` };
  }
  return { path, text, name: name.trim(), at, assignment, sheets: sheets as RecordSheet[] };
}

async function readFrom({ path, file }: HandedIn): Promise<WorkRecord | { fault: string }> {
  // A film, say: it need not be read. (A character takes at most four bytes.)
  if (file.size > 4 * maxCharacters) {
    return { fault: 'it is far larger than any file from this lesson' };
  }
  try {
    return recordIn(path, await file.text());
  } catch {
    return { fault: 'it could not be opened' };
  }
}

/** The records in files. @param uncounted receives a sentence for each file without one */
async function recordsIn(files: readonly HandedIn[], uncounted: string[]): Promise<WorkRecord[]> {
  const records: WorkRecord[] = [];
  for (const { path, file } of files) {
    // What systems add to folders, such as .DS_Store.
    if (file.name.startsWith('.')) continue;
    const read = await readFrom({ path, file });
    if ('fault' in read) uncounted.push(`${path} does not count: ${read.fault}.`);
    else records.push(read);
  }
  return records;
}

/** Takes out files that were handed in twice. @param uncounted receives a sentence for each */
function withoutDoubles(records: readonly WorkRecord[], uncounted: string[]): WorkRecord[] {
  const exports = new Map<string, WorkRecord>();
  const newest = new Map<string, WorkRecord>();
  const learnerIn = ({ name, assignment }: WorkRecord) =>
    JSON.stringify([name, assignment?.name ?? null]);
  for (const record of records) {
    const key = JSON.stringify([record.name, record.at]);
    const first = exports.get(key);
    if (first) {
      const same =
        first.text === record.text
          ? 'it is the same file as'
          : 'it has the same name and date inside as';
      uncounted.push(`${record.path} does not count: ${same} ${first.path}, which does.`);
      continue;
    }
    exports.set(key, record);
    const last = newest.get(learnerIn(record));
    if (!last || last.at < record.at) newest.set(learnerIn(record), record);
  }
  return [...exports.values()].filter((record) => {
    const last = newest.get(learnerIn(record));
    // Learners without a name need not be the same.
    if (!last || last === record || !record.name) return true;
    uncounted.push(
      `${record.path} does not count: ${record.name} has exported ${last.path} later, which does.`,
    );
    return false;
  });
}

/** The sheets that count: of the set that was assigned, or all without one. */
function countedIn({ assignment, sheets }: WorkRecord): RecordSheet[] {
  if (!assignment) return sheets;
  return sheets.filter(({ exercise, seed }) =>
    assignment.set.some(
      (one) => one.id === exercise && (one.seed === seed || !hasVariants(one.id)),
    ),
  );
}

const isClaimOf = (claim: number | null | undefined, truth: number) =>
  claim == null || claim === truth;

/** Whether the file says what the core says. */
const agrees = (attempt: RecordedAttempt | null, grade: AnyGrade | null) =>
  !attempt ||
  !grade ||
  (isClaimOf(attempt.score, grade.score) && isClaimOf(attempt.max, grade.max));

/** What is not done counts 0. */
const fractionOf = (points: Points | undefined): number => (points ? points.score / points.max : 0);

async function learnerOf(
  record: WorkRecord,
  grader: Grader,
  differences: string[],
): Promise<Learner> {
  const { name, path, at, assignment } = record;
  const points = new Map<string, Points>();
  const rows: GradedSheet[] = [];
  const givenUp = new Set<string>();
  const differing = new Set<string>();
  const counted = countedIn(record);
  for (const sheet of record.sheets) {
    const { exercise, seed } = sheet;
    const differs = (how: string) => {
      differing.add(exercise);
      differences.push(`${calledIn(record)}, ${variantName({ id: exercise, seed })}: ${how}.`);
    };
    const { graded, error } = await grader.gradeAll([sheet]);
    if (error) differs(`its answers could not be graded: ${error}`);
    const row = graded[0] ?? { sheet, best: null, latest: null };
    const { best, latest } = row;
    const wrong = agrees(sheet.best, best)
      ? !agrees(sheet.latest, latest) && ([sheet.latest, latest] as const)
      : ([sheet.best, best] as const);
    if (wrong) {
      const [said, is] = wrong;
      differs(
        `the file says ${said?.score} of ${said?.max ?? is?.max}, its answers give ${is?.score} of ${is?.max}`,
      );
    }
    const own = pointsOf(row);
    if (!own || !counted.includes(sheet)) continue;
    rows.push(row);
    const before = points.get(exercise) ?? null;
    if (betterPoints(before, own) !== own) continue;
    points.set(exercise, own);
    if (hasGivenUp(row)) givenUp.add(exercise);
    else givenUp.delete(exercise);
  }
  const set = new Set(assignment?.set.map(({ id }) => id));
  const fractions = assignment && [...set].map((id) => fractionOf(points.get(id)));
  return {
    ...{ name, path, at, set, points, rows, givenUp, differing },
    className: assignment?.name ?? null,
    score: fractions ? await compute.call('setScore', fractions) : null,
  };
}

const placeOf = (exercise: string) => {
  const place = catalogue.findIndex(({ id }) => id === exercise);
  return place < 0 ? catalogue.length : place;
};

async function meansOf(
  exercises: readonly string[],
  learners: readonly Learner[],
): Promise<Map<string, number>> {
  const means = new Map<string, number>();
  for (const exercise of exercises) {
    const fractions = learners
      .filter(({ set, points }) => set.has(exercise) || points.has(exercise))
      .map(({ points }) => fractionOf(points.get(exercise)));
    means.set(exercise, await compute.call('setScore', fractions));
  }
  return means;
}

function slipsOf(learners: readonly Learner[]): SlipCount[] {
  const counts = new Map<string, SlipCount>();
  for (const { rows } of learners) {
    const own = new Set<string>();
    for (const { sheet, best, latest } of rows) {
      for (const { outcome, reason } of (best ?? latest)?.items ?? []) {
        if (outcome !== 'wrong' || !reason) continue;
        const key = `${sheet.exercise} ${reason}`;
        own.add(key);
        if (!counts.has(key)) counts.set(key, { exercise: sheet.exercise, reason, learners: 0 });
      }
    }
    for (const key of own) (counts.get(key) as SlipCount).learners++;
  }
  return [...counts.values()]
    .filter((one) => one.learners > 1)
    .sort((one, other) => other.learners - one.learners);
}

/** By name; those without one last, by file. */
function byName(one: Learner, other: Learner): number {
  if (!one.name !== !other.name) return one.name ? -1 : 1;
  return (
    one.name.localeCompare(other.name, undefined, { numeric: true }) ||
    one.path.localeCompare(other.path)
  );
}

/**
 * Grades what a class has handed in; null if that is aborted.
 * @param graded is called back after each learner
 */
export async function resultsOf(
  files: readonly HandedIn[],
  signal: AbortSignal,
  graded: (done: number, all: number) => void,
): Promise<ClassResults | null> {
  const inOrder = [...files].sort((one, other) => (one.path < other.path ? -1 : 1));
  const uncounted: string[] = [];
  const all = await recordsIn(await unzipped(inOrder, uncounted), uncounted);
  const records = withoutDoubles(all, uncounted);
  const differences: string[] = [];
  const learners: Learner[] = [];
  const grader = new Grader();
  for (const record of records) {
    if (signal.aborted) return null;
    graded(learners.length, records.length);
    learners.push(await learnerOf(record, grader, differences));
  }
  if (signal.aborted) return null;
  const exercises = records.flatMap(({ assignment }, n) => [
    ...(assignment?.set.map(({ id }) => id) ?? []),
    ...(learners[n]?.points.keys() ?? []),
  ]);
  const inLesson = [...new Set(exercises)].sort((one, other) => placeOf(one) - placeOf(other));
  return {
    exercises: inLesson,
    learners: learners.sort(byName),
    means: await meansOf(inLesson, learners),
    slips: slipsOf(learners),
    uncounted,
    differences,
  };
}
