// Pages as cards: a picture, what it is called, how long it takes, and what a reader does there.
import { escape } from './page.mjs';
import { minutesOf } from './reading-time.mjs';

/** @typedef {{title: string, number: number | null, minutes: number | null}} Named */

/**
 * @param {string} slug @param {Named} page @param {string} picture @param {string} does
 */
function card(slug, { title, number, minutes }, picture, does) {
  const facts = [number === null ? '' : String(number), minutesOf(minutes)].filter(Boolean);
  const line = facts.length > 0 ? `<p class="facts">${facts.join(' · ')}</p>` : '';
  return `<li>${picture}<div>${line}<h3><a href="./${slug}.html">${escape(title)}</a></h3><p>${escape(does)}</p></div></li>`;
}

/**
 * Lines such as "order: Shuffle a sentence." between ::: cards and ::: as cards of these pages.
 * @param {string} text @param {string} file @param {Map<string, Named>} pages by slug
 * @param {Map<string, string>} pictures by slug
 */
export const withCards = (text, file, pages, pictures) =>
  text.replace(/^::: cards\n([\s\S]*?)\n:::$/gm, (_, /** @type {string} */ lines) => {
    const cards = lines.split('\n').map((line) => {
      const [, slug = '', does = ''] = /^([\w-]+): (.+)$/.exec(line) ?? [];
      const page = pages.get(slug);
      const picture = pictures.get(slug);
      if (!page || !picture) throw new Error(`${file} has a card without a page: "${line}"`);
      return card(slug, page, picture, does);
    });
    return `<ol class="cards">\n${cards.join('\n')}\n</ol>`;
  });
