// A learner's standing with an exercise, and the next step.
import type { Reason } from '../core/api.ts';
import type { Entry } from '../exercises/catalogue.ts';
import { isEmpty, type Sheet, sourceKey } from '../exercises/sheet.ts';
import { type Attempt, betterOf } from '../storage/attempt.ts';

export type State = 'new' | 'begun' | 'shaky' | 'done';

export interface Standing {
  state: State;
  /** Why it is shaky, as part of a sentence; '' if it is not. */
  why: string;
  best: Attempt | null;
  /** The slips found in the last checks of its variants, newest first. */
  slips: Reason[];
  /** Questions of the quiz that are due again. */
  due: number;
}

/** With this many readable but wrong texts in one box, the answer was found but not known. */
const manyTries = 3;
/** With a hint for every fourth box, or more, the hints did much of the work. */
const boxesPerHint = 4;

type Checked = Sheet & { last: Attempt };

const isChecked = (sheet: Sheet): sheet is Checked => sheet.last !== null;
const isUntouched = (sheet: Sheet) => isEmpty(sheet) && !sheet.gaveUpAt;
const isFull = ({ last }: Checked) => last.score === last.max;
/** The texts of its boxes. (A program is not one of them.) */
const boxesOf = ({ last }: Checked) =>
  Object.entries(last.answers).flatMap(([item, text]) => (item === sourceKey ? [] : text));
const hasOpen = (sheet: Checked) => boxesOf(sheet).some((text) => !text.trim());

function helpIn(sheet: Checked): string {
  const { tries, hints, gaveUpAt } = sheet;
  if (gaveUpAt) return 'the solution was shown';
  if (Object.values(tries).some((count) => count >= manyTries)) return 'it took many tries';
  const many = hints.length * boxesPerHint >= boxesOf(sheet).length;
  return many && hints.length > 0 ? 'you needed hints' : '';
}

/**
 * How a learner stands with an exercise, by all its sheets. The variant that was checked last decides: done if it is all
 * right without much help; shaky if it is not, or took many tries, hints or the solution, or repeats a slip made on another variant.
 * Otherwise, with boxes still blank, it is begun, or done if another variant was.
 */
export function standingOf(sheets: readonly Sheet[]): Standing {
  const checked = sheets
    .filter(isChecked)
    .sort((one, other) => Date.parse(other.last.at) - Date.parse(one.last.at));
  const best = sheets.reduce<Attempt | null>((most, sheet) => betterOf(most, sheet.best), null);
  const slips = [...new Set(checked.flatMap((sheet) => sheet.slips))];
  const stands = (state: State, why = ''): Standing => ({ state, why, best, slips, due: 0 });

  const [latest, ...others] = checked;
  if (!latest) return stands(sheets.every(isUntouched) ? 'new' : 'begun');
  const help = helpIn(latest);
  if (isFull(latest)) return help ? stands('shaky', help) : stands('done');
  const repeated = latest.slips.some((slip) => others.some((other) => other.slips.includes(slip)));
  if (repeated) return stands('shaky', 'you made the same slip on two variants');
  if (!hasOpen(latest)) return stands('shaky', 'not everything was right at the last check');
  if (help) return stands('shaky', help);
  return stands(others.some((other) => isFull(other) && !helpIn(other)) ? 'done' : 'begun');
}

export interface Line {
  entry: Entry;
  standing: Standing;
}

/** Something shaky, then the first that is not done, then questions that are due; null if all is done. */
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
