import { css, html, isServer } from 'lit';
import type { PerHead } from '../../core/api.ts';
import { PosencError } from '../../core/errors.ts';
import { percent, plain } from '../../plots/format.ts';
import type { PosencLinePlot, Series } from '../../plots/line-plot.ts';
import '../../plots/line-plot.ts';
import { stillWidthsOfTwo } from '../../plots/plot.ts';
import { remedies, titleOfTask } from '../../registry.ts';
import { Spring, stepAll, wake } from '../../ui/motion.ts';
import { choice, segments, type Values } from '../../ui/parameters.ts';
import type { Tone } from '../../ui/figure-style.ts';
import { slopeText } from '../alibi.ts';
import { type DataTable, figureWith, PosencFigure } from '../figure.ts';
import { type Computes, RecentAnswers } from '../recent-answers.ts';
import { degrees } from '../rotary.ts';
import { encoding, rowsOf } from '../sinusoidal.ts';
import './fading.ts';
import type { Fading, PosencFading } from './fading.ts';
import { measured, measuredAs, measuredTasks } from './measured.ts';
import './turned-hand.ts';
import type { DraggedBy, PosencTurnedHand, TurnedHand } from './turned-hand.ts';

const { lengths, trained } = measured;
const [least, most] = [lengths[0] ?? 1, lengths[lengths.length - 1] ?? 1];

/** RoPE as it was trained, with two remedies, and ALiBi: what each is called, and under which names it was measured. */
const schemes = [
  { id: 'rope', name: 'RoPE', scheme: 'rope', remedy: 'none', color: 'rope' },
  { id: 'ntk', name: '+ NTK', scheme: 'rope', remedy: 'ntk', color: 'rope' },
  { id: 'yarn', name: '+ YaRN', scheme: 'rope', remedy: 'yarn-short', color: 'rope' },
  { id: 'alibi', name: 'ALiBi', scheme: 'alibi', remedy: 'none', color: 'alibi' },
] as const;
type Scheme = (typeof schemes)[number];

const yarn = remedies.find(({ name }) => name === 'yarn-short');
/** All curves are always shown, and two depend on these. */
const constants = `Not the papers’ constants: ALiBi’s slopes ${measuredAs('previous', 'alibi').slopes.map(slopeText).join(', ')}, YaRN’s α\u00a0=\u00a0${yarn?.slow}, β\u00a0=\u00a0${yarn?.fast}.`;

const pairs = Array.from({ length: measured.headDim / 2 }, (_, i) => i);

const parameters = {
  length: {
    type: 'number',
    label: 'length',
    value: 56,
    slider: { stops: lengths },
    least,
    most,
    whole: true,
    plays: { by: 1, everyMs: 550 },
  },
  scheme: segments(
    'scheme',
    'rope',
    schemes.map(({ id, name }) => [id, name] as const),
  ),
  task: choice(
    'task',
    'previous',
    measuredTasks.map((task) => [task, titleOfTask(task)] as const),
  ),
  pair: {
    type: 'number',
    label: 'pair i',
    value: 1,
    slider: { min: 0, max: pairs.length - 1, step: 1 },
    least: 0,
    most: pairs.length - 1,
    whole: true,
  },
} as const;
type Params = Values<typeof parameters>;

interface Answer {
  /** Of each scheme, at each length. */
  accuracies: readonly (readonly number[])[];
  /** The number of the length. */
  at: number;
  /** The hand of RoPE’s pair, and its direction; null for ALiBi. */
  hand: (TurnedHand & { right: number; up: number; perPosition: number }) | null;
  /** ALiBi’s weights; null for RoPE. */
  fading: Fading | null;
}

type Calls = Computes['call'];

/** The drawn values, on their way to those of the answer. */
type Moved = Record<'turn' | 'ghost' | 'length' | 'accuracy', Spring>;

/** A hand that is ahead of training by less than this part of it, about one position, counts as familiar: YaRN leaves that. */
const tolerance = 1.08;
/** The first token is that far back from the last. */
const farthest = (length: number): number => length - 1;
/** The accuracy of a model that does well, and of one that does not yet do badly. */
const [good, fair] = [0.95, 0.8];

const chosen = ({ scheme }: { scheme: string }): Scheme =>
  schemes.find(({ id }) => id === scheme) ?? schemes[0];

/**
 * How a model does on texts longer than in training, and why: the hand of one of RoPE’s pairs leaves the angles that
 * training covered, unless a remedy slows it down. ALiBi has no hands.
 *
 *   <posenc-beyond length="56" scheme="rope" task="previous" pair="1"></posenc-beyond>
 */
export class PosencPastTraining extends figureWith('beyond', parameters)<Answer> {
  static override styles = [
    ...PosencFigure.styles,
    css`
      .room {
        container-type: inline-size;
      }
      .pictures {
        display: grid;
        grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);
        gap: 0.4rem 1rem;
        align-items: center;
      }
      .segments label:has([value='rope'], [value='ntk'], [value='yarn']) {
        --segment: var(--posenc-rope);
      }
      .segments label:has([value='alibi']) {
        --segment: var(--posenc-alibi);
      }
      .primary {
        row-gap: 0.6rem;
      }
      /* On the path, nothing has said what ALiBi is. */
      :host([bare]) .segments label:has([value='alibi']) {
        display: none;
      }
      @container (max-width: 29rem) {
        .pictures {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      @media (max-width: 34rem) {
        posenc-turned-hand,
        posenc-fading,
        still-turned-hand,
        still-fading {
          max-width: 9.2rem;
          width: 100%;
          margin: -0.6rem auto -0.3rem;
        }
      }
    `,
  ];

  declare length: number;

  protected override readonly label = 'Beyond the training length';
  protected override readonly formula = `Hand: (length − 1) · ωᵢ, the angle of the farthest token, with the remedy’s ω′ᵢ for s = length / ${trained}. Accuracy: models trained when this page was built, from trainingDefaults(task, scheme) with seed ${measured.seed} and, for ALiBi, the slopes shown; ${measured.steps} calls of trainSteps(id, 1), for a remedy useFrequencies(id, ω′, attention factor), then evaluateLength(id, length)`;
  protected override readonly primary = ['length', 'scheme'] as const;

  private moved: Moved | null = null;
  private aimed: { answer: Answer; params: Params } | null = null;
  /** Whose other lengths have been asked for. */
  private foreseen = '';
  /** Those of all lengths, under a few schemes. */
  protected override readonly recent: RecentAnswers = new RecentAnswers(200);
  /** Asks for what is not yet shown. */
  private readonly ahead: Calls = (method, ...args) =>
    this.recent.ask(method, args, PosencFigure.computes);
  /** The length that a drag has come to, between those that were tested. */
  private draggedTo: number | null = null;

  protected override async ask(params: Params): Promise<Answer> {
    const { task, length } = params;
    const at = lengths.indexOf(length);
    if (at < 0) {
      const known = lengths.join(', ');
      const problem = `In this figure, length must be one of ${known} but got ${length}.`;
      throw new PosencError('invalid-argument', problem, 'length');
    }
    const { scheme, remedy } = chosen(params);
    const accuracies = schemes.map((one) => measuredAs(task, one.scheme, one.remedy).accuracies);
    const { slopes } = measuredAs(task, scheme, remedy);
    const answer: Answer =
      scheme === 'alibi'
        ? { accuracies, at, hand: null, fading: await this.fading(slopes, length, this.callOnce) }
        : { accuracies, at, hand: await this.hand(params, remedy, this.callOnce), fading: null };
    if (!isServer) {
      this.foresee(params);
      this.aim(answer, params);
    }
    return answer;
  }

  /** Asks for the other lengths, too: then all readouts of a new length change in the same frame. */
  private foresee(params: Params): void {
    const { id, scheme, remedy } = chosen(params);
    const subject = `${id} ${params.pair} ${params.task}`;
    if (subject === this.foreseen) return;
    this.foreseen = subject;
    const { slopes } = measuredAs(params.task, scheme, remedy);
    for (const length of lengths) {
      const asked =
        scheme === 'alibi'
          ? this.fading(slopes, length, this.ahead)
          : this.hand({ ...params, length }, remedy, this.ahead);
      // If it fails, it fails again when it is shown.
      asked.catch(() => {});
    }
  }

  private async hand({ length, pair }: Params, remedy: Scheme['remedy'], call: Calls) {
    const own = encoding({ dModel: measured.headDim, base: measured.base });
    const times = Math.max(1, length / trained);
    const [before, after] = await Promise.all([
      call('frequencies', own),
      call('withRemedy', remedy, own, trained, times, length),
    ]);
    const frequency = (all: ArrayLike<number>) => Float64Array.of(all[pair] ?? 0);
    const [{ values: direction }, { values: turns }] = await Promise.all([
      call(
        'cosSinTable',
        frequency(after.inverseFrequencies),
        Float64Array.of(farthest(length)),
        1,
      ),
      call('turns', own, farthest(length)),
    ]);
    const wavelength = before.wavelengths[pair] ?? 1;
    const turn = farthest(length) / (after.wavelengths[pair] ?? 1);
    const limit = farthest(trained) / wavelength;
    return {
      turn,
      trained: limit,
      ghost: remedy === 'none' ? null : (turns[pair] ?? 0),
      isKnown: limit >= 1 || turn <= limit * tolerance,
      right: direction[0] ?? 1,
      up: direction[1] ?? 0,
      perPosition: before.inverseFrequencies[pair] ?? 1,
    };
  }

  private async fading(slopes: readonly number[], length: number, call: Calls): Promise<Fading> {
    const weights: PerHead = await call(
      'causalAttentionEqualLogits',
      Float64Array.from(slopes),
      1,
      length,
    );
    return {
      slopes,
      length,
      trained,
      weights: slopes.map((_, head) => rowsOf(weights, head)),
    };
  }

  private accuracyOf({ accuracies, at }: Answer, params: Params): number {
    return accuracies[schemes.indexOf(chosen(params))]?.[at] ?? 0;
  }

  /** Sets what moves on its way; the first time it is there at once. */
  private aim(answer: Answer, params: Params): void {
    this.aimed = { answer, params };
    const { hand } = answer;
    const to = {
      turn: hand?.turn ?? 0,
      ghost: hand?.ghost ?? hand?.turn ?? 0,
      length: params.length,
      accuracy: this.accuracyOf(answer, params),
    };
    const names = Object.keys(to) as (keyof Moved)[];
    this.moved ??= Object.fromEntries(names.map((name) => [name, new Spring(to[name])])) as Moved;
    for (const name of names) this.moved[name].to = to[name];
    wake(this.moving);
  }

  private readonly moving = {
    step: (seconds: number) => stepAll(Object.values(this.moved ?? {}), seconds),
    draw: () => this.redraw(),
  };

  /** Moves what moves, without rendering the rest of the figure. */
  private redraw(): void {
    if (!this.aimed) return;
    const { answer, params } = this.aimed;
    const root = this.renderRoot;
    const hand = root.querySelector<PosencTurnedHand>('posenc-turned-hand');
    const fading = root.querySelector<PosencFading>('posenc-fading');
    const plot = root.querySelector<PosencLinePlot>('posenc-line-plot');
    if (hand && answer.hand) hand.hand = this.drawnHand(answer.hand);
    if (fading) fading.shownLength = this.moved?.length.at ?? params.length;
    if (plot) plot.series = this.curves(answer, params);
  }

  private drawnHand(hand: TurnedHand): TurnedHand {
    const { turn, ghost } = this.moved ?? {};
    return {
      ...hand,
      turn: turn?.at ?? hand.turn,
      ghost: hand.ghost === null ? null : (ghost?.at ?? hand.ghost),
    };
  }

  protected override caption(answer: Answer, params: Params): string {
    const accuracy = this.accuracyOf(answer, params);
    const { hand } = answer;
    if (!hand) {
      if (accuracy >= good) return 'The farther, the fainter';
      return params.length > trained ? 'Too far away to be heard' : 'Hard to hear, even here';
    }
    if (!hand.isKnown && accuracy >= good) return 'Outside the arc, still right';
    if (!hand.isKnown) {
      return accuracy >= fair ? 'New angle, some bad guesses' : 'New angle, bad guesses';
    }
    if (accuracy < good) {
      return hand.turn > 1.01 * hand.trained ? 'Just past the arc' : 'This hand is on known ground';
    }
    return params.length > trained && hand.ghost !== null && hand.turn < 0.999 * hand.ghost
      ? 'Slowed almost to the arc'
      : 'Every angle is familiar';
  }

  protected override tone(answer: Answer | null, params: Params): Tone {
    if (!answer?.hand) return 'alibi';
    if (answer.hand.isKnown) return 'rope';
    return this.accuracyOf(answer, params) >= fair ? 'form' : 'wrong';
  }

  /** Up to which length it makes no mistake; null if it makes some at the shortest. */
  private rightUpTo({ accuracies }: Answer, params: Params): number | null {
    const all = accuracies[schemes.indexOf(chosen(params))] ?? [];
    const first = all.findIndex((accuracy) => accuracy < 1);
    return (first < 0 ? lengths.at(-1) : lengths[first - 1]) ?? null;
  }

  private remedyText({ scheme, length }: Params): string {
    return scheme === 'rope' || length <= trained ? '' : `, s = ${plain(length / trained)}`;
  }

  protected override subtitle(answer: Answer, params: Params): string {
    return `Trained on ${trained} words, tested on ${params.length}: ${percent(this.accuracyOf(answer, params))} right.`;
  }

  protected override setting(answer: Answer, params: Params): string {
    const { fading } = answer;
    const share = percent(this.accuracyOf(answer, params));
    const upTo = this.rightUpTo(answer, params);
    const before =
      upTo !== null && upTo > trained && upTo < params.length
        ? `, still ${percent(1)} at ${upTo}`
        : '';
    const isLonger = params.length > trained ? ' (new positions only)' : '';
    const asked = `${titleOfTask(params.task)}, trained at ${trained}: ${share} right at ${params.length}${isLonger}${before}`;
    if (fading) {
      return `${asked}. Shading: the bias alone. ${constants}`;
    }
    return `${asked}. Hand: pair ${params.pair}, farthest token${this.remedyText(params)}. ${constants}`;
  }

  private lengthText({ accuracies }: Answer, at: number): string {
    const shares = schemes.map(({ name }, n) => `${name} ${percent(accuracies[n]?.[at] ?? 0, 1)}`);
    return `length ${lengths[at] ?? 0}: ${shares.join(', ')}`;
  }

  protected override summary(answer: Answer, params: Params): string {
    const { hand } = answer;
    const picture = hand
      ? `A dial: in training its hand reached ${degrees(hand.trained)}; now it is at ${degrees(hand.turn)}.`
      : `A row for each head: the farther back a key, the lighter it is. There is no hand.`;
    const all = lengths.map((_, at) => this.lengthText(answer, at)).join('; at ');
    return `${picture} Beside it, accuracy by length for ${titleOfTask(params.task)}. At ${all}.`;
  }

  protected override table({ accuracies }: Answer): DataTable {
    return {
      head: ['length', ...schemes.map(({ name }) => name)],
      count: lengths.length,
      row: (at) => [lengths[at] ?? 0, ...accuracies.map((all) => all[at] ?? 0)],
    };
  }

  /** To the tested length that is nearest to where the hand was dragged. */
  private readonly onDragged = ({ detail }: CustomEvent<DraggedBy>, answer: Answer): void => {
    const { hand } = answer;
    if (!hand) return;
    // Along the circle, in radians: what the drag has in common with the hand's own direction of movement.
    const along = -detail.right * hand.up - detail.down * hand.right;
    const from = this.draggedTo ?? this.length;
    this.draggedTo = Math.min(most, Math.max(least, from + along / hand.perPosition));
    this.setLength(this.draggedTo);
  };

  private setLength(to: number): void {
    const nearest = lengths.reduce((best, one) =>
      Math.abs(one - to) < Math.abs(best - to) ? one : best,
    );
    if (nearest !== this.length) this.changeByReader('length', nearest);
  }

  private readonly onStepped = ({ detail }: CustomEvent<number>): void => {
    const at = lengths.indexOf(this.length) + detail;
    this.setLength(lengths[Math.min(lengths.length - 1, Math.max(0, at))] ?? this.length);
  };

  private leftPicture(answer: Answer | null, { length }: Params) {
    const { moved } = this;
    if (answer?.fading) {
      return html`<posenc-fading
        data-plot
        label="ALiBi’s heads: no hand, only distance"
        .fading=${answer.fading}
        .shownLength=${moved?.length.at ?? length}
      ></posenc-fading>`;
    }
    const hand = answer?.hand ?? null;
    return html`<posenc-turned-hand
      data-plot
      label="The hand of one of RoPE’s pairs"
      text=${hand ? `${length}, the hand at ${degrees(hand.turn)}` : ''}
      note=${hand ? `${degrees(hand.trained)} in training, ${degrees(hand.turn)} now` : ''}
      length=${length}
      least=${least}
      most=${most}
      .hand=${hand && this.drawnHand(hand)}
      @pointerdown=${() => (this.draggedTo = null)}
      @dragged=${(event: CustomEvent<DraggedBy>) => answer && this.onDragged(event, answer)}
      @stepped=${this.onStepped}
    ></posenc-turned-hand>`;
  }

  private curves(answer: Answer, params: Params): Series[] {
    const own = chosen(params);
    const line = (one: Scheme, n: number): Series => ({
      name: one.name,
      x: lengths,
      y: answer.accuracies[n] ?? [],
      color: one.color,
      as: 'line',
      weight: one === own ? 'thick' : 'thin',
    });
    const lines = schemes
      .map((one, n) => ({ one, line: line(one, n) }))
      .filter(({ one }) => one.id !== 'alibi' || !this.bare);
    const mark: Series = {
      name: '',
      x: [this.moved?.length.at ?? params.length],
      y: [this.moved?.accuracy.at ?? this.accuracyOf(answer, params)],
      color: own.color,
      as: 'points',
      large: true,
    };
    return [
      ...lines.filter(({ one }) => one !== own).map(({ line }) => line),
      ...lines.filter(({ one }) => one === own).map(({ line }) => line),
      mark,
    ];
  }

  protected override plot(answer: Answer | null, params: Params, summary: string) {
    return html`<div class="room">
      <div class="pictures">
        ${this.leftPicture(answer, params)}
        <posenc-line-plot
          data-plot
          height="190"
          label="Accuracy by length"
          .summary=${summary}
          .series=${answer ? this.curves(answer, params) : []}
          .stretch=${{ from: least, to: trained, name: '' }}
          .across=${{
            title: 'length of the text',
            scale: 'log',
            base: 2,
            mark: plain,
            domain: [least, most],
            at: [8, 16, 32, 64, 128],
          }}
          .up=${{ title: 'right answers', domain: [0, 1], mark: (value: number) => percent(value) }}
          .stops=${lengths}
          .stillWidths=${stillWidthsOfTwo}
          .describe=${(at: number) => (answer ? this.lengthText(answer, at) : '')}
        ></posenc-line-plot>
      </div>
    </div>`;
  }
}

customElements.define('posenc-beyond', PosencPastTraining);
