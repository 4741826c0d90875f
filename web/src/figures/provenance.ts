// How numbers were made, in words: the calls of the core as they could be made again.

/** A call of the core. */
export interface Made {
  method: string;
  args: readonly unknown[];
}

/** More numbers of a list than this are not spelled out. */
const most_numbers = 8;

function argumentText(value: unknown): string {
  if (ArrayBuffer.isView(value) || Array.isArray(value)) {
    const numbers = Array.from(value as unknown as ArrayLike<unknown>, argumentText);
    const few =
      numbers.length <= most_numbers
        ? numbers
        : [...numbers.slice(0, 3), '…', numbers[numbers.length - 1]];
    return `[${few.join(', ')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).map(([name, field]) => `${name}: ${argumentText(field)}`);
    return `{ ${fields.join(', ')} }`;
  }
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'undefined');
}

/** A call as JavaScript: turns({ dModel: 16, base: 10000, variant: "paper" }, 10). */
export const callText = ({ method, args }: Made): string =>
  `${method}(${args.map(argumentText).join(', ')})`;

/** Where each function of the core is declared, below cpp/include/posenc; what it computes is written there. */
const declared: Partial<Record<string, string>> = {
  sinusoidalTable: 'encoding/sinusoidal.hpp',
  sinusoidalColumns: 'encoding/sinusoidal.hpp',
  frequencies: 'encoding/frequencies.hpp',
  turns: 'encoding/frequencies.hpp',
  signChanges: 'analysis/sign_changes.hpp',
  similarityMatrix: 'analysis/similarity.hpp',
  dotProductsAround: 'analysis/similarity.hpp',
  shift: 'analysis/shift.hpp',
  float32Errors: 'analysis/precision.hpp',
  learnedTable: 'encoding/learned.hpp',
  lookUp: 'encoding/learned.hpp',
  partsOfSum: 'analysis/addition.hpp',
  permutedAttention: 'model/permutation.hpp',
  trainingDefaults: 'model/trainer.hpp',
  positionTable: 'model/trainer.hpp',
  rotate: 'encoding/rotary.hpp',
  rotationMatrix: 'encoding/rotary.hpp',
  rotaryScores: 'encoding/rotary.hpp',
  rotateMany: 'encoding/rotary.hpp',
  layoutPermutation: 'encoding/rotary.hpp',
  positionInterpolation: 'encoding/context_extension.hpp',
  ntkAware: 'encoding/context_extension.hpp',
  dynamicNtk: 'encoding/context_extension.hpp',
  ntkByParts: 'encoding/context_extension.hpp',
  yarn: 'encoding/context_extension.hpp',
  llama3Scaling: 'encoding/context_extension.hpp',
  alibiSlopes: 'encoding/alibi.hpp',
  alibiBias: 'encoding/alibi.hpp',
  causalAttentionEqualLogits: 'encoding/alibi.hpp',
  t5Buckets: 'encoding/relative_bias.hpp',
  kernelMeanCos: 'analysis/similarity.hpp',
  kernelCourse: 'analysis/decay.hpp',
  exponentialDecay: 'analysis/decay.hpp',
  columnSpectrum: 'analysis/spectrum.hpp',
  ropeDecay: 'analysis/decay.hpp',
};

export const sourceOf = ({ method }: Made): string => {
  const header = declared[method];
  return header ? `posenc/${header}` : '';
};
