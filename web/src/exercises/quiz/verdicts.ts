// Which answers to the quiz are right, by the core's verdict: each is asked for once.
import type { Answers } from '../../core/api.ts';
import { compute } from '../../worker/client.ts';
import type { Given } from './quiz-work.ts';
import type { Judged } from './schedule.ts';

type Answer = Pick<Given, 'question' | 'choice'>;

const keyOf = ({ question, choice }: Answer) => JSON.stringify([question, choice]);

export class Verdicts {
  private readonly known = new Map<string, boolean>();

  /**
   * Has the core judge what it has not judged yet: as many sheets as the question with most choices needs.
   * @param questions the core's; an answer to another is of an older lesson
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

  /** Those of some answers that were judged, with their verdicts. */
  on(history: readonly Given[]): Judged[] {
    return history
      .filter((given) => this.known.has(keyOf(given)))
      .map((given) => ({ ...given, right: this.isRight(given.question, given.choice) }));
  }
}
