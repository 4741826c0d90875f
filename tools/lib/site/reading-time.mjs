// How long a section takes to read, from its Markdown.

/** Silent reading of English non-fiction: 238 in the mean (Brysbaert 2019, doi:10.1016/j.jml.2019.104047), less for formulas. */
export const wordsPerMinute = 230;
/** For reading a figure's title and moving one of its controls. */
export const minutesPerFigure = 1;

const exercises = /<(posenc-(?:exercise|code|quiz|progress)\b)[\s\S]*?<\/\1>/g;
const figures = /<(posenc-[\w-]+)[\s\S]*?<\/\1>/g;

/**
 * The words and figures of a text, without its exercises. A formula in a line is read as a word, and one of its own as ten.
 * @param {string} markdown @returns {{words: number, figures: number}}
 */
export function readingOf(markdown) {
  const text = markdown.replaceAll(exercises, '');
  const prose = text
    .replaceAll(figures, ' ')
    .replaceAll(/\$\$[\s\S]*?\$\$/g, ' formula'.repeat(10))
    .replaceAll(/\$[^$\n]+(\n[^$\n]+)?\$/g, ' formula ')
    .replaceAll(/\{\{[^}]*\}\}/g, ' number ')
    .replaceAll(/\]\([^)]*\)/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/^:::.*$/gm, ' ');
  const words = prose.match(/[\p{L}\p{N}][\p{L}\p{N}’'.,/-]*/gu) ?? [];
  return { words: words.length, figures: text.match(figures)?.length ?? 0 };
}

/** Null for a section that is to be worked rather than read. @param {string} markdown @returns {number | null} */
export function minutesToRead(markdown) {
  const { words, figures } = readingOf(markdown);
  if ((markdown.match(exercises)?.length ?? 0) > figures) return null;
  return words / wordsPerMinute + figures * minutesPerFigure;
}

/** In whole minutes; empty for a section without a reading time. @param {number | null} minutes @param {string} [unit] */
export const minutesOf = (minutes, unit = 'minutes') =>
  minutes === null ? '' : `${Math.max(1, Math.round(minutes))} ${unit}`;

/** As shown above a section. @param {number | null} minutes */
export const readingTime = (minutes) => (minutes === null ? '' : ` · ${minutesOf(minutes)}`);

/** Of all sections, to five minutes. @param {(number | null)[]} sections */
export const totalMinutes = (sections) =>
  String(
    5 * Math.round(sections.reduce((/** @type {number} */ sum, one) => sum + (one ?? 0), 0) / 5),
  );
