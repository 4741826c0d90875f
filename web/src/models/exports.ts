// The frequencies of a model, in forms that programs can read.
import type { ModelRope } from '../core/api.ts';
import { csvOf } from '../ui/data.ts';
import { readingNames } from './differences.ts';
import type { WavesView } from './waves.ts';
import { layersOf } from './words.ts';

interface Format {
  name: string;
  ending: string;
  type: string;
  write: (exported: Exported) => string;
}

const indented = (values: ArrayLike<number>): string =>
  Array.from(values, (value) => `    ${value},\n`).join('');

/** What the numbers are of. */
export interface Exported {
  rope: ModelRope;
  model: string;
  /** Of the text, where the frequencies depend on it. */
  length: number | null;
  /** Whose reading it is, if it is not the page's. */
  reading: string | null;
}

/** The same in a line of a comment. */
const about = ({ rope, model, length, reading }: Exported): string =>
  [
    `Inverse frequencies of ${model.replaceAll(/\s+/g, ' ')}`,
    layersOf(rope),
    ...(reading === null ? [] : [`read as: ${reading}`]),
    ...(length === null ? [] : [`for a text of ${length} tokens`]),
    `radians per position; multiply cos and sin by ${rope.attentionFactor}`,
  ].join(', ');

const csv = ({ rope: { invFreq, wavesAfter } }: Exported): string =>
  csvOf({
    head: ['pair', 'inv_freq', 'wavelength'],
    count: invFreq.length,
    // (Pairs that do not rotate have no wavelength.)
    row: (i) => [i, invFreq[i] ?? 0, wavesAfter[i] || ''],
  }).join('');

const json = ({ rope, model, length, reading }: Exported): string =>
  `${JSON.stringify(
    {
      model,
      ...(reading === null ? {} : { read_as: reading }),
      ...(length === null ? {} : { length }),
      layer_type: rope.layers,
      rope_type: rope.type,
      head_dim: rope.headDim.value,
      rotary_dim: rope.rotaryDim.value,
      base: rope.usedBase,
      attention_factor: rope.attentionFactor,
      inv_freq: [...rope.invFreq],
    },
    null,
    2,
  )}\n`;

export const formats: Readonly<Record<string, Format>> = {
  csv: { name: 'CSV', ending: 'csv', type: 'text/csv', write: csv },
  json: { name: 'JSON', ending: 'json', type: 'application/json', write: json },
  cpp: {
    name: 'C++',
    ending: 'hpp',
    type: 'text/plain',
    write: (exported) =>
      `// ${about(exported)}\nconstexpr double inv_freq[${exported.rope.invFreq.length}] = {\n${indented(exported.rope.invFreq)}};\n`,
  },
  python: {
    name: 'Python',
    ending: 'py',
    type: 'text/plain',
    write: (exported) =>
      `# ${about(exported)}\ninv_freq = [\n${indented(exported.rope.invFreq)}]\n`,
  },
};

/** A name as part of a file's name. */
const inFileName = (name: string): string =>
  name
    .replace(/\.json$/i, '')
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase();

/** Of a model, and of one of its sets of frequencies. */
export const fileNameOf = (model: string, layers: ModelRope['layers']): string =>
  inFileName(layers === null ? model : `${model}-${layers}`);

/** What a view shows, to be exported: the other reading where one is drawn. */
export function exportedOf(model: string, { rope, length, difference }: WavesView): Exported {
  const read = difference && {
    invFreq: difference.invFreq,
    wavesAfter: difference.waves,
    attentionFactor: difference.attentionFactor,
  };
  return {
    rope: read ? { ...rope, ...read } : rope,
    model,
    length: rope.dependsOnLength ? length : null,
    reading: difference && readingNames[difference.reading],
  };
}
