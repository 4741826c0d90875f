// Answers that were checked since the last report.
import type { Answers, Verdict } from '../core/api.ts';
import type { Assigned } from '../exercises/assignment.ts';
import { entryOf, titleOf } from '../exercises/catalogue.ts';
import { documents, type RecordSheet, type Snapshot } from '../record/documents.ts';
import { betterPoints, type GradedSheet, type Points, pointsOf } from '../record/grader.ts';
import type { ReadParts } from '../storage/read-parts.ts';
import { compute } from '../worker/client.ts';
import type { Column, ExerciseReport, Interaction, Opened, SectionReport } from './adapter.ts';
import type { LmsConfig } from './config.ts';
import type { BestScores, Unreported } from './state-text.ts';

/** By sheet: the last check that was reported. */
export type Checks = Map<string, { at: string; answers: Answers }>;

export const sheetKey = ({ exercise, seed, setting }: RecordSheet): string =>
  [exercise, seed, setting ?? []].flat().join(':');

/** The last checks on some sheets. @param unreported without these, as they were before the last check */
export const checksOn = (sheets: readonly RecordSheet[], unreported: Unreported = {}): Checks =>
  new Map(
    sheets.flatMap((sheet) => {
      const { latest } = sheet;
      if (!latest) return [];
      const key = sheetKey(sheet);
      const missing = unreported[key];
      if (!missing) return [[key, { at: latest.at, answers: latest.answers }]];
      const others = Object.entries(latest.answers).filter(([item]) => !missing.includes(item));
      return [[key, { at: '', answers: Object.fromEntries(others) }]];
    }),
  );

const isNew = (answer: string, before: string | undefined) =>
  answer.trim() !== '' && answer.trim() !== (before ?? '').trim();

/** Checked since the last report. @param checks those that were reported */
export const unreportedIn = (sheets: readonly RecordSheet[], checks: Checks): Unreported =>
  Object.fromEntries(
    sheets.flatMap((sheet) => {
      const { latest } = sheet;
      const key = sheetKey(sheet);
      const before = checks.get(key);
      if (!latest || latest.at === before?.at) return [];
      const items = Object.entries(latest.answers)
        .filter(([item, answer]) => isNew(answer, before?.answers[item]))
        .map(([item]) => item);
      return items.length > 0 ? [[key, items]] : [];
    }),
  );

const results: Record<Verdict['outcome'], Interaction['result']> = {
  right: 'correct',
  convention: 'correct',
  'carried-forward': 'correct',
  form: 'incorrect',
  wrong: 'incorrect',
  unreadable: 'neutral',
  empty: 'neutral',
};

/**
 * The answers of a sheet that were checked with a new text.
 * @param before the last check that was reported @param latency in seconds; null if it is not known
 * @param columns of the set
 */
export function interactionsIn(
  { sheet, latest }: GradedSheet,
  before: Answers,
  latency: number | null,
  columns: readonly Column[],
): Interaction[] {
  const { exercise, seed } = sheet;
  const answers = sheet.latest?.answers ?? {};
  const at = sheet.latest?.at ?? '';
  return (latest?.items ?? []).flatMap(({ item, outcome }) => {
    const answer = (answers[item] ?? '').trim();
    if (!isNew(answer, before[item])) return [];
    const kind = exercise === 'quiz' ? 'choice' : 'fill-in';
    const found = columns.findIndex(
      (one) => one.exercise === exercise && one.seed === seed && one.item === item,
    );
    const column = found < 0 ? null : found;
    const about = { exercise, title: titleOf(exercise), seed, item, column };
    return { ...about, kind, answer, result: results[outcome], latency, at };
  });
}

// Completed and passed, by the rules of the package.

export interface Section {
  id: string;
  title: string;
  /** The ids of its parts. */
  parts: string[];
}

export const sectionReports = (sections: readonly Section[], read: ReadParts): SectionReport[] =>
  sections.map(({ id, title, parts }) => {
    const done = parts.filter((part) => read[id]?.includes(part)).length;
    return { id, title, read: done, parts: parts.length };
  });

/** The share of all parts that have been read, from 0 to 1. */
export function progressOf(reports: readonly SectionReport[]): number {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const parts = sum(reports.map((report) => report.parts));
  return parts === 0 ? 0 : sum(reports.map(({ read }) => read)) / parts;
}

const isFull = ({ score, max }: ExerciseReport) => score !== null && score === max;

/** What the learner has done so far. */
interface Done {
  progress: number;
  exercises: readonly ExerciseReport[];
  isHandedIn: boolean;
}

/** All that a learner has to read has been read. */
export const isAllRead = ({ completion }: LmsConfig, progress: number): boolean =>
  completion.rule === 'score' || progress === 1;

/** The learner has handed in, or there is nothing left to do. */
export const isFinal = (config: LmsConfig, { progress, exercises, isHandedIn }: Done): boolean =>
  isAllRead(config, progress) && (isHandedIn || exercises.every((one) => isFull(one)));

/** The score to pass, in percent. The LMS's own has precedence over the package's. */
export const neededScore = (config: LmsConfig, opened: Opened): number | null =>
  opened.mastery ?? config.mastery;

/**
 * Many LMS end an attempt that is completed, passed or failed: nothing is said of these before the end. None is ever taken
 * back, for example if some work stayed on another device.
 */
export function outcomeOf(
  config: LmsConfig,
  standing: Pick<Opened, 'completed' | 'passed'>,
  { isFinal, score, needed }: { isFinal: boolean; score: number | null; needed: number | null },
): { completed: boolean; passed: boolean | null } {
  if (!isFinal) return { completed: standing.completed, passed: standing.passed || null };
  const isEnough = needed !== null && (score ?? 0) >= needed;
  const passed = standing.passed || isEnough || (needed === null ? null : false);
  const isDone = config.completion.rule === 'read' || isEnough;
  return { completed: standing.completed || isDone, passed };
}

// The grades of a learner's work, and the score of the set.

export const sheetsIn = (snapshot: Snapshot): RecordSheet[] =>
  documents.flatMap(({ name, sheets }) => (name in snapshot ? sheets(snapshot[name]) : []));

/** Of several runs of a lab, the best one counts. */
function pointsFor({ id, seed }: Assigned, rows: readonly GradedSheet[]): Points | null {
  const own = rows.filter(({ sheet }) => sheet.exercise === id && sheet.seed === seed);
  return own.reduce<Points | null>((most, row) => betterPoints(most, pointsOf(row)), null);
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
    const points = id === 'quiz' ? (own ?? before) : betterPoints(own, before);
    const title = [entryOf(id)?.label || [], titleOf(id)].flat().join(': ');
    return { id, title, seed, score: points?.score ?? null, max: points?.max ?? null };
  });

export const bestScores = (exercises: readonly ExerciseReport[]): BestScores =>
  Object.fromEntries(
    exercises.flatMap(({ id, score, max }) =>
      score === null || max === null ? [] : [[id, [score, max]]],
    ),
  );

/** The score of a set in percent; null before the first checked answer. */
export async function setScore(exercises: readonly ExerciseReport[]): Promise<number | null> {
  if (exercises.every(({ score }) => score === null)) return null;
  const shares = exercises.map(({ score, max }) => (score !== null && max ? score / max : 0));
  return 100 * (await compute.call('setScore', shares));
}
