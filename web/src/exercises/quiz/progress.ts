// A learner's progress in the quiz, from all answers and the core's verdicts on them.
import { type Confidence, confidences } from './quiz-work.ts';
import {
  comebacks,
  type Comeback,
  isDue,
  type Judged,
  nextQuestion,
  whenBack,
} from './schedule.ts';

export type QuestionState = 'new' | 'right' | 'second-go' | 'missed';

/** How sure the learner was of some answers, in a sentence about them. */
const answersThat: Record<Confidence, string> = {
  guess: 'that were guesses',
  fairly: 'you were fairly sure of',
  certain: 'you were certain of',
};

/** With fewer answers, how sure the learner was says little. */
const enoughAnswers = 5;

export class Progress {
  /** The questions that come back, those that are due first. */
  readonly comebacks: readonly Comeback[];

  /**
   * @param questions in the order in which they are asked
   * @param judged all answers, the oldest first
   */
  constructor(
    private readonly questions: readonly string[],
    private readonly judged: readonly Judged[],
    private readonly now: Date,
  ) {
    this.comebacks = comebacks(judged, now);
  }

  /** The question to ask next; null if there is none now. */
  get next(): string | null {
    return nextQuestion(this.questions, this.judged, this.now);
  }

  comebackOf(question: string): Comeback | undefined {
    return this.comebacks.find((one) => one.question === question);
  }

  isDue(question: string): boolean {
    const comeback = this.comebackOf(question);
    return comeback !== undefined && isDue(comeback, this.now);
  }

  private answersTo(question: string): Judged[] {
    return this.judged.filter((one) => one.question === question);
  }

  stateOf(question: string): QuestionState {
    const answers = this.answersTo(question);
    const latest = answers.at(-1);
    if (!latest) return 'new';
    if (!latest.right) return 'missed';
    return answers.every(({ right }) => right) ? 'right' : 'second-go';
  }

  /** How many questions have been answered. */
  get answered(): number {
    return this.questions.filter((question) => this.stateOf(question) !== 'new').length;
  }

  /** How many latest answers are right. */
  get score(): number {
    return this.questions.filter((question) => this.answersTo(question).at(-1)?.right).length;
  }

  get scoreLine(): string {
    if (this.answered === 0) return 'Nothing answered yet.';
    if (this.score === 0) return 'None right yet. Questions that you miss come back.';
    const first = this.questions.filter((question) => this.answersTo(question)[0]?.right).length;
    return `${this.score} of ${this.questions.length} right so far, ${first} on the first try.`;
  }

  /** How many questions besides this one can be answered now. */
  private openBesides(question: string): number {
    return this.questions.filter(
      (one) => one !== question && (this.isDue(one) || this.stateOf(one) === 'new'),
    ).length;
  }

  /** When a question comes back, such as "after 3 more questions". */
  whenBack(comeback: Comeback): string {
    return whenBack(comeback, this.now, this.openBesides(comeback.question));
  }

  /** How many questions come back, and when; '' for none. */
  get comebackLine(): string {
    const [first] = this.comebacks;
    if (!first) return '';
    const when = this.whenBack(first);
    const { length: count } = this.comebacks;
    return count === 1
      ? `1 question comes back ${when}.`
      : `${count} questions come back, the next one ${when}.`;
  }

  /** How many answers were right, by how sure the learner was; '' while there are few answers. */
  get confidenceLine(): string {
    const rated = this.judged.filter(({ confidence }) => confidence !== null);
    if (rated.length < enoughAnswers) return '';
    const parts = [...confidences].reverse().flatMap((confidence) => {
      const answers = rated.filter((one) => one.confidence === confidence);
      if (answers.length === 0) return [];
      const right = answers.filter((one) => one.right).length;
      const verb = right === 1 ? 'was' : 'were';
      return `of ${answers.length} ${answersThat[confidence]}, ${right} ${verb} right`;
    });
    const text = parts.join('; ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  }
}
