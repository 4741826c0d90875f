// What is kept of the quiz: each answer as it was given, and nothing that follows from it. Whether it was right is
// the core's to say, each time anew. No step changes what it is given, so that it can be taken again on newer work.
import type { Answers } from '../../core/api.ts';
import { isObject } from '../../storage/object.ts';
import { isSeed } from '../work.ts';

/** How sure somebody was, asked before the answer. */
export const confidences = ['guess', 'fairly', 'certain'] as const;
export type Confidence = (typeof confidences)[number];

export interface Given {
  question: string;
  choice: string;
  confidence: Confidence;
  /** The date, as ISO 8601 has it. */
  at: string;
}

export interface QuizWork {
  version: 1;
  /** The order of questions and options; null until it is drawn. */
  seed: number | null;
  /** All answers, the oldest first. */
  history: Given[];
  /** What "Start over" took away, for "Undo". */
  cleared: Given[] | null;
}

export const emptyQuiz: QuizWork = { version: 1, seed: null, history: [], cleared: null };

function isGiven(value: unknown): value is Given {
  if (!isObject(value)) return false;
  const { question, choice, confidence, at } = value;
  return (
    typeof question === 'string' &&
    typeof choice === 'string' &&
    confidences.some((one) => one === confidence) &&
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at))
  );
}

const areGiven = (value: unknown): value is Given[] => Array.isArray(value) && value.every(isGiven);

/** The work as it was kept; null if it is none. */
export function quizWorkFrom(kept: unknown): QuizWork | null {
  if (!isObject(kept)) return null;
  const { version, seed, history, cleared } = kept;
  if (version !== 1 || !(seed === null || isSeed(seed)) || !areGiven(history)) return null;
  if (!(cleared === null || areGiven(cleared))) return null;
  return { version, seed, history, cleared };
}

/** Each answer once, the oldest first. */
function united(one: readonly Given[], other: readonly Given[]): Given[] {
  const all = new Map<string, Given>();
  for (const { question, choice, confidence, at } of [...one, ...other]) {
    const given = { question, choice, confidence, at };
    all.set(JSON.stringify(given), given);
  }
  return [...all.values()].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** The answers of both; where both have a seed, that of the first. */
export const mergedQuiz = (a: QuizWork, b: QuizWork): QuizWork => ({
  version: 1,
  seed: a.seed ?? b.seed,
  history: united(a.history, b.history),
  cleared: a.cleared ?? b.cleared,
});

/** By question: what was chosen first, and what last. */
export function quizAnswers({ history }: QuizWork): { first: Answers; latest: Answers } {
  const first: Answers = {};
  const latest: Answers = {};
  for (const { question, choice } of history) {
    first[question] ??= choice;
    latest[question] = choice;
  }
  return { first, latest };
}

export type QuizStep = (work: QuizWork) => QuizWork;

/** @param assigned the seed that a class has been set: what is answered under it is recorded under it */
export const answeredWith =
  (given: Given, assigned: number | null = null): QuizStep =>
  (work) => ({
    ...work,
    seed: assigned ?? work.seed,
    history: united(work.history, [given]),
    cleared: null,
  });

/** The first tab that draws a seed draws it for all. */
export const seeded =
  (drawn: number): QuizStep =>
  (work) => ({ ...work, seed: work.seed ?? drawn });

export const startedOver: QuizStep = (work) =>
  work.history.length === 0 ? work : { ...work, history: [], cleared: work.history };

export const undone: QuizStep = (work) =>
  work.cleared === null
    ? work
    : { ...work, history: united(work.cleared, work.history), cleared: null };
