// The course structure of a cmi5 package: one course with one assignable unit.
import { createHash } from 'node:crypto';
import { element, xmlDocument } from './xml.mjs';

/** @typedef {import('./scorm.mjs').Course} Course */

/** An IRI that is the same for the same text. @param {string} text */
function iriOf(text) {
  const hex = createHash('sha256').update(text).digest('hex');
  // As a UUID of version 8, whose other bits are free.
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
  ];
  return `urn:uuid:${[...parts, hex.slice(20, 32)].join('-')}`;
}

/** @param {string} name @param {string} text */
const inEnglish = (name, text) =>
  element(name, {}, [element('langstring', { lang: 'en-US' }, text)]);

/** What a learner needs before the system counts the lesson as done. @param {Course['set']} set */
function moveOn({ completion, mastery }) {
  if (completion.rule === 'score') return 'Passed';
  return mastery === null ? 'Completed' : 'CompletedAndPassed';
}

/** @param {Course & {description: string}} course */
export function cmi5Structure({ id, title, description, launch, set }) {
  const texts = [inEnglish('title', title), inEnglish('description', description)];
  const unit = {
    id: iriOf(`${id} unit`),
    launchMethod: 'AnyWindow',
    moveOn: moveOn(set),
    ...(set.mastery === null ? {} : { masteryScore: String(set.mastery / 100) }),
    activityType: 'http://adlnet.gov/expapi/activities/lesson',
  };
  return xmlDocument(
    element(
      'courseStructure',
      { xmlns: 'https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd' },
      [
        element('course', { id: iriOf(id) }, texts),
        element('au', unit, [...texts, element('url', {}, launch)]),
      ],
    ),
  );
}
