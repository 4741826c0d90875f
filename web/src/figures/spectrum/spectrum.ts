import { css, html, type PropertyValues, svg } from 'lit';
import type { ColumnSpectrum, Matrix } from '../../core/api.ts';
import { decimals, percent, plain, significant } from '../../plots/format.ts';
import type { Series } from '../../plots/line-plot.ts';
import '../../plots/line-plot.ts';
import { type Moving, reducedMotion, wake } from '../../ui/motion.ts';
import { base, count, place, type Values, width } from '../../ui/parameters.ts';
import { sideBySide } from '../../ui/side-by-side.ts';
import type { Tone } from '../../ui/tones.ts';
import { type DataTable, PosencFigure } from '../figure.ts';
import { encoding, firstPositions, partOf, setup } from '../sinusoidal.ts';
import { canSound, Sound, type Sounding } from './sound.ts';

const parameters = {
  dimension: place('dimension', 10, { max: 127 }),
  positions: count('positions', 64, 256, 512, 2),
  dModel: width(128),
  base: base(),
  position: place('position of the chord', 5, { max: 63 }),
} as const;
type Params = Values<typeof parameters>;

/** The most points of the curve. */
const maxPoints = 1024;
/** More dots would touch. */
const maxDots = 128;
/** A smaller share of the magnitudes counts as no leak. */
const negligibleLeak = 0.01;
/** With fewer, every bin is the peak or next to it. */
const fewestBins = 5;

/** What can be heard: the wave that goes on for ever, its window over and over, or all waves at one position. */
type Heard = 'wave' | 'window' | 'chord';

/** How fast positions go by in the sound: as many in a second as a telephone takes samples. */
const positionsPerSecond = 8000;
/** Below this, in hertz, nothing is heard, */
const lowestHeard = 20;
/** nor above this. */
const highestHeard = 20000;
const silence: Sounding = { hertz: [], loudness: [] };
/** How long it takes until all that sounds is lit, in seconds. */
const lightingUp = 0.9;

interface Answer {
  spectrum: ColumnSpectrum;
  wave: Matrix;
  fine: Float64Array;
  between: Matrix;
  /** Of each pair. */
  wavelengths: Float64Array;
  wavelength: number;
  /** PE(position) of the chord. */
  row: Float64Array;
}

/** A tone of the chord: where it is in the spectrum, and how loud. */
interface ChordTone {
  bin: number;
  hertz: number;
  loudness: number;
}

/**
 * One dimension as a signal over the positions, and the waves that a Fourier transform finds in it.
 *
 *   <posenc-spectrum d-model="128" base="10000" dimension="10" positions="64"></posenc-spectrum>
 */
export class PosencSpectrum extends PosencFigure<typeof parameters, Answer> {
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
    ...PosencFigure.of(parameters),
    heard: { state: true },
  };

  declare private heard: Heard | null;

  protected override primary: readonly (keyof typeof parameters)[] = ['dimension'];

  private readonly sound = new Sound(this, () => this.onSilence());
  /** What was last answered, and the answer that sounds now. */
  private latestAnswer: { answer: Answer; params: Params } | null = null;
  private soundingAnswer: Answer | null = null;
  /** How much of what sounds is lit, from 0 to 1. */
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
    super('spectrum', parameters);
    this.heard = null;
  }

  protected override async ask(params: Params): Promise<Answer> {
    const options = encoding(params);
    const steps = Math.max(1, Math.min(16, Math.floor(maxPoints / params.positions)));
    const fine = Float64Array.from(
      { length: (params.positions - 1) * steps + 1 },
      (_, n) => n / steps,
    );
    const column = (positions: Float64Array) =>
      this.call('sinusoidalColumns', options, Float64Array.of(params.dimension), positions);
    const [spectrum, { wavelengths }, wave, between, { values: row }] = await Promise.all([
      this.call('columnSpectrum', options, params.dimension, params.positions),
      this.call('frequencies', options),
      column(firstPositions(params.positions)),
      column(fine),
      this.call(
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
  private chord({ row, wavelengths }: Answer, { positions }: Params): ChordTone[] {
    return Array.from(wavelengths, (wavelength, pair) => ({
      bin: positions / wavelength,
      hertz: positionsPerSecond / wavelength,
      loudness: Math.abs(row[2 * pair] ?? 0),
    }))
      .filter(({ hertz }) => hertz >= lowestHeard && hertz <= highestHeard)
      .reverse();
  }

  private sounding(heard: Heard, answer: Answer, params: Params): Sounding {
    if (heard === 'window') {
      return { samples: answer.wave.values, perSecond: positionsPerSecond };
    }
    if (heard === 'wave') {
      const hertz = this.hertz(answer);
      return hertz > highestHeard ? silence : { hertz: [hertz], loudness: [1] };
    }
    const tones = this.chord(answer, params);
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
    wake(this.light);
    // Within the click: browsers let no page sound before its reader has done something.
    this.playNow();
  }

  private playNow(): void {
    const { heard, latestAnswer } = this;
    if (!heard || !latestAnswer || latestAnswer.answer === this.soundingAnswer) return;
    this.soundingAnswer = latestAnswer.answer;
    this.sound.play(this.sounding(heard, latestAnswer.answer, latestAnswer.params));
  }

  private onSilence(): void {
    this.heard = null;
    this.soundingAnswer = null;
    this.primary = ['dimension'];
  }

  /** What sounds follows what is shown. */
  override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.playNow();
  }

  protected override caption(answer: Answer, { position }: Params): string {
    const { peak, leaked } = answer.spectrum;
    const leaks = leaked >= negligibleLeak;
    switch (this.heard) {
      case 'wave':
        if (this.hertz(answer) > highestHeard) return 'Too fast to be heard';
        return this.hertz(answer) < lowestHeard ? 'Too slow to be heard' : 'One pure tone';
      case 'window':
        return leaks ? 'You hear the seam too' : 'No seam to hear';
      case 'chord':
        return position === 0
          ? 'Position 0: every sine is 0'
          : `The chord of position ${plain(position)}`;
      default:
        if (peak === 0) return 'Too slow to be seen';
        if (answer.spectrum.magnitudes.length < fewestBins) return 'Too few bins to tell';
        return leaks ? 'One peak, and some leakage' : 'One peak, almost alone';
    }
  }

  protected override tone(): Tone {
    return this.heard ? 'form' : 'sinusoidal';
  }

  protected override subtitle({ wavelength, spectrum }: Answer, params: Params): string {
    const { dimension, positions } = params;
    return `Dimension ${dimension}, the ${partOf(dimension)}, ${setup(params)}; ${positions} positions hold ${significant(positions / wavelength, 4)} periods of ${significant(wavelength, 4)}; ${percent(spectrum.leaked, 1)} of the magnitude lies outside the peak and its neighbors`;
  }

  protected override summary({ spectrum }: Answer, { positions }: Params): string {
    const { magnitudes, peak, leaked } = spectrum;
    const meant =
      peak === 0 ? 'a constant' : `a wave of ${significant(positions / peak, 4)} positions`;
    return `Above, a wave over ${positions} positions. Below, a stem for each of the bins 0 to ${magnitudes.length - 1}; the highest is bin ${peak}, ${meant}, with ${significant(magnitudes[peak] ?? 0, 4)}, and ${percent(leaked, 1)} of the sum lies outside it and its neighbors.`;
  }

  protected override table({ spectrum, wave }: Answer, { positions }: Params): DataTable {
    const { magnitudes } = spectrum;
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
    const { positions, dimension } = params;
    this.latestAnswer = answer && { answer, params };
    const stops = firstPositions(answer?.wave.rows ?? 0);
    const bins = firstPositions(answer?.spectrum.magnitudes.length ?? 0);
    const { magnitudes = new Float64Array(), peak = 0 } = answer?.spectrum ?? {};
    const wave: Series[] = answer
      ? [
          {
            name: '',
            x: answer.fine,
            y: answer.between.values,
            color: 'sinusoidal',
            as: 'line',
          },
          ...(stops.length <= maxDots
            ? [
                {
                  name: '',
                  x: stops,
                  y: answer.wave.values,
                  color: 'sinusoidal',
                  as: 'points',
                } as const,
              ]
            : []),
        ]
      : [];
    const spectrum: Series[] = answer
      ? [
          {
            name: '',
            x: bins,
            y: magnitudes,
            color: this.heard === 'chord' ? 'soft' : 'sinusoidal',
            as: 'stems',
            marked: bins.length <= maxDots,
          },
          ...this.litSeries(answer, params),
          {
            name: `peak: bin ${peak}`,
            x: [peak],
            y: [magnitudes[peak] ?? 0],
            color: 'wrong',
            as: 'points',
            beside: true,
          },
        ]
      : [];
    const describeWave = (position: number) =>
      `position ${position}: PE(${position}, ${dimension}) = ${decimals(answer?.wave.values[position] ?? 0, 4)}`;
    const describeBin = (bin: number) =>
      `bin ${bin}: magnitude ${significant(magnitudes[bin] ?? 0, 4)}; ${
        bin === 0
          ? 'the sum of all values, a constant'
          : `a wave of ${significant(positions / bin, 4)} positions`
      }${bin === peak ? '; the peak' : ''}`;
    const isChord = this.heard === 'chord';
    const waves = `dimension ${dimension} over the positions`;
    const parts = isChord
      ? 'its spectrum; in amber, the tones of the chord and how loud each is'
      : this.heard
        ? 'its spectrum; in amber, what sounds'
        : 'its spectrum: what it is made of';
    return html`<p class="which">${waves}</p>
      <posenc-line-plot
        data-plot=${waves}
        height="120"
        label="The dimension as a wave"
        .summary=${summary}
        .series=${wave}
        .across=${{ title: 'position' }}
        .up=${{ title: '', domain: [-1, 1], at: [1, 0, -1] }}
        .stops=${stops}
        .describe=${describeWave}
      ></posenc-line-plot>
      <p class="which">${parts}</p>
      <posenc-line-plot
        data-plot=${parts}
        height="190"
        label="Its spectrum"
        .series=${spectrum}
        .across=${{ title: 'bin b: b periods in all the positions' }}
        .up=${{ title: 'magnitude', domain: [0, 0] }}
        .stops=${bins}
        .describe=${describeBin}
      ></posenc-line-plot>`;
  }

  /** What sounds, lit from low to high; at the end all of it. */
  private litSeries(answer: Answer, params: Params): Series[] {
    const { magnitudes } = answer.spectrum;
    const highest = magnitudes.reduce((most, one) => Math.max(most, one), 0);
    const stems = (x: readonly number[], y: readonly number[]): Series[] => {
      const begun = (n: number) => this.lit * (y.length + 2) - n;
      const part = (n: number) => Math.max(0, Math.min(1, begun(n) / 3));
      return [
        {
          name: '',
          x,
          y: y.map((one, n) => one * part(n)),
          color: 'form',
          as: 'stems',
          weight: 'thick',
        },
      ];
    };
    switch (this.heard) {
      case 'wave':
        return stems([params.positions / answer.wavelength], [highest]);
      case 'window':
        return stems(Array.from(magnitudes.keys()), Array.from(magnitudes));
      case 'chord': {
        const tones = this.chord(answer, params);
        return stems(
          tones.map(({ bin }) => bin),
          tones.map(({ loudness }) => loudness * highest),
        );
      }
      default:
        return [];
    }
  }

  private hearButton(heard: Heard, name: string, isPossible: boolean) {
    const isOn = this.heard === heard;
    return html`<button
      class=${heard === (this.heard ?? 'wave') ? 'button main' : 'button'}
      type="button"
      aria-pressed=${isOn}
      ?disabled=${!isPossible}
      @click=${() => this.onHear(heard)}
    >
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        ${isOn ? svg`<path d="M1 1h10v10H1z" />` : svg`<path d="M1 4h2.5L7 1v10L3.5 8H1zM8.5 3.5a4 4 0 0 1 0 5" />`}
      </svg>
      ${name}
    </button>`;
  }

  /** How fast positions go by in the sound, and what that makes of the wave. */
  private pitch(answer: Answer | null, params: Params): string {
    if (!answer) return '';
    if (!canSound()) return 'This browser has no Web Audio, so nothing can be heard here.';
    const speed = `Sound: ${positionsPerSecond} positions a second.`;
    if (this.heard === 'chord') {
      const { length } = this.chord(answer, params);
      return `${speed} Of ${answer.wavelengths.length} pairs, ${length} are at ${lowestHeard} Hz or more, each as loud as its sine is large.`;
    }
    const hertz = significant(this.hertz(answer), 3);
    return this.heard === 'window'
      ? `${speed} The ${params.positions} numbers of the window, over and over.`
      : `${speed} This wave is a tone of ${hertz} Hz.`;
  }

  protected override extra(answer: Answer | null, params: Params) {
    const isPossible = answer !== null && canSound();
    return html`<div class="hear" role="group" aria-label="Hear">
        ${this.hearButton('wave', 'Hear the wave', isPossible)}
        ${this.hearButton('window', 'Its window', isPossible)}
        ${this.hearButton('chord', 'A chord', isPossible)}
      </div>
      <p class="pitch">${this.pitch(answer, params)}</p>`;
  }
}

customElements.define('posenc-spectrum', PosencSpectrum);
