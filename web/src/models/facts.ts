// The facts of a config, each number with the key that it comes from.
import { html, nothing, type TemplateResult } from 'lit';
import type { ModelReport, ModelRope, ShippedModel } from '../core/api.ts';
import type { PosencError } from '../core/errors.ts';
import { significant } from '../plots/format.ts';
import { fromWords, grouped, kindOf, layersOf, layoutNames, originOf } from './words.ts';

interface Fact {
  name: string;
  value: string;
  from?: string;
}

type Part = TemplateResult | typeof nothing;

/** The origin of a number, in words. */
const fromText = (from: string): Part => {
  const words = fromWords(from);
  if (words !== null) return html`${words}`;
  if (from === 'formula') return html`by the formula of its type`;
  // Long names may break at their parts.
  return html`<code>${from.split(/(?<=[._])/).map((part) => html`${part}<wbr />`)}</code>`;
};

const table = (facts: readonly Fact[], caption: string): TemplateResult =>
  html`<table class="facts" aria-label=${caption}>
    <tbody>
      ${facts.map(
        ({ name, value, from = '' }) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td>${value}${from ? html`<small>${fromText(from)}</small>` : nothing}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;

const optional = (name: string, sourced: { value: number; from: string } | null): Fact[] =>
  sourced ? [{ name, value: grouped(sourced.value), from: sourced.from }] : [];

/** What queries are multiplied by, at a position p. */
function growthFacts({ queryGrowth }: ModelReport): Fact[] {
  if (!queryGrowth) return [];
  const { scale, period, offset, layers } = queryGrowth;
  const place = offset > 0 ? `(p + ${offset})` : 'p';
  const where = layers === 'all' ? '' : ', on layers without RoPE';
  return [
    {
      name: 'Queries, at position p',
      value: `× 1 + ${scale.value} ln(1 + ⌊${place} / ${grouped(period.value)}⌋)${where}`,
      from: scale.from,
    },
  ];
}

function modelFacts(report: ModelReport): Fact[] {
  const { kind, layout, layoutFrom, claimed, rows, buckets, maxBias, modelType } = report;
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
    ...optional('Width', report.width),
    ...optional('Heads', report.heads),
    ...optional('Claimed length', claimed),
    ...optional('Rows of the table', rows),
    ...optional('Buckets', buckets?.numBuckets ?? null),
    ...optional('Largest distance', buckets?.maxDistance ?? null),
    ...optional('Largest bias', maxBias),
    ...growthFacts(report),
  ];
}

function axesFacts({ positionAxes }: Pick<ModelRope, 'positionAxes'>): Fact[] {
  const ways = {
    one: '',
    halves: 'height and width, each with base^(−4i/d)',
    alternating: 'height has the even pairs of base^(−2i/d), width the odd ones',
  };
  return positionAxes === 'one' ? [] : [{ name: 'Axes', value: ways[positionAxes] }];
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
    ...axesFacts(rope),
    ...(rope.pairFactorsFrom === ''
      ? []
      : [
          { name: 'Frequencies, besides', value: 'divided by factors', from: rope.pairFactorsFrom },
        ]),
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
            value: `× ${significant(rope.classLogitFactor, 7)} in the attention of this class`,
            from: `${path}.mscale_all_dim`,
          },
        ]),
  ];
}

export function modelTable(report: ModelReport): TemplateResult {
  return html`<h3>What the config says</h3>
    ${table(modelFacts(report), 'The model')}`;
}

export function ropeTables({ ropes }: ModelReport): TemplateResult {
  return html`${ropes.map((rope) => {
    const name = ropes.length > 1 ? `RoPE, ${layersOf(rope)}` : 'RoPE';
    return html`<h3>${name}</h3>
      ${table(ropeFacts(rope), name)}`;
  })}`;
}

// The errors of angles where frequencies are stored in a narrow type.

export function rounding({ errors }: ModelRope): TemplateResult | typeof nothing {
  if (!errors) return nothing;
  const types = ['bfloat16', 'float16', 'float32'] as const;
  return html`<h3>Rounding at position ${grouped(errors.position)}</h3>
    <p>
      How far off the worst angle is at the last position, if frequencies are stored in this type:
    </p>
    <table class="facts" aria-label="Errors of the angle">
      <tbody>
        ${types.map(
          (type) =>
            html`<tr>
              <th scope="row">${type}</th>
              <td>${significant(errors[type], 3)} rad</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="met">
      A full turn is 6.28 rad. Reported in
      <a href="https://github.com/huggingface/transformers/issues/29285" rel="noopener"
        >huggingface/transformers#29285</a
      >
    </p>`;
}

// The head of a model, the text lengths that the page offers, and the sentence for a config that is refused.

/** For a config that names no length. */
const defaultLength = 4096;

/** A message of the core as a sentence of its own. (A key of the file, which it may begin with, stays as it is written.) */
export const sentenceOf = ({ message, parameter }: PosencError): string => {
  const isKey = parameter !== '' && message.startsWith(parameter);
  const begin = isKey ? message.charAt(0) : message.charAt(0).toUpperCase();
  return `${begin}${message.slice(1)}${message.endsWith('.') ? '' : '.'}`;
};

/** (The core says what is wrong with other lengths.) */
export const isLength = (value: number): boolean => Number.isSafeInteger(value) && value >= 1;

/** The length at which a model is first shown. */
export const lengthOf = ({ claimed, ropes }: ModelReport): number =>
  claimed?.value ?? ropes[0]?.original?.value ?? defaultLength;

/** Lengths for a slider: powers of two, and those that the config names. */
export function stopsFor(report: ModelReport): number[] {
  const { claimed, ropes } = report;
  const named = [claimed?.value, ...ropes.map(({ original }) => original?.value)];
  const top = 4 * (claimed?.value ?? 8 * lengthOf(report));
  const stops = new Set(named.filter((value) => value !== undefined));
  for (let stop = 256; stop <= top; stop *= 2) stops.add(stop);
  return [...stops].sort((a, b) => a - b);
}

/** The name of a model and where its config is from. @param shipped null for a reader's own */
export const head = (name: string, shipped: ShippedModel | null): TemplateResult =>
  html`<h2 tabindex="-1">${name}</h2>
    ${shipped ? sourceOf(shipped) : html`<p class="source">Your config, read in this browser.</p>`}`;

/** The repository it is from; the file in it opens. */
function sourceOf(shipped: ShippedModel): TemplateResult {
  const { source, claim } = shipped;
  const [repository] = /^[\w.-]+\/[\w.-]+(?=:)/.exec(source) ?? [];
  const claimed = claim ? html` Its makers claim ${claim.length} (${claim.source}).` : nothing;
  return repository
    ? html`<details class="source">
        <summary>${originOf(shipped)}: ${repository}</summary>
        ${source}.${claimed}
      </details>`
    : html`<p class="source">${originOf(shipped)}: ${source}.${claimed}</p>`;
}
