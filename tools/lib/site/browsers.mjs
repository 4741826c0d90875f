/** The first to have WebAssembly SIMD and module workers. For these, CSS is rewritten too. */
export const browsers = ['chrome91', 'edge91', 'firefox114', 'safari16.4'];
