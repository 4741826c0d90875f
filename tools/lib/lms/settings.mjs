// Checks what a package for a learning management system should contain, before anything is built.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root } from '../paths.mjs';
import { Stop } from '../run.mjs';

/** @typedef {import('./options.mjs').Options} Options */
/** @typedef {import('./options.mjs').Given} Given */

/** @typedef {import('../../../web/src/lms/config.ts').Standard} Standard */

/** What all packages of a build have in common. @typedef {Omit<import('../../../web/src/lms/config.ts').LmsConfig, 'standard'>} CourseSet */

/** @typedef {{title: string, sections: {slug: string, title: string}[]}} Lesson */

/** @returns {Lesson} */
export const readLesson = () =>
  JSON.parse(readFileSync(join(root, 'web/lesson/lesson.json'), 'utf8'));

const quoted = (/** @type {string} */ text) =>
  JSON.stringify(text.length > 40 ? `${text.slice(0, 40)} …` : text);

/**
 * The parts of a list, each one of those that are known.
 * @template {string} T
 * @param {Given} given @param {readonly T[]} known @param {string} kind @returns {T[]}
 */
function listed({ text, label }, known, kind) {
  const parts = text.split(',').map((part) => part.trim());
  for (const [at, part] of parts.entries()) {
    if (!known.includes(/** @type {T} */ (part))) {
      throw new Stop(`${label}: there is no ${kind} ${quoted(part)}; expected ${known.join(', ')}`);
    }
    if (parts.indexOf(part) !== at) throw new Stop(`${label}: ${part} is listed twice`);
  }
  return /** @type {T[]} */ (parts);
}

/** @param {Given | undefined} given @param {PageCode} page @returns {number | null} */
function masteryOf(given, { isMastery, leastMastery }) {
  if (!given) return null;
  const percent = /^\d{1,3}$/.test(given.text) ? Number(given.text) : NaN;
  if (isMastery(percent)) return percent;
  const expected = `must be a whole number from ${leastMastery} to 100, in percent`;
  throw new Stop(`${given.label} ${expected}, but is ${quoted(given.text)}`);
}

/** @param {Given | undefined} given @param {typeof import('../../../web/src/lms/config.ts').completionRules} rules */
function completionOf(given, rules) {
  const rule = rules.find((one) => one === (given?.text ?? 'read'));
  if (rule) return rule;
  throw new Stop(
    `${given?.label} must be ${rules.join(' or ')} but is ${quoted(given?.text ?? '')}`,
  );
}

/** @param {Given | undefined} given @param {number} longest */
function nameOf(given, longest) {
  const name = given?.text.trim() ?? '';
  if (name.length > longest) {
    throw new Stop(
      `${given?.label} must have at most ${longest} characters but has ${name.length}`,
    );
  }
  // XML cannot contain them, not even escaped.
  if (/[\p{Cc}\p{Cs}\ufffe\uffff]/u.test(name)) {
    throw new Stop(`${given?.label} must have no control characters but is ${quoted(name)}`);
  }
  return name;
}

/** @param {Given | undefined} given @returns {number | 'learner'} */
function seedOf(given) {
  if (!given || given.text === 'learner') return given ? 'learner' : 0;
  if (/^\d{1,16}$/.test(given.text)) return Number(given.text);
  throw new Stop(`${given.label} must be a whole number or learner but is ${quoted(given.text)}`);
}

/**
 * @typedef {typeof import('../../../web/src/exercises/assignment.ts')
 *   & typeof import('../../../web/src/exercises/catalogue.ts')
 *   & typeof import('../../../web/src/lms/config.ts')} PageCode
 */

async function importPage() {
  const files = ['exercises/assignment.ts', 'exercises/catalogue.ts', 'lms/config.ts'];
  const before = { ...process.env };
  const loaded = files.map((file) =>
    runnerImport(join(root, 'web/src', file), { logLevel: 'error' }),
  );
  const modules = (await Promise.all(loaded)).map(({ module }) => module);
  // Vite sets NODE_ENV to "development", with which what is built next would have the development version of Lit.
  process.env = before;
  return Object.assign({}, ...modules);
}

/** @type {Promise<PageCode> | undefined} */
let page;

/** What the page's own code knows about exercises, classes and packages. */
const loadPage = () => (page ??= importPage());

/**
 * The exercises with their seeds. The page's own reader of links for a class checks them.
 * @param {Options} options @param {PageCode} page
 */
function exercisesOf({ exercises: given, seed }, { assignmentIn, hasVariants }) {
  const common = seedOf(seed);
  if (!given) {
    if (seed) throw new Stop(`${seed.label} needs --exercises, whose seed it is`);
    return [];
  }
  const parts = given.text.split(',').map((part) => {
    const [id = '', ...seeds] = part.trim().split(':');
    return { id, seed: seeds.length ? seeds.join(':') : hasVariants(id) ? common : 0 };
  });
  // (Any seed stands for those that are known only when a learner comes.)
  const set = parts.map(({ id, seed }) => `${id}:${seed === 'learner' ? 1 : seed}`).join(',');
  const read = assignmentIn(`?${new URLSearchParams({ set })}`);
  if (!read || 'fault' in read) throw new Stop(`${given.label}: ${read?.fault}`);
  return read.set.map(({ id, seed }, at) =>
    parts[at]?.seed === 'learner' ? { id, seed: /** @type {const} */ ('learner') } : { id, seed },
  );
}

/**
 * @param {Options} options
 * @returns {Promise<{standards: readonly Standard[], set: CourseSet}>}
 */
export async function checkedSettings(options) {
  const known = readLesson().sections.map(({ slug }) => slug);
  const page = await loadPage();
  const name = nameOf(options.name, page.maxNameLength);
  const mastery = masteryOf(options.mastery, page);
  const rule = completionOf(options.completion, page.completionRules);
  const chosen = {
    standards: options.standard
      ? listed(options.standard, page.standards, 'standard')
      : page.standards,
    sections: options.sections ? listed(options.sections, known, 'section') : known,
    exercises: exercisesOf(options, page),
  };
  const { standards, sections, exercises } = chosen;
  if (mastery !== null && exercises.length === 0) {
    throw new Stop(`${options.mastery?.label} needs --exercises, which give the score`);
  }
  const set = { name, sections, exercises, completion: { rule }, mastery };
  const read = page.lmsConfigFrom(JSON.stringify({ standard: standards[0], ...set }), known);
  if ('fault' in read) throw new Stop(read.fault);
  return { standards, set };
}
