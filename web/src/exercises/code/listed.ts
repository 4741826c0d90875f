// The lesson's own versions of exercises in code, as the core asks them: known before it is loaded.
export { exercises as listed } from '../../../../build/wasm/posenc-code-list.mjs';
