// The common part of exercises by hand and in code: one variant of an exercise, with the core's questions, the kept
// answers, and the core's verdict on the answers that were checked last.
import type { ReactiveControllerHost } from 'lit';
import type { Answers, Asked, Grade } from '../core/api.ts';
import { PosencError } from '../core/errors.ts';
import { CurrentRequest } from '../ui/current-request.ts';
import { whileConnected } from '../ui/connected.ts';
import { compute } from '../worker/client.ts';
import { assignedSeed, watchAssignment } from './assignment.ts';
import { type Phase, phaseAfter } from './card-parts.ts';
import { noticeOf } from './notice.ts';
import { emptySheet, graded, type Sheet, type Step } from './sheet.ts';
import { drawnSeed, type Folder, Work } from './work.ts';

interface Host extends ReactiveControllerHost {
  readonly name: string;
}

interface Options {
  /** What the core asks in the lesson's own version, known before it is loaded. */
  listed: Record<string, Asked>;
  /** The variant that is shown unless the learner's class has been set one. */
  defaultSeed: (stored: Folder) => number;
  /** Called when another variant is shown. */
  onVariant?: () => void;
  /** Called with a new verdict on the answers of the last check, for example of another tab's. */
  onRegraded?: () => void;
}

/** If this many seeds in a row have the same numbers, the next one is used anyway. */
const mostDraws = 20;

export class ExerciseController {
  /** The variant that is shown; 0 is the lesson's own. */
  seed = 0;
  asked: Asked = { facts: {}, items: [] };
  /** The kept sheet of this variant. */
  sheet: Sheet = emptySheet;
  /** The core's verdict on sheet.checked. */
  grade: Grade | null = null;
  phase: Phase = 'loading';
  /** Why the core could not be asked; '' if it could. */
  error = '';

  private work: Work | null = null;
  private hasBegun = false;
  private readonly loading = new CurrentRequest();
  private readonly grading = new CurrentRequest();

  constructor(
    private readonly host: Host,
    private readonly options: Options,
  ) {
    whileConnected(host, () => this.connect());
  }

  private connect(): (() => void)[] {
    const { listed } = this;
    if (!listed) return [];
    const work = (this.work = new Work(this.host.name));
    this.asked = listed;
    this.seed = this.seedToShow(work);
    this.sheet = work.sheet(this.seed);
    void this.load();
    return [watchAssignment(() => this.follow()), work.watch(() => this.readAgain(work))];
  }

  /** The lesson's own version; undefined if there is no such exercise. */
  private get listed(): Asked | undefined {
    return this.options.listed[this.host.name];
  }

  private seedToShow({ folder }: Work): number {
    return assignedSeed(this.host.name) ?? this.options.defaultSeed(folder);
  }

  /** Whether the learner's class has been set a variant. */
  get isAssigned(): boolean {
    return assignedSeed(this.host.name) !== null;
  }

  get items() {
    return this.asked.items;
  }

  /** The sheets of all variants that were worked on, by seed. */
  get sheets(): Folder['sheets'] {
    return this.work?.folder.sheets ?? {};
  }

  /** Whether the browser keeps what is done here. */
  get isStored(): boolean {
    return this.work?.storageProblem === null;
  }

  /** A notice about the storage, as noticeOf() words it. */
  notice(began: string, subject?: string): string {
    const { storageProblem = null, unreadableCopy = null } = this.work ?? {};
    return noticeOf(storageProblem, unreadableCopy, began, subject);
  }

  /** Shows the variant that is to be shown now. */
  follow(): void {
    const seed = this.work ? this.seedToShow(this.work) : this.seed;
    if (seed !== this.seed) void this.show(seed);
  }

  /** Another tab, or another part of the page, has changed the sheet. */
  private readAgain(work: Work): void {
    const { checked } = this.sheet;
    this.sheet = work.sheet(this.seed);
    if (JSON.stringify(checked) !== JSON.stringify(this.sheet.checked)) void this.regrade();
    this.host.requestUpdate();
  }

  private async show(seed: number): Promise<void> {
    this.seed = seed;
    this.sheet = this.work?.sheet(seed) ?? emptySheet;
    this.grade = null;
    this.options.onVariant?.();
    await this.load();
  }

  /** Shows another variant from now on; the work on this one stays with it. */
  async choose(seed: number): Promise<void> {
    this.work?.choose(seed);
    await this.show(seed);
  }

  /** The seed of a variant with other numbers: if there are few of them, two seeds may have the same. */
  async drawAnother(): Promise<number> {
    const numbers = JSON.stringify(this.asked.facts);
    let seed = drawnSeed();
    for (let drawn = 1; drawn < mostDraws; drawn++) {
      // (A variant that the core cannot make fails when it is shown.)
      const asked = await compute.call('exercise', this.host.name, seed).catch(() => null);
      if (JSON.stringify(asked?.facts) !== numbers) break;
      seed = drawnSeed();
    }
    return seed;
  }

  /** The questions of the variant. The core need not be loaded for those of the lesson's own, until they are graded. */
  private async questions(): Promise<Asked> {
    const { listed, seed } = this;
    if (seed !== 0 || !listed) return compute.call('exercise', this.host.name, seed);
    const missing = await compute.missing();
    if (missing) throw new PosencError('unsupported', missing);
    return listed;
  }

  /** The learner begins: loads the module that grades, so that the first check need not wait for it. */
  async begin(): Promise<void> {
    if (this.hasBegun || this.phase !== 'ready') return;
    this.hasBegun = true;
    try {
      await compute.call('exercise', this.host.name, this.seed);
    } catch (error) {
      this.hasBegun = false;
      this.fail(error);
      this.host.requestUpdate();
    }
  }

  private fail(error: unknown): void {
    this.phase = phaseAfter(error);
    this.error = (error as Error).message;
  }

  /** Brings the questions, and the core's verdict on the answers that were checked last. */
  async load(): Promise<void> {
    const signal = this.loading.start();
    this.grading.abort();
    this.dismissError();
    try {
      const asked = await this.questions();
      if (signal.aborted) return;
      this.asked = asked;
      this.phase = 'ready';
    } catch (error) {
      if (signal.aborted) return;
      this.fail(error);
    }
    this.host.requestUpdate();
    await this.regrade();
  }

  dismissError(): void {
    this.error = '';
    this.host.requestUpdate();
  }

  /** An answer to each question of the core, out of those on a sheet. */
  answersIn(answers: Answers): Answers {
    return Object.fromEntries(this.items.map(({ id }) => [id, answers[id] ?? '']));
  }

  /** The core's verdict; null if it could not be asked, or if something newer has been asked meanwhile. */
  async gradeOf(answers: Answers): Promise<Grade | null> {
    const signal = this.grading.start();
    try {
      const grade = await compute.call(
        'gradeExercise',
        this.host.name,
        this.seed,
        this.answersIn(answers),
      );
      if (signal.aborted) return null;
      this.error = '';
      return grade;
    } catch (error) {
      if (!signal.aborted) {
        this.error = (error as Error).message;
        this.host.requestUpdate();
      }
      return null;
    }
  }

  /** Keeps answers that have been checked, with their verdict. */
  keep(answers: Answers, grade: Grade): void {
    this.change(graded(answers, grade));
    this.grade = grade;
  }

  /** Has the core grade the answers that were checked last. */
  async regrade(): Promise<void> {
    if (this.phase !== 'ready') return;
    const { checked } = this.sheet;
    if (checked) {
      const grade = await this.gradeOf(checked);
      if (!grade) return;
      this.grade = grade;
    } else {
      this.grading.abort();
      this.grade = null;
    }
    this.options.onRegraded?.();
    this.host.requestUpdate();
  }

  change(step: Step): void {
    this.work?.change(this.seed, step);
    this.sheet = this.work?.sheet(this.seed) ?? step(this.sheet);
    this.host.requestUpdate();
  }
}
