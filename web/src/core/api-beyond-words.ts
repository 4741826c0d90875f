// The module for positions of grids, videos, timesteps and coordinates.
import type { Matrix, PairLayout, Returned, Values } from './api-values.ts';

/** Whose sinusoidal table of a grid: the order of its halves, and of sines and cosines, and its positions. */
export type GridConvention = 'mae' | 'detr';
export type Interpolation = 'bilinear' | 'bicubic' | 'bicubic_antialias';
/** The pairs of time, height and width: one block for each, or in turn. */
export type SectionLayout = 'chunked' | 'interleaved';
/** Sines first, with the last frequency 1 / maxPeriod, or cosines first, with one a little above. */
export type TimestepConvention = 'ddpm' | 'adm';
/** A text of `columns` tokens, in 1 frame and 1 row; or the patches of an image, or of the frames of a video. */
export interface MropeSegment {
  kind: 'text' | 'patches';
  frames: number;
  rows: number;
  columns: number;
}
/**
 * What frequencies make of an offset (dx, dy): `values` at row dy + reach, column dx + reach; the mean at each distance
 * along the axes and along the diagonals, and the largest difference between these; `interplay`: 0 if x and y add up.
 */
export type GridKernel = Returned<'gridKernel'>;
export type ResizedGrid = Returned<'resizedGrid'>;
/** The library's pictures. */
export type PictureName = 'whale' | 'glass' | 'ripples';
/** The input of a network: x and y themselves, NeRF's waves, or Fourier features with a random matrix. */
export type CoordinateInput = 'raw' | 'nerf' | 'random';
/** A square picture: red, green and blue of each pixel, line by line from the top left, from 0 to 1. */
export type Picture = Returned<'picture'>;
/**
 * How a network learns a picture. `levels` of NeRF's waves; `features` and `scale` of a random matrix: its rows, and the
 * standard deviation of its entries, in turns along a side; `layers` and `hidden`: the network's depth and width.
 */
export type CoordinateOptions = Omit<Returned<'pictureDefaults'>, 'input'> & {
  input: CoordinateInput;
};
/**
 * After `step` steps: the losses of the last ones, peak signal-to-noise ratios in decibels at the pixels that it is
 * `trained` on and at those `heldOut`, and the picture that the network draws. `divergedAt`: the step whose loss was not
 * finite; null as long as all are.
 */
export type TrainedPicture = Returned<'trainPicture'>;

/**
 * Patches are counted line by line. Frequencies of several axes are a matrix with a row for each pair and a column for
 * each axis, positions one with a row for each position.
 */
export interface BeyondWordsApi {
  gridTable(
    dModel: number,
    base: number,
    rows: number,
    columns: number,
    convention: GridConvention,
  ): Matrix;
  /** A learned table for a grid of another size. */
  resizeGridTable(
    table: Matrix,
    rows: number,
    columns: number,
    newRows: number,
    newColumns: number,
    interpolation: Interpolation,
  ): Matrix;
  /**
   * The same, with the norms of its rows as shares of the mean norm of the old rows, and the root mean square of each
   * column as a share of the old column's.
   */
  resizedGrid(
    table: Matrix,
    rows: number,
    columns: number,
    newRows: number,
    newColumns: number,
    interpolation: Interpolation,
  ): ResizedGrid;

  /** Half of the pairs for x, the other half for y. */
  axialFrequencies(headDim: number, base: number): Matrix;
  /** Every pair for both, by an angle in radians. */
  mixedFrequencies(headDim: number, base: number, angle: number): Matrix;
  /** The same for all heads of a layer, one below the other, each with an angle that is drawn. */
  mixedHeadFrequencies(headDim: number, base: number, heads: number, seed: number): Matrix;
  /** `sections`: how many pairs listen to time, height and width. */
  mropeFrequencies(sections: Float64Array, layout: SectionLayout, base: number): Matrix;
  /** (t, h, w) of each token. */
  mropePositions(segments: readonly MropeSegment[]): Matrix;
  /** The angle of each pair, in radians, a row for each position. */
  axisAngles(frequencies: Matrix, positions: Matrix): Matrix;
  /** A query or key rotated, a row for each position. */
  rotateAxes(frequencies: Matrix, layout: PairLayout, x: Float64Array, positions: Matrix): Matrix;
  /** A row for each position of the query, a column for each of the key. */
  axisScores(
    frequencies: Matrix,
    layout: PairLayout,
    q: Float64Array,
    k: Float64Array,
    queryPositions: Matrix,
    keyPositions: Matrix,
  ): Matrix;
  gridKernel(frequencies: Matrix, reach: number): GridKernel;

  /** A row for each timestep. */
  timestepEmbedding(
    dimension: number,
    maxPeriod: number,
    convention: TimestepConvention,
    timesteps: Float64Array,
  ): Matrix;
  /** Cosine similarity of one timestep's row, of the convention `given`, with rows of the convention `known`. */
  timestepSimilarities(
    dimension: number,
    maxPeriod: number,
    given: TimestepConvention,
    known: TimestepConvention,
    timestep: number,
    timesteps: Float64Array,
  ): Values;

  /** A row for each point: all cosines, then all sines. `frequencies`: B, in turns per unit. */
  fourierFeatures(points: Matrix, frequencies: Matrix): Matrix;
  /** A B of normal numbers, `scale` their standard deviation. */
  randomFrequencies(count: number, dimensions: number, scale: number, seed: number): Matrix;
  /** Of each coordinate in turn: sine and cosine of pi, 2 pi, 4 pi, .. times it, `levels` of each. */
  nerfWaves(points: Matrix, levels: number): Matrix;

  picture(name: PictureName): Picture;
  /** Of a network with this input. */
  pictureDefaults(input: CoordinateInput): CoordinateOptions;
  /** Checks the options. `parameters`: how many numbers such a network learns. */
  pictureNetwork(options: CoordinateOptions): { parameters: number };
  /** Learns every second pixel, as on a chessboard. Kept in the memory of this module until it is disposed of. */
  createPictureTrainer(
    side: number,
    values: Float64Array,
    options: CoordinateOptions,
  ): { id: number };
  trainPicture(id: number, count: number): TrainedPicture;
  /** `open`: how many are left. */
  disposePictureTrainer(id: number): { open: number };
}
