// Answers to the questions about a learner's own runs: the labs write them, the progress and the record read them. They
// are stored as typed, with the results of the run, so that a later grader can grade them again.
import type { Answers, LabGrade, LabOutcome, LabSet } from '../core/api.ts';
import { type Attempt, betterOf, isAttempt } from './attempt.ts';
import { isObject, Stored } from './stored.ts';

/** The results of a run in JSON, with null for NaN, where a model has no answer. */
export interface StoredOutcome extends Omit<LabOutcome, 'lengths' | 'accuracies' | 'bits'> {
  lengths: number[];
  accuracies: Results;
  /** Of a run on text. */
  bits?: { values: Results; single: number; pair: number };
}

type Results = (number | null)[];

export interface LabAttempt extends Attempt {
  outcome: StoredOutcome;
}

/** The answers to one set of questions about one run. */
export interface LabSheet {
  attempts: number;
  /** The first of the attempts with most points. */
  best: LabAttempt | null;
  last: LabAttempt;
}

/** All sheets of one set of questions. */
export interface LabFolder {
  version: 1;
  /** By the settings in the link of a run, from which it can be trained again. */
  runs: Record<string, LabSheet>;
}

export const emptyLabFolder: LabFolder = { version: 1, runs: {} };

const storedResults = (results: Float64Array): Results =>
  Array.from(results, (one) => (Number.isNaN(one) ? null : one));

const resultsIn = (stored: Results): Float64Array => Float64Array.from(stored, (one) => one ?? NaN);

export const storedOutcome = ({
  lengths,
  accuracies,
  bits,
  ...about
}: LabOutcome): StoredOutcome => ({
  ...about,
  lengths: Array.from(lengths),
  accuracies: storedResults(accuracies),
  ...(bits && { bits: { ...bits, values: storedResults(bits.values) } }),
});

export const outcomeOf = ({ lengths, accuracies, bits, ...about }: StoredOutcome): LabOutcome => ({
  ...about,
  lengths: Float64Array.from(lengths),
  accuracies: resultsIn(accuracies),
  ...(bits && { bits: { ...bits, values: resultsIn(bits.values) } }),
});

const areNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'number');

const areResults = (value: unknown): value is Results =>
  Array.isArray(value) && areNumbers(value.filter((one) => one !== null));

const areBits = (value: unknown): boolean =>
  isObject(value) && areResults(value['values']) && areNumbers([value['single'], value['pair']]);

/** Checks types only: the core decides whether such a run is possible. */
export function isOutcome(value: unknown): value is StoredOutcome {
  if (!isObject(value)) return false;
  const { task, schemes, lengths, seeds, accuracies, trainLongest, chance, ceiling } = value;
  return (
    typeof task === 'string' &&
    Array.isArray(schemes) &&
    schemes.every((one) => typeof one === 'string') &&
    areNumbers(lengths) &&
    areResults(accuracies) &&
    (value['bits'] === undefined || areBits(value['bits'])) &&
    areNumbers([seeds, trainLongest, chance]) &&
    (ceiling === null || typeof ceiling === 'number')
  );
}

const isLabAttempt = (value: unknown): value is LabAttempt =>
  isAttempt(value) && 'outcome' in value && isOutcome(value.outcome);

function isLabSheet(value: unknown): value is LabSheet {
  if (!isObject(value)) return false;
  const { attempts, best, last } = value;
  return (
    typeof attempts === 'number' && (best === null || isLabAttempt(best)) && isLabAttempt(last)
  );
}

/** The stored folder, with anything that a newer version added; null if it is not a folder. */
export function labFolderFrom(stored: unknown): LabFolder | null {
  if (!isObject(stored)) return null;
  const { version, runs } = stored;
  if (version !== 1 || !isObject(runs) || !Object.values(runs).every(isLabSheet)) return null;
  return stored as unknown as LabFolder;
}

/** Merges two sheets of the same run, in either order: the newer check, and the better of the best attempts. */
function mergedLabSheets(one: LabSheet, other: LabSheet): LabSheet {
  const later = Date.parse(other.last.at) - Date.parse(one.last.at);
  const isOther = later === 0 ? JSON.stringify(other) > JSON.stringify(one) : later > 0;
  const [newer, older] = isOther ? [other, one] : [one, other];
  return {
    ...older,
    ...newer,
    attempts: Math.max(newer.attempts, older.attempts),
    best: betterOf(older.best, newer.best),
  };
}

/** The sheets of both, by run. (A file may contain any name, even __proto__: entries are safe with all of them.) */
export function mergedLabFolders(mine: LabFolder, other: LabFolder): LabFolder {
  const sheets = new Map(Object.entries(mine.runs));
  for (const [setting, sheet] of Object.entries(other.runs)) {
    const own = sheets.get(setting);
    sheets.set(setting, own ? mergedLabSheets(own, sheet) : sheet);
  }
  return { ...other, ...mine, runs: Object.fromEntries(sheets) };
}

type LabStep = (folder: LabFolder) => LabFolder;

/** Records graded answers to the questions about a run. */
export const gradedLab =
  (setting: string, attempt: LabAttempt): LabStep =>
  (folder) => {
    const before = labSheetIn(folder, setting);
    const isBest = attempt.score > 0 ? attempt : null;
    const sheet: LabSheet = {
      ...before,
      attempts: (before?.attempts ?? 0) + 1,
      best: betterOf(before?.best ?? null, isBest),
      last: attempt,
    };
    return { ...folder, runs: { ...folder.runs, [setting]: sheet } };
  };

export const labSheetIn = ({ runs }: LabFolder, setting: string): LabSheet | null =>
  Object.entries(runs).find(([name]) => name === setting)?.[1] ?? null;

/** About these results, and not about another version's results with the same settings. */
export const isAbout = ({ outcome }: LabAttempt, other: StoredOutcome): boolean =>
  JSON.stringify(inOrder(outcome)) === JSON.stringify(inOrder(other));

/** (In a stored text the parts may be in another order.) */
const inOrder = (outcome: StoredOutcome) =>
  Object.entries(outcome).sort(([one], [other]) => (one < other ? -1 : 1));

/** The work on a set that this browser stores; all tabs share it. */
export class LabWork {
  private readonly stored: Stored<LabFolder>;

  constructor(private readonly set: LabSet) {
    this.stored = new Stored<LabFolder>(set, labFolderFrom, emptyLabFolder);
  }

  get problem() {
    return this.stored.problem;
  }

  get unreadable() {
    return this.stored.unreadable;
  }

  sheet(setting: string): LabSheet | null {
    return labSheetIn(this.stored.value, setting);
  }

  /** Stores graded answers to the questions about a run. */
  keep(setting: string, outcome: LabOutcome, answers: Answers, { score, max }: LabGrade): void {
    const at = new Date().toISOString();
    const attempt: LabAttempt = { answers, score, max, at, outcome: storedOutcome(outcome) };
    const graded = gradedLab(setting, attempt);
    // A guess counts once: when the same run is trained again, its results are known.
    const guessed = (folder: LabFolder) => (labSheetIn(folder, setting) ? folder : graded(folder));
    this.stored.change(this.set === 'prediction' ? guessed : graded);
  }

  /** Calls back when another tab, or another part of the page, has changed it. Returns a function that ends it. */
  watch(changed: () => void): () => void {
    return this.stored.watch(changed);
  }
}
