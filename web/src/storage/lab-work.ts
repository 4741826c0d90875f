// What is kept of the questions on a reader's own runs: the labs write it, the progress and the record read it. Raw
// answers, and what the run gave, so that a better grader grades them anew.
import type { Answers, LabGrade, LabOutcome, LabSet } from '../core/api.ts';
import { type Attempt, betterOf, isAttempt } from './attempt.ts';
import { Kept } from './kept.ts';
import { isObject } from './object.ts';

/** The outcome of a run, as JSON: null for NaN, where a model has no answer. */
export interface KeptOutcome extends Omit<LabOutcome, 'lengths' | 'accuracies'> {
  lengths: number[];
  accuracies: (number | null)[];
}

export interface LabAttempt extends Attempt {
  outcome: KeptOutcome;
}

/** Of one set of questions on one run. */
export interface LabSheet {
  /** How often it was checked. */
  attempts: number;
  /** Of the attempts the one with most points, and of these the first. */
  best: LabAttempt | null;
  last: LabAttempt;
}

/** All of a set. */
export interface LabFolder {
  version: 1;
  /** By the run's settings, written as in its link: it can be trained again from them. */
  runs: Record<string, LabSheet>;
}

export const emptyLabFolder: LabFolder = { version: 1, runs: {} };

export const keptOutcome = ({ lengths, accuracies, ...about }: LabOutcome): KeptOutcome => ({
  ...about,
  lengths: Array.from(lengths),
  accuracies: Array.from(accuracies, (one) => (Number.isNaN(one) ? null : one)),
});

export const outcomeOf = ({ lengths, accuracies, ...about }: KeptOutcome): LabOutcome => ({
  ...about,
  lengths: Float64Array.from(lengths),
  accuracies: Float64Array.from(accuracies, (one) => one ?? NaN),
});

const areNumbers = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'number');

/** By its types: whether such a run can be is the core's to say. */
function isOutcome(value: unknown): value is KeptOutcome {
  if (!isObject(value)) return false;
  const { task, schemes, lengths, seeds, accuracies, trainLongest, chance, ceiling } = value;
  return (
    typeof task === 'string' &&
    Array.isArray(schemes) &&
    schemes.every((one) => typeof one === 'string') &&
    areNumbers(lengths) &&
    Array.isArray(accuracies) &&
    areNumbers(accuracies.filter((one) => one !== null)) &&
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

/** The folder as it was kept, with what a newer version may have added to it; null if it is none. */
export function labFolderFrom(kept: unknown): LabFolder | null {
  if (!isObject(kept)) return null;
  const { version, runs } = kept;
  if (version !== 1 || !isObject(runs) || !Object.values(runs).every(isLabSheet)) return null;
  return kept as unknown as LabFolder;
}

/** Two sheets of the same run as one, in whichever order: the newer check, the better best. */
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

/** The sheets of both, by run. (Names from a file may be any: entries take each for a name and no more.) */
export function mergedLabFolders(mine: LabFolder, other: LabFolder): LabFolder {
  const sheets = new Map(Object.entries(mine.runs));
  for (const [setting, sheet] of Object.entries(other.runs)) {
    const own = sheets.get(setting);
    sheets.set(setting, own ? mergedLabSheets(own, sheet) : sheet);
  }
  return { ...other, ...mine, runs: Object.fromEntries(sheets) };
}

export type LabStep = (folder: LabFolder) => LabFolder;

/** These answers to the questions on a run have been graded. */
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

/** Whether an attempt is about what came out, and not about what another version of the page made of the same setting. */
export const isAbout = ({ outcome }: LabAttempt, other: KeptOutcome): boolean =>
  JSON.stringify(inOrder(outcome)) === JSON.stringify(inOrder(other));

/** (A text that was kept may have its parts in another order.) */
const inOrder = (outcome: KeptOutcome) =>
  Object.entries(outcome).sort(([one], [other]) => (one < other ? -1 : 1));

/** What this browser keeps of a set; all tabs share it. */
export class LabWork {
  private readonly kept: Kept<LabFolder>;

  constructor(private readonly set: LabSet) {
    this.kept = new Kept<LabFolder>(set, labFolderFrom, emptyLabFolder);
  }

  get problem() {
    return this.kept.problem;
  }

  get unreadable() {
    return this.kept.unreadable;
  }

  sheet(setting: string): LabSheet | null {
    return labSheetIn(this.kept.value, setting);
  }

  /** Answers to the questions on a run have been graded. */
  keep(setting: string, outcome: LabOutcome, answers: Answers, { score, max }: LabGrade): void {
    const at = new Date().toISOString();
    const attempt: LabAttempt = { answers, score, max, at, outcome: keptOutcome(outcome) };
    const graded = gradedLab(setting, attempt);
    // A guess is made once: who trains the same again has seen what comes of it.
    const guessed = (folder: LabFolder) => (labSheetIn(folder, setting) ? folder : graded(folder));
    this.kept.change(this.set === 'prediction' ? guessed : graded);
  }

  /** Calls back when another tab, or another part of the page, has changed it. Returns what ends that. */
  watch(changed: () => void): () => void {
    return this.kept.watch(changed);
  }
}
