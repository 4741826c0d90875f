// What a learner has done on an exercise, and what each step makes of it. No step changes a sheet in place,
// so that a step can be taken again on a newer one: another tab may have written in between.
import type { Answers, Grade, Item, Verdict } from '../core/api.ts';

/** Raw texts and counts alone, so that a better grader grades them anew. */
interface Work {
  answers: Answers;
  /** The answers as they were at the last check; null before the first. */
  checked: Answers | null;
  /** How often an item was checked with another text than before, readable but not right. */
  tries: Record<string, number>;
  /** The items whose hint has been opened. */
  hints: string[];
}

export interface Sheet extends Work {
  version: 2;
  /** What "Start over" took away, for "Undo". */
  cleared: Work | null;
}

const nothing: Work = { answers: {}, checked: null, tries: {}, hints: [] };
export const emptySheet: Sheet = { version: 2, ...nothing, cleared: null };

/** So many tries earn a hint. */
const triesForHint = 2;

type Values = Record<string, unknown>;
const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isAnswers = (value: unknown): value is Answers =>
  isObject(value) && Object.values(value).every((text) => typeof text === 'string');

function isWork(value: unknown): value is Work {
  if (!isObject(value)) return false;
  const { answers, checked, tries, hints } = value;
  return (
    isAnswers(answers) &&
    (checked === null || isAnswers(checked)) &&
    isObject(tries) &&
    Object.values(tries).every((count) => typeof count === 'number') &&
    Array.isArray(hints) &&
    hints.every((item) => typeof item === 'string')
  );
}

/** A sheet as it was kept, by this version or by the first, which had no number; else null. */
export function sheetFrom(kept: unknown): Sheet | null {
  if (!isObject(kept)) return null;
  const value: Values = 'version' in kept ? kept : { ...emptySheet, ...kept };
  const isSheet =
    'answers' in kept &&
    value.version === 2 &&
    isWork(value) &&
    (value.cleared === null || isWork(value.cleared));
  return isSheet ? (value as unknown as Sheet) : null;
}

export const textOf = (sheet: Sheet, item: string) => sheet.answers[item] ?? '';

export const isChanged = (sheet: Sheet, item: string) =>
  textOf(sheet, item) !== (sheet.checked?.[item] ?? '');

export const isEmpty = (sheet: Sheet) =>
  sheet.checked === null && Object.values(sheet.answers).every((text) => text === '');

/** Whether there is something to do about an answer, and it is known what. */
export const isToLookAt = ({ outcome }: Verdict) =>
  outcome === 'wrong' || outcome === 'form' || outcome === 'unreadable';

/** Whether a hint would help: after some tries, as long as the answer does not count in full. */
export const mayHint = (sheet: Sheet, item: Item, verdict: Verdict | undefined) =>
  (sheet.tries[item.id] ?? 0) >= triesForHint &&
  verdict?.outcome !== 'right' &&
  verdict?.outcome !== 'carried-forward';

type Step = (sheet: Sheet) => Sheet;

export const answered =
  (item: string, text: string): Step =>
  (sheet) => ({ ...sheet, answers: { ...sheet.answers, [item]: text } });

/** These answers have been graded. */
export const graded =
  (answers: Answers, grade: Grade): Step =>
  (sheet) => {
    const tries = { ...sheet.tries };
    for (const { item, outcome } of grade.items) {
      const isNew = (answers[item] ?? '').trim() !== (sheet.checked?.[item] ?? '').trim();
      if (isNew && (outcome === 'wrong' || outcome === 'form')) {
        tries[item] = (tries[item] ?? 0) + 1;
      }
    }
    return { ...sheet, checked: answers, tries, cleared: null };
  };

export const hinted =
  (items: string[]): Step =>
  (sheet) => ({ ...sheet, hints: [...new Set([...sheet.hints, ...items])] });

export const startedOver: Step = (sheet) => {
  const { answers, checked, tries, hints } = sheet;
  return { ...emptySheet, cleared: { answers, checked, tries, hints } };
};

/** What has been typed since stays where the cleared sheet had nothing. */
export const undone: Step = (sheet) => {
  if (!sheet.cleared) return sheet;
  const back = Object.entries(sheet.cleared.answers).filter(([, text]) => text !== '');
  const answers = { ...sheet.answers, ...Object.fromEntries(back) };
  return { ...sheet, ...sheet.cleared, answers, cleared: null };
};
