// What the lab knows of one model: each remedy's frequencies at each tested length, and what they lead to.
import type { Extension, Frequencies, Remedy, TrainingOptions } from '../../core/api.ts';
import { plain } from '../../plots/format.ts';
import { remedies as all } from '../../registry.ts';
import type { Measure, Scored } from './measure.ts';

/** What it is called in a list, in a sentence, and where there is little room. */
export interface LabRemedy<Id = Remedy | 'base'> {
  id: Id;
  name: string;
  within: string;
  short: string;
}

/** Some of the core's remedies, in its order. */
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

/** A remedy's frequencies at each tested length. */
export interface Tried {
  remedy: LabRemedy;
  at: Extension[];
}

export interface Answer {
  options: TrainingOptions;
  title: string;
  /** What the remedies are for: "4× the training length". */
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
