// The calls of the core behind a figure's numbers, so that you can repeat them.
import { headers } from '../../../build/wasm/posenc-headers.mjs';
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

/** Functions of which no header declares one of the same name. */
type OtherName = Exclude<keyof FigureApi, keyof typeof headers | 'memoryBytes'>;

/** The header of each, below cpp/include/posenc; its comments say what the function computes. */
const declared: Record<OtherName, string> = {
  frequencies: 'encoding/frequencies.hpp',
  rowSimilarities: 'analysis/similarity.hpp',
  shift: 'analysis/shift.hpp',
  float32Errors: 'analysis/precision.hpp',
  float32SummedDrift: 'analysis/precision.hpp',
  ownSchemes: 'grading/own_schemes.hpp',
  readOwnScheme: 'grading/own_schemes.hpp',
  compareOwnTraining: 'grading/own_schemes.hpp',
  bestOwnSchemes: 'grading/own_schemes.hpp',
  rotateMany: 'encoding/rotary.hpp',
  llama3Scaling: 'encoding/context_extension.hpp',
  t5Buckets: 'encoding/relative_bias.hpp',
  trainingDefaults: 'model/training_options.hpp',
  trainingTask: 'model/tasks.hpp',
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
  safetensors: 'model/trainer.hpp',
  openCheckpoint: 'model/trainer.hpp',
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
  picture: 'model/picture.hpp',
  pictureDefaults: 'model/coordinate_network.hpp',
  pictureNetwork: 'model/coordinate_network.hpp',
  createPictureTrainer: 'model/coordinate_network.hpp',
  trainPicture: 'model/coordinate_network.hpp',
  disposePictureTrainer: 'model/coordinate_network.hpp',
};

export const sourceOf = ({ method }: Made): string => {
  const header = ({ ...headers, ...declared } as Record<string, string>)[method];
  return header ? `posenc/${header}` : '';
};
