// How the numbers in the text were made: what each is, and the call of the core that gives it. In the text a number is marked until the page is HTML, for only there is it clear where it may be a link.
import { factOf } from './facts.mjs';
import { escape } from './page.mjs';

/**
 * @typedef {import('./core.mjs').Core} Core
 * @typedef {import('./facts.mjs').Made} Made
 * @typedef {import('markdown-it').Token} Token
 */

// Characters for private use, around the number of a number.
const [start, link, end] = ['\ue000', '\ue001', '\ue002'];

/**
 * The text with a mark for each of its facts, and how these were made.
 * @param {Core} core @param {string} text @param {string} file
 */
export function withMarks(core, text, file) {
  /** @type {Map<string, {at: number, made: Made}>} */
  const known = new Map();
  const marked = text.replace(/\{\{\w+[^}]*\}\}/g, (whole) => {
    const fact = known.get(whole) ?? { at: known.size, made: factOf(core, whole, file) };
    known.set(whole, fact);
    return `${start}${fact.at}${end}`;
  });
  return { text: marked, made: [...known.values()].map(({ made }) => made) };
}

/** Parts of HTML that are no place for a link. (The quiz keeps what is written in it, links and all.) */
const closed = /^<(\/?)(a|code|pre|button|summary|h[1-6]|posenc-(?!quiz\b)[\w-]+)\b/i;

/**
 * Marks as links those numbers that may be one: not within another link, a heading or code, nor in what a figure
 * replaces.
 * @param {Token[]} tokens
 */
export function linkNumbers(tokens) {
  let depth = 0;
  const html = (/** @type {string} */ text) =>
    text.replaceAll(new RegExp(`<[^>]*>|${start}`, 'g'), (found) => {
      if (found === start) return depth === 0 ? link : start;
      const [, ending] = closed.exec(found) ?? [];
      if (ending !== undefined) depth += ending ? -1 : 1;
      return found;
    });
  for (const token of tokens) {
    if (token.type === 'heading_open') depth++;
    else if (token.type === 'heading_close') depth--;
    else if (token.type === 'html_block') token.content = html(token.content);
    for (const child of token.children ?? []) {
      if (child.type === 'link_open') depth++;
      else if (child.type === 'link_close') depth--;
      else if (child.type === 'html_inline') html(child.content);
      else if (child.type === 'text' && depth === 0) {
        child.content = child.content.replaceAll(start, link);
      }
    }
  }
}

/**
 * Replaces the marks in HTML by their numbers.
 * @param {Made[]} made @returns {(html: string) => string}
 */
export function linksTo(made) {
  const marks = new RegExp(`([${start}${link}])(\\d+)${end}`, 'g');
  const met = new Map();
  return (html) =>
    html.replace(marks, (_, mark, digits) => {
      const written = escape(made[Number(digits)]?.written ?? '');
      if (mark === start) return written;
      const number = Number(digits) + 1;
      const times = (met.get(number) ?? 0) + 1;
      met.set(number, times);
      const id = times === 1 ? `from-number-${number}` : `from-number-${number}-${times}`;
      return `<a class="fact" href="#number-${number}" id="${id}" role="doc-noteref">${written}</a>`;
    });
}

/** The part of a page that says how its numbers were made. @param {Made[]} made @param {string} html the text */
export function numbersHtml(made, html) {
  if (made.length === 0) return '';
  const entries = made.map(({ written, about, how, value }, n) => {
    const number = n + 1;
    const places = [...html.matchAll(new RegExp(`id="(from-number-${number}(?:-\\d+)?)"`, 'g'))];
    const backs = places.map(
      ([, id], place) =>
        `<a href="#${id}" role="doc-backlink" aria-label="Back to ${escape(written)} in the text${places.length > 1 ? `, place ${place + 1}` : ''}">↩</a>`,
    );
    const exact =
      value === null
        ? ''
        : ` <span class="exact">= ${String(value).replaceAll('-', '\u2212')}</span>`;
    return `<li id="number-${number}"><b>${escape(written)}</b> ${escape(about)} ${backs.join(' ')}<br /><code>${escape(how)}</code>${exact}</li>`;
  });
  return `<section class="numbers" aria-labelledby="numbers">
<details><summary><h2 id="numbers">Numbers on this page</h2></summary>
<p>Each number with a dotted underline was computed when this page was built. For each, this list shows the
call, the element of its result, any further computation, and the value before rounding.</p>
<ol>
${entries.join('\n')}
</ol>
</details>
</section>`;
}
