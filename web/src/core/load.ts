import createModule, { type MainModule } from '../../../build/wasm/posenc.mjs';
import wasmUrl from '../../../build/wasm/posenc.wasm?url';
import type { CoreApi } from './api.ts';
import { type ErrorCode, PosencError } from './errors.ts';

/** What a function of the core returns: a value, or the error in its place. */
type Returned<T> = { value: T } | { error: { code: ErrorCode; message: string } };

/** The function, with an exception for the error. */
function checked<Args extends unknown[], T>(
  method: (...args: Args) => Returned<T>,
): (...args: Args) => T {
  return (...args) => {
    const returned = method(...args);
    if ('error' in returned) throw new PosencError(returned.error.code, returned.error.message);
    return returned.value;
  };
}

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(wasmUrl);
  if (!response.ok) {
    throw new PosencError(
      'broken',
      `The computing core could not be loaded (${response.status} ${response.statusText}).`,
    );
  }
  // Not compileStreaming: it refuses what a host serves under another type than application/wasm.
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Starts a compiled core. Its glue does not know that this can fail, and would wait for ever. */
function instantiate(compiled: WebAssembly.Module): Promise<MainModule> {
  return new Promise((resolve, reject) => {
    const started = createModule({
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

/** Loads the core, once per worker. */
export async function loadCore(): Promise<CoreApi> {
  const module = await instantiate(await compile());
  return {
    sinusoidalTable: checked(module.sinusoidalTable),
    sinusoidalColumns: checked(module.sinusoidalColumns),
    frequencies: checked(module.frequencies),
    turns: checked(module.turns),
    signChanges: checked(module.signChanges),
    similarityMatrix: checked(module.similarityMatrix),
    dotProductsAround: checked(module.dotProductsAround),
    shift: checked(module.shift),
    float32Errors: checked(module.float32Errors),
    exerciseItems: checked(module.exerciseItems),
    gradeExercise: checked(module.gradeExercise),
  };
}
