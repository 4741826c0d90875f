// What a reader has tried of what can be checked: claims voted on, mistakes looked for, formulas brought.
import type { ClaimVerdict } from '../core/api.ts';
import { Kept } from './kept.ts';
import { isObject } from './object.ts';

export interface TriedClaim {
  /** Before the first trial; '' for none. */
  vote: ClaimVerdict | '';
  /** What came of the newest trial, and of the vote by it. */
  verdict: ClaimVerdict;
  outcome: 'right' | 'wrong' | 'empty';
  /** Of the first trial, and of the newest. */
  votedAt: string;
  at: string;
}

export interface TriedMistake {
  /** Lines of the code that were picked, counted from 1, in their order. */
  picks: number[];
  /** How it ended, if it has: the last pick was right, or the mistake was shown. */
  end: 'found' | 'shown' | null;
  /** Of the last pick. */
  at: string;
}

/** A formula that somebody brought, and what the core said of it: the ids of the invariants that hold. */
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

/** How many formulas are kept. */
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

/** As it was kept, with what a newer version may have added; null if it is none. */
export function trialsFrom(kept: unknown): Trials | null {
  if (!isObject(kept)) return null;
  const { version, claims, mistakes, formulas } = kept;
  const isTrials =
    version === 1 &&
    isObject(claims) &&
    Object.values(claims).every(isTriedClaim) &&
    isObject(mistakes) &&
    Object.values(mistakes).every(isTriedMistake) &&
    Array.isArray(formulas) &&
    formulas.every(isTriedFormula);
  return isTrials ? (kept as unknown as Trials) : null;
}

/** Whether the second of two that are written down is the newer; of two of the same moment either, but always the same. */
const isNewer = (one: { at: string }, other: { at: string }): boolean =>
  one.at === other.at ? JSON.stringify(other) > JSON.stringify(one) : other.at > one.at;

/** The entries of both by their names, `both` where there are two. (Names from a file may be any.) */
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

/** As the core judges a choice: a vote and a verdict may come from two lots of work. */
const outcomeOf = (vote: TriedClaim['vote'], verdict: ClaimVerdict): TriedClaim['outcome'] =>
  vote === '' ? 'empty' : vote === verdict ? 'right' : 'wrong';

/** Of two things that were written down at some time the older; of the same moment either, but always the same. */
const earlier = (one: TriedClaim, two: TriedClaim): TriedClaim =>
  (one.votedAt === two.votedAt ? two.vote < one.vote : two.votedAt < one.votedAt) ? two : one;

/** The verdict of the newest trial; the oldest vote, as later ones were made by one who had seen what comes out. */
function mergedClaims(one: TriedClaim, two: TriedClaim): TriedClaim {
  const newest = (one.at === two.at ? two.verdict > one.verdict : two.at > one.at) ? two : one;
  const { vote, votedAt } = earlier(one, two);
  return { ...newest, vote, votedAt, outcome: outcomeOf(vote, newest.verdict) };
}

/** Whoever has come to an end is further than one who has not. */
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

/** What this browser keeps of it; all tabs share it. */
export class TrialsWork {
  private readonly kept = new Kept<Trials>('trials', trialsFrom, noTrials);

  get value(): Trials {
    return this.kept.value;
  }

  get problem() {
    return this.kept.problem;
  }

  get unreadable() {
    return this.kept.unreadable;
  }

  claim(number: number): TriedClaim | null {
    return this.value.claims[number] ?? null;
  }

  mistake(id: string): TriedMistake | null {
    return Object.entries(this.value.mistakes).find(([name]) => name === id)?.[1] ?? null;
  }

  /** A claim was tried. The vote before the first trial is the one that counts. */
  tried(number: number, trial: Omit<TriedClaim, 'votedAt' | 'at'>): void {
    const at = now();
    this.kept.change((trials) => {
      const before = trials.claims[number];
      const claim = { ...before, ...trial, votedAt: at, at };
      if (before) {
        const { vote, votedAt } = before;
        Object.assign(claim, { vote, votedAt, outcome: outcomeOf(vote, trial.verdict) });
      }
      return { ...trials, claims: { ...trials.claims, [number]: claim } };
    });
  }

  /** A line was picked, or the mistake was shown. What comes after the end changes nothing. */
  picked(id: string, line: number | null, end: TriedMistake['end']): void {
    const at = now();
    this.kept.change((trials) => {
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
    this.kept.change((trials) => ({
      ...trials,
      formulas: mergedFormulas([...trials.formulas, { formula, d, holds, at }]),
    }));
  }

  /** Calls back when another tab, or another part of the page, has changed it. Returns what ends that. */
  watch(changed: () => void): () => void {
    return this.kept.watch(changed);
  }
}
