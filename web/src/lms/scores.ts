// The grades of a learner's work, and the score of the set.
import type { Assigned } from '../exercises/assignment.ts';
import { entryOf, titleOf } from '../exercises/catalogue.ts';
import { documents, type RecordSheet, type Snapshot } from '../record/documents.ts';
import type { AnyGrade, GradedSheet } from '../record/grader.ts';
import { compute } from '../worker/client.ts';
import type { ExerciseReport } from './adapter.ts';
import type { BestScores } from './state-text.ts';

export const sheetsIn = (snapshot: Snapshot): RecordSheet[] =>
  documents.flatMap(({ name, sheets }) => (name in snapshot ? sheets(snapshot[name]) : []));

type Points = Pick<AnyGrade, 'score' | 'max'>;

/** The best attempt counts, or the latest where no best is kept: as `fraction_of` in cpp/cli/graded_record.cpp. */
function pointsOf({ sheet, best, latest }: GradedSheet): Points | null {
  // With the solution on the screen, points say nothing.
  const isWorthless = !best && sheet.gaveUpAt;
  return isWorthless ? latest && { score: 0, max: latest.max } : (best ?? latest);
}

const better = (one: Points | null, other: Points | null): Points | null =>
  one && other && other.score * one.max > one.score * other.max ? other : (one ?? other);

/** Of several runs of a lab, the best one counts. */
function pointsFor({ id, seed }: Assigned, rows: readonly GradedSheet[]): Points | null {
  const own = rows.filter(({ sheet }) => sheet.exercise === id && sheet.seed === seed);
  return own.reduce<Points | null>((most, row) => better(most, pointsOf(row)), null);
}

/** @param known the best scores of work that may be on another device */
export const exerciseReports = (
  set: readonly Assigned[],
  rows: readonly GradedSheet[],
  known: BestScores,
): ExerciseReport[] =>
  set.map(({ id, seed }) => {
    const own = pointsFor({ id, seed }, rows);
    const [score, max] = known[id] ?? [];
    const before = score !== undefined && max ? { score, max } : null;
    const points = id === 'quiz' ? (own ?? before) : better(own, before);
    const title = [entryOf(id)?.label || [], titleOf(id)].flat().join(': ');
    return { id, title, seed, score: points?.score ?? null, max: points?.max ?? null };
  });

export const bestScores = (exercises: readonly ExerciseReport[]): BestScores =>
  Object.fromEntries(
    exercises.flatMap(({ id, score, max }) =>
      score === null || max === null ? [] : [[id, [score, max]]],
    ),
  );

/** The score of a set in percent; null if it has no exercises. */
export async function setScore(exercises: readonly ExerciseReport[]): Promise<number | null> {
  if (exercises.length === 0) return null;
  const shares = exercises.map(({ score, max }) => (score !== null && max ? score / max : 0));
  return 100 * (await compute.call('setScore', shares));
}
