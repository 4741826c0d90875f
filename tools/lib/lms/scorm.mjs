// The manifests of SCORM packages. Both standards say what one launches, its title, the score to pass, and all files.
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
  const names = { organization: `${id}-organization`, item: `${id}-item`, sco: `${id}-lesson` };
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
    item:
      course.set.mastery === null
        ? []
        : [element('adlcp:masteryscore', {}, String(course.set.mastery))],
    scoAttribute: 'adlcp:scormtype',
  });

/** The lesson itself reports whether it is completed and passed. @param {CourseSet} set */
function sequencing({ mastery }) {
  const measure =
    mastery === null ? [] : [element('imsss:minNormalizedMeasure', {}, String(mastery / 100))];
  const byMeasure = String(mastery !== null);
  return element('imsss:sequencing', {}, [
    element('imsss:objectives', {}, [
      element(
        'imsss:primaryObjective',
        { objectiveID: 'score', satisfiedByMeasure: byMeasure },
        measure,
      ),
    ]),
    element('imsss:deliveryControls', {
      tracked: 'true',
      completionSetByContent: 'true',
      objectiveSetByContent: 'true',
    }),
    // Leaving before the end is not failing.
    element('adlseq:rollupConsiderations', { measureSatisfactionIfActive: 'false' }),
  ]);
}

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
    item: [
      element('adlcp:completionThreshold', {
        // (By the other rule, a score completes the lesson, however much was read.)
        completedByMeasure: String(course.set.completion.rule === 'read'),
        minProgressMeasure: '1.0',
      }),
      sequencing(course.set),
    ],
    scoAttribute: 'adlcp:scormType',
  });
