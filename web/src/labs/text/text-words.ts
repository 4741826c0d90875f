// Texts and their characters in words.
import type { TextInfo } from '../../core/api.ts';
import { decimals, significant } from '../../plots/format.ts';

const invisible: Readonly<Record<string, string>> = { '\n': 'new line', ' ': 'space' };

/** A character of an alphabet, readable. */
export const readable = (character: string): string => invisible[character] ?? character;

const signs: Readonly<Record<string, string>> = { '\n': '↵', ' ': '␣' };

/** A character in a line with others, or in a narrow cell. */
export const inLine = (character: string): string => signs[character] ?? character;

export const isNamed = (character: string): boolean => character in invisible;

const whole = (count: number): string => significant(count, 9);

/** The author and the size. */
export function sizeWords({ characters, heldOut }: TextInfo, isBook: boolean): string {
  const by = isBook ? 'By Herman Melville, 1851: ' : '';
  return `${by}${whole(characters)} characters, the last ${whole(heldOut)} for testing.`;
}

/** About characters outside the alphabet. */
export function replacedWords({ replaced }: TextInfo): string {
  if (replaced === 0) return 'The alphabet covers every character.';
  return replaced === 1
    ? 'One other character became a space.'
    : `${whole(replaced)} other characters became spaces.`;
}

/** By frequencies alone. */
export const levelWords = ({ singleBits, pairBits }: TextInfo) =>
  [
    [`${decimals(singleBits, 2)} bits`, 'per character, from the frequencies of single characters'],
    [`${decimals(pairBits, 2)} bits`, 'per character, from the frequencies of pairs'],
  ] as const;

/** A size of a file as people write it: 20 KB, 5 MB. */
export const bytesWords = (bytes: number): string =>
  bytes >= 1e6 ? `${significant(bytes / 1e6, 3)} MB` : `${significant(bytes / 1e3, 3)} KB`;

/** With a period, unless it ends with one. */
export const sentence = (words: string): string => (words.endsWith('.') ? words : `${words}.`);
