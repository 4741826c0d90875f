// The pages of the site, made from the lesson's Markdown, as a plugin of Vite.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeBook } from '../book.mjs';
import { minified } from '../minified.mjs';
import { definesFile, listOfPages, root } from '../paths.mjs';
import { digests } from '../stamp.mjs';
import { withCards } from './cards.mjs';
import { changesPage, version } from './changes.mjs';
import { loadClaims, loadCore } from './core.mjs';
import { withDrawings } from './drawings.mjs';
import { embeddableHtml } from './embeddable.mjs';
import { writeFonts } from './font.mjs';
import { licencesTable, noticesText, shippedPackages } from './licences.mjs';
import { listingName, readListings, withListings } from './listings.mjs';
import { frontMatter, render, slugOf } from './markdown.mjs';
import { measurements } from './measured.mjs';
import {
  embeddedHtml,
  lmsHtml,
  notFoundHtml,
  pageHtml,
  withStyleHashes,
  withStylesInside,
} from './page.mjs';
import { withAddresses } from './pictures-apart.mjs';
import { numbersHtml, withMarks } from './provenance.mjs';
import { fromPage, once } from './once.mjs';
import { minutesToRead, readingTime, totalMinutes } from './reading-time.mjs';
import { sandboxName, sandboxHtml, writePython } from './sandbox.mjs';
import { writeSearch } from './search.mjs';
import { frameStills, titleOfFigure, withHint, withStills } from './stills.mjs';
import { withTags } from './tags.mjs';
import { teaching } from './teaching.mjs';
import { thumbnails } from './thumbnails.mjs';
import { withLists, withStatements, withTrials } from './trials.mjs';

const web = join(root, 'web');
/** The script in the head of every page. */
const themeName = 'theme.js';
/** These bring their own styles. */
const withoutSheets = ['/404.html', '/embed.html'];
const lessonFolder = join(web, 'lesson');

/** The pages that are no sections, as the contents have them, and at the foot of every page. */
const groups = [
  { name: 'Tools', slugs: ['models', 'code', 'own'] },
  { name: 'Practice', slugs: ['claims', 'museum', 'record'] },
  { name: 'Teach', slugs: ['teach', 'use'] },
];
const below = ['glossary', 'about'];

/** Every page by the name of its file, and the pictures of stills. @param {Map<string, string>} listings Python files by name */
async function makePages(listings) {
  const [core, trials] = await Promise.all([loadCore(), loadClaims()]);
  const { title, sections } = JSON.parse(readFileSync(join(lessonFolder, 'lesson.json'), 'utf8'));
  // In one order on every machine, as all that follows depends on it.
  const files = readdirSync(lessonFolder)
    .filter((file) => file.endsWith('.md'))
    .sort();
  const practice = await practiceExercises();
  const sources = new Map(
    files.map((file) => {
      const text = readFileSync(join(lessonFolder, file), 'utf8');
      return [file, frontMatter(text.replace('{{practice}}', () => practice))];
    }),
  );
  sources.set('changes.md', changesPage());
  /** Of the sections, by slug. @type {Map<string, number | null>} */
  const minutes = new Map(
    [...sources]
      .filter(([file]) => /^\d/.test(file))
      .map(([file, { text }]) => [slugOf(file), minutesToRead(text)]),
  );
  const small = once('thumbnails', null, () => thumbnails(core, trials));
  const named = new Map(
    [...sources].map(([file, { about }]) => {
      const slug = slugOf(file);
      const at = sections.findIndex(
        (/** @type {{slug: string}} */ section) => section.slug === slug,
      );
      return [
        slug,
        {
          title: sections[at]?.title ?? about['short'] ?? about['title'] ?? slug,
          number: at < 0 ? null : at + 1,
          minutes: minutes.get(slug) ?? null,
        },
      ];
    }),
  );
  const textOf = (/** @type {string} */ slug) =>
    [...sources].find(([file]) => slugOf(file) === slug)?.[1].text ?? '';
  const embeddable = await embeddableHtml(
    [...sources].map(([file, { text }]) => ({
      title: named.get(slugOf(file))?.title ?? '',
      text,
    })),
    trials,
    (figure) => titleOfFigure(core, `posenc-${figure}`),
  );
  const withTeaching = await teaching(trials, named);
  // What lists, drawings and listings are made from.
  const otherFiles = [...digests([lessonFolder])].filter(([file]) => !file.endsWith('.md'));
  const read = (
    /** @type {string} */ file,
    /** @type {ReturnType<typeof frontMatter>} */ { about, text },
  ) => {
    const filled = text
      .replace('{{licences}}', licencesTable)
      .replace('{{version}}', version)
      .replace('{{embeddable}}', () => embeddable)
      .replace('{{minutes}}', totalMinutes([...minutes.values()]));
    const listed = withLists(trials, filled, sections, textOf);
    const taught = withTeaching(withCards(listed, file, named, small), file);
    const shown = withTags(taught, file, textOf);
    return once(`text of ${file}`, [about, shown, otherFiles], () => {
      const drawn = withDrawings(core, shown, file);
      const linked = withStatements(withTrials(trials, drawn, file));
      const marked = withMarks(core, withListings(listings, linked, file), file);
      const rendered = render(marked.text, marked.made);
      const numbers = numbersHtml(marked.made, rendered.opening + rendered.html);
      return { about, ...rendered, numbers };
    });
  };
  const texts = new Map([...sources].map(([file, source]) => [slugOf(file), read(file, source)]));

  const beside = (/** @type {string[]} */ slugs) =>
    slugs.flatMap((slug) => {
      const about = texts.get(slug)?.about;
      return about ? { slug, title: about['short'] ?? about['title'] ?? '' } : [];
    });
  /** @type {import('./page.mjs').Lesson} */
  const lesson = {
    title,
    sections: sections.map((/** @type {{slug: string, title: string}} */ section) => ({
      ...section,
      written: texts.has(section.slug),
      parts: texts.get(section.slug)?.parts ?? [],
      minutes: minutes.get(section.slug) ?? null,
    })),
    groups: groups.map(({ name, slugs }) => ({ name, pages: beside(slugs) })),
    below: beside(below),
  };
  /** @type {Map<string, string>} */
  const pages = new Map();
  /** Of stills, by the names of their files. @type {Map<string, string>} */
  const pictures = new Map();
  /** @type {import('./publish.mjs').PublishedPage[]} */
  const list = [];
  for (const [slug, { about, opening, html, isOpeningBeside, numbers }] of texts) {
    const at = lesson.sections.findIndex((section) => section.slug === slug);
    const section = lesson.sections[at];
    const facts = {
      slug,
      title: section?.title ?? about['title'] ?? title,
      description: about['description'] ?? '',
    };
    list.push({ ...facts, number: at < 0 ? null : at + 1 });
    const stills = await once(`stills of ${slug}`, [opening, html], () =>
      withStills(core, [opening, html], `${slug}.html`),
    );
    for (const [name, svg] of stills.pictures) pictures.set(name, svg);
    const [before = '', after = ''] = section ? withHint(stills.parts) : stills.parts;
    pages.set(
      `${slug}.html`,
      pageHtml(lesson, {
        ...facts,
        opening: before,
        html: after,
        isOpeningBeside,
        numbers,
        module: section?.module ?? about['module'] ?? null,
        kicker: section
          ? `${at + 1} of ${sections.length}${readingTime(minutes.get(slug) ?? null)}`
          : (about['kicker'] ?? ''),
      }),
    );
  }
  await writeSearch(pages);
  const framed = await once('stills for frames', null, () => frameStills(core));
  for (const [name, svg] of framed.pictures) pictures.set(name, svg);
  pages.set('embed.html', embeddedHtml(lesson, framed.stills));
  pages.set('lms.html', lmsHtml(lesson));
  pages.set('404.html', notFoundHtml(lesson));
  mkdirSync(dirname(listOfPages), { recursive: true });
  writeFileSync(listOfPages, JSON.stringify({ title, pages: list }, null, 2));
  return { pages, pictures };
}

/** What the lesson's text has no part in. */
async function makeTheRest() {
  makeBook();
  const [python, measured, sandbox] = await Promise.all([
    writePython(),
    loadCore().then(measurements),
    sandboxHtml(),
  ]);
  const define = { ...python, measurements: measured };
  writeFileSync(definesFile, JSON.stringify(define));
  return { define, sandbox };
}

/** {{practice}}, as Markdown. */
async function practiceExercises() {
  /** @type {typeof import('../../../web/src/exercises/texts.ts')} */
  const { texts } = await fromPage('exercises/texts.ts');
  return Object.entries(texts)
    .filter(([, { summary }]) => summary)
    .map(([id, { summary = '' }]) => {
      const text = summary.replace(/\]\(([\w-]+)#/g, '](./$1.html#');
      return `<posenc-exercise name="${id}" id="${id}">\n\n${text}\n\n</posenc-exercise>`;
    })
    .join('\n\n');
}

/** The room that each exercise takes, which rooms.css keeps for it. */
async function roomsOfExercises() {
  /** @type {typeof import('../../../web/src/exercises/catalogue.ts')} */
  const { catalogue } = await fromPage('exercises/catalogue.ts');
  return catalogue
    .map(({ id, room }) => {
      const sizes = ['wide', 'narrow', 'touch'].map((name, n) => `--${name}: ${room?.[n]}rem;`);
      return room ? `.part[name='${id}'] { ${sizes.join(' ')} }\n` : '';
    })
    .join('');
}

/** All that Vite adds nothing to but the names of files. */
async function makeSite() {
  const rest = await once('the rest', null, makeTheRest);
  const listings = readListings();
  const { pages, pictures } = await makePages(listings);
  const font = await writeFonts([...pages.values()]);
  return { ...rest, listings, pages, pictures, font, rooms: await roomsOfExercises() };
}

/** @typedef {{makeSite: typeof makeSite}} LessonApi what `npm run dev` asks of the plugin */

/** Makes the pages for each build that it is a part of. @returns {import('vite').Plugin<LessonApi>} */
export function lessonPages() {
  /** @type {Awaited<ReturnType<typeof makeSite>>} */
  let made;
  return {
    name: 'posenc-lesson',
    api: { makeSite },
    async config() {
      made = await makeSite();
      return {
        define: made.define,
        build: {
          rolldownOptions: {
            input: Object.fromEntries(
              // (The entry called embed is a script.)
              [...made.pages.keys()].map((file) => [
                file.replace('.html', '').replace(/^embed$/, 'embedded'),
                join(web, file),
              ]),
            ),
          },
        },
      };
    },
    resolveId(id) {
      return made.pages.has(id.replace(`${web}/`, '')) ? id : undefined;
    },
    load(id) {
      return made.pages.get(id.replace(`${web}/`, ''));
    },
    transform: (code, id) => (id.endsWith('/style/rooms.css') ? code + made.rooms : null),
    // Vite makes styles smaller, so that they are known only at the end.
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle }) {
        if (!withoutSheets.includes(path)) return withStyleHashes(withAddresses(html));
        const styleIn = (/** @type {string} */ file) => {
          const asset = bundle?.[file];
          return asset?.type === 'asset' ? String(asset.source) : '';
        };
        return withStyleHashes(withStylesInside(withAddresses(html), styleIn));
      },
    },
    generateBundle(_, bundle) {
      const listed = new Set(shippedPackages());
      for (const chunk of Object.values(bundle)) {
        for (const module of chunk.type === 'chunk' ? Object.keys(chunk.modules) : []) {
          const [, name] =
            /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(module) ?? [];
          if (name && name !== 'vite' && !listed.has(name)) {
            this.error(`${name} ships with the site, but is not among the dependencies`);
          }
        }
      }
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: noticesText() });
      this.emitFile({ type: 'asset', fileName: sandboxName, source: made.sandbox });
      // In the place of the one with comments, which every page would wait for.
      const theme = minified(join(web, 'public', themeName), 'script');
      this.emitFile({ type: 'asset', fileName: themeName, source: theme });
      for (const [name, source] of made.pictures) {
        this.emitFile({ type: 'asset', fileName: `assets/${name}`, source });
      }
      for (const [file, source] of made.listings) {
        this.emitFile({ type: 'asset', fileName: listingName(file), source });
      }
    },
  };
}
