import createModule, { type MainModule } from '../../../build/wasm/posenc.mjs';
import wasmUrl from '../../../build/wasm/posenc.wasm?url';
import type { CoreApi } from './api.ts';
import { type ErrorCode, PosencError } from './errors.ts';

/** What a function of the core returns that may fail: a value, or the error in its place. */
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

/** Loads the core, once per worker. */
export async function loadCore(): Promise<CoreApi> {
  const compiled = await compile();
  const module: MainModule = await createModule({
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) {
      void WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled));
      return {};
    },
  });
  return {
    sinusoidalTable: (options, positions) => unwrap(module.sinusoidalTable(options, positions)),
    e131Items: () => module.e131Items(),
    gradeE131: (answers) => unwrap(module.gradeE131(answers)),
  };
}
