// What a config says, each number with the key that it comes from.
import { html, nothing, type TemplateResult } from 'lit';
import type { ModelReport, ModelRope } from '../core/api.ts';
import { significant } from '../plots/format.ts';
import { grouped, kindOf, layersOf, layoutNames } from './words.ts';

interface Fact {
  name: string;
  value: string;
  from?: string;
}

type Part = TemplateResult | typeof nothing;

/** Where a number comes from, in words. */
const fromText = (from: string, modelType: string): Part => {
  if (from === 'class') return html`default of class ${modelType}`;
  if (from === 'default') return html`default: no key sets it`;
  if (from === 'formula') return html`by the formula of its type`;
  // Long names may break at their parts.
  return html`<code>${from.split(/(?<=[._])/).map((part) => html`${part}<wbr />`)}</code>`;
};

const table = (facts: readonly Fact[], modelType: string, caption: string): TemplateResult =>
  html`<table class="facts" aria-label=${caption}>
    <tbody>
      ${facts.map(
        ({ name, value, from = '' }) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td>${value}${from ? html`<small>${fromText(from, modelType)}</small>` : nothing}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;

const optional = (name: string, sourced: { value: number; from: string } | null): Fact[] =>
  sourced ? [{ name, value: grouped(sourced.value), from: sourced.from }] : [];

function modelFacts(report: ModelReport): Fact[] {
  const { kind, layout, layoutFrom, width, heads, claimed, rows, buckets, maxBias, modelType } =
    report;
  const isRotary = kind === 'rope';
  return [
    { name: 'Positions', value: kindOf(report), from: modelType ? 'model_type' : '' },
    ...(isRotary
      ? [
          {
            name: 'Layout of pairs',
            value: layout ? layoutNames[layout] : 'depends on the class',
            from: layoutFrom,
          },
        ]
      : []),
    {
      name: 'Width, heads',
      value: `${grouped(width.value)}, ${grouped(heads.value)}`,
      from: `${width.from}, ${heads.from}`,
    },
    ...optional('Claimed length', claimed),
    ...optional('Rows of the table', rows),
    ...optional('Buckets', buckets?.numBuckets ?? null),
    ...optional('Largest distance', buckets?.maxDistance ?? null),
    ...optional('Largest bias', maxBias),
  ];
}

function ropeFacts({ headDim, rotaryDim, base, usedBase, original, ...rope }: ModelRope): Fact[] {
  const { type, path, factor, ramp, numbers, attentionFactor, logitFactor } = rope;
  const isBaseChanged = usedBase !== base.value;
  return [
    { name: 'Width of a head', value: grouped(headDim.value), from: headDim.from },
    {
      name: 'Rotated part',
      value: `${grouped(rotaryDim.value)} of ${grouped(headDim.value)}`,
      from: rotaryDim.from,
    },
    { name: 'Base', value: grouped(base.value), from: base.from },
    ...(isBaseChanged ? [{ name: 'Base as used', value: significant(usedBase, 7) }] : []),
    { name: 'Scaling', value: type === 'default' ? 'none' : type, from: path },
    ...(factor === null
      ? []
      : [{ name: 'Factor', value: significant(factor.value, 7), from: factor.from }]),
    ...numbers.map(({ key, number }) => ({
      name: key,
      value: significant(number.value, 7),
      from: number.from,
    })),
    ...(ramp === 'released_unrounded'
      ? [{ name: 'Ramp', value: 'between fractions of pairs', from: `${path}.truncate` }]
      : []),
    ...optional('Length of training (original)', original),
    {
      name: 'Attention factor',
      value:
        attentionFactor === 1
          ? '1: cos and sin unchanged'
          : `${significant(attentionFactor, 6)} on cos and sin, so what rotates of a logit × ${significant(logitFactor, 6)}`,
      from: rope.attentionFactorFrom || (attentionFactor === 1 ? '' : 'formula'),
    },
    ...(rope.classLogitFactor === 1
      ? []
      : [
          {
            name: 'Logits, besides',
            value: `× ${significant(rope.classLogitFactor, 4)} in the attention of this class`,
            from: `${path}.mscale_all_dim`,
          },
        ]),
  ];
}

export function modelTable(report: ModelReport): TemplateResult {
  return html`<h3>What the config says</h3>
    ${table(modelFacts(report), report.modelType, 'The model')}`;
}

/** A table for each set of frequencies. */
export function ropeTables({ ropes, modelType }: ModelReport): TemplateResult {
  return html`${ropes.map((rope) => {
    const name = ropes.length > 1 ? `RoPE, ${layersOf(rope)}` : 'RoPE';
    return html`<h3>${name}</h3>
      ${table(ropeFacts(rope), modelType, name)}`;
  })}`;
}
