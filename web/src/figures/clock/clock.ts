import { css, html, type PropertyValues } from 'lit';
import { decimals, plain, quantity, significant } from '../../plots/format.ts';
import { type Moving, Player, Spring, wake } from '../../ui/motion.ts';
import { base, place, type Values, width } from '../../ui/parameters.ts';
import type { Plays } from '../../ui/play-button.ts';
import type { Tone } from '../../ui/figure-style.ts';
import { type DataTable, figureWith, PosencFigure } from '../figure.ts';
import { encoding, partOf, pe, setup } from '../sinusoidal.ts';
import {
  type Arcs,
  fineness,
  type MachinePlace,
  type PosencMachinePlot,
  positionsDrawn,
  type Traces,
} from './machine-plot.ts';
import './machine-plot.ts';
import { stillWidthsBeside, stillWidthsInText } from '../../plots/plot.ts';

const last = positionsDrawn - 1;

const parameters = {
  position: place('position', 10, { max: last, step: 0.1 }),
  dModel: width(16, { max: 64, most: 128 }),
  base: base(),
  by: {
    type: 'number',
    label: 'steps k',
    value: 5,
    slider: { min: 1, max: 16, step: 1 },
    least: 1,
    most: last,
    whole: true,
  },
  first: {
    type: 'number',
    label: 'first hand',
    value: 0,
    slider: { min: 0, max: 31, step: 1 },
    least: 0,
    whole: true,
  },
} as const;
type Params = Values<typeof parameters>;

interface Answer {
  /** PE(position): sine and cosine of each pair in turn. */
  hands: Float64Array;
  turns: Float64Array;
  wavelengths: Float64Array;
  traces: Traces;
  arcs: Arcs | null;
}

/** Positions per second. */
const pace = 4;
/** The rates of the hands' springs: under a finger, and after a button. */
const rates = { held: 40, stepping: 7 };

/** The first position that is drawn: 0 as long as the position is in the picture then. */
const startFor = (position: number): number =>
  position < 0 ? Math.floor(position) : Math.max(0, Math.ceil(position) - last);

/** A step of `by` positions from `from`, and where the step before it began. */
interface StepMade {
  from: number;
  by: number;
  earlier: number | null;
}

/** Beyond it nothing can be drawn; the core says what is wrong with such a position. */
const farthest = 1e9;

const drawable = (position: number): number => (Math.abs(position) <= farthest ? position : 0);

/**
 * One clock hand for each pair: its sine points to the right, its cosine up, so that it turns clockwise from 12 o'clock
 * as the position grows. Below the hands, the waves that their tips draw, and the rows of the table that these fill.
 *
 *   <posenc-clock d-model="16" base="10000" position="10"></posenc-clock>
 */
export class PosencClock extends figureWith('clock', parameters)<Answer> {
  static override styles = [
    ...PosencFigure.styles,
    css`
      /* Its button stands at the end of the slider's row, below the box where that is a row of its own. */
      .controls.primary {
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 0.6rem;
        align-items: end;
      }
      .step {
        min-height: 2.75rem;
        padding-inline: 0.8rem;
      }
    `,
  ];

  protected override readonly label = 'Clock hands that draw waves';
  protected override readonly formula =
    'hand i of PE(pos) = (sin(pos · ωᵢ), cos(pos · ωᵢ)), ωᵢ = base^(−2i/d); turns = pos · ωᵢ / 2π; k steps turn it by k · ωᵢ';

  declare position: number;
  declare by: number;

  private readonly at = new Spring(0, rates.held);
  private readonly hands: Moving = {
    step: (seconds) => this.at.step(seconds),
    draw: () => this.drawHands(),
  };
  private readonly player = new Player(this, {
    on: (seconds) => this.playTo(this.at.at + pace * seconds),
    onByStep: () => this.playTo(Math.floor(this.at.at) + 1),
  });
  private stepMade: StepMade | null = null;
  /** The position that it has set itself, as it played or was stepped. */
  private own: number | null = null;

  protected override async ask(params: Params): Promise<Answer> {
    const { position, dModel } = params;
    const options = encoding(params);
    const { stepMade: made } = this;
    const start = startFor(position);
    const places = Float64Array.from(
      { length: last * fineness + 1 },
      (_, n) => start + n / fineness,
    );
    const table = { ...options, layout: 'interleaved' } as const;
    const turns = async (at: number) => (await this.call('turns', options, at)).values;
    const [{ wavelengths }, { values }, { values: hands }, now, from, swept, earlier] =
      await Promise.all([
        this.callOnce('frequencies', options),
        this.callOnce('sinusoidalTable', table, places),
        this.call('sinusoidalTable', table, Float64Array.of(position)),
        turns(position),
        made && turns(made.from),
        made && turns(made.by),
        made && made.earlier !== null ? turns(made.earlier) : null,
      ]);
    return {
      ...{ hands, turns: now, wavelengths },
      traces: { start, stride: dModel, values },
      arcs: made && from && swept ? { ...made, start: from, swept, earlier } : null,
    };
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('position') && this.position !== this.own) {
      this.player.stop();
      this.stepMade = null;
      this.own = null;
      if (this.hasUpdated) this.follow(drawable(this.position), rates.held);
      else this.at.put(drawable(this.position));
    }
    super.willUpdate(changed);
  }

  /** The hands go to a position. */
  private follow(position: number, rate: number): void {
    this.at.rate = rate;
    this.at.to = position;
    wake(this.hands);
  }

  private drawHands(): void {
    const plot = this.renderRoot.querySelector<PosencMachinePlot>('posenc-machine-plot');
    if (!plot) return;
    plot.at = this.at.at;
    plot.exact = null;
    // At rest the values are those of the answer.
    if (this.at.at === this.at.to) this.requestUpdate();
  }

  /** Sets the position, which its hands have reached or are on their way to. */
  private setOwn(position: number): void {
    this.own = position;
    this.changeByReader('position', position);
  }

  /** Plays on to a position, of which the whole ones are shown in numbers; false at the end. */
  private playTo(position: number): boolean {
    const to = Math.min(last, position);
    this.at.put(to);
    this.drawHands();
    if (Math.floor(to) !== this.position) this.setOwn(Math.floor(to));
    return to < last;
  }

  protected override async playThrough(): Promise<void> {
    this.player.stop();
    this.stepMade = null;
    this.playTo(0);
    this.player.start();
    while (this.player.playing) await new Promise(requestAnimationFrame);
  }

  private readonly onPlay = (): void => {
    this.stepMade = null;
    const { at } = this.at;
    if (!this.player.playing && (at >= last || at < 0)) this.playTo(0);
    this.player.toggle();
  };

  private readonly onStep = (): void => {
    this.player.stop();
    const { by, stepMade: before } = this;
    const now = Math.round(this.at.to);
    const from = now + by > last || now < 0 ? 0 : now;
    const isAgain = before?.by === by && from !== before.from;
    this.stepMade = { from, by, earlier: isAgain ? before.from : null };
    if (from !== now) this.at.put(from);
    this.setOwn(from + by);
    this.follow(from + by, rates.stepping);
  };

  private readonly onMove = ({ detail }: CustomEvent<number>): void => {
    this.player.stop();
    this.stepMade = null;
    this.at.put(detail);
    this.drawHands();
    const position = Number(detail.toFixed(1));
    if (position !== this.position) this.setOwn(position);
  };

  /** A hand that is let go of comes to rest at a whole position: there is no word between two words. */
  private readonly onSettle = (): void => {
    const position = Math.round(this.at.to);
    this.setOwn(position);
    this.follow(position, rates.stepping);
  };

  protected override caption({ turns, arcs }: Answer): string {
    if (arcs && turns.length === 1) return 'The hand turns by one angle';
    if (arcs) return arcs.earlier ? 'The same angles again' : 'Each hand has its own angle';
    return turns.length === 1 ? 'One hand draws one wave' : 'The tips draw waves';
  }

  protected override tone(answer: Answer | null): Tone {
    return answer?.arcs ? 'form' : 'soft';
  }

  protected override subtitle({ arcs }: Answer, params: Params): string {
    if (arcs) {
      const { from, by, earlier } = arcs;
      const step = `Arcs from ${plain(from)} to ${plain(from + by)}`;
      return earlier && this.stepMade?.earlier != null
        ? `${step}; inner arcs from ${plain(this.stepMade.earlier)} to ${plain(this.stepMade.earlier + by)}.`
        : `${step}. Step again and compare.`;
    }
    return `${pe(params.position)}: each hand at its own angle, right sine, up cosine.`;
  }

  protected override setting(_: Answer, params: Params): string {
    return `${pe(params.position)}, ${setup(params)}: sine to the right, cosine up`;
  }

  protected override summary({ turns }: Answer, { position }: Params): string {
    const some = Array.from(
      turns.subarray(0, 8),
      (count, i) => `${significant(count, 3)} for hand ${i}`,
    );
    return `${quantity(turns.length, 'clock hand')}, the waves that the tips draw, and the table that the waves fill. Turns at position ${plain(position)}: ${some.join(', ')}.`;
  }

  protected override table({ hands, turns }: Answer): DataTable {
    return {
      head: ['pair i', 'sine', 'cosine', 'turns'],
      count: turns.length,
      row: (i) => [i, hands[2 * i] ?? 0, hands[2 * i + 1] ?? 0, turns[i] ?? 0],
    };
  }

  private describe(
    { hands, turns, traces }: Answer,
    { position }: Params,
    column: number,
    row: number,
  ) {
    if (row >= 0) {
      const at = traces.start + row;
      const value = traces.values[row * fineness * traces.stride + column] ?? 0;
      return `${pe(at).replace(')', `, ${column})`)} = ${decimals(value, 4)}, the ${partOf(column)}`;
    }
    const pair = column >> 1;
    const where = `pair ${pair} at ${plain(position)}`;
    // Between two positions, as it is dragged, the numbers would only flicker.
    if (!Number.isInteger(position)) return where;
    const [sine = 0, cosine = 0] = hands.subarray(2 * pair);
    return `${where}: sine ${decimals(sine, 3)}, cosine ${decimals(cosine, 3)}, ${quantity(significant(turns[pair] ?? 0, 2), 'turn')}`;
  }

  protected override plot(answer: Answer | null, params: Params, summary: string) {
    const isAtRest = this.at.at === this.at.to && this.at.at === params.position;
    const describe = (place: MachinePlace) => {
      const plot = this.renderRoot.querySelector<PosencMachinePlot>('posenc-machine-plot');
      return answer && plot ? this.describe(answer, params, plot.columnOf(place), place.row) : '';
    };
    return html`<posenc-machine-plot
      data-plot
      label=${this.label}
      .summary=${summary}
      .traces=${answer?.traces ?? null}
      .wavelengths=${answer?.wavelengths ?? []}
      .at=${this.hasUpdated ? this.at.at : drawable(params.position)}
      .exact=${isAtRest && answer ? answer.hands : null}
      .first=${params.first}
      .arcs=${answer?.arcs ?? null}
      .stillWidths=${this.bare ? stillWidthsInText : stillWidthsBeside}
      .describe=${describe}
      @move=${this.onMove}
      @settle=${this.onSettle}
    ></posenc-machine-plot>`;
  }

  protected override playerOf(name: string): Plays | null {
    return name === 'position' ? { playing: this.player.playing, toggle: this.onPlay } : null;
  }

  protected override actions({ by }: Params) {
    if (this.bare) return html``;
    return html`<button class="button step" type="button" @click=${this.onStep}>
      +${quantity(by, 'step')}
    </button>`;
  }
}

customElements.define('posenc-clock', PosencClock);
