// Grades recorded answers again, with this page's core.
import type { Answers, Grade, LabSet, Reason, Verdict } from '../core/api.ts';
import { outcomeOf } from '../storage/lab-work.ts';
import { compute } from '../worker/client.ts';
import type { RecordedAttempt, RecordSheet } from './documents.ts';

/** The grade of an exercise of any kind. (The slips of labs have no names.) */
export interface AnyGrade extends Pick<Grade, 'score' | 'max'> {
  items: { item: string; outcome: Verdict['outcome']; reason?: Reason | null }[];
}

/** A sheet with the grades of its attempts; null where there is no attempt, or it could not be graded. */
export interface GradedSheet {
  sheet: RecordSheet;
  best: AnyGrade | null;
  latest: AnyGrade | null;
}

export type Points = Pick<AnyGrade, 'score' | 'max'>;

/** The learner asked for the solution before anything was right: with it on the screen, points say nothing. */
export const hasGivenUp = ({ sheet, best }: GradedSheet): boolean =>
  !best && Boolean(sheet.gaveUpAt);

/** The best attempt counts, or the latest where no best is kept: as `fraction_of` in cpp/cli/graded_record.cpp. */
export function pointsOf(row: GradedSheet): Points | null {
  const { best, latest } = row;
  return hasGivenUp(row) ? latest && { score: 0, max: latest.max } : (best ?? latest);
}

export const betterPoints = (one: Points | null, other: Points | null): Points | null =>
  one && other && other.score * one.max > one.score * other.max ? other : (one ?? other);

/** (The program of an exercise in code is kept among its answers, but is not one.) */
const answersTo = (items: readonly { id: string }[], { answers }: RecordedAttempt): Answers =>
  Object.fromEntries(items.map(({ id }) => [id, answers[id] ?? '']));

const withScore = (attempt: RecordedAttempt | null, grade: AnyGrade | null) =>
  attempt && grade ? { ...attempt, score: grade.score, max: grade.max } : attempt;

/** The sheet with the scores of the new grades. */
export const withScores = ({ sheet, best, latest }: GradedSheet): RecordSheet => ({
  ...sheet,
  best: withScore(sheet.best, best),
  latest: withScore(sheet.latest, latest),
});

/** Asks the core for each grade once. */
export class Grader {
  private readonly items = new Map<string, Promise<{ id: string }[]>>();
  private readonly grades = new Map<string, Promise<AnyGrade>>();

  /** All sheets in their order, and the last error, if any attempt could not be graded. */
  async gradeAll(
    sheets: readonly RecordSheet[],
  ): Promise<{ graded: GradedSheet[]; error: string }> {
    let error = '';
    const graded: GradedSheet[] = [];
    for (const sheet of sheets) {
      const row: GradedSheet = { sheet, best: null, latest: null };
      graded.push(row);
      try {
        row.best = await this.grade(sheet, sheet.best);
        row.latest = await this.grade(sheet, sheet.latest);
      } catch (problem) {
        error = (problem as Error).message;
      }
    }
    return { graded, error };
  }

  private async grade(
    { exercise, seed }: RecordSheet,
    attempt: RecordedAttempt | null,
  ): Promise<AnyGrade | null> {
    if (!attempt) return null;
    if (attempt.outcome) {
      const set = exercise as LabSet;
      const { outcome } = attempt;
      const run = outcomeOf(outcome);
      const items = await this.once(this.items, JSON.stringify([set, outcome]), () =>
        compute.call('labQuestions', set, run),
      );
      const answers = answersTo(items, attempt);
      return this.once(this.grades, JSON.stringify([set, outcome, answers]), () =>
        compute.call('gradeLab', set, run, answers),
      );
    }
    const items = await this.once(this.items, `${exercise}:${seed}`, async () => {
      return (await compute.call('exercise', exercise, seed)).items;
    });
    const answers = answersTo(items, attempt);
    return this.once(this.grades, JSON.stringify([exercise, seed, answers]), () =>
      compute.call('gradeExercise', exercise, seed, answers),
    );
  }

  private once<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
    const answer = known.get(key) ?? ask();
    known.set(key, answer);
    // A question that failed may be asked again.
    answer.catch(() => known.delete(key));
    return answer;
  }
}
