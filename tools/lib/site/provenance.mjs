// How the numbers in the text were made: what each is, what the core was asked for it, and what it answered. In the
// text a number is marked until the page is HTML, for only there is it clear where it may be a link.
import { callText } from '../../../web/src/figures/provenance.ts';
import { withFacts } from './facts.mjs';
import { escape } from './page.mjs';

/**
 * @typedef {import('./core.mjs').Core} Core
 * @typedef {import('./facts.mjs').Parameters} Parameters
 * @typedef {import('markdown-it').Token} Token
 */

/**
 * A number in the text (or a message of the core): as it is written, what it is, the calls of the core that it comes
 * from, and its value if it is a number.
 * @typedef {{written: string, about: string, calls: string[], value: number | null}} Made
 */

/** @param {Parameters} p */
const base = (p) => (p.base === undefined ? '' : `, base ${p.base}`);
/** @param {Parameters} p */
const rotary = (p) => `${base(p)}${p.half ? ', halves paired' : ''}`;

/** What each fact is, in words. @type {Record<string, (p: Parameters) => string>} */
const abouts = {
  wavelength: (p) => `wavelength of pair ${p.pair ?? 0} in positions, d = ${p.d}${base(p)}`,
  limit: (p) => `2π · base, which the wavelengths stay below${base(p)}`,
  frequency: (p) => `inverse frequency of pair ${p.pair ?? 0}, d = ${p.d}${base(p)}`,
  pe: (p) => `PE(${p.pos ?? 0}, ${p.dim ?? 0}), d = ${p.d}${base(p)}`,
  dot: (p) => `PE(${p.pos ?? 0}) · PE(${(p.pos ?? 0) + (p.k ?? 0)}), d = ${p.d}${base(p)}`,
  similarity: (p) => `cosine similarity of positions ${p.k ?? 0} apart, d = ${p.d}${base(p)}`,
  forms: (p) =>
    `largest difference of the two forms in single precision at position ${p.pos ?? 0}, d = ${p.d}${base(p)}`,
  turns: (p) => `turns of hand ${p.pair ?? 0} up to position ${p.pos ?? 0}, d = ${p.d}${base(p)}`,
  angle: (p) =>
    `angle of hand ${p.pair ?? 0} at position ${p.pos ?? 0} in radians, d = ${p.d}${base(p)}`,
  degrees: (p) =>
    `angle of hand ${p.pair ?? 0} at position ${p.pos ?? 0} in degrees, d = ${p.d}${base(p)}`,
  between: (p) =>
    `cosine similarity of positions ${p.a ?? 0} and ${p.b ?? 0}, d = ${p.d}${base(p)}`,
  periods: (p) =>
    `periods of pair ${p.pair ?? 0} within ${p.positions} positions, d = ${p.d}${base(p)}`,
  peak: (p) =>
    `largest bin of the spectrum of dimension ${p.dim ?? 0} over ${p.positions} positions, d = ${p.d}${base(p)}`,
  magnitude: (p) =>
    `magnitude of bin ${p.bin ?? 0} of dimension ${p.dim ?? 0} over ${p.positions} positions, d = ${p.d}${base(p)}`,
  rank: (p) => `rank of the table of ${p.positions} positions, d = ${p.d}${base(p)}`,
  falls_until: (p) =>
    `last offset before the dot product rises for the first time, d = ${p.d}${base(p)}`,
  first_negative: (p) => `first offset with a negative dot product, d = ${p.d}${base(p)}`,
  rises: (p) => `how often the dot product rises up to offset ${p.upto}, d = ${p.d}${base(p)}`,
  unfinished: (p) =>
    `pairs that come round less than once in ${p.trained} positions, d = ${p.d}${base(p)}`,
  table_size: (p) => `numbers in a table of ${p.rows} rows: ${p.rows} · ${p.d}`,
  rotated: (p) =>
    `entry ${p.dim ?? 0} of the worked query, rotated to position ${p.pos ?? 0}${rotary(p)}`,
  norm: (p) => `length of the worked query, rotated to position ${p.pos ?? 0}${rotary(p)}`,
  score: (p) => `score of the worked query at ${p.m ?? 0} and key at ${p.n ?? 0}${rotary(p)}`,
  decay: (p) => `RoPE’s bound at offset ${p.k ?? 0}, d = ${p.d}${base(p)}`,
  slope: (p) => `slope of head ${p.head ?? 1} of ${p.heads ?? 8}`,
  half_distance: (p) =>
    `distance that halves a weight, head ${p.head ?? 1} of ${p.heads ?? 8}: ln 2 / slope`,
  share_of_last: (p) =>
    `share of the last ${p.last} of ${p.positions} positions in per cent, head ${p.head ?? 1} of ${p.heads ?? 8}`,
  pi_wavelength: (p) =>
    `wavelength of pair ${p.pair ?? 0} with positions interpolated by ${p.factor}, d = ${p.d}${base(p)}`,
  ntk_wavelength: (p) =>
    `wavelength of pair ${p.pair ?? 0} with an NTK-aware base for factor ${p.factor}, d = ${p.d}${base(p)}`,
  ntk_base: (p) => `NTK-aware base for factor ${p.factor}, d = ${p.d}${base(p)}`,
  yarn_wavelength: (p) =>
    `wavelength of pair ${p.pair ?? 0} under YaRN by factor ${p.factor}, d = ${p.d}${base(p)}`,
  yarn_factor: (p) => `YaRN’s factor for attention, extended by ${p.factor}`,
  yarn_kept: (p) => `pairs that YaRN leaves as they are, factor ${p.factor}, d = ${p.d}${base(p)}`,
  yarn_slowed: (p) => `pairs that YaRN slows down by all of ${p.factor}, d = ${p.d}${base(p)}`,
  bucket: (p) => `T5’s bucket for offset ${p.offset ?? 0}`,
  error: () => 'what the core answers to this call',
};

/** Of a fact without words of its own, its name and parameters. @param {string} name @param {Parameters} p */
const plainAbout = (name, p) =>
  [
    name.replaceAll('_', ' '),
    ...Object.entries(p)
      .filter(([key]) => key !== 'decimals' && key !== 'digits')
      .map(([key, value]) => `${key} = ${value}`),
  ].join(', ');

/** The core, and the calls that it is asked from now on. @param {Core} core */
export function recorded(core) {
  /** @type {string[]} */
  const calls = [];
  const heard = new Proxy(core, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (/** @type {unknown[]} */ ...args) => {
        const call = callText({ method: String(name), args });
        if (!calls.includes(call)) calls.push(call);
        return Reflect.apply(member, target, args);
      };
    },
  });
  return { core: heard, calls };
}

// Characters for private use, around the number of a number.
const [start, link, end] = ['\ue000', '\ue001', '\ue002'];

/**
 * The text with a mark for each of its facts, and how these were made.
 * @param {Core} core @param {string} text @param {string} file
 */
export function withMarks(core, text, file) {
  /** @type {Map<string, {at: number, made: Made}>} */
  const known = new Map();
  const marked = text.replace(/\{\{(\w+)[^}]*\}\}/g, (whole, /** @type {string} */ name) => {
    let fact = known.get(whole);
    if (!fact) {
      const { core: heard, calls } = recorded(core);
      /** @type {{parameters: Parameters, value: number | null}} */
      const told = { parameters: {}, value: null };
      const written = withFacts(heard, whole, file, (parameters, value) => {
        Object.assign(told, { parameters, value });
      });
      const about = abouts[name]?.(told.parameters) ?? plainAbout(name, told.parameters);
      fact = { at: known.size, made: { written, about, calls, value: told.value } };
      known.set(whole, fact);
    }
    return `${start}${fact.at}${end}`;
  });
  return { text: marked, made: [...known.values()].map(({ made }) => made) };
}

/** Parts of HTML that are no place for a link. */
const closed = /^<(\/?)(a|code|pre|button|summary|h[1-6]|posenc-[\w-]+)\b/i;

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
 * Puts numbers in place of their marks in HTML.
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

/** @param {string} call */
const callHtml = (call) => `<code>${escape(call)}</code>`;

/** The part of a page that says how its numbers were made. @param {Made[]} made @param {string} html the text */
export function numbersHtml(made, html) {
  if (made.length === 0) return '';
  const entries = made.map(({ written, about, calls, value }, n) => {
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
    const from = calls.length > 0 ? `<br />${calls.map(callHtml).join('<br />')}` : '';
    return `<li id="number-${number}"><b>${escape(written)}</b> ${escape(about)} ${backs.join(' ')}${from}${exact}</li>`;
  });
  return `<section class="numbers" aria-labelledby="numbers">
<h2 id="numbers">Numbers on this page</h2>
<p>Each number that is underlined with dots in the text was computed by the core when this page was built. Here is what it was asked,
and what came of it before rounding.</p>
<ol>
${entries.join('\n')}
</ol>
</section>`;
}
