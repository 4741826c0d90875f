import type { Remedy } from '../../core/api.ts';
import { seed } from '../../figures/drawn.ts';
import { encoding } from '../../figures/sinusoidal.ts';
import { plain } from '../../plots/format.ts';
import { titleOfTask } from '../../registry.ts';
import { choice, type Values, propertiesOf } from '../../ui/parameters.ts';
import { compute } from '../../worker/client.ts';
import { accuraciesOf, accuracy, type LabRemedy, newBase, remediesOf } from './measure.ts';
import { RemediesFigure, trainedFrequencies, type Trial } from './remedies-figure.ts';

/** Those of the core that fit a small model; another base is the last, which only the lab has. */
const fromCore: readonly Remedy[] = ['none', 'pi', 'ntk', 'dynamic', 'yarn', 'yarn-short'];
const remediesWith = (base: number | null): LabRemedy[] => [...remediesOf(fromCore), newBase(base)];

const parameters = {
  task: choice(
    'task',
    'previous',
    ['previous', 'forward-fill', 'first-causal'].map((name) => [name, titleOfTask(name)] as const),
  ),
  remedy: choice(
    'highlighted remedy',
    'ntk',
    remediesWith(null).map(({ id, name }) => [id, name] as const),
  ),
  factor: {
    type: 'number',
    label: 'extension factor',
    value: 4,
    slider: { stops: [1, 2, 4, 8, 16] },
    least: 1,
    most: 1024,
  },
  base: {
    type: 'number',
    label: 'new base',
    value: 500_000,
    slider: { stops: [100, 1000, 10_000, 100_000, 500_000, 1_000_000] },
  },
  seed: { ...seed(), most: 4_294_967_295 },
} as const;

type Params = Values<typeof parameters>;

/**
 * Remedies for a model of one of the short tasks: accuracy by length.
 *
 *   <posenc-remedies task="previous" remedy="ntk" factor="4" base="500000" seed="1"></posenc-remedies>
 */
export class PosencRemedies extends RemediesFigure<typeof parameters> {
  static override properties = propertiesOf(parameters);

  protected override readonly primary = ['task', 'remedy'] as const;
  protected override readonly measure = accuracy;
  protected override readonly formula =
    'ωᵢ = base^(−2i/d) in training; afterward useFrequencies(id, ω′, attention factor) replaces them with the remedy’s (no weight changes), and evaluateLength(id, length) counts right answers on test examples, separately at trained and at new positions';

  constructor() {
    super('remedies', parameters);
  }

  protected override remedies({ base }: Params): LabRemedy[] {
    return remediesWith(base);
  }

  protected override async trial({ task, seed, factor }: Params): Promise<Trial> {
    const [{ title, testLengths }, defaults] = await Promise.all([
      this.call('trainingTask', task),
      this.call('trainingDefaults', task, 'rope'),
    ]);
    return {
      wanted: { task, options: { ...defaults, seed }, text: null },
      title,
      lengths: Array.from(testLengths),
      reach: `${plain(factor)}× the training length`,
    };
  }

  protected override async extended(
    id: LabRemedy['id'],
    { wanted: { options }, lengths }: Trial,
    { factor, base }: Params,
  ) {
    const at = async (length: number) => {
      if (id === 'base') {
        const dModel = options.dModel / options.heads;
        const other = await this.call('frequencies', encoding({ dModel, base }));
        return { ...other, attentionFactor: 1 };
      }
      const own = trainedFrequencies(options);
      return this.call('withRemedy', id, own, options.trainLongest, factor, length);
    };
    if (id === 'dynamic') return Promise.all(lengths.map(at));
    // All others are the same at each length.
    const one = await at(options.trainLongest);
    return lengths.map(() => one);
  }

  protected override async scored(id: number, length: number) {
    return accuraciesOf(await compute.call('evaluateLength', id, length));
  }
}

customElements.define('posenc-remedies', PosencRemedies);
