import type { ClaimsApi, CoreApi, ExerciseApi } from '../core/api.ts';
import { loadCore } from '../core/browser.ts';
import { errorData } from '../core/errors.ts';
import { few, loadFirst } from '../core/page/first.ts';
import { announce } from './liveness.ts';
import type { Api, Method, Request, Response } from './protocol.ts';
import { transferable } from './transferable.ts';

let first: Promise<Partial<CoreApi>> | undefined;
let whole: Promise<CoreApi> | undefined;
let exercises: Promise<ExerciseApi> | undefined;
let claims: Promise<ClaimsApi> | undefined;
/** What has been asked of the core so far. */
const asked = new Set<keyof CoreApi>();
let together: Promise<void> | undefined;

/** The small core as long as nothing else has been asked for: a page that needs the whole brings that alone. */
async function coreWith(method: keyof CoreApi): Promise<Partial<CoreApi>> {
  asked.add(method);
  // The first calls come in one go.
  await (together ??= new Promise((resolve) => setTimeout(resolve)));
  if (!whole && [...asked].every((one) => few.has(one))) return (first ??= loadFirst());
  return (whole ??= loadCore());
}

const forExercises = new Set<Method>([
  'exerciseIds',
  'exercise',
  'gradeExercise',
  'compareCase',
  'labQuestions',
  'unreadableOfLab',
  'gradeLab',
] satisfies (keyof ExerciseApi)[]);
const forClaims = new Set<Method>([
  'claims',
  'claimPlan',
  'tryClaim',
  'exhibits',
  'exhibitInAction',
  'pickLine',
  'repairedCode',
  'ownEncoding',
  'ownExamples',
] satisfies (keyof ClaimsApi)[]);

async function broughtExercises(): Promise<ExerciseApi> {
  const { loadExercises } = await import('../core/page/exercises.ts');
  return loadExercises();
}

async function broughtClaims(): Promise<ClaimsApi> {
  const { loadClaims } = await import('../core/page/claims.ts');
  return loadClaims();
}

/** The build that a method is found in. */
function buildWith(method: Method): Promise<Partial<Api>> {
  if (forExercises.has(method)) return (exercises ??= broughtExercises());
  if (forClaims.has(method)) return (claims ??= broughtClaims());
  return coreWith(method as keyof CoreApi);
}

function answer(response: Response, transfer: Transferable[] = []): void {
  self.postMessage(response, { transfer });
}

async function serve(data: Request): Promise<void> {
  try {
    const build = await buildWith(data.method);
    const method = build[data.method] as (
      ...args: unknown[]
    ) => ReturnType<Api[typeof data.method]>;
    const value = method(...data.args);
    answer({ id: data.id, value }, transferable(value));
  } catch (error) {
    answer({ id: data.id, error: errorData(error) });
  }
}

announce((alive) => self.postMessage(alive));
self.addEventListener('message', ({ data }: MessageEvent<Request>) => void serve(data));
