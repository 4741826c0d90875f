// Computes for the page, with the smallest build of the core that has what it needs.
import { errorData } from '../core/errors.ts';
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

let needsFigures = false;
let firstCalls: Promise<void> | undefined;

/** The module for a function. A page that needs the module for figures loads only that, not the small one too. */
async function moduleFor({ method, args }: Question): Promise<Partial<Api>> {
  if (aboutClaims.includes(method)) return loadClaim(args[0] as number);
  if (aboutExercises.includes(method)) return loadExercise(args[0] as string);
  if (method === 'setScore') return loadAnyExercises();
  const name = moduleWith(method);
  if (name !== 'figures' && name !== 'first') return loadModule(name);
  needsFigures ||= name === 'figures';
  // The first calls arrive together.
  await (firstCalls ??= new Promise((resolve) => setTimeout(resolve)));
  return loadModule(needsFigures ? 'figures' : 'first');
}

function send(answer: Answer, transfer: Transferable[] = []): void {
  self.postMessage(answer, { transfer });
}

async function serve(data: Question): Promise<void> {
  try {
    const module = await moduleFor(data);
    const method = module[data.method] as (
      ...args: unknown[]
    ) => ReturnType<Api[typeof data.method]>;
    const value = method(...data.args);
    send({ id: data.id, value }, transferable(value));
  } catch (error) {
    send({ id: data.id, error: errorData(error) });
  }
}

announce((alive) => self.postMessage(alive));
self.addEventListener('message', ({ data }: MessageEvent<Question>) => void serve(data));
