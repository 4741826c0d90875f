// Markdown to HTML, with formulas as MathML.
import MarkdownIt from 'markdown-it';
import container from 'markdown-it-container';
import { displayedFormula, inlineFormula } from './formulas.mjs';
import { linkNumbers, linksTo } from './provenance.mjs';

/** @typedef {import('markdown-it').Token} Token */
/** @typedef {import('./provenance.mjs').Made} Made */

/** $a$ in a line, and $$b$$ as a paragraph of its own. @param {import('markdown-it').MarkdownIt} markdown */
function formulas(markdown) {
  markdown.inline.ruler.after('escape', 'formula', (state, silent) => {
    const { src, pos } = state;
    if (src[pos] !== '$') return false;
    const end = src.indexOf('$', pos + 1);
    if (end < 0 || end === pos + 1) return false;
    // What follows at once must not begin the next line.
    const [tail = ''] = /^[,.;:!?)]+/.exec(src.slice(end + 1)) ?? [];
    if (!silent) {
      const token = state.push('formula', '', 0);
      token.content = src.slice(pos + 1, end);
      token.info = tail;
    }
    state.pos = end + 1 + tail.length;
    return true;
  });
  markdown.block.ruler.before(
    'fence',
    'display_formula',
    (state, startLine, endLine, silent) => {
      const line = (/** @type {number} */ n) =>
        state.src.slice((state.bMarks[n] ?? 0) + (state.tShift[n] ?? 0), state.eMarks[n]);
      if (!line(startLine).startsWith('$$')) return false;
      if (silent) return true;
      let last = startLine;
      while (last < endLine && !(line(last).trimEnd().endsWith('$$') && line(last).length > 2))
        last++;
      if (last >= endLine) return false;
      const lines = Array.from({ length: last - startLine + 1 }, (_, n) => line(startLine + n));
      const token = state.push('display_formula', '', 0);
      token.content = lines.join('\n').trim().slice(2, -2);
      state.line = last + 1;
      return true;
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  );
  const { rules } = markdown.renderer;
  rules['formula'] = (tokens, n) => {
    const { content = '', info = '' } = tokens[n] ?? {};
    const math = inlineFormula(content);
    return info ? `<span class="kept">${math}${info}</span>` : math;
  };
  rules['display_formula'] = (tokens, n) => displayedFormula(tokens[n]?.content ?? '');
}

/** @param {string} text */
const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/**
 * The id of a heading: its own, written "## Title {#id}", so that links stay when the title changes; or made from its
 * title. Its own is taken out of the title.
 * @param {Token | undefined} inline
 */
function idOf(inline) {
  const own = / \{#([a-z0-9-]+)\}$/.exec(inline?.content ?? '');
  if (!inline || !own) return slug(inline?.content ?? '');
  const [text, id = ''] = own;
  inline.content = inline.content.slice(0, -text.length);
  const last = inline.children?.at(-1);
  if (last) last.content = last.content.replace(text, '');
  return id;
}

/**
 * The slides of a text: each h2 begins one, and a takeaway is one of its own.
 * @param {Token[]} tokens
 */
function slidesOf(tokens) {
  /** @typedef {{id: string | null, takeaway: boolean, tokens: Token[]}} Slide */
  const slide = (takeaway = false) => /** @type {Slide} */ ({ id: null, takeaway, tokens: [] });
  const slides = [slide()];
  for (const token of tokens) {
    const top = token.level === 0;
    const heading = token.type === 'heading_open' && token.tag === 'h2';
    if (top && (heading || token.type === 'container_takeaway_open')) slides.push(slide(!heading));
    const last = /** @type {Slide} */ (slides[slides.length - 1]);
    if (heading) last.id ??= String(token.attrGet('id'));
    last.tokens.push(token);
    // What follows a takeaway without a heading.
    if (top && token.type === 'container_takeaway_close') slides.push(slide());
  }
  return slides;
}

/**
 * @param {string} text
 * @param {Made[]} made the numbers that are marked in it
 * @returns {{opening: string, html: string, parts: {id: string, title: string}[]}} what comes before the first part,
 *   the parts, and their headings
 */
export function render(text, made = []) {
  const markdown = new MarkdownIt({ html: true, typographer: true });
  formulas(markdown);
  const { rules } = markdown.renderer;
  markdown.use(container, 'note', {
    render: (/** @type {Token[]} */ tokens, /** @type {number} */ n) =>
      tokens[n]?.nesting === 1 ? '<div class="note" role="note">\n' : '</div>\n',
  });
  // It is its slide that is drawn.
  markdown.use(container, 'takeaway', { render: () => '' });
  rules['table_open'] = () => '<div class="table"><table>\n';
  rules['table_close'] = () => '</table></div>\n';

  /** @type {{id: string, title: string}[]} */
  const parts = [];
  const taken = new Set(['text', 'contents', 'notice', 'theme', 'offline', 'numbers']);
  const tokens = markdown.parse(text, {});
  for (const [n, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const inline = tokens[n + 1];
    const id = idOf(inline);
    if (taken.has(id)) throw new Error(`two headings or parts of the page are called "${id}"`);
    taken.add(id);
    const title = markdown.renderer.renderInline(inline?.children ?? [], markdown.options, {});
    token.attrSet('id', id);
    if (token.tag === 'h2') parts.push({ id, title });
  }
  linkNumbers(tokens);
  const links = linksTo(made);
  const [opening = '', ...rest] = slidesOf(tokens).map((slide) => {
    const inner = links(markdown.renderer.render(slide.tokens, markdown.options, {}))
      // A figure in a line of its own is no paragraph.
      .replaceAll(/<p>(<(posenc-[\w-]+)[^>]*><\/\2>)<\/p>/g, '$1')
      // One class for all figures and exercises, so that the page's style need not know them.
      .replaceAll(/<posenc-[\w-]+/g, '$& class="part"');
    if (!slide.id) return inner;
    const name = slide.takeaway ? 'slide takeaway' : 'slide';
    return `<section class="${name}" aria-labelledby="${slide.id}">\n${inner}</section>\n`;
  });
  const html = rest
    .map((slide) =>
      slide && !slide.startsWith('<section') ? `<div class="slide">\n${slide}</div>\n` : slide,
    )
    .join('');
  return { opening, html, parts };
}

/**
 * A file of the lesson: `name: value` lines between two lines of dashes, then its text.
 * @param {string} source @returns {{about: Record<string, string>, text: string}}
 */
export function frontMatter(source) {
  const [, head = '', text = source] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  const about = Object.fromEntries(
    head
      .split('\n')
      .filter(Boolean)
      .map((line) => [
        line.slice(0, line.indexOf(':')).trim(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  );
  return { about, text };
}
