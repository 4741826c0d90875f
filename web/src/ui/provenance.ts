// The calls of the core behind a figure's numbers, so that you can repeat them.
import type { FigureApi } from '../core/api.ts';

export interface Made {
  method: string;
  args: readonly unknown[];
}

/** Longer lists are shortened. */
const maxNumbers = 6;

/** An argument as you would write it in a program. */
export function asWritten(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (ArrayBuffer.isView(value) || Array.isArray(value)) {
    const list = value as unknown as ArrayLike<unknown>;
    if (list.length <= maxNumbers) return `[${Array.from(list, asWritten).join(', ')}]`;
    const [first, second, third, last] = [0, 1, 2, list.length - 1].map((n) => asWritten(list[n]));
    return `[${first}, ${second}, ${third}, … ${last}]`;
  }
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${asWritten(field)}`);
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
}

/** A call as JavaScript: turns({ dModel: 16, base: 10000, variant: 'paper' }, 10). */
export const callText = ({ method, args }: Made): string =>
  `${method}(${args.map(asWritten).join(', ')})`;

/** The header of each function of the core, below cpp/include/posenc; its comments say what it computes. */
const declared: Record<Exclude<keyof FigureApi, 'memoryBytes'>, string> = {
  sinusoidalTable: 'encoding/sinusoidal.hpp',
  sinusoidalColumns: 'encoding/sinusoidal.hpp',
  frequencies: 'encoding/frequencies.hpp',
  baseChoice: 'analysis/base_choice.hpp',
  frequencyBands: 'analysis/frequency_bands.hpp',
  turns: 'encoding/frequencies.hpp',
  signChanges: 'analysis/sign_changes.hpp',
  similarityMatrix: 'analysis/similarity.hpp',
  rowSimilarities: 'analysis/similarity.hpp',
  dotProductsAround: 'analysis/similarity.hpp',
  shift: 'analysis/shift.hpp',
  float32Errors: 'analysis/precision.hpp',
  learnedTable: 'encoding/learned.hpp',
  lookUp: 'encoding/learned.hpp',
  lookUpGradient: 'encoding/learned.hpp',
  hybridEncoding: 'encoding/learned.hpp',
  rotate: 'encoding/rotary.hpp',
  rotationMatrix: 'encoding/rotary.hpp',
  rotaryScores: 'encoding/rotary.hpp',
  rotaryScoresWith: 'encoding/rotary.hpp',
  rotateMany: 'encoding/rotary.hpp',
  vectorsToRotate: 'encoding/rotary.hpp',
  cosSinTable: 'encoding/rotary.hpp',
  layoutPermutation: 'encoding/rotary.hpp',
  positionInterpolation: 'encoding/context_extension.hpp',
  ntkAware: 'encoding/context_extension.hpp',
  dynamicNtk: 'encoding/context_extension.hpp',
  ntkByParts: 'encoding/context_extension.hpp',
  yarn: 'encoding/context_extension.hpp',
  yarnRampEnds: 'encoding/context_extension.hpp',
  llama3Scaling: 'encoding/context_extension.hpp',
  longrope: 'encoding/context_extension.hpp',
  withRemedy: 'encoding/remedies.hpp',
  alibiSlopes: 'encoding/alibi.hpp',
  alibiBias: 'encoding/alibi.hpp',
  alibiKeyBias: 'encoding/alibi.hpp',
  causalAttentionEqualLogits: 'encoding/alibi.hpp',
  t5Buckets: 'encoding/relative_bias.hpp',
  relativeBias: 'encoding/relative_bias.hpp',
  kernelMeanCos: 'analysis/similarity.hpp',
  similarityLimit: 'analysis/similarity.hpp',
  cosineSimilarities: 'analysis/similarity.hpp',
  kernelCourse: 'analysis/decay.hpp',
  kernelRises: 'analysis/decay.hpp',
  columnSpectrum: 'analysis/spectrum.hpp',
  sinusoidalRank: 'analysis/rank.hpp',
  ropePartialSums: 'analysis/decay.hpp',
  ropeDecay: 'analysis/decay.hpp',
  ropeScoreBound: 'analysis/decay.hpp',
  ropeDecayCourse: 'analysis/decay.hpp',
  rotation: 'analysis/rotation.hpp',
  compareScores: 'analysis/rotation.hpp',
  compareLayouts: 'analysis/rotation.hpp',
  compareSlopeRules: 'analysis/slopes.hpp',
  keysHoldingHalf: 'analysis/slopes.hpp',
  spreadOver: 'analysis/spread.hpp',
  stretches: 'analysis/stretch.hpp',
  cachedScores: 'analysis/cached_keys.hpp',
  resizedGrid: 'analysis/grid_resize.hpp',
  mixedHeadFrequencies: 'encoding/axes.hpp',
  exponentialDecay: 'analysis/decay.hpp',
  partsOfSum: 'analysis/addition.hpp',
  readOut: 'analysis/read_out.hpp',
  firstTokenEffect: 'model/first_token.hpp',
  encodingCosts: 'model/cost.hpp',
  permutedAttention: 'model/permutation.hpp',
  trainingDefaults: 'model/training_options.hpp',
  trainingTask: 'model/tasks.hpp',
  referenceLevels: 'model/training_options.hpp',
  createTrainer: 'model/trainer.hpp',
  trainSteps: 'model/trainer.hpp',
  evaluateLength: 'model/trainer.hpp',
  evaluateFrom: 'model/trainer.hpp',
  sampleInput: 'model/trainer.hpp',
  traceInput: 'model/trainer.hpp',
  positionTable: 'model/trainer.hpp',
  useFrequencies: 'model/trainer.hpp',
  silencePairs: 'model/transformer.hpp',
  checkpoint: 'model/trainer.hpp',
  openCheckpoint: 'model/trainer.hpp',
  longerPhase: 'model/longer_phase.hpp',
  continueTraining: 'model/trainer.hpp',
  textLimits: 'model/text.hpp',
  checkTextSize: 'model/text.hpp',
  openText: 'model/text.hpp',
  disposeText: 'model/text.hpp',
  createTextTrainer: 'model/trainer.hpp',
  openTextCheckpoint: 'model/trainer.hpp',
  writeText: 'model/trainer.hpp',
  traceText: 'model/trainer.hpp',
  trainerOptions: 'model/trainer.hpp',
  disposeTrainer: 'model/trainer.hpp',
  gridTable: 'encoding/grid.hpp',
  resizeGridTable: 'encoding/grid.hpp',
  axialFrequencies: 'encoding/axes.hpp',
  mixedFrequencies: 'encoding/axes.hpp',
  mropeFrequencies: 'encoding/axes.hpp',
  mropePositions: 'encoding/axes.hpp',
  axisAngles: 'encoding/axes.hpp',
  rotateAxes: 'encoding/axes.hpp',
  axisScores: 'encoding/axes.hpp',
  gridKernel: 'analysis/grid_kernel.hpp',
  timestepEmbedding: 'encoding/timestep.hpp',
  timestepSimilarities: 'analysis/timestep_similarity.hpp',
  fourierFeatures: 'encoding/fourier_features.hpp',
  randomFrequencies: 'encoding/fourier_features.hpp',
  nerfWaves: 'encoding/fourier_features.hpp',
  picture: 'model/picture.hpp',
  pictureDefaults: 'model/coordinate_network.hpp',
  pictureNetwork: 'model/coordinate_network.hpp',
  createPictureTrainer: 'model/coordinate_network.hpp',
  trainPicture: 'model/coordinate_network.hpp',
  disposePictureTrainer: 'model/coordinate_network.hpp',
};

export const sourceOf = ({ method }: Made): string => {
  const header = (declared as Record<string, string>)[method];
  return header ? `posenc/${header}` : '';
};
