// The frequencies of a model, in the forms that programs take.
import type { ModelRope } from '../core/api.ts';
import { csvOf } from '../ui/data.ts';
import { layersOf } from './words.ts';

interface Format {
  name: string;
  ending: string;
  type: string;
  write: (rope: ModelRope, model: string) => string;
}

const indented = (values: ArrayLike<number>): string =>
  Array.from(values, (value) => `    ${value},\n`).join('');

/** What the numbers are of, in a line of a comment. */
const about = (rope: ModelRope, model: string): string =>
  `Inverse frequencies of ${model.replaceAll(/\s+/g, ' ')}, ${layersOf(rope)}: radians per position; cos and sin times ${rope.attentionFactor}`;

const csv = ({ invFreq, wavesAfter }: ModelRope): string =>
  csvOf({
    head: ['pair', 'inv_freq', 'wavelength'],
    count: invFreq.length,
    row: (i) => [i, invFreq[i] ?? 0, wavesAfter[i] ?? 0],
  }).join('');

const json = (rope: ModelRope, model: string): string =>
  `${JSON.stringify(
    {
      model,
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
    write: (rope, model) =>
      `// ${about(rope, model)}\nconstexpr double inv_freq[${rope.invFreq.length}] = {\n${indented(rope.invFreq)}};\n`,
  },
  python: {
    name: 'Python',
    ending: 'py',
    type: 'text/plain',
    write: (rope, model) => `# ${about(rope, model)}\ninv_freq = [\n${indented(rope.invFreq)}]\n`,
  },
};

/** A name as part of a file's name. */
export const inFileName = (name: string): string =>
  name
    .replace(/\.json$/i, '')
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase();
