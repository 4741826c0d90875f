// A compiled build of the core as an object with its functions, which throw where the build returns an error.
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

/** `Api`, for the compiler to hold against the functions of the build: `Checked<Api, MainModule, Built<MainModule>>`. */
export type Checked<Api, Module, InBuild extends Documented<Module, Api>> =
  InBuild extends Documented<Module, Api> ? Api : never;

type Functions = Record<string, (...args: unknown[]) => Returned<unknown>>;

/** The glue of a build, as Emscripten writes it: starts the module and returns its functions. */
export type Glue = (options: {
  instantiateWasm: (
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => object;
}) => Promise<unknown>;

export type Bytes = Promise<ArrayBuffer | Uint8Array<ArrayBuffer>>;

/** The function, with an exception for the error. */
function throwing(name: string, method: Functions[string]): (...args: unknown[]) => unknown {
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

/** Starts a compiled build. Its glue does not know that this can fail, and would wait for ever. */
export function start(compiled: WebAssembly.Module, glue: Glue): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const started = glue({
      instantiateWasm(imports, done) {
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

/** Starts a build from its glue and the bytes of its .wasm file. */
export async function instantiate<Api>(glue: Promise<Glue>, wasm: Bytes): Promise<Api> {
  let built;
  try {
    const [startedBy, bytes] = await Promise.all([glue, wasm]);
    built = (await start(await WebAssembly.compile(bytes), startedBy)) as Functions;
  } catch (error) {
    throw error instanceof PosencError ? error : broken('could not be loaded', error);
  }
  // What start() gives the module stays among its properties.
  const functions = Object.entries(built).filter(([name]) => name !== 'instantiateWasm');
  return Object.fromEntries(
    functions.map(([name, method]) => [name, throwing(name, method)]),
  ) as Api;
}
