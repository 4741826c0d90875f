// A session with the run-time of SCORM, whose functions and error codes have other names in each version.
import { LmsError } from './adapter.ts';

export interface SessionNames {
  api: string;
  initialize: string;
  terminate: string;
  get: string;
  set: string;
  commit: string;
  lastError: string;
  errorString: string;
  /**
   * The errors that say that the session has begun already, that it has ended, and that the LMS does not know an element.
   * (Of an end, Moodle 4.5 says for SCORM 1.2 that there is no error.)
   */
  begun: string;
  ended: readonly string[];
  unknown: readonly string[];
}

/**
 * Whether the host of this page answers: without a connection, Moodle 4.5 says that it has stored what it hands to the
 * browser to send some time, and never sends it again.
 */
export async function isReachable(): Promise<boolean> {
  try {
    const { status } = await fetch('./lms.json', { cache: 'no-store', redirect: 'manual' });
    return status < 500;
  } catch {
    return false;
  }
}

export class ScormSession {
  private api: object | null = null;
  /** The values that the LMS has taken, so that each is sent once. */
  private readonly sent = new Map<string, string>();
  private readonly unknown = new Set<string>();
  private failed = false;
  /** The last commit failed: the LMS may have some of its values. */
  isInDoubt = false;

  constructor(private readonly names: SessionNames) {}

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
    if (names.ended.includes(code)) {
      throw new LmsError(
        'This page was loaded again, and your course takes nothing more from it. Open the activity again in your course: it gets your work then.',
      );
    }
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

  /** Elements that an LMS may lack. @param prefix of their names */
  offerAll(prefix: string, values: Record<string, string>): void {
    for (const [element, value] of Object.entries(values)) this.offer(prefix + element, value);
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
    this.isInDoubt = !isStored;
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
