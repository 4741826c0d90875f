import createModule, { type MainModule } from '../../../build/wasm/posenc.mjs';
import wasmUrl from '../../../build/wasm/posenc.wasm?url';
import type { CoreApi } from './api.ts';
import { type ErrorCode, PosencError } from './errors.ts';

/** What a function of the core returns: a value, or the error in its place. */
type Returned<T> = { value: T } | { error: { code: ErrorCode; message: string } };

function unwrap<T>(returned: Returned<T>): T {
  if ('error' in returned) throw new PosencError(returned.error.code, returned.error.message);
  return returned.value;
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
    sinusoidalTable: (options, positions) => unwrap(module.sinusoidalTable(options, positions)),
    exerciseItems: (exercise) => unwrap(module.exerciseItems(exercise)),
    gradeExercise: (exercise, answers) => unwrap(module.gradeExercise(exercise, answers)),
  };
}
