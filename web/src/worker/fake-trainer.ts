// NOT PART OF THE LESSON: stands in for the training functions of the core until these are built.
// To delete it: in training.worker.ts import loadCore from '../core/browser.ts', in training-client.ts
// import compute from './client.ts'; nothing else knows this file.
import { PosencError } from '../core/errors.ts';
import type {
  TaskAbout,
  TrainedSteps,
  TrainingCore,
  TrainingOptions,
} from './training-protocol.ts';

interface Fake {
  options: TrainingOptions;
  step: number;
  loss: number;
  draw: () => number;
}

const trainers = new Map<number, Fake>();
let last = 0;

const skill: Record<string, { range: number; beyond: number; pace: number }> = {
  none: { range: 0.99, beyond: 0.98, pace: 0.988 },
  sinusoidal: { range: 0.99, beyond: 0.8, pace: 0.991 },
  learned: { range: 0.995, beyond: 0.62, pace: 0.992 },
  rope: { range: 0.995, beyond: 0.93, pace: 0.984 },
  alibi: { range: 0.995, beyond: 0.99, pace: 0.98 },
  'alibi-directional': { range: 1, beyond: 0.995, pace: 0.978 },
  t5: { range: 0.99, beyond: 0.95, pace: 0.986 },
  hybrid: { range: 0.99, beyond: 0.7, pace: 0.99 },
};

function drawer(seed: number): () => number {
  let state = (seed * 2654435761 + 1) % 4294967296;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

const about = (task: string): TaskAbout => ({
  title: task === 'order' ? 'Is the list in ascending order?' : `Stand-in for “${task}”`,
  makes: 'A list of different numbers; half of the lists rise, and half have been re-ordered.',
  order: 'The same numbers in another order have another answer.',
  chance: 0.5,
  testLengths: Float64Array.of(4, 6, 8, 12, 16, 24, 32),
});

const defaults = (task: string, scheme: string): TrainingOptions => ({
  ...{ task, scheme, seed: 1, dModel: 32, heads: 4, layers: 1, steps: 800, batch: 64 },
  ...{ learningRate: 0.005, vocabulary: 40, trainShortest: 4, trainLongest: 8, longest: 32 },
  ...{ tableRows: 160, direction: 'causal', activation: 'relu', dropout: 0 },
});

const trainerOf = (id: number): Fake => {
  const trainer = trainers.get(id);
  if (!trainer) throw new PosencError('invalid-argument', `[trainer] there is no trainer ${id}`);
  return trainer;
};

const core: TrainingCore = {
  trainingDefaults: defaults,
  trainingTask: about,
  createTrainer(options) {
    const { dModel, heads } = options;
    if (dModel % heads !== 0) {
      throw new PosencError(
        'invalid-argument',
        `[transformer] d_model must be a multiple of heads but got ${dModel} and ${heads}`,
      );
    }
    const draw = drawer(options.seed + options.scheme.length);
    trainers.set(++last, { options, step: 0, loss: 0.75, draw });
    return { id: last, parameters: 13_000, bytes: 4_000_000 };
  },
  trainSteps(id, count): TrainedSteps {
    const trainer = trainerOf(id);
    const { pace = 0.99, range = 1 } = skill[trainer.options.scheme] ?? {};
    const done = Math.min(count, trainer.options.steps - trainer.step);
    const [losses, accuracies] = [new Float64Array(done), new Float64Array(done)];
    for (let n = 0; n < done; n++) {
      const until = performance.now() + 2;
      while (performance.now() < until);
      trainer.loss = 0.02 + (trainer.loss - 0.02) * pace;
      losses[n] = trainer.loss * (0.8 + 0.4 * trainer.draw());
      const right = 0.5 + (range - 0.5) * (1 - trainer.loss / 0.75);
      accuracies[n] = Math.min(1, Math.round((right + 0.1 * (trainer.draw() - 0.5)) * 64) / 64);
    }
    trainer.step += done;
    return { step: trainer.step, losses, accuracies, divergedAt: null };
  },
  evaluateLength(id, length) {
    const { options, draw } = trainerOf(id);
    const { range = 1, beyond = 1 } = skill[options.scheme] ?? {};
    const over = Math.max(0, length - options.trainLongest) / (32 - options.trainLongest);
    const until = performance.now() + length;
    while (performance.now() < until);
    const accuracy = Math.min(1, range + (beyond - range) * over - 0.01 * draw());
    return { accuracy, scored: 1024 };
  },
  disposeTrainer(id) {
    trainers.delete(id);
    return { open: trainers.size };
  },
};

export const loadCore = (): Promise<TrainingCore> => Promise.resolve(core);

/** As the client of the same name. */
export const compute = {
  missing: (): Promise<string | null> => Promise.resolve(null),
  call: async <M extends 'trainingDefaults' | 'trainingTask'>(
    method: M,
    ...args: Parameters<TrainingCore[M]>
  ): Promise<ReturnType<TrainingCore[M]>> =>
    (core[method] as (...args: unknown[]) => ReturnType<TrainingCore[M]>)(
      ...(await Promise.resolve(args)),
    ),
};
