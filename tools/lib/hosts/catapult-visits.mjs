// What learners do in the lesson when CATAPULT's player launches it, and what each of them expects the player to know then.
import { isDeepStrictEqual } from 'node:util';
import { Attempt } from './attempt.mjs';
import { findsPeak, onPage, other, peak, similarities } from './course.mjs';

/** @typedef {import('playwright-core').Browser} Browser */
/** @typedef {import('playwright-core').BrowserContext} BrowserContext */
/** @typedef {import('./listener.mjs').Refusal} Refusal */
/** @typedef {import('./record-store.mjs').Statement} Statement */

/**
 * @typedef {object} Tenant of the player
 * @property {(path: string) => Promise<any>} get
 * @property {(path: string, value: unknown) => Promise<any>} post
 */

/** @typedef {{browser: Browser, tenant: Tenant, address: string, course: number}} At `course`: its number in the player */

const homePage = 'https://lms.example';

/** Someone who takes the course, as the system that uses the player knows them. */
class Learner {
  /** Once the player has given them one. */
  registration = '';

  /** @param {At} at @param {string} name */
  constructor(at, name) {
    this.at = at;
    this.name = name;
  }

  openBrowser() {
    return this.at.browser.newContext({ viewport: { width: 1280, height: 900 } });
  }

  /** Asks the player for a launch, and goes to the address that it gives. @param {BrowserContext} [context] */
  async launch(context) {
    const { address, tenant, course } = this.at;
    const home = `${address}/documentation`;
    const { url } = await tenant.post(`course/${course}/launch-url/0`, {
      actor: { objectType: 'Agent', name: this.name, account: { homePage, name: this.name } },
      ...(this.registration ? { reg: this.registration } : {}),
      returnUrl: home,
    });
    this.registration = new URL(url).searchParams.get('registration') ?? '';
    const page = await (context ?? (await this.openBrowser())).newPage();
    await page.goto(url);
    const attempt = new Attempt(page, page, home);
    await attempt.begun();
    return attempt;
  }
}

/**
 * By learner: what they do; by session, the defined statements, those of the player included; the scores; the items of
 * which an answer has arrived; and whether the registration is satisfied.
 * @type {Record<string, {does: string, visit: (at: At) => Promise<unknown>, sessions: string[], scores: number[],
 *   answered: string[], satisfied: boolean}>}
 */
export const visits = {
  ada: {
    does: 'opens and leaves',
    sessions: ['launched initialized terminated'],
    scores: [],
    answered: [],
    satisfied: false,
    async visit(at) {
      const attempt = await new Learner(at, 'ada').launch();
      await attempt.saved();
      await attempt.leave();
    },
  },
  bob: {
    does: 'answers one exercise, leaves, and does the rest in another browser',
    sessions: [
      'launched initialized terminated',
      'launched initialized completed passed satisfied terminated',
    ],
    scores: [1],
    answered: [...Object.keys(peak), ...Object.keys(similarities)].sort(),
    satisfied: true,
    async visit(at) {
      const learner = new Learner(at, 'bob');
      const attempt = await learner.launch();
      await attempt.check(onPage, 'dft-peak', peak);
      await attempt.says('score 50 %');
      await attempt.leave();
      const rest = await learner.launch();
      await rest.saved();
      await findsPeak(rest);
      await rest.check(other, 'similarities', similarities);
      await rest.read(onPage);
      await rest.says('passed');
      await rest.saved();
      await rest.leave();
    },
  },
  eve: {
    does: 'hands in too little, and passes in a new session',
    sessions: [
      'launched initialized completed failed terminated',
      'launched initialized passed satisfied terminated',
    ],
    scores: [0.5, 1],
    answered: [...Object.keys(peak), ...Object.keys(similarities)].sort(),
    satisfied: true,
    async visit(at) {
      const learner = new Learner(at, 'eve');
      const attempt = await learner.launch();
      await attempt.check(onPage, 'dft-peak', peak);
      await attempt.read(onPage);
      await attempt.finish();
      await attempt.says('not passed');
      await attempt.saved();
      await attempt.leave();
      const again = await learner.launch();
      await again.saved();
      await findsPeak(again);
      await again.check(other, 'similarities', similarities);
      await again.says('passed');
      await again.saved();
      await again.leave();
    },
  },
  dan: {
    does: 'answers in two tabs, and leaves both',
    sessions: ['launched initialized abandoned', 'launched initialized terminated'],
    scores: [],
    answered: [...Object.keys(peak), ...Object.keys(similarities)].sort(),
    satisfied: false,
    async visit(at) {
      const learner = new Learner(at, 'dan');
      const context = await learner.openBrowser();
      const one = await learner.launch(context);
      await one.saved();
      const two = await learner.launch(context);
      await two.check(other, 'similarities', similarities);
      await one.says('score 50 %');
      await one.check(onPage, 'dft-peak', peak);
      await one.wrapper.locator('#lms-connection', { hasText: 'has ended this visit' }).waitFor();
      await two.says('score 100 %');
      await two.saved();
      await one.leave();
      await two.leave();
    },
  },
  lea: {
    does: 'answers, loads the page again, answers the rest, and comes back',
    sessions: ['launched initialized terminated', 'launched initialized terminated'],
    scores: [],
    answered: [...Object.keys(peak), ...Object.keys(similarities)].sort(),
    satisfied: false,
    async visit(at) {
      const learner = new Learner(at, 'lea');
      const context = await learner.openBrowser();
      const attempt = await learner.launch(context);
      await attempt.check(onPage, 'dft-peak', peak);
      await attempt.says('score 50 %');
      await attempt.saved();
      await attempt.page.reload();
      await attempt.wrapper.locator('#lms-connection', { hasText: 'has ended' }).waitFor();
      await findsPeak(attempt);
      await attempt.check(other, 'similarities', similarities);
      const again = await learner.launch(context);
      await again.saved();
      await findsPeak(again);
      await again.says('score 100 %');
      await again.saved();
      await again.leave();
    },
  },
  kim: {
    does: 'answers an exercise, and closes the tab 0.3 s after the check',
    sessions: ['launched initialized terminated'],
    scores: [],
    answered: Object.keys(peak).sort(),
    satisfied: false,
    async visit(at) {
      const attempt = await new Learner(at, 'kim').launch();
      await attempt.checkAndClose(onPage, 'dft-peak', peak, 0.3);
    },
  },
};

const extensions = 'https://w3id.org/xapi/cmi5/context/extensions/';
const cmi5 = 'https://w3id.org/xapi/cmi5/context/categories/cmi5';

/** @param {Statement} statement */
const isDefined = ({ context }) =>
  (context.contextActivities?.category ?? []).some(
    (/** @type {{id: string}} */ { id }) => id === cmi5,
  );

const verbOf = (/** @type {Statement} */ { verb }) => String(verb.id).replace(/.*\//, '');

const itemOf = (/** @type {string} */ id) => decodeURIComponent(id.replace(/.*\/question\//, ''));

/** What the record store has of a learner. @param {Statement[]} statements */
function standingOf(statements) {
  /** @type {Map<string, string[]>} */
  const sessions = new Map();
  for (const one of statements.filter(isDefined)) {
    const id = one['context'].extensions[`${extensions}sessionid`];
    const verbs = sessions.get(id) ?? [];
    sessions.set(id, [...verbs, verbOf(one)]);
  }
  const answers = statements.filter((one) => verbOf(one) === 'answered');
  return {
    sessions: [...sessions.values()].map((verbs) => verbs.join(' ')),
    scores: statements.flatMap(({ result }) => (result?.score ? [result.score.scaled] : [])),
    answered: answers.map(({ object }) => itemOf(object.id)).sort(),
  };
}

/** The player refuses a session that it has abandoned for another launch, and does not call that a fault of the lesson. */
const isOfAbandoned = (/** @type {Refusal} */ { body }) => body.includes('Session abandoned');
/** A page that was loaded again asks whether its session goes on. */
const isAsked = (/** @type {Refusal} */ { method, body }) =>
  method === 'GET' && body.includes('Session terminated');
/** Of what may not be there yet. */
const isEmpty = (/** @type {Refusal} */ { method, status }) => method === 'GET' && status === 404;

/**
 * What is not as a learner expects.
 * @param {string} name @param {{tenant: Tenant, statements: Statement[], refusals: Refusal[]}} found @returns {Promise<string[]>}
 */
export async function faultsOf(name, { tenant, statements, refusals }) {
  const expected = visits[name];
  const own = statements.filter(({ actor }) => actor.account.name === name);
  const registration = own[0]?.['context'].registration;
  if (!expected || !registration) return ['nothing was launched'];
  const { metadata } = await tenant.get(`registration/${registration}`);
  const { satisfied } = metadata.moveOn;
  const standing = { ...standingOf(own), satisfied };
  const wrong = /** @type {const} */ (['sessions', 'scores', 'answered', 'satisfied']).filter(
    (one) => !isDeepStrictEqual(standing[one], expected[one]),
  );
  const refused = refusals.filter(
    (one) => ![isOfAbandoned, isAsked, isEmpty].some((is) => is(one)),
  );
  return [
    ...wrong.map((one) => `${one}: ${JSON.stringify(standing[one])}`),
    ...refused.map(
      (one) => `refused: ${one.method} ${one.path.slice(0, 40)} ${one.status} ${one.body}`,
    ),
  ];
}
