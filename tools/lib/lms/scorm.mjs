// The manifests of SCORM packages: what one launches, its title, and all files. They name no score to pass, which the page
// reads from lms.json: with one, many systems end the attempt at the first exit (Moodle 4.5: “Mastery score overrides
// status”).
import { element, xmlDocument } from './xml.mjs';

/** @typedef {import('./settings.mjs').CourseSet} CourseSet */
/** @typedef {import('./xml.mjs').XmlElement} XmlElement */

/**
 * @typedef {object} Course what a manifest is about
 * @property {string} id the same for the same set
 * @property {string} title
 * @property {string} launch the page that the system opens
 * @property {readonly string[]} files all, as paths in the package
 * @property {CourseSet} set
 */

const schemaInstance = 'http://www.w3.org/2001/XMLSchema-instance';

/** @param {Record<string, string>} files by namespace */
const schemaLocation = (files) =>
  Object.entries(files)
    .map(([namespace, file]) => `${namespace} ${file}`)
    .join(' ');

/** @param {string} path */
const asAddress = (path) => path.split('/').map(encodeURIComponent).join('/');

/**
 * The order of their elements is the same.
 * @param {Course} course
 * @param {object} parts
 * @param {Record<string, string>} parts.namespaces
 * @param {string} parts.version
 * @param {Record<string, string>} parts.organization attributes
 * @param {XmlElement[]} parts.item what the standard adds to the item
 * @param {string} parts.scoAttribute
 */
function manifest({ id, title, launch, files }, parts) {
  // The same in every package: Moodle keeps attempts when one with the same names replaces another.
  const names = { organization: 'posenc-organization', item: 'posenc-item', sco: 'posenc-lesson' };
  const heading = element('title', {}, title);
  return xmlDocument(
    element('manifest', { identifier: id, version: '1', ...parts.namespaces }, [
      element('metadata', {}, [
        element('schema', {}, 'ADL SCORM'),
        element('schemaversion', {}, parts.version),
      ]),
      element('organizations', { default: names.organization }, [
        element('organization', { identifier: names.organization, ...parts.organization }, [
          heading,
          element('item', { identifier: names.item, identifierref: names.sco }, [
            heading,
            ...parts.item,
          ]),
        ]),
      ]),
      element('resources', {}, [
        element(
          'resource',
          {
            identifier: names.sco,
            type: 'webcontent',
            [parts.scoAttribute]: 'sco',
            href: asAddress(launch),
          },
          files.map((file) => element('file', { href: asAddress(file) })),
        ),
      ]),
    ]),
  );
}

/** @param {Course} course */
export const scorm12Manifest = (course) =>
  manifest(course, {
    namespaces: {
      xmlns: 'http://www.imsproject.org/xsd/imscp_rootv1p1p2',
      'xmlns:adlcp': 'http://www.adlnet.org/xsd/adlcp_rootv1p2',
      'xmlns:xsi': schemaInstance,
      'xsi:schemaLocation': schemaLocation({
        'http://www.imsproject.org/xsd/imscp_rootv1p1p2': 'imscp_rootv1p1p2.xsd',
        'http://www.adlnet.org/xsd/adlcp_rootv1p2': 'adlcp_rootv1p2.xsd',
      }),
    },
    version: '1.2',
    organization: {},
    item: [],
    scoAttribute: 'adlcp:scormtype',
  });

/** The lesson itself reports whether it is completed and passed. (With an objective, Moodle 4.5 asks for a score of 1.) */
const sequencing = () =>
  element('imsss:sequencing', {}, [
    element('imsss:deliveryControls', {
      tracked: 'true',
      completionSetByContent: 'true',
      objectiveSetByContent: 'true',
    }),
  ]);

/** @param {Course} course */
export const scorm2004Manifest = (course) =>
  manifest(course, {
    namespaces: {
      xmlns: 'http://www.imsglobal.org/xsd/imscp_v1p1',
      'xmlns:adlcp': 'http://www.adlnet.org/xsd/adlcp_v1p3',
      'xmlns:adlseq': 'http://www.adlnet.org/xsd/adlseq_v1p3',
      'xmlns:imsss': 'http://www.imsglobal.org/xsd/imsss',
      'xmlns:xsi': schemaInstance,
      'xsi:schemaLocation': schemaLocation({
        'http://www.imsglobal.org/xsd/imscp_v1p1': 'imscp_v1p1.xsd',
        'http://www.adlnet.org/xsd/adlcp_v1p3': 'adlcp_v1p3.xsd',
        'http://www.adlnet.org/xsd/adlseq_v1p3': 'adlseq_v1p3.xsd',
        'http://www.imsglobal.org/xsd/imsss': 'imsss_v1p0.xsd',
      }),
    },
    version: '2004 4th Edition',
    organization: { 'adlseq:objectivesGlobalToSystem': 'false' },
    item: [sequencing()],
    scoAttribute: 'adlcp:scormType',
  });
