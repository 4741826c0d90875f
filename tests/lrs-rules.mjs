// What the specification of cmi5 asks of the statements of a lesson, in its sections 7.1.3 and 9.
import { isDeepStrictEqual } from 'node:util';

/** @typedef {Record<string, any>} Json */
/** @typedef {import('./lrs.mjs').Session} Session */

const categories = 'https://w3id.org/xapi/cmi5/context/categories/';
const extensions = 'https://w3id.org/xapi/cmi5/context/extensions/';
const verbs = 'http://adlnet.gov/expapi/verbs/';
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const duration = /^P(?=.)(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** @param {Json} statement */
export const verbOf = (statement) => String(statement['verb']?.id).replace(verbs, '');

/** @param {Json} statement @param {string} name */
const hasCategory = (statement, name) =>
  (statement['context']?.contextActivities?.category ?? []).some(
    (/** @type {Json} */ { id }) => id === categories + name,
  );

export const isDefined = (/** @type {Json} */ statement) => hasCategory(statement, 'cmi5');

const sessionOf = (/** @type {Json} */ statement) =>
  statement['context']?.extensions?.[`${extensions}sessionid`];

/** The first sentence whose condition does not hold; '' if all do. @param {[boolean, string][]} rules */
const firstFault = (rules) => rules.find(([holds]) => !holds)?.[1] ?? '';

/** @param {Json} statement @param {Session} session */
function faultOfForm(statement, { actor, registration, launchData }) {
  const { context = {}, result = {}, object = {}, verb = {} } = statement;
  const template = launchData['contextTemplate'];
  const [publisher] = template.contextActivities.grouping;
  const { score } = result;
  return firstFault([
    [uuid.test(statement['id']), 'its id must be a UUID'],
    [isDeepStrictEqual(statement['actor'], actor), 'its actor must be that of the launch'],
    [/^https?:\/\//.test(verb.id), 'its verb must have an IRI'],
    [time.test(statement['timestamp']), 'its timestamp must be in UTC'],
    [context.registration === registration, 'its registration must be that of the launch'],
    [
      sessionOf(statement) === template.extensions[`${extensions}sessionid`],
      'its session must be that of the launch',
    ],
    [
      (context.contextActivities?.grouping ?? []).some((/** @type {Json} */ one) =>
        isDeepStrictEqual(one, publisher),
      ),
      'the activities of the context template must be in it',
    ],
    [URL.canParse(object.id ?? ''), 'its object must have an IRI'],
    [!score || (score.scaled >= 0 && score.scaled <= 1), 'its scaled score must be from 0 to 1'],
    [
      !score || [score.raw, score.min, score.max].every(Number.isInteger),
      'raw, min and max of its score must be whole numbers',
    ],
    [!('duration' in result) || duration.test(result.duration), 'its duration is not one'],
  ]);
}

/** @param {Json} statement @param {Session} session */
function faultOfResult(statement, { activityId, launchData }) {
  const { result = {}, context = {}, object = {} } = statement;
  const verb = verbOf(statement);
  const isVerdict = verb === 'passed' || verb === 'failed';
  const isJudged = isVerdict || verb === 'completed';
  const mastery = launchData['masteryScore'];
  const scaled = result.score?.scaled;
  const reached = mastery === undefined || scaled === undefined ? null : scaled >= mastery;
  return firstFault([
    [
      ['initialized', 'completed', 'passed', 'failed', 'terminated'].includes(verb),
      'a lesson may not use it in a defined statement',
    ],
    [object.id === activityId, 'its object must be the activity of the launch'],
    [hasCategory(statement, 'moveon') === isJudged, 'the category moveon is wrong'],
    [(result.completion === true) === (verb === 'completed'), 'its completion is wrong'],
    [result.success === (isVerdict ? verb === 'passed' : undefined), 'its success is wrong'],
    [isVerdict || !result.score, 'it must not have a score'],
    [verb === 'initialized' || typeof result.duration === 'string', 'it must have a duration'],
    [
      !isVerdict || context.extensions?.[`${extensions}masteryscore`] === mastery,
      'it must have the mastery score of the launch',
    ],
    [!isVerdict || reached === null || reached === (verb === 'passed'), 'its score says otherwise'],
    [
      launchData['launchMode'] === 'Normal' || !isJudged,
      `it must not be sent in the mode ${launchData['launchMode']}`,
    ],
  ]);
}

/** @param {Json} statement @param {Session} session @param {Json[]} earlier */
function faultOfOrder(statement, { registration, launchData }, earlier) {
  const id = launchData['contextTemplate'].extensions[`${extensions}sessionid`];
  const ofSession = earlier.filter((one) => sessionOf(one) === id);
  const ofRegistration = earlier.filter(
    (one) => isDefined(one) && one['context'].registration === registration,
  );
  const had = (/** @type {Json[]} */ statements, /** @type {string} */ verb) =>
    statements.some((one) => isDefined(one) && verbOf(one) === verb);
  const verb = verbOf(statement);
  const begun = ofSession.find((one) => verbOf(one) === 'initialized');
  const isFirst = isDefined(statement) && verb === 'initialized';
  const common = firstFault([
    [isFirst === !begun, 'initialized must be the first statement, and the only one'],
    [!had(ofSession, 'terminated'), 'the session has been terminated'],
    [!begun || statement['timestamp'] >= begun['timestamp'], 'it is older than its session'],
    [
      verb !== 'terminated' || ofSession.every((one) => one['timestamp'] <= statement['timestamp']),
      'terminated must be the newest statement',
    ],
  ]);
  if (common || !isDefined(statement)) return common;
  return firstFault([
    [!had(ofSession, verb), 'a session has it once'],
    [
      !(verb === 'passed' && had(ofSession, 'failed')) &&
        !(verb === 'failed' && had(ofSession, 'passed')),
      'a session is passed or failed',
    ],
    [
      !['completed', 'passed'].includes(verb) || !had(ofRegistration, verb),
      'a registration has it once',
    ],
    [verb !== 'failed' || !had(ofRegistration, 'passed'), 'nobody fails after passing'],
  ]);
}

/**
 * Why an LMS refuses a statement; '' if it takes it.
 * @param {Json} statement @param {Session} session @param {Json[]} earlier those that it has
 */
export function faultOf(statement, session, earlier) {
  const rest = isDefined(statement)
    ? faultOfResult(statement, session)
    : hasCategory(statement, 'moveon')
      ? 'only defined statements have the category moveon'
      : '';
  return faultOfForm(statement, session) || rest || faultOfOrder(statement, session, earlier);
}
