// Answers that were checked since the last report.
import type { Answers, Verdict } from '../core/api.ts';
import { titleOf } from '../exercises/catalogue.ts';
import type { RecordSheet } from '../record/documents.ts';
import type { GradedSheet } from '../record/grader.ts';
import type { Interaction } from './adapter.ts';
import type { Unreported } from './state-text.ts';

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

/** What was checked since the last report. @param checks those that were reported */
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
 */
export function interactionsIn(
  { sheet, latest }: GradedSheet,
  before: Answers,
  latency: number | null,
): Interaction[] {
  const { exercise, seed } = sheet;
  const answers = sheet.latest?.answers ?? {};
  const at = sheet.latest?.at ?? '';
  return (latest?.items ?? []).flatMap(({ item, outcome }) => {
    const answer = (answers[item] ?? '').trim();
    if (!isNew(answer, before[item])) return [];
    const kind = exercise === 'quiz' ? 'choice' : 'fill-in';
    const about = { exercise, title: titleOf(exercise), seed, item };
    return { ...about, kind, answer, result: results[outcome], latency, at };
  });
}
