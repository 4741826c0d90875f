// When a question comes back. A missed one comes back after three others or on the next day, whichever is sooner. When it
// is right then, it comes back a day later, three days after that, and seven days after that. A right guess comes back
// once.
import type { GivenAnswer } from './quiz-work.ts';

/** An answer, with the core's verdict. */
export interface Judged extends Pick<GivenAnswer, 'question' | 'confidence' | 'at'> {
  right: boolean;
}

export interface Comeback {
  question: string;
  why: 'missed' | 'guessed';
  /** How sure the learner was of the answer that it comes back for; null if that is not known. */
  confidence: GivenAnswer['confidence'];
  /** How many other questions must be answered first; null if only days count. */
  others: number | null;
  /** The date from which it is due in any case. */
  from: Date;
}

/** How many other questions come before a missed one comes back. */
const othersBetween = 3;
/** Days after the latest right answer, by box. */
const boxes = [1, 3, 7];

/** The beginning of the day that many days after `date`, in the learner's time zone. */
const dayAfter = (date: Date, days: number) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

interface Waiting extends Pick<Comeback, 'question' | 'why' | 'confidence'> {
  /** The index in `boxes`; -1 after a miss or a guess until it is right again. */
  box: number;
  since: Date;
  /** The other questions that were answered after it. */
  others: Set<string>;
}

const comebackOf = ({ question, why, confidence, box, since, others }: Waiting): Comeback => ({
  question,
  why,
  confidence,
  others: box < 0 ? Math.max(0, othersBetween - others.size) : null,
  from: dayAfter(since, boxes[box] ?? 1),
});

export const isDue = ({ others, from }: Comeback, now: Date) => others === 0 || now >= from;

/** A question that was due after a right answer; null if it is not to come back again. */
function promoted(waiting: Waiting, since: Date): Waiting | null {
  const box = waiting.box + 1;
  if (waiting.why === 'guessed' || box >= boxes.length) return null;
  return { ...waiting, box, since, others: new Set() };
}

const urgency = ({ why, confidence }: Comeback) =>
  why === 'guessed' ? 3 : ['certain', 'fairly', 'guess'].indexOf(confidence ?? 'fairly');

/**
 * The questions that come back, starting with those that are due: misses of which the learner was certain, then misses
 * with less confidence, then guesses.
 * @param history the oldest first
 */
export function comebacks(history: readonly Judged[], now: Date): Comeback[] {
  const waiting = new Map<string, Waiting>();
  const met = new Set<string>();
  for (const { question, confidence, right, at } of history) {
    const since = new Date(at);
    const before = waiting.get(question);
    const fresh = { question, confidence, box: -1, since, others: new Set<string>() };
    if (!right) {
      waiting.set(question, { ...fresh, why: 'missed' });
    } else if (before && isDue(comebackOf(before), since)) {
      // (An answer before it was due may only be remembered: the question still comes back.)
      const next = promoted(before, since);
      if (next) waiting.set(question, next);
      else waiting.delete(question);
    } else if (!met.has(question) && confidence === 'guess') {
      waiting.set(question, { ...fresh, why: 'guessed' });
    }
    met.add(question);
    for (const [other, { others }] of waiting) if (other !== question) others.add(question);
  }
  const all = [...waiting.values()].map(comebackOf);
  const due = all.filter((one) => isDue(one, now));
  const later = all.filter((one) => !due.includes(one));
  return [
    ...due.sort((a, b) => urgency(a) - urgency(b)),
    ...later.sort(
      (a, b) =>
        (a.others ?? othersBetween) - (b.others ?? othersBetween) ||
        a.from.getTime() - b.from.getTime(),
    ),
  ];
}

/** The questions that were missed, and are still wrong or due now. */
export function unsettled(history: readonly Judged[], now: Date): string[] {
  const right = new Map(history.map(({ question, right }) => [question, right]));
  return comebacks(history, now)
    .filter((one) => one.why === 'missed' && (isDue(one, now) || !right.get(one.question)))
    .map(({ question }) => question);
}

/**
 * The question to ask next: one that is due, or else the first new one; null if there is none now.
 * @param order all questions
 */
export function nextQuestion(
  order: readonly string[],
  history: readonly Judged[],
  now: Date,
): string | null {
  const [first] = comebacks(history, now).filter(
    (one) => isDue(one, now) && order.includes(one.question),
  );
  if (first) return first.question;
  const met = new Set(history.map(({ question }) => question));
  return order.find((question) => !met.has(question)) ?? null;
}

/** "tomorrow", "in 3 days". */
function dayInWords(from: Date, now: Date): string {
  for (let days = 1; days <= (boxes.at(-1) ?? 1); days++) {
    if (dayAfter(now, days) >= from) return days === 1 ? 'tomorrow' : `in ${days} days`;
  }
  return `on ${from.toLocaleDateString('en-US', { dateStyle: 'long' })}`;
}

/**
 * When a question comes back, in words.
 * @param open how many other questions can be answered now
 */
export function whenBack(comeback: Comeback, now: Date, open: number): string {
  if (isDue(comeback, now)) return 'now';
  const { others, from } = comeback;
  if (others === null || others > open) return dayInWords(from, now);
  return `after ${others} more question${others === 1 ? '' : 's'}`;
}
