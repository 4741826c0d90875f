// The words of a report.
import type {
  ModelReport,
  ModelRope,
  PairChange,
  PositionKind,
  ShippedModel,
} from '../core/api.ts';
import { quantity, significant } from '../plots/format.ts';

/** A whole number with a narrow space between thousands; others as they are. */
export function grouped(value: number): string {
  const [whole = '', part] = String(value).split('.');
  if (/e/.test(whole + (part ?? ''))) return String(value);
  const spaced = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  return part === undefined ? spaced : `${spaced}.${part}`;
}

export const kindNames: Readonly<Record<PositionKind, string>> = {
  rope: 'RoPE',
  alibi: 'ALiBi',
  learned: 'learned table',
  t5: 'T5’s relative bias',
  relative: 'relative positions',
  sinusoidal: 'sinusoidal',
  'sinusoidal+learned': 'sinusoidal and learned',
  none: 'no encoding',
  unknown: 'unknown',
};

export const layoutNames: Readonly<Record<NonNullable<ModelReport['layout']>, string>> = {
  half_split: 'half-split: components i and i + r/2 rotate together',
  interleaved: 'interleaved: components 2i and 2i + 1 rotate together',
};

const certaintyNames: Readonly<Record<ShippedModel['certainty'], string>> = {
  published: 'Config from its makers’ own repository',
  'class defaults': 'Defaults of its class in Transformers; a released file may differ',
  composed: 'Config put together from several public files',
};
const copyNames: Readonly<Record<NonNullable<ShippedModel['copy']>, string>> = {
  mirror: 'A mirror of its makers’ config',
  quoted: 'Its makers’ config as others quote it',
};

/** Where the config of a shipped model is from. */
export const originOf = ({ certainty, copy }: ShippedModel): string =>
  copy ? copyNames[copy] : certaintyNames[certainty];

export const layersOf = ({ layers }: Pick<ModelRope, 'layers'>): string =>
  layers === 'full_attention'
    ? 'full attention'
    : layers === 'sliding_attention'
      ? 'sliding window'
      : 'all rotating layers';

/** "0–15, 40": whole numbers in rising order. */
export function ranges(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const one of numbers) {
    const last = runs.at(-1);
    if (last && last[1] + 1 === one) last[1] = one;
    else runs.push([one, one]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}

/** Where a number is from that no key of the file names. */
export const fromWords = (from: string): string | null => {
  if (from.startsWith('class ')) return `default of ${from}`;
  return from === 'default' ? 'default: no key sets it' : null;
};

/** A list with "and" before its last part. */
export const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

export const numberOf = (changes: readonly PairChange[], wanted: PairChange): number =>
  changes.filter((change) => change === wanted).length;

export const isScaled = ({ changes }: ModelRope): boolean =>
  changes.some((change) => change !== 'kept');

/** Whether pairs rotate by the height and the width of a place in a picture. */
export const isTwoDimensional = ({ positionAxes }: ModelRope): boolean => positionAxes !== 'one';

export function headlineOf(rope: ModelRope): string {
  const { changes, invFreq, dependsOnLength, base, usedBase } = rope;
  if (isTwoDimensional(rope)) return `${quantity(invFreq.length, 'pair')} for each of two axes`;
  const still = invFreq.filter((one) => one === 0).length;
  if (!isScaled(rope)) {
    const pairs = quantity(invFreq.length - still, 'pair');
    if (still > 0) return `${pairs} rotate, ${still} do not`;
    return dependsOnLength ? `${pairs}, not scaled at this length` : `${pairs}, no scaling`;
  }
  if (usedBase !== base.value) {
    return `Base raised from ${grouped(base.value)} to ${significant(usedBase, 4)}`;
  }
  const parts = (['kept', 'blended', 'squeezed', 'slowed', 'faster'] as const)
    .map((change) => [numberOf(changes, change), change] as const)
    .filter(([count]) => count > 0);
  if (parts.length === 1) return `All ${invFreq.length} pairs ${parts[0]?.[1]}`;
  return parts.map((one) => one.join(' ')).join(', ');
}

export const dependsOnText = ({ ropes }: ModelReport): boolean =>
  ropes.some(({ dependsOnLength }) => dependsOnLength);

export function kindOf({ kind, ropes }: ModelReport): string {
  const axes = ropes.some(isTwoDimensional) ? ' in two dimensions' : '';
  const types = [...new Set(ropes.map(({ type }) => type).filter((type) => type !== 'default'))];
  const name = kindNames[kind] + axes;
  return types.length > 0 ? `${name}, ${listed(types)}` : name;
}
