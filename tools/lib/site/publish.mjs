// What a site needs once its address is known, added to the pages that Vite has built: their addresses and title cards
// for other sites, a list of pages for search engines, and a page for wrong addresses that works at any depth.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listOfPages } from '../paths.mjs';
import { loadClaims, loadCore } from './core.mjs';
import { cardsFolder, writeServiceWorker } from './offline.mjs';
import { escape } from './page.mjs';
import { cardSize, shareCards, tablePicture } from './share-cards.mjs';
import { thumbnails } from './thumbnails.mjs';

/**
 * @typedef {{slug: string, title: string, description: string, number: number | null}} PublishedPage `number`: of a section
 * @typedef {{title: string, pages: PublishedPage[]}} PublishedLesson
 */

/** @param {string} url of the site @param {string} slug */
const addressOf = (url, slug) => url + (slug === 'index' ? '' : `${slug}.html`);

/** @param {string} url of the site @param {PublishedLesson} lesson @param {PublishedPage} page */
function headLines(url, lesson, { slug, title, description }) {
  const address = addressOf(url, slug);
  const properties = {
    'og:type': slug === 'index' ? 'website' : 'article',
    'og:site_name': lesson.title,
    'og:title': title,
    'og:description': description,
    'og:url': address,
    'og:image': `${url}${cardsFolder}${slug}.png`,
    'og:image:width': String(cardSize.width),
    'og:image:height': String(cardSize.height),
    'og:image:alt': `${title}: a title card with a small picture`,
  };
  return [
    `<link rel="canonical" href="${escape(address)}" />`,
    ...Object.entries(properties).map(
      ([property, content]) => `<meta property="${property}" content="${escape(content)}" />`,
    ),
    '<meta name="twitter:card" content="summary_large_image" />',
  ];
}

/** @param {string} html @param {string[]} lines */
function withHeadLines(html, lines) {
  const [before, after, ...others] = html.split('</title>');
  if (after === undefined || others.length > 0) throw new Error('a page has one title');
  return `${before}</title>\n${lines.map((line) => `    ${line}`).join('\n')}${after}`;
}

/** @param {string[]} addresses */
const sitemapOf = (addresses) => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map((address) => `  <url><loc>${escape(address)}</loc></url>`).join('\n')}
</urlset>
`;

/** Search engines read it only at the root of a host. @param {string} url of the site */
export const robotsFor = (url) =>
  new URL(url).pathname === '/' ? `User-agent: *\nAllow: /\n\nSitemap: ${url}sitemap.xml\n` : null;

/** The card of each page. @param {PublishedLesson} lesson */
async function cardsOf({ title: lesson, pages }) {
  const [core, trials] = await Promise.all([loadCore(), loadClaims()]);
  const pictures = thumbnails(core, trials);
  const otherwise = tablePicture(core);
  const sections = pages.filter(({ number }) => number !== null).length;
  const cards = pages.map(({ slug, title, number }) => {
    const kicker = number === null ? '' : `Section ${number} of ${sections}`;
    const picture = pictures.get(slug) ?? otherwise;
    return /** @type {const} */ ([slug, { title, kicker, lesson, picture }]);
  });
  return shareCards(new Map(cards));
}

/**
 * Prepares a built site for its address.
 * @param {string} folder of the site @param {string} url of the site, which ends with a slash
 */
export async function publish(folder, url) {
  /** @type {PublishedLesson} */
  const lesson = JSON.parse(readFileSync(listOfPages, 'utf8'));
  for (const page of lesson.pages) {
    const file = join(folder, `${page.slug}.html`);
    const html = readFileSync(file, 'utf8');
    writeFileSync(file, withHeadLines(html, headLines(url, lesson, page)));
  }

  const { pathname } = new URL(url);
  const notFound = join(folder, '404.html');
  const html = readFileSync(notFound, 'utf8');
  writeFileSync(notFound, html.replaceAll(/ (href|src)="\.\//g, ` $1="${escape(pathname)}`));

  rmSync(join(folder, cardsFolder), { recursive: true, force: true });
  mkdirSync(join(folder, cardsFolder));
  for (const [slug, png] of await cardsOf(lesson)) {
    writeFileSync(join(folder, cardsFolder, `${slug}.png`), png);
  }

  const addresses = lesson.pages.map(({ slug }) => addressOf(url, slug));
  writeFileSync(join(folder, 'sitemap.xml'), sitemapOf(addresses));
  const robots = robotsFor(url);
  if (robots) writeFileSync(join(folder, 'robots.txt'), robots);
  // It knows the digest of every page.
  await writeServiceWorker(folder);
}
