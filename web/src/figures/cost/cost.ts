import { css, html, nothing } from 'lit';
import type { EncodingCosts } from '../../core/api.ts';
import { plain, quantity, significant } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import { schemes as listed } from '../../registry.ts';
import { count, type Values } from '../../ui/parameters.ts';
import { type DataTable, figureWith, PosencFigure } from '../figure.ts';
import { linePlot } from '../line-plot.ts';

const stops = (label: string, value: number, most: number, ...all: number[]) =>
  ({ type: 'number', label, value, slider: { stops: all }, least: 1, most, whole: true }) as const;

const parameters = {
  dModel: stops('width d', 4096, 16384, 256, 512, 1024, 2048, 4096, 8192, 16384),
  heads: stops('heads', 32, 128, 4, 8, 16, 32, 64, 128),
  layers: count('layers', 32, 96, 128, 1),
  length: stops('length of the text', 4096, 1048576, 64, 256, 1024, 4096, 16384, 65536, 1048576),
} as const;
type Params = Values<typeof parameters>;

/** The curves begin here, and go as far as the longest that the slider has. */
const lengths = Float64Array.from({ length: 15 }, (_, n) => 64 << n);
/** Of each scheme, timed in turns. */
const runs = 7;
const stepsInRun = 8;

interface Timed {
  lowest: number;
  median: number;
  highest: number;
}

interface Answer {
  /** At the length that is set. */
  here: EncodingCosts;
  byLength: EncodingCosts;
  /** Milliseconds for a step of training, by scheme; null before it is measured. */
  measured: ReadonlyMap<string, Timed> | null;
}

const shortOf = (scheme: string): string =>
  listed.find(({ name }) => name === scheme)?.shortTitle ?? scheme;

/** Exact where that is short. */
const counted = (value: number): string => (value < 1e5 ? plain(value) : significant(value, 3));

const ms = (value: number): string => `${significant(value, 3)} ms`;

const percentText = (share: number): string => `${significant(100 * share, 2)}\u202f%`;

function timed(all: readonly number[]): Timed {
  const sorted = [...all].sort((a, b) => a - b);
  const at = (n: number) => sorted[n] ?? 0;
  return { lowest: at(0), median: at((sorted.length - 1) / 2), highest: at(sorted.length - 1) };
}

/**
 * What each scheme costs: counted for a model of any size, and measured on the reader's machine for a tiny one.
 *
 *   <posenc-cost d-model="4096" heads="32" layers="32" length="4096"></posenc-cost>
 */
export class PosencCost extends figureWith('cost', parameters)<Answer> {
  static override properties = { done: { state: true } };

  protected override readonly label = 'The cost of each scheme, by length of the text';
  protected override readonly formula =
    'multiplications and additions for the last token of n, h heads: sinusoidal and learned d; RoPE 6 d · layers; ALiBi 2 n h · layers; T5 n h · layers; the model itself layers · (24 d² + 4 n d)';

  static override styles = [
    ...PosencFigure.styles,
    css`
      table {
        border-collapse: collapse;
        font-size: 0.85rem;
      }
      th,
      td {
        padding: 0.15rem 0.8rem 0.15rem 0;
        text-align: right;
        font-weight: 400;
        white-space: nowrap;
      }
      thead th {
        color: var(--posenc-soft);
      }
      th:first-child {
        text-align: left;
      }
      @media (max-width: 30rem) {
        table {
          font-size: 0.66rem;
        }
        th,
        td {
          padding-right: 0.3rem;
        }
        thead th {
          white-space: normal;
          vertical-align: bottom;
        }
        .spread,
        .measured .rest {
          display: none;
        }
      }
      .measure {
        display: flex;
        flex-wrap: wrap;
        gap: 0.3rem 1rem;
        align-items: center;
        min-height: 2.6rem;
        margin-top: 0.6rem;
      }
      .measure .main {
        flex: 1 1 100%;
      }
      @media print {
        .measure {
          display: none;
        }
      }
      @media (scripting: none) {
        .measure {
          display: none;
        }
      }
    `,
  ];

  /** Finished runs; null while nothing is measured. */
  declare private done: number | null;
  private pressed = false;
  /** The times do not depend on what is set: once measured, they stay. */
  private times: ReadonlyMap<string, Timed> | null = null;

  constructor() {
    super();
    this.done = null;
  }

  protected override async ask({ dModel, heads, layers, length }: Params): Promise<Answer> {
    const costs = (at: Float64Array) => this.call('encodingCosts', dModel, heads, layers, at);
    const here = await costs(Float64Array.of(length));
    const byLength = await costs(lengths.slice());
    if (this.pressed) {
      this.pressed = false;
      this.times = await this.timesOf(here.schemes.map(({ scheme }) => scheme));
    }
    return { here, byLength, measured: this.times };
  }

  /** A step of training with each scheme, on the labs' tiny transformer. */
  private async timesOf(schemes: readonly string[]): Promise<ReadonlyMap<string, Timed>> {
    this.done = 0;
    const models: { scheme: string; id: number; each: number[] }[] = [];
    try {
      for (const scheme of schemes) {
        const options = await this.call('trainingDefaults', 'previous', scheme);
        const { id } = await this.call('createTrainer', options);
        models.push({ scheme, id, each: [] });
        await this.call('trainSteps', id, stepsInRun);
      }
      for (let run = 0; run < runs; run++) {
        for (const { id, each } of models) {
          const from = performance.now();
          await this.call('trainSteps', id, stepsInRun);
          each.push((performance.now() - from) / stepsInRun);
        }
        this.done = run + 1;
      }
      return new Map(models.map(({ scheme, each }) => [scheme, timed(each)]));
    } finally {
      this.done = null;
      for (const { id } of models) await this.call('disposeTrainer', id);
    }
  }

  private measure(): void {
    if (this.done !== null) return;
    this.pressed = true;
    this.again();
  }

  private shareOf({ schemes }: EncodingCosts, name: string): string {
    const share = schemes.find(({ scheme }) => scheme === name)?.shares[0] ?? 0;
    return percentText(share);
  }

  protected override readonly primary = ['length'] as const;

  protected override caption({ here }: Answer): string {
    const most = here.schemes.reduce((most, { shares }) => Math.max(most, shares[0] ?? 0), 0);
    return `At most ${percentText(most)} of the work`;
  }

  private taken({ here }: Answer, { length }: Params): string {
    return `After ${quantity(plain(length - 1), 'token')}, RoPE takes ${this.shareOf(here, 'rope')} of the operations in all layers, ALiBi ${this.shareOf(here, 'alibi')}, and adding a vector ${this.shareOf(here, 'sinusoidal')}`;
  }

  protected override subtitle({ here }: Answer): string {
    return `RoPE takes ${this.shareOf(here, 'rope')} of it, ALiBi ${this.shareOf(here, 'alibi')}, an added vector ${this.shareOf(here, 'sinusoidal')}.`;
  }

  protected override setting(answer: Answer, params: Params): string {
    const { dModel, heads, layers } = params;
    return `${this.taken(answer, params)}. Multiplications and additions for the last token of a text; d = ${plain(dModel)}, ${quantity(plain(heads), 'head')}, ${plain(layers)} layers`;
  }

  protected override summary({ byLength }: Answer): string {
    const last = lengths.length - 1;
    const ends = byLength.schemes
      .filter(({ scheme }) => scheme !== 'none')
      .map(
        ({ scheme, operations }) =>
          `${shortOf(scheme)} from ${significant(operations[0] ?? 0, 3)} to ${significant(operations[last] ?? 0, 3)}`,
      );
    return `Operations against the length of the text, on logarithmic axes, from ${lengths[0]} to ${lengths[last]} tokens. ${ends.join('; ')}. The whole model, dashed, from ${significant(byLength.modelOperations[0] ?? 0, 3)} to ${significant(byLength.modelOperations[last] ?? 0, 3)}.`;
  }

  protected override table({ here, measured }: Answer): DataTable {
    return {
      head: ['scheme', 'operations', '% of the model', 'parameters', 'memory', 'step here (ms)'],
      count: here.schemes.length,
      row: (n) => {
        const one = here.schemes[n];
        if (!one) return [];
        const { scheme, operations, shares, parameters: own, memory } = one;
        return [
          shortOf(scheme),
          operations[0] ?? 0,
          100 * (shares[0] ?? 0),
          own[0] ?? 0,
          memory[0] ?? 0,
          measured?.get(scheme)?.median ?? '',
        ];
      },
    };
  }

  protected override plot(answer: Answer | null, _: Params, summary: string) {
    const { schemes = [], modelOperations = new Float64Array() } = answer?.byLength ?? {};
    const curves = schemes
      // Sinusoidal and learned are one curve, and none is no curve.
      .filter(({ scheme }) => scheme !== 'none' && scheme !== 'learned')
      .map(({ scheme, operations }): Series => ({
        name: scheme === 'sinusoidal' ? 'added' : shortOf(scheme),
        x: lengths,
        y: operations,
        color: scheme,
        as: 'line',
      }));
    const model: Series = {
      name: 'model',
      x: lengths,
      y: modelOperations,
      color: 'soft',
      as: 'dashed',
    };
    const describe = (n: number) =>
      [
        `${plain(lengths[n] ?? 0)} tokens`,
        ...schemes
          .filter(({ scheme }) => scheme !== 'none')
          .map(
            ({ scheme, operations }) =>
              `${shortOf(scheme)} ${significant(operations[n] ?? 0, 3)} operations`,
          ),
      ].join('; ');
    return linePlot(this.label, summary, {
      height: 300,
      series: answer ? [...curves, model] : [],
      across: { title: 'length of the text', scale: 'log' },
      up: { title: 'operations per token', scale: 'log' },
      stops: lengths,
      describe,
    });
  }

  private costs({ here, measured }: Answer) {
    return html`<div
      class="costs sideways"
      tabindex="0"
      role="group"
      aria-label="Costs of each scheme"
    >
      <table class=${measured ? 'measured' : ''}>
        <thead>
          <tr>
            <th scope="col">scheme</th>
            <th scope="col">operations</th>
            <th scope="col">of the model</th>
            <th scope="col" class="rest">parameters</th>
            <th scope="col" class="rest">numbers stored</th>
            ${measured ? html`<th scope="col">training step, here</th>` : nothing}
          </tr>
        </thead>
        <tbody>
          ${here.schemes.map(({ scheme, operations, shares, parameters: own, memory }) => {
            const time = measured?.get(scheme);
            return html`<tr>
              <th scope="row">${shortOf(scheme)}</th>
              <td>${counted(operations[0] ?? 0)}</td>
              <td>${percentText(shares[0] ?? 0)}</td>
              <td class="rest">${counted(own[0] ?? 0)}</td>
              <td class="rest">${counted(memory[0] ?? 0)}</td>
              ${
                measured
                  ? html`<td>
                      ${
                        time
                          ? html`${ms(time.median)}<span class="spread">
                                (${significant(time.lowest, 3)} to
                                ${significant(time.highest, 3)})</span
                              >`
                          : nothing
                      }
                    </td>`
                  : nothing
              }
            </tr>`;
          })}
        </tbody>
      </table>
    </div>`;
  }

  protected override extra(answer: Answer | null) {
    const { done } = this;
    return html`${answer ? this.costs(answer) : nothing}
      <div class="measure">
        <button
          class="button main"
          type="button"
          ?disabled=${!answer || done !== null}
          @click=${this.measure}
        >
          ${answer?.measured ? 'Measure again' : 'Measure on this machine'}
        </button>
        <span role="status"
          >${done === null ? '' : `Training tiny models: ${done} of ${runs} runs`}</span
        >
      </div>`;
  }
}

customElements.define('posenc-cost', PosencCost);
