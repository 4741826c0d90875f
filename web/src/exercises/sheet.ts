// The work of a learner on one variant of an exercise, and the steps that change it. A step returns a new sheet, so that
// it can be repeated on a newer one: another tab may have written in between.
import type { Answers, Grade, Item, Reason, Verdict } from '../core/api.ts';
import { type Attempt, betterOf, isAnswers, isAttempt } from '../storage/attempt.ts';
import { isObject, type Values } from '../storage/stored.ts';

/** Only texts as typed and counts, so that a later grader can grade them again. */
interface Work {
  answers: Answers;
  /** The answers as they were at the last check; null before the first. */
  checked: Answers | null;
  /** How often each item was checked with a new text that could be read but was not right. */
  tries: Record<string, number>;
  /** The items whose hint has been opened. */
  hints: string[];
}

export interface Sheet extends Work {
  /** The work that "Start over" removed, for "Undo". */
  cleared: Work | null;
  /** How often it was checked. */
  attempts: number;
  /** The first of the attempts with most points. It stays when the learner starts over. */
  best: Attempt | null;
  /** The last attempt. It stays, too. */
  last: Attempt | null;
  /** The known slips that the last check named. */
  slips: Reason[];
  /** When the learner asked for the solution before all was right, in ISO 8601; '' if they did not. */
  gaveUpAt: string;
  /** When it was changed, in ISO 8601; '' if that is not known. */
  at: string;
}

/** The name of the program among the answers of an exercise in code. */
export const sourceKey = 'source';

const nothing: Work = { answers: {}, checked: null, tries: {}, hints: [] };
export const emptySheet: Sheet = {
  ...nothing,
  cleared: null,
  attempts: 0,
  best: null,
  last: null,
  slips: [],
  gaveUpAt: '',
  at: '',
};

const now = () => new Date().toISOString();

/** How many tries earn a hint. */
const triesForHint = 2;

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

/** A sheet that this version or an earlier one kept (without attempts, or without 'gaveUpAt'); null if it is not one. */
export function sheetFrom(stored: unknown): Sheet | null {
  if (!isObject(stored) || !('answers' in stored)) return null;
  const value: Values = { ...emptySheet, ...stored };
  delete value['version'];
  const isSheet =
    isWork(value) &&
    (value.cleared === null || isWork(value.cleared)) &&
    typeof value.attempts === 'number' &&
    (value.best === null || isAttempt(value.best)) &&
    (value.last === null || isAttempt(value.last)) &&
    typeof value.gaveUpAt === 'string' &&
    typeof value.at === 'string' &&
    Array.isArray(value.slips) &&
    value.slips.every((reason) => typeof reason === 'string');
  return isSheet ? (value as unknown as Sheet) : null;
}

export const textOf = (sheet: Sheet, item: string) => sheet.answers[item] ?? '';

export const isChanged = (sheet: Sheet, item: string) =>
  textOf(sheet, item) !== (sheet.checked?.[item] ?? '');

export const isEmpty = (sheet: Sheet) =>
  sheet.checked === null && Object.values(sheet.answers).every((text) => text === '');

/** Whether the learner should look at an answer again. */
export const isToLookAt = ({ outcome }: Verdict) =>
  outcome === 'wrong' || outcome === 'form' || outcome === 'unreadable';

/** Whether a hint may be opened: after some tries, as long as the answer does not count in full. */
export const mayHint = (sheet: Sheet, item: Item, verdict: Verdict | undefined) =>
  (sheet.tries[item.id] ?? 0) >= triesForHint &&
  verdict?.outcome !== 'right' &&
  verdict?.outcome !== 'convention' &&
  verdict?.outcome !== 'carried-forward';

export type Step = (sheet: Sheet) => Sheet;

export const answered =
  (item: string, text: string, at = now()): Step =>
  (sheet) => ({ ...sheet, answers: { ...sheet.answers, [item]: text }, at });

/** Records answers that have been graded. */
export const graded =
  (answers: Answers, grade: Grade, at = now()): Step =>
  (sheet) => {
    const tries = { ...sheet.tries };
    for (const { item, outcome } of grade.items) {
      const isNew = (answers[item] ?? '').trim() !== (sheet.checked?.[item] ?? '').trim();
      if (isNew && (outcome === 'wrong' || outcome === 'form')) {
        tries[item] = (tries[item] ?? 0) + 1;
      }
    }
    const { score, max } = grade;
    // With the solution on the screen, points say nothing.
    const isBest = score > 0 && !sheet.gaveUpAt && (!sheet.best || score > sheet.best.score);
    const reasons = grade.items.filter(({ outcome }) => outcome === 'wrong' || outcome === 'form');
    return {
      ...sheet,
      checked: answers,
      tries,
      cleared: null,
      attempts: sheet.attempts + 1,
      best: isBest ? { answers, score, max, at } : sheet.best,
      last: { answers, score, max, at },
      at,
      slips: [...new Set(reasons.flatMap(({ reason }) => reason ?? []))],
    };
  };

export const hinted =
  (items: string[]): Step =>
  (sheet) => ({ ...sheet, hints: [...new Set([...sheet.hints, ...items])] });

/** The learner wants to see the solution. It stays, also when they start over. */
export const gaveUp =
  (at = now()): Step =>
  (sheet) => ({ ...sheet, gaveUpAt: sheet.gaveUpAt || at, at });

export const startedOver: Step = (sheet) => {
  const { answers, checked, tries, hints } = sheet;
  return { ...sheet, ...nothing, cleared: { answers, checked, tries, hints }, at: now() };
};

/** Texts typed since then stay where the cleared sheet had none. */
export const undone: Step = (sheet) => {
  if (!sheet.cleared) return sheet;
  const back = Object.entries(sheet.cleared.answers).filter(([, text]) => text !== '');
  const answers = { ...sheet.answers, ...Object.fromEntries(back) };
  return { ...sheet, ...sheet.cleared, answers, cleared: null, at: now() };
};

/** A date in milliseconds; 0 if it is not known. */
const timeOf = (at = '') => Date.parse(at) || 0;

/** The newer sheet first; in an order that does not depend on the arguments if neither is newer. */
function byTime(one: Sheet, other: Sheet, at: (sheet: Sheet) => string | undefined) {
  const later = timeOf(at(other)) - timeOf(at(one));
  const swap = later !== 0 ? later > 0 : JSON.stringify(other) > JSON.stringify(one);
  return swap ? ([other, one] as const) : ([one, other] as const);
}

/**
 * Merges two sheets of the same variant, in either order: in each box the newer text (if empty, the older one), the
 * newer check, and the better of the best attempts.
 */
export function mergedSheets(one: Sheet, other: Sheet): Sheet {
  const [newer, older] = byTime(one, other, ({ at }) => at);
  const [recent, early] = byTime(one, other, ({ last }) => last?.at);
  const check = recent.checked ? recent : early;
  const typed = Object.entries(newer.answers).filter(([, text]) => text !== '');
  const tries = { ...older.tries };
  for (const [item, count] of Object.entries(newer.tries)) {
    tries[item] = Math.max(count, tries[item] ?? 0);
  }
  return {
    answers: { ...newer.answers, ...older.answers, ...Object.fromEntries(typed) },
    checked: check.checked,
    tries,
    hints: [...new Set([...newer.hints, ...older.hints])],
    cleared: newer.cleared ?? older.cleared,
    attempts: Math.max(one.attempts, other.attempts),
    best: betterOf(older.best, newer.best),
    last: recent.last ?? early.last,
    slips: check.slips,
    gaveUpAt: [one.gaveUpAt, other.gaveUpAt].filter(Boolean).sort()[0] ?? '',
    at: newer.at || older.at,
  };
}
