import type { Remedy } from '../../core/api.ts';
import { seed } from '../../figures/drawn.ts';
import { choice, type Values, propertiesOf } from '../../ui/parameters.ts';
import { compute } from '../../worker/client.ts';
import { ropeOnText } from '../on-demand/models.ts';
import { bits, type LabRemedy, remediesOf, type Scored } from './measure.ts';
import { RemediesFigure, trainedFrequencies, type Trial } from './remedies-figure.ts';

const remedies: readonly Remedy[] = ['none', 'pi', 'ntk', 'yarn', 'yarn-short', 'llama3'];

const parameters = {
  remedy: choice(
    'highlighted remedy',
    'ntk',
    remediesOf(remedies).map(({ id, name }) => [id, name] as const),
  ),
  seed: { ...seed(), most: 4_294_967_295 },
} as const;

type Params = Values<typeof parameters>;

/**
 * Remedies for a model of characters, trained on the page's text: bits per character by length. At each length, the
 * factor of every remedy is that length divided by the training length.
 *
 *   <posenc-text-remedies remedy="ntk" seed="1"></posenc-text-remedies>
 */
export class PosencTextRemedies extends RemediesFigure<typeof parameters> {
  static override properties = propertiesOf(parameters);

  protected override readonly measure = bits;
  protected override readonly formula =
    'at each length: useFrequencies(id, ω′, attention factor) with the remedy’s ω′ for the factor length / training length (no weight changes); new: evaluateLength(id, length), characters beyond the training length; old: evaluateLength(id, training length) with the same ω′';

  private readonly text = ropeOnText(this, () => {
    this.model.renew();
    this.again();
  });

  constructor() {
    super('text-remedies', parameters);
  }

  protected override remedies(): LabRemedy[] {
    return remediesOf(remedies);
  }

  protected override async trial({ seed }: Params): Promise<Trial> {
    const [{ testLengths }, { wanted, name }] = await Promise.all([
      this.call('trainingTask', 'text'),
      this.text.wanted(await this.call('trainingDefaults', 'text', 'rope'), seed),
    ]);
    const lengths = Array.from(testLengths);
    return { wanted, title: name, lengths, reach: 'each tested length' };
  }

  protected override extended(id: LabRemedy['id'], { wanted: { options }, lengths }: Trial) {
    if (id === 'base') throw new Error('no remedy of this figure');
    const own = trainedFrequencies(options);
    const { trainLongest } = options;
    return Promise.all(
      lengths.map((length) =>
        this.call('withRemedy', id, own, trainLongest, length / trainLongest, length),
      ),
    );
  }

  protected override async scored(
    id: number,
    length: number,
    { wanted: { options } }: Trial,
  ): Promise<Scored> {
    const at = async (length: number) => (await compute.call('evaluateLength', id, length)).bits;
    const old = await at(options.trainLongest);
    return { fresh: length > options.trainLongest ? await at(length) : null, old };
  }
}

customElements.define('posenc-text-remedies', PosencTextRemedies);
