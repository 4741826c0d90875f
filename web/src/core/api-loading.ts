// Where the loaders find the .wasm files of the core.

/** A URL, whose own type TypeScript does not know without the types of browsers or Node. */
interface Url {
  readonly href: string;
}

/** A `WebAssembly.Module`, for the same reason; its own type says as little. */
type CompiledModule = object;

/** A .wasm file: its URL, its bytes, or the `WebAssembly.Module` that it is compiled to. */
export type WasmFile = string | Url | ArrayBuffer | ArrayBufferView | CompiledModule;

export interface FileOption {
  /** The .wasm file; by default, the one beside the package's scripts. */
  wasm?: WasmFile | PromiseLike<WasmFile> | undefined;
}

export interface FilesOption<Name extends string> {
  /** Each .wasm file, or the URL of their folder, which ends with a slash; by default, those beside the package's scripts. */
  wasm?:
    | string
    | Url
    | Record<Name, WasmFile | PromiseLike<WasmFile>>
    | PromiseLike<Record<Name, WasmFile>>
    | undefined;
}
