// The modules that the page's worker chooses from: those of the npm package, and parts of them for fast first visits.
import { claimGroups } from '../../../../build/wasm/posenc-claim-groups.mjs';
import { exerciseGroups } from '../../../../build/wasm/posenc-exercise-groups.mjs';
import { functions } from '../../../../build/wasm/posenc-functions.mjs';
import type { ClaimsApi, ExerciseApi, FigureApi, ModelsApi } from '../api.ts';
import { fetchWasm } from '../fetch-wasm.ts';
import { load, models, type Module } from '../modules.ts';
import { type FigureModuleName, figureModules } from './figure-modules.ts';
import { training } from './training-module.ts';

/** Every function of the core, whichever module has it. (Some are in the npm package only.) */
export type Api = FigureApi & ExerciseApi & ClaimsApi & ModelsApi;

/** Questions about runs of the labs. */
const labs: Module<Partial<ExerciseApi>> = {
  glue: () => import('../../../../build/wasm/posenc-labs.mjs'),
  wasm: () => new URL('../../../../build/wasm/posenc-labs.wasm', import.meta.url),
};

/** Scores of sets of exercises. */
const sets: Module<Partial<ExerciseApi>> = {
  glue: () => import('../../../../build/wasm/posenc-sets.mjs'),
  wasm: () => new URL('../../../../build/wasm/posenc-sets.wasm', import.meta.url),
};

/** Those that grade the exercises of one group. */
const exercises: Record<keyof typeof exerciseGroups, Module<Partial<ExerciseApi>>> = {
  first: {
    glue: () => import('../../../../build/wasm/posenc-exercises-first.mjs'),
    wasm: () => new URL('../../../../build/wasm/posenc-exercises-first.wasm', import.meta.url),
  },
  hand: {
    glue: () => import('../../../../build/wasm/posenc-exercises-hand.mjs'),
    wasm: () => new URL('../../../../build/wasm/posenc-exercises-hand.wasm', import.meta.url),
  },
  code: {
    glue: () => import('../../../../build/wasm/posenc-exercises-code.mjs'),
    wasm: () => new URL('../../../../build/wasm/posenc-exercises-code.wasm', import.meta.url),
  },
  quiz: {
    glue: () => import('../../../../build/wasm/posenc-exercises-quiz.mjs'),
    wasm: () => new URL('../../../../build/wasm/posenc-exercises-quiz.wasm', import.meta.url),
  },
};

/** Encodings from the reader's own formula. */
const own: Module<Partial<ClaimsApi>> = {
  glue: () => import('../../../../build/wasm/posenc-own.mjs'),
  wasm: () => new URL('../../../../build/wasm/posenc-own.wasm', import.meta.url),
};

/** Those that try the claims of one group. */
const claims: Record<keyof typeof claimGroups, Module<Partial<ClaimsApi>>> = {
  first: {
    glue: () => import('../../../../build/wasm/posenc-claims-first.mjs'),
    wasm: () => new URL('../../../../build/wasm/posenc-claims-first.wasm', import.meta.url),
  },
  schemes: {
    glue: () => import('../../../../build/wasm/posenc-claims-schemes.mjs'),
    wasm: () => new URL('../../../../build/wasm/posenc-claims-schemes.wasm', import.meta.url),
  },
  uses: {
    glue: () => import('../../../../build/wasm/posenc-claims-uses.mjs'),
    wasm: () => new URL('../../../../build/wasm/posenc-claims-uses.wasm', import.meta.url),
  },
  trained: {
    glue: () => import('../../../../build/wasm/posenc-claims-trained.mjs'),
    wasm: () => new URL('../../../../build/wasm/posenc-claims-trained.wasm', import.meta.url),
  },
};

const modules = { ...figureModules, training, labs, sets, own, models };
type ModuleName = keyof typeof modules;
const names = Object.keys(functions) as ModuleName[];

const isForFigures = (name: ModuleName): name is FigureModuleName => name in figureModules;

/** The name of the group that has something; the first group's if none has it. */
function groupOf<Name extends string, One>(groups: Record<Name, readonly One[]>, one: One): Name {
  const names = Object.keys(groups) as Name[];
  return names.find((name) => groups[name].includes(one)) ?? (names[0] as Name);
}

const loaded = new Map<Module<Partial<Api>>, Promise<Partial<Api>>>();

function loadOnce(module: Module<Partial<Api>>): Promise<Partial<Api>> {
  const started = loaded.get(module) ?? load(module, fetchWasm);
  loaded.set(module, started);
  return started;
}

/** What has been asked for. */
const asked = new Set<string>();
let firstCalls: Promise<void> | undefined;

/** A module of the worker. */
export interface Loaded {
  /** If it is for figures. */
  name: FigureModuleName | null;
  api: Partial<Api>;
}

/**
 * Loads the module that has a function, once: one that is loaded or, of several, the one that has most of what is asked for
 * and not here.
 */
export async function loadModuleWith(method: string): Promise<Loaded> {
  asked.add(method);
  // The first calls arrive together.
  await (firstCalls ??= new Promise((resolve) => setTimeout(resolve)));
  const having = (one: string) => names.filter((name) => functions[name].includes(one));
  const isHere = (name: ModuleName) => loaded.has(modules[name]);
  const missing = [...asked].filter((one) => !having(one).some(isHere));
  const share = (name: ModuleName) => missing.filter((one) => having(one).includes(name)).length;
  const [best] = having(method).sort(
    (a, b) => Number(isHere(b)) - Number(isHere(a)) || share(b) - share(a),
  );
  if (!best) throw new Error(`no module has ${method}`);
  return { name: isForFigures(best) ? best : null, api: await loadOnce(modules[best]) };
}

/** Loads the module that tries a claim, once. */
export const loadClaim = (number: number): Promise<Partial<Api>> =>
  loadOnce(claims[groupOf(claimGroups, number)]);

/** Loads the module that grades an exercise, once. */
export const loadExercise = (id: string): Promise<Partial<Api>> =>
  loadOnce(exercises[groupOf(exerciseGroups, id)]);
