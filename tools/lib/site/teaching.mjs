// The parts of the page for instructors that are made when the site is built: plans whose times add up, the learning
// goals of every section with what checks them, and misconceptions with the core's verdict on an answer that shows one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { loadExercises } from './core.mjs';
import { slug, slugOf } from './markdown.mjs';
import { fromPage } from './once.mjs';
import { minutesOf } from './reading-time.mjs';

/**
 * @typedef {import('../../../build/package/node.js').ClaimsApi} ClaimsCore
 * @typedef {{exercises?: string[], quiz?: string[], claims?: number[], mistakes?: string[]}} Checks by their names
 * @typedef {{exercise: string, item: string, answer: string, slip: string}} Try an answer to the lesson's own version of
 *   an exercise, and the slip that the core must name
 * @typedef {{says: string, so: string, try?: Try} & Checks} Misconception
 * @typedef {{goals: Record<string, ({id?: string, goal: string} & Checks)[]>, misconceptions: Misconception[]}} Teaching
 *   `id`: as exercises name it that check the goal
 * @typedef {{title: string, number: number | null, minutes: number | null}} Named
 * @typedef {{text: string, title: string, href: string}} Link
 * @typedef {{reasonFor: (tried: Try) => string, words: (tried: Try) => string | undefined, nameOf: (tried: Try) => string}} Grading
 *   the slip that an answer shows, the words for a slip, and the name of a question
 * @typedef {Record<keyof Checks, (name: string) => Link | undefined>} Finder
 */

const lesson = join(root, 'web/lesson');

/** teaching.json, and with each goal the exercises that check it. @returns {Promise<Teaching>} */
export async function readTeaching() {
  /** @type {Teaching} */
  const teaching = JSON.parse(readFileSync(join(lesson, 'teaching.json'), 'utf8'));
  /** @type {typeof import('../../../web/src/exercises/catalogue.ts')} */
  const { catalogue } = await fromPage('exercises/catalogue.ts');
  const goals = Object.values(teaching.goals).flat();
  for (const { id, goal } of catalogue) {
    const checked = goals.find((one) => one.id === goal);
    if (!checked) throw new Error(`teaching.json has no goal "${goal}", which ${id} checks`);
    (checked.exercises ??= []).push(id);
  }
  return teaching;
}

/** The questions of the quiz and of the sections, by id. @returns {Map<string, {title: string, page: string}>} */
function questionsById() {
  const sections = readdirSync(lesson).filter((file) => /^\d/.test(file));
  return new Map(
    sections.flatMap((file) => {
      const text = readFileSync(join(lesson, file), 'utf8');
      const found = text.matchAll(/^<section data-question="([\w-]+)">\n+### (.+)$/gm);
      return [...found].map(([, id = '', title = '']) => [id, { title, page: slugOf(file) }]);
    }),
  );
}

/** What a question asks, without what it asks about. @param {string} title */
const lastSentence = (title) => title.replace(/^.*[.] (?=\p{Lu})/u, '');

/** Links to what can check a goal. @param {ClaimsCore} core @returns {Promise<Finder>} */
export async function finder(core) {
  /** @type {{entryOf: typeof import('../../../web/src/exercises/catalogue.ts').entryOf}} */
  const { entryOf } = await fromPage('exercises/catalogue.ts');
  const questions = questionsById();
  const { claims } = core.claims();
  const { exhibits } = core.exhibits();
  return {
    exercises: (id) => {
      const entry = entryOf(id);
      return entry && { text: entry.title, title: '', href: entry.href };
    },
    quiz: (id) => {
      const question = questions.get(id);
      if (!question) return undefined;
      const { title, page } = question;
      return { text: lastSentence(title), title, href: `./${page}.html#${slug(title)}` };
    },
    claims: (number) => {
      const claim = claims.find((one) => String(one.number) === number);
      const href = `./claims.html#claim-${number}`;
      return claim && { text: `claim ${number}`, title: claim.text, href };
    },
    mistakes: (id) => {
      const exhibit = exhibits.find((one) => one.id === id);
      return exhibit && { text: exhibit.title, title: '', href: `./museum.html#mistake-${id}` };
    },
  };
}

/** @type {Record<keyof Checks, string>} */
const kinds = { exercises: 'Exercise', quiz: 'Quiz', claims: 'On trial', mistakes: 'Museum' };

/** @param {Link} link */
const linkTo = ({ text, title, href }) =>
  `[${text}](${href}${title && ` "${title.replaceAll('"', '”')}"`})`;

/** "Exercise: …. Quiz: …" @param {Finder} find @param {Checks} checks @param {string} where in messages */
function checkedBy(find, checks, where) {
  return /** @type {(keyof Checks)[]} */ (Object.keys(kinds))
    .flatMap((kind) => {
      const links = (checks[kind] ?? []).map((name) => {
        const link = find[kind](String(name));
        if (!link) throw new Error(`teaching.json: ${where}: there is no "${kind} ${name}"`);
        return link;
      });
      const end = links.at(-1)?.text.endsWith('?') ? '' : '.';
      return links.length > 0 ? [`${kinds[kind]}: ${links.map(linkTo).join(', ')}${end}`] : [];
    })
    .join(' ');
}

/** @param {string} text @param {string} name of the place @param {() => string} content */
function filledIn(text, name, content) {
  const place = new RegExp(`^::: ${name}\n:::$`, 'm');
  if (!place.test(text)) throw new Error(`the page for instructors has no "::: ${name}"`);
  return text.replace(place, content);
}

/**
 * `::: goals` and `:::` become the goals of all sections, each with its reading time and what checks it.
 * @param {string} text @param {Teaching['goals']} goals @param {Map<string, Named>} pages by slug @param {Finder} find
 */
export function withGoals(text, goals, pages, find) {
  for (const section of Object.keys(goals)) {
    if (!pages.get(section)?.number) {
      throw new Error(`teaching.json has goals for "${section}", which is not a section`);
    }
  }
  return filledIn(text, 'goals', () =>
    [...pages]
      .filter(([, { number }]) => number !== null)
      .sort(([, one], [, other]) => Number(one.number) - Number(other.number))
      .map(([section, { title, number, minutes }]) => {
        const own = goals[section] ?? [];
        if (own.length === 0) throw new Error(`teaching.json has no goals for "${section}"`);
        const time = minutesOf(minutes) || 'to be worked, not read';
        const lines = own.map((one) => `- ${one.goal}<br>${checkedBy(find, one, section)}`);
        return `### ${number}. [${title}](./${section}.html) · ${time} {#goals-${section}}\n\n${lines.join('\n')}`;
      })
      .join('\n\n'),
  );
}

/**
 * Grades answers to the lesson's own version of an exercise, and knows the page's names for its questions.
 * @param {Awaited<ReturnType<typeof loadExercises>>} loaded @returns {Promise<Grading>}
 */
export async function grading({ exercises: core, words }) {
  /** @type {typeof import('../../../web/src/exercises/worked-solution.ts')} */
  const { solutionLines } = await fromPage('exercises/worked-solution.ts');
  /** @type {typeof import('../../../web/src/exercises/texts.ts')} */
  const { texts } = await fromPage('exercises/texts.ts');
  return {
    reasonFor: ({ exercise, item, answer }) => {
      const { items } = core.gradeExercise(exercise, 0, { [item]: answer });
      return items.find((one) => one.item === item)?.reason ?? 'none';
    },
    words: ({ exercise, slip }) =>
      words.verdictsInExercises.find(
        ({ code, exercises }) => code === slip && exercises.includes(exercise),
      )?.first ?? words.reasons.find(({ name }) => name === slip)?.first,
    nameOf: ({ exercise, item }) => {
      const text = texts[exercise];
      if (!text) return item;
      const asked = core.exercise(exercise, 0);
      const lines = solutionLines(core.workedSolution(exercise, 0).steps, { text, asked });
      return lines.find((one) => one.item === item)?.name ?? item;
    },
  };
}

/** The core's verdict on an answer that shows a misconception. @param {Grading} grading @param {Finder} find @param {Try} tried */
function verdictOn(grading, find, tried) {
  const { exercise, item, answer, slip } = tried;
  const said = grading.words(tried);
  if (!said) throw new Error(`teaching.json: the core knows no slip "${slip}"`);
  const reason = grading.reasonFor(tried);
  if (reason !== slip) {
    throw new Error(
      `teaching.json: in ${exercise}, "${answer}" for ${item} must show the slip "${slip}" but shows "${reason}"`,
    );
  }
  const link = find.exercises(exercise);
  const name = grading.nameOf(tried);
  return `In ${link ? linkTo(link) : exercise}, \`${answer}\` for ${name} gets “${said}”`;
}

/**
 * `::: misconceptions` and `:::` become a list of them, each with what finds it.
 * @param {string} text @param {Misconception[]} all @param {Grading} grading @param {Finder} find
 */
export const withMisconceptions = (text, all, grading, find) =>
  filledIn(text, 'misconceptions', () =>
    all
      .map((one) => {
        const found = [
          one.try ? verdictOn(grading, find, one.try) : '',
          checkedBy(find, one, one.says),
        ];
        if (!found.some(Boolean)) throw new Error(`teaching.json: nothing finds "${one.says}"`);
        return `- **“${one.says}”** ${one.so}<br>${found.filter(Boolean).join(' ')}`;
      })
      .join('\n\n'),
  );

/**
 * A table between `::: plan 45 e13.1:45,quiz:45` and `:::`, whose first column is minutes, becomes a timetable with the
 * link that sets these exercises and the link to their answers.
 * @param {string} text @param {string} file
 */
export const withPlans = (text, file) =>
  text.replace(
    /^::: plan (\d+) (\S+)\n([\s\S]*?)\n:::$/gm,
    (_, /** @type {string} */ total, /** @type {string} */ set, /** @type {string} */ table) => {
      let at = 0;
      const rows = table.replace(/^\| (\d+) \|/gm, (_, /** @type {string} */ minutes) => {
        const from = at;
        at += Number(minutes);
        return `| ${from}–${at} |`;
      });
      if (at !== Number(total)) {
        throw new Error(`${file}: a plan for ${total} minutes has ${at} minutes`);
      }
      const links = [
        `[Answer key](./teach.html?key=${set}&plan=${total}#answer-key)`,
        `[Other exercises or variants](./teach.html?choose=${set}#choose-your-own)`,
        `[The set as your class sees it](./exercises.html?set=${set}), until you press *Leave this set*`,
      ].join(' · ');
      return `${rows}\n\n<posenc-class-link set="${set}">\n\n${links}\n\n</posenc-class-link>`;
    },
  );

/**
 * Fills in what the page for instructors leaves to the build. @param {ClaimsCore} trials
 * @param {Map<string, Named>} pages by slug @returns {Promise<(text: string, file: string) => string>}
 */
export async function teaching(trials, pages) {
  const { goals, misconceptions } = await readTeaching();
  const [find, graded] = await Promise.all([finder(trials), grading(await loadExercises())]);
  return (text, file) => {
    if (file !== 'teach.md') return text;
    const listed = withGoals(text, goals, pages, find);
    return withPlans(withMisconceptions(listed, misconceptions, graded, find), file);
  };
}
