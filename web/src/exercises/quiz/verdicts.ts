// The core's verdicts on answers to the quiz; each is asked for once.
import type { Answers } from '../../core/api.ts';
import { compute } from '../../worker/client.ts';
import type { GivenAnswer } from './quiz-work.ts';
import type { Judged } from './schedule.ts';

type Answer = Pick<GivenAnswer, 'question' | 'choice'>;

const keyOf = ({ question, choice }: Answer) => JSON.stringify([question, choice]);

export class Verdicts {
  private readonly known = new Map<string, boolean>();

  /**
   * Has the core judge the answers that it has not judged yet. A sheet has one answer to each question, so that several
   * answers to one question take several sheets.
   * @param questions the core's: answers to others, from an older lesson, are left out
   */
  async judge(seed: number, questions: ReadonlySet<string>, answers: readonly Answer[]) {
    let left = new Map(
      answers
        .filter(({ question }) => questions.has(question))
        .map((answer) => [keyOf(answer), answer] as const)
        .filter(([key]) => !this.known.has(key)),
    );
    while (left.size > 0) {
      const sheet: Answers = {};
      const later: typeof left = new Map();
      for (const [key, answer] of left) {
        if (answer.question in sheet) later.set(key, answer);
        else sheet[answer.question] = answer.choice;
      }
      const grade = await compute.call('gradeExercise', 'quiz', seed, sheet);
      for (const { item, outcome } of grade.items) {
        const choice = sheet[item];
        if (choice === undefined) continue;
        this.known.set(keyOf({ question: item, choice }), outcome === 'right');
      }
      left = later;
    }
  }

  isRight(question: string, choice: string | undefined): boolean {
    return choice !== undefined && this.known.get(keyOf({ question, choice })) === true;
  }

  /** The answers that have been judged, with their verdicts. */
  on(history: readonly GivenAnswer[]): Judged[] {
    return history
      .filter((given) => this.known.has(keyOf(given)))
      .map((given) => ({ ...given, right: this.isRight(given.question, given.choice) }));
  }
}
