import type { Frequencies, Remedy, StretchedWaves } from '../../core/api.ts';
import { plain, quantity, significant } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import { remedies } from '../../registry.ts';
import { base, choice, type Values, width } from '../../ui/parameters.ts';
import { type DataTable, figureWith } from '../figure.ts';
import { linePlot } from '../line-plot.ts';
import { encoding } from '../sinusoidal.ts';
import { dotsOf, lengthRules, pairAxis, pairsOf, ringsOf, wavelengthAxis } from './wavelengths.ts';

const methods = remedies
  .filter(({ name }) => name !== 'yarn-short')
  .map(({ name, title }) => [name, title] as const);

const nameAtStart = (method: Remedy): string => {
  const name = remedies.find((remedy) => remedy.name === method)?.withinSentence ?? '';
  return name.charAt(0).toUpperCase() + name.slice(1);
};

const parameters = {
  method: choice('remedy', 'yarn', methods),
  headDim: { ...width(128, { max: 256, most: 512 }), label: 'head width d' },
  base: base(),
  trained: {
    type: 'number',
    label: 'training length',
    value: 2048,
    slider: { stops: [128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768] },
  },
  factor: {
    type: 'number',
    label: 'extension factor',
    value: 2,
    slider: { stops: [1, 2, 4, 8, 16, 32] },
    least: 1,
    most: 1024,
  },
} as const;
type Params = Values<typeof parameters>;

interface Answer {
  before: Frequencies;
  after: Float64Array;
  /** On cos and sin. */
  attentionFactor: number;
  stretches: StretchedWaves;
}

/**
 * The wavelength of each pair of RoPE before and after a remedy for longer texts, with the training length.
 *
 *   <posenc-extension method="yarn" head-dim="128" base="10000" trained="2048" factor="2"></posenc-extension>
 */
export class PosencExtension extends figureWith('extension', parameters)<Answer> {
  protected override readonly label = 'Wavelengths of RoPE, before and after a remedy';
  protected override readonly formula =
    'λᵢ = 2π / ωᵢ, ωᵢ = base^(−2i/d); position interpolation: ωᵢ / s; NTK-aware: base · s^(d/(d−2)) as base, dynamic: s = length / L; NTK-by-parts, YaRN, Llama 3: (1 − gᵢ) ωᵢ / s + gᵢ ωᵢ, gᵢ from 0 to 1 by the rotations L / λᵢ; s = extension factor, L = training length';

  protected override readonly presets = [
    {
      label: 'Llama 3.1',
      values: { method: 'llama3', headDim: 128, base: 500000, trained: 8192, factor: 8 },
    } as const,
  ];

  protected override async ask(params: Params): Promise<Answer> {
    const options = encoding({ dModel: params.headDim, base: params.base });
    const { method, trained, factor } = params;
    const [before, extended] = await Promise.all([
      this.call('frequencies', options),
      this.call('withRemedy', method, options, trained, factor, trained * factor),
    ]);
    const { wavelengths: after, attentionFactor } = extended;
    const stretches = await this.call('stretches', before.wavelengths, after, factor);
    return { before, after, attentionFactor, stretches };
  }

  private completesTurn(wavelength: number, { trained }: Params): boolean {
    return wavelength <= trained;
  }

  protected override readonly primary = ['method', 'factor'] as const;

  protected override caption(answer: Answer, params: Params): string {
    const { after, stretches } = answer;
    const pairs = after.length;
    if (params.method === 'none') {
      const slow = this.unfinished(answer, params);
      return slow === 0 ? 'Every pair completes a turn' : `${slow} of ${pairs} pairs unfinished`;
    }
    const { kept, whole } = stretches;
    if (kept === pairs) return 'No frequency changes';
    if (whole === pairs) return `${pairs === 1 ? 'One pair' : `All ${pairs} pairs`} slowed`;
    return `${kept} kept, ${whole} fully slowed`;
  }

  /** How many pairs cannot complete a turn in training. */
  private unfinished({ after }: Answer, params: Params): number {
    return after.filter((length) => !this.completesTurn(length, params)).length;
  }

  private effect(answer: Answer, params: Params): string {
    const { method, trained, factor } = params;
    const pairs = answer.after.length;
    const some = (count: number) =>
      count < pairs ? `${count}` : pairs === 1 ? 'the one pair' : `all ${pairs} pairs`;
    if (method === 'none') {
      const slow = this.unfinished(answer, params);
      return slow === 0
        ? `Every pair completes a turn within ${plain(trained)} positions`
        : `${slow} of ${pairs} pairs cannot complete a turn within ${plain(trained)} positions: later positions bring angles never seen in training`;
    }
    const { kept, whole } = answer.stretches;
    if (kept === pairs) return `${nameAtStart(method)} changes no pair`;
    const between = pairs - kept - whole;
    const parts = [
      kept > 0 ? `leaves ${kept} of ${pairs} pairs unchanged` : '',
      whole > 0 ? `slows ${some(whole)} by the full factor of ${plain(factor)}` : '',
      between > 0 ? `${whole > 0 ? '' : 'slows '}${some(between)} by less` : '',
    ].filter((part) => part !== '');
    const last = parts.pop() ?? '';
    return `${nameAtStart(method)} ${parts.length > 0 ? `${parts.join(', ')} and ` : ''}${last}`;
  }

  protected override subtitle(answer: Answer, params: Params): string {
    if (params.method !== 'none') return 'Rings: wavelengths before. Dots: with the remedy.';
    return this.unfinished(answer, params) === 0
      ? `Every pair completes a turn within ${plain(params.trained)} positions.`
      : 'Above the line: pairs that never completed a turn in training.';
  }

  protected override setting(answer: Answer, params: Params): string {
    const { attentionFactor } = answer;
    const { method, headDim, base, trained, factor } = params;
    const attention = method.startsWith('yarn')
      ? `; logits × ${significant(attentionFactor * attentionFactor, 4)} (cos and sin × ${significant(attentionFactor, 4)} each)`
      : method === 'dynamic'
        ? `; texts up to length ${plain(trained)} are unaffected`
        : '';
    return `${this.effect(answer, params)}. Wavelength of each pair, d = ${headDim}, base ${plain(base)}, trained at ${plain(trained)}, run at ${plain(trained * factor)}${attention}`;
  }

  protected override summary(answer: Answer, params: Params): string {
    const { after, before } = answer;
    const last = after.length - 1;
    const pairText = (i: number) =>
      `pair ${i} from ${significant(before.wavelengths[i] ?? 0, 4)} to ${significant(after[i] ?? 0, 4)}`;
    const { trained, factor } = params;
    const lines =
      factor === 1
        ? `a horizontal line at ${plain(trained)}, the training length`
        : `horizontal lines at ${plain(trained)}, the training length, and at ${plain(trained * factor)}`;
    return params.method === 'none'
      ? `${quantity(after.length, 'ring')} on a rising straight line on a logarithmic axis, the wavelength of each pair, with ${lines}.`
      : `For each of ${quantity(after.length, 'pair')}, a ring shows the wavelength before and a dot the one after, on a logarithmic axis, with ${lines}. For example, ${[0, Math.floor(last / 2), last].map(pairText).join(', ')}.`;
  }

  protected override table(answer: Answer): DataTable {
    const { times } = answer.stretches;
    return {
      head: ['pair i', 'wavelength before', 'wavelength after', 'wavelength ratio'],
      count: answer.after.length,
      row: (i) => [i, answer.before.wavelengths[i] ?? 0, answer.after[i] ?? 0, times[i] ?? 0],
    };
  }

  private describePair(answer: Answer, params: Params, i: number): string {
    const [before = 0, after = 0, times = 0] = [
      answer.before.wavelengths[i],
      answer.after[i],
      answer.stretches.times[i],
    ];
    const turn = this.completesTurn(before, params)
      ? `completed a turn within ${plain(params.trained)} positions`
      : `did not complete a turn within ${plain(params.trained)} positions`;
    const length = `${significant(before, 5)} positions`;
    if (params.method === 'none') return `pair ${i}: wavelength ${length}; it ${turn}`;
    return `pair ${i}: wavelength ${length} before, ${significant(after, 5)} after, × ${significant(times, 4)}; in training it ${turn}`;
  }

  protected override plot(answer: Answer | null, params: Params, summary: string) {
    const { trained, factor, method } = params;
    const isNone = method === 'none';
    const series: Series[] = answer
      ? [
          ...lengthRules(trained, trained * factor, 'run at'),
          ringsOf(isNone ? '' : 'before', answer.before.wavelengths),
          ...(isNone ? [] : [dotsOf('after', answer.after)]),
        ]
      : [];
    return linePlot(this.label, summary, {
      height: 320,
      series,
      across: pairAxis,
      up: wavelengthAxis,
      stops: pairsOf(answer?.after ?? []),
      describe: (i: number) => (answer ? this.describePair(answer, params, i) : ''),
    });
  }
}

customElements.define('posenc-extension', PosencExtension);
