// Checked answers, and the points that the core gave them then.
import type { Answers } from '../core/api.ts';
import { isObject } from './stored.ts';

export interface Attempt {
  answers: Answers;
  score: number;
  max: number;
  /** The date, in ISO 8601. */
  at: string;
}

export const isAnswers = (value: unknown): value is Answers =>
  isObject(value) && Object.values(value).every((text) => typeof text === 'string');

export function isAttempt(value: unknown): value is Attempt {
  if (!isObject(value)) return false;
  const { answers, score, max, at } = value;
  return (
    isAnswers(answers) &&
    typeof score === 'number' &&
    typeof max === 'number' &&
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at))
  );
}

/** The attempt with more points; the earlier one if they are equal. */
export function betterOf<A extends Attempt>(one: A | null, other: A | null): A | null {
  if (!one || !other) return one ?? other;
  const [a, b] = [one.score * other.max, other.score * one.max];
  if (a !== b) return a > b ? one : other;
  return Date.parse(other.at) < Date.parse(one.at) ? other : one;
}
