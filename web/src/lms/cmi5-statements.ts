// The statements of a cmi5 session. The library makes each one, and they wait here until the LMS has taken them: one that
// is sent again has the same id, and counts once.
import Cmi5 from '@xapi/cmi5';
import type { Interaction, Report, SectionReport } from './adapter.ts';
import type { Once, Pending } from './cmi5-record.ts';

export type Statement = Parameters<Cmi5['sendXapiStatement']>[0];

const progressExtension = 'https://w3id.org/xapi/cmi5/result/extensions/progress';
const moduleType = 'http://adlnet.gov/expapi/activities/module';

/** The library, which hands over its statements instead of sending them. */
class Maker extends Cmi5 {
  made: Statement | null = null;

  override sendXapiStatement(statement: Statement): ReturnType<Cmi5['sendXapiStatement']> {
    this.made = statement;
    return Promise.resolve({ data: [] }) as unknown as ReturnType<Cmi5['sendXapiStatement']>;
  }
}

const english = (text: string) => ({ 'en-US': text });

/** A part of an address. (encodeURIComponent leaves some characters that not every LMS takes.) */
const asPart = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);

export const percentOf = ({ read, parts }: SectionReport): number =>
  parts === 0 ? 0 : Math.floor((100 * read) / parts);

/** The score in a cmi5 statement. */
const scoreOf = (percent: number) => ({
  scaled: percent / 100,
  raw: Math.round(percent),
  min: 0,
  max: 100,
});

export class Statements {
  /** Those that the LMS has not taken yet, by what they say. */
  readonly waiting = new Map<string, Statement>();
  private readonly taken = new Set<string>();
  private readonly answers = new Map<string, Interaction>();
  private readonly maker = new Maker();

  get library(): Cmi5 {
    return this.maker;
  }

  /** Begins the session, or continues one that a reload of the page interrupted. */
  async begin(earlier?: { authToken: string; initializedDate: Date }): Promise<void> {
    await this.maker.initialize(earlier);
    if (this.maker.made) this.add('initialized');
  }

  /** @param id of the statement, if an earlier session has made it */
  answered(one: Interaction, id?: string): void {
    const { exercise, title, seed, item, answer, result, latency } = one;
    const name = english(`${title}: ${item}`);
    const success = result === 'neutral' ? undefined : result === 'correct';
    const end = new Date(one.at);
    const start = new Date(end.getTime() - 1000 * (latency ?? 0));
    const duration = latency === null ? undefined : { start, end };
    const test = asPart(`${exercise}:${seed}`);
    const question = asPart(item);
    const key = `answered ${test} ${question} ${one.at}`;
    if (this.has(key)) return;
    const rest = [undefined, success, duration] as const;
    this.add(key, (maker) =>
      one.kind === 'choice'
        ? // (The name of a choice has no spaces.)
          maker.interactionChoice(
            test,
            question,
            [answer.replace(/\s+/g, '_')],
            undefined,
            undefined,
            name,
            ...rest,
          )
        : maker.interactionFillIn(test, question, [answer], undefined, name, ...rest),
    );
    this.answers.set(key, one);
    this.at(key, end);
    const statement = this.waiting.get(key);
    if (id && statement) statement.id = id;
  }

  /** The answers whose statements the LMS has not taken. */
  get pending(): Pending[] {
    return [...this.answers].flatMap(([key, one]) => {
      const id = this.waiting.get(key)?.id;
      return id ? [{ ...one, id }] : [];
    });
  }

  /** The lesson as a whole. (Completion means 100%, and has its own statement.) */
  progressed(report: Report): void {
    const percent = Math.floor(100 * report.progress);
    if (percent === 0 || percent >= 100 || report.completed) return;
    this.add(`progressed ${percent}`, (maker) => maker.progress(percent));
  }

  read(section: SectionReport): void {
    const percent = percentOf(section);
    const key = `read ${section.id} ${percent}`;
    if (this.has(key)) return;
    this.add(key, (maker) => maker.progress(percent));
    const statement = this.waiting.get(key);
    if (!statement) return;
    const { activityId } = this.maker.getLaunchParameters();
    const { context } = statement;
    const lesson = { objectType: 'Activity' as const, id: activityId };
    const parent = [...(context?.contextActivities?.parent ?? []), lesson];
    this.waiting.set(key, {
      ...statement,
      object: {
        objectType: 'Activity',
        id: `${activityId}/section/${asPart(section.id)}`,
        definition: { type: moduleType, name: english(section.title) },
      },
      result: { extensions: { [progressExtension]: percent } },
      context: { ...context, contextActivities: { ...context?.contextActivities, parent } },
    });
  }

  completed(): void {
    this.add('completed', (maker) => maker.complete());
  }

  passed(percent: number): void {
    this.add('passed', (maker) => maker.pass(scoreOf(percent)));
  }

  failed(percent: number): void {
    this.add('failed', (maker) => maker.fail(scoreOf(percent)));
  }

  terminated(): void {
    this.add('terminated', (maker) => maker.terminate());
  }

  /** The LMS has these. */
  confirm(statements: readonly Statement[]): void {
    for (const [key, statement] of [...this.waiting]) {
      if (!statements.includes(statement)) continue;
      this.waiting.delete(key);
      this.taken.add(key);
    }
  }

  isTaken(verb: Once): boolean {
    return this.taken.has(verb);
  }

  /** In this session. */
  has(key: string): boolean {
    return this.waiting.has(key) || this.taken.has(key);
  }

  private add(key: string, make?: (maker: Maker) => unknown): void {
    if (this.has(key)) return;
    const { maker } = this;
    make?.(maker);
    if (maker.made) this.waiting.set(key, maker.made);
    maker.made = null;
  }

  /** After the session began, as the order of statements is that of their times. */
  private at(key: string, when: Date): void {
    const statement = this.waiting.get(key);
    if (statement && when > this.maker.getInitializedDate()) {
      statement.timestamp = when.toISOString();
    }
  }
}
