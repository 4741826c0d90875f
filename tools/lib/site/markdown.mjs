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

/** What links to a heading call it. @param {string} text */
export const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The page of a file of the lesson, such as rope for 07-rope.md. @param {string} file */
export const slugOf = (file) => file.replace(/^\d+-|\.md$/g, '');

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

/** Whether what begins at a token has headings in it. @param {Token[]} tokens @param {number} from */
function goesBeyondItsSlide(tokens, from) {
  const end = tokens.findIndex(({ type }, n) => n > from && type === 'container_beside_close');
  return tokens.slice(from, end).some(({ type, tag }) => type === 'heading_open' && tag === 'h2');
}

/** What has a slide of its own: its heading is inside. */
const ownSlides = /^container_(takeaway|aside)_(open|close)$/;

/**
 * The slides of a text: each h2 begins one, and a takeaway or an aside is one of its own. Those that share the figure of
 * `::: beside` know that they do.
 * @param {Token[]} tokens
 */
function slidesOf(tokens) {
  /** @typedef {{id: string | null, kind: string, beside: boolean, tokens: Token[]}} Slide */
  let beside = false;
  const slide = (kind = '') => /** @type {Slide} */ ({ id: null, kind, beside, tokens: [] });
  const slides = [slide()];
  for (const [n, token] of tokens.entries()) {
    const top = token.level === (beside ? 1 : 0);
    const heading = token.type === 'heading_open' && token.tag === 'h2';
    const [, kind = '', end = ''] = ownSlides.exec(token.type) ?? [];
    if (top && (heading || end === 'open')) slides.push(slide(kind));
    const last = /** @type {Slide} */ (slides[slides.length - 1]);
    if (heading) last.id ??= String(token.attrGet('id'));
    if (token.type === 'container_beside_open') {
      if (!goesBeyondItsSlide(tokens, n)) last.tokens.push(token);
      else beside = last.beside = true;
      continue;
    }
    if (token.type === 'container_beside_close') {
      if (!beside) last.tokens.push(token);
      beside = false;
      continue;
    }
    last.tokens.push(token);
    // What follows without a heading.
    if (top && end === 'close') slides.push(slide());
  }
  return slides;
}

/**
 * @param {string} text
 * @param {Made[]} made the numbers that are marked in it
 * @returns {{opening: string, html: string, isOpeningBeside: boolean, parts: {id: string, title: string}[]}} what comes
 *   before the first part, the parts (with the end of what the opening begins, if its figure is beside them), and their
 *   headings
 */
export function render(text, made = []) {
  const markdown = new MarkdownIt({ html: true, typographer: true });
  formulas(markdown);
  const { rules } = markdown.renderer;
  markdown.use(container, 'note', {
    render: (/** @type {Token[]} */ tokens, /** @type {number} */ n) =>
      tokens[n]?.nesting === 1 ? '<div class="note" role="note">\n' : '</div>\n',
  });
  // A figure, and the text that it stays beside: its first element is the figure.
  markdown.use(container, 'beside', {
    render: (/** @type {Token[]} */ tokens, /** @type {number} */ n) =>
      tokens[n]?.nesting === 1 ? '<div class="with-figure">\n' : '</div>\n',
  });
  // It is their slides that are drawn.
  for (const own of ['takeaway', 'aside']) markdown.use(container, own, { render: () => '' });
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
  const slides = slidesOf(tokens);
  const [opening = '', ...rest] = slides.map((slide, n) => {
    const inner = links(markdown.renderer.render(slide.tokens, markdown.options, {}))
      // A figure in a line of its own is no paragraph.
      .replaceAll(/<p>(<(posenc-[\w-]+)[^>]*><\/\2>)<\/p>/g, '$1')
      // One class for all figures and exercises, so that the page's style need not know them.
      .replaceAll(/<posenc-[\w-]+/g, '$& class="part"');
    if (/<p>:::/.test(inner))
      throw new Error('a ::: closes nothing: write :::: around a container');
    if (n === 0) return inner;
    const begins = slide.beside && !slides[n - 1]?.beside ? '<div class="with-figure">\n' : '';
    const ends = slide.beside && !slides[n + 1]?.beside ? '</div>\n' : '';
    return `${begins}${sectionOf(slide, inner)}${ends}`;
  });
  return { opening, html: rest.join(''), isOpeningBeside: slides[0]?.beside ?? false, parts };
}

/** What opens with its heading. @param {string} html that begins with an h2 */
const folded = (html) =>
  html.replace(/^\s*(<h2[\s\S]*?<\/h2>)([\s\S]*)$/, '<details><summary>$1</summary>$2</details>\n');

/** @param {{id: string | null, kind: string}} slide @param {string} inner */
function sectionOf({ id, kind }, inner) {
  if (!id) return inner.trim() ? `<div class="slide">\n${inner}</div>\n` : '';
  const html = kind === 'aside' ? folded(inner) : inner;
  return `<section class="${`slide ${kind}`.trim()}" aria-labelledby="${id}">\n${html}</section>\n`;
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
