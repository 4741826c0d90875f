// The list of all that other pages can embed, made from the lesson's own tags: a link to embed.html for each, by section.
import { fromPage } from './once.mjs';
import { escape } from './page.mjs';

/**
 * @typedef {{title: string, figure: string, attributes: [string, string][]}} Entry
 * @typedef {{title: string, entries: Entry[]}} Group
 * @typedef {{title: string, text: string}} Written a page, as Markdown
 * @typedef {import('../../../build/package/node.js').ClaimsApi} ClaimsCore
 */

/** Parts that are about the page around them. */
const withinTheLesson = [
  'answer-key',
  'class-link',
  'embed-generator',
  'listing',
  'progress',
  'record',
  'set',
  'text-source',
  'tried',
];

/** Listed with all exercises, under their own titles. */
const exercises = ['exercise', 'code', 'quiz'];

/** Attributes that mean nothing outside of the page. */
const pageAttributes = ['id', 'shares'];

/** The tags of a text that begin a line, outside of programs. @param {string} text */
export function tagsIn(text) {
  /** @type {{heading: string, figure: string, attributes: [string, string][]}[]} */
  const found = [];
  let heading = '';
  const lines = text.replace(/^```[\s\S]*?^```/gm, '');
  for (const [, title, figure, written] of lines.matchAll(
    /^##+ (.*)$|^<posenc-([\w-]+)((?: [^>]*)?)>/gm,
  )) {
    if (figure === undefined) {
      heading = String(title).replace(/ \{#.*\}$/, '');
      continue;
    }
    const attributes = [...(written ?? '').matchAll(/([\w-]+)(?:="([^"]*)")?/g)]
      .map(([, name = '', value = '']) => /** @type {[string, string]} */ ([name, value]))
      .filter(([name]) => !pageAttributes.includes(name));
    found.push({ heading, figure, attributes });
  }
  return found;
}

/**
 * The figures and labs of each page. Figures with a title of their own are listed once; others, such as labs, each under
 * its heading; if two have the same title, the second one is named by what it is.
 * @param {Written[]} pages @param {(figure: string) => Promise<string>} titleOf '' if it has no title of its own
 * @returns {Promise<Group[]>}
 */
export async function figuresIn(pages, titleOf) {
  const taken = new Set();
  const titles = new Set();
  /** @type {Group[]} */
  const groups = [];
  for (const { title: page, text } of pages) {
    /** @type {Entry[]} */
    const entries = [];
    for (const { heading, figure, attributes } of tagsIn(text)) {
      if ([...withinTheLesson, ...exercises].includes(figure)) continue;
      const own = await titleOf(figure);
      const key = own ? figure : JSON.stringify([figure, attributes]);
      if (taken.has(key)) continue;
      const under = heading || page;
      const names = [own, under, `${under.replace(/: .*/, '')}: ${figure.replaceAll('-', ' ')}`];
      const title = names.find((name) => name !== '' && !titles.has(name)) ?? under;
      taken.add(key);
      titles.add(title);
      entries.push({ title, figure, attributes });
    }
    if (entries.length > 0) groups.push({ title: page, entries });
  }
  return groups;
}

/** @returns {Promise<Group>} */
async function exerciseGroup() {
  /** @type {typeof import('../../../web/src/exercises/catalogue.ts')} */
  const { catalogue } = await fromPage('exercises/catalogue.ts');
  /** @type {Record<string, string>} */
  const figures = { hand: 'exercise', code: 'code', quiz: 'quiz' };
  return {
    title: 'Exercises and quiz',
    // (Questions about a run belong to their lab.)
    entries: catalogue.flatMap(({ id, title, label, kind }) => {
      const figure = figures[kind];
      if (!figure) return [];
      return {
        title: label ? `${label}: ${title}` : title,
        figure,
        attributes: figure === 'quiz' ? [] : /** @type {[string, string][]} */ ([['name', id]]),
      };
    }),
  };
}

/** @param {ClaimsCore} core @returns {Group[]} */
function trialGroups(core) {
  return [
    {
      title: 'Claims on trial',
      entries: core.claims().claims.map(({ number, text }) => ({
        title: `Claim ${number}: ${text}`,
        figure: 'claim',
        attributes: [['number', String(number)]],
      })),
    },
    {
      title: 'Museum of mistakes',
      entries: core.exhibits().exhibits.map(({ id, title }) => ({
        title: `Mistake: ${title}`,
        figure: 'exhibit',
        attributes: [['exhibit', id]],
      })),
    },
  ];
}

/** @param {Entry} entry */
function link({ title, figure, attributes }) {
  const query = new URLSearchParams([['figure', figure], ...attributes]);
  return `<li><a href="./embed.html?${escape(query.toString())}">${escape(title)}</a></li>`;
}

/** @param {Group[]} groups */
const listHtml = (groups) =>
  `<ul>${groups
    .map(({ title, entries }) => `<li>${escape(title)}<ul>${entries.map(link).join('')}</ul></li>`)
    .join('\n')}</ul>`;

/**
 * @param {Written[]} pages @param {ClaimsCore} trials @param {(figure: string) => Promise<string>} titleOf
 */
export const embeddableHtml = async (pages, trials, titleOf) =>
  listHtml([...(await figuresIn(pages, titleOf)), await exerciseGroup(), ...trialGroups(trials)]);
