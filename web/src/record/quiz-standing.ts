// How a learner stands with the quiz, by the core's verdicts on all answers.
import { quizAnswers, type QuizWork } from '../exercises/quiz/quiz-work.ts';
import { comebacks, isDue, unsettled } from '../exercises/quiz/schedule.ts';
import { Verdicts } from '../exercises/quiz/verdicts.ts';
import { compute } from '../worker/client.ts';
import { type Standing, standingOf } from './standing.ts';

const verdicts = new Verdicts();

/** Done once the last answer to every question was right; shaky while a missed question is still wrong or due. */
export async function quizStanding(work: QuizWork, now: Date): Promise<Standing> {
  const none = standingOf([]);
  const { history } = work;
  const last = history.at(-1);
  if (!last) return none;
  const seed = work.seed ?? 0;
  const { items } = await compute.call('exercise', 'quiz', seed);
  const questions = new Set(items.map(({ id }) => id));
  await verdicts.judge(seed, questions, history);
  const judged = verdicts.on(history);
  const waiting = comebacks(judged, now);
  const missed = unsettled(judged, now).length;
  const { latest: answers } = quizAnswers(work);
  const score = items.filter(({ id }) => verdicts.isRight(id, answers[id])).length;
  const state = missed > 0 ? 'shaky' : score === items.length ? 'done' : 'begun';
  return {
    ...none,
    state,
    why:
      missed > 0
        ? `${missed} missed ${missed === 1 ? 'question needs' : 'questions need'} another try`
        : '',
    best: { answers, score, max: items.length, at: last.at },
    due: waiting.filter((one) => isDue(one, now)).length,
  };
}
