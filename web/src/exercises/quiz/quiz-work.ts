// The work on the quiz that is kept: each answer as it was given. The core judges it again on each visit. A step returns
// new work, so that it can be repeated on newer work from another tab.
import type { Answers } from '../../core/api.ts';
import { isObject } from '../../storage/stored.ts';
import { isSeed } from '../work.ts';

/** How sure the learner was, asked below the answers. It may be left open. */
export const confidences = ['guess', 'fairly', 'certain'] as const;
export type Confidence = (typeof confidences)[number];

export interface GivenAnswer {
  question: string;
  choice: string;
  /** null if the learner did not say. */
  confidence: Confidence | null;
  /** The date, in ISO 8601. */
  at: string;
}

export interface QuizWork {
  version: 1;
  /** The order of questions and options; null until it is drawn. */
  seed: number | null;
  /** All answers, the oldest first. */
  history: GivenAnswer[];
  /** The answers that "Start over" removed, for "Undo". */
  cleared: GivenAnswer[] | null;
}

export const emptyQuiz: QuizWork = { version: 1, seed: null, history: [], cleared: null };

function isGiven(value: unknown): value is GivenAnswer {
  if (!isObject(value)) return false;
  const { question, choice, confidence, at } = value;
  return (
    typeof question === 'string' &&
    typeof choice === 'string' &&
    (confidence === null || confidences.some((one) => one === confidence)) &&
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at))
  );
}

const areGiven = (value: unknown): value is GivenAnswer[] =>
  Array.isArray(value) && value.every(isGiven);

/** The kept work; null if it is not a quiz's. */
export function quizWorkFrom(stored: unknown): QuizWork | null {
  if (!isObject(stored)) return null;
  const { version, seed, history, cleared } = stored;
  if (version !== 1 || !(seed === null || isSeed(seed)) || !areGiven(history)) return null;
  if (!(cleared === null || areGiven(cleared))) return null;
  return { version, seed, history, cleared };
}

/** Each answer once, the oldest first. */
function united(one: readonly GivenAnswer[], other: readonly GivenAnswer[]): GivenAnswer[] {
  const all = new Map<string, GivenAnswer>();
  for (const { question, choice, confidence, at } of [...one, ...other]) {
    const given = { question, choice, confidence, at };
    all.set(JSON.stringify(given), given);
  }
  return [...all.values()].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** The answers of both; the seed of the first, if it has one. */
export const mergedQuiz = (a: QuizWork, b: QuizWork): QuizWork => ({
  version: 1,
  seed: a.seed ?? b.seed,
  history: united(a.history, b.history),
  cleared: a.cleared ?? b.cleared,
});

/** The first and the latest choice, by question. */
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

/** @param assigned the seed that the learner's class has been set: the work is recorded with it */
export const answeredWith =
  (given: GivenAnswer, assigned: number | null = null): QuizStep =>
  (work) => ({
    ...work,
    seed: assigned ?? work.seed,
    history: united(work.history, [given]),
    cleared: null,
  });

/** Sets a drawn seed, unless another tab has drawn one before. */
export const seeded =
  (drawn: number): QuizStep =>
  (work) => ({ ...work, seed: work.seed ?? drawn });

/** Removes the answers to some questions. */
export const startedOver =
  (questions: ReadonlySet<string>): QuizStep =>
  (work) => {
    const cleared = work.history.filter(({ question }) => questions.has(question));
    if (cleared.length === 0) return work;
    return {
      ...work,
      history: work.history.filter(({ question }) => !questions.has(question)),
      cleared,
    };
  };

export const undone: QuizStep = (work) =>
  work.cleared === null
    ? work
    : { ...work, history: united(work.cleared, work.history), cleared: null };
