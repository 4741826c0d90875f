// What the lab knows of one model: each remedy's frequencies at each tested length, and what they lead to.
import type {
  Extension,
  Frequencies,
  LengthResult,
  Remedy,
  TrainingOptions,
} from '../../core/api.ts';
import { plain } from '../../plots/format.ts';
import { remedies as all } from '../../registry.ts';

/** What it is called in a list, in a sentence, and where there is little room. */
export interface LabRemedy {
  id: Remedy | 'base';
  name: string;
  within: string;
  short: string;
}

/** Those of the core that fit a small model. */
const fromCore: readonly Remedy[] = ['none', 'pi', 'ntk', 'dynamic', 'yarn', 'yarn-short'];

/** The lab's remedies; another base is the last, which only the lab has. @param base null where it is not known */
export const remediesWith = (base: number | null): LabRemedy[] => [
  ...all
    .filter(({ name }) => fromCore.includes(name))
    .map(({ name, title, withinSentence, shortTitle }) => ({
      id: name,
      name: title,
      within: withinSentence,
      short: shortTitle,
    })),
  base === null
    ? { id: 'base', name: 'New base', within: 'the new base', short: 'base' }
    : { id: 'base', name: `Base ${plain(base)}`, within: `base ${plain(base)}`, short: 'base' },
];

/** A remedy's frequencies at each tested length: the same for all but dynamic NTK. */
export interface Tried {
  remedy: LabRemedy;
  at: Extension[];
}

export interface Answer {
  options: TrainingOptions;
  title: string;
  lengths: number[];
  own: Frequencies;
  tried: Tried[];
  /** Of each remedy, for each length; null before there is a model to try them on. */
  results: LengthResult[][] | null;
}

export const isNew = (length: number, { trainLongest }: TrainingOptions): boolean =>
  length > trainLongest;

export const longestOf = ({ lengths }: Answer): number => lengths[lengths.length - 1] ?? 0;

export function triedAs({ tried }: Answer, id: LabRemedy['id']): Tried {
  const found = tried.find(({ remedy }) => remedy.id === id) ?? tried[0];
  if (!found) throw new Error(`no remedy ${id}`);
  return found;
}

/** On new positions and on old ones: within the trained lengths all are old. */
export function sharesOf(result: LengthResult | undefined): {
  fresh: number | null;
  old: number | null;
} {
  if (!result) return { fresh: null, old: null };
  const { accuracy, oldAccuracy } = result;
  return oldAccuracy === null
    ? { fresh: null, old: accuracy }
    : { fresh: accuracy, old: oldAccuracy };
}
