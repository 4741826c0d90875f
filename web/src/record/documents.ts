// All that is kept of a learner, as documents by name: how each is read, how two of it become one, and what is graded.
import { classFrom, type KeptClass, mergedClasses, noClass } from '../exercises/assignment.ts';
import { catalogue } from '../exercises/catalogue.ts';
import {
  emptyQuiz,
  mergedQuiz,
  quizAnswers,
  type QuizWork,
  quizWorkFrom,
} from '../exercises/quiz/quiz-work.ts';
import { emptySheet, type Sheet } from '../exercises/sheet.ts';
import { emptyFolder, type Folder, folderFrom, isSeed, mergedFolders } from '../exercises/work.ts';
import type { Attempt } from '../storage/attempt.ts';
import {
  emptyLabFolder,
  type KeptOutcome,
  type LabFolder,
  labFolderFrom,
  type LabSheet,
  mergedLabFolders,
} from '../storage/lab-work.ts';
import { isObject } from '../storage/object.ts';
import { mergedReadParts, type ReadParts, readPartsFrom } from '../storage/read-parts.ts';
import { mergedTrials, noTrials, type Trials, trialsFrom } from '../storage/trials.ts';
import { type Standing, standingOf } from './standing.ts';

/** Answers, and what they were given; null where it was not kept. */
export interface Claim extends Omit<Attempt, 'score' | 'max'> {
  score: number | null;
  max: number | null;
  /** Of a lab: what came of the run that the answers are about. */
  outcome?: KeptOutcome;
}

/** What a record has of one variant. */
export interface RecordSheet {
  exercise: string;
  seed: number;
  /** Of a lab, which has no variants: what was set, as the link of its run has it. */
  setting?: string;
  /** How often it was checked. */
  attempts: number;
  best: Claim | null;
  latest: Claim | null;
}

/** A run in words: "none, learned on order, seeds 1 to 3". */
export function runName({ task, schemes, seeds }: KeptOutcome, setting = ''): string {
  const text = new URLSearchParams(setting).get('run.seed');
  const first = Number(text);
  const counted = `${seeds} ${seeds === 1 ? 'seed' : 'seeds'}`;
  const named = seeds === 1 ? `seed ${first}` : `seeds ${first} to ${first + seeds - 1}`;
  return `${schemes.join(', ')} on ${task}, ${text && isSeed(first) ? named : counted}`;
}

export interface Document<T> {
  name: string;
  /** What it is called in a sentence. */
  title: string;
  empty: T;
  /** null for what is no such document. */
  parse: (value: unknown) => T | null;
  /** Loses nothing that either has alone. */
  merge: (mine: T, other: T) => T;
  sheets: (value: T) => RecordSheet[];
  /** How the learner stands with it; only for what is an exercise. @param seed only this variant counts */
  standing?: (value: T, seed: number | null) => Standing;
}

/** Of a sheet that an older version kept, what was checked last is all there is. */
const latestOf = ({ last, checked, at }: Sheet): Claim | null =>
  last ?? (checked && { answers: checked, score: null, max: null, at });

const ofExercise = (name: string, title: string): Document<Folder> => ({
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
      }))
      .filter(({ best, latest }) => best ?? latest),
  standing: ({ sheets }, seed) =>
    standingOf(seed === null ? Object.values(sheets) : [sheets[seed] ?? []].flat()),
});

/** As a variant would be: nothing is kept of a lab before it is checked. */
const asSheet = ({ attempts, best, last }: LabSheet): Sheet => {
  const { answers, at } = last;
  return { ...emptySheet, answers, checked: answers, attempts, best, last, at };
};

/** A guess is made once, and is nothing to go back to. */
const standingOfGuesses = (sheets: readonly Sheet[]): Standing => {
  const standing = standingOf(sheets);
  return standing.state === 'new' ? standing : { ...standing, state: 'done', why: '' };
};

const ofLab = (name: string, title: string): Document<LabFolder> => ({
  name,
  title,
  empty: emptyLabFolder,
  parse: labFolderFrom,
  merge: mergedLabFolders,
  sheets: ({ runs }) =>
    Object.entries(runs).map(([setting, { attempts, best, last }]) => ({
      ...{ exercise: name, seed: 0, setting, attempts },
      best,
      latest: last,
    })),
  standing: ({ runs }) => {
    const sheets = Object.values(runs).map(asSheet);
    return name === 'prediction' ? standingOfGuesses(sheets) : standingOf(sheets);
  },
});

const quiz: Document<QuizWork> = {
  name: 'quiz',
  title: 'Quiz',
  empty: emptyQuiz,
  parse: quizWorkFrom,
  merge: mergedQuiz,
  // The score is the core's to say: none is kept.
  sheets: (work) => {
    const last = work.history.at(-1);
    if (!last) return [];
    const latest = { answers: quizAnswers(work).latest, score: null, max: null, at: last.at };
    const attempts = work.history.length;
    return [{ exercise: 'quiz', seed: work.seed ?? 0, attempts, best: null, latest }];
  },
};

export interface Learner {
  name: string;
}

export const noLearner: Learner = { name: '' };

export function learnerFrom(value: unknown): Learner | null {
  const name = isObject(value) && value['name'];
  return typeof name === 'string' ? { name } : null;
}

const learner: Document<Learner> = {
  name: 'learner',
  title: 'the name',
  empty: noLearner,
  parse: learnerFrom,
  merge: (mine, other) => (mine.name ? mine : other),
  sheets: () => [],
};

const classroom: Document<KeptClass> = {
  name: 'class',
  title: 'the set of a class',
  empty: noClass,
  parse: classFrom,
  merge: mergedClasses,
  sheets: () => [],
};

const read: Document<ReadParts> = {
  name: 'read',
  title: 'how far the lesson has been read',
  empty: {},
  parse: readPartsFrom,
  merge: mergedReadParts,
  sheets: () => [],
};

const trials: Document<Trials> = {
  name: 'trials',
  title: 'claims, mistakes and formulas that were tried',
  empty: noTrials,
  parse: trialsFrom,
  merge: mergedTrials,
  // Nothing of it is graded.
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
  trials,
] as unknown as readonly Document<unknown>[];

export { quiz as quizDocument };

/** All documents that hold something, by name. */
export type Snapshot = Record<string, unknown>;
