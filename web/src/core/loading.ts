// What the package's loaders share: where their modules come from, and what their functions accept.
import { checked, listed, shown, tagOf } from './arguments.ts';
import { broken, PosencError } from './errors.ts';
import { type Glue, instantiate, type Wasm } from './instantiate.ts';
import type { Module } from './modules.ts';

type Read = (url: URL | string) => Promise<Wasm>;

const isUrl = (value: unknown): value is string | URL =>
  typeof value === 'string' || tagOf(value) === '[object URL]';

const ofFolder = /^[^?#]*\/$/;

const expected = 'a URL, bytes (an ArrayBuffer or a view of one) or a WebAssembly.Module';

/** One file, as it was given. */
async function fileFrom(given: unknown, what: string, name: string, read: Read): Promise<Wasm> {
  const file = await given;
  if (isUrl(file)) {
    const url = String(file);
    return read(ofFolder.test(url) ? `${url}posenc-${name}.wasm` : url);
  }
  if (ArrayBuffer.isView(file) || tagOf(file) === '[object ArrayBuffer]') return file as Wasm;
  if (tagOf(file) === '[object WebAssembly.Module]') return file as Wasm;
  throw new PosencError(
    'invalid-argument',
    `${what} must be ${expected} but got ${shown(file)}`,
    'wasm',
  );
}

/** What is given for each module; undefined for the files beside the scripts. */
function filesFrom(loader: string, wasm: unknown, names: string[]): unknown[] {
  const isFolder = isUrl(wasm) && ofFolder.test(String(wasm));
  if (names.length === 1 || wasm === undefined || isFolder) return names.map(() => wasm);
  const given = Object(wasm) as Record<string, unknown>;
  if (names.every((name) => name in given)) return names.map((name) => given[name]);
  throw new PosencError(
    'invalid-argument',
    `[${loader}] wasm must be an object with ${listed(names)}, each ${expected}, or the URL of their folder, which ends with a slash, but got ${shown(wasm)}`,
    'wasm',
  );
}

/** A module from the file beside the scripts, where that file is. */
const beside = (url: Module<object>['wasm'], read: Read): Promise<Wasm> =>
  Promise.resolve()
    .then(() => read(url()))
    .catch((error: unknown) => {
      const { message } =
        error instanceof PosencError ? error : broken('could not be loaded', error);
      throw new PosencError(
        'broken',
        `${message} If its .wasm files are elsewhere, the option wasm says where.`,
      );
    });

/** Starts modules, each with its own memory, as one. */
export async function startModules<Api extends object>(
  loader: string,
  modules: Record<string, Module<object>>,
  options: { wasm?: unknown } | undefined,
  read: Read,
): Promise<Api> {
  // Bytes or a URL by themselves would be options without the option.
  if (options !== undefined && tagOf(options) !== '[object Object]') {
    const message = `[${loader}] options must be an object such as { wasm } but got ${shown(options)}`;
    throw new PosencError('invalid-argument', message, 'options');
  }
  const names = Object.keys(modules);
  const files = filesFrom(loader, await options?.wasm, names);
  const started = await Promise.all(
    Object.values(modules).map(({ glue, wasm }, n) => {
      const [given, name] = [files[n], names[n] ?? ''];
      const what = `[${loader}] wasm${names.length > 1 ? `.${name}` : ''}`;
      return instantiate<Partial<Api>>(
        glue().then((module) => module.default as Glue),
        given === undefined ? beside(wasm, read) : fileFrom(given, what, name, read),
      );
    }),
  );
  return checked(Object.assign({}, ...started) as Api);
}
