// How long the words of a figure may be.

/** Characters of a badge; words and characters of the line below it, so that it does not wrap (on a phone, once). */
const most = { badge: 30, words: 12, line: 80 };

/** A space without a break is part of a word: 69 % is one. @param {string} line */
const wordsIn = (line) => line.split(/[ \n]+/).filter((part) => /[\p{L}\p{N}]/u.test(part)).length;

/** Why a badge or the line below it is too long; '' if neither is. @param {string} badge @param {string} line */
export function captionProblem(badge, line) {
  if ([...badge].length > most.badge) return `${[...badge].length} characters: ${badge}`;
  if (wordsIn(line) > most.words) return `${wordsIn(line)} words: ${line}`;
  return [...line].length > most.line ? `${[...line].length} characters: ${line}` : '';
}
