// A session with the run-time of SCORM. The functions of its two versions have different names and error codes.
import { type Interaction, LmsError, type Report } from './adapter.ts';

interface Names {
  api: string;
  initialize: string;
  terminate: string;
  get: string;
  set: string;
  commit: string;
  lastError: string;
  errorString: string;
  /** The errors that say that the session has begun already, and that the LMS does not know an element. */
  begun: string;
  unknown: readonly string[];
}

export class ScormSession {
  private api: object | null = null;
  /** The values that the LMS has taken, so that each is sent once. */
  private readonly sent = new Map<string, string>();
  private readonly unknown = new Set<string>();
  private failed = false;

  constructor(private readonly names: Names) {}

  /** @throws LmsError */
  begin(): void {
    const { names } = this;
    this.api = findApi(names.api);
    if (!this.api) {
      throw new LmsError(
        'No learning management system was found: the lesson works as on the web, and your work stays on this device.',
      );
    }
    if (this.is(names.initialize, '')) return;
    const code = this.call(names.lastError);
    if (code === names.begun) return;
    const why = this.call(names.errorString, code);
    throw new LmsError(
      `Your course could not be opened (error ${code}${why && `: ${why}`}): your work stays on this device.`,
    );
  }

  get(element: string): string {
    return this.call(this.names.get, element);
  }

  number(element: string): number | null {
    const text = this.get(element).trim();
    return text !== '' && Number.isFinite(Number(text)) ? Number(text) : null;
  }

  /** The number of entries in a list; null if the LMS has no such list. */
  count(list: string): number | null {
    const count = this.number(`${list}._count`);
    return this.call(this.names.lastError) === '0' ? count : null;
  }

  /** Sets an element that an LMS may lack. Returns whether it has the value now. */
  offer(element: string, value: string): boolean {
    if (this.unknown.has(element)) return false;
    if (this.sent.get(element) === value) return true;
    const isTaken = this.is(this.names.set, element, value);
    if (isTaken) this.sent.set(element, value);
    else if (this.names.unknown.includes(this.call(this.names.lastError)))
      this.unknown.add(element);
    return isTaken;
  }

  /** Sets an element without which the report is not whole. */
  set(element: string, value: string): void {
    if (this.sent.get(element) === value) return;
    if (this.is(this.names.set, element, value)) this.sent.set(element, value);
    else this.failed = true;
  }

  /** Returns whether everything set since the last commit has been taken and stored. */
  commit(): boolean {
    const isStored = this.is(this.names.commit, '') && !this.failed;
    this.failed = false;
    // After a failure it is not known which values the LMS kept: everything is sent again.
    if (!isStored) this.sent.clear();
    return isStored;
  }

  end(): void {
    this.call(this.names.terminate, '');
  }

  private is(name: string, ...values: string[]): boolean {
    return this.call(name, ...values) === 'true';
  }

  /** An LMS may lack a function, or throw; some answer with a boolean. */
  private call(name: string, ...values: string[]): string {
    try {
      const found = (this.api as Record<string, unknown>)[name];
      if (typeof found !== 'function') return '';
      const answer: unknown = found.apply(this.api, values);
      const isText = typeof answer === 'string' || typeof answer === 'boolean';
      return isText || typeof answer === 'number' ? String(answer) : '';
    } catch {
      return '';
    }
  }
}

// The object by which an LMS offers SCORM: in one of the windows around this page, or around the one that opened it.

/** Deeper than any LMS nests its frames. */
const mostWindows = 20;

function climb(from: Window | null, name: string): object | null {
  let at = from;
  for (let n = 0; at && n < mostWindows; n++) {
    const found = (at as unknown as Record<string, unknown>)[name];
    if (typeof found === 'object' && found !== null) return found;
    if (at.parent === at) return null;
    at = at.parent;
  }
  return null;
}

/** @param name `API` of SCORM 1.2, `API_1484_11` of SCORM 2004 */
function findApi(name: string): object | null {
  const starts = [
    () => window,
    () => window.opener as Window | null,
    () => window.top?.opener as Window | null,
  ];
  for (const start of starts) {
    try {
      const found = climb(start(), name);
      if (found) return found;
    } catch {
      // A window of another origin may not be asked.
    }
  }
  return null;
}

// The lists of an LMS that have an entry for each objective and each interaction. An entry keeps its number.

/** A section or an exercise. */
export interface Objective {
  id: string;
  title: string;
  /** The share that is read or right, from 0 to 1; null if it has not been begun. */
  share: number | null;
  isScore: boolean;
}

const shareOf = (part: number | null, whole: number | null) =>
  part === null || !whole ? null : part / whole;

/** The sections, then the exercises of the set. */
export const objectivesOf = ({ sections, exercises }: Report): Objective[] => [
  ...sections.map(({ id, title, read, parts }) => {
    return { id: `section-${id}`, title, share: shareOf(read || null, parts), isScore: false };
  }),
  ...exercises.map(({ id, title, score, max }) => {
    return { id: `exercise-${id}`, title, share: shareOf(score, max), isScore: true };
  }),
];

export class Objectives {
  private readonly places = new Map<string, number>();
  private readonly has: boolean;

  constructor(private readonly session: ScormSession) {
    const count = session.count('cmi.objectives');
    this.has = count !== null;
    for (let n = 0; n < (count ?? 0); n++)
      this.places.set(session.get(`cmi.objectives.${n}.id`), n);
  }

  report(
    objectives: readonly Objective[],
    write: (element: string, objective: Objective) => void,
  ): void {
    if (!this.has) return;
    for (const objective of objectives) {
      const place = this.places.get(objective.id) ?? this.places.size;
      this.places.set(objective.id, place);
      const element = `cmi.objectives.${place}`;
      this.session.offer(`${element}.id`, objective.id);
      write(element, objective);
    }
  }
}

export class Interactions {
  private next: number | null;
  private readonly written = new Set<string>();

  constructor(session: ScormSession) {
    this.next = session.count('cmi.interactions');
  }

  /**
   * Writes each interaction once, even if the caller hands it over again after a failure.
   * @param write returns whether the LMS took it
   */
  report(
    interactions: readonly Interaction[],
    write: (element: string, interaction: Interaction) => boolean,
  ): void {
    for (const interaction of interactions) {
      const { exercise, seed, item, at } = interaction;
      const key = JSON.stringify([exercise, seed, item, at]);
      if (this.next === null || this.written.has(key)) continue;
      if (!write(`cmi.interactions.${this.next}`, interaction)) continue;
      this.written.add(key);
      this.next++;
    }
  }
}

// Dates, durations and names as SCORM writes them.

const two = (number: number) => String(number).padStart(2, '0');

function parts(seconds: number) {
  const hundredths = Math.max(0, Math.round(seconds * 100));
  const whole = Math.floor(hundredths / 100);
  return {
    hours: Math.floor(whole / 3600),
    minutes: Math.floor(whole / 60) % 60,
    seconds: whole % 60,
    hundredths: hundredths % 100,
  };
}

/** The longest duration that the format of SCORM 1.2 can hold. */
const most12 = 9999 * 3600 + 59 * 60 + 59.99;

/** 0001:02:03.45 */
export function duration12(duration: number): string {
  const { hours, minutes, seconds, hundredths } = parts(Math.min(duration, most12));
  return `${String(hours).padStart(4, '0')}:${two(minutes)}:${two(seconds)}.${two(hundredths)}`;
}

/** PT1H2M3.45S */
export function duration2004(duration: number): string {
  const { hours, minutes, seconds, hundredths } = parts(duration);
  return `PT${hours}H${minutes}M${seconds}.${two(hundredths)}S`;
}

/** 14:05:09, by the learner's own clock. */
export function time12(at: string): string {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** 2026-05-31T14:05:09.12Z: SCORM 2004 takes hundredths, and no more. */
export const time2004 = (at: string): string => new Date(at).toISOString().replace(/\dZ$/, 'Z');

/** A name without the characters that some LMS refuse: `e13.1:7/PE_5__2_` */
export const interactionId = (exercise: string, seed: number, item: string): string =>
  `${exercise}:${seed}/${item.replace(/[^\w.-]/g, '_')}`.slice(0, 250);

/** At most `length` characters, on one line. */
export const cut = (text: string, length: number): string =>
  text.replace(/\s+/g, ' ').trim().slice(0, length);

/** A percentage with at most two decimals, as both versions store it. */
export const percent = (value: number): string => String(Math.round(value * 100) / 100);

/** A share of 1 with at most four decimals. */
export const share = (value: number): string => String(Math.round(value * 10_000) / 10_000);
