// What students do in a SCORM activity in Moodle, and what each of them expects to find in the gradebook.
import { isDeepStrictEqual } from 'node:util';
import { findsPeak, onPage, other, peak, similarities } from './course.mjs';
import { Student } from './moodle-student.mjs';

/** @typedef {{grade: number | null, attempts: Record<string, string>[]}} Kept what Moodle has of a student */
/** @typedef {(browser: import('playwright-core').Browser, at: {address: string, activity: number}) => Promise<unknown>} Visit */

/** The value of an element in either version. @param {Record<string, string>} attempt @param {string} name @param {string} name2004 */
const valueOf = (attempt, name, name2004) =>
  attempt[`cmi.core.${name}`] ?? attempt[`cmi.${name2004}`];

/** @param {Record<string, string> | undefined} attempt */
function standingOf(attempt = {}) {
  const status = valueOf(attempt, 'lesson_status', 'completion_status');
  const success = attempt['cmi.success_status'];
  const ids = Object.entries(attempt)
    .filter(([element]) => /^cmi\.interactions[._]\d+\.id$/.test(element))
    .sort(([one], [other]) => Number(/\d+/.exec(one)) - Number(/\d+/.exec(other)))
    .map(([, id]) => id);
  return {
    status: success && success !== 'unknown' ? success : status,
    score: valueOf(attempt, 'score.raw', 'score.raw') ?? '',
    columns: ids,
  };
}

/**
 * By student: what they do, the grade, and how each attempt stands.
 * @type {Record<string, {does: string, visit: Visit, grade: number | null, standing: [status: string, score: string][]}>}
 */
export const visits = {
  ada: {
    does: 'opens and leaves',
    grade: null,
    standing: [['incomplete', '']],
    async visit(browser, { address, activity }) {
      const student = await Student.login(browser, address, 'ada');
      const attempt = await student.enter(activity);
      await attempt.saved();
      await attempt.leave();
    },
  },
  bob: {
    does: 'answers one exercise, leaves, and does the rest in another browser',
    grade: 100,
    standing: [['passed', '100']],
    async visit(browser, { address, activity }) {
      const first = await Student.login(browser, address, 'bob');
      const attempt = await first.enter(activity);
      await attempt.check(onPage, 'dft-peak', peak);
      await attempt.says('score 50 %');
      await attempt.leave();
      await first.close();
      const second = await Student.login(browser, address, 'bob');
      const rest = await second.enter(activity);
      await rest.saved();
      await findsPeak(rest);
      await rest.check(other, 'similarities', similarities);
      await rest.read(onPage);
      await rest.says('passed');
      await rest.leave();
    },
  },
  eve: {
    does: 'hands in too little, sees that the attempt is closed, answers all the same, and passes in a new attempt',
    grade: 100,
    standing: [
      ['failed', '50'],
      ['passed', '100'],
    ],
    async visit(browser, { address, activity }) {
      const student = await Student.login(browser, address, 'eve');
      const attempt = await student.enter(activity);
      await attempt.check(onPage, 'dft-peak', peak);
      await attempt.read(onPage);
      await attempt.finish();
      await attempt.says('not passed');
      await attempt.saved();
      await attempt.leave();
      const closed = await student.enter(activity);
      const sentence = await closed.closed();
      if (!sentence.startsWith('This attempt is closed')) throw new Error(`it says “${sentence}”`);
      await closed.check(other, 'similarities', similarities);
      await closed.leave();
      const again = await student.enter(activity, { isNew: true });
      await again.wrapper.getByRole('button', { name: 'Take them over' }).click();
      await again.says('passed');
      await again.saved();
      await again.leave();
    },
  },
  dan: {
    does: 'answers in two tabs, and leaves both',
    grade: 100,
    standing: [['incomplete', '100']],
    async visit(browser, { address, activity }) {
      const student = await Student.login(browser, address, 'dan');
      const one = await student.enter(activity);
      const two = await student.enter(activity, { inNewTab: true });
      await two.check(other, 'similarities', similarities);
      await one.says('score 50 %');
      await one.check(onPage, 'dft-peak', peak);
      await two.says('score 100 %');
      await one.leave();
      await two.leave();
    },
  },
  kim: {
    does: 'answers an exercise, and closes the tab 0.3 s after the check',
    grade: 50,
    standing: [['incomplete', '50']],
    async visit(browser, { address, activity }) {
      const student = await Student.login(browser, address, 'kim');
      const attempt = await student.enter(activity);
      await attempt.checkAndClose(onPage, 'dft-peak', peak, 0.3);
    },
  },
};

/** The columns of the items that were answered: the same for every student. @type {string[]} */
const columns = [...Object.keys(peak), ...Object.keys(similarities)];

/**
 * What is not as the students expect. @param {Record<string, Kept>} kept @param {Record<string, string>} failures by student
 * @returns {string[]}
 */
export const faultsOf = (kept, failures) =>
  Object.entries(visits).flatMap(([name, { does, grade, standing }]) => {
    const { grade: found = null, attempts = [] } = kept[name] ?? {};
    const standings = attempts.map((attempt) => standingOf(attempt));
    const stood = standings.map(({ status, score }) => [status, score]);
    const isAsked = (/** @type {string[]} */ ids) =>
      ids.every((id, n) => id.endsWith(`/${(columns[n] ?? '').replace(/[^\w.-]/g, '_')}`));
    return [
      ...(failures[name] ? [failures[name]] : []),
      ...(found === grade ? [] : [`the grade is ${found}, not ${grade}`]),
      ...(isDeepStrictEqual(stood, standing) ? [] : [`the attempts are ${JSON.stringify(stood)}`]),
      ...(standings.every((one) => isAsked(one.columns)) ? [] : ['an answer is in another column']),
    ].map((fault) => `who ${does}: ${fault}`);
  });
