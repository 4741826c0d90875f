import { html } from 'lit';
import '../../plots/dial-plot.ts';
import { decimals, plain, significant } from '../../plots/format.ts';
import { base, place, type Values, width } from '../../ui/parameters.ts';
import { type DataTable, PosencFigure } from '../figure.ts';
import { encoding, pe, setup } from '../sinusoidal.ts';

const parameters = {
  position: place('position', 10, { step: 0.1, plays: { by: 0.1, everyMs: 50 } }),
  dModel: width(16, { max: 64, most: 128 }),
  base: base(),
};
type Params = Values<typeof parameters>;

interface Answer {
  /** PE(position): sine and cosine of each pair in turn. */
  hands: Float64Array;
  turns: Float64Array;
}

/**
 * One clock hand for each pair: its sine points to the right, its cosine up, so that it turns clockwise from
 * 12 o'clock as the position grows.
 *
 *   <posenc-clock d-model="16" base="10000" position="10"></posenc-clock>
 */
export class PosencClock extends PosencFigure<typeof parameters, Answer> {
  static override properties = PosencFigure.of(parameters);

  protected override readonly label = 'A clock hand for each pair';
  protected override readonly formula =
    'hand i of PE(pos) = (sin(pos · ωᵢ), cos(pos · ωᵢ)), ωᵢ = base^(−2i/d); turns = pos · ωᵢ / 2π';

  constructor() {
    super('clock', parameters);
  }

  protected override async ask(params: Params): Promise<Answer> {
    const options = encoding(params);
    const [{ values: hands }, { values: turns }] = await Promise.all([
      this.call(
        'sinusoidalTable',
        { ...options, layout: 'interleaved' },
        Float64Array.of(params.position),
      ),
      this.call('turns', options, params.position),
    ]);
    return { hands, turns };
  }

  protected override caption({ turns }: Answer, { position }: Params): string {
    const last = turns.length - 1;
    const times = (pair: number) => significant(turns[pair] ?? 0, 2);
    return last === 0
      ? `At position ${plain(position)} the hand has turned ${times(0)} times`
      : `At position ${plain(position)}, hand 0 has turned ${times(0)} times; the last, hand ${last}, ${times(last)} times`;
  }

  protected override subtitle(_: Answer, params: Params): string {
    return `${pe(params.position)}, ${setup(params)}: each hand points right by its sine, up by its cosine`;
  }

  protected override summary({ turns }: Answer, { position }: Params): string {
    const some = Array.from(
      turns.subarray(0, 8),
      (count, i) => `hand ${i} ${significant(count, 3)}`,
    );
    return `${turns.length} clock hands. Turns at position ${plain(position)}: ${some.join(', ')}.`;
  }

  protected override table({ hands, turns }: Answer): DataTable {
    return {
      head: ['pair i', 'sine', 'cosine', 'turns'],
      count: turns.length,
      row: (i) => [i, hands[2 * i] ?? 0, hands[2 * i + 1] ?? 0, turns[i] ?? 0],
    };
  }

  protected override plot(answer: Answer | null, { position }: Params, summary: string) {
    const dials = Array.from(answer?.turns ?? [], (turns, i) => ({
      name: `i = ${i}`,
      note: `${significant(turns, 3)} turns`,
      right: answer?.hands[2 * i] ?? 0,
      up: answer?.hands[2 * i + 1] ?? 0,
    }));
    const describe = (i: number) =>
      `pair ${i} at position ${plain(position)}: sine ${decimals(dials[i]?.right ?? 0, 4)} (dimension ${2 * i}), cosine ${decimals(dials[i]?.up ?? 0, 4)} (dimension ${2 * i + 1}), ${dials[i]?.note}`;
    return html`<posenc-dial-plot
      data-plot
      label=${this.label}
      .summary=${summary}
      colour="sinusoidal"
      .dials=${dials}
      .describe=${describe}
    ></posenc-dial-plot>`;
  }
}

customElements.define('posenc-clock', PosencClock);
