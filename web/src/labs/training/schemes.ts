// The schemes that the labs train, as listed by the core, and how they are drawn. (The core has one more: a formula of
// your own.)
import { schemes as all } from '../../registry.ts';

export interface Scheme {
  /** Its name in the core, and of its color. */
  id: (typeof all)[number]['name'];
  name: string;
  /** Where there is little room. */
  short: string;
  as: 'line' | 'dashed';
}

const dashed: readonly string[] = ['alibi-directional', 'hybrid'];

export const schemes: readonly Scheme[] = all
  .filter(({ name }) => name !== 'own')
  .map(({ name, title, shortTitle }) => ({
    id: name,
    name: title,
    short: shortTitle,
    as: dashed.includes(name) ? 'dashed' : 'line',
  }));

/** "rope, alibi" as schemes, in their usual order; unknown names are left out. */
export const schemesIn = (text: string): Scheme[] => {
  const names: readonly string[] = text.split(/[\s,;]+/);
  return schemes.filter(({ id }) => names.includes(id));
};
