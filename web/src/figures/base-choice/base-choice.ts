import { html } from 'lit';
import type { BaseChoice } from '../../core/api.ts';
import { plain, significant } from '../../plots/format.ts';
import type { LineAxis, Series } from '../../plots/line-plot.ts';
import '../../plots/line-plot.ts';
import { stillWidthsOfTwo } from '../../plots/plot.ts';
import { base, type Values, width } from '../../ui/parameters.ts';
import { sideBySide } from '../../ui/figure-style.ts';
import { type DataTable, figureWith, PosencFigure } from '../figure.ts';

const parameters = { base: base(), dModel: width(128) } as const;
type Params = Values<typeof parameters>;

/** Those of the curves: 2 to a million. */
const bases = Float64Array.of(
  ...[2, 3, 5, 7, 10, 20, 30, 50, 70, 100, 200, 300, 500, 700, 1000, 2000, 3000, 5000],
  ...[7000, 1e4, 2e4, 3e4, 5e4, 7e4, 1e5, 2e5, 3e5, 5e5, 7e5, 1e6],
);

interface Answer {
  curves: BaseChoice;
  /** Of the base that is set. */
  step: number;
  longest: number;
}

const across: LineAxis = { title: 'base', scale: 'log' };

/**
 * What the base decides: how far apart the encodings of neighbors are, and how long the longest wave is.
 *
 *   <posenc-base-choice base="10000" d-model="128"></posenc-base-choice>
 */
export class PosencBaseChoice extends figureWith('base', parameters)<Answer> {
  static override styles = [...PosencFigure.styles, sideBySide];

  protected override readonly label = 'What the base decides';
  protected override readonly formula =
    '|PE(pos + 1) − PE(pos)| = √(Σᵢ 4 sin²(ωᵢ/2)), longest wavelength = 2π · base^((d − 2)/d), ωᵢ = base^(−2i/d)';

  protected override async ask({ base, dModel }: Params): Promise<Answer> {
    const [curves, { steps, longest }] = await Promise.all([
      this.callOnce('baseChoice', dModel, bases),
      this.call('baseChoice', dModel, Float64Array.of(base)),
    ]);
    return { curves, step: steps[0] ?? 0, longest: longest[0] ?? 0 };
  }

  protected override caption({ curves, step, longest }: Answer, { base }: Params): string {
    const usual = bases.indexOf(10000);
    const near = step - (curves.steps[usual] ?? 0);
    const far = longest - (curves.longest[usual] ?? 0);
    if (near > 0 && far < 0) return 'Sharper, but a shorter reach';
    if (near < 0 && far > 0) return 'Longer reach, but less sharp';
    return base === 10000 ? 'The paper’s base' : 'Same as with the paper’s base';
  }

  protected override subtitle({ step, longest }: Answer): string {
    return `Neighbors ${significant(step, 3)} apart; the longest wave repeats after ${significant(longest, 4)} positions.`;
  }

  protected override setting({ step, longest }: Answer, { base, dModel }: Params): string {
    return `Base ${plain(base)}: neighbors are ${significant(step, 3)} apart, and the longest wave repeats after ${significant(longest, 4)} positions. Distance between PE(pos) and PE(pos + 1), and the longest wavelength, against the base; d\u00a0=\u00a0${dModel}`;
  }

  protected override summary({ curves }: Answer): string {
    const { steps, longest } = curves;
    const end = bases.length - 1;
    return `Two curves over bases from ${plain(bases[0] ?? 0)} to ${plain(bases[end] ?? 0)}. The distance between neighbors falls from ${significant(steps[0] ?? 0, 3)} to ${significant(steps[end] ?? 0, 3)}; the longest wavelength grows from ${significant(longest[0] ?? 0, 3)} to ${significant(longest[end] ?? 0, 3)} positions.`;
  }

  protected override table({ curves }: Answer): DataTable {
    return {
      head: ['base', 'distance between neighbors', 'longest wavelength'],
      count: bases.length,
      row: (n) => [bases[n] ?? 0, curves.steps[n] ?? 0, curves.longest[n] ?? 0],
    };
  }

  private panel(
    title: string,
    { values, at }: { values: Float64Array | undefined; at: number },
    { base }: Params,
    up: LineAxis,
    summary = '',
  ) {
    const series: Series[] = values
      ? [
          { name: '', x: bases, y: values, color: 'sinusoidal', as: 'line' },
          { name: '', x: [base], y: [at], color: 'wrong', as: 'points' },
        ]
      : [];
    const describe = (n: number) =>
      `base ${plain(bases[n] ?? 0)}: ${significant(values?.[n] ?? 0, 4)}`;
    return html`<div>
      <p class="which">${title}</p>
      <posenc-line-plot
        data-plot=${title}
        height="230"
        label=${title}
        .stillWidths=${stillWidthsOfTwo}
        .summary=${summary}
        .series=${series}
        .across=${across}
        .up=${up}
        .stops=${bases}
        .describe=${describe}
      ></posenc-line-plot>
    </div>`;
  }

  protected override plot(answer: Answer | null, params: Params, summary: string) {
    const { curves, step = 0, longest = 0 } = answer ?? {};
    return html`<div class="both">
      ${this.panel(
        `Resolution: neighbors are ${significant(step, 3)} apart`,
        { values: curves?.steps, at: step },
        params,
        { title: 'distance', domain: [0, 0] },
        summary,
      )}
      ${this.panel(
        `Reach: the longest wave is ${significant(longest, 4)} positions long`,
        { values: curves?.longest, at: longest },
        params,
        { title: 'positions', scale: 'log' },
      )}
    </div>`;
  }
}

customElements.define('posenc-base-choice', PosencBaseChoice);
