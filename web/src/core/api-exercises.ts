// The module that grades exercises.
import type { TrainingTask } from './api-training.ts';
import type { Returned } from './api-values.ts';

/** The questions of one variant of an exercise. `facts`: the values that its task mentions, such as the base. */
export type Asked = Returned<'exercise'>;
/** One question: a component of a group, or a single item. The answer is a choice or a number. */
export type Item = Asked['items'][number];

/** Raw text as typed, by the item's id. */
export type Answers = Record<string, string>;

/**
 * `working`: how to work out an answer, as you could type it; `value`: the answer, rounded to the decimals asked for.
 */
export type WorkedSolution = Returned<'workedSolution'>;

export type Grade = Returned<'gradeExercise'>;
export type Verdict = Grade['items'][number];
export type Reason = NonNullable<Verdict['reason']>;

/**
 * The expected result of a call and the program's own, both row by row; a bias may be -Infinity. `got`: null unless it
 * has the same shape; `message`: what is wrong with it, if anything.
 */
export type CaseComparison = Returned<'compareCase'>;

/** The results of a lab's run or, before it, the models that it is to train. */
export interface LabOutcome {
  /** The experiment's name, such as 'order'. */
  task: string;
  /** By name, such as 'rope'; no name twice. A scheme for each layer is written 'rope/none'. */
  schemes: string[];
  /** The tested lengths, rising. */
  lengths: Float64Array;
  /** 0 before anything has run; `accuracies` are empty then. */
  seeds: number;
  /** Fractions, [scheme][seed][length] row by row; NaN where a model has no answer. */
  accuracies: Float64Array;
  trainLongest: number;
  /** The accuracy of guessing. */
  chance: number;
  /** The highest accuracy without positions, at the longest tested length that was trained on; null if not known. */
  ceiling: number | null;
  /** The direction of attention, and what the task needs to know about positions: trainingTask()'s unless given. */
  direction?: TrainingTask['direction'] | null;
  needs?: TrainingTask['needs'] | null;
  /** Of a run on text: bits per character like `accuracies`, which are empty, and the levels of the text. */
  bits?: { values: Float64Array; single: number; pair: number } | null;
}

/** `prediction` is asked before the run, all others after it; `text` and `layers` are about runs on text. */
export type LabSet =
  | 'prediction'
  | 'e13.2'
  | 'practice-3'
  | 'practice-4'
  | 'practice-5'
  | 'longer'
  | 'text'
  | 'layers';

/**
 * The answer is the id of a choice ('one'), ids with commas between them or '-' for none ('several'), or a number as
 * typed ('percent', 'bits'; '-' if a model has no answer).
 */
export type LabQuestion = Returned<'labQuestions'>[number];

/** `because`: a sentence with the run's numbers; for an unreadable answer, what was not understood. */
export type LabGrade = Returned<'gradeLab'>;
export type LabVerdict = LabGrade['items'][number];

/** Seed 0 is the form of an exercise in the lesson; any other seed draws a variant. */
export interface ExerciseApi {
  exerciseIds(): { ids: string[] };
  exercise(id: string, seed: number): Asked;
  gradeExercise(id: string, seed: number, answers: Answers): Grade;
  /** For an exercise by hand: a step for each item, in the order of the items. */
  workedSolution(id: string, seed: number): WorkedSolution;
  /** For an exercise in code. `item` is the call and `text` its result, as in the answers to gradeExercise(). */
  compareCase(id: string, seed: number, item: string, text: string): CaseComparison;
  /**
   * The score of a set of exercises, from 0 to 1: the mean. `fractions`: for each exercise of the set, the best score
   * divided by its maximum; 0 without an attempt.
   */
  setScore(fractions: number[]): number;
  /**
   * Questions about the learner's own run. If schemes or lengths that a set needs are missing, the error names them.
   */
  labQuestions(set: LabSet, outcome: LabOutcome): LabQuestion[];
  /** The answers that cannot be read, before or after the run. An empty answer is not one of them. */
  unreadableOfLab(set: LabSet, outcome: LabOutcome, answers: Answers): LabVerdict[];
  /** A verdict for each question; after a prediction also `winner`, which follows from the highest guess. */
  gradeLab(set: LabSet, outcome: LabOutcome, answers: Answers): LabGrade;
}
