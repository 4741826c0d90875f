// When a question comes back. A missed one does after three others, or on the next day, whichever is sooner; once it
// is right then, again a day later, three days after that, and seven after that. A right guess comes back once.
import type { Given } from './quiz-work.ts';

/** An answer, with the core's verdict. */
export interface Judged extends Pick<Given, 'question' | 'confidence' | 'at'> {
  right: boolean;
}

export interface Comeback {
  question: string;
  why: 'missed' | 'guessed';
  /** How sure its answer was that it comes back for. */
  confidence: Given['confidence'];
  /** How many other questions have to be answered before; null where only days count. */
  others: number | null;
  /** From when on it is due in any case. */
  from: Date;
}

/** So many others come between. */
const between = 3;
/** Days after the latest right answer, by box. */
const boxes = [1, 3, 7];

/** The beginning of the day that is so many after that of `date`, where the learner is. */
const dayAfter = (date: Date, days: number) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

interface Waiting extends Pick<Comeback, 'question' | 'why' | 'confidence'> {
  /** Which of the boxes it is in; -1 from a miss or guess until it is right again. */
  box: number;
  since: Date;
  /** The other questions that were answered after it. */
  others: Set<string>;
}

const comebackOf = ({ question, why, confidence, box, since, others }: Waiting): Comeback => ({
  question,
  why,
  confidence,
  others: box < 0 ? Math.max(0, between - others.size) : null,
  from: dayAfter(since, boxes[box] ?? 1),
});

export const isDue = ({ others, from }: Comeback, now: Date) => others === 0 || now >= from;

/** What a right answer makes of a question that was due. */
function promoted(waiting: Waiting, since: Date): Waiting | null {
  const box = waiting.box + 1;
  if (waiting.why === 'guessed' || box >= boxes.length) return null;
  return { ...waiting, box, since, others: new Set() };
}

const urgency = ({ why, confidence }: Comeback) =>
  why === 'guessed' ? 3 : ['certain', 'fairly', 'guess'].indexOf(confidence);

/**
 * The questions that are to come back, those that are due first: of these the ones that were missed for certain, then
 * the less sure ones, then guesses.
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
      // (One that was answered before it was due is remembered rather than known: it stays.)
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
        (a.others ?? between) - (b.others ?? between) || a.from.getTime() - b.from.getTime(),
    ),
  ];
}

/** The questions that were missed and are either still wrong or due now. */
export function unsettled(history: readonly Judged[], now: Date): string[] {
  const right = new Map(history.map(({ question, right }) => [question, right]));
  return comebacks(history, now)
    .filter((one) => one.why === 'missed' && (isDue(one, now) || !right.get(one.question)))
    .map(({ question }) => question);
}

/**
 * The question to ask next: what is due, else the first that is new; null if there is none now.
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
  return `on ${from.toLocaleDateString()}`;
}

/**
 * When it comes back, in words.
 * @param open how many other questions there are to answer now
 */
export function whenBack(comeback: Comeback, now: Date, open: number): string {
  if (isDue(comeback, now)) return 'now';
  const { others, from } = comeback;
  if (others === null || others > open) return dayInWords(from, now);
  return `after ${others} more question${others === 1 ? '' : 's'}`;
}
