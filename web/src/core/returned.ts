// The types of what the functions of the core return, without the error.
import type { MainModule } from '../../../build/wasm/posenc.mjs';

type Value<T> = T extends { value: infer V } ? V : never;

export type Returned<Name extends keyof MainModule> = Value<ReturnType<MainModule[Name]>>;
