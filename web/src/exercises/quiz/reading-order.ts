// The order of the quiz, unless an instructor has set one.
import type { Item } from '../../core/api.ts';
import type { ReadParts } from '../../storage/read-parts.ts';

/** The section that each question is about; easy questions first. */
const sectionOf: Readonly<Record<string, string>> = {
  'why-positions': 'order',
  joins: 'adding',
  paper: 'sinusoidal',
  pair: 'sinusoidal',
  formula: 'sinusoidal',
  'rope-rotates': 'rope',
  'alibi-where': 'alibi',
  'past-table': 'learned',
  'rope-keeps': 'rope',
  frequencies: 'sinusoidal',
  'dot-product': 'sinusoidal',
  unseen: 'longer',
  't5-far': 'longer',
  'rope-beyond': 'longer',
  'causal-order': 'order',
};

const easyFirst = Object.keys(sectionOf);

/** Questions about sections of which something has been read come first, and within these easy ones. */
export function inReadingOrder(items: readonly Item[], read: ReadParts): Item[] {
  const rank = ({ id }: Item) =>
    easyFirst.indexOf(id) + (read[sectionOf[id] ?? '']?.length ? 0 : easyFirst.length);
  return [...items].sort((one, other) => rank(one) - rank(other));
}
