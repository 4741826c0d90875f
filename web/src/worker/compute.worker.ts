// Computes for the page, with the smallest build of the core that has what it needs.
import { errorData } from '../core/errors.ts';
import type { FigureModuleName } from '../core/page/figure-modules.ts';
import {
  type Api,
  loadAnyExercises,
  loadClaim,
  loadExercise,
  loadModule,
  moduleWith,
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

let needsFigures = false;
let firstCalls: Promise<void> | undefined;

interface Chosen {
  /** If it is for figures. */
  name: FigureModuleName | null;
  api: Partial<Api>;
}

/** The module for a function. A page that needs the module for figures loads only that, not the small one too. */
async function moduleFor({ method, args }: Question): Promise<Chosen> {
  if (aboutClaims.includes(method)) return { name: null, api: await loadClaim(args[0] as number) };
  if (aboutExercises.includes(method)) {
    return { name: null, api: await loadExercise(args[0] as string) };
  }
  if (method === 'setScore') return { name: null, api: await loadAnyExercises() };
  const smallest = moduleWith(method);
  if (smallest !== 'figures' && smallest !== 'first') {
    const isForFigures = smallest === 'beyond' && !aboutTrainers.includes(method);
    return { name: isForFigures ? smallest : null, api: await loadModule(smallest) };
  }
  needsFigures ||= smallest === 'figures';
  // The first calls arrive together.
  await (firstCalls ??= new Promise((resolve) => setTimeout(resolve)));
  const name = needsFigures ? 'figures' : 'first';
  return { name, api: await loadModule(name) };
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
    const timing = { module: name, milliseconds: performance.now() - before };
    send({ id: data.id, value, timing }, transferable(value));
  } catch (error) {
    send({ id: data.id, error: errorData(error) });
  }
}

announce((alive) => self.postMessage(alive));
self.addEventListener('message', ({ data }: MessageEvent<Question>) => void serve(data));
