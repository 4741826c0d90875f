// The types of what the functions of a build return, without the error.
import type { MainModule } from '../../../build/wasm/posenc.mjs';

export type Value<T> = T extends { value: infer V } ? V : never;

/** The value of a function of the library. */
export type Returned<Name extends keyof MainModule> = Value<ReturnType<MainModule[Name]>>;
