// Everything that is kept for a learner, as documents by name: how to read and merge each, and its graded answers.
import { classFrom, mergedClasses, noClass, type StoredClass } from '../exercises/assignment.ts';
import { catalogue } from '../exercises/catalogue.ts';
import {
  emptyQuiz,
  mergedQuiz,
  quizAnswers,
  type QuizWork,
  quizWorkFrom,
} from '../exercises/quiz/quiz-work.ts';
import { emptySheet, type Sheet } from '../exercises/sheet.ts';
import { emptyFolder, type Folder, folderFrom, mergedFolders } from '../exercises/work.ts';
import type { Attempt } from '../storage/attempt.ts';
import {
  emptyLabFolder,
  type LabFolder,
  labFolderFrom,
  type LabSheet,
  mergedLabFolders,
  type StoredOutcome,
} from '../storage/lab-work.ts';
import { isObject } from '../storage/stored.ts';
import {
  mergedReadParts,
  noPlace,
  type Place,
  placeFrom,
  type ReadParts,
  readPartsFrom,
} from '../storage/read-parts.ts';
import { mergedTrials, noTrials, type Trials, trialsFrom } from '../storage/trials.ts';
import { type Standing, standingOf } from './standing.ts';

/** Answers that were checked, and their score; null where it was not kept. */
export interface RecordedAttempt extends Omit<Attempt, 'score' | 'max'> {
  score: number | null;
  max: number | null;
  /** Of a lab: the results of the run that the answers are about. */
  outcome?: StoredOutcome;
}

/** The work on one variant, or of a lab on one run. */
export interface RecordSheet {
  exercise: string;
  seed: number;
  /** Of a lab, which has no variants: the key of the run's settings. */
  setting?: string;
  attempts: number;
  best: RecordedAttempt | null;
  latest: RecordedAttempt | null;
  /** When the learner asked for the solution before all was right, if they did. */
  gaveUpAt?: string;
}

export interface StoredDocument<T> {
  name: string;
  /** Its name at the start of a line. */
  title: string;
  empty: T;
  /** null for a value that is not such a document. */
  parse: (value: unknown) => T | null;
  /** Keeps everything that only one of them has. */
  merge: (mine: T, other: T) => T;
  sheets: (value: T) => RecordSheet[];
  /** @param seed if given, only this variant counts */
  standing?: (value: T, seed: number | null) => Standing;
}

/** (A sheet that an older version kept has no attempts, but the answers that were checked last.) */
const latestOf = ({ last, checked, at }: Sheet): RecordedAttempt | null =>
  last ?? (checked && { answers: checked, score: null, max: null, at });

const ofExercise = (name: string, title: string): StoredDocument<Folder> => ({
  name,
  title,
  empty: emptyFolder,
  parse: folderFrom,
  merge: mergedFolders,
  sheets: ({ sheets }) =>
    Object.entries(sheets)
      .map(([seed, sheet]) => ({
        exercise: name,
        seed: Number(seed),
        attempts: sheet.attempts,
        best: sheet.best,
        latest: latestOf(sheet),
        ...(sheet.gaveUpAt ? { gaveUpAt: sheet.gaveUpAt } : {}),
      }))
      .filter(({ best, latest }) => best ?? latest),
  standing: ({ sheets }, seed) =>
    standingOf(seed === null ? Object.values(sheets) : [sheets[seed] ?? []].flat()),
});

/** Work on a lab as work on a variant. (Answers in labs are not kept before they are checked.) */
const asSheet = ({ attempts, best, last }: LabSheet): Sheet => {
  const { answers, at } = last;
  return { ...emptySheet, answers, checked: answers, attempts, best, last, at };
};

/** A guess is made once, and cannot be improved. */
const standingOfGuesses = (sheets: readonly Sheet[]): Standing => {
  const standing = standingOf(sheets);
  return standing.state === 'new' ? standing : { ...standing, state: 'done', why: '' };
};

const ofLab = (name: string, title: string): StoredDocument<LabFolder> => ({
  name,
  title,
  empty: emptyLabFolder,
  parse: labFolderFrom,
  merge: mergedLabFolders,
  sheets: ({ runs }) =>
    Object.entries(runs).map(([setting, { attempts, best, last }]) => ({
      exercise: name,
      seed: 0,
      setting,
      attempts,
      best,
      latest: last,
    })),
  standing: ({ runs }) => {
    const sheets = Object.values(runs).map(asSheet);
    return name === 'prediction' ? standingOfGuesses(sheets) : standingOf(sheets);
  },
});

const quiz: StoredDocument<QuizWork> = {
  name: 'quiz',
  title: 'Quiz',
  empty: emptyQuiz,
  parse: quizWorkFrom,
  merge: mergedQuiz,
  // No score is kept, as the core grades the quiz.
  sheets: (work) => {
    const last = work.history.at(-1);
    if (!last) return [];
    const latest = { answers: quizAnswers(work).latest, score: null, max: null, at: last.at };
    const attempts = work.history.length;
    return [{ exercise: 'quiz', seed: work.seed ?? 0, attempts, best: null, latest }];
  },
};

interface Learner {
  name: string;
}

export const noLearner: Learner = { name: '' };

export function learnerFrom(value: unknown): Learner | null {
  const name = isObject(value) && value['name'];
  return typeof name === 'string' ? { name } : null;
}

const learner: StoredDocument<Learner> = {
  name: 'learner',
  title: 'Your name',
  empty: noLearner,
  parse: learnerFrom,
  merge: (mine, other) => (mine.name ? mine : other),
  sheets: () => [],
};

const classroom: StoredDocument<StoredClass> = {
  name: 'class',
  title: 'Your class’s set',
  empty: noClass,
  parse: classFrom,
  merge: mergedClasses,
  sheets: () => [],
};

const read: StoredDocument<ReadParts> = {
  name: 'read',
  title: 'How far you have read',
  empty: {},
  parse: readPartsFrom,
  merge: mergedReadParts,
  sheets: () => [],
};

const place: StoredDocument<Place> = {
  name: 'place',
  title: 'Where you stopped reading',
  empty: noPlace,
  parse: placeFrom,
  merge: (mine, other) => (mine.section ? mine : other),
  sheets: () => [],
};

const trials: StoredDocument<Trials> = {
  name: 'trials',
  title: 'Claims, mistakes and formulas you tried',
  empty: noTrials,
  parse: trialsFrom,
  merge: mergedTrials,
  // None of it is graded.
  sheets: () => [],
};

export const documents = [
  ...catalogue
    .filter(({ kind }) => kind !== 'quiz')
    .map(({ id, title, kind }) => (kind === 'lab' ? ofLab : ofExercise)(id, title)),
  quiz,
  learner,
  classroom,
  read,
  place,
  trials,
] as unknown as readonly StoredDocument<unknown>[];

export { quiz as quizDocument };

/** All documents that hold something, by name. */
export type Snapshot = Record<string, unknown>;

/** Merges all documents with others, such as those of a file. */
export function merged(mine: Snapshot, other: Snapshot): Snapshot {
  const both: Snapshot = {};
  for (const { name, merge } of documents) {
    if (name in mine && name in other) both[name] = merge(mine[name], other[name]);
    else if (name in mine || name in other) both[name] = mine[name] ?? other[name];
  }
  return both;
}
