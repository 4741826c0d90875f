// The LMS's record of this lesson for one registration, in xAPI's State API: the learner's work, and what has been
// reported about it, for some statements may be made only once.
import { isObject } from '../storage/stored.ts';
import type { Interaction } from './adapter.ts';

/** Its name in the State API. */
export const recordId = 'posenc.work';

/** The verbs of which a registration has at most one statement. */
export type Once = 'completed' | 'passed';

/** An answer, with the id of its statement: sent a second time, it counts once. */
export type Pending = Interaction & { id: string };

export interface Cmi5Record {
  version: 1;
  /** The text of the learner's work. */
  work: string;
  score: number | null;
  completed: boolean;
  passed: boolean;
  /** By section, the percentage that was last reported. */
  sections: Record<string, number>;
  /** Statements of which it is not known whether they arrived: they were sent while the page was going away. */
  unconfirmed: { verb: Once; id: string }[];
  /** Answers in the work that the next session has to report, unless they arrived. */
  pending: Pending[];
}

export const noRecord: Cmi5Record = {
  version: 1,
  work: '',
  score: null,
  completed: false,
  passed: false,
  sections: {},
  unconfirmed: [],
  pending: [],
};

const isNumber = (value: unknown): value is number => Number.isFinite(value);

const isUnconfirmed = (value: unknown) =>
  isObject(value) &&
  (value['verb'] === 'completed' || value['verb'] === 'passed') &&
  typeof value['id'] === 'string';

const isPending = (value: unknown) =>
  isObject(value) &&
  ['id', 'exercise', 'title', 'item', 'kind', 'answer', 'result', 'at'].every(
    (name) => typeof value[name] === 'string',
  ) &&
  isNumber(value['seed']) &&
  (value['latency'] === null || isNumber(value['latency'])) &&
  !Number.isNaN(Date.parse(String(value['at'])));

/** A stored document; one that is not such a record becomes the text of the work, so that it is not lost. */
export function recordFrom(value: unknown): Cmi5Record {
  if (value === undefined || value === null || value === '') return noRecord;
  const { version, work, score, completed, passed, sections, unconfirmed, pending } = isObject(
    value,
  )
    ? value
    : {};
  const isWhole =
    version === 1 &&
    typeof work === 'string' &&
    (score === null || isNumber(score)) &&
    typeof completed === 'boolean' &&
    typeof passed === 'boolean' &&
    isObject(sections) &&
    Object.values(sections).every(isNumber) &&
    Array.isArray(unconfirmed) &&
    unconfirmed.every(isUnconfirmed) &&
    Array.isArray(pending) &&
    pending.every(isPending);
  if (isWhole) return value as unknown as Cmi5Record;
  return { ...noRecord, work: typeof value === 'string' ? value : JSON.stringify(value) };
}
