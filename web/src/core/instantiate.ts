// A compiled build of the core as an object with its functions. They throw the errors that the build returns.
import { broken, type ErrorData, PosencError } from './errors.ts';

/** The result of a function of the core: a value or an error. */
type Returned<T> = { value: T } | { error: ErrorData };

type AnyFunction = (...args: never[]) => unknown;

/** The functions of a build. Their arguments form one list, because the compiler compares the lengths of lists. */
export type Built<Module> = {
  [Name in keyof Module]: Module[Name] extends AnyFunction
    ? (args: Parameters<Module[Name]>) => ReturnType<Module[Name]>
    : never;
};

/** The functions of an interface. A function of the build that is not in the interface is an error. */
type Documented<Module, Api> = {
  [Name in keyof Api | keyof Module]: Name extends keyof Api
    ? Api[Name] extends AnyFunction
      ? (args: Parameters<Api[Name]>) => Returned<ReturnType<Api[Name]>>
      : never
    : never;
};

/** `Api`, compared with the functions of the build by the compiler: `Checked<Api, MainModule, Built<MainModule>>`. */
export type Checked<Api, Module, InBuild extends Documented<Module, Api>> =
  InBuild extends Documented<Module, Api> ? Api : never;

type Functions = Record<string, (...args: unknown[]) => Returned<unknown>>;

/** Emscripten's glue for a build: starts the module and returns its functions. */
export type Glue = (options: {
  instantiateWasm: (
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => object;
}) => Promise<unknown>;

/** A .wasm file: its bytes, or compiled. */
export type Wasm = BufferSource | WebAssembly.Module;

/** The function, throwing its error. */
function throwing(name: string, method: Functions[string]): (...args: unknown[]) => unknown {
  return (...args) => {
    let returned;
    try {
      returned = method(...args);
    } catch (error) {
      // Arguments of the wrong type: TypeScript rejects them all, the glue rejects some and converts others to numbers.
      if (error instanceof Error && ['TypeError', 'BindingError'].includes(error.name)) {
        throw new PosencError('invalid-argument', `[${name}] ${error.message}`);
      }
      throw broken('failed', error);
    }
    if ('error' in returned) throw PosencError.from(returned.error);
    return returned.value;
  };
}

/** Starts a compiled build. If this fails, the glue alone would wait forever. */
export function start(compiled: WebAssembly.Module, glue: Glue): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const started = glue({
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(compiled, imports)
          .then((instance) => done(instance, compiled))
          .catch(reject);
        return {};
      },
    });
    started.then(resolve, reject);
  });
}

/** Starts a build from its glue and its .wasm file. */
export async function instantiate<Api>(glue: Promise<Glue>, wasm: Promise<Wasm>): Promise<Api> {
  let built;
  try {
    const [startedBy, file] = await Promise.all([glue, wasm]);
    const compiled = file instanceof WebAssembly.Module ? file : await WebAssembly.compile(file);
    built = (await start(compiled, startedBy)) as Functions;
  } catch (error) {
    throw error instanceof PosencError ? error : broken('could not be loaded', error);
  }
  // The option that start() passes stays among the module's properties.
  const functions = Object.entries(built).filter(([name]) => name !== 'instantiateWasm');
  return Object.fromEntries(
    functions.map(([name, method]) => [name, throwing(name, method)]),
  ) as Api;
}
