// The pictures of a spectrum: a wave and its spectrum, or a position and the tones of its chord.
import type { ColumnSpectrum, Matrix } from '../../core/api.ts';
import { decimals, significant } from '../../plots/format.ts';
import type { LineAxis, Series, Stretch } from '../../plots/line-plot.ts';
import { firstPositions } from '../sinusoidal.ts';

export interface Answer {
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

/** A tone of the chord: whose it is, how high and how loud. */
export interface ChordTone {
  pair: number;
  hertz: number;
  loudness: number;
}

export interface Drawn {
  title: string;
  label: string;
  height: number;
  series: readonly Series[];
  stretch?: Stretch | null;
  across: LineAxis;
  up: LineAxis;
  stops: ArrayLike<number>;
  describe: (place: number) => string;
}

/** More dots would touch. */
const maxDots = 128;
const heights = { above: 108, below: 160 };
/** The share of the piece that is drawn again behind its end. */
const again = 0.25;

const plainSeries = { name: '', color: 'sinusoidal' } as const;

/**
 * The wave, and how the transform goes on from its end: with its beginning.
 * @param isLooped whether the seam between the two is marked, since it sounds
 */
export function waveOf(
  answer: Answer | null,
  { dimension, positions }: { dimension: number; positions: number },
  isLooped: boolean,
): Drawn {
  const stops = firstPositions(answer?.wave.rows ?? 0);
  const series: Series[] = [];
  if (answer) {
    const { fine, between, wave } = answer;
    const { length } = fine.filter((at) => at <= again * positions);
    const [end = 0] = between.values.slice(-1);
    series.push(
      {
        ...{ name: '', color: 'wrong', as: 'dashed' },
        x: [positions - 1, ...fine.slice(0, length).map((at) => at + positions)],
        y: [end, ...between.values.slice(0, length)],
      },
      { ...plainSeries, x: fine, y: between.values, as: 'line' },
    );
    if (isLooped) {
      const [first = 0] = between.values;
      const seam = { x: [positions - 1, positions], y: [end, first] };
      series.push({ ...{ name: '', color: 'wrong', as: 'line', weight: 'thick' }, ...seam });
    }
    if (stops.length <= maxDots) {
      series.push({ ...plainSeries, x: stops, y: wave.values, as: 'points' });
    }
  }
  return {
    title: `dimension ${dimension} by position; dashed: the same piece repeated`,
    label: 'The dimension as a wave',
    height: heights.above,
    series,
    stretch:
      answer && isLooped ? { from: positions - 1, to: positions, name: '', above: 'seam' } : null,
    across: { title: 'position' },
    up: { title: '', domain: [-1, 1], at: [1, 0, -1] },
    stops,
    describe: (position) =>
      `position ${position}: PE(${position}, ${dimension}) = ${decimals(answer?.wave.values[position] ?? 0, 4)}`,
  };
}

/** Stems that are lit one after the other; at the end all of them are. */
export function litStems(x: readonly number[], y: readonly number[], lit: number): Series {
  const part = (n: number) => Math.max(0, Math.min(1, (lit * (y.length + 2) - n) / 3));
  return {
    ...{ name: '', color: 'form', as: 'stems', weight: 'thick' },
    x,
    y: y.map((one, n) => one * part(n)),
  };
}

/** A stem for each bin: the peak and its neighbors, and what has leaked. */
export function spectrumOf(
  spectrum: ColumnSpectrum | null,
  { positions }: { positions: number },
  { title, lit }: { title: string; lit: readonly Series[] },
): Drawn {
  const { magnitudes = new Float64Array(), peak = 0 } = spectrum ?? {};
  const bins = firstPositions(magnitudes.length);
  const stems = (color: string, belongs: (bin: number) => boolean): Series => {
    const x = bins.filter(belongs);
    const y = x.map((bin) => magnitudes[bin] ?? 0);
    return { ...{ name: '', as: 'stems', marked: bins.length <= maxDots }, x, y, color };
  };
  const isNear = (bin: number) => Math.abs(bin - peak) <= 1;
  const name = `peak: bin ${peak}`;
  return {
    title,
    label: 'Its spectrum',
    height: heights.below,
    series: spectrum
      ? [
          stems('wrong', (bin) => !isNear(bin)),
          stems('sinusoidal', isNear),
          ...lit,
          {
            ...{ ...plainSeries, name, as: 'points', beside: true },
            x: [peak],
            y: [magnitudes[peak] ?? 0],
          },
        ]
      : [],
    across: { title: 'bin b: b periods in the window' },
    up: { title: 'magnitude', domain: [0, 0] },
    stops: bins,
    describe: (bin) =>
      `bin ${bin}: magnitude ${significant(magnitudes[bin] ?? 0, 4)}; ${
        bin === 0
          ? 'the sum of all values, a constant'
          : `a wave of ${significant(positions / bin, 4)} positions`
      }${bin === peak ? '; the peak' : isNear(bin) ? '' : '; leakage'}`,
  };
}

export function pairsOf({ row, wavelengths }: Answer, { position }: { position: number }): Drawn {
  const pairs = firstPositions(wavelengths.length);
  const y = row.filter((_, column) => column % 2 === 0);
  return {
    title: `position ${position}: the sine of each pair`,
    label: 'The sines of the position',
    height: heights.above,
    series: [{ ...plainSeries, x: pairs, y, as: 'stems', marked: true }],
    across: { title: 'pair, from fast to slow' },
    up: { title: '', domain: [-1, 1], at: [1, 0, -1] },
    stops: pairs,
    describe: (pair) => `pair ${pair}: PE(${position}, ${2 * pair}) = ${decimals(y[pair] ?? 0, 4)}`,
  };
}

/** The tones of a chord, lit from low to high. */
export function tonesOf(tones: readonly ChordTone[], lit: number): Drawn {
  const loudest = tones.reduce<ChordTone | null>(
    (most, tone) => (tone.loudness > (most?.loudness ?? 0) ? tone : most),
    null,
  );
  const x = tones.map(({ hertz }) => hertz);
  const y = tones.map(({ loudness }) => loudness);
  return {
    title: loudest
      ? `its chord, tone by tone; the loudest is at ${significant(loudest.hertz, 3)} Hz`
      : 'its chord: silence',
    label: 'The tones of the chord',
    height: heights.below,
    series: [{ ...litStems(x, y, lit), marked: true }],
    across: {
      title: 'hertz',
      scale: 'log',
      mark: (value) => significant(value, 4),
      at: [20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000],
    },
    up: { title: 'loudness', domain: [0, 1] },
    stops: x,
    describe: (n) => {
      const tone = tones[n];
      return tone
        ? `pair ${tone.pair}: ${significant(tone.hertz, 3)} Hz, loudness ${decimals(tone.loudness, 3)}`
        : '';
    },
  };
}
