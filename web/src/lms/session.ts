// A session with an LMS: whenever the learner's work changes, it is graded, reported and stored.
import type { Assigned } from '../exercises/assignment.ts';
import { isChanged } from '../exercises/sheet.ts';
import type { Folder } from '../exercises/work.ts';
import type { Snapshot } from '../record/documents.ts';
import { Grader, type GradedSheet } from '../record/grader.ts';
import { Portfolio } from '../record/portfolio.ts';
import { isObject, type StorageProblem } from '../storage/stored.ts';
import type { Place, ReadParts } from '../storage/read-parts.ts';
import type { Adapter, Column, ExerciseReport, Interaction, Opened, Report } from './adapter.ts';
import type { KnownAttempt, LastAttempt } from './attempt.ts';
import { columnsOf } from './columns.ts';
import type { LmsConfig } from './config.ts';
import {
  bestScores,
  type Checks,
  checksOn,
  exerciseReports,
  interactionsIn,
  isFinal,
  neededScore,
  outcomeOf,
  progressOf,
  type Section,
  sectionReports,
  setScore,
  sheetKey,
  sheetsIn,
  unreportedIn,
} from './reports.ts';
import { type BestScores, packed, piecesOf, type Unreported } from './state-text.ts';
import { addUnstored } from './restore.ts';

/** In milliseconds. Writing while the learner types would disturb them; a check is reported at once. */
const pause = 1000;
const longestPause = 10_000;
/** A page that was left alone for so long says nothing when it goes: the learner may have worked elsewhere. */
const longestPresence = 300_000;
/** After a failure, each wait is twice as long as the one before. */
const firstRetry = 2000;
const longestRetry = 20_000;

export interface Status {
  report: Report;
  config: LmsConfig;
  /** The score to pass, in percent; null if there is none. */
  needed: number | null;
  /** Not while an attempt is only looked at. */
  isReported: boolean;
  holdsScoreBack: boolean;
  /** Of the last answer of the LMS; null before the first, and in a review. */
  isStored: boolean | null;
  /** Why it was not stored; '' if the LMS did not answer. */
  problem: string;
  at: Date;
  /** The titles of work that stays on this device. */
  left: string[];
  /** Why this browser does not store new work; null if it does. */
  storage: StorageProblem;
}

interface Parts {
  adapter: Adapter;
  opened: Opened;
  config: LmsConfig;
  set: readonly Assigned[];
  sections: readonly Section[];
  attempt: KnownAttempt;
  last: LastAttempt;
  /** The work that the LMS had when the session began, the best scores then, and the answers that it had no report of. */
  stored: Snapshot;
  known: BestScores;
  unreported: Unreported;
}

interface Grades {
  score: number | null;
  exercises: ExerciseReport[];
}

function placeIn(snapshot: Snapshot): string {
  const place = snapshot['place'] as Place | undefined;
  return place?.section ? `${place.section}#${place.part}` : '';
}

/** The core has graded all that was checked. */
const isGraded = ({ sheet, best, latest }: GradedSheet) =>
  (best !== null || !sheet.best) && (latest !== null || !sheet.latest);

export class Session {
  private readonly began = performance.now();
  private readonly portfolio = new Portfolio();
  private readonly grader = new Grader();
  private readonly checks: Checks;
  /** By sheet, when the first key was pressed since its last check. */
  private readonly typedAt = new Map<string, number>();
  private attempts = 0;
  /** Interactions that the LMS has not stored yet. */
  private waiting: Interaction[] = [];
  private grades: Grades;
  /** Of the set; none before the core is loaded. */
  private columns: readonly Column[] = [];
  private readonly rows = new Map<string, GradedSheet>();
  private left: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private changedAt: number | null = null;
  private lastChange = Date.now();
  /** The last report is stored, and nothing has changed since. */
  private isStored = false;
  /** What the LMS has of the attempt; a score once it was handed in. */
  private standing: Pick<Opened, 'completed' | 'passed' | 'score'>;
  private isSending = false;
  private isToSend = false;
  private retry = firstRetry;
  private isClosed = false;

  constructor(
    private readonly parts: Parts,
    private readonly show: (status: Status) => void,
  ) {
    const { attempt, stored, opened, set, known, unreported } = parts;
    const own = sheetsIn(this.portfolio.snapshot());
    const isReported = (sheet: (typeof own)[number]) =>
      (attempt.reported[sheetKey(sheet)] ?? '') >= (sheet.latest?.at ?? '');
    this.checks = new Map([
      ...checksOn(sheetsIn(stored), unreported),
      ...checksOn(own.filter((sheet) => isReported(sheet))),
    ]);
    this.grades = { score: opened.score, exercises: exerciseReports(set, [], known) };
    const { completed, passed, score } = opened;
    this.standing = { completed, passed, score: attempt.isHandedIn ? score : null };
  }

  begin(): void {
    this.noteTyping();
    this.portfolio.watch(() => this.changed());
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden' && this.changedAt !== null) void this.send();
    });
    addEventListener('online', () => void this.send());
    void this.send();
  }

  /** A document that this browser has no room for. */
  takeUnstored(name: string, text: string): void {
    addUnstored(this.portfolio, name, text);
    this.changed();
  }

  /** The learner hands in: from now on the reports have a verdict. */
  handIn(): void {
    const { attempt, last } = this.parts;
    attempt.isHandedIn = true;
    last.set(attempt);
    this.sendIn(0);
  }

  /** The learner has chosen what becomes of the answers of an earlier attempt. */
  forgetPrevious(): void {
    const { attempt, last } = this.parts;
    attempt.previous = null;
    last.set(attempt);
  }

  /** The page is going away. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    clearTimeout(this.timer);
    const { adapter } = this.parts;
    const seconds = (performance.now() - this.began) / 1000;
    const isLeftAlone = this.isStored && Date.now() - this.lastChange > longestPresence;
    const hasNothing = this.isReview || isLeftAlone;
    // (Reads again what the frame has written; grading it has to wait for the next session.)
    adapter.close(hasNothing ? null : this.report(new Portfolio().snapshot()), seconds);
  }

  /** Such as `rope#cache`; '' if there is none. */
  get place(): string {
    return placeIn(this.portfolio.snapshot());
  }

  private get isReview(): boolean {
    return this.parts.opened.mode !== 'normal';
  }

  private changed(): void {
    const isCheck = this.noteTyping();
    const now = performance.now();
    this.changedAt ??= now;
    this.lastChange = Date.now();
    this.isStored = false;
    const wait = Math.min(pause, Math.max(0, this.changedAt + longestPause - now));
    this.sendIn(isCheck ? 0 : wait);
  }

  private sendIn(wait: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.send(), wait);
  }

  /** Records where typing began. Returns whether something was checked. */
  private noteTyping(): boolean {
    const snapshot = this.portfolio.snapshot();
    const { set } = this.parts;
    for (const [exercise, value] of Object.entries(snapshot)) {
      const sheets =
        isObject(value) && isObject(value['sheets']) ? (value as unknown as Folder).sheets : {};
      for (const [seed, sheet] of Object.entries(sheets)) {
        const key = `${exercise}:${seed}`;
        const isTyped = Object.keys(sheet.answers).some((item) => isChanged(sheet, item));
        if (isTyped && !this.typedAt.has(key)) this.typedAt.set(key, Date.now());
        // The core should be there by the time of the check: the page may go away right after it.
        if (isTyped && set.some(({ id }) => id === exercise))
          this.loadColumns().catch(() => undefined);
      }
    }
    const attempts = sheetsIn(snapshot).reduce((sum, sheet) => sum + sheet.attempts, 0);
    const isCheck = attempts !== this.attempts;
    this.attempts = attempts;
    return isCheck;
  }

  private async send(): Promise<void> {
    if (this.isSending) this.isToSend = true;
    if (this.isSending || this.isClosed) return;
    this.isSending = true;
    clearTimeout(this.timer);
    this.changedAt = null;
    try {
      const snapshot = this.portfolio.snapshot();
      await this.grade(snapshot);
      // Closed while it was graded.
      if (!this.isClosed) await this.hand(snapshot);
    } catch (error) {
      console.error(error);
      this.sendLater();
    } finally {
      this.isSending = false;
      if (this.isToSend) {
        this.isToSend = false;
        this.sendIn(0);
      }
    }
  }

  /** After a failure. */
  private sendLater(): void {
    this.sendIn(this.retry);
    this.retry = Math.min(2 * this.retry, longestRetry);
  }

  private async hand(snapshot: Snapshot): Promise<void> {
    const { adapter, attempt, config, last, opened } = this.parts;
    const report = this.report(snapshot);
    const isStored = this.isReview ? null : await adapter.report(report).catch(() => false);
    if (isStored) {
      this.isStored = this.changedAt === null;
      const { completed, passed, score } = report;
      if (report.isFinal) this.standing = { completed, passed: passed === true, score };
      const sent = new Set(report.interactions);
      this.waiting = this.waiting.filter((one) => !sent.has(one));
      attempt.committed = true;
      for (const [key, { at }] of this.checks) attempt.reported[key] = at;
      last.set(attempt);
      this.retry = firstRetry;
    } else if (isStored === false) {
      this.sendLater();
    }
    const { storageProblem: storage } = this.portfolio;
    const { problem = '', holdsScoreBack = false } = adapter;
    this.show({
      ...{ report, config, needed: neededScore(config, opened), isReported: !this.isReview },
      ...{ holdsScoreBack, isStored, problem, at: new Date(), left: this.left, storage },
    });
  }

  private async loadColumns(): Promise<void> {
    if (this.parts.set.length > 0 && this.columns.length === 0)
      this.columns = await columnsOf(this.parts.set);
  }

  /** Grades the work. A sheet that cannot be graded keeps its last grades. */
  private async grade(snapshot: Snapshot): Promise<void> {
    const { set, known } = this.parts;
    const { graded } = await this.grader.gradeAll(sheetsIn(snapshot));
    const whole = graded.filter((row) => isGraded(row));
    for (const row of whole) this.rows.set(sheetKey(row.sheet), row);
    const rows = graded.flatMap(({ sheet }) => this.rows.get(sheetKey(sheet)) ?? []);
    const exercises = exerciseReports(set, rows, known);
    const score = await setScore(exercises).catch(() => this.grades.score);
    this.grades = { score, exercises };
    if (whole.length > 0) await this.loadColumns();
    for (const row of whole) this.collect(row);
  }

  /** Adds the answers that were checked since the last time. */
  private collect(row: GradedSheet): void {
    const { sheet } = row;
    const key = sheetKey(sheet);
    const before = this.checks.get(key);
    if (!sheet.latest || sheet.latest.at === before?.at) return;
    const { at, answers } = sheet.latest;
    const typedAt = this.typedAt.get(key);
    const latency = typedAt === undefined ? null : Math.max(0, Date.parse(at) - typedAt) / 1000;
    this.typedAt.delete(key);
    this.checks.set(key, { at, answers });
    this.waiting.push(...interactionsIn(row, before?.answers ?? {}, latency, this.columns));
  }

  private report(snapshot: Snapshot): Report {
    const { sections, opened, config, set, attempt } = this.parts;
    const { standing } = this;
    const reports = sectionReports(sections, (snapshot['read'] ?? {}) as ReadParts);
    const progress = progressOf(reports);
    const { exercises } = this.grades;
    const unreported = unreportedIn(sheetsIn(snapshot), this.checks);
    const { id, isHandedIn } = attempt;
    const about = { attempt: id, scores: bestScores(exercises), unreported, isHandedIn };
    const { text, left } = packed(about, piecesOf(snapshot, set), opened.limit);
    this.left = left;
    const isLast = isFinal(config, { progress, exercises, isHandedIn });
    // Who hands in without any answer has no points; nobody loses those that were handed in.
    const score =
      isLast && set.length > 0
        ? Math.max(this.grades.score ?? 0, standing.score ?? 0)
        : this.grades.score;
    return {
      state: text,
      place: placeIn(snapshot),
      progress,
      score,
      isFinal: isLast,
      ...outcomeOf(config, standing, {
        ...{ isFinal: isLast, score },
        needed: neededScore(config, opened),
      }),
      sections: reports,
      exercises,
      interactions: [...this.waiting],
      columns: this.columns,
    };
  }
}
