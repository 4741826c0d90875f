import { defineConfig } from 'vite';

export default defineConfig({
  // Relative addresses: any sub-path of any static host serves the site.
  base: './',
  build: {
    outDir: '../build/site',
    emptyOutDir: true,
    // The first to have WebAssembly SIMD and module workers. For these, CSS is rewritten too.
    target: ['chrome91', 'edge91', 'firefox114', 'safari16.4'],
    // An inlined file would be a data: address, which the Content-Security-Policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
});
