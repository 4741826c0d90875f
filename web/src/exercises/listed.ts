// The lesson's own versions of exercises by hand, as the core asks them: known before it is loaded.
export { exercises as listed } from '../../../build/wasm/posenc-hand-list.mjs';
