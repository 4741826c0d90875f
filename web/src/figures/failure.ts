// The message of a figure that cannot show the requested values.
import { html, type TemplateResult } from 'lit';
import type { PosencError } from '../core/errors.ts';
import type { ParameterTable } from '../ui/parameters.ts';

/** The names of the core's parameters in a figure without a control for them. */
const labelsWithoutControl: Readonly<Record<string, string>> = {
  dModel: 'dimension',
  column: 'dimension',
  dimensions: 'the dimensions',
  headDim: 'the number of components',
  originalLen: 'training length',
};

/** A failure as a sentence that names the control it is about by its label. */
export function sentenceOf(failure: PosencError, parameters: ParameterTable): string {
  const { parameter } = failure;
  const label = parameters[parameter]?.label ?? labelsWithoutControl[parameter];
  return failure.naming(label ?? parameter);
}

/** The same, with a button where trying again may help: only if something broke. */
export function failureMessage(
  failure: PosencError,
  parameters: ParameterTable,
  again: () => void,
): TemplateResult {
  const sentence = sentenceOf(failure, parameters);
  if (failure.code !== 'broken') return html`${sentence}`;
  return html`${sentence}<button class="button again" type="button" @click=${again}>
      Try again
    </button>`;
}
