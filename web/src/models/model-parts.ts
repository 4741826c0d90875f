// What the page says above a model, the text lengths that it offers, and its sentence for a config that is refused.
import { html, type TemplateResult } from 'lit';
import type { ModelReport, ShippedModel } from '../core/api.ts';
import type { PosencError } from '../core/errors.ts';
import { certaintyNames } from './words.ts';

/** For a config that names no length. */
const defaultLength = 4096;

/** A message of the core without the name of its part, which would mean nothing to readers. */
export const sentenceOf = ({ message }: PosencError): string => message.replace(/^\[config\] /, '');

/** Whether a number can be the length of a text. (The core says what is wrong with others.) */
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
    <p class="source">
      ${
        shipped
          ? html`${certaintyNames[shipped.certainty]}. Source: ${shipped.source}`
          : 'Your config, read in this browser.'
      }
    </p>`;
