import { defineConfig } from 'vite';

export default defineConfig({
  // Relative addresses: any sub-path of any static host serves the site.
  base: './',
  build: {
    outDir: '../build/site',
    emptyOutDir: true,
    target: 'es2022',
    // An inlined file would be a data: address, which the Content-Security-Policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
});
