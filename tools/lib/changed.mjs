// Which tests a change can fail: what differs from main, by the parts of npm test.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { filesOfElements } from './elements.mjs';
import { readSources, usesIn } from './uses.mjs';
import { root } from './paths.mjs';
import { run, Stop } from './run.mjs';

/**
 * What a change can fail. In the browser: files of tests, what holds of every page for some pages, or those tests of all
 * files that are tagged @smoke.
 * @typedef {{parts: Set<string>, browser: {files: Set<string>, pages: Set<string>, smoke: boolean}}} Affected
 */

const everything = ['tools', 'lint', 'native', 'sanitize', 'fuzz', 'wasm', 'browser', 'engines'];

/** By the first pattern that a file matches; everything where none does. @type {[RegExp, string[]][]} */
const partsByFile = [
  [/(^|\/)CMakeLists\.txt$/, everything],
  [
    /^(README\.md|web\/src\/core\/README\.md|tools\/readme-picture\.mjs|\.github\/posenc\.svg)$/,
    ['tools', 'lint', 'native', 'wasm'],
  ],
  [/^cpp\/(cli\/)?README\.md$/, ['tools', 'lint', 'native']],
  [/README\.md$|^\.github\//, ['tools', 'lint']],
  [/^web\/lesson\/code\//, ['tools', 'lint', 'native', 'browser']],
  [/^cpp\/(src|include)\//, ['tools', 'lint', 'native', 'sanitize', 'wasm', 'browser']],
  [/^cpp\/(cli|bench)\//, ['lint', 'native', 'sanitize', 'wasm']],
  [/^cpp\/wasm\//, ['tools', 'lint', 'wasm', 'browser']],
  [/^tests\/native\//, ['lint', 'native', 'sanitize', 'wasm']],
  [/^tests\/reference\//, ['native', 'wasm']],
  [/^tests\/fuzz\//, ['lint', 'native', 'fuzz']],
  [/^tests\/(tools|web)\//, ['lint', 'tools']],
  [/^tests\/cli\//, ['lint', 'native']],
  [/^tests\/wasm\//, ['lint', 'wasm']],
  [/^tests\/browser\//, ['lint', 'browser']],
  [/^tests\/engines\//, ['lint', 'wasm', 'engines']],
  [/^web\/src\/core\//, ['tools', 'lint', 'wasm', 'browser']],
  [/^web\//, ['tools', 'lint', 'browser']],
  [/^tools\/lib\/(python|unpacked)\.mjs$/, ['tools', 'lint', 'native', 'browser']],
  [/^tools\//, ['tools', 'lint', 'browser']],
];

/** More elements than this share a file that everything is made of. */
const few = 4;

/** The tags of the elements that a file of the page is a part of. @param {string} file @param {Map<string, string[]>} uses */
function elementsWith(file, uses) {
  const reaches = (/** @type {string} */ from, seen = new Set([from])) => {
    for (const used of uses.get(from) ?? []) {
      if (seen.has(used)) continue;
      seen.add(used);
      reaches(used, seen);
    }
    return seen.has(file);
  };
  return [...filesOfElements()].filter(([, path]) => reaches(path)).map(([tag]) => tag);
}

/** The files in a folder that name any of some words. @param {string} folder @param {string} ending @param {string[]} words */
const naming = (folder, ending, words) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(ending))
    .filter((name) => {
      const text = readFileSync(join(root, folder, name), 'utf8');
      return words.some((word) => text.includes(word));
    });

/** Its tests are chosen by page. */
const everyPage = 'every-page.test.mjs';

/** @param {string[]} words */
const browserTestsNaming = (words) =>
  naming('tests/browser', '.test.mjs', words).filter((name) => name !== everyPage);

/** @param {string} file */
const pageOf = (file) => file.replace(/^(?:.*\/)?(?:\d+-)?(.+)\.md$/, '$1.html');

/** What in a browser shows a change of one file. @param {string} file @param {Map<string, string[]>} uses */
function shownBy(file, uses) {
  if (/^tests\/browser\/.*\.test\.mjs$/.test(file)) {
    return { files: [file.replace('tests/browser/', '')], pages: [] };
  }
  if (/^web\/lesson\/.+\.md$/.test(file)) {
    const page = pageOf(file);
    return { files: browserTestsNaming([page]), pages: [page] };
  }
  if (/^web\/lesson\/code\/.+\.py$/.test(file)) {
    const name = basename(file);
    const path = file.replace('web/lesson/code/', '');
    const pages = naming('web/lesson', '.md', [`file="${name}"`, `file="${path}"`]).map(pageOf);
    return { files: browserTestsNaming([name, 'posenc-listing']), pages };
  }
  const tags = file.startsWith('web/src/') ? elementsWith(file, uses) : [];
  if (tags.length === 0 || tags.length > few) return { files: [], pages: [] };
  const pages = naming(
    'web/lesson',
    '.md',
    tags.map((tag) => `<${tag}`),
  ).map(pageOf);
  return { files: browserTestsNaming(tags), pages };
}

/**
 * @param {string[]} files that have changed
 * @param {Map<string, string[]>} uses what each source uses
 * @returns {Affected}
 */
export function affectedBy(files, uses) {
  /** @type {Affected} */
  const affected = {
    parts: new Set(),
    browser: { files: new Set(), pages: new Set(), smoke: false },
  };
  for (const file of files) {
    const parts = partsByFile.find(([pattern]) => pattern.test(file))?.[1] ?? everything;
    for (const part of parts) affected.parts.add(part);
    if (!parts.includes('browser')) continue;
    affected.browser.smoke = true;
    const { files, pages } = shownBy(file, uses);
    for (const one of files) affected.browser.files.add(one);
    for (const one of pages) affected.browser.pages.add(one);
  }
  return affected;
}

/** The files that differ from main, committed or not. */
export async function changedFiles() {
  const git = (/** @type {string[]} */ ...args) => run('git', args, { cwd: root });
  let main = '';
  for (const name of ['origin/main', 'main']) {
    main ||= await git('merge-base', 'HEAD', name).catch(() => '');
  }
  if (!main) throw new Stop('there is no branch main to compare with');
  const changed = await git('diff', '--name-only', main.trim());
  const added = await git('ls-files', '--others', '--exclude-standard');
  return [...new Set([...changed.split('\n'), ...added.split('\n')])].filter(Boolean);
}

/** @returns {Promise<Affected & {files: string[]}>} */
export async function affectedByChange() {
  const files = await changedFiles();
  if (files.length === 0) throw new Stop('nothing differs from main');
  return { files, ...affectedBy(files, usesIn(await readSources(root))) };
}
