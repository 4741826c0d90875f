// The compiled core as CoreApi: what it returns as an error is thrown.
import createModule from '../../../build/wasm/posenc.mjs';
import type { MainModule } from '../../../build/wasm/posenc.mjs';
import type { CoreApi } from './api.ts';
import { broken, type ErrorData, PosencError } from './errors.ts';

/** What a function of the core returns: a value, or the error in its place. */
type Returned<T> = { value: T } | { error: ErrorData };

type AnyFunction = (...args: never[]) => unknown;

/** The functions as a build has them. Arguments are one list, as lists have a length. */
export type Built<Module> = {
  [Name in keyof Module]: Module[Name] extends AnyFunction
    ? (args: Parameters<Module[Name]>) => ReturnType<Module[Name]>
    : never;
};

/** The functions as its interface has them; one that this does not document must not be there. */
type Documented<Module, Api> = {
  [Name in keyof Api | keyof Module]: Name extends keyof Api
    ? Api[Name] extends AnyFunction
      ? (args: Parameters<Api[Name]>) => Returned<ReturnType<Api[Name]>>
      : never
    : never;
};

type Checked = (...args: unknown[]) => unknown;

/** The function, with an exception for the error. */
function checked(name: string, method: (...args: unknown[]) => Returned<unknown>): Checked {
  return (...args) => {
    let returned;
    try {
      returned = method(...args);
    } catch (error) {
      // The glue refuses some of what TypeScript does not let pass, and makes numbers of the rest.
      if (error instanceof Error && ['TypeError', 'BindingError'].includes(error.name)) {
        throw new PosencError('invalid-argument', `[${name}] ${error.message}`);
      }
      throw broken('broke down', error);
    }
    if ('error' in returned) throw PosencError.from(returned.error);
    return returned.value;
  };
}

/** `Functions` is for the compiler: it stops where a build and its interface do not fit. */
export function api<Module, Api, Functions extends Documented<Module, Api>>(
  module: Record<keyof Functions, unknown>,
): Api {
  const methods: Record<string, Checked> = {};
  for (const [name, method] of Object.entries(module)) {
    // What start() gives the module stays among its properties.
    if (name === 'instantiateWasm') continue;
    methods[name] = checked(name, method as Parameters<typeof checked>[1]);
  }
  return methods as unknown as Api;
}

/** The glue of a build. */
export type Create = typeof createModule;

/** Starts a compiled core. Its glue does not know that this can fail, and would wait for ever. */
export function start(
  compiled: WebAssembly.Module,
  create: Create = createModule,
): Promise<MainModule> {
  return new Promise((resolve, reject) => {
    const started = create({
      instantiateWasm(
        imports: WebAssembly.Imports,
        done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
      ) {
        WebAssembly.instantiate(compiled, imports).then(
          (instance) => done(instance, compiled),
          reject,
        );
        return {};
      },
    });
    started.then(resolve, reject);
  });
}

export type Bytes = Promise<ArrayBuffer | Uint8Array<ArrayBuffer>>;

/** Starts a build from the bytes of its .wasm file. */
export async function started(wasm: Bytes, create: Create): Promise<MainModule> {
  try {
    return await start(await WebAssembly.compile(await wasm), create);
  } catch (error) {
    throw error instanceof PosencError ? error : broken('could not be loaded', error);
  }
}

/** Starts the core from the bytes of its .wasm file. */
export const instantiate = async (wasm: Bytes, create: Create = createModule): Promise<CoreApi> =>
  api<MainModule, CoreApi, Built<MainModule>>(await started(wasm, create));
