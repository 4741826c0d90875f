// The questions of an exercise in rows, and the explanations for each row, from the answers and the core's verdicts.
import type { Asked, Grade, Item, Verdict } from '../core/api.ts';
import { components, type Statement, statement } from './feedback.ts';
import { isChanged, isToLookAt, mayHint, type Sheet } from './sheet.ts';
import type { ExerciseText } from './texts.ts';

/** A variant of an exercise as it stands. */
export interface Worksheet {
  exercise: string;
  text: ExerciseText;
  asked: Asked;
  sheet: Sheet;
  /** The core's verdict at the last check. */
  grade: Grade | null;
}

/** The items of a vector, or one item alone. */
export interface Row {
  name: string;
  items: Item[];
  /** Whether its components are labeled: they are not if the row above has the same labels. */
  hasLabels: boolean;
}

/** A statement about answers of one row. */
export interface Explanation extends Statement {
  items: Item[];
  outcome: Verdict['outcome'];
  /** The answers have been changed since the check. */
  isOutdated: boolean;
}

/** The outcomes that color a panel: the first one of these that is in it. */
const worstFirst: Verdict['outcome'][] = [
  'wrong',
  'unreadable',
  'form',
  'carried-forward',
  'convention',
];

/** How many boxes fit beside each other. */
const columns = 4;

export function rowsOf(items: readonly Item[], { component }: ExerciseText): Row[] {
  const rows = new Map<string, Row>();
  for (const item of items) {
    const name = item.group || item.id;
    const row = rows.get(name) ?? { name, items: [], hasLabels: true };
    row.items.push(item);
    rows.set(name, row);
  }
  const all = [...rows.values()];
  for (const [n, row] of all.entries()) {
    const above = all[n - 1];
    row.hasLabels =
      row.items.length > columns ||
      above?.items.length !== row.items.length ||
      component(above.name) !== component(row.name);
  }
  return all;
}

/** The verdict on an answer when it was last checked. */
export const lastVerdict = ({ grade }: Worksheet, { id }: Item): Verdict | undefined =>
  grade?.items.find(({ item }) => item === id);

/** The verdict on an answer as it is now: none if it, or an answer that it depends on, has been changed. */
export function verdictOn(worksheet: Worksheet, item: Item): Verdict | undefined {
  const { text, asked, sheet } = worksheet;
  const dependsOn = text.chained
    ? asked.items.slice(0, asked.items.indexOf(item))
    : asked.items.filter(({ group }) => item.group === '' && group !== '');
  const isOutdated = [item, ...dependsOn].some(({ id }) => isChanged(sheet, id));
  return isOutdated ? undefined : lastVerdict(worksheet, item);
}

/** The answers that the learner should look at. */
export const itemsToLookAt = (worksheet: Worksheet): Item[] =>
  worksheet.asked.items.filter((item) => {
    const verdict = verdictOn(worksheet, item);
    return verdict !== undefined && isToLookAt(verdict);
  });

/** Whether an answer has been changed since the last check. */
export const hasChanges = ({ asked, sheet }: Worksheet): boolean =>
  asked.items.some(({ id }) => isChanged(sheet, id));

/** Whether all was right at the last check, and nothing has been changed since. */
export const isDone = (worksheet: Worksheet): boolean => {
  const { grade } = worksheet;
  return grade !== null && grade.score === grade.max && !hasChanges(worksheet);
};

/** The wording of a choice, by its id; none for a number. */
export const optionsOf = (
  { text, asked }: Pick<Worksheet, 'text' | 'asked'>,
  { id }: Item,
): Record<string, string> => text.choices?.[id]?.options(asked.facts) ?? {};

/** The exercise's explanation of a wrong choice. */
function wrongChoice({ text, sheet }: Worksheet, id: string): string | undefined {
  const wrong = text.choices?.[id]?.wrong;
  return typeof wrong === 'object' ? wrong[sheet.checked?.[id] ?? ''] : wrong;
}

const statementOn = (worksheet: Worksheet, { id }: Item, verdict: Verdict) =>
  statement(verdict, worksheet.exercise, wrongChoice(worksheet, id));

/** The explanations for a row. One that applies to several answers is listed once. */
export function explanationsOf(worksheet: Worksheet, { items }: Row): Explanation[] {
  const all = new Map<string, Explanation>();
  for (const item of items) {
    const verdict = lastVerdict(worksheet, item);
    const stated = verdict && statementOn(worksheet, item, verdict);
    if (!stated) continue;
    const isOutdated = verdictOn(worksheet, item) === undefined;
    const key = JSON.stringify([stated, isOutdated]);
    const { outcome } = verdict;
    const explanation = all.get(key) ?? { ...stated, items: [], outcome, isOutdated };
    explanation.items.push(item);
    all.set(key, explanation);
  }
  return [...all.values()];
}

/** The outcome that colors the panel of a row. */
export const worstOutcome = (explanations: readonly Explanation[]): Verdict['outcome'] | '' =>
  worstFirst.find((outcome) =>
    explanations.some((one) => !one.isOutdated && one.outcome === outcome),
  ) ?? '';

/** The components that an explanation is about, such as 'Dimensions 0 and 2: '; '' for one item alone. */
export function componentsLabel(row: Row, { items }: Explanation, text: ExerciseText): string {
  if (!items[0]?.group) return '';
  const numbers = items.map((item) => row.items.indexOf(item) + (text.from ?? 0));
  return `${components(text.component(row.name), numbers)}: `;
}

/** The items of a row whose hint is open, and those whose hint may be opened. */
export function hintsOf(worksheet: Worksheet, { items }: Row): { open: Item[]; closed: Item[] } {
  const { sheet } = worksheet;
  const earned = items.filter((item) => mayHint(sheet, item, lastVerdict(worksheet, item)));
  const isOpen = ({ id }: Item) => sheet.hints.includes(id);
  return { open: earned.filter(isOpen), closed: earned.filter((item) => !isOpen(item)) };
}
