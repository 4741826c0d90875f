// Formulas as MathML. A displayed one may be broken where the page is narrow: browsers break no line within a formula,
// so that it is written as several, which follow each other like words.
import temml from 'temml';

const macros = {
  '\\PE': '\\mathrm{PE}',
  '\\pos': '\\mathit{pos}',
  '\\base': '\\mathit{base}',
};

/** @param {string} formula @param {boolean} displayMode */
function mathml(formula, displayMode) {
  const html = temml.renderToString(formula, { displayMode, macros, throwOnError: true });
  // Its few inline styles (padding of cells) are refused by the Content-Security-Policy; style/math.css has them.
  return html.replaceAll(/ style="[^"]*"/g, '');
}

/** What a formula consists of, as far as its breaks are concerned: delimiters, commands, single characters. */
const token =
  /\\(?:begin|end)\{[a-z]+\}|\\(?:[bB]igg?[lr]|left|right)\s*\\?[^a-zA-Z\s]|\\[a-zA-Z]+\s*|\\.|[^\\]/gs;

/** @typedef {'gap' | 'relation' | 'operator' | 'opening' | 'closing' | 'other'} Kind */

/** @param {string} text @param {boolean} inBars @returns {Kind} */
function kindOf(text, inBars) {
  const bare = text.trim();
  if (/^\\q?quad$/.test(bare)) return 'gap';
  if (/^(=|<|>|\\(le|ge|to|approx))$/.test(bare)) return 'relation';
  if (bare === '+' || bare === '-') return 'operator';
  if (/^(\\begin\b.*|\\([bB]igg?l|left).*|[{([])$/.test(bare)) return 'opening';
  if (/^(\\end\b.*|\\([bB]igg?r|right).*|[})\]])$/.test(bare)) return 'closing';
  if (bare === '|') return inBars ? 'closing' : 'opening';
  return 'other';
}

/**
 * The formulas that one consists of, the sides of each, and the terms of each side. A side but the first begins with its
 * relation, a term but the first with its sign.
 * @param {string} formula @returns {string[][][]}
 */
export function partsOfFormula(formula) {
  /** @type {string[][][]} */
  const parts = [[['']]];
  let depth = 0;
  let inBars = false;
  for (const [text] of formula.matchAll(token)) {
    const kind = kindOf(text, inBars);
    if (text === '|') inBars = !inBars;
    if (kind === 'closing') depth--;
    const sides = /** @type {string[][]} */ (parts[parts.length - 1]);
    const terms = /** @type {string[]} */ (sides[sides.length - 1]);
    const before = terms[terms.length - 1] ?? '';
    // A sign without anything before it belongs to its number.
    const isFirst = /^[\s{}]*(\\[,;:!]\s*)*$/.test(before.replace(/^\{\}\S+/, ''));
    if (depth > 0 || kind === 'other' || kind === 'opening' || kind === 'closing')
      terms[terms.length - 1] = before + text;
    else if (kind === 'gap') parts.push([['']]);
    else if (kind === 'relation') sides.push([`{}${text} `]);
    else if (isFirst) terms[terms.length - 1] = before + text;
    else terms.push(`{}${text} `);
    if (kind === 'opening') depth++;
  }
  return parts;
}

/** @param {string} html */
const unbroken = (html) => `<span>${html}</span>`;

/** A formula within a line. @param {string} formula */
export const inlineFormula = (formula) => mathml(formula, false);

/** A formula that is a paragraph of its own. @param {string} formula */
export function displayedFormula(formula) {
  const html = partsOfFormula(formula)
    .map((sides) =>
      sides
        .map((terms) => terms.map(term).join(''))
        .map(unbroken)
        .join(''),
    )
    .map(unbroken)
    .join('\n');
  return `<div class="formula">${html}</div>\n`;
}

/** @param {string} formula */
const term = (formula) =>
  mathml(formula, true).replace('display="block" class="tml-display"', 'displaystyle="true"');
