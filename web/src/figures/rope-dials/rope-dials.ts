import { css, html, type PropertyValues, type TemplateResult } from 'lit';
import type { Matrix } from '../../core/api.ts';
import { decimals, plain, significant } from '../../plots/format.ts';
import type {
  Direction,
  Hand,
  HandStep,
  Move,
  PosencTurningPlot,
  Span,
  TurningPair,
} from './turning-plot.ts';
import './turning-plot.ts';
import { Player } from '../../ui/motion.ts';
import { playButton, playStyle } from '../../ui/play-button.ts';
import { base, numbersIn, type Values } from '../../ui/parameters.ts';
import type { Tone } from '../../ui/figure-style.ts';
import { type DataTable, figureWith, PosencFigure } from '../figure.ts';
import { degrees, rotary, vector } from '../rotary.ts';
import { rowsOf } from '../sinusoidal.ts';
import { Turning } from './turning.ts';

/** In positions. */
const reach = 48;
/** Enough for hands to turn smoothly. */
const samplesPerPosition = 8;
const playedPerSecond = 3;

const position = (label: string, value: number) =>
  ({ type: 'number', label, value, slider: { min: 0, max: reach, step: 1 }, whole: true }) as const;

const parameters = {
  m: position('m (of q)', 5),
  n: position('n (of k)', 3),
  locked: { type: 'flag', label: 'Keep m − n fixed', value: false },
  base: base(),
  q: vector('components of q', '0.8, 0.3, -0.5, 0.2'),
  k: vector('components of k', '-0.2, 0.7, -0.3, 0.5'),
} as const;
type Params = Values<typeof parameters>;

/** Buttons move both on by this many positions. */
const shifts = [10, 100];

interface Answer {
  /** m and n: as set, as (m - n, 0), and both moved on. */
  places: (readonly [m: number, n: number])[];
  scores: Float64Array;
  /** Between the hands of each pair, in degrees. */
  angles: Float64Array;
  /** q and k rotated, a row for each of the places. */
  q: Matrix;
  k: Matrix;
  turns: { q: Float64Array; k: Float64Array };
  /** The turn of each pair from one position to the next. */
  pace: Float64Array;
  /** Of each pair. */
  reach: { q: Float64Array; k: Float64Array };
  /** The largest difference between two of the scores, and whether rounding explains it. */
  difference: number;
  same: boolean;
  span: Span;
  /** q and k rotated to each sample of the ruler. */
  along: { q: Matrix; k: Matrix };
  /** The score at each sample for m, with m - n as set, and with n as set. */
  together: Float64Array;
  alone: Float64Array;
}

/** Two directions in turns, and the angle between them the shorter way round, in degrees. */
const between = (one: number, other: number): number => {
  const gap = Math.abs(one - other);
  return 360 * Math.min(gap, 1 - gap);
};

const isWithin = (at: number, { from, to }: Span) => at >= from && at <= to;

/**
 * The pairs of a query at position m and of a key at position n, rotated, and their score, which depends only on m - n.
 * Both can be dragged, each by itself or, `locked`, together.
 *
 *   <posenc-rope-dials m="5" n="3" base="10000" locked></posenc-rope-dials>
 */
export class PosencRopeDials extends figureWith('rope-dials', parameters)<Answer> {
  protected override readonly label = 'A query and a key, rotated';
  protected override readonly formula =
    '⟨Rₘq, Rₙk⟩; in R_p the block of pair i: [[cos pωᵢ, −sin pωᵢ], [sin pωᵢ, cos pωᵢ]], ωᵢ = base^(−2i/d); on a dial the components of a pair point right and up, and the longer of the two hands reaches the rim';
  protected override readonly primary = ['locked'] as const;

  static override styles = [
    ...PosencFigure.styles,
    playStyle,
    css`
      /* At the left of the switch, below the ruler that it moves the hands along. */
      .controls.primary {
        grid-template-columns: auto minmax(0, 1fr);
        gap: 0.7rem;
      }
      .primary .play {
        order: -1;
      }
      .primary label {
        min-height: 2.75rem;
      }
    `,
  ];

  /** Null in a still. */
  private turning: Turning | null = null;
  private span: Span = { from: 0, to: reach };
  private wasPlaying = false;
  private readonly player = new Player(this, {
    on: (seconds) => this.playOn(seconds * playedPerSecond),
    onByStep: () => this.playOn(1),
  });

  private get own(): { m: number; n: number; locked: boolean } {
    return this as unknown as { m: number; n: number; locked: boolean };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.turning ??= new Turning(this.own, () => this.drawTurning());
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    const { turning, own, player } = this;
    if (!turning) return;
    if (['base', 'q', 'k'].some((name) => changed.has(name))) turning.startOver();
    if (['m', 'n', 'locked'].some((name) => changed.has(name))) turning.follow(own);
    if (this.wasPlaying && !player.playing) turning.move(own, false);
    this.wasPlaying = player.playing;
  }

  protected override change<Name extends keyof typeof parameters>(
    name: Name,
    value: Params[Name],
  ): void {
    const { own } = this;
    const moved: 'm' | 'n' | null = name === 'm' || name === 'n' ? name : null;
    const by = moved === null ? 0 : Number(value) - own[moved];
    super.change(name, value);
    if (moved === null || by === 0 || !own.locked) return;
    const other = moved === 'm' ? 'n' : 'm';
    super.change(other, own[other] + by);
  }

  /** The ruler, on from where it is only if it must be. */
  private spanFor({ m, n }: Params): Span {
    if (isWithin(m, this.span) && isWithin(n, this.span)) return this.span;
    const last = Math.max(m, n);
    const from = Math.min(m, n) < 0 ? Math.min(m, n) : Math.max(0, last - reach);
    this.span = { from, to: from + reach };
    return this.span;
  }

  protected override async ask(params: Params): Promise<Answer> {
    const [q, k] = [Float64Array.from(numbersIn(params.q)), Float64Array.from(numbersIn(params.k))];
    const { m, n } = params;
    const span = this.spanFor(params);
    const places = [
      [m, n] as const,
      [m - n, 0] as const,
      ...shifts.map((by) => [m + by, n + by] as const),
    ];
    const [ofQ, ofK] = [rotary(q.length, params.base), rotary(k.length, params.base)];
    const at = (which: 0 | 1) => Float64Array.from(places, (place) => place[which]);
    const samples = Float64Array.from(
      { length: reach * samplesPerPosition + 1 },
      (_, sample) => span.from + sample / samplesPerPosition,
    );
    const pairsOf = (other: (m: number) => number) =>
      Float64Array.from([...samples].flatMap((one) => [one, other(one)]));
    const [compared, rotatedQ, rotatedK, turnedQ, turnedK, pace, alongQ, alongK, together, alone] =
      await Promise.all([
        this.call('compareScores', ofQ, q, k, Float64Array.from(places.flat())),
        this.call('rotate', ofQ, q, at(0)),
        this.call('rotate', ofK, k, at(1)),
        this.call('rotation', ofQ, q, m),
        this.call('rotation', ofK, k, n),
        this.callOnce('rotation', ofQ, q, 1),
        this.callOnce('rotate', ofQ, q, samples),
        this.callOnce('rotate', ofK, k, samples),
        this.callOnce(
          'rotaryScores',
          ofQ,
          q,
          k,
          pairsOf((one) => one - (m - n)),
        ),
        this.callOnce(
          'rotaryScores',
          ofQ,
          q,
          k,
          pairsOf(() => n),
        ),
      ]);
    return {
      places,
      scores: compared.scores,
      angles: turnedQ.directions.map((to, i) => between(to, turnedK.directions[i] ?? 0)),
      q: rotatedQ,
      k: rotatedK,
      turns: { q: turnedQ.turns, k: turnedK.turns },
      pace: pace.turns,
      reach: { q: turnedQ.pairNorms, k: turnedK.pairNorms },
      difference: compared.difference,
      same: compared.equal,
      span,
      along: { q: alongQ, k: alongK },
      together: together.values,
      alone: alone.values,
    };
  }

  protected override caption({ same }: Answer, { m, n, locked }: Params): string {
    if (!same) return 'This far out, rounding shows';
    const moved = this.turning?.hasMoved({ m, n }) ?? false;
    if (locked) return moved ? 'Both turned, same angles' : 'One m − n, one score';
    if (this.turning?.hasParted({ m, n })) return 'The score swings with m − n';
    return moved ? 'Same distance, same score' : 'Now m − n can change';
  }

  protected override tone(answer: Answer | null, { m, n, locked }: Params): Tone {
    if (answer?.same === false) return 'form';
    if (!this.turning?.hasMoved({ m, n })) return 'accent';
    return locked || !this.turning.hasParted({ m, n }) ? 'rope' : 'wrong';
  }

  protected override subtitle(answer: Answer, { m, n }: Params): string {
    return answer.same
      ? `m = ${plain(m)}, n = ${plain(n)}: score ${decimals(answer.scores[0] ?? 0, 4)} wherever m − n = ${plain(m - n)}.`
      : `Scores with the same m − n differ by up to ${significant(answer.difference, 2)}.`;
  }

  protected override setting(answer: Answer, { m, n }: Params): string {
    const where = `q at m = ${plain(m)}, k at n = ${plain(n)}`;
    if (!answer.same) {
      return `${where}: scores with the same m − n differ by up to ${significant(answer.difference, 2)}`;
    }
    return `${where}: score ${decimals(answer.scores[0] ?? 0, 4)}, the same wherever m − n = ${plain(m - n)}`;
  }

  protected override summary({ turns, angles, scores, places }: Answer): string {
    const dials = Array.from(turns.q.subarray(0, 8), (gone, i) => {
      const apart = decimals(angles[i] ?? 0, 1);
      return `in pair ${i}, q is turned by ${degrees(gone)}, k by ${degrees(turns.k[i] ?? 0)}, ${apart}° apart`;
    });
    const scoreTexts = places.map(
      ([m, n], at) => `${decimals(scores[at] ?? 0, 4)} at (${plain(m)}, ${plain(n)})`,
    );
    return `A dial for each pair, with a hand for q and one for k: ${dials.join('; ')}. Scores: ${scoreTexts.join(', ')}.`;
  }

  protected override table({ places, scores, q, k }: Answer): DataTable {
    const names = (of: string) => Array.from({ length: q.cols }, (_, c) => `${of} ${c}`);
    return {
      head: ['m', 'n', 'score', ...names('R_m q'), ...names('R_n k')],
      count: places.length,
      row: (at) => [...(places[at] ?? []), scores[at] ?? 0, ...rowsOf(q, at), ...rowsOf(k, at)],
    };
  }

  /** Each dial is as large as the longer of its hands. */
  private rim({ reach }: Answer, pair: number): number {
    return Math.max(reach.q[pair] ?? 0, reach.k[pair] ?? 0) || 1;
  }

  private pairs(answer: Answer): TurningPair[] {
    return Array.from(answer.pace, (gone, i) => {
      const rim = this.rim(answer, i);
      return {
        name: `pair ${i}`,
        note: `${degrees(gone)} per position`,
        angle: `${decimals(answer.angles[i] ?? 0, 1)}°`,
        reach: { q: (answer.reach.q[i] ?? 0) / rim, k: (answer.reach.k[i] ?? 0) / rim },
      };
    });
  }

  /** The core’s value at a sample, on a straight line between two samples; off the ruler, as set. */
  private directionIn(answer: Answer) {
    return (hand: Hand, position: number, pair: number): Direction => {
      const rim = this.rim(answer, pair);
      const { span, along } = answer;
      const [matrix, sample] = isWithin(position, span)
        ? [along[hand], (position - span.from) * samplesPerPosition]
        : [answer[hand], 0];
      const { values, cols } = matrix;
      const before = Math.floor(sample);
      const component = (c: number) => {
        const at = before * cols + 2 * pair + c;
        const start = values[at] ?? 0;
        const end = sample > before ? (values[at + cols] ?? 0) : start;
        return (start + (end - start) * (sample - before)) / rim;
      };
      return [component(0), component(1)];
    };
  }

  private bound({ reach }: Answer): number {
    return reach.q.reduce((sum, one, i) => sum + one * (reach.k[i] ?? 0), 0);
  }

  private describe(answer: Answer, place: number): string {
    const { q, k, turns, angles, pace, span, alone, together } = answer;
    if (place < pace.length) {
      const pair = ({ values }: Matrix) =>
        `(${decimals(values[2 * place] ?? 0, 4)}, ${decimals(values[2 * place + 1] ?? 0, 4)})`;
      return `pair ${place}: q turned by ${degrees(turns.q[place] ?? 0)} to ${pair(q)}, k by ${degrees(turns.k[place] ?? 0)} to ${pair(k)}, ${decimals(angles[place] ?? 0, 1)}° apart`;
    }
    const steps = place - pace.length;
    const { m, n, locked } = this.own;
    const at = span.from + steps;
    const score = (locked ? together : alone)[steps * samplesPerPosition] ?? 0;
    return `m = ${plain(at)}, n = ${plain(locked ? at - (m - n) : n)}: score ${decimals(score, 4)}`;
  }

  /** m's range on the ruler, with n on it too if both move. */
  private rangeOf(bothMove: boolean): Span {
    const { from, to } = this.span;
    const ahead = bothMove ? this.own.m - this.own.n : 0;
    return { from: from + Math.max(0, ahead), to: to + Math.min(0, ahead) };
  }

  private onMove({ what, to, held }: Move): void {
    const { own, turning } = this;
    if (!turning) return;
    this.player.stop();
    const gap = own.m - own.n;
    const isBoth = own.locked || what === 'both';
    const range = this.rangeOf(isBoth);
    // All are moved by where m goes, or n alone by where it goes.
    const wanted = isBoth && what === 'k' ? to + gap : to;
    const at = Math.max(range.from, Math.min(range.to, wanted));
    const m = isBoth || what === 'q' ? at : own.m;
    const n = isBoth ? at - gap : what === 'k' ? at : own.n;
    turning.move({ m, n }, held);
    super.change('m', Math.round(m));
    super.change('n', isBoth ? Math.round(m) - gap : Math.round(n));
  }

  /** From where the hand is set, which it may be on its way to. */
  private onStep({ hand, by }: HandStep): void {
    const to = (hand === 'q' ? this.own.m : this.own.n) + by;
    this.onMove({ what: hand, to, held: false });
  }

  private playOn(by: number): boolean {
    const { own, turning } = this;
    if (!turning) return false;
    const range = this.rangeOf(own.locked);
    const gap = own.m - own.n;
    const m = Math.min(range.to, turning.stand.m + by);
    turning.move({ m, n: own.locked ? m - gap : own.n }, true);
    super.change('m', Math.round(m));
    if (own.locked) super.change('n', Math.round(m) - gap);
    return m < range.to;
  }

  private play(): void {
    const { own, turning, player } = this;
    const range = this.rangeOf(own.locked);
    const isAtEnd = turning !== null && turning.stand.m >= range.to;
    if (!player.playing && isAtEnd) {
      const gap = own.m - own.n;
      turning.jump({ m: range.from, n: own.locked ? range.from - gap : own.n });
    }
    player.toggle();
  }

  /** Moves what is drawn, without asking or wording anything anew. */
  private drawTurning(): void {
    const plot = this.renderRoot.querySelector<PosencTurningPlot>('posenc-turning-plot');
    if (plot && this.turning) Object.assign(plot, this.turning.shown);
  }

  protected override plot(
    answer: Answer | null,
    { m, n, locked }: Params,
    summary: string,
  ): TemplateResult {
    const still = {
      stand: { m, n },
      ghost: null,
      visited: { from: m, to: m },
      apart: locked ? 0 : 1,
    };
    const shown = this.turning?.shown ?? still;
    return html`<posenc-turning-plot
      data-plot
      label=${this.label}
      .summary=${summary}
      .pairs=${answer ? this.pairs(answer) : []}
      .handAt=${answer ? this.directionIn(answer) : () => [0, 0] as const}
      .span=${answer?.span ?? this.span}
      .curves=${{ together: answer?.together ?? [], alone: answer?.alone ?? [], bound: answer ? this.bound(answer) : 1 }}
      .score=${answer ? decimals(answer.scores[0] ?? 0, 4) : ''}
      .stand=${{ ...shown.stand }}
      .ghost=${shown.ghost}
      .visited=${{ ...shown.visited }}
      .apart=${shown.apart}
      .locked=${locked}
      .describe=${(place: number) => (answer ? this.describe(answer, place) : '')}
      @move=${({ detail }: CustomEvent<Move>) => this.onMove(detail)}
      @step=${({ detail }: CustomEvent<HandStep>) => this.onStep(detail)}
    ></posenc-turning-plot>`;
  }

  protected override actions({ locked }: Params) {
    const { playing } = this.player;
    return playButton(locked ? 'm and n' : 'm', { playing, toggle: () => this.play() });
  }
}

customElements.define('posenc-rope-dials', PosencRopeDials);
