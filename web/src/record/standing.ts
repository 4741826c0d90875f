// How a learner stands with an exercise, and what to do next.
import type { Reason } from '../core/api.ts';
import type { Entry } from '../exercises/catalogue.ts';
import { isEmpty, type Sheet, sourceKey } from '../exercises/sheet.ts';
import { type Attempt, betterOf } from '../storage/attempt.ts';

export type State = 'new' | 'begun' | 'shaky' | 'done';

export interface Standing {
  state: State;
  /** What makes it shaky, as part of a sentence; else ''. */
  why: string;
  best: Attempt | null;
  /** The slips that the last checks of its variants named, newest first. */
  slips: Reason[];
  /** How many questions are to come back now: only a quiz has any. */
  due: number;
}

/** So many readable, wrong texts in one box: found in the end, but not known. */
const many_tries = 3;
/** Hints for one box in so many, or more, carry the whole. */
const boxes_for_a_hint = 4;

type Checked = Sheet & { last: Attempt };

const isChecked = (sheet: Sheet): sheet is Checked => sheet.last !== null;
const isFull = ({ last }: Checked) => last.score === last.max;
/** The texts of its boxes: a program is none. */
const boxesOf = ({ last }: Checked) =>
  Object.entries(last.answers).flatMap(([item, text]) => (item === sourceKey ? [] : text));
const hasOpen = (sheet: Checked) => boxesOf(sheet).some((text) => !text.trim());

function helpIn(sheet: Checked): string {
  const { tries, hints } = sheet;
  if (Object.values(tries).some((count) => count >= many_tries)) return 'it took many tries';
  const many = hints.length * boxes_for_a_hint >= boxesOf(sheet).length;
  return many && hints.length > 0 ? 'it took hints' : '';
}

/**
 * Where an exercise stands, by all its sheets. The variant that was checked last decides: done if it is all right
 * without much help; shaky if it is not, or took many tries or hints, or repeats a slip made on another variant; with
 * boxes still open, and nothing of that, it is begun, or done if another was.
 */
export function standingOf(sheets: readonly Sheet[]): Standing {
  const checked = sheets
    .filter(isChecked)
    .sort((one, other) => Date.parse(other.last.at) - Date.parse(one.last.at));
  const best = sheets.reduce<Attempt | null>((most, sheet) => betterOf(most, sheet.best), null);
  const slips = [...new Set(checked.flatMap((sheet) => sheet.slips))];
  const stands = (state: State, why = ''): Standing => ({ state, why, best, slips, due: 0 });

  const [latest, ...others] = checked;
  if (!latest) return stands(sheets.every(isEmpty) ? 'new' : 'begun');
  const help = helpIn(latest);
  if (isFull(latest)) return help ? stands('shaky', help) : stands('done');
  const repeated = latest.slips.some((slip) => others.some((other) => other.slips.includes(slip)));
  if (repeated) return stands('shaky', 'the same slip on two variants');
  if (!hasOpen(latest)) return stands('shaky', 'not all right at the last check');
  if (help) return stands('shaky', help);
  return stands(others.some((other) => isFull(other) && !helpIn(other)) ? 'done' : 'begun');
}

export interface Line {
  entry: Entry;
  standing: Standing;
}

/** What to do next: something shaky, then the first that is not done, then what a quiz wants back; null: nothing. */
export function nextOf(lines: readonly Line[]): Line | null {
  const first = (fits: (standing: Standing) => boolean) =>
    lines.find(({ standing }) => fits(standing));
  return (
    first(({ state }) => state === 'shaky') ??
    first(({ state }) => state === 'begun') ??
    first(({ state }) => state === 'new') ??
    first(({ due }) => due > 0) ??
    null
  );
}
