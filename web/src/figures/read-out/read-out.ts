import { html } from 'lit';
import type { ReadOut, ReadOutTarget } from '../../core/api.ts';
import { decimals, plain, significant } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import '../../plots/line-plot.ts';
import { base, choice, count, type Values } from '../../ui/parameters.ts';
import { sideBySide } from '../../ui/figure-style.ts';
import { type DataTable, figureWith, PosencFigure } from '../figure.ts';
import { encoding, firstPositions } from '../sinusoidal.ts';

const widths = [2, 4, 8, 16, 32, 64, 128, 256];

const targets = [
  ['ramp', 'ramp'],
  ['parabola', 'parabola'],
  ['bump', 'bump'],
  ['slow_wave', 'slow wave'],
  ['fast_wave', 'fast wave'],
] as const satisfies readonly (readonly [ReadOutTarget, string])[];

const parameters = {
  target: choice('function', 'bump', targets),
  dModel: { type: 'number', label: 'width d', value: 32, slider: { stops: widths }, most: 1024 },
  positions: count('fitted positions', 100, 500, 1000),
  base: base(),
} as const;
type Params = Values<typeof parameters>;

interface Answer {
  fit: ReadOut;
  /** The root mean square error at each of `widths`. */
  errors: Float64Array;
}

/** Errors below it are hardly seen. */
const close = 0.02;
/** A fit is drawn up to here: beyond the fitted positions some leave the picture. */
const limits = { lowest: -1.5, highest: 2 };

const nameOf = (target: ReadOutTarget): string =>
  targets.find(([name]) => name === target)?.[1] ?? target;

/** Half as many positions again are shown as are fitted. */
const shownFor = (positions: number): number => positions + Math.ceil(positions / 2);

/**
 * What a linear read-out can make of the encoding: a function of position as the best weighted sum of its columns, within
 * the positions fitted and beyond, and the error for several widths.
 *
 *   <posenc-read-out target="bump" d-model="32" positions="100" base="10000"></posenc-read-out>
 */
export class PosencReadOut extends figureWith('read-out', parameters)<Answer> {
  static override styles = [...PosencFigure.styles, sideBySide];

  protected override readonly label = 'A function of position, read out of the encoding';
  protected override readonly formula =
    'f(pos) ≈ w · PE(pos), with w from least squares over pos = 0 … n − 1: min Σ (w · PE(pos) − f(pos))²; with x = pos/n: x, 4x(1 − x), exp(−(x − ½)²/(2 · 0.08²)), sin(2πx), sin(2π pos/4)';

  protected override readonly primary = ['target', 'dModel'] as const;

  protected override async ask(params: Params): Promise<Answer> {
    const { target, dModel, positions, base } = params;
    // The errors by width, most of the work, do not depend on the width that is shown.
    const fit = (width: number, shown: number) =>
      this.callOnce('readOut', encoding({ dModel: width, base }), target, positions, shown);
    const [shown, ...others] = await Promise.all([
      fit(dModel, shownFor(positions)),
      ...widths.map((width) => fit(width, positions)),
    ]);
    return { fit: shown, errors: Float64Array.from(others, ({ error }) => error) };
  }

  protected override caption({ fit }: Answer): string {
    const inside = fit.error < close ? 'Perfect' : 'Rough';
    return `${inside} inside, ${fit.beyond < close ? 'good' : 'wild'} outside`;
  }

  protected override subtitle({ fit }: Answer): string {
    return `Off by ${significant(fit.error, 2)} where it was fitted, ${significant(fit.beyond, 2)} beyond.`;
  }

  protected override setting({ fit }: Answer, params: Params): string {
    const { target, dModel, positions, base } = params;
    return `With d = ${dModel}, the best fit to the ${nameOf(target)} is off by ${significant(fit.error, 2)}; beyond the fitted positions, by ${significant(fit.beyond, 2)}. It is a weighted sum of the columns, fitted to positions 0 to ${positions - 1}, base ${plain(base)}; errors are root mean squares`;
  }

  protected override summary({ errors }: Answer, { target, positions }: Params): string {
    const found = widths.map((width, n) => `${significant(errors[n] ?? 0, 2)} with d = ${width}`);
    return `Above, a dashed curve is the ${nameOf(target)} and a solid one the fit; a tint marks positions 0 to ${positions - 1}, which were fitted. Below, the error on them, by width: ${found.join(', ')}.`;
  }

  protected override table({ fit, errors }: Answer): DataTable {
    return {
      head: ['position', 'function', 'fit', 'width d', 'error'],
      count: fit.target.length,
      row: (n) => [
        n,
        fit.target[n] ?? 0,
        fit.fitted[n] ?? 0,
        ...(n < widths.length ? [widths[n] ?? 0, errors[n] ?? 0] : []),
      ],
    };
  }

  private curves({ target, fitted }: ReadOut): Series[] {
    const x = firstPositions(target.length);
    const isOn = (value: number) => value >= limits.lowest && value <= limits.highest;
    const end = fitted.findIndex((value) => !isOn(value));
    const drawn = end === -1 ? fitted.length : end;
    return [
      {
        name: 'fit',
        x: x.subarray(0, drawn),
        y: fitted.subarray(0, drawn),
        color: 'sinusoidal',
        as: 'line',
      },
      {
        name: 'function',
        x,
        y: target.map((value) => (isOn(value) ? value : NaN)),
        color: 'learned',
        as: 'dashed',
      },
    ];
  }

  private errorSeries({ errors, fit }: Answer, { dModel }: Params): Series[] {
    return [
      { name: '', x: widths, y: errors, color: 'sinusoidal', as: 'line', marked: true },
      {
        name: '',
        x: [dModel],
        y: [fit.error],
        color: 'wrong',
        as: 'points',
      },
    ];
  }

  protected override plot(answer: Answer | null, params: Params, summary: string) {
    const { positions } = params;
    const fits = `fit and function, fitted at 0 to ${positions - 1}`;
    const byWidth = `error of the fit, by width; in red, d = ${params.dModel}`;
    const describe = (n: number) =>
      answer
        ? `position ${n}${n < positions ? '' : ', not fitted'}: function ${decimals(answer.fit.target[n] ?? 0, 3)}, fit ${significant(answer.fit.fitted[n] ?? 0, 4)}`
        : '';
    const describeWidth = (n: number) =>
      `d = ${widths[n]}: off by ${significant(answer?.errors[n] ?? 0, 3)}`;
    return html`<p class="which">${fits}</p>
      <posenc-line-plot
        data-plot=${fits}
        height="240"
        label="Fit and function"
        .summary=${summary}
        .series=${answer ? this.curves(answer.fit) : []}
        .stretch=${answer && { from: 0, to: positions - 1, name: 'not fitted' }}
        .across=${{ title: 'position' }}
        .up=${{ title: '', domain: [0, 1] }}
        .stops=${firstPositions(answer?.fit.target.length ?? 0)}
        .describe=${describe}
      ></posenc-line-plot>
      <p class="which">${byWidth}</p>
      <posenc-line-plot
        data-plot=${byWidth}
        height="200"
        label="Error by width"
        .series=${answer ? this.errorSeries(answer, params) : []}
        .across=${{ title: 'width d', scale: 'log', base: 2, at: widths, mark: plain }}
        .up=${{ title: 'root mean square error', scale: 'log', domain: [1e-9, 1] }}
        .stops=${widths}
        .describe=${describeWidth}
      ></posenc-line-plot>`;
  }
}

customElements.define('posenc-read-out', PosencReadOut);
