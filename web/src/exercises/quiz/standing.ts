// How a learner stands with the quiz, by the core's verdicts on all answers.
<<<<<<< HEAD
import type { Answers } from '../../core/api.ts';
import { compute } from '../../worker/client.ts';
import { type Standing, standingOf } from '../standing.ts';
import type { QuizWork } from './quiz-work.ts';
import { comebacks, isDue, type Judged } from './schedule.ts';

/**
 * Begun until every question has been answered; then done if each was right the last time, else shaky.
 * @param judged all answers, the oldest first
 * @param count of the questions that there are
 */
export function quizStanding(judged: readonly Judged[], count: number, now: Date): Standing {
  const last = new Map(judged.map((one) => [one.question, one]));
  if (last.size === 0) return standingOf([]);
  const score = [...last.values()].filter(({ right }) => right).length;
  const state = last.size < count ? 'begun' : score < count ? 'shaky' : 'done';
  return {
    state,
    why: state === 'shaky' ? 'not all were right the last time' : '',
    best: { answers: {}, score, max: count, at: judged[judged.length - 1]?.at ?? '' },
    slips: [],
    due: comebacks(judged, now).filter((one) => isDue(one, now)).length,
  };
}

/** All answers with the core's verdicts, and how many questions there are. */
export async function judgedByCore({ history, seed }: QuizWork) {
  const { items } = await compute.call('exercise', 'quiz', seed ?? 0);
  const known = history.filter(({ question }) => items.some(({ id }) => id === question));
  const verdicts = new Map<string, boolean>();
  const keyOf = (question: string, choice: string) => JSON.stringify([question, choice]);
  let left = known;
  // One choice of each question at a time.
  while (left.length > 0) {
    const answers: Answers = {};
    for (const { question, choice } of left) answers[question] ??= choice;
    const { items: graded } = await compute.call('gradeExercise', 'quiz', seed ?? 0, answers);
    for (const { item, outcome } of graded) {
      verdicts.set(keyOf(item, answers[item] ?? ''), outcome === 'right');
    }
    left = left.filter(({ question, choice }) => !verdicts.has(keyOf(question, choice)));
  }
  const judged = known.map((given) => ({
    ...given,
    right: verdicts.get(keyOf(given.question, given.choice)) === true,
  }));
  return { judged, count: items.length };
}
=======
import { compute } from '../../worker/client.ts';
import { type Standing, standingOf } from '../standing.ts';
import { quizAnswers, type QuizWork } from './quiz-work.ts';
import { comebacks, isDue } from './schedule.ts';
import { Verdicts } from './verdicts.ts';

const verdicts = new Verdicts();

/** Done once every question was right at last; shaky as long as one that was missed is to come back. */
export async function quizStanding(work: QuizWork, now: Date): Promise<Standing> {
  const none = standingOf([]);
  const { history } = work;
  const last = history.at(-1);
  if (!last) return none;
  const seed = work.seed ?? 0;
  const { items } = await compute.call('exercise', 'quiz', seed);
  const questions = new Set(items.map(({ id }) => id));
  await verdicts.judge(seed, questions, history);
  const waiting = comebacks(verdicts.on(history), now);
  const missed = waiting.filter(({ why }) => why === 'missed').length;
  const { latest: answers } = quizAnswers(work);
  const score = items.filter(({ id }) => verdicts.isRight(id, answers[id])).length;
  const state = missed > 0 ? 'shaky' : score === items.length ? 'done' : 'begun';
  return {
    ...none,
    state,
    why:
      missed > 0
        ? `${missed} missed ${missed === 1 ? 'question is' : 'questions are'} to come back`
        : '',
    best: { answers, score, max: items.length, at: last.at },
    due: waiting.filter((one) => isDue(one, now)).length,
  };
}
>>>>>>> main
