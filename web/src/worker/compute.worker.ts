// Computes for the page, with the smallest build of the core that has what it needs.
import { errorData } from '../core/errors.ts';
import {
  type Api,
  loadClaim,
  loadExercise,
  type Loaded,
  loadModuleWith,
} from '../core/page/modules.ts';
import { announce } from './liveness.ts';
import type { Answer, Method, Question } from './protocol.ts';
import { transferable } from './transferable.ts';

/** Functions about one claim, which is their first argument. */
const aboutClaims: readonly Method[] = ['claimPlan', 'tryClaim'];
/** The same for exercises. */
const aboutExercises: readonly Method[] = [
  'exercise',
  'gradeExercise',
  'workedSolution',
  'compareCase',
];

/** What they name is in the memory of this worker alone. */
const aboutTrainers: readonly Method[] = [
  'createPictureTrainer',
  'trainPicture',
  'disposePictureTrainer',
];

/** The module for a function. */
async function moduleFor({ method, args }: Question): Promise<Loaded> {
  if (aboutClaims.includes(method)) return { name: null, api: await loadClaim(args[0] as number) };
  if (aboutExercises.includes(method)) {
    return { name: null, api: await loadExercise(args[0] as string) };
  }
  return loadModuleWith(method);
}

function send(answer: Answer, transfer: Transferable[] = []): void {
  self.postMessage(answer, { transfer });
}

async function serve(data: Question): Promise<void> {
  try {
    const { name, api } = await moduleFor(data);
    const method = api[data.method] as (...args: unknown[]) => ReturnType<Api[typeof data.method]>;
    const before = performance.now();
    const value = method(...data.args);
    const milliseconds = performance.now() - before;
    const timing = { module: aboutTrainers.includes(data.method) ? null : name, milliseconds };
    send({ id: data.id, value, timing }, transferable(value));
  } catch (error) {
    send({ id: data.id, error: errorData(error) });
  }
}

announce((alive) => self.postMessage(alive));
self.addEventListener('message', ({ data }: MessageEvent<Question>) => void serve(data));
