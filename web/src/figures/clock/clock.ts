import { html } from 'lit';
import { decimals, significant } from '../../plots/format.ts';
import '../../plots/dial-plot.ts';
import { compute } from '../../worker/client.ts';
import { number, widthAndBase } from '../controls.ts';
import { type DataTable, PosencFigure } from '../figure.ts';
import { paper, setup } from '../sinusoidal.ts';

const most_d = 128;

interface ClockData {
  dModel: number;
  base: number;
  position: number;
  /** PE(position): sine and cosine of each pair in turn. */
  encoding: Float64Array;
  turns: Float64Array;
}

/**
 * One clock hand for each pair: its sine points to the right, its cosine up, so that it turns clockwise from
 * 12 o'clock as the position grows.
 *
 *   <posenc-clock d-model="16" base="10000" position="10"></posenc-clock>
 */
export class PosencClock extends PosencFigure<ClockData> {
  static override properties = {
    dModel: { type: Number, attribute: 'd-model' },
    base: { type: Number },
    position: { type: Number },
  };

  declare dModel: number;
  declare base: number;
  declare position: number;

  protected override readonly subject = 'A clock hand for each pair';

  constructor() {
    super();
    this.dModel = 16;
    this.base = 10000;
    this.position = 10;
  }

  protected override async ask(): Promise<ClockData> {
    const { dModel, base, position } = this;
    const options = paper(dModel, base);
    const [table, { values: turns }] = await Promise.all([
      compute.call(
        'sinusoidalTable',
        { ...options, layout: 'interleaved' },
        Float64Array.of(position),
      ),
      compute.call('turns', options, position),
    ]);
    return { dModel, base, position, encoding: table.values, turns };
  }

  protected override finding({ position, turns }: ClockData): string {
    const last = turns.length - 1;
    const gone = (pair: number) => significant(turns[pair] ?? 0, 2);
    return last === 0
      ? `At position ${position} the hand has gone round ${gone(0)} times`
      : `At position ${position} hand 0 has gone round ${gone(0)} times, hand ${last} ${gone(last)} times`;
  }

  protected override sub(data: ClockData): string {
    return `PE(${data.position}), ${setup(data.dModel, data.base)}: each hand points right by its sine, up by its cosine`;
  }

  protected override summary(data: ClockData): string {
    const hands = Array.from(
      data.turns.subarray(0, 8),
      (turns, i) => `hand ${i} ${significant(turns, 3)}`,
    );
    return `${data.turns.length} clock hands. Turns gone at position ${data.position}: ${hands.join(', ')}.`;
  }

  protected override fileName(): string {
    return `posenc-clock-d${this.dModel}-base${this.base}-position${this.position}`;
  }

  protected override table(data: ClockData): DataTable {
    return {
      head: ['pair i', 'sine', 'cosine', 'turns'],
      rows: Array.from(data.turns, (turns, i) => [
        i,
        data.encoding[2 * i] ?? 0,
        data.encoding[2 * i + 1] ?? 0,
        turns,
      ]),
    };
  }

  protected override plot(data: ClockData | null) {
    const dials = Array.from(data?.turns ?? [], (turns, i) => ({
      name: `i = ${i}`,
      note: `${significant(turns, 3)} turns`,
      right: data?.encoding[2 * i] ?? 0,
      up: data?.encoding[2 * i + 1] ?? 0,
    }));
    const tell = (i: number) =>
      `pair ${i} at position ${data?.position}: sine ${decimals(dials[i]?.right ?? 0, 4)} (dimension ${2 * i}), cosine ${decimals(dials[i]?.up ?? 0, 4)} (dimension ${2 * i + 1}), ${dials[i]?.note}`;
    return html`<posenc-dial-plot
      data-plot
      label=${data ? this.summary(data) : this.subject}
      colour="sinusoidal"
      .dials=${dials}
      .tell=${tell}
    ></posenc-dial-plot>`;
  }

  protected override controls() {
    return html`
      ${number('position', this.position, { max: 100, step: 0.1 }, (value) => {
        this.position = value;
      })}
      ${widthAndBase(this, { max: 64, most: most_d })}
    `;
  }
}

customElements.define('posenc-clock', PosencClock);
