// Whether the lesson is completed and passed, by the rules of the package.
import type { ReadParts } from '../storage/read-parts.ts';
import type { Opened, SectionReport } from './adapter.ts';
import type { LmsConfig } from './config.ts';

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

/** Neither is ever taken back, for example if some work stayed on another device. */
export function outcomeOf(
  { completion, mastery }: LmsConfig,
  opened: Opened,
  { progress, score }: { progress: number; score: number | null },
): { completed: boolean; passed: boolean | null } {
  const needed = opened.mastery ?? mastery;
  const isReached = score !== null && needed !== null && score >= needed;
  const isDone = completion.rule === 'read' ? progress === 1 : isReached;
  const completed = opened.completed || isDone;
  if (opened.passed || isReached) return { completed, passed: true };
  return { completed, passed: completed && needed !== null && score !== null ? false : null };
}
