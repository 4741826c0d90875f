// The requests of a cmi5 session to the record store of the LMS.
import { isObject } from '../storage/stored.ts';
import { LmsError } from './adapter.ts';
import { leavingParts } from './cmi5-leaving.ts';
import { type Cmi5Record, noRecord, type Pending, recordFrom, recordId } from './cmi5-record.ts';
import { type Statement, Statements } from './cmi5-statements.ts';

/** An LMS that has not answered by then is treated as one that does not answer. */
const patienceMs = 20_000;

const again = 'Open the lesson from your course again.';

type LaunchData = ReturnType<Statements['library']['getLaunchData']>;

/** For a reload: the address gives the token only once, and not every LMS answers a session that has ended. */
interface StoredSession {
  authToken: string;
  began: string;
  ended: boolean;
  data: LaunchData;
}

function within<T>(answer: PromiseLike<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer')), patienceMs);
    const stop = () => clearTimeout(timer);
    answer.then(resolve, reject);
    answer.then(stop, stop);
  });
}

const statusOf = (error: unknown): number | null => {
  const response = isObject(error) ? error['response'] : null;
  const status = isObject(response) ? response['status'] : null;
  return typeof status === 'number' ? status : null;
};

/** Makes sure that the address of the page is one that an LMS opens. @throws LmsError */
function checkAddress(): void {
  const asked = new URLSearchParams(location.search);
  const needed = ['fetch', 'endpoint', 'actor', 'registration', 'activityId'];
  const missing = needed.filter((name) => !asked.get(name));
  if (missing.length === needed.length) {
    throw new LmsError(
      'No learning management system was found: the lesson works as on the web, and your work stays on this device.',
    );
  }
  if (missing.length > 0) {
    throw new LmsError(
      `Your course opened the lesson without "${missing.join('", "')}", which cmi5 needs: your work stays on this device.`,
    );
  }
}

export class Cmi5Connection {
  readonly statements: Statements;
  /** A reload, or a visit to another page, has ended the session: the LMS takes no more statements. */
  hasEnded = false;
  /** The LMS refuses everything from this session: it has closed it, perhaps for another launch. */
  isShut = false;
  /** Before this page was loaded. */
  private earlier: StoredSession | null = null;

  /** @throws LmsError */
  constructor() {
    checkAddress();
    this.statements = new Statements();
    const { actor } = this.launch;
    if (!isObject(actor) || !isObject(actor['account'])) {
      throw new LmsError(
        'Your course did not say who you are, as cmi5 does by an account: your work stays on this device.',
      );
    }
  }

  get launch() {
    return this.statements.library.getLaunchParameters();
  }

  get data(): LaunchData {
    return this.isShut && this.earlier
      ? this.earlier.data
      : this.statements.library.getLaunchData();
  }

  /** Begins the session. @throws LmsError */
  async begin(): Promise<void> {
    const stored = (this.earlier = this.storedSession());
    this.hasEnded = stored?.ended ?? false;
    const earlier = stored
      ? { authToken: stored.authToken, initializedDate: new Date(stored.began) }
      : undefined;
    try {
      await within(this.statements.begin(earlier));
    } catch {
      if (this.hasEnded) {
        this.isShut = true;
        return;
      }
      const { library } = this.statements;
      // (An address that was used before answers without a token.)
      const isUsed = stored !== null || (library.xapi && !library.getAuthToken());
      throw new LmsError(
        isUsed
          ? `This visit to your course has ended: your work stays on this device. ${again}`
          : `Your course did not answer: your work stays on this device. ${again}`,
      );
    }
    this.keepSession();
  }

  /** @throws LmsError */
  async readRecord(): Promise<Cmi5Record> {
    const { xapi } = this;
    let record: Cmi5Record;
    try {
      record = recordFrom((await within(xapi.getState(this.place()))).data);
    } catch (error) {
      if (statusOf(error) === 404) return noRecord;
      throw new LmsError(
        `Your course did not give back your work: it stays on this device. ${again}`,
      );
    }
    return this.confirmed(record);
  }

  /** The record, after a look whether its unconfirmed statements have arrived. */
  async confirmed(record: Cmi5Record): Promise<Cmi5Record> {
    const statuses = await Promise.all(record.unconfirmed.map(({ id }) => this.look(id)));
    let now: Cmi5Record = { ...record, unconfirmed: [] };
    for (const [index, one] of record.unconfirmed.entries()) {
      const status = statuses[index] ?? null;
      // (If the LMS does not let the lesson read, the statement is not repeated.)
      if (status === 200 || status === 401 || status === 403) now = { ...now, [one.verb]: true };
      else if (status !== 404) now = { ...now, unconfirmed: [...now.unconfirmed, one] };
    }
    return now;
  }

  /** Makes the statements of an earlier session again. Those that have not arrived are sent next. */
  async repeat(pending: readonly Pending[]): Promise<void> {
    const { statements } = this;
    const statuses = await Promise.all(pending.map(({ id }) => this.look(id)));
    const arrived = new Set(pending.map(({ id }) => id).filter((_, at) => statuses[at] === 200));
    for (const one of pending) statements.answered(one, one.id);
    statements.confirm([...statements.waiting.values()].filter(({ id = '' }) => arrived.has(id)));
  }

  /** Returns whether the LMS has stored it. */
  store(record: Cmi5Record): Promise<boolean> {
    return this.try(this.xapi.setState({ ...this.place(), state: { ...record } }));
  }

  /** Sends all statements that wait. Returns whether none is left. */
  async send(): Promise<boolean> {
    if (this.hasEnded) return false;
    const batch = [...this.statements.waiting.values()];
    if (batch.length === 0) return true;
    const status = await this.post(batch);
    // If one of them is refused, the others should not wait for it. (403 may also mean that the session is shut.)
    const isRefused =
      status === 400 ||
      status === 409 ||
      (status === 403 && (await this.try(this.xapi.getState(this.launchData()))));
    if (!isRefused) return status === 200;
    for (const statement of batch) {
      const status = await this.post([statement]);
      if (status === 403) this.statements.confirm([statement]);
      else if (status !== 200) return false;
    }
    return true;
  }

  /** Ends the session while the page goes away. @param record null if nothing is to be stored */
  leave(record: Cmi5Record | null): void {
    this.statements.terminated();
    this.hasEnded = true;
    this.keepSession();
    const { waiting } = this.statements;
    const sent = (['completed', 'passed'] as const).flatMap((verb) => {
      const id = waiting.get(verb)?.id;
      return id ? [{ verb, id }] : [];
    });
    const whole = record && { ...record, unconfirmed: [...record.unconfirmed, ...sent] };
    const last = leavingParts(whole, waiting);
    if (last.record) {
      const { agent, ...rest } = this.place();
      const query = new URLSearchParams({ ...rest, agent: JSON.stringify(agent) });
      this.sendLeaving('PUT', `activities/state?${query}`, last.record);
    }
    this.sendLeaving('POST', 'statements', last.statements);
  }

  private get xapi() {
    const { xapi } = this.statements.library;
    if (!xapi) throw new Error('the session has not begun');
    return xapi;
  }

  private place() {
    const { actor, activityId, registration } = this.launch;
    return { agent: actor, activityId, registration, stateId: recordId };
  }

  private launchData() {
    return { ...this.place(), stateId: 'LMS.LaunchData' };
  }

  /** Returns whether the LMS has done it. @param answer to a request that it grants every session that is not shut */
  private async try(answer: PromiseLike<unknown>): Promise<boolean> {
    try {
      await within(answer);
      this.isShut = false;
      return true;
    } catch (error) {
      const status = statusOf(error);
      this.isShut = status === 401 || status === 403;
      return false;
    }
  }

  /** Returns the status of the answer; null if there was none. */
  private async post(statements: Statement[]): Promise<number | null> {
    let status: number | null = 200;
    try {
      await within(this.xapi.sendStatements({ statements }));
    } catch (error) {
      status = statusOf(error);
    }
    // A single statement that is refused, or there already, gets the same answer the next time.
    const isDone =
      status === 200 || (statements.length === 1 && (status === 400 || status === 409));
    if (isDone) this.statements.confirm(statements);
    return isDone ? 200 : status;
  }

  /** Asks for a statement. Returns the status of the answer; null if there was none. */
  private async look(statementId: string): Promise<number | null> {
    try {
      await within(this.xapi.getStatement({ statementId }));
      return 200;
    } catch (error) {
      return statusOf(error);
    }
  }

  /** (Requests of the library end with the page.) */
  private sendLeaving(method: 'PUT' | 'POST', resource: string, body: unknown): void {
    fetch(`${this.launch.endpoint.replace(/\/?$/, '/')}${resource}`, {
      method,
      keepalive: true,
      headers: {
        Authorization: `Basic ${this.statements.library.getAuthToken()}`,
        'Content-Type': 'application/json',
        'X-Experience-API-Version': '1.0.3',
      },
      body: JSON.stringify(body),
    }).catch(() => undefined);
  }

  private get sessionKey() {
    return `posenc.cmi5 ${this.launch.fetch}`;
  }

  private storedSession(): StoredSession | null {
    try {
      return JSON.parse(sessionStorage.getItem(this.sessionKey) ?? 'null') as StoredSession | null;
    } catch {
      return null;
    }
  }

  private keepSession(): void {
    const { library } = this.statements;
    const stored: StoredSession = {
      authToken: library.getAuthToken(),
      began: library.getInitializedDate().toISOString(),
      ended: this.hasEnded,
      data: this.data,
    };
    try {
      sessionStorage.setItem(this.sessionKey, JSON.stringify(stored));
    } catch {
      // Without it, the LMS refuses what follows a reload, and the page says so.
    }
  }
}
