// The claims that a reader voted on, the mistakes they looked for, and the formulas they entered.
import type { ClaimVerdict } from '../core/api.ts';
import { isObject, Stored } from './stored.ts';

export interface TriedClaim {
  /** The vote before the first trial; '' for none. */
  vote: ClaimVerdict | '';
  /** The verdict of the newest trial, and whether the vote agrees with it. */
  verdict: ClaimVerdict;
  outcome: 'right' | 'wrong' | 'empty';
  /** The dates of the first and of the newest trial. */
  votedAt: string;
  at: string;
}

interface TriedMistake {
  /** The picked lines of the code, counted from 1, in the order of the picks. */
  picks: number[];
  /** 'found' if the last pick was right, 'shown' if the mistake was shown; null before either. */
  end: 'found' | 'shown' | null;
  /** The date of the last pick. */
  at: string;
}

/** A formula that was entered, and the ids of the invariants that hold for it. */
export interface TriedFormula {
  formula: string;
  d: number;
  holds: string[];
  at: string;
}

export interface Trials {
  version: 1;
  /** By number. */
  claims: Record<string, TriedClaim>;
  /** By the exhibit's id. */
  mistakes: Record<string, TriedMistake>;
  /** The newest last. */
  formulas: TriedFormula[];
}

export const noTrials: Trials = { version: 1, claims: {}, mistakes: {}, formulas: [] };

const maxFormulas = 50;

const verdicts = ['true', 'false', 'depends'];

function isTriedClaim(value: unknown): value is TriedClaim {
  if (!isObject(value)) return false;
  const { vote, verdict, outcome, votedAt, at } = value;
  return (
    [...verdicts, ''].includes(vote as string) &&
    verdicts.includes(verdict as string) &&
    ['right', 'wrong', 'empty'].includes(outcome as string) &&
    typeof votedAt === 'string' &&
    typeof at === 'string'
  );
}

function isTriedMistake(value: unknown): value is TriedMistake {
  if (!isObject(value)) return false;
  const { picks, end, at } = value;
  return (
    Array.isArray(picks) &&
    picks.every((line) => Number.isSafeInteger(line)) &&
    (end === null || end === 'found' || end === 'shown') &&
    typeof at === 'string'
  );
}

function isTriedFormula(value: unknown): value is TriedFormula {
  if (!isObject(value)) return false;
  const { formula, d, holds, at } = value;
  return (
    typeof formula === 'string' &&
    typeof d === 'number' &&
    Array.isArray(holds) &&
    holds.every((id) => typeof id === 'string') &&
    typeof at === 'string'
  );
}

/** The stored trials, with anything that a newer version added; null if they are not trials. */
export function trialsFrom(stored: unknown): Trials | null {
  if (!isObject(stored)) return null;
  const { version, claims, mistakes, formulas } = stored;
  const isTrials =
    version === 1 &&
    isObject(claims) &&
    Object.values(claims).every(isTriedClaim) &&
    isObject(mistakes) &&
    Object.values(mistakes).every(isTriedMistake) &&
    Array.isArray(formulas) &&
    formulas.every(isTriedFormula);
  return isTrials ? (stored as unknown as Trials) : null;
}

/** If both have the same date, one of them counts as newer, always the same one. */
const isNewer = (one: { at: string }, other: { at: string }): boolean =>
  one.at === other.at ? JSON.stringify(other) > JSON.stringify(one) : other.at > one.at;

/** The entries of both by name, merged by `both` if there are two. (A file may contain any name.) */
function joined<T>(
  mine: Record<string, T>,
  other: Record<string, T>,
  both: (one: T, two: T) => T,
): Record<string, T> {
  const all = new Map(Object.entries(mine));
  for (const [name, entry] of Object.entries(other)) {
    const own = all.get(name);
    all.set(name, own === undefined ? entry : both(own, entry));
  }
  return Object.fromEntries(all);
}

/** Judged as by the core: after a merge, vote and verdict may come from different files. */
const outcomeOf = (vote: TriedClaim['vote'], verdict: ClaimVerdict): TriedClaim['outcome'] =>
  vote === '' ? 'empty' : vote === verdict ? 'right' : 'wrong';

/** The claim with the older vote. If both have the same date, always the same one of them. */
const earlier = (one: TriedClaim, two: TriedClaim): TriedClaim =>
  (one.votedAt === two.votedAt ? two.vote < one.vote : two.votedAt < one.votedAt) ? two : one;

/** The verdict of the newest trial, but the oldest vote: later ones were made after the result was known. */
function mergedClaims(one: TriedClaim, two: TriedClaim): TriedClaim {
  const newest = (one.at === two.at ? two.verdict > one.verdict : two.at > one.at) ? two : one;
  const { vote, votedAt } = earlier(one, two);
  return { ...newest, vote, votedAt, outcome: outcomeOf(vote, newest.verdict) };
}

/** Work that has ended wins over work that has not. */
function mergedMistakes(one: TriedMistake, two: TriedMistake): TriedMistake {
  if ((one.end === null) !== (two.end === null)) return one.end === null ? two : one;
  return isNewer(one, two) ? two : one;
}

const formulaKey = ({ formula, d }: TriedFormula): string => JSON.stringify([formula, d]);

function mergedFormulas(all: readonly TriedFormula[]): TriedFormula[] {
  const newest = new Map<string, TriedFormula>();
  for (const one of all) {
    const known = newest.get(formulaKey(one));
    if (!known || isNewer(known, one)) newest.set(formulaKey(one), one);
  }
  return [...newest.values()].sort((a, b) => (isNewer(a, b) ? -1 : 1)).slice(-maxFormulas);
}

export const mergedTrials = (mine: Trials, other: Trials): Trials => ({
  ...other,
  ...mine,
  claims: joined(mine.claims, other.claims, mergedClaims),
  mistakes: joined(mine.mistakes, other.mistakes, mergedMistakes),
  formulas: mergedFormulas([...mine.formulas, ...other.formulas]),
});

const now = (): string => new Date().toISOString();

/** The trials that this browser stores; all tabs share them. */
export class TrialsWork {
  private readonly stored = new Stored<Trials>('trials', trialsFrom, noTrials);

  get value(): Trials {
    return this.stored.value;
  }

  get problem() {
    return this.stored.problem;
  }

  get unreadable() {
    return this.stored.unreadable;
  }

  claim(number: number): TriedClaim | null {
    return this.value.claims[number] ?? null;
  }

  mistake(id: string): TriedMistake | null {
    return Object.entries(this.value.mistakes).find(([name]) => name === id)?.[1] ?? null;
  }

  /** Records the trial of a claim. Only the vote before the first trial counts. */
  tried(number: number, trial: Omit<TriedClaim, 'votedAt' | 'at'>): void {
    const at = now();
    this.stored.change((trials) => {
      const before = trials.claims[number];
      const claim = { ...before, ...trial, votedAt: at, at };
      if (before) {
        const { vote, votedAt } = before;
        Object.assign(claim, { vote, votedAt, outcome: outcomeOf(vote, trial.verdict) });
      }
      return { ...trials, claims: { ...trials.claims, [number]: claim } };
    });
  }

  /** Records a picked line, or that the mistake was shown. After the end nothing changes. */
  picked(id: string, line: number | null, end: TriedMistake['end']): void {
    const at = now();
    this.stored.change((trials) => {
      const before = trials.mistakes[id] ?? { picks: [], end: null };
      if (before.end !== null) return trials;
      const picks = line === null ? before.picks : [...before.picks, line];
      return {
        ...trials,
        mistakes: { ...trials.mistakes, [id]: { ...before, picks, end, at } },
      };
    });
  }

  brought(formula: string, d: number, holds: string[]): void {
    const at = now();
    this.stored.change((trials) => ({
      ...trials,
      formulas: mergedFormulas([...trials.formulas, { formula, d, holds, at }]),
    }));
  }

  /** Calls back when another tab, or another part of the page, has changed it. Returns a function that ends it. */
  watch(changed: () => void): () => void {
    return this.stored.watch(changed);
  }
}
