// The controls that figures share.
import { html, type TemplateResult } from 'lit';
import { bases } from './sinusoidal.ts';
import './number-control.ts';

export interface Range {
  min?: number;
  max: number;
  step?: number;
  /** What the figure can show at most. */
  most?: number;
}

export const number = (
  label: string,
  value: number,
  { min = 0, max, step = 1, most = Infinity }: Range,
  set: (value: number) => void,
): TemplateResult =>
  html`<posenc-number
    label=${label}
    min=${min}
    max=${max}
    step=${step}
    .most=${most}
    .value=${value}
    @set=${(event: CustomEvent<number>) => set(event.detail)}
  ></posenc-number>`;

/** The width of the encoding and its base, set on the figure that has them. */
export const widthAndBase = (
  figure: { dModel: number; base: number },
  { max = 512, most = 4096 }: { max?: number; most?: number } = {},
): TemplateResult =>
  html`${number('width d', figure.dModel, { min: 2, max, step: 2, most }, (value) => {
      figure.dModel = value;
    })}<posenc-number
      label="base"
      .stops=${bases}
      .value=${figure.base}
      @set=${(event: CustomEvent<number>) => {
        figure.base = event.detail;
      }}
    ></posenc-number>`;
