// The core as the page has it, under Node: what the lesson tells is computed when it is built.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from '../paths.mjs';

/**
 * The functions of the bindings, each giving its value or throwing its error.
 * @returns {Promise<Record<string, (...args: any[]) => any>>}
 */
export async function loadCore() {
  const folder = join(build, 'wasm');
  const { default: createModule } = await import(pathToFileURL(join(folder, 'posenc.mjs')).href);
  const compiled = await WebAssembly.compile(readFileSync(join(folder, 'posenc.wasm')));
  const module = await createModule({
    instantiateWasm(
      /** @type {WebAssembly.Imports} */ imports,
      /** @type {(instance: WebAssembly.Instance) => void} */ done,
    ) {
      void WebAssembly.instantiate(compiled, imports).then(done);
      return {};
    },
  });
  return new Proxy(
    {},
    {
      get: (_, name) =>
        name === 'then'
          ? undefined
          : (/** @type {any[]} */ ...args) => {
              const answer = module[name](...args);
              if ('error' in answer) throw new Error(answer.error.message);
              return answer.value;
            },
    },
  );
}
