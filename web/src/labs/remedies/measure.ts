// The measures of a remedy's results.
import type {
  Extension,
  Frequencies,
  LengthResult,
  Remedy,
  TrainingOptions,
} from '../../core/api.ts';
import { decimals, percent, plain } from '../../plots/format.ts';
import type { LineAxis } from '../../plots/line-plot.ts';
import { remedies as all } from '../../registry.ts';

/** On new positions and on old ones: within the trained lengths all are old. */
export interface Scored {
  fresh: number | null;
  old: number | null;
}

export interface Measure {
  /** With a capital, as a title. */
  title: string;
  /** The unit of the table's numbers, and what they are. */
  caption: string;
  /** In the head of a file: "accuracy on new positions". */
  name: string;
  isBetter: (value: number, than: number) => boolean;
  axis: Pick<LineAxis, 'domain' | 'mark'> & { title: string };
  /** In sentences, and with one more digit in lists. */
  written: (value: number) => string;
  exact: (value: number) => string;
  /** In the table, below its caption. */
  cell: (value: number) => string;
  /** What the best remedy does, and what no remedy does if none is best. */
  leads: { one: string; many: string };
  none: string;
}

export const accuracy: Measure = {
  title: 'Accuracy by length',
  caption: 'Right answers in %, at positions seen in training (old) and beyond them (new)',
  name: 'accuracy',
  isBetter: (value, than) => value > than,
  axis: { title: 'accuracy', domain: [0, 1], mark: (value) => percent(value) },
  written: (value) => percent(value),
  exact: (value) => percent(value, 1),
  cell: (value) => percent(value, 1).replace('\u202f%', ''),
  leads: { one: 'gets the most new positions right', many: 'get the most new positions right' },
  none: 'no remedy gets more new positions right than the unchanged model',
};

/** Of characters of a text: fewer are better. */
export const bits: Measure = {
  title: 'Bits per character by length',
  caption: 'Bits per character, at positions seen in training (old) and beyond them (new)',
  name: 'bits per character',
  isBetter: (value, than) => value < than,
  axis: { title: 'bits per character', domain: [2, 5] },
  written: (value) => `${decimals(value, 2)} bits`,
  exact: (value) => decimals(value, 3),
  cell: (value) => decimals(value, 2),
  leads: { one: 'predicts new characters best', many: 'predict new characters best' },
  none: 'no remedy predicts new characters better than the unchanged model',
};

export const mainOf = ({ fresh, old }: Scored): number => fresh ?? old ?? 0;

export function accuraciesOf({ accuracy, oldAccuracy }: LengthResult): Scored {
  return oldAccuracy === null
    ? { fresh: null, old: accuracy }
    : { fresh: accuracy, old: oldAccuracy };
}

// One model with each remedy's frequencies at each tested length, and the results.

/** Names in a list, in a sentence, and where there is little room. */
export interface LabRemedy<Id = Remedy | 'base'> {
  id: Id;
  name: string;
  within: string;
  short: string;
}

export const remediesOf = (names: readonly Remedy[]): LabRemedy<Remedy>[] =>
  all
    .filter(({ name }) => names.includes(name))
    .map(({ name, title, withinSentence, shortTitle }) => ({
      id: name,
      name: title,
      within: withinSentence,
      short: shortTitle,
    }));

/** Training's frequencies with another base. @param base null where it is not known */
export const newBase = (base: number | null): LabRemedy<'base'> =>
  base === null
    ? { id: 'base', name: 'New base', within: 'the new base', short: 'base' }
    : { id: 'base', name: `Base ${plain(base)}`, within: `base ${plain(base)}`, short: 'base' };

export interface Tried {
  remedy: LabRemedy;
  at: Extension[];
}

export interface Answer {
  options: TrainingOptions;
  title: string;
  /** Such as "4× the training length". */
  reach: string;
  lengths: number[];
  own: Frequencies;
  tried: Tried[];
  measure: Measure;
  /** Of each remedy, for each length; null before there is a model to try them on. */
  results: Scored[][] | null;
}

export const isNew = (length: number, { trainLongest }: TrainingOptions): boolean =>
  length > trainLongest;

export const longestOf = ({ lengths }: Answer): number => lengths[lengths.length - 1] ?? 0;

export function triedAs({ tried }: Answer, id: LabRemedy['id']): Tried {
  const found = tried.find(({ remedy }) => remedy.id === id) ?? tried[0];
  if (!found) throw new Error(`no remedy ${id}`);
  return found;
}
