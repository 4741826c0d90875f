// Whether two models turn positions alike, in words.
import type { ModelComparison } from '../core/api.ts';
import { significant } from '../plots/format.ts';
import { grouped, layersOf } from './words.ts';

type Difference = ModelComparison['differences'][number];

const subjects: Readonly<Record<Difference['what'], (at: number | null) => string>> = {
  kind: () => 'the kind of encoding',
  layers: (at) => (at === null ? 'the number of layers' : `whether layer ${at} rotates`),
  pairs: () => 'the number of pairs that rotate',
  frequencies: (at) => `the frequency of pair ${at}, the first that differs`,
  'attention-factor': () => 'the factor on cos and sin',
  slopes: (at) => (at === null ? 'the number of slopes' : `the slope of head ${at}`),
  rows: () => 'the number of rows',
  buckets: () => 'the number of buckets',
};

function differenceText({
  what,
  layers,
  at,
  first,
  second,
  position,
  radians,
}: Difference): string {
  const where = layers === null ? '' : `, ${layersOf({ layers })}`;
  const values =
    first === null || second === null
      ? ''
      : `: ${significant(first, 6)} against ${significant(second, 6)}`;
  const apart =
    position === null || radians === null
      ? ''
      : `; at position ${grouped(position)}, angles are up to ${significant(radians, 3)} rad apart`;
  return `${subjects[what](at)}${where}${values}${apart}`;
}

/** @param first, second the names of the models */
export function comparisonText(
  { alike, differences }: ModelComparison,
  first: string,
  second: string,
): string {
  if (alike) return `${first} and ${second} turn positions alike.`;
  return `${first} and ${second} differ in ${differences.map(differenceText).join('; in ')}.`;
}
