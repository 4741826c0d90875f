// The functions that the page computes on its own thread, while a reader moves something.
import type { Method } from './protocol.ts';

/**
 * Functions that take at most about two milliseconds on a laptop with the largest values that figures allow. What grows
 * with a table or with a product of lengths is not among them.
 */
const quick: readonly Method[] = [
  'alibiBias',
  'alibiSlopes',
  'axialFrequencies',
  'axisAngles',
  'baseChoice',
  'columnSpectrum',
  'compareLayouts',
  'compareScores',
  'compareSlopeRules',
  'cosSinTable',
  'encodingCosts',
  'exhibitInAction',
  'exponentialDecay',
  'frequencies',
  'frequencyBands',
  'gridKernel',
  'hybridEncoding',
  'keysHoldingHalf',
  'learnedTable',
  'lookUp',
  'mixedFrequencies',
  'mixedHeadFrequencies',
  'mropeFrequencies',
  'mropePositions',
  'permutedAttention',
  'rotaryScores',
  'rotate',
  'rotation',
  'shift',
  'similarityLimit',
  'sinusoidalColumns',
  'spreadOver',
  'stretches',
  't5Buckets',
  'timestepEmbedding',
  'turns',
  'withRemedy',
];

export const isQuick = (method: Method): boolean => quick.includes(method);
