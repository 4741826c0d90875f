import { css, html, type PropertyValues, svg } from 'lit';
import { percent, plain, quantity, significant } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import '../../plots/line-plot.ts';
import { afterFrame } from '../../ui/after-press.ts';
import { type Moving, reducedMotion, wake } from '../../ui/motion.ts';
import { base, count, place, type Values, width } from '../../ui/parameters.ts';
import { sideBySide, type Tone } from '../../ui/figure-style.ts';
import { type DataTable, figureWith, PosencFigure } from '../figure.ts';
import { encoding, firstPositions, partOf, pe, setup } from '../sinusoidal.ts';
import {
  type Answer,
  type ChordTone,
  type Drawn,
  litStems,
  pairsOf,
  spectrumOf,
  tonesOf,
  waveOf,
} from './pictures.ts';
import { canSound, Sound, type Sounding } from './sound.ts';

const parameters = {
  dimension: place('dimension', 10, { max: 127 }),
  positions: count('positions', 64, 256, 512, 2),
  dModel: width(128),
  base: base(),
  position: place('chord position', 5, { max: 63 }),
} as const;
type Params = Values<typeof parameters>;

const maxPoints = 1024;
/** A smaller share of the magnitudes counts as no leak, and a larger one as much. */
const negligibleLeak = 0.01;
const muchLeak = 0.25;
/** With fewer, every bin is the peak or next to it. */
const fewestBins = 5;

/** The wave that goes on for ever, its window over and over, or all waves at one position. */
type Heard = 'wave' | 'window' | 'chord';

/** The sampling rate of a telephone. */
const positionsPerSecond = 8000;
/** Below this, in hertz, nothing is heard, */
const lowestHeard = 20;
/** nor above this. */
const highestHeard = 20000;
const silence: Sounding = { hertz: [], loudness: [] };
const noTone: ChordTone = { pair: 0, hertz: 0, loudness: 0 };
/** In seconds, until all that sounds is lit. */
const lightingUp = 0.9;

/**
 * One dimension as a signal over the positions, and the waves that a Fourier transform finds in it.
 *
 *   <posenc-spectrum d-model="128" base="10000" dimension="10" positions="64"></posenc-spectrum>
 */
export class PosencSpectrum extends figureWith('spectrum', parameters)<Answer> {
  static override styles = [
    ...PosencFigure.styles,
    sideBySide,
    css`
      .hear {
        display: grid;
        grid-template-columns: repeat(3, minmax(0, 1fr));
        gap: 0.5rem;
        margin-top: 0.3rem;
      }
      .hear .button {
        min-height: 2.75rem;
        padding-inline: 0.3rem;
      }
      .hear svg {
        fill: currentColor;
        margin-right: 0.35rem;
        vertical-align: -0.1em;
      }
      .pitch {
        margin: 0.3rem 0 0;
        font-size: 0.8rem;
        color: var(--posenc-soft);
        min-height: 2.9em;
      }
      @media print {
        .hear {
          display: none;
        }
      }
      @media (scripting: none) {
        .hear {
          display: none;
        }
      }
    `,
  ];

  static override properties = {
    heard: { state: true },
  };

  declare private heard: Heard | null;

  protected override primary: readonly (keyof typeof parameters)[] = ['dimension'];

  private readonly sound = new Sound(this, () => this.onSilence());
  private latestAnswer: { answer: Answer; params: Params } | null = null;
  private soundingAnswer: Answer | null = null;
  /** From 0 to 1. */
  private lit = 0;
  private readonly light: Moving = {
    step: (seconds) => {
      this.lit = reducedMotion() ? 1 : Math.min(1, this.lit + seconds / lightingUp);
      return this.lit < 1 && this.heard !== null;
    },
    draw: () => this.requestUpdate(),
  };

  protected override readonly label = 'One dimension and its spectrum';
  protected override readonly formula =
    '|X_b| = |Σ_pos PE(pos, dimension) · e^(−2πi · b · pos / N)|, b = 0 … N/2, N positions; bin b: a wave of N/b positions';

  constructor() {
    super();
    this.heard = null;
  }

  protected override async ask(params: Params): Promise<Answer> {
    const options = encoding(params);
    const steps = Math.max(1, Math.min(16, Math.floor(maxPoints / params.positions)));
    const fine = firstPositions((params.positions - 1) * steps + 1).map((n) => n / steps);
    const column = (positions: Float64Array) =>
      this.call('sinusoidalColumns', options, Float64Array.of(params.dimension), positions);
    const [spectrum, { wavelengths }, wave, between, { values: row }] = await Promise.all([
      this.call('columnSpectrum', options, params.dimension, params.positions),
      this.callOnce('frequencies', options),
      column(firstPositions(params.positions)),
      column(fine),
      this.callOnce(
        'sinusoidalTable',
        { ...options, layout: 'interleaved' },
        Float64Array.of(params.position),
      ),
    ]);
    return {
      spectrum,
      wave,
      fine,
      between,
      row,
      wavelengths,
      wavelength: wavelengths[(params.dimension - (params.dimension % 2)) / 2] ?? 0,
    };
  }

  /** The frequency of the wave, where positions go by as fast as they sound. */
  private hertz({ wavelength }: Answer): number {
    return positionsPerSecond / wavelength;
  }

  /** The tones of a position that can be heard, from low to high. */
  private chord({ row, wavelengths }: Answer): ChordTone[] {
    return Array.from(wavelengths, (wavelength, pair) => ({
      pair,
      hertz: positionsPerSecond / wavelength,
      loudness: Math.abs(row[2 * pair] ?? 0),
    }))
      .filter(({ hertz }) => hertz >= lowestHeard && hertz <= highestHeard)
      .reverse();
  }

  private sounding(heard: Heard, answer: Answer): Sounding {
    if (heard === 'window') {
      return { samples: answer.wave.values, perSecond: positionsPerSecond };
    }
    if (heard === 'wave') {
      const hertz = this.hertz(answer);
      return hertz > highestHeard ? silence : { hertz: [hertz], loudness: [1] };
    }
    const tones = this.chord(answer);
    return {
      hertz: tones.map(({ hertz }) => hertz),
      loudness: tones.map(({ loudness }) => loudness),
    };
  }

  private onHear(heard: Heard): void {
    if (this.heard === heard) {
      this.sound.stop();
      return;
    }
    this.heard = heard;
    this.soundingAnswer = null;
    this.primary = heard === 'chord' ? ['position'] : ['dimension'];
    this.lit = 0;
    // Lit with the sound, which begins when the button has been shown pressed.
    afterFrame(() => wake(this.light));
    this.playNow();
  }

  private playNow(): void {
    const { heard, latestAnswer } = this;
    if (!heard || !latestAnswer || latestAnswer.answer === this.soundingAnswer) return;
    this.soundingAnswer = latestAnswer.answer;
    this.sound.play(this.sounding(heard, latestAnswer.answer));
  }

  private onSilence(): void {
    this.heard = null;
    this.soundingAnswer = null;
    this.primary = ['dimension'];
  }

  override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.playNow();
  }

  protected override caption(answer: Answer, { position }: Params): string {
    const { peak, leaked } = answer.spectrum;
    const leaks = leaked >= negligibleLeak;
    switch (this.heard) {
      case 'wave':
        return this.outOfHearing(answer) ?? 'One pure tone';
      case 'window':
        return leaks ? 'You hear the seam too' : 'No seam to hear';
      case 'chord':
        return position === 0
          ? 'Position 0: every sine is 0'
          : `The chord of position ${plain(position)}`;
      default:
        if (peak === 0) return 'Too slow to be seen';
        if (answer.spectrum.magnitudes.length < fewestBins) return 'Too few bins to tell';
        if (leaked >= muchLeak) return 'One peak, and it leaks';
        return leaks ? 'One peak, a little leakage' : 'One peak, almost alone';
    }
  }

  /** Why the wave cannot be heard; null if it can. */
  private outOfHearing(answer: Answer): string | null {
    const hertz = this.hertz(answer);
    if (hertz > highestHeard) return 'Too fast to be heard';
    return hertz < lowestHeard ? 'Too slow to be heard' : null;
  }

  protected override tone(): Tone {
    return this.heard ? 'form' : 'sinusoidal';
  }

  protected override subtitle({ wavelength }: Answer, params: Params): string {
    const { dimension, positions } = params;
    if (this.heard === 'chord') return 'Each tone is as loud as its sine is large.';
    const periods = significant(positions / wavelength, 3);
    return `Dimension ${dimension}, the ${partOf(dimension)}: ${quantity(periods, 'period')} in ${positions} positions.`;
  }

  protected override setting(_: Answer, params: Params): string {
    return `${pe(params.position)}, ${setup(params)}`;
  }

  protected override summary(answer: Answer, params: Params): string {
    const { positions } = params;
    const { magnitudes, peak, leaked } = answer.spectrum;
    if (this.heard === 'chord') {
      const tones = this.chord(answer);
      return `Above, the sines of ${quantity(answer.wavelengths.length, 'pair')} at position ${plain(params.position)}. Below, the audible tones (${tones.length}), each as loud as its sine is large.`;
    }
    const meant =
      peak === 0 ? 'a constant' : `a wave of ${significant(positions / peak, 4)} positions`;
    return `Above, a wave over ${positions} positions, which the transform treats as one period. Below, a stem for each of bins 0 to ${magnitudes.length - 1}; the highest is bin ${peak}, ${meant}, with magnitude ${significant(magnitudes[peak] ?? 0, 4)}; ${percent(leaked, 1)} of the sum lies outside it and its neighbors.`;
  }

  protected override table(answer: Answer, params: Params): DataTable {
    const { positions } = params;
    const { spectrum, wave } = answer;
    const { magnitudes } = spectrum;
    if (this.heard === 'chord') {
      const tones = this.chord(answer);
      return {
        head: ['pair', 'sine', 'hertz', 'loudness'],
        count: tones.length,
        row: (n) => {
          const { pair, hertz, loudness } = tones[n] ?? noTone;
          return [pair, answer.row[2 * pair] ?? 0, hertz, loudness];
        },
      };
    }
    return {
      head: ['position', 'value', 'bin b', 'positions in a period', 'magnitude'],
      count: positions,
      row: (n) => [
        n,
        wave.values[n] ?? 0,
        ...(n < magnitudes.length ? [n, n === 0 ? '' : positions / n, magnitudes[n] ?? 0] : []),
      ],
    };
  }

  protected override plot(answer: Answer | null, params: Params, summary: string) {
    this.latestAnswer = answer && { answer, params };
    const isChord = this.heard === 'chord';
    const [above, below] =
      isChord && answer
        ? [pairsOf(answer, params), tonesOf(this.chord(answer), this.lit)]
        : [waveOf(answer, params, this.heard === 'window'), this.spectrumOf(answer, params)];
    const part = ({ title, label, height, ...drawn }: Drawn, words: string) =>
      html`<p class="which">${title}</p>
        <posenc-line-plot
          data-plot=${title}
          height=${height}
          label=${label}
          .summary=${words}
          .series=${drawn.series}
          .stretch=${drawn.stretch ?? null}
          .across=${drawn.across}
          .up=${drawn.up}
          .stops=${drawn.stops}
          .describe=${drawn.describe}
        ></posenc-line-plot>`;
    return html`${part(above, summary)}${part(below, '')}`;
  }

  /** The amount of each bin's wave, with the sounding ones lit. */
  private spectrumOf(answer: Answer | null, params: Params): Drawn {
    const leakage = `in red, leakage: ${percent(answer?.spectrum.leaked ?? 0, 1)} of the summed magnitudes`;
    return spectrumOf(answer?.spectrum ?? null, params, {
      // No longer than one line in either case.
      title: this.heard ? `${leakage}; in amber: sound` : `its spectrum; ${leakage}`,
      lit: answer ? this.litSeries(answer, params) : [],
    });
  }

  /** Lit from low to high; at the end all of it. */
  private litSeries({ spectrum, wavelength }: Answer, { positions }: Params): Series[] {
    const { magnitudes, peak } = spectrum;
    switch (this.heard) {
      case 'wave':
        return [litStems([positions / wavelength], [magnitudes[peak] ?? 0], this.lit)];
      case 'window':
        return [litStems(Array.from(magnitudes.keys()), Array.from(magnitudes), this.lit)];
      default:
        return [];
    }
  }

  private hearButton(heard: Heard, name: string, isPossible: boolean, isMain = false) {
    const isOn = this.heard === heard;
    return html`<button
      class=${isOn || (isMain && this.heard === null) ? 'button main' : 'button'}
      type="button"
      aria-pressed=${isOn}
      ?disabled=${!isPossible && !isOn}
      @click=${() => this.onHear(heard)}
    >
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        ${isOn ? svg`<path d="M1 1h10v10H1z" />` : svg`<path d="M1 4h2.5L7 1v10L3.5 8H1zM8.5 3.5a4 4 0 0 1 0 5" />`}
      </svg>
      ${name}
    </button>`;
  }

  private pitch(answer: Answer | null, params: Params): string {
    if (!answer) return '';
    if (!canSound())
      return 'This browser does not support Web Audio, so it cannot play these sounds.';
    const speed = `Sound: ${positionsPerSecond} positions a second.`;
    if (this.heard === 'chord') {
      const { length } = this.chord(answer);
      return `${speed} Tones at ${lowestHeard} Hz or more: ${length} of ${answer.wavelengths.length}, each as loud as its sine is large.`;
    }
    if (this.heard === 'window') {
      return `${speed} You hear these ${params.positions} numbers over and over.`;
    }
    const hertz = `${significant(this.hertz(answer), 3)} Hz`;
    const why = this.outOfHearing(answer);
    return why
      ? `${speed} At ${hertz} this wave is ${why.toLowerCase()}.`
      : `${speed} This wave is a tone of ${hertz}.`;
  }

  protected override extra(answer: Answer | null, params: Params) {
    const isPossible = answer !== null && canSound();
    const isHeard = answer === null || this.outOfHearing(answer) === null;
    return html`<div class="hear" role="group" aria-label="Listen">
        ${this.hearButton('wave', 'Hear the wave', isPossible && isHeard, isHeard)}
        ${this.hearButton('window', 'Loop the piece', isPossible, !isHeard)}
        ${this.hearButton('chord', 'Hear a chord', isPossible)}
      </div>
      <p class="pitch">${this.pitch(answer, params)}</p>`;
  }
}

customElements.define('posenc-spectrum', PosencSpectrum);
