// The module that tries claims, shows mistakes, and checks encodings from your own formula.
import type { Returned } from './api-values.ts';

/** A statement that people make about positional encoding, the page of the lesson on it, and how it is tried. */
export type Claim = Returned<'claims'>['claims'][number];
export type ClaimVerdict = Returned<'tryClaim'>['verdict'];
/**
 * Models to train, each with the seeds from 1 on, and the tests of each. A test without frequencies of its own uses
 * those of the training.
 */
export type ClaimPlan = Returned<'claimPlan'>;
export type PlannedModel = ClaimPlan['models'][number];
/**
 * The results of one model with one seed: for each test a fraction and a mean loss in nats, NaN for no answer; and a
 * fraction for each step.
 */
export interface TrainedRun {
  accuracies: Float64Array;
  losses: Float64Array;
  curve: Float64Array;
}
export type Trial = Returned<'tryClaim'>;
export type Finding = Trial['findings'][number];
export type Chart = NonNullable<Trial['chart']>;
/** Code with a mistake, and its controls. */
export type Exhibit = Returned<'exhibits'>['exhibits'][number];
/** The results of the code, the right results, and the invariants that tell them apart. */
export type Exhibition = Returned<'exhibitInAction'>;
export type Pick = Returned<'pickLine'>;
/** The table, a row for each position, and its invariants: for each, the number that decides, and the finding. */
export type CustomEncoding = Returned<'ownEncoding'>;
export type Invariant = CustomEncoding['invariants'][number];
/** A formula to start from. */
export type CustomExample = Returned<'ownExamples'>['examples'][number];

export interface TrialApi {
  claims(): { claims: Claim[] };
  /** For a claim that is tried on trained models. */
  claimPlan(number: number): ClaimPlan;
  /**
   * `vote`: the reader's verdict, or ''. `runs`: all seeds of the plan's first model, then of the next; [] without a
   * plan.
   */
  tryClaim(number: number, vote: ClaimVerdict | '', runs: TrainedRun[]): Trial;
}

export interface MuseumApi {
  exhibits(): { exhibits: Exhibit[] };
  /** With these values of its controls; a missing one keeps its default. */
  exhibitInAction(id: string, values: Record<string, number>): Exhibition;
  /** Says whether the mistake is in that line, counted from 1. */
  pickLine(id: string, line: number): Pick;
  /** The repaired code. */
  repairedCode(id: string): { lines: string[] };
  /**
   * PE(pos, i) by a formula in pos, i and d, for the positions 0..positions-1: positions up to 1024, d up to 256. If
   * the formula is not understood, or an element is not a finite number, the error says where.
   */
  ownEncoding(formula: string, d: number, positions: number): CustomEncoding;
  ownExamples(): { examples: CustomExample[] };
}

export type ClaimsApi = TrialApi & MuseumApi;
