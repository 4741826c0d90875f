// The messages between the wrapper and the protocol of a learning management system (LMS). A protocol knows nothing of
// the lesson, and the wrapper nothing of SCORM or xAPI.

/** An attempt as it was opened, with what the LMS has stored of it. */
export interface Opened {
  /** '' if the LMS does not say who it is. */
  learner: { id: string; name: string };
  /** In review and browse modes the work is shown, and nothing is reported. */
  mode: 'normal' | 'review' | 'browse';
  /** A new attempt, or one to continue; '' if the LMS does not say. */
  entry: 'ab-initio' | 'resume' | '';
  /** The text that was last reported as `Report.state`; '' if there is none. */
  state: string;
  /** The longest `Report.state` that can be stored, in characters. */
  limit: number;
  /** The percentage that the LMS asks for; null if it asks for none. */
  mastery: number | null;
  /** The score that was last reported, in percent; null if there is none. */
  score: number | null;
  /** As reported before. */
  completed: boolean;
  passed: boolean;
}

export interface SectionReport {
  /** Its slug, such as `rope`. */
  id: string;
  title: string;
  /** The parts that have been read, and all of them. */
  read: number;
  parts: number;
}

/** An item in a table about a class, where a column has the same question of every learner. */
export interface Column {
  /** Such as `e13.1`. */
  exercise: string;
  seed: number;
  /** '' if this learner's variant has none. */
  item: string;
}

export interface Interaction extends Column {
  title: string;
  /** In `Report.columns`; null for an exercise that is not in the set. */
  column: number | null;
  kind: 'fill-in' | 'choice';
  /** As typed. */
  answer: string;
  result: 'correct' | 'incorrect' | 'neutral';
  /** From the first keystroke to the check, in seconds; null if it is not known. */
  latency: number | null;
  /** In ISO 8601. */
  at: string;
}

export interface ExerciseReport {
  id: string;
  title: string;
  seed: number;
  /** The points of the best attempt; null if it was never checked. */
  score: number | null;
  max: number | null;
}

export interface Report {
  /** The learner's work as a text, at most `Opened.limit` characters. */
  state: string;
  /** The learner's last place, such as `rope#cache`; '' if there is none. */
  place: string;
  /** The share of the chosen sections' parts that have been read, from 0 to 1. */
  progress: number;
  /** In percent; null if the set has no exercises, and before the first checked answer. */
  score: number | null;
  /** The learner has handed in, or done everything: only then is there anything new to say about the next two. */
  isFinal: boolean;
  completed: boolean;
  /** null while it is not decided. */
  passed: boolean | null;
  sections: SectionReport[];
  exercises: ExerciseReport[];
  /** Those that no earlier report contained. */
  interactions: Interaction[];
  /** Of all items of the set. */
  columns: readonly Column[];
}

/** A protocol. Its calls never throw: an LMS that does not answer makes `open` reject, and the others return false. */
export interface Adapter {
  /** Begins the session. @throws LmsError with a sentence for the learner */
  open(): Promise<Opened>;
  /**
   * Hands over a report and has the LMS store it. Returns whether it did. After false the caller reports again later,
   * with the same interactions and newer ones.
   */
  report(report: Report): Promise<boolean>;
  /**
   * Ends the session, so that a later one resumes it. It is called once, while the page is going away: what has not been
   * sent when it returns may never be sent. @param report null if nothing is to be reported: the LMS may have newer work by
   * then @param seconds since it began
   */
  close(report: Report | null, seconds: number): void;
  /** Why the last report was not stored, in a sentence; '' if the LMS did not answer. */
  readonly problem?: string;
  /** The LMS passes or fails a learner as soon as it has a score, so that it gets the score at the end. */
  readonly holdsScoreBack?: boolean;
  /** The learner's way at the end; '' if the LMS does not say. */
  readonly returnUrl?: string;
}

/** Why the LMS cannot be used, in a sentence. */
export class LmsError extends Error {}
