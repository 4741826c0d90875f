// cmi5: statements and the learner's work go to the record store of the LMS, which names it in the address of the page.
import type { Adapter, Opened, Report } from './adapter.ts';
import { Cmi5Connection } from './cmi5-connection.ts';
import { type Cmi5Record, noRecord, type Once } from './cmi5-record.ts';
import { percentOf } from './cmi5-statements.ts';

/**
 * The longest text of the work, in characters: with the last statements, it has to fit into what a page may send while
 * it goes away.
 */
const stateLimit = 48_000;

export class Cmi5 implements Adapter {
  private connection: Cmi5Connection | null = null;
  private record: Cmi5Record = noRecord;
  private isNormal = false;
  /** The learner has answered something in this session, so that it can be failed again. */
  private hasAnswered = false;
  /** An earlier session has reported how the attempt ended; null before the first report. */
  private hadEnded: boolean | null = null;

  async open(): Promise<Opened> {
    const connection = new Cmi5Connection();
    await connection.begin();
    const record = (this.record = connection.isShut ? noRecord : await connection.readRecord());
    this.connection = connection;
    const { launchMode, masteryScore } = connection.data;
    const mode = launchMode === 'Review' ? 'review' : launchMode === 'Browse' ? 'browse' : 'normal';
    this.isNormal = mode === 'normal';
    if (this.isNormal) await connection.repeat(record.pending);
    await connection.send();
    const { account, name } = connection.launch.actor;
    return {
      learner: { id: `${account?.homePage ?? ''} ${account?.name ?? ''}`, name: name ?? '' },
      mode,
      entry: record.work || connection.hasEnded ? 'resume' : 'ab-initio',
      state: record.work,
      limit: stateLimit,
      mastery: typeof masteryScore === 'number' ? 100 * masteryScore : null,
      score: record.score,
      completed: record.completed,
      passed: record.passed,
    };
  }

  /** '' if the LMS does not say. */
  get returnUrl(): string {
    const { returnURL = '' } = this.connection?.data ?? {};
    return /^https?:/.test(returnURL) ? returnURL : '';
  }

  get problem(): string {
    const { hasEnded = false, isShut = false } = this.connection ?? {};
    if (hasEnded) {
      return 'Loading the page again has ended your visit. What you do now is stored, and reported when you open the lesson from your course again.';
    }
    return isShut
      ? 'Your course has ended this visit, perhaps because you opened the lesson in another tab. Go on there. What you do here is kept on this device, and reported when you open the lesson from your course again.'
      : '';
  }

  async report(report: Report): Promise<boolean> {
    const { connection } = this;
    if (!connection || !this.isNormal) return false;
    const { statements } = connection;
    if (connection.hasEnded) {
      if (connection.isShut) return false;
      // The work is kept, and the next session reports the rest.
      for (const one of report.interactions) statements.answered(one);
      const { pending } = statements;
      await this.store(connection, { ...this.record, work: report.state, pending });
      return false;
    }
    if (this.record.unconfirmed.length > 0) this.record = await connection.confirmed(this.record);
    this.collect(connection, report);
    const isSent = await connection.send();
    const isStored = await this.store(connection, this.recordAfter(connection, report));
    return isSent && isStored;
  }

  close(report: Report | null): void {
    const { connection } = this;
    if (!connection || connection.hasEnded) return;
    if (!report || !this.isNormal) {
      connection.leave(null);
      return;
    }
    this.collect(connection, report);
    this.fail(connection, report);
    connection.leave(this.recordAfter(connection, report));
  }

  private collect({ statements, data }: Cmi5Connection, report: Report): void {
    const { record } = this;
    this.hadEnded ??= report.isFinal;
    for (const one of report.interactions) statements.answered(one);
    if (report.interactions.length > 0) this.hasAnswered = true;
    for (const section of report.sections) {
      if (percentOf(section) > (record.sections[section.id] ?? 0)) statements.read(section);
    }
    if (!record.completed) statements.progressed(report);
    if (report.completed && !this.mayHave('completed')) statements.completed();
    const { passed, score } = report;
    const isEnough = score !== null && score / 100 >= (data.masteryScore ?? 0);
    if (passed && !this.mayHave('passed') && isEnough) statements.passed(score);
  }

  /** (A session has one verdict, and nobody fails after passing.) */
  private fail({ statements, data }: Cmi5Connection, { passed, score }: Report): void {
    const hasPassed = this.mayHave('passed') || statements.has('passed');
    const isNew = this.hasAnswered || !this.hadEnded;
    if (passed !== false || score === null || hasPassed || !isNew) return;
    if (score / 100 < (data.masteryScore ?? 1)) statements.failed(score);
  }

  /** The LMS has it from an earlier session, or may have. */
  private mayHave(verb: Once): boolean {
    const { record } = this;
    return record[verb] || record.unconfirmed.some((one) => one.verb === verb);
  }

  private recordAfter({ statements }: Cmi5Connection, report: Report): Cmi5Record {
    const { record } = this;
    const sections = report.sections.map((section) => [section.id, percentOf(section)] as const);
    return {
      version: 1,
      work: report.state,
      score: report.score,
      completed: record.completed || statements.isTaken('completed'),
      passed: record.passed || statements.isTaken('passed'),
      sections: Object.fromEntries(sections),
      unconfirmed: record.unconfirmed,
      pending: statements.pending,
    };
  }

  private async store(connection: Cmi5Connection, record: Cmi5Record): Promise<boolean> {
    const isStored = await connection.store(record);
    if (isStored) this.record = record;
    return isStored;
  }
}
